"""Elaborates calls: of functions, tables and builtins in expressions, and of procedures as statements."""

from collections.abc import Sequence

from artrules.model.elaborate import modified_attributes
from artrules.model.elaborate.control import player_if_any
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import BEARER, BUILTINS, OF_THE_FLOW, SCORE, SIDE, SIZE, Builtin
from artrules.model.ir.declarations import SIDES, Parameter, PluginFunction
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    NOTHING,
    PLAYER,
    UNKNOWN,
    WIDE,
    Card,
    ListOf,
    Number,
    Optional,
    Unknown,
    bare,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.statements import Perform as PerformSyntax
from artrules.text.syntax.ast.statements import RandomBy
from artrules.text.syntax.words import FUNCTIONS, PROCEDURES


def call(elaborator: Elaborator, node: ast.Call) -> k.Expression:
    """`name(values)` in an expression. A declaration hides a builtin of the same name."""
    name, at, symbols, owner = node.name.text, elaborator.at(node), elaborator.symbols, elaborator.owner
    if name in symbols.names_of_several:
        _elaborate_arguments(elaborator, node)
        return elaborator.unknown(node)
    function = symbols.find(symbols.functions, name, owner)
    if function is not None:
        values = arguments(elaborator, node, function.parameters)
        return k.Call(at, elaborator.function_type(function), function, values, elaborator.me)
    table = symbols.find(symbols.tables, name, owner)
    if table is not None:
        values = arguments(elaborator, node, [Parameter("n", ANY_NUMBER, table.at)])
        return k.Lookup(at, Number(-WIDE, WIDE), table, values[0]) if values else elaborator.unknown(node)
    brought = symbols.plugin_functions.get(name)
    if brought is not None and not brought.draws:
        values = arguments(elaborator, node, brought.parameters)
        return k.PluginCall(at, brought.result, brought, values)
    if name == SCORE:
        values = arguments(elaborator, node, [Parameter("p", PLAYER, at)])
        return k.ScoreOf(at, ANY_NUMBER, values[0]) if values else elaborator.unknown(node)
    if name == SIDE:
        return _side(elaborator, node)
    if name in OWN_VALUES:
        return _own_value(elaborator, node)
    builtin = BUILTINS.get(name)
    if builtin is not None:
        return _builtin(elaborator, node, builtin)
    visible_names = [f.name for f in symbols.visible(symbols.functions, owner)]
    visible_names += [t.name for t in symbols.visible(symbols.tables, owner)]
    visible_names += [f.name for f in symbols.plugin_functions.values() if not f.draws]
    procedure = symbols.find(symbols.procedures, name, owner)
    if procedure is not None and procedure.result is not None:
        message = f"`{name}` is a procedure: its result can't be taken inside an expression"
        expected = f"a name for it, `let x = {name}(…)`, and then `x`"
        elaborator.complain(kinds.NO_RESULT, message, node.name, expected=expected)
        return elaborator.unknown(node)
    message = f"`{name}` is a procedure and has no value" if procedure else f"there is no function `{name}`"
    if brought is not None:
        message = f"`{name}` is a way to draw and has no value: write `random x by {name}(…)`"
    elif procedure is None and symbols.lacks_plugins:
        return elaborator.unknown(node)  # it may be a function of the plugin that isn't there
    elaborator.complain(
        kinds.UNKNOWN_NAME,
        message,
        node.name,
        expected=FUNCTIONS.get(name) if procedure is None else None,
        found=f"`{name}`",
        suggestions=closest(name, [*visible_names, *BUILTINS, *OF_THE_FLOW]),
        missing=name if procedure is None else None,
    )
    return elaborator.unknown(node)


def _side(elaborator: Elaborator, node: ast.Call) -> k.Expression:
    """`side(p)`: the players for whom what tells sides is the same as for a player; where nothing does, that one."""
    at = elaborator.at(node)
    values = arguments(elaborator, node, [Parameter("p", PLAYER, at)])
    if not values:
        return elaborator.unknown(node)
    sides = elaborator.symbols.functions.get(SIDES)
    if sides is None:
        return k.Listing(at, ListOf(PLAYER), values)
    type_ = elaborator.function_type(sides)
    with elaborator.scope.suite():
        player = elaborator.scope.bind("player", PLAYER, at)
        of_each = tuple(k.Call(at, type_, sides, (), each) for each in (player, values[0]))
        binder = k.Binder(at, player, k.AllPlayers(at, ListOf(PLAYER)), k.Operation(at, BOOL, "=", of_each))
        return k.Fold(at, ListOf(PLAYER), "those", (binder,), None, None)


