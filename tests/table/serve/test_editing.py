"""Rules that are edited while tables play: what is told of them, and how games go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

import artrules
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import scenarios_of
from artrules.play.game.decision import IllegalChoice
from artrules.table.serve import editing as of_editing
from artrules.table.serve.editing import Editing, PositionWish
from artrules.table.serve.judging import Judge
from artrules.table.serve.links import hash_of
from artrules.table.serve.requests import Refused
from artrules.table.serve.server import TableServer
from artrules.table.serve.store import StoredGame
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping
from artrules.text.source.read import read
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import Serving, Tables
from table.serve.test_table_links import bearer


class Edited:
    """A server whose ruleset is edited, and one table."""

    def __init__(self, tables: Tables, folder: Path, editing: Editing, **wishes: Any) -> None:
        self.tables = tables
        self.folder = folder
        self.editing = editing
        self.judge()
        self.game = tables.open(2, **{"open": True, "links": "together", **wishes})

    @property
    def secret(self) -> str:
        return str(self.game["secrets"][0])

    def judge(self) -> None:
        self.tables.client.portal.call(self.editing.judge)  # type: ignore[union-attr]

    def edit(self, old: str, new: str, file: str = "ruleset.yaml") -> dict[str, Any]:
        """Save a file with another text in place of one, and give what the host's page is told."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        self.judge()
        return self.news()

    def news(self) -> dict[str, Any]:
        answer = self.tables.client.get("/api/edit?after=0", headers=bearer(self.secret))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, what: str, secret: str | None = None, **body: Any) -> Any:
        return self.tables.client.post(f"/api/edit/{what}", json=body, headers=bearer(secret or self.secret))


Editor = Callable[..., Any]


@pytest.fixture
def editor(serving: Serving, tmp_path: Path) -> Editor:
    @contextmanager
    def edited(**wishes: Any) -> Iterator[Edited]:
        folder = write_ruleset(tmp_path / "lanterns")
        judge = Judge(str(folder), ())
        editings: list[Editing] = []

        async def judged(request: dict[str, Any]) -> dict[str, Any]:
            return judge.judge(request["setups"]) if request["game_alone"] else judge.judge_scenarios()

        def editing(server: TableServer) -> Editing:
            assert server.shelf.only is not None
            editings.append(Editing(server, server.shelf.only, judged))
            return editings[0]

        with serving(tmp_path / "games.sqlite", artrules.load(folder), editing=editing) as tables:
            yield Edited(tables, folder, editings[0], **wishes)

    return edited


