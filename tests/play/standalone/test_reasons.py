"""A module says why nothing can be done with a thing: where it has words, they are those that why-not names."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.engine.lower.lower import lower_model
from artrules.engine.webassembly.module import build_module
from artrules.play.explain.why_not.answer import WhyNot
from artrules.play.game.decision import card_places
from artrules.play.game.game import Game
from artrules.play.game.option_things import CardPlace, MemberRef, NumberRef, PlayerRef, Thing, ZoneRef
from artrules.play.presentation.view import view_data_of
from artrules.play.ruleset import Ruleset
from engine.machine_code.verify_program import verify_program
from ir_models import RULESETS
from play.game.tiny import tiny
from play.standalone.node import node
from play.standalone.states import module_of

HERE = Path(__file__).parent
MOST_OF_A_KIND = 12
TABLES: Sequence[tuple[str, int, int, float]] = [
    ("hearts", 4, 60, 1),
    ("crazy_eights", 3, 60, 1),
    ("avant_carde", 3, 60, 0.7),
    ("avant_carde", 1, 40, 0.6),
    ("bioutifoul", 3, 60, 0.8),
    ("vintage", 3, 40, 0),
    ("art_decko", 2, 30, 0),
]
"""Rulesets, players, how many choices are made, and what share of the reasons in words of content a module has at
least."""
WORDS = """
functions:
  odd(tile c):     {is: "c.n % 2 = 1", else: "{c} isn't odd"}
  covered(tile c): {is: "no(o in left(me).hand where o.n > c.n)", else: "{c} is too low"}
  plain(tile c):   c.n < 9 and odd(c)
"""
DEALT = (
    "\n      skip\n",
    "\n      move pool to players[1].deck\n      move top 3 of players[1].deck to players[1].hand\n"
    "      move top 1 of players[1].deck to players[2].hand\n",
)
PIECES = "[[1, red, 1], [2, red, 1], [3, blue, 1], [4, blue, 1]]"


def things(game: Game, seat: int) -> Iterator[tuple[Thing, dict[str, Any]]]:
    """The things of a player's view, as the API and as a page has them."""
    view, enums = game.view(seat), game.playing.moment.runtime.model.enums
    _, places = view_data_of(game).view(view, seat)
    for number, place in card_places(view, seat).items():
        shown = places[number]
        yield place, {"card": [shown.zone, shown.player, shown.index]}
    for player, zones in ((0, view["zones"]), *view["players"].items()):
        for name, cards in zones.items():
            if isinstance(cards, list):
                yield ZoneRef(name, player), {"zone": [name, player]}
                zone = game.description.zones.get(name.partition("[")[0])
                if zone is not None and zone.order != "loose":
                    yield CardPlace(name, player, 0), {"card": [name, player, 0]}
    for player in view["players"]:
        yield PlayerRef(player), {"player": player}
    for number in range(MOST_OF_A_KIND):
        yield NumberRef(number), {"number": number}
    for enum in enums.values():
        for member in enum.members[:MOST_OF_A_KIND]:
            yield MemberRef(enum.name, member), {"member": [enum.name, member]}


def answers(game: Game, seat: int) -> Iterator[tuple[WhyNot, dict[str, Any]]]:
    """What why-not says of the things with which a player can do nothing."""
    for thing, data in things(game, seat):
        try:
            answer = game.why_not(seat, thing)
        except ValueError:
            continue
        if not answer.possible:
            yield answer, data


def is_named(answer: WhyNot) -> bool:
    """Whether the reason is in words of the content."""
    return any(because.by_content for because in answer.because)


