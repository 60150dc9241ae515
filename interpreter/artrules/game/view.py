"""Makes the view of a seat as plain data: its zones and variables, as far as the seat may see them. For hidden cards a
view shows only their number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.game.description.describe import looks_of_cards
from artrules.game.description.table import key_of_attribute
from artrules.game.encode import written
from artrules.game.figures import SeenFigures, figures_of
from artrules.game.moment import Moment
from artrules.game.runtime import Runtime
from artrules.ir.declarations import Variable
from artrules.ir.types import Member, Number, Player, Type
from artrules.machine.memory import ON_TURN
from artrules.machine.numbers import FACE_DOWN
from artrules.position.decode import SceneReader
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A zone or variable of one owner that a view shows: its name there, under a player (counted from 1) or in a
    section, and its number or its declaration."""

    name: str
    player: int | None
    section: str
    owner: int
    what: int | Variable
    of_others: bool
    """Whether it belongs to a player other than the seat's."""


def view(moment: Moment, seat: int | None) -> dict[str, Any]:
    """The table as a seat (counted from 0) sees it; with None all of it.

    The result has `round`, `phase`, `turn` (a player counted from 1), `finished`, `players` (for each player, counted
    from 1, zones and variables by name), `zones` and `variables` (those of the table by name). A zone is a list: each
    card that the seat sees is a mapping, each other card is None. Figures stand where variables stand. In a phase
    played all at once, other players' things are shown as they stood when the phase began. Raises Stopped when a label
    or figure fails.
    """
    runtime = moment.runtime
    shown: dict[str, Any] = {
        "round": moment.round,
        "phase": moment.phase,
        "turn": moment.clock[ON_TURN] + 1,
        "finished": moment.finished,
        "players": {player + 1: {} for player in range(runtime.players)},
        "zones": {},
        "variables": {},
    }
    things = runtime.shown.get(seat)
    if things is None:
        things = runtime.shown[seat] = list(_shown_to(runtime, seat))
    values: dict[Shown, Any] = {}
    of_runtime = figures_of(runtime)
    figures = SeenFigures(moment, seat, of_runtime) if of_runtime is not None else None
    then = moment.at_phase_start()
    if then is not moment:
        table = Table(then, seat, figures)
        values.update((thing, table.value(thing)) for thing in things if thing.of_others)
    table = Table(moment, seat, figures)
    for thing in things:
        value = values[thing] if thing in values else table.value(thing)
        (shown[thing.section] if thing.player is None else shown["players"][thing.player])[thing.name] = value
    if figures is not None:
        figures.add_to_view(shown)
        figures.finish()
    return shown


def _shown_to(runtime: Runtime, seat: int | None) -> Iterator[Shown]:
    """What a view for a seat shows, in its order."""
    model, layout = runtime.model, runtime.layout
    for number, (zone, owner, second) in enumerate(layout.zone_places):
        others = zone.per == Player() and seat not in (None, owner)
        name, player = _place(runtime, zone.key, zone.per, owner)
        yield Shown(name + _key(runtime, zone.second, second), player, "zones", owner, number, others)
    for variable in model.variables.values():
        if variable.key not in layout.variables or variable.type is None:
            continue
        for owner in range(layout.owners(variable.of)):
            mine = variable.of == Player() and owner == seat
            if seat is None or variable.seen_by == "everyone" or (variable.seen_by == "owner" and mine):
                others = variable.of == Player() and not mine and seat is not None
                place = _place(runtime, variable.key, variable.of, owner)
                yield Shown(*place, "variables", owner, variable, others)


def _place(runtime: Runtime, name: str, of: Type | None, owner: int) -> tuple[str, int | None]:
    """The name of something of an owner in a view, and the player under whom it stands there."""
    return (name, owner + 1) if isinstance(of, Player) else (name + _key(runtime, of, owner), None)


def _key(runtime: Runtime, of: Type | None, owner: int) -> str:
    """An owner in brackets, by its index."""
    match of:
        case Player():
            return f"[{owner + 1}]"
        case Member(enum):
            return f"[{runtime.model.enums[enum].members[owner]}]"
        case Number(low, _):
            return f"[{low + owner}]"
    return ""


