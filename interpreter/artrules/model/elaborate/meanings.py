"""Notes what names in code mean, for whoever asks where each stands, of which type it is and where it changes.

Names have been resolved by then: the node of the IR that became of an expression says what its name stands for.
"""

from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.references import builtin_key, local_key, property_key, refer
from artrules.model.ir.types import Member
from artrules.text.diagnostics.references import References
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import Node


def note_meaning(elaborator: Elaborator, node: ast.Expression, value: k.Expression, references: References) -> None:
    """Note the type of an expression, and what its name stands for if it has one."""
    references.types[elaborator.at(node)] = value.type
    if isinstance(node, ast.Name):
        binding = elaborator.scope.find(node.text)
        if binding is not None:
            elaborator.refers(node, local_key(node.text, binding.at))
            return
    name = _name_of(node, value)
    if name is not None:
        for meant in _meant(name, value):
            refer(elaborator.report, elaborator.at(name), meant)


def _name_of(node: ast.Expression, value: k.Expression) -> Node | None:
    """The name that says what an expression stands for."""
    match node:
        case ast.Name():
            return node
        case ast.Mine(name=name) | ast.Call(name=name):
            return name
        case ast.Member(name=name):
            return Node(name.end - len(name.text), name.end)  # without the dot
        case ast.Index(base=base) if isinstance(value, k.ZoneOf | k.VariableOf):
            # A zone with two owners has two such brackets.
            return _name_of(base, value) if not isinstance(base, ast.Name) else base
        case ast.Equality(left=ast.Member(), right=right):
            return right
    return None


def _meant(name: Node, value: k.Expression) -> list[Declaration | str]:
    """The declarations, or the keys of names, for which the name of an expression stands."""
    match value:
        case k.Either(then=k.Listing(items=()), otherwise=k.PowersOf()):
            return []
        case k.VariableOf() | k.AttributeOf() | k.FieldOf() | k.ZoneOf() | k.SettingValue():
            return [value.declaration]
        case k.SharedAttribute(declarations=declarations):
            return [*declarations]
        case k.Happenings(event=event):
            return [event]
        case k.Call(function=function):
            return [function]
        case k.Lookup(table=table):
            return [table]
        case k.AllCards(kind=key) | k.AllMembers(enum=key):
            return [key]
        case k.IsKind(kind=key) | k.Operation(operator="not", operands=(k.IsKind(kind=key),)):
            return [key]
        case k.PropertyOf(enum=enum, property=own):
            return [property_key(enum, own)]
        case k.PowerAttributeOf(attribute=own):
            return [f"power {own}"]
        case k.BuiltinCall(builtin=builtin):
            return [builtin_key(builtin.name)]
        case k.Constant(type=Member()) if isinstance(name, ast.Name):
            return [name.text]
    return []
