"""What of a ruleset with errors can still be judged, so that one fault doesn't hide others.

A ruleset is seen as *entries*: what stands below a name of the author, such as one procedure, one zone, one scenario.
An entry with an error is unsound, and so is every entry that mentions a name which an unsound one declares. Nothing is
said about unsound entries, because it may be wrong once the error is mended. All others are judged as if nothing were
wrong. For that a model is cut down to its sound code: then the checks meet nothing that couldn't be elaborated.

Some checks ask whether anything uses a name. These look at all code that there is, and say nothing about a name that
stands where something is wrong, or that may be meant by one that isn't declared.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

from artrules.model.declare.overlays import plain_name
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.expressions import Expression
from artrules.model.ir.model import Model, forget_what_is_kept
from artrules.text.content.section import every_key
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.kinds import NO_COPY_LEFT, UNKNOWN_CARD, UNKNOWN_NAME, WRONG_PIECES
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.source.node import Entry, Mapping, Node, Scalar, every_node, get, word
from artrules.text.source.node import Sequence as SequenceNode

_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_QUOTED = re.compile(r"`([^`]*)`")
_WITHOUT_NAMES = frozenset({"flow", "hints", "layout", "rulings", "terms", "totals"})
"""Sections whose names no code uses. But what stands below `score` in one of them is what code calls so."""
_OF_PARTS = frozenset({"cards", "enums", "events"})
"""Sections whose declarations have parts with names of their own: attributes, members, fields."""
_OF_CARDS = frozenset({"cards", "enums", "pieces", "zones"})
"""Sections on which depends which cards there are, and where they can lie."""
_OF_SETUPS = frozenset({"players", "settings"})
"""Sections on which depends which games there are, and with which overlays."""
_NEVER_USED = 4010
_WITHOUT_LABELS = frozenset({"hints", "rulings", "terms", "totals"})
"""Sections of which nothing comes into labels and the log."""
_SHORT = 4
"""Letters of a name that is bound in code, as a rule, with its backticks."""
_HEAD = 100
"""Lines of a file after which its first key is no longer looked for."""
MOST_ERRORS = 100
"""With more errors, nobody tells what is sound."""
Texts = Callable[[str], str | None]
"""The text of a file, by the name that diagnostics show."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry: the section and the lines in which it stands, the names that it declares, and all words in it."""

    section: str
    file: str
    first: int
    last: int
    column: int
    names: frozenset[str]
    words: frozenset[str]
    table: str = ""
    """The name of the file, without folders, that pieces name as their table."""


