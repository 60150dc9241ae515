"""`artrules balance --sets`: sets one against another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from artrules.commands.exit import Misuse

if TYPE_CHECKING:
    from artrules.balance.report import Report
    from artrules.balance.sets.plan import SetsPlan
    from artrules.ruleset import Ruleset

_OTHER_OPTIONS = {
    "impact": "--impact",
    "watched": "--watched",
    "against": "--against",
    "against_with": "--against-with",
    "against_settings": "--against-setting",
}


def plan_of_sets(
    ruleset: Ruleset, players: int, settings: dict[str, str], bots: tuple[str, ...], seed: int, sets: str
) -> SetsPlan:
    """What is played for `--sets`. Raises Misuse."""
    from artrules.balance.sets.plan import SetsPlan
    from artrules.balance.sets.seating import BadSeating, find_seating

    context = click.get_current_context()
    for parameter, option in _OTHER_OPTIONS.items():
        if context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE:
            raise Misuse(f"`--sets` compares sets alone, so leave out `{option}`")
    try:
        setting, names = find_seating(ruleset, players, settings, sets)
    except BadSeating as problem:
        raise Misuse(str(problem)) from None
    return SetsPlan(players, seed, dict(settings), bots, setting, names)


def report_of_sets(
    ruleset: Ruleset,
    plan: SetsPlan,
    deals: Sequence[dict[str, Any]],
    level: float,
    margin: float | None,
    stopped: str,
    again: str,
) -> Report:
    """The report of deals with sets by seat. Raises Misuse where no deal came to its end."""
    from artrules import __version__
    from artrules.balance.report import Made
    from artrules.balance.sets.run import make_sets_report
    from artrules.terminal.setup import render_settings

    model = ruleset.configured(plan.players, ruleset.settle(plan.settings, 0))[0]
    settings = ruleset.settings_told(plan.players, plan.settings)
    told = render_settings({name: value for name, value in settings.items() if name != plan.setting}, model)
    made = Made(
        __version__,
        ruleset.title,
        ruleset.name,
        ruleset.content_hash,
        plan.players,
        [*(told.split(", ") if told else []), f"{plan.setting} by seat"],
        plan.bots,
        plan.seed,
        len(deals),
        0,
        sum(len(deal.get("games", ())) for deal in deals),
        level,
        stopped,
        again,
    )
    try:
        return make_sets_report(model, plan, deals, made, 0.1 / plan.players if margin is None else margin / 100)
    except ValueError as problem:
        raise Misuse(str(problem)) from None
