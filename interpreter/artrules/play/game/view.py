"""Makes the view of a seat as plain data: its zones and variables, as far as the seat may see them. For hidden cards a
view shows only their number.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from artrules.engine.machine.memory import ON_TURN
from artrules.model.analyses.calls import UsesOfMe
from artrules.model.analyses.ownership import MINE, OwnReads
from artrules.model.facts.knowledge import StateReads
from artrules.model.ir.declarations import Variable
from artrules.model.ir.layout import Figure
from artrules.model.ir.model import Model
from artrules.model.ir.types import Card, Member, Number, Player, Type
from artrules.play.explain.faults import Stopped
from artrules.play.game.describe import looks_of_cards
from artrules.play.game.description import key_of_attribute
from artrules.play.game.moment import Moment
from artrules.play.game.runtime import BlankAttribute, Runtime, written
from artrules.play.position.codec import SceneReader
from artrules.text.record import dataclass

# Reads the figures of the layout: values that a table shows and that rules don't keep (`docs/write/files.md`, layout).
#
# A figure that uses `me` has a value for each seat that looks, and none for whoever has no seat. While all play at
# once, a seat sees a figure as it was when the phase began, unless it depends on nothing of others.


@dataclass(frozen=True, slots=True, eq=False)
class NumberedFigure:
    """A figure, and its number in the program. `uses_me` says that it depends on who looks, `is_fixed` that it depends
    on nothing that changes, `is_own` that it depends on nothing of players other than its owner, or than the one whose
    card it is, and than the one who looks."""

    number: int
    figure: Figure
    uses_me: bool
    is_fixed: bool
    is_own: bool


def number_figures(model: Model) -> Iterator[NumberedFigure]:
    """The figures of a model, by number."""
    reads, own_reads, uses = StateReads(model.values), OwnReads(model), UsesOfMe(model)
    for number, figure in enumerate(model.layout.figures.values()):
        own = {"me": MINE, **({figure.binder.name: MINE} if figure.binder is not None else {})}
        uses_me, is_fixed = uses.first(figure.value) is not None, not reads.of(figure.value)
        yield NumberedFigure(number, figure, uses_me, is_fixed, own_reads.only_own(figure.value, own))


@dataclass(frozen=True, slots=True, eq=False)
class OwnedFigure:
    """A figure of one owner: the owner's word in the program, its key in names of a view, and the player (from 0) whose
    it is, None for any other owner."""

    figure: NumberedFigure
    owner: int
    key: str
    player: int | None


class Figures:
    """The figures of all games on a runtime."""

    def __init__(self, runtime: Runtime) -> None:
        """The position in memory is lost. Raises Stopped."""
        self._runtime = runtime
        self.starts = runtime.combined_starts
        self._fixed: dict[tuple[int, int, int], Any] = {}
        self._of_cards: dict[str, list[NumberedFigure]] = {}
        self.owned: list[OwnedFigure] = []
        """All but those of cards, in the order of content and of their owners."""
        for numbered in number_figures(runtime.model):
            if isinstance(numbered.figure.of, Card):
                for kind in numbered.figure.of.kinds:
                    self._of_cards.setdefault(kind, []).append(numbered)
            else:
                self.owned += self._owners(numbered)

    def of_card(self, card: int, seat: int | None) -> list[NumberedFigure]:
        """The figures that a card has for a seat; with None or OUTSIDER for somebody without one."""
        figures = self._of_cards.get(self._runtime.layout.card_kind[card], [])
        return [each for each in figures if not each.uses_me] if seat in (None, OUTSIDER) else figures

    def _owners(self, numbered: NumberedFigure) -> Iterator[OwnedFigure]:
        """A figure of all its owners."""
        match numbered.figure.of:
            case Player():
                for player in range(self._runtime.players):
                    yield OwnedFigure(numbered, player, "", player)
            case Member(enum):
                for index, member in enumerate(self._runtime.model.enums[enum].members):
                    yield OwnedFigure(numbered, index, f"[{member}]", None)
            case Number(low, high):
                for number in range(low, high + 1):
                    yield OwnedFigure(numbered, number, f"[{number}]", None)
            case _:
                yield OwnedFigure(numbered, 0, "", None)

    def value(self, numbered: NumberedFigure, owner: int, seat: int | None) -> Any:
        """The value of a figure for an owner and for who looks, as plain data, in the position in memory. With None or
        OUTSIDER somebody without a seat looks, who sees no figure that uses `me`. Raises Stopped.

        One that stands for an attribute is UNCHANGED while that comes to what it starts with.
        """
        assert seat not in (None, OUTSIDER) or not numbered.uses_me
        me = seat if numbered.uses_me and seat is not None else 0
        key = (numbered.number, owner, me)
        if key in self._fixed:
            return self._fixed[key]
        runtime, type_ = self._runtime, numbered.figure.value.type
        word = runtime.figure(numbered.number, owner, me)
        value = written(runtime, runtime.values.value(word, type_), type_)
        attribute = numbered.figure.attribute
        if attribute is not None and value == self.starts[owner][attribute]:
            value = UNCHANGED
        if numbered.is_fixed:
            self._fixed[key] = value
        return value


UNCHANGED = object()
"""In place of the value of an attribute."""


def figures_of(runtime: Runtime) -> Figures | None:
    """The figures of all games on a runtime, made once; None where there are none."""
    return runtime.derive(Figures) if runtime.model.layout.figures else None


class SeenFigures:
    """The figures that a seat (counted from 0, or OUTSIDER) sees in a moment; with None those that one sees who sees
    everything."""

    def __init__(self, moment: Moment, seat: int | None, figures: Figures) -> None:
        self._seat = seat
        self._moment = moment
        self._figures = figures
        self._waits = seat is not None and moment.simultaneous
        self._waiting: list[tuple[dict[str, Any], str, NumberedFigure, int]] = []

    def add_to_card(self, data: dict[str, Any], card: int, moment: Moment) -> None:
        """Add the figures of a card to what a view shows of it. The position of a moment is in memory: of this one, or
        of the one in which the phase began. Raises Stopped."""
        then = moment is not self._moment
        figures = self._figures.of_card(card, self._seat)
        if not figures:
            return
        values: dict[str, Any] = {}
        for numbered in figures:
            attribute, at_once = numbered.figure.attribute, then or numbered.is_own
            if attribute is not None:
                self._put(data, key_of_attribute(attribute), numbered, card, at_once=at_once)
            else:
                self._put(values, numbered.figure.name, numbered, card, at_once=at_once)
        if values:
            data["figures"] = values

    def add_to_view(self, shown: dict[str, Any]) -> None:
        """Add all other figures to a view, whose position is in memory. Raises Stopped."""
        for owned in self._figures.owned:
            figure = owned.figure.figure
            if owned.figure.uses_me and self._seat in (None, OUTSIDER):
                continue
            mine = owned.player is not None and owned.player == self._seat
            if figure.seen_by == "owner" and self._seat is not None and not mine:
                continue
            place = shown["variables"] if owned.player is None else shown["players"][owned.player + 1]
            name = figure.name + owned.key
            at_once = owned.figure.is_own and (mine or owned.player is None)
            self._put(place, name, owned.figure, owned.owner, at_once=at_once)

    def _put(self, place: dict[str, Any], name: str, numbered: NumberedFigure, owner: int, *, at_once: bool) -> None:
        """Add a value, or, unless it may be read at once, note where it belongs."""
        if at_once or not self._waits:
            self._read(place, name, numbered, owner)
        else:
            place[name] = None
            self._waiting.append((place, name, numbered, owner))

    def finish(self) -> None:
        """Add what was left to be read where the phase began. Another position is in memory then. Raises Stopped."""
        if self._waiting:
            self._moment.at_phase_start().load()
        for place, name, numbered, owner in self._waiting:
            self._read(place, name, numbered, owner)
        self._waiting.clear()

    def _read(self, place: dict[str, Any], name: str, numbered: NumberedFigure, owner: int) -> None:
        value = self._figures.value(numbered, owner, self._seat)
        if value is not UNCHANGED:
            place[name] = value
        else:
            place.pop(name, None)


OUTSIDER = -1
"""Stands for the seat of somebody who has none: one who may know what everybody may know, and nothing else."""


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
    """The table as a seat (counted from 0) sees it; with OUTSIDER as somebody sees it who has no seat, with None all of
    it.

    The result has `round`, `phase`, `turn` (a player counted from 1), `finished`, `players` (for each player, counted
    from 1, zones and variables by name), `zones` and `variables` (those of the table by name). A zone is a list: each
    card that the seat sees is a mapping, each other card is None, or a mapping with its marks and None as its `card`.
    Figures stand where variables stand. In a phase played all at once, other players' things are shown as they stood
    when the phase began. Raises Stopped when a label or figure fails.
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
    by_seat = runtime.derive(_shown_by_seat)
    things = by_seat.get(seat)
    if things is None:
        things = by_seat[seat] = list(_shown_to(runtime, seat))
    values: dict[Shown, Any] = {}
    of_runtime = figures_of(runtime)
    figures = SeenFigures(moment, seat, of_runtime) if of_runtime is not None else None
    then = moment.at_phase_start()
    if then is not moment:
        table = Table(then, seat, figures, now=False)
        values.update((thing, table.value(thing)) for thing in things if thing.of_others)
    table = Table(moment, seat, figures)
    for thing in things:
        value = values[thing] if thing in values else table.value(thing)
        (shown[thing.section] if thing.player is None else shown["players"][thing.player])[thing.name] = value
    if figures is not None:
        figures.add_to_view(shown)
        figures.finish()
    return shown


