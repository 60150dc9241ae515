"""Declares the layout: how content says that the table is shown. Names in it must be declared."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from artrules.model.declare.declarator import Declarator, author_text, optional_text, text_of
from artrules.model.ir.declarations import Declaration, Kind, Text, ZoneDeclaration
from artrules.model.ir.layout import (
    COLOUR_NAMES,
    SHAPES,
    Area,
    CardBack,
    CardLayout,
    Layout,
    MemberLayout,
    Theme,
    VariableLayout,
    ZoneLayout,
    is_colour,
)
from artrules.model.ir.model import MENU
from artrules.model.ir.references import refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import Member, Number, Player, Type, Unknown, bare
from artrules.text.content import layout as content
from artrules.text.content.section import Named
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar


def declare_layout(d: Declarator, section: content.Layout | None) -> None:
    """How the table is shown. Everything else is declared already."""
    if section is None:
        return
    zones: dict[str, ZoneLayout] = {}
    variables: dict[str, VariableLayout] = {}
    areas: list[Area] = []
    cards: dict[str, CardLayout] = {}
    members: dict[str, dict[str, MemberLayout]] = {}
    for name, zone in section.zones:
        if (key := _look_up(d, name, d.symbols.zones, "zone")) is not None:
            zones[key] = _zone(d, zones, d.symbols.zones[key], name, zone)
    for name, variable in section.variables:
        if (key := _look_up(d, name, d.symbols.variables, "variable")) is not None:
            variables[key] = VariableLayout(
                key,
                name.span,
                optional_text(variable.title),
                optional_text(variable.short),
                variable.as_,
                variable.shown,
                _steps(d, variable.steps),
                optional_text(variable.gives),
            )
    for name, figure in section.figures:
        _figure(d, name, figure)
    for name, area in section.areas:
        areas.append(_area(d, areas, name, area))
    for name, card in section.cards:
        if (key := _look_up(d, name, d.symbols.kinds, "kind of card")) is not None:
            cards[key] = _card(d, d.symbols.kinds[key], name, card)
            d.symbols.card_layouts[key] = card
    looks = {name.text: member for _, of_enum in section.members for name, member in of_enum}
    for name, of_enum in section.members:
        if (key := _look_up(d, name, d.symbols.enums, "enum")) is not None:
            members[key] = _members(d, key, of_enum, looks)
    d.symbols.story = section.story
    d.symbols.option_layouts = section.options
    d.symbols.layout = Layout(
        areas=tuple(areas),
        zones=zones,
        variables=variables,
        cards=cards,
        members=members,
        decisions=_titles(d, section.decisions, _places_of_decisions(d), "procedure, menu, group, phase or step"),
        phases=_titles(d, section.phases, {phase.name: phase for phase in d.symbols.phases}, "phase"),
        about=optional_text(section.about),
        seats=section.seats,
        theme=_theme(d, section.theme),
    )


def _look_up(d: Declarator, name: Scalar | None, table: Mapping[str, Any], what: str) -> str | None:
    """A name that must be one of a table's. An overlay may take things away of which the layout of the game speaks."""
    laid = d.symbols.overlay_files
    if name is None:
        return None
    key = d.symbols.key_of(table, name.text, d.symbols.owner_at(name.span))
    if key in table:
        if isinstance(table[key], Declaration):
            refer(d.report, name.span, table[key])
        elif table is d.symbols.members:
            refer(d.report, name.span, name.text)
        return key
    if laid and name.span.file not in laid:
        return None
    return d.look_up(name, table, what)


def _steps(d: Declarator, name: Scalar | None) -> str | None:
    return _look_up(d, name, d.symbols.tables, "table")


def _zone(
    d: Declarator, zones: Mapping[str, ZoneLayout], zone: ZoneDeclaration, name: Scalar, section: content.ZoneLayout
) -> ZoneLayout:
    key = zone.key
    if section.as_ == "track" and zone.order == "loose":
        message, expected = f"`{key}` has no order, so its places have no numbers", "`row` or `grid`"
        d.report.add(kinds.BAD_LOOK, message, name.span, expected=expected)
    if section.front:
        other = next((each for each in zones.values() if each.front), None)
        if not isinstance(zone.per, Player | Unknown) or zone.sight.seen_by != "everyone":
            message = f"`{key}` can't stand beside a player's name"
            d.report.add(kinds.BAD_LOOK, message, name.span, expected="a zone of players that everyone sees")
        elif other is not None:
            message, related = f"`{other.name}` stands beside a player's name already", ((f"`{other.name}`", other.at),)
            d.report.add(kinds.BAD_LOOK, message, name.span, expected="one zone with `front: yes`", related=related)
    return ZoneLayout(
        key,
        name.span,
        optional_text(section.title),
        optional_text(section.short),
        section.as_,
        section.shown,
        section.size,
        section.front,
    )


def _theme(d: Declarator, theme: content.Theme | None) -> Theme:
    if theme is None:
        return Theme()
    table, card, accent = (_colour(d, colour) for colour in (theme.table, theme.card, theme.accent))
    return Theme(table, card, accent, theme.texture, _path(d, theme.picture))


