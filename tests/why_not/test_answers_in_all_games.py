"""What holds of every answer, in games of every ruleset: shipped ones and those of the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from artrules.run.chance import Stream
from artrules.run.moves import may_see
from artrules.run.state import State
from artrules.settings import sets_for
from run.test_properties import begun, every_ruleset, loaded, walk, walks

TEXTS = st.one_of(st.text(max_size=40), st.sampled_from(["", "play", "buy a 7", "use", "7", "draw", "r5", "stop", "0"]))


@every_ruleset
@walks
@settings(max_examples=8, deadline=None)
def test_what_is_offered_is_possible(folder: Path, seed: int, steps: int, players: int) -> None:
    game = begun(folder, seed, steps, players)
    for decision in game.decisions:
        for option in decision.options:
            answer = game.why_not(decision.player, option.label)
            assert answer.possible and answer.matched == option.label and answer.reason == ""
            assert answer.nearest is not None and answer.nearest.label == option.label
            shouted = game.why_not(decision.player, f" {option.label.upper()}! ")
            assert shouted.possible and shouted.nearest is not None and shouted.nearest.label == option.label


@every_ruleset
@walks
@settings(max_examples=8, deadline=None)
def test_what_was_offered_before_is_explained_with_a_place(folder: Path, seed: int, steps: int, players: int) -> None:
    game = begun(folder, seed, steps, players)
    if not game.decisions:
        return
    before = {o.label for d in game.decisions for o in d.options}
    game.choose(game.decisions[0].options[seed % len(game.decisions[0].options)])
    for decision in game.decisions:
        offered = {option.label for option in decision.options}
        for label in sorted(before - offered)[:6]:
            answer = game.why_not(decision.player, label)
            if answer.possible:
                # The same, but for a part of the label that is computed.
                assert answer.matched in offered
            else:
                assert answer.reason and answer.source is not None
                assert answer.nearest is None or answer.nearest.label in offered
            json.dumps(answer.as_data())


@every_ruleset
@given(text=TEXTS, seed=st.integers(0, 1000), steps=st.integers(0, 60), player=st.integers(1, 2))
@settings(max_examples=25, deadline=None)
def test_any_text_gets_an_answer_and_changes_nothing(
    folder: Path, text: str, seed: int, steps: int, player: int
) -> None:
    game = begun(folder, seed, steps, 0)
    player = min(player, game.players)
    before = game.to_json()
    offered = {o.label for d in game.decisions for o in d.options if d.player == player}
    answer = game.why_not(player, text)
    assert game.to_json() == before
    assert answer.asked == text
    assert answer.possible == (answer.reason == "") == (answer.matched in offered and answer.nearest is not None)
    assert answer.text and "\x1b" not in answer.text
    json.dumps(answer.as_data())


# -- what is hidden from the asker makes no difference


def hidden_from(state: State, seat: int) -> list[int]:
    """Cards that a seat (from 0) can't see, where they lie and where they lay when an open phase began."""
    then = state
    if state.began is not None:
        then = state.copy()
        then.cells, then.zones = list(state.began[0]), list(state.began[1])
    return [
        card
        for card in range(len(state.runtime.kind_of))
        if not may_see(state, seat, card) and not may_see(then, seat, card) and state.cells[card] == then.cells[card]
    ]


def exchanged(game: artrules.Game, seat: int, stream: Stream) -> artrules.Game:
    """The same game, but some of the cards that a seat can't see have changed places."""
    state = game._state
    cards = hidden_from(state, seat)
    places = dict(zip(cards, cards, strict=True))
    for _ in range(6 if len(cards) > 1 else 0):
        one, other = cards[stream.below(len(cards))], cards[stream.below(len(cards))]
        if state.runtime.kind_of[one] == state.runtime.kind_of[other]:
            places[one], places[other] = places[other], places[one]
    new = game.copy()
    copied = new._state
    lies = {place: card for card, place in places.items()}

    def laid(cells: list[Any], zones: list[tuple[int, ...]]) -> tuple[list[Any], list[tuple[int, ...]]]:
        found = cells[:]
        for card, place in places.items():
            for offset in (0, state.runtime.face_cell):
                found[offset + card] = cells[offset + place]
        return found, [tuple(lies.get(card, card) for card in zone) for zone in zones]

    copied.cells, copied.zones = laid(copied.cells, copied.zones)
    if copied.began is not None:
        then = laid(list(copied.began[0]), list(copied.began[1]))
        copied.began = (tuple(then[0]), tuple(then[1]), copied.began[2])
    new._decisions = []
    new._settle(keep=[])
    return new


def options_of(game: artrules.Game, player: int) -> list[str]:
    return [o.id for d in game.decisions if d.player == player for o in d.options]


@every_ruleset
def test_hidden_cards_make_no_difference(folder: Path) -> None:
    ruleset = loaded(folder)
    compared = 0
    for seed in range(8):
        stream = Stream(seed, 0, "test why not")
        game = ruleset.new_game(players=ruleset.player_counts[-1 - seed % 2], seed=seed, settings=sets(ruleset, seed))
        walk(game, seed, 13 * seed)
        blank = game._runtime.blank
        names = [game._runtime.card_label(blank, card) for card in range(len(game._runtime.kind_of))]
        labels = [o.label for d in game.decisions for o in d.options]
        for player in range(1, game.players + 1):
            other = exchanged(game, player - 1, stream)
            if other.view(player) != game.view(player) or options_of(other, player) != options_of(game, player):
                continue  # somebody else has had no choice, and the game has gone on
            texts = [f"{word} {names[stream.below(len(names))]}" for word in ("play", "use", "copy", "take", "conceal")]
            for text in [*texts, *labels[:4]]:
                assert game.why_not(player, text).as_data() == other.why_not(player, text).as_data()
                compared += other != game and bool(options_of(game, player))
    assert compared > 60


def sets(ruleset: artrules.Ruleset, seed: int) -> dict[str, str]:
    """Each setting of sets with one of those there are."""
    model = ruleset.model
    chosen = [s for s in model.settings.values() if s.group is not None]
    return {s.name: (found := sets_for(model, s))[seed % len(found)] for s in chosen}
