"""How options stand on the screen: in the order of the cards, grouped, and told from one another."""

from __future__ import annotations

from pathlib import Path

from artrules.play.presentation import state_and_options
from artrules.table.terminal.options import Group, arrange
from play.game.tiny import tiny

PIECES = "[[1, red, 2], [2, blue, 1], [3, red, 2], [4, blue, 1]]"
"""From the top of the heap: 1, 1, 2, 3, 3, 4."""
DEAL = """
for c in those(c in heap where c.n = 3):
    move c to my hand
for c in those(c in heap where c.n = 1):
    move c to my hand
for c in those(c in heap where c.n = 4):
    move c to my row
for c in those(c in heap where c.n = 2):
    move c to my row
"""


def _offer(folder: Path, act: str) -> tuple[list[Group], list[bool]]:
    """The groups of what is offered, and of each option whether it declines."""
    game = tiny(folder, DEAL + act, pieces=PIECES, edits=[("start: pool,", "start: heap,")]).new_game()
    state, options = state_and_options(game, 1)
    return arrange(state["offers"][0], options[0], state["view"]), [option.declines for option in options[0]]


def _arranged(folder: Path, act: str) -> list[Group]:
    return _offer(folder, act)[0]


def _texts(groups: list[Group]) -> list[list[str]]:
    return [[*group.texts] for group in groups]


def test_options_stand_in_the_order_of_the_cards_on_the_screen(tmp_path: Path) -> None:
    """A hand is shown in the order of the pieces, a row as it lies, members and numbers in theirs."""
    groups = _arranged(
        tmp_path,
        """
choose one:
    "keep {c}" for c in my hand:
        my x becomes 1
    "take {c}" for c in my row:
        my x becomes 2
    "swap {c} for {d}" for c in my row, d in my hand:
        my x becomes 3
    "say {k} {n}" for n in 1..2, k in colour:
        my x becomes 4
""",
    )
    assert _texts(groups) == [
        ["keep red 1", "keep red 3"],
        ["take blue 4", "take blue 2"],
        ["swap blue 4 for red 1", "swap blue 4 for red 3", "swap blue 2 for red 1", "swap blue 2 for red 3"],
        ["say red 1", "say blue 1", "say red 2", "say blue 2"],
    ]
    assert [group.words for group in groups] == ["keep red", "take blue", "swap blue", "say"]


def test_what_is_about_nothing_comes_after_what_is_about_cards(tmp_path: Path) -> None:
    groups = _arranged(
        tmp_path,
        """
choose one:
    "stop":
        my x becomes 1
    "keep {c}" for c in my hand:
        my x becomes 2
""",
    )
    assert _texts(groups) == [["keep red 1", "keep red 3"], ["stop"]]


def test_declining_comes_last(tmp_path: Path) -> None:
    groups, declines = _offer(tmp_path, "may choose c in my hand:\n    my x becomes 1\n")
    assert declines == [False, False, True] and [len(group.texts) for group in groups] == [2, 1]


def test_a_changed_card_is_named_as_changed(tmp_path: Path) -> None:
    groups = _arranged(
        tmp_path,
        """
my row[1].mark becomes 4
my row[2].flag becomes yes
choose one:
    "take {c}" for c in my row:
        my x becomes 2
""",
    )
    assert _texts(groups) == [["take blue 4 [mark 4]", "take blue 2 [flag]"]]


def test_options_that_read_the_same_say_where_their_cards_lie(tmp_path: Path) -> None:
    groups = _arranged(
        tmp_path,
        """
move top 1 of heap to pool
for c in those(c in my hand where c.n = 3):
    move c to pool
for c in those(c in my hand where c.n = 1):
    move c to left(me).row
choose one:
    "take one" for c in pool:
        my x becomes 2
    "take one" for c in left(me).row where c is left(me).row[1]:
        my x becomes 2
    "take one" for n in 1..2:
        my x becomes 3
    "take two":
        my x becomes 4
""",
    )
    texts = [text for group in groups for text in group.texts]
    assert len(set(texts)) == len(texts) == 5
    assert "player 2's row" in texts[1] and texts[-1] == "take two"
