"""Diagnostics as text: the usual shape, and no file or span that breaks it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.render import render_text

SOURCE = "zones:\n  hand: {seen_by: owner}\n\trow: 名前 x\n"


def rendered(span: Span | None, source: str | None = SOURCE) -> list[str]:
    return render_text(Diagnostic(kinds.UNKNOWN_KEY, "no such key", span), lambda _: source).split("\n")


def test_all_parts() -> None:
    diagnostic = Diagnostic(
        kinds.UNKNOWN_KEY,
        "`hand` has no key `seenby`",
        Span("f.yaml", 2, 10, 2, 17),
        "`seen_by`",
        "`seenby`",
        ("seen_by", "shows"),
        (("these are the zones", Span("f.yaml", 1, 1, 1, 6)),),
    )
    assert render_text(diagnostic, lambda _: SOURCE) == (
        "error[ART1102 unknown-key]: `hand` has no key `seenby`\n"
        " --> f.yaml:2:10\n"
        "  |\n"
        "2 |   hand: {seen_by: owner}\n"
        "  |          ^^^^^^^\n"
        "  = expected: `seen_by`\n"
        "  = found: `seenby`\n"
        " ::: f.yaml:1:1\n"
        "  |\n"
        "1 | zones:\n"
        "  | ----- these are the zones\n"
        "  = help: did you mean `seen_by` or `shows`?\n"
        "  = explain: artrules explain ART1102"
    )
    assert "\x1b[1;31m" in render_text(diagnostic, lambda _: SOURCE, colour=True)


def test_tabs_and_wide_characters() -> None:
    assert rendered(Span("f", 3, 7, 3, 9))[3:5] == ["3 |     row: 名前 x", "  |          ^^^^"]
    assert rendered(Span("f", 3, 1, 3, 2))[4] == "  | ^^^^"


def test_spans_of_several_lines_and_past_the_end() -> None:
    assert rendered(Span("f", 1, 1, 3, 2))[4] == "  | ^^^^^^"
    assert rendered(Span("f", 1, 7, 1, 7))[4] == "  |       ^"
    assert rendered(Span("f", 1, 99, 1, 120))[4] == "  |       ^"
    assert rendered(Span("f", 99, 1, 99, 2))[1] == "  --> f:99:1"
    assert rendered(Span("f", 1, 1, 1, 2), None)[1:] == [" --> f:1:1", "  = explain: artrules explain ART1102"]
    assert rendered(Span("f", 1, 1, 1, 1), "")[3] == "1 |"
    assert len(rendered(None)) == 2


def test_long_lines_are_cut() -> None:
    text, underline = rendered(Span("f", 1, 501, 1, 504), "a" * 500 + "bcd" + "e" * 500)[3:5]
    assert len(text) < 170
    assert text[underline.index("^") : underline.index("^") + 3] == "bcd"


def test_nothing_reaches_the_terminal() -> None:
    diagnostic = Diagnostic(kinds.UNKNOWN_KEY, "a\x1b[31m\nb", Span("f\x07", 1, 1, 1, 2), "\x00", "\u202e")
    text = render_text(diagnostic, lambda _: "\x1b[2J: 1")
    assert not {"\x1b", "\x07", "\x00", "\u202e"} & set(text)


NUMBERS = st.integers(-3, 30)
SPANS = st.builds(Span, st.text(max_size=5), NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@given(
    SPANS, st.none() | st.text(max_size=60), st.lists(st.tuples(st.text(max_size=5), SPANS), max_size=2), st.booleans()
)
def test_any_span(span: Span, source: str | None, related: list[tuple[str, Span]], colour: bool) -> None:
    diagnostic = Diagnostic(kinds.UNKNOWN_KEY, "no", span, related=tuple(related))
    assert render_text(diagnostic, lambda _: source, colour).startswith("error" if not colour else "\x1b")
