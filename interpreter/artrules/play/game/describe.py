"""Makes the description of the table on which a runtime plays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from artrules.model.analyses.calls import every_node_run
from artrules.model.analyses.telling import says_at
from artrules.model.ir.declarations import Table, Text, Variable, ZoneDeclaration
from artrules.model.ir.expressions import SettingValue
from artrules.model.ir.layout import Figure
from artrules.model.ir.model import Model, Phase
from artrules.model.ir.types import Bool, Card, ListOf, Member, Number, Optional, Player, SetOf, Type, bare
from artrules.play.game.description import (
    Area,
    BackDescription,
    KindDescription,
    Members,
    PhaseDescription,
    TableDescription,
    TermDescription,
    ThemeDescription,
    VariableDescription,
    ZoneDescription,
    heading,
    title_of,
    value_in_words,
)
from artrules.play.game.looks import changed_parts, describe_members, look_of_each, template_of
from artrules.play.game.runtime import Runtime, written
from artrules.play.position.codec import SceneReader
from artrules.text.content.layout import ValueForm, ValueShown

# The areas of a table. What content lays into none lies together with what belongs to the same owners.

Owners = tuple[bool, Type | None]
"""Whether something belongs to players, and of which type its other owners are, None for no others."""


def areas_of(runtime: Runtime, things: Mapping[str, Owners]) -> Iterator[Area]:
    """The areas of a table with some things: those of the layout, then others for what no area holds.

    A zone whose first owner is no player stands on the table in views, also where its second owner is one. So an area
    of players doesn't have it.
    """
    remaining_things = dict(things)
    sorts = set()
    for area in runtime.model.layout.areas:
        names = [name for name in area.holds if name in remaining_things]
        if names:
            of_player = remaining_things[names[0]][0]
            names = [name for name in names if remaining_things[name][0] == of_player]
            sorts.add(of_player)
            title = area.title.text if area.title is not None else heading(title_of(area.name))
            laid = _area(runtime, area.name, title, {name: remaining_things.pop(name) for name in names})
            place = laid.place if area.place is None or of_player else area.place
            yield replace(laid, short=_text_of(area.short), place=place)
    for other in _default_areas(runtime, remaining_things):
        has_others = (other.of == "player") in sorts
        yield replace(other, name=f"other {other.name}", title="Other things") if has_others else other


def _default_areas(runtime: Runtime, things: Mapping[str, Owners]) -> Iterator[Area]:
    """An area for each sort of owners of some things, in the order of the things: first those of the table."""
    groups: dict[Owners, dict[str, Owners]] = {}
    for name, owners in things.items():
        groups.setdefault(owners, {})[name] = owners
    for wanted in (False, True):
        for (of_player, other), group in groups.items():
            if of_player == wanted:
                own = "player" if of_player else "table"
                title = heading(own) if other is None else _title(other, tuple(group))
                yield _area(runtime, own if other is None else f"{own} {other}", title, group)


def _area(runtime: Runtime, name: str, title: str, things: Mapping[str, Owners]) -> Area:
    of_player = next(iter(things.values()))[0]
    other = next((other for _, other in things.values() if other is not None), None)
    has_cards = any(name in runtime.layout.zones for name in things)
    return Area(
        name,
        title,
        "player" if of_player else "table",
        enum_of(other),
        owners_of(runtime, other),
        tuple(things),
        place="mine" if of_player else "table" if has_cards or other is not None else "side",
    )


def owners_of(runtime: Runtime, type_: Type | None) -> tuple[str, ...]:
    """What stands in brackets after the names of things with owners of a type, for each owner."""
    match type_:
        case Member(enum):
            return tuple(runtime.model.enums[enum].members)
        case Number(low, high):
            return tuple(str(number) for number in range(low, high + 1))
    return ()


def enum_of(type_: Type | None) -> str | None:
    """The enum of owners that are members."""
    return type_.enum if isinstance(type_, Member) else None


def sort_of_owners(first: Type | None, second: Type | None = None) -> Owners:
    """Whether something with these owners belongs to players, and of which type its other owner is."""
    if isinstance(first, Player):
        return True, second
    return False, first


def _title(owners: Type, names: Sequence[str]) -> str:
    """The title of an area whose things have such owners: that of its only thing; else what the owners are, for numbers
    what the first thing is."""
    if isinstance(owners, Member) and len(names) > 1:
        return heading(title_of(owners.enum))
    return heading(title_of(names[0]))


# How variables and figures are shown.

MOST_STEPS_SHOWN = 40
MANY = 10**6
"""From here on a bound comes from the engine: no author writes such a number."""


def describe_variable(runtime: Runtime, start: SceneReader, variable: Variable) -> VariableDescription:
    """A variable. `start` reads the position before the setup, which is in memory."""
    said = runtime.model.layout.variables.get(variable.key)
    lasts = variable.lasts == "game"
    number = _number(variable.type)
    is_always_something = number is not None or isinstance(variable.type, Player)
    shown: ValueShown = (
        "never" if variable.seen_by == "nobody" else "always" if lasts and is_always_something else "changed"
    )
    of_player, owner = sort_of_owners(variable.of)
    return VariableDescription(
        starts=written(runtime, start.variable(variable), variable.type),
        lasts=lasts,
        title=said.title.text if said is not None and said.title is not None else title_of(variable.name),
        as_=(said.as_ if said is not None else None) or _usual_form(variable.type, of_player),
        shown=(said.shown if said is not None else None) or shown,
        of="player" if of_player else "table",
        by=enum_of(owner),
        low=None if number is None else _bound(number.low),
        high=None if number is None else _bound(number.high),
        steps=_steps(runtime, said.steps if said is not None else None, number),
        short=_text_of(said.short if said is not None else None),
        gives=_text_of(said.gives if said is not None else None),
    )


def describe_figure(runtime: Runtime, figure: Figure) -> VariableDescription:
    """A figure that doesn't belong to cards."""
    number = _number(figure.value.type)
    of_player, owner = sort_of_owners(figure.of)
    starts: int | None = None
    if figure.shown == "changed" and isinstance(figure.value.type, Bool | Number):
        starts = False if isinstance(figure.value.type, Bool) else 0
    return VariableDescription(
        starts=starts,
        title=figure.title.text if figure.title is not None else title_of(figure.name),
        as_=figure.as_ or _usual_form(figure.value.type, of_player),
        shown=figure.shown or "always",
        of="player" if of_player else "table",
        by=enum_of(owner),
        low=None if number is None else _bound(number.low),
        high=None if number is None else _bound(number.high),
        steps=_steps(runtime, figure.steps, number),
        short=_text_of(figure.short),
        gives=_text_of(figure.gives),
    )


