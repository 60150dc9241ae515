"""What is read of a file that isn't YAML, and what is said of the rest."""

from __future__ import annotations

import pytest

from artrules.text.diagnostics.report import Report
from artrules.text.source import recover, slips
from artrules.text.source.node import Mapping, to_data
from artrules.text.source.read import read

GOOD = "ruleset: a\nzones:\n  deck: {holds: b}\n  hand: {holds: b}\ntitle: c\n"


def recovered(text: str) -> tuple[object, list[tuple[str, int, int]], Report]:
    report = Report()
    node = read(text, "f.yaml", report)
    found = [(d.message, d.span.line, d.span.column) for d in report.diagnostics if d.span is not None]
    return (to_data(node) if node is not None else None), found, report


@pytest.mark.parametrize(
    ("right", "wrong", "message", "line", "column"),
    [
        ("title: c", "title c", "a key without `:`", 5, 1),
        ("title: c", "title:c", "a blank is missing after `title:`", 5, 1),
        ("zones:", "zones", "a key without `:`", 2, 1),
        ("  hand: {", "\thand: {", "a tab", 4, 1),
        ("hand: {", "ha\x07nd: {", "the character U+0007 can't be seen and is not allowed", 4, 5),
        ("title: c", "zones: {}\ntitle: c", "the key `zones` stands twice", 5, 1),
    ],
)
def test_a_slip_that_hides_nothing(right: str, wrong: str, message: str, line: int, column: int) -> None:
    data, found, _ = recovered(GOOD.replace(right, wrong))
    assert found == [(message, line, column)]
    assert data == recovered(GOOD)[0]


@pytest.mark.parametrize(
    ("right", "wrong", "message", "line", "column"),
    [
        ("  deck: {holds: b}", "  deck: {holds: b", "this is never closed", 3, 9),
        ("  deck: {holds: b}", '  deck: "b', "this is never closed", 3, 9),
        ("  deck: {holds: b}", "  deck: {holds: b}}", "this does not fit the keys before it", 3, 19),
        ("  deck: {holds: b}", "   deck: {holds: b}", "this is indented otherwise than what stands beside it", 4, 3),
    ],
)
def test_what_can_not_be_read_is_left_out(right: str, wrong: str, message: str, line: int, column: int) -> None:
    data, found, report = recovered(GOOD.replace(right, wrong))
    assert found == [(message, line, column)]
    assert isinstance(data, dict)
    assert (data["ruleset"], data["title"], len(data["zones"])) == ("a", "c", 1)
    assert report.unread & {"deck", "hand"}


@pytest.mark.parametrize("slip", ["deck {holds: b}", "deck [holds: b]"])
def test_a_key_that_runs_into_a_bracket_lacks_its_colon(slip: str) -> None:
    assert recovered(f"zones:\n  {slip}\n")[1] == [("a key without `:`", 2, 3)]


@pytest.mark.parametrize("key", ["pick {c}", "pick {c}, {d}", "take [n]", "hand {c} over"])
def test_a_label_with_braces_is_a_key(key: str) -> None:
    assert recovered(f"hints:\n  {key}: 1\n")[:2] == ({"hints": {key: 1}}, [])


def test_each_of_several_mistakes_is_told() -> None:
    text = 'ruleset: a\ntitle: b: c\nzones:\n  deck: {x: [1}\n  hand: {holds: b}\n\trow: {}\nfirst: "open\nlast: yes\n'
    data, found, _ = recovered(text)
    assert [line for _, line, _ in found] == [2, 4, 6, 7]
    assert data == {"ruleset": "a", "title": None, "zones": {"hand": {"holds": "b"}, "row": {}}, "first": None,
                    "last": True}  # fmt: skip


def test_a_key_given_twice_is_joined() -> None:
    data, found, report = recovered("a: {b: 1}\na: {b: 2, c: 3}\nd: e\nd: [f]\n")
    assert data == {"a": {"b": 1, "c": 3}, "d": "e"}
    assert [line for _, line, _ in found] == [2, 4]
    assert report.unread == {"2", "f"}


