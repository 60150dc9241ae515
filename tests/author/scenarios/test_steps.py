"""Each form of a step passes when the table is so, and fails at its own line, with its own kind, when it isn't."""

from __future__ import annotations

import pytest

from author.scenarios.one_scenario import outcome, run

PLAY = """
given:
  variables: {first_player: 1}
  players:
    1: {hand: [red 1, red 3], deck: [blue 2], row: [{card: blue 3, numbers: [1]}], coins: 2}
    2: {row: [blue 2, {card: red 1, face: down}], secret: 4}
steps:
"""
BUY = """
given:
  phase: buy
  turn: 1
  round: 2
  zones: {"stall[2]": [red 2, blue 2], box: [red 9, blue 1]}
  players: {1: {coins: 3, row: [red 3, blue 3]}, 2: {coins: 2}}
steps:
"""
DRAW = "- choose: play red 1\n"
USE = '- choose: "use The Lamplighter (red 1): draw a card"\n'
END = """
given: {phase: tidy, round: 4, variables: {left: 3}, players: {1: {coins: 3}, 2: {coins: 1}}}
steps:
"""

RIGHT = [
    (PLAY, "- choose: play red 1"),
    (PLAY, "- {by: 1, choose: play red 1}"),
    (PLAY, "- {nth: 1, choose: play red 1}"),
    (PLAY, "- options: [stop playing, play red 1]"),
    (PLAY, "- {by: 1, options: [play red 1, stop playing]}"),
    (PLAY, "- offered: [play red 1]"),
    (PLAY, "- not_offered: [play red 3, play blue 3]"),
    (PLAY, "- decides: 1"),
    (PLAY, "- took: [stop playing]"),
    (PLAY, "- not_took: [play red 1]"),
    (PLAY, "- expect: {variables: {left: 16, first_player: 1}}"),
    (PLAY, "- expect: {players: {1: {hand: [red 3, red 1], coins: 2, away: no}}}"),
    (PLAY, "- expect: {players: {1: {hand: 2, deck: [{card: blue 2, face: down, printed: 2, numbers: [2]}]}}}"),
    (PLAY, "- expect: {players: {1: {row: [{card: blue 3, numbers: [1], dim: no}]}, 2: {row: [...]}}}"),
    (PLAY, "- sees: {seat: 1, players: {1: {hand: [red 1, red 3], deck: 1}, 2: {row: [blue 2, 1], hand: 0}}}"),
    (PLAY, "- sees: {seat: 2, players: {1: {hand: 2}, 2: {row: [blue 2, red 1], secret: 4}}}"),
    (PLAY, "- sees: {seat: 1, players: {2: {row: [blue 2, hidden], secret: hidden}}}"),
    (PLAY, "- sees: {seat: 1, players: {1: {deck: [hidden]}}}"),
    (PLAY, "- reads: {seat: 1, options: [play red 1, stop playing]}"),
    (PLAY, DRAW + "- reads: {seat: 1, log: [play red 1]}"),
    (PLAY, DRAW + "- reads: {seat: 1, log: [..., play red 1, ...]}"),
    (PLAY, DRAW + "- reads: {seat: 2, log: []}"),
    (PLAY, DRAW + USE + "- choose: stop playing\n- reads: {seat: 2, log: [play red 1, ..., Buy, ...]}"),
    (PLAY, "- why_not: {ask: play red 3, says: it must match the lantern before it}"),
    (PLAY, "- why_not: {ask: r3, by: 1, says: [it must match, nearest that is possible]}"),
    (PLAY, "- why_not: {ask: play red 1, says: is possible now}"),
    (PLAY, "- why_not: {ask: 7, by: 2, says: waits for the others}"),
    (PLAY, "- finished: no"),
    (PLAY, "- result: {finished: no}"),
    (PLAY, DRAW + USE + "- expect: {players: {1: {hand: [blue 2, red 3]}}}"),
    (PLAY, DRAW + USE + "- sees: {seat: 2, players: {1: {hand: 2, row: [{card: blue 3, numbers: [1]}]}}}"),
    (BUY, '- expect: {zones: {"stall[2]": [red 2, blue 2], box: [blue 1, red 9]}}'),
    (BUY, '- expect: {zones: {"stall[2]": [red 2, ...], box: [blue 1, ...]}, variables: {"price[red]": 3}}'),
    (BUY, '- sees: {seat: 2, zones: {"stall[2]": [red 2, 1]}}'),
    (BUY, '- choose: "use red 3: The Pedlar (red 3): earn 1"\n- expect: {players: {1: {coins: 6}}}'),
    (
        END,
        "- says: round 4\n- finished: yes\n- result: {winners: [1], scores: {1: 5, 2: 3}, round: 4, stalled: no}",
    ),
    (END, "- not_offered: [leave]"),
]
WRONG = [
    (PLAY, "- choose: play red 2", "not-offered"),
    (PLAY, "- {nth: 2, choose: play red 1}", "not-offered"),
    (PLAY, "- {by: 2, choose: play red 1}", "wrong-player"),
    (PLAY, "- options: [play red 1]", "wrong-options"),
    (PLAY, "- options: [play red 1, play red 1, stop playing]", "wrong-options"),
    (PLAY, "- offered: [play red 3]", "wrong-options"),
    (PLAY, "- not_offered: [stop playing]", "wrong-options"),
    (PLAY, "- {by: 2, offered: [stop playing]}", "wrong-player"),
    (PLAY, "- decides: 2", "wrong-player"),
    (PLAY, "- decides: [1, 2]", "wrong-player"),
    (PLAY, "- took: [stop playing, stop playing]", "wrong-taken"),
    (PLAY, "- not_took: [stop playing]", "wrong-taken"),
    (PLAY, DRAW + "- took: [stop playing]", "wrong-taken"),
    (PLAY, "- expect: {variables: {left: 15}}", "not-as-expected"),
    (PLAY, "- expect: {players: {1: {hand: [red 1]}}}", "not-as-expected"),
    (PLAY, "- expect: {players: {1: {hand: [red 1, red 1]}}}", "not-as-expected"),
    (PLAY, "- expect: {players: {1: {hand: 3}}}", "not-as-expected"),
    (PLAY, "- expect: {players: {2: {row: [red 1, blue 2]}}}", "not-as-expected"),
    (PLAY, "- expect: {players: {2: {row: [{card: blue 2, face: down}, ...]}}}", "not-as-expected"),
    (PLAY, "- expect: {players: {1: {row: [{card: blue 3, numbers: [1, 3]}]}}}", "not-as-expected"),
    (PLAY, "- expect: {players: {1: {row: [{card: blue 3, wings: 2}]}}}", "unknown-attribute"),
    (PLAY, "- sees: {seat: 1, players: {1: {deck: [{card: hidden, numbers: [1]}]}}}", "unknown-attribute"),
    (PLAY, "- expect: {players: {1: {hands: []}}}", "unknown-place"),
    (PLAY, "- expect: {variables: {left: many}}", "wrong-value"),
    (PLAY, "- sees: {seat: 2, players: {1: {hand: [red 1, red 3]}}}", "seen-otherwise"),
    (PLAY, "- sees: {seat: 1, players: {1: {hand: 2}}}", "seen-otherwise"),
    (PLAY, "- sees: {seat: 1, players: {2: {row: [blue 2, red 1]}}}", "seen-otherwise"),
    (PLAY, "- sees: {seat: 1, players: {2: {secret: 4}}}", "seen-otherwise"),
    (PLAY, "- sees: {seat: 2, players: {2: {secret: hidden}}}", "seen-otherwise"),
    (PLAY, "- sees: {seat: 2, players: {2: {row: [blue 2, hidden]}}}", "seen-otherwise"),
    (PLAY, "- sees: {seat: 1, players: {2: {row: [hidden, hidden]}}}", "seen-otherwise"),
    (PLAY, "- expect: {players: {2: {secret: hidden}}}", "wrong-value"),
    (PLAY, "- expect: {players: {2: {row: [blue 2, hidden]}}}", "not-as-expected"),
    (PLAY, "- sees: {seat: 3, players: {2: {row: []}}}", "bad-position"),
    (PLAY, "- reads: {seat: 3, log: []}", "bad-position"),
    (PLAY, "- reads: {seat: 1, options: [play red 1]}", "read-otherwise"),
    (PLAY, DRAW + "- reads: {seat: 1, log: []}", "read-otherwise"),
    (PLAY, DRAW + "- reads: {seat: 1, log: [play red 1, play red 1]}", "read-otherwise"),
    (PLAY, DRAW + "- reads: {seat: 1, log: [..., play blue 2, ...]}", "read-otherwise"),
    (PLAY, DRAW + "- reads: {seat: 2, log: [play red 1]}", "read-otherwise"),
    (PLAY, "- why_not: {ask: play red 3, says: you have too few coins}", "answered-otherwise"),
    (PLAY, "- why_not: {ask: play red 3, says: [it must match, coins]}", "answered-otherwise"),
    (PLAY, "- why_not: {ask: play red 1, says: it must match}", "answered-otherwise"),
    (PLAY, "- why_not: {ask: play red 3, by: 3, says: it must match}", "bad-position"),
    (PLAY, "- finished: yes", "wrong-result"),
    (PLAY, "- result: {winners: [1]}", "wrong-result"),
    (PLAY, "- says: nothing of the kind", "not-said"),
    (BUY, '- expect: {zones: {"stall[2]": [blue 2, red 2]}}', "not-as-expected"),
    (BUY, '- expect: {zones: {"stall[2]": [blue 2, ...]}}', "not-as-expected"),
    (BUY, '- expect: {zones: {"stall[9]": []}}', "unknown-place"),
    (BUY, "- expect: {variables: {price: 3}}", "unknown-place"),
    (END, "- choose: leave", "wrong-player"),
    (END, "- finished: no", "wrong-result"),
    (END, "- result: {winners: [2]}", "wrong-result"),
    (END, "- result: {scores: {1: 4}}", "wrong-result"),
    (END, "- result: {round: 5}", "wrong-result"),
]


