"""Decides whether the value of an expression may reveal something that isn't public. It follows calls of functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from artrules.analyses.information import (
    AnyCard,
    CardFact,
    CardsIn,
    Fact,
    PowerFact,
    RecordFact,
    Usability,
    VariableFact,
    revealed,
)
from artrules.ir import nodes as k
from artrules.ir.declarations import ZoneDeclaration
from artrules.ir.model import Model

Status = tuple[bool, bool]
"""What is known of a name: whether its value is secret, and whether it is the player whose own things count as open."""
Names = Callable[[str], Status]
OPEN: Status = (False, False)


@dataclass(slots=True)
class DisclosureAnalysis:
    """Judges expressions of one model.

    `turned_in` are the zones where code may let cards lie face down that arrive face up. `secret_fields` are the fields
    of events that may hold secrets: pairs of the event's key and the field's index. `secret_results` are the keys of
    the procedures whose result may be one.
    """

    model: Model
    turned_in: frozenset[ZoneDeclaration]
    secret_fields: set[tuple[str, int]] = field(default_factory=set)
    secret_results: set[str] = field(default_factory=set)
    _known: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def forget(self) -> None:
        """Forget remembered answers. Call it after adding to `secret_fields` or `secret_results`, which may change
        them."""
        self._known.clear()

    def reveals(self, e: k.Node, names: Names) -> bool:
        """Whether the value of an expression may reveal a secret."""
        match e:
            case k.Local(name=name):
                return names(name)[0]
            case k.Call():
                return self._call(e, names)
            case k.ResultOf(procedure=procedure):
                return procedure.key in self.secret_results
            case k.ScoreOf(player=player):
                me = scoped_names({"me": (False, _own(player, names))})
                parts = [part.value for part in self.model.flow.score if part.value is not None]
                return any(self.reveals(part, me) for part in parts) or self.reveals(player, names)
            case k.Fold(binders=binders):
                return self._binders(e, binders, names)
            case k.Best(binder=binder):
                return self._binders(e, [binder], names)
        facts, below = revealed(e)
        return any(self._secret(fact, names) for fact in facts) or any(self.reveals(node, names) for node in below)

    def _secret(self, fact: Fact, names: Names) -> bool:
        """Whether a fact may be secret."""
        match fact:
            case CardsIn(zone=zone, owner=owner, top_only=top_only):
                return self._hides(zone, _own(owner, names), top_only)
            case AnyCard():
                return True
            case CardFact() | PowerFact():
                return False  # whether this is secret depends only on which card it is
            case VariableFact(variable=variable, owner=owner):
                return variable.seen_by == "nobody" or (variable.seen_by == "owner" and not _own(owner, names))
            case RecordFact(event=event, field=field_):
                return (event.key, field_.index) in self.secret_fields
            case Usability(player=player):
                return self._powers(_own(player, names))
            case _:
                assert_never(fact)

    def _hides(self, zone: ZoneDeclaration, own: bool, top: bool) -> bool:
        """Whether the cards of a zone may be hidden. With `top` only its top card counts."""
        if zone.seen_by != "everyone":
            return zone.seen_by == "nobody" or not own
        if zone.shows_top_only and not top:
            return True
        may_lie_down = zone in self.turned_in or not zone.face_up
        return may_lie_down and (zone.face_down_seen_by == "nobody" or (zone.face_down_seen_by == "owner" and not own))

    def _any(self, e: k.Expression | None, names: Names) -> bool:
        return e is not None and self.reveals(e, names)

    def _binders(self, e: k.Expression, binders: Sequence[k.Binder], names: Names) -> bool:
        inner = dict[str, Status]()
        for binder in binders:
            inner[binder.local.name] = (self.reveals(binder.domain, scoped_names(inner, names)), False)
        return any(self.reveals(child, scoped_names(inner, names)) for child in k.children(e))

    def _call(self, e: k.Call, names: Names) -> bool:
        function = e.function
        value = self.model.values.get(function)
        if value is None:
            return False
        inner = {
            local.name: (self.reveals(argument, names), _own(argument, names))
            for local, argument in zip(self.model.locals[function], e.arguments, strict=False)
        }
        inner["me"] = (False, _own(e.me, names))
        key = (function, *sorted(inner.items()))
        if key not in self._known:
            self._known[key] = self.reveals(value, scoped_names(inner))
        return self._known[key]

    def _powers(self, own: bool) -> bool:
        """Whether it may be secret which powers can be used."""
        if (own,) not in self._known:
            self._known[(own,)] = False  # a condition may ask about other powers
            names = scoped_names({"me": (False, own)})
            tests = [*self.model.conditions.values(), *self.model.at_most.values()]
            self._known[(own,)] = any(self._any(test, names) for test in tests)
        return self._known[(own,)]


def _own(e: k.Expression | None, names: Names) -> bool:
    return isinstance(e, k.Local) and names(e.name)[1]


def scoped_names(inner: dict[str, Status], outer: Names | None = None) -> Names:
    """A lookup of names: first in `inner`, then in `outer`. A name in neither is open."""
    return lambda name: inner[name] if name in inner else outer(name) if outer is not None else OPEN
