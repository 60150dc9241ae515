"""Elaborates the code of the layout: figures, the titles and pictures of cards, and the story."""

from collections.abc import Mapping
from dataclasses import replace

from artrules.model.declare.declarator import author_text, optional_text
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.code import CodeStrings
from artrules.model.elaborate.elaborator import Context, OfferedOption
from artrules.model.elaborate.folds import binder
from artrules.model.ir.layout import Area, CardLayout, Figure, Layout, OptionLook, OptionStory
from artrules.model.ir.nodes import (
    AllCards,
    AllMembers,
    AllPlayers,
    Constant,
    Expression,
    Label,
    Local,
    Span_,
    VariableOf,
)
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import Bool, Card, ListOf, Member, Number, Optional, Player, Type, Unknown, Zone, bare
from artrules.text.content import layout as content
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.source.node import Scalar, word
from artrules.text.syntax.parse import parse_bindings, parse_expression

MOST_OWNERS = 100
"""A view shows a figure of a range for each of its numbers."""


def elaborate_layout(symbols: SymbolTable, strings: CodeStrings) -> Layout:
    """The layout of a game."""
    figures = {
        name: figure
        for name, (at, section) in symbols.figures.items()
        if (figure := _figure(name, at, section, strings)) is not None
    }
    for area in symbols.layout.areas:
        _check_owners(area, figures, strings)
    cards = {kind: _card(card, figures, strings) for kind, card in symbols.layout.cards.items()}
    return replace(
        symbols.layout, figures=figures, cards=cards, options=_options(symbols, strings), story=_story(symbols, strings)
    )


def _options(symbols: SymbolTable, strings: CodeStrings) -> tuple[OptionLook, ...]:
    """What options are about on the table. All code in which options stand has been elaborated."""
    looks: list[OptionLook] = []
    for label, section in symbols.option_layouts:
        for name, option in strings.options_called(label):
            context = Context(f"layout of option {name}", label.text, of_option=True)
            bound = option.bind(strings.elaborator(label, context))
            about, targets = [
                [thing for text in texts if (thing := _thing(text, context, option, strings, allowed)) is not None]
                for texts, allowed in ((section.about, _ABOUT), (section.to, _TARGETS))
            ]
            place = (label.text, option.site, option.branch, bound)
            look = OptionLook(
                name,
                label.span,
                *place,
                about,
                targets,
                section.gain,
                section.confirm,
                section.ends,
                owner=option.owner,
            )
            looks.append(look)
    return tuple(looks)


_ABOUT = (Card, Zone, Player, Member, Number)
_TARGETS = (Zone, Player, Member)


def _thing(
    text: Scalar, context: Context, option: OfferedOption, strings: CodeStrings, allowed: tuple[type[Type], ...]
) -> Expression | None:
    """What an option is about, or where a card of it may be dragged; None where it can't be parsed, or after a
    diagnostic. A variable stands for itself, so it may have any type."""
    tree = strings.tree(parse_expression, text)
    if tree is None:
        return None
    elaborator = strings.elaborator(text, context)
    option.bind(elaborator)
    value = elaborator.expression(tree)
    inner = bare(value.type)
    inner = inner.of if isinstance(inner, ListOf) and Card in allowed else inner
    is_variable = isinstance(value, VariableOf) and Card in allowed
    if is_variable or isinstance(inner, (*allowed, Unknown)):
        return value
    if Card in allowed:
        message = f"on a table, an option can't be about {in_words(value.type)}"
        expected = "cards, a zone, a player, a member, a number or a variable"
    else:
        message = f"a card can't be dragged to {in_words(value.type)}"
        expected = "a zone, a player or a member"
    strings.report.add(kinds.BAD_ABOUT, message, value.at, expected=expected)
    return None


def _story(symbols: SymbolTable, strings: CodeStrings) -> tuple[OptionStory, ...]:
    """What the log tells of options. All code in which options stand has been elaborated."""
    story: list[OptionStory] = []
    for label, text in symbols.story:
        for name, option in strings.options_called(label):
            if text is not None:
                elaborator = strings.elaborator(text, Context(f"story {name}", label.text, of_option=True))
                place = (label.text, option.site, option.branch, option.bind(elaborator))
                sentence = strings.template(elaborator, text)
                story.append(OptionStory(name, label.span, *place, sentence, owner=option.owner))
    return tuple(story)


