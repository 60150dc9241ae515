"""Answers of the chronicle as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.answers import Answer, Share


def tell(answer: Answer) -> Iterator[str]:
    """An answer, line by line."""
    if answer.rounds is None:
        yield f"{answer.ruleset}: no finished game is written down"
        return
    shortest, middle, longest = answer.rounds
    yield f"{answer.ruleset}: {answer.games:,} games, {answer.stalled:,} of them stalled"
    yield f"  rounds  {shortest} to {longest}, median {middle:g}"
    for players, seats in answer.seats.items():
        yield f"  {players} players" if players > 1 else "  1 player"
        for seat, share in seats.items():
            yield f"    seat {seat} wins {_share(share)}"
    for key, values in answer.settings.items():
        yield f"  by {key}, how often seat 1 wins"
        for value, share in values.items():
            yield f"    {value}: {_share(share)}"
    if answer.closest:
        yield "  the closest games"
        for close in answer.closest:
            points = "1 point" if close.margin == 1 else f"{close.margin} points"
            again = f"--players {close.players} --seed {close.seed}"
            yield f"    {points} apart: {' '.join(map(str, close.scores))} ({again})"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.wins / share.games:.1%} of {share.games:,} ({low:.1%} to {high:.1%})"
