"""The engine plays what was recorded: a share of `python -m tests.tools.same_games replay`. What differs is noticed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from artrules.play.game.log import Log

from . import __main__ as commands
from .compare import difference, differences
from .fingerprint import Fingerprint, fingerprint
from .plan import CHOICES, GAMES, plan, spread
from .play import play
from .play_all import loaded, played
from .recording import Recorded, recorded

WHOLE, BEGUN = 5, 5
"""So many games of each ruleset are played to their end, and of so many more the beginning."""
FEW_ENDS = ("kuhn_poker", "leduc_poker")
"""Games that can't end in as many ways as are recorded."""
BEGINNING = 200
"""So many decisions of these."""


def short_ones(name: str) -> list[Recorded]:
    """The shortest games that come to their end, all numbers of players in turn."""
    games, counts = recorded(name), loaded(name).player_counts
    games = sorted((g for g in games if g.fingerprint.decisions < g.table.most), key=lambda g: g.fingerprint.decisions)
    by_count = {count: iter([g for g in games if g.table.players == count]) for count in counts}
    return [next(by_count[counts[turn % len(counts)]]) for turn in range(WHOLE)]


def any_ones(name: str) -> list[Recorded]:
    """Games from all over the recorded ones, of other settings and numbers of players."""
    games = recorded(name)
    return [games[start + turn] for turn, start in enumerate(spread(len(games), BEGUN))]


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_same_games(name: str) -> None:
    assert [account for account in differences(name, short_ones(name)) if account is not None] == []


@pytest.mark.parametrize("name", shipped_rulesets())
def test_they_begin_as_recorded(name: str) -> None:
    for game in any_ones(name):
        most = min(BEGINNING, game.table.most)
        now = played(name, replace(game.table, most=most))
        same = isinstance(now, Fingerprint) and now.checkpoints == game.fingerprint.checkpoints[: len(now.checkpoints)]
        assert same, difference(name, game, played(name, game.table))


@pytest.mark.parametrize("name", shipped_rulesets())
def test_what_is_recorded_is_what_was_planned(name: str) -> None:
    games = recorded(name)
    assert len(games) == GAMES
    assert [game.table for game in games] == plan(loaded(name))
    ends = len({game.fingerprint.final for game in games})
    assert ends == GAMES or (name in FEW_ENDS and ends > 20)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_plan_knows_all_that_can_be_chosen(name: str) -> None:
    """Else add it to `CHOICES`, and record anew."""
    choices = CHOICES[name]
    game = loaded(name).new_game()
    assert {*game.setup.settings} == {*choices.values, *choices.sets}
    files = shipped_folder().joinpath(name).rglob("*.yaml")
    sets = re.findall(r"^set: *(\w+)", "\n".join(path.read_text(encoding="utf-8") for path in files), re.MULTILINE)
    assert {*sets} == {set_ for chosen in choices.sets.values() for set_ in chosen.names}


