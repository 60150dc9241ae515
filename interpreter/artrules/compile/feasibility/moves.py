"""Over moves of cards, and over chance: what can't be foreseen is a commit, and then all is sure."""

from __future__ import annotations

from dataclasses import replace

from artrules.compile.feasibility.path import Way
from artrules.compile.feasibility.statements import UNKNOWN, StatementFollower
from artrules.compile.statements import INDENT
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart
from artrules.ir.types import Card, Player, Zone


class MoveFollower(StatementFollower):
    """Follows moves."""

    def _over_move(self, s: k.Move, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            one = isinstance(s.cards.type, Card)
            name = f"({self.plain(s.cards)},)" if one else self.fresh_name()
            face = self.plain(s.face) if s.face is not None else "None"
            end = {None: "None", "top": "0", "bottom": "-1"}[s.end]
            position = self.plain(s.position) if s.position is not None else "None"
            me, zone = self.acting(s.me), self.zone(s.zone)
            # Most moves leave a card face up: then conditions on faces need not wait for them.
            turned = s.face is not None or not self._arrives_face_up(s.zone)
            later = f"move_ahead(S, undo, {name}, {zone}, {end}, {position}, {face})"
            lines = [] if one else [f"{name} = {self.value(s.cards)}"]
            if one and self._quiet(self.plain(s.cards), me, w):
                lines += (
                    []
                    if turned
                    else [f"if v[{len(self.layout.card_kind)} + {self.plain(s.cards)}]:", f"{INDENT}return None"]
                )
            else:
                stirs = self.fresh_name()
                lines += [f"{stirs} = stirs(S, {me}, {name}, {zone}, {turned})"]
                lines += [f"if {stirs}:", f"{INDENT}return True if {stirs} > 0 else None"]
            w = w.changing(frozenset({StatePart.ZONES, StatePart.FACES} if turned else {StatePart.ZONES}), [later])
            return [*lines, *self._follow(replace(w, lies=()))]

        parts = [s.cards, s.position, s.face, s.me, s.zone.owner if isinstance(s.zone, k.ZoneOf) else s.zone]
        if any(self.failing.node(part) for part in (s.position, s.face, s.zone)):
            return UNKNOWN
        return self._with(parts, way, scope, onward)

    def _quiet(self, card: str, me: str, way: Way) -> bool:
        """Whether it is known that a player who moves a card can see it, and that it changes nothing else."""
        for name, zone, owner in way.lies:
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

    def _over_shuffle(self, s: k.Shuffle, scope: int, way: Way) -> list[str]:
        assert isinstance(s.zone.type, Zone)

        def onward(w: Way) -> list[str]:
            return [f"if len({self.value(s.zone)}) > 1:", f"{INDENT}return True", *self._follow(w)]

        return self._with([s.zone], way, scope, onward)

    def _over_roll(self, s: k.Roll, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            items = f"[{s.binder.local.name} {self.binder_clauses([s.binder])}]"
            return [f"if len({items}) > 1:", f"{INDENT}return True", "return None"]

        return self._with([s.binder], way, scope, onward)
