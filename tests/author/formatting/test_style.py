"""The one style: what becomes of a file."""

from __future__ import annotations

from textwrap import dedent

import pytest

from artrules.author.formatting import style
from artrules.author.formatting.lines import Line, written_text
from artrules.author.formatting.style import format_text
from artrules.text.diagnostics.report import Report

HEAD = "part_of: game\n"


def formatted(text: str) -> str:
    """A part of a ruleset in the style, which stays as it is when it is formatted again."""
    report = Report()
    after = format_text(HEAD + text, "part.yaml", report)
    assert report.diagnostics == []
    assert format_text(after) == after
    return after.removeprefix(HEAD)


def assert_becomes(before: str, after: str) -> None:
    """A part becomes another, both given as indented text."""
    assert formatted(dedent(before).lstrip("\n")) == dedent(after).lstrip("\n")


def test_blocks_are_indented_by_two_blanks_and_lists_too() -> None:
    assert_becomes(
        """
        pieces:
            pack:
               rows:
               - [1,2]
               -   - 3
                   - 4
               -    a: 1
                    b:
                     - c
        """,
        """
        pieces:
          pack:
            rows:
              - [1, 2]
              - - 3
                - 4
              - a: 1
                b:
                  - c
        """,
    )


def test_braces_and_brackets() -> None:
    assert_becomes(
        "zones: { hand : {per:   player , holds: [ ]},deck: {holds: [a ,b]  } }\n",
        "zones: {hand: {per: player, holds: []}, deck: {holds: [a, b]}}\n",
    )
    assert_becomes("zones: {a: , b: {c: }}\n", "zones: {a: , b: {c: }}\n")


def test_brackets_of_several_lines() -> None:
    assert_becomes(
        """
        enums:
            tall: [
                    a, b,
                 c,
              ]
            beside:  [a,
                      b]
            deeper: {has: {n: bool}, members: {
                      a: {n: yes}}}
        """,
        """
        enums:
          tall: [
            a, b,
            c,
          ]
          beside: [a,
                   b]
          deeper: {has: {n: bool}, members: {
                    a: {n: yes}}}
        """,
    )


def test_columns_that_are_aligned_stay_so() -> None:
    assert_becomes(
        """
        zones:
            hand:    {per: player,   holds: card}
            discard: {per:   player, holds: card}
            box:     {holds: card}
            alone:  {holds:   card}
        """,
        """
        zones:
          hand:    {per: player, holds: card}
          discard: {per: player, holds: card}
          box:     {holds: card}
          alone: {holds: card}
        """,
    )
    table = "pieces:\n  pack:\n    rows:\n      - [hound,  2, [],      6]\n      - [howler, 3, [swift], 4]\n"
    assert formatted(table) == table


def test_numbers_in_rows_may_be_aligned_on_the_right() -> None:
    assert_becomes(
        """
        pieces:
          pack:
            rows:
              - [hound,    5, 1]
              - [cat,      7, 1]
              - [howler, 100, 2]
              - {cost:  2,  gain:   6}
              - {cost: 10,  gain: 600}
        """,
        """
        pieces:
          pack:
            rows:
              - [hound,    5, 1]
              - [cat,      7, 1]
              - [howler, 100, 2]
              - {cost:  2, gain:   6}
              - {cost: 10, gain: 600}
        """,
    )


def test_blank_lines() -> None:
    assert_becomes(
        """


        zones:

          hand: {}



          deck:
            holds: card

        functions:
          f: |

            1


        """,
        """
        zones:
          hand: {}

          deck:
            holds: card

        functions:
          f: |
            1
        """,
    )


def test_comments_are_indented_like_what_they_are_about() -> None:
    assert_becomes(
        """
        # zones
        zones:
        # hand
            hand:
                per: player
              # of hand, at its end
            # of zones, at their end
        functions:
            # f
            f: 1
        """,
        """
        # zones
        zones:
          # hand
          hand:
            per: player
          # of hand, at its end
          # of zones, at their end
        functions:
          # f
          f: 1
        """,
    )


def test_comments_behind_something_stay_in_their_column() -> None:
    assert_becomes(
        """
        functions:
            f: 1    # one
            gg: 22  # two

            h: 3 # three
            i:   4     # four
        """,
        """
        functions:
          f: 1    # one
          gg: 22  # two

          h: 3  # three
          i: 4     # four
        """,
    )


def test_a_comment_that_may_be_a_part_of_a_text_stays_where_it_is() -> None:
    assert formatted("zones: {}\ntitle: Draw #2\n") == "zones: {}\ntitle: Draw #2\n"


def test_code_of_several_lines() -> None:
    assert_becomes(
        """
        procedures:
            draw( 0..9 n ):   |
                # first
                if n>0 :   # some
                  repeat n  times:
                     move top of deck to my hand

                     # at last
                  stop
                elif no(c in deck
                        where c.n=1):
                        shuffle   deck
                # artrules: ignore dead-code: REASON
                my done becomes yes # so
        """,
        """
        procedures:
          draw(0..9 n): |
            # first
            if n > 0:   # some
                repeat n times:
                    move top of deck to my hand

                    # at last
                stop
            elif no(c in deck
                    where c.n = 1):
                shuffle deck
            # artrules: ignore dead-code: REASON
            my done becomes yes  # so
        """,
    )


