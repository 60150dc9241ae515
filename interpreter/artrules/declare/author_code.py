"""All code of a symbol table as its author wrote it, by the names that `ir/code.py` gives what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from artrules.declare.symbol_table import SymbolTable
from artrules.record import dataclass
from artrules.source.node import Scalar

Grammar = Literal["expression", "effect", "bindings", "template"]


@dataclass(frozen=True, slots=True)
class AuthorText:
    """One text of code. `role` says what it is for, as `ir.code.Part` does, and `grammar` how it is to be read."""

    role: str
    grammar: Grammar
    scalar: Scalar


def author_code(symbols: SymbolTable) -> dict[str, list[AuthorText]]:
    """The texts of each declaration with code, by a name such as `procedure draw`."""
    found: dict[str, list[AuthorText]] = {}
    for name, role, grammar, scalar in _every_text(symbols):
        if scalar is not None:
            found.setdefault(name, []).append(AuthorText(role, grammar, scalar))
    return found


def _every_text(symbols: SymbolTable) -> Iterator[tuple[str, str, Grammar, Scalar | None]]:
    code = symbols.code
    for variable in symbols.variables.values():
        yield f"variable {variable.key}", "start", "expression", code.get(variable)
    for kind in symbols.kinds.values():
        yield f"card {kind.name}", "label", "template", symbols.card_labels.get(kind.name)
        for attribute in kind.attributes.values():
            yield f"card {kind.name}", f"start of {attribute.name}", "expression", code.get(attribute)
    for limit in symbols.limits.values():
        yield f"limit {limit.name}", "at most", "expression", code.get(limit)
    for function in symbols.functions.values():
        yield f"function {function.key}", "value", "expression", code.get(function)
    for procedure in symbols.procedures.values():
        yield f"procedure {procedure.key}", "body", "effect", code.get(procedure)
    for menu in symbols.menus.values():
        for entry in menu.entries:
            yield f"menu {menu.name}", f"label of {entry.name}", "template", entry.label
            yield f"menu {menu.name}", f"binders of {entry.name}", "bindings", entry.binders
            yield f"menu {menu.name}", f"condition of {entry.name}", "expression", entry.condition
            yield f"menu {menu.name}", f"body of {entry.name}", "effect", entry.effect
    for power in symbols.powers:
        yield f"power {power.key}", "condition", "expression", symbols.power_code[power].condition
        yield f"power {power.key}", "body", "effect", symbols.power_code[power].effect
    for pieces in symbols.pieces.values():
        yield f"pieces {pieces.name}", "binders", "bindings", symbols.piece_rules.get(pieces)
        yield f"pieces {pieces.name}", "start", "expression", code.get(pieces)
    for total in symbols.totals.values():
        yield f"total {total.name}", "count", "expression", code.get(total)
    yield from _flow(symbols)
    yield "hints", "position", "expression", symbols.hints.position
    for hint in symbols.hints.options:
        yield f"hint {hint.name}", "value", "expression", hint.value
    for figure in symbols.layout.figures.values():
        yield f"figure {figure.name}", "value", "expression", figure.value
    for card in symbols.layout.cards.values():
        yield f"layout of card {card.name}", "title", "template", card.title
        yield f"layout of card {card.name}", "picture", "template", card.picture


def _flow(symbols: SymbolTable) -> Iterator[tuple[str, str, Grammar, Scalar | None]]:
    flow = symbols.flow
    for step in flow.setup:
        yield f"setup {step.name}", "body", "effect", step.effect
    for phase in flow.phases:
        for role, rule in phase.rules.items():
            yield f"phase {phase.name}", role, "expression", rule
        yield f"phase {phase.name}", "body", "effect", phase.effect
    for step in flow.final:
        yield f"final {step.name}", "body", "effect", step.effect
    yield "flow", "until", "expression", flow.until
    yield "flow", "winners", "expression", flow.winners
    for part in flow.score:
        yield f"score {part.name}", "binders", "bindings", part.binders
        yield f"score {part.name}", "value", "expression", part.each
        yield f"score {part.name}", "line", "template", part.line
