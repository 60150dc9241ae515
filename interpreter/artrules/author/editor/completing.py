"""What can stand at a place of code that somebody is writing, with the types of all of it.

In: the symbol table and the code of the last reading, and the text as it is now, up to the cursor and behind it. A name
that nobody has is put where the cursor is; a code string that breaks off there gets the least behind it that ends it.
So it can be elaborated as far as that name. Out: what may stand in its place. Begin with `Completer`.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from artrules.author.editor.index import Index
from artrules.author.editor.texts import EditedFile, Moved
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.code import CodeElaborator, CodePlace, CodeStrings, assigned_names
from artrules.model.elaborate.control import suite
from artrules.model.elaborate.elaborator import Context
from artrules.model.elaborate.events import event_named
from artrules.model.elaborate.folds import binders
from artrules.model.elaborate.functions import Functions
from artrules.model.elaborate.names import names_of_parts, visible_names
from artrules.model.ir.builtins import BUILTINS, OF_THE_FLOW
from artrules.model.ir.declarations import Parameter
from artrules.model.ir.nodes import Body, Expression
from artrules.model.ir.references import attribute_key, builtin_key, phase_key, setting_key
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import Happening, Type, Unknown, bare, element, fits
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import expressions, statements
from artrules.text.syntax.ast.node import Identifier, Node, children, walk
from artrules.text.syntax.parse import next_words, parse_broken_off, parse_right

CURSOR = "zz_cursor"
"""The name that stands where the cursor is."""
_WORD_BEFORE = re.compile(r"[a-z0-9_]*$")
_WORD_BEHIND = re.compile(r"[a-z0-9_]*")
_MOST_BEHIND = 4000
"""Characters of code behind the cursor that are read."""


class Suggestion(NamedTuple):
    """Something that may stand at the cursor."""

    name: str
    what: str
    """What it is: a kind of name as indexes call it, `word` for one of the language."""
    detail: str = ""
    fits: bool = False
    """Whether its type is what the place wants."""
    key: str = ""
    """The key of the name in the index, where it may have one."""
    instead: str = ""
    """For what needs another form: the code in place of what stands from `begins` to the cursor …"""
    begins: int = 0
    """… whose length this is, in characters."""


class _Reached(Exception):
    """The elaboration has come to the cursor."""

    def __init__(self, suggestions: Iterable[Suggestion]) -> None:
        super().__init__()
        self.suggestions = list(suggestions)


class _Seeker(CodeElaborator):
    """Elaborates code until it comes to the cursor."""

    def expression(self, node: expressions.Expression, wanted: Type | None = None) -> Expression:
        match node:
            case expressions.Member(owner=owner, name=Identifier(text=text)) if text == CURSOR:
                raise _Reached(_parts(self, owner))
            case expressions.Mine(name=Identifier(text=text)) if text == CURSOR:
                raise _Reached(_mine(self, node, wanted))
            case expressions.Name(text=text) if text == CURSOR:
                raise _Reached(_names(self, node, wanted))
            case expressions.Call(name=Identifier(text=text)) if text == CURSOR:
                raise _Reached(_called(self))
        return super().expression(node, wanted)

    def statement(self, node: statements.Statement) -> Body:
        named = next((each for each in _own_names(node) if each.text == CURSOR), None)
        if named is not None and not isinstance(node, statements.Let):
            raise _Reached(_of_statement(self, node, named))
        return super().statement(node)


def _own_names(node: Node) -> Iterator[Identifier]:
    """The names in the form of a statement, and in the parts of it that aren't expressions or statements."""
    for child in children(node):
        if isinstance(child, Identifier):
            yield child
        elif isinstance(child, statements.Gift | statements.Field | statements.Boundary | statements.Branch):
            yield from (each for each in children(child) if isinstance(each, Identifier))
        elif isinstance(child, expressions.Call) and isinstance(node, statements.Perform):
            yield child.name


# What may stand where the cursor is, by the form in which it stands.