def test_expressions_of_several_lines_keep_their_form() -> None:
    assert_becomes(
        """
        functions:
            f: |
                let  a = 1
                a  if b
                  else 2
        tables:
            t: |
                0->1
                 10->2
        """,
        """
        functions:
          f: |
            let a = 1
            a if b
              else 2
        tables:
          t: |
            0 -> 1
             10 -> 2
        """,
    )


def test_code_in_quotes() -> None:
    assert_becomes(
        r"""
        functions:
          f: " size( a )+1 "
          g: 'no(c in a where c is b)  # none'
          h: "1+\x31"
          i: "1 +\n2"
          j: a#b
        """,
        r"""
        functions:
          f: "size(a) + 1"
          g: 'no(c in a where c is b) # none'
          h: "1 + \x31"
          i: "1 +\n2"
          j: a#b
        """,
    )


def test_a_colon_in_code_without_quotes_stays_as_it_is() -> None:
    assert formatted('procedures: {p: "announce e(a:b)"}\n') == 'procedures: {p: "announce e(a: b)"}\n'
    assert formatted("procedures:\n  p: announce  e(a:b)\n") == "procedures:\n  p: announce e(a:b)\n"


def test_texts_stay_as_they_are() -> None:
    assert_becomes(
        """
        terms:
            a: "many  words ,  and
               more   of them

                  at the end"
            b:   two  words
                 and more
            c: |
                  a verse

                    and  a deeper one
            d: >2
                folded
        """,
        """
        terms:
          a: "many  words ,  and
            more   of them

            at the end"
          b: two  words
            and more
          c: |
            a verse

              and  a deeper one
          d: >2
              folded
        """,
    )


def test_labels_and_holes_stay_as_they_are() -> None:
    text = 'menus: {m: {entries: {e: {label: "buy  {c}  for {n+1}"}}}}\n'
    assert formatted(text) == text


def test_an_escaped_blank_at_the_end_of_a_line_stays() -> None:
    text = 'terms:\n  a: "one\\ \n    two"\n'
    assert formatted(text) == text


def test_every_kind_of_file() -> None:
    for kind in ("ruleset", "part_of", "set", "overlay", "expansion", "library", "scenarios"):
        assert format_text(f"{kind}:   name\n") == f"{kind}: name\n"


def test_a_text_of_nothing_but_a_key() -> None:
    assert format_text("{set:  a,of:  b}") == "{set: a, of: b}\n"
    assert format_text("---\nset:  a\n") == "---\nset: a\n"


def test_a_mark_and_the_ends_of_lines_stay() -> None:
    assert format_text("\ufeffset:  a\r\nof: b\r\n\r\n") == "\ufeffset: a\r\nof: b\r\n"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("set: a\nof: [b\n", "yaml-syntax"),
        ("set: a\nfunctions: {f: 1 +}\n", "bad-syntax"),
        ("set: a\nfunctions: {f: 1,\n  f: 2}\n", "duplicate-key"),
        ("foo:  1\n", "unknown-file-kind"),
        ("set: a\nprocedures:\n\tp: stop\n", "tab"),
        ("set:  &x a\n", "anchor"),
        ("", "empty-file"),
        ("- 1\n", "unknown-file-kind"),
        ("set: a\nprocedures: {p: >\n  stop}\n", "yaml-syntax"),
        ("set:  a\nprocedures:\n  p: >\n    stop\n    stop\n", "folded-code"),
    ],
)
def test_what_cannot_be_read_stays_as_it_is_and_is_reported(text: str, slug: str) -> None:
    report = Report()
    assert format_text(text, "a.yaml", report) == text
    assert slug in {diagnostic.slug for diagnostic in report.errors}
    assert all(diagnostic.span is not None and diagnostic.span.file == "a.yaml" for diagnostic in report.errors)
    assert format_text(text) == text


def test_all_code_that_is_wrong_is_reported() -> None:
    report = Report()
    format_text("set: a\nfunctions: {f: 1 +, g: 2, h: (}\n", "a.yaml", report)
    assert len(report.errors) == 2


@pytest.mark.parametrize(
    ("word", "damaged"), [("my coins", "mycoins"), ("some  words", "some words"), ("# why", ""), ("    stop", "stop")]
)
def test_what_would_say_anything_else_is_thrown_away(word: str, damaged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "set:   a\nsays: some  words  # why\nprocedures:\n  p: |\n    if my coins > 1:\n        stop\n    stop\n"
    assert format_text(text) != text

    def write_wrong(lines: list[Line]) -> str:
        return written_text(lines).replace(word, damaged)

    monkeypatch.setattr(style, "written_text", write_wrong)
    assert format_text(text) == text
