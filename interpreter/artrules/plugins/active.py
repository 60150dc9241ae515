"""Which plugins are active: installed ones, and those that somebody names.

Two variables of the environment say which, as the options `-p` and `--no-plugins` of the command set them. So programs
that artrules starts have the same plugins.

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

from artrules.diagnostics.suggest import closest
from artrules.hookspecs import GROUP
from artrules.plugins.names import LEFT_OUT, NAMED, NO_AUTOLOAD
from artrules.plugins.plugin import Plugin
from artrules.plugins.problem import PluginProblem
from artrules.plugins.verify import verify

Implementations = dict[str, Callable[..., Any]]
"""Functions of a plugin by the hooks that they implement."""


class Plugins:
    """Active plugins, always in order of their names, whatever was installed first."""

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
        """The hooks that a plugin implements, in order."""
        return sorted(self._plugins[name][1])

    def implementing(self, hook: str) -> list[tuple[Plugin, Callable[..., Any]]]:
        """The plugins that implement a hook, each with its function."""
        return self._by_hook.get(hook, [])

    def register(self, implementation: object, name: str, version: str = "", package: str = "") -> Plugin:
        """Make a module or an object active under a name. Raises PluginProblem."""
        if name in self._plugins:
            raise PluginProblem(f"there are two plugins named {name}{_both(self._plugins[name][0].package, package)}")
        plugin = Plugin(name, version, package, implementation)
        self._plugins[name] = (plugin, verify(plugin))
        self._sort()
        return plugin

    def unregister(self, name: str) -> None:
        """Make a plugin inactive. Raises KeyError where none has the name."""
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
    named = [name for name in os.environ.get(NAMED, "").split(",") if name]
    left_out = {name.removeprefix(LEFT_OUT) for name in named if name.startswith(LEFT_OUT)}
    installed: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        known = installed.get(point.name)
        if known is not None and known.value != point.value and point.name not in left_out:
            raise PluginProblem(
                f"there are two plugins named {point.name}"
                f"{_both(_package(known)[0], _package(point)[0])}; "
                f"`-p {LEFT_OUT}{point.name}` leaves both out"
            )
        installed[point.name] = point
    wanted = dict.fromkeys(name for name in named if not name.startswith(LEFT_OUT))
    if not os.environ.get(NO_AUTOLOAD):
        wanted |= dict.fromkeys(installed)
    plugins = Plugins()
    for name in wanted:
        if name not in left_out:
            _load(plugins, name, installed)
    return plugins


def _load(plugins: Plugins, name: str, installed: dict[str, EntryPoint]) -> None:
    point = installed.get(name)
    try:
        module = point.load() if point is not None else import_module(name)
    except Exception as problem:
        if point is None and isinstance(problem, ModuleNotFoundError) and problem.name == name:
            near = closest(name, installed)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise PluginProblem(f"there is no plugin and no module named {name}{meant}") from None
        reason = f"{type(problem).__name__}: {problem}"
        raise PluginProblem(
            f"the plugin {name} can't be loaded ({reason}); `-p {LEFT_OUT}{name}` leaves it out"
        ) from problem
    plugins.register(module, name, *(reversed(_package(point)) if point is not None else ()))


def _package(point: EntryPoint) -> tuple[str, str]:
    """Name and version of the package that declares an entry point."""
    return (point.dist.name, point.dist.version) if point.dist is not None else ("", "")


def _both(one: str, other: str) -> str:
    return f", of {one} and of {other}" if one and other else ""
