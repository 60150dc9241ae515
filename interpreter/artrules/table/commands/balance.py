"""`artrules balance`: what is too strong, too weak or a matter of luck, from many games."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from artrules.table.commands.against import Against, against_options
from artrules.table.commands.content_loading import bots_for, open_game, prepare_game, show_faults
from artrules.table.commands.exit import Misuse
from artrules.table.commands.long_work import LongWork, long_work_options
from artrules.table.commands.named_files import write_or_refuse
from artrules.table.commands.options import (
    SEED,
    Budget,
    GameRequest,
    NumberRange,
    as_request,
    budget_options,
    setup_options,
    with_option,
)
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.lab.balance.compare import Other
    from artrules.lab.balance.report import Report
    from artrules.lab.balance.run import Answer, Question
    from artrules.lab.balance.sets import SetsPlan
    from artrules.model.ir.model import Model
    from artrules.play.ruleset import Ruleset


# `artrules balance --sets`: sets one against another.

_OTHER_OPTIONS = {
    "impact": "--impact",
    "watched": "--watched",
    "against": "--against",
    "against_with": "--against-with",
    "against_settings": "--against-setting",
}


def plan_of_sets(ruleset: Ruleset, players: int, bots: tuple[str, ...], request: BalanceRequest) -> SetsPlan:
    """What is played for `--sets`. Raises Misuse."""
    from artrules.lab.balance.sets import BadSeating, SetsPlan, find_seating

    context = click.get_current_context()
    for parameter, option in _OTHER_OPTIONS.items():
        if context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
            raise Misuse(f"`--sets` compares sets alone, so leave out `{option}`")
    try:
        setting, names = find_seating(ruleset, players, request.settings, request.sets or "")
    except BadSeating as problem:
        raise Misuse(str(problem)) from None
    return SetsPlan(players, request.seed, dict(request.settings), bots, setting, names)


def report_of_sets(
    ruleset: Ruleset,
    plan: SetsPlan,
    deals: Sequence[dict[str, Any]],
    request: BalanceRequest,
    again: str,
) -> Report:
    """The report of deals with sets by seat. Raises Misuse where no deal came to its end."""
    from artrules import __version__
    from artrules.lab.balance.report import RunFacts
    from artrules.lab.balance.sets_report import make_sets_report
    from artrules.table.terminal.story import render_settings

    model = ruleset.configured(plan.players, ruleset.settle(plan.settings, 0))[0]
    settings = ruleset.settings_told(plan.players, plan.settings)
    settings_text = render_settings({name: value for name, value in settings.items() if name != plan.setting}, model)
    run = RunFacts(
        __version__,
        ruleset.title,
        ruleset.name,
        ruleset.content_hash,
        plan.players,
        [*(settings_text.split(", ") if settings_text else []), f"{plan.setting} by seat"],
        plan.bots,
        plan.seed,
        len(deals),
        0,
        sum(len(deal.get("games", ())) for deal in deals),
        request.level,
        request.work.stopped,
        again,
    )
    try:
        return make_sets_report(model, plan, deals, run, request.part(plan.players))
    except ValueError as problem:
        raise Misuse(str(problem)) from None


IMPACTS = ("auto", "powers", "cards", "nothing")


@dataclass(frozen=True, slots=True)
class BalanceRequest(GameRequest):
    """What the command line says of `artrules balance`."""

    deals: int
    seed: int
    watched: int
    impact: str
    level: float
    margin: float | None
    sets: str | None
    against: Against
    budget: Budget
    work: LongWork
    page: Path | None
    output: str

    def part(self, players: int) -> float:
        """By how much, as a part, a power may be worth more or less than the others."""
        return 0.1 / players if self.margin is None else self.margin / 100


@click.command("balance")
@click.argument("ruleset_name", metavar="NAME")
@setup_options
@click.option(
    "--deals",
    metavar="K",
    type=click.IntRange(min=2),
    default=1000,
    show_default=True,
    help="How many deals. Each is one game, and as many again in which players lack a power.",
)
@click.option("--seed", metavar="S", type=SEED, default=0, show_default=True, help="The same seed, the same games.")
@click.option(
    "--watched",
    metavar="K",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="In how many deals every option that is offered is counted, which takes longer.",
)
@click.option(
    "--impact",
    metavar="WHAT",
    default="auto",
    help="What players lack in some games, to see what it is worth: powers, cards or nothing (default: powers, if "
    "there are any).",
)
@click.option(
    "--level",
    metavar="L",
    type=NumberRange(0.5, 0.9999),
    default=0.95,
    show_default=True,
    help="The level of confidence at which all intervals of a table hold together.",
)
@click.option(
    "--margin",
    metavar="M",
    type=NumberRange(0, 100),
    help="By how many points of a hundred a power may be worth more or less than the others (default: 10 by the number "
    "of players).",
)
@click.option(
    "--sets",
    metavar="SETS",
    help="Play these sets one against another, each seat with another one: SET,SET,… or SETTING=SET,SET,…, in games in "
    "which a setting gives each seat a set.",
)
@against_options
@budget_options
@long_work_options
@with_option
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write a page with plots, too.")
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    help="For people (default), for programs, or for a spreadsheet.",
)
@as_request(BalanceRequest)
def command(request: BalanceRequest) -> None:
    """Find out from many games what is unbalanced, and how sure that is.

    Every figure has an interval. What chance gives and what players choose are told apart. What a power is worth is
    found by experiment: the same deals are played with it and without it. Ctrl-C ends the games, and tells what is
    known by then. With --against and its like, another version plays the same deals, and the report says what moved.
    Where no --bot is named, bots play that have practised, which takes some seconds the first time.
    """
    _see_that_libraries_are_there(request.page)
    if request.page is not None:
        _see_that_it_can_lie_there(request.page)
    from artrules.lab.balance.run import Question, find_out, too_long_by_chance
    from artrules.lab.balance.sets_report import play_sets
    from artrules.lab.balance.subjects import powers_in_play
    from artrules.lab.bots.registry import bot_for_reports

    work, against, deals = request.work, request.against, request.deals
    work.what = "deals"
    ruleset, request = open_game(request)
    settings = request.settings
    with ExitStack() as stack, show_faults(ruleset):
        number = prepare_game(ruleset, request.players, settings)
        model = ruleset.configured(number, ruleset.settle(settings, 0))[0]
        alike = request.sets is None and "random" not in settings.values()
        usual = bot_for_reports(model, set_up_alike=alike, versions_compared=bool(against))
        names = tuple(bots_for(request.bots, number, budget=request.budget, usual=usual))
        by_seat = plan_of_sets(ruleset, number, names, request) if request.sets is not None else None
        lacked = _impact(request.impact, bool(powers_in_play(ruleset, number, settings)))
        watched = min(request.watched, deals)
        question = Question(number, dict(settings), names, request.seed, deals, watched, lacked)
        work.warm_up(ruleset, number, settings, (*names, "greedy") if watched and by_seat is None else names)
        there = stack.enter_context(against.opened(request.ruleset_name, request.outside)) if against else None
        asked_there = None if there is None else _asked_there(there, question, against, request.impact)
        of_sets = play_sets(ruleset, by_seat, deals, work.run) if by_seat is not None else []
        answer = find_out(ruleset, question, work.run) if by_seat is None else None
        caution = "" if answer is None or work.stopped else too_long_by_chance(ruleset, question, answer)
        other = None
        if there is not None and asked_there is not None:
            with show_faults(there):
                other = _other(there, asked_there, find_out(there, asked_there, work.run), against)
    again = [f"artrules balance {shlex.quote(request.ruleset_name)} --players {number} --seed {request.seed}"]
    again += [f"--deals {deals}"]
    again += [f"--watched {request.watched}" if by_seat is None else f"--sets {shlex.quote(by_seat.text)}"]
    again += [f"--impact {request.impact}"] if request.impact != "auto" else []
    again += request.again(names if request.bots else ())
    again += against.options
    again += [f"--level {request.level:g}"] if request.level != 0.95 else []
    again += [f"--margin {request.margin:g}"] if request.margin is not None else []
    if by_seat is not None:
        report = report_of_sets(ruleset, by_seat, of_sets, request, " ".join(again))
    elif answer is not None:
        report = _report(ruleset, question, answer, request, " ".join(again), other, caution)
    put(_written(report, request.output).removesuffix("\n"))
    if request.page is not None:  # last: where it can't be written, the figures are told all the same
        _write_page(report, request.page)


def _see_that_libraries_are_there(page: Path | None) -> None:
    """Raise Misuse where a library is missing."""
    needed = ["scipy", *(["matplotlib"] if page is not None else [])]
    if missing := [name for name in needed if find_spec(name) is None]:
        raise Misuse(f"this needs {' and '.join(missing)}: pip install {' '.join(missing)}")


def _see_that_it_can_lie_there(page: Path) -> None:
    """Raise Misuse where the path of a page can't be right, before games are played that take long."""
    if page.is_dir():
        raise Misuse(f"{page} can't be written: this is a folder")
    if not page.parent.is_dir():
        raise Misuse(f"{page} can't be written: there is no folder {page.parent}")