def _figure(d: Declarator, name: Scalar, figure: content.Figure) -> None:
    symbols = d.symbols
    other = symbols.zones.get(name.text) or symbols.variables.get(name.text)
    if other is not None:
        message = f"the figure `{name.text}` has the name of a zone or variable"
        d.report.add(kinds.NAME_TWICE, message, name.span, related=((f"`{name.text}` is declared here", other.at),))
        return
    _steps(d, figure.steps)
    d.symbols.figures[name.text] = (name.span, figure)


def _area(d: Declarator, areas: Sequence[Area], name: Scalar, area: content.Area) -> Area:
    things = {**d.symbols.zones, **d.symbols.variables, **d.symbols.figures}
    holds: list[str] = []
    holder = {thing: other for other in areas for thing in other.holds}
    for thing in area.holds:
        key = _look_up(d, thing, things, "zone, variable or figure")
        if key is None:
            continue
        if key in holder or key in holds:
            where = f"the area `{holder[key].name}`" if key in holder else "the same area"
            related = ((f"the area `{holder[key].name}`", holder[key].at),) if key in holder else ()
            d.report.add(kinds.BAD_AREA, f"`{key}` lies in {where} already", thing.span, related=related)
        else:
            holds.append(key)
    return Area(name.text, name.span, optional_text(area.title), optional_text(area.short), tuple(holds), area.place)


def _card(d: Declarator, kind: Kind, name: Scalar, card: content.CardLayout) -> CardLayout:
    numbers = {**kind.attributes, **d.symbols.figures}
    _check_path(d, card.picture)
    return CardLayout(
        kind.name,
        name.span,
        title=None,
        colour=_attribute_of_members(d, kind, card.colour, "colour"),
        symbol=_attribute_of_members(d, kind, card.symbol, "symbol"),
        number=_look_up(d, card.number, numbers, f"attribute or figure of `{kind.name}`"),
        picture=None,
        template=card.template,
        index=_index(d, kind, card.index),
        shows=_shows(d, kind, card),
        back=_back(d, card.back),
        title_text=author_text(card.title),
        picture_text=author_text(card.picture),
    )


def _index(d: Declarator, kind: Kind, name: Scalar | None) -> str | None:
    """A printed attribute that can stand in the corner; None, perhaps after a diagnostic, where there is none."""
    key = _printed(d, kind, name)
    if name is None or key is None:
        return None
    type_ = kind.attributes[key].type
    inner = bare(type_)
    if not isinstance(inner, Member | Number | Unknown):
        message = f"`{key}` can't stand in the corner of a card"
        expected = "an attribute that is a number or a member of an enum"
        d.report.add(kinds.BAD_LOOK, message, name.span, expected=expected, found=in_words(type_))
        return None
    return key


def _shows(d: Declarator, kind: Kind, card: content.CardLayout) -> tuple[str, ...]:
    """The attributes that are drawn besides: printed ones, none of which is drawn elsewhere."""
    elsewhere = {
        each.text: where
        for where, each in (("symbol", card.symbol), ("number", card.number), ("index", card.index))
        if each is not None
    }
    shows = []
    for name in card.shows:
        key = _printed(d, kind, name)
        if key is None:
            continue
        if key in elsewhere:
            message = f"`{key}` is drawn as the {elsewhere[key]} already"
            d.report.add(kinds.BAD_LOOK, message, name.span, expected="each attribute in one place")
        else:
            shows.append(key)
    return tuple(shows)


def _printed(d: Declarator, kind: Kind, name: Scalar | None) -> str | None:
    """The name of an attribute that is printed on cards; None, perhaps after a diagnostic, where there is none."""
    key = _look_up(d, name, kind.attributes, f"attribute of `{kind.name}`")
    if name is None or key is None or kind.attributes[key].printed:
        return key
    message = f"`{key}` isn't printed on a `{kind.name}`, so it can't be drawn there"
    expected = "an attribute that nothing changes; a figure shows what changes"
    d.report.add(kinds.BAD_LOOK, message, name.span, expected=expected)
    return None


def _back(d: Declarator, back: content.CardBack | None) -> CardBack | None:
    if back is None:
        return None
    return CardBack(_colour(d, back.colour), _symbol(d, back.symbol), _path(d, back.picture))


def _path(d: Declarator, picture: Scalar | None) -> str | None:
    """The path of one picture, in which nothing is filled in."""
    _check_path(d, picture)
    if picture is not None and "{" in picture.text:
        message = "this picture is the same for all, so nothing of a card can be filled in"
        d.report.add(kinds.BAD_LOOK, message, picture.span, expected="a path without braces")
        return None
    return author_text(picture) or None


def _check_path(d: Declarator, picture: Scalar | None) -> None:
    """A diagnostic for a picture that doesn't lie below the game's folder."""
    if picture is None:
        return
    if not is_below_folder(picture.text):
        message, expected = "a picture lies in the game's folder, or below it", "a path such as `pictures/red.png`"
        d.report.add(kinds.BAD_LOOK, message, picture.span, expected=expected, found=f"`{picture.text}`")