class Table:
    """Reads a moment for a seat (counted from 0), or with None for one who sees everything. Nothing else may use the
    runtime meanwhile. Its methods raise Stopped."""

    def __init__(self, moment: Moment, seat: int | None, figures: SeenFigures | None = None) -> None:
        """`figures` are added to cards."""
        self._figures = figures
        self._looks = looks_of_cards(moment.runtime)
        self._blank = moment.runtime.blank_attributes
        self._moment = moment
        self._runtime = runtime = moment.load()
        self._seat = seat
        self._scene = SceneReader(runtime.program, runtime.instance, copied=True)
        self._shown_to = self._scene.shown_to
        self._gained = self._scene.gained()
        region = runtime.instance.region
        self._seen, self._seen_down, self._top_only, self._usual = (
            region(name)[:] for name in ("seen_by", "seen_down_by", "shows_top_only", "usual_face")
        )
        self._faces, self._attributes = self._scene.face_of, self._scene.region("attributes")

    def value(self, thing: Shown) -> Any:
        """What a view shows of a zone or variable."""
        if isinstance(thing.what, int):
            return self._cards(thing.what)
        value = self._scene.variable(thing.what, thing.owner)
        type_ = thing.what.type
        return value if type_ is None else written(self._runtime, value, type_, self._seat)

    def _cards(self, zone: int) -> list[dict[str, Any] | None]:
        """The cards of a zone. A card that the seat can't see is None."""
        cards = self._scene.cards_in(zone)
        seat = self._seat
        if seat is None:
            return [self._card(card, zone) for card in cards]
        found = self._open_cards(cards, zone, seat)
        if self._shown_to:
            for i, card in enumerate(cards):
                if found[i] is None and self._shown_to[card] >> seat & 1:
                    found[i] = self._card(card, zone)
        return found

    def _open_cards(self, cards: tuple[int, ...], zone: int, seat: int) -> list[dict[str, Any] | None]:
        """The cards of a zone, for a seat that has been shown none of them."""
        if self._top_only[zone]:
            rest: list[dict[str, Any] | None] = [None] * (len(cards) - 1)
            return [*self._seen_of(cards[:1], zone, seat), *rest] if cards else []
        if not (self._seen[zone] | self._seen_down[zone]) >> seat & 1:
            return [None] * len(cards)
        return self._seen_of(cards, zone, seat)

    def _seen_of(self, cards: tuple[int, ...], zone: int, seat: int) -> list[dict[str, Any] | None]:
        up, down = self._seen[zone] >> seat & 1, self._seen_down[zone] >> seat & 1
        return [self._card(card, zone) if (down if self._faces[card] == FACE_DOWN else up) else None for card in cards]

    def _open_to(self, card: int, zone: int) -> int:
        """The seats that see a card without having been shown it, as bits."""
        if self._top_only[zone] and self._scene.cards_in(zone)[0] != card:
            return 0
        return (self._seen_down if self._faces[card] == FACE_DOWN else self._seen)[zone]

    def _card(self, card: int, zone: int) -> dict[str, Any]:
        """A card as one sees it who sees it: `card` (its label), `id` (its number), `look` (the index of what is
        printed on it in the description), then what has changed on it: `face` if it isn't the zone's usual one,
        `shown_to` (the players, from 1, who see it only because they have been shown it), attributes, `gained` (texts
        of powers); and `figures` (the values of its figures, by name)."""
        runtime = self._runtime
        data: dict[str, Any] = {"card": runtime.card_text(card), "id": card, "look": self._looks[card]}
        face = self._faces[card]
        if face != self._usual[zone]:
            data["face"] = ("up", "down")[face]
        if self._shown_to and (seats := self._shown_to[card] & ~self._open_to(card, zone)):
            data["shown_to"] = [seat + 1 for seat in range(runtime.players) if seats >> seat & 1]
        for attribute, index, word, blank in self._blank[card]:
            if word is None or self._attributes[index] != word:
                value = self._scene.attribute(card, attribute)
                if value != blank and attribute.type is not None:
                    data[key_of_attribute(attribute.name)] = written(runtime, value, attribute.type, self._seat)
        if card in self._gained:
            powers = runtime.model.powers
            data["gained"] = [f"{powers[d].title}: {powers[d].label_text}".rstrip(": ") for d in self._gained[card]]
        if self._figures is not None:
            self._figures.add_to_card(data, card, self._moment)
        return data
