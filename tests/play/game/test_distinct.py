"""Things that nothing tells apart are offered once (`docs/write/files.md`, zones); things that something does are
not."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.game.tiny import offered, tiny

ALIKE: dict[str, tuple[str, list[str]]] = {
    "alike": ("choose c in my hand", ["red 1", "red 2", "blue 2"]),
    "something changed on one": ("my hand[1].mark becomes 2\nchoose c in my hand where c.n = 1", ["red 1"] * 2),
    "one lies face down": ("my hand[1].face becomes down\nchoose c in my hand where c.n = 1", ["red 1"] * 2),
    "a record refers to one": (
        "announce kept(card: my hand[2], by: me)\nchoose c in my hand where c.n = 1",
        ["red 1"] * 2,
    ),
    "a record refers to another": (
        "announce kept(card: my hand[5], by: me)\nchoose c in my hand",
        ["red 1", "red 2", "blue 2"],
    ),
    "a watch keeps one": (
        """
        for d in my hand where d is my hand[1]:
            watch rung as r until turn ends:
                say "{d}"
        choose c in my hand where c.n = 1
        """,
        ["red 1"] * 2,
    ),
    "a name refers to one": ('let d = my hand[2]\nchoose c in my hand where c.n = 1\nsay "{c is d}"', ["red 1"] * 2),
    "a name that is not needed any more": (
        'let d = my hand[2]\nsay "{d}"\nchoose c in my hand where c.n = 1 and my x = 0\nchoose n in 1..2',
        ["1", "2"],
    ),
    "a power refers to one": (
        'let w = my hand[2].powers[1]\nchoose c in my hand where c.n = 1\nsay "{c.powers has w}"',
        ["red 1"] * 2,
    ),
    "a variable refers to one": ("favourite becomes my hand[2]\nchoose c in my hand where c.n = 1", ["red 1"] * 2),
    "an attribute of another refers to one": (
        "my hand[5].pal becomes my hand[2]\nchoose c in my hand where c.n = 1",
        ["red 1"] * 2,
    ),
    "a power was used": ("for w in my hand[1].powers:\n    use w\nchoose c in my hand where c.n = 1", ["red 1"] * 2),
    "the same is gained by two": (
        """
        for c in my hand where c.n = 1:
            c gains my hand[5].powers[1]
        choose c in my hand where c.n = 1
        choose n in 1..2
        """,
        ["1", "2"],
    ),
    "those still to come in a loop": (
        "for c in my hand where c.n = 1:\n    choose d in my hand where d.n = 1 and d is not c",
        ["red 1"] * 2,
    ),
    "two of them: the same one or another": (
        "choose c in my hand, d in my hand where c.n + d.n = 2",
        ["red 1, red 1"] * 2,
    ),
    "in an event that is not kept": (
        """
        watch seen as e until turn ends:
            may choose d in my hand where d.n = 1:
                say "{d is e.card}"
        announce seen(card: my hand[2], by: me)
        """,
        ["red 1"] * 2 + ["none of these"],
    ),
    "in an event that the next watch asks about": (
        """
        watch seen as e until turn ends:
            may choose d in my hand where d.n = 1: skip
        watch seen as e until turn ends:
            say "{e.card}"
        announce seen(card: my hand[2], by: me)
        """,
        ["red 1"] * 2 + ["none of these"],
    ),
    "powers of cards that are alike": (
        "choose c in my hand, w in c.powers where c.n = 1\nchoose n in 1..2",
        ["1", "2"],
    ),
}
MORE_ALIKE = """
variables:
  favourite: {type: tile or none}
limits:
  once: {counts_for: card, lasts: turn, at_most: 1, default: yes}
"""


@pytest.mark.parametrize("name", ALIKE)
def test_things_that_nothing_tells_apart_are_offered_once(name: str, tmp_path: Path) -> None:
    act, labels = ALIKE[name]
    flag = "      flag: {type: bool, lasts: turn}\n"
    edits = [(flag, f"{flag}      pal: {{type: tile or none, starts: none}}\n")]
    gifts = {n: "- {when: now, do: my x += 1}" for n in (1, 2)}
    act = "move those(c in pool) to my hand\n" + "\n".join(act.splitlines())
    game = tiny(tmp_path, _flat(act), more=MORE_ALIKE, gifts=gifts, edits=edits).new_game()
    assert offered(game) == labels


def _flat(act: str) -> str:
    """The first line belongs to the others, which may be indented."""
    first, *rest = act.splitlines()
    filled = [line for line in rest if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for line in filled)
    return "\n".join([first, *(line[margin:] for line in filled)])
