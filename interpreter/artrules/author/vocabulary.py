"""The vocabulary of a game: everything that an author can write in a set or an expansion of it.

In: a model. Out: entries in sections, which can be searched, and which are rendered as text in 80 columns or as data
for JSON. Start with `vocabulary`, which names all sections. Every entry is derived from a declaration of the game or of
the language; nothing is listed by hand.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from artrules.model.ir.builtins import BUILTINS, OF_THE_FLOW
from artrules.model.ir.declarations import (
    EDGES,
    IN_PLAY,
    ROUND,
    TURN,
    Attribute,
    Declaration,
    EndsFor,
    Limit,
    Parameter,
    PluginFunction,
)
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type, first_value
from artrules.text.content.cards import Power
from artrules.text.content.documents import PowerSet, SharedAdditions
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.plain_text import hanging_indent
from artrules.text.source.comments import comment_at, lines_of

# The entries of a vocabulary, and how to make one from a declaration.


@dataclass(slots=True)
class Entry:
    """Something that an author can write. The field names are the keys of the JSON that the command prints."""

    name: str
    written: str
    """How it is written in code, with its type: `my coins: 0..99 = 0`."""
    type: str | None = None
    default: str | None = None
    """Its first value; None for what has none."""
    facts: list[str] = field(default_factory=list)
    """More about it, each fact in a few words."""
    description: str = ""
    """The author's comment beside the declaration, or what the language says about a key or a function of its own."""
    assumed: str | None = None
    """The author's `assumed` about it."""
    file: str | None = None
    """The file that declares it, as diagnostics show its name; None for what the language brings."""
    line: int | None = None
    """The line of the declaration, counted from 1."""
    code: list[str] = field(default_factory=list)
    """The lines of the declaration."""


@dataclass(slots=True)
class Section:
    """Entries of one kind. `note` says what holds for all of them."""

    name: str
    entries: list[Entry]
    note: str = ""


def entry_of(
    model: Model,
    declaration: Declaration,
    written: str,
    *,
    type: str | None = None,
    default: str | None = None,
    facts: list[str] | None = None,
    place: str = "",
) -> Entry:
    """The entry of a declaration, with the author's comment and code if the declaration stands in a file.

    `place` is the path of the declaration in the ruleset, such as `limits.once`, to find the author's `assumed`. Empty
    texts among the facts are dropped.
    """
    library = model.libraries.get(declaration.at.file)
    origin = [f"of the library {library}"] if library is not None else []
    entry = Entry(declaration.name, written, type, default, [*(fact for fact in facts or [] if fact), *origin])
    entry.assumed = next((r.text for r in model.remarks if r.place == place and r.kind == "assumed"), None)
    lines = _lines_at(model, declaration.at)
    if _stands_at(lines, declaration):
        entry.file, entry.line = declaration.at.file, declaration.at.line
        entry.description = comment_at(lines, declaration.at.line)
        entry.code = lines_of(lines, declaration.at.line)
    return entry


def _lines_at(model: Model, at: Span) -> list[str]:
    return (model.source_text(at.file) or "").split("\n")


def _stands_at(lines: list[str], declaration: Declaration) -> bool:
    """Whether the author wrote the declaration: its name must stand at its place.

    Every game also has declarations that nobody wrote. These carry the place of something else.
    """
    at = declaration.at
    return at.line <= len(lines) and lines[at.line - 1][at.column - 1 :].lstrip("\"'").startswith(declaration.name)


# Writes a first value as an author would write it in the language.


def in_words(model: Model, type_: Type, value: Any) -> str:
    """The code for a first value of a type.

    A first value that is a set or a list is empty, and one that is a player is the first player.
    """
    match type_:
        case Optional(of):
            return "none" if value is None else in_words(model, of, value)
        case Bool():
            return "yes" if value else "no"
        case Member(enum):
            return str(model.enums[enum].members[value])
        case Player():
            return "the first player"
        case SetOf() | ListOf():
            return "[]"
    return str(value)


# Entries of what makes up a position: attributes of cards, zones, variables, events, settings and lives.


