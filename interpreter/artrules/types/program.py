"""Elaborates a whole model: every code string of it becomes kernel nodes, stored in its declaration.

Functions are elaborated when first called, so that their types are known to callers; a circle of calls is found on
the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark import Tree

from artrules.diagnostics.effort import WORDS
from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import (
    Function,
    MenuEntry,
    Parameter,
    PowerDefinition,
    Procedure,
    ScorePart,
    Step,
)
from artrules.kernel.nodes import Branch, Choose, Constant, Expression, Label, Local
from artrules.kernel.type import (
    ANY_NUMBER,
    BOOL,
    PLAYER,
    UNKNOWN,
    WIDE,
    Bool,
    Card,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    SetOf,
    Type,
    Zone,
    whole,
)
from artrules.resolve.model import Model
from artrules.resolve.reading import code, get, scalar
from artrules.resolve.type_names import report_syntax
from artrules.source.node import Scalar
from artrules.syntax.parse import SyntaxProblem, parse, size
from artrules.types.choices import MENU
from artrules.types.collecting import Elaborator
from artrules.types.context import Context

MOST_CALLS = 40
"""How deep functions, and procedures, may call one another."""
IN_PROGRESS = Constant(None, UNKNOWN, None)  # type: ignore[arg-type]


class ProgramElaborator:
    """One run over a model."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model = model
        self.report = report
        self._deepest: dict[Function, int] = {}
        """How long the longest chain of calls is that begins with a function."""

    def run(self) -> None:
        """Fill in every declaration's kernel code."""
        model = self.model
        for menu in model.menus.values():
            model.procedures[MENU + menu.name] = Procedure(MENU + menu.name, menu.at)
        for variable in model.variables.values():
            if variable.type is not None and variable.starts_code is not None:
                context = Context(f"start of {variable.name}", variable.name, variable.owner, me=False)
                variable.starts = self.expression(
                    variable.starts_code, context, variable.type, f"the start of `{variable.name}`"
                )
        for kind in model.kinds.values():
            self._kind(kind)
        for limit in model.limits.values():
            if limit.at_most_code is not None:
                limit.at_most = self.expression(
                    limit.at_most_code,
                    Context(f"limit {limit.name}", limit.name),
                    ANY_NUMBER,
                    f"the limit `{limit.name}`",
                )
        for table in model.tables.values():
            self._table(table)
        for function in list(model.functions.values()):
            self.function_type(function)
        for procedure in list(model.procedures.values()):
            if not procedure.name.startswith(MENU):
                self._procedure(procedure)
        for menu in model.menus.values():
            self._menu(menu.name)
        for power in model.powers:
            self._power(power)
        self._pieces()
        self._flow()

    # -- single strings

    def elaborator(self, text: Scalar, context: Context) -> Elaborator:
        elaborator = Elaborator(self.model, self.report, text, context)
        elaborator.function_type = self.function_type
        return elaborator

    def _tree(self, kind: str, text: Scalar) -> Tree[Any] | None:
        self.report.spend(WORDS, size(text.text), text.span)
        try:
            return parse(kind, text.text)
        except SyntaxProblem as problem:
            report_syntax(self.report, text, problem)
            return None

    def expression(self, text: Scalar | None, context: Context, wanted: Type, what: str) -> Expression | None:
        """The expression in a scalar, of a type."""
        if text is None:
            return None
        value: Expression | None = self._expression(text, context, lambda e, tree: e.demand(tree, wanted, what))
        return value

    def _expression(self, text: Scalar, context: Context, how: Callable[[Elaborator, Tree[Any]], Any]) -> Any:
        tree = self._tree("expression", text)
        if tree is None:
            return None
        return how(self.elaborator(text, context), tree.children[0])

    def effect(
        self, text: Scalar | None, context: Context, parameters: Sequence[Parameter] = ()
    ) -> tuple[list[Local], list[Any]]:
        """Parameters as locals, and the body, of an effect in a scalar."""
        if text is None:
            return [], []
        tree = self._tree("effect", text)
        if tree is None:
            return [], []
        elaborator = self.elaborator(text, context)
        elaborator.assigned = assigned_names(tree)
        locals_ = [elaborator.scope.bind(p.name, p.type, p.at) for p in parameters]
        return locals_, elaborator.suite(tree)

    def label(self, text: Scalar | None, context: Context) -> Label | None:
        return None if text is None else self._template(self.elaborator(text, context), text)

    def _template(self, elaborator: Elaborator, text: Scalar) -> Label:
        self.report.spend(WORDS, size(text.text), text.span)
        elaborator.scalar = text
        return elaborator.template(text.text, 0)

    # -- declarations

    def _kind(self, kind: Any) -> None:
        own = Card(frozenset([kind.name]))
        context = Context(f"kind {kind.name}", kind.name, me=False, self_card=own)
        kind.label = self.label(kind.label_code, context)
        for attribute in kind.attributes.values():
            if attribute.starts_code is not None and attribute.type is not None:
                attribute.starts = self.expression(
                    attribute.starts_code, context, attribute.type, f"the start of `{attribute.name}`"
                )

    def _table(self, table: Any) -> None:
        tree = self._tree("table", table.code) if table.code is not None else None
        if tree is None:
            return
        for row in tree.children:
            at = table.code.span_of(row.meta.start_pos, row.meta.end_pos)
            spelled = ["".join(str(t) for t in c.children) if isinstance(c, Tree) else str(c) for c in row.children]
            values = [value for text in spelled if (value := whole(text)) is not None]
            if len(values) < len(spelled):
                self.report.add(kinds.WRONG_VALUE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
                continue
            if row.data == "slope":
                if table.slope is not None or not table.steps or values[0] < 1:
                    self.report.add(kinds.BAD_TABLE, "a table ends with one slope, after its steps", at)
                table.slope = (values[0], values[1])
                continue
            if table.slope is not None or (table.steps and table.steps[-1][0] >= values[0]):
                self.report.add(
                    kinds.BAD_TABLE, "a table's steps stand in rising order", at, expected="a larger number"
                )
            table.steps.append((values[0], values[1]))

    def function_type(self, function: Function) -> Type:
        """The type of a function's value, elaborating it when that hasn't been done."""
        if function.value is IN_PROGRESS:
            self.report.add(name_kinds.CIRCLE, f"the function `{function.name}` comes to call itself", function.at)
            return UNKNOWN
        if function.value is None and function.code is not None:
            self._functions(function)
        if function.value is None:
            return UNKNOWN
        return function.value.type

    def _functions(self, first: Function) -> None:
        """Elaborate a function, and before it those that it calls: however long the chain is, Python's stack is not."""
        way: list[tuple[Function, Tree[Any] | None, list[Function]]] = []
        deepest: dict[Function, int] = self._deepest

        def enter(function: Function) -> None:
            function.value = IN_PROGRESS
            assert function.code is not None
            tree = self._tree("expression", function.code)
            way.append((function, tree, called_functions(tree, self.model, function.owner)))

        enter(first)
        while way:
            function, tree, waiting = way[-1]
            if waiting:
                called = waiting.pop()
                if called.value is None and called.code is not None:
                    enter(called)
                continue
            way.pop()
            function.value = self._function(function, tree) if tree is not None else None
            below = called_functions(tree, self.model, function.owner)
            deepest[function] = 1 + max((deepest.get(f, 0) for f in below), default=0)
            if deepest[function] == MOST_CALLS + 1:
                message = f"functions call one another more than {MOST_CALLS} deep here"
                self.report.add(kinds.TOO_DEEP, message, function.at)

    def _function(self, function: Function, tree: Tree[Any]) -> Expression:
        assert function.code is not None
        context = Context(f"function {function.key}", function.name, function.owner)
        elaborator = self.elaborator(function.code, context)
        function.locals = [elaborator.scope.bind(p.name, p.type, p.at) for p in function.parameters]
        return elaborator.expression(tree.children[0])

    def _procedure(self, procedure: Procedure) -> None:
        context = Context(f"procedure {procedure.key}", procedure.name.replace("_", " "), procedure.owner)
        procedure.locals, procedure.body = self.effect(procedure.code, context, procedure.parameters)

    def _menu(self, name: str) -> None:
        menu = self.model.menus[name]
        branches = [b for entry in menu.entries if (b := self._entry(menu.name, entry))]
        if not branches:
            self.report.add(kinds.EMPTY_MENU, f"the menu `{menu.name}` has no entries", menu.at)
        title = menu.prompt or menu.name.replace("_", " ")
        choose = Choose(menu.at, f"menu {name}", title, branches, Local(menu.at, PLAYER, "me"))
        self.model.procedures[MENU + name].body = [choose]

    def _entry(self, menu: str, entry: MenuEntry) -> Branch | None:
        source = entry.source
        label_text = scalar(get(source, "label"))
        context = Context(f"menu {menu}/{entry.name}", menu.replace("_", " "), entry.owner)
        for_, if_, do = (code(get(source, key)) for key in ("for", "if", "do"))
        anchor = for_ or if_ or do or label_text
        if anchor is None or label_text is None:
            return None
        elaborator = self.elaborator(anchor, context)
        binders, guard, label, body = [], None, None, []
        if for_ is not None and (tree := self._tree("bindings", for_)) is not None:
            binders = elaborator.binders(tree.children[0])
        if if_ is not None and (tree := self._tree("expression", if_)) is not None:
            elaborator.scalar = if_
            guard = elaborator.condition(tree.children[0])
        label = self._template(elaborator, label_text)
        if do is not None and (tree := self._tree("effect", do)) is not None:
            elaborator.scalar, elaborator.assigned = do, assigned_names(tree)
            body = elaborator.suite(tree)
        limit = self.model.limits.get(text.text) if (text := scalar(get(source, "limit"))) else None
        return Branch(entry.at, entry.name, label, binders, guard, limit, body, owner=entry.owner)

    def _power(self, power: PowerDefinition) -> None:
        kinds_ = frozenset(k.name for k in self.model.kinds.values() if k.powers and k.powers.group == power.group)
        context = Context(
            f"power {power.key}", power.title, power.owner, self_card=Card(kinds_ or frozenset(self.model.kinds))
        )
        power.condition = self.expression(power.condition_code, context, BOOL, "a power's condition")
        _, power.body = self.effect(power.effect_code, context)

    def _pieces(self) -> None:
        for pieces in self.model.pieces.values():
            own = Card(frozenset([pieces.kind]))
            context = Context(f"pieces {pieces.name}", pieces.name, me=False, self_card=own)
            if pieces.start_code is not None:
                pieces.start = self._expression(pieces.start_code, context, lambda e, tree: e.expression(tree))
                if (
                    pieces.start is not None
                    and not isinstance(pieces.start.type, Zone)
                    and pieces.start.type != UNKNOWN
                ):
                    self.report.add(
                        kinds.WRONG_TYPE,
                        "pieces start in a zone",
                        pieces.start.at,
                        expected="a zone",
                        found=str(pieces.start.type),
                    )
        for total in self.model.totals.values():
            total.count = self.expression(
                total.count_code, Context(f"total {total.name}", total.name, me=False), ANY_NUMBER, "a total"
            )

    def _flow(self) -> None:
        flow = self.model.flow

        def nobody(what: str) -> Context:
            return Context(what, what, me=False)

        for step in [*flow.setup, *flow.final]:
            self._step(step, "setup" if step in flow.setup else "final")
        for phase in flow.phases:
            acting = phase.who != "nobody"
            context = Context(f"phase {phase.name}", phase.name.replace("_", " "), me=acting)
            _, phase.body = self.effect(phase.do_code, context)
            name = f"phase {phase.name}"
            phase.from_ = self.expression(phase.from_code, nobody(name), PLAYER, "the first player of a phase")
            phase.condition = self.expression(phase.if_code, nobody(name), BOOL, "a phase's condition")
            phase.stop = self.expression(phase.stop_code, Context(name, name), BOOL, "when a phase stops")
        flow.until = self.expression(flow.until_code, nobody("until"), BOOL, "when the game ends")
        for part in flow.score:
            self._score_part(part)
        flow.winners = self.expression(flow.winners_code, nobody("winners"), ListOf(PLAYER), "who wins")

    def _score_part(self, part: ScorePart) -> None:
        anchor = part.for_code or part.code
        tree = self._tree("expression", part.code) if part.code is not None else None
        if anchor is None or part.code is None or tree is None:
            return
        elaborator = self.elaborator(anchor, Context(f"score {part.name}", part.name))
        if part.for_code is not None and (bindings := self._tree("bindings", part.for_code)) is not None:
            part.binders = elaborator.binders(bindings.children[0])
        elaborator.scalar = part.code
        part.each = elaborator.demand(tree.children[0], ANY_NUMBER, "a part of the score")
        part.value = elaborator.summed(part.code.span, part.binders, part.each) if part.binders else part.each
        if part.line_code is not None:
            part.line = self._template(elaborator, part.line_code)

    def _step(self, step: Step, when: str) -> None:
        context = Context(f"{when} {step.name}", step.name.replace("_", " "), me=False)
        _, step.body = self.effect(step.code, context)


def called_functions(tree: Tree[Any] | None, model: Model, owner: str | None) -> list[Function]:
    """The functions that an expression calls, the first of them last."""
    names = [str(node.children[0]) for node in tree.find_data("call")] if tree is not None else []
    found = [model.find(model.functions, name, owner) for name in dict.fromkeys(names)]
    return [function for function in reversed(found) if function is not None]


def assigned_names(tree: Tree[Any]) -> frozenset[str]:
    """Names that are given another value somewhere in an effect."""
    found = set()
    for node in tree.iter_subtrees():
        if node.data in ("becomes", "add", "take"):
            target = node.children[0]
            if isinstance(target, Tree) and target.data == "name":
                found.add(str(target.children[0]))
    return frozenset(found)


def first_value(type_: Type) -> Any:
    """What a variable or attribute without `starts` begins with (`docs/language.md` 2.8)."""
    match type_:
        case Bool():
            return False
        case Number(low, _):
            return low
        case Member() | Player():
            return 0
        case SetOf():
            return 0
        case ListOf():
            return ()
        case Optional() | Nothing():
            return None
    return None
