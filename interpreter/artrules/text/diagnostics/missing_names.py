"""Joins diagnostics about names that aren't declared, so that one mistake gives one diagnostic.

A name that is used ten times and declared nowhere is one mistake. Often it isn't the uses that are misspelt but the
declaration: then something of a similar name is declared, and nothing uses it. And where a part of a file couldn't be
read, names that stand there may well be declared.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.kinds.names import MISSPELT_DECLARATION
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.span import Span
from artrules.text.diagnostics.suggest import closest

_MOST_RELATED = 5
_WORD = re.compile(r"[^\W\d]\w*")


class Words:
    """Where each word stands in texts, apart from comments."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    @cached_property
    def _places(self) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for file, text in self._texts.items():
            bare = re.sub(r"(?:^|(?<=\s))#.*", lambda comment: " " * len(comment[0]), text)
            for word in _WORD.finditer(bare):
                found[word[0]].append((file, word.start()))
        return found

    def times(self, word: str) -> int:
        """How often a word stands in the texts."""
        return len(self._places.get(word, ()))

    def only_place(self, word: str) -> Span | None:
        """The place of a word that stands in the texts once; None for all others."""
        places = self._places.get(word, [])
        if len(places) != 1:
            return None
        file, offset = places[0]
        starts = [0, *(match.end() for match in re.finditer("\n", self._texts[file]))]
        line = bisect_right(starts, offset)
        column = offset - starts[line - 1] + 1
        return Span(file, line, column, line, column + len(word))


def join_missing_names(report: Report, texts: Mapping[str, str]) -> None:
    """Join the diagnostics of a report that say that a name is missing. `texts` are the ruleset's files."""
    words = Words(texts)
    groups: dict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    for diagnostic, name in report.missing():
        if name in report.excused:
            report.replace([diagnostic], [])
        else:
            # A name that is declared, but not for this, may be missing for one reason here and another one there.
            groups[name, diagnostic.message if name in report.declared else ""].append(diagnostic)
    misspelt: set[Span | None] = set()
    for (name, _), uses in groups.items():
        uses.sort(key=lambda use: (use.severity != "error", use.sort_key))
        joined = _joined(name, uses, words)
        again = joined.kind is MISSPELT_DECLARATION and joined.span in misspelt
        if joined.kind is MISSPELT_DECLARATION:
            misspelt.add(joined.span)
        report.replace(uses, [] if again else [joined])


def _joined(name: str, uses: list[Diagnostic], words: Words) -> Diagnostic:
    """One diagnostic in place of several about the same name."""
    first = uses[0]
    places = [use.span for use in uses if use.span is not None]
    # Of a card's label one word may be a name: one that looks like the missing one.
    meant = closest(name, [word for use in uses for text in use.suggestions for word in _WORD.findall(text)])
    unused, declared = next(((word, at) for word in meant if (at := words.only_place(word))), ("", None))
    if declared is None:
        return replace(first, related=(*first.related, *_missing_too(places[1:])))
    times = max(words.times(name), len(places))
    if times < 2 or first.severity == "warning":
        nowhere_else = f"`{unused}` stands here and nowhere else"
        too = _missing_too(places[1:])
        return replace(first, related=(*first.related, (nowhere_else, declared), *too))
    return Diagnostic(
        MISSPELT_DECLARATION,
        f"nothing uses `{unused}`, but `{name}` is used and isn't declared",
        declared,
        found=f"`{unused}`",
        suggestions=(name,),
        related=_related(f"`{name}` is used here", places),
    )


def _missing_too(places: list[Span]) -> Iterator[tuple[str, Span]]:
    """The first of some places, with the number of those that aren't shown."""
    more = len(places) - _MOST_RELATED
    for number, place in enumerate(places[:_MOST_RELATED], start=1):
        others = f", and in {more} more place{'s' if more > 1 else ''}" if number == _MOST_RELATED and more > 0 else ""
        yield f"it is missing here, too{others}", place


def _related(text: str, places: Iterable[Span]) -> tuple[tuple[str, Span], ...]:
    return tuple((text, place) for place in places)[:_MOST_RELATED]
