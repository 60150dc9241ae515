"""Decisions and options: what a game asks a player, and what that player can choose. Part of the public API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from artrules.engine.execute.position import Position
from artrules.engine.machine.numbers import SLOTS
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Card, ListOf, Optional, Power, Type, Zone
from artrules.play.explain.faults import Stopped
from artrules.play.game.description import title_of_decision
from artrules.play.game.moment import GameFault as GameFault
from artrules.play.game.moment import Moment, Origin
from artrules.play.game.offers import Asked, Candidate
from artrules.play.game.option_things import CardPlace as CardPlace
from artrules.play.game.option_things import Destination as Destination
from artrules.play.game.option_things import MemberRef as MemberRef
from artrules.play.game.option_things import NumberRef as NumberRef
from artrules.play.game.option_things import OptionThings, TablePlaces, Touched, resources_in, zone_sizes
from artrules.play.game.option_things import Payment as Payment
from artrules.play.game.option_things import PlayerRef as PlayerRef
from artrules.play.game.option_things import ResourcePayment as ResourcePayment
from artrules.play.game.option_things import Thing as Thing
from artrules.play.game.option_things import ValueRef as ValueRef
from artrules.play.game.option_things import ZoneRef as ZoneRef
from artrules.play.game.option_things import card_places as card_places
from artrules.play.game.runtime import ConcurrentUse as ConcurrentUse
from artrules.play.game.view import unseen_places, view
from artrules.text.diagnostics.diagnostic import Span

if TYPE_CHECKING:
    from artrules.play.game.option_looks import LookReader

T = TypeVar("T")


class IllegalChoice(ValueError):
    """The option that was chosen isn't offered; the game is unchanged."""


class OfPosition:
    """Something that belongs to one position of a game, and never changes."""

    __slots__ = ()

    def __copy__(self: T) -> T:
        return self

    def __deepcopy__(self: T, _memo: object) -> T:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("decisions and options can't be pickled: keep an option's `id`, which `choose` takes")


