"""Whether the value of an expression may tell something that isn't open to all: what it reads, functions included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from artrules.analyses.information import (
    AnyCard,
    CardsIn,
    Fact,
    OfCard,
    OfPower,
    RecordedIn,
    Usability,
    ValueOf,
    told,
)
from artrules.ir import nodes as k
from artrules.ir.declarations import ZoneDeclaration
from artrules.ir.model import Model

Status = tuple[bool, bool]
"""Of a name: whether it is secret; whether it is the player whose things are open here."""
Names = Callable[[str], Status]
OPEN: Status = (False, False)


@dataclass(slots=True)
class Reading:
    """Judges expressions of one model. `secret_fields` of events are (key, index)."""

    model: Model
    cards_are_turned: bool
    secret_fields: set[tuple[str, int]] = field(default_factory=set)
    _known: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def forget(self) -> None:
        """What was found may be otherwise, now that more fields are secret."""
        self._known.clear()

    def tells(self, e: k.Node, names: Names) -> bool:
        """Whether the value may tell a secret."""
        match e:
            case k.Local(name=name):
                return names(name)[0]
            case k.Call():
                return self._call(e, names)
            case k.ScoreOf(player=player):
                me = bound({"me": (False, _own(player, names))})
                parts = [part.value for part in self.model.flow.score if part.value is not None]
                return any(self.tells(part, me) for part in parts) or self.tells(player, names)
            case k.Fold(binders=binders):
                return self._binders(e, binders, names)
            case k.Best(binder=binder):
                return self._binders(e, [binder], names)
        facts, below = told(e)
        return any(self._secret(fact, names) for fact in facts) or any(self.tells(node, names) for node in below)

    def _secret(self, fact: Fact, names: Names) -> bool:
        """Whether a fact may be a secret."""
        match fact:
            case CardsIn(zone=zone, owner=owner, top_only=top_only):
                return self._hides(zone, _own(owner, names), top_only)
            case AnyCard():
                return True
            case OfCard() | OfPower():
                return False  # it is as secret as which card it is
            case ValueOf(variable=variable, owner=owner):
                return variable.seen_by == "nobody" or (variable.seen_by == "owner" and not _own(owner, names))
            case RecordedIn(event=event, field=field_):
                return (event.key, field_.index) in self.secret_fields
            case Usability(player=player):
                return self._powers(_own(player, names))
            case _:
                assert_never(fact)

    def _hides(self, zone: ZoneDeclaration, own: bool, top: bool) -> bool:
        """Whether which cards lie in a zone may be hidden; with `top`, which lies on top of it."""
        if zone.seen_by != "everyone":
            return zone.seen_by == "nobody" or not own
        if zone.shows_top_only and not top:
            return True
        may_lie_down = self.cards_are_turned or not zone.face_up
        return may_lie_down and (zone.face_down_seen_by == "nobody" or (zone.face_down_seen_by == "owner" and not own))

    def _any(self, e: k.Expression | None, names: Names) -> bool:
        return e is not None and self.tells(e, names)

    def _binders(self, e: k.Expression, binders: Sequence[k.Binder], names: Names) -> bool:
        inner = dict[str, Status]()
        for binder in binders:
            inner[binder.local.name] = (self.tells(binder.domain, bound(inner, names)), False)
        return any(self.tells(child, bound(inner, names)) for child in k.children(e))

    def _call(self, e: k.Call, names: Names) -> bool:
        function = e.function
        value = self.model.values.get(function)
        if value is None:
            return False
        inner = {
            local.name: (self.tells(argument, names), _own(argument, names))
            for local, argument in zip(self.model.locals[function], e.arguments, strict=False)
        }
        inner["me"] = (False, _own(e.me, names))
        key = (function, *sorted(inner.items()))
        if key not in self._known:
            self._known[key] = self.tells(value, bound(inner))
        return self._known[key]

    def _powers(self, own: bool) -> bool:
        """Whether it may be a secret which powers can be used."""
        if (own,) not in self._known:
            self._known[(own,)] = False  # a condition may ask about other powers
            names = bound({"me": (False, own)})
            tests = [*self.model.conditions.values(), *self.model.at_most.values()]
            self._known[(own,)] = any(self._any(test, names) for test in tests)
        return self._known[(own,)]


def _own(e: k.Expression | None, names: Names) -> bool:
    return isinstance(e, k.Local) and names(e.name)[1]


def bound(inner: dict[str, Status], outer: Names | None = None) -> Names:
    """Names of which some are bound here, the others further out."""
    return lambda name: inner[name] if name in inner else outer(name) if outer is not None else OPEN
