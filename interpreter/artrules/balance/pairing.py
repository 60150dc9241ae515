"""Which power, card or kind of option of one version is which of another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias

from artrules.balance.labels import Branch
from artrules.balance.subjects import Subject

Pair: TypeAlias = tuple[Subject | None, Subject | None]
"""A subject here and the same there; None where a version has none."""


def _place(subject: Subject) -> Hashable:
    return subject.kind, subject.key.rpartition("/")[2]


_SAME: tuple[Callable[[Subject], Hashable], ...] = (
    lambda subject: (subject.key, subject.title),
    lambda subject: (subject.kind, subject.group, subject.title.partition(", ")[2] or subject.title),
    lambda subject: subject.key,
    lambda subject: (subject.kind, subject.cards) if subject.kind == "card" else _place(subject),
)
"""By what subjects are the same, the surest first: unchanged; moved to another key; renamed; another one in its
place."""


def pairs(here: Sequence[Subject], there: Sequence[Subject]) -> list[Pair]:
    """All subjects of two versions, paired: those of here in their order, then those that are only there."""
    found: dict[int, int] = {}
    for same in _SAME:
        left = {same(subject): i for i, subject in reversed([*enumerate(there)]) if i not in found.values()}
        for i, subject in enumerate(here):
            if i not in found and same(subject) in left:
                found[i] = left.pop(same(subject))
    return [
        *((subject, there[found[i]] if i in found else None) for i, subject in enumerate(here)),
        *((None, subject) for i, subject in enumerate(there) if i not in found.values()),
    ]


def title_of(pair: Pair) -> str:
    """What a pair is called: both names where there are two."""
    here, there = pair
    if here is None or there is None:
        return (here or there or Subject("", "power", "", "")).title
    return here.title if here.title == there.title else f"{here.title} (there: {there.title})"


def labels_of(*versions: Mapping[str, Branch]) -> Iterator[tuple[str, list[list[str]]]]:
    """By label, the keys of the kinds of option that are so called, for each version: lines move when rules change."""
    by_label = [
        {label: [key for key, branch in found.items() if branch.label == label] for label in _labels(found)}
        for found in versions
    ]
    for label in dict.fromkeys(label for found in by_label for label in found):
        yield label, [found.get(label, []) for found in by_label]


def _labels(found: Mapping[str, Branch]) -> list[str]:
    return list(dict.fromkeys(branch.label for branch in found.values()))
