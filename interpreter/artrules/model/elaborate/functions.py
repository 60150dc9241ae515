"""Elaborates functions and menus. Callees come before their callers, which need their types."""

from collections.abc import Sequence
from dataclasses import dataclass

from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.choices import note_option
from artrules.model.elaborate.code import CodeStrings, assigned_names
from artrules.model.elaborate.control import suite
from artrules.model.elaborate.elaborator import Context, Elaborator
from artrules.model.elaborate.folds import binders
from artrules.model.facts.knowledge import StateReads
from artrules.model.ir.builtins import SIDE
from artrules.model.ir.declarations import SIDES, Function, Procedure
from artrules.model.ir.model import Menu, MenuEntry
from artrules.model.ir.nodes import Binder, Body, Branch, Choose, Expression, Label, Local, VariableOf
from artrules.model.ir.references import label_key, refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import PLAYER, UNKNOWN, Bool, Type, Unknown
from artrules.text.content.flow import Entry
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import walk
from artrules.text.syntax.parse import parse_bindings, parse_effect, parse_expression

# Elaborates functions. Callees come before their callers, which need their types.

MOST_CALLS = 40
"""How deep calls of functions may nest, and calls of procedures."""


@dataclass(slots=True)
class _Begun:
    """A function in progress, and the functions it calls that aren't done yet (the next one last)."""

    function: Function
    text: Scalar
    tree: ast.Expression | None
    waiting: list[Function]


class Functions:
    """The values of functions, and the locals of their parameters. A function is elaborated when first needed."""

    def __init__(self, symbols: SymbolTable, report: Report) -> None:
        self.values: dict[Function, Expression] = {
            function: VariableOf(function.at, variable.type, variable, None)
            for function, variable in symbols.stand_ins.items()
        }
        """The values of the functions whose code can be parsed."""
        self.locals: dict[Function | Procedure, Sequence[Local]] = {
            function: [] for function in symbols.functions.values()
        }
        self.reasons: dict[Function, Label] = {}
        """What is lacking where a function doesn't hold."""
        self._symbols = symbols
        self._report = report
        self.reads = StateReads(self.values)
        self._begun: set[Function] = set()
        self._depths: dict[Function, int] = {}
        """Function that is done → the length of the longest chain of calls that begins with it."""

    @property
    def _strings(self) -> CodeStrings:
        """What elaborates strings. It isn't held, because it refers to the functions: neither would be let go of."""
        return CodeStrings(self._symbols, self._report, self.type_of, self.reads)

    def type_of(self, function: Function) -> Type:
        """The type of a function's value. Elaborates the function if needed. A recursive function gets a diagnostic."""
        if function in self._begun and function not in self._depths:
            message = f"the function `{function.name}` comes to call itself"
            self._report.add(kinds.CIRCLE, message, function.at)
            return UNKNOWN
        text = self._symbols.code.get(function)
        if text is not None and function not in self._depths:
            self._elaborate(function, text)
        value = self.values.get(function)
        return value.type if value is not None else UNKNOWN

    def _elaborate(self, first: Function, text: Scalar) -> None:
        """Elaborate a function, and before it the functions it calls. This is a loop, not a recursion, so that a long
        chain of calls doesn't exhaust Python's stack."""
        way = [self._begin(first, text)]
        while way:
            last = way[-1]
            if last.waiting:
                called = last.waiting.pop()
                text_of_called = self._symbols.code.get(called)
                if called not in self._begun and text_of_called is not None:
                    way.append(self._begin(called, text_of_called))
                continue
            way.pop()
            self._finish(last)

    def _begin(self, function: Function, text: Scalar) -> _Begun:
        self._begun.add(function)
        context = Context(f"function {function.key}", function.name, function.owner)
        self._strings.note(text, context, "expression", function.parameters)
        tree = self._strings.tree(parse_expression, text)
        owner = self._symbols.owner_at(text.span, function.owner)
        return _Begun(function, text, tree, called_functions(tree, self._symbols, owner))

    def _finish(self, begun: _Begun) -> None:
        function, tree = begun.function, begun.tree
        if tree is not None:
            context = Context(f"function {function.key}", function.name, function.owner)
            elaborator = self._strings.elaborator(begun.text, context)
            self.locals[function] = [elaborator.scope.bind(p.name, p.type, p.at) for p in function.parameters]
            self.values[function] = elaborator.expression(tree)
            self._elaborate_reason(function, elaborator)
        owner = self._symbols.owner_at(begun.text.span, function.owner)
        below = called_functions(tree, self._symbols, owner)
        depth = self._depths[function] = 1 + max((self._depths.get(f, 0) for f in below), default=0)
        if depth == MOST_CALLS + 1:
            message = f"functions call one another more than {MOST_CALLS} deep here"
            self._report.add(kinds.CODE_TOO_DEEP, message, function.at)

    def _elaborate_reason(self, function: Function, elaborator: Elaborator) -> None:
        """The words of a function, over its parameters."""
        text, type_ = self._symbols.reasons.get(function), self.values[function].type
        if text is None:
            return
        if not isinstance(type_, Bool | Unknown):
            message = f"`{function.name}` is {in_words(type_)}, so nothing can be lacking"
            self._report.add(kinds.IDLE_REASON, message, text.span, expected="a function that is `yes` or `no`")
        else:
            self.reasons[function] = self._strings.template(elaborator, text)