OWN_VALUES = ("base", "printed")
"""What tells a card's own value of an attribute with modifiers: as it is now, and as pieces give it."""


def _own_value(elaborator: Elaborator, node: ast.Call) -> k.Expression:
    """`base(c.x)` and `printed(c.x)`: an attribute without what powers and statements give to it."""
    name, at = node.name.text, elaborator.at(node)
    values = [elaborator.expression(argument) for argument in node.arguments]
    if any(isinstance(value.type, Unknown) for value in values):
        return elaborator.unknown(node)
    modified = modified_attributes.modified_attribute(elaborator, values[0]) if len(values) == 1 else None
    if modified is None:
        message = f"`{name}` takes an attribute of a card that has `combines`"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected=f"`{name}(c.ATTRIBUTE)`")
        return elaborator.unknown(node)
    attribute, card = modified
    computed = next((each for each in attribute.of_kinds.values() if each.starts_text), None)
    if name == "printed" and computed is not None:
        message = f"`{attribute.name}` isn't printed on the cards: it starts as the rules say"
        elaborator.complain(
            kinds.WRONG_ARGUMENTS, message, node, expected="`base(…)`", related=(("it is declared here", computed.at),)
        )
        return elaborator.unknown(node)
    return modified_attributes.own_value(attribute, card, at, printed=name == "printed")


def _builtin(elaborator: Elaborator, node: ast.Call, builtin: Builtin) -> k.Expression:
    """A call of a builtin. The builtin computes the type of its result from the types of its arguments."""
    name = node.name.text
    values = tuple(elaborator.expression(argument) for argument in node.arguments)
    wanted = len(builtin.parameters)
    if len(values) != wanted:
        elaborator.complain(
            kinds.WRONG_ARGUMENTS,
            f"`{name}` takes {_values(wanted)}",
            node,
            expected=str(wanted),
            found=str(len(values)),
        )
        return elaborator.unknown(node)
    if any(isinstance(v.type, Unknown) for v in values):
        return elaborator.unknown(node)
    types = [v.type for v in values]
    expected = builtin.wrong_argument(types)
    some = [bare(type_) for type_ in types]
    if expected is not None and builtin.wrong_argument(some) is None:
        wrong = next(value for value in values if isinstance(value.type, Optional))
        elaborator.complain(
            kinds.MAYBE_NONE,
            f"what `{name}` is used on may be none here",
            wrong.at,
            expected=wrong.type.of if isinstance(wrong.type, Optional) else None,
            found=wrong.type,
            related=elaborator.why_none(wrong),
        )
        return elaborator.unknown(node)
    if expected is not None:
        elaborator.complain(
            kinds.WRONG_TYPE,
            f"`{name}` can't be used on this",
            node,
            expected=expected,
            found=", ".join(map(in_words, types)),
        )
        return elaborator.unknown(node)
    result = builtin.result(types)
    if builtin.traits.tells_place and elaborator.context.self_is_held and _is_self(values[0]):
        result = PLAYER
    if builtin is BEARER:
        with_powers = (kind.name for kind in elaborator.symbols.kinds.values() if kind.powers is not None)
        result = Card(frozenset(with_powers))
    if builtin is SIZE and isinstance(values[0], k.AllPlayers):
        result = Number(*elaborator.symbols.players)
    return k.BuiltinCall(elaborator.at(node), result, builtin, values, elaborator.me)


def _is_self(e: k.Expression) -> bool:
    return isinstance(e, k.Local) and e.name == "self"


def perform(elaborator: Elaborator, node: PerformSyntax) -> k.Body:
    """A call of a procedure."""
    call, symbols, owner = node.call, elaborator.symbols, elaborator.owner
    name = call.name.text
    procedure = symbols.find(symbols.procedures, name, owner)
    if procedure is None:
        visible_names = [p.name for p in symbols.visible(symbols.procedures, owner)]
        function = symbols.find(symbols.functions, name, owner)
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"`{name}` is a function: it changes nothing" if function else f"there is no procedure `{name}`",
            call.name,
            expected=PROCEDURES.get(name) if function is None else None,
            found=f"`{name}`",
            suggestions=closest(name, visible_names),
            missing=name if function is None else None,
        )
        _elaborate_arguments(elaborator, call)
        return ()
    elaborator.refers(call.name, procedure)
    values = arguments(elaborator, call, procedure.parameters)
    if len(values) != len(procedure.parameters):
        return ()
    at = elaborator.at(node)
    return (k.Perform(at, procedure, values, player_if_any(elaborator, node) or k.Constant(at, NOTHING, None)),)


