"""The keys of groups that sets fill, leave out, or fill although no card has them."""

from collections.abc import Iterator, Sequence
from typing import Any

from artrules.check.checks.check import model_check, ruleset_check
from artrules.model.ir.declarations import Group, key_members, keys_by_name
from artrules.model.ir.model import Model
from artrules.model.ir.types import Member, bare
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Keys of its groups for which a set has nothing, unless its `leaves_out` says that this is meant.
#
# A key that a set lacks was probably forgotten, and then cards with that key have no powers, without a word. But sets
# can be mixed, and a small set may leave most keys to others. So a set that fills more than half of the keys that cards
# have is taken for a whole one. A key that no known set fills is missing in all of them. Where no card has a key
# printed on it, the keys that count are the numbers of the group.

UNFILLED_KEY = declare(4015, "unfilled-key", "a set leaves a key of its group empty", severity="warning")


@model_check(UNFILLED_KEY)
def group_keys(model: Model, report: Report) -> None:
    expansions = [each for each in model.sets.values() if each.is_expansion]
    for power_set in model.sets.values():
        for name, own in power_set.fills.items() if not power_set.is_expansion else ():
            group = model.groups.get(name)
            if group is None or not own:
                continue
            # An expansion fills the keys that it adds, whichever set is chosen.
            filled = {*own, *(key for each in expansions for key in each.fills.get(name, {}))}
            elsewhere = {key for other in model.sets.values() for key in other.fills.get(name, {})}
            printed = _printed(model, group)
            numbers = group.by_number
            every_key: list[Any] = list(range(numbers[0], numbers[1] + 1)) if numbers is not None else printed
            is_whole = 2 * sum(key in filled for key in printed or every_key) > len(printed or every_key)
            missing = [
                str(key)
                for key in every_key
                if key not in filled
                and key not in power_set.leaves_out.get(name, {})
                and (key not in elsewhere or (is_whole and key in (printed or every_key)))
            ]
            if missing:
                each = f"number from {numbers[0]} to {numbers[1]}" if numbers else "name on a card"
                report.add(
                    UNFILLED_KEY,
                    f"the set `{power_set.name}` has nothing for {name} {', '.join(missing)}",
                    power_set.at,
                    expected=f"a key for each {each}, or `leaves_out: [{', '.join(missing)}]`",
                )


# Groups whose sets nobody can choose: then none of them is ever in play.

UNCHOSEN_GROUP = declare(4018, "unchosen-group", "nothing chooses the sets of a group", severity="warning")


@model_check(UNCHOSEN_GROUP)
def unchosen_groups(model: Model, report: Report) -> None:
    for group in model.groups.values():
        filling = [each for each in model.sets.values() if each.fills.get(group.name) and not each.is_expansion]
        if group.chosen_by is None and filling:
            report.add(
                UNCHOSEN_GROUP,
                f"nothing chooses the sets of `{group.name}`, so no card ever has their powers",
                group.at,
                expected=f"`chosen_by: NAME`, and a setting NAME with `set_of: {group.name}`",
                related=[(f"`{each.name}` fills it", each.at) for each in filling[:1]],
            )


def _printed(model: Model, group: Group) -> list[Any]:
    """The keys of a group that are printed on cards, in order."""
    printed: set[Any] = set()
    for pieces in model.pieces.values():
        kind = model.kinds.get(pieces.kind)
        if kind is None or kind.powers is None or kind.powers.group != group.name:
            continue
        members = key_members(group, kind, model.enums)
        keys = [values.get(kind.powers.by) for _, values, _ in pieces.rows]
        printed |= {members[key] if members else key for key in keys if isinstance(key, int)}
    if group.by_number is not None:
        low, high = group.by_number
        return [key for key in range(low, high + 1) if key in printed]
    return [name for name in keys_by_name(group, model.kinds, model.enums) if name in printed]


# Keys that a set says it leaves out, and fills.
#
# A set may get a key from an overlay. So a key counts as filled only if it is in every combination of overlays.

FILLED_AND_LEFT_OUT = declare(
    4159, "filled-and-left-out", "a set fills a key that it says it leaves out", severity="warning"
)


@ruleset_check(FILLED_AND_LEFT_OUT)
def keys_left_out(models: Sequence[Model], report: Report) -> None:
    base, *others = models
    for power_set in base.sets.values():
        for group, keys in power_set.leaves_out.items():
            filled = [other.sets[power_set.name].fills.get(group, {}) for other in (base, *others)]
            for at in dict.fromkeys(keys.values()):  # a range stands for several
                both = [key for key in keys if keys[key] == at and all(key in each for each in filled)]
                if both:
                    which = ", ".join(map(str, both))
                    report.add(
                        FILLED_AND_LEFT_OUT,
                        f"the set `{power_set.name}` has something for {group} {which}, which it says it leaves out",
                        at,
                        related=[("what it has", filled[0][both[0]].at)],
                    )


# Keys of a group that sets fill although no card has them, so that the powers are on no card.
#
# The keys are those of the group's range or names; others are refused. Which of them cards have is printed on the
# pieces. A key counts as used if a card has it in some combination of overlays.

NO_CARD_WITH_KEY = declare(4161, "no-card-with-key", "powers for a key that no card has", severity="warning")


@ruleset_check(NO_CARD_WITH_KEY, asks_for_uses=True)
def keys_without_cards(models: Sequence[Model], report: Report) -> None:
    printed = {key for model in models for key in _printed_keys(model)}
    groups = {group for group, _ in printed}
    for model in models:
        for power_set in model.sets.values():
            for group, filled in power_set.fills.items() if groups else ():
                unused: dict[Span, list[str]] = {}
                for key, keyed in filled.items():
                    if group in groups and (group, key) not in printed:
                        unused.setdefault(keyed.at, []).append(str(key))
                for at, keys in unused.items():
                    which = ", ".join(keys)
                    what = f"no card has the key {which} of {group}, so these powers are on no card"
                    shown = ", ".join(str(k) for g, k in sorted(printed, key=str) if g == group)
                    report.add(NO_CARD_WITH_KEY, what, at, expected=f"one of {shown}", found=f"`{which}`")


def _printed_keys(model: Model) -> Iterator[tuple[str, Any]]:
    """The keys that cards have: pairs of a group and a key."""
    for pieces in model.pieces.values():
        kind = model.kinds[pieces.kind]
        if kind.powers is None:
            continue
        type_ = kind.attributes[kind.powers.by].type
        of = bare(type_)
        for _, values, _ in pieces.rows:
            value = values.get(kind.powers.by)
            if value is not None:
                named = isinstance(of, Member) and isinstance(value, int)
                yield (
                    kind.powers.group,
                    model.enums[of.enum].members[value] if isinstance(of, Member) and named else value,
                )
