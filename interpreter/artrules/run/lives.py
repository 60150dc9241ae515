"""Ends a life, such as a turn or a round: values that last as long as the life go back to their start values, for one
player or for everyone (`docs/language.md` 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.ir.types import Player
from artrules.run.powers import lose_gained

if TYPE_CHECKING:
    from artrules.run.runtime import Runtime
    from artrules.run.state import State


class Life:
    """All values that last as long as one life. They are found once for each program, because turns end often."""

    def __init__(self, runtime: Runtime, name: str) -> None:
        model, layout, blank = runtime.program.model, runtime.layout, runtime.blank
        everyones: list[tuple[int, Any]] = []
        own: list[list[tuple[int, Any]]] = [[] for _ in range(runtime.players)]
        for variable in model.variables.values():
            first = layout.variables.get(variable.key)
            if variable.lasts != name or first is None:
                continue
            for owner in range(layout.owners(variable.of)):
                start = (first + owner, blank.cells[first + owner])
                (own[owner] if isinstance(variable.of, Player) else everyones).append(start)
        self.of_player = [everyones + cells for cells in own]
        self.of_everyone = everyones + [start for cells in own for start in cells]
        attributes = [a for k in model.kinds.values() for a in k.attributes.values() if a.lasts == name]
        self.attributes = [
            (layout.cards[a.kind], layout.attribute_cell(a), runtime.start_of(a)) for a in attributes if not a.printed
        ]
        self.powers_of = {k.name for k in model.kinds.values() if k.powers is not None and k.powers.lasts == name}
        self.limits = {limit.index for limit in model.limits.values() if limit.life == name}
        self.events = {i for i, event in enumerate(model.events.values()) if event.kept == name}


def end_life(S: State, name: str, player: int | None) -> None:
    """End a life, for one player (counted from 0) or, with None, for everyone."""
    runtime, cells = S.runtime, S.cells
    life = runtime.lives.get(name)
    if life is None:
        life = runtime.lives[name] = Life(runtime, name)
    S.steps += len(S.records) + len(S.uses) + len(S.watches)
    for cell, start in life.of_everyone if player is None else life.of_player[player]:
        cells[cell] = start
    for cards, offset, start_of in life.attributes:
        for card in range(cards.first, cards.last):
            if _concerned(S, card, player):
                cells[offset + card] = start_of(S, card)
    if life.powers_of and S.gained:
        for card in [c for c in S.gained if runtime.kind_of[c] in life.powers_of and _concerned(S, c, player)]:
            lose_gained(S, card)
    if S.uses:
        S.uses = {
            key: times
            for key, times in S.uses.items()
            if key >> 48 not in life.limits or (player is not None and (key >> 40) & 0xFF != player)
        }
    if S.records:
        S.records = {
            number: record
            for number, record in S.records.items()
            if record[0] not in life.events or (player is not None and record[1] != player)
        }
    if S.watches:
        S.watches = tuple(
            w for w in S.watches if runtime.watch_life[w[2]] != name or (player is not None and w[0] != player)
        )


def _concerned(S: State, card: int, player: int | None) -> bool:
    owner = S.runtime.zone_player[S.cells[card]]
    return player is None or owner in (0, player + 1)
