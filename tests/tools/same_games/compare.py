"""Says how a game that is played now differs from the one that was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .fingerprint import Fingerprint
from .play_all import play_all
from .recording import Recorded


def differences(name: str, games: Sequence[Recorded], jobs: int = 1) -> Iterator[str | None]:
    """Play recorded games again; for each how it differs, or None."""
    played = play_all(name, [game.table for game in games], jobs)
    for game, (_, now) in zip(games, played, strict=True):
        yield difference(name, game, now)


def difference(name: str, game: Recorded, now: Fingerprint | str) -> str | None:
    """How a game that was played again differs from what was recorded, in a few lines, or None."""
    show = f"python -m tests.tools.same_games show {name} {game.table.number} --views"
    head = f"{name} {game.table.number} ({game.table}) "
    if isinstance(now, str):
        return f"{head}was broken off: {now}\n    see it: {show}"
    apart = game.fingerprint.first_difference(now)
    if apart is None:
        return None
    first, last = apart
    if last is None:
        where = f"after {first} decisions, at no check point ({_decisions(game.fingerprint, now)})"
    elif last == 0:
        where = "at the first check point, when it has been set up"
    else:
        where = f"at check point {last // (last - first)}, between {first} and {last} decisions"
    part = f" --from {first}" + ("" if last is None else f" --to {last}")
    see = f"    see it: {show}{part}\n    (here, and where the engine plays as it was recorded: then compare the two)"
    return f"{head}differs {where}\n{see}"


def _decisions(before: Fingerprint, now: Fingerprint) -> str:
    if before.decisions == now.decisions:
        return f"the game had {now.decisions} decisions both times"
    return f"the game had {before.decisions} decisions, now it has {now.decisions}"
