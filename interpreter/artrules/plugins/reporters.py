"""Reporters of simulations that plugins contribute, by name."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from artrules.plugins.ask import Contribution, call_twice, contributions_by_name, wrong_type
from artrules.plugins.report import Reporter, Simulation

HOOK = "artrules_reporters"


def reporters(own: Collection[str]) -> dict[str, Reporter]:
    """The reporters of plugins by name; `own` are the engine's own formats, which they can't replace.

    A reporter raises PluginProblem when it fails or doesn't return a text.
    """
    added = contributions_by_name(HOOK, own, "report")
    return {name: partial(_guarded, name, each) for name, each in added.items()}


def _guarded(name: str, added: Contribution[Reporter], simulation: Simulation) -> str:
    what = f"its report `{name}`"
    text = call_twice(added.plugin, what, added.thing, simulation)
    if not isinstance(text, str):
        raise wrong_type(added.plugin, what, "a text", text)
    return text
