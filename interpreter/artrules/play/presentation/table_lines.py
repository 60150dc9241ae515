"""Renders the table as a seat sees it: a pure function of the view in its state (`docs/inside/page.md`), of the
table's description, and of the width.

First stand the areas of the table, then each player's. A player's score, money and flags stand beside the name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeGuard

from artrules.play.game.description import Area, TableDescription, VariableDescription, ZoneDescription
from artrules.text.plain_text import Style, break_text, fill, hanging_indent
from artrules.text.record import dataclass

View = Mapping[str, Any]

# Values of a state (`docs/inside/page.md`) in words: titles, values, and which step of a table comes next.


def render_value(value: Any, description: TableDescription) -> str:
    """The value of a variable or figure in words."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case {"player": player}:
            return f"player {player}"
        case {"member": [enum, member]}:
            return description.members[enum][member].title
        case [*items]:
            return ", ".join(render_value(item, description) for item in items) or "none"
    return str(value)


def described(name: str, description: TableDescription) -> VariableDescription | None:
    """What the description says of a variable or figure; None for other names."""
    return description.variables.get(name) or description.figures.get(name)


def is_omitted(variable: VariableDescription, value: Any) -> bool:
    """Whether the screen leaves a variable or figure out while it has a value."""
    if variable.shown == "changed":
        return bool(_plain(value) == variable.starts)
    return variable.shown not in ("always", "turn") or (variable.as_ == "flag" and not value)


def things_now(player: int, view: View, description: TableDescription) -> dict[str, Any]:
    """What a view holds of a player, without what is shown only in that player's turn, if it isn't."""
    things = view["players"][str(player)]
    phase = description.phases.get(view["phase"])
    if phase is not None and phase.who == "in_turn" and view["turn"] == player and not view["finished"]:
        return dict(things)
    of_turns = {name for name, each in (description.variables | description.figures).items() if each.shown == "turn"}
    return {key: value for key, value in things.items() if key.partition("[")[0] not in of_turns}


def _plain(value: Any) -> Any:
    """A value as a view holds it, with which a description says what a variable starts with."""
    match value:
        case {"player": plain} | {"member": [_, plain]}:
            return plain
        case [*items]:
            return [_plain(item) for item in items]
    return value


def is_held(variable: VariableDescription, value: Any) -> bool:
    """Whether a variable is a flag of the table that a player holds now: it stands beside that player's name."""
    return variable.of == "table" and variable.as_ == "flag" and isinstance(value, dict) and "player" in value


def owner_title(owner: str, enum: str | None, description: TableDescription) -> str:
    """An owner as a view names it, `teal` or `2][teal`, in words. `enum` is that of its member, None for numbers."""
    members = description.members.get(enum or "", {})
    words = owner.split("][")
    return " ".join(members[word].title if word in members else word.replace("_", " ") for word in words)


def with_step(variable: VariableDescription, value: Any, description: TableDescription) -> str:
    """A value in words. Where a table says by which steps it counts, what holds now and from when on the next step:
    `12 (2; 3 from 20)`."""
    text = render_value(value, description)
    if not variable.steps or not isinstance(value, int):
        return text
    reached = [str(result) for least, result in variable.steps if least <= value][-1:]
    following = [f"{result} from {least}" for least, result in variable.steps if least > value][:1]
    return f"{text} ({'; '.join([*reached, *following])})"


def widest_value(variable: VariableDescription, description: TableDescription) -> int:
    """The number of characters that the widest number of a variable or figure can take; 0 where it has no bounds."""
    if variable.low is None or variable.high is None:
        return 0
    ends = {
        variable.low,
        variable.high,
        *(least for least, _ in variable.steps),
        *(least - 1 for least, _ in variable.steps),
    }
    return max(len(with_step(variable, n, description)) for n in ends if variable.low <= n <= variable.high)


# Cards in words: one, and those of a zone. Equal cards share an entry; where cards lie in an order, it is kept.

Card = Mapping[str, Any]
"""A card that is seen, in a state (`docs/inside/page.md`)."""


def render_card(card: Card, zone: ZoneDescription, description: TableDescription, *, whole: bool = False) -> str:
    """A card that is known: in round brackets when it lies face down or isn't seen, followed by what its printed side
    doesn't say, in square brackets. Of its figures those that say something; with `whole` all of them."""
    text = str(card["card"])
    said = [*_figures_on(card, description, whole=whole), *changes_on(card)]
    if said:
        text += f" [{'; '.join(said)}]"
    face_up = "unseen" not in card and (card["face"] == "up" if "face" in card else zone.face_up)
    return text if face_up else f"({text})"


