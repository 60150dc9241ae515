"""Which cards a text tells something of without naming them: `{c.shade}`, `{sum(c.n for c in my hand)}`.

Where a seat can't see one of them, that part of the text isn't told (`said_of`). Cards that are named themselves
(`{c}`) are left out: those hide their own names; so is whether a card lies face down, which can be seen. For a function
there is another one, with the same parameters, that gives the cards which it reads.

What is looked at here is looked at in the order of the expression itself, and only where that looks: an expression that
asks first whether there is a card never fails here for want of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from artrules.analyses.information import (
    AnyCard,
    CardsIn,
    Fact,
    OfCard,
    OfPower,
    RecordedIn,
    Usability,
    ValueOf,
    told,
)
from artrules.compile.references import SLOTS
from artrules.ir import nodes as k

if TYPE_CHECKING:
    from artrules.compile.expressions import ExpressionWriter


class ReadingWriter:
    """Writes what expressions read. `functions` are those needed, by name: their parameters and texts."""

    def __init__(self, writer: ExpressionWriter) -> None:
        self.writer = writer
        self.functions: dict[str, tuple[list[str], list[str]]] = {}

    def cards(self, e: k.Node) -> list[str]:
        """Python texts of lists of the cards of which an expression reads what only those know who see them."""
        value = self.writer.value
        match e:
            case k.Call(function=function, arguments=arguments, me=me):
                names = [local.name for local in self.writer.layout.model.locals[function]]
                read = self._read_by(
                    f"r_{function.key}".replace("/", "__"), names, [self.writer.layout.model.values.get(function)]
                )
                given = ", ".join([value(me) if me is not None else "None", *map(value, arguments)])
                return [text for a in arguments for text in self.cards(a)] + [f"{read}(S, {given})"] * bool(read)
            case k.ScoreOf(player=player):
                parts = [part.value for part in self.writer.layout.model.flow.score]
                read = self._read_by("r_of_score", [], parts)
                return [*self.cards(player), *([f"{read}(S, {value(player)})"] if read else [])]
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                test = value(condition)
                return [
                    *self.cards(condition),
                    *(f"({text} if {test} else ())" for text in self.cards(then)),
                    *(f"(() if {test} else {text})" for text in self.cards(otherwise)),
                ]
            case k.Operation(operator="and" | "or" as operator, operands=[first, second]):
                test = value(first) if operator == "and" else f"not {value(first)}"
                return [*self.cards(first), *(f"({text} if {test} else ())" for text in self.cards(second))]
            case k.Fold(binders=binders, value=inside, otherwise=otherwise):
                other = self.cards(otherwise) if otherwise is not None else []
                return self._under(binders, [inside] if inside is not None else []) + other
            case k.Best(binder=binder, keys=keys):
                return self._under([binder], [key for _, key in keys])
        facts, below = told(e)
        return [text for node in below for text in self.cards(node)] + [
            text for fact in facts for text in self._card_of(fact)
        ]

    def _card_of(self, fact: Fact) -> list[str]:
        """Python text of the card off which a fact is read, in a list; that zones hide their cards is no matter of
        single cards."""
        match fact:
            case OfCard(card=card):
                return [f"({self.writer.value(card)},)"]
            case OfPower(power=power):
                return [f"({self.writer.value(power)} // {SLOTS},)"]
            case CardsIn() | AnyCard() | ValueOf() | RecordedIn() | Usability():
                return []
            case _:
                assert_never(fact)

    def _under(self, binders: Sequence[k.Binder], inside: Iterable[k.Node]) -> list[str]:
        """What binders read themselves, and what is read for each of the values they let through."""
        found: list[str] = []
        clauses = ""
        for binder in binders:
            found += [_each(text, clauses) for text in self.cards(binder.domain)]
            clauses += f" for {binder.local.name} in {self.writer.iterable(binder.domain)}"
            if binder.condition is not None:
                found += [_each(text, clauses) for text in self.cards(binder.condition)]
                clauses += f" if {self.writer.value(binder.condition)}"
        return found + [_each(text, clauses) for node in inside for text in self.cards(node)]

    def _read_by(self, name: str, parameters: list[str], values: Iterable[k.Expression | None]) -> str:
        """The name of a function that gives what some values read; empty when they read nothing."""
        if name not in self.functions:
            texts = [text for value in values if value is not None for text in self.cards(value)]
            self.functions[name] = (["me", *parameters], texts)
        return name if self.functions[name][1] else ""


def _each(text: str, clauses: str) -> str:
    return f"[card_{clauses} for card_ in {text}]" if clauses else text


def together(texts: Iterable[str]) -> str:
    """One tuple of several lists."""
    return f"({' '.join(f'*{text},' for text in texts)})"
