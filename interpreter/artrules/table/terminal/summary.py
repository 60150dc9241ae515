"""Renders how many games came out: a simulation, a match, a round robin."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from artrules.lab.bots.registry import introduce_bots
from artrules.lab.matches.deal import MatchPlan
from artrules.lab.matches.match import MatchResult, RoundRobin
from artrules.lab.matches.sequential import ERROR, Verdict
from artrules.lab.matches.summary import MatchSummary, Measure
from artrules.lab.simulation import DearDecision, Spread, Summary
from artrules.model.ir.model import Model
from artrules.table.terminal.story import render_settings

# Renders the summary of a simulation.


def render_summary(summary: Summary, model: Model) -> str:
    """A summary as text. The model is that of the games, with their overlays."""
    s, r = summary, summary.rounds
    bots = ", ".join(dict.fromkeys(s.bots)) if len(set(s.bots)) == 1 else ", ".join(s.bots)
    games = "1 game" if s.games == 1 else f"{s.games:,} games"
    settings = render_settings(s.settings, model)
    players = "1 player" if s.players == 1 else f"{s.players} players"
    lines = [
        f"{model.title}: {games}, {players} ({bots}), seed {s.seed}",
        f"  played by {introduce_bots(s.bots)}",
        *([f"  {settings}"] if settings else []),
        "",
        f"  rounds     {r.min} to {r.max}, median {r.median:g}, mean {r.mean:g}, nine of ten at most {r.ninth_decile}",
        f"  decisions  {s.decisions:,}, {s.decisions_per_second:,} a second",
        f"  stalled    {s.stalled}",
        *([f"  winners    {nobody_wins(s.won_by_nobody, s.games)}"] if s.won_by_nobody else []),
        "",
        f"  player   wins  shared  {_SCORES}",
        *(f"  {p.player:<6} {p.wins:>6}  {p.shared:>6}  {_scores(p.scores)}" for p in s.results),
    ]
    if s.sides:
        names = [", ".join(map(str, side.players)) for side in s.sides]
        width = max(len("side"), *map(len, names))
        lines += ["", f"  {'side':<{width}}   games    wins  shared  {_SCORES}"]
        for name, side in zip(names, s.sides, strict=True):
            won = f"{side.games:>6}  {side.wins:>6}  {side.shared:>6}"
            lines.append(f"  {name:<{width}}  {won}  {_scores(side.scores)}")
    lines += ["", f"  digest     {s.digest}", f"  content    {s.content}"]
    if not s.reproducible:
        lines += ["", "  Bots thought for a time: another run plays other games."]
    return "\n".join(lines)


_SCORES = "mean score   least     1/4    half     3/4    most  histogram"
"""Above columns that say how scores are distributed: their mean, the least, the quartiles, the most, and bars for how
many games had scores in each of up to ten equal ranges."""
_BARS = " ▁▂▃▄▅▆▇█"


def _scores(scores: Spread) -> str:
    numbers = (scores.least, *scores.quartiles, scores.most)
    tallest = max(each.games for each in scores.histogram)
    bars = "".join(_BARS[-(-each.games * (len(_BARS) - 1) // tallest)] for each in scores.histogram)
    return f"{scores.mean:>10.2f}  {'  '.join(f'{number:>6g}' for number in numbers)}  {bars.rstrip()}"


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


# Renders how a match or a round robin came out.


def render_match(result: MatchResult, model: Model, settings: Mapping[str, Any]) -> str:
    """A match as text. The model is that of its games, with their overlays; the settings have the defaults, too."""
    s, players = result.summary, result.plan.players
    low, high = s.mean_rank_interval.low, s.mean_rank_interval.high
    lines = [
        *_head(f"{s.bot.spec} against {s.against.spec}", result.plan, model, settings),
        "",
        f"  {result.verdict.value:<10} {_in_words(result)}",
        f"  games      {s.games:,}, {s.deals:,} {'deal' if s.deals == 1 else 'deals'}, {_how_often(result)}",
        *(_against_the_game(s) if s.bot.won is not None else _against_each_other(s)),
        *(
            [f"  mean rank  {s.mean_rank:.2f} of {players} ({low:.2f} to {high:.2f})"]
            if players > 2 and s.bot.won is None
            else []
        ),
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


def _how_often(result: MatchResult) -> str:
    """How the games of a deal differ."""
    if result.summary.bot.won is not None:
        return "each with one bot in all seats, then the other"
    return "each from every side" if result.plan.sides else "each from every seat"


def _against_each_other(s: MatchSummary) -> Iterator[str]:
    yield f"  share      {_percent(s.share)} of the wins ({_interval(s)}); {s.wins:,} alone, {s.shared:,} shared"
    if s.won_by_nobody:
        yield _won_by_nobody(s)


def _against_the_game(s: MatchSummary) -> Iterator[str]:
    yield f"  won        {_percent(s.bot.won or 0)} of its games, against {_percent(s.against.won or 0)}"
    yield f"  share      {_percent(s.share)} ({_interval(s)}): 50 % for bots that win equally often"


def _won_by_nobody(summary: MatchSummary) -> str:
    words = nobody_wins(summary.won_by_nobody, summary.games)
    return f"  winners    {words}; that counts as a win that all share"


def _interval(summary: MatchSummary) -> str:
    return f"{_percent(summary.share_interval.low)} to {_percent(summary.share_interval.high)}"


def _percent(number: float) -> str:
    return f"{100 * number:.1f} %"