def reasons(module: bytes, seed: int, choices: Sequence[Any], asked: Sequence[Any], folder: Path) -> list[str | None]:
    """What a host in JavaScript says."""
    (folder / "game.wasm").write_bytes(module)
    line = json.dumps({"seed": str(seed), "choices": choices, "asked": asked})
    call = [node(), str(HERE / "reasons.mjs"), str(folder / "game.wasm")]
    done = subprocess.run(call, input=line, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    found: list[str | None] = json.loads(done.stdout)
    return found


def compare(ruleset: Ruleset, players: int, most: int, every: int, folder: Path) -> tuple[int, int]:
    """How many of the reasons in words of content a module has, and how many there are, in a game in which all choose
    at random. Each that it has is what why-not says."""
    game, random = ruleset.new_game(players, 1), Random(1)
    choices: list[tuple[int, int]] = []
    asked: list[Any] = []
    expected: list[WhyNot] = []
    while game.decisions and len(choices) < most:
        if len(choices) % every == 0:
            seat = random.choice(game.decisions).player
            for answer, data in answers(game, seat):
                asked.append([len(choices), seat, data])
                expected.append(answer)
        place = random.randrange(len(game.decisions))
        option = random.randrange(len(game.decisions[place].options))
        choices.append((place, option))
        game.choose(game.decisions[place].options[option])
    found = reasons(module_of(ruleset, players), 1, choices, asked, folder)
    for reason, answer, (_, seat, data) in zip(found, expected, asked, strict=True):
        assert reason is None or (is_named(answer) and reason == answer.reason), (seat, data)
    return sum(reason is not None for reason in found), sum(map(is_named, expected))


@pytest.mark.parametrize(("name", "players", "most", "least"), TABLES, ids=str)
def test_a_reason_is_what_why_not_names(name: str, players: int, most: int, least: float, tmp_path: Path) -> None:
    told, named = compare(artrules.load(name), players, most, 7, tmp_path)
    assert told >= least * named and (named or not least)


def asked_in(folder: Path, act: str) -> dict[str, str | None]:
    """What is said of the cards in the first player's hand with which nothing can be done, by their labels."""
    ruleset = tiny(folder / "tiny", act, more=WORDS, edits=[DEALT], pieces=PIECES)
    game = ruleset.new_game(2)
    names = {card["id"]: card["card"] for card in game.view(1)["players"][1]["hand"]}
    places = {places_of(place): number for number, place in view_data_of(game).view(game.view(1), 1)[1].items()}
    found = [(names[places[str(data)]], data) for _, data in answers(game, 1) if "hand" in str(data) and "card" in data]
    said = reasons(module_of(ruleset, 2), game.setup.seed, [], [[0, 1, data] for _, data in found], folder)
    return {name: reason for (name, _), reason in zip(found, said, strict=True)}


def places_of(place: CardPlace) -> str:
    return str({"card": [place.zone, place.player, place.index]})


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ('choose one:\n    "lay {c}" for c in my hand where odd(c): skip\n    "pass": skip', "isn't odd"),
        ('choose one:\n    "lay {c}" for c in my hand where plain(c): skip\n    "pass": skip', "isn't odd"),
        (
            'choose one:\n    "lay {c}" for c in my hand where not (c.n < 9 and not odd(c)): skip\n    "pass": skip',
            None,
        ),
    ],
    ids=["named", "in another function", "turned round"],
)
def test_words_of_a_condition(act: str, reason: str | None, tmp_path: Path) -> None:
    found = asked_in(tmp_path, act)
    assert found
    assert all(said == (f"{name} {reason}" if reason else None) for name, said in found.items())


def test_what_depends_on_hidden_cards_is_not_told(tmp_path: Path) -> None:
    """Neither why a card is below the one that lies hidden, nor what else fails then, nor that it doesn't."""
    hidden = 'choose one:\n    "lay {c}" for c in my hand where covered(c) and odd(c): skip\n    "pass": skip'
    found = asked_in(tmp_path, hidden)
    assert found and set(found.values()) == {None}


@pytest.mark.parametrize("name", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_code_for_reasons(name: str) -> None:
    """It keeps to the language of the machine, is only where it is asked for, and takes little room."""
    ruleset = artrules.load(name)
    program = ruleset.runtime(ruleset.fewest_players)[0].program
    more = lower_model(program.model, program.configuration, with_reasons=True)
    assert verify_program(more) == []
    assert not any(program.function_tables["find_reason"]) and any(more.function_tables["find_reason"])
    assert more.numbers["CONSTANTS"] == program.numbers["CONSTANTS"]
    assert len(build_module(more).code) - len(build_module(program).code) < 25_000
