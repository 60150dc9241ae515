"""JSON Schemas for editors and other tools that know nothing of artrules.

In: the schemas in `schemas/` and, if wanted, a `Ruleset`. Out: one schema for all kinds of file, or for one kind, of
any game or of one, in the dialect that most tools understand; it refers to nothing outside itself. Start with
`editor_schema`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from artrules.model.ir.declarations import Declaration, Group, Setting, keys_by_name
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type
from artrules.play.ruleset import Ruleset
from artrules.text.schema.load import SCHEMA_OF, SHARED, read_schema

# Rewrites our schemas for tools that know neither artrules nor our way of reading YAML.
#
# We read every plain scalar as a text and give it a meaning by its key. Other tools decide first: `3` is a number,
# `yes` is a text or a truth value, depending on the tool, and a key `3` isn't a text. So a text may be a number here,
# too. The keywords of our own become usual ones or go. The dialect is draft 7, which all editors know; in it nothing
# may stand beside `$ref`.

TRUTH = {"enum": [True, False, "yes", "no"]}
"""`yes` and `no`, as readers of YAML 1.1 and of YAML 1.2 hand them over."""

Rename = Callable[[str], str]
"""Makes the reference of the new schema from a reference of ours."""
_MAPS = ("properties", "patternProperties", "$defs")
"""Keywords whose value holds schemas by name."""
_DROPPED = ("$schema", "$id", "$comment", "x-artrules-code", "x-artrules-key-code", "x-artrules-prose")
_PLAIN = ("string", "number", "boolean")


def translate(schema: Any, rename: Rename) -> Any:
    """One of our schemas, or a part of it, as other tools need it. `$defs` are translated like any other part."""
    if isinstance(schema, list):
        return [translate(part, rename) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    new: dict[str, Any] = {}
    for keyword, value in schema.items():
        match keyword:
            case "$ref":
                new["$ref"] = rename(value)
            case "type":
                new |= _types(value, schema)
            case "x-artrules-one-of":
                new["oneOf"] = [{"required": [key]} for key in value]
            case "dependentRequired":
                new["dependencies"] = value
            case "propertyNames":
                new[keyword] = _names(translate(value, rename))
            case _ if keyword in _MAPS:
                new[keyword] = {name: translate(part, rename) for name, part in value.items()}
            case _ if keyword not in _DROPPED:
                new[keyword] = translate(value, rename)
    return _apart(new)


def _types(types: str | list[str], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords for what we call a text, a number or a truth value."""
    wanted = [types] if isinstance(types, str) else list(types)
    if wanted == ["boolean"]:
        return TRUTH
    if wanted == ["boolean", "null"]:
        return {"enum": [*TRUTH["enum"], None]}
    if "string" in wanted and "enum" not in schema:
        wanted = [*_PLAIN, *(each for each in wanted if each not in (*_PLAIN, "integer"))]
    return {"type": wanted[0] if len(wanted) == 1 else wanted}


def _names(names: dict[str, Any]) -> dict[str, Any]:
    """What names of keys must be: a key that is a number is one for some tools, and a text for others."""
    return {keyword: value for keyword, value in names.items() if keyword != "type"}


