"""Makes the key under which the search on copies remembers a position: the parts of the position that matter for
whether the action can be completed (`compile/relevance.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.analyses.effects import EVERYTHING, Tokens
from artrules.compile.program import FIRST_BLOCK
from artrules.compile.relevance import Known, Powers
from artrules.ir.traits import StatePart
from artrules.run.feasibility.safety import ACTION, POWER_ENDS
from artrules.run.powers import definition_of
from artrules.run.signals import Fail

if TYPE_CHECKING:
    from artrules.run.runtime import Runtime
    from artrules.run.state import Frame, State


def key_of(S: State) -> tuple[Any, ...]:
    """The key of a position in an action that is being examined."""
    frames = _frames(S)
    tokens = S.runtime.program.relevance.tokens(frames) if frames is not None else None
    if tokens is None or EVERYTHING in tokens:
        return S.content()
    cells = S.cells
    return (
        tuple(S.stack),
        tuple(S.zones) if StatePart.ZONES in tokens else None,
        tuple([cells[i] for i in cells_of(S.runtime, tokens)]),
        tuple(sorted(S.uses.items())) if StatePart.LIMITS in tokens else None,
        tuple(sorted(S.gained.items())) if StatePart.POWERS in tokens else None,
        tuple(S.records.items()) if StatePart.RECORDS in tokens else None,
        S.watches if StatePart.WATCHES in tokens else None,
    )


def _frames(S: State) -> tuple[tuple[int, Known], ...] | None:
    """The frames of the action, the top one first, each with what is known of its values. None if one of them is the
    engine's own."""
    found = []
    for frame in reversed(S.stack):
        number = frame[0]
        if number == ACTION:
            break
        if number == POWER_ENDS:
            continue
        if number < FIRST_BLOCK:
            return None
        found.append((number, _known(S, frame)))
    return tuple(found)


def _known(S: State, frame: Frame) -> Known:
    names = S.runtime.known_names.get(frame[0])
    if names is None:
        names = S.runtime.known_names[frame[0]] = S.runtime.program.relevance.names(frame[0])
    found: list[tuple[str, Any]] = []
    for i, name, is_power in names:
        value = frame[1 + i]
        if is_power:
            try:
                value = Powers(frozenset({definition_of(S, value)}))
            except Fail:
                value = Powers(frozenset())
        found.append((name, value))
    return tuple(sorted(found, key=lambda item: item[0]))


def cells_of(runtime: Runtime, tokens: Tokens) -> tuple[int, ...]:
    """The cells that some tokens name."""
    known = runtime.token_cells.get(tokens)
    if known is None:
        layout = runtime.layout
        found: list[int] = []
        if StatePart.FACES in tokens:
            found += range(runtime.face_cell, 2 * runtime.face_cell)
        for variable in layout.model.variables.values():
            if ("variable", variable.key) in tokens and variable.key in layout.variables:
                first = layout.variable_cell(variable)
                found += range(first, first + layout.owners(variable.of))
        for kind in layout.model.kinds.values():
            cards = layout.cards[kind.name]
            for attribute in kind.attributes.values():
                if ("attribute", kind.name, attribute.name) in tokens:
                    offset = layout.attribute_cell(attribute)
                    found += range(offset + cards.first, offset + cards.last)
        known = runtime.token_cells[tokens] = tuple(found)
    return known
