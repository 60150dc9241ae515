"""A determinization depends on nothing but what its seat knows: made with the same seed of games that the seat can't
tell apart, it is the same game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import artrules
from artrules.author.conformance.secrecy import Exchanges
from artrules.engine.chance import Stream
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.game import Game
from artrules.play.game.inspection.determinization import exchange_hidden_cards

OWN = sorted((Path(__file__).parents[2] / "rulesets").iterdir())
RULESETS = [*shipped_rulesets(), *(str(folder) for folder in OWN if (folder / "ruleset.yaml").exists())]
TURNS = 7


def load(name: str) -> artrules.Ruleset:
    return artrules.load(Path(name) if "/" in name else name)


def games(ruleset: artrules.Ruleset) -> Iterator[Game]:
    """Games of few and of many players, at some positions."""
    for players in sorted({ruleset.player_counts[0], ruleset.player_counts[-1]}):
        game = ruleset.new_game(players, seed=players)
        for turn in range(TURNS):
            if not game.play(seed=turn, choices=1 + 3 * turn):
                break
            yield game


def alike(game: Game, seat: int, seed: int) -> Iterator[Game]:
    """Games that a seat can't tell from this one: dealt by chance, and with as many cards elsewhere as may be."""
    yield game.think.resample(seat, seed)
    exchanges = Exchanges(seat, Stream(seed, seat, "exchanges"))
    other = exchange_hidden_cards(game, seat, exchanges.of_all)
    try:
        other.ask()
    except artrules.GameFault:
        return  # what others have chosen doesn't go with the cards that they hold there
    yield other.game


@pytest.mark.parametrize("name", RULESETS, ids=[Path(name).name for name in RULESETS])
def test_the_same_seed_deals_the_same_for_all_that_a_seat_knows(name: str) -> None:
    moved = 0
    for turn, game in enumerate(games(load(name))):
        for seat in range(1, game.players + 1):
            dealt = game.think.resample(seat, 99).digest()
            for other in alike(game, seat, turn):
                moved += other != game
                assert other.think.resample(seat, 99).digest() == dealt, (game.players, turn, seat)
    assert moved > TURNS
