"""Declares what is prose: rulings, which say what the rules mean where it matters, and terms, which say what words
mean.

Nothing is played by them, so rulings have a name space of their own, and so have terms. Powers and scenarios cite
rulings as their source, and the booklet prints them where they are cited.
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from artrules.model.declare.declarator import Declarator
from artrules.model.ir.declarations import Ruling, RulingHeading, Term
from artrules.text.content import documents as content
from artrules.text.content.section import Named
from artrules.text.diagnostics import kinds
from artrules.text.record import dataclass
from artrules.text.source.node import Scalar, word


def declare_rulings(d: Declarator, headings: Named[content.RulingsOfHeading], owner: str | None = None) -> None:
    """The rulings of the game or of a set; a number stands under one heading only."""
    for title, entry in headings:
        rulings = tuple(ruling for number, section in entry.rulings if (ruling := _declare(d, number, section, owner)))
        heading = RulingHeading(title.text, title.span, word(entry.about), rulings, owner=owner)
        d.symbols.ruling_headings.append(heading)


def _declare(d: Declarator, number: Scalar, section: content.Ruling, owner: str | None) -> Ruling | None:
    """A ruling; None, with a diagnostic, when its number is given already."""
    texts = map(word, (section.question, section.text, section.source, section.assumed))
    ruling = Ruling(number.text, number.span, *texts, owner=owner)
    earlier = d.symbols.find(d.symbols.rulings, ruling.name, ruling.owner)
    if earlier is not None:
        d.report.add(
            kinds.NAME_TWICE,
            f"the ruling {ruling.name} is given twice",
            number.span,
            related=((f"{ruling.name} is given here first", earlier.at),),
        )
        return None
    d.symbols.rulings[ruling.key] = ruling
    return ruling


def declare_terms(d: Declarator, terms: Named[content.Term], owner: str | None = None) -> None:
    """The terms of the game or of a set. A word, whatever its letters, is one term's only."""
    visible = d.symbols.visible(d.symbols.terms, owner)
    places = {said.casefold(): term.at for term in visible for said in term.words}
    for name, section in terms:
        forms: list[str] = []
        for each in (name, *section.forms):
            earlier = places.setdefault(each.text.casefold(), each.span)
            if earlier == each.span:
                forms.append(each.text)
                continue
            d.report.add(
                kinds.NAME_TWICE,
                f"the term `{each.text}` is given twice",
                each.span,
                related=((f"`{each.text}` is given here first", earlier),),
            )
        if forms[:1] == [name.text]:
            term = Term(name.text, name.span, word(section.text), tuple(forms[1:]), owner=owner)
            d.symbols.terms[term.key] = term


# Finds the rulings that a text cites: `ruling 21`, `rulings 17-20, 28 and C-6`, `decision 9`.
#
# A ruling is cited by the word `ruling` and its number; `decision 9` is cited by its own word. A list goes on with
# commas and `and`, a range from one number to another. Numbers elsewhere in a text cite nothing: `rulebook, page 7`.

_TOKEN = re.compile(
    r"(?P<lettered>[A-Za-z]+-[0-9]{1,6})|(?P<word>[^\W\d_]+)"
    r"|(?P<low>[0-9]{1,6})(?:[-\u2013](?P<high>[0-9]{1,6}))?|(?P<other>[^\s,])"
)
_LONGEST_RANGE = 500
"""Rulings in a range. A longer range is taken for a slip, and only its two ends are looked up."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation of a ruling: its number, and where it stands in the text."""

    number: str
    start: int
    end: int


def citations(text: str, ruling_numbers: Collection[str]) -> Iterator[Citation]:
    """The citations in a text, in order; `ruling_numbers` are those of all rulings. Unknown ones are cited too."""
    words = _first_words(frozenset(ruling_numbers))
    prefix: str | None = None
    for token in _TOKEN.finditer(text):
        if lettered := token["lettered"]:
            if prefix is not None or lettered in ruling_numbers:
                yield Citation(lettered, *token.span())
        elif word := token["word"]:
            if word.lower() != "and":
                prefix = _prefix(word.lower(), words)
        elif token["other"]:
            prefix = None
        elif prefix is not None:
            for number in _range(int(token["low"]), int(token["high"] or token["low"])):
                yield Citation(f"{prefix}{number}", *token.span())


@lru_cache(maxsize=16)
def _first_words(ruling_numbers: frozenset[str]) -> dict[str, str]:
    """The words before the numbers of rulings that have one, by what they are in small letters."""
    return {number.partition(" ")[0].lower(): number.partition(" ")[0] for number in ruling_numbers if " " in number}


def _prefix(word: str, words: dict[str, str]) -> str | None:
    """The prefix of a ruling's number after a word: "" after `ruling`, "decision " after `decision`; else None."""
    if word in ("ruling", "rulings"):
        return ""
    first_word = words.get(word) or words.get(word.removesuffix("s"))
    return f"{first_word} " if first_word else None


def _range(low: int, high: int) -> list[int]:
    return list(range(low, high + 1)) if 0 <= high - low <= _LONGEST_RANGE else sorted({low, high})
