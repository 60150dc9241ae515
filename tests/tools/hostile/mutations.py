"""Files with one thing wrong: cut off at any byte, or with one token or one part of the YAML tree changed."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import yaml
from lark import Token

from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import code_strings
from artrules.text.source.node import Mapping
from artrules.text.source.read import read
from artrules.text.syntax.parse import _prepare, grammar

TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\.\.|[-+<>=!]=|->|\n *|  +|\s|.", re.DOTALL)
NASTY = [
    "none",
    "yes",
    "no",
    "null",
    "~",
    "[]",
    "{}",
    "0",
    "1",
    "-1",
    "999999999",
    "9999999999999999999999",
    "0..9999999999",
    "-5..5",
    "_",
    "\t",
    "é",
    '"',
    "'",
    "|",
    ">",
    "&",
    "*",
    "!",
    "#",
    ":",
    ",",
    ".",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "me",
    "self",
    "players",
    "player",
    "pot",
    "x",
    "kind",
    "face",
    "powers",
    "some",
    "of",
    "list",
    "true",
    "<<",
    "---",
    "\\",
    "\ufeff",
    "\x00",
    "{x}",
    "card",
    "bool",
]
Files = dict[str, bytes]


def truncated(random: Random, files: Files) -> Files:
    """One file ends too soon."""
    name = random.choice(sorted(files))
    return {**files, name: files[name][: random.randrange(len(files[name]) + 1)]}


def flipped(random: Random, files: Files) -> Files:
    """One byte of a file is another, is gone, or stands twice."""
    name = random.choice(sorted(files))
    data = bytearray(files[name])
    at = random.randrange(len(data))
    way = random.randrange(4)
    if way == 0:
        data[at] ^= 1 << random.randrange(8)
    elif way == 1:
        del data[at]
    elif way == 2:
        data.insert(at, data[at])
    else:
        data[at] = random.choice(b" \n:-[]{}\"'|#,0aZ\xff\x00")
    return {**files, name: bytes(data)}


def one_token(random: Random, files: Files) -> Files:
    """One token of a file is deleted, doubled, changes places, or is another."""
    name = random.choice(sorted(files))
    tokens = _tokens(files[name].decode())
    return {**files, name: "".join(_changed(random, tokens)).encode()}


@cache
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(TOKEN.findall(text))


def _changed(random: Random, tokens: tuple[str, ...]) -> list[str]:
    new = list(tokens)
    # White space is changed less often than what is read aloud.
    telling = [i for i, t in enumerate(new) if t.strip()] if random.random() < 0.85 else range(len(new))
    at = random.choice(telling)  # type: ignore[arg-type]
    token = new[at]
    match random.randrange(8):
        case 0:
            del new[at]
        case 1:
            new.insert(at, token)
        case 2:
            other = min(at + random.randrange(1, 4), len(new) - 1)
            new[at], new[other] = new[other], token
        case 3 | 4:
            new[at] = random.choice(new)
        case 5:
            new[at] = random.choice(NASTY)
        case 6:
            new[at] = misspelled(random, token)
        case _:
            new[at] = (
                random.choice(["0", "-1", "1", "99", "1000000", "99999999999", "9" * 5000])
                if token.isdigit()
                else (f"{token} {random.choice(new)}")
            )
    return new


def misspelled(random: Random, word: str) -> str:
    """A word with a letter too many, too few, wrong, or out of place."""
    at = random.randrange(len(word))
    letter = random.choice("abcdefghijklmnopqrstuvwxyz_0Z")
    return random.choice(
        [word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :], word.upper()]
    )


def one_code_token(random: Random, files: Files) -> Files:
    """One token of some code, as the language's own lexer finds them, becomes another of its kind, or any other."""
    name = random.choice([n for n in sorted(files) if _code_tokens(files[n])])
    text = files[name].decode()
    found = _code_tokens(files[name])
    start, end, kind = random.choice(found)
    like = [t for t in found if (t[2] == kind) == (random.random() < 0.8)] or found
    other = random.choice(like)
    new = random.choice([text[other[0] : other[1]]] * 3 + ["", f"{text[start:end]} {text[other[0] : other[1]]}"])
    return {**files, name: (text[:start] + new + text[end:]).encode()}


@cache
def _code_tokens(data: bytes) -> tuple[tuple[int, int, str], ...]:
    """Where the tokens of all code of a file stand, and of which kind they are."""
    text = data.decode()
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    document = read(text, "f", Report())
    if not isinstance(document, Mapping):
        return ()
    found = []
    for code in code_strings(document, next(iter(document.entries))):
        if code.code not in ("effect", "expression", "bindings"):
            continue
        for token in _lexed(code.scalar.text):
            line, column = code.scalar.position(token.start_pos or 0)
            at = starts[line - 1] + column - 1
            if text[at : at + len(token)] == token and token.strip():
                found.append((at, at + len(token), token.type))
    return tuple(found)


def _lexed(text: str) -> list[Token]:
    """Its tokens; comments are blanked out first, as for parsing."""
    source = _prepare("effect", text)
    return [t for t in grammar("code").lex(source, dont_ignore=False) if t.type not in ("_INDENT", "_DEDENT")]


def one_part(random: Random, files: Files) -> Files:
    """One part of the YAML tree, with all under it, becomes another part, something of another shape, or nothing."""
    name = random.choice(sorted(files))
    text = files[name].decode()
    spans = _spans(text)
    if not spans:
        return files
    start, end = random.choice(spans)
    other = random.choice(spans)
    new = random.choice(
        [
            text[other[0] : other[1]],
            "[]",
            "{}",
            "[1, x]",
            "{x: 1}",
            "7",
            "yes",
            "~",
            "",
            "x",
            "[[[]]]",
            "-3",
            '"{"',
            "'no'",
        ]
    )
    return {**files, name: (text[:start] + new + text[end:]).encode()}


@cache
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the nodes of a YAML text begin and end."""
    found = []
    waiting = [yaml.compose(text, Loader=yaml.SafeLoader)]
    while waiting:
        node = waiting.pop()
        found.append((node.start_mark.index, node.end_mark.index))
        if isinstance(node, yaml.MappingNode):
            waiting += [part for pair in node.value for part in pair]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value
    return tuple(sorted(found))


MUTATIONS = {f.__name__: f for f in (truncated, flipped, one_token, one_code_token, one_part)}
