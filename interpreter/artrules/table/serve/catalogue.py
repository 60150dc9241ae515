"""What can be chosen when a table is opened: rulesets, numbers of players, settings with their values, sets, bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.lab.bots.registry import BOTS, bots_for_people
from artrules.model.ir.types import Bool, Number
from artrules.play.game.description import title_of
from artrules.play.settings import RANDOM, choices_of

if TYPE_CHECKING:
    from artrules.model.ir.declarations import Setting
    from artrules.model.ir.model import Model
    from artrules.play.ruleset import Ruleset
    from artrules.table.serve.shelf import ServedRuleset


def served_data(served: ServedRuleset) -> dict[str, Any]:
    """A ruleset in the list of those that are served. One that isn't `ready` is still being loaded, or is `refused`."""
    ruleset = served.ruleset
    return {
        "name": served.name,
        "title": served.title,
        "about": "" if ruleset is None else _about(ruleset),
        "players": [] if ruleset is None else ruleset.player_counts,
        "theme": {"table": None if ruleset is None else ruleset.model.layout.theme.table},
        "ready": ruleset is not None,
        "refused": served.problem or None,
    }


def _about(ruleset: Ruleset) -> str:
    about = ruleset.model.layout.about
    return "" if about is None else about.text


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as the start page gets it."""
    model = ruleset.model
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "about": _about(ruleset),
        "players": ruleset.player_counts,
        "settings": [_setting(model, setting) for setting in model.settings.values()],
        "theme": {"table": model.layout.theme.table},
        "bots": [_bot(name) for name in bots_for_people(model)],
    }


def _bot(name: str) -> dict[str, str]:
    """A bot, as a stranger can understand it."""
    kind = BOTS.get(name)
    return {"name": name, "title": kind.title if kind else "", "plays": kind.plays if kind else ""}


def _setting(model: Model, setting: Setting) -> dict[str, Any]:
    """A setting: `kind` is `sets`, `yes_no`, `number` (with `low` and `high`) or `one_of`."""
    data: dict[str, Any] = {
        "name": setting.name,
        "title": setting.title or title_of(setting.name),
        "starts": _start(model, setting),
    }
    match setting.type:
        case Number(low, high):
            return {**data, "kind": "number", "low": low, "high": high}
        case Bool():
            kind = "yes_no"
        case _:
            kind = "sets" if setting.group is not None else "one_of"
    choices = choices_of(model, setting)
    values = [{"value": value, "title": _value_title(model, setting, value)} for value in choices]
    if RANDOM not in choices:
        values.append({"value": RANDOM, "title": "by chance"})
    return {**data, "kind": kind, "values": values}


def _start(model: Model, setting: Setting) -> Any:
    """The value of a setting for which nothing is chosen, as a person writes it; None where content gives none."""
    starts = setting.starts
    if setting.group is not None or starts is None:
        return starts
    if isinstance(starts, bool):
        return "yes" if starts else "no"
    choices = choices_of(model, setting)
    return choices[starts] if not isinstance(setting.type, Number) else starts


def _value_title(model: Model, setting: Setting, value: str) -> str:
    if setting.group is not None and value in model.sets:
        return model.sets[value].title or title_of(value)
    return title_of(value)
