"""What attributes with modifiers are made of: `Game.sources`, and what a seat reads that asks about a card."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import artrules
from artrules.play.game.option_things import CardPlace
from artrules.play.presentation.questions import sources_told, why_data
from artrules.play.presentation.view import view_data_of

KENNELS = Path(__file__).parents[2] / "rulesets" / "kennels"
ZONES = ("meadow", "lair")


@pytest.fixture(scope="module")
def games() -> list[artrules.Game]:
    """A game after each of its choices."""
    game = artrules.load(KENNELS).new_game(2, seed=8, settings={"pack": "tame", "with_moors": True})
    chance, played = random.Random(5), []
    while not game.finished:
        options = [option for option in game.decisions[0].options if not option.label.endswith("home")]
        game.choose(chance.choice(options))
        played.append(game.copy())
    return played


def seen_cards(game: artrules.Game, seat: int) -> Iterator[tuple[CardPlace, dict[str, object]]]:
    for player, things in game.view(seat)["players"].items():
        for zone in ZONES:
            for index, card in enumerate(things[zone]):
                yield CardPlace(zone, player, index), card


def test_the_sources_of_a_sum_come_to_what_the_card_shows(games: list[artrules.Game]) -> None:
    counted = 0
    for game in games[::4]:
        for place, card in seen_cards(game, 1):
            for sources in game.sources(1, place):
                if sources.attribute == "bite":
                    total = sum(int(part.value) for part in sources.parts)
                    assert str(total) == sources.value and card.get("bite", total) == total
                    counted += len(sources.parts) > 1
    assert counted > 3


def test_each_source_is_named(games: list[artrules.Game]) -> None:
    lines = {line for game in games[::3] for place, _ in seen_cards(game, 1) for line in sources_told(game, 1, place)}
    ways = ("printed", "of its own", "at the start", "from alpha", "until the")
    assert [way for way in ways if not any(way in line for line in lines)] == []


def test_who_asks_about_a_card_reads_them(games: list[artrules.Game]) -> None:
    game = next(game for game in games if game.decisions and any(game.sources(1, p) for p, _ in seen_cards(game, 1)))
    place, lines = next((p, each) for p, _ in seen_cards(game, 1) if (each := sources_told(game, 1, p)))
    thing = {"card": [place.zone, place.player, place.index]}
    assert why_data(game, 1, thing=thing)["text"].endswith("\n".join(lines))
    labels = {str(card["card"]) for _, card in seen_cards(game, 1)}
    assert any(sources_told(game, 1, label.upper()) for label in labels)
    assert sources_told(game, 1, "nothing like it") == []


def test_cards_show_what_attributes_come_to_in_place_of_what_is_printed(games: list[artrules.Game]) -> None:
    assert games[0].description.kinds["beast"].instead["bite"].parts == ("number",)
    shown = set()
    for game in games[::3]:
        data, _ = view_data_of(game).view(game.view(1), 1)
        cards = [card for things in data["players"].values() for zone in ZONES for card in things[zone]]
        shown |= {title for card in cards for title in card.get("changed", {})}
        assert not any("figures" in card for card in cards)
    assert {"bite", "marks"} <= shown <= {"bite", "marks", "asleep", "reach", "pace", "master"}


def test_of_hidden_cards_nothing_is_told(games: list[artrules.Game]) -> None:
    game = next(game for game in games if game.view(1)["players"][2]["hand"])
    hidden = CardPlace("hand", 2, 0)
    with pytest.raises(ValueError, match="see which card"):
        game.sources(1, hidden)
    assert sources_told(game, 1, hidden) == []