def _parts(seeker: _Seeker, owner: expressions.Expression) -> Iterator[Suggestion]:
    """What belongs to something: after a dot."""
    value = seeker.expression(owner)
    type_ = bare(value.type)
    yield from _typed_parts(seeker, owner, type_)
    inner = element(type_)
    if inner is None or isinstance(inner, Unknown) or names_of_parts(seeker, type_):
        return
    # Of many things one asks for each of them: what belongs to them comes in the form in which that is right.
    code = seeker.scalar.text[owner.start + seeker.offset : owner.end + seeker.offset]
    taken = {*visible_names(seeker)}
    own = next(name for name in ("c", "d", "e", "x", "each_one") if name not in taken)
    with seeker.scope.suite():
        local = seeker.scope.bind(own, inner, seeker.at(owner))
        node = expressions.Name(owner.start, owner.start + len(own), own)
        for part in _typed_parts(seeker, node, local.type):
            form = f"list({own}.{part.name} for {own} in {code})"
            yield part._replace(instead=form, begins=len(code) + 1, detail=f"{part.detail}, of each: {form}")


def _typed_parts(seeker: _Seeker, owner: expressions.Expression, type_: Type) -> Iterator[Suggestion]:
    for name in dict.fromkeys(names_of_parts(seeker, bare(type_))):
        if ": " not in name and " " not in name:
            node = expressions.Member(owner.start, owner.end, owner, Identifier(owner.end, owner.end, name))
            key = "" if isinstance(bare(type_), Happening) else attribute_key(name)
            yield Suggestion(name, "attribute", _type_of(seeker, node)[0], key=key)


def _mine(seeker: _Seeker, node: expressions.Mine, wanted: Type | None) -> Iterator[Suggestion]:
    """What belongs to the acting player."""
    if seeker.me is None:
        return
    for name in dict.fromkeys(names_of_parts(seeker, seeker.me.type)):
        whole = expressions.Mine(node.start, node.end, Identifier(node.start, node.end, name))
        detail, fits_here = _type_of(seeker, whole, wanted)
        yield Suggestion(name, "variable", detail, fits_here, name)
    for zone in seeker.symbols.visible(seeker.symbols.zones, seeker.owner):
        if zone.second is not None and zone.per == seeker.me.type:
            yield Suggestion(zone.name, "zone", f"with a {zone.second} in brackets", False, zone.key)


def _names(seeker: _Seeker, node: expressions.Name, wanted: Type | None) -> Iterator[Suggestion]:
    """What an expression may begin with."""
    symbols = seeker.symbols
    for name in dict.fromkeys(visible_names(seeker)):
        local = seeker.scope.find(name) is not None
        detail, fits_here = _type_of(seeker, expressions.Name(node.start, node.end, name), wanted)
        if detail or local:
            key = setting_key(name) if name in symbols.settings and name not in symbols.enums else name
            yield Suggestion(name, "local" if local else "variable", detail, fits_here or local, key)
    for owned in (*symbols.visible(symbols.variables, seeker.owner), *symbols.visible(symbols.zones, seeker.owner)):
        per = getattr(owned, "of", None) or getattr(owned, "per", None)
        if per is not None:
            yield Suggestion(owned.name, "variable", f"of each {per}: {owned.name}[…]", False, owned.key)
    yield from _called(seeker)


def _called(seeker: _Seeker) -> Iterator[Suggestion]:
    """Functions."""
    symbols, owner = seeker.symbols, seeker.owner
    for function in symbols.visible(symbols.functions, owner):
        if function.part_of is None and function.name.isidentifier():
            yield Suggestion(function.name, "function", _signature(function.parameters), False, function.key)
    for table in symbols.visible(symbols.tables, owner):
        yield Suggestion(table.name, "table", "(n)", False, table.key)
    for name, builtin in BUILTINS.items():
        if name.isidentifier():
            listed = ", ".join(parameter.name for parameter in builtin.parameters)
            yield Suggestion(name, "builtin", f"({listed})", False, builtin_key(name))
    for name in (*OF_THE_FLOW, "base", "printed"):
        yield Suggestion(name, "builtin", "(…)")
    for name, brought in symbols.plugin_functions.items():
        yield Suggestion(name, "function", _signature(brought.parameters))


