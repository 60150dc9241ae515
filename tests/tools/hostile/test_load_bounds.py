"""Whatever there may be too much of in files is refused where it is, with the bound, and before it costs anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.hostile.trying import errors, game_of, kiln

HUGE = "9" * 5000


def deep(inner: str, outer: str, times: int) -> str:
    """A text put into another again and again."""
    for _ in range(times):
        inner = outer.replace("@", inner)
    return inner


def suites(head: str, times: int, inner: str = "skip") -> str:
    """Suites of a procedure in one another, and what stands in the innermost."""
    lines = [f"    {'  ' * i}{head.replace('@', str(i))}" for i in range(times)]
    return "\n".join([*lines, f"    {'  ' * times}{inner}"])


def binders(times: int) -> str:
    return "".join(f"any(c{i} in 1..2 where " for i in range(times)) + "hot" + ")" * times


def chain(times: int, form: str, last: str) -> str:
    """Declarations each of which calls the next."""
    calls = [f"  {form.replace('@', str(i)).replace('#', str(i + 1))}\n" for i in range(times)]
    return "".join(calls) + f"  {last.replace('@', str(times))}\n"


PARTS: dict[str, tuple[str, str]] = {
    "members of an enum": (f"enums: {{many: [{', '.join(f'm{i}' for i in range(257))}]}}", "too-many"),
    "zones of a range": ("zones: {shed: {per: 1..100000, holds: pot, seen_by: everyone}}", "too-many"),
    "zones of a range as large as can be": ("zones: {shed: {per: 0..999999999, holds: pot, seen_by: nobody}}", "too-many"),
    "keys of a group": ("groups: {odd: {keyed_by: 0..999999999}}", "too-many"),
    "cards in rows": (
        f"pieces: {{more: {{kind: coin, start: box, has: {{worth: 1}}, columns: [count], rows: [{'[1000],' * 11}]}}}}",
        "too-many",
    ),
    "cards by a count": ("pieces: {more: {kind: coin, start: box, has: {worth: 1}, count: 999999999999}}", "too-many"),
    "values of cards": (
        "cards: {heap: {attributes: {"
        + ", ".join(f"a{i}: {{type: bool, lasts: round}}" for i in range(60))
        + "}}}\npieces: {more: {kind: heap, start: cellar, count: 5000}}\n"
        "zones: {cellar: {holds: heap, seen_by: nobody}}",
        "too-many",
    ),
    "names": (f"variables:\n{''.join(f'  v{i}: {{type: bool}}{chr(10)}' for i in range(4990))}", "too-many"),
    "a range with numbers too large": ("variables: {far: {type: 0..1000000001}}", "bad-type"),
    "a range with thousands of digits": (f"variables: {{far: {{type: 0..{HUGE}}}}}", "bad-type"),
    "a table with thousands of digits": (f"tables: {{far: '1 -> {HUGE}'}}", "wrong-value"),
    "a slope with thousands of digits": (f"tables: {{far: \"1 -> 1\\nevery {HUGE} more -> 1 more\"}}", "wrong-value"),
    "a number with thousands of digits": (f"functions: {{far: {HUGE}}}", "wrong-value"),
    "a long code": (f"functions: {{far: {'1 + ' * 5001}1}}", "bad-syntax"),
    "a long sum": (f"functions: {{far: {'1 + ' * 60}1}}", "bad-syntax"),
    "a long row of `or`": (f"functions: {{far: {'hot or ' * 60}hot}}", "bad-syntax"),
    "many brackets": (f"functions: {{far: '{'(' * 60}1{')' * 60}'}}", "bad-syntax"),
    "many calls of builtins": (f"functions: {{'far(player p)': {deep('p', 'left(@)', 60)}}}", "bad-syntax"),
    "lists in lists": (f"functions: {{far: '{deep('1', '[@]', 55)}'}}", "bad-syntax"),
    "suites in suites": (f"procedures:\n  far: |\n{suites('if hot:', 42)}", "code-too-deep"),
    "a long row of elif": (
        "procedures:\n  far: |\n    if hot:\n      skip\n" + "    elif hot:\n      skip\n" * 45,
        "code-too-deep",
    ),
    "loops in loops": (f"procedures:\n  far: |\n{suites('for c@ in 1..2:', 13)}", "code-too-deep"),
    "binders side by side": (
        f"functions: {{far: 'count({', '.join(f'c{i} in 1..2' for i in range(13))})'}}",
        "code-too-deep",
    ),
    "binders in binders": (f"functions: {{far: '{binders(13)}'}}", "code-too-deep"),
    "a chain of functions": (f"functions:\n{chain(41, 'f@: f#()', 'f@: 1')}", "code-too-deep"),
    "a very long chain of functions": (f"functions:\n{chain(2000, 'f@: f#()', 'f@: 1')}", "code-too-deep"),
    "a chain of procedures": (f"procedures:\n{chain(41, 'f@: f#()', 'f@: skip')}", "code-too-deep"),
    "a very long chain of procedures": (f"procedures:\n{chain(2000, 'f@: f#()', 'f@: skip')}", "code-too-deep"),
    "a very long circle of functions": (f"functions:\n{chain(1500, 'f@: f#()', 'f@: f0()')}", "circle"),
    "a very long circle of procedures": (f"procedures:\n{chain(1500, 'f@: f#()', 'f@: f0()')}", "code-too-deep"),
    "a label": (f"menus: {{market: {{entries: {{far: {{label: {'x' * 1001}, do: skip}}}}}}}}", "malformed-name"),
    "a text in code": (f"procedures: {{far: 'say \"{'x' * 1001}\"'}}", "bad-syntax"),
    "a title": (f"menus: {{bazaar: {{prompt: {'x' * 1001}, entries: {{a: {{label: a, do: skip}}}}}}}}", "malformed-name"),
    "a card whose label names cards of its kind": (
        "cards: {doll: {label: '{self.inner}', attributes: {inner: {type: doll or none, lasts: round}}}}",
        "circle",
    ),
    "two kinds whose labels name each other": (
        "cards:\n  doll: {label: '{self.toy}', attributes: {toy: {type: ball or none, lasts: round}}}\n"
        "  ball: {label: '{list(d for d in doll)}'}",
        "circle",
    ),
    "a wide list": (f"enums: {{many: [{'m,' * 5001}]}}", "file-too-large"),
    "more wrong than anybody reads": ("procedures:\n" + "".join(f"  p{i}: q(\n" for i in range(1200)), "too-many-diagnostics"),
}  # fmt: skip


@pytest.mark.parametrize("name", PARTS)
def test_too_much_is_refused(name: str, tmp_path: Path) -> None:
    part, slug = PARTS[name]
    found = errors(kiln(tmp_path, part=part))
    assert slug in [d.slug for d in found], [f"{d.slug}: {d.message}" for d in found[:5]]
    assert slug == "too-many-diagnostics" or len(found) < 60
    assert all(len(d.message) <= 400 for d in found)


WITHIN: dict[str, str] = {
    # The same, as much as there may be: it is accepted, and becomes Python that can be run.
    "members of an enum": f"enums: {{many: [{', '.join(f'm{i}' for i in range(256))}]}}",
    "a long sum": f"functions: {{far: {'1 + ' * 48}1}}",
    "sums of sums": f"functions: {{'far(0..9 n)': {deep('n', '(n - @)', 48)}}}",
    "divisions": f"functions: {{'far(0..9 n)': {deep('n', '(n / @)', 48)}}}",
    "choices of values": f"functions: {{'far(0..9 n)': {deep('n', '(n if hot else @)', 48)}}}",
    "positions": f"functions: {{'far(0..9 n)': '{deep('n', '(0..9)[@]', 24)}'}}",
    "signs": f"functions: {{'far(0..9 n)': {deep('n', '(-@)', 48)}}}",
    "not": f"functions: {{far: {'not ' * 48}hot}}",
    "max of max": f"functions: {{'far(0..9 n)': '{deep('n', 'max(1, @)', 24)}'}}",
    "calls": f"functions: {{'more(0..9 n)': n + 1, 'far(0..9 n)': '{deep('n', 'more(@)', 48)}'}}",
    "calls of builtins": f"functions: {{'far(player p)': '{deep('p', 'left(@)', 48)}'}}",
    "lists in lists": f"functions: {{far: '{deep('1', '[@]', 48)}'}}",
    "lists joined": f"functions: {{'far(0..9 n)': '{deep('[n]', '(@ + [n])', 24)}'}}",
    "sets joined": f"functions: {{'far(pot c)': '{deep('c.dots', '(@ + [c.n])', 24)}'}}",
    "suites in suites": f"procedures:\n  far: |\n{suites('if hot:', 38)}",
    "suites that ask": f"procedures:\n  far: |\n{suites('if hot:', 36, 'choose from market')}",
    "a row of elif": "procedures:\n  far: |\n    if hot:\n      skip\n" + "    elif hot:\n      skip\n" * 36,
    "a row of elif that asks": (
        "procedures:\n  far: |\n    if hot:\n      skip\n" + "    elif hot:\n      choose from market\n" * 36
    ),
    "loops in loops": f"procedures:\n  far: |\n{suites('for c@ in 1..2:', 12)}",
    "loops that ask": f"procedures:\n  far: |\n{suites('for c@ in 1..2:', 12, 'choose from market')}",
    "repeats in repeats": f"procedures:\n  far: |\n{suites('repeat 2 times:', 12)}",
    "binders side by side": f"functions: {{far: 'count({', '.join(f'c{i} in 1..2' for i in range(12))})'}}",
    "binders in binders": f"functions: {{far: '{binders(12)}'}}",
    "options of many binders": (
        "procedures:\n  far: |\n    choose one:\n"
        f"      \"x\" for {', '.join(f'c{i} in 1..1' for i in range(12))}: skip\n      \"y\": skip"
    ),
    "a chain of functions": f"functions:\n{chain(38, 'f@: f#()', 'f@: 1')}",
    "a chain of procedures": f"procedures:\n{chain(38, 'f@: f#()', 'f@: skip')}",
    "a chain of procedures that ask": f"procedures:\n{chain(38, 'f@: f#()', 'f@: choose from market')}",
    "functions that call the next twice": f"functions:\n{chain(38, 'f@: f#() + f#()', 'f@: 1')}",
    "procedures that call the next three times": (
        "procedures:\n"
        + "".join(f"  f{i}: |\n{f'      f{i + 1}(){chr(10)}' * 3}" for i in range(30))
        + "  f30: choose from market\n"
    ),
    "procedures with parameters that call the next twice": (
        "procedures:\n"
        + "".join(f"  f{i}(0..9 n): |\n      f{i + 1}(1)\n      shuffle my deck\n      f{i + 1}(n)\n" for i in range(30))
        + "  f30(0..9 n): my x becomes n\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_what_lies_just_within_works(name: str, tmp_path: Path) -> None:
    game = game_of(kiln(tmp_path, part=WITHIN[name]))
    assert game.decisions
