"""`collect … for …`: what is offered is exactly what can still be completed, each payment is come upon once, and what
is lacking is said by resource."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from artrules.play.game import executors
from play.game.tiny import choose, offered, told
from tools.page_messages import state_message

BASE = """
ruleset: stalls
title: Stalls
players: 2..3
enums:
  ware: [salt, wool, iron, clay]
cards:
  crate:
    label: "crate {self.n}"
    attributes:
      n: {type: 1..6}
      holds: {type: some of ware, starts: []}
      price: {type: 0..3, starts: 0}
zones:
  store: {per: player, holds: crate, seen_by: everyone}
  heap: {holds: crate, order: pile, seen_by: everyone}
pieces:
  crates: {kind: crate, start: heap, columns: [n], rows: [[1], [2], [3], [4], [5], [6]]}
variables:
  wanted: {of: ware, type: 0..4}
  coins: {of: player, type: 0..9}
  own: {of: ware, type: 0..9}
"""
FLOW = """
flow:
  setup: {begin: skip}
  rounds:
    - name: main
      who: in_turn
      from: players[1]
      do: |
        if me is players[1]:
            act()
  until: round_number > 0
  score: {x: {is: my coins}}
  winners: best(p in players, most score(p))
procedures:
"""
CHOOSING = """
  set_up: |
    for c in heap:
        choose n in 0..15
        for k in ware where n / (8 if k is clay else 4 if k is iron else 2 if k is wool else 1) % 2 = 1:
            c.holds becomes c.holds + [k]
        choose m in 0..3
        c.price becomes m
        move c to my store
    for k in ware:
        choose n in 0..4
        wanted[k] becomes n
        choose m in 0..2
        own[k] becomes m
    choose n in 0..9
    my coins becomes n
  act: |
    set_up()
    choose one:
        "buy":
            collect wanted[k] for k in ware, at most my coins:
                for k in ware, n in 1..own[k] covers k
                "give {c}" for c in my store where c.n % 2 = 1 covers c.holds costs c.price:
                    move c to heap
                "lend {c}" for c in my store where c.n % 2 = 0 covers c.holds costs c.price: skip
            say "paid"
        "wait":
            skip
        "sleep":
            skip
"""
WARES = range(4)


class Case(NamedTuple):
    """Crates as what they hold (bits) and cost, how much is wanted of each ware, how much is there, and the budget."""

    crates: Sequence[tuple[int, int]]
    wanted: Sequence[int]
    own: Sequence[int]
    coins: int


def bits(numbers: Sequence[int]) -> list[int]:
    """The resources of units of which there are so many of each ware."""
    return [1 << ware for ware in WARES for _ in range(numbers[ware])]


def has_places(units: Sequence[int], places: Sequence[int]) -> bool:
    """Whether each unit finds a place of its own, by trying all."""
    if not units:
        return True
    first, *others = units
    return any(
        first >> ware & 1 and has_places(others, [*places[:i], *places[i + 1 :]]) for i, ware in enumerate(places)
    )


def payments(case: Case) -> set[frozenset[int]]:
    """Every set of crates that pays, found by trying all: crates by number, from 0."""
    places = [ware for ware in WARES for _ in range(case.wanted[ware])]
    own = bits(case.own)
    by_itself = max(
        (chosen for size in range(len(own) + 1) for chosen in combinations(own, size) if has_places(chosen, places)),
        key=len,
    )
    complete = set()
    for chosen in combinations(range(len(case.crates)), len(places) - len(by_itself)):
        units = [case.crates[crate][0] for crate in chosen]
        wholly = sum(case.crates[crate][1] for crate in chosen) <= case.coins
        if wholly and covers(places, own, units):
            complete.add(frozenset(chosen))
    return complete


def covers(places: Sequence[int], own: Sequence[int], units: Sequence[int]) -> bool:
    """Whether all units, with as many of one's own as there are places left, fill all places."""
    return any(has_places([*units, *some], places) for some in set(combinations(own, len(places) - len(units))))


CASES = st.builds(
    Case,
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), min_size=6, max_size=6),
    st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(lambda wanted: sum(wanted) <= 4),
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
    st.integers(0, 9),
)


