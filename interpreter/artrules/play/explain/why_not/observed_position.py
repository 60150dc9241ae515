"""Fills a known machine (`known_machine.py`) with the position as a seat knows it.

Its memory then holds what a view shows (`game/view.py`). Stand-ins (`execute/guarded.py`) take the places of
cards that the seat can't see. Variables that it may not know are unknown. What others have done in a phase played all
at once hasn't happened. `observed_values.py` does the same for frames, watches and kept events.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from artrules.engine.execute.guarded import BY_CARD, UNKNOWN, HiddenCard
from artrules.engine.execute.instance import Instance
from artrules.engine.machine.hidden.sight import ALL_OPEN
from artrules.engine.machine.memory import ALL_AT_ONCE
from artrules.engine.machine.numbers import FACE_DOWN, FINE, NIL, NONE, SLOTS, STACK_WORDS
from artrules.model.ir.types import Player
from artrules.play.explain.why_not.known_machine import KnownMachine
from artrules.play.explain.why_not.observed_values import KnownValues
from artrules.play.position.codec import SceneReader, decode


def observe(machine: KnownMachine, now: Instance, seat: int, stack: int) -> None:
    """Put the position that is in an instance's memory into the machine, as a seat (counted from 0) knows it. Only the
    stack with the index `stack` is there, and it is the active one."""
    _Observer(machine, now, seat).fill(stack)


class _Observer:
    def __init__(self, machine: KnownMachine, memory: Instance, seat: int) -> None:
        self.machine = machine
        self.memory = memory
        self.layout = machine.program.layout
        self.seat = seat
        self.position = decode(machine.program, memory)
        self.at_once = self.position.phase_start is not None
        self.now = SceneReader(machine.program, memory)
        self.then = SceneReader(machine.program, memory, then=self.at_once)
        self.sights = {reader: self._sights(reader) for reader in (self.now, self.then)}
        self.seen: set[int] = set()
        heap = machine.region("heap")
        del heap[machine["CONSTANTS"] :]
        self.values = KnownValues(machine.program, heap, seat, self.seen)

    def fill(self, stack: int) -> None:
        machine = self.machine
        machine.forget()
        for name in ("clock", "serials"):
            machine.region(name)[:] = self.memory.region(name)
        machine.region("clock")[ALL_AT_ONCE] = 0
        self._zones()
        self._cards()
        self._variables()
        self._kept()
        base = STACK_WORDS * stack
        words = [word for frame in self.position.stacks[stack] for word in self.values.frame(frame)]
        machine.region("stack")[base : base + len(words)] = words
        machine.region("top_of_stack")[:] = [i * STACK_WORDS for i in range(len(machine.region("top_of_stack")))]
        machine.names.update(status=FINE, active=stack, stack_base=base, stack_top=base + len(words))
        machine.names.update(all_at_once=0, begun_at_once=0, looking_ahead=1, logging=0, knowing=0)
        machine["heap_top"] = len(machine.region("heap"))

    def _source(self, owner: int) -> SceneReader:
        """Where the things of an owner (0 for the table, else a player counted from 1) are read: as they are now, or
        for other players in a phase played all at once as they were when it began."""
        return self.now if owner in (0, self.seat + 1) else self.then

    # -- zones, cards, variables

    def _sights(self, reader: SceneReader) -> list[int]:
        """Who sees each card, as bits, where the reader reads it."""
        self.memory.ask("write_sights_then" if self.at_once and reader is self.then else "write_sights")
        return list(self.memory.region("sights"))

    def _sees(self, card: int, reader: SceneReader) -> bool:
        return bool(self.sights[reader][card] >> self.seat & 1)

    def _zones(self) -> None:
        """Link the cards of all zones: those that the seat sees, and stand-ins for others."""
        zones = [self._zone(zone) for zone in range(len(self.layout.zone_places))]
        zones.append([])  # the place for cards that take no part
        after, before = self.machine.region("next_in_zone"), self.machine.region("previous_in_zone")
        for cards in zones:
            for card, last, following in zip(cards, [NIL, *cards], [*cards[1:], NIL], strict=False):
                before[card], after[card] = last, following
        self.machine.region("first_in_zone")[:] = [cards[0] if cards else NIL for cards in zones]
        self.machine.region("last_in_zone")[:] = [cards[-1] if cards else NIL for cards in zones]
        self.machine.region("cards_in_zone")[:] = [len(cards) for cards in zones]

    def _zone(self, zone: int) -> list[Any]:
        machine = self.machine
        source = self._source(machine.region("player_of_zone")[zone])
        places: list[Any] = []
        for card in source.cards_in(zone):
            face: Any = source.face_of[card]
            shown: Any = card
            is_shown = source.shown_to[card] >> self.seat & 1 if source.shown_to else 0
            if self._sees(card, source):
                self.seen.add(card)
            else:
                face = FACE_DOWN if self._sees_those_that_lie_face_up(zone) else UNKNOWN
                shown = HiddenCard(len(machine.region("zone_of")), self.seen)
                for name in BY_CARD:
                    machine.region(name).append(UNKNOWN)
            if source.shown_to:
                machine.region("shown_to")[shown] = is_shown << self.seat
            if source.mover_of:
                machine.region("mover_of")[shown] = source.mover_of[card]
            machine.region("zone_of")[shown] = zone
            machine.region("face_of")[shown] = face
            places.append(shown)
        return places

    def _sees_those_that_lie_face_up(self, zone: int) -> bool:
        """Whether the seat sees all cards of a zone that lie face up: a card that it doesn't see lies face down."""
        region = self.machine.region
        return region("open_places")[zone] == ALL_OPEN and bool(region("seen_by")[zone] >> self.seat & 1)

    def _cards(self) -> None:
        """Reveal what changes on the cards that the seat sees: attributes and gained powers."""
        attributes, gained_by = self.machine.region("attributes"), self.machine.region("gained_by")
        gained: list[tuple[int, int]] = []
        sources = {card: self._source_of(card) for card in sorted(self.seen)}
        powers = {source: source.gained() for source in (self.now, self.then)}
        for card, source in sources.items():
            of_card = powers[source].get(card, ())
            gained_by[card] = len(of_card)
            gained += [(card, power) for power in of_card]
        for attribute, offset, cards in self.layout.changing_attributes():
            for card in sources.keys() & range(cards.first, cards.last):
                value = sources[card].attribute(card, attribute)
                attributes[offset + card] = self.values.word(value, attribute.type)
        self._put("gained_count", ("gained_card", "gained_power"), gained)

    def _source_of(self, card: int) -> SceneReader:
        zone = self.machine.region("zone_of")[card]
        return self._source(self.machine.region("player_of_zone")[zone])

    def _variables(self) -> None:
        variables, starts = self.machine.region("variables"), self.layout.starts
        for variable, first, owners in self.layout.declared_variables():
            for owner in range(owners):
                mine = variable.of == Player() and owner == self.seat
                if variable.seen_by == "everyone" or (variable.seen_by == "owner" and mine):
                    source = self._source(1 + owner if variable.of == Player() else 0)
                    variables[first + owner] = self.values.word(source.variable(variable, owner), variable.type)
            if variable.key in starts:  # what it goes back to, which doesn't change
                start = self.now.variable(variable, starts[variable.key] - first)
                variables[starts[variable.key]] = self.values.word(start, variable.type)

    # -- uses, records, watches

    def _kept(self) -> None:
        position, values, players = self.position, self.values, self.layout.players
        uses = [
            (limit * players + player, what, times)
            for (limit, player, what), times in position.uses.items()
            if self._may_know_use(player, limit, what)
        ]
        self._put("use_count", ("use_limit", "use_what", "use_times"), uses)
        self.machine.hide_uses(self._may_know_use)
        records = [
            (serial, record.event, NONE if record.player is None else record.player, values.record(record))
            for serial, record in position.records.items()
        ]
        self._put("record_count", ("record_serial", "record_event", "record_player", "record_fields"), records)
        watches = [
            (watch.owner, watch.serial, watch.code, watch.times, values.watch(watch))
            for watch in position.watches
            if not self.at_once or watch.owner == self.seat
        ]
        columns = ("watch_owner", "watch_serial", "watch_code", "watch_times", "watch_values")
        self._put("watch_count", columns, watches)

    def _may_know_use(self, player: int, limit: int, what: int) -> bool:
        """Whether the seat may know a count of uses. It may not for powers of cards that it can't see, nor for other
        players in a phase played all at once."""
        of_a_card = self.machine.region("limit_per_card")[limit] and what >= 0
        if of_a_card and what // SLOTS not in self.seen:
            return False
        return not self.at_once or player == self.seat

    def _put(self, register: str, columns: Iterable[str], rows: Sequence[tuple[int, ...]]) -> None:
        """Fill regions of which a register says how much is in use."""
        for i, name in enumerate(columns):
            self.machine.region(name)[: len(rows)] = [row[i] for row in rows]
        self.machine[register] = len(rows)