class Option(OfPosition):
    """Something that a player can choose now. Options are equal if they have the same index in the same decision."""

    __slots__ = ("decision", "index")
    decision: Decision
    index: int
    """The place of the option among those of its decision, counted from 0."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return self.index == other.index and self.decision.is_same(other.decision)

    def __hash__(self) -> int:
        return self.index

    @property
    def candidate(self) -> Candidate:
        """The engine's own form of it: opaque to clients, equal for the same option of the same decision."""
        return self.decision.asked.candidate(self.index)

    @property
    def id(self) -> str:
        """A text that names the option: the same whenever the same position offers the same option.

        It begins with the number of the player who decides and a colon. It doesn't reveal cards which that player
        can't see.
        """
        return self.decision.moment.option_id(self.decision.asked, self.index)

    @property
    def label(self) -> str:
        """The option in words, for the player who decides: cards that this player can't see are not named.

        Raises GameFault when the content fails to make the text.
        """
        return self._text(1 << self.decision.asked.player)

    def label_for(self, players: Iterable[int]) -> str:
        """The option in words, without the names of cards that one of some players (counted from 1) can't see.

        With no players every card is named. Raises GameFault.
        """
        seats = 0
        for player in players:
            seats |= 1 << player - 1
        return self._text(seats or None)

    @property
    def public_label(self) -> str:
        """What all other players read when the option is chosen. It is empty for an option that declines: others must
        not learn that there was something to decline. Raises GameFault."""
        if self.declines:
            return ""
        return self._text(self.decision.moment.runtime.others_of(self.decision.asked.player))

    def _text(self, seats: int | None) -> str:
        decision = self.decision
        try:
            return decision.moment.label(decision.asked, self.index, seats)
        except Stopped as stopped:
            raise decision.moment.fault(stopped) from None

    @property
    def about(self) -> tuple[Thing, ...]:
        """What it is about, in order and each thing once: what is chosen, then what else the rules say of it. Cards by
        their places in the view of the player who decides, zones, players, members, numbers. Cards that this player
        can't see are among them only in rows and piles. Raises GameFault."""
        return self.touched(self.decision.table_places).about

    @property
    def to(self) -> tuple[Destination, ...]:
        """Where it moves what it is about, as far as that is known beforehand. Raises GameFault."""
        return self.touched(self.decision.table_places).to

    def touched(self, places: TablePlaces) -> Touched:
        """What it is about, and where it moves that, with the places of another form of the view."""
        decision = self.decision
        things = decision.moment.runtime.derive(OptionThings)
        touched = things.touched(decision.asked, self.index, places, decision.names_in_frame)
        look = things.look(decision.asked, self.index)
        if look is None or not (look.about or look.to):
            return touched
        return decision.look_reader.touched(self.index, look, places, touched)

    @property
    def ends(self) -> bool:
        """Whether it does nothing but to end what the player is doing here: as content says, else as the code does."""
        return self.decision.moment.runtime.derive(OptionThings).ends(self.decision.asked, self.index)

    @property
    def gains(self) -> bool:
        """Whether content says that it costs nothing: whoever ends with such an option left may be asked once."""
        look = self.decision.moment.runtime.derive(OptionThings).look(self.decision.asked, self.index)
        return look is not None and look.gain

    @property
    def is_confirmed(self) -> bool:
        """Whether content says that pointing at what it is about only picks that."""
        look = self.decision.moment.runtime.derive(OptionThings).look(self.decision.asked, self.index)
        return look is not None and look.confirm

    @property
    def declines(self) -> bool:
        """Whether choosing this means to do nothing of what is offered (as with `may`)."""
        return self.decision.asked.branch(self.index).declines

    @property
    def is_open(self) -> bool:
        """Whether the player who decides sees all cards that the option is about."""
        asked = self.decision.asked
        branch, *values = asked.candidate(self.index)
        runtime = self.decision.moment.load()
        return all(
            runtime.ask("may_see", asked.player, card)
            for value, type_ in zip(values, asked.table.branches[branch].types, strict=True)
            for card in _cards_in(value, type_)
        )

    @property
    def source(self) -> Span:
        """The place in the content that offers it."""
        return self.decision.asked.branch(self.index).at

    @property
    def node(self) -> k.Branch:
        """The branch in the intermediate representation that offers it: for tools."""
        return self.decision.node.branches[self.candidate[0]]

    def __repr__(self) -> str:
        return f"<Option {self.label!r}>"


# What follows is made at every choice by clients that look at options. A class without `__init__` makes its objects in
# half the time, so functions make them, and what few ask for isn't there before.


def option_at(decision: Decision, index: int) -> Option:
    """The option of a decision with an index, which isn't looked at."""
    option = Option()
    option.decision = decision
    option.index = index
    return option


class Options(OfPosition, Sequence[Option]):
    """The options of a decision, each made when somebody looks at it."""

    __slots__ = ("_count", "_decision")
    _decision: Decision
    _count: int

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Option: ...

    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...

    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        decision = self._decision
        if type(index) is int and 0 <= index < self._count and decision.among is None:
            option = Option()
            option.decision = decision
            option.index = index
            return option
        return decision.find(index)

    def __iter__(self) -> Iterator[Option]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Options, list)) and [*self] == [*other]

    def __repr__(self) -> str:
        return repr([*self])


