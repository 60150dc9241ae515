"""Conditions, loops, `as`, `require` and what is told."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.scope import facts
from artrules.elaborate.suites import Suites
from artrules.ir.nodes import (
    As,
    Body,
    EndGame,
    ForEach,
    If,
    Leave,
    Local,
    Lose,
    Repeat,
    Require,
    Say,
    Statement,
    walk,
)
from artrules.ir.types import (
    PLAYER,
)


class Control(Suites):
    """Statements that decide what runs."""

    def statement_if_(self, tree: Syntax) -> Body:
        condition_, then_, *rest = tree.children
        return [self._if(tree, condition_, then_, rest)]  # type: ignore[arg-type]

    def _if(self, tree: Syntax, condition_: Syntax, then_: Syntax, rest: list[Syntax | None]) -> Statement:
        condition = self.condition(condition_)
        then = self.inner(then_, facts(condition, True))
        otherwise: Body = []
        branch = next((b for b in rest if b is not None), None)
        if branch is not None:
            with self.scope.suite(facts(condition, False)):
                if branch.data == "elif_":
                    inner_condition, inner_then = branch.children
                    after = rest[rest.index(branch) + 1 :]
                    with self.deeper(branch) as fits:
                        if fits:
                            otherwise = [self._if(branch, inner_condition, inner_then, after)]  # type: ignore[arg-type]
                else:
                    otherwise = self.suite(branch.children[0])  # type: ignore[arg-type]
        return If(self.at(tree), condition, then, otherwise)

    def statement_for_(self, tree: Syntax) -> Body:
        binders_, suite_ = tree.children
        with self.scope.suite():
            binders = self.binders(binders_)  # type: ignore[arg-type]
            self.loops += 1
            body = self.suite(suite_)  # type: ignore[arg-type]
            self.loops -= 1
        for binder in reversed(binders):
            body = [ForEach(self.at(tree), binder, body)]
        if len(binders) > 1 and any(isinstance(n, Leave) for n in walk(body)):
            self.complain(
                kinds.WRONG_ARGUMENTS, "`stop` in a loop over two domains is unclear", tree, expected="two loops"
            )
        return body

    def statement_repeat(self, tree: Syntax) -> Body:
        limit_, suite_ = tree.children
        kind, limit = "ever", None
        if limit_ is not None:
            kind = {"until": "until", "while_": "while", "times": "times"}[limit_.data]  # type: ignore[union-attr]
            inner = limit_.children[0]  # type: ignore[union-attr]
            limit = self.number(inner, "how often") if kind == "times" else self.condition(inner)  # type: ignore[arg-type]
        self.loops += 1
        with self.scope.suite():
            self.turn(tree)
            body = self.suite(suite_)  # type: ignore[arg-type]
        self.loops -= 1
        return [Repeat(self.at(tree), kind, limit, body)]

    def statement_stop(self, tree: Syntax) -> Body:
        if self.loops == 0:
            self.complain(kinds.NO_LOOP, "`stop` leaves a loop, and there is none here", tree)
            return []
        at = self.at(tree)
        ending = [power for loops, power in reversed(self.gaining) if loops == self.loops]
        return [*(Lose(at, power) for power in ending), Leave(at)]

    def statement_as_(self, tree: Syntax) -> Body:
        player_, suite_ = tree.children
        player = self.demand(player_, PLAYER, "who acts")  # type: ignore[arg-type]
        outer = self.me
        with self.scope.suite():
            self.scope.count += 1
            self.me = Local(self.at(tree), PLAYER, f"me_{self.scope.count}")
            local = self.me
            body = self.suite(suite_)  # type: ignore[arg-type]
        self.me = outer
        return [As(self.at(tree), local, player, body)]

    def statement_require(self, tree: Syntax) -> Body:
        condition_, reason_ = tree.children
        condition = self.condition(condition_)  # type: ignore[arg-type]
        reason = self.label(reason_) if isinstance(reason_, Token) else None
        self.scope.learn(facts(condition, True))
        return [Require(self.at(tree), condition, reason)]

    def statement_skip(self, tree: Syntax) -> Body:
        return []

    def statement_say(self, tree: Syntax) -> Body:
        return [Say(self.at(tree), self.label(tree.children[0]), self.acting(tree))]  # type: ignore[arg-type]

    def statement_end_game(self, tree: Syntax) -> Body:
        return [EndGame(self.at(tree))]
