"""The chapters of powers, one for each group.

For each set and each key that it fills, a chapter gives the title, the text, each power with its time and its limits,
the rulings that apply, and the sources.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.chapters.rulings import ruling_line
from artrules.booklet.code_of import code_of
from artrules.booklet.document import (
    Block,
    Code,
    Emphasis,
    Entry,
    Heading,
    Inline,
    Line,
    Listing,
    Paragraph,
    Points,
    Rows,
)
from artrules.booklet.limits import limit_in_words, limits_in_words
from artrules.booklet.remarks import cited_rulings, provenance, provenance_within, remark
from artrules.booklet.selection import Subject
from artrules.booklet.words import display_text, title_of, value_in_words
from artrules.ir.model import Model
from artrules.ir.powers import KeyedPowers, PowerDefinition, PowerSet
from artrules.ir.texts import Ruling
from artrules.ir.types import Bool, Member


def chapters(subject: Subject) -> Iterator[Block]:
    """A chapter for each group that has powers."""
    for group in subject.model.groups:
        sets = [(s, keys) for s in subject.model.sets.values() if (keys := subject.keys(group, s.name))]
        if not sets:
            continue
        yield Heading(2, title_of(group))
        yield from _limits(subject)
        for power_set, keys in sets:
            yield Heading(3, power_set.title)
            yield from provenance(*(remark(subject.model, power_set.name, kind) for kind in ("source", "assumed")))
            for key in keys:
                yield _entry(subject, power_set, power_set.fills[group][key], f"{power_set.name}.{group}.{key}")


def rulings_of_powers(model: Model) -> set[Ruling]:
    """All rulings that the chapters of powers show, because a key of some set cites them."""
    return {
        ruling
        for power_set in model.sets.values()
        for group, filled in power_set.fills.items()
        for key in filled
        for ruling in cited_rulings(model, f"{power_set.name}.{group}.{key}", power_set.name)
    }


def _limits(subject: Subject) -> Iterator[Block]:
    """A table of the limits on how often powers may be used."""
    limits = subject.model.limits.values()
    if not limits:
        return
    rows: list[tuple[Line, ...]] = []
    for limit in limits:
        holds = "every power" if limit.default else "powers that say so"
        rows.append(((title_of(limit.name),), (holds,), limit_in_words(limit, subject.model, subject.configuration)))
    yield Rows(("Limit", "Holds for", "How often a power may be used"), tuple(rows))
    yield from provenance_within(subject.model, "limits")


def _entry(subject: Subject, power_set: PowerSet, keyed: KeyedPowers, place: str) -> Entry:
    model = subject.model
    blocks: list[Block] = [Heading(4, keyed.title if str(keyed.key) == keyed.title else f"{keyed.key} {keyed.title}")]
    if keyed.text:
        blocks.append(Paragraph((keyed.text,)))
    if keyed.powers:
        blocks.append(Points(tuple(_power(subject, power) for power in keyed.powers)))
    rulings = cited_rulings(model, place, power_set.name)
    if rulings:
        blocks.append(Paragraph((Emphasis("Rulings:"),)))
        blocks.append(Points(tuple(ruling_line(ruling) for ruling in rulings)))
    blocks += provenance_within(model, place)
    beside = [code_of(model, power.at) for power in keyed.powers] if subject.code else []
    return Entry(tuple(blocks), tuple(Listing(text) for text in beside if text))


def _power(subject: Subject, power: PowerDefinition) -> Line:
    """One power in a line: when it can be used, its label, its other attributes, and its limits."""
    first, others = _attributes(subject.model, power)
    line: list[Inline] = [Emphasis(", ".join(first))] if first else []
    label: list[Inline] = [power.label_text] if power.label_text else []
    if label:
        line += [", " if line else "", *label]
    line.append(": " if line else "")
    line.append("; ".join([*others, limits_in_words(power.limits, subject.model, subject.configuration)]))
    if power.condition_text and not subject.code:
        line += ["; only if ", Code(power.condition_text.strip())]
    return tuple(line)


def _attributes(model: Model, power: PowerDefinition) -> tuple[list[str], list[str]]:
    """The attributes of a power that `power_has` declares, in words.

    The first list has the values of enums, such as the time of use. The second has the other attributes that are
    required or differ from their defaults.
    """
    first, others = [], []
    for name, attribute in model.power_attributes.items():
        value = power.attributes.get(name)
        if isinstance(attribute.type, Member) and value is not None:
            first.append(value_in_words(model, value, attribute.type))
        elif attribute.required or value != attribute.starts:
            if isinstance(attribute.type, Bool):
                others.append(display_text(name) if value else f"not {display_text(name)}")
            else:
                others.append(f"{display_text(name)} {value_in_words(model, value, attribute.type)}")
    return first, others
