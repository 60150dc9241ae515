"""Writes what `relevance.py` finds as tables, which `machine/position_key.py` reads.

`relevance` has for each block: how many selectors; for each the place of its value in the frame and how many values
there are; how many powers; the place of each in the frame; then for each combination of the selectors' values two
indices in `token_sets`: for when nothing below the frame can fail, and for when something can.

A token set is how many tokens it has, then the tokens. In it TOKENS + 2 * n stands for the test of the n-th power in
the frame, and one more for its use. -1 - n stands for the n-th comparison: a set of an attribute (a token) that is
compared with others of it. It is that of the card at a place of the frame, or a constant if `compared_at` is NOWHERE.
FIRST_USES + n stands for the uses of those powers that `passes_use` names of the card at a place of the frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from artrules.facts.state_reads import EVERYTHING, Token
from artrules.ir.traits import StatePart
from artrules.ir.types import Member, Power, Type
from artrules.lower.compared_sets import Compared, Constants
from artrules.lower.graphs import Block
from artrules.lower.layout import Layout
from artrules.lower.relevance import GAINS, Found, FromFrame, Known, Relevance, UsesOf, Value
from artrules.lower.shapes import Shapes
from artrules.machine import position_key

MOST_COMBINATIONS = 256
"""Where a frame's values can be combined in more ways, nothing counts as known of them."""
PARTS: Mapping[Token, int] = {
    EVERYTHING: position_key.WHOLE_POSITION,
    StatePart.ZONES: position_key.IN_ZONES,
    StatePart.FACES: position_key.FACES,
    StatePart.LIMITS: position_key.COUNTED_USES,
    StatePart.POWERS: position_key.GAINED_POWERS,
    StatePart.RECORDS: position_key.KEPT_HAPPENINGS,
    StatePart.WATCHES: position_key.SET_WATCHES,
    GAINS: position_key.GAINS,
}


def relevance_tables(
    relevance: Relevance, blocks: Iterable[Block], block_count: int, layout: Layout, shapes: Shapes
) -> dict[str, list[int]]:
    """The regions, for the blocks that may have frames. The program number TOKENS is the length of `token_first`."""
    return _Tables(relevance, layout, shapes).write(blocks, block_count)


class _Tables:
    def __init__(self, relevance: Relevance, layout: Layout, shapes: Shapes) -> None:
        self.relevance = relevance
        self.layout = layout
        first: list[int] = [0] * len(PARTS)
        last: list[int] = [0] * len(PARTS)
        shape: list[int] = [0] * len(PARTS)
        is_attribute: list[int] = [0] * len(PARTS)
        offsets: list[int] = [0] * len(PARTS)
        self.numbers: dict[Token, int] = dict(PARTS)
        for variable, word, owners in layout.declared_variables():
            self.numbers["variable", variable.key] = len(first)
            first.append(word)
            last.append(word + owners)
            shape.append(shapes.of(variable.type))
            is_attribute.append(0)
            offsets.append(0)
        for attribute, offset, cards in layout.changing_attributes():
            self.numbers["attribute", attribute.kind, attribute.name] = len(first)
            first.append(offset + cards.first)
            last.append(offset + cards.last)
            shape.append(shapes.of(attribute.type))
            is_attribute.append(1)
            offsets.append(offset)
        self.tables = {
            "token_first": first,
            "token_last": last,
            "token_shape": shape,
            "token_is_attribute": is_attribute,
            "token_offset": offsets,
        }
        self.comparisons: dict[tuple[int, int, int], int] = {}
        self.uses: dict[tuple[int, tuple[int, ...]], int] = {}
        self.sets: dict[tuple[int, ...], int] = {}
        self.set_words: list[int] = []

    def write(self, blocks: Iterable[Block], block_count: int) -> dict[str, list[int]]:
        of_block = [0] * block_count
        words: list[int] = []
        for block in blocks:
            of_block[block.number] = len(words)
            words += self._block(block)
        powers = self.relevance.model.powers
        played = [p for p in powers if f"power {p.index}" in self.relevance.graphs]
        tests, uses = [0] * len(powers), [0] * len(powers)
        for power in played:
            tests[power.index] = self._set(self.relevance.test_of(power), [])
            uses[power.index] = self._set(self.relevance.needed_by(power), [], ["self"])
        compared = list(zip(*self.comparisons, strict=True)) or [(), (), ()]
        return self.tables | {
            "relevance_of": of_block,
            "relevance": words,
            "token_sets": self.set_words,
            "tokens_of_test": tests,
            "tokens_of_use": uses,
            "compared_token": list(compared[0]),
            "compared_at": list(compared[1]),
            "compared_bits": list(compared[2]),
            "uses_at": [place for place, _ in self.uses],
            "passes_use": [int(p.index in definitions) for _, definitions in self.uses for p in powers],
        }

    def _block(self, block: Block) -> Iterator[int]:
        """The words of a block."""
        selectors = self.relevance.selectors(block)
        powers = [name for name, type_ in selectors if isinstance(type_, Power)]
        others = [(name, self._values(type_)) for name, type_ in selectors if not isinstance(type_, Power)]
        if prod(len(values) for _, values in others) > MOST_COMBINATIONS:
            others = []
        yield len(others)
        for name, values in others:
            yield block.needs.index(name)
            yield len(values)
        yield len(powers)
        for name in powers:
            yield block.needs.index(name)
        in_frame: Known = tuple((name, FromFrame(name)) for name in [*powers, *self.relevance.cards(block)])
        for chosen in product(*(values for _, values in others)):
            known = (*in_frame, *((name, value) for (name, _), value in zip(others, chosen, strict=True)))
            for whole in (False, True):
                yield self._set(self.relevance.found_at(block, known, whole), powers, block.needs)

    def _values(self, type_: Type) -> list[Value]:
        """The values of a type that selects powers."""
        if isinstance(type_, Member):
            return list(range(len(self.layout.model.enums[type_.enum].members)))
        return [False, True]

    def _set(self, found: Found, powers: Sequence[str], frame: Sequence[str] = ()) -> int:
        """The index of a token set in `token_sets`. The frame holds cards under these names."""
        tokens = len(self.tables["token_first"])
        members: list[int] = []
        compared: list[tuple[int, int, int]] = []
        uses: list[tuple[int, tuple[int, ...]]] = []
        for token in found:
            if isinstance(token, (Compared, Constants)):
                place = frame.index(token.local) if isinstance(token, Compared) else position_key.NOWHERE
                bits = token.bits if isinstance(token, Constants) else 0
                if token.attribute not in found:
                    compared.append((self.numbers[token.attribute], place, bits))
            elif isinstance(token, UsesOf):
                uses.append((frame.index(token.card), token.definitions))
            elif token in self.numbers:
                members.append(self.numbers[token])
            elif token[0] in ("tests", "uses"):
                members.append(tokens + 2 * powers.index(token[1]) + (token[0] == "uses"))
            else:
                assert token[0] == "variable", "a variable of a set that isn't in play"
        members += [-1 - self.comparisons.setdefault(c, len(self.comparisons)) for c in sorted(compared)]
        members += [position_key.FIRST_USES + self.uses.setdefault(u, len(self.uses)) for u in sorted(uses)]
        key = tuple(sorted(members)) if EVERYTHING not in found else (position_key.WHOLE_POSITION,)
        if key not in self.sets:
            self.sets[key] = len(self.set_words)
            self.set_words += [len(key), *key]
        return self.sets[key]
