"""Which games are recorded: the numbers of players in turn, and with each of them the settings in turn.

What can be chosen for each shipped ruleset is written down here, as a person would choose it. A ruleset, a setting or a
set that is new must be added; a test says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

from artrules import Ruleset

from .chance import Chance
from .table import Table

GAMES = 200
"""Of each ruleset."""
HABITS = ("careless", "eager", "keen")
"""Of those who play, in turn; the last game with each number of players is one of idle players."""
MOST_DECISIONS = {"careless": 700, "eager": 1_200, "keen": 1_200, "idle": 700}
"""After so many a game is broken off: careless players may take thousands."""
MOST_OF_IDLE_PAIRS = 3_000
"""The game of two idle players is to come to the last round that a ruleset declares."""
DEFAULT = None
"""A setting that isn't given."""
RANDOM = "random"


@dataclass(frozen=True)
class Sets:
    """A setting of sets: their names, and the keys that each of them fills."""

    names: tuple[str, ...]
    keys: tuple[Any, ...]


@dataclass(frozen=True)
class Choices:
    """What can be chosen for a ruleset: for each setting its values, or its sets."""

    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    sets: Mapping[str, Sets] = field(default_factory=dict)


CHOICES: Mapping[str, Choices] = {
    "art_decko": Choices(
        {"gold_tiles": (DEFAULT, "yes", "no", RANDOM)},
        {"bonus_tiles": Sets(("sixteen_tiles",), ("how_mucha_you_got", "the_gold_bug", "fewest_shown"))},
    ),
    "avant_carde": Choices(
        {
            "awards_basis": (DEFAULT, "made", "unspent", RANDOM),
            "difficulty": (DEFAULT, "easy", "normal", "hard", "expert", RANDOM),
        },
        {"patrons": Sets(("londoners", "new_yorkers", "parisians", "singaporeans", "tokyoites"), tuple(range(2, 8)))},
    ),
    "bioutifoul": Choices({"actions_in_a_turn": (DEFAULT, *range(1, 10), RANDOM)}),
    "bridge": Choices(
        {"deals": (DEFAULT, 1, 2), "vulnerability": (DEFAULT, "nobody", "dealers", "others", "both", RANDOM)}
    ),
    "crazy_eights": Choices(
        {"goal": (DEFAULT, 1, 30, RANDOM), "draws": (DEFAULT, 1, 50, RANDOM), "reshuffle": (DEFAULT, "no", RANDOM)}
    ),
    "euchre": Choices(
        {
            "goal": (DEFAULT, 5, RANDOM),
            "deals": (DEFAULT, 1, 6),
            "stick_the_dealer": (DEFAULT, "yes", RANDOM),
            "upcard_is_kept": (DEFAULT, "yes", RANDOM),
        }
    ),
    "cribbage": Choices({"goal": (DEFAULT, 1, 61, RANDOM), "crib_flush": (DEFAULT, "yes", RANDOM)}),
    "dou_dizhu": Choices(
        {
            "deals": (DEFAULT, 1, 2),
            "thrown_in_counts": (DEFAULT, "yes", RANDOM),
            "four_with_two": (DEFAULT, "no", RANDOM),
            "like_kickers": (DEFAULT, "yes", RANDOM),
        }
    ),
    "gin_rummy": Choices(
        {
            "goal": (DEFAULT, 0, 20),
            "knocking": (DEFAULT, 0, 5, RANDOM),
            "oklahoma": (DEFAULT, "yes", RANDOM),
            "big_gin_bonus": (DEFAULT, 31, RANDOM),
            "level_undercuts": (DEFAULT, "no", RANDOM),
            "give_back": (DEFAULT, "yes", RANDOM),
            "last_discard": (DEFAULT, "yes", RANDOM),
            "gin_bonus": (DEFAULT,),
            "undercut_bonus": (DEFAULT,),
        }
    ),
    "go_fish": Choices({"ask_after_drawing": (DEFAULT, "no", RANDOM), "first_out_ends": (DEFAULT, "yes", RANDOM)}),
    "goofspiel": Choices(
        {"order": (DEFAULT, "highest_first", "lowest_first", RANDOM), "carry_over": (DEFAULT, "no", RANDOM)}
    ),
    "hearts": Choices(
        {
            "goal": (DEFAULT, 1, 40, RANDOM),
            "first_pass": (DEFAULT, "to_the_right", "across", "hold", RANDOM),
            "queen_breaks_hearts": (DEFAULT, "yes", RANDOM),
        }
    ),
    "klondike": Choices(
        {
            "turned": (DEFAULT, 1, RANDOM),
            "redeals": (DEFAULT, "never", "twice", RANDOM),
            "open_stock": (DEFAULT, "yes"),
            "scoring": (DEFAULT, "progress", RANDOM),
        }
    ),
    "kuhn_poker": Choices(),
    "leduc_poker": Choices(),
    "oh_hell": Choices(
        {
            "most_cards": (4, 1, 3, DEFAULT),
            "course": (DEFAULT, "down", "single"),
            "dealer_is_restricted": (DEFAULT, "no", RANDOM),
            "tricks_always_count": (DEFAULT, "yes", RANDOM),
        }
    ),
    "spades": Choices(
        {
            "goal": (DEFAULT, 100, RANDOM),
            "lost_at": (DEFAULT, 0, RANDOM),
            "deals": (DEFAULT, 1, 4, RANDOM),
            "blind_nil": (DEFAULT, "no", RANDOM),
            "nil_tricks_help": (DEFAULT, "yes", RANDOM),
            "thirteen_together": (DEFAULT, "yes", RANDOM),
            "spades_break": (DEFAULT, "no", RANDOM),
        }
    ),
    "texas_holdem": Choices(
        {
            "deals": (DEFAULT, 1, 3),
            "small_blind": (DEFAULT, 5),
            "doubling": (DEFAULT, 0, 2),
            "betting": (DEFAULT, "fixed_limit", RANDOM),
            "chips_each": (DEFAULT, 20),
            "most_bets": (DEFAULT, 2),
            "short_raises_count": (DEFAULT, "yes", RANDOM),
        }
    ),
    "vintage": Choices({"take_that": (DEFAULT, "yes", "no", RANDOM)}),
}