def _impact(wanted: str, has_powers: bool) -> str:
    """What players lack. Raises Misuse."""
    if wanted not in IMPACTS:
        raise Misuse(f"`--impact` is one of {', '.join(IMPACTS)}, not `{wanted}`")
    if wanted == "powers" and not has_powers:
        raise Misuse("no powers are in play in this game, so players can't lack any")
    return ("powers" if has_powers else "nothing") if wanted == "auto" else wanted


def _asked_there(there: Ruleset, question: Question, against: Against, impact: str) -> Question:
    """What is asked of the other version: the same, with its settings. Raises Misuse."""
    from artrules.lab.balance.subjects import powers_in_play

    settings = {**question.settings, **against.settings}
    try:
        prepare_game(there, question.players, settings)
    except Misuse as problem:
        raise Misuse(f"the other version ({against.words}): {problem.format_message()}") from None
    asked = replace(question, settings=settings)
    if impact != "auto":
        return asked
    return replace(asked, impact=_impact(impact, bool(powers_in_play(there, question.players, settings))))


def _other(there: Ruleset, question: Question, answer: Answer, against: Against) -> Other:
    """The other version, played."""
    from artrules.lab.balance.compare import Other

    model, settings = _settings(there, question)
    return Other(against.words, there.title, there.content_hash, settings, model, answer)


