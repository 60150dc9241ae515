"""What content says that options are about on the table (`docs/write/files.md`, Options): things that it names, and
things that are found out in a position.

A thing is found out in the position as it is. So it is left out wherever it might tell the player who decides something
hidden: that is decided here, and not in each position, where it would tell something itself.
"""

from collections.abc import Sequence

from artrules.model.analyses.calls import CodeSearch
from artrules.model.analyses.dependence import Situation
from artrules.model.analyses.information_flow import information_flow
from artrules.model.analyses.ownership import MINE, OwnReads
from artrules.model.ir import nodes as k
from artrules.model.ir.layout import OptionLook
from artrules.model.ir.model import Model
from artrules.model.ir.types import Card, Happening, ListOf, Optional, Power, SetOf, Type
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class LookValue:
    """An expression that is evaluated for an option, in the code of a look. It `tells_hidden` where its value might
    tell the player who decides something hidden. While all play at once, one that `is_own` depends on nothing of
    others; any other is found out in the position at the beginning of the phase."""

    look: OptionLook
    expression: k.Expression
    tells_hidden: bool
    is_own: bool


@dataclass(frozen=True, slots=True, eq=False)
class SaidThing:
    """A thing that a look says: a variable or a zone, of owners with these numbers among the values of looks (None
    for none); or with neither what the value with the number `owner` is about."""

    place: k.VariableOf | k.ZoneOf | None
    owner: int | None
    second: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SaidThings:
    """What a look says that its options are about, and where each card of them may be dragged."""

    about: Sequence[SaidThing]
    to: Sequence[SaidThing]


class OptionLooks:
    """The looks of one model: what each says, and by number the values that are found out for them."""

    def __init__(self, model: Model) -> None:
        self.values: list[LookValue] = []
        self._own_reads = OwnReads(model)
        self._model = model
        self._refers = CodeSearch(model, refers_to_cards)
        self.said: dict[OptionLook, SaidThings] = {}
        for look in model.layout.options:
            about, to = ([self._thing(look, e) for e in said] for said in (look.about, look.to))
            self.said[look] = SaidThings(about, to)

    def _thing(self, look: OptionLook, e: k.Expression) -> SaidThing:
        match e:
            case k.VariableOf(owner=owner):
                return SaidThing(e, self._number(look, owner))
            case k.ZoneOf(owner=owner, second=second):
                return SaidThing(e, self._number(look, owner), self._number(look, second))
        return SaidThing(None, self._number(look, e))

    def _number(self, look: OptionLook, e: k.Expression | None) -> int | None:
        if e is None:
            return None
        is_own = self._own_reads.only_own(e, {"me": MINE})
        self.values.append(LookValue(look, e, self._tells_hidden(e), is_own))
        return len(self.values) - 1

    def _tells_hidden(self, e: k.Expression) -> bool:
        if isinstance(e, k.Local | k.Constant):
            return False
        flow = information_flow(self._model)
        sources = flow.resolved(flow.analysis.of(e, Situation()).value)
        return not all(source.is_seen_by("me") for source in sources) or self._refers.among((e,))


def refers_to_cards(node: k.Node) -> bool:
    """Whether a node gives a card that a value keeps: what it says doesn't tell who sees that card."""
    match node:
        case k.VariableOf() | k.AttributeOf() | k.SharedAttribute() | k.FieldOf():
            return _refers(node.type)
    return False


def _refers(type_: Type) -> bool:
    """Whether values of a type are cards, powers or happenings, or hold some."""
    match type_:
        case Optional(of) | SetOf(of) | ListOf(of):
            return _refers(of)
    return isinstance(type_, Card | Power | Happening)
