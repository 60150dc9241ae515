"""Comments that ignore warnings: which diagnostics they are about, and what is said of those that are wrong."""

from __future__ import annotations

import pytest

from artrules.check.checks.ignoring import without_ignored
from artrules.check.checks.registry import find
from artrules.text.diagnostics.diagnostic import Diagnostic, Span, apply_edits
from artrules.text.diagnostics.kinds import Kind
from tools.hostile.watchdog import watched

FILE = "game/a.yaml"


def reported(slug: str, line: int, file: str = FILE) -> Diagnostic:
    kind = find(slug)
    assert kind is not None
    return Diagnostic(kind, f"{slug} in {line}", Span(file, line, 1, line, 2))


def shown(text: str, *found: Diagnostic) -> list[Diagnostic]:
    return without_ignored(found, {FILE: text})


def slugs(text: str, *found: Diagnostic) -> list[str]:
    return [diagnostic.slug for diagnostic in shown(text, *found)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("zones: {}  # artrules: ignore never-used: for later", 1),
        ("  coins += 1 # artrules: ignore never-used: for later", 1),
        ("# artrules: ignore never-used: for later\nzones: {}", 2),
        ("    # artrules: ignore never-used: for later\n\n    # what it does\n    zones: {}", 4),
        ("zones: {}\n# artrules: ignore never-used: one\n# artrules: ignore text-number: two\nhand: {}", 4),
        ("zones: {}\n\n# artrules: ignore-file never-used: for later", 1),
        ("zones: {}  #artrules:ignore ART4010: for later", 1),
        ("zones: {}  # artrules: ignore never-true, never-used: for later: perhaps", 1),
    ],
)
def test_what_a_comment_is_about(text: str, line: int) -> None:
    others = ("never-true", "text-number")
    found = [reported("never-used", line), *(reported(slug, line) for slug in others if slug in text)]
    assert shown(text, *found) == []
    assert "never-used" in slugs(text, reported("never-used", line + 1)) or "file" in text
    elsewhere = reported("never-used", line, "game/b.yaml")
    assert elsewhere in shown(text, elsewhere)


def test_an_error_stays() -> None:
    text = "zones: {}  # artrules: ignore unknown-name: later"
    error, bad = shown(text, reported("unknown-name", 1))
    assert [error.slug, bad.slug] == ["unknown-name", "bad-ignore"]
    assert bad.message == "`unknown-name` is an error, and errors can't be ignored"
    assert bad.span == Span(FILE, 1, 31, 1, 43)


def test_without_a_reason_it_works_and_is_reported() -> None:
    assert slugs("a: 1  # artrules: ignore never-used", reported("never-used", 1)) == ["ignore-without-reason"]
    assert slugs("a: 1  # artrules: ignore never-used: ", reported("never-used", 1)) == ["ignore-without-reason"]


@pytest.mark.parametrize(
    ("comment", "stray"),
    [
        ("ignore never-used - later", "- later"),
        ("ignore never-used later on", "later on"),
        ("ignore never-used, never-true (rule 4): later", "(rule 4)"),
        ("ignore-file never-used (later)", "(later)"),
    ],
)
def test_a_reason_without_a_colon_is_one_fault(comment: str, stray: str) -> None:
    text = f"a: 1  # artrules: {comment}"
    found = [reported(slug, 1) for slug in ("never-used", "never-true") if slug in comment]
    (told,) = shown(text, *found)
    assert (told.slug, told.message) == ("ignore-without-reason", "there is no `:` before the reason")
    assert told.span is not None and text[told.span.column - 1 : told.span.end_column - 1] == stray


@pytest.mark.parametrize(
    "comment",
    [
        "# artrules ignore never-used: x",
        "# artrules ignore-file unused: x",
        "# Artrules: ignore never-used: x",
        "#ARTRULES:IGNORE never-used: x",
        "# artrules: Ignore never-used: x",
        "# artrules ignore never-used",
    ],
)
def test_a_misspelt_beginning(comment: str) -> None:
    (bad,) = shown(f"a: 1  {comment}")
    assert bad.slug == "bad-ignore"
    assert bad.message.startswith("a comment that ignores warnings begins with `# artrules: ignore")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('a: "b ', '"'),
        ("a: 'it''s ", "'"),
        ('a: "x \\" ', '"'),
        ('a: {b: "c ', '"}'),
        ('a: "b\n  ', '"'),
        ('a: |\n  label("b ', '")'),
        ('a: [\nb: "c ', '"'),
    ],
)
def test_a_quoted_text_holds_no_comment(before: str, after: str) -> None:
    comment = "# artrules: ignore never-used: x"
    text = f"{before}{comment}{after}"
    line = text.count("\n") + 1
    assert slugs(text, reported("never-used", line)) == ["never-used"]
    assert slugs(f"{text}  {comment}", reported("never-used", line)) == []