@pytest.mark.parametrize(("given", "steps"), RIGHT)
def test_right(given: str, steps: str) -> None:
    assert outcome(given + steps) == []


@pytest.mark.parametrize(("given", "steps", "slug"), WRONG)
def test_wrong(given: str, steps: str, slug: str) -> None:
    text = (given + steps).strip("\n")
    assert outcome(text) == [(slug, len(text.splitlines()))]


def test_the_first_failing_step_ends_it() -> None:
    assert outcome(PLAY + "- decides: 2\n- finished: yes") == [("wrong-player", 7)]


def test_all_that_differs_in_one_step_is_told() -> None:
    wrong = "- expect:\n    variables: {left: 1}\n    players:\n      1: {coins: 9}\n      2: {hand: 3}"
    assert outcome(PLAY + wrong) == [("not-as-expected", 8), ("not-as-expected", 10), ("not-as-expected", 11)]


def test_what_is_offered_is_listed_and_the_nearest_suggested() -> None:
    (diagnostic,) = run(PLAY + "- choose: play red1")
    assert diagnostic.found == "player 1: play red 1, stop playing"
    assert diagnostic.suggestions == ("play red 1",)


def test_several_players_might_ask() -> None:
    text = "given: {players: {1: {hand: [red 1]}, 2: {hand: [blue 1]}}}\nsteps:\n"
    assert outcome(text + "- why_not: {ask: leave, says: for another time}") == [("wrong-player", 3)]
    assert outcome(text + "- why_not: {ask: leave, by: 2, says: 'for another time (\"Market\")'}") == []


