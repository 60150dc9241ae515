"""Words of other languages that can be read as names here, and what is written instead.

Where nothing of such a name is declared, the diagnostic says so. What can't be read at all stands in `habits.py`.
"""

from __future__ import annotations

OTHER_WORDS = {
    "true": "yes",
    "on": "yes",
    "false": "no",
    "off": "no",
    "null": "none",
    "nil": "none",
    "undefined": "none",
}
"""Words for values in other languages and in older YAML → those of this language."""
TESTS = {"empty": "`size(…) = 0`"}
"""What is asked of things by a word in rulebooks → what is written here."""
TYPES = {
    **dict.fromkeys(("int", "integer", "number", "float"), "a range such as `0..99`"),
    **dict.fromkeys(("boolean", "flag"), "`bool`"),
    **dict.fromkeys(("string", "str", "text"), "an enum: there are no texts that change"),
    **dict.fromkeys(("array", "set"), "`list of …` or `some of …`"),
}
"""Types of other languages → what is written here."""
SIZES = frozenset({"len", "length", "size", "count"})
"""What other languages call the number of things in something."""
FUNCTIONS = {
    **dict.fromkeys(SIZES, "`size(…)`"),
    "range": "a range such as `1..5`",
    **dict.fromkeys(("random", "rand", "randint", "roll"), "a statement such as `random n in 1..6`"),
    **dict.fromkeys(("filter", "select", "find"), "`those(c in … where …)` or `first(c in … where …)`"),
    **dict.fromkeys(("map", "collect"), "`list(… for c in …)`"),
    **dict.fromkeys(("exists", "some"), "`any(c in … where …)`"),
    **dict.fromkeys(("all", "every"), "`no(c in … where not …)`"),
    **dict.fromkeys(("floor", "int", "trunc"), "`a / b`, which rounds down"),
    "abs": "`max(n, -n)`",
    "sort": "`sorted(… for c in …)`",
    "contains": "`c in …`",
}
"""Functions of other languages → what is written here."""
PROCEDURES = dict.fromkeys(
    ("print", "log", "echo", "write", "message", "display"), 'a text for the log: `say "… {n} …"`'
)
"""Procedures of other languages → what is written here."""