EXECUTORS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "cpython": lambda patch: patch.setenv("ARTRULES_EXECUTOR", "cpython"),
    "wasm": lambda patch: patch.setenv("ARTRULES_EXECUTOR", "wasm"),
    "first one, then the other": lambda patch: patch.setattr("artrules.play.game.runtime.CHOICES_BEFORE", 20),
}
"""Ways to choose the executor."""


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("name", shipped_rulesets())
def test_they_are_the_same_on_every_executor(name: str, executor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    EXECUTORS[executor](monkeypatch)
    ruleset = artrules.Ruleset(loaded(name).content)
    for game in short_ones(name)[:2]:
        assert difference(name, game, fingerprint(play(ruleset, game.table))) is None


# ---------------------------------------------------------------- what differs is noticed

GAME = recorded("vintage")[60]
"""A game that is played otherwise below."""


class Nth:
    """Changes what is asked for at the n-th time, and at no other."""

    def __init__(self, n: int, change: Callable[[Any], Any]) -> None:
        self.left = n
        self.change = change

    def __call__(self, value: Any) -> Any:
        self.left -= 1
        return self.change(value) if self.left == 0 else value


def swapped(options: Sequence[Any]) -> list[Any]:
    return [options[1], options[0], *options[2:]]


def changed_property(patch: pytest.MonkeyPatch, owner: type, name: str, change: Callable[[Any], Any]) -> None:
    real = getattr(owner, name)
    patch.setattr(owner, name, property(lambda self: change(real.__get__(self))))


def a_label(patch: pytest.MonkeyPatch) -> None:
    changed_property(patch, artrules.Option, "label", Nth(200, lambda label: f"{label}!"))


def an_id(patch: pytest.MonkeyPatch) -> None:
    changed_property(patch, artrules.Option, "id", Nth(200, lambda id_: f"{id_}!"))


def a_prompt(patch: pytest.MonkeyPatch) -> None:
    changed_property(patch, artrules.Decision, "prompt", Nth(45, lambda prompt: f"{prompt}?"))


def two_options(patch: pytest.MonkeyPatch) -> None:
    real = artrules.Decision.options

    def options(decision: artrules.Decision) -> Sequence[artrules.Option]:
        found = real.__get__(decision)
        return swapped(found) if decision.moment.chosen == 30 else found

    patch.setattr(artrules.Decision, "options", property(options))


def a_line_that_one_seat_reads(patch: pytest.MonkeyPatch) -> None:
    real = Log.read_by
    cut = Nth(50, lambda entries: entries[:-1])
    patch.setattr(Log, "read_by", lambda self, seat: (cut if seat == 2 else list)(real(self, seat)))


def a_card_that_one_seat_sees(patch: pytest.MonkeyPatch) -> None:
    real = artrules.Game.view
    leak = Nth(3, lambda view: {**view, "zones": {**view["zones"], "deck": ["red 3"]}})
    patch.setattr(artrules.Game, "view", lambda self, seat: (leak if seat == 1 else dict)(real(self, seat)))


def the_result(patch: pytest.MonkeyPatch) -> None:
    changed_property(patch, artrules.Game, "result", lambda result: {**result, "winners": []})


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (a_label, "between 25 and 50 decisions"),
        (an_id, "between 25 and 50 decisions"),
        (a_prompt, "between 25 and 50 decisions"),
        (two_options, "between 25 and 50 decisions"),
        (a_line_that_one_seat_reads, "between 25 and 50 decisions"),
        (a_card_that_one_seat_sees, "between 25 and 50 decisions"),
        (the_result, "at no check point"),
    ],
)
def test_what_differs_is_noticed(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[pytest.MonkeyPatch], None], where: str
) -> None:
    assert difference("vintage", GAME, played("vintage", GAME.table)) is None
    change(monkeypatch)
    account = difference("vintage", GAME, played("vintage", GAME.table))
    assert account is not None and where in account


def test_a_game_that_is_broken_off_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(self: artrules.Game, option: artrules.Option) -> None:
        raise KeyError("the cat")

    monkeypatch.setattr(artrules.Game, "choose", choose)
    account = difference("vintage", GAME, played("vintage", GAME.table))
    assert account is not None and "was broken off: KeyError: 'the cat'" in account


# ---------------------------------------------------------------- the commands


def test_replay_says_how_to_see_what_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["replay", "vintage", "--games", "2"]) == 0
    assert re.search(r"^vintage: 2 games, \d+ decisions, the same", capsys.readouterr().out)
    the_result(monkeypatch)
    assert commands.main(["replay", "vintage", "--games", "2"]) == 1
    told = capsys.readouterr().out
    assert "vintage: 2 games" in told and "2 NOT THE SAME" in told
    see = re.search(r"python -m tests\.tools\.same_games (show vintage 100 .*)", told)
    assert see is not None
    assert commands.main(see.group(1).split()) == 0
    assert '"winners": []' in capsys.readouterr().out


def test_show_tells_what_is_hashed(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["show", "vintage", str(GAME.table.number), "--to", "0"]) == 0
    told = capsys.readouterr().out
    assert "after 0 decisions" in told and "after 1 decisions" not in told
    assert re.search(r"^  read by .*, seat 1, .* from line 1 on$", told, re.MULTILINE)
    assert re.search(r"^  player \d is asked: .+$", told, re.MULTILINE)
    assert len(re.findall(r"^   \* .+   \[.+\]$", told, re.MULTILINE)) == 1
