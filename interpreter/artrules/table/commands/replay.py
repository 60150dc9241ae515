"""`artrules replay`: a game that was played, step by step, forwards and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from artrules.table.commands.content_loading import show
from artrules.table.commands.exit import EXIT_ERRORS, Misuse
from artrules.table.commands.game_files import read_record_file, ruleset_of
from artrules.table.commands.options import OutsidePaths, with_option
from artrules.text.plain_text import output as put

if TYPE_CHECKING:
    from artrules.play.ruleset import Ruleset
    from artrules.table.session.record import Record
    from artrules.table.session.replay import Replay
    from artrules.text.plain_text import Style

_OFFERED = 12
"""How many options are listed, if a recorded choice isn't offered any more."""


@click.command("replay")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("ruleset_name", metavar="[NAME]", required=False)
@click.option("--list", "listed", is_flag=True, help="List the choices, and exit.")
@click.option("--at", metavar="N", type=click.IntRange(min=0), help="Show the position after N choices (of the seat).")
@click.option(
    "--seat", metavar="K", type=click.IntRange(min=1), help="See it from a seat (default: nothing is hidden)."
)
@with_option
@click.option("--anyway", is_flag=True, help="Replay it although the content has changed, as far as that goes.")
@click.pass_context
def command(
    context: click.Context,
    file: Path,
    ruleset_name: str | None,
    listed: bool,
    at: int | None,
    seat: int | None,
    outside: OutsidePaths,
    anyway: bool,
) -> None:
    """Step through a game that was kept, forwards and back.

    FILE is what `artrules play` keeps, or what is left where content was at fault. NAME is needed only if the ruleset
    has been moved, --with only if files from outside have. Exits with 1 when the game ends in a fault of its content,
    or where a choice isn't offered any more.
    """
    from artrules.table.commands.play_at_terminal import screen_style
    from artrules.table.terminal.loop import Ending, Loop
    from artrules.table.terminal.replayer import Replayer, render_steps

    record = read_record_file(file)
    if seat is not None and seat > record.setup.players:
        raise Misuse(f"there is no seat {seat}: {record.setup.players} play")
    ruleset = ruleset_of(record, ruleset_name, f"replay {file} NAME", outside)
    replay = _play_again(ruleset, record, file, anyway)
    last = len(replay.chosen_by(seat or 0))
    if at is not None and at > last:
        whose = f"seat {seat}" if seat is not None else "the game"
        raise Misuse(f"there is no choice {at}: {whose} has {last}")
    style = screen_style()
    stopped = replay.fault is not None or replay.divergence is not None
    ending = _ending(ruleset, replay, style)
    description = replay.timeline.at(0).description
    replayer = Replayer(replay, description, style, ending, seat or 0)
    if listed:
        for line in [*render_steps(replay, seat or 0), *ending]:
            put(line)
    elif at is not None:
        for line in replayer.position(at):
            put(line)
        stopped = stopped and at == last
    else:
        end = Loop().run(replayer)
        if end is not Ending.DONE:
            context.exit(end.value)
    if stopped:
        context.exit(EXIT_ERRORS)


def _play_again(ruleset: Ruleset, record: Record, file: Path, anyway: bool) -> Replay:
    from artrules.play.game.decision import GameFault
    from artrules.play.ruleset import SaveRefused
    from artrules.table.session.replay import play_again

    try:
        return play_again(ruleset, record, anyway=anyway)
    except SaveRefused as problem:
        same = record.setup.content == ruleset.content_hash or record.setup.ruleset != ruleset.name
        hint = "" if same else "; --anyway replays it as far as it goes"
        raise Misuse(f"{file}: {problem}{hint}") from None
    except GameFault as fault:
        show(fault.diagnostics, ruleset.content)
        put("the content is at fault before the first choice", to_error=True)
        raise click.exceptions.Exit(EXIT_ERRORS) from None
    except ValueError as problem:
        raise Misuse(f"{file}: {problem}") from None


def _ending(ruleset: Ruleset, replay: Replay, style: Style) -> list[str]:
    """How the game goes on after its last choice, or why it doesn't."""
    from artrules.table.terminal.story import render_result
    from artrules.text.diagnostics.render import render_text
    from artrules.text.plain_text import hanging_indent

    lines: list[str] = []
    if replay.fault is not None:
        for diagnostic in replay.fault.diagnostics:
            lines += ["", *render_text(diagnostic, ruleset.content.source_text, style.colour).splitlines()]
    elif replay.divergence is not None:
        gone = replay.divergence
        offered = [*gone.offered[:_OFFERED], *(["…"] if len(gone.offered) > _OFFERED else [])]
        lines += ["", f"Choice {gone.number}, player {gone.player}: `{gone.label}` is not offered any more."]
        lines += hanging_indent("  offered: ", ", ".join(offered) or "nothing: the game is over", style.width)
    else:
        game = replay.timeline.at(len(replay.steps))
        lines += render_result(game.result, style)
        if replay.mended:
            lines += ["", "The fault with which this game stopped doesn't come about any more."]
        elif not game.finished:
            lines += ["", "Here the game was left."]
        if replay.same_end is None:
            lines += ["", "The content has changed since; all the choices are still offered."]
    return lines
