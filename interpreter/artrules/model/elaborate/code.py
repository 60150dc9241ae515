"""Parses and elaborates single strings of the author's code, each in its context.

The complete elaborator is the state of `elaborator.py`, joined with all forms of expressions and statements.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

from artrules.model.declare.symbol_table import SymbolTable, parse_scalar
from artrules.model.elaborate.control import suite, template
from artrules.model.elaborate.elaborator import Context, Elaborator, OfferedOption
from artrules.model.elaborate.expressions import elaborate_expression, first_of
from artrules.model.elaborate.meanings import note_meaning
from artrules.model.elaborate.statements import elaborate_statement
from artrules.model.facts.knowledge import StateReads
from artrules.model.ir.declarations import RESULT, Function, Parameter
from artrules.model.ir.nodes import Body, Expression, Give, Label, Local, Set
from artrules.model.ir.references import label_key, refer
from artrules.model.ir.types import Type, Unknown
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import WORDS, Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import expressions, statements
from artrules.text.syntax.ast.node import walk
from artrules.text.syntax.parse import parse_effect, parse_expression, size

# The complete elaborator.


class CodeElaborator(Elaborator):
    """Elaborates one code string. The functions for each form call it for the code inside their form."""

    def expression(self, node: expressions.Expression, wanted: Type | None = None) -> Expression:
        value = self.narrowed(elaborate_expression(self, node, wanted))
        if self.report.references is not None:
            note_meaning(self, node, value, self.report.references)
        return value

    def statement(self, node: statements.Statement) -> Body:
        return elaborate_statement(self, node)


# Strings of code: parsed, then elaborated.

T = TypeVar("T")


class Bound(Protocol):
    """A name that is bound, with its type and its place."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> Type: ...

    @property
    def at(self) -> Span: ...


@dataclass(slots=True)
class CodePlace:
    """A string of code as it was read, with what is needed for reading it again, for whoever asks."""

    text: Scalar
    context: Context
    grammar: str = "template"
    """The kind of code, as `parse` calls it; `template` for text with code in braces."""
    names: tuple[tuple[str, Type, Span], ...] = ()
    """The names that are bound where it begins, each with its type and place."""


