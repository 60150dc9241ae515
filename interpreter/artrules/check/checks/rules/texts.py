"""Texts for players: numbers in a power's text that its code doesn't have, texts in which nothing stands, citations of
rulings that aren't there, and terms that no text uses.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from artrules.check.checks.check import model_check, ruleset_check
from artrules.model.analyses.calls import every_body
from artrules.model.declare.prose import citations
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import (
    Declaration,
    Enum,
    Function,
    Limit,
    PowerDefinition,
    Procedure,
    Table,
    Text,
    Variable,
)
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Number, Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import STEPS, Report
from artrules.text.diagnostics.suggest import closest

# Collects the numbers that occur in a power's code, and in everything that the code calls or reads.

_WIDEST = 20
"""Maximum number of values of a range that count as numbers of the code, besides its ends."""


class Numbers:
    """The numbers in the code of powers. Each declaration that code reaches is looked at once."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model = model
        self.report = report
        self._known: dict[object, tuple[frozenset[int], tuple[Declaration, ...]]] = {}

    def of(self, power: PowerDefinition) -> set[int]:
        """The numbers in a power's code and attributes, and in all that the code reaches. Raises ReportFull."""
        all_numbers: set[int] = set()
        for value, type_ in self.model.attributes_of_power(power):
            _take(all_numbers, value, type_)
        waiting: list[Declaration] = [power]
        seen: set[Declaration] = {power}
        while waiting:
            declaration = waiting.pop()
            if declaration not in self._known:
                self._known[declaration] = self._look_at(self._code_of(declaration))
            numbers, reached = self._known[declaration]
            self.report.spend(STEPS, 1, power.at)
            all_numbers |= numbers
            for other in reached:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return all_numbers

    def _look_at(self, roots: Sequence[k.Node | k.Body | None]) -> tuple[frozenset[int], tuple[Declaration, ...]]:
        """The numbers in some code, and the declarations that it calls or reads."""
        numbers: set[int] = set()
        reached: dict[Declaration, None] = {}
        for node in (n for root in roots if root is not None for n in k.walk(root)):
            match node:
                case k.Constant():
                    _take(numbers, node.value, node.type)
                case k.Lookup():
                    numbers |= _numbers_of_table(node.table)
                case k.SettingValue():
                    _take(numbers, node.declaration.starts, node.declaration.type)
                case k.Watch():
                    numbers.add(node.every)
                case k.Span_(low=k.Constant(value=int(low)), high=k.Constant(value=int(high))):
                    numbers |= set(range(low, min(high, low + _WIDEST)))
                case k.AllMembers():
                    numbers |= _sizes(self.model.enums[node.enum])
                case k.Call() if node.function.attribute is None:
                    reached[node.function] = None
                case k.Perform():
                    reached[node.procedure] = None
                case k.VariableOf():
                    reached[node.declaration] = None
                case k.Branch() if node.limit is not None:
                    reached[node.limit] = None
        return frozenset(numbers), tuple(reached)

    def _code_of(self, declaration: Declaration) -> Sequence[k.Node | k.Body | None]:
        model = self.model
        match declaration:
            case PowerDefinition():
                limits = [model.at_most.get(limit) for limit in declaration.limits]
                return [*model.code_of_power(declaration), *limits]
            case Function():
                return [model.values.get(declaration)]
            case Procedure():
                return [model.bodies[declaration]]
            case Variable():
                return [model.starts.get(declaration)]
            case Limit():
                return [model.at_most.get(declaration)]
        return []


def _take(numbers: set[int], value: object, type_: Type | None) -> None:
    if isinstance(type_, Number) and isinstance(value, int):
        numbers |= {value, abs(value)}  # what costs 1 less has a cost of -1 in the code


def _numbers_of_table(table: Table) -> set[int]:
    return {number for step in table.steps for number in step} | set(table.slope or ())


def _sizes(enum: Enum) -> set[int]:
    """The number of members of an enum, and for each property that is yes or no, the number of members that have it."""
    sizes = {len(enum.members)}
    for name, type_ in enum.properties.items():
        if isinstance(type_, Bool):
            sizes.add(sum(value is True for value in enum.values.get(name, {}).values()))
    return sizes


# Numbers in a power's text that its code doesn't have: the text says `draw two cards`, and the code draws three.
#
# Each number of the text is looked for among all numbers of the code, not the other way round. A number is written in
# digits, or as a word from two to twelve; `twice` is two. Not counted are `a`, `once`, `one` (as often a pronoun as a
# number) and ordinals such as `second` and `3rd`.
#
# The numbers of the code are those of all powers of the key, with their conditions, limits, attributes and watches; of
# all functions, procedures and tables that they reach; start values of variables and settings that they read; what lies
# between the ends of a range; how many members an enum has that the code goes through, and how many of them have a
# property; and the key itself, since texts say `each other 5`. So the check finds a slip only if the number occurs
# nowhere else in the code: it warns, and proves nothing.
#
# A number that is rightly not in the code is named under `not_in_code`, with the reason.

TEXT_NUMBER = declare(4017, "text-number", "a number in a power's text stands nowhere in its code", severity="warning")

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
                alike = [key for key, each in filled.items() if isinstance(key, int) and each.at == keyed.at]
                _compare(numbers, report, alike, keyed.words, keyed.powers, keyed.not_in_code)
                for power in keyed.powers:
                    _compare(numbers, report, alike, power.words, [power], power.not_in_code)