class Entries:
    """The entries of a ruleset's documents, with those of its sets, overlays and scenarios. They are found once, where
    there are errors; those of a document that `earlier` knows aren't looked for again."""

    def __init__(self, documents: Sequence[Mapping], texts: Texts, earlier: EarlierSteps | None = None) -> None:
        self.documents = documents
        self._texts = texts
        self._earlier = earlier or EarlierSteps()
        self._read: dict[str, list[str]] = {}
        self.of_scenarios = {d.span.file for d in documents if d.get("scenarios") is not None}
        """The files of scenarios."""

    @cached_property
    def of_rules(self) -> list[_Entry]:
        """Those of all documents but scenarios."""
        rules = (document for document in self.documents if document.span.file not in self.of_scenarios)
        return [entry for document in rules for entry in self._known_entries_of(document)]

    def of_file(self, file: str) -> list[_Entry]:
        """Those in a file. Scenarios are looked through only where something is wrong with them."""
        if file not in self.of_scenarios:
            return self._rules_by_file.get(file, [])
        here = (document for document in self.documents if document.span.file == file)
        return [entry for document in here for entry in self._known_entries_of(document)]

    @cached_property
    def _rules_by_file(self) -> dict[str, list[_Entry]]:
        return self._grouped((entry.file, entry) for entry in self.of_rules)

    @cached_property
    def by_word(self) -> dict[str, list[_Entry]]:
        """The entries of rules that mention a word. What rulings say in prose mentions nothing."""
        rules = (entry for entry in self.of_rules if entry.section not in ("pieces", "rulings"))
        return self._grouped((name, entry) for entry in rules for name in entry.words)

    @cached_property
    def rule_words(self) -> set[str]:
        """All words of the rules, and the parts of words that underscores join."""
        return {w for d in self.documents if d.span.file not in self.of_scenarios for w in _words_in(d)}

    @staticmethod
    def _grouped(pairs: Iterable[tuple[str, _Entry]]) -> dict[str, list[_Entry]]:
        groups: dict[str, list[_Entry]] = {}
        for name, entry in pairs:
            groups.setdefault(name, []).append(entry)
        return groups

    def _known_entries_of(self, document: Mapping) -> list[_Entry]:
        inputs = ("entries", document, self._texts(document.span.file))
        return self._earlier.result(inputs, Report(), lambda _: list(self._entries_of(document)))

    def _bare(self, file: str) -> list[str]:
        if file not in self._read:
            self._read[file] = [_COMMENT.sub("", line) for line in (self._texts(file) or "").split("\n")]
        return self._read[file]

    def _entries_of(self, document: Mapping) -> Iterator[_Entry]:
        own = every_key()
        for entry in document:
            if entry.key.text == "pieces" and isinstance(entry.value, Mapping):
                for each in entry.value:
                    parts = (each.key.text, *(word(get(each.value, name)) for name in ("kind", "start")))
                    names = frozenset(w for part in parts for w in _WORD.findall(part))
                    pieces = self._entry("pieces", each, names)
                    yield replace(pieces, table=word(get(each.value, "table")).rpartition("/")[2])
            else:
                yield from self._entries_in(entry, entry.key.text, (), own)

    def _entries_in(self, entry: Entry, section: str, path: tuple[str, ...], own: frozenset[str]) -> Iterator[_Entry]:
        """The entries below a key of the language: of names of the author, or of keys without any below."""
        inner = entry.value
        for each in inner if isinstance(inner, Mapping) else ():
            name = plain_name(each.key.text)
            if name in own and isinstance(each.value, Mapping | SequenceNode):
                yield from self._entries_in(each, section, (*path, name), own)
            else:
                names = {*path, *(() if section in _WITHOUT_NAMES else (name,))} if section in own else set()
                if section in _OF_PARTS:
                    names |= {text for text in _names_in(each.value) if text not in own}
                yield self._entry(section, each, frozenset(names - own if name in own else names))
        if isinstance(inner, SequenceNode):
            for item in inner.items:
                yield self._lines(section, item.span, item.span, frozenset())
        elif not isinstance(inner, Mapping):
            yield self._entry(section, entry, frozenset())

    def _entry(self, section: str, entry: Entry, names: frozenset[str]) -> _Entry:
        return self._lines(section, entry.key.span, entry.value.span, names)

    def _lines(self, section: str, begin: Span, end: Span, names: frozenset[str]) -> _Entry:
        last = max(begin.end_line, end.end_line) if begin.file == end.file else begin.end_line
        words = frozenset(_WORD.findall(self.text_of_lines(begin.file, begin.line, last)))
        return _Entry(section, begin.file, begin.line, last, begin.column, names, words)

    def text_of_lines(self, file: str, first: int, last: int) -> str:
        """Some lines of a file, counted from 1, without comments."""
        return "\n".join(self._bare(file)[first - 1 : last])

    def text_at(self, place: Span | None) -> str:
        """The text at a place within one line."""
        if place is None:
            return ""
        lines = self._bare(place.file)[place.line - 1 : place.end_line]
        return lines[0][place.column - 1 : place.end_column - 1] if len(lines) == 1 else ""


