"""Elaborates what the plugins of a ruleset bring: calls of pure functions, and draws by chance."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import syntax as syntax_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest
from artrules.elaborate.calls import arguments
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.suites import player_if_any
from artrules.ir.declarations import PluginFunction
from artrules.ir.nodes import Body, Draw
from artrules.ir.types import UNKNOWN
from artrules.syntax.ast import expressions as ast
from artrules.syntax.ast.statements import RandomBy

BY = "by"
"""The word before a way to draw. It isn't reserved."""


def random_by(elaborator: Elaborator, node: RandomBy) -> Body:
    """`random x by way(values)`: the name stays bound for the rest of the suite."""
    name, scope = node.name.text, elaborator.scope
    if node.word.text != BY:
        elaborator.complain(
            syntax_kinds.BAD_SYNTAX,
            f"`{node.word.text}` can't stand here",
            node.word,
            expected="`in` with what is drawn from, or `by` with a way to draw",
            found=f"`{node.word.text}`",
        )
    function = _way_to_draw(elaborator, node.call)
    values = arguments(elaborator, node.call, function.parameters) if function is not None else ()
    if function is None:
        for argument in node.call.arguments:
            elaborator.expression(argument)
    if scope.hides(name):
        message = f"`{name}` is the name of something else here already"
        elaborator.complain(kinds.HIDES_NAME, message, node.name, expected="another name")
    local = scope.bind(name, function.result if function is not None else UNKNOWN, elaborator.at(node.name))
    if function is None or len(values) != len(function.parameters):
        return ()
    purpose = f"random {name} in {elaborator.context.container}"
    return (Draw(elaborator.at(node), local, function, values, purpose, player_if_any(elaborator, node)),)


def _way_to_draw(elaborator: Elaborator, call: ast.Call) -> PluginFunction | None:
    """The way to draw that a call names; None, after a diagnostic, where it names none."""
    name, symbols = call.name.text, elaborator.symbols
    known = {name: function for name, function in symbols.plugin_functions.items() if function.draws}
    if name in known:
        return known[name]
    if not symbols.lacks_plugins:
        pure = name in symbols.plugin_functions or symbols.find(symbols.functions, name, elaborator.context.owner)
        elaborator.complain(
            name_kinds.UNKNOWN_NAME,
            f"`{name}` is a function: it draws nothing" if pure else f"there is no way to draw `{name}`",
            call.name,
            expected="a way to draw that a plugin under `plugins` brings",
            found=f"`{name}`",
            suggestions=closest(name, list(known)),
            missing=name,
        )
    return None