def _text_of(text: Text | None) -> str | None:
    return text.text if text is not None else None


def _number(type_: Type | None) -> Number | None:
    inner = bare(type_)
    return inner if isinstance(inner, Number) else None


def _bound(bound: int) -> int | None:
    """A bound that somebody may have meant."""
    return bound if abs(bound) < MANY else None


def _usual_form(type_: Type | None, of_player: bool) -> ValueForm:
    """A player is a flag where a value is the table's: it stands beside that player's name."""
    return "flag" if isinstance(type_, Bool) or (isinstance(bare(type_), Player) and not of_player) else "number"


def _steps(runtime: Runtime, name: str | None, number: Number | None) -> tuple[tuple[int, int], ...]:
    """The steps of a table, as far as a number can reach."""
    if name is None:
        return ()
    table = runtime.model.tables[name]
    steps = [(least, value) for least, value in table.steps]
    if table.slope is not None and number is not None:
        steps += _further(table, table.slope, min(number.high, steps[-1][0] + MOST_STEPS_SHOWN * table.slope[0]))
    return tuple(steps[:MOST_STEPS_SHOWN])


def _further(table: Table, slope: tuple[int, int], high: int) -> list[tuple[int, int]]:
    """The steps after the last one that is written down, up to a number."""
    every, more = slope
    least, value = table.steps[-1]
    return [(least + every * i, value + more * i) for i in range(1, (high - least) // every + 1)]


def describe(runtime: Runtime) -> TableDescription:
    """The description of the table on which a runtime plays; made once. Raises Stopped."""
    return runtime.derive(_describe)[0]


def looks_of_cards(runtime: Runtime) -> tuple[int, ...]:
    """By card: the index of its look in the description. Raises Stopped."""
    return runtime.derive(_describe)[1]


def _describe(runtime: Runtime) -> tuple[TableDescription, tuple[int, ...]]:
    model, layout = runtime.model, runtime.layout
    members = describe_members(model)
    kinds = {name: _kind(runtime, name) for name in model.kinds}
    looks, of_cards = look_of_each(runtime, members)
    in_play = {v.key: v for v in model.variables.values() if v.key in layout.variables}
    things: dict[str, Owners] = {
        key: sort_of_owners(zone.declaration.per, zone.declaration.second) for key, zone in layout.zones.items()
    }
    things |= {key: sort_of_owners(variable.of) for key, variable in in_play.items()}
    figures = {name: figure for name, figure in model.layout.figures.items() if not isinstance(figure.of, Card)}
    things |= {name: sort_of_owners(figure.of) for name, figure in figures.items()}
    of_players = {a.name for kind in model.kinds.values() for a in kind.attributes.values() if _is_player(a.type)}
    of_players |= {key for key, variable in in_play.items() if _is_player(variable.type)}
    runtime.load(runtime.start[0])
    start = SceneReader(runtime.program, runtime.instance)
    areas = tuple(areas_of(runtime, things))
    zones = {key: _zone(runtime, zone.declaration) for key, zone in layout.zones.items()}
    if (front := _front_zone(runtime, areas, zones)) is not None:
        zones[front] = replace(zones[front], front=True)
    theme = model.layout.theme
    description = TableDescription(
        title=model.title,
        about=model.layout.about.text if model.layout.about is not None else "",
        ends=_when_it_ends(runtime, members),
        areas=areas,
        zones=zones,
        variables={key: describe_variable(runtime, start, variable) for key, variable in in_play.items()},
        figures={name: describe_figure(runtime, figure) for name, figure in figures.items()},
        phases={phase.name: _phase(model, phase) for phase in model.flow.phases},
        members=members,
        kinds=kinds,
        looks=looks,
        of_players=frozenset(of_players),
        powers=tuple(_powers(runtime)),
        terms=tuple(_terms(runtime)),
        seats=model.layout.seats,
        theme=ThemeDescription(theme.table, theme.card, theme.accent, theme.texture, theme.picture),
    )
    return description, of_cards


def _when_it_ends(runtime: Runtime, members: Members) -> str:
    """When the game ends, in the words of its rules, and what is set of that on which it depends."""
    model, until = runtime.model, runtime.model.flow.until
    sentences = says_at(model, "flow.until")
    if until is None or not sentences:
        return " ".join(sentences)
    settings = {node.declaration for node in every_node_run(model, (until,)) if isinstance(node, SettingValue)}
    for setting in model.settings.values():
        if setting.type is not None and setting in settings:
            value = written(runtime, runtime.program.configuration.settings[setting.name], setting.type)
            title = heading(setting.title or title_of(setting.name))
            sentences.append(f"{title}: {value_in_words(value, setting.type, members)}.")
    return " ".join(sentences)


def _front_zone(runtime: Runtime, areas: Sequence[Area], zones: Mapping[str, ZoneDescription]) -> str | None:
    """The zone that stands beside a player's name: the one of which the layout says so, else the first one of a player
    that everyone sees and that is always shown, or whenever a card lies there."""
    said = runtime.model.layout.zones
    of_players = [name for area in areas if area.of == "player" for name in area.things if name in zones]
    for name in of_players:
        if name in said and said[name].front:
            return name
    for name in of_players:
        declaration = runtime.layout.zones[name].declaration
        if declaration.sight.seen_by == "everyone" and zones[name].shown in ("always", "filled"):
            return name
    return None


def _zone(runtime: Runtime, zone: ZoneDeclaration) -> ZoneDescription:
    said = runtime.model.layout.zones.get(zone.key)
    order = runtime.layout.order(zone)
    of_player, owner = sort_of_owners(zone.per, zone.second)
    fan = of_player and zone.sight.seen_by in ("owner", "others")
    as_ = order if order != "loose" else "fan" if fan else "grid"
    return ZoneDescription(
        order,
        zone.face_up,
        title=said.title.text if said is not None and said.title is not None else title_of(zone.name),
        as_=(said.as_ if said is not None else None) or as_,
        shown=(said.shown if said is not None else None) or ("always" if fan else "filled"),
        of="player" if of_player else "table",
        by=enum_of(owner),
        short=_text_of(said.short if said is not None else None),
        size=said.size if said is not None else None,
        back=_back(runtime.model, zone),
    )


def _back(model: Model, zone: ZoneDeclaration) -> BackDescription | None:
    """The back of all cards that may lie in a zone: so it tells nothing of those that do."""
    said = {kind: layout.back for kind in zone.kinds if (layout := model.layout.cards.get(kind)) is not None}
    back, *others = {said.get(kind) for kind in zone.kinds}
    return BackDescription(back.colour, back.symbol, back.picture) if back is not None and not others else None


def _kind(runtime: Runtime, kind: str) -> KindDescription:
    model = runtime.model
    shown = {
        name: figure
        for name, figure in model.layout.figures.items()
        if isinstance(figure.of, Card) and kind in figure.of.kinds and figure.shown != "never"
    }
    figures = {name: _text_of(figure.title) or title_of(name) for name, figure in shown.items()}
    short = {name: figure.short.text for name, figure in shown.items() if figure.short is not None}
    said = model.layout.cards.get(kind)
    number = said.number if said is not None and said.number in model.layout.figures else None
    template, instead = template_of(runtime, model.kinds[kind]), changed_parts(runtime, model.kinds[kind])
    return KindDescription(title_of(kind), number, figures, short, template, instead)


def _phase(model: Model, phase: Phase) -> PhaseDescription:
    return PhaseDescription(model.title_of_phase(phase.name), phase.who)


def _powers(runtime: Runtime) -> Iterator[tuple[str, str, str]]:
    for group, chosen in runtime.layout.configuration.chosen.items():
        for key, name in chosen.items():
            keyed = runtime.model.sets[name].fills[group][key]
            yield f"{group} {key}".replace("_", " "), keyed.title, keyed.text


def _terms(runtime: Runtime) -> Iterator[TermDescription]:
    """The terms of the game, then those of the sets in play. A word that two sets explain is that of the first."""
    chosen = runtime.layout.configuration.chosen.values()
    owners: dict[str | None, None] = dict.fromkeys([None, *(name for names in chosen for name in names.values())])
    explained: set[str] = set()
    for owner in owners:
        for term in runtime.model.terms.values():
            words = [word for word in term.words if word.casefold() not in explained]
            if term.owner == owner and words:
                yield TermDescription(words[0], term.text, tuple(words[1:]))
                explained |= {word.casefold() for word in words}


def _is_player(type_: Type | None) -> bool:
    match type_:
        case Player():
            return True
        case Optional(of) | SetOf(of) | ListOf(of):
            return _is_player(of)
    return False