@pytest.mark.parametrize(
    ("tabbed", "spaced"),
    [
        ("a:\n\tb: 1\n\tc: 2\n", "a:\n  b: 1\n  c: 2\n"),
        ("a:\n    b: 1\n\tc: 2\n", "a:\n    b: 1\n    c: 2\n"),
        ("a:\n  b:\n\t\tc: 1\n\td: 2\n", "a:\n  b:\n    c: 1\n  d: 2\n"),
        ("a:\n  b:\n    c: 1\n\td:\n    e: 2\n", "a:\n  b:\n    c: 1\n  d:\n    e: 2\n"),
    ],
)
def test_tabs_are_as_wide_as_the_lines_around_them_need(tabbed: str, spaced: str) -> None:
    assert recovered(tabbed)[0] == recovered(spaced)[0]


def test_certain_repairs_come_as_fixes() -> None:
    report = Report()
    node = read("ruleset: a\ntitle b\nplayers:2\n", "f.yaml", report)
    assert isinstance(node, Mapping)
    edits = [(e.span.line, e.span.column, e.text) for d in report.diagnostics if d.fix for e in d.fix.edits]
    assert edits == [(2, 6, ":"), (3, 9, " ")]


CODE = (
    "procedures:\n  buy: |\n    my coins += 1\n    repeat until my away:\n        draw(1)\n"
    "  tidy: |\n    if a:\n        draw(2)\n"
)


@pytest.mark.parametrize("key", ["buy", "tidy"])
def test_code_without_its_bar_is_one_slip(key: str) -> None:
    code = CODE if key == "buy" else CODE.replace("if a:", "left -= 1\n    if a:")
    data, found, report = recovered(code.replace(f"{key}: |", f"{key}:"))
    assert [message for message, _, _ in found] == [f"code of several lines needs `|` behind `{key}:`"]
    assert data == recovered(code)[0]
    assert report.diagnostics[0].fix is not None


@pytest.mark.parametrize(
    "text",
    [
        "flow:\n  if: a\n  do: b: c\n",  # keys, not code
        "rulings:\n  Buying:\n    about: if you buy\n    1: it is: so\n",
    ],
)
def test_keys_that_look_like_code_get_no_bar(text: str) -> None:
    assert not any("needs `|`" in message for message, _, _ in recovered(text)[1])


def test_a_text_that_begins_with_a_brace_needs_quotes() -> None:
    text = "card:\n  label: {self.shade} {self.printed}\n  powers: a\n"
    data, found, _ = recovered(text)
    assert found == [("a text that begins with `{` needs quotes around it", 2, 10)]
    assert data == {"card": {"label": "{self.shade} {self.printed}", "powers": "a"}}
    assert not any("quotes around" in message for message, _, _ in recovered("a: {b: 1}}\n")[1])


MANY_FAULTS = {
    "items indented too far": "ruleset: x\n" + "".join(f"k{i}:\n  a: 1\n   b: 2\n" for i in range(4000)),
    "keys without a colon": "ruleset: x\nsets:\n" + "".join(f"  k{i}\n    b: 1\n" for i in range(4000)),
    "keys with two values": "ruleset: x\nsets:\n" + "".join(f"  k{i}: a: b\n" for i in range(6000)),
    "lines of two words": "a:\n- x: {\n" + "\n" * 10_000 + "b c\n" * 10_000,
}


@pytest.mark.parametrize("text", MANY_FAULTS.values(), ids=MANY_FAULTS)
def test_the_work_for_a_file_full_of_faults_is_bounded(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    parse, next_line = recover.yaml.parse, slips.says_something

    def parsed(part: str, Loader: type) -> object:
        given.append(part.count("\n") + 1)
        return parse(part, Loader=Loader)

    def looked_at(line: str) -> bool:
        given.append(1)
        return next_line(line)

    monkeypatch.setattr(recover.yaml, "parse", parsed)
    monkeypatch.setattr(slips, "says_something", looked_at)
    _, found, _ = recovered(text)
    assert 1 <= len(found) <= 20
    assert sum(given) < 600_000


@pytest.mark.parametrize("text", ["a: 1\n{}x y\nb", "a:\n  - {}x y\n  z", "a: {{\nb: |\n{}x y", "a:\n{}x: {{\nb:\n"])
def test_a_long_row_of_blanks_is_read_once(text: str) -> None:
    """If a pattern went back over the blanks, this would take minutes."""
    data, found, _ = recovered(text.format(" " * 150_000))
    assert found or data is not None
