"""Rulings: what the rules mean where it matters, in prose."""

from __future__ import annotations

from artrules.content.key_values import text
from artrules.content.plain_values import PROSE, Sourced
from artrules.content.section import Named, Section, author_sections, key, named_sections, section
from artrules.source.node import Scalar


@section("ruling", "Ruling", alone="text")
class Ruling(Sourced):
    """A ruling's text, or `text` with more beside it."""

    question: Scalar | None = key(PROSE, "What was open.", title="Question")
    text: Scalar | None = key(PROSE, "What holds.", title="Text", required=True)


_NUMBER = text({"type": "string", "pattern": "^(about|([A-Za-z]+[- ])?(0|[1-9][0-9]{0,5}))$"}).named(
    "",
    "Number of a ruling",
    "A number such as `21`, with letters before it if need be: `C-6`, `decision 9`.",
)


@section("rulings_of_heading", "Rulings of a heading")
class RulingsOfHeading(Section):
    """`about`, if need be, and rulings by number."""

    about: Scalar | None = key(PROSE, "What holds for all of them.")
    rulings: Named[Ruling] = author_sections(_NUMBER, Ruling)


_HEADING = text({"type": "string", "minLength": 1, "maxLength": 100}).named(
    "", "Heading", "What the rulings below it are about."
)
RULINGS = named_sections(_HEADING, RulingsOfHeading).named(
    "rulings",
    "Rulings",
    "What the rules mean where it matters: under headings, by number. A `source` that says `ruling 21` cites one.",
)
