"""A position by names and values. It can be read, and put together before a game begins, as scenarios do.

Zones and variables go by the names that content gives them and by the index of their owner. Cards go by number, players
by numbers from 1 (0 for the table). Values are those of constants in the intermediate representation: a member of an
enum is its index, a player counts from 0, a set is a bit mask, a list is a tuple, a card is its number. `encode` gives
them as plain data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.ir.declarations import Variable, ZoneDeclaration
from artrules.ir.types import Type
from artrules.run.encode import written
from artrules.run.setup import go_on_from, run_setup

if TYPE_CHECKING:
    from artrules.ir.model import Model
    from artrules.run.state import State


class Zone(NamedTuple):
    """A zone of one owner: the declaration's key, and the index of the owner (0 for a zone without owners)."""

    key: str
    owner: int


class Position:
    """The position of a game, hidden things included. What is changed in it changes the game."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._runtime = state.runtime
        self._layout = state.runtime.layout

    @property
    def model(self) -> Model:
        """What the rules declare for this game."""
        return self._runtime.program.model

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._runtime.players

    def copy(self) -> Position:
        """An independent position."""
        return Position(self._state.copy())

    def encode(self, value: Any, type_: Type) -> Any:
        """A value as plain data, as views show it: members by name, players from 1, cards by label, sets and lists as
        lists."""
        return written(self._state, value, type_)

    @property
    def end_condition(self) -> bool | None:
        """Whether the rule that ends the game (`until`) holds now; None when there is no such rule."""
        until = self._runtime.named("until")
        return None if until is None else bool(until(self._state))

    # -- zones

    @property
    def zones(self) -> list[Zone]:
        """All zones, in the order of their declarations and owners."""
        return [Zone(declaration.key, owner) for declaration, owner in self._layout.zone_owner]

    @property
    def zone_declarations(self) -> list[ZoneDeclaration]:
        """The declarations of the zones of this game, each once."""
        return [zone.declaration for zone in self._layout.zones.values()]

    def declaration_of(self, zone: Zone) -> ZoneDeclaration:
        """The declaration of a zone."""
        return self._layout.zones[zone.key].declaration

    def player_of(self, zone: Zone) -> int:
        """The player to whom a zone belongs, counted from 1; 0 for the table."""
        return self._runtime.zone_player[self._number(zone)]

    def usual_face(self, zone: Zone) -> str:
        """How cards lie in a zone unless they are turned over: `up` or `down`."""
        return ("up", "down")[self._runtime.zone_face[self._number(zone)]]

    def cards_in(self, zone: Zone) -> tuple[int, ...]:
        """The cards of a zone, the top one first."""
        return self._state.zones[self._number(zone)]

    @property
    def cards_aside(self) -> tuple[int, ...]:
        """The cards that take no part in the game: in the place where scenarios put them."""
        return self._state.zones[self._layout.aside]

    def contents(self) -> Iterator[tuple[Zone | None, tuple[int, ...]]]:
        """All zones with their cards; last, under None, the cards that take no part."""
        yield from zip([*self.zones, None], self._state.zones, strict=True)

    def arrange(self, zones: Mapping[Zone, Sequence[int]], aside: Sequence[int]) -> None:
        """Lay cards into some zones, the top one first, and aside; faces and attributes stay as they are. Cards that
        leave the zones without coming into others of them must be among those aside."""
        state = self._state
        for number, cards in [*((self._number(zone), cards) for zone, cards in zones.items()), (self._aside, aside)]:
            state.zones[number] = tuple(cards)
            for card in cards:
                state.cells[card] = number

    def _number(self, zone: Zone) -> int:
        return self._layout.zones[zone.key].first + zone.owner

    @property
    def _aside(self) -> int:
        return self._layout.aside

    # -- cards

    @property
    def cards(self) -> range:
        """The numbers of all cards."""
        return range(len(self._runtime.kind_of))

    def cards_of(self, kind: str) -> range:
        """The numbers of the cards of a kind."""
        cards = self._layout.cards[kind]
        return range(cards.first, cards.last)

    def kind_of(self, card: int) -> str:
        """The name of a card's kind."""
        return self._runtime.kind_of[card]

    def label(self, card: int) -> str:
        """What a card is called now."""
        return self._runtime.card_label(self._state, card)

    def first_label(self, card: int) -> str:
        """What a card is called before anything has happened to it."""
        return self._runtime.card_label(self._runtime.blank, card)

    def appearance(self, card: int) -> int:
        """A number that is equal for cards that were printed alike."""
        return self._runtime.look[card]

    def zone_of(self, card: int) -> Zone | None:
        """The zone in which a card lies by its own account; None when it takes no part in the game."""
        number = self._state.cells[card]
        if not 0 <= number < self._aside:
            return None
        declaration, owner = self._layout.zone_owner[number]
        return Zone(declaration.key, owner)

    def first_attribute(self, card: int, name: str) -> Any:
        """The value of an attribute of a card before anything has happened to it, as plain data. Raises KeyError for
        an attribute that cards of its kind don't have."""
        attribute = self.model.kinds[self.kind_of(card)].attributes[name]
        blank = self._runtime.blank
        value = self._runtime.start_of(attribute)(blank, card)
        return value if attribute.type is None else written(blank, value, attribute.type)

    def reset(self, card: int) -> None:
        """Give a card back its first attributes and take away the powers that it gained. Its zone and face stay."""
        state = self._state
        for attribute in self.model.kinds[self.kind_of(card)].attributes.values():
            if not attribute.printed:
                cell = self._layout.attribute_cell(attribute) + card
                state.cells[cell] = self._runtime.start_of(attribute)(state, card)
        state.gained.pop(card, None)

    def set_face(self, card: int, face: int) -> None:
        """Turn a card: 0 is face up, 1 face down."""
        self._state.cells[self._runtime.face_cell + card] = face

    def lay_as_usual(self, card: int) -> None:
        """Turn a card the way in which cards lie in its zone."""
        self.set_face(card, self._runtime.zone_face[self._state.cells[card]])

    def set_attribute(self, card: int, name: str, value: Any) -> None:
        """Change an attribute of a card that isn't printed on it."""
        attribute = self.model.kinds[self.kind_of(card)].attributes[name]
        self._state.cells[self._layout.attribute_cell(attribute) + card] = value

    # -- variables

    @property
    def variables(self) -> list[Variable]:
        """The declarations of the variables of this game."""
        return [v for v in self.model.variables.values() if v.key in self._layout.variables]

    def set_variable(self, key: str, owner: int, value: Any) -> None:
        """Change a variable of one owner, given by index (0 for a variable without owners)."""
        self._state.cells[self._layout.variables[key] + owner] = value

    # -- where the game goes on

    def run_setup(self) -> None:
        """Run the setup of a fresh game and no further, without a log. The first option answers each question that the
        setup asks. Raises Fault when there is none: `Game.begin` makes a GameFault of it."""
        log, self._state.log = self._state.log, None
        run_setup(self._state)
        self._state.log = log

    def go_on_from(self, round_number: int, phase: int, player: int | None = None) -> None:
        """Let the game go on from the start of a phase (an index) of a round (counted from 1). With a player (counted
        from 1) it goes on from that player's turn in a phase that is played in turn."""
        go_on_from(self._state, round_number, phase, None if player is None else player - 1)
