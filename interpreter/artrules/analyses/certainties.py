"""Finds what is certain about code before any game is played: conditions that always or never hold, statements that are
never reached, numbers that can't do.

The analysis follows each piece of code once, from its beginning, with what is known at each place
(`facts/knowledge.py`). What it finds is true of every game with these overlays and any settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from artrules.analyses.certain.findings import Certainties, Certainty, Sort
from artrules.analyses.certain.following import CodeFollower
from artrules.diagnostics.span import Span
from artrules.facts.knowledge import NOTHING_KNOWN
from artrules.ir.code import every_code
from artrules.ir.model import Model

_KNOWN: WeakKeyDictionary[Model, Certainties] = WeakKeyDictionary()


def certainties(model: Model) -> Certainties:
    """What is certain about the code of a model without errors. Found once, and kept with the model."""
    if model not in _KNOWN:
        follower = CodeFollower(model)
        for code in every_code(model):
            follower.stated = {parameter.name for parameter in code.parameters}
            for parameter in code.parameters:
                follower.reasoning.declared[parameter.name] = parameter.type
            knowledge = NOTHING_KNOWN
            for part in code.parts:
                knowledge = follower.part(part, code.name, knowledge)
        _KNOWN[model] = Certainties(list(dict.fromkeys(follower.certain)), frozenset(follower.uncertain))
    return _KNOWN[model]


def certain_in_all(models: Sequence[Model], sort: Sort) -> list[Certainty]:
    """What is certain of one sort in every model that has the place: with all overlays, and without them."""
    uncertain = {place for model in models for place in certainties(model).uncertain}
    found = [each for model in models for each in certainties(model).certain if each.sort is sort]
    both = {each.at for each in found if each.holds} & {each.at for each in found if not each.holds}
    first: dict[Span, Certainty] = {}
    for each in found:
        if (sort, each.at) not in uncertain and each.at not in both:
            first.setdefault(each.at, each)
    return list(first.values())