def _signature(parameters: Iterable[Parameter]) -> str:
    listed = ", ".join(f"{each.type} {each.name}" for each in parameters)
    return f"({listed})" if listed else ""


def _of_statement(seeker: _Seeker, node: statements.Statement, named: Identifier) -> Iterator[Suggestion]:
    """What a statement may name."""
    symbols, owner = seeker.symbols, seeker.owner
    match node:
        case statements.Perform():
            for procedure in symbols.visible(symbols.procedures, owner):
                if procedure.name.isidentifier() and procedure.part_of is None:
                    detail = _signature(procedure.parameters)
                    yield Suggestion(procedure.name, "procedure", detail or "()", True, procedure.key)
            name = expressions.Name(named.start, named.end, CURSOR)
            yield from (each for each in _names(seeker, name, None) if each.what in ("local", "variable"))
        case statements.Announce(event=event) if event is not named:
            declared = event_named(seeker, event)
            for field in declared.fields.values() if declared is not None else ():
                yield Suggestion(field.name, "field", in_words(field.type), True)
        case statements.At(boundary=boundary) | statements.AtEvery(boundary=boundary) if boundary.of is named:
            yield from (Suggestion(each, "phase", "", True) for each in ("turn", "round"))
            yield from (Suggestion(each.name, "phase", "", True, phase_key(each.name)) for each in symbols.phases)
        case statements.Announce() | statements.Watch() if getattr(node, "event", None) is named:
            for each in symbols.visible(symbols.events, owner):
                fields = ", ".join(each.fields)
                yield Suggestion(each.name, "event", f"({fields})", True, each.key)
        case statements.Watch() | statements.AtEvery() | statements.Gets() if getattr(node, "life", None) is named:
            yield from (Suggestion(each.name, "life", "", True, each.key) for each in symbols.lives.values())
        case statements.Gets():
            for attribute in symbols.modified.values():
                detail = in_words(attribute.type)
                yield Suggestion(attribute.name, "attribute", detail, True, attribute_key(attribute.name))
        case statements.ChooseFrom():
            yield from (Suggestion(each.name, "menu", "", True, each.key) for each in symbols.menus.values())
        case statements.Create():
            yield from (Suggestion(p.name, "pieces", "", True, p.key) for p in symbols.pieces.values())
        case statements.ChooseOne():
            yield from (Suggestion(each.name, "limit", "", True, each.key) for each in symbols.limits.values())


def _type_of(seeker: _Seeker, node: expressions.Expression, wanted: Type | None = None) -> tuple[str, bool]:
    """The type of an expression in words, empty for none, and whether it is what a place wants."""
    value = seeker.expression(node)
    if isinstance(value.type, Unknown):
        return "", False
    suits = wanted is not None and not isinstance(wanted, Unknown) and fits(value.type, wanted)
    return in_words(value.type), suits


# Where the cursor is, and what of the code stands before and behind it.


@dataclass(frozen=True, slots=True)
class CodeAtCursor:
    """The code in which the cursor stands: what is before it, without the word that is being written, and behind it."""

    place: CodePlace
    grammar: str
    before: str
    behind: str
    word: str
    """The beginning of the word that is being written."""


class _Strings(CodeStrings):
    makes = _Seeker


