"""What designers slip on, many at a time: each piece is a procedure of one game, which is read once.

Each piece has the slug that is expected at its marked lines. The pieces of `RIGHT` look like slips, but are none.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from check.checks.trying import diagnostics, marked, places, written

SLIPS: tuple[tuple[str, str], ...] = (
    # ------------------------------------------------------------ code that is never reached
    ("unreachable", "repeat 3 times:\n    my coins += 1\n    stop\n    left -= 1  #!"),
    ("unreachable", "if left = 0:\n    end game\n    draw(1)  #!"),
    ("unreachable", "end game\ndraw(1)  #!\nleft -= 1"),
    ("unreachable", "if left = 0:\n    draw(2)\n    end game\nelse:\n    end game\ndraw(1)  #!"),
    ("unreachable", "for c in my hand:\n    if c.dim:\n        end game\n    else:\n        stop\n    draw(1)  #!"),
    (
        "unreachable",
        'repeat:\n    choose one:\n        "go on":\n            stop\n            draw(1)  #!\n        "no": draw(1)',
    ),
    ("unreachable", 'repeat:\n    choose one:\n        "go on": stop\n        "leave": stop\n    draw(1)  #!'),
    ("unreachable", 'repeat:\n    choose one:\n        "more": draw(1)\n        "end": end game\ndraw(2)  #!'),
    ("unreachable", "as left(me):\n    end game\ndraw(1)  #!"),
    # ------------------------------------------------------------ conditions that never hold
    ("never-true", "if my coins = 3 and my coins = 4:  #!\n    draw(1)"),
    ("never-true", "if my coins < 3 and my coins > 5:  #!\n    draw(1)"),
    ("never-true", "for c in my row where c.shade is red and c.shade is blue:  #!\n    c.dim becomes yes"),
    ("never-true", "if ending and not ending:  #!\n    draw(1)"),
    ("never-true", "if not my away and my coins > 2 and my away:  #!\n    draw(1)"),
    ("never-true", "if my coins is not my coins:  #!\n    draw(1)"),
    ("never-true", "if my coins < my coins:  #!\n    draw(1)"),
    ("never-true", "if left > my coins and left < my coins:  #!\n    draw(1)"),
    ("never-true", "if my coins > 5:\n    draw(1)\nelif my coins > 9:  #!\n    draw(2)"),
    ("never-true", "if my coins = 3:\n    draw(1)\nelif left = 2:\n    draw(2)\nelif my coins = 3:  #!\n    draw(3)"),
    ("never-true", "if my coins > 5:\n    if my coins < 3:  #!\n        draw(1)"),
    ("never-true", "require left > 5\nif left = 2:  #!\n    draw(1)"),
    ("never-true", "for n in 1..3 where n > 3:  #!\n    draw(n)"),
    ("never-true", "for n in 1..9 where n > 3:\n    if n = 2:  #!\n        draw(1)"),
    ("never-true", "if count(c in my hand) < 0:  #!\n    draw(1)"),
    ("never-true", "if size(my hand) = -1:  #!\n    draw(1)"),
    ("never-true", "if my coins in 5..9 and my coins in 1..3:  #!\n    draw(1)"),
    ("never-true", "if left in [50, 60]:  #!\n    draw(1)"),
    ("never-true", "my coins becomes 4\nif my coins > 5:  #!\n    draw(1)"),
    ("never-true", "let n = 2\nif n = 3:  #!\n    draw(1)"),
    ("never-true", "let c = first(d in my row)\nif c is none:\n    end game\nelif c is none:  #!\n    draw(1)"),
    ("never-true", 'choose one:\n    "take" if left > 3 and left < 2: draw(1)  #!\n    "leave": draw(2)'),
    (
        "never-true",
        'choose one:\n    "take" if left > 3:\n        if left < 2:  #!\n            draw(1)\n    "leave": draw(2)',
    ),
    ("never-true", "if round_number = 0:  #!\n    draw(1)"),
    ("never-true", "require my coins > 3 and my coins < 2  #!"),
    ("never-true", "repeat while left > 4 and left < 2:  #!\n    choose c in my hand\n    draw(1)"),
    ("never-true", "let n = 5 if left > 3 and left < 2 else 1  #!\nmy coins += n"),
    ("never-true", "my coins += count(c in my row where c.shade is red and c.shade is blue)  #!"),
    ("never-true", "if my coins = 3 or left = 2 or my coins = 3:  #!\n    draw(1)"),
    ("never-true", "if 3 > 4:  #!\n    draw(1)"),
    (
        "never-true",
        "if no(c in my hand) and any(d in my hand where d.dim) and any(e in my hand where not e.dim) "
        "and no(f in my hand where not f.dim):  #!\n    draw(1)",
    ),
    # ------------------------------------------------------------ conditions that always hold
    ("always-true", "if my coins is my coins:  #!\n    draw(1)"),
    ("always-true", "if my coins >= 0:  #!\n    draw(1)"),
    ("always-true", "if count(c in my hand) >= 0:  #!\n    draw(1)"),
    ("always-true", "if yes:  #!\n    draw(1)"),
    ("always-true", "for c in my row where c.shade is not red or c.shade is not blue:  #!\n    c.dim becomes yes"),
    ("always-true", "if my coins < 5 or my coins > 3:  #!\n    draw(1)"),
    ("always-true", "if ending or not ending:  #!\n    draw(1)"),
    ("always-true", "if my coins > 5:\n    if my coins > 3:  #!\n        draw(1)"),
    ("always-true", "if my coins > 5 and my coins > 3:  #!\n    draw(1)"),
    ("always-true", "require left > 5\nrequire left > 2  #!\ndraw(1)"),
    ("always-true", "for n in 1..3 where n >= 1:  #!\n    draw(n)"),
    ("always-true", "let n = 2\nif n = 2:  #!\n    draw(1)"),
    ("always-true", "move my hand to my discard\nif size(my hand) = 0:  #!\n    draw(1)"),
    ("always-true", 'choose one:\n    "take" if size(my hand) >= 0: draw(1)  #!\n    "leave": draw(2)'),
    ("always-true", "for c in my row:\n    if c is not none:  #!\n        c.dim becomes yes"),
    ("always-true", "if left in 0..40:  #!\n    draw(1)"),
    # ------------------------------------------------------------ nothing to go through
    ("empty-range", "for n in 5..3:  #!\n    draw(n)"),
    ("empty-range", "random n in 6..1  #!\ndraw(n)"),
    ("empty-range", "choose n in 9..2  #!\nmy coins += n"),
    ("empty-range", "repeat 0 times:  #!\n    draw(1)"),
    ("empty-range", "move top 0 of my deck to my hand  #!"),
    ("empty-range", "if my coins in 9..2:  #!\n    draw(1)"),
    ("empty-range", "let n = 3\nfor k in n..2:  #!\n    draw(k)"),
    # ------------------------------------------------------------ without effect
    ("no-effect", "my coins becomes my coins  #!"),
    ("no-effect", "my coins += 0  #!"),
    ("no-effect", "left -= 0  #!"),
    ("no-effect", "for c in my row:\n    c.dim becomes c.dim  #!"),
    ("no-effect", "my coins becomes my coins * 1  #!"),
    ("no-effect", "my coins becomes 4\ndraw_nothing()\nleft becomes left + 0  #!"),
    ("no-effect", "if my coins = 3:\n    my coins becomes 3  #!"),
    ("no-effect", "for c in my hand where c.dim:\n    move c to my hand  #!"),
    ("no-effect", "move my hand to my hand  #!"),
    ("overwritten", "my coins becomes 3  #!\nmy coins becomes 4"),
    ("overwritten", "left -= 1  #!\nleft becomes 4"),
    ("overwritten", "let n = 2  #!\nn becomes size(my hand)\ndraw(1)\nmy coins += n"),
    ("overwritten", "for c in my row:\n    c.dim becomes no  #!\n    c.dim becomes yes"),
    ("overwritten", "ending becomes yes  #!\nleft -= 1\nending becomes no"),
    ("same-suites", "if left = 3:  #!\n    draw(1)\nelse:\n    draw(1)"),
    ("same-suites", "if left = 3:\n    draw(1)\nelif left = 4:  #!\n    draw(2)\nelse:\n    draw(2)"),
    ("same-suites", "let n = 3 if ending else 3  #!\nmy coins += n"),
    ("empty-choice", 'may "look around":  #!\n    skip'),
    ("empty-choice", "may choose c in my hand:  #!\n    skip"),
    ("empty-choice", 'choose one:  #!\n    "left": skip\n    "right": skip'),
    # ------------------------------------------------------------ arithmetic
    ("division-by-zero", "my coins becomes left / 0  #!"),
    ("division-by-zero", "my coins becomes left % 0  #!"),
    ("division-by-zero", "if left = 0:\n    my coins becomes 40 / left  #!"),
    ("division-by-zero", "let n = 0\nmy coins becomes 40 / n  #!"),
    ("no-such-item", "my coins += [1, 2, 3][4]  #!"),
    ("no-such-item", "my coins += [1, 2, 3][0]  #!"),
    ("no-such-item", "let c = my row[-1]  #!\nmove c to my hand"),
    ("no-such-item", "for k in 4..5:\n    my coins += [1, 2, 3][k]  #!"),
    ("no-such-item", "let c = (top 2 of my deck)[3]  #!\nmove c to my hand"),
    ("leaves-bounds", "my coins becomes 99\nmy coins += 5  #!"),
    ("leaves-bounds", "if left = 0:\n    left -= 1  #!"),
    ("leaves-bounds", "if my coins < 5:\n    my coins -= 5  #!"),
    ("leaves-bounds", "choose n in 1..9 where n > 3\nbuy(n)  #!"),
    # ------------------------------------------------------------ order that means nothing
    ("loose-order", "let c = (my hand + my row)[1]  #!\nmove c to my row"),
    ("loose-order", "for c in my hand:\n    if c is first(d in my hand):  #!\n        c.dim becomes yes"),
    ("loose-order", "let ns = list(c.printed for c in my hand)\nmy coins += ns[1]  #!"),
)
SLUGS = {slug for slug, _ in SLIPS}
RIGHT: tuple[str, ...] = (
    "repeat 3 times:\n    if my coins = 3:\n        stop\n    my coins += 1",
    'repeat:\n    choose one:\n        "more": draw(1)\n        "leave": stop\ndraw(1)',
    "for c in my row:\n    if c.dim:\n        stop\ndraw(1)",
    "if left = 0:\n    end game\ndraw(1)",
    "repeat 2 times:\n    stop\ndraw(1)",
    'may "end it":\n    end game\ndraw(1)',
    "for c in my row where c.shade is red or c.shade is blue and c.dim:\n    c.dim becomes no",
    "if my coins > 5:\n    draw(1)\nelif my coins > 2:\n    draw(2)\nelif my coins = 2:\n    draw(3)",
    "for c in my row:\n    if c.shade is red:\n        draw(1)\n    elif c.shade is blue:\n        draw(2)",
    "if my coins < 5:\n    draw(1)\nelif my coins >= 5:\n    draw(2)",
    "if my coins > 5:\n    my coins -= 4\n    if my coins < 5:\n        draw(1)",
    "if my coins > 5:\n    buy(1)\n    if my coins < 3:\n        draw(1)",
    "if size(my hand) > 5:\n    move those(c in my hand where c.printed = 1) to my discard\n    if size(my hand) = 0:\n"
    "        draw(1)",
    "if size(my hand) > 5:\n    for c in my hand:\n        if size(my hand) < 3: draw(1)\n        move c to my discard",
    "if my coins = 3:\n    as left(me):\n        if my coins = 4:\n            draw(1)",
    "for p in players, q in players where p is not q:\n    if p.coins = 3 and q.coins = 4:\n        p.coins += 1",
    "let n = 0\nfor c in my row:\n    n += 1\n    if n = 3:\n        draw(1)\nif n > 4:\n    draw(2)",
    "let n = 0\nif ending:\n    n becomes 2\nif n = 2:\n    draw(1)",
    "let n = 0\nrepeat 3 times:\n    if n = 2:\n        draw(1)\n    n += 1",
    "let c = first(d in my row)\nif c is not none:\n    if c.dim:\n        draw(1)",
    "let c = first(d in my row)\nif c is none:\n    draw(1)\nelif c is not none:\n    c.dim becomes yes",
    "if ending:\n    draw(1)\nelif not ending:\n    draw(2)",
    'if my coins > 3:\n    may "pay":\n        my coins -= 3\n    if my coins < 3:\n        draw(1)',
    "if left > 4:\n    watch lit as e until turn ends:\n        if left < 3:\n            draw(1)",
    "repeat while left > 2:\n    choose c in my hand\n    left -= 1\nif left > 1:\n    draw(1)",
    "if any(c in my hand where c.dim) and any(c in my hand where not c.dim):\n    draw(1)",
    "for c in my hand where c.printed = 1:\n    if any(d in my hand where d.printed = 2):\n        draw(1)",
    "for c in my hand, d in my row where c.printed < d.printed:\n    if c.shade is red and d.shade is blue: draw(1)",
    "if my coins > left and my coins > 3:\n    draw(1)",
    "if my coins != left:\n    if my coins > left:\n        draw(1)",
    "if round_number > 1 or left > 3:\n    draw(1)",
    "if length is quick:\n    draw(1)\nelif length is normal:\n    draw(2)",
    "for n in 1..left:\n    my coins += 1",
    "repeat left times:\n    my coins += 1",
    "let empty = [1] - [1]\nif left in empty:\n    draw(1)",
    "my coins becomes left\nmy coins becomes my coins + 3",
    "left becomes 4\ndraw(1)\nleft becomes 5",
    "for p in players:\n    p.coins becomes 3\n    as left(p):\n        my coins becomes 4",
    "for c in my row, d in my row:\n    c.dim becomes yes\n    d.dim becomes no",
    "red.price becomes 3\nblue.price becomes 4",
    "let n = 2\nif ending:\n    n becomes 3\nmy coins += n",
    "let n = 0\nfor c in my row:\n    n becomes c.printed\nmy coins += n",
    "my coins becomes 3\nif left = 2:\n    my coins becomes 4",
    'ending becomes yes\nmay "go on":\n    ending becomes no',
    "move top 1 of my deck to bottom of my deck",
    "for c in my row:\n    move c to my row",
    "for c in my hand:\n    move c to left(me).hand",
    "for c in my hand where c.dim:\n    move c to my hand facing down",
    'choose one:\n    "pass": skip\n    "draw": draw(1)',
    'choose one:\n    "go on": skip',
    'may "draw": draw(1)',
    'may "stay":\n    skip\nelse:\n    draw(1)',
    'choose one:\n    "once" limit once_per_turn: skip\n    "pass": skip',
    "if left > 3:\n    skip\nelse:\n    draw(1)",
    "if left = 3:\n    draw(1)\nelif left = 4:\n    draw(2)\nelse:\n    draw(1)",
    "my coins becomes 40 / max(left, 1)",
    "if left > 0:\n    my coins becomes 40 / left",
    "my coins += [1, 2, 3][3]",
    "for k in 1..5:\n    if k <= 3:\n        my coins += [1, 2, 3][k]",
    "my coins += [4, 5, 6, 7][me]",
    "my coins -= 1",
    "if my coins > 5:\n    my coins -= 5",
    "choose n in 1..9 where n < 4\nbuy(n)",
    'collect 3:\n    "pay {c}" for c in my hand worth 2:\n        move c to my discard',
    "for c in my row, w in c.powers where usable(w):\n    may use w",
    "let c = my row[1]\nmove c to my hand",
    "let ns = sorted(c.printed for c in my hand)\nmy coins += ns[1]",
    "if sorted(c.printed for c in my hand) = [1, 2]:\n    draw(1)",
)


def laid(folder: Path, pieces: tuple[str, ...]) -> Path:
    """Write Lanterns with each piece as a procedure."""
    text = "procedures:\n  draw_nothing: skip\n"
    for number, piece in enumerate(pieces, 1):
        text += f"  try_{number}: |\n{indent(dedent(piece), '    ')}\n"
    return written(folder, text)


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in SLIPS}))
def test_slips_are_noticed(slug: str, tmp_path: Path) -> None:
    folder = laid(tmp_path, tuple(piece for of, piece in SLIPS if of == slug))
    found = diagnostics(folder)
    assert places(found, slug) == marked(folder)
    assert [d for d in found if d.slug in SLUGS - {slug}] == []


def test_what_looks_like_a_slip_but_is_none(tmp_path: Path) -> None:
    assert [d for d in diagnostics(laid(tmp_path, RIGHT)) if d.slug in SLUGS] == []
