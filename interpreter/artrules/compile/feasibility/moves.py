"""Follows moves of cards and chance. What can't be undone at the table is a commit, so a test may answer True there."""

from __future__ import annotations

from dataclasses import replace

from artrules.compile.feasibility.path import Path
from artrules.compile.feasibility.statements import UNKNOWN, StatementFollower
from artrules.compile.statements import INDENT
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart
from artrules.ir.types import Card, Player, Zone


class MoveFollower(StatementFollower):
    """Writes tests of code that moves cards, shuffles and rolls."""

    def _over_move(self, s: k.Move, scope: int, path: Path) -> list[str]:
        def onward(here: Path) -> list[str]:
            one = isinstance(s.cards.type, Card)
            name = f"({self.plain(s.cards)},)" if one else self.fresh_name()
            face = self.plain(s.face) if s.face is not None else "None"
            end = {None: "None", "top": "0", "bottom": "-1"}[s.end]
            position = self.plain(s.position) if s.position is not None else "None"
            me, zone = self.acting(s.me), self.zone(s.zone)
            # Most moves leave cards face up. Such a move doesn't defer a change of faces.
            turned = s.face is not None or not self._arrives_face_up(s.zone)
            later = f"try_move(S, undo, {name}, {zone}, {end}, {position}, {face})"
            lines = [] if one else [f"{name} = {self.value(s.cards)}"]
            if one and self._only_relocates(self.plain(s.cards), me, here):
                lines += (
                    []
                    if turned
                    else [f"if v[{len(self.layout.card_kind)} + {self.plain(s.cards)}]:", f"{INDENT}return None"]
                )
            else:
                effect = self.fresh_name()
                lines += [f"{effect} = move_effect(S, {me}, {name}, {zone}, {turned})"]
                lines += [f"if {effect}:", f"{INDENT}return True if {effect} > 0 else None"]
            here = here.deferring(
                frozenset({StatePart.ZONES, StatePart.FACES} if turned else {StatePart.ZONES}), [later]
            )
            return [*lines, *self._follow(replace(here, known_zones=()))]

        parts = [s.cards, s.position, s.face, s.me, s.zone.owner if isinstance(s.zone, k.ZoneOf) else s.zone]
        if any(self.failing.node(part) for part in (s.position, s.face, s.zone)):
            return UNKNOWN
        return self._evaluating(parts, path, scope, onward)

    def _only_relocates(self, card: str, me: str, path: Path) -> bool:
        """Whether it is known at compile time that the player who moves a card can see it, and that the move changes
        nothing but where the card is."""
        for name, zone, owner in path.known_zones:
            if name != card:
                continue
            there = zone.declaration
            own = zone.owner is not None and isinstance(zone.owner.type, Player) and owner == me
            seen = there.seen_by == "everyone" or (there.seen_by == "owner" and own)
            seen_down = there.face_down_seen_by == "everyone" or (there.face_down_seen_by == "owner" and own)
            return seen and seen_down and not there.shows_top_only and not self._changes_what_leaves(there.key)
        return False

    def _changes_what_leaves(self, zone: str) -> bool:
        for kind in self.layout.model.kinds.values():
            attributes = [a for a in kind.attributes.values() if not a.printed]
            if any(each.back_when_leaving == zone for each in [*attributes, kind.powers] if each is not None):
                return True
        return False

    def _arrives_face_up(self, zone: k.Expression) -> bool:
        return isinstance(zone, k.ZoneOf) and zone.declaration.face_up

    def _over_shuffle(self, s: k.Shuffle, scope: int, path: Path) -> list[str]:
        assert isinstance(s.zone.type, Zone)

        def onward(here: Path) -> list[str]:
            return [f"if len({self.value(s.zone)}) > 1:", f"{INDENT}return True", *self._follow(here)]

        return self._evaluating([s.zone], path, scope, onward)

    def _over_roll(self, s: k.Roll, scope: int, path: Path) -> list[str]:
        def onward(here: Path) -> list[str]:
            items = f"[{s.binder.local.name} {self.binder_clauses([s.binder])}]"
            return [f"if len({items}) > 1:", f"{INDENT}return True", "return None"]

        return self._evaluating([s.binder], path, scope, onward)
