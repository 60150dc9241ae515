"""The chapters of powers, one for each group: what each power does, how often it may be used, its code, and the
rulings that cite it. Rulings that nothing cites have a chapter of their own.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from artrules.author.booklet.document import (
    Block,
    Code,
    Emphasis,
    Entry,
    Figure,
    Heading,
    Inline,
    Line,
    Listing,
    Paragraph,
    Points,
    Rows,
    Strong,
)
from artrules.author.booklet.selection import (
    Subject,
    as_line,
    as_sentence,
    cited_rulings,
    display_text,
    frequency,
    provenance,
    provenance_within,
    remark,
    title_of,
    value_in_words,
    with_full_stop,
)
from artrules.engine.lower.configuration import Configuration
from artrules.model.analyses.telling import says_at
from artrules.model.ir.declarations import KeyedPowers, Limit, PowerDefinition, PowerSet, Ruling, RulingHeading
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Checked, Constant, Expression, Operation, SettingValue, VariableOf
from artrules.model.ir.types import Bool, Member, first_value
from artrules.text.diagnostics.diagnostic import Span

# Says in words how often a power may be used: `once for each card, each turn`.
#
# The bound of a limit is an expression. The words give its value at the start of a game, if that is known without
# playing. If the value may change during the game, they say so.


@dataclass(frozen=True, slots=True)
class _Bound:
    """A limit in words. Only a bound that is a constant or a setting never changes during a game."""

    number: int | None
    """The number of uses at the start of a game; None if it isn't known without playing."""
    scope: str
    """What the uses are counted for, and for how long: `for each card, each turn`."""
    changing: str
    """The code of a bound that may change during a game; empty for one that never changes."""


def limits_in_words(limits: Sequence[Limit], model: Model, configuration: Configuration) -> str:
    """All limits of a power, separated by semicolons; `as often as you like` for a power without limits.

    Of two limits with the same scope and the same number, only the one that never changes is mentioned.
    """
    bounds = [_bound(limit, model, configuration) for limit in limits]
    fixed = {bound.scope: bound.number for bound in bounds if not bound.changing}
    texts: dict[str, None] = {}
    for bound in bounds:
        # Every use must keep to both limits, so the power is never used more often than the fixed one allows.
        if bound.changing and bound.number is not None and fixed.get(bound.scope) == bound.number:
            continue
        texts[_bound_in_words(bound)] = None
    return "; ".join(texts) if texts else "as often as you like"


def limit_in_words(limit: Limit, model: Model, configuration: Configuration) -> Line:
    """One limit, followed by the code of its bound if that may change during a game."""
    bound = _bound(limit, model, configuration)
    text = _bound_in_words(bound)
    return (text, ": ", Code(bound.changing)) if bound.changing else (text,)


def _bound(limit: Limit, model: Model, configuration: Configuration) -> _Bound:
    each = "for each card" if limit.per_card else "for each player"
    lasting = {"game": "in the whole game"}.get(limit.life, f"each {display_text(limit.life)}")
    at_most = model.at_most.get(limit)
    number = None if at_most is None else number_at_start(at_most, model, configuration)
    fixed = isinstance(at_most, (Constant, SettingValue))
    code = "" if fixed else limit.at_most_text.strip()
    return _Bound(number, f"{each}, {lasting}", code)


def _bound_in_words(bound: _Bound) -> str:
    if bound.number is None:
        return f"so many times {bound.scope}"
    return f"{frequency(bound.number)} {bound.scope}{' (at first)' if bound.changing else ''}"


def number_at_start(expression: Expression, model: Model, configuration: Configuration) -> int | None:
    """The value of an expression at the start of a game, when every variable has its first value.

    It evaluates constants, settings, variables, `+`, `-` and `*`. None for any other expression.
    """
    match expression:
        case Constant(value=int(value)):
            return value
        case Checked(value=inner):
            return number_at_start(inner, model, configuration)
        case SettingValue(declaration=setting):
            return _integer(configuration.settings.get(setting.name))
        case VariableOf(declaration=variable):
            starts = model.starts.get(variable)
            if starts is not None:
                return number_at_start(starts, model, configuration)
            return _integer(first_value(variable.type))
        case Operation(operator="+" | "-" | "*" as operator, operands=[one, other]):
            first, second = (number_at_start(operand, model, configuration) for operand in (one, other))
            if first is None or second is None:
                return None
            return first + second if operator == "+" else first - second if operator == "-" else first * second
    return None


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


