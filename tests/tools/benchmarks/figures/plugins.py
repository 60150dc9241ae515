"""Milliseconds of a simulated game, as `artrules simulate` plays it, with a plugin that does nothing and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from types import SimpleNamespace

import artrules
from artrules.lab.simulation import simulate
from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import active
from artrules.table.commands.listeners import GameObserver

from .alternating import alternate, calm, ratio, seconds_of
from .figure import Effort, Figure

PLAYERS = 3
GAMES = 25


def measure(effort: Effort) -> list[Figure]:
    ruleset = artrules.load("vintage")
    idle = SimpleNamespace()
    deaf = SimpleNamespace(artrules_game_begins=hook(lambda: None))
    with calm():
        none, *found = alternate(effort.slices, *(_playing(ruleset, plugin) for plugin in (None, idle, deaf)))
    return [
        Figure(
            name=f"a simulated game, with a plugin that {what}",
            value=median(values),
            unit="ms",
            reference_name="without plugins",
            reference=median(none),
            ratio=ratio(values, none),
            goal="<= 1.02",
            reached=ratio(values, none) <= 1.02,
        )
        for what, values in zip(("has no hook", "doesn't listen"), found, strict=True)
    ]


def _playing(ruleset: artrules.Ruleset, plugin: object | None) -> Callable[[], float]:
    bots = ["uniform"] * PLAYERS

    def run() -> None:
        observer = GameObserver(ruleset, PLAYERS, {}, bots, GAMES)
        simulate(ruleset, PLAYERS, GAMES, 1, each=observer)

    def milliseconds() -> float:
        with _active(plugin):
            return 1000 * seconds_of(run) / GAMES

    return milliseconds


@contextmanager
def _active(plugin: object | None) -> Iterator[None]:
    if plugin is not None:
        active().register(plugin, "idle")
    try:
        yield
    finally:
        if plugin is not None:
            active().unregister("idle")
