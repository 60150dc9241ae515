"""Steps through a game that was played: a line that was typed goes in, the position it leads to comes out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from artrules.terminal.facts import TableFacts
from artrules.terminal.news import news
from artrules.terminal.passage import tell_passage
from artrules.terminal.session import Reply
from artrules.terminal.style import Style
from artrules.terminal.table import tell_table
from artrules.terminal.wrapping import hang

if TYPE_CHECKING:
    from artrules.run.game import Game
    from artrules.run.log import LogEntry
    from artrules.sitting.course import Note
    from artrules.sitting.replay import Replay, Step

_HELP = [
    "  Enter, n  one choice forward        g N  to the position after N choices",
    "  b         one choice back           e    to the end",
    "  r         to the next round         l    the list of all choices",
    "  rb        to the round before       q    leave",
]
_HALF = _HELP[0].index("g N")
_NAMES = {"": "n", "next": "n", "back": "b", "round": "r", "go": "g", "end": "e", "list": "l", "quit": "q"}


class Replayer:
    """One game on show, from the view of a seat, or, with 0, with all of it seen. `ending` tells how it goes on after
    its last choice: its result, or why it stops there."""

    def __init__(
        self, replay: Replay, facts: TableFacts, style: Style, ending: Sequence[str], seat: int = 0, at: int = 0
    ) -> None:
        self.replay = replay
        self.facts = facts
        self.style = style
        self.ending = list(ending)
        self.seat = seat
        self.place = at

    def start(self) -> Reply:
        return Reply([*self.position(self.place), "", "Enter goes on, b goes back, ? helps"], self._prompt())

    def answer(self, typed: str) -> Reply:
        """Heed a line."""
        word, _, rest = typed.strip().casefold().partition(" ")
        word, last = _NAMES.get(word, word), len(self.replay.steps)
        if word[:1] == "g" and (word[1:] + rest).strip().isdecimal():
            return self._go(int((word[1:] + rest).strip()[:9]))
        match word:
            case "q":
                return Reply([], ended=True)
            case "n":
                return self._go(self.place + 1)
            case "b":
                return self._go(self.place - 1)
            case "e":
                return self._go(last)
            case "r":
                return self._go(next((n for n in self._rounds() if n > self.place), last))
            case "rb":
                return self._go(max((n for n in self._rounds() if n < self.place), default=0))
            case "l":
                return Reply(tell_steps(self.replay, self.seat, self.style.width), self._prompt())
            case "?" | "help":
                return Reply(self._help(), self._prompt())
        return Reply(hang("", f"`{word}` means nothing here: ? helps", self.style.width), self._prompt())

    def _help(self) -> list[str]:
        """What can be typed, in two columns where there is room."""
        if max(map(len, _HELP)) <= self.style.width:
            return _HELP
        halves = [(line[:_HALF].rstrip(), "  " + line[_HALF:]) for line in _HELP]
        return [half for column in zip(*halves, strict=True) for half in column]

    def _rounds(self) -> list[int]:
        """After how many choices each round begins."""
        steps = self.replay.steps
        return [b.number - 1 for a, b in pairwise(steps) if a.round != b.round]

    def _go(self, place: int) -> Reply:
        last = len(self.replay.steps)
        if place > last:
            lines = self.ending if self.place == last else [f"there are {last} choices"]
            return Reply(lines, self._prompt())
        if place < 0:
            return Reply(["this is the beginning"], self._prompt())
        self.place = place
        return Reply(self.position(place), self._prompt())

    def _prompt(self) -> str:
        return f"{self.place}/{len(self.replay.steps)} > "

    def position(self, place: int) -> list[str]:
        """The position after so many choices: the last of these, what came of it, the table, and how it ends."""
        game = self.replay.course.at(place)
        before = self._entries(self.replay.course.at(place - 1)) if place else []
        told = tell_passage(news(self._entries(game), before), self.style)
        head = _title(self.replay.steps[place - 1], self.seat) if place else "before the first choice"
        view = game.view(self.seat) if self.seat else game.view_all()
        table = tell_table(view, self.facts, self.style, {self.seat: "you"})
        end = self.ending if place == len(self.replay.steps) else []
        heading = [self.style.paint(line, "bold") for line in hang("", head, self.style.width)]
        return ["", *heading, *told, "", *table, *end]

    def _entries(self, game: Game) -> list[LogEntry]:
        return game.log_of(self.seat) if self.seat else game.log


def _title(step: Step, seat: int) -> str:
    """Others read in the story what they may know of a choice, and when."""
    told = f": {step.label}" if seat in (0, step.player) else ""
    return f"choice {step.number}, player {step.player}{told}"


def tell_steps(replay: Replay, seat: int = 0, width: int = 110) -> list[str]:
    """All choices, numbered, under the rounds and phases in which they were made, and between them what was taken
    back; as a seat reads them, when they are open."""
    lines: list[str] = []
    before: tuple[int, str] | None = None
    notes = [note for note in replay.course.notes if note.after == 0]
    for step in replay.steps:
        lines += _notes(notes, seat, width)
        if (step.round, step.phase) != before:
            before = (step.round, step.phase)
            lines.append(f"round {step.round}, {step.phase.replace('_', ' ')}" if step.round else "setup")
        label = step.label if seat in (0, step.player) else step.public
        lines += hang(f"{step.number:>6}  player {step.player}  ", label, width)
        notes = [note for note in replay.course.notes if note.after == step.number]
    return [*lines, *_notes(notes, seat, width)] or ["nothing was chosen"]


def _notes(notes: Sequence[Note], seat: int, width: int) -> list[str]:
    entries = [note.entry for note in notes]
    told = [(e.player, e.text if seat in (0, e.player) else e.public) for e in entries]
    return [line for player, text in told for line in hang(f"        player {player}  ", text, width)]