# Cuts the author's own code out of a content file, to print it in the booklet.


def code_of(model: Model, at: Span) -> str:
    """The text of a span of a content file, without the indentation that all of its lines share.

    Empty when the model doesn't hold the text of that file.
    """
    text = model.source_text(at.file)
    if text is None:
        return ""
    lines = text.splitlines()[at.line - 1 : at.end_line]
    if not lines:
        return ""
    if len(lines) >= at.end_line - at.line + 1:
        lines[-1] = lines[-1][: max(0, at.end_column - 1)]
    lines[0] = lines[0][at.column - 1 :]
    indentation = at.column - 1
    rest = [line[min(indentation, len(line) - len(line.lstrip(" "))) :] for line in lines[1:]]
    return "\n".join([lines[0], *rest]).rstrip()


# Rulings: a line for one, as other chapters print it below what cites it, and a chapter for those cited nowhere.


def rulings_chapter(subject: Subject, left_out: Collection[Ruling]) -> Iterator[Block]:
    """The chapter of all rulings that answer a question, except those that are left out. Rulings without a question say
    again what the rules say: they come with the code."""
    model = subject.model
    if subject.code:
        blocks = list(ruling_headings(model, 3, left_out))
    else:
        blocks = []
        for heading in model.ruling_headings:
            answers = [_answer(r) for r in heading.rulings if r.question and r not in left_out]
            blocks += [Heading(3, _titled(model, heading)), Points(tuple(answers))] if answers else []
    if blocks:
        yield Heading(2, "Rulings" if subject.code else "Questions and answers")
        yield from blocks


def ruling_headings(model: Model, level: int, left_out: Collection[Ruling] = ()) -> Iterator[Block]:
    """The rulings under their headings, except those that are left out.

    `level` is that of the headings. A heading without rulings appears only if it has a text of its own.
    """
    for heading in model.ruling_headings:
        rulings = [ruling for ruling in heading.rulings if ruling not in left_out]
        if not rulings and not heading.about:
            continue
        yield Heading(level, _titled(model, heading))
        if heading.about:
            yield Paragraph((heading.about,))
        if rulings:
            yield Points(tuple(ruling_line(ruling, True) for ruling in rulings))


def _titled(model: Model, heading: RulingHeading) -> str:
    return f"{model.sets[heading.owner].title}: {heading.name}" if heading.owner else heading.name


def ruling_line(ruling: Ruling, with_source: bool) -> Line:
    """A ruling in a line: its number, the question, the answer, and, if that is asked for, the source of the answer."""
    line: list[Inline] = [Strong(ruling.name)]
    if ruling.question:
        line += [" ", Emphasis(ruling.question if ruling.question.endswith("?") else f"{ruling.question}:")]
    line.append(f" {ruling.text}")
    provenance = [ruling.source, f"assumed: {ruling.assumed}" if ruling.assumed else ""]
    if with_source and any(provenance):
        line.append(f" ({'; '.join(part for part in provenance if part)})")
    return tuple(line)


def _answer(ruling: Ruling) -> Line:
    """A ruling as a question and its answer."""
    question = ruling.question if ruling.question.endswith("?") else with_full_stop(ruling.question)
    return Strong(question), f" {as_sentence(ruling.text)}"


# The chapters of powers, one for each group.
#
# For each set and each key that it fills, a chapter gives the title, the text, and the rulings that apply. With the
# code come each power with its time and its limits, and the sources.


