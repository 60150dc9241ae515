"""`artrules match`: which of two bots plays better, or how strong several are."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from artrules.table.commands.content_loading import bots_for, open_game, prepare_game, show_faults
from artrules.table.commands.exit import Misuse
from artrules.table.commands.game_files import lasting_name, outside_paths_of, stop_at_fault
from artrules.table.commands.long_work import LongWork, long_work_options
from artrules.table.commands.options import (
    SEED,
    Budget,
    OutsidePaths,
    budget_options,
    format_option,
    players_option,
    settings_option,
    with_option,
)
from artrules.text.plain_text import output as put

if TYPE_CHECKING:
    from artrules.lab.matches.deal import MatchPlan
    from artrules.lab.matches.match import MatchFault, Question
    from artrules.model.ir.model import Model
    from artrules.play.ruleset import Ruleset

_GAMES = 200
_GAMES_OF_A_PAIRING = 40


@click.command("match")
@click.argument("ruleset_name", metavar="NAME")
@click.option("--bot", "bots", metavar="SPEC", multiple=True, help="The bot that is tried; several: a round robin.")
@click.option("--against", metavar="SPEC", help="The bot in all other seats.")
@budget_options
@players_option
@settings_option
@click.option(
    "--games",
    metavar="K",
    type=click.IntRange(min=1),
    help=f"How many at most (default: {_GAMES}; {_GAMES_OF_A_PAIRING} for each pairing of a round robin).",
)
@click.option(
    "--share",
    metavar="S",
    type=float,
    help="The share that the bot should have, such as 0.9 (default: 0.7 of two players).",
)
@click.option(
    "--by",
    "measure",
    type=click.Choice(["wins", "rank"]),
    default="wins",
    help="What is tested: the share of the wins (default), or the rank among all players.",
)
@click.option("--all-games", is_flag=True, help="Go on when the test has decided, for a narrower interval.")
@click.option("--seed", metavar="S", type=SEED, default=0, show_default=True, help="The same seed, the same games.")
@long_work_options
@with_option
@format_option
def command(
    ruleset_name: str,
    bots: tuple[str, ...],
    against: str | None,
    budget: Budget,
    players: int | None,
    settings: dict[str, str],
    games: int | None,
    share: float | None,
    measure: str,
    all_games: bool,
    seed: int,
    work: LongWork,
    outside: OutsidePaths,
    output: str,
) -> None:
    """Let one bot play against another until it is clear which is better.

    Each deal is played with the bot in every seat. A sequential test decides, with errors of at most 5 %: accepted, the
    bot is better than an equal one; refused, it doesn't have the share asked for. Ctrl-C ends the games, and tells what
    they say so far.
    """
    from artrules.lab.matches.deal import MatchPlan
    from artrules.lab.matches.match import MatchFault, pairings_of

    is_round_robin = _check(bots, against, share, measure, all_games)
    ruleset, settings = open_game(ruleset_name, outside, settings)
    with show_faults(ruleset):
        number = prepare_game(ruleset, _players(ruleset, players, settings), settings)
        specs = _specs((*bots, *filter(None, [against])), is_round_robin, budget)
        deals = (games or (_GAMES_OF_A_PAIRING if is_round_robin else _GAMES)) // number
        least = 2 if is_round_robin else 1
        if deals < least:
            raise Misuse(f"--games must be {least * number} at least: a deal of {number} players is {number} games")
        pairings = pairings_of(specs, number) if is_round_robin else ((specs[0], specs[1]),)
        plan = MatchPlan(number, seed, settings, pairings)
        work.what = "deals"
        work.warm_up(ruleset, number, settings, specs)
        try:
            if is_round_robin:
                _play_round_robin(ruleset, plan, deals, work, output)
            else:
                _play_match(ruleset, plan, _question(measure, share, number, deals, all_games), work, output)
        except MatchFault as fault:
            _stop(ruleset, ruleset_name, outside, number, settings, fault)
            raise


def _check(bots: Sequence[str], against: str | None, share: float | None, measure: str, all_games: bool) -> bool:
    """Whether the arguments mean a round robin. Raises Misuse for those that mean nothing."""
    if against is not None and len(bots) != 1:
        raise Misuse(f"with --against, give --bot once, not {len(bots)} times" if bots else "say who plays: --bot SPEC")
    if against is None and len(bots) < 2:
        raise Misuse("say who plays: --bot SPEC --against SPEC, or --bot several times for a round robin")
    if against is not None:
        return False
    for option, is_given in (("--share", share is not None), ("--by", measure != "wins"), ("--all-games", all_games)):
        if is_given:
            raise Misuse(f"`{option}` is for a match of two bots (--against): a round robin tests nothing")
    return True


def _specs(bots: Sequence[str], is_round_robin: bool, budget: Budget) -> list[str]:
    """The texts of bots with how long they think. Raises Misuse, BotProblem and PluginProblem."""
    specs = budget.given([bots_for([bot], 1)[0] for bot in bots])
    for spec in specs:
        if is_round_robin and specs.count(spec) > 1:
            raise Misuse(f"the bot `{spec}` is given twice: in a round robin, each plays against the others")
    return specs


def _players(ruleset: Ruleset, asked: int | None, settings: Mapping[str, Any]) -> int | None:
    """How many play: the fewest that can have an opponent. Raises Misuse where nobody can."""
    if asked == 1:
        raise Misuse("a match needs two players at least")
    counts = [n for n in ruleset.players_with(ruleset.settle(settings, 0)) if n > 1] if asked is None else [asked]
    if not counts:
        raise Misuse("a match needs two players at least, and this game is for one")
    return counts[0]


def _question(measure: str, share: float | None, players: int, deals: int, all_deals: bool) -> Question:
    """What the match is to decide. Raises Misuse."""
    from artrules.lab.matches.deal import share_asked
    from artrules.lab.matches.match import Question
    from artrules.lab.matches.summary import Measure

    by = Measure(measure)
    equal = 1 / players if by is Measure.WINS else 0.5
    goal = share if share is not None else share_asked(players if by is Measure.WINS else 2)
    if not equal < goal < 1:
        raise Misuse(f"--share lies between {equal:.4g}, which equal bots have, and 1, not at {goal:g}")
    return Question(by, equal, goal, deals, all_deals)


def _play_match(ruleset: Ruleset, plan: MatchPlan, question: Question, work: LongWork, output: str) -> None:
    from artrules.lab.matches.match import play_match
    from artrules.table.terminal.summary import render_match

    result = play_match(ruleset, plan, question, run=work.run)
    _show(ruleset, plan, work, output, result.as_data(), partial(render_match, result))


def _play_round_robin(ruleset: Ruleset, plan: MatchPlan, deals: int, work: LongWork, output: str) -> None:
    from artrules.lab.matches.match import TooFewDeals, play_round_robin
    from artrules.table.terminal.summary import render_round_robin

    try:
        result = play_round_robin(ruleset, plan, deals, run=work.run)
    except TooFewDeals as problem:  # the work was stopped
        put(f"artrules: {work.stopped}: {problem}", to_error=True)
    else:
        _show(ruleset, plan, work, output, result.as_data(), partial(render_round_robin, result))


def _show(
    ruleset: Ruleset,
    plan: MatchPlan,
    work: LongWork,
    output: str,
    data: dict[str, Any],
    render: Callable[[Model, dict[str, Any]], str],
) -> None:
    """Print a result: as data, or as text, made from the model of the games and all settings, defaults included."""
    chosen = ruleset.settings_told(plan.players, plan.settings)
    if output == "json":
        result = {"ruleset": ruleset.name, "content": ruleset.content_hash, **data, "settings": chosen}
        put(json.dumps({**result, "partial": work.stopped} if work.stopped else result, indent=2))
    else:
        mark = f"PARTIAL RESULT: {work.stopped}\n" if work.stopped else ""
        put(mark + render(ruleset.configured(plan.players, ruleset.settle(plan.settings, 0))[0], chosen))


def _stop(
    ruleset: Ruleset, name: str, outside: OutsidePaths, players: int, settings: dict[str, str], fault: MatchFault
) -> None:
    """Show how to see the game that failed, and keep it."""
    from artrules.lab.simulation import failed_game
    from artrules.table.session.record import failure_of, record_of

    again = [f"artrules play {name} --players {players} --seed {fault.seed}"]
    again += [f"--with {shlex.quote(str(path))}" for path in outside.named]
    again += [f"--setting {key}={value}" for key, value in settings.items()]
    again += [f"--bot {shlex.quote(spec)}" for spec in fault.bots]
    put(f"a game failed; its story: {' '.join(again)} --full\n", to_error=True)
    failed = failed_game(ruleset, players, fault.seed, settings, fault.bots)
    if failed is not None:
        where = lasting_name(name, ruleset)
        record = record_of(failed[0], where, failure=failure_of(failed[1]), extra=outside_paths_of(ruleset))
        stop_at_fault(ruleset, failed[1], record)
