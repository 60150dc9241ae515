"""What a page gets of a game: options point to the right things, nothing hidden shows, and the schema holds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Card, Optional
from artrules.play.game.decision import CardPlace, Option, Payment, card_places
from artrules.play.game.game import Game
from artrules.play.presentation import EVERYBODY, description_data, shown_to
from artrules.text.schema.load import read_schema
from play.game.tiny import tiny
from tools.page_messages import messages, state_message

OWN = sorted((Path(__file__).parents[2] / "rulesets").iterdir())
RULESETS = [*shipped_rulesets(), *(str(folder) for folder in OWN if (folder / "ruleset.yaml").exists())]
every_ruleset = pytest.mark.parametrize("name", RULESETS, ids=[Path(name).name for name in RULESETS])
BETTING = ("kuhn_poker", "leduc_poker", "quays", "texas_holdem")
WITHOUT_NAMED_CARDS = ("bulbs", "causeways", "claims", "dou_dizhu", "go_fish", "lots", *BETTING)
"""Rulesets in which no option names a card by itself."""
MOMENTS = 8


@cache
def load(name: str) -> artrules.Ruleset:
    return artrules.load(Path(name) if "/" in name else name)


def moments(name: str) -> Iterator[Game]:
    """Some moments of a game with many players, the last one at its end."""
    ruleset = load(name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=3)
    for turn in range(MOMENTS):
        if game.finished:
            break
        yield game
        game.play(seed=turn, choices=1 + 4 * turn)
    game.play(seed=1)
    yield game


def cards_of(option: Option) -> list[k.Local]:
    """The names of cards that an option's label mentions by themselves."""
    bound = {binder.local.name for binder in option.node.binders}
    parts = [part for part in option.node.label.parts if isinstance(part, k.Local) and part.name in bound]
    return [part for part in parts if isinstance(part.type, Card | Optional)]


def at(view: dict[str, Any], place: CardPlace) -> Any:
    """What a view shows at a place."""
    things = view["players"][place.player] if place.player else view["zones"]
    return things[place.zone][place.index]


@every_ruleset
def test_options_point_to_the_cards_that_they_name(name: str) -> None:
    named = 0
    for game in moments(name):
        for decision in game.decisions:
            view = game.view(decision.player)
            assert decision.places == card_places(view, decision.player)
            for option in decision.options:
                cards = [at(view, thing) for thing in option.about if isinstance(thing, CardPlace)]
                shown = [card["card"] for card in cards if card is not None and card["card"] is not None]
                if len(cards_of(option)) == len(option.node.binders) == 1 and shown:
                    assert shown[0] in option.label
                    assert [at(view, option.about[0])["id"]] == [*option.candidate[1:]]
                    named += 1
    assert named or Path(name).name in WITHOUT_NAMED_CARDS


@every_ruleset
def test_a_state_is_the_same_for_all_games_that_the_seat_cannot_tell_apart(name: str) -> None:
    others = 0
    for turn, game in enumerate(moments(name)):
        if game.finished:
            break  # a result hides nothing
        for seat in range(1, game.players + 1):
            dealt = game.think.resample(seat, turn)
            others += dealt != game
            one, other = state_message(dealt, seat), state_message(game, seat)
            if game.simultaneous:  # there the others begin anew; that they must choose is no secret
                assert set(other["waiting"]) <= set(one["waiting"])
                one |= {key: other[key] for key in ("waiting", "version")}
            assert json.dumps(one) == json.dumps(other), (turn, seat)
    assert others


@every_ruleset
def test_every_option_of_an_offer_has_its_own_words_and_its_own_token(name: str) -> None:
    for game in moments(name):
        for decision in game.decisions:
            options = [o for offer in state_message(game, decision.player)["offers"] for o in offer["options"]]
            assert len({option["label"] for option in options}) == len(options) == len(decision.options)
            by_token = shown_to(game, decision.player).options
            assert [by_token[option["token"]].label for option in options] == [
                option.label for option in by_token.values()
            ]
            assert {option.id for option in by_token.values()} == {option.id for option in decision.options}


def test_a_token_is_good_until_its_seat_has_chosen() -> None:
    game = load("hearts").new_game(4, seed=1)
    before = [shown_to(game, seat).options for seat in range(1, 5)]
    (first, *_) = before[0].values()
    game.choose(first)
    after = [shown_to(game, seat).options for seat in range(1, 5)]
    assert after[1:] == before[1:] and not after[0].keys() & before[0].keys()


