"""Makes the view of a seat as plain data: its zones and variables, as far as the seat may see them. For hidden cards a
view shows only their number."""

from __future__ import annotations

from typing import Any

from artrules.ir.types import Member, Number, Player, Type
from artrules.run.encode import written
from artrules.run.moves import Redaction, may_see
from artrules.run.state import NOBODY, State
from artrules.run.values import said


def view(S: State, seat: int | None) -> dict[str, Any]:
    """The table as a seat (counted from 0) sees it; with None all of it.

    The result has `round`, `phase`, `turn` (a player counted from 1), `finished`, `players` (for each player, counted
    from 1, zones and variables by name), `zones` and `variables` (those of the table by name). A zone is a list: each
    card that the seat sees is a mapping (`card_data`), each other card is None. In a phase played all at once, other
    players' things are shown as they stood when the phase began. Raises Fail and Fault when a label fails.
    """
    runtime = S.runtime
    layout, model = runtime.layout, runtime.program.model
    then = S.at_phase_start()
    shown: dict[str, Any] = {
        "round": S.cells[runtime.round],
        "phase": model.flow.phases[S.cells[runtime.phase]].name if S.cells[runtime.round] else "setup",
        "turn": S.cells[runtime.on_turn] + 1,
        "finished": S.cells[runtime.finished],
        "players": {p + 1: {} for p in range(runtime.players)},
        "zones": {},
        "variables": {},
    }

    def put(name: str, of: Any, owner: int, value: Any, section: str) -> None:
        match of:
            case Player():
                shown["players"][owner + 1][name] = value
            case Member(enum):
                shown[section][f"{name}[{model.enums[enum].members[owner]}]"] = value
            case Number(low, _):
                shown[section][f"{name}[{low + owner}]"] = value
            case _:
                shown[section][name] = value

    for number, (zone, owner) in enumerate(layout.zone_owner):
        source = S if zone.per != Player() or owner == seat or seat is None else then
        put(zone.key, zone.per, owner, [card_data(source, c, seat) for c in source.zones[number]], "zones")
    for variable in model.variables.values():
        first = layout.variables.get(variable.key)
        if first is None or variable.type is None:
            continue
        for owner in range(layout.owners(variable.of)):
            mine = variable.of == Player() and owner == seat
            if seat is None or variable.seen_by == "everyone" or (variable.seen_by == "owner" and mine):
                source = S if variable.of != Player() or mine or seat is None else then
                value = _written(source, source.cells[first + owner], variable.type, seat)
                put(variable.key, variable.of, owner, value, "variables")
    return shown


def _written(S: State, value: Any, type_: Type, seat: int | None) -> Any:
    """A value as plain data for a seat: cards that the seat can't see are not named."""
    if seat is None:
        return written(S, value, type_)
    S.redaction = Redaction(S, [seat])
    try:
        return written(S, value, type_)
    finally:
        S.redaction = NOBODY


def card_data(S: State, card: int, seat: int | None) -> dict[str, Any] | None:
    """A card as a seat sees it: `card` (its label), `id` (its number), then what has changed on it: `face` if it
    isn't the zone's usual one, attributes, `gained` (texts of powers). None if the seat can't see the card."""
    runtime = S.runtime
    if seat is not None and not may_see(S, seat, card):
        return None
    kind = runtime.program.model.kinds[runtime.kind_of[card]]
    data: dict[str, Any] = {"card": said(S, card, ("card",)), "id": card}
    face = S.cells[runtime.face_cell + card]
    if face != runtime.zone_face[S.cells[card]]:
        data["face"] = ("up", "down")[face]
    for attribute in kind.attributes.values():
        if attribute.printed or attribute.type is None:
            continue
        value = S.cells[runtime.layout.attribute_cell(attribute) + card]
        if value != runtime.blank.cells[runtime.layout.attribute_cell(attribute) + card]:
            data[attribute.name] = _written(S, value, attribute.type, seat)
    if card in S.gained:
        powers = runtime.program.model.powers
        data["gained"] = [f"{powers[d].title}: {powers[d].label_text}".rstrip(": ") for d in S.gained[card]]
    return data
