"""The bot that follows hints: it takes what is liked best, and knows no more than its player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import artrules
from artrules.engine.execute.instance import Instance
from artrules.engine.lower.program import Program
from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.registry import make_bot, run_playout
from artrules.model.analyses.option_looks import hints_are_open
from artrules.play.game.seat import Seat
from engine.execute.executors import on_cpython, on_wasm
from play.game.tiny import choose, tiny

ACT = """
choose one:
    "take {n}" for n in 1..3:
        my x += n
    "double":
        my x += my x
    "leave":
        skip
"""
BOTH = (
    "hints: {position: my x, options: {leave: 1, 'take {n}': 'if_n(n)'}}\nfunctions: {if_n(0..9 n): 10 if n = 2 else 0}"
)


def moved_to(make: Callable[[Program], Instance], game: artrules.Game) -> artrules.Game:
    """A game that goes on on another executor."""
    runtime = game.playing.runtime
    runtime.release()
    instance = make(runtime.program)
    instance.call("start")
    runtime._use(instance)
    runtime._may_change = False
    return game


def liked(game: artrules.Game, player: int = 1, **given: int) -> tuple[str, tuple[float, ...]]:
    """The label of the option that is liked best, and how much each is."""
    decision = game.decisions[0]
    found = Seat(game, player).hinted(decision, 7, **given)
    return decision.options[found.option].label, found.values


@pytest.mark.parametrize(
    ("hints", "best", "values"),
    {
        "by option": ("hints: {options: {'take {n}': 4 - n, double: my x + 1}}", "take 1", (3, 2, 1, 1, 0)),
        "by position": ("hints: {position: 10 * my x}", "take 3", (10, 20, 30, 0, 0)),
        "both together": (BOTH, "take 2", (1, 12, 3, 0, 1)),
        "one that fails counts 0": (
            "hints: {options: {'take {n}': 6 / (n - 2), leave: 5}}",
            "take 3",
            (-6, 0, 6, 0, 5),
        ),
        "within bounds": (
            "hints: {options: {'take {n}': -9000000 * n, leave: 9000000}}",
            "leave",
            (-1e6, -1e6, -1e6, 0, 1e6),
        ),
    }.values(),
)
@pytest.mark.parametrize("make", [on_cpython, on_wasm])
def test_what_is_liked(
    hints: str, best: str, values: tuple[float, ...], make: Callable[[Program], Instance], tmp_path: Path
) -> None:
    game = moved_to(make, tiny(tmp_path, ACT, more=hints).new_game(2, 1))
    assert liked(game, samples=2) == (best, values)
    assert liked(game, samples=2) == (best, values)
    choose(game, best)


def test_what_is_liked_equally_is_taken_by_chance(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, ACT, more="hints: {options: {double: -1, leave: -1}}")
    taken = Counter()
    for seed in range(60):
        game = ruleset.new_game(2, 1)
        found = game.think.hinted(game.decisions[0], seed)
        assert found == game.think.hinted(game.decisions[0], seed)
        taken[game.decisions[0].options[found.option].label] += 1
    assert set(taken) == {"take 1", "take 2", "take 3"} and min(taken.values()) > 8


def test_only_what_may_be_chosen(tmp_path: Path) -> None:
    game = tiny(tmp_path, ACT, more="hints: {position: my x}").new_game(2, 1)
    decision = game.decisions[0].narrowed([0, 3])
    assert make_bot("rules", 1, 1).choose(decision, Seat(game, 1)).label == "take 1"


PEEK = 'hints: {options: {"guess {n}": 1 if (top of my deck).n = n else 0}}'
DEALT = "begin: |\n      for p in players:\n          move pool to p.deck\n          shuffle p.deck\n"
GUESS = 'choose "guess {n}" for n in 1..2\nmy x += n'


AT_ONCE = [("who: in_turn", "who: all_at_once")]
OPEN = "hints: {options: {'take {n}': 2 if my x < 4 else 0, double: 2 if my x > 2 else 1}}"


@pytest.mark.parametrize("edits", [(), AT_ONCE], ids=["in turn", "at once"])
def test_the_machine_plays_whole_games_as_the_bot_does(edits: Sequence[tuple[str, str]], tmp_path: Path) -> None:
    """Where hints tell nothing hidden: by the same choices, also of what is liked equally, with a log and without."""
    everybody = ("if me is players[1]:\n            act()", "act()")
    ruleset = tiny(tmp_path, ACT, more=OPEN, edits=[*edits, everybody], rounds=4)
    for seed in range(5):
        games = [ruleset.new_game(3, seed, log=log) for log in (False, True, True)]
        assert games[0].play("rules", seed=9) == games[1].play("rules", seed=9) == 12
        run_playout(games[2], [make_bot("rules", 9, player) for player in (1, 2, 3)])
        assert len({game.digest() for game in games}) == 1 and games[0].finished


def test_rollouts_by_hints() -> None:
    ruleset = artrules.load("crazy_eights")
    game = ruleset.new_game(2, 5, {"goal": 1}, log=False)
    by_hints, by_chance = (game.think.rollouts(40, bot, seed=3) for bot in ("rules", "uniform"))
    assert by_hints.choices < by_chance.choices
    assert by_hints == game.think.rollouts(40, "rules", seed=3)


OTHERS = "hints: {options: {'take {n}': sum(p.x for p in others(me))}}"


@pytest.mark.parametrize(("hints", "edits"), {"others": (OTHERS, AT_ONCE), "position": (BOTH, ())}.values())
def test_the_machine_plays_by_no_hints_that_may_tell_something(
    hints: str, edits: Sequence[tuple[str, str]], tmp_path: Path
) -> None:
    """While all play at once, what others have chosen already is hidden."""
    game = tiny(tmp_path, ACT, more=hints, edits=edits).new_game(2, 1, log=False)
    with pytest.raises(ValueError, match="the machine has no bot 'rules' for `tiny`: it has uniform, first"):
        game.play("rules")


TOP = "hints: {options: {'take {n}': 0 if size(heap) = 0 else (top of heap).n}}"
CONCEAL = 'choose "conceal {c}" for c in my row\n'


@pytest.mark.parametrize(
    ("code", "is_open"),
    {
        "where they were chosen": (CONCEAL + "c.face becomes down", True),
        "and others are moved": (CONCEAL + "c.face becomes down\nmove my row to pool", True),
        "after they may have been moved": (CONCEAL + "move my row to heap\nc.face becomes down", False),
        "after a procedure may have moved them": (CONCEAL + "clear()\nc.face becomes down", False),
        "after a watch may have moved them": (CONCEAL + "announce rung(n: 1, by: me)\nc.face becomes down", False),
        "anywhere": ("for c in tile: c.face becomes down", False),
        "as they arrive": ("for c in my row: move c to heap facing down", False),
    }.values(),
)
def test_cards_are_open_where_none_are_turned_over(code: str, is_open: bool, tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, f"{ACT}{code}", more=TOP, procedures="clear: move my row to heap")
    assert hints_are_open(ruleset.model) == is_open


@pytest.mark.parametrize(
    ("does", "is_open"), {"my y += 1": True, "act()": False, "announce rung(n: 1, by: me)": False}.items()
)
def test_what_is_chosen_in_turn_may_be_liked_by_what_others_have(does: str, is_open: bool, tmp_path: Path) -> None:
    """Also in a game with a phase that all play at once, unless the same may be chosen there."""
    together = f"    - {{name: together, who: all_at_once, do: '{does}'}}\n"
    game = tiny(tmp_path, ACT, more=OTHERS, phases=together).new_game(2, 1, log=False)
    if is_open:
        game.play("rules")
        assert game.finished
        return
    with pytest.raises(ValueError, match="no bot 'rules'"):
        game.play("rules")


def test_hints_that_read_what_is_hidden_tell_nothing(tmp_path: Path) -> None:
    """In worlds that differ in the card on top of the deck the bot likes the same: what the card isn't known to be."""
    edits = [("begin: |\n      skip", "begin: |\n      move pool to players[1].deck\n      shuffle players[1].deck")]
    ruleset = tiny(tmp_path, GUESS, more=PEEK, edits=edits)
    game = ruleset.new_game(2, 1)
    with pytest.raises(ValueError, match="no bot 'rules'"):
        game.play("rules")
    worlds = [game, *(game.think.resample(1, seed) for seed in range(8))]
    assert len({str(world.inspect.view()["players"]) for world in worlds}) > 1
    assert len({str(liked(world, samples=3)) for world in worlds}) == 1


def test_a_game_without_hints_is_refused_in_a_sentence(tmp_path: Path) -> None:
    game = tiny(tmp_path, ACT).new_game(2, 1)
    with pytest.raises(BotProblem, match=r"`tiny` has no hints .* the bot `rules` can't play it"):
        make_bot("rules", 1, 1).choose(game.decisions[0], Seat(game, 1))


def test_it_plays_whole_games_alike_with_a_log_and_without() -> None:
    ruleset = artrules.load("crazy_eights")
    ends = []
    for log in (True, False):
        game = ruleset.new_game(2, 5, {"goal": 1}, log=log, knowledge=True)
        run_playout(game, [make_bot("rules", 5, 1), make_bot("rules:samples=1", 5, 2)])
        ends.append((game.finished, game.digest()))
    assert ends[0] == ends[1] and ends[0][0]
