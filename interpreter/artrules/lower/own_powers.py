"""Gives a program other sets: which set fills which key of a group says only which powers cards have of their own.

So configurations with the same sets in play share their code, and differ in tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from artrules.ir.types import Member, Optional
from artrules.lower.configuration import Configuration
from artrules.lower.layout import Layout
from artrules.lower.program import Program
from artrules.lower.tables import Tables, rows

Code = tuple[tuple[str, ...], int, tuple[tuple[str, Any], ...], frozenset[str]]
"""What the code of a program depends on: overlays, the number of players, settings, the sets in play."""


def code_of(overlays: tuple[str, ...], configuration: Configuration) -> Code:
    """What tells the code of a configuration from that of others of the same ruleset."""
    settings = tuple(sorted(configuration.settings.items()))
    return overlays, configuration.players, settings, configuration.sets_in_play()


def with_own_powers(program: Program, configuration: Configuration, without: str | None = None) -> Program:
    """The program for a configuration with the same code. No card has the power with the key `without`."""
    if configuration == program.configuration and without is None:
        return program
    layout = replace(program.layout, configuration=configuration)
    passes, powers = program.tables["passes"], program.numbers["POWERS"]
    tests = [passes[test * powers :][:powers] for test in range(program.numbers["PASSING_TESTS"])]
    tables = {**program.tables, **own_power_tables(own_powers(layout, without), tests)}
    return replace(program, configuration=configuration, layout=layout, tables=tables)


def own_powers(layout: Layout, without: str | None = None) -> list[tuple[int, ...]]:
    """By card: the definitions of its own powers. The power with the key `without` is left out."""
    model, chosen = layout.model, layout.configuration.chosen
    found: list[tuple[int, ...]] = []
    for card, kind in enumerate(layout.card_kind):
        source = model.kinds[kind].powers
        own: tuple[int, ...] = ()
        if source is not None:
            key = _group_key(layout, kind, source.by, card)
            name = chosen.get(source.group, {}).get(key)
            keyed = model.sets[name].fills[source.group].get(key) if name is not None else None
            own = tuple(p.index for p in keyed.powers if p.key != without) if keyed is not None else ()
        found.append(own)
    return found


def _group_key(layout: Layout, kind: str, attribute: str, card: int) -> Any:
    """The key under which sets hold the powers of a card: the name of a member, a number, or None for no key."""
    value = layout.piece_values[card].get(attribute)
    match layout.model.kinds[kind].attributes[attribute].type:
        case Member(enum) | Optional(Member(enum)) if value is not None:
            return layout.model.enums[enum].members[value]
    return value


def own_power_tables(own: Sequence[tuple[int, ...]], tests: Sequence[Sequence[int]]) -> Tables:
    """The cards' own powers, and which of them pass each test of powers: `tests` say it for each definition."""
    first, flat = rows(own)
    return {
        "own_count": [len(definitions) for definitions in own],
        "own_first": first[:-1],
        "own_powers": flat,
        "own_passing": [int(any(table[d] for d in definitions)) for table in tests for definitions in own],
        "passes": [int(passes) for table in tests for passes in table],
    }
