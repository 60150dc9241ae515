"""Players who are asked one after another until all pass (`docs/write/phases.md`)."""

from __future__ import annotations

from inspect import getsource
from pathlib import Path

import pytest

import artrules
from artrules.author.scenarios.run import run_scenarios
from artrules.model.elaborate import control
from artrules.play.game import executors
from play.game.tiny import play, tiny, told

RAISE = """
    ask {who} until all pass, at most {most}:
        choose one:
            "raise":
                total += 1
            "pass":
                pass
            "out":
                my x becomes 1
                pass
            "stop":
                stop
    say "over at {{total}}"
"""
CASES: dict[str, tuple[str, int, str, list[int], int]] = {
    "nobody acts: all are asked once": ("from left(me)", 9, "pass pass pass", [2, 3, 1], 0),
    "who acted last isn't asked again": ("from me", 9, "raise pass pass", [1, 2, 3], 1),
    "whoever acts, all others are asked": ("from me", 9, "pass raise pass pass", [1, 2, 3, 1], 1),
    "in the last place, too": ("from me", 9, "pass pass raise pass pass", [1, 2, 3, 1, 2], 1),
    "passing is not for good": ("from me", 9, "pass raise raise raise pass pass", [1, 2, 3, 1, 2, 3], 3),
    "it is bounded": ("from me", 4, "raise raise raise raise", [1, 2, 3, 1], 4),
    "and players who pass are counted, too": ("from me", 2, "pass pass", [1, 2], 0),
    "stop ends it": ("from me", 9, "raise stop", [1, 2], 1),
    "some players alone": ("p in others(me) from me", 9, "raise raise pass", [2, 3, 2], 2),
    "who isn't asked for good": (
        "p in players where p.x = 0 from me", 9, "raise out raise out", [1, 2, 3, 1], 2,
    ),
    "one player goes on alone, and acts once": ("p in [me] from left(me)", 9, "raise", [1], 1),
    "nobody is asked": ("p in players where p.x > 5 from me", 9, "", [], 0),
}  # fmt: skip


@pytest.fixture(params=["cpython", "wasm"])
def _executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(executors.VARIABLE, request.param)


def begin(folder: Path, act: str, players: int = 3) -> artrules.Game:
    return tiny(folder, act).new_game(players=players, single_options="put")


def choose(game: artrules.Game, label: str) -> int:
    """Choose an option by its label, and give whose it was."""
    (decision,) = game.decisions
    game.choose(next(option for option in decision.options if option.label == label))
    return decision.player


@pytest.mark.usefixtures("_executor")
@pytest.mark.parametrize(("who", "most", "labels", "asked", "total"), CASES.values(), ids=CASES)
def test_who_is_asked_and_when_it_is_over(
    tmp_path: Path, who: str, most: int, labels: str, asked: list[int], total: int
) -> None:
    game = begin(tmp_path, RAISE.format(who=who, most=most))
    assert [choose(game, label) for label in labels.split()] == asked
    assert not game.decisions
    assert told(game) == [f"over at {total}"]


def test_it_is_saved_in_the_middle_and_gone_on_with(tmp_path: Path) -> None:
    act = RAISE.format(who="from me", most=9)
    assert told(play(tiny(tmp_path, act), "raise", "raise", "pass")) == ["over at 2"]


def test_windows_may_lie_in_one_another(tmp_path: Path) -> None:
    act = """
    ask from me until all pass, at most 9:
        choose one:
            "propose":
                total += 1
                ask p in others(me) from left(me) until all pass, at most 9:
                    may "object":
                        total += 10
                    else:
                        pass
            "pass":
                pass
    say "over at {total}"
    """
    game = begin(tmp_path, act)
    labels = ["pass", "propose", "object", "don't", "pass", "pass"]
    assert [choose(game, label) for label in labels] == [1, 2, 3, 1, 3, 1]
    assert told(game) == ["over at 11"]


