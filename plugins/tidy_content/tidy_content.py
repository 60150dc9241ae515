"""A plugin for artrules: checks for content that reads well. Each is a function that looks at a ruleset's files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from artrules import Check, Edit, Finding, Fix, Power, RulesetContent, hook

ARTRULES_HOOKS = 2

MOST_MONEY = int(os.environ.get("TIDY_MOST_MONEY", "10"))
LONGEST_TEXT = int(os.environ.get("TIDY_LONGEST_TEXT", "220"))
_MONEY = re.compile(r"\b(?:earn|gain_money|take_money)\((\d+)\)|\.?\b(?:money|coins|gold) \+= (\d+)")


def much_money(ruleset: RulesetContent) -> Iterator[Finding]:
    """Each number above MOST_MONEY on a line that gives money: `earn(12)`, `my money += 12`."""
    for code in ruleset.code("effect"):
        for match in _MONEY.finditer(code.text):
            group = 1 if match[1] is not None else 2
            if int(match[group]) > MOST_MONEY:
                yield Finding(
                    f"${match[group]} is a lot of money to be given at once",
                    code.part(match.start(group), match.end(group)),
                    expected=f"at most {MOST_MONEY}",
                    found=match[group],
                    fix=Fix(
                        f"give {MOST_MONEY}",
                        (Edit(code.part(match.start(group), match.end(group)), str(MOST_MONEY)),),
                    ),
                )


def long_text(ruleset: RulesetContent) -> Iterator[Finding]:
    """Each text of a power that is longer than its card."""
    for power in _first_powers(ruleset):
        if power.text is not None and len(power.text.text) > LONGEST_TEXT:
            yield Finding(
                f"the text of `{power.title or power.key}` is longer than its card",
                power.text.span,
                expected=f"at most {LONGEST_TEXT} characters",
                found=f"{len(power.text.text)}",
            )


def unfinished_text(ruleset: RulesetContent) -> Iterator[Finding]:
    """Each text of a power that doesn't end with a full stop."""
    for power in _first_powers(ruleset):
        text = power.text
        if text is not None and not text.text.rstrip().endswith((".", "!", "?", ")", '"')):
            last = len(text.text.rstrip())
            yield Finding(
                f"the text of `{power.title or power.key}` ends without a full stop",
                text.span,
                fix=Fix("end it with a full stop", (Edit(text.part(last, last), "."),)),
            )


def _first_powers(ruleset: RulesetContent) -> Iterator[Power]:
    """One power for each text: all powers of a key share theirs."""
    return (power for power in ruleset.powers() if power.number == 1)


@hook
def artrules_checks() -> list[Check]:
    """The checks that this plugin adds."""
    return [
        Check(
            "TIDY1",
            "much-money",
            "a lot of money is given at once",
            """
            One number on one line can decide a game, and a slip of a finger makes a 1 a 11. Give less, or raise the
            limit for your game: TIDY_MOST_MONEY=20 artrules check NAME.
            """,
            much_money,
            severity="error",
            example="do: earn(11)",
        ),
        Check(
            "TIDY2",
            "long-text",
            "a power's text is longer than its card",
            """
            A text has to fit on a card, in letters that can be read across a table. Say it in fewer words, or take the
            power apart. TIDY_LONGEST_TEXT=300 allows 300 characters.
            """,
            long_text,
        ),
        Check(
            "TIDY3",
            "unfinished-text",
            "a power's text ends without a full stop",
            """
            A text without its full stop looks as if it had been cut off. End the last sentence.
            """,
            unfinished_text,
            example="text: When you buy, earn $1",
        ),
    ]