def is_below_folder(path: str) -> bool:
    """Whether a path, perhaps with code in braces, leads to nothing but what lies below a folder."""
    steps = path.split("/")
    return not ({"", ".", ".."} & {*steps} or "\\" in path or ":" in re.sub("{.*?}", "", path))


def _attribute_of_members(d: Declarator, kind: Kind, name: Scalar | None, what: str) -> str | None:
    """An attribute whose type must be an enum; None, perhaps after a diagnostic, where there is none."""
    key = _look_up(d, name, kind.attributes, f"attribute of `{kind.name}`")
    if name is None or key is None:
        return None
    if not _has_members(kind.attributes[key].type):
        message = f"`{key}` has no members, which would have a {what}"
        enums = [each.name for each in kind.attributes.values() if _has_members(each.type)]
        expected = f"an attribute whose type is an enum: {', '.join(enums)}" if enums else "an attribute of an enum"
        d.report.add(kinds.BAD_LOOK, message, name.span, expected=expected, found=in_words(kind.attributes[key].type))
        return None
    return key


def _has_members(type_: Type) -> bool:
    return isinstance(type_, Member | Unknown)


def _members(
    d: Declarator, enum: str, members: Named[content.MemberLayout], looks: Mapping[str, content.MemberLayout]
) -> dict[str, MemberLayout]:
    """How the members of an enum are shown. `looks` says it of all members by name, for those that are like another."""
    layouts: dict[str, MemberLayout] = {}
    declared = dict.fromkeys(d.symbols.enums[enum].members)
    for name, member in members:
        key = _look_up(d, name, declared, f"member of `{enum}`")
        if key is None:
            continue
        other = _looks_like(d, member.like, looks) or member
        layouts[key] = MemberLayout(
            f"{enum}.{key}",
            name.span,
            optional_text(member.title),
            optional_text(member.short),
            _colour(d, member.colour or other.colour),
            _symbol(d, member.symbol or other.symbol),
            _path(d, member.picture or other.picture),
            None if member.pips is None else int(member.pips.text),
        )
    return layouts


def _looks_like(
    d: Declarator, like: Scalar | None, looks: Mapping[str, content.MemberLayout]
) -> content.MemberLayout | None:
    """How the member is shown that another one looks like; None where there is none."""
    key = _look_up(d, like, d.symbols.members, "member")
    if like is None or key is None:
        return None
    other = looks.get(like.text)
    if other is None or (other.colour is None and other.symbol is None and other.picture is None):
        message = f"`{like.text}` has no colour, symbol or picture of its own"
        drawn = [name for name, each in looks.items() if each.colour or each.symbol or each.picture]
        suggestions = closest(like.text, drawn)
        d.report.add(kinds.BAD_LOOK, message, like.span, expected="a member that has one", suggestions=suggestions)
    return other


def _colour(d: Declarator, colour: Scalar | None) -> str | None:
    if colour is None or is_colour(colour.text):
        return colour.text if colour is not None else None
    d.report.add(
        kinds.BAD_COLOUR,
        f"there is no colour `{colour.text}`",
        colour.span,
        expected='a name of CSS, such as `teal`, or `"#c33"` or `"#cc3333"`',
        found=f"`{colour.text}`",
        suggestions=closest(colour.text.lower(), COLOUR_NAMES),
    )
    return None


def _symbol(d: Declarator, symbol: Scalar | None) -> str | None:
    if symbol is None or symbol.text in SHAPES or _is_sign(symbol.text):
        return symbol.text if symbol is not None else None
    d.report.add(
        kinds.BAD_SYMBOL,
        f"there is no symbol `{symbol.text}`",
        symbol.span,
        expected=f"one or two characters, or one of {', '.join(SHAPES)}",
        found=f"`{symbol.text}`",
        suggestions=closest(symbol.text, SHAPES),
    )
    return None


def _is_sign(text: str) -> bool:
    """Whether a text is one or two characters that can be seen."""
    return 1 <= len(text) <= 2 and text.isprintable() and not text.isspace()


def _places_of_decisions(d: Declarator) -> dict[str, object]:
    """All in whose code players may be asked, by key."""
    symbols = d.symbols
    procedures = {key: each for key, each in symbols.procedures.items() if not key.startswith(MENU)}
    flow: dict[str, object] = {phase.name: phase for phase in symbols.phases}
    if symbols.flow is not None:
        flow |= {name.text: step for name, step in (*symbols.flow.setup, *symbols.flow.final)}
    return {**flow, **symbols.groups, **symbols.menus, **procedures}


def _titles(
    d: Declarator, titles: Iterable[tuple[Scalar, Scalar | None]], table: Mapping[str, object], what: str
) -> dict[str, Text]:
    return {
        key: text_of(title)
        for name, title in titles
        if (key := _look_up(d, name, table, what)) is not None and title is not None
    }
