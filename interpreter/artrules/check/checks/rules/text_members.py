"""What a power's text says and its code doesn't: members of enums such as colours, and `once per turn`."""

import re
from collections.abc import Iterator, Sequence

from artrules.check.checks.check import model_check
from artrules.check.checks.reached_code import Reached, ReachedCode
from artrules.model.analyses.reads import innermost
from artrules.model.ir.declarations import PowerDefinition, Text
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Constant
from artrules.model.ir.types import Member
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Members of enums in a power's text, such as colours, that its code lacks: the text says `red`, the code `blue`.
#
# Only members are looked for that cards have printed on them. The text must name one that stands nowhere in the code,
# and the power's own code must name another one of the same enum (what the game's procedures ask for in every case is
# about something else); or the text must speak of cards, as in `red lanterns`, and the code must ask nothing of that
# enum at all. Code that goes through all members, asks for a property of theirs, or has a name with the member in it
# isn't judged; nor is a text that says what isn't meant, with `not` or `except`.

TEXT_MEMBER = declare(
    4171, "text-member", "a power's text names a colour or the like, and its code another one", severity="warning"
)

_OTHERWISE = re.compile(
    r"\b(not|no|non|none|without|except|but|other|unless|neither|nor|never|\w+n't)\b", re.IGNORECASE
)


@model_check(TEXT_MEMBER)
def text_members(model: Model, report: Report) -> None:
    members = dict(_printed_members(model))
    if not members:
        return
    words = "|".join(sorted((re.escape(word) for word in members), key=len, reverse=True))
    cards = "|".join(re.escape(kind.replace("_", " ")) for kind in ("card", *model.kinds))
    said = re.compile(rf"\b({words})\b", re.IGNORECASE)
    of_cards = re.compile(rf" (?:{cards})s?\b", re.IGNORECASE)
    code = ReachedCode(model, report)
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                texts = [(keyed.words, keyed.powers), *((power.words, [power]) for power in keyed.powers)]
                for text, powers in texts:
                    if text is None or not powers or _OTHERWISE.search(text.text):
                        continue
                    for match in said.finditer(text.text):
                        enum, member = members[match[1].lower()]
                        if member != keyed.key:
                            is_of_cards = of_cards.match(text.text, match.end()) is not None
                            reached, own = (_together(code, powers, own) for own in (False, True))
                            others = sorted(other for of, other in own.members if of == enum)
                            _compare(report, text, match, (enum, member), reached, others, is_of_cards)


def _compare(
    report: Report,
    text: Text,
    match: re.Match[str],
    named: tuple[str, str],
    reached: Reached,
    others: Sequence[str],
    is_of_cards: bool,
) -> None:
    """`others` are the members of the enum in the powers' own code."""
    enum, member = named
    if named in reached.members or enum in reached.whole_enums or any(member in name for name in reached.names):
        return
    if any(re.search(rf"\b{re.escape(other.replace('_', ' '))}\b", text.text, re.IGNORECASE) for other in others):
        return  # the text speaks of what the code asks for, and perhaps of what is left when it isn't so
    if not others and (not is_of_cards or enum in reached.enums_read):
        return
    report.add(
        TEXT_MEMBER,
        f"the text says `{match[0]}`, and the code "
        + (f"asks for {', '.join(f'`{each}`' for each in others)}" if others else f"asks for no {enum}"),
        text.span_of(*match.span()),
        expected=f"`{match[0]}` in the code, too",
    )


def _printed_members(model: Model) -> Iterator[tuple[str, tuple[str, str]]]:
    """The words for members that cards have printed on them, each with enum and member; none that two enums have."""
    enums = {
        type_.enum
        for kind in model.kinds.values()
        for attribute in kind.attributes.values()
        if isinstance(type_ := innermost(attribute.type), Member)
    }
    every = [(enum.name, member) for enum in model.enums.values() for member in enum.members]
    for enum, member in every:
        if enum in enums and sum(member == other for _, other in every) == 1:
            yield member.replace("_", " "), (enum, member)


def _together(code: ReachedCode, powers: Sequence[PowerDefinition], own: bool) -> Reached:
    total = Reached()
    for power in powers:
        total.add(code.of(power, own=own))
    return total


# `once per turn` in a power's text, and nothing in its code that is counted in a turn.
#
# Found are `once` and `twice` with `per`, `each`, `every` or `a` and the name of a life of the game, such as `turn`.
# One of the powers must have a limit that is counted until that life ends, and if the number of each such limit is
# fixed, one must be the text's. Code that does it by other means isn't judged: code that reads or writes what lasts as
# long, watches as long, or moves the card that has the power.

TEXT_LIMIT = declare(
    4170, "text-limit", "a power's text says how often, and its code has no such limit", severity="warning"
)

_COUNTS = {"once": 1, "twice": 2}
_SAID = re.compile(r"\b(once|twice) (?:(?:per|each|every) (\w+)|a (\w+)(?=[.,;:!)]|$))", re.IGNORECASE)
"""Not `once a round is over`, which says when."""


@model_check(TEXT_LIMIT)
def text_limits(model: Model, report: Report) -> None:
    code = ReachedCode(model, report)
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                _compare_limits(model, code, report, keyed.words, keyed.powers)
                for power in keyed.powers:
                    _compare_limits(model, code, report, power.words, [power])


def _compare_limits(
    model: Model, code: ReachedCode, report: Report, text: Text | None, powers: Sequence[PowerDefinition]
) -> None:
    if text is None or not powers:
        return
    for match in _SAID.finditer(text.text):
        count, life = _COUNTS[match[1].lower()], (match[2] or match[3]).lower()
        if life not in model.lives or any(_does_it_otherwise(code, power, life) for power in powers):
            continue
        limits = [limit for power in powers for limit in power.limits if limit.life == life]
        most = [model.at_most.get(limit) for limit in limits]
        if any(not isinstance(each, Constant) or each.value == count for each in most):
            continue
        fitting = [limit.name for limit in model.limits.values() if limit.life == life and limit not in limits]
        report.add(
            TEXT_LIMIT,
            f"the text says `{match[0]}`, and nothing limits these powers so",
            text.span_of(*match.span()),
            expected=f"`limits: {fitting[0]}`" if fitting else f"a limit with `lasts: {life}` and `at_most: {count}`",
            related=[(f"`{limit.name}` is declared here", limit.at) for limit in limits[:1]],
        )


def _does_it_otherwise(code: ReachedCode, power: PowerDefinition, life: str) -> bool:
    reached = code.of(power)
    return life in reached.lives or reached.moves_itself
