"""Renders the summary of a simulation."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.ir.model import Model
from artrules.simulation.dearest import DearDecision
from artrules.simulation.summary import Summary
from artrules.terminal.setup import render_settings


def render_summary(summary: Summary, model: Model) -> str:
    """A summary as text. The model is that of the games, with their overlays."""
    s, r = summary, summary.rounds
    bots = ", ".join(dict.fromkeys(s.bots)) if len(set(s.bots)) == 1 else ", ".join(s.bots)
    games = "1 game" if s.games == 1 else f"{s.games:,} games"
    settings = render_settings(s.settings, model)
    players = "1 player" if s.players == 1 else f"{s.players} players"
    lines = [
        f"{model.title}: {games}, {players} ({bots}), seed {s.seed}",
        *([f"  {settings}"] if settings else []),
        "",
        f"  rounds     {r.min} to {r.max}, median {r.median:g}, mean {r.mean:g}, nine of ten at most {r.ninth_decile}",
        f"  decisions  {s.decisions:,}, {s.decisions_per_second:,} a second",
        f"  stalled    {s.stalled}",
        *([f"  winners    {nobody_wins(s.won_by_nobody, s.games)}"] if s.won_by_nobody else []),
        "",
        "  player   wins  shared  mean score",
    ]
    lines += [f"  {p.player:<6} {p.wins:>6}  {p.shared:>6}  {p.mean_score:>10.2f}" for p in s.results]
    lines += ["", f"  digest     {s.digest}", f"  content    {s.content}"]
    if not s.reproducible:
        lines += ["", "  Bots thought for a time: another run plays other games."]
    return "\n".join(lines)


def nobody_wins(number: int, games: int) -> str:
    """The words for so many games of some that nobody wins."""
    return f"nobody wins in {number:,} of {games:,} games" if number < games else "nobody wins in any game"


def render_dearest(decisions: Sequence[DearDecision]) -> str:
    """The dearest decisions as text: a table, and how to come to each."""
    if not decisions:
        return "  no decision made the engine look ahead"
    lines = ["  positions  options  decision"]
    for d in decisions:
        lines.append(f"  {d.positions:>9,}  {d.options:>7,}  {d.prompt}, {d.source.file}:{d.source.line}")
        choices = "1 choice" if d.choices == 1 else f"{d.choices:,} choices"
        lines.append(f"{'':22}game with --seed {d.seed}, after {choices}")
    return "\n".join(lines)
