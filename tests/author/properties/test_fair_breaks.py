"""Bots that know more than their seats, which *fair* must find; and that it holds for the bots there are."""

from __future__ import annotations

from functools import partial

from artrules.author.conformance import secrecy
from artrules.author.conformance.random_play import Counts, Table
from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.strategies import UniformBot
from artrules.play.game.decision import Decision, Option
from artrules.play.game.seat import View
from author.properties.rulesets import broken
from author.scenarios.one_scenario import lanterns

TABLE = Table(2, seed=3)


class Peeking:
    """Looks at what the other player holds."""

    def __init__(self, seed: int, player: int) -> None:
        self.player = player

    def choose(self, decision: Decision, view: View) -> Option:
        hidden = view._game.inspect.view()["players"][3 - self.player]["hand"]  # type: ignore[attr-defined]
        return decision.options[sum(map(ord, str(hidden))) % len(decision.options)]


class PeekingAhead:
    """Plays a copy of the real game on, not a determinization."""

    def __init__(self, seed: int, player: int) -> None:
        self.seed = seed

    def choose(self, decision: Decision, view: View) -> Option:
        copy = view._game.copy()  # type: ignore[attr-defined]
        copy.play(seed=self.seed, choices=6)
        return decision.options[int(copy.digest(), 16) % len(decision.options)]


def test_it_finds_bots_that_know_too_much() -> None:
    for bot in (Peeking, PeekingAhead):
        account = broken(partial(secrecy.check_fairness, bots={"peeking": bot}, one_in=3), lanterns())
        assert "the bot peeking chooses" in account


def test_it_holds_for_the_bots_there_are() -> None:
    counts = Counts()
    assert {"uniform", "greedy", f"search:iterations={secrecy.ITERATIONS}"} <= set(secrecy.all_bots())
    secrecy.check_fairness(lanterns(), TABLE, counts, positions=4, one_in=5)
    assert counts["choices"] >= 12


def test_bots_may_be_left_out() -> None:
    counts = Counts()
    secrecy.check_fairness(lanterns(), TABLE, counts, bots={"uniform": UniformBot}, positions=2, one_in=3)
    assert counts["choices"] == counts["games that look the same"] > 0


class Helpless:
    """Can't play this game at all."""

    def __init__(self, seed: int, player: int) -> None: ...

    def choose(self, decision: Decision, view: View) -> Option:
        raise BotProblem("there is nothing to go by here")


def test_bots_that_cannot_play_the_game_are_left_out() -> None:
    counts = Counts()
    secrecy.check_fairness(lanterns(), TABLE, counts, bots={"helpless": Helpless}, positions=2, one_in=3)
    assert counts["games that look the same"] > counts["choices"] == 0