def test_asked_when_the_game_is_over() -> None:
    assert outcome(END + "- why_not: {ask: leave, says: the game is over}") == []


def test_the_whole_answer_is_shown() -> None:
    (diagnostic,) = run(PLAY + "- why_not: {ask: play red 3, says: too few}")
    assert diagnostic.expected == "too few"
    assert diagnostic.found is not None and diagnostic.found.startswith("`play red 3` is not possible: it must match")


def test_several_players_are_offered_the_same() -> None:
    text = "given: {players: {1: {hand: [red 1]}, 2: {hand: [blue 1]}}}\nsteps:\n"
    assert outcome(text + "- choose: stop playing") == [("wrong-player", 3)]
    assert outcome(text + "- {by: 2, choose: stop playing}\n- decides: 1") == []
    assert outcome(text + "- decides: [1, 2]") == []


def test_a_fault_of_the_content_tells_the_line_of_the_scenario() -> None:
    text = "given: {phase: buy, turn: 1, players: {1: {coins: 99, row: [red 1]}}}\nsteps:\n- finished: no"
    (diagnostic,) = run(text)
    assert diagnostic.slug == "out-of-bounds"
    assert diagnostic.span is not None and diagnostic.span.file.endswith("ruleset.yaml")
    assert [place.file for _, place in diagnostic.related] == ["one.yaml"]


def test_a_step_that_fails_tells_what_the_engine_took_by_itself_before() -> None:
    """As in the scenario `gale_dims` of the hill: with nothing else left, the engine stops playing."""
    [wrong] = run(
        """
settings: {guilds: hill}
given:
  variables: {first_player: 1}
  players:
    1: {row: [blue 1, red 1], hand: [red 3]}
steps:
  - choose: play red 3
  - choose: "use The Gale (red 3): dim the one before"
  - expect: {players: {1: {coins: 9}}}
"""
    )
    assert [text for text, _ in wrong.related] == ["after this the engine took by itself: player 1: stop playing"]
    [(_, place)] = wrong.related
    assert place.line == 11