def test_a_procedure_says_whether_its_player_passes(tmp_path: Path) -> None:
    act = """
    ask from me until all pass, at most 9:
        let goes_on = raising()
        if not goes_on:
            pass
    say "over at {total}"
    """
    procedures = """
    raising() gives bool: |
      result becomes no
      may "raise":
          total += 1
          result becomes yes
    """
    game = tiny(tmp_path, act, procedures=procedures).new_game(players=2, single_options="put")
    assert [choose(game, label) for label in ["raise", "don't"]] == [1, 2]
    assert told(game) == ["over at 1"]


HIDDEN = """
    move those(c in pool where c.shade is red) to left(me).hand
    ask from me until all pass, at most 9:
        choose one:
            "show {c}" for c in my hand where c.shade is blue:
                show c to everyone
            "pass":
                pass
    """


def test_who_can_only_pass_is_asked_where_others_could_tell(tmp_path: Path) -> None:
    game = tiny(tmp_path, HIDDEN).new_game(players=3)
    assert [choose(game, "pass") for _ in range(3)] == [1, 2, 3]
    assert not game.decisions


def test_who_can_only_pass_is_not_asked_where_all_know_it(tmp_path: Path) -> None:
    act = """
    ask from me until all pass, at most 9:
        choose one:
            "raise" if my x < 1 and me is not left(players[1]):
                my x += 1
            "pass":
                pass
    """
    game = tiny(tmp_path, act).new_game(players=3)
    assert [choose(game, label) for label in ["raise", "raise"]] == [1, 3]
    assert not game.decisions


def test_others_read_who_acts_and_not_who_declines(tmp_path: Path) -> None:
    act = """
    ask from me until all pass, at most 9:
        may "raise":
            total += 1
        else:
            pass
    """
    game = begin(tmp_path, act, players=2)
    assert [choose(game, label) for label in ["raise", "don't"]] == [1, 2]
    assert [entry.text for entry in game.log.read_by(1) if entry.kind == "chose"] == ["raise"]


# -- faults of the elaboration, which the scenarios of games with windows find

RULESETS = Path(__file__).parents[2] / "rulesets"
FAULTS = {
    "who acted last is asked again": ("_window", "Number(1, 1), 1", "Number(0, 0), 0", "quays"),
    "who passes is taken to act": ("pass_", "passes.before", "passes.now", "quays"),
    "the table is asked the other way round": ("_window", '"left", player', '"right", player', "bulbs"),
    "the second player is asked first": ("_window", '_neighbour(at, "right", first)', "first", "quays"),
    "all players are asked": ("_window", "reversed(is_asked)", "[]", "quays"),
    "it ends with a round": ("_is_over", "k.Constant(at, Number(most, most), most)", "all_players", "quays"),
}  # fmt: skip


@pytest.mark.parametrize(("function", "sound", "faulty", "game"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch, function: str, sound: str, faulty: str, game: str) -> None:
    text = getsource(getattr(control, function))
    assert text.count(sound) == 1
    assert _complaints(game) == []
    names = dict(vars(control))
    exec(text.replace(sound, faulty), names)
    monkeypatch.setattr(control, function, names[function])
    assert _complaints(game)


def _complaints(game: str) -> list[str]:
    """What the scenarios of a game say that is read anew."""
    ruleset = artrules.load(RULESETS / game)
    return [diagnostic.message for result in run_scenarios(ruleset) for diagnostic in result.diagnostics]


def test_why_not_is_answered_there(tmp_path: Path) -> None:
    act = """
    ask from me until all pass, at most 9:
        choose one:
            "raise to {n}" for n in total + 1..9:
                total becomes n
            "pass":
                pass
    """
    game = begin(tmp_path, act, players=2)
    choose(game, "raise to 4")
    assert "3 is too low" in game.why_not(2, "raise to 3").text
    assert "player 2 to decide" in game.why_not(1, "raise to 5").text
