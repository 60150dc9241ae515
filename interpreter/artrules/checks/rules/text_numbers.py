"""Numbers in a power's text that its code doesn't have: the text says `draw two cards`, and the code draws three.

Each number of the text is looked for among all numbers of the code, not the other way round. A number is written in
digits, or as a word from two to twelve; `twice` is two. Not counted are `a`, `once`, `one` (as often a pronoun as a
number) and ordinals such as `second` and `3rd`.

The numbers of the code are those of all powers of the key, with their conditions, limits, attributes and watches; of
all functions, procedures and tables that they reach; start values of variables and settings that they read; what lies
between the ends of a range; how many members an enum has that the code goes through, and how many of them have a
property; and the key itself, since texts say `each other 5`. So the check finds a slip only if the number occurs
nowhere else in the code: it warns, and proves nothing.

A number that is rightly not in the code is named under `not_in_code`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from artrules.checks.check import model_check
from artrules.checks.code_numbers import Numbers
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.model import Model
from artrules.ir.powers import KeyedPowers, PowerDefinition
from artrules.ir.texts import Text

TEXT_NUMBER = declare(
    4017,
    "text-number",
    "a number in a power's text stands nowhere in its code",
    """
    Text and code of a power say the same thing twice, and one of them may have been changed alone. The numbers in the
    text (digits, and words from two to twelve) are looked for among all numbers of the code, including its limits and
    whatever it calls. If a number is rightly not in the code, name it under `not_in_code` with the reason.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "set",
            """
            set: sea
            of: lanterns
            guild:
              1:
                name: The Gull
                text: Draw two cards.  #!
                powers:
                  - {when: buying, do: draw(3)}
            """,
        ),
        repaired=Example(
            "set",
            """
            set: sea
            of: lanterns
            guild:
              1:
                name: The Gull
                text: Draw three cards.
                powers:
                  - {when: buying, do: draw(3)}
            """,
        ),
        near_misses=(
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1:
                    name: The Gull
                    text: Draw five cards.
                    not_in_code: {5: a joke}
                    powers:
                      - {when: buying, do: draw(3)}
                """,
            ),
        ),
    ),
)

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {word: number for number, word in enumerate(_WORDS, 2)} | {"twice": 2, "thrice": 3}
_NUMBER = re.compile(rf"(?<![\w.])(?:(\d{{1,9}})s?|({'|'.join(NUMBER_WORDS)}))(?![\w]|\.\d)", re.IGNORECASE)


def numbers_in(text: str) -> Iterator[tuple[int, int, int]]:
    """The numbers in a text: each as `(number, start, end)`, where `text[start:end]` is how it is written."""
    for match in _NUMBER.finditer(text):
        yield int(match[1]) if match[1] else NUMBER_WORDS[match[2].lower()], *match.span()


@model_check(TEXT_NUMBER)
def text_numbers(model: Model, report: Report) -> None:
    numbers = Numbers(model, report)
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                _compare(numbers, report, keyed, keyed.words, keyed.powers, keyed.not_in_code)
                for power in keyed.powers:
                    _compare(numbers, report, keyed, power.words, [power], power.not_in_code)


def _compare(
    numbers: Numbers,
    report: Report,
    keyed: KeyedPowers,
    text: Text | None,
    powers: Sequence[PowerDefinition],
    excused: Mapping[int, Span],
) -> None:
    """Report numbers of one text that its powers don't have, and entries of `not_in_code` that aren't needed."""
    found = list(numbers_in(text.text)) if text is not None else []
    if not powers or not (found or excused):
        return
    there = {number for power in powers for number in numbers.of(power)}
    if isinstance(keyed.key, int):
        there.add(keyed.key)
    for number, start, end in found:
        if text is not None and number not in there and number not in excused:
            said = text.text[start:end]
            report.add(
                TEXT_NUMBER,
                f"the text says `{said}`, and {number} stands nowhere in the code",
                text.span_of(start, end),
                expected=f"one of {', '.join(map(str, sorted(there)))}" if there else "a number of the code",
                found=f"`{said}`",
            )
    for number, at in excused.items():
        if number in there or number not in {n for n, _, _ in found}:
            why = "stands in the code" if number in there else "doesn't stand in the text"
            report.add(TEXT_NUMBER, f"{number} is named under `not_in_code`, but {why}", at)
