"""Renders how a match or a round robin came out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from artrules.ir.model import Model
from artrules.matches.match import MatchResult
from artrules.matches.plan import MatchPlan
from artrules.matches.round_robin import RoundRobin
from artrules.matches.sequential import ERROR, Verdict
from artrules.matches.summary import MatchSummary, Measure
from artrules.terminal.setup import render_settings
from artrules.terminal.summary import nobody_wins


def render_match(result: MatchResult, model: Model, settings: Mapping[str, Any]) -> str:
    """A match as text. The model is that of its games, with their overlays; the settings have the defaults, too."""
    s, players = result.summary, result.plan.players
    low, high = s.mean_rank_interval.low, s.mean_rank_interval.high
    lines = [
        *_head(f"{s.bot.spec} against {s.against.spec}", result.plan, model, settings),
        "",
        f"  {result.verdict.value:<10} {_in_words(result)}",
        f"  games      {s.games:,}, {s.deals:,} {'deal' if s.deals == 1 else 'deals'}, each from every seat",
        f"  share      {_percent(s.share)} of the wins ({_interval(s)}); {s.wins:,} alone, {s.shared:,} shared",
        *([_won_by_nobody(s)] if s.won_by_nobody else []),
        *([f"  mean rank  {s.mean_rank:.2f} of {players} ({low:.2f} to {high:.2f})"] if players > 2 else []),
        f"  rounds     mean {s.mean_rounds:g}, {s.stalled:,} stalled",
        "",
        f"  {'bot':<24}  mean points  decisions a game  ms a decision",
    ]
    for side in (s.bot, s.against):
        decisions, milliseconds = side.decisions_per_game, f"{1000 * side.seconds_per_decision:.3g}"
        lines.append(f"  {side.spec:<24}  {side.mean_points:>11.2f}  {decisions:>16.1f}  {milliseconds:>13}")
    return "\n".join([*lines, "", f"  digest     {s.digest}"])


def render_round_robin(result: RoundRobin, model: Model, settings: Mapping[str, Any]) -> str:
    """A round robin as text: ratings, then the share of each pairing. Model and settings are as for a match."""
    plan = result.plan
    games = result.summaries[0].games
    width = max(len(r.spec) for r in result.ratings)
    lines = [
        *_head(f"round robin of {len(result.ratings)} bots", plan, model, settings),
        "",
        f"  {'bot':<{width}}   rating",
    ]
    for r in sorted(result.ratings, key=lambda r: -r.rating):
        lines.append(f"  {r.spec:<{width}}  {r.rating:>+7.0f} ± {r.error:.0f}")
    lines += ["", f"  {'bot':<{width}}  {'against':<{width}}  share of the wins, {games:,} games each"]
    for s in result.summaries:
        lines.append(f"  {s.bot.spec:<{width}}  {s.against.spec:<{width}}  {_percent(s.share)} ({_interval(s)})")
    return "\n".join(lines)


def _head(what: str, plan: MatchPlan, model: Model, settings: Mapping[str, Any]) -> list[str]:
    shown = render_settings(settings, model)
    lines = [f"{model.title}: {what}, {plan.players} players, seed {plan.seed}", *([f"  {shown}"] if shown else [])]
    return lines if plan.reproducible else [*lines, "  not reproducible: a bot thinks by time"]


def _in_words(result: MatchResult) -> str:
    bot, against = result.summary.bot.spec, result.summary.against.spec
    question = result.question
    goal, equal = _percent(question.goal), _percent(question.equal)
    what = "of the wins" if question.measure is Measure.WINS else "of the others behind it"
    if result.verdict is Verdict.ACCEPTED:
        return f"{bot} is better than {against}: it has more than {equal} {what} (error {ERROR:.0%})"
    if result.verdict is Verdict.REFUSED:
        return f"{bot} isn't that much better than {against}: it has less than {goal} {what} (error {ERROR:.0%})"
    return f"these games don't tell {goal} {what} from {equal}"


def _won_by_nobody(summary: MatchSummary) -> str:
    words = nobody_wins(summary.won_by_nobody, summary.games)
    return f"  winners    {words}; that counts as a win that all share"


def _interval(summary: MatchSummary) -> str:
    return f"{_percent(summary.share_interval.low)} to {_percent(summary.share_interval.high)}"


def _percent(number: float) -> str:
    return f"{100 * number:.1f} %"
