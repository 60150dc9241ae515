"""Decisions: every form of choosing becomes one kernel statement, `Choose`, with branches."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.statements import Statements
from artrules.ir.builtins import BUILTINS
from artrules.ir.model import MENU
from artrules.ir.nodes import Binder, Body, Branch, BuiltinCall, Choose, Expression, Label, Perform, UsePower
from artrules.ir.types import BOOL, POWER


class Choices(Statements):
    """`choose`, `choose one`, `choose from`, `may`, `may choose`, `may use`, `use`."""

    def _site(self) -> str:
        self.sites += 1
        return f"{self.context.container}/{self.sites}"

    def _choose(self, tree: Syntax, branches: list[Branch], site: str | None = None) -> Choose:
        self.needs_me(tree)
        me = self.acting(tree) or self.unknown(tree)
        return Choose(self.at(tree), site or self._site(), self.context.title, branches, me)

    def statement_choose(self, tree: Syntax) -> Body:
        label_, binders_ = tree.children
        turning = self.scope.turning
        binders = self.binders(binders_)  # type: ignore[arg-type]
        self.scope.turning = turning
        label = self._values_label(label_, binders, tree)
        choose = self._choose(tree, [Branch(self.at(tree), "1", label, binders, None, None, [])])
        return [replace(choose, has_suites=False)]

    def _values_label(self, label_: object, binders: list[Binder], tree: Syntax) -> Label:
        if isinstance(label_, Token):
            return self.label(label_)
        parts: list[str | Expression] = []
        for binder in binders:
            parts += [", ", binder.local] if parts else [binder.local]
        return Label(self.at(tree), parts)

    def statement_choose_from(self, tree: Syntax) -> Body:
        token = tree.children[0]
        assert isinstance(token, Token)
        menu = self.model.menus.get(str(token))
        if menu is None:
            self.complain(
                name_kinds.UNKNOWN_NAME,
                f"there is no menu `{token}`",
                token,
                suggestions=closest(str(token), list(self.model.menus)),
            )
            return []
        me = self.needs_me(tree)
        return [Perform(self.at(tree), self.model.procedures[MENU + menu.name], [], me)]

    def statement_choose_one(self, tree: Syntax) -> Body:
        site = self._site()
        branches = []
        for number, branch in enumerate(tree.children, 1):
            assert isinstance(branch, type(tree))
            label_, binders_, guard_, limit_, suite_ = branch.children
            branches.append(self._branch(branch, str(number), label_, binders_, guard_, limit_, suite_))
        return [self._choose(tree, branches, site)]

    def _branch(
        self, tree: Syntax, key: str, label_: object, binders_: object, guard_: object, limit_: object, suite_: object
    ) -> Branch:
        with self.scope.suite():
            binders = self.binders(binders_) if isinstance(binders_, type(tree)) else []
            guard = self.condition(guard_) if isinstance(guard_, type(tree)) else None
            label = self._values_label(label_, binders, tree)
            limit = None
            if isinstance(limit_, Token):
                limit = self.model.limits.get(str(limit_))
                if limit is None:
                    self.complain(
                        name_kinds.UNKNOWN_NAME,
                        f"there is no limit `{limit_}`",
                        limit_,
                        suggestions=closest(str(limit_), list(self.model.limits)),
                    )
            body = self.suite(suite_) if isinstance(suite_, type(tree)) else []
        return Branch(self.at(tree), key, label, binders, guard, limit, body)

    def _decline(self, tree: Syntax, else_: object, text: str) -> Branch:
        body: Body = []
        if isinstance(else_, type(tree)):
            body = self.inner(else_.children[0])  # type: ignore[arg-type]
        return Branch(self.at(tree), "no", Label(self.at(tree), [text]), [], None, None, body, declines=True)

    def statement_may(self, tree: Syntax) -> Body:
        label_, binders_, guard_, suite_, else_ = tree.children
        site = self._site()
        branch = self._branch(tree, "1", label_, binders_, guard_, None, suite_)
        return [self._choose(tree, [branch, self._decline(tree, else_, "don't")], site)]

    def statement_may_choose(self, tree: Syntax) -> Body:
        binders_, suite_, else_ = tree.children
        site = self._site()
        branch = self._branch(tree, "1", None, binders_, None, None, suite_)
        return [self._choose(tree, [branch, self._decline(tree, else_, "none of these")], site)]

    def statement_may_use(self, tree: Syntax) -> Body:
        power_, else_ = tree.children
        site, at = self._site(), self.at(tree)
        power = self.demand(power_, POWER, "what is used")  # type: ignore[arg-type]
        me = self.needs_me(tree)
        guard = BuiltinCall(at, BOOL, BUILTINS["usable"], [power], me)
        use = UsePower(at, power, me)
        branch = Branch(at, "1", Label(at, ["use ", power]), [], guard, None, [use])
        return [self._choose(tree, [branch, self._decline(tree, else_, "don't use it")], site)]

    def statement_use(self, tree: Syntax) -> Body:
        power = self.demand(tree.children[0], POWER, "what is used")  # type: ignore[arg-type]
        return [UsePower(self.at(tree), power, self.needs_me(tree))]
