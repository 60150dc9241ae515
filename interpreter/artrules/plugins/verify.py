"""Checks that a plugin implements only hooks that exist, with parameters that they have.

Otherwise a function with a misspelt name would silently never be called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import artrules.hookspecs as hookspecs
from artrules.diagnostics.suggest import closest
from artrules.plugins.plugin import Plugin
from artrules.plugins.problem import PluginProblem

PREFIX = "artrules_"
_MARK = f"{hookspecs.GROUP}_impl"
"""The attribute that pluggy's `HookimplMarker` sets on a function."""

HOOKS: dict[str, Callable[..., Any]] = {
    name: function for name, function in vars(hookspecs).items() if name.startswith(PREFIX) and callable(function)
}
"""All hooks by name, with the functions that specify them."""


def verify(plugin: Plugin) -> dict[str, Callable[..., Any]]:
    """The functions of a plugin that implement hooks, by the name of the hook.

    Raises PluginProblem for the first fault: an unknown hook, an unknown parameter, a missing `@hook`, or a plugin for
    another version.
    """
    _verify_version(plugin)
    found: dict[str, Callable[..., Any]] = {}
    for name, function in _functions(plugin):
        if not hasattr(function, _MARK):
            if name.startswith(PREFIX) and _is_own(plugin, function):
                meant = "isn't marked with @hook" if name in HOOKS else f"is no hook; {_meant(name)}"
                raise PluginProblem(f"{plugin.label} has a function {name} that {meant}")
            continue
        if name not in HOOKS:
            raise PluginProblem(f"{plugin.label} implements a hook {name}, but there is none; {_meant(name)}")
        _verify_parameters(plugin, name, function)
        found[name] = function
    return found


def _meant(name: str) -> str:
    near = closest(name, HOOKS)
    return f"did you mean {near[0]}?" if near else f"there are: {', '.join(HOOKS)}"


def _verify_version(plugin: Plugin) -> None:
    wanted = getattr(plugin.implementation, "ARTRULES_HOOKS", hookspecs.HOOKS_VERSION)
    if not isinstance(wanted, int) or isinstance(wanted, bool) or wanted < 1:
        raise PluginProblem(f"{plugin.label} says ARTRULES_HOOKS = {wanted!r}, which is no number from 1")
    if wanted > hookspecs.HOOKS_VERSION:
        has = hookspecs.HOOKS_VERSION
        raise PluginProblem(f"{plugin.label} needs hooks of version {wanted}; this artrules has {has}")


def _functions(plugin: Plugin) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in sorted(dir(plugin.implementation)):
        value = getattr(plugin.implementation, name, None)
        if inspect.isroutine(value):
            yield name, value


def _is_own(plugin: Plugin, function: Callable[..., Any]) -> bool:
    """Whether a function belongs to the plugin, and wasn't imported from `artrules.hookspecs`."""
    return getattr(function, "__module__", "") != hookspecs.__name__


def _verify_parameters(plugin: Plugin, name: str, function: Callable[..., Any]) -> None:
    """Check that a function has only parameters that its hook has. It may have fewer."""
    given = list(inspect.signature(HOOKS[name]).parameters)
    signature = f"{name}({', '.join(given)})"
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise PluginProblem(
                f"{plugin.label} implements {name} with the parameter {parameter}; "
                f"parameters are given by their names: {signature}"
            )
        if parameter.name not in given:
            near = closest(parameter.name, given)
            meant = f"did you mean `{near[0]}`?" if near else f"the hook is {signature}"
            raise PluginProblem(
                f"{plugin.label} implements {name} with a parameter `{parameter.name}` "
                f"that the hook doesn't give; {meant}"
            )