@pytest.fixture(scope="module", params=["cpython", "wasm"])
def stalls(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[artrules.Ruleset]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(executors.VARIABLE, request.param)
        yield ruleset(tmp_path_factory.mktemp("stalls"), CHOOSING)


def ruleset(folder: Path, code: str) -> artrules.Ruleset:
    """Stalls with procedures, one of which is `act`: what player 1 does."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(BASE.lstrip() + FLOW.lstrip() + code.lstrip("\n"), encoding="utf-8")
    return artrules.load(folder)


def stocked(folder: Path, act: str) -> artrules.Ruleset:
    """Stalls in which player 1 has six crates of salt, salt, wool, wool, anything, anything, and nine coins."""
    has = """
    for c in heap:
        c.holds becomes [salt] if c.n < 3 else [wool] if c.n < 5 else [salt, wool, iron, clay]
        move c to my store
    my coins becomes 9
    """
    code = "  act: |\n" + indent(dedent(has).strip() + "\n" + dedent(act).strip() + "\n", "    ")
    return ruleset(folder, code)


def acting(folder: Path, act: str) -> artrules.Game:
    """A game of three in which player 1 is stocked."""
    return stocked(folder, act).new_game(players=3)


def begun(stalls: artrules.Ruleset, case: Case) -> artrules.Game:
    """A game of a case, before anything is bought."""
    game = stalls.new_game(players=2)
    for holds, price in case.crates:
        choose(game, str(holds), str(price))
    for ware in WARES:
        choose(game, str(case.wanted[ware]), str(case.own[ware]))
    choose(game, str(case.coins))
    return game


def taken(game: artrules.Game) -> list[int]:
    """The crates that have been taken, in order."""
    labels = [entry.text for entry in game.log if entry.kind in ("chose", "took")]
    return [int(label[-1]) - 1 for label in labels if label.startswith(("give", "lend", "pay"))]


def ends(game: artrules.Game) -> Iterator[list[int]]:
    """Every way to go on to the end of the payment: the crates, in order."""
    if not game.decisions:
        yield taken(game)
        return
    for option in game.decisions[0].options:
        going_on = game.copy()
        going_on.choose(going_on.decisions[0].options[option.index])
        yield from ends(going_on)


@settings(max_examples=15)
@given(CASES)
def test_as_trying_everything_finds(stalls: artrules.Ruleset, case: Case) -> None:
    expected, game = payments(case), begun(stalls, case)
    assert ("buy" in offered(game)) == bool(expected)
    if not expected:
        return
    choose(game, "buy")
    assert bool(game.decisions) == (len(expected) > 1)
    orders = list(ends(game))
    assert {frozenset(order) for order in orders} == expected
    demanded = sum(1 << ware for ware in WARES if case.wanted[ware])
    lots = {crate: (crate % 2, holds & demanded, price) for crate, (holds, price) in enumerate(case.crates)}
    for payment, times in Counter(map(frozenset, orders)).items():  # those of one lot may come in any order
        assert times <= prod(map(factorial, Counter(lots[crate] for crate in payment).values()))


PURCHASE = """
wanted[salt] becomes 3
wanted[wool] becomes 1
own[salt] becomes 1
choose one:
    "buy":
        collect max(0, wanted[k] - own[k]) for k in ware:
            "pay {c}" for c in my store where size(c.holds) = 1 covers c.holds: move c to heap
            "pay {c}" for c in my store where size(c.holds) > 1 covers ware: move c to heap
        say "{sum(c.n for c in heap)}"
    "wait": skip
    "sleep": skip
"""


COUNTED_FIRST = '"pay {c}" for c in my store where size(c.holds) = 1'
OWN_SALT = "for n in 1..own[salt] covers salt\n            " + COUNTED_FIRST


def paid(game: artrules.Game) -> tuple[int, int, int]:
    """What the payment of the decision costs, what is paid, and what is missing."""
    payment = game.decisions[0].payment
    assert payment is not None
    return payment.cost, payment.paid, payment.missing


def test_a_purchase_with_a_discount_and_jokers(tmp_path: Path) -> None:
    """One salt is had anyway. Three units are paid: salt with 1, 2 or jokers, wool with 3, 4 or a joker."""
    game = acting(tmp_path, PURCHASE)
    choose(game, "buy")
    assert offered(game) == ["pay crate 1", "pay crate 2", "pay crate 5", "pay crate 6"]
    assert paid(game) == (3, 0, 3)
    choose(game, "pay crate 5")  # so the crates of salt stay, and the other joker is taken, too
    assert offered(game) == ["pay crate 3", "pay crate 4"]
    assert paid(game) == (3, 2, 1)
    choose(game, "pay crate 4")
    assert taken(game) == [4, 5, 3]
    assert told(game) == ["15"]


def by_resource(game: artrules.Game) -> dict[str, tuple[int, int, int]]:
    """What the payment of the decision costs, what is paid, and what is missing, of each ware."""
    payment = game.decisions[0].payment
    assert payment is not None
    return {each.of.member: (each.cost, each.paid, each.missing) for each in payment.resources}


def test_a_payment_says_what_is_missing_of_each_resource(tmp_path: Path) -> None:
    """One salt is there already. Jokers are salt as long as that is lacking."""
    game = acting(
        tmp_path, PURCHASE.replace("max(0, wanted[k] - own[k])", "wanted[k]").replace(COUNTED_FIRST, OWN_SALT)
    )
    choose(game, "buy")
    assert by_resource(game) == {"salt": (3, 1, 2), "wool": (1, 0, 1)}
    choose(game, "pay crate 5")
    assert offered(game) == ["pay crate 3", "pay crate 4"]  # the other joker was taken, too
    assert by_resource(game) == {"salt": (3, 3, 0), "wool": (1, 0, 1)}
    assert paid(game) == (4, 3, 1)
    [offer] = state_message(game, 1)["offers"]
    assert offer["payment"]["resources"] == [
        {"of": {"member": ["ware", "salt"]}, "cost": 3, "paid": 3, "missing": 0},
        {"of": {"member": ["ware", "wool"]}, "cost": 1, "paid": 0, "missing": 1},
    ]


def test_that_it_can_be_paid_is_known_without_trying(tmp_path: Path) -> None:
    """Nobody need see how it is paid, nor what becomes of the purchase."""
    game = acting(tmp_path, PURCHASE)
    assert "buy" in offered(game)
    assert game.playing.moment.asked[0].positions == 0


BUILDING = """
move those(c in my store where c.n = 4) to left(me).store
move those(c in my store where c.n = 5) to right(me).store
move those(c in my store where c.n = 6) to heap
wanted[salt] becomes 3
wanted[wool] becomes 2
my coins becomes COINS
choose one:
    "build":
        collect wanted[k] for k in ware, at most my coins:
            for c in my store covers c.holds
            "buy {c} from {p}" for p in others(me), c in p.store covers c.holds costs price(p):
                my coins -= price(p)
                p.coins += price(p)
        say "{my coins}, {left(me).coins}, {right(me).coins}"
    "wait": skip
    "sleep": skip
"""
PRICE = "functions:\n  price(player p): 1 if p is left(players[1]) else 2\n"


def building(folder: Path, coins: int) -> artrules.Game:
    """A game in which player 1 lacks one of three salt and one of two wool, and others have wool, and anything."""
    (folder / "prices.yaml").write_text("part_of: stalls\n" + PRICE, encoding="utf-8")
    return acting(folder, BUILDING.replace("COINS", str(coins)))


def test_a_building_with_two_traders(tmp_path: Path) -> None:
    """Only the right neighbour sells what can be salt, so the wool comes from the left one: nobody is asked."""
    game = building(tmp_path, 9)
    choose(game, "build")
    assert [entry.text for entry in game.log if entry.kind == "took"] == [
        "buy crate 5 from player 3",
        "buy crate 4 from player 2",
    ]
    assert told(game) == ["6, 1, 2"]


def test_what_is_too_dear(tmp_path: Path) -> None:
    game = building(tmp_path, 2)
    assert offered(game) == ["wait", "sleep"]
    assert game.why_not(1, "build").reason == "it costs at least 3, and 2 is all that may be spent"


LACKING = """
wanted[salt] becomes 4
wanted[clay] becomes 3
choose one:
    "buy":
        collect wanted[k] for k in ware:
            for c in my store where c.n < 3 covers c.holds
            "pay {c}" for c in my store where c.n > 2 covers c.holds: move c to heap
    "wait": skip
    "sleep": skip
"""


def test_what_is_lacking_is_said_by_resource(tmp_path: Path) -> None:
    """Two salt count by themselves, and two crates may be anything: of seven units three are lacking."""
    answer = acting(tmp_path, LACKING).why_not(1, "buy")
    assert answer.reason == "lacking: 3 clay; it costs 4 salt, 3 clay"
    assert answer.because[0].condition == "wanted[k]"


def test_why_a_unit_is_not_offered(tmp_path: Path) -> None:
    game = acting(tmp_path, PURCHASE)
    choose(game, "buy")
    assert game.why_not(1, "pay crate 3").reason == "crate 3 isn't needed now"
    choose(game, "pay crate 5")
    assert "`where size(c.holds) = 1`" not in game.why_not(1, "pay crate 5").text


def test_a_payment_is_saved_in_its_middle(tmp_path: Path) -> None:
    ruleset = stocked(tmp_path, PURCHASE)
    game = ruleset.new_game(players=3)
    choose(game, "buy", "pay crate 5")
    again = ruleset.resume(game.to_json())
    assert offered(again) == offered(game) == ["pay crate 3", "pay crate 4"]
    choose(again, "pay crate 3")
    assert told(again) == ["14"]


COUNTERS = """
wanted[salt] becomes 1
wanted[iron] becomes 2
own[iron] becomes 2
own[salt] becomes 1
for p in others(me):
    p.coins becomes 3
collect wanted[k] for k in ware, at most 9:
    "{k} of {p}, {n}" for p in others(me), k in ware, n in 1..own[k] covers k costs 1 if p is left(me) else 0: skip
say "paid"
"""


def test_units_may_be_no_cards(tmp_path: Path) -> None:
    """A unit is a player, a ware and a number together: each is taken once, though nothing of it goes away."""
    game = acting(tmp_path, COUNTERS)
    assert offered(game) == ["salt of player 2, 1", "salt of player 3, 1"]
    choose(game, "salt of player 3, 1")
    assert offered(game) == [f"iron of player {p}, {n}" for p in (2, 3) for n in (1, 2)]
    choose(game, "iron of player 2, 2")
    assert offered(game) == ["iron of player 2, 1", "iron of player 3, 1", "iron of player 3, 2"]
    choose(game, "iron of player 3, 1")
    assert told(game) == ["paid"]


RESOURCES = {
    "for k in 1..4": "[c.n, max(1, 5 - c.n)]",
    "for k in others(me)": "left(me) if c.n < 4 else right(me)",
}


@pytest.mark.parametrize("head", RESOURCES)
def test_resources_may_be_numbers_or_players(head: str, tmp_path: Path) -> None:
    covers = RESOURCES[head]
    game = acting(tmp_path, f'collect 1 {head}:\n    "give {{c}}" for c in my store covers {covers}: move c to heap')
    while game.decisions:
        game.choose(game.decisions[0].options[0])
    assert sorted(taken(game)) == ([0, 1, 2, 3] if "1..4" in head else [0, 3])


FIRST_BRANCH = """
wanted[salt] becomes 2
wanted[wool] becomes 2
own[salt] becomes 0
choose one:
    "buy":
        collect wanted[k] for k in ware:
            for c in my store where c.n > 5 covers c.holds
            "give {c}" for c in my store where c.n < 4 covers c.holds: move c to heap
            "sell {c}" for p in players, c in p.store where c.n < 4 or c.n = 6 covers c.holds: move c to heap
    "wait": skip
    "sleep": skip
"""


def test_a_thing_belongs_to_the_first_branch_that_names_it(tmp_path: Path) -> None:
    """Crates 1, 2 and 3 would do, with 6 that counts by itself; no crate counts twice."""
    game = acting(tmp_path / "enough", FIRST_BRANCH)
    choose(game, "buy")
    assert sorted(taken(game)) == [0, 1, 2]
    more = FIRST_BRANCH.replace("wanted[wool] becomes 2", "wanted[wool] becomes 3")
    assert acting(tmp_path / "more", more).why_not(1, "buy").reason == "lacking: 1 wool; it costs 2 salt, 3 wool"


def test_the_words_stay_free(tmp_path: Path) -> None:
    game = acting(
        tmp_path,
        """
        let covers = [wool]
        let costs = 1
        collect 1 for k in covers, at most costs:
            "{covers} {c}" for c in my store where size(covers) = costs covers covers costs costs: move c to heap
        say "{costs}"
        """,
    )
    assert offered(game) == [f"wool crate {n}" for n in range(1, 7)]


WRONG = {
    "a worth": ('"a {c}" for c in my store worth 1: skip', "wrong-arguments"),
    "another word": ('"a {c}" for c in my store cover c.holds: skip', "bad-syntax"),
    "another second word": ('"a {c}" for c in my store covers c.holds cost 1: skip', "bad-syntax"),
    "a price without a budget": ('"a {c}" for c in my store covers c.holds costs 1: skip', "wrong-arguments"),
    "what counts by itself costs something": (
        'for c in my store covers c.holds costs 1\n    "a {c}" for c in heap covers c.holds: skip',
        "wrong-arguments",
    ),
    "a price below 0": ('"a {c}" for c in my store covers c.holds costs -1: skip', "wrong-type"),
    "another type": ('"a {c}" for c in my store covers c.n: skip', "wrong-type"),
    "a list of another type": ('"a {c}" for c in my store covers 1..3: skip', "wrong-type"),
    "a card that counts twice": ('"a {c}" for c in my store, n in 1..2 covers c.holds: skip', "wrong-arguments"),
    "no numbers": ('"a {n}" for n in 1..2, b in [yes, no] covers salt: skip', "wrong-arguments"),
    "an unknown name": ('"a {c}" for c in my store where c.size > 1 covers c.kinds: skip', "unknown-name"),
}
HEADS = {
    "cards": ("collect 1 for k in my store", "wrong-type"),
    "large numbers": ("collect 1 for k in 1..31", "wrong-type"),
    "no amount": ("collect salt for k in ware", "wrong-type"),
    "nothing": ("collect 0 for k in ware", "wrong-type"),
    "no number to spend": ("collect 1 for k in ware, at most salt", "wrong-type"),
    "nothing that costs": ("collect 1 for k in ware, at most 3", "wrong-arguments"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_once(name: str, tmp_path: Path) -> None:
    body, slug = WRONG[name]
    head = "collect 1 for k in ware" + (
        ", at most 9" if "costs -1" in body or "costs 1\n" in body or "cost 1" in body else ""
    )
    refused(tmp_path, f"{head}:\n    {body}", slug)


def test_a_wrong_word_can_be_mended(tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as caught:
        acting(tmp_path, 'collect 1 for k in ware:\n    "a {c}" for c in my store cover c.holds: skip')
    [fix] = [diagnostic.fix for diagnostic in caught.value.diagnostics if diagnostic.severity == "error"]
    assert fix is not None and [edit.text for edit in fix.edits] == ["covers"]


@pytest.mark.parametrize("name", HEADS)
def test_what_is_wrong_in_the_head_is_told_once(name: str, tmp_path: Path) -> None:
    head, slug = HEADS[name]
    refused(tmp_path, f'{head}:\n    "a {{c}}" for c in my store covers ware: skip', slug)


def refused(folder: Path, act: str, slug: str) -> None:
    """The code has one mistake of a kind, or several of it at different places."""
    with pytest.raises(artrules.ContentError) as caught:
        acting(folder, act)
    errors = [(d.slug, str(d.span)) for d in caught.value.diagnostics if d.severity == "error"]
    assert {each for each, _ in errors} == {slug}
    assert len(errors) == len(set(errors))