def _elaborate_arguments(elaborator: Elaborator, node: ast.Call) -> None:
    """Judge the arguments of a call of nobody knows what."""
    for argument in node.arguments:
        elaborator.expression(argument)


def taken_from(elaborator: Elaborator, node: ast.Expression) -> tuple[k.Body, k.Expression] | None:
    """The call of a procedure, and its result: for `let` and `becomes`. None if an expression is no such call."""
    symbols, owner = elaborator.symbols, elaborator.owner
    if not isinstance(node, ast.Call):
        return None
    name = node.name.text
    if symbols.find(symbols.functions, name, owner) or symbols.find(symbols.tables, name, owner):
        return None
    procedure = symbols.find(symbols.procedures, name, owner)
    if procedure is None:
        return None
    body = perform(elaborator, PerformSyntax(node.start, node.end, node))
    if procedure.result is None:
        elaborator.complain(
            kinds.NO_RESULT,
            f"the procedure `{name}` gives nothing",
            node.name,
            expected=f"`gives` and a type in the signature of `{name}`",
            related=(("it is declared here", procedure.at),),
        )
    if procedure.result is None or not body:
        return body, elaborator.unknown(node)
    return body, k.ResultOf(elaborator.at(node), procedure.result, procedure)


def arguments(elaborator: Elaborator, call: ast.Call, parameters: Sequence[Parameter]) -> tuple[k.Expression, ...]:
    """The converted arguments of a call. Empty, after a diagnostic, if their number is wrong."""
    name, nodes = call.name.text, call.arguments
    if len(nodes) != len(parameters):
        wanted = ", ".join(f"{p.type} {p.name}" for p in parameters) or "nothing"
        message = f"`{name}` takes {_values(len(parameters))}"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, call, expected=wanted, found=str(len(nodes)))
        _elaborate_arguments(elaborator, call)
        return ()
    pairs = zip(nodes, parameters, strict=True)
    return tuple(elaborator.demand(node, p.type, f"`{p.name}` of `{name}`") for node, p in pairs)


def _values(number: int) -> str:
    """The words for a number of values, such as `2 values`."""
    return f"{number} value{'s' if number != 1 else ''}"


# Elaborates what the plugins of a ruleset bring: calls of pure functions, and draws by chance.

BY = "by"
"""The word before a way to draw. It isn't reserved."""


def random_by(elaborator: Elaborator, node: RandomBy) -> k.Body:
    """`random x by way(values)`: the name stays bound for the rest of the suite."""
    name, scope = node.name.text, elaborator.scope
    if node.word.text != BY:
        elaborator.complain(
            kinds.BAD_SYNTAX,
            f"`{node.word.text}` can't stand here",
            node.word,
            expected="`in` with what is drawn from, or `by` with a way to draw",
            found=f"`{node.word.text}`",
        )
    function = _way_to_draw(elaborator, node.call)
    values = arguments(elaborator, node.call, function.parameters) if function is not None else ()
    if function is None:
        _elaborate_arguments(elaborator, node.call)
    if scope.hides(name):
        message = f"`{name}` is the name of something else here already"
        elaborator.complain(kinds.HIDES_NAME, message, node.name, expected="another name")
    local = scope.bind(name, function.result if function is not None else UNKNOWN, elaborator.at(node.name))
    if function is None or len(values) != len(function.parameters):
        return ()
    purpose = f"random {name} in {elaborator.context.container}"
    return (k.Draw(elaborator.at(node), local, function, values, purpose, player_if_any(elaborator, node)),)


def _way_to_draw(elaborator: Elaborator, call: ast.Call) -> PluginFunction | None:
    """The way to draw that a call names; None, after a diagnostic, where it names none."""
    name, symbols = call.name.text, elaborator.symbols
    ways_to_draw = {name: function for name, function in symbols.plugin_functions.items() if function.draws}
    if name in ways_to_draw:
        return ways_to_draw[name]
    if not symbols.lacks_plugins:
        pure = name in symbols.plugin_functions or symbols.find(symbols.functions, name, elaborator.owner)
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"`{name}` is a function: it draws nothing" if pure else f"there is no way to draw `{name}`",
            call.name,
            expected="a way to draw that a plugin under `plugins` brings",
            found=f"`{name}`",
            suggestions=closest(name, list(ways_to_draw)),
            missing=name,
        )
    return None
