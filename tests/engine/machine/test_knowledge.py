"""What a seat can't know is what trying everything says: every way in which the unseen can have happened is followed in
an abstract copy of the table, and what fits with all that the seat saw is compared with what is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations

import pytest

from artrules.engine.chance import Stream, stream_key
from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.numbers import FACE_DOWN, FACE_UP, NIL, NONE
from artrules.engine.machine.rules.cards import USUAL_END
from engine.execute.tiny_programs import TinyProgram, tiny_program

SEAT = 1
"""Who looks on: player 2, while player 1 does things. (The engine counts from 0.)"""
Table = tuple[tuple[int, ...], ...]
"""Cards by zone, in the order of ZONES, then those that lie face down; loose zones sorted."""
ZONES = ["deck", "hand", "row", "heap", "pool"]
LOOSE = {1, 4}
DEALS = 1500
BOTH, OWNER = 3, 1


def table_program() -> TinyProgram:
    """Six cards and the zones, all of player 1."""
    return tiny_program(
        numbers={"CARDS": 6, "ZONES": 6, "KINDS": 1, "SHOWS": 1},
        tables={
            "seen_by": [0, OWNER, BOTH, BOTH, BOTH, 0],
            "seen_down_by": [0, OWNER, OWNER, BOTH, BOTH, 0],
            "open_places": [0, 0, 0, 1, 0, 0],
            "is_pile": [1, 0, 0, 1, 0, 0],
            "is_loose": [0, 1, 0, 0, 1, 0],
            "player_of_zone": [1, 1, 1, 1, 1, 0],
            "zone_holds_kind": [1, 1, 1, 1, 1, 1],
        },
    )


class Play:
    """Does the same on the machine's table, where one thing happens, and on the abstract one, where all do."""

    def __init__(self) -> None:
        self.machine = machine = CPythonInstance(table_program(), CHECKED)
        machine.set_keys([5, 6, 7])
        machine.set_register("knowing", 1)
        for zone in range(6):
            machine.region("first_in_zone")[zone] = machine.region("last_in_zone")[zone] = NIL
        for card in range(6):
            machine.region("zone_of")[card] = 4
            machine.call("put_before", card, 4, NIL)
        machine.call("begin_knowing")
        self.worlds: dict[Table, Fraction] = {((), (), (), (), tuple(range(6)), ()): Fraction(1)}
        self.shown: set[int] = set()
        """Cards that player 2 has been shown where they lie …"""
        self.followed: set[int] = set()
        """… and of these, those that it doesn't let out of its sight."""

    def cards(self, zone: int) -> tuple[int, ...]:
        found, card = [], self.machine.region("first_in_zone")[zone]
        while card != NIL:
            found.append(card)
            card = self.machine.region("next_in_zone")[card]
        return tuple(found)

    def table(self, lies: Callable[[int], int] = lambda card: card) -> Table:
        zones = [tuple(lies(c) for c in self.cards(zone)) for zone in range(5)]
        faces, zone_of = self.machine.region("face_of"), self.machine.region("zone_of")
        return _table([*zones, tuple(lies(c) for c in range(6) if faces[c] and zone_of[c] == 2)])

    def _on(self, happen: Callable[[Table], Iterable[Table]]) -> None:
        """Let something happen in every world, in every way, each as likely; keep what the seat can't tell apart."""
        seen = self._seen(self.table())
        after: dict[Table, Fraction] = Counter()  # type: ignore[assignment]
        for world, weight in self.worlds.items():
            ways = list(happen(world))
            for way in ways:
                if self._seen(way) == seen:
                    after[way] += weight / len(ways)
        total = sum(after.values())
        self.worlds = {world: weight / total for world, weight in after.items()}

    def _seen(self, world: Table) -> tuple[object, ...]:
        """What player 2 sees: what lies open, and where the cards lie that it has been shown."""
        places = {card: (i, 0 if i in LOOSE else zone.index(card)) for i, zone in enumerate(world[:5]) for card in zone}
        return *_seen(world), {card: places[card] for card in self.shown}

    def show(self, index: int, zone: str) -> None:
        """Show player 2 a card of player 1's."""
        card = self.cards(ZONES.index(zone))[index]
        self.machine.call("show_card", card, 1 << SEAT)
        self.shown.add(card)
        self.followed.add(card)
        self._on(lambda world: [world])

    def choose(self) -> None:
        """Somebody chooses: what has been shown is taken back to where it lies."""
        self.machine.call("follow_no_more")
        self.followed.clear()

    def sees_shown(self) -> set[int]:
        """The cards that player 2 sees because it has been shown them, as the machine says."""
        return {card for card, seats in enumerate(self.machine.region("shown_to")) if seats >> SEAT & 1}

    def shuffle(self, zone: str) -> None:
        place = ZONES.index(zone)
        self.machine.call("shuffle", place, 0)
        if len(self.cards(place)) > 1:
            self.shown -= {*self.cards(place)}
            self.followed -= {*self.cards(place)}
        self._on(lambda w: [_with(w, {place: order}) for order in permutations(w[place])])

    def move(self, index: int, source: str, target: str, down: bool = False) -> None:
        """Move a card: from a hand the one of player 1's choice, which others don't see; else the one at the index."""
        a, b = ZONES.index(source), ZONES.index(target)
        face = FACE_DOWN if down else NONE
        moved, stay = self.cards(a)[index], {*self.cards(a)}
        self.machine.call("move_card", 0, moved, b, USUAL_END, NONE, face)
        followed = {*self.followed} if a in LOOSE else set()
        arrives_open = b == 4 or b == 3 or (b == 2 and not down)
        if a in LOOSE and not arrives_open and moved not in followed:
            self.shown -= stay - followed
        if arrives_open or not (moved in self.followed or (moved in self.shown and a not in LOOSE)):
            self.shown.discard(moved)
        elif moved in self.followed:
            self.shown.add(moved)

        def happen(world: Table) -> Iterable[Table]:
            for place in range(len(world[a])) if a in LOOSE or source == "search" else [index]:
                card = world[a][place]
                if card != moved and (moved in followed or card in followed):
                    continue
                rest = world[a][:place] + world[a][place + 1 :]
                pile = b in (0, 3)
                faces = tuple(c for c in world[5] if c != card) + ((card,) if down else ())
                base = rest if a == b else world[b]
                yield _with(world, {a: rest, b: (card, *base) if pile else (*base, card), 5: faces})

        self._on(happen)

    def turn_up(self, index: int) -> None:
        self.machine.call("turn_over", 0, self.cards(2)[index], FACE_UP)
        self._on(lambda w: [_with(w, {5: tuple(c for c in w[5] if c != w[2][index])})])

    def dealt(self, deals: int = DEALS) -> Counter[Table]:
        machine, found = self.machine, []
        for seed in range(deals):
            machine.region("deal_key")[0] = stream_key(seed, 0, "test") - (1 << 63)
            machine.region("deal_drawn")[0] = 0
            machine.call("deal", SEAT, 0)
            found.append(self.table(machine.region("card_there").__getitem__))
        return Counter(found)


