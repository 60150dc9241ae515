"""Games of rules that were edited: how far they go with the new ones, and going on from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import artrules
from artrules.table.session.record import read_record
from artrules.table.session.replay import play_again
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import Serving, Tables
from table.serve.test_table_links import bearer


def begun(tables: Tables) -> dict[str, Any]:
    """A game in its second round: in the first one everybody stopped."""
    game = tables.open(2, open=True, links="together")
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        page.say("pin", text="at the beginning")
        page.until("pins")
        for _ in range(2):
            page.choose("stop playing")
        page.say("pin", text="later")
        page.until("pins")
        assert page.last["state"]["view"]["round"] == 2
    return game


def renewed(tables: Tables, game: dict[str, Any], **body: Any) -> Any:
    return tables.client.post(f"/api/games/{game['id']}/renew", json=body, headers=tables.host)


def listed(tables: Tables) -> dict[str, Any]:
    (game,) = tables.client.get("/api/games", headers=tables.host).json()["games"]
    return dict(game)


def test_a_game_goes_on_where_all_its_choices_are_still_offered(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    changed = artrules.load(write_ruleset(tmp_path / "lanterns", break_it=("last_round: 20", "last_round: 19")))
    with serving(file) as tables:
        game = begun(tables)
        assert renewed(tables, game).json()["error"] == "The rules of this game haven't changed."
        assert listed(tables)["renewable"] is False
    with serving(file, changed) as tables:
        assert listed(tables)["renewable"] is True and "have changed since" in listed(tables)["refused"]
        answer = renewed(tables, game).json()
        assert answer == {"possible": 2, "of": 2, "lost": 0, "round": 2, "phase": "Play"}
        assert listed(tables)["refused"] is not None, "nothing was done"
        assert renewed(tables, game, really=True).json() == answer
        assert (listed(tables)["refused"], listed(tables)["renewable"]) == (None, False)
        with tables.page(game["secrets"][0]) as page:
            page.until("state")
            assert page.read[-1]["text"] == "the rules have changed"
            assert [pin["text"] for pin in page.last["pins"]["pins"]] == ["at the beginning", "later"]
            page.choose("stop playing")
        text = tables.client.get(f"/api/games/{game['id']}/file", headers=bearer(game["secrets"][0])).text
        assert play_again(changed, read_record(text)).same_end is True


def test_a_game_goes_back_to_the_last_choice_that_is_still_offered(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    edit = ("play_turn", "play_cards")
    changed = artrules.load(write_ruleset(tmp_path / "lanterns", break_it=edit))
    with serving(file) as tables:
        game = begun(tables)
    with serving(file, changed) as tables:
        answer = renewed(tables, game, really=True).json()
        assert (answer["possible"], answer["of"], answer["lost"]) == (0, 2, 2)
        with tables.page(game["secrets"][0]) as page:
            page.until("state")
            lines = [entry["text"] for entry in page.read]
            assert "the rules have changed, and the last choices can't be made any more: 2" in lines
            assert [pin["text"] for pin in page.last["pins"]["pins"]] == ["at the beginning"]


def test_a_game_that_cant_be_set_up_any_more_is_refused(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    changed = artrules.load(write_ruleset(tmp_path / "lanterns", break_it=("players: 2..4", "players: 3..4")))
    with serving(file) as tables:
        game = begun(tables)
    with serving(file, changed) as tables:
        answer = renewed(tables, game, really=True)
        assert answer.status_code == 409
        assert answer.json()["error"].startswith("With the rules as they are now this game can't be set up: ")
        assert renewed(tables, game, really=1).json()["error"] == "`really` must be true or false."
        assert listed(tables)["refused"] is not None
