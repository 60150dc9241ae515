"""What content says of options beside the rules: what they are about on the table (`docs/write/files.md`, Options),
things that it names and things that are found out in a position; and how much players like them (hints).

Such a thing is found out in the position as it is. So it is left out wherever it might tell the player who decides
something hidden: that is decided here, and not in each position, where it would tell something itself. Bots that go by
hints do so in the position as it is only where these tell nothing hidden.
"""

from collections.abc import Sequence

from artrules.model.analyses.calls import CodeSearch, every, every_node_run
from artrules.model.analyses.dependence import Situation
from artrules.model.analyses.information_flow import information_flow
from artrules.model.analyses.ownership import MINE, Names, OwnReads
from artrules.model.ir import nodes as k
from artrules.model.ir.layout import OptionLook
from artrules.model.ir.model import Model, OptionHint, kept_with_model
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
        self._reads = OptionReads(model)
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
        self.values.append(LookValue(look, e, self._reads.tells_hidden(e), self._reads.is_own(e)))
        return len(self.values) - 1


class OptionReads:
    """What expressions read that are evaluated for an option, seen from the player who decides."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._own_reads = OwnReads(model)
        self._refers = CodeSearch(model, refers_to_cards)

    def tells_hidden(self, e: k.Expression) -> bool:
        """Whether the value might tell the player something that is hidden from that player."""
        if isinstance(e, k.Local | k.Constant):
            return False
        flow = information_flow(self._model)
        sources = flow.resolved(flow.analysis.of(e, Situation()).value)
        return not all(source.is_seen_by("me") for source in sources) or self._refers.among((e,))

    def is_own(self, e: k.Expression, binders: Sequence[k.Binder] = ()) -> bool:
        """Whether the value depends on nothing of other players, given what the option's names stand for."""
        names: Names = self._own_reads.bound(binders, {"me": MINE})
        return self._own_reads.only_own(e, names)


@kept_with_model
def hints_are_open(model: Model) -> bool:
    """Whether there are hints for options alone, and they tell the player who decides nothing hidden."""
    return model.hints.position is None and len(model.hints.options) > 0 and option_hints_are_open(model)


@kept_with_model
def option_hints_are_open(model: Model) -> bool:
    """Whether the hints for options, if there are any, tell the player who decides nothing hidden: no more than what
    that player sees, and while several decide at once nothing of others, who may have chosen already."""
    hints, reads = model.hints, OptionReads(model)
    if any(reads.tells_hidden(hint.value) for hint in hints.options):
        return False
    own = _hints_for_choosing_at_once(model)
    if not own:
        return True
    binders = {
        (choose.site, branch.owner, branch.key): branch.binders
        for _, choose in every(model, k.Choose)
        for branch in choose.branches
    }
    return all(reads.is_own(hint.value, binders[hint.site, hint.owner, hint.branch]) for hint in own)


def _hints_for_choosing_at_once(model: Model) -> list[OptionHint]:
    """The hints for options that may be chosen while several decide at once: in phases that all play at once, and in
    what these call. Where several are asked, or such a phase uses powers or announces events, any may be."""
    at_once = [statement for phase in model.flow.phases if phase.who == "all_at_once" for statement in phase.body]
    nodes = [*every_node_run(model, at_once)]
    if any(every(model, k.Ask)) or any(isinstance(node, k.UsePower | k.Announce) for node in nodes):
        return [*model.hints.options]
    sites = {node.site for node in nodes if isinstance(node, k.Choose)}
    return [hint for hint in model.hints.options if hint.site in sites]


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
