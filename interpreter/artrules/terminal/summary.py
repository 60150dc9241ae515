"""Renders the summary of a simulation."""

from __future__ import annotations

from artrules.ir.model import Model
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
        "",
        "  player   wins  shared  mean score",
    ]
    lines += [f"  {p.player:<6} {p.wins:>6}  {p.shared:>6}  {p.mean_score:>10.2f}" for p in s.results]
    return "\n".join([*lines, "", f"  digest     {s.digest}", f"  content    {s.content}"])
