"""The functions and ways to draw that plugins add to the language, verified."""

from collections.abc import Iterable

from artrules.model.declare.declarator import PREDEFINED
from artrules.model.ir.builtins import BUILTINS, OF_THE_FLOW
from artrules.model.ir.declarations import Parameter, PluginFunction
from artrules.model.ir.types import BOOL, WIDE, Number, Type, whole
from artrules.play.plugins.api import PureFunction, WayToDraw
from artrules.play.plugins.ask import ask, wrong_type
from artrules.play.plugins.registry import Plugin, PluginProblem
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.ast import types as ast
from artrules.text.syntax.parse import parse_signature, parse_type
from artrules.text.syntax.problem import SyntaxProblem
from artrules.text.syntax.words import CALLING_WORDS, TOKEN_WORDS

FUNCTIONS, DRAWS = "artrules_functions", "artrules_draws"
MOST_PARAMETERS = 8
MOST_WORK = 1_000_000
"""The most units of work that a call may count."""


def added_functions() -> dict[str, tuple[PluginFunction, ...]]:
    """What each plugin adds, by the plugin's name, sorted by name. Raises PluginProblem for what is malformed, for a
    name of the language's own, and for two things with one name."""
    functions_by_plugin: dict[str, dict[str, PluginFunction]] = {}
    for hook, kind, called in ((FUNCTIONS, PureFunction, "pure functions"), (DRAWS, WayToDraw, "ways to draw")):
        for plugin, things in ask(hook):
            if isinstance(things, str) or not isinstance(things, Iterable):
                raise wrong_type(plugin, hook, f"a list of {called}", things)
            for thing in things:
                if not isinstance(thing, kind):
                    raise wrong_type(plugin, hook, called, thing)
                function = _verified(plugin, hook, thing)
                named = functions_by_plugin.setdefault(plugin.name, {})
                if function.name in named:
                    raise PluginProblem(f"{plugin.label} adds `{function.name}` twice")
                named[function.name] = function
    return {plugin: tuple(named[name] for name in sorted(named)) for plugin, named in functions_by_plugin.items()}


def _verified(plugin: Plugin, hook: str, thing: PureFunction | WayToDraw) -> PluginFunction:
    """The declaration of what a plugin adds. Its place is not known: it is where a ruleset names the plugin."""
    nowhere = Span(plugin.label, 1, 1, 1, 1)
    for text in (thing.signature, thing.gives, thing.about):
        if not isinstance(text, str):
            raise wrong_type(plugin, hook, "signatures, types and descriptions that are texts", text)
    try:
        signature, gives = parse_signature(thing.signature), parse_type(thing.gives)
    except SyntaxProblem as problem:
        raise PluginProblem(f"{plugin.label} adds `{thing.signature}` for `{thing.gives}`: {problem.message}") from None
    name = signature.name.text
    if any(name in names for names in (TOKEN_WORDS, CALLING_WORDS, PREDEFINED, BUILTINS, OF_THE_FLOW)):
        raise PluginProblem(f"{plugin.label} adds a function `{name}`, but artrules itself has that name already")
    names = [parameter.name.text for parameter in signature.parameters]
    if len(names) > MOST_PARAMETERS or len(set(names)) < len(names):
        raise PluginProblem(f"{plugin.label} adds `{name}`: a function takes up to {MOST_PARAMETERS} named values")
    compute = thing.draw if isinstance(thing, WayToDraw) else thing.compute
    if not callable(compute):
        raise wrong_type(plugin, hook, f"a function for `{name}`", compute)
    if not isinstance(thing.work, int) or not 1 <= thing.work <= MOST_WORK:
        raise wrong_type(plugin, hook, f"units of work for `{name}` from 1 to {MOST_WORK:,}", thing.work)
    return PluginFunction(
        name,
        nowhere,
        plugin.name,
        plugin.version,
        tuple(Parameter(p.name.text, _type(plugin, name, p.type), nowhere) for p in signature.parameters),
        _type(plugin, name, gives),
        isinstance(thing, WayToDraw),
        thing.work,
        thing.about,
        compute,
    )


def _type(plugin: Plugin, name: str, node: ast.Type) -> Type:
    """A type of plain values."""
    match node:
        case ast.NamedType(name=named) if named.text == str(BOOL):
            return BOOL
        case ast.RangeType(low=least, high=most):
            low, high = whole(least), whole(most)
            if low is not None and high is not None and low <= high:
                return Number(low, high)
    raise PluginProblem(
        f"{plugin.label} adds `{name}`: its values are of the type `bool`, or numbers such as `1..6`, "
        f"between -{WIDE:,} and {WIDE:,}"
    )