def _settings(ruleset: Ruleset, question: Question) -> tuple[Model, list[str]]:
    """The model of games, and their settings as people read them."""
    from artrules.table.terminal.story import render_settings

    model = ruleset.configured(question.players, ruleset.settle(question.settings, 0))[0]
    settings_text = render_settings(ruleset.settings_told(question.players, question.settings), model)
    return model, settings_text.split(", ") if settings_text else []


def _report(
    ruleset: Ruleset,
    question: Question,
    answer: Answer,
    request: BalanceRequest,
    again: str,
    other: Other | None,
    caution: str,
) -> Report:
    from artrules import __version__
    from artrules.lab.balance.make import make_report
    from artrules.lab.balance.report import RunFacts

    model, settings = _settings(ruleset, question)
    run = RunFacts(
        __version__,
        ruleset.title,
        ruleset.name,
        ruleset.content_hash,
        question.players,
        settings,
        question.bots,
        question.seed,
        len(answer.deals),
        sum("watched" in deal for deal in answer.deals),
        answer.games,
        request.level,
        request.work.stopped,
        again,
    )
    part = request.part(question.players)
    try:
        return make_report(model, answer.plan, answer.lacked, answer.subjects, answer.deals, run, part, other, caution)
    except ValueError as problem:
        raise Misuse(str(problem)) from None


def _written(report: Report, output: str) -> str:
    if output == "json":
        return json.dumps(report.as_data(), indent=2, ensure_ascii=False) + "\n"
    if output == "csv":
        from artrules.lab.balance.sections import write_table

        return write_table(report)
    from artrules.lab.balance.sections import write_text

    return write_text(report)


def _write_page(report: Report, page: Path) -> None:
    from artrules.lab.balance.page import write_page

    write_or_refuse(page, write_page(report))