def _apart(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its reference in `allOf` where more stands beside it than what is said about it."""
    if "$ref" not in schema or schema.keys() <= {"$ref"}:
        return schema
    return {
        **{keyword: value for keyword, value in schema.items() if keyword != "$ref"},
        "allOf": [{"$ref": schema["$ref"]}],
    }


# The JSON Schema of a plain value of a type: what a power's key or a setting may be.


def value_schema(type_: Type, model: Model) -> dict[str, Any]:
    """The schema of values of a type, as authors write them in YAML; an empty one where anything may stand."""
    match type_:
        case Bool():
            return TRUTH
        case Number(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case Player():
            return {"type": "integer", "minimum": 1}
        case Member(enum):
            return {"enum": list(model.enums[enum].members)}
        case Optional(of):
            return {"anyOf": [value_schema(of, model), {"enum": ["none"]}]}
        case SetOf(of) | ListOf(of):
            return {"type": "array", "items": value_schema(of, model)}
        case _:
            return {}


# Narrows the definitions for sets, overlays and scenarios down to those of one game.
#
# A set may fill the groups of the game, at the keys that they have, and its powers have the keys and limits that the
# game declares. An overlay changes what is there. A scenario names the game's settings, phases, zones and variables.
# What belongs to a set, or to an overlay that doesn't apply everywhere, counts too: everything that any of the game's
# models has. Files of the game itself stay as they are, because that is where new names come from.

Schema = dict[str, Any]
_SECTIONS = {
    "settings": "settings",
    "enums": "enums",
    "lives": "lives",
    "limits": "limits",
    "power_has": "power_attributes",
    "groups": "groups",
    "cards": "kinds",
    "zones": "zones",
    "variables": "variables",
    "events": "events",
    "tables": "tables",
    "pieces": "pieces",
    "totals": "totals",
    "menus": "menus",
}
"""The sections whose keys are names, with the table of a model that holds what they declare."""
_CLOSED = ("enums", "limits", "power_has", "groups", "cards", "pieces", "menus")
"""Sections to which an overlay can't add entries."""
_INDICES = r"(\[[a-z0-9_-]+\]){0,2}"


def narrow(definitions: Schema, ruleset: Ruleset) -> None:
    """Change the definitions for sets, overlays and scenarios into those of a game."""
    models = list(ruleset.content.models.values())
    _narrow_sets(definitions, models)
    _narrow_overlays(definitions, models, ruleset)
    _narrow_expansions(definitions, models)
    _narrow_scenarios(definitions, models, ruleset)


def _narrow_sets(definitions: Schema, models: list[Model]) -> None:
    base = models[0]
    power = "power_of_game"
    attributes = {name: each for name, each in _all(model.power_attributes for model in models) if each.is_written}
    limits = [name for name, _ in _all(model.limits for model in models)]
    modified = dict(_all(model.modified for model in models))
    gift = definitions["gift"]
    gift_properties = {
        name: {"$ref": "#/definitions/expression", "description": f"`{each.type}`"} for name, each in modified.items()
    }
    definitions["gift_of_game"] = {
        **gift,
        "properties": {**gift["properties"], **gift_properties},
        "additionalProperties": False,
    }
    general = definitions["power"]
    definitions[power] = {
        **general,
        "properties": {
            **{
                name: {"description": f"`{attribute.type}`", **value_schema(attribute.type, base)}
                for name, attribute in attributes.items()
            },
            **general["properties"],
            "limits": {**general["properties"]["limits"], "allOf": [_one_or_more(limits)]},
            "gives": {**general["properties"]["gives"], "$ref": "#/definitions/gift_of_game"},
        },
        "additionalProperties": False,
        "required": [*general.get("required", ()), *(name for name, each in attributes.items() if each.required)],
    }
    general = definitions["powers_of_key"]
    listed = {**general["properties"]["powers"], "items": {"$ref": f"#/definitions/{power}"}}
    definitions[_KEYED] = {**general, "properties": {**general["properties"], "powers": listed}}
    general = definitions["set"]["properties"]
    keys = list(
        dict.fromkeys(key for model in models for group in model.groups.values() for key in _keys(group, model))
    )
    listed_keys = {"anyOf": [{"enum": keys}, {"type": "string", "pattern": r"^-?[0-9]+\.\."}]}
    one_or_more = {"anyOf": [*listed_keys["anyOf"], {"type": "array", "items": listed_keys}]}
    leaves_out = {**general["leaves_out"], "allOf": [one_or_more]} if keys else general["leaves_out"]
    definitions["set"] = {
        **_without_names(definitions["set"]),
        "properties": {**general, "leaves_out": leaves_out, **_groups(models)},
        "additionalProperties": False,
    }


_KEYED = "powers_of_key_of_game"


def _groups(models: list[Model]) -> Schema:
    """The groups of a game."""
    return {group.name: _group(group) for _, group in _all(model.groups for model in models)}


def _group(group: Group) -> Schema:
    """What a set may hold for a group: an entry for each key that the group can have."""
    entry = {"$ref": f"#/definitions/{_KEYED}"}
    if group.by_number is None:
        what = f"Its keys are members of {group.by_enum}." if group.by_enum else "Its keys are names."
        return {"description": what, "type": "object", "additionalProperties": entry}
    low, high = group.by_number
    numbers = [str(number) for number in range(low, high + 1)]
    one = "|".join(numbers)
    return {
        "description": f"Its keys are the numbers {low} to {high}, and ranges of them such as `{low}..{high}`.",
        "type": "object",
        "properties": dict.fromkeys(numbers, entry),
        # yaml-language-server doesn't find a key that YAML reads as a number under `properties`.
        "patternProperties": {f"^({one})(\\.\\.({one}))?$": entry},
        "additionalProperties": False,
    }


def _keys(group: Group, model: Model) -> list[int | str]:
    """The keys that a group can have. Any name will do where no kind of card says which there are."""
    if group.by_number is None:
        return [*keys_by_name(group, model.kinds, model.enums)]
    low, high = group.by_number
    return [*range(low, high + 1)]


def _narrow_overlays(definitions: Schema, models: list[Model], ruleset: Ruleset) -> None:
    overlay = definitions["overlay"]
    properties = {**overlay["properties"], **_of_game(_SECTIONS, overlay, definitions, models, closed=_CLOSED)}
    names = sorted(name for overlays in ruleset.content.models for name in overlays)
    if names:
        properties["after"] = {**properties["after"], "allOf": [_one_or_more(names)]}
    definitions["overlay"] = {**overlay, "properties": properties}


def _of_game(
    sections: Iterable[str],
    holder: Schema,
    definitions: Schema,
    models: list[Model],
    *,
    closed: Collection[str],
) -> Schema:
    """Some sections with the names that the game has in them, of which those that are closed take no others."""
    properties: Schema = {}
    for section in sections:
        tables = (getattr(model, _SECTIONS[section]) for model in models)
        named = [name for name, each in _all(tables) if each.owner is None]
        said = holder["properties"][section]
        reference = said["$ref"] if "$ref" in said else said["allOf"][0]["$ref"]
        general = definitions[reference.rpartition("/")[2]]
        about = {key: said[key] for key in ("description",) if key in said}
        properties[section] = {**general, **about, "properties": dict.fromkeys(named, general["additionalProperties"])}
        if section in closed:
            properties[section] = {**_without_names(properties[section]), "additionalProperties": False}
    return properties


_GROWING = ("enums", "cards", "pieces", "menus")
"""Sections in which an expansion adds to what the game has."""


def _narrow_expansions(definitions: Schema, models: list[Model]) -> None:
    """An expansion adds to groups of the game, and to things in some of its sections; what it changes is there."""
    name = "expansion.additions"
    groups = _groups(models)
    additions = definitions[name]
    grown = _of_game(_GROWING, additions, definitions, models, closed=("menus",))
    properties = {**additions["properties"], **grown, **groups}
    definitions[name] = {**_without_names(additions), "properties": properties, "additionalProperties": False}
    name = "expansion.changes"
    changed = _of_game(_SECTIONS, definitions[name], definitions, models, closed=_SECTIONS)
    definitions[name] = {**definitions[name], "properties": {**definitions[name]["properties"], **changed}}


def _narrow_scenarios(definitions: Schema, models: list[Model], ruleset: Ruleset) -> None:
    settings: Schema = {}
    for name, setting in _all(model.settings for model in models):
        settings |= dict(_setting(name, setting, models))
    general = definitions["scenarios.settings"]
    definitions["scenarios.settings"] = {
        **_without_names(general),
        "properties": settings,
        "additionalProperties": False,
    }
    zones = [zone for _, zone in _all(model.zones for model in models)]
    variables = [variable for _, variable in _all(model.variables for model in models)]
    shared_zones = _places((z for z in zones if not _of_a_player(z.per)), "scenarios.contents")
    shared_variables = _places((v for v in variables if not _of_a_player(v.of)), "scenarios.value")
    of_players = [*(z for z in zones if _of_a_player(z.per)), *(v for v in variables if _of_a_player(v.of))]
    definitions["scenarios.player"] = {
        **definitions["scenarios.player"],
        **_places(of_players, "scenarios.value"),
    }
    definitions["scenarios.player"].pop("propertyNames", None)
    phases = list(dict.fromkeys(phase.name for model in models for phase in model.flow.phases))
    for name in ("given", "expect", "sees"):
        definition = definitions[f"scenarios.{name}"]
        properties = dict(definition["properties"])
        properties["zones"] = {**_without_names(properties["zones"]), **shared_zones}
        properties["variables"] = {**_without_names(properties["variables"]), **shared_variables}
        if "phase" in properties:
            properties["phase"] = {"description": properties["phase"].get("description", ""), "enum": phases}
        definitions[f"scenarios.{name}"] = {**definition, "properties": properties}
    counts = ruleset.player_counts
    for name in ("defaults", "scenario"):
        definition = definitions[f"scenarios.{name}"]
        players = {**definition["properties"]["players"], "enum": counts}
        definitions[f"scenarios.{name}"] = {
            **definition,
            "properties": {**definition["properties"], "players": players},
        }


def _setting(name: str, setting: Setting, models: list[Model]) -> Iterator[tuple[str, Schema]]:
    """The keys by which scenarios give a setting a value. A choice of sets has one more for each key of its group: for
    each number, or for each name that a set has something for."""
    model = models[0]
    described = {"description": setting.title} if setting.title else {}
    if setting.group is None:
        yield name, {**described, **(value_schema(setting.type, model) if setting.type is not None else {})}
        return
    chosen = {**described, "enum": list(model.sets)}
    yield name, chosen
    by_number = model.groups[setting.group].by_number
    filled = (
        key for each in models for power_set in each.sets.values() for key in power_set.fills.get(setting.group, ())
    )
    keys = dict.fromkeys(filled) if by_number is None else range(by_number[0], by_number[1] + 1)
    for key in keys:
        yield f"{name}.{key}", chosen


def _places(declared: Iterable[Declaration], value: str) -> Schema:
    """The keywords for a mapping from these zones and variables to their contents."""
    names = list(dict.fromkeys(each.name for each in declared))
    entry = {"$ref": f"#/definitions/{value}"}
    said: Schema = {"type": "object", "additionalProperties": False}
    if names:
        of_any = "|".join(re.escape(name) for name in names)
        said["properties"] = dict.fromkeys(names, entry)
        said["patternProperties"] = {f"^([a-z][a-z0-9_]*/)?({of_any}){_INDICES}$": entry}
    return said


def _without_names(schema: Schema) -> Schema:
    return {keyword: part for keyword, part in schema.items() if keyword != "propertyNames"}


def _of_a_player(owner: object) -> bool:
    return str(owner) == "player"


def _one_or_more(names: Sequence[int | str]) -> Schema:
    """One of these names, or a list of them."""
    each = {"enum": names}
    return {"anyOf": [each, {"type": "array", "items": each}]} if names else {"type": "array", "maxItems": 0}


def _all(tables: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The entries of the same table of several models, each name once."""
    entries: dict[str, Any] = {}
    for table in tables:
        for name, declared in table.items():
            entries.setdefault(name, declared)
    yield from entries.items()


# Makes one schema for all kinds of file, or for one kind, of any game or of one.

DIALECT = "http://json-schema.org/draft-07/schema#"
KINDS = tuple(SCHEMA_OF)
"""The kinds of file, by the key that each begins with."""


def editor_schema(kind: str | None = None, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """A JSON Schema (draft 7) as plain data, with everything that it refers to under `definitions`.

    `kind` is one of `KINDS`; without it, the first key of a file decides which rules hold for it. With `ruleset`, sets,
    overlays and scenarios are those of this game: they have its groups and their keys, its limits, settings and zones.
    """
    definitions = _definitions()
    if ruleset is not None:
        narrow(definitions, ruleset)
    whose = f" of {ruleset.title}" if ruleset is not None else ""
    if kind is not None:
        root = {"title": f"{definitions[kind].get('title', kind)}{whose}", "allOf": [{"$ref": f"#/definitions/{kind}"}]}
    else:
        root = {"title": f"Files{whose or ' of artrules'}", **_by_first_key(definitions)}
    return {"$schema": DIALECT, **root, "definitions": _reached(root, definitions)}


def _definitions() -> dict[str, Any]:
    """All definitions of all kinds of file; each kind's own document is the definition with its name."""
    definitions: dict[str, Any] = {}
    for kind, file in ((None, SHARED[0]), *SCHEMA_OF.items()):
        schema = translate(read_schema(file), partial(_reference, file))
        for name, definition in schema.pop("$defs", {}).items():
            definitions[_name(name, file)] = definition
        if kind is not None:
            definitions[kind] = schema
    return definitions


def _reference(file: str, reference: str) -> str:
    """A reference within one schema, for one of ours that stands in a file."""
    other, _, name = reference.partition("#/$defs/")
    return f"#/definitions/{_name(name, other or file)}"


def _name(name: str, file: str) -> str:
    """The name of a definition among those of all files. Those of one file alone have its name before theirs."""
    return name if file == SHARED[0] else f"{file.removesuffix('.schema.json')}.{name}"


def _by_first_key(definitions: dict[str, Any]) -> dict[str, Any]:
    """The keywords that choose by a file's first key."""
    heads = {kind: definitions[kind]["properties"][kind] for kind in KINDS}
    return {
        "type": "object",
        "properties": {kind: {"description": definitions[kind].get("description", "")} for kind in heads},
        "anyOf": [{"required": [kind]} for kind in KINDS],
        "allOf": [{"if": {"required": [kind]}, "then": {"$ref": f"#/definitions/{kind}"}} for kind in KINDS],
    }


def _reached(root: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions that a schema refers to, directly or through others, in the order of all of them."""
    reached: set[str] = set()
    waiting: list[Any] = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            if isinstance(reference := part.get("$ref"), str) and (name := reference.rpartition("/")[2]) not in reached:
                reached.add(name)
                waiting.append(definitions[name])
            waiting += part.values()
    return {name: definition for name, definition in definitions.items() if name in reached}
