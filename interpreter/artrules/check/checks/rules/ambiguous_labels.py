"""Options that can read the same although they do different things, and options that read as nothing.

Labels are compared as players read them: capitals and blanks don't tell two apart. Of two options that each have a
condition (`if`, `limit`, `where`), the conditions may exclude each other, so they aren't judged unless the conditions
are the same. Labels with values in them are the same where the values can be: cards of which there are several alike,
or anything out of the same place.

A name after `for` that the label leaves out is judged where it goes through numbers, members or players, however these
are listed, through the cards of the player's own hand or of another zone that others don't see, or through the powers
of a card that can have several of them. A name that another one leads to, as the player in `p in others(me), c in
p.row`, or that its condition pins down with `=` or `is`, needn't be told.
"""

import re
from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import every
from artrules.model.analyses.power_tests import holds
from artrules.model.analyses.reads import as_written, mentions
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import KeyedPowers, PowerDefinition
from artrules.model.ir.model import Model
from artrules.model.ir.print_code import print_expression
from artrules.model.ir.types import Bool, Card, Member, Number, Player, element
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

SAME_LABEL = declare(4165, "same-label", "two options that can read the same", severity="warning")
UNTOLD_CHOICE = declare(4166, "untold-choice", "a label doesn't tell what is chosen", severity="warning")
EMPTY_LABEL = declare(4167, "empty-label", "a label without words", severity="warning")
_ANY = "any"
"""Stands for whatever conditions an option has."""


@model_check(SAME_LABEL, UNTOLD_CHOICE, EMPTY_LABEL)
def ambiguous_labels(model: Model, report: Report) -> None:
    labels = _Labels(model)
    for _, choose in every(model, k.Choose):
        spoken = []
        for branch in choose.branches:
            if any(isinstance(part, k.Expression) or part.strip() for part in branch.label.parts):
                spoken.append(branch)
            else:
                report.add(EMPTY_LABEL, "this label has no words", branch.label.at)
        for first, second in labels.alike(spoken):
            what = "this option can read the same as another one"
            report.add(SAME_LABEL, what, second.label.at, related=[("the other one", first.label.at)])
        for branch in spoken:
            for binder in _untold(branch, choose, model):
                name = as_written(binder.local)
                what = f"the label doesn't tell which `{name}` is chosen"
                several = [(f"a power of {keyed.title}", power.at) for keyed, power in _powers_together(binder, model)]
                report.add(UNTOLD_CHOICE, what, branch.label.at, expected=f"`{{{name}}}` in the label", related=several)


