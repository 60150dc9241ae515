"""The reports of simulations that plugins add, by name."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from artrules.plugins.ask import Added, added_by_name, said_twice, wrong_type
from artrules.plugins.report import Reporter, Simulation

HOOK = "artrules_reporters"


def reporters(own: Collection[str]) -> dict[str, Reporter]:
    """All reports that plugins add; `own` are the names of artrules' own formats. What one gives that is no text, or
    raises, becomes a PluginProblem."""
    added = added_by_name(HOOK, own, "report")
    return {name: partial(_guarded, name, each) for name, each in added.items()}


def _guarded(name: str, added: Added[Reporter], simulation: Simulation) -> str:
    what = f"its report `{name}`"
    text = said_twice(added.plugin, what, added.thing, simulation)
    if not isinstance(text, str):
        raise wrong_type(added.plugin, what, "a text", text)
    return text
