"""What can be chosen when a table is opened: numbers of players, settings with their values, sets, bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.bots.registry import BOTS, bots_for_people
from artrules.game.description.titles import title_of
from artrules.ir.types import Bool, Number
from artrules.settings import RANDOM, choices_of

if TYPE_CHECKING:
    from artrules.ir.declarations import Setting
    from artrules.ir.model import Model
    from artrules.ruleset import Ruleset


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as the start page gets it."""
    model = ruleset.model
    about = model.layout.about
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "about": "" if about is None else about.text,
        "players": ruleset.player_counts,
        "settings": [_setting(model, setting) for setting in model.settings.values()],
        "bots": [{"name": name, "about": BOTS[name].about if name in BOTS else ""} for name in bots_for_people(model)],
    }


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
    known = choices_of(model, setting)
    values = [{"value": value, "title": _value_title(model, setting, value)} for value in known]
    if RANDOM not in known:
        values.append({"value": RANDOM, "title": "by chance"})
    return {**data, "kind": kind, "values": values}


def _start(model: Model, setting: Setting) -> Any:
    """The value of a setting for which nothing is chosen, as a person writes it; None where content gives none."""
    starts = setting.starts
    if setting.group is not None or starts is None:
        return starts
    if isinstance(starts, bool):
        return "yes" if starts else "no"
    known = choices_of(model, setting)
    return known[starts] if not isinstance(setting.type, Number) else starts


def _value_title(model: Model, setting: Setting, value: str) -> str:
    if setting.group is not None and value in model.sets:
        return model.sets[value].title or title_of(value)
    return title_of(value)
