"""`collect`: what is offered is exactly what leaves enough, and what is begun can always be completed."""

from __future__ import annotations

from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import artrules
from play.game.tiny import choose, offered, tiny, told

PIECES = "[[1, red, 3], [2, red, 1], [2, blue, 1], [5, blue, 2]]"


def game(folder: Path, body: str, pieces: str = PIECES) -> artrules.Game:
    return tiny(folder, "move those(c in pool) to my hand\n" + body, pieces=pieces).new_game()


ONE_WAY = """
choose one:
    "buy":
        collect {cost}:
            "spend {{c}}" for c in my hand worth c.n:
                move c to pool
                my x += c.n
        say "{{my x}}"
    "don't":
        skip
    "wait":
        skip
"""


def test_until_there_is_enough(tmp_path: Path) -> None:
    begun = game(tmp_path, ONE_WAY.format(cost=7))
    choose(begun, "buy")
    assert offered(begun) == ["spend red 1", "spend red 2", "spend blue 2", "spend blue 5"]
    choose(begun, "spend red 1", "spend blue 5")
    assert "spend blue 5" in offered(begun)
    choose(begun, "spend blue 5")  # more than was wanted: no change is given
    assert told(begun) == ["11"]


def test_what_can_not_be_paid_is_not_offered(tmp_path: Path) -> None:
    assert "buy" in offered(game(tmp_path / "1", ONE_WAY.format(cost=17)))
    begun = game(tmp_path / "2", ONE_WAY.format(cost=18))
    assert offered(begun) == ["don't", "wait"]
    answer = begun.why_not(1, "buy")
    assert "all together isn't worth 18" in str(answer)


def test_nothing_to_pay(tmp_path: Path) -> None:
    begun = game(tmp_path, ONE_WAY.format(cost=0))
    choose(begun, "buy")
    assert told(begun) == ["0"]


TWO_WAYS = """
choose one:
    "buy":
        collect {cost}:
            "spend {{c}}" for c in my hand worth c.n:
                move c to pool
                my x += c.n
            "melt {{c}}" for c in my hand where c.shade is red worth 3:
                move c to heap
                my x += 3
        say "{{my x}}"
    "don't":
        skip
    "wait":
        skip
"""


def test_a_thing_counts_once_at_its_best(tmp_path: Path) -> None:
    """Red ones are worth 3 at best, four of them; the blue 2 and two 5s: 24."""
    assert "buy" not in offered(game(tmp_path / "over", TWO_WAYS.format(cost=25)))
    begun = game(tmp_path / "all", TWO_WAYS.format(cost=24))
    choose(begun, "buy")
    assert offered(begun) == ["spend blue 2", "spend blue 5", "melt red 1", "melt red 2"]
    begun = game(tmp_path / "but_one", TWO_WAYS.format(cost=23))
    choose(begun, "buy")
    assert offered(begun) == ["spend red 2", "spend blue 2", "spend blue 5", "melt red 1", "melt red 2"]


def ways(numbers: list[tuple[int, bool]], cost: int) -> set[str]:
    """Every first step of every way to pay, found by trying all."""
    found = set()
    cards = range(len(numbers))
    for chosen in chain.from_iterable(combinations(cards, size) for size in range(len(numbers) + 1)):
        melting = [i for i in chosen if numbers[i][1]]
        for melted in chain.from_iterable(combinations(melting, size) for size in range(len(melting) + 1)):
            worth = {i: 3 if i in melted else numbers[i][0] for i in chosen}
            for first in chosen:
                shade = "red" if numbers[first][1] else "blue"
                if cost > 0 and sum(worth.values()) >= cost:
                    found.add(f"{'melt' if first in melted else 'spend'} {shade} {numbers[first][0]}")
    return found


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 5), st.booleans()), min_size=1, max_size=5), st.integers(1, 16))
def test_as_trying_everything_finds(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[tuple[int, bool]], cost: int
) -> None:
    rows = ", ".join(f"[{n}, {'red' if red else 'blue'}, 1]" for n, red in numbers)
    begun = game(tmp_path_factory.mktemp("collect"), TWO_WAYS.format(cost=cost), pieces=f"[{rows}]")
    expected = ways(numbers, cost)
    assert ("buy" in offered(begun)) == bool(expected)
    if len(expected) > 1:
        choose(begun, "buy")
        assert set(offered(begun)) == expected


WRONG = {
    "worth nothing": ('collect 3:\n    "a {c}" for c in my hand worth 0:\n        move c to pool', "wrong-type"),
    "no number": ('collect 3:\n    "a {c}" for c in my hand worth c.shade:\n        move c to pool', "wrong-type"),
    "nothing to go through": ('collect 3:\n    "a {c}" for c in my x worth 1:\n        skip', "wrong-type"),
    "things of several types": (
        'collect 3:\n    "a {c}" for c in my hand worth 1:\n        move c to pool\n'
        '    "b {n}" for n in 1..3 worth n:\n        skip',
        "wrong-type",
    ),
    "an unknown name in a worth": (
        'collect 3:\n    "a {c}" for c in my hand where c.n > m worth k:\n        move c to pool\n'
        '    "b {c}" for c in my hand worth 1:\n        move c to pool',
        "unknown-name",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_once(name: str, tmp_path: Path) -> None:
    body, slug = WRONG[name]
    with pytest.raises(artrules.ContentError) as caught:
        game(tmp_path, body)
    errors = [(d.slug, str(d.span)) for d in caught.value.diagnostics if d.severity == "error"]
    assert slug in [s for s, _ in errors]
    assert len(errors) == len(set(errors))
