"""Hidden means hidden, for a browser too: what is sent to a seat is the same in two worlds that the seat can't tell
apart, byte for byte; and a server that leaks is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import artrules
from artrules.engine.chance import Stream
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.game import Game
from artrules.play.presentation import advice_data, shown_to
from artrules.play.ruleset import Ruleset
from tools.two_worlds.over_the_wire import WireServer, serving
from tools.two_worlds.sent import Send, Sent, as_text, first_difference, sent_to
from tools.two_worlds.worlds import FOLLOWED, Worlds, worlds

OWN = sorted(p for p in (Path(__file__).parents[2] / "rulesets").iterdir() if (p / "ruleset.yaml").exists())
RULESETS = [*shipped_rulesets(), *map(str, OWN)]
POSITIONS = 5
APART = 12
"""Choices between two positions, at most."""
TABLES = 2
"""Moments at which a page is connected to a server."""
ONE_IN = 8
"""So seldom a seat asks why not: that takes longer than all else."""


def load(name: str) -> Ruleset:
    return artrules.load(Path(name) if "/" in name else name)


def question(pair: Worlds, stream: Stream) -> str:
    """What a seat may ask: about a card by its name, wherever it lies."""
    position = pair.here.inspect.position
    cards = list(position.cards)
    return position.first_label(cards[stream.below(len(cards))])


def leaks(ruleset: Ruleset, send: Send, counts: Counter[str]) -> list[str]:
    """What a seat could tell two worlds apart by, in words, in games of few and of many players."""
    found = []
    for players in sorted({ruleset.player_counts[0], ruleset.player_counts[-1]}):
        stream = Stream(players, players, "leaks")
        for pair in worlds(ruleset, players, players, positions=POSITIONS, apart=APART):
            counts["pairs"] += 1
            counts["differ"] += pair.here.digest() != pair.there.digest()
            for step in range(FOLLOWED):
                asked = [question(pair, stream)] if not stream.below(ONE_IN) else []
                differs = first_difference(send(pair.here, pair.seat, asked), send(pair.there, pair.seat, asked))
                if differs is not None:
                    found.append(f"{players} players, seat {pair.seat}, {step} choices on: {differs}")
                if not pair.go_on(stream):
                    break
                counts["steps"] += 1
    return found


@pytest.mark.parametrize("name", RULESETS, ids=[Path(name).name for name in RULESETS])
def test_every_byte_is_the_same_in_two_worlds(name: str) -> None:
    counts: Counter[str] = Counter()
    assert not leaks(load(name), sent_to, counts)
    assert counts["differ"] > 0, "nothing was hidden"


def look_of_a_hidden_card(game: Game, seat: int, asked: Sequence[str]) -> Sent:
    """A server that sends one hidden card along: the first one that lies in another player's zone."""
    position = game.inspect.position
    zones = [zone for zone in position.zones if position.player_of(zone) not in (0, seat)]
    hint = next((position.first_label(card) for zone in zones for card in position.cards_in(zone)), "")
    return {**sent_to(game, seat, asked), "hint": hint}


def order_of_a_hidden_pile(game: Game, seat: int, asked: Sequence[str]) -> Sent:
    """A server whose order of hidden cards depends on what they are."""
    position = game.inspect.position
    order = sorted(position.cards, key=lambda card: (position.first_label(card), card))
    return {**sent_to(game, seat, asked), "order": str([position.zone_of(card) for card in order])}


def view_of_the_first_seat_for_outsiders(game: Game, seat: int, asked: Sequence[str]) -> Sent:
    """A server that shows those who watch what the first seat sees."""
    return {**sent_to(game, seat, asked), "outside": shown_to(game, 1).message([])}


class HintingServer(WireServer):
    """A server that tells one hidden card to whoever is refused something."""

    def frames(self, game: Game, seat: int, question: str, choice: str | None) -> list[str]:
        return [*super().frames(game, seat, question, choice), look_of_a_hidden_card(game, seat, [])["hint"]]


def differences_over_the_wire(server: WireServer, ruleset: Ruleset) -> list[str]:
    """What differs in what the page of a seat receives in two worlds, of which there must be some."""
    found, compared = [], 0
    stream = Stream(1, 1, "wire")
    game = ruleset.new_game(ruleset.player_counts[-1], seed=5)
    for number in range(TABLES):
        game.play(seed=number, choices=1 + stream.below(APART))
        if game.finished:  # a short one
            game = ruleset.new_game(ruleset.player_counts[-1], seed=number)
        seat = next(iter(sorted(d.player for d in game.decisions)))
        pair = Worlds(game.think.resample(seat, 1), game.think.resample(seat, 2), seat)
        if not pair.knows_the_same():
            continue
        after = Worlds(pair.here.copy(), pair.there.copy(), seat)
        choice = after.go_on_with_the_first()
        asked = question(pair, stream)
        (here, requests_here), (there, requests_there) = (
            without_requests(server.frames(each, seat, asked, choice)) for each in (pair.here, pair.there)
        )
        compared += len(here)
        pairs = [*zip(here, there, strict=True), *zip(requests_here, requests_there, strict=False)]
        found += [f"{one[:200]} … or {other[:200]}" for one, other in pairs if one != other]
    assert compared > 0
    return found


def without_requests(frames: Sequence[str]) -> tuple[list[str], list[str]]:
    """The texts but those that tell of a request for an undo, and these: where nobody else must be asked, it depends on
    time whether a page still hears of the request before it is granted."""
    requests = [text for text in frames if '"type":"undo_asked"' in text]
    return [text for text in frames if text not in requests], requests


@pytest.mark.parametrize("name", RULESETS, ids=[Path(name).name for name in RULESETS])
def test_a_page_receives_the_same_over_the_wire(name: str, tmp_path: Path) -> None:
    ruleset = load(name)
    with serving(ruleset, tmp_path) as server:
        assert not differences_over_the_wire(server, ruleset)


def test_a_leak_over_the_wire_is_found(tmp_path: Path) -> None:
    ruleset = load("hearts")
    with serving(ruleset, tmp_path) as server:
        server.__class__ = HintingServer
        assert differences_over_the_wire(server, ruleset)


def advised(game: Game, seat: int, asked: Sequence[str], *, seed: int | None = None) -> Sent:
    """What a bot would do, where the seat has a choice: with a seed that follows from what it is shown."""
    shown = shown_to(game, seat)
    tokens = {option.id: token for token, option in shown.options.items()}
    if len(tokens) < 2 or not asked:
        return {}
    return {"advice": as_text(advice_data(game, seat, shown.seed if seed is None else seed, tokens))}


def advised_by_the_position(game: Game, seat: int, asked: Sequence[str]) -> Sent:
    """A bot whose chance depends on where the hidden cards lie."""
    return advised(game, seat, asked, seed=int(game.digest()[:8], 16))


@pytest.mark.parametrize("name", shipped_rulesets())
def test_advice_is_the_same_in_two_worlds(name: str) -> None:
    assert not leaks(load(name), advised, Counter())


def test_advice_that_depends_on_hidden_cards_is_found() -> None:
    assert any(leaks(load(name), advised_by_the_position, Counter()) for name in ("crazy_eights", "hearts"))


@pytest.mark.parametrize("leak", [look_of_a_hidden_card, order_of_a_hidden_pile, view_of_the_first_seat_for_outsiders])
def test_a_leak_is_found(leak: Send) -> None:
    assert leaks(load("hearts"), leak, Counter())
