"""A game with explicit chance stops at each draw, and comes to the same as games from seeds."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import artrules
from artrules.play.game.decision import IllegalChoice
from artrules.play.position.save_document import CannotSave
from play.game.tiny import choose, tiny

THREE = "[[1, red, 1], [2, red, 1], [3, blue, 1]]"
STOP = """
choose one:
    "stop":
        my x += 1
    "stay":
        skip
"""


def begun(folder: Path, act: str, pieces: str = THREE) -> artrules.Game:
    return tiny(folder, act + STOP, pieces=pieces).new_game(players=2, explicit_chance=True)


def leaves(game: artrules.Game) -> Iterator[tuple[float, tuple[str, ...], artrules.Game]]:
    """All that may come of the draws at which a game waits: how probable it is, what was drawn, and the game."""
    if game.chance is None:
        yield 1.0, (), game
        return
    for outcome in game.chance.outcomes:
        after = game.copy()
        after.choose(outcome)
        for probability, drawn, leaf in leaves(after):
            yield outcome.probability * probability, (outcome.label, *drawn), leaf


def drawn(folder: Path, act: str, pieces: str = THREE) -> list[tuple[str, ...]]:
    """What may be drawn before the first decision."""
    ends = list(leaves(begun(folder, act, pieces)))
    assert isclose(sum(probability for probability, _, _ in ends), 1)
    return [labels for _, labels, _ in ends]


def hand(game: artrules.Game) -> list[str]:
    return sorted(card["card"] for card in game.view(1)["players"][1]["hand"])


SHUFFLED = """
move pool to my deck
shuffle my deck
"""


def test_to_deal_two_of_three_cards_has_six_outcomes(tmp_path: Path) -> None:
    ends = list(leaves(begun(tmp_path, SHUFFLED + "move top 2 of my deck to my hand")))
    assert [probability for probability, _, _ in ends] == [pytest.approx(1 / 6)] * 6
    assert len({labels for _, labels, _ in ends}) == 6
    assert all(sorted(labels) == hand(leaf) for _, labels, leaf in ends)


def test_an_order_to_which_nobody_comes_is_never_drawn(tmp_path: Path) -> None:
    assert drawn(tmp_path, SHUFFLED) == [()]


def test_cards_are_drawn_when_somebody_comes_to_them(tmp_path: Path) -> None:
    game = tiny(tmp_path, f"{SHUFFLED}{STOP}move top 1 of my deck to my hand{STOP}", pieces=THREE).new_game(
        players=2, explicit_chance=True
    )
    assert game.chance is None
    choose(game, "stay")
    assert game.chance is not None
    assert (game.chance.of, game.chance.player) == ("shuffle deck", 1)
    assert [outcome.label for outcome in game.chance.outcomes] == ["red 1", "red 2", "blue 3"]
    assert game.decisions == [] and game.option_count == 0 and not game.finished
    game.choose(1)
    assert hand(game) == ["red 2"]
    assert game.choices[-1] == "0:shuffle deck(1)"


@pytest.mark.parametrize(
    ("act", "count"),
    [
        (SHUFFLED + "move bottom 1 of my deck to my hand", 3),
        (SHUFFLED + "move top 0 of my deck to my hand", 1),
        (SHUFFLED + "move top 1 of my deck to my hand\nshuffle my deck\nmove top 1 of my deck to my hand", 6),
        (SHUFFLED + "move top 1 of my deck to my deck\nmove top 1 of my deck to my hand", 3),
        (SHUFFLED + "for c in my deck where c.n = 3:\n    move c to my hand", 6),
        (SHUFFLED + "for c in tile where c.n = 3:\n    move c to my hand", 5),  # its place is drawn
        (SHUFFLED + "my x becomes size(my deck) + sum(c.n for c in tile)", 1),
        ("move pool to heap\nshuffle heap", 6),
        ("random n in 1..6\nmy x becomes n", 6),
        ("random c in pool\nmove c to my hand", 3),
        ("random c in [red]\nmy x becomes 1", 1),
    ],
)
def test_so_many_ways_there_are(tmp_path: Path, act: str, count: int) -> None:
    assert len(drawn(tmp_path, act)) == count


def test_what_is_drawn_at_random_is_told_in_words(tmp_path: Path) -> None:
    assert drawn(tmp_path, "random p in players\np.x += 1") == [("1",), ("2",)]
    assert drawn(tmp_path, "random c in colour\nmy x becomes 1 if c is red else 0") == [("red",), ("blue",)]


def test_all_positions_are_as_likely_as_in_games_from_seeds(tmp_path: Path) -> None:
    act = SHUFFLED + "move top 1 of my deck to my hand\nrandom n in 1..2\nmove top n of my deck to my hand"
    exact: dict[str, float] = defaultdict(float)
    for probability, _, leaf in leaves(begun(tmp_path, act)):
        exact[str(hand(leaf))] += probability
    ruleset = tiny(tmp_path, act + STOP, pieces=THREE)
    counted: dict[str, int] = defaultdict(int)
    for seed in range(600):
        counted[str(hand(ruleset.new_game(players=2, seed=seed, log=False)))] += 1
    assert sum(exact.values()) == pytest.approx(1) and exact.keys() == counted.keys()
    assert all(abs(counted[key] / 600 - exact[key]) < 0.07 for key in exact)


@pytest.mark.parametrize("seed", range(4))
def test_where_chance_draws_the_same_each_seat_sees_the_same(seed: int) -> None:
    ruleset, chooser = artrules.load("leduc_poker"), Random(seed)
    plain, explicit = ruleset.new_game(seed=seed), ruleset.new_game(explicit_chance=True)
    cards = [plain.inspect.view()["players"][player]["hand"][0]["card"] for player in (1, 2)]
    while True:
        while explicit.chance is not None:
            card = cards.pop(0) if cards else plain.inspect.view()["zones"]["board"][0]["card"]
            explicit.choose(next(outcome for outcome in explicit.chance.outcomes if outcome.label == card))
        for seat in (1, 2, None):
            assert explicit.view(seat) == plain.view(seat)
        assert [[o.id for o in d.options] for d in explicit.decisions] == [
            [o.id for o in d.options] for d in plain.decisions
        ]
        assert explicit.result == plain.result
        if plain.finished:
            break
        index = chooser.randrange(plain.option_count)
        plain.choose(index)
        explicit.choose(index)


def test_whole_games_can_be_played() -> None:
    game = artrules.load("crazy_eights").new_game(players=2, settings={"goal": 1}, explicit_chance=True)
    chooser = Random(3)
    most = 0
    while not game.finished:
        if game.chance is not None:
            most = max(most, len(game.chance.outcomes))
            labels = [outcome.label for outcome in game.chance.outcomes]
            assert len(set(labels)) == len(labels)
            game.choose(chooser.choice(game.chance.outcomes))
        else:
            assert game.view(1)["zones"]["stock"] == [None] * len(game.view(1)["zones"]["stock"])
            game.choose(chooser.randrange(game.option_count))
    assert most == 52


def test_what_looking_ahead_comes_to_is_drawn_before_the_question(tmp_path: Path) -> None:
    dig = """
    choose one:
        "dig":
            move top 1 of my deck to my row
            choose "go" for c in my row where c.n = 3
        "stay":
            skip
        "leave":
            skip
    """
    offers = {
        labels: [option.label for option in leaf.decisions[0].options]
        for _, labels, leaf in leaves(
            tiny(tmp_path, SHUFFLED + dedent(dig), pieces=THREE).new_game(2, explicit_chance=True)
        )
    }
    assert offers == {
        ("red 1",): ["dig", "stay", "leave"],
        ("red 2",): ["dig", "stay", "leave"],
        ("blue 3",): ["dig", "stay", "leave"],
    }


def test_copies_wait_at_the_same_draw(tmp_path: Path) -> None:
    game = begun(tmp_path, SHUFFLED + "move top 2 of my deck to my hand")
    copy = game.copy()
    assert copy == game and copy.chance == game.chance
    copy.choose(0)
    assert copy != game and game.chance is not None and len(game.chance.outcomes) == 3
    game.choose(game.chance.outcomes[0].id)
    assert copy == game


def test_outcomes_are_chosen_at_draws_alone(tmp_path: Path) -> None:
    game = begun(tmp_path, SHUFFLED + "move top 1 of my deck to my hand")
    assert game.chance is not None
    outcome = game.chance.outcomes[0]
    for wrong in (3, -1, True, "stop", None):
        with pytest.raises(IllegalChoice, match="is no outcome of `shuffle deck`"):
            game.choose(wrong)  # type: ignore[arg-type]
    game.choose(outcome)
    for wrong in (outcome, outcome.id):
        with pytest.raises(IllegalChoice):
            game.choose(wrong)


def test_what_needs_a_seed_is_refused(tmp_path: Path) -> None:
    game = begun(tmp_path, SHUFFLED)
    with pytest.raises(ValueError, match="bots don't think in a game with explicit chance"):
        _ = game.think
    with pytest.raises(CannotSave, match="no seed leads there"):
        game.to_json()
    with pytest.raises(TypeError, match="can't be pickled"):
        pickle.dumps(game)
    with pytest.raises(ValueError, match="can't be dealt anew"):
        game.playing.leave_course()
    assert artrules.load("kuhn_poker").new_game(seed=3).chance is None


def test_a_fault_of_the_content_leaves_the_game_at_the_draw(tmp_path: Path) -> None:
    game = begun(tmp_path, "random n in 1..2\ntotal += 98 + n\nmy x becomes 98 + n")
    assert game.chance is not None
    with pytest.raises(artrules.GameFault, match="100"):
        game.choose(1)
    assert game.chance is not None
    game.choose(0)
    assert game.chance is None and game.option_count == 2


def test_without_a_log_games_keep_no_choices(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, SHUFFLED + "move top 1 of my deck to my hand" + STOP, pieces=THREE)
    game = ruleset.new_game(players=2, log=False, explicit_chance=True)
    game.choose(2)
    assert hand(game) == ["blue 3"] and game.choices == []
    assert game.play("first") == 1 and game.finished
