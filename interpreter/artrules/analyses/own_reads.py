"""Decides whether an expression depends on nothing of other players: only on the table and on one player's own things.

While all play at once, nobody may know what the others have done so far. What depends on nothing of theirs can be shown
as it is now. When in doubt the answer is no.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from artrules.ir import nodes as k
from artrules.ir.declarations import Function
from artrules.ir.model import Model
from artrules.ir.traits import StatePart, traits_of
from artrules.ir.types import Card, Player, Type, element

Own = Mapping[str, bool]
"""By the name of a local: whether what it stands for is the player's own, or the table's."""
_OF_THE_TABLE = frozenset({StatePart.FLOW, StatePart.RECORDS})
"""What no player can change while all play at once."""


class OwnReads:
    """Answers for one model. What functions read is remembered."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[tuple[Function, tuple[tuple[str, bool], ...]], bool] = {}

    def only_own(self, e: k.Node, own: Own) -> bool:
        """Whether evaluating an expression reads nothing of players for whom no name in `own` stands."""
        match e:
            case k.ZoneOf(owner=owner, second=second):
                return self._owners_are_own((owner, second), own)
            case k.VariableOf(owner=owner):
                return self._owners_are_own((owner,), own)
            case k.AttributeOf(declaration=attribute, card=card) if not attribute.printed:
                return self._is_own(card, own) and self.only_own(card, own)
            case k.SharedAttribute(card=card) | k.FaceOf(card=card) | k.PowersOf(card=card):
                return self._is_own(card, own) and self.only_own(card, own)
            case k.ScoreOf(player=player):
                parts = [part.value for part in self._model.flow.score if part.value is not None]
                return self._is_own(player, own) and all(self.only_own(part, {"me": True}) for part in parts)
            case k.Call():
                return self._call(e, own)
            case k.Fold(binders=binders):
                inner = self._bound(binders, own)
                return all(self.only_own(child, inner) for child in k.children(e))
            case k.Best(binder=binder):
                inner = self._bound([binder], own)
                return all(self.only_own(child, inner) for child in k.children(e))
        if traits_of(e).reads - _OF_THE_TABLE and not isinstance(e, k.PowerAttributeOf):
            return False
        return all(self.only_own(child, own) for child in k.children(e))

    def _owners_are_own(self, owners: Sequence[k.Expression | None], own: Own) -> bool:
        """Whether something with these owners isn't another player's."""
        found = [owner for owner in owners if owner is not None]
        return all(self._is_own(each, own) for each in found if isinstance(each.type, Player)) and all(
            self.only_own(each, own) for each in found
        )

    def _is_own(self, e: k.Expression, own: Own) -> bool:
        """Whether a player, a card or cards are certainly the player's own, or the table's."""
        match e:
            case k.Local(name=name):
                return own.get(name, False)
            case k.ZoneOf():
                return self._owners_are_own((e.owner, e.second), own)
            case k.TopOf(zone=zone):
                return self._is_own(zone, own)
            case k.Fold(kind="those" | "first" | "last", binders=[binder]):
                return self._is_own(binder.domain, own)
        return False

    def _bound(self, binders: Sequence[k.Binder], own: Own) -> Own:
        inner = dict(own)
        for binder in binders:
            inner[binder.local.name] = not _belongs(binder.local.type) or self._is_own(binder.domain, inner)
        return inner

    def _call(self, e: k.Call, own: Own) -> bool:
        if not all(self.only_own(argument, own) for argument in e.arguments):
            return False
        value = self._model.values.get(e.function)
        if value is None:
            return False
        inner = {
            local.name: not _belongs(argument.type) or self._is_own(argument, own)
            for local, argument in zip(self._model.locals[e.function], e.arguments, strict=False)
        }
        inner["me"] = e.me is not None and self._is_own(e.me, own)
        key = (e.function, tuple(sorted(inner.items())))
        if key not in self._known:
            self._known[key] = False  # ends a recursion, which other code reports
            self._known[key] = self.only_own(value, inner)
        return self._known[key]


def _belongs(type_: Type) -> bool:
    """Whether values of a type are players or cards, or hold some."""
    inner = getattr(type_, "of", None) or element(type_)
    return isinstance(type_, Player | Card) or (isinstance(inner, Type) and _belongs(inner))
