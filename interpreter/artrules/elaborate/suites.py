"""Suites: bodies of statements in scopes, and who acts in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.applications import Applications
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.folds import Folds
from artrules.elaborate.labels import Labels
from artrules.elaborate.names import Names
from artrules.elaborate.operators import Operators
from artrules.ir.nodes import (
    Body,
    Expression,
    Local,
    Statement,
)
from artrules.ir.types import (
    PLAYER,
    Type,
)

DEEPEST = 40


class Suites(Names, Applications, Folds, Operators, Labels):
    """Each `statement_x` gives a list of kernel statements: sugar may take several."""

    depth = 0

    def suite(self, tree: Syntax) -> Body:
        """The statements of a suite or an effect, in a scope that the caller has opened."""
        body: list[Statement] = []
        with self.deeper(tree) as fits:
            for child in tree.children if fits else ():
                if isinstance(child, type(tree)):
                    body += self.statement(child)
        return body

    @contextmanager
    def deeper(self, tree: Syntax) -> Iterator[bool]:
        """One suite more around what follows; no, with a diagnostic, when that is one too many."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.complain(kinds.TOO_DEEP, f"suites are nested more than {DEEPEST} deep", tree)
        yield self.depth <= DEEPEST
        self.depth -= 1

    def statement(self, tree: Syntax) -> Body:
        return getattr(self, f"statement_{tree.data}")(tree)  # type: ignore[no-any-return]

    def inner(self, tree: Syntax | None, known: dict[str, Type] | None = None) -> Body:
        """A suite in a scope of its own."""
        if tree is None:
            return []
        with self.scope.suite(known):
            return self.suite(tree)

    def needs_me(self, tree: Syntax) -> Expression:
        if self.me is None:
            self.complain(kinds.NO_PLAYER, "no player acts here: say who with `as p:`", tree)
            return self.unknown(tree)
        return Local(self.at(tree), PLAYER, self.me.name)

    def acting(self, tree: Syntax) -> Expression | None:
        """The player in whose name things are moved and said, where there is one."""
        return Local(self.at(tree), PLAYER, self.me.name) if self.me is not None else None
