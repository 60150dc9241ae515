"""Turns settings as people write them (`guilds=river`, `guilds.3=hill`, `length=quick`) into a configuration.

It checks them against what the ruleset declares. The error for an unknown name or value lists the possible ones.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from artrules.engine.chance import Stream
from artrules.engine.lower.configuration import Configuration
from artrules.model.declare.overlay_conditions import BadSetup
from artrules.model.ir.declarations import Setting
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Member, Number, Type, first_value
from artrules.text.diagnostics.suggest import closest

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,11})", re.ASCII)


RANDOM = "random"
"""Stands for the value of a setting that is to be drawn at random."""


class BadSetting(BadSetup):
    """Raised for a setting that doesn't exist, or that can't have the value."""

    def __init__(self, fault: str, found: str, known: Sequence[str], setting: str, *, value: bool) -> None:
        """`found` isn't among the `known`; it is the setting, or with `value` what is chosen for it. The fault says so,
        with the author's words in backticks."""
        near = closest(found, known)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        sentence = fault.replace("`", "'")
        super().__init__(f"{sentence}{hint} (possible: {', '.join(known) or 'nothing'})", fault)
        self.setting, self.of_value, self.found, self.known = setting, value, found, known


def _check_form(settings: Mapping[str, Any]) -> None:
    """Raises ValueError for what isn't settings by name at all."""
    if not isinstance(settings, Mapping) or not all(isinstance(name, str) for name in settings):
        raise ValueError(
            f"settings are a mapping from names to values, such as {{'length': 'quick'}}, not {settings!r}"
        )


def choose_settings(model: Model, players: int, settings: Mapping[str, Any]) -> tuple[dict[str, Any], Configuration]:
    """All settings of a game as plain data, defaults included, and the configuration that they make.

    `settings` has settings as people write them, by name; a key `SETTING.KEY` chooses the set for one key of a group.
    Raises BadSetting for an unknown setting and for an impossible value.
    """
    _check_form(settings)
    plain: dict[str, Any] = {}
    values: dict[str, Any] = {}
    chosen: dict[str, dict[Any, str]] = {}
    leftovers = dict(settings)
    for setting in model.settings.values():
        if setting.group is not None:
            text = leftovers.pop(setting.name, setting.starts)
            by_key = {k: leftovers.pop(k) for k in list(leftovers) if k.startswith(f"{setting.name}.")}
            chosen[setting.group] = _sets(model, setting, text, by_key)
            plain[setting.name] = text
            plain |= by_key
        elif setting.type is not None:
            if setting.name in leftovers:
                values[setting.name] = value_of(model, setting, leftovers.pop(setting.name))
            else:
                values[setting.name] = setting.starts if setting.starts is not None else first_value(setting.type)
            plain[setting.name] = _plain(model, setting.type, values[setting.name])
    if leftovers:
        name = next(iter(leftovers))
        raise BadSetting(f"there is no setting `{name}`", name, list(model.settings), name, value=False)
    return plain, Configuration(players, values, chosen)


def with_powers_of_expansions(model: Model, configuration: Configuration) -> Configuration:
    """The configuration in which expansions of a model fill the keys of groups for which they have powers."""
    chosen = {group: dict(keys) for group, keys in configuration.chosen.items()}
    for each in model.sets.values():
        for group, keys in each.fills.items() if each.is_expansion else ():
            for key in keys:
                chosen.setdefault(group, {}).setdefault(key, each.name)
    return replace(configuration, chosen=chosen)


def mixture(model: Model, setting: str, sets: Collection[str]) -> dict[str, str]:
    """Settings with which some sets are in play: one fills the keys of the group, each of the others a key of its own,
    as far as there are keys."""
    group = model.settings[setting].group or ""
    chosen: dict[str, str] = {}
    for name in sorted(sets):
        keys = (f"{setting}.{key}" for key in model.sets[name].fills[group])
        free = next((key for key in keys if key not in chosen), None) if chosen else setting
        if free is not None:
            chosen[free] = name
    return chosen


