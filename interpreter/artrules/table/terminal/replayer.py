"""Steps through a game that was played: a typed line goes in, the position that it leads to comes out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from artrules.play.game.description import TableDescription
from artrules.play.presentation import state_and_options
from artrules.play.presentation.log_lines import line_of, render_log_section
from artrules.play.presentation.table_lines import render_table
from artrules.table.terminal.session import Reply, new_entries
from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.plain_text import Style, hanging_indent

if TYPE_CHECKING:
    from artrules.model.ir.model import Model
    from artrules.play.game.game import Game
    from artrules.play.game.log import LogEntry, Note
    from artrules.table.session.replay import Replay

_HELP = [
    "  Enter, n  one choice forward        g N  to the position after N choices",
    "  b         one choice back           e    to the end",
    "  r         to the next round         l    the list of all choices",
    "  rb        to the round before       q    leave",
]
_HALF = _HELP[0].index("g N")
_NAMES = {"": "n", "next": "n", "back": "b", "round": "r", "go": "g", "end": "e", "list": "l", "quit": "q"}


class Replayer:
    """Shows one game as a seat (counted from 1) sees it, or, for seat 0, with nothing hidden.

    `ending` is shown after the last choice: the result, or why the game stops there. `place` is the number of choices
    before the position that is shown. For a seat, only its own choices count, and steps lead from one to the next.
    """

    def __init__(
        self,
        replay: Replay,
        description: TableDescription,
        style: Style,
        ending: Sequence[str],
        seat: int = 0,
        at: int = 0,
    ) -> None:
        self.replay = replay
        self.description = description
        self.style = style
        self.ending = list(ending)
        self.seat = seat
        self.steps = replay.chosen_by(seat)
        self.place = at

    def start(self) -> Reply:
        return Reply([*self.position(self.place), "", "Enter goes on, b goes back, ? helps"], self._prompt())

    def answer(self, typed: str) -> Reply:
        """React to a typed line."""
        word, _, rest = typed.strip().casefold().partition(" ")
        word, last = _NAMES.get(word, word), len(self.steps)
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
                return Reply(render_steps(self.replay, self.seat, self.style.width), self._prompt())
            case "?" | "help":
                return Reply(self._help(), self._prompt())
        return Reply(hanging_indent("", f"`{word}` means nothing here: ? helps", self.style.width), self._prompt())

    def _help(self) -> list[str]:
        """The commands, in two columns where there is room."""
        if max(map(len, _HELP)) <= self.style.width:
            return _HELP
        halves = [(line[:_HALF].rstrip(), "  " + line[_HALF:]) for line in _HELP]
        return [half for column in zip(*halves, strict=True) for half in column]

    def _rounds(self) -> list[int]:
        """The number of choices before each round."""
        return [n for n, (a, b) in enumerate(pairwise(self.steps), 1) if a.round != b.round]

    def _go(self, place: int) -> Reply:
        last = len(self.steps)
        if place > last:
            lines = self.ending if self.place == last else [f"there are {last} choices"]
            return Reply(lines, self._prompt())
        if place < 0:
            return Reply(["this is the beginning"], self._prompt())
        self.place = place
        return Reply(self.position(place), self._prompt())

    def _prompt(self) -> str:
        return f"{self.place}/{len(self.steps)} > "

    def position(self, place: int) -> list[str]:
        """The position after some number of choices: the last choice, what came of it, the table at pauses and now, and
        the end."""
        stops = self.replay.stops(self.seat)
        at = stops[place]
        game = self.replay.timeline.at(at)
        before = stops[place - 1] if place else -1
        paused = [pause for n in range(before + 1, at + 1) for pause in self.replay.timeline.at(n).pauses]
        entries = self._entries(self.replay.timeline.at(max(0, before)))
        passages: list[str] = []
        for each in (*paused, game):
            passages += render_log_section(new_entries(self._entries(each), entries), self.style)
            passages += ["", *self._table(each)]
            entries = self._entries(each)
        head = self._title(place) if place else "before the first choice"
        end = self.ending if at == len(self.replay.steps) else []
        heading = [self.style.paint(line, "bold") for line in hanging_indent("", head, self.style.width)]
        return ["", *heading, *passages, *end]

    def _table(self, game: Game) -> list[str]:
        state, _ = state_and_options(game, self.seat or None, open_table=not self.seat)
        return list(render_table(state["view"], self.description, self.style, {self.seat: "you"}, self.seat))

    def _title(self, place: int) -> str:
        step = self.steps[place - 1]
        return f"choice {place}, player {step.player}: {escape_control_characters(step.label)}"

    def _entries(self, game: Game) -> list[LogEntry]:
        return game.log.read_by(self.seat) if self.seat else game.log.entries


def render_steps(replay: Replay, seat: int = 0, width: int = 110) -> list[str]:
    """The choices of a whole game as lines, under headings for rounds and phases, with undone choices between them.

    Choices are numbered. For a seat (counted from 1), only its own choices have numbers; those of others are listed as
    far as the seat could see them.
    """
    model = replay.timeline.at(0).inspect.model
    if seat:
        return _steps_seen_by(replay.timeline.at(len(replay.steps)).log.read_by(seat), seat, width, model)
    lines: list[str] = []
    before: tuple[int, str] | None = None
    notes = [note for note in replay.timeline.notes if note.after == 0]
    for step in replay.steps:
        lines += _undone_lines(notes, width)
        if (step.round, step.phase) != before:
            before = (step.round, step.phase)
            lines.append(_heading(*before, model))
        lines += hanging_indent(
            f"{step.number:>6}  player {step.player}  ", escape_control_characters(step.label), width
        )
        notes = [note for note in replay.timeline.notes if note.after == step.number]
    return [*lines, *_undone_lines(notes, width)] or ["nothing was chosen"]


def _steps_seen_by(entries: Sequence[LogEntry], seat: int, width: int, model: Model) -> list[str]:
    lines: list[str] = []
    before: tuple[int, str] | None = None
    own = 0
    for entry in entries:
        mine = entry.player == seat and entry.is_choice
        if not entry.is_choice and entry.kind != "undone":
            continue
        if (entry.round, entry.phase) != before:
            before = (entry.round, entry.phase)
            lines.append(_heading(*before, model))
        own += mine
        lines += _entry_lines(str(own) if mine else "", entry, width)
    return lines or ["nothing was chosen"]


def _heading(number: int, phase: str, model: Model) -> str:
    return f"round {number}, {escape_control_characters(model.title_of_phase(phase))}" if number else "setup"


def _undone_lines(notes: Sequence[Note], width: int) -> list[str]:
    return [line for note in notes for line in _entry_lines("", note.entry, width)]


def _entry_lines(number: str, entry: LogEntry, width: int) -> list[str]:
    return hanging_indent(f"{number:>6}  player {entry.player}  ", escape_control_characters(line_of(entry)), width)
