"""Games whose setup gives the position in which they begin, as a scenario does: they are played, saved and refused like
others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import artrules
from artrules.play.game.game import begin_as_set_up
from artrules.play.game.saves import Setup, read_save, setup_in
from artrules.play.position.save_document import write_document


@pytest.fixture(scope="module")
def lanterns() -> artrules.Ruleset:
    return artrules.load(Path(__file__).parents[2] / "rulesets" / "lanterns")


GIVEN = """\
phase: play
round: 3
zones: {box: []}
players:
  1: {hand: [red 1, red 3], row: [{card: blue 3, numbers: [1]}]}
  2: {row: [blue 2]}
"""


def setup(lanterns: artrules.Ruleset, given: str = GIVEN, **wishes: bool) -> Setup:
    return replace(lanterns.setup(2, 1), given=given, **wishes)


def test_a_game_begins_in_the_position_of_its_setup(lanterns: artrules.Ruleset) -> None:
    game = lanterns.begin(setup(lanterns))
    assert (game.round, game.phase, [decision.player for decision in game.decisions]) == (3, "play", [1])
    assert [option.label for option in game.decisions[0].options] == ["play red 1", "stop playing"]
    assert [entry.kind for entry in game.log] == ["phase", "took"], "the log has nothing of the setup"


@pytest.mark.parametrize("wishes", [{}, {"log": False}, {"log": False, "knowledge": True}])
def test_it_is_saved_with_its_position(lanterns: artrules.Ruleset, wishes: dict[str, bool]) -> None:
    game = lanterns._game(setup(lanterns, **wishes))
    begin_as_set_up(game.playing)
    for _ in range(3):
        game.choose(game.decisions[0].options[0])
    assert game.inspect.played and len(game.choices) == 3
    text = game.to_json()
    assert read_save(text).setup.given == GIVEN and setup_in(game.setup.as_data()) == game.setup
    assert lanterns.resume(text) == game == game.copy()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("phase: plya", "there is no phase `plya` (expected one of play, buy, tidy); did you mean `play`?"),
        ("zones: {bo: []}", "there is no zone of the table called `bo`; did you mean `box`?"),
        ("zones: {box: [red 77]}", "no card that could lie here is called `red 77`"),
        ("zones: {box: [red 9, red 9, red 9, red 9, red 9]}", "red 9"),
        ("x: 3", "`given` has no key `x`"),
        ("like: other", "there is no position `other`"),
        ("steps: [", "a value is missing"),
        ("- 3", "`given` can't be a list"),
        ("turn: 1\n    steps: [finished: no]\n  other:\n    given: {}", "indented"),
        ("a\x00b", "U+0000"),
    ],
)
def test_a_position_that_cant_be_put_together_is_refused_in_a_sentence(
    lanterns: artrules.Ruleset, given: str, told: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        lanterns.begin(setup(lanterns, given))
    assert told in str(refusal.value)


def test_a_save_with_a_position_that_cant_be_is_refused(lanterns: artrules.Ruleset) -> None:
    game = lanterns.begin(setup(lanterns))
    for given in ("phase: plya", 3, ""):
        data = {**game.save().as_data(), "given": given}
        with pytest.raises(artrules.SaveRefused):
            lanterns.resume(write_document(data))