def settle(model: Model, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The given settings with a drawn value in place of each `random`.

    For a setting that chooses sets, it draws a set for each key of the group that isn't given. The seed decides: each
    setting has a random stream of its own, so that one drawn value doesn't depend on the others.
    """
    _check_form(settings)
    settled = dict(settings)
    if RANDOM not in settled.values():
        return settled
    for setting in model.settings.values():
        if setting.group is not None:
            settled |= _drawn_sets(model, setting, settings, _stream_of(setting, seed))
        elif settings.get(setting.name) == RANDOM and RANDOM not in choices_of(model, setting):
            stream = _stream_of(setting, seed)
            match setting.type:
                case Number(low, high):
                    settled[setting.name] = low + stream.below(high - low + 1)
                case _:
                    choices = choices_of(model, setting)
                    settled[setting.name] = choices[stream.below(len(choices))]
    return settled


def _stream_of(setting: Setting, seed: int) -> Stream:
    """The random stream by which a setting's value is drawn."""
    return Stream(seed, 0, f"setting {setting.name}")


def _drawn_sets(model: Model, setting: Setting, settings: Mapping[str, Any], stream: Stream) -> dict[str, str]:
    """For a setting that chooses sets: a drawn set for each `SETTING.KEY` that is given as `random`, or for all keys if
    the setting itself is."""
    set_names = sets_for(model, setting)
    if not set_names or RANDOM in set_names:
        return {}
    filling: dict[str, list[str]] = {}
    for name in set_names:
        for key in model.sets[name].fills[setting.group or ""]:
            filling.setdefault(f"{setting.name}.{key}", []).append(name)
    every = settings.get(setting.name) == RANDOM
    drawn = {}
    for key, sets in sorted(filling.items()):
        if settings.get(key, RANDOM if every else None) == RANDOM:
            drawn[key] = sets[stream.below(len(sets))]
    # The setting needs one set as its own value. It has no effect, because every key has a drawn set.
    return {setting.name: next(iter(drawn.values()), set_names[0]), **drawn} if every else drawn


def sets_for(model: Model, setting: Setting) -> list[str]:
    """The names of the sets that a setting can choose: those that fill keys of its group."""
    return [s.name for s in model.sets.values() if setting.group in s.fills and not s.is_expansion]


def choices_of(model: Model, setting: Setting) -> list[str]:
    """The possible values of a setting, as people write them. A range of numbers is one item: `1..9`."""
    if setting.group is not None:
        return sets_for(model, setting)
    match setting.type:
        case Bool():
            return ["yes", "no"]
        case Number(low, high):
            return [f"{low}..{high}"]
        case Member(enum):
            return list(model.enums[enum].members)
    return []


def _sets(model: Model, setting: Setting, text: Any, by_key: dict[str, Any]) -> dict[Any, str]:
    group = model.groups[setting.group or ""]
    set_names = sets_for(model, setting)

    def known(name: Any, chosen: str) -> str:
        if name not in set_names:
            raise BadSetting(f"{chosen} can't be `{name}`", str(name), set_names, chosen, value=True)
        return str(name)

    all_keys = model.sets[known(text, setting.name)].fills[group.name] if text is not None else ()
    keys = {key: str(text) for key in all_keys}
    for spelled, name in by_key.items():
        key_text = spelled.partition(".")[2]
        key: Any = int(key_text) if group.by_number is not None and _NUMBER.fullmatch(key_text) else key_text
        filled = model.sets[known(name, spelled)].fills[group.name]
        if key not in filled:
            fault = f"the set {name} has nothing for `{spelled}`"
            raise BadSetting(fault, key_text, [str(k) for k in filled], spelled, value=False)
        keys[key] = str(name)
    return keys


def value_of(model: Model, setting: Setting, choice: Any) -> Any:
    """The value that the engine uses for a given one: a truth value, a number, or the number of an enum's member.

    Raises BadSetting.
    """
    text = {True: "yes", False: "no"}.get(choice, choice) if isinstance(choice, bool) else choice
    match setting.type:
        case Bool() if text in ("yes", "no"):
            return text == "yes"
        case Number(low, high) if _is_number(text) and low <= int(text) <= high:
            return int(text)
        case Member(enum) if text in model.enums[enum].members:
            return model.enums[enum].members.index(text)
    choices = choices_of(model, setting)
    raise BadSetting(f"{setting.name} can't be `{choice}`", str(choice), choices, setting.name, value=True)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and _NUMBER.fullmatch(value) is not None)


def _plain(model: Model, type_: Type, value: Any) -> Any:
    return model.enums[type_.enum].members[value] if isinstance(type_, Member) else value