def _figures_on(card: Card, description: TableDescription, *, whole: bool) -> Iterator[str]:
    """What the table computes for a card, in words. A `yes` is told by its title alone, a `no` only with `whole`."""
    for title, value in card.get("figures", {}).items():
        if whole or value is not False:
            yield title if value is True and not whole else f"{title} {render_value(value, description)}"


def changes_on(card: Card) -> list[str]:
    """What has changed on a card since it was printed, in words."""
    changed = [_changed(title, value) for title, value in card.get("changed", {}).items()]
    return [*changed, *(f"gained {power}" for power in card.get("gained", ()))]


def _changed(title: str, value: str) -> str:
    return {"yes": title, "no": f"not {title}"}.get(value, f"{title} {value}")


def render_cards(
    cards: Sequence[Card | None], zone: ZoneDescription, description: TableDescription, *, whole: bool = False
) -> list[str]:
    """The cards of a zone, to be joined by commas; empty for an empty zone. Of a pile only the top card and the number
    of cards, of a card's figures those that say something; with `whole` all of them."""
    if not cards:
        return []
    piled = zone.as_ == "pile" and not whole
    if all(card is None or (piled and cards[0] is None and "unseen" in card) for card in cards):
        return [several(len(cards))]
    if piled and zone.order == "loose":
        return [several(len(cards))]

    def in_words(card: Card | None) -> str | None:
        return render_card(card, zone, description, whole=whole) if is_seen(card) else None

    if zone.order == "loose":
        return _counted([in_words(card) or _hidden("face down", card) if card else None for card in cards])
    placed = [in_words(card) or _hidden(f"face down #{place}", card) for place, card in enumerate(cards, 1)]
    if piled and len(set(placed)) > 1:
        return [in_words(cards[0]) or _hidden("face down", cards[0]), f"top of {len(cards)}"]
    return [_times(text, sum(1 for _ in same)) for text, same in groupby(placed)]


def is_seen(card: Card | None) -> TypeGuard[Card]:
    """Whether one sees which card it is: of others there are at most marks to be seen."""
    return card is not None and card["card"] is not None


def _hidden(words: str, card: Card | None) -> str:
    """A card that isn't seen, in words, with the marks on it."""
    marks = changes_on(card) if card is not None else []
    return f"{words} [{'; '.join(marks)}]" if marks else words


def _counted(cards: Sequence[str | None]) -> list[str]:
    """The cards of a zone without order, each that is seen once, with how many there are; None for those that aren't
    seen."""
    times: dict[str, int] = {}
    for text in cards:
        if text is not None:
            times[text] = times.get(text, 0) + 1
    hidden = len(cards) - sum(times.values())
    texts = [_times(text, number) for text, number in times.items()]
    return [*texts, f"{several(hidden)} face down"] if hidden else texts


