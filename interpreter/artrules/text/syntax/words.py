"""The words of the language, and how its tokens are called in diagnostics.

The reserved words are read from the text of the grammar, without lark: they are asked for before anything is parsed.
"""

import re
from collections.abc import Iterable
from importlib.resources import files

_GRAMMAR = files("artrules.text.syntax").joinpath("code.lark").read_text(encoding="utf-8")
TOKEN_WORDS = frozenset(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", _GRAMMAR)))
"""The reserved words: those that stand in quotes in `code.lark`."""
CALLING_WORDS = frozenset(re.findall(r"/([a-z]+)\(\?=\[ ]\*\\\(\)/", _GRAMMAR))
"""The words of the language before a bracket, which may be names, but not of what is called."""

NEW_WORDS: dict[int, frozenset[str]] = {
    2: frozenset({"answer", "ask", "begins", "everyone", "holds", "show", "start", "the"}),
    3: frozenset({"copies", "create", "gets", "pause"}),
}
"""By version of the language: the words that it has reserved. In older content they may be names."""

_NAMES = {
    "NAME": "a name",
    "FIRST": "`first`",
    "LAST": "`last`",
    "INT": "a number",
    "STRING": 'a "text"',
    "WORDS": "'words'",
    "MEMBER": "`.name`",
    "_NL": "the end of the line",
    "_INDENT": "a deeper line",
    "_DEDENT": "a line less deep",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "EQUAL": "`=`",
    "__ANON_0": "`+=`",
    "$END": "the end",
}
_STARTS_AN_EXPRESSION = {"LPAR", "LSQB", "NAME", "INT"}


def since(word: str) -> str:
    """For a word that older content may use as a name: what to do, as an addition to a sentence; else nothing."""
    version = next((version for version, words in NEW_WORDS.items() if word in words), None)
    return f" since version {version}; `artrules migrate` renames it in older content" if version else ""


def name_of(token: str) -> str:
    """How a token is called in diagnostics."""
    return _NAMES[token]


def describe(tokens: Iterable[str]) -> str:
    """Token names as words for people, the most telling first: at most six of them."""
    names = set(tokens)
    said: list[str] = []
    if names >= _STARTS_AN_EXPRESSION:
        said.append("an expression")
        names = {n for n in names if n in ("_NL", "COLON", "RPAR", "RSQB", "COMMA", "STRING")}
    for name in sorted(names):
        said.append(_NAMES.get(name, f"`{name.lower()}`" if name.lower() in TOKEN_WORDS else ""))
    said = [s for s in dict.fromkeys(said) if s]
    return ", ".join(said[:6]) + (", …" if len(said) > 6 else "") if said else "something else"


# Words of other languages that can be read as names here, and what is written instead.
#
# Where nothing of such a name is declared, the diagnostic says so. What can't be read at all stands in
# `usual_mistakes.py`.

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
