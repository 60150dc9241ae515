"""`artrules match`: which of two bots plays better, or how strong several are."""

from __future__ import annotations

import json
from collections.abc import Callable
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
    GameRequest,
    as_request,
    budget_options,
    format_option,
    players_option,
    settings_option,
    with_option,
)
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.lab.matches.deal import MatchPlan
    from artrules.lab.matches.match import MatchFault, Question
    from artrules.model.ir.model import Model
    from artrules.play.ruleset import Ruleset

_GAMES = 200
_GAMES_OF_A_PAIRING = 40


@dataclass(frozen=True, slots=True)
class MatchRequest(GameRequest):
    """What the command line says of `artrules match`."""

    against: str | None
    budget: Budget
    games: int | None
    share: float | None
    measure: str
    all_games: bool
    seed: int
    work: LongWork
    output: str


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
@as_request(MatchRequest)
def command(request: MatchRequest) -> None:
    """Let one bot play against another until it is clear which is better.

    Each deal is played with the bot in every seat, or on every side. A sequential test decides, with errors of at most
    5 %: accepted, the bot is better than an equal one; refused, it doesn't have the share asked for. Ctrl-C ends the
    games, and tells what they say so far.
    """
    from artrules.lab.matches.deal import MatchPlan, sides_played
    from artrules.lab.matches.match import MatchFault, pairings_of

    is_round_robin, work = _is_round_robin(request), request.work
    ruleset, request = open_game(request)
    with show_faults(ruleset):
        settings = request.settings
        number = prepare_game(ruleset, _players(ruleset, request), settings)
        specs = _specs(request, is_round_robin)
        sides = sides_played(ruleset, number, request.seed, settings)
        games = len(sides) or number
        deals = (request.games or (_GAMES_OF_A_PAIRING if is_round_robin else _GAMES)) // games
        least = 2 if is_round_robin else 1
        if deals < least:
            raise Misuse(f"--games must be {least * games} at least: a deal of {number} players is {games} games")
        pairings = pairings_of(specs, games) if is_round_robin else ((specs[0], specs[1]),)
        plan = MatchPlan(number, request.seed, settings, pairings, sides)
        work.what = "deals"
        work.warm_up(ruleset, number, settings, specs)
        try:
            if is_round_robin:
                _play_round_robin(ruleset, plan, deals, request)
            else:
                _play_match(ruleset, plan, _question(request, games, deals), request)
        except MatchFault as fault:
            _stop(ruleset, number, fault, request)
            raise


def _is_round_robin(request: MatchRequest) -> bool:
    """Whether the arguments mean a round robin. Raises Misuse for those that mean nothing."""
    bots, against = request.bots, request.against
    if against is not None and len(bots) != 1:
        raise Misuse(f"with --against, give --bot once, not {len(bots)} times" if bots else "say who plays: --bot SPEC")
    if against is None and len(bots) < 2:
        raise Misuse("say who plays: --bot SPEC --against SPEC, or --bot several times for a round robin")
    if against is not None:
        return False
    named = {"--share": request.share is not None, "--by": request.measure != "wins", "--all-games": request.all_games}
    for option, is_named in named.items():
        if is_named:
            raise Misuse(f"`{option}` is for a match of two bots (--against): a round robin tests nothing")
    return True


def _specs(request: MatchRequest, is_round_robin: bool) -> list[str]:
    """The texts of bots with how long they think. Raises Misuse, BotProblem and PluginProblem."""
    bots = (*request.bots, *filter(None, [request.against]))
    specs = request.budget.given([bots_for([bot], 1)[0] for bot in bots])
    for spec in specs:
        if is_round_robin and specs.count(spec) > 1:
            raise Misuse(f"the bot `{spec}` is given twice: in a round robin, each plays against the others")
    return specs


def _players(ruleset: Ruleset, request: MatchRequest) -> int:
    """How many play: the fewest that can have an opponent. Raises Misuse where nobody can."""
    asked = request.players
    if asked == 1:
        raise Misuse("a match needs two players at least")
    if asked is not None:
        return asked
    counts = [n for n in ruleset.players_with(ruleset.settle(request.settings, 0)) if n > 1]
    if not counts:
        raise Misuse("a match needs two players at least, and this game is for one")
    return counts[0]


def _question(request: MatchRequest, sides: int, deals: int) -> Question:
    """What the match is to decide. Raises Misuse."""
    from artrules.lab.matches.deal import share_asked
    from artrules.lab.matches.match import Question
    from artrules.lab.matches.summary import Measure

    by, share = Measure(request.measure), request.share
    equal = 1 / sides if by is Measure.WINS else 0.5
    goal = share if share is not None else share_asked(sides if by is Measure.WINS else 2)
    if not equal < goal < 1:
        raise Misuse(f"--share lies between {equal:.4g}, which equal bots have, and 1, not at {goal:g}")
    return Question(by, equal, goal, deals, request.all_games)


def _play_match(ruleset: Ruleset, plan: MatchPlan, question: Question, request: MatchRequest) -> None:
    from artrules.lab.matches.match import play_match
    from artrules.table.terminal.summary import render_match

    result = play_match(ruleset, plan, question, run=request.work.run)
    _show(ruleset, plan, request, result.as_data(), partial(render_match, result))


def _play_round_robin(ruleset: Ruleset, plan: MatchPlan, deals: int, request: MatchRequest) -> None:
    from artrules.lab.matches.match import TooFewDeals, play_round_robin
    from artrules.table.terminal.summary import render_round_robin

    try:
        result = play_round_robin(ruleset, plan, deals, run=request.work.run)
    except TooFewDeals as problem:  # the work was stopped
        put(f"artrules: {request.work.stopped}: {problem}", to_error=True)
    else:
        _show(ruleset, plan, request, result.as_data(), partial(render_round_robin, result))


def _show(
    ruleset: Ruleset,
    plan: MatchPlan,
    request: MatchRequest,
    data: dict[str, Any],
    render: Callable[[Model, dict[str, Any]], str],
) -> None:
    """Print a result: as data, or as text, made from the model of the games and all settings, defaults included."""
    chosen, stopped = ruleset.settings_told(plan.players, plan.settings), request.work.stopped
    if request.output == "json":
        result = {"ruleset": ruleset.name, "content": ruleset.content_hash, **data, "settings": chosen}
        put(json.dumps({**result, "partial": stopped} if stopped else result, indent=2))
    else:
        mark = f"PARTIAL RESULT: {stopped}\n" if stopped else ""
        put(mark + render(ruleset.configured(plan.players, ruleset.settle(plan.settings, 0))[0], chosen))


def _stop(ruleset: Ruleset, players: int, fault: MatchFault, request: MatchRequest) -> None:
    """Show how to see the game that failed, and keep it."""
    from artrules.lab.simulation import failed_game
    from artrules.table.session.record import failure_of, record_of

    name = request.ruleset_name
    again = [f"artrules play {name} --players {players} --seed {fault.seed}", *request.again(fault.bots)]
    put(f"a game failed; its story: {' '.join(again)} --full\n", to_error=True)
    failed = failed_game(ruleset, players, fault.seed, request.settings, fault.bots)
    if failed is not None:
        where = lasting_name(name, ruleset)
        record = record_of(failed[0], where, failure=failure_of(failed[1]), extra=outside_paths_of(ruleset))
        stop_at_fault(ruleset, failed[1], record)
