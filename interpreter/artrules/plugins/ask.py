"""Asks plugins. What one does wrong stops only what was asked, and names it."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from artrules.plugins.active import active
from artrules.plugins.plugin import Plugin
from artrules.plugins.problem import PluginProblem

T = TypeVar("T")


def ask(hook: str, **given: Any) -> list[tuple[Plugin, Any]]:
    """What each plugin that implements a hook says to it, in order of the plugins' names.

    Raises PluginProblem, naming the plugin and the line, for the first that fails.
    """
    return [
        (plugin, guarded(plugin, hook, call_with, function, given)) for plugin, function in active().implementing(hook)
    ]


@dataclass(frozen=True, slots=True)
class Added(Generic[T]):
    """Something that a plugin adds by name."""

    plugin: Plugin
    thing: T


def added_by_name(hook: str, own: Collection[str], called: str) -> dict[str, Added[Any]]:
    """What plugins add by name beside `own`: things that are `called` so and can be called. Raises PluginProblem for
    what is of a wrong type, and for a name that is given twice."""
    found: dict[str, Added[Any]] = {}
    for plugin, said in ask(hook):
        if not isinstance(said, Mapping):
            raise wrong_type(plugin, hook, f"a mapping from names to {called}s", said)
        for name, thing in said.items():
            if not isinstance(name, str) or not name:
                raise wrong_type(plugin, hook, "names that are texts", name)
            if not callable(thing):
                raise wrong_type(plugin, hook, f"a {called} for `{name}`", thing)
            taken = "artrules itself" if name in own else found[name].plugin.named if name in found else None
            if taken is not None:
                raise PluginProblem(f"{plugin.named} adds a {called} `{name}`, but {taken} has one already")
            found[name] = Added(plugin, thing)
    return found


def guarded(plugin: Plugin, what: str, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Call a function of a plugin. Raises PluginProblem, naming the plugin and the line, when it raises."""
    try:
        return function(*arguments, **named)
    except PluginProblem:
        raise
    except Exception as problem:
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise PluginProblem(f"{plugin.named} failed in {what} ({reason}{_where(problem, function)})") from problem


def said_twice(plugin: Plugin, what: str, function: Callable[..., T], *arguments: Any) -> T:
    """What a function of a plugin gives, asked twice. Raises PluginProblem when it raises, and when it gives something
    else the second time: then nothing that it says can be relied on."""
    said = guarded(plugin, what, function, *arguments)
    if guarded(plugin, what, function, *arguments) != said:
        raise PluginProblem(f"{plugin.named} is not deterministic: {what} says something else when it is asked again")
    return said


def wrong_type(plugin: Plugin, hook: str, expected: str, found: object) -> PluginProblem:
    """The problem of a plugin that gives something of a wrong type."""
    given = repr(found)
    if " at 0x" in given:  # it has no words of its own
        given = f"an object of the class {type(found).__name__}"
    given = given if len(given) <= 60 else f"{given[:59]}…"
    return PluginProblem(f"{plugin.named} must give {expected} from {hook}, and gave {given}")


def call_with(function: Callable[..., T], given: Mapping[str, Any]) -> T:
    """Call an implementation with what it takes of what its hook gives."""
    return function(**{name: given[name] for name in inspect.signature(function).parameters})


def _where(problem: Exception, function: Callable[..., Any]) -> str:
    """The line on which something was raised, or of what couldn't be called, as the end of a sentence."""
    frames = traceback.extract_tb(problem.__traceback__)
    if len(frames) > 1 and frames[-1].filename != __file__:
        return f", {frames[-1].filename}:{frames[-1].lineno}"
    try:
        return f", {inspect.getsourcefile(function)}:{inspect.getsourcelines(function)[1]}"
    except (OSError, TypeError):
        return ""