@pytest.mark.parametrize("name", [*shipped_rulesets(), str(Path(__file__).parents[2] / "rulesets" / "caravans")])
def test_messages_have_the_form_of_the_schema(name: str) -> None:
    validator = Draft202012Validator(read_schema("table_protocol.schema.json"))
    parts = messages(name)
    for message in (parts["welcome"], parts["description"], *parts["states"][-3:]):
        read = json.loads(json.dumps(message))
        exact = validator.evolve(
            schema={**validator.schema, "anyOf": [{"$ref": f"#/$defs/{read['type'].capitalize()}"}]}
        )
        assert [error.message for error in exact.iter_errors(read)] == []
        assert '"id"' not in json.dumps({**message, "table": None})
    assert parts["states"][-1]["result"] is not None
    assert not validator.is_valid({**parts["states"][0], "seed": 7})


LAID_OUT = """
layout:
  seats: around
  theme: {table: teal, texture: wood}
  areas:
    shop: {title: What lies open, short: open, holds: [pool, total]}
    ends: {holds: best}
    own: {holds: [x, hand, row]}
  zones: {pool: {size: slip, short: to take}}
  figures:
    best: {is: 3}
    worth: {for: c in tile, title: what it is worth, short: worth, is: c.n}
  members: {colour: {red: {short: R}}}
  cards: {tile: {back: {colour: navy}, shows: [shade, n]}}
"""


def test_what_a_layout_leaves_open_has_defaults(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, "skip", more=LAID_OUT)
    game = ruleset.new_game(2, seed=1)
    data = description_data(game)
    assert (data["seats"], data["theme"]["table"], data["theme"]["texture"]) == ("around", "teal", "wood")
    assert data["theme"]["accent"] is None
    assert [(area["name"], area["place"], area["short"]) for area in data["areas"][:3]] == [
        ("shop", "table", "open"),
        ("ends", "side", None),
        ("own", "mine", None),
    ]
    assert [name for name, zone in data["zones"].items() if zone["front"]] == ["row"]
    assert (data["zones"]["pool"]["size"], data["zones"]["pool"]["short"]) == ("slip", "to take")
    assert (data["zones"]["row"]["size"], data["zones"]["row"]["short"]) == (None, None)
    assert (data["kinds"]["tile"]["figures"], data["kinds"]["tile"]["short"]) == (
        {"worth": "what it is worth"},
        {"worth": "worth"},
    )
    assert [data["members"]["colour"][name]["short"] for name in ("red", "blue")] == ["R", None]
    assert data["zones"]["pool"]["back"] == {"colour": "navy", "symbol": None, "picture": None}
    assert data["looks"][0]["shows"] == [
        {"title": "shade", "as": "symbols", "values": ({"member": ["colour", "red"]},)},
        {"title": "n", "as": "text", "values": ({"number": 1},)},
    ]


def test_a_player_is_a_flag_that_is_always_there_where_nothing_else_is_said(tmp_path: Path) -> None:
    more = """
        variables:
          deals:  {type: player}
          leads:  {type: player, lasts: turn}
          target: {type: player or none, starts: none}
        layout:
          variables: {leads: {as: number}}
          figures: {ahead: {is: deals}}
    """
    data = description_data(tiny(tmp_path, "skip", more=more).new_game(2, seed=1))
    shown = {name: (each["as"], each["shown"]) for name, each in (data["variables"] | data["figures"]).items()}
    assert (shown["deals"], shown["ahead"]) == (("flag", "always"), ("flag", "always"))
    assert (shown["leads"], shown["target"]) == (("number", "changed"), ("flag", "changed"))


PACK = """
ruleset: pack
language: 3
title: Pack
players: 2..3
enums: {suit: [clubs, hearts, spades, diamonds], rank: [ace, two, king], coins: [coin, cent], hue: [red, blue]}
cards:
  plain: {label: "{self.suit} {self.rank}", attributes: {suit: {type: suit}, rank: {type: rank}}}
  chip: {label: chip}
  price: {label: "{self.n}", attributes: {n: {type: 1..9}}}
  note: {label: "{self.kind_of}", attributes: {kind_of: {type: coins}, n: {type: 1..9}}}
  field: {label: "{self.costs}", attributes: {costs: {type: list of hue}, gives: {type: hue or none}}}
  other: {label: "{self.hue}", attributes: {hue: {type: hue}}}
zones:
  pool: {holds: [plain, chip, price, note, other], seen_by: everyone}
  board: {holds: field, order: row, seen_by: everyone}
variables: {x: {of: player, type: 0..9}}
pieces:
  plains: {kind: plain, start: pool, columns: [suit, rank], rows: [[clubs, ace], [hearts, two], [spades, king]]}
  chips: {kind: chip, start: pool, count: 3}
  prices: {kind: price, start: pool, columns: [n], rows: [[3]]}
  notes: {kind: note, start: pool, columns: [kind_of, n], rows: [[coin, 2]]}
  fields: {kind: field, start: board, columns: [costs, gives], rows: [[[red, red, blue], none], [[], blue]]}
  others: {kind: other, start: pool, columns: [hue], rows: [[red]]}
flow:
  rounds:
    - {name: main, who: in_turn, from: "players[1]", do: 'choose "go {n}" for n in 1..2'}
  until: round_number >= 2
  score: {x: {is: my x}}
  winners: best(p in players, most score(p))
layout:
  cards: {field: {shows: [costs, gives]}}
  members: {rank: {two: {short: 2}, ace: {short: A, pips: 1}}}
"""