class CodeStrings:
    """Elaborates strings of one ruleset. `function_type` returns the type of a function's value, `reads` tells what
    functions read."""

    makes: type[CodeElaborator] = CodeElaborator

    def __init__(
        self, symbols: SymbolTable, report: Report, function_type: Callable[[Function], Type], reads: StateReads
    ) -> None:
        self.symbols = symbols
        self.report = report
        self.function_type = function_type
        self._reads = reads
        self.awaited: set[str] = set()
        """The boundaries that code waits for, by name."""
        self.offered: list[OfferedOption] = []
        """The options of all branches that have been elaborated."""

    def elaborator(self, text: Scalar, context: Context) -> Elaborator:
        """A new elaborator for the code in one string."""
        elaborator = self.makes(self.symbols, self.report, text, context, self._reads)
        elaborator.function_type = self.function_type
        elaborator.awaited = self.awaited
        elaborator.offered = self.offered
        return elaborator

    def note(self, text: Scalar | None, context: Context, grammar: str, names: Iterable[Bound] = ()) -> None:
        """Note a string of code, if somebody asks, whether or not it can be parsed. `names` are bound where it
        begins."""
        if self.report.references is not None and text is not None:
            bound = tuple((each.name, each.type, each.at) for each in names)
            self.report.references.code[text.span] = CodePlace(text, context, grammar, bound)

    def tree(self, parse: Callable[[str], T], text: Scalar) -> T | None:
        """The AST that `parse` makes of a string. None, after a diagnostic, if it can't be parsed."""
        return parse_scalar(parse, text, self.report)

    def expression(self, text: Scalar | None, context: Context, wanted: Type, what: str) -> Expression | None:
        """The expression in a string, which must have the type `wanted`. None if there is no string, or it can't be
        parsed. `what` names the expression in diagnostics."""
        self.note(text, context, "expression")
        tree = self.tree(parse_expression, text) if text is not None else None
        if text is None or tree is None:
            return None
        return self.elaborator(text, context).demand(tree, wanted, what)

    def of_any_type(self, text: Scalar | None, context: Context) -> Expression | None:
        """The expression in a string. None if there is no string, or it can't be parsed."""
        self.note(text, context, "expression")
        tree = self.tree(parse_expression, text) if text is not None else None
        if text is None or tree is None:
            return None
        return self.elaborator(text, context).expression(tree)

    def effect(
        self,
        text: Scalar | None,
        context: Context,
        parameters: Sequence[Parameter] = (),
        result: Type | None = None,
        holds: Expression | None = None,
    ) -> tuple[list[Local], Body]:
        """The parameters as locals, and the body, of the effect in a string. Both are empty if it can't be parsed. With
        a type of `result` the body begins by giving the result its first value, and ends by giving it away. `holds` is
        a condition that holds where it begins."""
        own = [Parameter(RESULT, result, text.span)] if result is not None and text is not None else []
        self.note(text, context, "effect", [*parameters, *own])
        tree = self.tree(parse_effect, text) if text is not None else None
        if text is None or tree is None:
            return [], ()
        elaborator = self.elaborator(text, context)
        elaborator.assigned = assigned_names(tree)
        if holds is not None:
            elaborator.learn(holds)
        locals_ = [elaborator.scope.bind(p.name, p.type, p.at) for p in parameters]
        if result is None or isinstance(result, Unknown):
            return locals_, suite(elaborator, tree)
        result_local = elaborator.scope.bind(RESULT, result, text.span, fixed=False)
        first = Set(text.span, result_local, first_of(text.span, result), binds=True)
        return locals_, (first, *suite(elaborator, tree), Give(text.span, result_local))

    def options_called(self, label: Scalar) -> list[tuple[str, OfferedOption]]:
        """The options of all code that has been elaborated with a label as the rules write it, each with a name of its
        own. A diagnostic if there are none."""
        options = self._options_by_label.get(label.text, [])
        if options and self.report.references is not None:
            refer(self.report, label.span_of(0, len(label.text)), label_key(label.text))
        laid = self.symbols.overlay_files
        # Where code couldn't be read, an option that is missing isn't another mistake; and an overlay may take the
        # options away of which the game speaks.
        if not options and not self.report.errors and (not laid or label.span.file in laid):
            self.report.add(
                kinds.UNKNOWN_NAME,
                f"no option has the label `{label.text}`",
                label.span,
                expected="the label of an option, as the rules write it",
                found=f"`{label.text}`",
                suggestions=closest(label.text, list(self._options_by_label)),
            )
        others = [f"{label.text} at {option.site}/{option.branch}" for option in options[1:]]
        return list(zip([label.text, *others], options, strict=False))

    @cached_property
    def _options_by_label(self) -> Mapping[str, Sequence[OfferedOption]]:
        options_by_label: dict[str, list[OfferedOption]] = {}
        for option in self.offered:
            options_by_label.setdefault(option.label, []).append(option)
        return options_by_label

    def label(self, text: Scalar, context: Context) -> Label:
        """The label in a string: text with code in braces."""
        return self.template(self.elaborator(text, context), text)

    def template(self, elaborator: Elaborator, text: Scalar) -> Label:
        """The label in a string, whose code sees the names that are bound in `elaborator`."""
        self.report.spend(WORDS, size(text.text), text.span)
        self.note(text, elaborator.context, "template", elaborator.scope.bound())
        elaborator.scalar = text
        return template(elaborator, text.text, 0)


def assigned_names(effect: statements.Suite) -> frozenset[str]:
    """The names that an effect assigns after their `let`."""
    changes = (node for node in walk(effect) if isinstance(node, statements.Becomes | statements.Change))
    return frozenset(node.place.text for node in changes if isinstance(node.place, expressions.Name))