def _figure(name: str, at: Span, section: content.Figure, strings: CodeStrings) -> Figure | None:
    """A figure; None where its code can't be parsed, or after a diagnostic."""
    tree = strings.tree(parse_expression, section.is_) if section.is_ is not None else None
    if section.is_ is None or tree is None:
        return None
    elaborator = strings.elaborator(section.is_, Context(f"figure {name}", name))
    owner: Local | None = None
    if section.for_ is not None:
        bound = _owner(name, section.for_, strings)
        if bound is None:
            return None
        owner = elaborator.scope.bind(*bound)
    value = elaborator.expression(tree)
    if not _can_be_shown(value.type):
        strings.report.add(
            kinds.BAD_FIGURE,
            f"the figure `{name}` is {in_words(value.type)}",
            value.at,
            expected="a number, `yes` or `no`, a member of an enum, a player, or none of these",
        )
        return None
    of = owner.type if owner is not None else None
    if section.seen_by == "owner" and not isinstance(of, Player | Unknown):
        message = f"the figure `{name}` has no owner who could see it"
        strings.report.add(kinds.BAD_FIGURE, message, at, expected="`for: p in players`")
    return Figure(
        name,
        at,
        optional_text(section.title),
        optional_text(section.short),
        of,
        owner,
        value,
        section.as_,
        section.shown,
        section.seen_by,
        steps=word(section.steps) if word(section.steps) in strings.symbols.tables else None,
        gives=optional_text(section.gives),
        value_text=author_text(section.is_),
    )


def _owner(figure: str, text: Scalar, strings: CodeStrings) -> tuple[str, Type, Span] | None:
    """The name that stands for a figure's owner, its type and its place; None, after a diagnostic, if there is none."""
    tree = strings.tree(parse_bindings, text)
    if tree is None:
        return None
    elaborator = strings.elaborator(text, Context(f"figure {figure}", figure, me=False))
    first = tree.binders[0]
    with elaborator.scope.suite():
        bound = binder(elaborator, first)
    local = bound.local
    expected = "one name, such as `p in players`, `s in` an enum, `n in 2..7`, or `c in` a kind of card"
    if isinstance(local.type, Unknown):
        return None
    if len(tree.binders) > 1 or first.condition is not None or not _owns_all(bound.domain):
        message = f"it isn't clear whose the figure `{figure}` is"
        strings.report.add(kinds.BAD_FIGURE, message, text.span, expected=expected)
        return None
    if isinstance(local.type, Number) and local.type.high - local.type.low >= MOST_OWNERS:
        message, most = f"the figure `{figure}` belongs to too many numbers", f"at most {MOST_OWNERS}"
        strings.report.add(kinds.BAD_FIGURE, message, text.span, expected=most)
        return None
    return first.name.text, local.type, local.at


def _owns_all(domain: Expression) -> bool:
    """Whether a domain is all that can own a figure: players, an enum, a range of numbers, or a kind of card."""
    match domain:
        case AllPlayers() | AllMembers() | AllCards() | Span_(low=Constant(), high=Constant()):
            return True
    return False


def _can_be_shown(type_: Type) -> bool:
    match type_:
        case Optional(of):
            return _can_be_shown(of)
        case Number() | Bool() | Member() | Player() | Unknown():
            return True
    return False


def _check_owners(area: Area, figures: Mapping[str, Figure], strings: CodeStrings) -> None:
    """A diagnostic for an area that holds things of cards, or things both of players and of the table, or that belongs
    to players and says where on the table it stands."""
    symbols, of_players = strings.symbols, dict[bool, str]()
    for name in area.holds:
        zone, variable, figure = symbols.zones.get(name), symbols.variables.get(name), figures.get(name)
        if zone is None and variable is None and figure is None:
            continue
        if zone is not None and isinstance(zone.second, Player):
            continue  # such a zone is each player's and something else's, so it suits both
        of = zone.per if zone is not None else variable.of if variable is not None else figure.of if figure else None
        if isinstance(of, Card):
            message = f"the figure `{name}` is shown on cards, not in an area"
            strings.report.add(kinds.BAD_AREA, message, area.at)
        else:
            of_players.setdefault(isinstance(of, Player), name)
    if len(of_players) == 2:
        message = f"each player has a `{of_players[True]}`, and `{of_players[False]}` is the table's"
        strings.report.add(kinds.BAD_AREA, message, area.at, expected="two areas")
    elif area.place is not None and True in of_players:
        message = f"each player has a `{of_players[True]}`, so the area stands where its player sits"
        strings.report.add(kinds.BAD_AREA, message, area.at, expected="no `place`")


def _card(card: CardLayout, figures: Mapping[str, Figure], strings: CodeStrings) -> CardLayout:
    figure = figures.get(card.number or "")
    own = Card(frozenset([card.name]))
    if figure is not None and card.number not in strings.symbols.kinds[card.name].attributes and figure.of != own:
        message, expected = f"a `{card.name}` has no figure `{figure.name}`", f"`for: c in {card.name}` in that figure"
        strings.report.add(kinds.BAD_LOOK, message, card.at, expected=expected)
    section = strings.symbols.card_layouts[card.name]
    context = Context(f"layout of card {card.name}", card.name, me=False, self_card=own)

    def label(text: Scalar | None) -> Label | None:
        return strings.label(text, context) if text is not None else None

    return replace(card, title=label(section.title), picture=label(section.picture))