def _compare(
    numbers: Numbers,
    report: Report,
    keys: Sequence[int],
    text: Text | None,
    powers: Sequence[PowerDefinition],
    excused: Mapping[int, Span],
) -> None:
    """Report numbers of one text that neither its powers nor the keys have for which it is written, and entries of
    `not_in_code` that aren't needed."""
    numerals = list(numbers_in(text.text)) if text is not None else []
    if not powers or not (numerals or excused):
        return
    there = {number for power in powers for number in numbers.of(power)} | set(keys)
    for number, start, end in numerals:
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
        if number in there or number not in {n for n, _, _ in numerals}:
            why = "stands in the code" if number in there else "doesn't stand in the text"
            report.add(TEXT_NUMBER, f"{number} is named under `not_in_code`, but {why}", at)


# A `text` in which nothing stands, so that nobody can read what a card does.

EMPTY_TEXT = declare(4172, "empty-text", "the text of a power says nothing", severity="warning")


@model_check(EMPTY_TEXT)
def empty_texts(model: Model, report: Report) -> None:
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                for text in (keyed.words if keyed.powers else None, *(power.words for power in keyed.powers)):
                    if text is not None and not text.text.strip():
                        report.add(EMPTY_TEXT, "this text says nothing", text.at, expected="what the power does")


# Citations of rulings that aren't there.
#
# Whoever wants to know why a rule is as it is follows the citation. A ruleset without rulings may cite those of a book.

UNKNOWN_RULING = declare(2017, "unknown-ruling", "a ruling is cited that isn't there", severity="warning")


@model_check(UNKNOWN_RULING, asks_for_uses=True, reads_words=True)
def unknown_rulings(model: Model, report: Report) -> None:
    if not model.rulings:
        return
    names_by_owner: dict[str | None, set[str]] = {}
    for remark in model.remarks:
        owner = remark.owner
        if owner not in names_by_owner:
            names_by_owner[owner] = {ruling.name for ruling in model.visible(model.rulings, owner)}
        for citation in citations(remark.text, names_by_owner[owner]):
            if citation.number not in names_by_owner[owner]:
                report.add(
                    UNKNOWN_RULING,
                    f"there is no ruling {citation.number}",
                    remark.words.span_of(citation.start, citation.end),
                    expected="the number of a ruling",
                    found=f"`{remark.text[citation.start : citation.end]}`",
                    suggestions=closest(citation.number, sorted(names_by_owner[owner])),
                )


# Terms that no text of the game uses: misspelt perhaps, or left over.

UNUSED_TERM = declare(4230, "unused-term", "a term that no text of the game uses", severity="warning")


@ruleset_check(UNUSED_TERM, asks_for_uses=True, in_libraries="never", reads_words=True)
def unused_terms(models: Sequence[Model], report: Report) -> None:
    terms = {term.key: term for model in models for term in model.terms.values()}
    if not terms:
        return
    texts = {text.casefold() for model in models for text in _texts_of_players(model)}
    whole = "\n".join(sorted(texts))
    for term in terms.values():
        if not any(_uses(whole, said) for said in term.words):
            words = dict.fromkeys(re.findall(r"[^\W\d_]+", whole))
            report.add(
                UNUSED_TERM,
                f"no text of the game uses the term `{term.name}`",
                term.at,
                expected="a word of a label, of a card or of another text, or one of its forms",
                suggestions=closest(term.name.casefold(), words),
            )


def _uses(text: str, said: str) -> bool:
    """Whether a word or several stand in a text, which is in small letters."""
    return re.search(rf"(?<!\w){re.escape(said.casefold())}(?!\w)", text) is not None


def _texts_of_players(model: Model) -> Iterator[str]:
    """All that players may read, but for the terms themselves: texts of the code, names, and what is said of cards and
    of the table."""
    for code in every_body(model):
        for node in code.every_node:
            match node:
                case k.Label(parts=parts):
                    yield "{}".join(part for part in parts if isinstance(part, str))
                case k.Constant(value=str(words)) | k.Choose(prompt=words):
                    yield words
    layout, flow = model.layout, model.flow
    named: list[Declaration] = [*model.kinds.values(), *model.zones.values(), *model.variables.values(), *flow.phases]
    attributes = [attribute.name for kind in model.kinds.values() for attribute in kind.attributes.values()]
    of_enums = [name for enum in model.enums.values() for name in enum.members]
    for name in (*(each.name for each in named), *attributes, *of_enums, *layout.figures):
        yield name.replace("_", " ")
    titles = [layout.about, *layout.decisions.values(), *layout.phases.values()]
    titles += [area.title for area in layout.areas] + [zone.title for zone in layout.zones.values()]
    titles += [variable.title for variable in layout.variables.values()]
    titles += [figure.title for figure in layout.figures.values()]
    titles += [member.title for members in layout.members.values() for member in members.values()]
    yield from (title.text for title in titles if title is not None)
    yield from (part.label for part in flow.score)
    for power_set in model.sets.values():
        for keyed in (keyed for filled in power_set.fills.values() for keyed in filled.values()):
            yield from (keyed.title, keyed.text)
    for power in model.powers:
        yield from (power.title, power.label_text, power.words.text if power.words is not None else "")
    for heading in model.ruling_headings:
        yield from (heading.name, heading.about)
    for ruling in model.rulings.values():
        yield from (ruling.question, ruling.text)