def attributes(model: Model) -> list[Entry]:
    """The attributes of a card `c`, for each kind of card."""
    entries = []
    for kind in model.kinds.values():
        for attribute in (each for each in kind.attributes.values() if each.part_of is None):
            default = None if attribute.printed else _starts(model, attribute.starts_text, attribute.type)
            written = f"c.{attribute.name}: {attribute.type}" + ("" if default is None else f" = {default}")
            facts = [f"of {kind.name}", *_how_long(attribute), *(["seen by everyone"] if attribute.is_mark else [])]
            facts += [f"combines: {attribute.combines}"] if attribute.combines is not None else []
            facts += ["copied"] if attribute.copied else []
            facts += (
                ["while `yes`, the card has no powers"] if kind.powers and kind.powers.unless == attribute.name else []
            )
            place = f"cards.{kind.name}.attributes.{attribute.name}"
            entry = entry_of(
                model, attribute, written, type=str(attribute.type), default=default, facts=facts, place=place
            )
            entries.append(entry)
    return entries


def _how_long(attribute: Attribute) -> list[str]:
    if attribute.printed:
        return ["printed: no code changes it"]
    if attribute.back_when_leaving is not None:
        zone = "play" if attribute.back_when_leaving == IN_PLAY else attribute.back_when_leaving
        return [f"back when it leaves {zone}"]
    return [f"until {attribute.lasts} ends"] if attribute.lasts != "game" else []


def zones(model: Model) -> list[Entry]:
    """The zones of the game, without those that belong to a set."""
    entries = []
    for zone in model.zones.values():
        if zone.owner is None:
            written, whose = _access(zone.name, zone.per, zone.second)
            order = "loose, unless a set requires an order," if zone.order == "open" else zone.order
            facts = [f"{order} of {' and '.join(sorted(zone.kinds))}", whose, zone.sight.words]
            if zone.in_play:
                facts.append("its cards are in play")
            if not zone.face_up:
                facts.append("face down")
            if zone.may_be_text:
                facts.append(f"where {zone.may_be_text}")
            entries.append(entry_of(model, zone, written, facts=facts, place=f"zones.{zone.name}"))
    return entries


def variables(model: Model) -> list[Entry]:
    """The variables of the game, without those that belong to a set."""
    entries = []
    for variable in model.variables.values():
        if variable.owner is None:
            written, whose = _access(variable.name, variable.of)
            default = _starts(model, variable.starts_text, variable.type)
            facts = [whose, f"until {variable.lasts} ends" if variable.lasts != "game" else ""]
            facts.append(f"seen by {variable.seen_by}" if variable.seen_by != "everyone" else "")
            facts.append(f"where {variable.may_be_text}" if variable.may_be_text not in ("", "yes") else "")
            written += f": {variable.type} = {default}"
            type_, place = str(variable.type), f"variables.{variable.name}"
            entry = entry_of(model, variable, written, type=type_, default=default, facts=facts, place=place)
            entries.append(entry)
    return entries


def _access(name: str, of: Type | None, second: Type | None = None) -> tuple[str, str]:
    """How code writes a zone or variable that exists once for each value of type `of`, and a fact about the index; with
    `second` once for each pair.

    A deck for each player is `my deck`. A pile for each number from 1 to 3 is `pile[n]`, with the fact `n in 1..3`.
    """
    written, whose = name, ""
    match of:
        case Player():
            written = f"my {name}"
        case Number():
            written, whose = f"{name}[n]", f"n in {of}"
        case Member(enum):
            written, whose = f"k.{name}", f"k a {enum}"
    match second:
        case Player():
            return f"{written}[p]", ", ".join(filter(None, (whose, "p a player")))
        case Number():
            return f"{written}[i]", ", ".join(filter(None, (whose, f"i in {second}")))
        case Member(enum):
            return f"{written}[m]", ", ".join(filter(None, (whose, f"m a {enum}")))
    return written, whose


def _starts(model: Model, code: str, type_: Type) -> str:
    """The first value of a variable or attribute: the author's code for it, or else the first value of its type."""
    return code.strip() or in_words(model, type_, first_value(type_))


def events(model: Model) -> list[Entry]:
    """The events of the game, without those that belong to a set."""
    entries = []
    for event in model.events.values():
        if event.owner is None and not event.boundary:
            fields = ", ".join(f"{name}: {item.type}" for name, item in event.fields.items())
            facts = [f"kept until {event.kept} ends: then also a list" if event.kept else ""]
            facts += ["powers that wait for it run as their cards lie"] if event.order == "lying" else []
            facts += [f"powers that wait for it are given to {event.stack}"] if event.stack is not None else []
            entry = entry_of(model, event, f"{event.name}({fields})", facts=facts, place=f"events.{event.name}")
            entries.append(entry)
    return entries