def _table(zones: list[tuple[int, ...]]) -> Table:
    return tuple(tuple(sorted(z)) if i in LOOSE or i == 5 else z for i, z in enumerate(zones))


def _with(world: Table, changes: dict[int, tuple[int, ...]]) -> Table:
    return _table([changes.get(i, zone) for i, zone in enumerate(world)])


def _seen(world: Table) -> tuple[object, ...]:
    """What player 2 sees: the row's cards that lie face up, the heap's top, the pool."""
    deck, hand, row, heap, pool, down = world
    return len(deck), len(hand), tuple(None if c in down else c for c in row), heap[:1], len(heap), pool


def draw(play: Play, cards: int) -> None:
    for _ in range(cards):
        play.move(0, "deck", "hand")


def stock(play: Play, cards: int) -> None:
    for _ in range(cards):
        play.move(0, "pool", "deck")


def simple(play: Play) -> None:
    stock(play, 5)
    play.shuffle("deck")
    draw(play, 2)


def played(play: Play) -> None:
    simple(play)
    play.move(1, "hand", "row")


def concealed(play: Play) -> None:
    simple(play)
    play.move(1, "hand", "row", down=True)


def put_under(play: Play) -> None:
    """What went into the deck in sight lies where it lies, until it is shuffled."""
    stock(play, 3)
    play.move(1, "pool", "heap")


def two_hands_full(play: Play) -> None:
    """Drawn before a shuffle and after it: what is concealed may be of either, what is left in the deck can't."""
    stock(play, 3)
    play.shuffle("deck")
    draw(play, 2)
    stock(play, 2)
    play.shuffle("deck")
    draw(play, 1)
    play.move(0, "hand", "row", down=True)


def by_elimination(play: Play) -> None:
    stock(play, 3)
    play.shuffle("deck")
    draw(play, 3)
    play.move(0, "hand", "row")
    play.move(1, "hand", "row")


def turned(play: Play) -> None:
    concealed(play)
    play.turn_up(0)


def nested(play: Play) -> None:
    """The same hand is mixed again and again."""
    simple(play)
    play.move(0, "hand", "row", down=True)
    draw(play, 1)
    play.move(0, "hand", "row", down=True)
    play.move(0, "hand", "deck")


def heaped(play: Play) -> None:
    """Of a heap the top alone is seen: what goes on it is known, what comes to light too."""
    simple(play)
    play.move(0, "hand", "heap")
    play.move(0, "hand", "heap")
    play.move(0, "heap", "deck")


def heap_shuffled(play: Play) -> None:
    for _ in range(4):
        play.move(0, "pool", "heap")
    play.shuffle("heap")
    play.move(0, "heap", "pool")


def shown_and_kept(play: Play) -> None:
    """A card is shown, and another one leaves in sight: the first is still in the hand."""
    simple(play)
    play.show(0, "hand")
    play.choose()
    play.move(1, "hand", "row")


