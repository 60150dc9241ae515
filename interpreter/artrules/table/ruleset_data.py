"""What a page is told of a ruleset before a table is set: what a box on a shelf shows of it, and what can be chosen."""

from __future__ import annotations

import re
from typing import Any

from artrules.lab.bots.registry import bots_for_people
from artrules.model.ir.declarations import Setting
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Number
from artrules.play.game.description import players_in_words, title_of
from artrules.play.ruleset import Ruleset
from artrules.play.settings import RANDOM, choices_of

_SENTENCE = re.compile(r"^.*?[.!?](?=\s|$)", re.DOTALL)


def ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as the page gets it on which a table is set."""
    model = ruleset.model
    return {
        **box_data(ruleset.name, ruleset.title, ruleset),
        "settings": [_setting(model, setting) for setting in model.settings.values()],
        "bots": bots_for_people(model),
    }


def box_data(name: str, title: str, ruleset: Ruleset | None) -> dict[str, Any]:
    """A ruleset as a box on a shelf: `summary` is the first sentence of `about`, `cloth` the colour of its table. None
    stands for a ruleset that isn't loaded."""
    layout = None if ruleset is None else ruleset.model.layout
    about = "" if layout is None or layout.about is None else layout.about.text
    sentence = _SENTENCE.match(about)
    counts = [] if ruleset is None else ruleset.player_counts
    return {
        "name": name,
        "title": title,
        "about": about,
        "summary": about if sentence is None else sentence[0],
        "players": counts,
        "for_players": players_in_words(counts),
        "cloth": (None if layout is None else layout.theme.table) or _cloth_of(name),
    }


def _cloth_of(name: str) -> str:
    """A colour for the table of a game that has none: one that its name stands for."""
    hue = 7
    for letter in name:
        hue = (hue * 31 + ord(letter)) % 360
    return f"oklch(0.45 0.09 {hue})"


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
