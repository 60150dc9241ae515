"""Elaborates `at`: code that waits for a boundary of a round, a turn or a phase. It becomes a watch for an event of the
language."""

from __future__ import annotations

from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.elaborate.events import Awaited, known_life, set_watch
from artrules.model.ir.declarations import ROUND, TURN, WHOSE, Event, boundary_name
from artrules.model.ir.nodes import Body, Expression, FieldOf, Local, Operation
from artrules.model.ir.types import BOOL, PLAYER
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.ast import statements as ast

HAPPENING = "at"
"""The name of the happening: a word of the language, so that content can't mean it."""
ALWAYS = "game"


def at(elaborator: Elaborator, node: ast.At) -> Body:
    """`at boundary:`. The watch ends as its suite begins."""
    event = _event(elaborator, node.boundary)
    if event is None:
        return ()
    return _watch(elaborator, node, Awaited(event, HAPPENING, node.boundary, 1, ALWAYS, once=True))


def at_every(elaborator: Elaborator, node: ast.AtEvery) -> Body:
    """`at every boundary until life ends:`."""
    event, life = _event(elaborator, node.boundary), known_life(elaborator, node.life, node.how)
    return _watch(elaborator, node, Awaited(event, HAPPENING, node.boundary, 1, life)) if event is not None else ()


def _watch(elaborator: Elaborator, node: ast.At | ast.AtEvery, awaited: Awaited) -> Body:
    whose = awaited.event.fields.get(WHOSE)
    place = elaborator.at(node.boundary)

    def is_mine(happening: Local) -> Expression | None:
        if not node.boundary.is_mine or whose is None:
            return None
        player = FieldOf(place, PLAYER, awaited.event, whose, happening)
        return Operation(place, BOOL, "=", (player, Local(place, PLAYER, "me")))

    return set_watch(elaborator, node, awaited, node.body, is_mine)


def _event(elaborator: Elaborator, boundary: ast.Boundary) -> Event | None:
    """The event of a boundary. None, after a diagnostic, if there is none."""
    of, symbols = boundary.of.text, elaborator.symbols
    phases = {phase.name: phase.who for phase in symbols.flow.phases}
    if boundary.is_mine and of != TURN:
        elaborator.complain(kinds.BAD_OWNER, f"`my {of}` has no {boundary.side}: only a turn is a player's", boundary)
        return None
    if of == TURN and "in_turn" not in phases.values():
        elaborator.complain(
            kinds.UNKNOWN_NAME, "no phase of this game is played in turn, so there are no turns", boundary
        )
        return None
    event = symbols.boundaries.get(boundary_name(boundary.side, of))
    if event is None:
        known = [ROUND, TURN, *phases]
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"`{of}` is neither `round`, `turn` nor a phase",
            boundary.of,
            expected=", ".join(known),
            suggestions=closest(of, known),
            missing=of,
        )
        return None
    elaborator.awaited.add(event.key)
    return event
