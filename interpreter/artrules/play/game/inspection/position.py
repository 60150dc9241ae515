"""A position by names and values. It can be read, and put together before a game begins, as scenarios do.

Zones and variables go by the names that content gives them and by the index of their owner. Cards go by number, players
by numbers from 1 (0 for the table). Values are those of constants in the intermediate representation: a member of an
enum is its index, a player counts from 0, a set is a bit mask, a list is a tuple, a card is its number. `encode` gives
them as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.engine.machine.numbers import NONE
from artrules.model.ir.declarations import Variable, ZoneDeclaration, ZoneOrder
from artrules.model.ir.types import Type
from artrules.play.game.moment import Moment
from artrules.play.game.runtime import written
from artrules.play.game.scores import sides_now, standing
from artrules.play.game.view import view
from artrules.play.position.codec import SceneReader, digest_of_values, lay_cards, set_value

if TYPE_CHECKING:
    from artrules.model.ir.model import Model
    from artrules.play.game.playing import Playing
    from artrules.play.game.runtime import Runtime
    from artrules.play.game.step import Observer

Changed = Callable[[Moment, list[int]], None]
"""Told of each change of a position: the moment that it makes, and what the machine has logged by it."""


class Zone(NamedTuple):
    """A zone of one owner: the declaration's key, and the index of the owner (0 for a zone without owners), and of the
    second owner where it has two."""

    key: str
    owner: int
    second: int = 0


class Position:
    """The position of a game, hidden things included. What is changed in it changes the game. Its methods raise Stopped
    where code of the content fails: `Inspection.begin` makes a GameFault of it."""

    def __init__(self, moment: Moment, changed: Changed | None = None) -> None:
        self._moment = moment
        self._changed = changed
        self._runtime = moment.runtime
        self._layout = moment.runtime.layout
        self._zones: list[tuple[int, ...]] | None = None

    @property
    def model(self) -> Model:
        """What the rules declare for this game."""
        return self._runtime.model

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._runtime.players

    def copy(self) -> Position:
        """An independent position."""
        return Position(self._moment)

    def encode(self, value: Any, type_: Type) -> Any:
        """A value as plain data, as views show it: members by name, players from 1, cards by label, sets and lists as
        lists."""
        return written(self._moment.load(), value, type_)

    @property
    def end_condition(self) -> bool | None:
        """Whether the rule that ends the game (`until`) holds now; None when there is no such rule."""
        if self.model.flow.until is None:
            return None
        return bool(self._moment.load().ask("game_should_end"))

    @property
    def standing(self) -> list[list[int]]:
        """How players stand, by the keys that decide who wins (`game/scores.py`). Raises GameFault."""
        return standing(self._moment)

    @property
    def sides(self) -> list[list[int]]:
        """The players of each side, as things stand; each alone where content doesn't say who plays together. Raises
        GameFault."""
        return sides_now(self._moment)

    @property
    def digest(self) -> str:
        """A hash of its values and of how many choices have led there, the same in later versions: saves hold it."""
        runtime = self._moment.load()
        return digest_of_values(runtime.program, runtime.instance, self._moment.chosen)

    # -- changing

    def _change(self, change: Callable[[Runtime], None], *, goes_on: bool = True) -> None:
        """Let a function change the position in memory. What was asked is asked still if the game `goes_on`."""
        runtime = self._moment.load()
        instance = runtime.instance
        instance.set_register("knowing", 0)
        instance.set_register("text_top", 0)
        instance.set_register("logging", int(self._changed is not None))
        change(runtime)
        tokens = instance.region("text")[: instance.register("text_top")]
        self._moment = self._moment.at_position(runtime.rest(), self._moment.asked if goes_on else ())
        runtime.forget_knowledge()
        self._zones = None
        if self._changed is not None:
            self._changed(self._moment, tokens)

    # -- zones

    @property
    def zones(self) -> list[Zone]:
        """All zones, in the order of their declarations and owners."""
        return [Zone(declaration.key, owner, second) for declaration, owner, second in self._layout.zone_places]

    @property
    def zone_declarations(self) -> list[ZoneDeclaration]:
        """The declarations of the zones of this game, each once."""
        return [zone.declaration for zone in self._layout.zones.values()]

    def declaration_of(self, zone: Zone) -> ZoneDeclaration:
        """The declaration of a zone."""
        return self._layout.zones[zone.key].declaration

    def order_of(self, declaration: ZoneDeclaration) -> ZoneOrder:
        """How cards lie in a zone."""
        return self._layout.order(declaration)

    def player_of(self, zone: Zone) -> int:
        """The player to whom a zone belongs, counted from 1; 0 for the table."""
        return self._runtime.instance.region("player_of_zone")[self._number(zone)]

    def usual_face(self, zone: Zone) -> str:
        """How cards lie in a zone unless they are turned over: `up` or `down`."""
        return ("up", "down")[self._runtime.instance.region("usual_face")[self._number(zone)]]

    def cards_in(self, zone: Zone) -> tuple[int, ...]:
        """The cards of a zone, the top one first."""
        return self._all_zones[self._number(zone)]

    @property
    def cards_aside(self) -> tuple[int, ...]:
        """The cards that take no part in the game: in the place where scenarios put them."""
        return self._all_zones[self._layout.aside]

    def contents(self) -> Iterator[tuple[Zone | None, tuple[int, ...]]]:
        """All zones with their cards; last, under None, the cards that take no part."""
        yield from zip([*self.zones, None], self._all_zones, strict=True)

    @property
    def _all_zones(self) -> list[tuple[int, ...]]:
        if self._zones is None:
            scene = self._scene()
            self._zones = [scene.cards_in(zone) for zone in range(self._layout.aside + 1)]
        return self._zones

    def _scene(self) -> SceneReader:
        runtime = self._moment.load()
        return SceneReader(runtime.program, runtime.instance)

    def arrange(self, zones: Mapping[Zone, Sequence[int]], aside: Sequence[int]) -> None:
        """Lay cards into some zones, the top one first, and aside; faces and attributes stay as they are. Cards that
        leave the zones without coming into others of them must be among those aside."""

        def lay(runtime: Runtime) -> None:
            for zone, cards in zones.items():
                lay_cards(runtime.instance, self._number(zone), cards)
            lay_cards(runtime.instance, self._layout.aside, aside)
            runtime.run("show_nothing")

        self._change(lay)

    def _number(self, zone: Zone) -> int:
        numbers = self._layout.zones[zone.key]
        return numbers.first + zone.owner * numbers.of_each + zone.second

    # -- cards

    @property
    def cards(self) -> range:
        """The numbers of all cards."""
        return range(len(self._layout.card_kind))

    def cards_of(self, kind: str) -> range:
        """The numbers of the cards of a kind."""
        cards = self._layout.cards[kind]
        return range(cards.first, cards.last)

    def kind_of(self, card: int) -> str:
        """The name of a card's kind."""
        return self._layout.card_kind[card]

    def label(self, card: int) -> str:
        """What a card is called now."""
        return self._moment.load().card_text(card)

    def first_label(self, card: int) -> str:
        """What a card is called before anything has happened to it."""
        return self._runtime.first_card_text(card)

    def appearance(self, card: int) -> int:
        """A number that is equal for cards that were printed alike."""
        return self._runtime.instance.region("look_of")[card]

    def zone_of(self, card: int) -> Zone | None:
        """The zone in which a card lies by its own account; None when it takes no part in the game."""
        number = self._moment.load().instance.region("zone_of")[card]
        if number >= self._layout.aside:
            return None
        declaration, owner, second = self._layout.zone_places[number]
        return Zone(declaration.key, owner, second)

    def first_attribute(self, card: int, name: str) -> Any:
        """The value of an attribute of a card before anything has happened to it, as plain data. Raises KeyError for
        an attribute that cards of its kind don't have."""
        attribute = self.model.kinds[self.kind_of(card)].attributes[name]
        runtime = self._runtime
        if attribute.printed:
            value = self._layout.piece_values[card].get(name)
        else:
            value = next(a.value for a in runtime.blank_attributes[card] if a.attribute is attribute)
        runtime.load(runtime.start[0])
        return written(runtime, value, attribute.type)

    def reset(self, cards: Iterable[int]) -> None:
        """Give cards back their first attributes and take away the powers that they gained. Their zones and faces
        stay."""

        def give_back(runtime: Runtime) -> None:
            words = runtime.instance.region("attributes")
            for card in cards:
                for attribute, place, word, value in attributes[card]:
                    if word is not None:
                        words[place] = word
                    else:
                        set_value(runtime.program, runtime.instance, "attributes", place, value, attribute.type)
                runtime.run("lose_gained", card)

        attributes = self._runtime.blank_attributes
        self._change(give_back)

    def face_of(self, card: int) -> int:
        """How a card lies: 0 is face up, 1 face down."""
        return self._moment.load().instance.region("face_of")[card]

    def set_face(self, card: int, face: int) -> None:
        """Turn a card: 0 is face up, 1 face down."""

        def turn(runtime: Runtime) -> None:
            runtime.instance.region("face_of")[card] = face

        self._change(turn)

    def show(self, card: int, players: Iterable[int]) -> None:
        """Let a card be shown to some players, counted from 1. Code must show cards somewhere (`can_show`)."""
        seats = sum(1 << player - 1 for player in {*players})

        def put(runtime: Runtime) -> None:
            runtime.instance.region("shown_to")[card] = seats

        self._change(put)

    @property
    def can_show(self) -> bool:
        """Whether code of the game shows cards anywhere, so that a card may be shown."""
        return bool(self._runtime.program.numbers["SHOWS"])

    def lay_as_usual(self, cards: Iterable[int]) -> None:
        """Turn cards the way in which cards lie in their zones."""

        def turn(runtime: Runtime) -> None:
            region = runtime.instance.region
            for card in cards:
                region("face_of")[card] = region("usual_face")[region("zone_of")[card]]

        self._change(turn)

    def set_attribute(self, card: int, name: str, value: Any) -> None:
        """Change an attribute of a card that isn't printed on it."""
        attribute = self.model.kinds[self.kind_of(card)].attributes[name]
        self._set("attributes", self._layout.attribute(attribute) + card, value, attribute.type)

    # -- variables

    @property
    def variables(self) -> list[Variable]:
        """The declarations of the variables of this game."""
        return [v for v in self.model.variables.values() if v.key in self._layout.variables]

    def set_variable(self, key: str, owner: int, value: Any) -> None:
        """Change a variable of one owner, given by index (0 for a variable without owners)."""
        self._set("variables", self._layout.variables[key] + owner, value, self.model.variables[key].type)

    def _set(self, region: str, index: int, value: Any, type_: Type | None) -> None:
        def put(runtime: Runtime) -> None:
            set_value(runtime.program, runtime.instance, region, index, value, type_)

        self._change(put)

    # -- where the game goes on

    def run_setup(self) -> None:
        """Run the setup of a fresh game and no further, without a log. The first option answers each question that the
        setup asks. Raises Stopped when there is none: `Inspection.begin` makes a GameFault of it."""

        def run(runtime: Runtime) -> None:
            runtime.instance.set_register("logging", 0)
            runtime.instance.set_keys(self._moment.keys)
            runtime.run("run_setup_alone")

        self._change(run, goes_on=False)

    def go_on_from(self, round_number: int, phase: int, player: int | None = None) -> None:
        """Let the game go on from the start of a phase (an index) of a round (counted from 1). With a player (counted
        from 1) it goes on from that player's turn in a phase that is played in turn."""

        def go_on(runtime: Runtime) -> None:
            runtime.run("go_on_from", round_number, phase, NONE if player is None else player - 1)

        self._change(go_on, goes_on=False)


