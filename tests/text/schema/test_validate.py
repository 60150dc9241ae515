"""Files of the wrong shape: which diagnostic, and where; and the files of the documentation, which are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.author.derive import LANGUAGE
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import code_strings
from artrules.text.schema.validate import validate
from artrules.text.source.node import Mapping
from artrules.text.source.read import read

DOCS = Path(__file__).parents[3] / "docs"
HEAD = "ruleset: lanterns\ntitle: Lanterns\nplayers: 2\n"
SCENARIOS = "scenarios: lanterns\nlist:\n  one:\n    steps:\n"


def judged(text: str) -> tuple[str | None, Report]:
    report = Report()
    node = read(text, "lanterns.yaml", report)
    return (validate(node, report) if node is not None else None), report


WRONG = [
    # input, slug, line, column, suggestions
    ("title: x\nruleset: a", "unknown-file-kind", 2, 1, ()),
    (HEAD.replace("ruleset:", "rulset:"), "unknown-file-kind", 1, 1, ("ruleset",)),
    ("- a", "unknown-file-kind", 1, 1, ()),
    ("{}", "unknown-file-kind", 1, 1, ()),
    ("just text", "unknown-file-kind", 1, 1, ()),
    ("ruleset: a\ntitle: b", "missing-key", 1, 1, ()),
    (HEAD + "zone: {}", "unknown-key", 4, 1, ("zones",)),
    (HEAD + "zones: {hand: {holds: a, seen_by: owner, ordr: pile}}", "unknown-key", 4, 42, ("order",)),
    (HEAD + "zones: {hand: {holds: a}}", "missing-key", 4, 9, ()),
    (HEAD + "zones: {hand: {holds: a, seen_by: ownr}}", "wrong-word", 4, 35, ("owner",)),
    (HEAD + "zones: {Hand: {holds: a, seen_by: owner}}", "malformed-name", 4, 9, ("hand",)),
    (HEAD + "tables: {a: {steps: {steps: 1 -> 1}}}", "wrong-shape", 4, 14, ()),
    (HEAD + "variables: {a: {type: some of player, starts: [1]}}", "wrong-shape", 4, 39, ()),
    (HEAD + "zones: {hand: }", "wrong-shape", 4, 9, ()),
    (HEAD + "zones: [hand]", "wrong-shape", 4, 1, ()),
    (HEAD + "totals: {a: {count: 1, is: 010}}", "wrong-shape", 4, 28, ("10",)),
    (HEAD + "totals: {a: {count: 1, is: 1_000}}", "wrong-shape", 4, 28, ("1000",)),
    (HEAD + "totals: {a: {count: 1, is: '3'}}", "wrong-shape", 4, 28, ("3",)),
    (HEAD + "totals: {a: {count: 1, is: 1.5}}", "wrong-shape", 4, 28, ()),
    (HEAD + "limits: {a: {counts_for: card, at_most: 1, default: Yes}}", "old-truth-word", 4, 53, ("yes",)),
    (HEAD + "limits: {a: {counts_for: card, at_most: 1, default: 'no'}}", "old-truth-word", 4, 53, ("no",)),
    (HEAD + "limits: {a: {counts_for: card, at_most: 1, default: true}}", "old-truth-word", 4, 53, ("yes",)),
    (HEAD + "menus: {a: {prompt: no}}", "wrong-shape", 4, 21, ('"no"',)),
    ("ruleset: a\ntitle: b\nplayers: 0", "number-outside-bounds", 3, 10, ()),
    ('ruleset: "a\\n"\ntitle: b\nplayers: 2', "malformed-name", 1, 10, ()),
    ("ruleset: a\ntitle: b\nplayers: two", "malformed-name", 3, 10, ()),
    (HEAD + "enums: {a: []}", "nothing-in-it", 4, 9, ()),
    (HEAD + "enums: {a: [b, c, b]}", "repeated-item", 4, 19, ()),
    (HEAD + "settings: {a: {starts: 1}}", "keys-exclude", 4, 12, ()),
    (HEAD + "settings: {a: {type: b, set_of: c}}", "keys-exclude", 4, 25, ()),
    (HEAD + "variables: {a: {type: b, starts: [1]}}", "wrong-shape", 4, 26, ()),
    (HEAD + "flow: {rounds: [{name: a, who: nobody, do: b(1, 2)}]}", "unknown-key", 4, 49, ()),
    (HEAD + "flow: {rounds: [{name: a, who: in_turn, do: b()}]}", "missing-key", 4, 18, ()),
    (HEAD + "score: {}", "unknown-key", 4, 1, ()),  # under `flow`, and no `source`
    ("expansion: a\nof: b\nprocedures: {c: skip}", "unknown-key", 3, 1, ()),  # under `adds` or `changes`
    (HEAD + "pieces: {a: {kind: b, start: c, columns: [d]}}", "missing-key", 4, 10, ()),
    (HEAD + "procedures:\n  a(): >\n    skip\n    skip", "folded-code", 5, 8, ()),
    (HEAD + "functions:\n  a(): b\n    + c", "folded-code", 5, 8, ()),
    (HEAD + "functions:\n  A(): b", "malformed-name", 5, 3, ()),
    (HEAD + f"zones: {{{'h' * 61}: {{holds: a, seen_by: owner}}}}", "malformed-name", 4, 9, ()),
    (HEAD + "functions:\n  a(): ''", "nothing-in-it", 5, 3, ()),
    ("set: a\nof: b\nfunction:\n  wet(lantern c): d", "unknown-key", 3, 1, ("functions",)),
    ("set: a\nof: b\nguild:\n  1: {powers: [{do: c(1, 2)}]}", "unknown-key", 4, 26, ()),
    ("set: a\nof: b\nguild:\n  1: {power: []}", "unknown-key", 4, 7, ("powers",)),
    ("overlay: a\nof: b\napplies: yes\nflow: {rounds: [{if: no}]}", "missing-key", 4, 18, ()),
    (SCENARIOS + "      - {choose: a, took: [b]}", "keys-exclude", 5, 21, ()),
    (SCENARIOS + "      - {by: 1}", "keys-exclude", 5, 10, ()),
    (SCENARIOS + "      - {sees: {seat: 1, paused: a}}", "unknown-key", 5, 26, ()),
    (SCENARIOS + "      - {says: a, nth: 1}", "missing-key", 5, 10, ()),
    (SCENARIOS + "      - {result: {winners: 1}}", "wrong-shape", 5, 28, ()),
]


@pytest.mark.parametrize(("text", "slug", "line", "column", "suggestions"), WRONG, ids=lambda value: repr(value)[-40:])
def test_wrong(text: str, slug: str, line: int, column: int, suggestions: tuple[str, ...]) -> None:
    _, report = judged(text)
    found = [(d.slug, d.span.line, d.span.column, d.suggestions) for d in report.diagnostics if d.span is not None]
    assert found == [(slug, line, column, suggestions)]


RIGHT = [
    "part_of: lanterns\nfunctions:\n  a: {is: 1, source: rulebook}\nprocedures:\n  b(): {do: skip, assumed: yes it is}",
    "part_of: lanterns\nflow: {last_round: 9, setup: {a: {do: skip, source: 1}}, score: {b: my c}}",
    "part_of: lanterns\nenums: {a: {members: [b, c], source: x}}\ntables: {d: {steps: 1 -> 2}}",
    "overlay: a\nof: b\napplies: size(players) = 2\nafter: [c]\nzones: {d: null, e: {shows: ~}}\n"
    "enums: {f: {members: {g: null}}}",
    "overlay: a\nof: b\napplies: yes\nflow: {rounds: [{name: c, do: d()}], last_round: null}\nlives: {e: null}",
    "set: a\nof: b\nguild:\n  x: {powers: [{do: skip, when: now, many: [1, 2], limits: c}]}",
    SCENARIOS + "      - finished: no\n      - {choose: 1, nth: 2, by: 1}\n      - decides: 2\n",
]


@pytest.mark.parametrize("text", RIGHT)
def test_right(text: str) -> None:
    kind, report = judged(text)
    assert kind is not None
    assert report.diagnostics == []


def blocks(page: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", (DOCS / "write" / page).read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_language() -> None:
    parts = [block for page in LANGUAGE for block in blocks(page)]
    apart = [block for block in parts if block.startswith(("set:", "overlay:", "expansion:", "scenarios:"))]
    whole = "".join(block for block in parts if block not in apart)
    for text in [whole, *apart]:
        kind, report = judged(text)
        assert kind is not None
        assert report.diagnostics == []


def test_the_keys_of_a_set_before_its_powers() -> None:
    node = read(
        "set: a\nof: b\nguild:\n  1:\n    powers:\n      - {do: skip, if: yes}\nfunctions:\n  c(d e): f", "x", Report()
    )
    assert isinstance(node, Mapping)
    found = [(c.code, c.scalar.text, c.path) for c in code_strings(node, "set")]
    assert found == [
        ("effect", "skip", "guild.1.powers[0].do"),
        ("expression", "yes", "guild.1.powers[0].if"),
        ("signature", "c(d e)", "functions.c(d e)"),
        ("expression", "f", "functions.c(d e)"),
    ]


WORDS = [
    "ruleset",
    "set",
    "overlay",
    "scenarios",
    "zones",
    "enums",
    "flow",
    "rounds",
    "list",
    "steps",
    "guild",
    "a",
    "1",
    "~",
]
DATA = st.recursive(
    st.sampled_from([*WORDS, "yes", "''", "010"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from(WORDS), inner, max_size=3).map(
            lambda entries: "{" + ", ".join(f"{key}: {value}" for key, value in entries.items()) + "}"
        ),
    ),
    max_leaves=12,
)


@given(
    st.sampled_from(["ruleset: a", "part_of: a", "set: a\nof: b", "overlay: a", "scenarios: a"]),
    st.sampled_from(WORDS),
    DATA,
)
def test_any_data(head: str, key: str, data: str) -> None:
    judged(f"{head}\n{key}: {data}\n")
