"""The words of the language, and how its tokens are called in diagnostics.

Kept apart from the grammar because people, not lark, read these; a test compares the list with the grammar's keywords.
"""

from __future__ import annotations

from collections.abc import Iterable

TOKEN_WORDS = frozenset(
    [
        "let",
        "becomes",
        "gains",
        "move",
        "to",
        "at",
        "of",
        "top",
        "bottom",
        "facing",
        "shuffle",
        "random",
        "choose",
        "one",
        "any",
        "from",
        "collect",
        "worth",
        "may",
        "use",
        "else",
        "require",
        "announce",
        "stop",
        "watching",
        "end",
        "game",
        "skip",
        "say",
        "if",
        "elif",
        "for",
        "in",
        "where",
        "repeat",
        "until",
        "while",
        "times",
        "as",
        "watch",
        "every",
        "ends",
        "limit",
        "is",
        "not",
        "and",
        "or",
        "has",
        "shares",
        "yes",
        "no",
        "none",
        "my",
        "count",
        "those",
        "first",
        "last",
        "sum",
        "max",
        "min",
        "list",
        "sorted",
        "best",
        "most",
        "least",
    ]
)

_NAMES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a "text"',
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