def boundaries(model: Model) -> list[Entry]:
    """The starts and ends that code may wait for."""
    phases = model.flow.phases
    turns = any(phase.who == "in_turn" for phase in phases)
    own = [ROUND, *([TURN, f"my {TURN}"] if turns else [])]
    return [
        *(Entry(name, _edges(name)) for name in own),
        *(entry_of(model, phase, _edges(phase.name), facts=["a phase"]) for phase in phases if phase.name not in own),
    ]


def _edges(of: str) -> str:
    return ", ".join(f"{edge} of {of}" for edge in EDGES)


def settings(model: Model) -> list[Entry]:
    """The settings whose values code can read: all except those that choose sets."""
    entries = []
    for setting in model.settings.values():
        if setting.type is not None:
            value = setting.starts if setting.starts is not None else first_value(setting.type)
            default = in_words(model, setting.type, value)
            entry = entry_of(
                model,
                setting,
                f"{setting.name}: {setting.type} = {default}",
                type=str(setting.type),
                default=default,
                facts=[setting.title or ""],
                place=f"settings.{setting.name}",
            )
            entries.append(entry)
    return entries


def terms(model: Model) -> list[Entry]:
    """The words that the game explains to players: texts of a set may use them."""
    return [
        entry_of(model, term, ", ".join(term.words), facts=[term.text], place=f"terms.{term.name}")
        for term in model.terms.values()
        if term.owner is None
    ]


def lives(model: Model) -> list[Entry]:
    """The lives of the game: the spans of time for which variables and limits can last."""
    ends: dict[EndsFor, str] = {
        "each_player": "ends for one player at a time",
        "everyone": "ends for everyone",
        "every_turn": "ends for everyone after each turn",
    }
    return [
        entry_of(model, life, life.name, facts=[ends[life.ends_for]], place=f"lives.{life.name}")
        for life in model.lives.values()
    ]


# Entries of what code can use: functions, procedures, tables, menus, and the functions of the language.

_WIDEST = 100_000
"""A function with a wider range of results is shown as giving a `number`: such bounds tell a reader nothing."""


def functions(model: Model) -> list[Entry]:
    """The functions of the game, without those that belong to a set."""
    entries = []
    for function in model.functions.values():
        if function.owner is None and function.part_of is None:
            gives = _result(value.type) if (value := model.values.get(function)) is not None else None
            written = _signature(function.name, function.parameters) + (f": {gives}" if gives else "")
            entries.append(entry_of(model, function, written, type=gives))
    return entries


def plugin_functions(model: Model) -> list[Entry]:
    """The functions that plugins bring."""
    return [_of_plugin(f, f"{_signature(f.name, f.parameters)}: {f.result}") for f in _brought(model, draws=False)]


def ways_to_draw(model: Model) -> list[Entry]:
    """The ways to draw by chance that plugins bring."""
    drawn = _brought(model, draws=True)
    return [_of_plugin(f, f"random x by {_signature(f.name, f.parameters)}: {f.result}") for f in drawn]


def _brought(model: Model, *, draws: bool) -> list[PluginFunction]:
    return [function for function in model.plugin_functions.values() if function.draws is draws]


def _of_plugin(function: PluginFunction, written: str) -> Entry:
    facts = [f"of the plugin {function.plugin}"]
    return Entry(function.name, written, str(function.result), facts=facts, description=function.about)


def _result(type_: Type) -> str:
    return "number" if isinstance(type_, Number) and type_.high - type_.low > _WIDEST else str(type_)


def procedures(model: Model) -> list[Entry]:
    """The procedures of the game, without those that belong to a set and those made from menus."""
    entries = [
        entry_of(model, procedure, _signature(procedure.name, procedure.parameters, procedure.result))
        for procedure in model.procedures.values()
        if procedure.owner is None
    ]
    return [
        entry for entry in entries if entry.file is not None
    ]  # a procedure made from a menu has no place of its own


def _signature(name: str, parameters: Sequence[Parameter], result: Type | None = None) -> str:
    gives = f" gives {result}" if result is not None else ""
    return f"{name}({', '.join(f'{p.type} {p.name}' for p in parameters)}){gives}"


def tables(model: Model) -> list[Entry]:
    """The tables of the game, with their steps."""
    entries = []
    for table in model.tables.values():
        if table.owner is None:
            steps = ", ".join(line.strip() for line in table.steps_text.split("\n") if line)
            entries.append(entry_of(model, table, f"{table.name}(n)", facts=[steps], place=f"tables.{table.name}"))
    return entries


