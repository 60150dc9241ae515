"""People playing at one terminal: a typed line goes in, lines to show come out. It does no input or output itself.

It waits for the person whose seat is shown to choose. Where several people share the terminal, it may wait for the next
one to sit down: until then it shows nothing of that seat, and leaves nothing of the previous one on the screen.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from artrules.lab.bots.registry import thinks
from artrules.play.game.description import TableDescription
from artrules.play.presentation import state_and_options
from artrules.play.presentation.log_lines import render_log_section
from artrules.play.presentation.questions import sources_told
from artrules.play.presentation.table_lines import render_table, render_zone, spelled, zone_title
from artrules.table.session.session import Session, Thinking, UndoRefused
from artrules.table.terminal.options import (
    Group,
    UnclearInput,
    arrange,
    find_exact,
    find_option,
    render_offer,
    render_payment,
)
from artrules.table.terminal.story import render_result, render_story
from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.diagnostics.suggest import closest
from artrules.text.plain_text import Style, hanging_indent, rewrap

if TYPE_CHECKING:
    from artrules.play.game.decision import Decision, Option
    from artrules.play.game.game import Game
    from artrules.play.game.log import LogEntry


# What a person at the table can ask for beside choosing: help, the log, a whole zone, why something isn't offered.

COMMANDS = {
    "?": "this help",
    "why TEXT": "why something isn't offered; with --rules before the text, where the rules say so; of a card also "
    "what its values come from",
    "undo": "take back your last choice, if nobody has learned from it",
    "table": "show the table again",
    "look ZONE": "show a zone with all of its cards that you may see",
    "powers [TEXT]": "what the powers say: all, or those with TEXT in them",
    "terms [TEXT]": "what words of the game mean: all, or those with TEXT in them (`? TEXT` is the same)",
    "log [N]": "what has happened: the last N lines (20)",
    "save FILE": "write a copy (the game is kept after each choice anyway)",
    "quit": "leave; the game can be gone on with",
}
RULES = "--rules"
"""What comes after `why` for the rules behind an answer."""
_LAST = 20
MOST_PAUSES = 20
"""So many pauses wait for somebody who hasn't looked for long: the last ones."""
GO_ON = "Enter goes on "
_TYPE = "Type the number of an option, or the beginning of its name, or one of these:"
_TABLE = (
    "On the table (red 3) is a card that lies face down and that you know; face down #2 is the second card of its row, "
    "and you don't know it. [Square brackets] tell what has changed on a card. Of a pile you see the top card, and how "
    "many there are."
)
WORDS = {name.partition(" ")[0] for name in COMMANDS} | {"help", "exit"}
"""The words with which commands begin."""


def render_help(about: str, style: Style) -> list[str]:
    """How the game is played, if content says it; the commands that can be typed, and how to read the table."""
    widest = max(map(len, COMMANDS))
    commands = [
        line for name, what in COMMANDS.items() for line in hanging_indent(f"  {name:<{widest}}  ", what, style.width)
    ]
    game = [*hanging_indent("", about, style.width), ""] if about else []
    return [*game, *hanging_indent("", _TYPE, style.width), *commands, *hanging_indent("", _TABLE, style.width)]


def render_log(entries: Sequence[LogEntry], argument: str, style: Style) -> list[str]:
    """The last lines of the story."""
    if argument and not argument.isdecimal():
        return hanging_indent("", "`log` takes a number of lines, such as `log 50`", style.width)
    lines = [line for line in render_story(entries, style, full=True) if line]
    number = int(argument[:6]) if argument else _LAST
    return list(islice(lines, max(0, len(lines) - number), None)) or ["nothing yet"]


def render_zones(view: Mapping[str, Any], name: str, description: TableDescription, style: Style) -> list[str]:
    """All zones whose title contains a text at its beginning, in full; those after the name of their owner, too."""
    wanted = " ".join(name.casefold().replace("_", " ").split())
    if not wanted:
        return hanging_indent("", "`look` takes the name of a zone, as the table shows it", style.width)
    lines: list[str] = []
    sections = {"": view["zones"], **{f"player {p}, ": things for p, things in view["players"].items()}}
    for owner, things in sections.items():
        for key, value in things.items():
            base = key.partition("[")[0]
            if base not in description.zones or description.zones[base].shown == "never":
                continue
            called = zone_title(key, description)
            names = (called, owner + called, spelled(key), owner + spelled(key))
            if any(each.casefold().startswith(wanted) for each in names):
                lines += render_zone(key, value, description, style, owner)
    return lines or hanging_indent("", f"no zone is called `{name}`", style.width)


