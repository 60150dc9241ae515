"""What happens when a life ends: for a player, or for everyone (`docs/language.md` 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.kernel.type import Player
from artrules.run.powers import lose_gained

if TYPE_CHECKING:
    from artrules.run.state import State


def end_life(S: State, life: str, player: int | None) -> None:
    """End a life of one player, or, with None, of everyone."""
    runtime = S.runtime
    blank = runtime.blank
    model, layout = runtime.program.model, runtime.layout
    for variable in runtime.lasting_variables(life):
        first = layout.variables[variable.key]
        if isinstance(variable.of, Player) and player is not None:
            S.cells[first + player] = blank.cells[first + player]
        else:
            for owner in range(layout.owners(variable.of)):
                S.cells[first + owner] = blank.cells[first + owner]
    for attribute in runtime.lasting_attributes(life):
        cards, offset, start = (
            layout.cards[attribute.kind],
            layout.attribute_cell(attribute),
            runtime.start_of(attribute),
        )
        for card in range(cards.first, cards.last):
            if _concerned(S, card, player):
                S.cells[offset + card] = start(S, card)
    for kind in model.kinds.values():
        if kind.powers is not None and kind.powers.lasts == life:
            for card in [c for c in S.gained if runtime.kind_of[c] == kind.name and _concerned(S, c, player)]:
                lose_gained(S, card)
    if S.uses:
        limits = {limit.index for limit in model.limits.values() if limit.life == life}
        S.uses = {
            key: n
            for key, n in S.uses.items()
            if key >> 48 not in limits or (player is not None and (key >> 40) & 0xFF != player)
        }
    if S.records:
        kept = runtime.events_kept(life)
        S.records = {n: r for n, r in S.records.items() if r[0] not in kept or (player is not None and r[1] != player)}
    if S.watches:
        S.watches = tuple(
            w for w in S.watches if runtime.watch_life[w[2]] != life or (player is not None and w[0] != player)
        )


def _concerned(S: State, card: int, player: int | None) -> bool:
    owner = S.runtime.zone_player[S.cells[card]]
    return player is None or owner in (0, player + 1)
