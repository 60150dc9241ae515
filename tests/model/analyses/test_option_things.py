"""What options are about beside what is chosen with them, as the code tells it: for all branches of the shipped games,
and of some of the tests. Whoever changes the analysis reads this table again: a wrong thing is worse than none.

`+` names cards and powers of the label that nobody chooses, `^` piles that a chosen value names, `<` piles that come to
whoever chooses, `>` where the value of a binder (by its place) or the top of a pile goes. Branches for which there is
nothing, as most of those about players, members and numbers, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import artrules
from artrules.model.analyses.calls import every
from artrules.model.analyses.option_things import (
    Bound,
    BranchThings,
    Fixed,
    Me,
    Moved,
    OptionThingsAnalysis,
    Whose,
    ZonePlace,
)
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir import nodes as k
from play.game.tiny import tiny

TESTS_OWN = Path(__file__).parents[2] / "rulesets"
EXPECTED = {
    "kuhn_poker": [],
    "leduc_poker": [],
    "art_decko": [
        "buy c: 0>spent[me]",
        "also buy d: 0>spent[me]",
        "take b: 0>entered[me]",
        "spend c for …: 0>spent[me]",
        "use up c for …: 0>box",
        "use up n for 8: +n",
        "spend c for …: 0>spent[me]",
        "use up c for …: 0>box",
        "use up another c for …: 0>box",
        "discard c: 0>discard[me]",
        "keep the rest: ends",
        "haggle c away for two cards: 0>spent[me]",
        "buy c at s for …: 1>spent[me]",
        "buy two at s for … with n: 0>box",
        "buy c at sienna for … with n: 1>spent[me] 0>box",
        "show c in h for …: 0>wall[1]",
    ],
    "avant_carde": [
        "trash c from your line: 0>box",
        "trash c from your discard pile: 0>box",
        "play c: 0>line[me]",
        "stop playing: ends",
        "use w: +w",
        "conceal c: 0>line[me]",
        "trash c: 0>box",
        "draw a card for c: +c <deck[me]",
        "buy a n (…): ^stack[0] stack[0]>discard[me]",
        "tuck the ns: ^stack[0]",
        "take awards: ……: <award_stack <extras",
        "end the turn: ends",
        "upgrade c in your line to a n: ^stack[1] stack[1]>discard[me]",
        "upgrade c in your discard pile to a n: ^stack[1] stack[1]>discard[me]",
        "take a n (…): ^stack[0] stack[0]>discard[me]",
        "draw a card and conceal it: <deck[me]",
        "draw a card: <deck[me]",
        "draw two cards, earn $1 less: <deck[me]",
        "discard c: 0>discard[me]",
        "trash c: 0>box",
    ],
    "bioutifoul": [
        "discard c's influence: 0>influence_discard",
        "hang w's work: 0>artwork_discard",
        "hang w's work, bought this turn: 0>artwork_discard",
        "buy w's work for …: 0>gallery[me]",
        "sell w's work for …: 0>artwork_discard",
        "hold the exhibition of x: 0>exhibitions[me]",
        "take no action and get 1 influence and 1 gold: <influence_deck ends",
        "end the turn: ends",
    ],
    "bridge": [
        *["play c: 0>trick"] * 4,
    ],
    "crazy_eights": [
        "play c: 0>discards",
        "draw: <stock",
        "pass: ends",
    ],
    "cribbage": [
        "lay away c: 0>away[me]",
        "play c: 0>played",
    ],
    "dou_dizhu": [],
    "euchre": [
        "put c aside: 0>pack",
        *["play c: 0>trick"] * 3,
    ],
    "gin_rummy": [
        "knock with …: <discards",
        "discard c: 0>discards",
        "take …: <discards",
        "draw from the stock: <stock",
        "discard c: 0>discards",
        "lay down no more: ends",
        "lay off no more: ends",
    ],
    "go_fish": [],
    "goofspiel": [
        "bid c: 0>offer[me]",
    ],
    "hearts": [
        "pass c: 0>passed[me]",
        *["play c: 0>trick"] * 3,
    ],
    "klondike": [],
    "oh_hell": [
        *["play c: 0>trick"] * 3,
    ],
    "spades": [
        *["play c: 0>trick"] * 3,
    ],
    "texas_holdem": [],
    "vintage": [
        "hoard c: 0>hoard[me]",
        "hoard c: 0>hoard[me]",
        "steal c from p: 1>display[me]",
        "salvage c: 0>display[me]",
        "show c: 0>display[me]",
    ],
    "lanterns": [
        "play c: 0>row[me]",
        "stop playing: ends",
        "use w: +w",
        "use w: +w",
        "buy a n: ^stall[0] stall[0]>discard[me]",
        "leave: ends",
    ],
    "caravans": [
        "heed o: 0>gone",
        "draw: <deck",
        "take … from stall n: ^stalls[0][1] stalls[0][1]>hand[me]",
    ],
    "bulbs": [
        "plant the c too: +c",
        "stop trading: ends",
        "plant the c in the b bed…: +c",
    ],
    "poachers": [
        "go out alone: ends",
        "c: 0>laid",
    ],
    "quays": [],
    "claims": [
        "give up c: 0>shown[me]",
    ],
}


def spelled(thing: Moved) -> str:
    if isinstance(thing, int):
        return str(thing)
    return thing.zone.key + "".join(f"[{_owner(each)}]" for each in (thing.owner, thing.second) if each is not None)


def _owner(whose: Whose) -> str:
    match whose:
        case Me():
            return "me"
        case Bound(place):
            return str(place)
        case Fixed(word):
            return f"={word}"


def things_in_words(things: BranchThings) -> str:
    parts = [f"+{local.name.rpartition('_')[0]}" for local in things.named]
    parts += [f"^{spelled(pile)}" for pile in things.tops] + [f"<{spelled(pile)}" for pile in things.sources]
    parts += [f"{spelled(moved)}>{spelled(zone)}" for moved, zone in things.targets]
    return " ".join([*parts, *(["ends"] if things.ends else [])])


def label_in_words(label: k.Label) -> str:
    return "".join(
        part if isinstance(part, str) else part.name.rpartition("_")[0] if isinstance(part, k.Local) else "…"
        for part in label.parts
    )


def things_of_branches(ruleset: artrules.Ruleset) -> Iterator[tuple[k.Branch, BranchThings]]:
    analysis = OptionThingsAnalysis(ruleset.model)
    for _, choose in every(ruleset.model, k.Choose):
        for branch in choose.branches:
            yield branch, analysis.of(choose, branch)


def lines(ruleset: artrules.Ruleset) -> list[str]:
    pairs = [(branch, things_in_words(things)) for branch, things in things_of_branches(ruleset)]
    return [f"{label_in_words(branch.label)}: {text}" for branch, text in pairs if text]


@pytest.mark.parametrize("name", EXPECTED)
def test_what_options_are_about_follows_from_the_code(name: str) -> None:
    ruleset = artrules.load(TESTS_OWN / name if (TESTS_OWN / name).exists() else name)
    assert lines(ruleset) == EXPECTED[name]


def test_every_shipped_game_is_in_the_table() -> None:
    assert {*shipped_rulesets()} <= EXPECTED.keys()


ACTS = {
    "a pile of somebody else": ('choose one:\n    "take":\n        move top of right(me).deck to my hand', ""),
    "a pile of one's own": ('choose one:\n    "take":\n        move top of my deck to my hand', "take: <deck[me]"),
    "one of two zones": (
        "choose one:\n"
        '    "use {c}" for c in my hand:\n'
        "        if total > 3:\n            move c to heap\n        else:\n            move c to my row",
        "",
    ),
    "the same zone in both cases": (
        "choose one:\n"
        '    "use {c}" for c in my hand:\n'
        "        if total > 3:\n            move c to heap\n        else:\n            move c to heap",
        "use c: 0>heap",
    ),
    "first here, then there": (
        'choose one:\n    "use {c}" for c in my hand:\n        move c to my row\n        move c to heap',
        "use c: 0>row[me]",
    ),
    "behind a plain choose": ("choose c in my hand\nmove c to heap", "c: 0>heap"),
    "in a procedure": ('choose one:\n    "use {c}" for c in my hand:\n        put(c, me)', "use c: 0>row[me]"),
    "in a procedure, for somebody else": (
        'choose one:\n    "use {c}" for c in my hand:\n        put(c, right(me))',
        "",
    ),
    "behind a question to others": (
        'choose one:\n    "take":\n        ask others(me) at once:\n            choose one:\n'
        '                "yes":\n                    skip\n                "no":\n                    skip\n'
        "        move top 1 of my deck to my hand",
        "",
    ),
    "only one of two leaves the loop": (
        'repeat:\n    choose one:\n        "on":\n            total += 1\n        "off":\n            stop',
        "off: ends",
    ),
    "both leave the loop": (
        'repeat:\n    choose one:\n        "on":\n            stop\n        "off":\n            stop',
        "",
    ),
    "leaves the loop at times": (
        'repeat:\n    choose one:\n        "on":\n            total += 1\n        "off":\n            if total > 3:\n'
        "                stop",
        "",
    ),
    "leaves a loop of its own": (
        'repeat:\n    choose one:\n        "on":\n            stop\n        "off":\n'
        "            repeat 2 times:\n                total += 1\n                stop",
        "on: ends",
    ),
}


@pytest.mark.parametrize("case", ACTS)
def test_where_code_leaves_a_doubt_there_is_nothing(case: str, tmp_path: Path) -> None:
    act, expected = ACTS[case]
    procedures = "put(tile c, player p): move c to p.row"
    assert lines(tiny(tmp_path, act, procedures=procedures)) == ([expected] if expected else [])


def test_a_pile_that_several_owners_index_is_known_by_both() -> None:
    ruleset = artrules.load(TESTS_OWN / "caravans")
    (pile,) = (pile for _, things in things_of_branches(ruleset) for pile in things.tops)
    assert pile == ZonePlace(ruleset.model.zones["stalls"], Bound(0), Bound(1))