def render_powers(description: TableDescription, text: str, style: Style) -> list[str]:
    """The texts of the powers in play that contain a text."""
    wanted = text.casefold()
    lines: list[str] = []
    for key, title, about in description.powers:
        if wanted in f"{key} {title} {about}".casefold():
            lines += wrap(escape_control_characters(f"{key}, {title}: {about}"), style.width, subsequent_indent="    ")
    return lines or ["no power in play says that" if text else "there are no powers in play"]


def render_terms(description: TableDescription, text: str, style: Style) -> list[str]:
    """What words of the game mean: all, or those with a text in them or in what is said of them."""
    lines: list[str] = []
    for term in description.terms:
        if text.casefold() in " ".join((term.word, *term.forms, term.text)).casefold():
            lines += hanging_indent("", f"{term.word}: {term.text}", style.width)
    none = f"the game explains no word with `{text}`" if text else "the game explains no words"
    return lines or hanging_indent("", none, style.width)


def why_not(game: Any, seat: int, text: str, style: Style) -> list[str]:
    """Why a seat isn't offered something; where the text begins with `--rules`, also the code that says so."""
    first, _, rest = text.partition(" ")
    with_rules = first == RULES
    wanted = rest.strip() if with_rules else text
    if not wanted:
        return hanging_indent("", "`why` takes a part of what you would like to do", style.width)
    answer = game.why_not(seat, wanted)
    lines = answer.text.splitlines() + (answer.rules.splitlines() if with_rules else [])
    lines += sources_told(game, seat, wanted)
    return rewrap(lines, style.width)


# The entries of a log that are new to a reader. Their order may change: entries of a phase played all at once are
# sorted when it ends.