def power_chapters(subject: Subject) -> Iterator[Block]:
    """A chapter for each group that has powers."""
    model = subject.model
    for group in model.groups:
        sets = [(s, keys) for s in model.sets.values() if (keys := subject.keys(group, s.name))]
        if not sets:
            continue
        titles = [s.title for s in model.settings.values() if s.group == group and s.title]
        yield Heading(2, titles[0] if titles else title_of(group))
        yield from (Paragraph(as_line(text)) for text in says_at(model, f"groups.{group}"))
        yield from _limits(subject)
        for power_set, keys in sets:
            yield Heading(3, power_set.title)
            yield from (Paragraph(as_line(text)) for text in says_at(model, power_set.name))
            if subject.code:
                yield from provenance(*(remark(model, power_set.name, kind) for kind in ("source", "assumed")))
            written: dict[Span, list[KeyedPowers]] = {}
            for key in keys:
                keyed = power_set.fills[group][key]
                written.setdefault(keyed.at, []).append(keyed)
            for alike in written.values():
                yield _entry(subject, power_set, alike, f"{power_set.name}.{group}.{alike[0].key}")


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
    """What is said of the limits on how often powers may be used; with the code, a table of them."""
    limits = subject.model.limits.values()
    yield from (Paragraph(as_line(text)) for limit in limits for text in says_at(subject.model, f"limits.{limit.name}"))
    if not limits or not subject.code:
        return
    rows: list[tuple[Line, ...]] = []
    for limit in limits:
        holds = "every power" if limit.default else "powers that say so"
        rows.append(((title_of(limit.name),), (holds,), limit_in_words(limit, subject.model, subject.configuration)))
    yield Rows(("Limit", "Holds for", "How often a power may be used"), tuple(rows))
    yield from provenance_within(subject.model, "limits")


def _entry(subject: Subject, power_set: PowerSet, alike: Sequence[KeyedPowers], place: str) -> Entry:
    """What is written for one key, or for several numbers at once."""
    model, keyed = subject.model, alike[0]
    keys = ", ".join(str(each.key) for each in alike)
    blocks: list[Block] = [Heading(4, f"{keys} {keyed.title}" if isinstance(keyed.key, int) else keyed.title)]
    picture = subject.pictures.of_powers.get((power_set.name, keyed.title))
    blocks += [Figure((picture,), with_words=False)] if picture is not None else []
    texts = [keyed.text] if keyed.text else [power.words.text for power in keyed.powers if power.words is not None]
    blocks += [Paragraph(as_line(text)) for text in texts]
    if keyed.powers and subject.code:
        blocks.append(Points(tuple(_power(subject, power) for power in keyed.powers)))
    rulings = cited_rulings(model, place, power_set.name)
    if rulings:
        blocks.append(Paragraph((Emphasis("Rulings:"),)))
        blocks.append(Points(tuple(ruling_line(ruling, subject.code) for ruling in rulings)))
    if not subject.code:
        return Entry(keyed.title, tuple(blocks))
    blocks += provenance_within(model, place)
    beside = [code_of(model, power.at) for power in keyed.powers]
    return Entry(keyed.title, tuple(blocks), tuple(Listing(text) for text in beside if text))


def _power(subject: Subject, power: PowerDefinition) -> Line:
    """One power in a line: when it can be used, its label, its other attributes, and its limits, if it is used."""
    first, others = _attributes(subject.model, power)
    line: list[Inline] = [Emphasis(", ".join(first))] if first else []
    label: list[Inline] = [power.label_text] if power.label_text else []
    if label:
        line += [", " if line else "", *label]
    line.append(": " if line else "")
    how_often = limits_in_words(power.limits, subject.model, subject.configuration)
    how_often = "by itself" if power.waits else "as long as its card is in play" if power.gives else how_often
    line.append("; ".join([*others, how_often]))
    return tuple(line)


def _attributes(model: Model, power: PowerDefinition) -> tuple[list[str], list[str]]:
    """The attributes of a power that `power_has` declares, in words.

    The first list has the values of enums, such as the time of use. The second has the other attributes that are
    required or differ from their defaults.
    """
    first, others = [], []
    for name, attribute in model.power_attributes.items():
        value = power.attributes.get(name)
        if not attribute.is_written:
            continue
        if isinstance(attribute.type, Member) and value is not None:
            first.append(value_in_words(model, value, attribute.type))
        elif attribute.required or value != attribute.starts:
            if isinstance(attribute.type, Bool):
                others.append(display_text(name) if value else f"not {display_text(name)}")
            else:
                others.append(f"{display_text(name)} {value_in_words(model, value, attribute.type)}")
    return first, others