class Decision(OfPosition):
    """A question to one player, who must choose one of its options.

    A decision holds for the position in which the game asked it. To everyone but its player, `player` is all that may
    be shown of it.
    """

    __slots__ = (
        "_chosen",
        "_count",
        "_first",
        "_look_reader",
        "_moment",
        "_names",
        "_origin",
        "_own",
        "_place",
        "_places",
        "_position",
        "_unseen",
        "among",
    )
    _moment: Moment
    _origin: Origin
    _position: Position
    _chosen: int
    """One that is in memory has no moment before somebody asks for it, but what makes one: where the game comes from,
    its position, and how many choices have led there …"""
    _first: Decision
    """… or the first decision that waits in memory, which has all that."""
    among: tuple[int, ...] | None
    """Which of its options it shows, by their indices in ascending order; None for all (`narrowed`)."""
    _place: int
    """Its place among the decisions that wait in the moment; -1 for one that the game hasn't asked."""
    _count: int | None
    """How many options the whole decision has, once that is known."""
    _own: Asked
    _places: TablePlaces
    _names: Mapping[str, int]
    _look_reader: LookReader
    _unseen: dict[int, CardPlace]

    @property
    def moment(self) -> Moment:
        """Where the game asks it: opaque to clients."""
        if not hasattr(self, "_moment"):
            is_first = not hasattr(self, "_first")
            self._moment = self._origin.moment(self._position, self._chosen) if is_first else self._first.moment
        return self._moment

    @property
    def asked(self) -> Asked:
        """The engine's own form of it: opaque to clients."""
        if not hasattr(self, "_own"):
            self._own = self.moment.asked[self._place]
        return self._own

    def is_same(self, other: Decision) -> bool:
        """Whether it is the same decision, of one game or of copies made since it was asked."""
        if self is other or (self.moment is other.moment and self._place == other._place >= 0):
            return True
        return self.asked is other.asked

    @property
    def player(self) -> int:
        """Who decides, counted from 1."""
        return self.asked.player + 1

    @property
    def prompt(self) -> str:
        """What is to be decided, in the words of the content."""
        return self.asked.table.prompt

    @property
    def title(self) -> str:
        """What is to be decided, as a heading for people: the title that the layout gives it, else its prompt."""
        return title_of_decision(self.moment.runtime.model, self.asked.table.site, self.prompt)

    @property
    def payment(self) -> Payment | None:
        """How far the player has come with a cost that is paid piece by piece; None for any other decision."""
        choose = self.node
        if choose.cost is None or choose.left is None:
            return None
        names, runtime = self.moment.load().frame(self.asked.stack), self.moment.runtime
        cost, missing = names[choose.cost.name], names[choose.left.name]
        if not isinstance(choose.cost.type, ListOf):
            return Payment(cost, cost - missing, missing)
        demanded, lacking = (resources_in(runtime, word, choose.cost.type) for word in (cost, missing))
        each = [ResourcePayment(of, count, count - lacking[of], lacking[of]) for of, count in demanded.items()]
        return Payment(demanded.total(), demanded.total() - lacking.total(), lacking.total(), each)

    @property
    def table_places(self) -> TablePlaces:
        """Where the view of the player who decides shows things. Raises GameFault."""
        if not hasattr(self, "_places"):
            try:
                shown = view(self.moment, self.asked.player)
            except Stopped as stopped:
                raise self.moment.fault(stopped) from None
            self._places = self.places_in(card_places(shown, self.player), shown)
        return self._places

    def places_in(self, cards: Mapping[int, CardPlace], view: Mapping[str, Any]) -> TablePlaces:
        """Where another form of the view of the player who decides shows things: cards there by their ids. Raises
        GameFault."""
        return TablePlaces(self.player, cards, zone_sizes(view), lambda: self.unseen_places)

    @property
    def places(self) -> Mapping[int, CardPlace]:
        """Where the view of the player who decides shows cards, by their ids. Raises GameFault."""
        return self.table_places.seen

    @property
    def look_reader(self) -> LookReader:
        """What reads what content says of its options."""
        from artrules.play.game.option_looks import LookReader  # needed by few games

        if not hasattr(self, "_look_reader"):
            self._look_reader = LookReader(self.moment, self.asked)
        return self._look_reader

    def names_in_frame(self) -> Mapping[str, int]:
        """The words of the names that the code around it has bound."""
        if not hasattr(self, "_names"):
            self._names = self.moment.load().frame(self.asked.stack)
        return self._names

    @property
    def unseen_places(self) -> dict[int, CardPlace]:
        """Where the cards lie that the player who decides can't see, in rows and piles, by their ids. Raises
        GameFault."""
        if not hasattr(self, "_unseen"):
            try:
                unseen = unseen_places(self.moment, self.asked.player)
                self._unseen = {card: CardPlace(zone, player, index) for card, zone, player, index in unseen}
            except Stopped as stopped:
                raise self.moment.fault(stopped) from None
        return self._unseen

    @property
    def source(self) -> Span:
        """The place in the content that asks."""
        return self.asked.table.at

    @property
    def options(self) -> Options:
        """What can be chosen: at least one option, in a fixed order. Each can be completed: no choice that it leads
        to has no option left. There is one alone where others could tell from not having to wait that there is no
        choice, and in a game with `single_options`; elsewhere the engine takes such an option itself."""
        count = self._count if self.among is None else len(self.among)
        options = Options()
        options._decision = self
        options._count = self.size if count is None else count
        return options

    @property
    def size(self) -> int:
        """How many options the whole decision has."""
        count = self._count
        if count is None:
            count = self._count = self.asked.count
        return count

    def find(self, place: int | slice) -> Option | list[Option]:
        """The option at a place among those that it shows, or several. Raises IndexError."""
        indices = range(self.size) if self.among is None else self.among
        if isinstance(place, slice):
            return [option_at(self, index) for index in indices[place]]
        return option_at(self, indices[place])

    def narrowed(self, indices: Iterable[int]) -> Decision:
        """The same decision as one that shows only the options with these indices. An option of it can be chosen like
        one of the whole decision, and has the same index. Raises ValueError where none is left, or there isn't one."""
        among = tuple(sorted(set(indices)))
        if not among or among[0] < 0 or among[-1] >= self.asked.count:
            raise ValueError(f"a decision with {self.asked.count} options can't show only those with {among}")
        new = decision_at(self.moment, self._place, self._count, self.asked)
        new.among = among
        return new

    @property
    def positions(self) -> int:
        """How many positions the engine has looked at to find the options."""
        return self.asked.positions

    @property
    def number(self) -> int:
        """Which `choose` of the content asks: the same number wherever it asks again, in games with the same players
        and settings. For tools."""
        return self.asked.table.number

    @property
    def node(self) -> k.Choose:
        """The `choose` that asks, in the intermediate representation: for tools."""
        return self.asked.table.choose

    def with_id(self, text: str) -> Option | None:
        """The option with an id, if the decision offers it."""
        asked = self.asked
        head, _, rest = text.partition("(")
        if not rest or not head.startswith(f"{asked.player + 1}:{asked.table.site}."):
            return None
        key = head[len(f"{asked.player + 1}:{asked.table.site}.") :]
        branches = {i for i, branch in enumerate(asked.table.branches) if branch.key == key}
        for option in self.options:
            if asked.rows[option.index * asked.width] in branches and option.id == text:
                return option
        return None

    def __repr__(self) -> str:
        return f"<Decision of player {self.player}: {self.prompt!r}, {self.asked.count} options>"


