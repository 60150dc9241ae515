"""Which plugins are active: installed ones, and those that are named.

Two environment variables choose them; the options `-p` and `--no-plugins` set these, so that processes which artrules
starts have the same plugins.

    ARTRULES_DISABLE_PLUGIN_AUTOLOAD=1   no installed plugin is active unless it is named
    ARTRULES_PLUGINS=chronicle,no:tidy   these are active too (entry points or modules), `no:` leaves one out
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from artrules.diagnostics.errors import is_interruption
from artrules.diagnostics.suggest import closest
from artrules.hookspecs import GROUP
from artrules.plugins.environment import EXCLUDE, NO_AUTOLOAD, PLUGINS
from artrules.plugins.plugin import Plugin
from artrules.plugins.problem import PluginProblem
from artrules.plugins.verify import verify

Implementations = dict[str, Callable[..., Any]]
"""The functions of a plugin, by the hooks that they implement."""


class Plugins:
    """The active plugins, sorted by name, so that nothing depends on the order of installation."""

    def __init__(self) -> None:
        self._plugins: dict[str, tuple[Plugin, Implementations]] = {}
        self._by_hook: dict[str, list[tuple[Plugin, Callable[..., Any]]]] = {}

    def __iter__(self) -> Iterator[Plugin]:
        return (plugin for plugin, _ in self._plugins.values())

    def __contains__(self, name: str) -> bool:
        return name in self._plugins

    def get(self, name: str) -> Plugin | None:
        """The plugin with a name, if it is active."""
        return self._plugins[name][0] if name in self._plugins else None

    def hooks_of(self, name: str) -> list[str]:
        """The names of the hooks that a plugin implements, sorted. Raises KeyError."""
        return sorted(self._plugins[name][1])

    def implementing(self, hook: str) -> list[tuple[Plugin, Callable[..., Any]]]:
        """The plugins that implement a hook, in order of their names, each with its function."""
        return self._by_hook.get(hook, [])

    def register(self, implementation: object, name: str, version: str = "", package: str = "") -> Plugin:
        """Make a module or object active under a name. Raises PluginProblem when it is malformed or the name is
        taken."""
        if name in self._plugins:
            raise PluginProblem(
                f"there are two plugins named {name}{_packages_of_both(self._plugins[name][0].package, package)}"
            )
        plugin = Plugin(name, version, package, implementation)
        self._plugins[name] = (plugin, verify(plugin))
        self._sort()
        return plugin

    def unregister(self, name: str) -> None:
        """Make a plugin inactive. Raises KeyError if no active plugin has the name."""
        del self._plugins[name]
        self._sort()

    def _sort(self) -> None:
        self._plugins = dict(sorted(self._plugins.items()))
        self._by_hook = {}
        for plugin, hooks in self._plugins.values():
            for hook, function in hooks.items():
                self._by_hook.setdefault(hook, []).append((plugin, function))


@cache
def active() -> Plugins:
    """The plugins of this process, loaded on the first call. Raises PluginProblem."""
    named = [name for name in os.environ.get(PLUGINS, "").split(",") if name]
    excluded = {name.removeprefix(EXCLUDE) for name in named if name.startswith(EXCLUDE)}
    installed: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        known = installed.get(point.name)
        if known is not None and known.value != point.value and point.name not in excluded:
            raise PluginProblem(
                f"there are two plugins named {point.name}"
                f"{_packages_of_both(_package(known)[0], _package(point)[0])}; "
                f"`-p {EXCLUDE}{point.name}` leaves both out"
            )
        installed[point.name] = point
    wanted = dict.fromkeys(name for name in named if not name.startswith(EXCLUDE))
    if not os.environ.get(NO_AUTOLOAD):
        wanted |= dict.fromkeys(installed)
    plugins = Plugins()
    for name in wanted:
        if name not in excluded:
            _load(plugins, name, installed)
    return plugins


def _load(plugins: Plugins, name: str, installed: dict[str, EntryPoint]) -> None:
    point = installed.get(name)
    try:
        module = point.load() if point is not None else import_module(name)
    except BaseException as problem:
        if is_interruption(problem):
            raise
        if point is None and isinstance(problem, ModuleNotFoundError) and problem.name == name:
            near = closest(name, installed)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise PluginProblem(f"there is no plugin and no module named {name}{meant}") from None
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise PluginProblem(
            f"the plugin {name} can't be loaded ({reason}); `-p {EXCLUDE}{name}` leaves it out"
        ) from problem
    plugins.register(module, name, *(reversed(_package(point)) if point is not None else ()))


def _package(point: EntryPoint) -> tuple[str, str]:
    """The name and version of the package that declares an entry point; empty where it has none."""
    return (point.dist.name, point.dist.version) if point.dist is not None else ("", "")


def _packages_of_both(one: str, other: str) -> str:
    return f", of {one} and of {other}" if one and other else ""
