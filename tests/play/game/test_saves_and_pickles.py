"""Saves are a setup and its choices; pickles hold a position and the identity of its program."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game import game as game_module
from lab.simulation.small_ruleset import write_ruleset

LANTERNS = str(Path(__file__).parents[2] / "rulesets" / "lanterns")


def played_by_index(game: artrules.Game, choices: int, seed: int = 1) -> artrules.Game:
    random = Random(seed)
    for _ in range(choices):
        if game.option_count:
            game.choose(random.randrange(game.option_count))
    return game


@pytest.mark.parametrize("name", [LANTERNS, *shipped_rulesets()])
def test_a_game_without_a_log_can_keep_its_choices(name: str) -> None:
    """It keeps the same as one with a log, however the choices are made."""
    ruleset = artrules.load(name)
    for knowledge in (False, True):
        told = ruleset.new_game(seed=3)
        silent = ruleset.new_game(seed=3, log=False, choices=True, knowledge=knowledge)
        random = Random(name)
        for number in range(60):
            if not told.decisions:
                break
            place = random.randrange(len(told.decisions))
            option = random.choice(told.decisions[place].options)
            told.choose(option.id)
            if number % 3 == 0 and place == 0:
                silent.choose(option.index)
            elif number % 3 == 1:
                silent.choose(silent.decisions[place].options[option.index])
            else:
                silent.choose(option.id)
            if number % 20 == 0:
                silent = silent.copy()
        assert silent.choices == told.choices and silent.log == []
        again = ruleset.resume(silent.to_json())
        assert again == silent == told and again.to_json() == silent.to_json() != told.to_json()
        assert again.log == [] and again.choices == told.choices
        if knowledge:
            assert again.think.resample(1, 2) == silent.think.resample(1, 2)


def test_copies_part_with_choices_of_their_own() -> None:
    ruleset = artrules.load(LANTERNS)
    game = played_by_index(ruleset.new_game(3, 5, log=False, choices=True), 6)
    one, other = played_by_index(game.copy(), 5, 2), played_by_index(game.copy(), 7, 3)
    assert (len(game.choices), len(one.choices), len(other.choices)) == (6, 11, 13)
    assert one.choices[:6] == other.choices[:6] == game.choices
    for each in (game, one, other):
        assert ruleset.resume(each.to_json()) == each


def test_bots_of_the_machine_leave_choices() -> None:
    ruleset = artrules.load(LANTERNS)
    plain, keeping = (ruleset.new_game(3, 5, log=False, choices=choices) for choices in (False, True))
    assert plain.play(seed=4) == keeping.play(seed=4) == len(keeping.choices)
    assert plain == keeping == ruleset.resume(keeping.to_json()) and plain.choices == []


def test_a_choice_that_fails_is_not_kept() -> None:
    game = played_by_index(artrules.load(LANTERNS).new_game(3, 5, log=False, choices=True), 4)
    before = game.choices
    for wrong in (game.option_count, "1:nothing()"):
        with pytest.raises(artrules.IllegalChoice):
            game.choose(wrong)
    assert game.choices == before


REFUSED: dict[str, tuple[Callable[[artrules.Ruleset], artrules.Game], str]] = {
    "no choices": (lambda r: r.new_game(log=False), "begin it with a log, or with `choices=True`"),
    "knowledge alone": (lambda r: r.new_game(log=False, knowledge=True), "keeps no choices"),
    "dealt anew": (lambda r: r.new_game().think.resample(1, 3), "put together or dealt anew"),
    "dealt anew, with choices": (
        lambda r: r.new_game(log=False, knowledge=True, choices=True).think.resample(1, 3),
        "put together or dealt anew",
    ),
    "sampled": (lambda r: r.new_game().think.sample(1, 3), "put together or dealt anew"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_can_not_be_saved_says_what_to_do(what: str) -> None:
    make, reason = REFUSED[what]
    game = make(artrules.load(LANTERNS))
    game.choose(0)
    assert not game.inspect.played
    with pytest.raises(artrules.CannotSave, match=reason):
        game.to_json()
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_position_that_was_put_together_is_not_saved() -> None:
    game = artrules.load(LANTERNS).fresh_game(2, 1)
    game.inspect.begin(lambda position: position.go_on_from(1, 0))
    with pytest.raises(artrules.CannotSave, match="put together"):
        game.to_json()


# -- pickles


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("name", [LANTERNS, *shipped_rulesets()])
def test_a_pickle_is_the_same_game(name: str, log: bool) -> None:
    game = artrules.load(name).new_game(seed=2, log=log, choices=True)
    for number in range(40):
        if number % 8 == 0:
            again = pickle.loads(pickle.dumps(game))
            assert again == game and (again.log, again.choices) == (game.log, game.choices)
            offers = [[[option.id for option in decision.options] for decision in g.decisions] for g in (again, game)]
            assert offers[0] == offers[1]
            game = again
        played_by_index(game, 1, number)


def test_a_pickle_is_opened_in_another_process(tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    game = played_by_index(artrules.load(folder).new_game(3, 7), 5)
    file = tmp_path / "game.pickle"
    file.write_bytes(pickle.dumps(game))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).digest())"
    run = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == game.digest()


def test_a_pickle_of_other_content_is_refused(tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    pickled = pickle.dumps(artrules.load(folder).new_game(3, 7))
    rules = folder / "ruleset.yaml"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# other rules\n", encoding="utf-8")
    gc.collect()  # as long as the ruleset is in use, its games are unpickled with it
    with pytest.raises(artrules.SaveRefused, match="the ruleset's files have changed since"):
        pickle.loads(pickled)


def test_a_pickle_of_another_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pickled = pickle.dumps(artrules.load(LANTERNS).new_game(3, 7))
    monkeypatch.setattr(game_module, "source_digest", lambda: "another")
    with pytest.raises(artrules.SaveRefused, match="pickled with another version of artrules"):
        pickle.loads(pickled)


def test_games_of_variants_are_not_pickled() -> None:
    ruleset = artrules.load(LANTERNS)
    for game in (ruleset.counting().new_game(), ruleset.checked().new_game()):
        with pytest.raises(TypeError, match="variant made by a tool can't be pickled"):
            pickle.dumps(game)
    with pytest.raises(TypeError, match="variant of a ruleset that a tool has made can't be pickled"):
        pickle.dumps(ruleset.checked())


def test_an_unpickled_ruleset_plays_the_same() -> None:
    ruleset = artrules.load(LANTERNS)
    again: artrules.Ruleset = pickle.loads(pickle.dumps(ruleset))
    assert again.content_hash == ruleset.content_hash and again.new_game(2, 3) == ruleset.new_game(2, 3)