def decision_at(moment: Moment, place: int, count: int | None = None, asked: Asked | None = None) -> Decision:
    """The decision at a place among those that wait in a moment. `count` is how many options it has, if that is known
    already. With `asked`, tools show one that the game hasn't asked; its place is -1."""
    decision = Decision()
    decision._moment = moment
    decision._place = place
    decision._count = count
    decision.among = None
    if asked is not None:
        decision._own = asked
    return decision


def decisions_at(moment: Moment, waiting: int, count: int) -> list[Decision]:
    """All decisions that wait in a moment, the first of which has so many options."""
    return [decision_at(moment, place, None if place else count) for place in range(waiting)]


def decisions_in_memory(origin: Origin, position: Position, chosen: int, count: int, waiting: int) -> list[Decision]:
    """The decisions that wait in memory, at least one, at a position to which so many choices have led. The first one
    has so many options."""
    first = Decision()
    first._origin = origin
    first._position = position
    first._chosen = chosen
    first._place = 0
    first._count = count
    first.among = None
    decisions = [first]
    if waiting > 1:
        for place in range(1, waiting):
            decision = Decision()
            decision._first = first
            decision._place = place
            decision._count = decision.among = None
            decisions.append(decision)
    return decisions


def _cards_in(value: Any, type_: Type) -> Iterator[int]:
    """The numbers of the cards that a value of an option is about."""
    match type_:
        case Optional(of) if value is not None:
            yield from _cards_in(value, of)
        case ListOf(of):
            for item in value:
                yield from _cards_in(item, of)
        case Zone():
            yield from value
        case Card():
            yield value
        case Power():
            yield value // SLOTS
