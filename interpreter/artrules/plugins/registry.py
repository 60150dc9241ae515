"""Which plugins are loaded, and what they say: always in order of their names, whatever was installed first.

ARTRULES_DISABLE_PLUGIN_AUTOLOAD=1 keeps installed plugins out; those that a program registers itself stay.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pluggy

from artrules.plugins import hooks


class PluginProblem(Exception):
    """A plugin that can't be loaded, or that doesn't get along with another."""


@cache
def loaded() -> pluggy.PluginManager:
    """All plugins; installed ones are loaded on the first call. Raises PluginProblem."""
    plugins = pluggy.PluginManager(hooks.GROUP)
    plugins.add_hookspecs(hooks)
    if not os.environ.get("ARTRULES_DISABLE_PLUGIN_AUTOLOAD"):
        try:
            plugins.load_setuptools_entrypoints(hooks.GROUP)
        except Exception as problem:
            reason = f"{type(problem).__name__}: {problem}"
            raise PluginProblem(
                f"an installed plugin can't be loaded ({reason}); ARTRULES_DISABLE_PLUGIN_AUTOLOAD=1 leaves plugins out"
            ) from problem
    return plugins


def results(hook: str) -> list[tuple[str, Any]]:
    """What each plugin that has a hook says to it: the plugin's name and the result, in order of the names."""
    said = []
    for implementation in sorted(getattr(loaded().hook, hook).get_hookimpls(), key=lambda i: i.plugin_name):
        name = implementation.plugin_name
        wanted = getattr(implementation.plugin, "ARTRULES_HOOKS", hooks.HOOKS_VERSION)
        if wanted > hooks.HOOKS_VERSION:
            has = hooks.HOOKS_VERSION
            raise PluginProblem(f"the plugin {name} needs hooks of version {wanted}; this artrules has {has}")
        try:
            said.append((name, implementation.function()))
        except Exception as problem:
            reason = f"{type(problem).__name__}: {problem}"
            raise PluginProblem(f"the plugin {name} failed in {hook} ({reason})") from problem
    return said
