"""The option `--play` of `artrules check`: random games of rulesets without errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from artrules.commands.exit import Misuse
from artrules.commands.options import SEED
from artrules.record import dataclass

if TYPE_CHECKING:
    from artrules.commands.targets import Target
    from artrules.random_testing.run import RandomGames

F = TypeVar("F", bound=Callable[..., Any])
MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class RandomGamesWanted:
    """How many random games to play of each ruleset, from which seed on, and into which folder to write what fails."""

    games: int
    seed: int
    folder: Path | None


def play_options(function: F) -> F:
    """Add the options `--play`, `--seed` and `--write` to a command, whose parameter `random_games` then gets
    RandomGamesWanted."""

    @wraps(function)
    def with_wishes(*arguments: Any, play: int, seed: int, write: Path | None, **others: Any) -> Any:
        return function(*arguments, random_games=RandomGamesWanted(play, seed, write), **others)

    play_help = "Play N random games, too, and report what goes wrong in them and what they never reach."
    seed_help = "With --play: the same seed, the same games (default: 0)."
    write_help = "With --play: write the shortest game of each fault into a folder, as a scenario."
    most = click.IntRange(min=0, max=MOST_GAMES)
    folder = click.Path(file_okay=False, path_type=Path)
    for option in (
        click.option("--write", metavar="FOLDER", type=folder, help=write_help),
        click.option("--seed", metavar="S", type=SEED, default=0, help=seed_help),
        click.option("--play", metavar="N", type=most, default=0, help=play_help),
    ):
        with_wishes = option(with_wishes)
    return cast(F, with_wishes)


def play_targets(targets: Sequence[Target], wanted: RandomGamesWanted) -> tuple[list[str], bool]:
    """Play random games of each target without errors, and add to its report what they have shown. Gives lines that sum
    up the games, for people, and whether Ctrl-C has ended them. Raises Misuse when a scenario can't be written."""
    from artrules.random_testing.run import play_random_games
    from artrules.random_testing.scenario_file import write_scenario
    from artrules.ruleset import Ruleset
    from artrules.terminal.progress import Progress

    lines: list[str] = []
    for target in targets if wanted.games else ():
        content = target.content
        if content.report.has_errors or not content.models:
            continue
        ruleset = Ruleset(content)
        progress = Progress(wanted.games, "games")
        try:
            played = play_random_games(ruleset, wanted.games, wanted.seed, progress)
        finally:
            progress.close()
        content.report.extend(played.diagnostics)
        lines += _summary(content.files.name, played, wanted.games)
        if wanted.folder is not None:
            try:
                written = [write_scenario(wanted.folder, ruleset.name, failure) for failure in played.failures]
            except OSError as problem:
                raise Misuse(f"{wanted.folder}: {problem.strerror or problem}") from None
            lines += [f"written: {path}" for path in written]
        elif played.failures:
            lines.append("`--write FOLDER` writes the shortest game of each fault as a scenario")
        if played.interrupted:
            return lines, True
    return lines, False


def _summary(name: str, played: RandomGames, wanted: int) -> list[str]:
    games = _several(wanted, "random game")
    if played.interrupted:
        games = f"{played.games:,} of {games}, then interrupted"
    tried = f"{_several(played.setups, 'setup')}, {_several(played.choices, 'choice')}"
    return [f"{name}: {games}: {tried}, {played.reached:,} of {played.rules:,} rules reached"]


def _several(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
