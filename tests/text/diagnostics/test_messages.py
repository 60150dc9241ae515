"""What diagnostics say, as a golden file that a person reads through (`RENEW_MESSAGES=1` writes it anew).

It holds the diagnostics of the examples on all kinds' pages, and of slips in code and in sections. None may hold words
that only the engine's authors know.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

from artrules.check.checks.registry import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic
from check.checks.trying import diagnostics, diagnostics_of_page, lay, page_examples, written

GOLDEN = Path(__file__).parent / "messages.txt"
CODE = (
    "my coins becomes yes",
    "my coins becomes red",
    "my coins becomes 100",
    "let x = my coins + red",
    "let x = size(my hand) * yes",
    "let x = sum(c.printed for c in my hand)\nmy away becomes x",
    "my away becomes 3",
    "ending becomes none",
    "let c = first(d in my hand)\nif c.shade is red:\n    draw(1)",
    "move my coins to my hand",
    "move my hand to me",
    "for x in my coins:\n    draw(1)",
    "let x = [1, red]",
    "let x = [red] + [1]",
    "let x = 1 if my away else red",
    "if my coins in my hand:\n    draw(1)",
    "if my coins is red:\n    draw(1)",
    "draw(red)",
    "draw(1, 2)",
    "draw(size(my hand) - red)",
    "draww(1)",
    "me becomes left(me)",
    "my coinz += 1",
    "coins += 1",
    "my coins == 3",
    "if my coins == 3:\n    draw(1)",
    "if my coins != 3 && my away:\n    draw(1)",
    "if my coins = 3\n    draw(1)",
    "draw(1",
    "draw 1",
    "my coins = 3",
    "for each c in my hand:\n    draw(1)",
    "let x = len(my hand)",
    "let x = max(k for k in colour)",
    "let x = best c in my hand by most c.shade",
    "let x = top of my coins",
    "let x = my hand[my away]",
    "let x = stall",
    "let x = stall[red]",
    'say "{my hand}"',
    'say "{my coins"',
    "let x = 99999999999",
    "let x = 1.5",
    "stop",
    "answer 3",
    "require self.shade is red",
    "for c in my hand:\n    for c in my row:\n        draw(1)",
    "announce lit(card: me)",
    "watch lit as e until dawn ends:\n    draw(1)",
    "shuffle me",
    "show 3 to me",
    "as 3:\n    draw(1)",
    "repeat yes times:\n    draw(1)",
    "random n in my coins\ndraw(n)",
    "let x = position of me in my row",
)
SECTIONS = (
    "variables: {odd: {type: 9..2}}",
    "variables: {odd: {type: -1..1}}",
    "variables: {odd: {type: some of lantern}}",
    "variables: {odd: {type: lantern}}",
    "variables: {odd: {type: bool, starts: 3}}",
    "variables: {odd: {of: lantern, type: bool}}",
    "variables: {odd: {type: [bool]}}",
    "variables: {Odd one: {type: bool}}",
    "settings: {odd: {type: list of player}}",
    'settings: {odd: {type: 1..9, starts: "3"}}',
    "settings: {odd: {type: 1..9, starts: [3]}}",
    "settings: {odd: {type: bool, starts: maybe}}",
    "settings: {odd: {type: speed, starts: norml}}",
    "zones: {odd: {holds: lantern, seen_by: owner}}",
    "zones: {odd: {per: bool, holds: lantern, seen_by: nobody}}",
    "zones: {odd: {holds: lantern, seen_by: everybody}}",
    "zones: {odd: {holds: 3, seen_by: nobody}}",
    "functions: {odd(0..9 n) gives bool: n > 3}",
    "functions: {odd(0..9): 3}",
    "procedures: {odd gives lantern: skip}",
    "procedures: {odd: 3}",
    "procedures: {odd: {a: 1}}",
    "enums: {odd: {has: {warm: bool}, members: {one: {warm: 3}}}}",
    "groups: {odd: {keyed_by: player}}",
    "limits: {odd: {counts_for: nobody}}",
    "menus: {odd: {entries: {}}}",
    "lives: {odd: each}",
)
UNWANTED = re.compile(
    r"[0-9]{9,}|[0-9](,[0-9]{3}){3}|\b(None|NoneType|True|False|dict|tuple|frozenset|str|int|float|Scalar|Mapping)\b"
    r"|\b(LPAR|RPAR|LSQB|RSQB|COLON|COMMA|EQUAL|INT|NAME_|STRING|_NL|_INDENT|_DEDENT|_NEWLINE|__ANON_\d)\b|\$END"
    r"|propertyNames|additionalProperties|patternProperties|type: (object|array|string|integer|boolean)"
    r"|\^\[|\\[dwsb]|object at 0x|\bsome of\b|\blist of \w+ or\b|\bSpan\("
)
"""Words of Python, of the parser and of JSON Schema, regular expressions, and bounds that no author wrote."""
QUOTED = re.compile(r"`[^`]*`")


def told(diagnostic: Diagnostic) -> str:
    """A diagnostic as the golden file holds it."""
    parts = [f"ART{diagnostic.kind.code} {diagnostic.slug}", diagnostic.message]
    named = (("expected", diagnostic.expected), ("found", diagnostic.found))
    parts += [f"{name}: {text}" for name, text in named if text is not None]
    parts += [f"suggested: {text}" for text in diagnostic.suggestions]
    parts += [f"related: {text}" for text, _ in diagnostic.related]
    parts += [f"fix: {diagnostic.fix.about}"] if diagnostic.fix is not None else []
    return "\n    ".join(parts)


def of_examples(folder: Path) -> Iterator[tuple[str, list[Diagnostic]]]:
    """The diagnostics that the examples of the kinds bring about."""
    for kind in kinds().values():
        for example, is_right in page_examples(kind):
            if not is_right:
                place = folder / kind.slug
                place.mkdir()
                yield "", [d for d in diagnostics_of_page(kind, lay(place, example)) if d.kind is kind]


def of_code(folder: Path) -> Iterator[tuple[str, list[Diagnostic]]]:
    """The errors of the slips in code. Each stands in a procedure of its own, and all in one game."""
    text, ends = "procedures:\n", []
    for number, code in enumerate(CODE):
        text += f"  slip_{number}: |\n{indent(code, '    ')}\n"
        ends.append(text.count("\n") + 1)
    found = [d for d in diagnostics(written(folder, text)) if d.severity == "error" and d.span is not None]
    for number, code in enumerate(CODE):
        first = ends[number - 1] if number else 0
        yield code, [d for d in found if d.span is not None and first < d.span.line <= ends[number]]


def of_sections(folder: Path) -> Iterator[tuple[str, list[Diagnostic]]]:
    """The errors of the slips in sections."""
    for number, section in enumerate(SECTIONS):
        place = folder / f"section_{number}"
        place.mkdir()
        yield section, [d for d in diagnostics(written(place, section)) if d.severity == "error"]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, list[Diagnostic]]]:
    """All pieces that the golden file shows, with their diagnostics. The examples' own pieces are in the pages."""
    of = (of_examples, of_code, of_sections)
    return [piece for each in of for piece in each(tmp_path_factory.mktemp(each.__name__))]


def test_the_messages_are_those_that_somebody_has_read(found: list[tuple[str, list[Diagnostic]]]) -> None:
    blocks = []
    for piece, there in found:
        shown = indent(piece, "> ") + "\n" if piece else ""
        blocks.append(shown + "\n".join(dict.fromkeys(map(told, there))))
    text = "\n\n".join(blocks) + "\n"
    if os.environ.get("RENEW_MESSAGES"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "renew it with RENEW_MESSAGES=1 and read the difference"


def test_each_slip_is_told(found: list[tuple[str, list[Diagnostic]]]) -> None:
    assert [piece for piece, there in found if not there] == []


def test_no_message_holds_words_of_the_engine(found: list[tuple[str, list[Diagnostic]]]) -> None:
    for piece, there in found:
        for diagnostic in there:
            texts = (diagnostic.message, diagnostic.expected or "", diagnostic.found or "")
            own = [QUOTED.sub("``", text) for text in texts]
            assert not any(UNWANTED.search(text) or re.search(r"\bbool\b", text) for text in own), (piece, own)
