"""Which plugins are active: installed ones, and those that are named.

Two environment variables choose them; the options `-p` and `--no-plugins` set these, so that processes which artrules
starts have the same plugins.

    ARTRULES_DISABLE_PLUGIN_AUTOLOAD=1   no installed plugin is active unless it is named
    ARTRULES_PLUGINS=chronicle,no:tidy   these are active too (entry points or modules), `no:` leaves one out
"""

import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

from artrules.play.plugins import EXCLUDE, NO_AUTOLOAD, PLUGINS, hooks
from artrules.play.plugins.hooks import GROUP
from artrules.text.diagnostics.suggest import closest

# One active plugin.


@dataclass(frozen=True, slots=True)
class Plugin:
    """A module or an object whose functions implement hooks."""

    name: str
    """The name of its entry point, or of its module where `-p` names one without an entry point."""
    version: str
    """The version of its package; empty where it is in none."""
    package: str
    """The name of its package, as for `pip install`; empty where it is in none."""
    implementation: ModuleType | object = field(repr=False, compare=False)

    @property
    def label(self) -> str:
        """Its name in a sentence: `the plugin chronicle`."""
        return f"the plugin {self.name}"


# The exception for whatever is wrong with a plugin, and exceptions that are not its fault.


class PluginProblem(Exception):
    """A plugin can't be loaded, breaks the rules for plugins, fails, or conflicts with another plugin.

    The message is for users: one line that names the plugin.
    """


def is_interruption(problem: BaseException) -> bool:
    """Whether an exception comes from outside of the code in which it is raised: from Ctrl-C or a signal. All others
    are that code's fault, SystemExit among them."""
    if isinstance(problem, Exception | SystemExit):
        return False
    return isinstance(problem, KeyboardInterrupt) or type(problem).__module__.startswith("artrules.")


# Checks that a plugin implements only hooks that exist, with parameters that they have.
#
# Otherwise a function with a misspelt name would silently never be called.

PREFIX = "artrules_"
_MARK = f"{hooks.GROUP}_impl"
"""The attribute that pluggy's `HookimplMarker` sets on a function."""

HOOKS: dict[str, Callable[..., Any]] = {
    name: function for name, function in vars(hooks).items() if name.startswith(PREFIX) and callable(function)
}
"""All hooks by name, with the functions that specify them."""


def verify(plugin: Plugin) -> dict[str, Callable[..., Any]]:
    """The functions of a plugin that implement hooks, by the name of the hook.

    Raises PluginProblem for the first fault: an unknown hook, an unknown parameter, a missing `@hook`, or a plugin for
    another version.
    """
    _verify_version(plugin)
    functions_by_hook: dict[str, Callable[..., Any]] = {}
    for name, function in _functions(plugin):
        if not hasattr(function, _MARK):
            if name.startswith(PREFIX) and _is_own(plugin, function):
                meant = "isn't marked with @hook" if name in HOOKS else f"is no hook; {_meant(name)}"
                raise PluginProblem(f"{plugin.label} has a function {name} that {meant}")
            continue
        if name not in HOOKS:
            raise PluginProblem(f"{plugin.label} implements a hook {name}, but there is none; {_meant(name)}")
        _verify_parameters(plugin, name, function)
        functions_by_hook[name] = function
    return functions_by_hook


def _meant(name: str) -> str:
    near = closest(name, HOOKS)
    return f"did you mean {near[0]}?" if near else f"there are: {', '.join(HOOKS)}"


def _verify_version(plugin: Plugin) -> None:
    wanted = getattr(plugin.implementation, "ARTRULES_HOOKS", hooks.HOOKS_VERSION)
    if not isinstance(wanted, int) or isinstance(wanted, bool) or wanted < 1:
        raise PluginProblem(f"{plugin.label} says ARTRULES_HOOKS = {wanted!r}, which is no number from 1")
    if wanted > hooks.HOOKS_VERSION:
        has = hooks.HOOKS_VERSION
        raise PluginProblem(f"{plugin.label} needs hooks of version {wanted}; this artrules has {has}")


def _functions(plugin: Plugin) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in sorted(dir(plugin.implementation)):
        value = getattr(plugin.implementation, name, None)
        if inspect.isroutine(value):
            yield name, value


def _is_own(plugin: Plugin, function: Callable[..., Any]) -> bool:
    """Whether a function belongs to the plugin, and wasn't imported from `artrules.play.plugins.hooks`."""
    return getattr(function, "__module__", "") != hooks.__name__


def _verify_parameters(plugin: Plugin, name: str, function: Callable[..., Any]) -> None:
    """Check that a function has only parameters that its hook has. It may have fewer."""
    hook_parameters = list(inspect.signature(HOOKS[name]).parameters)
    signature = f"{name}({', '.join(hook_parameters)})"
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise PluginProblem(
                f"{plugin.label} implements {name} with the parameter {parameter}; "
                f"parameters are given by their names: {signature}"
            )
        if parameter.name not in hook_parameters:
            near = closest(parameter.name, hook_parameters)
            meant = f"did you mean `{near[0]}`?" if near else f"the hook is {signature}"
            raise PluginProblem(
                f"{plugin.label} implements {name} with a parameter `{parameter.name}` "
                f"that the hook doesn't give; {meant}"
            )


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
        for plugin, functions in self._plugins.values():
            for hook, function in functions.items():
                self._by_hook.setdefault(hook, []).append((plugin, function))


@cache
def active() -> Plugins:
    """The plugins of this process, loaded on the first call. Raises PluginProblem."""
    named = [name for name in os.environ.get(PLUGINS, "").split(",") if name]
    excluded = {name.removeprefix(EXCLUDE) for name in named if name.startswith(EXCLUDE)}
    installed: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        namesake = installed.get(point.name)
        if namesake is not None and namesake.value != point.value and point.name not in excluded:
            raise PluginProblem(
                f"there are two plugins named {point.name}"
                f"{_packages_of_both(_package(namesake)[0], _package(point)[0])}; "
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
