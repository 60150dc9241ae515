"""Scopes: the names that code can see at a place, and what conditions say about their types there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from artrules.diagnostics.span import Span
from artrules.ir.nodes import Constant, Expression, IsKind, Local, Operation
from artrules.ir.types import Card, Optional, Type


@dataclass(slots=True)
class Binding:
    """A bound name: its unique name in the body, its type, and whether it can be assigned."""

    unique: str
    type: Type
    fixed: bool
    at: Span


@dataclass(slots=True)
class Scope:
    """The names of one body, in nested suites, and the types that conditions have narrowed."""

    suites: list[dict[str, Binding]] = field(default_factory=lambda: [{}])
    narrowed: dict[str, Type] = field(default_factory=dict)
    count: int = 0
    turning: int = 0
    """The number of loops and binders around the current code."""

    def bind(self, name: str, type_: Type, at: Span, fixed: bool = True) -> Local:
        """Bind a name in the innermost suite. It hides outer names of the same spelling."""
        self.count += 1
        unique = f"{name}_{self.count}"
        self.suites[-1][name] = Binding(unique, type_, fixed, at)
        return Local(at, type_, unique)

    def find(self, name: str) -> Binding | None:
        """The binding of a name in the innermost suite that binds it; None if no suite does."""
        for suite in reversed(self.suites):
            if name in suite:
                return suite[name]
        return None

    def hides(self, name: str) -> bool:
        """Whether binding a name would hide another one."""
        return self.find(name) is not None or name in ("me", "self", "players")

    def names(self) -> Iterator[str]:
        """All names that are bound here, outer ones first."""
        for suite in self.suites:
            yield from suite

    def type_of(self, binding: Binding) -> Type:
        """The type of a name at this place, narrowed by conditions."""
        return self.narrowed.get(binding.unique, binding.type)

    @contextmanager
    def suite(self, facts: Mapping[str, Type] | None = None) -> Iterator[None]:
        """Open an inner suite for the `with`, in which some types are narrowed. Its names and types end with it."""
        self.suites.append({})
        before, turning = self.narrowed, self.turning
        self.narrowed = {**before, **(facts or {})}
        try:
            yield
        finally:
            self.suites.pop()
            self.narrowed, self.turning = before, turning

    def learn(self, facts: dict[str, Type]) -> None:
        """Narrow types for the rest of the suite."""
        self.narrowed = {**self.narrowed, **facts}

    def forget(self, unique: str) -> None:
        """Forget the narrowed type of a name that is assigned."""
        self.narrowed = {k: t for k, t in self.narrowed.items() if k != unique}


def facts(condition: Expression, truth: bool) -> dict[str, Type]:
    """Unique names → the types that they must have if a condition is true, or if it is false (`truth`)."""
    match condition:
        case Operation(operator="not", operands=(inner,)):
            return facts(inner, not truth)
        case Operation(operator="and" | "or" as operator, operands=(a, b)):
            if truth == (operator == "and"):
                return {**facts(a, truth), **facts(b, truth)}
            one, other = facts(a, truth), facts(b, truth)
            return {name: type_ for name, type_ in one.items() if other.get(name) == type_}
        case Operation(
            operator="=" | "!=" as operator, operands=(Local(name=name, type=Optional(of)), Constant(value=None))
        ):
            return {name: of} if truth == (operator == "!=") else {}
        case IsKind(card=Local(name=name, type=Card(kinds)), kind=kind):
            if truth:
                return {name: Card(frozenset([kind]))}
            return {name: Card(kinds - {kind})} if len(kinds) > 1 else {}
    return {}