def _shown_by_seat(runtime: Runtime) -> dict[int | None, list[Shown]]:
    """By seat: what its views show. Nothing yet."""
    return {}


def _shown_to(runtime: Runtime, seat: int | None) -> Iterator[Shown]:
    """What a view for a seat shows, in its order."""
    model, layout = runtime.model, runtime.layout
    for number, (zone, owner, second) in enumerate(layout.zone_places):
        others = zone.per == Player() and seat not in (None, owner)
        name, player = place_of_owner(runtime, zone.key, zone.per, owner)
        yield Shown(name + key_of_owner(runtime, zone.second, second), player, "zones", owner, number, others)
    for variable in model.variables.values():
        if variable.key not in layout.variables:
            continue
        for owner in range(layout.owners(variable.of)):
            mine = variable.of == Player() and owner == seat
            if seat is None or variable.seen_by == "everyone" or (variable.seen_by == "owner" and mine):
                others = variable.of == Player() and not mine and seat is not None
                place = place_of_owner(runtime, variable.key, variable.of, owner)
                yield Shown(*place, "variables", owner, variable, others)


def unseen_places(moment: Moment, seat: int) -> Iterator[tuple[int, str, int, int]]:
    """The cards that a seat (counted from 0) doesn't see, in zones with an order: each with the name of its zone in a
    view, the player (counted from 1) whose zone it is, 0 for the table's, and its index there. In a phase played all at
    once none of others."""
    table = Table(moment, seat)
    for thing in _shown_to(moment.runtime, seat):
        if isinstance(thing.what, int) and not (thing.of_others and moment.simultaneous):
            zone, _, _ = moment.runtime.layout.zone_places[thing.what]
            if moment.runtime.layout.order(zone) != "loose":
                for index, card in table.unseen(thing.what):
                    yield card, thing.name, thing.player or 0, index


