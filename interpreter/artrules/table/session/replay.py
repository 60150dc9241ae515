"""Plays a recorded game again from its seed, choice by choice, as far as the present content offers the choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from artrules.play.game.decision import GameFault
from artrules.play.position.save_document import SaveRefused
from artrules.play.ruleset import check_content
from artrules.table.session.seats import Seen, Timeline, chooser, offered

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.ruleset import Ruleset
    from artrules.table.session.record import Record


Why = Literal["not offered", "other label", "other table", "fault"]


@dataclass(frozen=True, slots=True)
class Step:
    """A choice of the game: its number, counted from 1, when it was made, by whom, and its label."""

    number: int
    round: int
    phase: str
    player: int
    label: str


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first recorded choice that can't be made again as it was; `offered` are the labels of the options that are
    offered there. `why` says that it isn't among them, that it is called otherwise now, that the player sees another
    table before it, or that the rules fail once it is made."""

    number: int
    player: int
    label: str
    offered: tuple[str, ...]
    why: Why = "not offered"
    choice: str = ""
    """The id of what was chosen."""


@dataclass
class Replay:
    """A game that was played again.

    `fault` or `divergence` say why it goes no further than its steps, if it doesn't. `same_end` says whether the last
    position is the recorded one; None where the record doesn't tell.
    """

    timeline: Timeline
    steps: list[Step] = field(default_factory=list)
    fault: GameFault | None = None
    divergence: Divergence | None = None
    same_end: bool | None = None
    mended: bool = False
    """Whether the recorded fault doesn't happen any more."""

    def stops(self, seat: int) -> list[int]:
        """The positions at which a viewer may stop, as numbers of choices.

        With seat 0, which sees everything, that is after each choice. Another seat stops where it chooses next, and at
        the end: it must not learn how often the others had a choice.
        """
        last = len(self.steps)
        return [n for n in range(last + 1) if n == last or seat in (0, self.steps[n].player)]

    def chosen_by(self, seat: int) -> list[Step]:
        """The choices of a seat; with 0 those of all seats."""
        return [step for step in self.steps if seat in (0, step.player)]


def play_again(ruleset: Ruleset, record: Record, *, anyway: bool = False) -> Replay:
    """Play a recorded game again; with `anyway` on other content too.

    Raises SaveRefused for a game of other content, and one whose choices don't lead to its position; GameFault when the
    setup fails.
    """
    if not anyway:
        check_content(record.setup, ruleset)
    notes = record.save.notes if record.save is not None else ()
    replay = Replay(Timeline(lambda: ruleset.begin(record.setup), (), notes))
    game = replay.timeline.at(0)
    for number, (choice, label) in enumerate(record.labelled_choices, 1):
        if not _step(replay, game, number, choice, label):
            break
    else:
        _end(replay, game, ruleset, record)
    if not anyway and (replay.divergence is not None or replay.same_end is False):
        raise SaveRefused("the saved game is damaged: its choices don't lead to its position")
    return replay


def _step(replay: Replay, game: Game, number: int, choice: str, label: str) -> bool:
    """Make a choice again. Returns False, and says in `replay` why, when that isn't possible."""
    option = offered(game, choice)
    if option is None:
        replay.divergence = Divergence(number, chooser(choice), label, all_labels(game))
        return False
    player, when = option.decision.player, (game.round, game.phase)
    try:
        game.choose(option)
    except GameFault as fault:
        replay.fault = fault
        return False
    said = next(e for e in reversed(game.log) if e.is_choice and e.player == player)
    replay.steps.append(Step(number, *when, player, said.option))
    replay.timeline.add_notes(game)
    replay.timeline.reached(game)
    return True


def _end(replay: Replay, game: Game, ruleset: Ruleset, record: Record) -> None:
    """Find out whether the last position, and the fault after it, are the recorded ones."""
    save = record.save
    if save is not None and save.digest is not None and record.setup.content == ruleset.content_hash:
        replay.same_end = save.ends_at(game.inspect.position.digest)
    if record.failure is None:
        return
    choice = record.failure.choice
    try:
        if choice is None:
            all_labels(game)
        elif offered(game, choice) is not None:
            game.copy().choose(choice)
    except GameFault as fault:
        replay.fault = fault
    replay.mended = replay.fault is None


def divergence_of(before: Seen, game: Game, now: Seen, number: int) -> Divergence | None:
    """Why a choice can't be made again in a game with other rules as it was made `before`; None where it can: it is
    offered `now`, under the same label, and its player sees the same table."""
    if now.label is None:
        why: Why = "not offered"
    elif before.label not in (None, now.label):
        why = "other label"
    elif not _agree(before.view, now.view):
        why = "other table"
    else:
        return None
    return Divergence(number, now.player, before.label or now.choice, all_labels(game), why, now.choice)


def _agree(one: Any, other: Any) -> bool:
    """Whether two views tell the same, as far as both know of something: zones and variables may be new, or gone."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_agree(one[key], other[key]) for key in one.keys() & other.keys())
    return bool(one == other)


def all_labels(game: Game) -> tuple[str, ...]:
    """The labels of all options that are offered."""
    return tuple(o.label for d in game.decisions for o in d.options)
