"""Finds the cards that a text reveals something about without naming them: `{c.shade}`, `{sum(c.n for c in my hand)}`.

If a seat can't see one of these cards, that part of the text is hidden from it (`said_of`). Two things don't count: a
card that the text names (`{c}`), because its name is redacted anyway, and whether a card lies face down, because
everybody sees that. For each function that reads cards, a second function with the same parameters returns these cards.

The generated code evaluates operands in the same order and under the same conditions as the expression itself. So where
an expression first tests whether there is a card, the code here doesn't fail for lack of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from artrules.analyses.information import (
    AnyCard,
    CardFact,
    CardsIn,
    Fact,
    PowerFact,
    RecordFact,
    Usability,
    VariableFact,
    revealed,
)
from artrules.compile.references import SLOTS
from artrules.compile.writer import Writer
from artrules.ir import nodes as k


class DisclosureWriter:
    """Writes Python text that lists the cards that expressions read.

    `functions` collects the functions that this text calls: name → (parameters, texts of tuples of cards).
    """

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.functions: dict[str, tuple[list[str], list[str]]] = {}

    def cards(self, e: k.Node) -> list[str]:
        """Python texts of iterables of cards: those of which an expression reads something that only who sees the card
        knows."""
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
        facts, below = revealed(e)
        return [text for node in below for text in self.cards(node)] + [
            text for fact in facts for text in self._card_of(fact)
        ]

    def _card_of(self, fact: Fact) -> list[str]:
        """Python text of a tuple with the card that a fact is about; no text for facts about zones and variables, which
        aren't about single cards."""
        match fact:
            case CardFact(card=card):
                return [f"({self.writer.value(card)},)"]
            case PowerFact(power=power):
                return [f"({self.writer.value(power)} // {SLOTS},)"]
            case CardsIn() | AnyCard() | VariableFact() | RecordFact() | Usability():
                return []
            case _:
                assert_never(fact)

    def _under(self, binders: Sequence[k.Binder], inside: Iterable[k.Node]) -> list[str]:
        """Python texts of the cards that binders read, and of those that `inside` reads for each value that passes."""
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
        """The name of a generated function that returns the cards that some values read; empty if they read none."""
        if name not in self.functions:
            texts = [text for value in values if value is not None for text in self.cards(value)]
            self.functions[name] = (["me", *parameters], texts)
        return name if self.functions[name][1] else ""


def _each(text: str, clauses: str) -> str:
    return f"[card_{clauses} for card_ in {text}]" if clauses else text


def together(texts: Iterable[str]) -> str:
    """Python text of one tuple that joins several iterables."""
    return f"({' '.join(f'*{text},' for text in texts)})"
