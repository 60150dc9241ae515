"""Places in Kiln where code stands, and Kiln with other code in one of them."""

from __future__ import annotations

import re
from random import Random
from textwrap import indent

from tools.hostile.derive import derive
from tools.hostile.subject import FILES
from tools.hostile.typed import Typed

NAMES = [
    "me",
    "self",
    "players",
    "round_number",
    "pot",
    "coin",
    "red",
    "blue",
    "now",
    "later",
    "total",
    "best_pot",
    "ages",
    "x",
    "y",
    "heat",
    "hand",
    "deck",
    "row",
    "shelf",
    "box",
    "hot",
    "c",
    "n",
    "p",
    "w",
    "k",
    "shade",
    "mark",
    "flag",
    "dots",
    "card",
    "by",
    "kept",
    "rung",
    "worth_of",
    "shown",
    "warm",
    "draw",
    "offer",
    "market",
    "turn",
    "firing",
    "once",
    "each",
    "face",
    "up",
    "down",
    "powers",
    "free",
    "when",
    "score",
    "size",
    "left",
    "others",
    "usable",
    "position",
    "before",
    "v",
    "kind",
]

EFFECTS: dict[str, tuple[str, str, bool, bool]] = {
    # what is called by its name: the file, the text to replace, whether a player acts there, whether there is a card
    "procedure": ("ruleset.yaml", "do: act()", True, False),
    "setup": ("ruleset.yaml", "begin: skip", False, False),
    "all at once": ("ruleset.yaml", 'do: |\n        may "rest": my y becomes 1\n', True, False),
    "nobody": ("ruleset.yaml", "do: total += 1", False, False),
    "menu": ("ruleset.yaml", "do: skip", True, False),
    "power": ("plain.yaml", "do: draw(1)", True, True),
    "overlay": ("three.yaml", 'bonus: "total += 1"', False, False),
}
EXPRESSIONS: dict[str, tuple[str, str, str, bool, bool]] = {
    # … the type it must have
    "limit": ("ruleset.yaml", "at_most: 1 + my y", "num", True, False),
    "start of a variable": ("ruleset.yaml", "starts: 3", "num", False, False),
    "start of an attribute": ("ruleset.yaml", 'starts: "[self.n]"', "dots", False, True),
    "function": ("ruleset.yaml", "c.shade.warm", "bool", True, False),
    "condition": ("plain.yaml", "if: size(my hand) > 0", "bool", True, True),
    "phase": ("ruleset.yaml", "if: round_number > 1", "bool", False, False),
    "first": ("ruleset.yaml", 'from: "players[1]"', "player", False, False),
    "until": ("ruleset.yaml", "until: round_number >= 3", "bool", False, False),
    "score": ("ruleset.yaml", "is: my x", "num", True, False),
    "winners": ("ruleset.yaml", "winners: best(p in players, most score(p))", "players", False, False),
    "pieces": ("ruleset.yaml", 'start: "shelf[1 if self.n < 3 else 2]"', "pots", False, True),
    "total": ("ruleset.yaml", "count: size(pot)", "num", False, False),
    "menu": ("ruleset.yaml", "if: my x > 0", "bool", True, False),
    "set": ("plain.yaml", "n * 2", "num", True, False),
}  # fmt: skip


def derived(random: Random) -> dict[str, bytes]:
    """Kiln with a random derivation of the grammar somewhere."""
    size = random.randrange(6, 36)
    if random.random() < 0.5:
        name = random.choice([*EFFECTS])
        return _put(*EFFECTS[name][:2], derive(random, "effect", NAMES, size))
    name = random.choice([*EXPRESSIONS])
    return _put(*EXPRESSIONS[name][:2], derive(random, "expression", NAMES, size))


def typed(random: Random) -> dict[str, bytes]:
    """Kiln with code somewhere whose types mostly fit."""
    if random.random() < 0.75:
        file, old, acts, own = EFFECTS[random.choice([*EFFECTS, "procedure", "procedure", "power"])]
        lines = Typed(random, random.randrange(5, 80), own=own).effect()
        if not acts:
            lines = ["for p in players:", "    as p:", *(f"        {line}" for line in lines)]
        return _put(file, old, "\n".join(lines))
    file, old, type_, acts, own = EXPRESSIONS[random.choice([*EXPRESSIONS])]
    code = Typed(random, random.randrange(2, 30), own=own).expression(type_)
    if not acts:
        code = re.sub(r"\bme\b", "players[1]", re.sub(r"\bmy (\w+)", r"players[1].\1", code))
    return _put(file, old, code)


def _put(file: str, old: str, code: str) -> dict[str, bytes]:
    text = FILES[file]
    assert text.count(old) == 1, (old, text.count(old))
    before, _, after = text.partition(old)
    key = old.partition(":")[0]
    if before.rstrip(" ").endswith("{") or "{" in before.rpartition("\n")[2] or key == old:
        # Inside braces code must be on one line, in quotes.
        quoted = '"' + code.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        new = f"{key}: {quoted}" if ":" in old else quoted
    else:
        deep = len(before.rpartition("\n")[2])
        new = f"{key}: |\n" + indent(code, " " * (deep + 2)) + "\n"
    files = {n: t.lstrip("\n").encode() for n, t in FILES.items()}
    files[file] = (before + new + after).lstrip("\n").encode()
    return files
