"""What holds of every answer, in games of every ruleset: shipped ones and those of the tests."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from artrules.engine.chance import Stream
from artrules.play.game.inspection.position import Position
from artrules.play.game.moment import Course, Moment
from artrules.play.game.resample import ask_anew
from artrules.play.settings import sets_for
from author.properties.rulesets import SHORT
from play.game.test_properties import begun, every_ruleset, loaded, walk, walks

PLACES = [
    ("zone_of", True, False),
    ("face_of", True, False),
    ("shown_to", True, False),
    ("next_in_zone", True, True),
    ("previous_in_zone", True, True),
    ("first_in_zone", False, True),
    ("last_in_zone", False, True),
]
"""Regions that say where cards lie: whether they go by card, and whether they hold cards."""
THEN = {"then_zone_of", "then_face_of", "then_shown_to", "then_next_in_zone", "then_first_in_zone"}
TEXTS = st.one_of(st.text(max_size=40), st.sampled_from(["", "play", "buy a 7", "use", "7", "draw", "r5", "stop", "0"]))


@every_ruleset
@walks
@settings(max_examples=4)
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
@settings(max_examples=4)
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
@settings(max_examples=10)
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


def hidden_from(game: artrules.Game, seat: int) -> list[int]:
    """Cards that a seat (from 0) can't see, where they lie and where they lay when an open phase began."""

    def places(moment: Moment) -> list[tuple[bool, int]]:
        instance = moment.load().instance
        return [
            (bool(instance.ask("may_see", seat, card)), zone) for card, zone in enumerate(instance.region("zone_of"))
        ]

    now, then = places(game.playing.moment), places(game.playing.moment.at_phase_start())
    return [card for card in range(len(now)) if not now[card][0] and now[card] == then[card]]


def exchanged(game: artrules.Game, seat: int, stream: Stream) -> artrules.Game:
    """The same game, but some of the cards that a seat can't see have changed places."""
    cards = hidden_from(game, seat)
    runtime = game.playing.moment.load()
    kind_of = runtime.instance.region("kind_of")
    there = {card: card for card in cards}
    for _ in range(6 if len(cards) > 1 else 0):
        one, other = cards[stream.below(len(cards))], cards[stream.below(len(cards))]
        if kind_of[one] == kind_of[other]:
            there[one], there[other] = there[other], there[one]
    for name, of_card, to_card in PLACES:
        for region in [
            name,
            *([f"then_{name}"] if game.playing.moment.simultaneous and f"then_{name}" in THEN else []),
        ]:
            words = runtime.instance.region(region)
            laid = [there.get(word, word) for word in words] if to_card else words[:]
            words[:] = laid
            if of_card and words:
                for card, place in there.items():
                    words[place] = laid[card]
    m = game.playing.moment
    moment = Moment(runtime, runtime.instance.save(), m.seed, m.chosen, m.keys, m.knowledge, m.asked)
    new = game.copy()
    new.playing.change_course(ask_anew(Course(moment, game.playing.log, game.playing.choices)))
    return new


def options_of(game: artrules.Game, player: int) -> list[str]:
    return [o.id for d in game.decisions if d.player == player for o in d.options]


@every_ruleset
def test_hidden_cards_make_no_difference(folder: Path) -> None:
    """Any that the seat doesn't see: the games keep no knowledge."""
    ruleset = loaded(folder)
    compared = 0
    for seed in range(4):
        stream = Stream(seed, 0, "test why not")
        counts = [*ruleset.player_counts][-2:]
        game = ruleset.new_game(counts[(1 - seed) % len(counts)], seed, sets(ruleset, seed), log=False)
        walk(game, seed, (2 if folder.name in SHORT else 13) * seed)
        position = Position(game.playing.moment)
        names = [position.first_label(card) for card in position.cards]
        labels = [o.label for d in game.decisions for o in d.options]
        for player in range(1, game.players + 1):
            other = exchanged(game, player - 1, stream)
            if other.view(player) != game.view(player) or options_of(other, player) != options_of(game, player):
                continue  # somebody else has had no choice, and the game has gone on
            texts = [f"{word} {names[stream.below(len(names))]}" for word in ("play", "use", "copy", "take", "conceal")]
            for text in [*texts, *labels[:4]]:
                assert game.why_not(player, text).as_data() == other.why_not(player, text).as_data()
                compared += other != game and bool(options_of(game, player))
    assert compared > (5 if folder.name in SHORT else 20)


def sets(ruleset: artrules.Ruleset, seed: int) -> dict[str, str]:
    """Each setting of sets with one of those there are."""
    model = ruleset.model
    chosen = [s for s in model.settings.values() if s.group is not None]
    return {s.name: (found := sets_for(model, s))[seed % len(found)] for s in chosen}
