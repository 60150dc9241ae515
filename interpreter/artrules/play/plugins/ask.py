"""Calls the functions of plugins. An error in one becomes a PluginProblem that names the plugin and the line."""

import inspect
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from artrules.play.plugins.registry import Plugin, PluginProblem, active, is_interruption

T = TypeVar("T")


def ask(hook: str, **arguments: Any) -> list[tuple[Plugin, Any]]:
    """Call a hook: what each plugin that implements it returns, in order of the plugins' names.

    `arguments` are the hook's. Raises PluginProblem for the first plugin that fails.
    """
    return [
        (plugin, call_guarded(plugin, hook, lambda function=function: _whole(call_by_names(function, arguments))))
        for plugin, function in active().implementing(hook)
    ]


def _whole(answer: Any) -> Any:
    """What a hook has returned. Code of the plugin that makes it bit by bit, such as a generator, runs now."""
    if isinstance(answer, Mapping):
        return dict(answer)
    return list(answer) if isinstance(answer, Iterator) else answer


@dataclass(frozen=True, slots=True)
class Contribution(Generic[T]):
    """Something that a plugin contributes under a name."""

    plugin: Plugin
    thing: T


def contributions_by_name(hook: str, own: Collection[str], called: str) -> dict[str, Contribution[Any]]:
    """What plugins contribute by name through a hook that returns a mapping from names to callables.

    `own` are the engine's own names; `called` says in messages what is contributed, such as "bot". Raises PluginProblem
    for a value of a wrong type, and for a name that is taken.
    """
    entries: dict[str, Contribution[Any]] = {}
    for plugin, said in ask(hook):
        if not isinstance(said, Mapping):
            raise wrong_type(plugin, hook, f"a mapping from names to {called}s", said)
        for name, thing in said.items():
            if not isinstance(name, str) or not name:
                raise wrong_type(plugin, hook, "names that are texts", name)
            if not callable(thing):
                raise wrong_type(plugin, hook, f"a {called} for `{name}`", thing)
            taken = "artrules itself" if name in own else entries[name].plugin.label if name in entries else None
            if taken is not None:
                raise PluginProblem(f"{plugin.label} adds a {called} `{name}`, but {taken} has one already")
            entries[name] = Contribution(plugin, thing)
    return entries


def call_guarded(plugin: Plugin, what: str, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """Call a function of a plugin. When it raises, raises PluginProblem; `what` says in the message what failed."""
    try:
        return function(*arguments, **named)
    except PluginProblem:
        raise
    except BaseException as problem:
        if is_interruption(problem):
            raise
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise PluginProblem(f"{plugin.label} failed in {what} ({reason}{_where(problem, function)})") from problem


def call_twice(plugin: Plugin, what: str, function: Callable[..., T], *arguments: Any) -> T:
    """Call a function of a plugin twice and return its result. Raises PluginProblem when it raises, or when the second
    result differs: then it isn't deterministic, and nothing can rely on it."""
    said = call_guarded(plugin, what, function, *arguments)
    if call_guarded(plugin, what, function, *arguments) != said:
        raise PluginProblem(f"{plugin.label} is not deterministic: {what} says something else when it is asked again")
    return said


def wrong_type(plugin: Plugin, hook: str, expected: str, value: object) -> PluginProblem:
    """The PluginProblem for a value of a wrong type that a hook returned."""
    text = repr(value)
    if " at 0x" in text:  # Python's default representation tells an author nothing
        text = f"an object of the class {type(value).__name__}"
    text = text if len(text) <= 60 else f"{text[:59]}…"
    return PluginProblem(f"{plugin.label} must give {expected} from {hook}, and gave {text}")


def call_by_names(function: Callable[..., T], arguments: Mapping[str, Any]) -> T:
    """Call an implementation with those arguments of its hook that it has parameters for."""
    return function(**{name: arguments[name] for name in inspect.signature(function).parameters})


def _where(problem: BaseException, function: Callable[..., Any]) -> str:
    """The file and line that raised, or where the function is defined, as the end of a sentence."""
    frames = traceback.extract_tb(problem.__traceback__)
    if len(frames) > 1 and frames[-1].filename != __file__:
        return f", {frames[-1].filename}:{frames[-1].lineno}"
    try:
        return f", {inspect.getsourcefile(function)}:{inspect.getsourcelines(function)[1]}"
    except (OSError, TypeError):
        return ""
