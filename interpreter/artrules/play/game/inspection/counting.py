"""For those who count over many games: what decisions offer, which cards and powers players have, and which code of
the content runs.
"""

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager

from artrules.engine.lower.program import Counter
from artrules.engine.machine.numbers import NONE, SLOTS
from artrules.model.ir.types import Card, ListOf, Optional, Power, Type, Zone
from artrules.play.game.decision import Decision, Option
from artrules.play.game.game import Game
from artrules.play.game.runtime import Runtime
from artrules.text.record import dataclass

# What a decision offers, option by option, without making texts of it: for those who count what is offered and taken.
#
# It tells more than players may know, but for `names_any`.


@dataclass(frozen=True, slots=True)
class Offered:
    """An option: the index of its branch in `decision.node.branches`, and the cards that it is about, each once."""

    branch: int
    cards: tuple[int, ...]


def offered(decision: Decision) -> list[Offered]:
    """What each option of a decision is about, in order."""
    asked = decision.asked
    types = [branch.types for branch in asked.table.branches]
    plain = [_plain_places(of_branch) for of_branch in types]
    offers = []
    for index in range(asked.count):
        first = index * asked.width
        branch = asked.rows[first]
        places = plain[branch]
        if places is None:
            _, *values = asked.candidate(index)
            named = (card for value, type_ in zip(values, types[branch], strict=True) for card in _cards(value, type_))
            offers.append(Offered(branch, tuple(dict.fromkeys(named))))
        else:
            words = [
                asked.rows[first + place] // divisor for place, divisor in places if asked.rows[first + place] >= 0
            ]
            offers.append(Offered(branch, tuple(dict.fromkeys(words))))
    return offers


def names_any(option: Option, cards: Container[int]) -> bool:
    """Whether an option is about any of some cards, as far as its player sees."""
    decision = option.decision
    asked = decision.asked
    branch, *values = asked.candidate(option.index)
    types = asked.table.branches[branch].types
    named = {card for value, type_ in zip(values, types, strict=True) for card in _cards(value, type_) if card in cards}
    if not named:
        return False
    runtime = decision.moment.load()
    return any(runtime.ask("may_see", asked.player, card) for card in sorted(named))


def _plain_places(types: tuple[Type, ...]) -> list[tuple[int, int]] | None:
    """The words of a row that are cards, or powers on them, and by what to divide each; None where a value may hold
    several cards."""
    places = []
    for place, type_ in enumerate(types, 1):
        match type_:
            case Card() | Optional(Card()):
                places.append((place, 1))
            case Power() | Optional(Power()):
                places.append((place, SLOTS))
            case ListOf() | Zone() | Optional(ListOf()) | Optional(Zone()):
                return None
    return places


def _cards(value: object, type_: Type) -> Iterator[int]:
    match type_, value:
        case Optional(of), _ if value is not None and value != NONE:
            yield from _cards(value, of)
        case ListOf(of), tuple() | list():
            for item in value:
                yield from _cards(item, of)
        case Zone(), tuple() | list():
            yield from value
        case Card(), int():
            yield value
        case Power(), int():
            yield value // SLOTS


# Which player has which cards, and which powers those have: for those who count what players own.


def owners(game: Game) -> list[int]:
    """By card: the player in whose zone it lies, counted from 1; 0 for a card that is nobody's."""
    instance = game.playing.moment.load().instance
    of_zone = instance.region("player_of_zone")
    return [of_zone[zone] for zone in instance.region("zone_of")[:]]


def keys_of_powers(game: Game) -> Mapping[str, list[int]]:
    """By `SET/GROUP.KEY`: the cards that have the powers of this key of their own."""
    runtime = game.playing.runtime
    first, count, own = (runtime.instance.region(name) for name in ("own_first", "own_count", "own_powers"))
    cards_by_key: dict[str, list[int]] = {}
    for card in range(len(runtime.layout.card_kind)):
        for definition in own[first[card] : first[card] + count[card]][:1]:
            key, _, _ = runtime.model.powers[definition].key.rpartition(".")
            cards_by_key.setdefault(key, []).append(card)
    return cards_by_key


def cards_by_label(game: Game) -> Mapping[str, list[int]]:
    """By what cards were called before anything had happened to them: the cards that are called so."""
    runtime = game.playing.runtime
    moment = game.playing.moment
    cards: dict[str, list[int]] = {}
    for card in range(len(runtime.layout.card_kind)):
        cards.setdefault(runtime.first_card_text(card), []).append(card)
    moment.load()
    return cards


# Which code of the content runs in games, and how its conditions come out: as coverage needs it.
#
# Games of a ruleset that counts (`Ruleset.counting`) count what they run. What the machine does to look ahead doesn't
# count, nor what it does for labels of options. Only one thing counts there, too: a requirement that refuses an option.


class Execution:
    """What runs in one game from now on, and in other games of the same ruleset, players and settings."""

    def __init__(self, game: Game) -> None:
        self._runtime = game.playing.runtime
        executed = self._runtime.instance.region("executed")
        for number in range(len(executed)):
            executed[number] = 0

    def happened(self) -> list[tuple[Counter, bool | None]]:
        """What has run; of conditions, each way in which they came out, of anything else None."""
        return [(counter, outcome) for counter, outcome, _ in _executed(self._runtime)]


def take_executed(game: Game) -> list[tuple[Counter, bool | None, int]]:
    """What has run in all games with the same ruleset, players and settings since this was last asked, and how often:
    as `Execution.happened` gives it, but for the setup of games, which counts too."""
    tallies = _executed(game.playing.runtime)
    executed = game.playing.runtime.instance.region("executed")
    for number in range(len(executed)):
        executed[number] = 0
    return tallies


@contextmanager
def without_counting(game: Game) -> Iterator[None]:
    """Inside the `with`, what runs in games with the same ruleset, players and settings doesn't count."""
    executed = game.playing.runtime.instance.region("executed")
    before = executed[:]
    try:
        yield
    finally:
        executed[: len(before)] = before


def _executed(runtime: Runtime) -> list[tuple[Counter, bool | None, int]]:
    tallies: list[tuple[Counter, bool | None, int]] = []
    last: Counter | None = None
    for counter, times in zip(runtime.program.counters, runtime.instance.region("executed"), strict=True):
        last = counter or last
        if times and last is not None:
            outcome = (counter is not None) if last.what == "held" else None
            tallies.append((last, outcome, times))
    return tallies


def used_power(option: Option) -> str | None:
    """The key of the power that an option uses, if it does nothing else."""
    asked, moment = option.decision.asked, option.decision.moment
    runtime = moment.load()
    asked.put(option.index, runtime.program, runtime.instance)
    definition = runtime.ask("power_used_by", asked.stack)
    return None if definition < 0 else runtime.model.powers[definition].key


def powers_on_cards(game: Game) -> set[str]:
    """The keys of the powers that cards of a game have of their own."""
    runtime = game.playing.runtime
    return {runtime.model.powers[d].key for d in runtime.instance.region("own_powers")}


def sets_in_play(game: Game) -> frozenset[str]:
    """The names of the sets whose code takes part in a game."""
    return game.playing.runtime.program.in_play