class Soundness:
    """What can be judged of a ruleset with some errors. Without any, everything is sound."""

    def __init__(self, report: Report, entries: Entries) -> None:
        self._errors, self._unread = report.faults
        self._entries = entries
        self._left_out: set[str] = set(self._unread)
        """Words that stand where something is wrong, and those that may be meant there …"""
        self._perhaps: set[str] = set()
        """… and those in all other entries that are unsound."""
        self._of_labels: set[str] = set(self._unread)
        """Those of both that may come into labels and the log."""
        self._unsound: dict[str, list[_Entry]] = {}
        self._rows: list[frozenset[str]] = []
        """The words of lines of pieces with errors."""
        self._pieces: set[str] = set()
        """The kinds of these pieces, their names, and those of the zones where they start."""
        self._nameless: set[bool] = set()
        """For names of which nobody knows which declared ones are meant: whether they are those of procedures."""
        self._rule_words: set[str] | None = None
        """All words of the rules, if their pieces aren't what totals say."""
        self._sections: set[str] = set()
        """The sections with unsound entries."""
        self._cut: dict[Model, Model] = {}
        self.judges = len(self._errors) <= MOST_ERRORS
        """Whether anything can be judged, or there is too much wrong."""
        files = {document.span.file for document in entries.documents}
        self._lost = any(error.span is not None and self._is_lost(error.span.file, files) for error in self._errors)
        """Whether a whole file isn't used: nobody knows which names it uses, and what it declares."""
        self.whole = not self._unread and all(self._is_in_scenarios(error) for error in self._errors)
        """Whether nothing is wrong but in files of scenarios."""
        if self.judges and (self._errors or self._unread):
            self._find()

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What it depends on, but for the documents; nothing if everything is sound."""
        return (*self._errors, self._unread) if self._errors or self._unread else ()

    def accepts(self, diagnostic: Diagnostic) -> bool:
        """Whether what a check has found holds, whatever is wrong elsewhere."""
        places = (diagnostic.span, *(span for _, span in diagnostic.related))
        return all(self.is_sound(place) for place in places)

    def accepts_of_names(self, diagnostic: Diagnostic) -> bool:
        """The same for a check that asks where names are used."""
        may_be_meant = diagnostic.kind.code == _NEVER_USED and ("procedure" in diagnostic.message) in self._nameless
        words = (*_words_told(diagnostic), *_WORD.findall(self._entries.text_at(diagnostic.span))[:1])
        may_be_there = not (self._left_out | self._perhaps).isdisjoint(words)
        return self.accepts(diagnostic) and not (may_be_meant or may_be_there or self._lost)

    def accepts_of_labels(self, diagnostic: Diagnostic) -> bool:
        """The same for a check of scenarios that asks which labels and lines the rules can give."""
        written = {*_WORD.findall(self._entries.text_at(diagnostic.span))}
        may_be_there = not self._of_labels.isdisjoint(written) or bool(self._rows)
        return not may_be_there and self._accepts_of_cards(diagnostic, written)

    def accepts_of_scenarios(self, diagnostic: Diagnostic) -> bool:
        """The same for any other check of scenarios."""
        written = {*_WORD.findall(self._entries.text_at(diagnostic.span))}
        if diagnostic.kind not in (UNKNOWN_CARD, NO_COPY_LEFT):
            words = written | {*_words_told(diagnostic)}
            return self._may_judge_scenarios(diagnostic) and (self._left_out | self._sections).isdisjoint(words)
        # A line with one wrong value may be that of any card which has all of its other words.
        may_be_there = any(len(written - row) <= 1 for row in self._rows) or not self._unread.isdisjoint(written)
        return not may_be_there and self._accepts_of_cards(diagnostic, written)

    def _may_judge_scenarios(self, diagnostic: Diagnostic) -> bool:
        """Whether it is known how games are set up, and nothing is wrong where a diagnostic shows."""
        return not self._lost and _OF_SETUPS.isdisjoint(self._sections) and self.accepts(diagnostic)

    def _accepts_of_cards(self, diagnostic: Diagnostic, written: Iterable[str]) -> bool:
        """The same for what depends on which cards there are: where totals are wrong, only for words of no card."""
        may_be_cards = self._rule_words is not None and self._rule_words.issuperset(w for w in written if w.isalpha())
        return self._may_judge_scenarios(diagnostic) and not may_be_cards and _OF_CARDS.isdisjoint(self._sections)

    def accepts_error(self, diagnostic: Diagnostic) -> bool:
        """Whether a check that also finds errors in code with errors may report this. Where all could be read, it may
        report all errors; but warnings only where nothing is wrong."""
        return (diagnostic.severity == "error" and not self._unread) or self.accepts(diagnostic)

    def is_sound(self, place: Span | None) -> bool:
        """Whether nothing is wrong with what stands at a place, nor with anything that it depends on."""
        if place is None or not self.judges:
            return place is None
        return not any(entry.first <= place.line <= entry.last for entry in self._unsound.get(place.file, ()))

    def is_untouched(self, document: Mapping) -> bool:
        """Whether nothing in the file of a document is wrong by itself."""
        return all(error.span is None or error.span.file != document.span.file for error in self._errors)

    def counts(self, place: Span) -> bool:
        """Whether the total that is declared at a place can be counted: nothing is wrong with the pieces in it."""
        text = self._entries.text_of_lines(place.file, place.line, place.line)
        is_sound = not self._lost and self.is_sound(place) and _OF_CARDS.isdisjoint(self._sections)
        return is_sound and self._pieces.isdisjoint(_WORD.findall(text))

    def sound_part(self, model: Model) -> Model:
        """A model without the code of unsound entries. It is made once."""
        if self.whole:
            return model
        if model not in self._cut:
            self._cut[model] = self._cut_down(model)
        return self._cut[model]

    def forget_parts(self) -> None:
        """Let go of what was found out of the parts of models, which nobody asks for any more."""
        for part in self._cut.values():
            forget_what_is_kept(part)

    # ------------------------------------------------------------------------------------------- what is unsound

    def _find(self) -> None:
        entries, of_scenarios = self._entries, self._entries.of_scenarios
        waiting: list[_Entry] = []
        for error in self._errors:
            if error.kind is WRONG_PIECES:
                self._rule_words = entries.rule_words
            elif error.span is not None:
                at = self._entries_at(error.span, entries.of_file(error.span.file))
                self._find_pieces(error.span, at)
                waiting += at
            if not self._is_in_scenarios(error):
                self._note_words(error)
        for entry in waiting:
            if entry.file not in of_scenarios and entry.section != "pieces":
                self._left_out |= entry.words
        if "pieces" in self._sections:
            self._perhaps |= {w for each in entries.of_rules if each.section in ("cards", "enums") for w in each.words}
        self._of_labels |= self._perhaps
        waiting = [entry for entry in waiting if entry.section != "pieces"]
        names: set[str] = set()
        seen: set[int] = set()
        while waiting:
            entry = waiting.pop()
            if id(entry) not in seen:
                seen.add(id(entry))
                self._unsound.setdefault(entry.file, []).append(entry)
                if entry.file not in of_scenarios:
                    self._sections.add(entry.section)
                    self._perhaps |= entry.words
                    if entry.section not in _WITHOUT_LABELS:
                        self._of_labels |= entry.words
                for name in entry.names - names:
                    names.add(name)
                    waiting += entries.by_word.get(name, ())

    def _note_words(self, error: Diagnostic) -> None:
        """Note what may be meant where an error is."""
        suggested_words = {w for text in error.suggestions for w in _WORD.findall(text)}
        self._left_out |= suggested_words
        if error.span is None or self._section_at(error.span) not in _WITHOUT_LABELS:
            self._of_labels |= suggested_words
        missing = error.found or ""
        is_unread = not self._unread.isdisjoint(_WORD.findall(missing))
        if error.kind is UNKNOWN_NAME and not (error.suggestions or is_unread or len(missing) <= _SHORT):
            self._nameless.add("procedure" in error.message)

    def _find_pieces(self, place: Span, at: Sequence[_Entry]) -> None:
        """Note the pieces with an error at a place, in rules or in a table: what they are, and their line there."""
        table = place.file.rpartition("/")[2]
        if (self._unread and self._section_at(place) == "pieces") or any(
            e.section == "pieces" and not e.names for e in at
        ):
            self._sections.add("pieces")
        entries = self._entries.of_rules
        for pieces in entries:
            if pieces.section == "pieces" and (pieces in at or table == pieces.table):
                row = frozenset(_WORD.findall(self._entries.text_of_lines(place.file, place.line, place.line)))
                self._rows.append(row)
                self._left_out |= row
                self._pieces |= pieces.names
                self._perhaps |= pieces.words
                # Nobody knows which values are on these cards.
                kinds = [each for each in entries if each.section == "cards" and each.names & pieces.names]
                of_kinds = frozenset[str]().union(*(each.words for each in kinds))
                self._perhaps |= of_kinds.union(
                    *(each.words for each in entries if each.section == "enums" and each.names & of_kinds)
                )

    def _entries_at(self, place: Span, entries: Collection[_Entry]) -> list[_Entry]:
        """The entries in which a place lies, or below whose key it stands, in lines that couldn't be read."""
        enclosing_entries = [entry for entry in entries if entry.first <= place.line <= entry.last]
        if not enclosing_entries:
            line = self._entries.text_of_lines(place.file, place.line, place.line)
            before = [entry for entry in entries if entry.last < place.line]
            last = max(before, key=lambda entry: entry.last, default=None)
            if last is not None and len(line) - len(line.lstrip()) >= last.column:
                return [last]
        return enclosing_entries

    def _is_lost(self, file: str, files: Collection[str]) -> bool:
        """Whether a file is none of those that are used, and holds neither scenarios nor a table."""
        text = self._entries.text_of_lines(file, 1, _HEAD).lstrip()
        return file not in files and file.endswith(".yaml") and not text.startswith("scenarios:")

    def _section_at(self, place: Span) -> str:
        """The section in which a place lies, as it is written: also for lines that couldn't be read."""
        begins = re.findall(r"^\w+(?=:)", self._entries.text_of_lines(place.file, 1, place.line), re.MULTILINE)
        return begins[-1] if begins else ""

    def _is_in_scenarios(self, error: Diagnostic) -> bool:
        return error.span is not None and error.span.file in self._entries.of_scenarios

    # ------------------------------------------------------------------------------------------- models

    def _cut_down(self, model: Model) -> Model:
        def sound(code: Declaration | Expression | None) -> bool:
            return code is not None and self.is_sound(code.at)

        flow, hints, layout = model.flow, model.hints, model.layout
        cut_flow = replace(
            flow,
            setup=[step if sound(step) else replace(step, body=()) for step in flow.setup],
            final=[step if sound(step) else replace(step, body=()) for step in flow.final],
            phases=[phase if sound(phase) else replace(phase, body=(), code={}) for phase in flow.phases],
            score=[
                part if sound(part) else replace(part, value=None, each=None, binders=(), line=None)
                for part in flow.score
            ],
            until=flow.until if sound(flow.until) else None,
            sides=flow.sides if sound(flow.sides) else None,
            winners=flow.winners if sound(flow.winners) else None,
        )
        options = [option for option in hints.options if sound(option)]
        return replace(
            model,
            values=MappingProxyType({f: value for f, value in model.values.items() if sound(f)}),
            bodies=MappingProxyType({p: body if sound(p) else () for p, body in model.bodies.items()}),
            conditions=MappingProxyType({p: value for p, value in model.conditions.items() if sound(p)}),
            starts=MappingProxyType({d: value for d, value in model.starts.items() if sound(d)}),
            may_be=MappingProxyType({v: value for v, value in model.may_be.items() if sound(v)}),
            at_most=MappingProxyType({each: value for each, value in model.at_most.items() if sound(each)}),
            counts=MappingProxyType({total: value for total, value in model.counts.items() if sound(total)}),
            flow=cut_flow,
            hints=replace(hints, position=hints.position if sound(hints.position) else None, options=options),
            layout=replace(
                layout,
                figures={name: each for name, each in layout.figures.items() if sound(each)},
                cards={name: each for name, each in layout.cards.items() if sound(each)},
                options=[each for each in layout.options if sound(each)],
                story=[each for each in layout.story if sound(each)],
            ),
        )


def _words_told(diagnostic: Diagnostic) -> Iterator[str]:
    """The words that a diagnostic is about."""
    for text in (*_QUOTED.findall(diagnostic.message), diagnostic.found or ""):
        yield from _WORD.findall(text)


def _words_in(node: Node) -> Iterator[str]:
    """The words of all texts in a node, and the parts of words that underscores join."""
    for each in every_node(node):
        if isinstance(each, Scalar):
            yield from re.findall(r"[^\W_]+", each.text)


def _names_in(node: Node) -> Iterable[str]:
    """The keys and the items of lists in a declaration."""
    for each in every_node(node):
        if isinstance(each, Mapping):
            yield from (entry.key.text for entry in each)
        elif isinstance(each, SequenceNode):
            yield from (item.text for item in each if isinstance(item, Scalar))