def new_entries(entries: Iterable[LogEntry], earlier_entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The new entries, in order. What others read of an entry may be another text since a pause."""
    remaining_entries = Counter(map(_as_read, earlier_entries))
    new: list[LogEntry] = []
    for entry in entries:
        if remaining_entries[_as_read(entry)]:
            remaining_entries[_as_read(entry)] -= 1
        else:
            new.append(entry)
    return new


def _as_read(entry: LogEntry) -> tuple[object, ...]:
    return entry.kind, entry.round, entry.phase, entry.player, entry.text


@dataclass(frozen=True, slots=True)
class Reply:
    """The reaction to a line: what to show (on a cleared screen, or below), the prompt, and whether the session is
    over."""

    lines: list[str]
    prompt: str = "> "
    clear: bool = False
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Files:
    """What a session does with files. Both functions give a message for people."""

    keep: Callable[[], str | None]
    """Saves the game as it stands: called after each choice. Gives None when there is nothing to say."""
    save: Callable[[str], str]
    """Writes the game to a file that a person names."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen shows to a seat: the view, the seat's offer (None while it needn't choose) and its options in
    groups, and these options in the same order; and whether the round is the last one."""

    view: dict[str, Any]
    offer: dict[str, Any] | None
    groups: list[Group]
    options: list[Option]
    is_last_round: bool = False


class TerminalSession:
    """One game at one terminal. When `start` or `answer` raises GameFault, the game has stopped."""

    def __init__(
        self,
        session: Session,
        description: TableDescription,
        files: Files,
        style: Style,
        thinking: Thinking | None = None,
        *,
        stops_at_pauses: bool = False,
    ) -> None:
        """Bots think inside of `thinking` (`session/session.py`). `stops_at_pauses`: a person says when to go on."""
        self.session = session
        self._thinking = thinking
        self.description = description
        self.files = files
        self.style = style
        self.seat = 0
        """The seat that the screen shows, or showed last; 0 before the first."""
        self.shown = False
        """Whether the person of that seat sits there; if not, it waits for the next person."""
        self._gains_told: set[str] = set()
        """The free gains of which whoever sits there has been told that they would leave them."""
        self._known: dict[int, list[LogEntry]] = {}
        self._stops_at_pauses = stops_at_pauses
        self._pauses: dict[int, deque[Game]] = {seat: deque(maxlen=MOST_PAUSES) for seat in session.seats.people}
        """By seat: the pauses that it hasn't looked at."""
        self._is_at_pause = False
        """Whether a person looks at one of them."""

    # -- going on

    def start(self) -> Reply:
        """What to show first. What happened before the game was left isn't shown again."""
        if self.session.game.choices:
            self._known = {seat: self._entries(seat) for seat in self.session.seats.people}
        else:
            self._note_pauses()
        return self._go_on([])

    def _go_on(self, lines: list[str]) -> Reply:
        """Let bots choose, then turn to the next person."""
        lines += self._let_bots_choose()
        decision = self._next()
        if decision is None:
            return self._over(lines)
        seats = self.session.seats
        if decision.player == self.seat or len(seats.people) == 1 or seats.open:
            return self._show(decision, lines)
        self.shown = False
        return Reply([*lines, *self._waiting(decision)], self._call(decision), clear=True)

    def _let_bots_choose(self) -> list[str]:
        """Let bots choose. What one has thought about is saved at once, so that it needn't be thought again."""
        said: list[str] = []
        unsaved = False
        while (bot := self.session.let_bot_choose(self._thinking)) is not None:
            self._note_pauses()
            unsaved = not thinks(bot)
            if not unsaved:
                said += self._kept()
        return [*said, *self._kept()] if unsaved else said

    def _next(self) -> Decision | None:
        decisions = self.session.decisions
        return next((d for d in decisions if d.player == self.seat), decisions[0] if decisions else None)

    def _kept(self) -> list[str]:
        message = self.files.keep()
        return hanging_indent("", message, self.style.width) if message is not None else []

    def _show(self, decision: Decision, lines: list[str]) -> Reply:
        """A seat's news, its table, and its options."""
        self.seat, self.shown = decision.player, True
        lines += self._table_at_pauses()
        if self._is_at_pause:
            return Reply(lines, GO_ON)
        shown = self._shown_to(self.seat)
        return Reply([*lines, *self._news(), *self._table(shown), "", *self._offer(shown)])

    def _over(self, lines: list[str]) -> Reply:
        if not self.seat:
            self.seat = self.session.seats.people[0]
        lines += self._table_at_pauses()
        if self._is_at_pause:
            return Reply(lines, GO_ON)
        alone = len(self.session.seats.people) == 1 or self.session.seats.open
        table = self._table(self._shown_to(self.seat)) if alone else []
        return Reply([*lines, *self._news(), *table, *render_result(self.session.game.result, self.style)], ended=True)

    # -- pauses

    def _note_pauses(self) -> None:
        """After a choice: what there is to see at its pauses waits for each seat until it looks."""
        for waiting in self._pauses.values():
            waiting += self.session.game.pauses

    def _table_at_pauses(self) -> list[str]:
        """What happened up to the pauses that the seat hasn't looked at, and its table there: at the first of them, if
        it stops at each."""
        lines: list[str] = []
        self._is_at_pause = False
        waiting = self._pauses.get(self.seat, deque())
        while waiting and not self._is_at_pause:
            paused = waiting.popleft()
            lines += [*self._news(paused), *self._table(self._shown_to(self.seat, paused))]
            self._is_at_pause = self._stops_at_pauses
        return lines

    # -- what is shown

    def _entries(self, seat: int, game: Game | None = None) -> list[LogEntry]:
        game = game or self.session.game
        return game.log.entries if self.session.seats.open else game.log.read_by(seat)

    def _news(self, game: Game | None = None) -> list[str]:
        """What has happened since this seat looked last, up to now or to a pause."""
        entries = self._entries(self.seat, game)
        new = new_entries(entries, self._known.get(self.seat, ()))
        self._known[self.seat] = entries
        passage = list(render_log_section(new, self.style))
        left_out = sum(entry.kind == "paused" for entry in new) - (game is not None)
        if game is not None and left_out > 0:
            moments = "1 earlier moment isn't" if left_out == 1 else f"{left_out} earlier moments aren't"
            passage.append(self.style.paint(f"({moments} shown; what happened is told above)", "dim"))
        return ["", *passage, ""] if passage else [""]

    def _shown_to(self, seat: int, game: Game | None = None) -> Shown:
        """What the screen shows to a seat now, or at a pause."""
        game, seats = game or self.session.game, self.session.seats
        state, options = state_and_options(game, seat, open_table=seats.open)
        mine = [place for place, offer in enumerate(state["offers"]) if offer["player"] == seat]
        if not mine:
            return Shown(state["view"], None, [], [])
        offer, own = state["offers"][mine[0]], options[mine[0]]
        return Shown(state["view"], offer, arrange(offer, own, state["view"]), own, state["last_round"])

    def _table(self, shown: Shown) -> list[str]:
        seats = self.session.seats
        names = {p: bot and f"{bot.partition(':')[0]} bot" for p, bot in enumerate(seats.bots, 1)}
        names[self.seat] = "you"
        return list(render_table(shown.view, self.description, self.style, names, 0 if seats.open else self.seat))

    def _offer(self, shown: Shown) -> list[str]:
        if shown.offer is None:
            return []
        heading = f"player {shown.offer['player']}: {shown.offer['prompt']}"
        payment = render_payment(shown.offer["payment"], self.description.members)
        groups = [(group.words, group.texts) for group in shown.groups]
        notice = ["As things stand, this is the last round."] if shown.is_last_round else []
        return [*notice, *render_offer(heading, groups, self.style, payment)]

    def _waiting(self, decision: Decision) -> list[str]:
        return [f"It is player {decision.player} who chooses now."]

    def _call(self, decision: Decision) -> str:
        return f"player {decision.player}: press Enter "

    # -- what is typed

    def answer(self, typed: str) -> Reply:
        """React to a typed line: an option, a command, or Enter from the next person to sit down."""
        decision = self._next()
        word, _, rest = typed.strip().partition(" ")
        if word.casefold() in ("quit", "exit"):
            return Reply([], ended=True)
        if self._is_at_pause:
            return self._over([]) if decision is None else self._show(decision, [])
        if decision is None:
            return Reply([], ended=True)
        if word.casefold() == "undo" and not rest:
            return self._undo(decision)
        if self.shown:
            return self._execute(decision, typed.strip(), word.casefold(), rest.strip())
        if not typed.strip():
            return self._show(decision, [])
        text = "Press Enter when you sit there; `undo` and `quit` can be typed, too."
        return Reply([*self._waiting(decision), *hanging_indent("", text, self.style.width)], self._call(decision))

    def _execute(self, decision: Decision, typed: str, word: str, rest: str) -> Reply:
        """Make the choice or run the command that a person at the shown seat typed."""
        shown = self._shown_to(decision.player)
        labels = [text for group in shown.groups for text in group.texts]
        place = find_option(typed, labels) if typed else None
        # The word of a command means that command, unless an option has exactly that label or the line goes on and is
        # the beginning of a label.
        if isinstance(place, int) and (word not in WORDS or rest or find_exact(typed, labels) is not None):
            option = shown.options[place]
            gains = self._gains_left(shown.options, option)
            if not self._gains_told >= gains:
                self._gains_told |= gains
                told = ", ".join(f"`{label}`" for label in sorted(gains))
                return self._say(f"you can still choose {told}, which costs nothing; type it again to go on without")
            if gains or option.gains:
                self._gains_told.clear()
            self.session.choose(option)
            self._note_pauses()
            return self._go_on(self._kept())
        match word:
            case "" | "table":
                return Reply([*self._table(shown), "", *self._offer(shown)])
            case "?" | "help" if not rest:
                return Reply(render_help(self.description.about, self.style))
            case "?" | "help" | "terms":
                return Reply(render_terms(self.description, rest, self.style))
            case "why":
                return Reply(why_not(self.session.game, self.seat, rest, self.style))
            case "look":
                return Reply(render_zones(shown.view, rest, self.description, self.style))
            case "powers":
                return Reply(render_powers(self.description, rest, self.style))
            case "log":
                return Reply(render_log(self._entries(self.seat), rest, self.style))
            case "save":
                return self._say(self.files.save(rest) if rest else "`save` takes the name of a file")
        near = closest(word, WORDS, 1)
        if near and not rest:
            return self._say(f"there is no command `{word}`; did you mean `{near[0]}`?")
        return self._say(place.reason) if isinstance(place, UnclearInput) else Reply([])

    def _gains_left(self, options: Sequence[Option], chosen: Option) -> set[str]:
        """The free gains that somebody leaves who chooses an option that ends what they do, or declines."""
        if not (chosen.ends or chosen.declines):
            return set()
        return {option.label for option in options if option.gains and option is not chosen}

    def _say(self, text: str, prompt: str = "> ") -> Reply:
        return Reply(hanging_indent("", text, self.style.width), prompt)

    def _undo(self, decision: Decision) -> Reply:
        """Take back the last choice of the seat on the screen, or of the one before."""
        try:
            entry = self.session.undo(self.seat or decision.player)
        except UndoRefused as problem:
            return self._say(f"not taken back: {problem}", "> " if self.shown else self._call(decision))
        self.seat = entry.player or self.seat
        for waiting in self._pauses.values():
            waiting.clear()
        if self.shown or len(self.session.seats.people) == 1:
            return self._go_on(self._kept())
        back = self._next() or decision
        return Reply([*self._kept(), *self._waiting(back)], self._call(back), clear=True)
