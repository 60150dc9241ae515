"""Numbers in a power's text that its code doesn't have: `draw two cards`, and the code draws three.

Compared is one way only: each number of the text with all numbers of the code. A number is written in digits or as a
word from two to twelve (`twice` is two); `a`, `once`, `one` (as often a pronoun as a number) and ordinals (`second`,
`3rd`) are no numbers here. Of the code count the powers of the key with their conditions, limits, attributes and
watches, all functions, procedures and tables that they reach, first values of variables and settings that they read,
what lies between the ends of a range, how many members an enum that is gone through has, and how many of these have a
property; and the key itself, since texts speak of `each other 5`. So a slip is found where the number stands nowhere
else: a warning, never a proof.

A number that is rightly not in the code is named under `not_in_code`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from artrules.checks.called_numbers import Numbers
from artrules.diagnostics.kinds.checks import TEXT_NUMBER
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import KeyedPowers, PowerDefinition
from artrules.resolve.model import Model
from artrules.source.node import Scalar

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {word: number for number, word in enumerate(_WORDS, 2)} | {"twice": 2, "thrice": 3}
_NUMBER = re.compile(rf"(?<![\w.])(?:(\d{{1,9}})s?|({'|'.join(NUMBER_WORDS)}))(?![\w]|\.\d)", re.IGNORECASE)


def numbers_in(text: str) -> Iterator[tuple[int, int, int]]:
    """The numbers in a text, each with where it begins and ends."""
    for match in _NUMBER.finditer(text):
        yield int(match[1]) if match[1] else NUMBER_WORDS[match[2].lower()], *match.span()


def check(model: Model, report: Report) -> None:
    # Of code that couldn't be read nobody knows the numbers.
    if report.has_errors:
        return
    numbers = Numbers(model, report)
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                _compare(numbers, report, keyed, keyed.text_at, keyed.powers, keyed.not_in_code)
                for power in keyed.powers:
                    _compare(numbers, report, keyed, power.text_at, [power], power.not_in_code)


def _compare(
    numbers: Numbers,
    report: Report,
    keyed: KeyedPowers,
    text: Scalar | None,
    powers: list[PowerDefinition],
    excused: dict[int, Scalar],
) -> None:
    """Tell of the numbers of one text that its powers don't have, and of excuses that excuse nothing."""
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
    for number, scalar in excused.items():
        if number in there or number not in {n for n, _, _ in found}:
            why = "stands in the code" if number in there else "doesn't stand in the text"
            report.add(TEXT_NUMBER, f"{number} is named under `not_in_code`, but {why}", scalar.span)
