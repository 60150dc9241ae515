"""Input that was never meant to be a ruleset: random bytes, text and YAML in the place of one of Kiln's files."""

from __future__ import annotations

from random import Random
from typing import Any

import yaml

from tools.hostile.subject import FILES

HEADS = ("ruleset: kiln", "part_of: kiln", "set: plain", "overlay: three", "scenarios: kiln", "title: Kiln")
CHARACTERS = " \n\n  ::-[]{},'\"|>&*!?#%@`~abcxyz01290_.\\/\t\r\x00\x07é名\u202e\ufeff\U0001f600"
LEAVES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 10**9, 10**15, 10**40, 1.5, "", "no", "none", "x", "player", "pot", "0..9", "9..0",
    "0..99999999999", "some of 0..9", "list of pot", "size(my hand)", "skip", "draw(1)", "{self.n}", "{", "}", "}{",
    "(" * 70, "1 + " * 300 + "1", "x" * 300, "n in 1..3", "1 -> 2", "kiln", "plain", "everyone", "é", "a: b", "\n", "\t",
)  # fmt: skip
KEYS = [
    "ruleset",
    "part_of",
    "set",
    "of",
    "overlay",
    "applies",
    "after",
    "scenarios",
    "list",
    "title",
    "players",
    "settings",
    "enums",
    "lives",
    "limits",
    "power_has",
    "groups",
    "cards",
    "zones",
    "variables",
    "events",
    "tables",
    "functions",
    "procedures",
    "menus",
    "pieces",
    "totals",
    "flow",
    "setup",
    "rounds",
    "until",
    "score",
    "winners",
    "final",
    "last_round",
    "name",
    "who",
    "from",
    "do",
    "if",
    "ends",
    "type",
    "starts",
    "per",
    "holds",
    "order",
    "seen_by",
    "has",
    "members",
    "label",
    "attributes",
    "powers",
    "entries",
    "kind",
    "start",
    "columns",
    "rows",
    "count",
    "is",
    "glaze",
    "steps",
    "given",
    "players",
    "choose",
    "expect",
    "zones",
    "1",
    "2",
    "-1",
    "x",
    "pot",
    "x(y)",
    "draw(0..9",
    "n)",
    "<<",
]


def noise(random: Random) -> dict[str, bytes]:
    """Kiln with one file that is noise."""
    made = random.choice([_bytes, _text, _lines, _tree, _tree])(random)
    name = random.choice([*FILES, "part.yaml", "another.yaml"])
    return {**{n: t.lstrip("\n").encode() for n, t in FILES.items()}, name: made}


def _bytes(random: Random) -> bytes:
    return random.randbytes(random.randrange(400))


def _text(random: Random) -> bytes:
    text = "".join(random.choice(CHARACTERS) for _ in range(random.randrange(300)))
    return (random.choice(["", f"{random.choice(HEADS)}\n"]) + text).encode()


def _lines(random: Random) -> bytes:
    """Lines of Kiln's own files in any order and depth."""
    lines = [line for text in FILES.values() for line in text.splitlines()]
    chosen = [" " * random.randrange(5) + random.choice(lines) for _ in range(random.randrange(1, 20))]
    return "\n".join([random.choice(HEADS), *chosen]).encode()


def _tree(random: Random) -> bytes:
    kind, _, name = random.choice(HEADS).partition(": ")
    tree = {kind: name, "of": "kiln", **{k: _node(random, 1) for k in random.sample(KEYS, random.randrange(6))}}
    if random.random() < 0.7 and kind not in ("set", "overlay"):
        del tree["of"]
    return yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, default_flow_style=None).encode()


def _node(random: Random, depth: int) -> Any:
    shape = random.randrange(3 if depth < 5 else 1)
    if shape == 0:
        return random.choice(LEAVES)
    if shape == 1:
        return [_node(random, depth + 1) for _ in range(random.randrange(4))]
    return {random.choice(KEYS): _node(random, depth + 1) for _ in range(random.randrange(5))}
