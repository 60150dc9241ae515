"""Sides: players who win together, whoever of them `winners` names; who is on one side is asked when it is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.model.ir.declarations import SIDES
from artrules.play.game.executors import VARIABLE
from artrules.play.game.scores import sides_of, standing
from artrules.play.presentation.state import result_data
from artrules.table.terminal.story import render_result
from artrules.text.plain_text import Style
from play.game.tiny import play, tiny

WINNERS = "winners: best(p in players, most score(p))"
MORE = """
variables:
  team: {of: player, type: 1..4 or none}
  declarer: {type: player or none}
"""
POINTS = "players[1].x becomes 5\nplayers[2].x becomes 2\nplayers[3].x becomes 1\nplayers[4].x becomes 3\n"


def with_sides(
    folder: Path, sides: str, act: str = POINTS, winners: str = "best(p in players, most score(p))", **more: Any
) -> artrules.Ruleset:
    edits = [(WINNERS, f'sides: "{sides}"\n  winners: "{winners}"')]
    return tiny(folder, act, more=more.pop("sections", MORE), edits=edits, **more)


def result_of(ruleset: artrules.Ruleset, players: int = 4) -> dict[str, Any]:
    result = ruleset.new_game(players).result
    assert result is not None
    return result


SUM = "best(p in players, most sum(score(q) for q in side(p)))"
CASES: dict[str, tuple[str, str, list[int], list[tuple[list[int], int, int]]]] = {
    "partners": ("[1, 2, 1, 2][me]", SUM, [1, 3], [([1, 3], 6, 1), ([2, 4], 5, 2)]),
    "the winners are completed": (
        "[1, 2, 1, 2][me]",
        "[players[4]]",
        [2, 4],
        [([1, 3], 6, 2), ([2, 4], 5, 1)],
    ),
    "a side that has one winner": (
        "[1, 1, 2, 2][me]",
        "best(p in players, least score(p))",
        [3, 4],
        [([1, 2], 7, 2), ([3, 4], 4, 1)],
    ),
    "level sides": ("[1, 2, 1, 2][me]", "best(p in players, most 7)", [1, 2, 3, 4], [([1, 3], 6, 1), ([2, 4], 5, 1)]),
    "one against all": ("me is players[2]", SUM, [1, 3, 4], [([1, 3, 4], 9, 1), ([2], 2, 2)]),
    "a player": (
        "[players[1], players[2], players[1], players[1]][me]",
        SUM,
        [1, 3, 4],
        [([1, 3, 4], 9, 1), ([2], 2, 2)],
    ),
    "a member": ("[blue, blue, red, red][me]", SUM, [1, 2], [([1, 2], 7, 1), ([3, 4], 4, 2)]),
    "all against the game": ("yes", "players if sum(score(p) for p in players) > 9 else none", [1, 2, 3, 4], []),
    "all lose against the game": ("yes", "players if score(players[1]) > 9 else none", [], []),
    "an empty list": ("yes", "those(p in players where score(p) > 9)", [], []),
    "nobody is named": ("[1, 2, 1, 2][me]", "none", [], [([1, 3], 6, 1), ([2, 4], 5, 2)]),
    "those without a side are one": ("my team", SUM, [1, 2, 3, 4], [([1, 2, 3, 4], 11, 1)]),
    "each alone": ("me", SUM, [1], [([1], 5, 1), ([2], 2, 3), ([3], 1, 4), ([4], 3, 2)]),
}


@pytest.mark.parametrize("name", CASES)
def test_who_wins_with_whom(name: str, tmp_path: Path) -> None:
    sides, winners, winning, expected = CASES[name]
    result = result_of(with_sides(tmp_path, sides, winners=winners))
    assert result["winners"] == winning
    assert [(side["players"], side["total"], side["place"]) for side in result["sides"]] == (
        expected or [([1, 2, 3, 4], 11, 1)]
    )


def with_parts(folder: Path, *parts: str) -> artrules.Ruleset:
    """Partners: 1 and 3 have 8 points together, 2 and 4 have 5."""
    more = "variables: {pot: {of: player, type: 0..9}}"
    act = POINTS + "".join(f"players[{player}].pot becomes {points}\n" for player, points in enumerate((8, 5, 8, 5), 1))
    edits = [
        (WINNERS, 'sides: "[1, 2, 1, 2][me]"\n  winners: "[players[2]]"'),
        ("score: {x: {is: my x}}", f"score: {{{', '.join(parts)}}}"),
    ]
    return tiny(folder, act, more=more, edits=edits)


OWN = "x: {label: points, is: my x}"
TOGETHER = "pot: {label: pot, is: my pot, of: side}"


def test_points_of_a_side_count_once(tmp_path: Path) -> None:
    ruleset = with_parts(tmp_path, OWN, TOGETHER)
    result = result_of(ruleset)
    assert [score["total"] for score in result["scores"]] == [13, 7, 9, 8]
    assert [(side["total"], side["parts"]) for side in result["sides"]] == [(14, {"pot": 8}), (10, {"pot": 5})]
    assert [score["players"] for score in result_data(result)["scores"]] == [[1], [2], [3], [4]]
    game = ruleset.new_game(4, log=False)
    assert standing(game.playing.moment) == [[14], [10], [14], [10]]
    lines = list(render_result(result, Style()))
    assert any(line.split() == ["points", "pot", "total", "the", "side's"] for line in lines)
    assert any(line.split()[:6] == ["player", "3", "1", "8", "9", "14"] for line in lines)


def test_sides_that_have_all_points_together_have_a_row_each(tmp_path: Path) -> None:
    result = result_of(with_parts(tmp_path, TOGETHER))
    assert [(side["players"], side["total"]) for side in result["sides"]] == [([1, 3], 8), ([2, 4], 5)]
    assert [(row["players"], row["total"]) for row in result_data(result)["scores"]] == [([1, 3], 8), ([2, 4], 5)]
    lines = [line.split() for line in render_result(result, Style())]
    assert ["players", "1", "and", "3", "8"] in lines and ["players", "2", "and", "4", "5", "*"] in lines


def test_points_of_a_player_under_the_label_of_the_side_stay_the_player_s(tmp_path: Path) -> None:
    own = "x: {label: pot, is: my x}"
    result = result_of(with_parts(tmp_path, own, TOGETHER))
    assert [(row["players"], row["total"]) for row in result_data(result)["scores"]] == [
        ([1], 13),
        ([2], 7),
        ([3], 9),
        ([4], 8),
    ]
    assert [side["total"] for side in result["sides"]] == [14, 10]


def test_without_the_key_each_player_is_a_side(tmp_path: Path) -> None:
    act = 'say "{size(side(me))} {side(left(me)) = [left(me)]}"\n' + POINTS
    game = tiny(tmp_path, act).new_game(4)
    assert game.result is not None and "sides" not in game.result
    assert [entry.text for entry in game.log if entry.kind == "said"] == ["1 yes"]
    assert sides_of(game.result) == [[1], [2], [3], [4]]
    assert [(side["players"], side["total"]) for side in result_data(game.result)["sides"]] == [
        ([1], 5),
        ([2], 2),
        ([3], 1),
        ([4], 3),
    ]


def test_the_side_of_a_player_has_all_of_it_in_the_order_of_seats(tmp_path: Path) -> None:
    act = 'for p in from_seat(players[3]):\n    say "{side(p)} {any(q in side(p) where q is left(p))}"'
    game = with_sides(tmp_path, "[1, 1, 2, 1][me]", act).new_game(4)
    told = [entry.text for entry in game.log if entry.kind == "said"]
    assert told == [
        "player 3 no",
        "player 1, player 2, player 4 yes",
        "player 1, player 2, player 4 yes",
        "player 1, player 2, player 4 no",
    ]


def test_a_game_decides_in_the_middle_who_plays_alone(tmp_path: Path) -> None:
    act = 'may "play alone":\n    declarer becomes me\n' + POINTS
    sides = "me is declarer if declarer is not none else [1, 2, 1, 2][me] = 1"
    ruleset = with_sides(tmp_path, sides, act, SUM, phases="- {name: more, who: nobody, do: skip}")
    for label, winners in (("play alone", [2, 3, 4]), ("don't", [1, 3])):
        game = play(ruleset, label, players=4)
        assert game.result is not None and game.result["winners"] == winners


def test_players_of_a_side_stand_as_the_best_of_them(tmp_path: Path) -> None:
    best = with_sides(tmp_path / "best", "[1, 2, 1, 2][me]").new_game(4, log=False)
    assert standing(best.playing.moment) == [[5], [3], [5], [3]]
    by_score = with_sides(tmp_path / "score", "[1, 2, 1, 2][me]", winners="[players[2]]").new_game(4, log=False)
    assert standing(by_score.playing.moment) == [[6], [5], [6], [5]]


def test_a_tie_between_sides(tmp_path: Path) -> None:
    winners = "best(p in players, most size(side(p)), most sum(score(q) for q in side(p)))"
    result = result_of(with_sides(tmp_path, "[1, 2, 1, 2][me]", winners=winners))
    assert result["winners"] == [1, 3]
    assert result["tie_break"]["tied"] == [1, 2, 3, 4]


def test_what_the_terminal_says(tmp_path: Path) -> None:
    def told(name: str, sides: str, winners: str) -> str:
        return "\n".join(render_result(result_of(with_sides(tmp_path / name, sides, winners=winners)), Style()))

    assert "Players 1 and 3 win together, after 1 round." in told("two", "[1, 2, 1, 2][me]", SUM)
    assert "All win together" in told("all", "yes", "players")
    assert "Nobody wins" in told("none", "yes", "none")
    assert "Players 1, 2, 3 and 4 share the victory" in told("level", "[1, 2, 1, 2][me]", "players")
    assert "Player 2 wins" in told("alone", "me is players[2]", "[players[2]]")


def test_both_executors_find_the_same_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    act = 'choose n in 1..3\nmy x += n\nmay "play alone":\n    declarer becomes me\n' + POINTS
    sides = "me is declarer if declarer is not none else [1, 2, 1, 2][me] = 1"
    told = []
    for executor in ("cpython", "wasm"):
        monkeypatch.setenv(VARIABLE, executor)
        folder = tmp_path / executor
        ruleset = with_sides(folder, sides, act, SUM)
        game = ruleset.new_game(4, seed=2, log=False, knowledge=True)
        thought = [game.think.greedy(game.decisions[0], 5), game.think.search(game.decisions[0], 5, iterations=60)]
        before = game.inspect.position.sides
        game.play(seed=3)
        assert game.result is not None
        sided = {key: game.result[key] for key in ("winners", "sides")}
        told.append((thought, before, game.inspect.position.sides, game.inspect.position.standing, sided))
    assert told[0] == told[1]
    assert told[0][1] == [[1, 3], [2, 4]]


def test_options_may_depend_on_sides_and_why_not_says_so(tmp_path: Path) -> None:
    act = """