class _Labels:
    """Finds options of one model whose labels read the same."""

    def __init__(self, model: Model) -> None:
        self._members = {enum.name: enum.members for enum in model.enums.values()}
        self._alike = {
            pieces.kind
            for pieces in model.pieces.values()
            if any(count > 1 for count, _, _ in pieces.rows)
            or len({tuple(sorted(values.items(), key=str)) for _, values, _ in pieces.rows}) < len(pieces.rows)
        }
        """The kinds of which several cards are alike."""

    def alike(self, branches: Iterable[k.Branch]) -> Iterator[tuple[k.Branch, k.Branch]]:
        """The options that may be offered together with one before that reads the same: that one, and the option.

        Of several before it, the first. Each option is looked up under what it says, as there may be thousands.
        """
        seen: dict[Hashable, dict[str | None, k.Branch]] = {}
        for branch in branches:
            said, conditions = self._said(branch), self._conditions(branch)
            may_hold_too: tuple[Hashable, ...] = ((), conditions) if conditions else (_ANY,)
            for others in may_hold_too:
                before = seen.get((said, others), {})
                # Two sets may never be in play together.
                owners = before if branch.owner is None else (None, branch.owner)
                first = next((before[owner] for owner in owners if owner in before), None)
                if first is not None:
                    yield first, branch
                    break
            for own in (conditions, _ANY):
                seen.setdefault((said, own), {}).setdefault(branch.owner, branch)

    def _said(self, branch: k.Branch) -> Hashable:
        """What a label says; the same for those that may read the same."""
        values = [part for part in branch.label.parts if isinstance(part, k.Expression)]
        domains = [self._printed(binder.domain, branch) for binder in branch.binders]
        of_cards = all(isinstance(value.type, Card) and value.type.kinds & self._alike for value in values)
        printed = tuple(self._printed(value, branch) for value in values)
        return self._words(branch.label), printed, None if of_cards else tuple(domains)

    def _words(self, label: k.Label) -> tuple[str, ...]:
        words = (part if isinstance(part, str) else "{}" for part in label.parts)
        return tuple(re.sub(r"\s+", " ", "".join(words).strip().casefold()).split("{}"))

    def _printed(self, e: k.Expression, branch: k.Branch) -> str:
        """An expression as text, in which names of binders are numbered by their place."""
        text = print_expression(e, self._members)
        for number, binder in enumerate(branch.binders):
            text = re.sub(rf"\b{binder.local.name}\b", f"#{number}", text)
        return text

    def _conditions(self, branch: k.Branch) -> tuple[str, ...]:
        conditions = [binder.condition for binder in branch.binders] + [branch.guard]
        printed = [self._printed(condition, branch) for condition in conditions if condition is not None]
        return (*printed, *([branch.limit.key] if branch.limit is not None else []))


def _untold(branch: k.Branch, choose: k.Choose, model: Model) -> Iterator[k.Binder]:
    """The binders of a branch of which the label tells nothing, although they make a difference."""
    label_names = {binder.local.name for binder in branch.binders if mentions([branch.label], binder.local.name)}
    for binder in branch.binders:
        name = binder.local.name
        leads = any(mentions([other.domain], name) for other in branch.binders)
        matters = not choose.has_suites or mentions(branch.body, name) > 0
        several = _has_several(binder, choose, model) and not _is_pinned(binder)
        if name not in label_names and not leads and matters and several:
            yield binder


def _has_several(binder: k.Binder, choose: k.Choose, model: Model) -> bool:
    """Whether a binder goes through things that players tell apart, and of which there are mostly several."""
    match binder.domain:
        case k.ZoneOf(declaration=zone, owner=k.Local(name=name)):
            return zone.sight.seen_by == "owner" and isinstance(choose.me, k.Local) and choose.me.name == name
        case k.PowersOf():
            return bool(_powers_together(binder, model))
        case k.Listing(items=items) if len(items) < 2:
            return False
    return isinstance(element(binder.domain.type), (Number, Member, Player, Bool))


def _powers_together(binder: k.Binder, model: Model) -> list[tuple[KeyedPowers, PowerDefinition]]:
    """Two powers that are printed on one card, where a binder goes through powers and both may be among them: the
    first two. Conditions of powers may exclude each other."""
    if not isinstance(binder.domain, k.PowersOf):
        return []
    every_keyed = (keyed for s in model.sets.values() for filled in s.fills.values() for keyed in filled.values())
    for keyed in every_keyed:
        passing = [p for p in keyed.powers if holds(binder.condition, binder.local.name, p, {}) is not False]
        for first, second in combinations(passing, 2):
            if not (first.condition_text and second.condition_text):
                return [(keyed, first), (keyed, second)]
    return []


def _is_pinned(binder: k.Binder) -> bool:
    """Whether a binder's condition says with `=` or `is` which value it has. What it says of a power has been tried."""
    if isinstance(binder.domain, k.PowersOf):
        return False
    name = binder.local.name
    waiting: list[k.Expression] = [binder.condition] if binder.condition is not None else []
    while waiting:
        condition = waiting.pop()
        if isinstance(condition, k.Operation) and condition.operator == "and":
            waiting += condition.operands
        elif isinstance(condition, k.Operation) and condition.operator == "=" and mentions([condition], name):
            return True
    return False