def menus(model: Model) -> list[Entry]:
    """The entries of all menus, without those that a set adds."""
    entries = []
    for menu in model.menus.values():
        for item in menu.entries:
            if item.owner is None:
                facts = [
                    f'"{item.label_text}"' if item.label_text else "",
                    f"if {item.if_text}" if item.if_text else "",
                ]
                place = f"menus.{menu.name}.entries.{item.name}"
                entries.append(entry_of(model, item, f"{menu.name}: {item.name}", facts=facts, place=place))
    return entries


def builtins() -> list[Entry]:
    """The functions that the language itself offers."""
    entries = []
    for builtin in BUILTINS.values():
        written = f"{builtin.name}({', '.join('xyz'[: len(builtin.parameters)])})"
        entries.append(Entry(builtin.name, written, description=builtin.summary))
    entries += [Entry(name, f"{name}(x)", description=summary) for name, summary in OF_THE_FLOW.items()]
    return entries


# Entries of what a set and its powers can hold: sections, keys, limits and enums.

_HEAD = ("set", "of")


def sections_of_a_set(model: Model) -> list[Entry]:
    """The groups whose keys a set can fill, and the other sections that it can have."""
    entries = []
    for group in model.groups.values():
        facts = [f"chosen by the setting {group.chosen_by}" if group.chosen_by else ""]
        entries.append(
            entry_of(model, group, f"{group.name}: {{{group.keyed_by}: {{name, text, powers}}}}", facts=facts)
        )
    entries += [
        Entry(key.name, key.name, description=key.meaning)
        for key in PowerSet.declared.keys.values()
        if key.name not in _HEAD
    ]
    return entries


def additions(model: Model) -> list[Entry]:
    """What an expansion may add beside the sections of a set: the pieces of the game that may have more rows, and the
    sections."""
    entries = []
    for pieces in model.pieces.values():
        is_by_rule = len(pieces.rows) > 1 and len({at for _, _, at in pieces.rows}) == 1
        columns = list(dict.fromkeys(name for _, values, _ in pieces.rows for name in values)) if not is_by_rule else []
        written = f"pieces: {{{pieces.name}: {{columns: [{', '.join((*columns, 'count'))}], rows: […]}}}}"
        if columns:
            what = "tokens" if pieces.exists_in else "cards"
            entries.append(entry_of(model, pieces, written, facts=[f"more {what} of the kind {pieces.kind}"]))
    for kind in model.kinds.values():
        written = f"cards: {{{kind.name}: {{attributes: {{NAME: {{type, starts}}}}}}}}"
        entries.append(entry_of(model, kind, written, facts=["more about each card of this kind"]))
    entries += [Entry(key.name, key.name, description=key.meaning) for key in SharedAdditions.declared.keys.values()]
    return entries


def keys_of_a_power(model: Model) -> list[Entry]:
    """The keys of a power that the game declares under `power_has`, then those that every power has."""
    entries = []
    for attribute in (each for each in model.power_attributes.values() if each.is_written):
        type_ = attribute.type
        default = None if attribute.required else in_words(model, type_, attribute.starts)
        facts = [_members(model, type_), "required" if attribute.required else ""]
        written = f"{attribute.name}: {type_}" + ("" if default is None else f" = {default}")
        place = f"power_has.{attribute.name}"
        entries.append(entry_of(model, attribute, written, type=str(type_), default=default, facts=facts, place=place))
    for key in Power.declared.keys.values():
        kind = key.value.definition
        written = key.name if kind == key.name else f"{key.name}: {kind}"
        facts = ["required"] if key.required else []
        entries.append(Entry(key.name, written, kind, facts=facts, description=key.meaning))
    return entries


def _members(model: Model, type_: Type | None) -> str:
    return " or ".join(model.enums[type_.enum].members) if isinstance(type_, Member) else ""


def limits(model: Model) -> list[Entry]:
    """The limits on how often a power can be used."""
    return [_limit(model, limit) for limit in model.limits.values()]


def _limit(model: Model, limit: Limit) -> Entry:
    most = limit.at_most_text or "?"
    facts = [
        f"at most {most}",
        f"counts for each {'card' if limit.per_card else 'player'}",
        f"until {limit.life} ends",
        "holds for every power" if limit.default else "",
    ]
    return entry_of(model, limit, limit.name, facts=facts, place=f"limits.{limit.name}")


def enums(model: Model) -> list[Entry]:
    """The enums of the game, with their members and properties."""
    entries = []
    for enum in model.enums.values():
        facts = [f"k.{name}: {type_}" for name, type_ in enum.properties.items()]
        written = f"{enum.name}: {', '.join(enum.members)}"
        entries.append(entry_of(model, enum, written, facts=facts, place=f"enums.{enum.name}"))
    return entries