@pytest.mark.parametrize("before", ["a: player's ", "a: 'it''s' ", 'a: "x" ', "a: | ", 'a: The "b ', "a: |\n  x's y "])
def test_quotes_before_a_comment(before: str) -> None:
    text = f"{before}# artrules: ignore never-used: x\n  c\n"
    line = before.count("\n") + 1
    assert slugs(text, reported("never-used", line)) == []


@pytest.mark.parametrize(
    ("comment", "message", "suggested"),
    [
        ("ignore never-usd: x", "no warning is called `never-usd`", ("never-used",)),
        ("ignore zebra: x", "no warning is called `zebra`", ()),
        ("ingore never-used: x", "`ingore` means nothing here", ("ignore",)),
        ("ignore: x", "the comment doesn't say what to ignore", ()),
        ("ignore", "the comment doesn't say what to ignore", ()),
    ],
)
def test_what_means_nothing(comment: str, message: str, suggested: tuple[str, ...]) -> None:
    (bad,) = shown(f"a: 1  # artrules: {comment}")
    assert (bad.slug, bad.message) == ("bad-ignore", message) and bad.suggestions[:1] == suggested


@pytest.mark.parametrize(
    "text",
    [
        "# artrules: a game engine",
        "see artrules: ignore never-used",
        "a: b# artrules: ignore never-used: x",
        "# artrules ignore blanks here",
    ],
)
def test_what_is_no_such_comment(text: str) -> None:
    assert shown(text) == []


@pytest.mark.parametrize(
    ("text", "found", "after"),
    [
        ("a: 1  # artrules: ignore never-used: x\nb: 2", [], "a: 1\nb: 2"),
        ("  # artrules: ignore never-used: x\nb: 2", [], "b: 2"),
        ("b: 2\n# artrules: ignore-file never-used: x", [], "b: 2\n"),
        (
            "a: 1  # artrules: ignore never-used, never-true: x",
            ["never-true"],
            "a: 1  # artrules: ignore never-true: x",
        ),
        (
            "a: 1  # artrules: ignore never-used, never-true, text-number: x",
            ["never-used"],
            "a: 1  # artrules: ignore never-used: x",
        ),
    ],
)
def test_what_is_not_used_can_be_removed(text: str, found: list[str], after: str) -> None:
    (unused,) = shown(text, *(reported(slug, 1) for slug in found))
    assert unused.slug == "unused-ignore" and unused.fix is not None
    assert apply_edits(text, unused.fix.edits) == after
    assert shown(after, *(reported(slug, 1) for slug in found)) == []


def test_with_errors_nobody_knows_what_is_not_used() -> None:
    assert slugs("a: 1  # artrules: ignore never-used: x", reported("unknown-name", 2)) == ["unknown-name"]


@pytest.mark.parametrize("comment", ["ignore x-y: z", "ignore never-used: z", "ignore never-used"])
def test_a_file_full_of_comments_is_judged_in_no_time(comment: str) -> None:
    text = f"a: 1  # artrules: {comment}\n" * 5_000 + f"# artrules: {comment}\n" * 20_000
    found = [reported("never-true", line) for line in range(1, 1000)]
    with watched():
        assert slugs(text, *found).count("too-many-diagnostics") == 1


@pytest.mark.parametrize(
    "line",
    [
        "a: |\n  " + 'x("y # artrules: ignore never-used: z") ' * 20_000,
        "# artrules ignore " + "-" * 500_000,
        "# artrules: ignore " + "never-used " * 50_000,
        "# artrules: ignore never-used" + " " * 500_000 + "x",
        "a: [" + "'# artrules: ignore never-used: z', " * 20_000 + "]",
    ],
    ids=["quoted", "hyphens", "names", "blanks", "list"],
)
def test_a_long_line_is_judged_in_no_time(line: str) -> None:
    with watched():
        shown(line)


def test_kinds_of_plugins() -> None:
    kind = Kind(1, "odd-name", "warning", "", letters="ODD")
    text = "a: 1  # artrules: ignore odd-name: x"
    found = Diagnostic(kind, "odd", Span(FILE, 1, 1, 1, 2))
    assert without_ignored([found], {FILE: text}, [kind]) == []
    assert [d.slug for d in without_ignored([], {FILE: text}, [kind])] == ["unused-ignore"]
    assert [d.slug for d in without_ignored([], {FILE: text})] == ["bad-ignore"]
