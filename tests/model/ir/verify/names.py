"""The names that code may use at one place: what the verifier carries through a body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from artrules.model.ir.expressions import Local
from artrules.model.ir.types import PLAYER, Type


@dataclass(frozen=True, slots=True)
class Names:
    """The locals in scope with the types they were bound with, and what surrounds the place.

    `me` is the local of the player who acts, None where nobody does. `assignable` are the locals that a `let` has
    bound. `loops` counts the loops around the place that `stop` could leave. `asked` is the identity of the question
    in whose suite the place is, and the type of its answers.
    """

    types: Mapping[str, Type] = field(default_factory=dict)
    me: str | None = None
    assignable: frozenset[str] = frozenset()
    loops: int = 0
    in_watch: bool = False
    asked: tuple[str, Type | None] | None = None

    def bind(self, *locals_: Local, assignable: bool = False) -> Names:
        """These names and some more."""
        added = {local.name: local.type for local in locals_}
        names = self.assignable | added.keys() if assignable else self.assignable - added.keys()
        return replace(self, types={**self.types, **added}, assignable=names)

    def acting(self, local: Local) -> Names:
        """These names where another player acts."""
        return replace(self.bind(local), me=local.name)

    def in_loop(self) -> Names:
        """These names inside one more loop."""
        return replace(self, loops=self.loops + 1)


def at_entry(parameters: Iterable[Local], self_type: Type | None, has_me: bool) -> Names:
    """The names that a piece of code finds bound when it begins to run."""
    types = {local.name: local.type for local in parameters}
    if self_type is not None:
        types["self"] = self_type
    if has_me:
        types["me"] = PLAYER
    return Names(types, "me" if has_me else None)


def in_watch(happening: Local, captured: Iterable[Local]) -> Names:
    """The names in a watch's condition and suite: its happening, the values it keeps, and the player who set it."""
    types = {local.name: local.type for local in (*captured, happening)}
    return Names({**types, "me": PLAYER}, "me", in_watch=True)


def in_question(captured: Iterable[Local], identity: str, answer: Type | None) -> Names:
    """The names in the suite of a question that several players are asked: the values it keeps, and who is asked."""
    types = {local.name: local.type for local in captured}
    return Names({**types, "me": PLAYER}, "me", asked=(identity, answer))
