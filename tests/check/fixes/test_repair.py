"""Applying fixes: which go together, what proves them, and how often they are tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from artrules.check.fixes import MOST_PASSES, EditedText, Judged, Repair, repair
from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from artrules.text.diagnostics.kinds import Kind

FILE = Path("/a.yaml")
WARNING = Kind(1, "odd-word", "warning", "", letters="TEST")
ERROR = Kind(2, "wrong-word", "error", "", letters="TEST")


def at(line: int, first: int, last: int, end_line: int = 0) -> Span:
    return Span("a.yaml", line, first, end_line or line, last)


def found(text: str, pattern: str, kind: Kind, meant: Callable[[str], str | None]) -> list[Diagnostic]:
    """A diagnostic for each match, with the fix that writes what is meant."""
    diagnostics = []
    for number, line in enumerate(text.split("\n"), 1):
        for match in re.finditer(pattern, line):
            span = at(number, match.start() + 1, match.end() + 1)
            word = meant(match[0])
            fix = Fix(f"write {word}", (Edit(span, word),)) if word is not None else None
            diagnostics.append(Diagnostic(kind, f"`{match[0]}` is wrong", span, fix=fix))
    return diagnostics


def repaired(text: str | bytes, judge: Callable[[str], list[Diagnostic]]) -> tuple[bytes, Repair]:
    """What fixes make of a file whose text is judged so."""
    content = text.encode() if isinstance(text, str) else text

    def judged(contents: Mapping[Path, bytes]) -> Judged:
        now = contents.get(FILE, content)
        plain = now.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        return Judged(judge(plain), {"a.yaml": FILE}, {"a.yaml": now})

    done = repair(judged)
    return done.changed.get(FILE, (b"", content))[1], done


def test_all_of_them_in_one_pass() -> None:
    after, done = repaired("colr a colr\nb colr", lambda t: found(t, "colr", ERROR, lambda _: "colour"))
    assert after == b"colour a colour\nb colour" and len(done.fixed) == 3 and not done.failed


def test_line_breaks_and_mark_stay() -> None:
    text = "\ufeffé colr\r\nb\r\ncolr 𝄞 colr\r\n".encode()
    after, _ = repaired(text, lambda t: found(t, "colr", ERROR, lambda _: "a\nb"))
    assert after == "\ufeffé a\r\nb\r\nb\r\na\r\nb 𝄞 a\r\nb\r\n".encode()


def test_a_file_that_is_no_utf_8_is_left_alone() -> None:
    after, done = repaired(b"colr \xff", lambda t: found(t, "colr", ERROR, lambda _: "colour"))
    assert after == b"colr \xff" and not done.fixed


def test_of_two_that_overlap_the_second_waits_for_the_next_pass() -> None:
    def judge(text: str) -> list[Diagnostic]:
        return sorted(
            [*found(text, "abc", WARNING, lambda _: "c"), *found(text, "cd", ERROR, lambda _: "d")],
            key=lambda d: d.sort_key,
        )

    assert repaired("abcd", judge)[0] == b"d"


def test_a_fix_that_repairs_nothing_is_left_out_and_the_others_are_not() -> None:
    def judge(text: str) -> list[Diagnostic]:
        return [
            *found(text, "[xy]", WARNING, lambda w: "y" if w == "x" else "x"),
            *found(text, "z", ERROR, lambda _: ""),
        ]

    after, done = repaired("x z", judge)
    assert after == b"x "
    assert [(d.kind.slug, reason) for d, reason in done.failed.items()] == [
        ("odd-word", "what it is to repair is still there afterwards")
    ]


def test_a_fix_that_brings_an_error_is_left_out() -> None:
    def judge(text: str) -> list[Diagnostic]:
        return [*found(text, "x", WARNING, lambda _: "bad"), *found(text, "bad", ERROR, lambda _: None)]

    after, done = repaired("x", judge)
    assert after == b"x" and list(done.failed.values()) == ["something else is wrong afterwards"]


def test_warnings_are_not_repaired_where_that_brings_an_error_anywhere() -> None:
    def judge(text: str) -> list[Diagnostic]:
        needed = [] if "x" in text else found(text, "needs", ERROR, lambda _: None)
        return [*found(text, "[xz]", WARNING, lambda _: ""), *needed]

    after, done = repaired("x\nz\nneeds x", judge)
    assert after == b"\n\nneeds x"
    assert [(d.span, reason) for d, reason in done.failed.items()] == [
        (at(3, 7, 8), "something else is wrong afterwards")
    ]


@pytest.mark.parametrize("bad", [0, 37, 99])
def test_one_that_breaks_something_elsewhere_stops_no_other(bad: int) -> None:
    """Which one it was is found by halving, not by trying each."""
    judged = []

    def judge(text: str) -> list[Diagnostic]:
        judged.append(text)
        needed = [] if f"x{bad}." in text else found(text, "needs", ERROR, lambda _: None)
        return [*found(text, r"x\d+\.", WARNING, lambda _: ""), *needed]

    after, done = repaired("\n".join([*(f"x{i}." for i in range(100)), "needs"]), judge)
    assert after.split() == [f"x{bad}.".encode(), b"needs"]
    assert len(done.fixed) == 99 and list(done.failed.values()) == ["something else is wrong afterwards"]
    assert len(judged) < 20


def test_an_error_in_what_was_inserted() -> None:
    """Also where errors were repaired, and new ones may appear elsewhere."""

    def judge(text: str) -> list[Diagnostic]:
        if "!" in text:
            return found(text, "!", Kind(3, "other-word", "error", "", letters="TEST"), lambda _: None)
        fix = Fix("insert it", (Edit(at(1, 4, 4), "!!"),))
        return [Diagnostic(ERROR, "too short", at(1, 1, 4), fix=fix)]

    after, done = repaired("abcdef", judge)
    assert after == b"abcdef" and list(done.failed.values()) == ["something else is wrong afterwards"]


def test_another_fault_right_behind_what_was_inserted() -> None:
    def judge(text: str) -> list[Diagnostic]:
        missing = [Diagnostic(ERROR, "no colon", at(1, 1, 2), fix=Fix("", (Edit(at(1, 2, 2), ":"),)))]
        return [*(() if ":" in text else missing), *found(text, "wrong", ERROR, lambda _: None)]

    assert repaired("kwrong", judge)[0] == b"k:wrong"


def test_an_error_that_another_one_hid_stops_nothing() -> None:
    def judge(text: str) -> list[Diagnostic]:
        first = found(text, "hides", ERROR, lambda _: "shows")
        return first or found(text, "hidden", ERROR, lambda _: None)

    after, done = repaired("hides\nhidden", judge)
    assert after == b"shows\nhidden" and not done.failed


def test_fixes_that_undo_each_other_come_to_an_end() -> None:
    def judge(text: str) -> list[Diagnostic]:
        other = Kind(3, "other-word", "warning", "", letters="TEST")
        kind, meant = (WARNING, "b") if "a" in text else (other, "a")
        return found(text, "[ab]", kind, lambda _: meant)

    _, done = repaired("a", judge)
    assert len(done.fixed) == MOST_PASSES


@pytest.mark.parametrize(
    "fix",
    [
        Fix("nothing", ()),
        Fix("another file", (Edit(Span("b.yaml", 1, 1, 1, 2), ""),)),
        Fix("backwards", (Edit(Span("a.yaml", 1, 3, 1, 1), ""),)),
        Fix("nowhere", (Edit(Span("a.yaml", 0, 0, 0, 0), ""),)),
        Fix("twice", (Edit(at(1, 1, 3), ""), Edit(at(1, 2, 4), ""))),
        Fix("insertions at one place", (Edit(at(1, 2, 2), "x"), Edit(at(1, 2, 2), "y"))),
    ],
    ids=lambda fix: fix.about,
)
def test_fixes_that_can_not_be_applied(fix: Fix) -> None:
    _, done = repaired("abcd", lambda _: [Diagnostic(WARNING, "m", at(1, 1, 2), fix=fix)])
    assert not done.changed and not done.fixed


def test_one_edit_repairs_all_that_offer_it() -> None:
    def judge(text: str) -> list[Diagnostic]:
        if "x" not in text:
            return []
        fix = Fix("remove it", (Edit(at(1, 1, 2), ""),))
        return [Diagnostic(WARNING, message, at(1, 1, 2), fix=fix) for message in "ab"]

    after, done = repaired("xy", judge)
    assert after == b"y" and len(done.fixed) == 2


@pytest.mark.parametrize(
    ("span", "moved"),
    [
        (at(1, 1, 3), (0, 2)),  # before
        (at(1, 3, 5), (2, 7)),  # what was replaced
        (at(1, 4, 5), (2, 7)),  # in what was replaced
        (at(1, 2, 6), (1, 8)),  # around it
        (at(1, 5, 6), (7, 8)),  # right behind it
        (at(2, 1, 2), (10, 11)),  # a line later
        (at(3, 1, 1), (12, 12)),  # behind what was removed
    ],
)
def test_where_places_are_afterwards(span: Span, moved: tuple[int, int]) -> None:
    text = EditedText(b"abcdef\ng\n\n", [Edit(at(1, 3, 5), "12345"), Edit(at(3, 1, 1, 4), "")])
    assert text.after == b"ab12345ef\ng\n" and text.moved(span) == moved