choose one:
    "help {p}" for p in others(me) where p in side(me):
        p.x += 1
    "nothing":
        skip
"""
    game = with_sides(tmp_path, "[1, 2, 1, 2][me]", act).new_game(4)
    assert [option.label for option in game.decisions[0].options] == ["help player 3", "nothing"]
    answer = game.why_not(1, "help player 2")
    assert (answer.condition, answer.values["side(me)"]) == ("p in side(me)", "player 1, player 3")


def test_an_overlay_says_who_plays_together(tmp_path: Path) -> None:
    with_sides(tmp_path, "yes", "my x becomes 5")
    overlay = "overlay: {}\nof: tiny\napplies: size(players) = {}\nflow: {{sides: {}}}\n"
    for name, players, sides in (("pairs", 4, "'[1, 2, 1, 2][me]'"), ("alone", 3, "null")):
        (tmp_path / f"{name}.yaml").write_text(overlay.format(name, players, sides), encoding="utf-8")
    ruleset = artrules.load(tmp_path)
    assert sides_of(result_of(ruleset, 4)) == [[1, 3], [2, 4]]
    assert "sides" not in result_of(ruleset, 3)
    assert sides_of(result_of(ruleset, 2)) == [[1, 2]]


def test_rollouts_count_whole_sides(tmp_path: Path) -> None:
    act = "choose n in 1..2\n" + POINTS
    game = with_sides(tmp_path, "[1, 2, 1, 2][me]", act, "[players[4]]").new_game(4, log=False)
    assert game.think.rollouts(3, seed=1).wins == (0, 3, 0, 3)


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ("[me]", "a list"),
        ("my hand", "hand"),
        ("none", "none"),
        ("players", "a list"),
        ("side(me) = [me]", "comes to call itself"),
        ("score(me) + 1 + nothing", "nothing"),
    ],
)
def test_what_can_not_tell_sides(sides: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        with_sides(tmp_path, sides)
    (diagnostic,) = [each for each in refused.value.diagnostics if each.severity == "error"]
    assert expected in str(diagnostic.message) + str(diagnostic.found)


def test_no_name_reaches_the_function_that_tells_sides(tmp_path: Path) -> None:
    sections = MORE + "functions:\n  sides(player p): 7\n"
    ruleset = with_sides(tmp_path, "[1, 2, 1, 2][me]", 'say "{sides(me)}"\n' + POINTS, sections=sections)
    assert SIDES in ruleset.runtime(4)[0].model.functions
    assert result_of(ruleset)["winners"] == [1, 3]


def test_a_fault_in_sides_stops_the_game_where_it_happens(tmp_path: Path) -> None:
    sections = MORE + "  zero: {type: 0..1}\n"
    ruleset = with_sides(tmp_path, "1 / zero", sections=sections)
    with pytest.raises(artrules.GameFault):
        ruleset.new_game(4)