class Completer:
    """Completes code of one ruleset."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._loaded: dict[int, _Loaded] = {}

    def table_of(self, path: Path) -> _Loaded | None:
        """The symbol table for the code of a file: that with its overlay where it is one."""
        for number, (files, _) in reversed(list(enumerate(self._index.tables))):
            if path in files or not files:
                if number not in self._loaded:
                    symbols, code = pickle.loads(self._index.tables[number][1])
                    self._loaded[number] = _Loaded(symbols, code, self._index.files)
                return self._loaded[number]
        return None

    def code_in(self, path: Path) -> list[CodePlace]:
        """The code in a file, as it was read, the last first."""
        loaded = self.table_of(path)
        return loaded.code.get(path, []) if loaded is not None else []

    def code_at(
        self, path: Path, line: int, column: int, new: EditedFile, old: EditedFile, moved: Moved | None
    ) -> CodeAtCursor | None:
        """The code at a place of a file; None where there is none. `old` is the text that was read."""
        loaded = self.table_of(path)
        cursor = new.offset(line, column)
        if loaded is None:
            return None
        was = old.place(moved.back(cursor) if moved is not None else cursor)
        for place in loaded.code.get(path, ()):
            begin = place.text.position(0)
            if begin[0] > was[0] + 1 or (begin[0] == was[0] and begin[1] > was[1]):
                continue
            first = old.offset(*begin)
            start = moved.begin(first) if moved is not None else first
            if place.text.style in ("literal", "folded"):
                text = _of_block(new, place.text.position(0)[1], new.place(start)[0], line, column)
            else:
                span = place.text.span
                if was[0] != span.line or was > (span.end_line, span.end_column):
                    continue
                text = _of_line(new, start, cursor, place.text.style, in_flow=place.text.in_flow)
            if text is not None:
                return _at_cursor(place, *text)
        return None

    def value_at(self, path: Path, grammar: str, file: EditedFile, line: int, column: int) -> CodeAtCursor | None:
        """The code of a value that wasn't there when the file was read, as if it were the game's own."""
        text = file.line(line)[: column - 1]
        begins = text.rfind(": ") + 2
        quoted = text[begins : begins + 1] in ("'", '"')
        span = Span(str(path), line, begins + 1, line, column)
        place = CodePlace(Scalar(text[begins:], span), Context("", ""), grammar)
        return _at_cursor(place, text[begins + quoted :], "") if begins > 1 else None

    def complete(self, path: Path, code: CodeAtCursor) -> list[Suggestion]:
        """What may stand at the cursor, names first."""
        loaded = self.table_of(path)
        if loaded is None:
            return []
        suggestions = loaded.suggestions(code)
        words = next_words(code.grammar, code.before)
        seen = {each.name for each in suggestions}
        return [*suggestions, *(Suggestion(word, "word") for word in words if word not in seen)]


class _Loaded:
    """A symbol table with the code that belongs to it."""

    def __init__(self, symbols: SymbolTable, code: Iterable[CodePlace], files: Mapping[str, Path]) -> None:
        self.symbols = symbols
        self.code: dict[Path, list[CodePlace]] = {}
        """By file: the code in it, the last first."""
        for place in code:
            path = files.get(place.text.span.file)
            if path is not None:
                self.code.setdefault(path, []).append(place)
        for places in self.code.values():
            places.sort(key=lambda each: each.text.position(0), reverse=True)

    @cached_property
    def _functions(self) -> Functions:
        return Functions(self.symbols, Report())

    def suggestions(self, code: CodeAtCursor) -> list[Suggestion]:
        """What may stand where the name stands that is put at the cursor."""
        whole = f"{code.before}{CURSOR}{code.behind}"
        broken_off = f"{code.before}{CURSOR}"
        last_line = broken_off.rpartition("\n")[2].lstrip(" ")
        for text, tree in _trees(code.grammar, whole, broken_off, last_line):
            try:
                self._elaborate(code, text, tree)
            except _Reached as reached:
                return reached.suggestions
            except ReportFull:
                return []
        return []

    def _elaborate(self, code: CodeAtCursor, text: str, tree: Node) -> None:
        strings = _Strings(self.symbols, Report(), self._functions.type_of, self._functions.reads)
        scalar = Scalar(text, code.place.text.span, style="quoted")
        elaborator = strings.elaborator(scalar, code.place.context)
        for name, type_, at in code.place.names:
            elaborator.scope.bind(name, type_, at, fixed=name != "result")
        match tree:
            case statements.Suite():
                elaborator.assigned = assigned_names(tree)
                suite(elaborator, tree)
            case expressions.Bindings():
                binders(elaborator, tree.binders)
            case statements.Happens(event=Identifier(text=text)) if text == CURSOR:
                events = self.symbols.visible(self.symbols.events, elaborator.owner)
                raise _Reached(Suggestion(e.name, "event", "", True, e.key) for e in events)
            case statements.Happens(event=event, condition=condition) if condition is not None:
                declared = event_named(elaborator, event)
                if declared is not None:
                    named = tree.name.text if tree.name is not None else "happening"
                    elaborator.scope.bind(named, Happening(declared.key), elaborator.at(event))
                elaborator.condition(condition)
            case statements.Happens() | statements.Reached():
                pass
            case expressions.Worded():
                for each in walk(tree):
                    if isinstance(each, expressions.Name | expressions.Member | expressions.Mine | expressions.Call):
                        elaborator.expression(each)
                        break
            case _:
                elaborator.expression(tree)  # type: ignore[arg-type]  # the trees of all other grammars are expressions


def _trees(grammar: str, whole: str, broken_off: str, last_line: str) -> Iterator[tuple[str, Node]]:
    """The syntax trees of the code with the name at the cursor: of all of it, or as far as the cursor, or of its line
    alone where something before that is wrong."""
    tree = parse_right(grammar, whole)
    if tree is not None:
        yield whole, tree
    for text in (broken_off, last_line):
        tree = parse_broken_off(grammar, text)
        if tree is not None:
            yield text, tree


def _at_cursor(place: CodePlace, before: str, behind: str) -> CodeAtCursor | None:
    """The code at the cursor, without the word that is being written. In text only what stands in braces is code."""
    grammar = place.grammar
    if grammar == "template":
        brace = before.rfind("{")
        if brace < 0 or "}" in before[brace:]:
            return None
        before, grammar = before[brace + 1 :], "hole"
        behind = behind.partition("}")[0].partition("{")[0]
    word = _WORD_BEFORE.search(before)
    behind_word = _WORD_BEHIND.match(behind)
    written = word[0] if word is not None else ""
    return CodeAtCursor(
        place,
        grammar,
        before[: len(before) - len(written)],
        behind[behind_word.end() if behind_word is not None else 0 :],
        written,
    )


def _of_block(file: EditedFile, margin: int, first: int, line: int, column: int) -> tuple[str, str] | None:
    """The code of a block before and behind a place; None if the place isn't in the block. Its lines begin with
    `margin` - 1 blanks."""
    if line < first or column < margin:
        return None
    before = [file.line(number)[margin - 1 :] for number in range(first, line)]
    if any(text and file.line(first + n)[: margin - 1].strip() for n, text in enumerate(before)):
        return None
    before.append(file.line(line)[margin - 1 : column - 1])
    behind = [file.line(line)[column - 1 :]]
    number, length = line + 1, 0
    while number <= len(file.lines) and length < _MOST_BEHIND:
        text = file.line(number)
        if text.strip() and text[: margin - 1].strip():
            break
        behind.append(text[margin - 1 :])
        length += len(text)
        number += 1
    return "\n".join(before), "\n".join(behind).rstrip()


def _of_line(file: EditedFile, start: int, cursor: int, style: str, *, in_flow: bool) -> tuple[str, str] | None:
    """The code of a scalar that stands in one line, before and behind the cursor."""
    before = file.joined[start:cursor]
    line, column = file.place(cursor)
    behind = file.line(line)[column - 1 :]
    if "\n" in before or len(before) > _MOST_BEHIND:
        return None
    if style == "quoted":
        behind = re.split(r"(?<!\\)[\"']", behind, maxsplit=1)[0]
        return before.replace('\\"', '"'), behind
    if in_flow:
        behind = re.split(r"[,}\]]", behind, maxsplit=1)[0]
    return before, re.split(r" #", behind, maxsplit=1)[0].rstrip()