class Inspection:
    """What tools see of a game and do with it. It shows what is hidden, so it isn't for players."""

    __slots__ = ("_playing",)

    def __init__(self, playing: Playing) -> None:
        self._playing = playing

    @property
    def model(self) -> Model:
        """What the rules declare for this game: with the overlays that apply to it."""
        return self._playing.runtime.model

    @property
    def position(self) -> Position:
        """The position by names and values."""
        return Position(self._playing.moment, self._playing.change_position)

    def view(self) -> dict[str, Any]:
        """The view of one who sees everything."""
        return self._playing.answer(lambda: view(self._playing.moment, None))

    def see_that_hidden_fits(self) -> None:
        """See that hidden cards and values are what `may_be` says that they may be, as they must whenever somebody
        decides; in a phase played all at once, when it began. Raises GameFault."""
        moment = self._playing.moment
        if self.model.may_be and not moment.finished:
            self._playing.answer(lambda: moment.load().ask("see_that_hidden_fits"))

    @property
    def played(self) -> bool:
        """Whether the choices that the game keeps lead from its seed to its position: then it can be saved."""
        playing = self._playing
        return playing.leads_here and (playing.log is not None or playing.picks is not None)

    def begin(self, prepare: Callable[[Position], None] | None = None) -> None:
        """Run a game that hasn't begun to its first decisions (`Ruleset.fresh_game`). `prepare` may put together
        another position first, as scenarios do. Such a game counts as not `played`. Raises GameFault."""
        self._playing.begin(None if prepare is None else lambda: prepare(self.position))

    def observe(self, observer: Observer | None) -> None:
        """Call `observer` with each option from now on, just before it takes effect: those that players choose and
        those that the engine takes because there is no other. Copies of the game have no observer."""
        self._playing.runtime.release()
        self._playing.observer = observer