# Collects the vocabulary of a game in sections, and searches it.

OF_ANYBODY = "`my` may be any player's: `p.NAME`"


def vocabulary(model: Model) -> list[Section]:
    """All sections that have entries. `model` is that of the game without overlays.

    Declarations that belong to a set aren't in the vocabulary, because other sets can't use them.
    """
    sections = [
        Section("Sections of a set", sections_of_a_set(model)),
        Section("Additions of an expansion", additions(model), "under `adds`, beside groups and sections as in a set"),
        Section("Keys of a power", keys_of_a_power(model)),
        Section("Enums", enums(model)),
        Section("Limits", limits(model), "named under `limits` of a power, or on a branch: `limit NAME`"),
        Section("Attributes of a card c", attributes(model)),
        Section("Zones", zones(model), OF_ANYBODY),
        Section("Variables", variables(model), OF_ANYBODY),
        Section("Events", events(model), "`watch NAME as e where …`, `announce NAME(…)`"),
        Section("Boundaries", boundaries(model), "`at end of NAME:`, `at every start of NAME until LIFE ends:`"),
        Section("Functions", functions(model)),
        Section("Functions of plugins", plugin_functions(model)),
        Section("Ways to draw of plugins", ways_to_draw(model)),
        Section("Procedures", procedures(model)),
        Section("Tables", tables(model)),
        Section("Menus and their entries", menus(model), "a set may add entries"),
        Section("Settings", settings(model)),
        Section("Lives", lives(model)),
        Section("Terms", terms(model), "words that players read, and what they mean"),
        Section("Functions of the language", builtins()),
    ]
    return [section for section in sections if section.entries]


def matching(sections: list[Section], text: str) -> list[Section]:
    """The sections with only those entries that contain a text, in upper or lower case.

    It searches how an entry is written, its description and its facts. Sections without such an entry are left out.
    """
    lowered = text.lower()
    filtered_sections = [Section(s.name, [e for e in s.entries if _contains(e, lowered)], s.note) for s in sections]
    return [section for section in filtered_sections if section.entries]


def _contains(entry: Entry, text: str) -> bool:
    return any(text in part.lower() for part in (entry.written, entry.description, *entry.facts))


# Renders a vocabulary: as text in 80 columns, or as data for JSON.

WIDTH = 80
_FORMAT = 1


def render_vocabulary(title: str, folder: str, sections: list[Section], *, code: bool) -> str:
    """The sections as text. With `code`, each entry also shows the lines of its declaration.

    `folder` is the ruleset's folder as diagnostics show it; paths of files in it are shown relative to it.
    """
    lines = hanging_indent("", f"{title}: what a set or an expansion may say", WIDTH)
    lines += hanging_indent("", f"Places are in {folder}.", WIDTH)
    for section in sections:
        lines += ["", section.name, *(hanging_indent("  ", f"({section.note})", WIDTH) if section.note else [])]
        for entry in section.entries:
            lines += _entry(entry, folder, code)
    return "\n".join(lines)


def _entry(entry: Entry, folder: str, code: bool) -> list[str]:
    place = f"{entry.file.removeprefix(f'{folder}/')}:{entry.line}" if entry.file is not None else ""
    lines = hanging_indent("  ", entry.written, WIDTH)
    lines[1:] = ["    " + line.strip() for line in lines[1:]]
    room = WIDTH - len(lines[-1])
    if place and len(place) + 2 <= room:
        lines[-1] += escape_control_characters(place).rjust(room)
    elif place:
        lines.append(escape_control_characters(place).rjust(WIDTH))
    if entry.facts:
        lines += hanging_indent("      ", "; ".join(entry.facts), WIDTH)
    if entry.description:
        lines += hanging_indent("      ", entry.description, WIDTH)
    if entry.assumed is not None:
        lines += hanging_indent("      ", f"assumed: {entry.assumed}", WIDTH)
    if code:
        lines += [f"      | {escape_control_characters(text)}" for text in entry.code]
    return lines


def vocabulary_as_data(name: str, title: str, sections: list[Section]) -> dict[str, Any]:
    """The sections as data for JSON. Programs rely on the keys: a change needs a new `version`."""
    return {
        "version": _FORMAT,
        "ruleset": name,
        "title": title,
        "sections": [asdict(section) for section in sections],
    }
