"""The process that answers questions says what the table itself would say; and what happens where it can't."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from artrules.play.presentation import shown_to, why_data
from artrules.table.serve import worker as of_rulesets
from artrules.table.serve import workers
from artrules.table.serve.worker import Worker, answered, replay_states
from artrules.table.serve.workers import QuestionsElsewhere
from artrules.table.session.seats import Timeline
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import Serving
from table.serve.test_table_links import bearer
from tools.two_worlds.sent import answer, things


def as_sent(data: Any) -> Any:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("name", shipped_rulesets())
def test_a_worker_answers_as_the_table_would(name: str) -> None:
    game = artrules.load(name).new_game(seed=5)
    game.play(seed=1, choices=20)
    if game.finished:  # a short one
        game = artrules.load(name).new_game(seed=5)
    worker = Worker(artrules.load(name))
    about = {"game": "a", "setup": as_sent(game.setup.as_data()), "choices": game.choices, "notes": []}
    seat = next(decision.player for decision in game.decisions)
    asked: list[dict[str, Any]] = [{"text": "stop"}, {"text": "play"}]
    view = json.loads(shown_to(game, seat).message([]))["view"]
    asked += [{"thing": thing} for thing in things(view)[::7]]
    for question in asked:
        outcome, text = answered(worker, {"do": "why", **about, "seat": seat, **question})
        assert outcome.get("refused") or as_sent(text) == as_sent(why_data(game, seat, **question))
        assert "problem" not in outcome and outcome["seconds"] >= 0
        if "refused" in outcome:
            assert outcome["refused"] == answer(game, seat, **question)
    _, replay = answered(worker, {"do": "replay", **about, "from": 3, "count": 4})
    timeline = Timeline(game.copy, game.choices)
    timeline._begin = lambda: artrules.load(name).begin(game.setup)
    assert as_sent(replay) == as_sent({"last": len(game.choices), "states": list(replay_states(timeline, 3, 4))})


def test_a_question_is_answered_by_another_process_that_may_end(serving: Serving, tmp_path: Path) -> None:
    questions = QuestionsElsewhere()
    with serving(tmp_path / "games.sqlite", questions=questions) as tables:
        game = tables.open(2, open=True)
        with tables.page(game["secrets"][0]) as page:
            page.until("state")
            for number in range(2):
                page.say("why", id=number, text="stop playing")
                assert page.until("why")["text"]
                (process,) = questions._workers.processes
                assert process.id not in (None, os.getpid())
                os.kill(process.id or 0, signal.SIGKILL)
            page.choose("stop playing")
        replay = tables.client.get(f"/api/games/{game['id']}/replay", headers=bearer(game["secrets"][0])).json()
        assert (replay["last"], len(replay["states"]), replay["table"]["id"]) == (1, 2, game["id"])
        assert tables.told == []


def test_a_question_that_takes_too_long_is_given_up(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = QuestionsElsewhere()
    with (
        serving(tmp_path / "games.sqlite", questions=questions) as tables,
        tables.page(tables.open(2)["secrets"][0]) as page,
    ):
        page.until("state")
        with monkeypatch.context() as patched:
            patched.setattr(workers, "SECONDS_OF_AN_ANSWER", 0.0)
            page.say("why", id=1, text="stop playing")
            assert page.until("refused")["text"] == "That takes too long to find out."
        page.say("why", id=2, text="stop playing")
        assert page.until("why")["id"] == 2


def test_a_question_about_files_that_have_changed_is_refused_and_told(serving: Serving, tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    ruleset = artrules.load(folder)
    file = next(folder.rglob("*.yaml"))
    file.write_text(file.read_text().replace("title: Lanterns", "title: Torches"))
    questions = QuestionsElsewhere()
    with (
        serving(tmp_path / "games.sqlite", ruleset, questions=questions) as tables,
        tables.page(tables.open(2)["secrets"][0]) as page,
    ):
        page.until("state")
        page.say("why", id=1, text="stop playing")
        assert "Before it is started again this can't be found out" in page.until("refused")["text"]
    assert "have changed since the server was started" in tables.told[0]


def test_for_a_game_of_older_rules_they_are_loaded_again_only_where_their_files_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(shipped_folder() / "kuhn_poker", tmp_path / "kuhn_poker"))
    loaded: list[str] = []
    load_worker = of_rulesets._loaded

    def noted(where: str, extra: tuple[str, ...]) -> Worker | None:
        loaded.append(where)
        return load_worker(where, extra)

    monkeypatch.setattr(of_rulesets, "_loaded", noted)
    rulesets = of_rulesets.Workers()
    for _ in range(3):
        assert rulesets._worker(str(folder), (), "of older rules") is not None
    assert len(loaded) == 2
    (folder / "ruleset.yaml").write_text(f"# newer\n{(folder / 'ruleset.yaml').read_text(encoding='utf-8')}", "utf-8")
    for _ in range(2):
        assert rulesets._worker(str(folder), (), "of older rules") is not None
    assert len(loaded) == 3


def test_a_table_of_cards_in_a_folder_from_outside_counts_as_a_file_of_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = artrules.load("kuhn_poker")
    loaded: list[str] = []

    def load(where: str, _extra: tuple[str, ...]) -> Worker:
        loaded.append(where)
        return Worker(ruleset)

    monkeypatch.setattr(of_rulesets, "_loaded", load)
    monkeypatch.setattr(of_rulesets, "_RULESETS", 1)
    table = tmp_path / "more" / "cards.csv"
    table.parent.mkdir()
    rulesets = of_rulesets.Workers()
    for number in range(3):
        table.write_text("name\n" * (number + 1), encoding="utf-8")
        for _ in range(2):
            rulesets._worker("kuhn_poker", (str(tmp_path / "more"),), "of older rules")
    assert len(loaded) == 1 + 3
    rulesets._worker("other", (), None)
    assert not rulesets._states, "nothing is kept of what was let go"
