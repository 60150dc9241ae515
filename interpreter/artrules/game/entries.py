"""Reads the tokens that the machine has written into its log, as entries for people."""

from __future__ import annotations

from collections.abc import Callable

from artrules.diagnostics.kinds import runtime as kinds
from artrules.explain.faults import Stopped, fault_here
from artrules.game.log import Log, LogEntry
from artrules.game.runtime import Runtime
from artrules.machine.numbers import NONE
from artrules.machine.texts import (
    CHOSE,
    GAME_IS_OVER,
    PHASE_BEGINS,
    PLAYERS_ASKED,
    PLAYERS_JOIN,
    ROUND_BEGINS,
    SAID,
    TOOK,
    TURN_BEGINS,
)

MOST_TOLD_AT_ONCE = 500_000
"""The most characters logged between two decisions. A text counts once for each form in which seats may read it."""
MOST_TOLD = 50_000_000
"""The most characters logged in one game."""
KINDS = {
    SAID: "said",
    CHOSE: "chose",
    TOOK: "took",
    ROUND_BEGINS: "round",
    PHASE_BEGINS: "phase",
    TURN_BEGINS: "turn",
    GAME_IS_OVER: "end",
}
"""By what the machine writes: the kinds of entries."""
Texts = tuple[str, str, str, tuple[tuple[int, str], ...]]
"""The texts of an entry: `text`, `own`, `public` and `apart`."""
_HEAD = 6
"""Words before the tokens of an entry."""


def extended(log: Log, tokens: list[int], runtime: Runtime, told: int = 0) -> Log:
    """A log with the entries in some tokens; so many characters have been logged since the latest choice. Raises
    Stopped when there is more to tell than a game may keep."""
    entries: list[LogEntry] = []
    place = 0
    while place < len(tokens):
        kind = tokens[place + 1]
        first = place + _HEAD
        place = first + tokens[first - 1]
        if kind == PLAYERS_ASKED:
            log, entries = log.plus(entries).open(), []
            continue
        if kind == PLAYERS_JOIN:
            log, entries = log.plus(entries).join(), []
            continue
        entry = _entry(runtime, tokens, first, place)
        entries.append(entry)
        told += entry.size
        if told > MOST_TOLD_AT_ONCE:
            raise _too_much_told(runtime, f"{MOST_TOLD_AT_ONCE:,} characters after one choice")
    log = log.plus(entries)
    if log.size > MOST_TOLD:
        raise _too_much_told(runtime, f"{MOST_TOLD:,} characters in one game")
    return log


def _too_much_told(runtime: Runtime, most: str) -> Stopped:
    message = f"there is more to tell than {most}"
    return Stopped(fault_here(runtime.program, runtime.instance, kinds.TOO_MUCH_TOLD, message))


def _entry(runtime: Runtime, tokens: list[int], first: int, end: int) -> LogEntry:
    """The entry whose own tokens stand between two places."""
    _, kind, number, phase, player, _ = tokens[first - _HEAD : first]
    phases = runtime.model.flow.phases
    name = phases[phase].name if phases and number else "setup"
    seat = None if player == NONE else player
    match kind:
        case _ if kind == ROUND_BEGINS:
            name, texts = "", _one(f"round {number}")
        case _ if kind == PHASE_BEGINS:
            texts = _one(name.replace("_", " "))
        case _ if kind == TURN_BEGINS:
            texts = _one(f"player {player + 1}'s turn")
        case _ if kind == GAME_IS_OVER:
            texts = _one("the game is over")
        case _ if kind == SAID:
            texts = _said(runtime, tokens, first, end, seat)
        case _:
            assert seat is not None
            texts = _taken(runtime, tokens, first, end, seat)
    return LogEntry(KINDS[kind], number, name, None if seat is None else seat + 1, *texts)


def _one(text: str) -> Texts:
    return text, text, text, ()


def _said(runtime: Runtime, tokens: list[int], first: int, end: int, me: int | None) -> Texts:
    """The texts of what the content says. A reader who can't see a card now doesn't read its name."""
    joined = runtime.words.joined
    hidden: list[int] = []
    public = joined(tokens, first, end, runtime.everyone, hidden)
    if not hidden:
        return _one(public)
    text = joined(tokens, first, end, None, [])
    own = text
    if me is not None:
        own = joined(tokens, first, end, 1 << me, [])
        public = joined(tokens, first, end, runtime.everyone & ~(1 << me), [])
    return text, own, public, _apart(runtime, me, public, lambda seat: joined(tokens, first, end, 1 << seat, []))


def _apart(runtime: Runtime, me: int | None, public: str, read: Callable[[int], str]) -> tuple[tuple[int, str], ...]:
    """What single seats read, except a player's own, where that isn't what they all read."""
    others = [seat for seat in range(runtime.players) if seat != me]
    if len(others) == 1:
        return ()
    return tuple([(seat + 1, text) for seat in others if (text := read(seat)) != public])


def _taken(runtime: Runtime, tokens: list[int], first: int, end: int, player: int) -> Texts:
    """The texts of an option that a player takes: its decision, its branch, then its label.

    They name no card to anyone who sees it neither before nor after. Of an option that declines others read nothing.
    """
    declines = runtime.program.decisions[tokens[first]].branches[tokens[first + 1]].declines
    joined = runtime.words.joined
    label = first + 2
    hidden: list[int] = []
    text = joined(tokens, label, end, runtime.everyone, hidden)
    if not hidden:
        return text, text, "" if declines else text, ()
    seats = 1 << player
    hidden = []
    own = public = joined(tokens, label, end, seats, hidden)
    text = joined(tokens, label, end, None, []) if hidden else own
    if hidden and _all_seen(hidden, seats):
        own = text
    if declines:
        return text, own, "", ()

    def read(seats: int) -> str:
        hidden: list[int] = []
        read = joined(tokens, label, end, seats, hidden)
        return text if hidden and _all_seen(hidden, seats) else read

    public = read(runtime.everyone & ~seats)
    return text, own, public, _apart(runtime, player, public, lambda seat: read(1 << seat))


def _all_seen(sights: list[int], seats: int) -> bool:
    """Whether all of some seats will see each of some cards."""
    return all(sight & seats == seats for sight in sights)