def test_cards_are_drawn_after_what_is_printed_on_them(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    data = description_data(artrules.load(tmp_path).new_game(2, seed=1))
    assert {name: kind["template"] for name, kind in data["kinds"].items()} == {
        "plain": "playing",
        "chip": "token",
        "price": "token",
        "note": "money",
        "field": "place",
        "other": "tile",
    }
    looks = {look["title"]: look for look in data["looks"]}
    corners = [(looks[name]["index"], looks[name]["pips"]) for name in ("clubs ace", "hearts two", "spades king", "3")]
    assert corners == [("A", 1), ("2", None), ("K", None), (None, None)]
    red, blue = {"member": ["hue", "red"]}, {"member": ["hue", "blue"]}
    drawn = [[(each["as"], [*each["values"]]) for each in look["shows"]] for look in data["looks"] if look["shows"]]
    assert drawn == [[("symbols", [red, red, blue])], [("symbols", []), ("symbols", [blue])]]


def test_a_changed_attribute_is_drawn_in_place_of_the_printed_one_that_it_starts_as() -> None:
    game = load("avant_carde").new_game(3, seed=1)
    assert description_data(game)["kinds"]["art"]["instead"] == {
        "numbers": {"parts": ("number",), "enum": None},
        "colour": {"parts": ("colour", "symbol"), "enum": "colour"},
    }
    assert description_data(game)["kinds"]["award"]["instead"] == {}


def test_whose_a_card_is_comes_as_a_player() -> None:
    game = load("hearts").new_game(4, seed=2)
    by = set()
    while not by:
        game.choose(game.decisions[0].options[0])
        trick = state_message(game, 1)["view"]["zones"]["trick"]
        by = {card["figures"]["by"]["player"] for card in trick}
    assert by <= {1, 2, 3, 4}


@every_ruleset
def test_each_thing_of_a_view_stands_in_one_area(name: str) -> None:
    ruleset = load(name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=1)
    description = description_data(game)
    things = [thing for area in description["areas"] for thing in area["things"]]
    assert len(set(things)) == len(things)
    view = game.inspect.view()
    for of, shown in (("table", {**view["zones"], **view["variables"]}), ("player", view["players"][1])):
        areas = [area for area in description["areas"] if area["of"] == of]
        for key in shown:
            base, _, owner = key.partition("[")
            (area,) = [area for area in areas if base in area["things"]]
            assert area["owners"] or not owner


@every_ruleset
def test_looks_say_what_is_printed(name: str) -> None:
    """All cards lie somewhere, each with the look of its kind; what is printed on a look stands in a row of pieces."""
    ruleset = load(name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=1)
    looks, model = game.description.looks, game.inspect.model
    view = game.inspect.view()
    cards = [
        card
        for things in (view["zones"], *view["players"].values())
        for key, cards in things.items()
        if key.partition("[")[0] in game.description.zones
        for card in cards
    ]
    for card in cards:
        assert looks[card["look"]].kind == game.inspect.position.kind_of(card["id"])
    rows = [(pieces.kind, count, values) for pieces in model.pieces.values() for count, values, _ in pieces.rows]
    for kind in model.kinds:
        of_kind = [card for card in cards if looks[card["look"]].kind == kind]
        assert len(of_kind) == sum(count for each, count, _ in rows if each == kind)
        printed = {len([v for v in values.values() if v is not None]) for each, _, values in rows if each == kind}
        assert {len(look.attributes) for look in looks if look.kind == kind} == printed


def test_a_text_with_a_colon_is_no_name(tmp_path: Path) -> None:
    """What a power is called stands by itself, and isn't repeated where the card is called so."""
    gifts = {1: '- {when: later, label: "rest: draw a card", do: my x += 1}', 2: "- {when: later, do: my x += 1}"}
    edits = [('    label: "{self.shade} {self.n}"', "    label: \"{'Gift 2' if self.n = 2 else 'tile'}\"")]
    looks = tiny(tmp_path, "skip", gifts=gifts, edits=edits).new_game(players=2, seed=1).description.looks
    texts = [(look.title, look.power, look.text) for look in looks]
    assert texts == [("tile", "Gift 1", "rest: draw a card"), ("Gift 2", "", ""), ("Gift 2", "", "")]


def test_a_number_that_is_the_index_stands_once(tmp_path: Path) -> None:
    """What stands in the corner is no index beside the number where it is the number itself."""
    cards = "layout:\n  cards:\n    tile: {index: n, number: NUMBER}"
    indices = {}
    for number in ("n", "mark_now"):
        more = cards.replace("NUMBER", number) + "\n  figures: {mark_now: {for: c in tile, is: c.mark}}"
        looks = tiny(tmp_path / number, "skip", more=more).new_game(players=2, seed=1).description.looks
        indices[number] = [(look.index, look.number) for look in looks]
    assert indices == {
        "n": [(None, 1), (None, 2), (None, 2)],
        "mark_now": [("1", None), ("2", None), ("2", None)],
    }


def test_the_layout_says_how_cards_look() -> None:
    """Titles call members by their titles, pictures by their names; a figure may be a card's big number."""
    game = load(str(Path(__file__).parents[2] / "rulesets" / "caravans")).new_game(2, seed=1)
    looks = game.description.looks
    look = next(look for look in looks if look.kind == "ware")
    assert (look.title, look.colour, look.symbol) == ("Amber ware", "#d08a1d", "sun")
    assert (look.number, look.picture) == (1, "pictures/amber.svg")
    player = game.decisions[0].player
    hand = state_message(game, player)["view"]["players"][str(player)]["hand"]
    wares = [card for card in hand if looks[card["look"]].kind == "ware"]
    assert wares and all(card["figures"] == {"worth twice": 2 * looks[card["look"]].number} for card in wares)


def test_a_figure_of_who_looks_stands_in_the_state_of_a_seat_while_it_says_something() -> None:
    game = load(str(Path(__file__).parents[2] / "rulesets" / "caravans")).new_game(2, seed=5)
    titles = {name: member.title for name, member in game.description.members["colour"].items()}
    told = []
    for seat in (1, 2):
        view = state_message(game, seat)["view"]
        looks = [game.description.looks[card["look"]] for card in view["players"][str(seat)]["hand"]]
        hand = Counter(look.attributes["colour"] for look in looks)
        held = {name: value for name, value in view["variables"].items() if name.startswith("held")}
        assert held == {f"held[{name}]": hand[title] for name, title in titles.items() if hand[title]}
        told.append(held)
    assert told[0] != told[1] and any(len(held) < len(titles) for held in told)
    everything = state_message(game, EVERYBODY, open_table=True)["view"]
    assert not [name for name in everything["variables"] if name.startswith("held")]


def test_a_card_leaves_out_a_figure_that_says_nothing() -> None:
    """A bonus says how many items of the seat's own hoard and display count for it, where there are some."""
    game = load("vintage").new_game(3, seed=1)
    chance = Random(1)
    seen = Counter[str]()
    while game.decisions:
        game.choose(chance.choice(chance.choice(game.decisions).options))
        for seat in (1, 2):
            bonuses = state_message(game, seat)["view"]["zones"]["bonuses"]
            told = [card["figures"] for card in bonuses if "figures" in card]
            assert all(value > 0 for figures in told for value in figures.values())
            seen.update(title for figures in told for title in figures)
        everything = state_message(game, EVERYBODY, open_table=True)["view"]
        assert not [card for card in everything["zones"]["bonuses"] if "figures" in card]
    assert set(seen) == {"in your hoard", "on your display"}


def test_a_payment_says_what_is_paid_and_what_is_missing() -> None:
    """What is missing goes down by what is spent, as the labels of the one shipped game with such costs say it."""
    game = load("art_decko").new_game(3, seed=2)
    chance = Random(1)
    last: Payment | None = None
    spent = seen = exactly = 0
    while seen < 12:
        (decision,) = game.decisions
        payment = decision.payment
        option = chance.choice(decision.options)
        if payment is not None:
            if last is not None and payment.paid > 0:
                assert payment.cost == last.cost
                assert payment.paid >= last.paid + spent, "the engine pays with the only card that there is"
                exactly += payment.paid == last.paid + spent
            assert payment.missing == payment.cost - payment.paid > 0
            (offer,) = state_message(game, decision.player)["offers"]
            assert offer["payment"] == {
                "cost": payment.cost,
                "paid": payment.paid,
                "missing": payment.missing,
                "resources": [],
            }
            spent = int(option.label.rpartition(" ")[2])
            seen += payment.paid > 0
            last = payment if spent < payment.missing else None
        game.choose(option)
    assert exactly > 5
