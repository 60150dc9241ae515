"""The log: what happened, for people. It records choices, what the engine took because there was nothing to choose, and
what the content says.

Each entry has a full text, and texts for readers who may not know everything. Others must not learn how much a player
could choose from. So for them an option that was taken without a choice reads as if it had been chosen, and they don't
read what was declined (`docs/write/hidden.md`, What others learn). In a phase played all at once a seat sees only its
own entries until the phase ends. Then the entries are sorted by seat, so that the log doesn't show who was quicker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

from artrules.engine.machine.rules import texts
from artrules.text.record import dataclass

Sort = Literal["heading", "choice", "taken", "saying", "pause", "ending"]


class EntryKind(NamedTuple):
    """A kind of entries of a log: all that tells a reader how to draw them.

    `sort` is `heading` (others follow below it), `choice` (of a player), `taken` (an option that the engine took),
    `saying` (a sentence of its own), `pause` (what there is to see on the table) or `ending` (where the result is told,
    it needn't be). `meaning` is for the docs.
    `number` is what the machine notes, `wording` the text of an entry without tokens, in which `round`, `phase` and
    `player` may stand. `aside` is what readers who may know it are told besides. The seats of others read the kind
    `as_others_read` instead, where that is another one.
    """

    name: str
    sort: Sort
    meaning: str
    number: int | None = None
    wording: str = ""
    aside: str = ""
    as_others_read: str = ""


ENTRY_KINDS = {
    kind.name: kind
    for kind in (
        EntryKind("round", "heading", "a round begins", texts.ROUND_BEGINS, "round {round}"),
        EntryKind("phase", "heading", "a phase begins", texts.PHASE_BEGINS, "{phase}"),
        EntryKind("turn", "heading", "a player's turn begins", texts.TURN_BEGINS, "player {player}'s turn"),
        EntryKind("chose", "choice", "a player chose an option", texts.CHOSE),
        EntryKind(
            "took",
            "taken",
            "the engine took the only option of a player",
            texts.TOOK,
            aside="there was nothing to choose",
            as_others_read="chose",
        ),
        EntryKind("declined", "choice", "a player chose an option that declines", aside="something was declined"),
        EntryKind("said", "saying", "content says something", texts.SAID),
        EntryKind("paused", "pause", "content pauses, so that people may look at the table", texts.PAUSED),
        EntryKind("end", "ending", "the game is over", texts.GAME_IS_OVER, "the game is over"),
        EntryKind("undone", "saying", "a choice was taken back, of which the rules know nothing"),
        EntryKind("renewed", "saying", "the game goes on with other rules than those with which it was begun"),
    )
}
"""Every kind of entries, by name. Whoever reads a log takes from here what a kind means."""
NOTED = {kind.number: kind for kind in ENTRY_KINDS.values() if kind.number is not None}
"""By what the machine notes: the kinds of its entries."""


def table_of_entry_kinds() -> str:
    """The table in the docs: a row for each kind."""
    rows = (f"| `{kind.name}` | {kind.sort} | {kind.meaning} |\n" for kind in ENTRY_KINDS.values())
    return "".join(["| kind | sort | what happened |\n", "|---|---|---|\n", *rows])


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log.

    `kind` is one of ENTRY_KINDS. `phase` is empty for a `round`. `player` counts from 1.
    `text` is for readers who may know everything, `own` for the player's own seat, `public` for the other seats: when
    it is empty, they don't read of it. `apart` has readers who read something else than `public`, because they see
    other cards: pairs of the player, 0 for somebody without a seat, and the text. `label` is the label of an option of
    which content tells another text, for readers who may know everything; empty in what a seat reads.
    """

    kind: str
    round: int
    phase: str
    player: int | None
    text: str
    own: str
    public: str
    apart: tuple[tuple[int, str], ...] = ()
    label: str = ""

    @property
    def option(self) -> str:
        """What the option was called that was taken, for readers who may know everything."""
        return self.label or self.text

    @property
    def how(self) -> EntryKind:
        """What its kind means."""
        return ENTRY_KINDS[self.kind]

    @property
    def is_choice(self) -> bool:
        """Whether a player chose this; as others read it, perhaps what the engine took."""
        return self.how.sort == "choice"

    @property
    def size(self) -> int:
        """The characters of all its texts."""
        return (
            len(self.text)
            + len(self.own)
            + len(self.public)
            + len(self.label)
            + sum([len(text) for _, text in self.apart])
        )

    def as_read_by_its_player(self) -> LogEntry:
        """The entry as its player's own seat reads it."""
        if self.text == self.own and not self.apart and not self.label:
            return self
        return replace(self, text=self.own, apart=self._from_outside(self.public), label="")

    def as_read_by(self, reader: int) -> LogEntry:
        """The entry as another seat (counted from 1) reads it, or with 0 an outsider: they can't tell what was taken
        without a choice from what was chosen."""
        kind = self.how.as_others_read or self.kind
        if kind == self.kind and self.text == self.own == self.public and not self.apart and not self.label:
            return self
        text = dict(self.apart).get(reader, self.public)
        return replace(self, kind=kind, text=text, own=text, public=text, apart=self._from_outside(text), label="")

    def _from_outside(self, public: str) -> tuple[tuple[int, str], ...]:
        """What an outsider reads, where that isn't what others read."""
        text = dict(self.apart).get(0, self.public)
        return ((0, text),) if text != public else ()

    def as_data(self) -> dict[str, Any]:
        """The entry as JSON data: without `apart` where all others read the same, without `label` where it is empty."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in data.items() if value or name not in ("apart", "label")}


class Note(NamedTuple):
    """An entry that was added to a log for something outside of the rules, after some number of choices."""

    after: int
    entry: LogEntry


class Log(Sequence[LogEntry]):
    """What has happened in a game up to now: a sequence of its entries, for readers who may know everything, with
    `read_by` for others. A log never changes: `plus` makes a longer one, which shares all that was there.

    It is the last link of a chain: `before` is the log without its `added` entries. Each link remembers what seats
    read of it, and the last link that was read has all of what a seat reads.
    """

    __slots__ = ("_all_read", "_all_texts", "_read", "added", "before", "length", "notes", "opened", "players", "size")

    def __init__(
        self,
        before: Log | None = None,
        added: tuple[LogEntry, ...] = (),
        opened: Log | None = None,
        *,
        players: int = 0,
        notes: tuple[Note, ...] | None = None,
    ) -> None:
        """Without `players` and `notes` those of the log before it."""
        self.before = before
        self.players: int = players or (before.players if before is not None else 0)
        """How many there are, who may read it."""
        self.notes: tuple[Note, ...] = before.notes if notes is None and before is not None else notes or ()
        """The entries that `Game.note` has added."""
        self.added = added
        self.opened = opened
        """The log when the phase in progress began, if all play it at once."""
        self.length: int = len(added) + (before.length if before is not None else 0)
        """How many entries there are."""
        self.size: int = sum([entry.size for entry in added]) + (before.size if before is not None else 0)
        """Characters in all entries."""
        self._read: dict[int | None, list[LogEntry]] = {}
        self._all_read: dict[int | None, list[LogEntry]] = {}
        self._all_texts: dict[int | None, list[str]] = {}

    @property
    def open_from(self) -> int | None:
        """The index of the first entry of the phase in progress, if all play it at once."""
        return None if self.opened is None else self.opened.length

    @property
    def entries(self) -> list[LogEntry]:
        """All entries."""
        return self._entries_after(None)

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...

    @overload
    def __getitem__(self, index: slice) -> list[LogEntry]: ...

    def __getitem__(self, index: int | slice) -> LogEntry | list[LogEntry]:
        if isinstance(index, int) and -len(self.added) <= index < 0:
            return self.added[index]
        return self.entries[index]

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.entries)

    def __reversed__(self) -> Iterator[LogEntry]:
        link: Log | None = self
        while link is not None:
            yield from reversed(link.added)
            link = link.before

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Log, list)) and self.entries == [*other]

    def __repr__(self) -> str:
        return repr(self.entries)

    def _entries_after(self, start: Log | None) -> list[LogEntry]:
        links: list[tuple[LogEntry, ...]] = []
        link: Log | None = self
        while link is not None and link is not start:
            links.append(link.added)
            link = link.before
        return [entry for added in reversed(links) for entry in added]

    def plus(self, entries: Iterable[LogEntry]) -> Log:
        """The log with more entries at its end."""
        added = tuple(entries)
        return Log(self, added, self.opened) if added else self

    def open(self) -> Log:
        """The log when a phase begins that all play at once."""
        return Log(self, (), self)

    def join(self) -> Log:
        """The log when such a phase ends: its entries are sorted by seat."""
        if self.opened is None:
            return self
        entries = sorted(self._entries_after(self.opened), key=lambda e: e.player or 0)
        return Log(self.opened, tuple(entries), notes=self.notes)

    def noted(self, note: Note) -> Log:
        """The log with a note at its end."""
        return Log(self, (note.entry,), self.opened, notes=(*self.notes, note))

    def read_by(self, player: int | None) -> list[LogEntry]:
        """What the seat of a player (counted from 1) may read; with None, what everybody may read. Raises ValueError
        for a player that there isn't."""
        if player is not None and not (isinstance(player, int) and 1 <= player <= self.players):
            raise ValueError(f"there is no player {player!r}: players count from 1 to {self.players}")
        return self._read_all(player)[0][:]

    def texts_read_by(self, seat: int | None) -> list[str]:
        """The texts of what a seat may read."""
        return self._read_all(seat)[1][:]

    def _read_all(self, seat: int | None) -> tuple[list[LogEntry], list[str]]:
        """What a seat may read, and the texts. The lists go on from log to log, so only what is new is made."""
        links: list[Log] = []
        link: Log | None = self
        entries: list[LogEntry] = []
        texts: list[str] = []
        while link is not None:
            if seat in link._all_read:
                entries, texts = link._all_read[seat], link._all_texts[seat]
                if link is self:
                    return entries, texts
                # Copies of a game may go on from the same log, so it keeps no list that another one makes longer.
                del link._all_read[seat], link._all_texts[seat]
                break
            links.append(link)
            link = link.before
        for each in reversed(links):
            if each.added:
                read = each._read.get(seat)
                if read is None:
                    read = each._read[seat] = each._read_of_added(seat)
                entries += read
                texts += [entry.text for entry in read]
        self._all_read[seat], self._all_texts[seat] = entries, texts
        return entries, texts

    def _read_of_added(self, seat: int | None) -> list[LogEntry]:
        read = []
        for entry in self.added:
            if seat is not None and entry.player == seat:
                read.append(entry.as_read_by_its_player())
            elif entry.public and (entry.player is None or self.opened is None):
                read.append(entry.as_read_by(seat or 0))
        return read

    def as_read_by(self, seat: int) -> Log:
        """The log that a seat (counted from 1) would have kept of what it may read."""
        if self.opened is None:
            return Log(None, tuple(self.read_by(seat)), players=self.players)
        before = Log(None, tuple(self.opened.read_by(seat)), players=self.players).open()
        return before.plus(self.read_by(seat)[before.length :])


def log_of(entries: Sequence[LogEntry], open_from: int | None, players: int, notes: tuple[Note, ...]) -> Log:
    """The log with some entries. The phase in progress is played all at once if `open_from` is the index of its first
    entry."""
    if open_from is None:
        return Log(None, tuple(entries), players=players, notes=notes)
    before = Log(None, tuple(entries[:open_from]), players=players, notes=notes)
    return before.open().plus(entries[open_from:])


# Lists that grow and share what they have in common.

T = TypeVar("T")


class SharedList(Generic[T]):
    """A list that never changes: `plus` makes a longer one, which shares all the items that were there. So copies of a
    game don't copy what has happened in it."""

    __slots__ = ("_before", "_items", "_last", "length")

    def __init__(self) -> None:
        self._before: SharedList[T] | None = None
        self._last: tuple[T, ...] = ()
        self._items: list[T] | None = []
        """All items, once they were asked for."""
        self.length = 0

    @classmethod
    def of(cls, items: Iterable[T]) -> SharedList[T]:
        """The list of some items."""
        new: SharedList[T] = cls()
        new._items = list(items)
        new.length = len(new._items)
        return new

    def plus(self, item: T) -> SharedList[T]:
        """The list with one more item at its end."""
        new: SharedList[T] = SharedList()
        new._before, new._last, new._items, new.length = self, (item,), None, self.length + 1
        return new

    @property
    def items(self) -> list[T]:
        """All items, as a list of the caller's own."""
        later: list[T] = []
        link: SharedList[T] = self
        while link._items is None and link._before is not None:
            later += link._last
            link = link._before
        items = [*(link._items or ()), *reversed(later)]
        if link is not self:
            if link._before is not None:
                link._items = None  # the latest list that was asked for is enough
            self._items = items
        return items[:]
