"""The log: what happened, for people. It records choices, what the engine took because there was no other option, and
what the content says.

Each entry has a full text, and texts for readers who may not know everything. Others must not learn how much a player
could choose from. So for them an option that was taken without a choice reads as if it had been chosen, and they don't
read what was declined (`docs/language.md` 9.3). In a phase played all at once a seat sees only its own entries until
the phase ends. Then the entries are sorted by seat, so that the log doesn't show who was quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.metering import MOST_TOLD, MOST_TOLD_AT_ONCE
from artrules.run.moves import Redaction
from artrules.run.signals import Fault
from artrules.run.state import NOBODY

if TYPE_CHECKING:
    from artrules.run.state import State


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log.

    `kind` is `round`, `phase`, `turn`, `chose`, `took` (by the engine, as the only option), `said`, `end`, or `undone`
    (a choice was taken back, of which the rules know nothing). `phase` is empty for a `round`. `player` counts from 1.
    `text` is for readers who may know everything, `own` for the player's own seat, `public` for the other seats: when
    it is empty, they don't read of it.
    """

    kind: str
    round: int
    phase: str
    player: int | None
    text: str
    own: str
    public: str

    def as_others_read(self) -> LogEntry:
        """The entry as other seats read it: they can't tell what was taken without a choice from what was chosen."""
        kind = "chose" if self.kind == "took" else self.kind
        if kind == self.kind and self.text == self.own == self.public:
            return self
        return replace(self, kind=kind, text=self.public, own=self.public)

    def as_data(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


class Log:
    """The entries of a game so far."""

    __slots__ = ("entries", "length", "now", "open_from")

    def __init__(self, entries: list[LogEntry] | None = None, open_from: int | None = None) -> None:
        self.entries = entries if entries is not None else []
        self.length = sum(len(e.text) + len(e.own) + len(e.public) for e in self.entries)
        """Characters in all entries."""
        self.now = 0
        """Characters added since the latest choice."""
        self.open_from = open_from
        """The index of the first entry of the phase in progress, if it is played all at once."""

    def copy(self) -> Log:
        new = Log(None, self.open_from)
        new.entries, new.length = self.entries[:], self.length
        return new

    def add(
        self, S: State, kind: str, player: int | None, text: str, own: str | None = None, public: str | None = None
    ) -> None:
        runtime = S.runtime
        number = S.cells[runtime.round]
        phases = runtime.program.model.flow.phases
        phase = phases[S.cells[runtime.phase]].name if phases and number else "setup"
        phase = "" if kind == "round" else phase
        seat = None if player is None else player + 1
        own, public = text if own is None else own, text if public is None else public
        entry = LogEntry(kind, number, phase, seat, text, own, public)
        self.entries.append(entry)
        more = len(entry.text) + len(entry.own) + len(entry.public)
        self.length += more
        self.now += more
        if self.now > MOST_TOLD_AT_ONCE:
            message = f"there is more to tell than {MOST_TOLD_AT_ONCE:,} characters after one choice"
            raise Fault(kinds.TOO_MUCH_TOLD, message)
        if self.length > MOST_TOLD:
            raise Fault(kinds.TOO_MUCH_TOLD, f"there is more to tell than {MOST_TOLD:,} characters in one game")

    def say(self, S: State, me: int | None, text: Callable[[], str]) -> None:
        """Log what the content says. A reader who can't see a card now doesn't read its name."""
        everybody = range(S.runtime.players)
        public, hides = _redacted(S, everybody, text)
        if not hides:
            self.add(S, "said", me, public)
        elif me is None:
            self.add(S, "said", me, text(), public=public)
        else:
            others = _redacted(S, [p for p in everybody if p != me], text)[0]
            self.add(S, "said", me, text(), _redacted(S, [me], text)[0], others)

    def round(self, S: State) -> None:
        self.add(S, "round", None, f"round {S.cells[S.runtime.round]}")

    def phase(self, S: State) -> None:
        phase = S.runtime.program.model.flow.phases[S.cells[S.runtime.phase]]
        self.add(S, "phase", None, phase.name.replace("_", " "))
        if phase.who == "all_at_once":
            self.open_from = len(self.entries)

    def turn(self, S: State, player: int) -> None:
        self.add(S, "turn", player, f"player {player + 1}'s turn")

    def join(self, S: State) -> None:
        """End a phase played all at once: sort its entries by seat."""
        if self.open_from is not None:
            self.entries[self.open_from :] = sorted(self.entries[self.open_from :], key=lambda e: e.player or 0)
            self.open_from = None

    def finished(self, S: State) -> None:
        self.add(S, "end", None, "the game is over")

    def seen_by(self, seat: int | None) -> list[LogEntry]:
        """What a seat (counted from 1) may read; with None, what everybody may read."""
        shown = []
        for i, entry in enumerate(self.entries):
            if seat is not None and entry.player == seat:
                shown.append(entry if entry.text == entry.own else replace(entry, text=entry.own))
            elif entry.public and (entry.player is None or self.open_from is None or i < self.open_from):
                shown.append(entry.as_others_read())
        return shown

    def as_seen_by(self, seat: int) -> Log:
        """The log that a seat (counted from 1) would have kept of what it may read."""
        if self.open_from is None:
            return Log(self.seen_by(seat))
        before = Log(self.entries[: self.open_from])
        return Log(self.seen_by(seat), len(before.seen_by(seat)))


def _redacted(S: State, seats: Iterable[int], text: Callable[[], str]) -> tuple[str, bool]:
    """A text without the names of cards that one of some seats (counted from 0) can't see, and whether there were
    such."""
    S.redaction = redaction = Redaction(S, seats)
    try:
        return text(), bool(redaction.named)
    finally:
        S.redaction = NOBODY