def shown_and_lost(play: Play) -> None:
    """A card is shown, then one leaves: which?"""
    simple(play)
    draw(play, 1)
    play.show(0, "hand")
    play.choose()
    play.move(1, "hand", "deck")


def shown_and_followed(play: Play) -> None:
    """A card is shown and laid face down before anybody chooses, so everybody knows which it is."""
    simple(play)
    play.show(1, "hand")
    play.move(1, "hand", "row", down=True)
    play.choose()
    play.move(0, "hand", "deck")


def shown_beside(play: Play) -> None:
    """While a card is held out another one leaves: it isn't the one that is held out."""
    simple(play)
    draw(play, 1)
    play.show(0, "hand")
    play.move(2, "hand", "deck")
    play.choose()
    play.move(0, "hand", "row", down=True)


def shown_in_the_deck(play: Play) -> None:
    """What was shown in a deck is known by its place, until the deck is shuffled."""
    stock(play, 5)
    play.shuffle("deck")
    play.show(1, "deck")
    play.choose()
    draw(play, 2)


def shown_and_shuffled(play: Play) -> None:
    shown_in_the_deck(play)
    play.show(0, "deck")
    play.move(0, "hand", "deck")
    play.choose()
    play.shuffle("deck")


def returned(play: Play) -> None:
    """A known card goes into the hand, one leaves: which?"""
    simple(play)
    play.move(0, "pool", "hand")
    play.move(0, "hand", "deck")


ONE_WAY = [
    simple,
    played,
    concealed,
    put_under,
    two_hands_full,
    by_elimination,
    turned,
    heaped,
    heap_shuffled,
    returned,
    shown_and_kept,
    shown_and_lost,
    shown_and_followed,
    shown_beside,
    shown_in_the_deck,
    shown_and_shuffled,
]


@pytest.mark.parametrize("story", [*ONE_WAY, nested], ids=lambda s: s.__name__)
def test_what_is_dealt_is_what_can_be(story: Callable[[Play], None]) -> None:
    play = Play()
    story(play)
    dealt = play.dealt()
    assert play.sees_shown() == play.shown
    assert set(dealt) == set(play.worlds)
    assert play.table() in play.worlds
    for world, weight in play.worlds.items():
        expected = float(weight) * DEALS
        assert abs(dealt[world] - expected) < 5 * expected**0.5 + 1, (world, dealt[world], expected)


def several_ways(play: Play) -> None:
    """The card played at last was drawn before the first was concealed, or after."""
    stock(play, 5)
    play.shuffle("deck")
    draw(play, 2)
    play.move(0, "hand", "row", down=True)
    draw(play, 1)
    play.move(0, "hand", "row", down=True)
    play.move(0, "hand", "row")


def at_random(seed: int, shows: bool = False) -> Callable[[Play], None]:
    """A story of whatever can be done with these zones."""

    def story(play: Play) -> None:
        chance = Stream(seed, 0, "test story")

        def below(zone: str) -> int:
            return chance.below(len(play.cards(ZONES.index(zone))))

        hidden = [("hand", "row", True), ("hand", "deck", False), ("hand", "row", False), ("hand", "heap", False)]
        open_ = [("row", "hand", False), ("row", "deck", False), ("heap", "hand", False), ("pool", "hand", False)]
        for _ in range(6 + chance.below(16)):
            if shows:
                if chance.below(2):
                    play.choose()
                zone = ("hand", "hand", "deck", "row")[chance.below(4)]
                if play.cards(ZONES.index(zone)) and chance.below(3):
                    play.show(below(zone), zone)
            lying = {name: len(play.cards(zone)) for zone, name in enumerate(ZONES)}
            moves = [("pool", "deck", False)] * 3 + [("deck", "hand", False)] * 4 + hidden * 2 + open_
            moves = [m for m in moves if lying[m[0]]]
            piles = [name for name in ("deck", "deck", "heap") if lying[name] > 1]
            which = chance.below(len(moves) + len(piles))
            if which < len(piles):
                play.shuffle(piles[which])
            else:
                source, target, down = moves[which - len(piles)]
                play.move(0 if source in ("deck", "heap") else below(source), source, target, down)

    return story


@pytest.mark.parametrize("seed", range(60))
def test_nothing_impossible_is_dealt_even_where_a_card_can_have_come_by_several_ways(seed: int) -> None:
    play = Play()
    (several_ways if seed == 0 else at_random(seed))(play)
    assert set(play.dealt(200)) <= set(play.worlds)
    assert play.table() in play.worlds


@pytest.mark.parametrize("seed", range(60))
def test_nothing_impossible_is_dealt_where_cards_are_shown(seed: int) -> None:
    play = Play()
    at_random(seed, shows=True)(play)
    assert play.sees_shown() == play.shown
    assert set(play.dealt(200)) <= set(play.worlds)
    assert play.table() in play.worlds