def called_functions(tree: ast.Expression | None, symbols: SymbolTable, owner: str | None) -> list[Function]:
    """The functions that an expression calls, in reverse order."""
    calls = [node for node in walk(tree) if isinstance(node, ast.Call)] if tree is not None else []
    names = [call.name.text for call in calls]
    functions = [
        symbols.find(symbols.functions, name, owner) or (symbols.functions.get(SIDES) if name == SIDE else None)
        for name in dict.fromkeys(names)
    ]
    return [function for function in reversed(functions) if function is not None]


# Elaborates menus. Each becomes a procedure whose body is a decision.


def menu_body(menu: Menu, strings: CodeStrings) -> Body:
    """The body of a menu's procedure. A menu without entries gets a diagnostic."""
    entries = strings.symbols.menu_entries[menu.name]
    branches = tuple(branch for entry in entries if (branch := _branch(menu.name, entry, entries[entry], strings)))
    if not branches:
        strings.report.add(kinds.EMPTY_MENU, f"the menu `{menu.name}` has no entries", menu.at)
    title = menu.prompt or menu.name.replace("_", " ")
    return (Choose(menu.at, menu_site(menu.name), title, branches, Local(menu.at, PLAYER, "me")),)


def menu_site(menu: str) -> str:
    """The identity of the decision that a menu becomes."""
    return f"menu {menu}"


def _branch(menu: str, entry: MenuEntry, section: Entry, strings: CodeStrings) -> Branch | None:
    anchor = section.for_ or section.if_ or section.do or section.label
    if anchor is None or section.label is None:
        return None
    elaborator = strings.elaborator(anchor, Context(f"menu {menu}/{entry.name}", menu.replace("_", " "), entry.owner))
    bound: tuple[Binder, ...] = ()
    guard: Expression | None = None
    reason: Label | None = None
    body: Body = ()
    if section.for_ is not None and (bindings := strings.tree(parse_bindings, section.for_)) is not None:
        bound = binders(elaborator, bindings.binders)
    for text, grammar in ((section.for_, "bindings"), (section.if_, "expression"), (section.do, "effect")):
        strings.note(text, elaborator.context, grammar, elaborator.scope.bound() if grammar != "bindings" else ())
    if section.if_ is not None and (condition := strings.tree(parse_expression, section.if_)) is not None:
        elaborator.scalar = section.if_
        guard = elaborator.condition(condition)
        reason = strings.template(elaborator, section.else_) if section.else_ is not None else None
        elaborator.learn(guard)
    elif section.else_ is not None:
        message = "nothing can be lacking where there is no `if`"
        strings.report.add(kinds.IDLE_REASON, message, section.else_.span, expected="`if: …` beside it")
    label = strings.template(elaborator, section.label)
    if strings.report.references is not None:
        at = section.label.span_of(0, len(section.label.text))
        refer(strings.report, at, label_key(section.label.text), "declared")
    note_option(elaborator, menu_site(menu), entry.name, section.label.text, bound, entry.owner)
    if section.do is not None and (effect := strings.tree(parse_effect, section.do)) is not None:
        elaborator.scalar, elaborator.assigned = section.do, assigned_names(effect)
        body = suite(elaborator, effect)
    return Branch(entry.at, entry.name, label, bound, guard, None, body, owner=entry.owner, reason=reason)