def place_of_owner(runtime: Runtime, name: str, of: Type | None, owner: int) -> tuple[str, int | None]:
    """The name of something of an owner in a view, and the player under whom it stands there."""
    return (name, owner + 1) if isinstance(of, Player) else (name + key_of_owner(runtime, of, owner), None)


def key_of_owner(runtime: Runtime, of: Type | None, owner: int) -> str:
    """An owner in brackets, by its index."""
    match of:
        case Player():
            return f"[{owner + 1}]"
        case Member(enum):
            return f"[{runtime.model.enums[enum].members[owner]}]"
        case Number(low, _):
            return f"[{low + owner}]"
    return ""


def _names_of_unseen(runtime: Runtime) -> dict[int, str]:
    """What cards are called before anything has happened to them, so that their names tell nothing that has happened
    out of sight. A card that has no name then isn't among them."""
    names: dict[int, str] = {}
    for card in range(len(runtime.layout.card_kind)):
        with suppress(Stopped):
            names[card] = runtime.first_card_text(card)
    return names


class Table:
    """Reads a moment for a seat (counted from 0), for an OUTSIDER, or with None for one who sees everything. Nothing
    else may use the runtime meanwhile. Its methods raise Stopped."""

    def __init__(
        self, moment: Moment, seat: int | None, figures: SeenFigures | None = None, *, now: bool = True
    ) -> None:
        """`figures` are added to cards. Unless it is about `now`, the moment is that at which the phase began."""
        self._figures = figures
        self._looks = looks_of_cards(moment.runtime)
        self._blank = moment.runtime.blank_attributes
        self._moment = moment
        self._runtime = runtime = moment.runtime
        remembers = seat not in (None, OUTSIDER) and moment.knowledge is not None
        names = runtime.derive(_names_of_unseen) if remembers else {}
        moment.load()
        self._seat = seat
        self._scene = SceneReader(runtime.program, runtime.instance, copied=True)
        self._shown_to = self._scene.shown_to
        self._gained = self._scene.gained()
        region = runtime.instance.region
        self._usual = region("usual_face")[:]
        self._known: dict[int, str] = {}
        """What the cards are called that the seat doesn't see, but of which it knows that they lie there."""
        self._seats = None if seat is None else runtime.outsiders if seat == OUTSIDER else 1 << seat
        """Those who look, as bits; None sees everything."""
        if seat is not None:
            runtime.ask("write_sights")
            self._sights = region("sights")[:]
            if seat != OUTSIDER and moment.knowledge is not None:
                runtime.load(moment.position, moment.knowledge)
                runtime.ask("write_knowledge", seat, int(now))
                known = zip(self._sights, region("sights"), strict=True)
                cards = [card for card, (seen, knows) in enumerate(known) if (knows & ~seen) >> seat & 1]
                self._known = {card: names[card] for card in cards if card in names}
        self._faces, self._attributes = self._scene.face_of, self._scene.region("attributes")

    def value(self, thing: Shown) -> Any:
        """What a view shows of a zone or variable."""
        if isinstance(thing.what, int):
            return self._cards(thing.what)
        value = self._scene.variable(thing.what, thing.owner)
        return written(self._runtime, value, thing.what.type, self._seats)

    def _cards(self, zone: int) -> list[dict[str, Any] | None]:
        """The cards of a zone. A card of which the seat doesn't know that it lies there is None."""
        cards = self._scene.cards_in(zone)
        if self._seat is None:
            return [self._card(card, zone) for card in cards]
        if self._seat == OUTSIDER:
            return [self._card(card, zone) if self._is_public(card, zone) else self._marks(card) for card in cards]
        bit = 1 << self._seat
        return [self._card(card, zone) if self._sights[card] & bit else self._marks(card) for card in cards]

    def _is_public(self, card: int, zone: int) -> bool:
        """Whether everybody sees a card. Where there is one player, that is what lies where everyone sees it."""
        if self._sights[card] != self._runtime.everyone:
            return False
        sight = self._runtime.layout.zone_places[zone][0].sight
        seen_by = sight.face_down_seen_by if self._faces[card] else sight.seen_by
        return self._runtime.players > 1 or seen_by == "everyone"

    def unseen(self, zone: int) -> Iterator[tuple[int, int]]:
        """The cards of a zone that the seat can't see, each after its index there."""
        for index, card in enumerate(self._scene.cards_in(zone)):
            if self._seat is not None and not self._sights[card] >> self._seat & 1:
                yield index, card

    def _marks(self, card: int) -> dict[str, Any] | None:
        """A card as one sees it who doesn't see which card it is. If one knows it all the same, `card`, `id` and `look`
        are as ever, and `unseen` says that one doesn't see what else has changed on it."""
        marks = dict(self._changes(card, (each for each in self._blank[card] if each.attribute.is_mark)))
        if card in self._known:
            return {"card": self._known[card], "id": card, "look": self._looks[card], "unseen": True, **marks}
        return {"card": None, **marks} if marks else None

    def _changes(self, card: int, attributes: Iterable[BlankAttribute]) -> Iterator[tuple[str, Any]]:
        """Those of some attributes of a card that have changed, with their values."""
        for attribute, index, word, blank in attributes:
            if word is None or self._attributes[index] != word:
                value = self._scene.attribute(card, attribute)
                if value != blank:
                    yield key_of_attribute(attribute.name), written(self._runtime, value, attribute.type, self._seats)

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
        if self._shown_to and self._shown_to[card] and (seats := self._shown_to[card] & ~runtime.ask("open_to", card)):
            data["shown_to"] = [seat + 1 for seat in range(runtime.players) if seats >> seat & 1]
        data.update(self._changes(card, (each for each in self._blank[card] if not each.attribute.is_combined)))
        if card in self._gained:
            powers = runtime.model.powers
            data["gained"] = [f"{powers[d].title}: {powers[d].label_text}".rstrip(": ") for d in self._gained[card]]
        if self._figures is not None:
            self._figures.add_to_card(data, card, self._moment)
        return data