def test_what_is_wrong_is_told_at_its_line_and_the_game_goes_on_as_it_was(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        assert page.last["welcome"]["edit"] is True
        news = edited.edit("move c to my row", "move c to my rwo")
        (problem,) = news["problems"]
        assert news["errors"] == 1 and news["game"] == edited.game["id"]
        assert (problem["severity"], problem["slug"]) == ("error", "unknown-name")
        assert problem["file"].endswith("lanterns/ruleset.yaml") and problem["line"] == 38
        text, indent, width = problem["excerpt"]
        assert text[indent : indent + width] == "rwo" and problem["suggestions"] == ["row"]
        page.choose("stop playing")
        assert edited.edit("my rwo", "my row")["problems"] == []


def test_a_game_goes_on_with_other_rules_as_a_new_game(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        news = edited.edit("last_round: 20", "last_round: 19")
        assert news["parent"] == edited.game["id"] != news["game"]
        assert (news["stop"], news["stands_still"], news["errors"]) == (None, False, 0)
        assert [(each["what"], each["line"]) for each in news["changes"]] == [("flow: last_round", 80)]
        assert page.until("welcome")["table"]["id"] == news["game"]
        assert page.until("state")["view"]["round"] == 2 and page.read[-1]["text"] == "the rules have changed"
        page.choose("stop playing")
        stored = edited.tables.server.store.game(news["game"])
        assert stored.parent == edited.game["id"]
        assert len(edited.tables.server.store.course(news["game"]).choices) == 3
        assert len(edited.tables.server.store.course(edited.game["id"]).choices) == 2


def test_it_stands_still_at_the_first_choice_that_isnt_offered_any_more(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        news = edited.edit('"sell nothing":', '"keep all":')
        assert news["stop"] is None, "nobody has sold anything yet"
        page.until("welcome")
        page.until("state")
        news = edited.edit('"stop playing":', '"enough":')
        assert news["stop"]["text"] == "Choice 1, Player 1: “stop playing” is called otherwise now."
        assert "enough" in news["stop"]["offered"] and news["stands_still"] is True
        assert [each["what"] for each in news["changes"]] == ["procedures: play_turn"]
        page.until("welcome")
        assert page.until("state")["view"]["round"] == 1
        assert edited.post("go_on").status_code == 200
        assert (edited.news()["stop"], edited.news()["stands_still"]) == (None, False)


def test_it_comes_back_whole_where_an_edit_is_taken_back(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        assert edited.edit('"stop playing":', '"enough":')["stop"]["number"] == 1
        assert edited.edit('"enough":', '"done":')["stop"]["number"] == 1
        news = edited.edit('"done":', '"stop playing":')
        assert (news["stop"], news["stands_still"]) == (None, False)
        assert len(edited.tables.server.store.course(news["game"]).choices) == 2
        edited.edit('"stop playing":', '"enough":')
        edited.post("go_on")
        news = edited.edit('"enough":', '"stop playing":')
        assert news["stop"] is None and len(edited.tables.server.store.course(news["game"]).choices) == 0


def test_a_note_from_meanwhile_stays_where_an_edit_is_taken_back(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        edited.edit('"stop playing":', '"enough":')
        page.until("welcome")
        page.until("state")
        page.say("pin", text="why does it stand still?")
        page.until("pins")
        news = edited.edit('"enough":', '"stop playing":')
        course = edited.tables.server.store.course(news["game"])
        assert [pin.text for pin in course.pins] == ["why does it stand still?"] and len(course.choices) == 2


def test_a_choice_in_place_of_one_that_was_taken_back_stays(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        page.choose("stop playing")
        page.choose(next(label for label in page.labels() if label.startswith("play ")))
        assert edited.edit('"play {c}"', '"put {c}"')["stop"]["number"] == 2
        page.until("welcome")
        page.until("state")
        page.say("undo")
        page.until("state")
        page.choose(next(label for label in page.labels() if label.startswith("put ")))
        stop = edited.edit('"put {c}"', '"play {c}"')["stop"]
        assert stop["number"] == 1 and "“put " in stop["text"], "not what was chosen before that"


def test_what_somebody_chose_meanwhile_stays(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        assert edited.edit('"stop playing":', '"enough":')["stop"]["number"] == 1
        page.until("welcome")
        page.until("state")
        page.choose("enough")
        news = edited.edit('"enough":', '"stop playing":')
        assert news["stop"]["text"] == "Choice 1, Player 1: “enough” is called otherwise now."


def test_a_game_stands_still_where_a_player_sees_another_table(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        page.choose("stop playing")
        news = edited.edit("move top 3 of deck", "move top 4 of deck")
        assert "the table looks different" in news["stop"]["text"] and news["stop"]["number"] == 1


def test_what_is_only_shown_changes_no_game(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        page.choose("stop playing")
        news = edited.edit("title: Lanterns", "title: Lights")
        assert (news["game"], news["parent"]) == (edited.game["id"], None)
        assert page.until("description")["title"] == "Lights"
        page.until("state")
        assert "the rules have changed" not in [entry["text"] for entry in page.read]
        page.choose("stop playing")


def test_a_game_goes_on_another_way_from_an_earlier_moment(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        answer = edited.post("branch", after=1)
        assert answer.status_code == 201
        assert page.until("welcome")["table"]["id"] == answer.json()["id"]
        assert page.until("state")["view"]["round"] == 1
        page.choose("stop playing")
        assert edited.news()["parent"] == edited.game["id"]
        assert edited.post("branch", after=7).json()["error"] == "The game has no such moment."
        assert edited.post("branch", after="x").json()["error"] == "`after` must be a number of choices."


def test_a_scenario_is_made_of_a_moment_and_passes(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        answer = edited.post("scenario", after=1, name="stops_at_once", expects=["options", "figures", "log"])
        assert answer.json() == {"file": "scenarios/stops_at_once.yaml"}
        file = edited.folder / "scenarios" / "stops_at_once.yaml"
        text = file.read_text(encoding="utf-8")
        assert "choose: stop playing" in text and "reads: {seat: 2" in text and "options: [" in text
        (made,) = scenarios_of(cast(Mapping, read(text.encode(), "", Report())))
        assert run_scenario(artrules.load(edited.folder), made).passed
        again = edited.post("scenario", after=0, name="stops_at_once")
        assert again.status_code == 409 and file.read_text(encoding="utf-8") == text
        for name in ("", "../x", "A", "a-b", "x" * 61, 3):
            assert "lower-case words" in edited.post("scenario", after=0, name=name).json()["error"]
        assert "must be a list" in edited.post("scenario", after=0, name="x", expects=["all"]).json()["error"]
        assert edited.post("scenario", after=9, name="x").json()["error"] == "The game has no such moment."


def test_a_position_is_changed_and_the_game_goes_on_from_it(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        begun = edited.post("position", after=1).json()
        assert (begun["after"], begun["is_changed"], begun["form"]["round"]) == (1, False, 1)
        places = {tuple(each["at"]): each for each in begun["form"]["places"]}
        hand = [text for _, text in places["players", "2", "hand"]["cards"]]
        changed = edited.post("position", places=[[["players", "1", "hand"], "[blue 2, blue 2]"]], round=5).json()
        assert changed["is_changed"] and changed["state"]["view"]["round"] == 5 == changed["form"]["round"]
        cards = changed["state"]["view"]["players"]["1"]["hand"]
        assert [card["card"] for card in cards] == ["blue 2", "blue 2"]
        assert hand == [card["card"] for card in changed["state"]["view"]["players"]["2"]["hand"]]
        assert [1, ["play blue 2", "stop playing"]] in changed["offered"]
        assert edited.post("branch", after=None).status_code == 201
        assert page.until("welcome")["table"]["id"] == edited.news()["game"]
        assert page.until("state")["view"]["round"] == 5
        assert "the position was changed" in [entry["text"] for entry in page.read]
        games = edited.tables.client.get("/api/games", headers=edited.tables.host).json()["games"]
        origins = [game["origin"] for game in games]
        assert [origin and (origin["after"], origin["changed"], origin["rules"]) for origin in origins] == [
            (1, True, False),
            None,
        ]
        page.choose("play blue 2")
        stored = edited.tables.server.store.game(edited.news()["game"])
        assert (stored.parent, stored.after) == (edited.game["id"], 1) and "round: 5" in stored.setup.given
        page.say("undo")
        assert len(page.until("state")["view"]["players"]["1"]["hand"]) == 2
        news = edited.edit("last_round: 20", "last_round: 19")
        assert news["parent"] == stored.id and news["stop"] is None
        assert page.until("welcome") and page.until("state")["view"]["round"] == 5


def test_a_position_that_cant_be_is_refused_and_the_one_before_stays(editor: Editor) -> None:
    with editor() as edited:
        assert "look back" in edited.post("position", round=2).json()["error"]
        assert edited.post("branch", after=None).status_code == 409
        edited.post("position", after=0)
        wrong: dict[str, dict[str, Any]] = {
            "no card that could lie here is called `blue 77`": {"places": [[["players", "1", "hand"], "[blue 77]"]]},
            "there is no phase `plya`": {"phase": "plya"},
            "there is no place `zones.bag`": {"places": [[["zones", "bag"], "[]"]]},
            "is never closed": {"places": [[["players", "1", "hand"], "[blue 2"]]},
            "must be a number from 1 on": {"round": 0},
            "a list of places": {"places": [["hand", 3]]},
            "no such moment": {"after": 9},
            "Nothing has been changed yet": {"back": True},
        }
        for told, body in wrong.items():
            answer = edited.post("position", **body)
            assert answer.status_code in (400, 409) and told in answer.json()["error"], answer.text
        changed = edited.post("position", round=7).json()
        back = edited.post("position", back=True).json()
        assert (changed["form"]["round"], back["form"]["round"], back["is_changed"]) == (7, 1, False)


def test_changes_that_come_at_once_follow_one_another(editor: Editor) -> None:
    with editor() as edited:
        edited.post("position", after=0)
        link = edited.tables.server.store.link(hash_of(edited.secret))
        assert link is not None
        room = edited.tables.server.rooms[edited.game["id"]]

        async def both() -> tuple[dict[str, Any], ...]:
            wishes = (PositionWish(round=5), PositionWish(places=((("players", "1", "hand"), "[blue 2]"),)))
            return tuple(await asyncio.gather(*(edited.editing.position(room, link, wish) for wish in wishes)))

        first, second = edited.tables.client.portal.call(both)  # type: ignore[union-attr]
        assert (first["form"]["round"], second["form"]["round"]) == (5, 5)
        assert edited.post("position", back=True).json()["form"]["round"] == 5


def test_an_edit_of_the_rules_ends_a_changed_position(editor: Editor) -> None:
    with editor() as edited:
        edited.post("position", after=0)
        edited.edit("last_round: 20", "last_round: 19")
        assert "look back" in edited.post("position", round=2).json()["error"]


def test_a_scenario_is_made_of_a_changed_position(editor: Editor) -> None:
    with editor() as edited:
        edited.post("position", after=0)
        hands = {"1": "[blue 2, red 2]", "2": "[red 1]"}
        edited.post("position", places=[[["players", player, "hand"], cards] for player, cards in hands.items()])
        wish = {"name": "plays_blue", "draft": True, "option": [1, "play blue 2"]}
        assert edited.post("scenario", **wish).json() == {"file": "scenarios/plays_blue.yaml"}
        text = (edited.folder / "scenarios" / "plays_blue.yaml").read_text(encoding="utf-8")
        assert "play blue 2" in text and "hand: [blue 2, red 2]" in text and "changed" in text
        (made,) = scenarios_of(cast(Mapping, read(text.encode(), "", Report())))
        assert run_scenario(artrules.load(edited.folder), made).passed
        refused = {
            "`fly away` isn't offered to player 1 there": [1, "fly away"],
            "`play blue 2` isn't offered to player 2 there": [2, "play blue 2"],
            "where nothing is offered, none can be made": None,
            "must be a player's number and the label": "play blue 2",
        }
        for words, option in refused.items():
            answer = edited.post("scenario", name="x", draft=True, option=option)
            assert words in answer.json()["error"], answer.text
        edited.post("scenario", name="second", draft=True, option=[2, "stop playing"])
        assert "by: 2" in (edited.folder / "scenarios" / "second.yaml").read_text(encoding="utf-8")


def test_choices_are_made_again_anyway_where_the_table_looks_different(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        assert edited.post("again").status_code == 409
        for _ in range(2):
            page.choose("stop playing")
        news = edited.edit("move top 3 of deck", "move top 4 of deck")
        assert (news["stop"]["number"], news["stop"]["again"]) == (1, True)
        page.until("welcome")
        assert edited.post("again").status_code == 200
        news = edited.news()
        assert (news["stop"], news["stands_still"]) == (None, False)
        assert len(edited.tables.server.store.course(news["game"]).choices) == 2
        page.until("welcome")
        page.until("state")
        assert page.read[-1]["text"].startswith("from choice 1 on, choices were made again although ")
        news = edited.edit('"stop playing":', '"enough":')
        assert edited.post("again").status_code == 200 and edited.news()["stop"] is None, "by what they are called"


def test_a_second_click_makes_no_choice_again(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        news = edited.edit("move top 3 of deck", "move top 4 of deck")
        room = edited.tables.server.rooms[news["game"]]

        async def both() -> list[object]:
            clicks = (edited.editing.make_again(room) for _ in range(2))
            return await asyncio.gather(*clicks, return_exceptions=True)

        outcomes = edited.tables.client.portal.call(both)  # type: ignore[union-attr]
        assert outcomes[0] is None and isinstance(outcomes[1], Refused)
        assert len(edited.tables.server.store.course(edited.news()["game"]).choices) == 2


PLAYING = """"play {c}" for c in my hand:
                move c to my row
                for w in c.powers:
                    may use w"""
WAVING = """"wave":
                skip"""


@pytest.mark.parametrize(
    ("first", "mended"),
    [
        ((("play_turn", "play_cards"), ('"play {c}"', '"put {c}"')), ('"put {c}"', '"play {c}"')),
        (
            (("move top 3 of deck", "move top 4 of deck"), (PLAYING, WAVING)),
            (WAVING, PLAYING),
        ),
    ],
    ids=["by what they are called", "as they were"],
)
def test_choices_made_again_anyway_stay_when_the_next_stands_still(
    editor: Editor, first: tuple[tuple[str, str], ...], mended: tuple[str, str]
) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        page.choose("stop playing")
        page.choose(next(label for label in page.labels() if label.startswith("play ")))
        file = edited.folder / "ruleset.yaml"
        file.write_text(file.read_text(encoding="utf-8").replace(*first[1]), encoding="utf-8")
        news = edited.edit(*first[0])
        assert (news["stop"]["number"], news["stop"]["again"]) == (1, True)
        assert edited.post("again").status_code == 200
        news = edited.news()
        assert (news["stop"]["number"], news["stop"]["again"]) == (2, False)
        assert "isn't offered any more" in edited.post("again").json()["error"]
        news = edited.edit(*mended)
        assert (news["stop"]["number"], news["stop"]["again"]) == (2, True), "neither the first one nor none at all"
        assert edited.post("again").status_code == 200 and edited.news()["stop"] is None
        assert len(edited.tables.server.store.course(edited.news()["game"]).choices) == 2


def test_how_many_choices_of_its_parent_a_game_goes_on_after(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:

        def after() -> int | None:
            stored = edited.tables.server.store.game(edited.news()["game"])
            assert isinstance(stored, StoredGame)
            return stored.after

        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        edited.edit('"stop playing":', '"enough":')
        assert after() == 0
        edited.edit('"enough":', '"stop playing":')
        assert after() == 0, "its parent has none, though it has two itself"
        edited.post("branch", after=1)
        assert after() == 1
        edited.edit('"stop playing":', '"enough":')
        assert after() == 0, "it doesn't go on where its parent did"


def test_a_game_that_cant_be_played_again_is_looked_back_at_once(
    editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        page.choose("stop playing")
        times: list[object] = []

        def fails(timeline: object) -> None:
            times.append(timeline)
            raise IllegalChoice("no")

        monkeypatch.setattr(of_editing, "_see_some", fails)
        for _ in range(2):
            edited.tables.client.portal.call(edited.editing._look_back)  # type: ignore[union-attr]
        assert len(times) == 1


def test_what_players_saw_is_known_before_the_next_edit(editor: Editor) -> None:
    with editor() as edited, edited.tables.page(edited.secret) as page:
        page.until("state")
        for _ in range(2):
            page.choose("stop playing")
        timeline = edited.tables.server.rooms[edited.game["id"]].table.session.timeline
        assert timeline.has_unseen
        edited.tables.client.portal.call(edited.editing._look_back)
        assert not timeline.has_unseen and len(list(timeline.seen())) == 2


def test_only_the_host_of_a_table_sees_what_goes_with_editing(editor: Editor) -> None:
    with editor(open=False, links="each") as edited:
        guest = edited.game["secrets"][1]
        with edited.tables.page(guest) as page:
            assert page.until("welcome")["edit"] is False
        assert edited.post("branch", guest, after=0).status_code == 403
        client, path = edited.tables.client, f"/api/games/{edited.game['id']}/replay"
        assert client.get("/api/edit", headers=bearer(guest)).status_code == 403
        assert client.get(path, headers=bearer(guest)).status_code == 403
        assert client.get(path, headers=bearer(edited.secret)).json()["last"] == 0


def test_a_server_that_edits_nothing_has_no_such_addresses(tables: Tables) -> None:
    game = tables.open(2)
    assert tables.client.get("/api/edit", headers=bearer(game["secrets"][0])).status_code == 404
    with tables.page(game["secrets"][0]) as page:
        assert page.until("welcome")["edit"] is False
