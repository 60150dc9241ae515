"""Kiln with much in it: long rows of statements, calls in calls, long lists and what is done with them, much that is
told or kept, powers lent in options that can fail."""

from __future__ import annotations

from random import Random
from textwrap import indent

from tools.hostile.subject import FILES

VARIABLES = """\
variables:
  long: {type: list of 0..99}
  other: {type: list of 0..99}
  pages: {of: player, type: list of 0..99}
events:
  noted: {has: {what: list of 0..99}, kept: game}
functions:
  longest(): list(b for a in 1..99, b in 0..99)
  of_lists(): list(list(a for a in 1..90) for b in 1..90)
"""
ROWS = [
    "total becomes min(99, total + 1)",
    "require n < 9",
    "if n = 1: my x becomes min(9, my x + 1)",
    "for c in my row: c.mark becomes n",
    "announce rung(n: n, by: me)",
    "move top 1 of my deck to my hand",
    'may "more": my y becomes min(9, my y + 1)',
    "let kLINE = n + LINE",
    'say "{n} {me} {my hand[1] if size(my hand) > 0 else none}"',
]
LENT = [
    "for w in C.powers:\n    D gains w",
    "for w in C.powers:\n    D gains w as v:\n        my y becomes min(9, my y + n)",
    "for w in C.powers:\n    D gains w as v:\n        may use v",
    "for w in C.powers:\n    D gains w as v:\n        for u in D.powers where usable(u): use u",
]
OPERATIONS = [
    "if long = other: skip",
    "if of_lists() = of_lists(): skip",
    "if 100 in long: skip",
    "if long shares [100]: skip",
    "other becomes other - [100]",
    "other becomes those(n in long where n > 50)",
    "other becomes long + [1]",
    "let k = sorted(99 - a for a in long)",
    "let k = best(a in long, most a % 7, least a)",
    "let k = best(l in of_lists(), most l, least l)",
    "if any(a in long, b in other where a + b > 900): skip",
    "total becomes min(9, sum(a for a in long))",
    "move pot to box\nmove pot to my hand",
    'say "{long} {other}"',
    "announce noted(what: long)",
    "watch rung as r where size(long) > r.n until game ends: total becomes 1",
    "for p in players: p.pages becomes long + other",
]


def heavy(random: Random) -> dict[str, bytes]:
    """One of these kinds, of some size, in place of what a player does."""
    kind = random.choice([_row, _calls, _operations, _lent])
    code, more = kind(random)
    main = FILES["ruleset.yaml"].replace("do: act()", "do: try_it()")
    part = f"part_of: kiln\n{VARIABLES}procedures:\n  try_it: |\n{indent(code, '    ')}\n{indent(more, '  ')}\n"
    files = {**FILES, "ruleset.yaml": main, "part.yaml": part}
    del files["scenarios.yaml"], files["three.yaml"]
    return {name: text.lstrip("\n").encode() for name, text in files.items()}


def _lines(random: Random, of: list[str], most: int) -> list[str]:
    mixed = random.random() < 0.5
    one = random.choice(of)
    lines = [random.choice(of) if mixed else one for _ in range(random.randrange(1, most))]
    return [line.replace("LINE", str(i)) for i, line in enumerate(lines)]


def _option(random: Random, code: str) -> str:
    """Code in an option that can fail."""
    last = random.choice(["require n > 1", "choose m in 1..3 where m > n", "skip"])
    return random.choice(
        [
            f"choose n in 1..3\n{code}\n{last}",
            'choose one:\n    "take {n}" for n in 1..3:\n' + indent(f"{code}\n{last}", " " * 8) + '\n    "go": skip',
        ]
    )


def _row(random: Random) -> tuple[str, str]:
    return _option(random, "\n".join(_lines(random, ROWS, 500))), ""


def _calls(random: Random) -> tuple[str, str]:
    deep, times = random.choice([(38, 1), (20, 4), (12, 3), (45, 1), (5, 9)])
    suites = random.choice([0, 1, 5, 38])
    within = "".join("    " * i + "if my x < 50:\n" for i in range(suites))
    bodies = ""
    for i in range(deep):
        calls = "\n".join(["    " * suites + f"p{i + 1}(n)"] * times)
        bodies += f"p{i}(1..3 n): |\n" + indent(within + calls, "    ") + "\n"
    last = random.choice(ROWS[:7])
    return _option(random, "p0(n)"), bodies + f"p{deep}(1..3 n): |\n" + indent(last, "    ") + "\n"


def _operations(random: Random) -> tuple[str, str]:
    code = "\n".join(_lines(random, OPERATIONS, 4))
    for times in random.choice([(), (99,), (99, 99), (99, 99, 99)]):
        code = f"repeat {times} times:\n" + indent(code, "    ")
    return "long becomes longest()\nother becomes longest()\n" + _option(random, code), ""


def _lent(random: Random) -> tuple[str, str]:
    code = "\n".join(_lines(random, LENT, 4)).replace("C.", "c.").replace("D ", "d ").replace("D.", "d.")
    return f"choose c in pot\nchoose d in pot\n{_option(random, code)}", ""