def _times(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ×{number}"  # noqa: RUF001


def several(number: int) -> str:
    """Cards that nobody looks at: how many."""
    return "1 card" if number == 1 else f"{number} cards"


# The lines of an area of the table.
#
# What is short shares lines: piles, numbers, hands of others. Every other zone has a line of its own. Things that
# belong to members or numbers stand in a row for each of these; where there are several zones, each has a line of its
# own there. The order is that of the description, and an empty zone keeps its place, so that people find everything
# where it was.

EMPTY = "empty"
"""Stands where a zone has no cards."""
_BESIDE_THE_NAME = ("score", "money", "flag")
"""How values are drawn that stand beside a player's name."""
_GAP = 3
_LONG_TITLE = 26
"""Up to so many characters, the lines of a zone begin behind its title."""
_BELOW = " " * 4
"""How much further lines below a longer title are indented."""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing of an area in words: its title, and what is to be read after it (nothing for a flag). `is_long` says that
    it is a zone with its cards."""

    name: str
    title: str
    texts: tuple[str, ...]
    is_long: bool = False

    @property
    def text(self) -> str:
        """What is to be read after the title."""
        return ", ".join(self.texts)

    def __str__(self) -> str:
        return f"{self.title}: {self.text}" if self.texts else self.title


def render_area(
    area: Area, things: Mapping[str, Any], description: TableDescription, style: Style, *, open_hands: bool
) -> Iterator[str]:
    """An area without its title. `things` are the zones, variables and figures of the table or of one player, by their
    names in a state; `open_hands` says whether cards in hands are seen."""
    own: list[Item] = []
    owned: dict[str, list[Item]] = {}
    for name, owner, value in _present(area, things):
        item = _item(name, value, description, open_hands)
        if item is not None and owner is None:
            own.append(item)
        elif item is not None and owner is not None:
            owned.setdefault(owner_title(owner, area.by, description), []).append(item)
    yield from fill("  ", 2, [str(item) for item in own if not item.is_long], " · ", style.width)
    for item in own:
        if item.is_long:
            yield from zone_lines(item.title, item.texts, style, "  ")
    if not owned:
        return
    if any(sum(item.is_long for item in items) > 1 for items in owned.values()):
        yield from _sections(owned, style)
    elif len(area.things) == 1 and not any(item.is_long for items in owned.values() for item in items):
        yield from _cells({owner: items[0] for owner, items in owned.items()}, description, style)
    else:
        yield from _rows(owned, style, titled=len(area.things) > 1)


def beside_the_name(area: Area, things: Mapping[str, Any], description: TableDescription) -> Iterator[str]:
    """What of a player's area stands beside the player's name: score, money, and flags."""
    for name, owner, value in _present(area, things):
        item = _item(name, value, description, open_hands=True) if _is_beside_the_name(name, description) else None
        if owner is None and item is not None:
            yield str(item)


def below_the_name(area: Area, description: TableDescription) -> Area:
    """A player's area without what stands beside the player's name."""
    return replace(area, things=tuple(name for name in area.things if not _is_beside_the_name(name, description)))


def _is_beside_the_name(name: str, description: TableDescription) -> bool:
    variable = described(name, description)
    return variable is not None and variable.as_ in _BESIDE_THE_NAME


def _present(area: Area, things: Mapping[str, Any]) -> Iterator[tuple[str, str | None, Any]]:
    """The things of an area that a view has: name, owner (None for those of the table or the player), value."""
    for name in area.things:
        if name in things:
            yield name, None, things[name]
            continue
        for key, value in things.items():
            if key.startswith(f"{name}["):
                yield name, key[len(name) + 1 : -1], value


def _item(name: str, value: Any, description: TableDescription, open_hands: bool) -> Item | None:
    """A thing in words; None where the screen leaves it out."""
    zone = description.zones.get(name)
    if zone is not None:
        if zone.shown == "never" or (zone.shown == "filled" and not value):
            return None
        folded = zone.shown == "folded" and value
        texts = [several(len(value))] if folded else render_cards(value, zone, description)
        return Item(name, zone.title, tuple(texts or [EMPTY]), _is_long(zone, open_hands))
    variable = described(name, description)
    if variable is None or is_omitted(variable, value) or is_held(variable, value):
        return None
    says_it = variable.as_ == "flag" and value == 1
    return Item(name, variable.title, () if says_it else (with_step(variable, value, description),))


def _is_long(zone: ZoneDescription, open_hands: bool) -> bool:
    """Whether a zone has a line of its own. It doesn't depend on the zone's cards, so nothing jumps."""
    return zone.shown != "folded" and (zone.as_ in ("row", "column", "grid") or (zone.as_ == "fan" and open_hands))


def zone_lines(title: str, texts: Sequence[str], style: Style, indent: str) -> list[str]:
    """A zone's title and its cards. Below a long title further lines are indented a little, so that much fits on
    them."""
    label = f"{indent}{title}: "
    if len(label) <= _LONG_TITLE:
        return fill(label, len(label), texts, ", ", style.width)
    below = indent + _BELOW
    first, *others = fill(below, len(below), [f"{title}: {texts[0]}", *texts[1:]], ", ", style.width)
    return [indent + first.lstrip(), *others]


def _sections(owned: Mapping[str, Sequence[Item]], style: Style) -> Iterator[str]:
    """A line for each owner with what is short, and below it a line for each zone."""
    for owner, items in owned.items():
        yield from fill("  ", 4, [owner, *(str(item) for item in items if not item.is_long)], " · ", style.width)
        for item in items:
            if item.is_long:
                yield from zone_lines(item.title, item.texts, style, "    ")


def _rows(rows: Mapping[str, Sequence[Item]], style: Style, *, titled: bool) -> Iterator[str]:
    """A row for each owner; `titled` says whether the things in it need titles."""
    widest = max(map(len, rows))
    for owner, items in rows.items():
        label = f"  {owner:<{widest}}  "
        if titled:
            yield from fill(label, len(label), [str(item) for item in items], " · ", style.width)
        else:
            yield from fill(label, len(label), items[0].texts, ", ", style.width)


def _cells(cells: Mapping[str, Item], description: TableDescription, style: Style) -> Iterator[str]:
    """A cell for each owner, in columns as wide as anything that may come to stand there."""
    texts = [f"{owner}: {item.text}" for owner, item in cells.items()]
    room = max(map(len, cells)) + 2 + max(_widest(item.name, description) for item in cells.values())
    width = max(room, *map(len, texts))
    columns = max(1, (style.width - 2 + _GAP) // (width + _GAP))
    if width > style.width - 2:
        yield from fill("  ", 2, texts, " · ", style.width)
        return
    for first in range(0, len(texts), columns):
        row = texts[first : first + columns]
        yield "  " + (" " * _GAP).join(f"{text:<{width}}" for text in row).rstrip()


def _widest(name: str, description: TableDescription) -> int:
    """The number of characters of the widest text that may stand for a thing."""
    variable = described(name, description)
    if variable is not None:
        return widest_value(variable, description)
    return max((len(look.title) for look in description.looks), default=0) + len(", top of 10")


Names = Mapping[int, str]
"""By player: who sits there, in words."""


def render_table(view: View, description: TableDescription, style: Style, names: Names, seat: int = 0) -> Iterator[str]:
    """Everything that a view holds, except for its log. The view is that of a seat (counted from 1); with seat 0
    nothing is hidden in it."""
    yield from render_top(view, description, style)
    things = {**view["zones"], **view["variables"]}
    for area in description.areas:
        if area.of == "table":
            lines = render_area(area, things, description, style, open_hands=True)
            yield from _under(area.title, lines, style)
    for player in map(int, view["players"]):
        yield from _player(player, view, description, style, names.get(player, ""), open_hands=seat in (0, player))


def _player(
    player: int, view: View, description: TableDescription, style: Style, name: str, *, open_hands: bool
) -> Iterator[str]:
    """The section of a player: who it is, then what lies there."""
    things = things_now(player, view, description)
    areas = [area for area in description.areas if area.of == "player"]
    who = f"player {player}" + (f" ({name})" if name else "")
    beside = [text for area in areas for text in beside_the_name(area, things, description)]
    beside += _held_by(player, view["variables"], description)
    first, *others = fill("", 0, [who, *beside], " · ", style.width - 2)
    yield style.paint(f"player {player}", "bold") + first.removeprefix(f"player {player}")
    yield from (f"  {line}" for line in others)
    for area in areas:
        yield from render_area(below_the_name(area, description), things, description, style, open_hands=open_hands)


def _held_by(player: int, variables: Mapping[str, Any], description: TableDescription) -> Iterator[str]:
    """The titles of the table's flags that a player holds."""
    for name, value in variables.items():
        variable = described(name, description)
        if (
            variable is not None
            and value == {"player": player}
            and is_held(variable, value)
            and not is_omitted(variable, value)
        ):
            yield variable.title


def render_top(view: View, description: TableDescription, style: Style) -> Iterator[str]:
    """Which game, and where it stands."""
    phase = description.phases.get(view["phase"])
    when = [f"round {view['round']}", phase.title if phase else view["phase"].replace("_", " ")]
    if not view["round"]:
        when = ["setup"]
    elif view["finished"]:
        when = [f"round {view['round']}", "the game is over"]
    elif phase is not None and phase.who == "in_turn":
        when.append(f"player {view['turn']}'s turn")
    elif phase is not None and phase.who == "all_at_once":
        when.append("all at once")
    lines = break_text(" · ".join([description.title, *when]), style.width)
    yield from (style.paint(line, "bold") for line in lines)
    yield "─" * max(map(len, lines))


def _under(title: str, lines: Iterator[str], style: Style) -> list[str]:
    """Lines under a title; nothing where there are none."""
    body = list(lines)
    heading = [style.paint(line, "bold") for line in hanging_indent("", title, style.width)] if title else []
    return [*heading, *body] if body else []


def render_zone(
    name: str, cards: Sequence[Any], description: TableDescription, style: Style, owner: str = ""
) -> list[str]:
    """A zone with all of its cards, after the name of its owner."""
    base = name.partition("[")[0]
    texts = render_cards(cards, description.zones[base], description, whole=True) or ["empty"]
    return zone_lines(owner + zone_title(name, description), texts, style, "")


def zone_title(name: str, description: TableDescription) -> str:
    """What people call a zone that a view names: `shelf[teal]` is `shelf teal`, or as content says."""
    base, _, owner = name.partition("[")
    enum = next((area.by for area in description.areas if base in area.things), None)
    return f"{description.zones[base].title} {owner_title(owner.rstrip(']'), enum, description)}".rstrip()


def spelled(name: str) -> str:
    """A name of a view as its author wrote it, in words."""
    return name.replace("][", " ").replace("[", " ").replace("]", "").replace("_", " ")
