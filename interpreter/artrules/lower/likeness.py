"""Finds which decisions may offer candidates that nothing tells apart (`machine/alike.py`). Most offer none, and
need not be searched for them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from artrules.ir import nodes as k
from artrules.ir.types import Card, ListOf, Optional, Power, Type
from artrules.lower.layout import Layout


class Likeness:
    """Answers for one layout. `looks` are by card: numbers that are equal for cards that were printed alike."""

    def __init__(self, layout: Layout) -> None:
        numbers: dict[Any, int] = {}
        self.looks: list[int] = []
        for kind, values in zip(layout.card_kind, layout.piece_values, strict=True):
            printed = (kind, tuple(sorted((name, str(value)) for name, value in values.items())))
            self.looks.append(numbers.setdefault(printed, len(numbers)))
        count = Counter(self.looks)
        self._kinds = {kind for kind, look in zip(layout.card_kind, self.looks, strict=True) if count[look] > 1}

    def may_be_alike(self, choose: k.Choose) -> bool:
        """Whether two candidates of a decision may be alike: by cards that were printed alike, or because a list may
        have a card twice."""
        return any(map(self._may_be_alike, choose.branches))

    def _may_be_alike(self, branch: k.Branch) -> bool:
        if not any(_holds_card(b.local.type) for b in branch.binders):
            return False
        return any(self._has_twins(b.local.type) or isinstance(b.domain.type, ListOf) for b in branch.binders)

    def _has_twins(self, type_: Type | None) -> bool:
        match type_:
            case Card(kinds):
                return not self._kinds.isdisjoint(kinds)
            case Power():
                return bool(self._kinds)
            case Optional(of):
                return self._has_twins(of)
        return False


def _holds_card(type_: Type | None) -> bool:
    match type_:
        case Optional(of):
            return _holds_card(of)
    return isinstance(type_, (Card, Power))
