"""What occurs in a power's code, and in everything that the code calls or reads, so that a text can be compared with
it: members of enums, lives, and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from artrules.model.analyses.reads import innermost
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import (
    Attribute,
    Declaration,
    Function,
    Limit,
    PowerDefinition,
    Procedure,
    Table,
    Variable,
)
from artrules.model.ir.model import Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.types import Member, Type
from artrules.text.diagnostics.report import STEPS, Report


@dataclass(slots=True)
class Reached:
    """What occurs in some code."""

    members: set[tuple[str, str]] = field(default_factory=set)
    """Members of enums that the code names: enum and member."""
    whole_enums: set[str] = field(default_factory=set)
    """Enums that the code goes through, whose properties it asks for, or of which it says what isn't meant."""
    enums_read: set[str] = field(default_factory=set)
    """Enums of whose members variables and attributes in the code are."""
    lives: set[str] = field(default_factory=set)
    """Lives of what it limits, reads, writes or waits for."""
    names: set[str] = field(default_factory=set)
    """Names of the zones, variables, attributes, functions, procedures, tables and events in it."""
    moves_itself: bool = False
    """Whether it moves the card that has the power."""
    called: set[Declaration] = field(default_factory=set)

    def add(self, other: Reached) -> None:
        self.members |= other.members
        self.whole_enums |= other.whole_enums
        self.enums_read |= other.enums_read
        self.lives |= other.lives
        self.names |= other.names
        self.moves_itself |= other.moves_itself


class ReachedCode:
    """What the code of powers reaches. Each declaration is looked at once, when it is first reached."""

    def __init__(self, model: Model, report: Report) -> None:
        self._model = model
        self._report = report
        self._known: dict[Declaration, Reached] = {}

    def of(self, power: PowerDefinition, *, own: bool = False) -> Reached:
        """What a power's code and attributes hold, with all that they reach; with `own` without what they reach outside
        of the power's set. Raises ReportFull."""
        total = Reached()
        for value, type_ in self._model.attributes_of_power(power):
            self._take(total, value, type_)
        waiting: list[Declaration] = [power]
        seen: set[Declaration] = {power}
        while waiting:
            declaration = waiting.pop()
            if declaration not in self._known:
                self._known[declaration] = self._look_at(self._code_of(declaration))
            reached = self._known[declaration]
            self._report.spend(STEPS, 1, power.at)
            total.add(reached)
            called = {d for d in reached.called if d.owner is not None} if own else reached.called
            waiting += called - seen
            seen |= called
        return total

    def _code_of(self, declaration: Declaration) -> Sequence[k.Node | k.Body | None]:
        model = self._model
        match declaration:
            case PowerDefinition():
                return model.code_of_power(declaration)
            case Function():
                return [model.values.get(declaration)]
            case Procedure():
                return [model.bodies[declaration]]
            case Variable():
                return [model.starts.get(declaration)]
        return []

    def _look_at(self, roots: Sequence[k.Node | k.Body | None]) -> Reached:
        reached = Reached()
        for node in (n for root in roots if root is not None for n in k.walk(root)):
            match node:
                case k.Constant():
                    self._take(reached, node.value, node.type)
                case k.AllMembers() | k.PropertyOf():
                    reached.whole_enums.add(node.enum)
                case k.Operation(operator="not" | "!=" | "not in" | "without"):
                    types = (n.type for n in k.walk(node) if isinstance(n, k.Constant))
                    reached.whole_enums |= {type_.enum for type_ in types if isinstance(type_, Member)}
                case k.VariableOf(declaration=variable):
                    self._name(reached, variable, variable.lasts)
                case k.AttributeOf(declaration=attribute):
                    self._name(reached, attribute, attribute.lasts)
                case k.SharedAttribute(declarations=attributes):
                    for attribute in attributes:
                        self._name(reached, attribute, attribute.lasts)
                case k.Branch(limit=Limit() as limit):
                    self._name(reached, limit, limit.life)
                case k.Watch(event=event, life=life):
                    self._name(reached, event, life)
                case k.Happenings(event=event) | k.FieldOf(event=event):
                    self._name(reached, event, event.kept or "")
                case k.ZoneOf(declaration=zone):
                    self._name(reached, zone)
                case k.Lookup(table=table):
                    self._name(reached, table)
                case k.Call(function=Function(attribute=str(name))):
                    for attribute in self._model.modified[name].of_kinds.values():
                        self._name(reached, attribute, attribute.lasts)
                case k.Call(function=function):
                    self._name(reached, function)
                case k.Perform(procedure=procedure):
                    self._name(reached, procedure)
                case k.StatementNode():
                    moved = [getattr(node, cards) for cards, _ in traits_of(node).moves]
                    reached.moves_itself |= any(isinstance(n, k.Local) and n.name == "self" for n in k.walk(moved))
        return reached

    @staticmethod
    def _name(reached: Reached, declaration: Declaration, life: str = "") -> None:
        reached.names.add(declaration.name)
        reached.lives.add(life)
        if isinstance(declaration, (Attribute, Variable)) and isinstance(of := innermost(declaration.type), Member):
            reached.enums_read.add(of.enum)
        if isinstance(declaration, (Function, Procedure, Variable, Table)):
            reached.called.add(declaration)

    def _take(self, reached: Reached, value: object, type_: Type | None) -> None:
        if isinstance(type_, Member) and isinstance(value, int):
            reached.members.add((type_.enum, self._model.enums[type_.enum].members[value]))