def plan(ruleset: Ruleset, games: int = GAMES) -> list[Table]:
    """The games of a ruleset."""
    counts, tables = ruleset.player_counts, []
    for number in range(games):
        turn, place = divmod(number, len(counts))
        chance = Chance(~number)
        idle = number >= games - len(counts)
        habit = "idle" if idle else HABITS[(turn + place) % len(HABITS)]
        settings = _settings(CHOICES[ruleset.name], turn, chance)
        most = MOST_OF_IDLE_PAIRS if idle and counts[place] == 2 else MOST_DECISIONS[habit]
        tables.append(Table(number, chance.below(1 << 32), counts[place], settings, habit, most))
    return tables


def _settings(choices: Choices, turn: int, chance: Chance) -> dict[str, Any]:
    """The settings of one turn through the numbers of players."""
    given: dict[str, Any] = {}
    for name, sets in choices.sets.items():
        given |= _sets(name, sets, turn, chance)
    sizes = [len(values) for values in choices.values.values()]
    for place, (name, values) in enumerate(choices.values.items()):
        value = values[turn // prod(sizes[:place]) % len(values)]
        if value is not DEFAULT:
            given[name] = value
    return given


def _sets(name: str, sets: Sets, turn: int, chance: Chance) -> dict[str, Any]:
    """First each set alone, twice; then what isn't given, and what is drawn; and after that mixtures, with a set for
    each key, or in every fourth with a set for all but one or two of them."""
    alone = 2 * len(sets.names)
    if turn < alone:
        return {name: sets.names[turn % len(sets.names)]}
    match turn - alone:
        case 0:
            return {}
        case 1:
            return {name: RANDOM}
        case 2:
            return {f"{name}.{chance.any(sets.keys)}": RANDOM}
        case later if later % 4 == 0:
            keys: Iterable[Any] = {chance.any(sets.keys): None for _ in range(2)}
            return {name: chance.any(sets.names)} | {f"{name}.{key}": chance.any(sets.names) for key in keys}
    return {name: sets.names[0]} | {f"{name}.{key}": chance.any(sets.names) for key in sets.keys}


def spread(things: int, wanted: int) -> list[int]:
    """So many numbers, at most, of things counted from 0, as far from one another as can be."""
    return [i * things // wanted for i in range(wanted)] if wanted < things else list(range(things))
