"""The rules of a game at its table: what the booklet of this game says, as data."""

from __future__ import annotations

from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.selection import BookletRequest
from table.serve.conftest import Tables
from table.serve.test_table_links import bearer


def test_whoever_has_a_link_to_a_game_reads_the_rules_that_hold_there(tables: Tables) -> None:
    game, other = tables.open(2, settings={"guilds": "hill"}), tables.open(2)
    path = f"/api/games/{game['id']}/rules"
    answer = tables.client.get(path, headers=bearer(game["secrets"][0]))
    rules = answer.json()
    assert rules["title"] == "Lanterns" and rules["subtitle"] == "For 2 players"
    headings = [block["heading"]["text"] for block in rules["blocks"] if "heading" in block]
    assert "The hill" in headings and "The river" not in headings
    ruleset = tables.server.shelf["lanterns"].ruleset
    assert ruleset is not None
    booklet = make_booklet(ruleset, BookletRequest(players=2, settings={"guilds": "hill"}))
    assert len(rules["blocks"]) == len(booklet.blocks) - 2  # without the index and its heading
    assert {key for block in rules["blocks"] for key in block} >= {"heading", "paragraph", "rows"}
    assert tables.client.get(path, headers=tables.host).json() == rules
    assert tables.client.get(path, headers=bearer(other["secrets"][0])).status_code == 404
    assert tables.client.get(path).status_code == 401
