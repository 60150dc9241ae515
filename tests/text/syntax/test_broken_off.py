"""Code that breaks off, as while somebody writes it: it is read with the least behind it that ends it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from artrules.text.syntax.ast import statements
from artrules.text.syntax.parse import next_words, parse_broken_off, parse_effect, parse_right

CODE = """\
let seen = 0
repeat until my away:
    choose one:
        "play {c}" for c in my hand where c.shade is red:
            move c to top of my row
            if count(d in my row where d.dim) > 2:
                seen += 1
            else:
                announce lit(card: c, by: me)
        "stop":
            stop
for p in best(p in players, most size(p.row)):
    as p:
        draw(sum(c.printed for c in p.row) - (3 * 2))
"""


@pytest.mark.parametrize(
    "text",
    ["if my hand.x", "move c.x", "my coins", "x", "for c in my hand:\n    if c.x", "let n = max(1, x", "at start of x"],
)
def test_what_is_there_is_read(text: str) -> None:
    tree = parse_broken_off("effect", text)
    assert isinstance(tree, statements.Suite) and tree.statements


def test_code_may_break_off_behind_any_word() -> None:
    """What was whole before is as in the whole code."""
    whole = parse_effect(CODE)
    ends = [at for at, (one, other) in enumerate(pairwise(CODE), 1) if one.isalnum() and not other.isalnum()]
    read = {at: parse_broken_off("effect", CODE[:at]) for at in ends}
    assert [CODE[:at] for at, tree in read.items() if tree is None and _is_code(at)] == []
    last = read[ends[-1]]
    assert last is not None and last.statements[:2] == whole.statements[:2]


def _is_code(at: int) -> bool:
    """Whether a place isn't in a text in quotes."""
    return CODE[:at].rpartition("\n")[2].count('"') % 2 == 0


def test_a_mistake_before_the_end_is_not_mended() -> None:
    assert parse_broken_off("effect", "move to to x") is None
    assert parse_right("effect", "move c to") is None
    assert parse_right("effect", "skip") is not None


def test_words_that_may_follow_are_known() -> None:
    assert {"to", "where"} & {*next_words("effect", "move c ")} == {"to"}
    assert {"if", "move", "repeat"} <= {*next_words("effect", "if x:\n    ")}
    assert next_words("effect", "move to to ") == []
