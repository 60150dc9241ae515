"""The words of the language, and how its tokens are called in diagnostics.

The reserved words are read from the text of the grammar, without lark: they are asked for before anything is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

_GRAMMAR = files("artrules.syntax").joinpath("code.lark").read_text(encoding="utf-8")
TOKEN_WORDS = frozenset(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", _GRAMMAR)))
"""The reserved words: those that stand in quotes in `code.lark`."""

NEW_WORDS = {2: frozenset({"answer", "ask", "begins", "everyone", "holds", "show", "start", "the"})}
"""By version of the language: the words that it has reserved. In older content they may be names."""

_NAMES = {
    "NAME": "a name",
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
