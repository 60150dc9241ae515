"""Libraries: rules that several games share. Which ones a game uses, whether it has what they expect, and what stands
for that where a library is judged without a game.

A library's files are joined to those of the game like its own parts. So whatever a library declares is the game's, at
its place in the library's file.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from artrules.model.catalogue.locations import Location, OutsideContent, declared_library
from artrules.model.catalogue.scan import (
    folders_of_libraries,
    library_files,
    library_location,
    library_names,
)
from artrules.model.declare.declarator import Declarator, TypeNames
from artrules.model.declare.files import add_library, leave_unread, read_document
from artrules.model.declare.overlays import plain_name
from artrules.model.declare.ruleset_files import FileToRead, RulesetFiles
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.ir.code import every_code
from artrules.model.ir.declarations import Declaration, Function, Variable, ZoneDeclaration
from artrules.model.ir.expressions import ZoneOf
from artrules.model.ir.model import Model
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import ListOf, Number, Optional, SetOf, Type, Unknown, is_unknown, within
from artrules.text.content.documents import Expectations, LibraryHead, RulesetHead
from artrules.text.content.flow import ExpectedFunction
from artrules.text.content.flow import Procedure as ProcedureSection
from artrules.text.content.section import Named, read
from artrules.text.content.zones import ExpectedVariable, ExpectedZone
from artrules.text.content.zones import Variable as VariableSection
from artrules.text.content.zones import Zone as ZoneSection
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.record import dataclass
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence, entries, get, word
from artrules.text.source.read import read_bytes

T = TypeVar("T")

# Finds the libraries that a game uses and those that these use, and reads them.


def read_library(
    location: Location, report: Report, earlier: EarlierSteps, extra: OutsideContent | None = None
) -> RulesetFiles:
    """Read a library to judge it without a game. In the place of the game's main file stands one that uses it. Of what
    comes from outside only libraries are read."""
    path, shown = location
    is_folder = path.is_dir()
    folder, shown_as = (path, shown) if is_folder else (path.parent, shown.rpartition("/")[0] or ".")
    files = RulesetFiles(folder, shown_as=shown_as, is_library=True, extra=extra or OutsideContent())
    with suppress(ReportFull):
        for file in library_files(location, report):
            name = file.path.relative_to(folder).as_posix()
            _read_file(files, FileToRead(file.path, file.shown, name), report, earlier)
            files.rules.add(name)
    document = next((document for documents in files.libraries_there.values() for document in documents), None)
    if document is not None:
        files.main = _game_of(document)
    read_libraries(files, report, earlier, path)
    return files


def _game_of(library: Mapping) -> Mapping:
    """The main file of a game that has nothing but a library, for any number of players."""
    name = library.entries["library"]
    at = name.value.span
    said = {"ruleset": name.value, "title": name.value, "players": Scalar("1..16", at)}
    entries = {key: Entry(Scalar(key, at), value) for key, value in said.items()}
    return Mapping({**entries, "uses": Entry(Scalar("uses", at), Sequence([name.value], at))}, at)


def read_libraries(files: RulesetFiles, report: Report, earlier: EarlierSteps, place: Path | None = None) -> None:
    """Read the libraries that a game uses. One that can't be found is reported. `place` is where the game lies, or the
    library alone; by default its folder."""
    finder = _Finder(files, folders_of_libraries(place or files.folder), report, earlier)
    with suppress(ReportFull):
        for named in read(RulesetHead, files.main).uses if files.main is not None else ():
            finder.add(named, named, ())
    files.added.sort()


def _read_file(files: RulesetFiles, file: FileToRead, report: Report, earlier: EarlierSteps) -> None:
    """Read a file that must be one of a library."""
    content = read_bytes(file.path, file.shown, report)
    shaped = read_document(files, file, content, report, earlier) if content is not None else None
    if shaped is None or shaped.kind is None or not isinstance(shaped.document, Mapping):
        leave_unread(shaped.document if shaped is not None else None, report)
    elif shaped.kind == "library":
        add_library(files, shaped.document)
    else:
        first = next(iter(shaped.document)).key
        message = "this file is looked up as one of a library, and is none"
        report.add(
            kinds.NO_LIBRARY, message, first.span, expected="`library: NAME` as its first key", found=f"`{first.text}`"
        )


class _Finder:
    def __init__(self, files: RulesetFiles, folders: tuple[Path, ...], report: Report, earlier: EarlierSteps) -> None:
        self.files = files
        self.folders = folders
        self.report = report
        self.earlier = earlier

    def add(self, named: Scalar, through: Scalar, way: tuple[str, ...]) -> None:
        """Use a library, after those that it uses. The game names it at `through`, or the library through which it
        comes; `way` are the libraries on the way to it."""
        name, files = named.text, self.files
        if name in way:
            circle = " uses ".join(f"`{each}`" for each in (*way[way.index(name) :], name))
            self.report.add(
                kinds.CIRCLE,
                f"the library `{name}` comes to use itself: {circle}",
                named.span,
                expected="one of them without `uses`",
            )
            return
        if name in files.used_by:
            return
        documents = self._documents(named)
        files.lacks_library |= not documents
        name = word(documents[0].get("library")) if documents else name
        if not documents or name in files.used_by:
            return
        files.used_by[name] = through
        for document in documents:
            for other in read(LibraryHead, document).uses:
                self.add(other, through, (*way, name))
        files.libraries += documents
        for document in documents:
            file = document.span.file
            if file in files.outside_libraries:
                files.extra_rules[file] = files.outside_libraries[file]
                files.added.append(f"library {name}")

    def _documents(self, named: Scalar) -> list[Mapping]:
        """The files of the library that is named; where it is misspelt, of the one that is meant."""
        documents = self._called(named.text, named)
        if documents is not None:
            return documents
        if self.report.has_error_at(named.span):
            return []  # it is no name
        there = sorted({*self.files.libraries_there, *library_names(self.folders)} - {""})
        self.report.add(
            kinds.NO_LIBRARY,
            f"there is no library `{named.text}`",
            named.span,
            expected=f"one of {', '.join(there)}, or a file `libraries/{named.text}.yaml` beside the game",
            found=f"`{named.text}`",
            suggestions=closest(named.text, there),
        )
        meant = one_slip(named.text, there)
        return (self._called(meant, named) if meant is not None else None) or []

    def _called(self, name: str, named: Scalar) -> list[Mapping] | None:
        """The files of a library; empty where none of its files can be used, None where there is no such library."""
        files = self.files
        if name in files.libraries_there:
            return files.libraries_there[name]
        # Those that come from outside have been read where there is a game.
        found = [file for file in files.extra.files if files.is_library and declared_library(file.path) == name]
        location = library_location(name, self.folders) if not found else None
        if not found and location is None:
            return None
        others = set(files.libraries_there)
        for file in found if location is None else library_files(location, self.report):
            files.library_paths[file.shown] = file.path
            _read_file(files, FileToRead(file.path, file.shown, None), self.report, self.earlier)
        documents = files.libraries_there.get(name, [])
        for other in sorted(files.libraries_there.keys() - others - {name}):
            document = files.libraries_there[other][0]
            message = f"this file is found as the library `{name}`, and says that it is `{other}`"
            key = document.entries["library"].value
            if self.report.has_error_at(key.span):
                continue
            related = [("the library is used here", named.span)]
            self.report.add(kinds.NO_LIBRARY, message, key.span, expected=f"`library: {name}`", related=related)
        return documents


def add_defaults(
    document: Mapping, libraries: Iterable[Mapping], used_by: MappingOf[str, Scalar], report: Report
) -> None:
    """Add to a game's document the functions that some libraries expect, where these say what the functions are in a
    game that doesn't declare them. Two that say different things are reported where the game names the second of them;
    `used_by` says where it names each."""
    defaults: dict[str, tuple[str, Scalar, Scalar]] = {}
    for library, part in _expectations(libraries):
        said = [(key, each.is_) for key, each in part.functions if each.is_ is not None]
        for key, value in _lacking(document, "functions", said):
            name = plain_name(key.text)
            first_library, _, first = defaults.setdefault(name, (library, key, value))
            if first.text.strip() != value.text.strip():
                if library == first_library:
                    says = f"the library `{library}` says two different things"
                else:
                    says = f"the libraries `{first_library}` and `{library}` say different things"
                report.add(
                    kinds.UNMET_EXPECTATION,
                    f"{says} of `{name}`, which the game doesn't declare",
                    used_by[library].span,
                    expected=f"`functions: {{{key.text}: …}}`",
                    related=[
                        (f"`{name}` as `{first_library}` has it", first.span),
                        (f"`{name}` as `{library}` has it", value.span),
                    ],
                )
    for _, key, value in defaults.values():
        there = document.entries.setdefault("functions", Entry(key, Mapping({}, key.span)))
        if isinstance(there.value, Mapping):
            there.value.entries[key.text] = Entry(key, value)


# What stands for what libraries expect, where one is judged without a game: declarations in the shape of a game's.


@dataclass(frozen=True, slots=True)
class StandIns:
    """What some libraries expect and none of them declares."""

    zones: Named[ZoneSection] = ()
    variables: Named[VariableSection] = ()
    functions: Named[ExpectedFunction] = ()
    """Signatures, each with what is expected of the function."""
    procedures: Named[ProcedureSection] = ()


NO_STAND_INS = StandIns()


def stand_ins_for(libraries: Iterable[Mapping], document: Mapping) -> StandIns:
    """What stands for what some libraries expect. `document` is that of all of them."""
    parts = [each for _, each in _expectations(libraries)]
    lacking_zones = _lacking(document, "zones", [each for part in parts for each in part.zones])
    lacking_variables = _lacking(document, "variables", [each for part in parts for each in part.variables])
    lacking_functions = _lacking(document, "functions", [each for part in parts for each in part.functions])
    lacking_procedures = _lacking(document, "procedures", [(each, None) for part in parts for each in part.procedures])
    return StandIns(
        tuple((name, read(ZoneSection, each.node)) for name, each in lacking_zones),
        tuple((name, read(VariableSection, each.node)) for name, each in lacking_variables),
        tuple(lacking_functions),
        tuple((key, read(ProcedureSection, Scalar("skip", key.span))) for key, _ in lacking_procedures),
    )


def _lacking(document: Mapping, section: str, expected: Iterable[tuple[Scalar, T]]) -> Iterable[tuple[Scalar, T]]:
    """What is expected of a section, each name once, without what the document has there."""
    there = {plain_name(key.text) for key, _ in entries(document.get(section))}
    by_name = {plain_name(key.text): (key, value) for key, value in expected}
    return [entry for name, entry in by_name.items() if name not in there]


def expected_names(libraries: Iterable[Mapping]) -> frozenset[str]:
    """The names of all zones, variables, functions and procedures that some libraries expect."""
    return frozenset(
        plain_name(name.text)
        for _, part in _expectations(libraries)
        for name in (*(name for s in (part.zones, part.variables, part.functions) for name, _ in s), *part.procedures)
    )


def declare_expected_functions(d: Declarator, functions: Named[ExpectedFunction]) -> None:
    """Functions that have a type and no code. Each has the value of a variable, so that nothing is known of it."""
    for key, expected in functions:
        signature = d.types.signature(key)
        if signature and d.reserve_name(key, None, signature.name):
            function = Function(signature.name, key.span, signature.parameters)
            value = f"value of {signature.name}"
            variable = Variable(value, key.span, None, d.types.read(expected.type), "game", "everyone", "")
            d.symbols.functions[function.key] = function
            d.symbols.stand_ins[function] = d.symbols.variables[value] = variable


# Whether a game has what the libraries expect that it uses.


def check_expectations(model: Model, symbols: SymbolTable, files: RulesetFiles, report: Report) -> None:
    """Report what libraries expect and a game doesn't have, or has otherwise. Each is one error where the game names
    the library."""
    types = TypeNames(symbols, report)
    for library, expected in _expectations(files.libraries):
        own = frozenset(each.span.file for each in files.libraries if word(each.get("library")) == library)
        check = _Check(model, files.document, types, library, own, files.used_by[library], report)
        for name, zone in expected.zones:
            check.zone(name, zone)
        for name, variable in expected.variables:
            check.variable(name, variable)
        for key, function in expected.functions:
            check.function(key, function.type)
        for key in expected.procedures:
            check.procedure(key)


@dataclass(frozen=True, slots=True)
class _Check:
    """Compares what one library expects with what a game has. `named` is where the game names the library, `document`
    all that the game declares: what is wrong there isn't missing, too. `own` are the library's files."""

    model: Model
    document: Mapping | None
    types: TypeNames
    library: str
    own: frozenset[str]
    named: Scalar
    report: Report

    def zone(self, name: Scalar, expected: ExpectedZone) -> None:
        given = self.model.zones.get(name.text)
        if given is None:
            self._missing("zone", name, f"zones: {{{name.text}: {_written(expected.node)}}}", self.model.zones)
            return
        owners = [self.types.read(per) for per in expected.per]
        differing = {
            "per": [each for each in (given.per, given.second) if each is not None] != owners,
            "holds": not self._holds(given, {kind.text for kind in expected.holds}),
            "order": expected.order not in (None, given.order),
            "seen_by": expected.seen_by not in (None, given.sight.seen_by),
        }
        has = {
            "per": ", ".join(str(each) for each in (given.per, given.second) if each is not None),
            "holds": ", ".join(sorted(given.kinds)),
            "order": given.order,
            "seen_by": given.sight.seen_by,
        }
        self._differs("zone", name, given, expected.node, [key for key, differs in differing.items() if differs], has)

    def _holds(self, given: ZoneDeclaration, wanted: set[str]) -> bool:
        """Whether a zone holds the kinds that are wanted: these alone; or others too where pieces of the library only
        begin, and none of its code names the zone, which might take the others for its own."""
        if given.kinds == wanted or not given.kinds > wanted:
            return given.kinds == wanted
        return not any(
            isinstance(node, ZoneOf) and node.declaration is given
            for code in every_code(self.model)
            if code.at.file in self.own and not code.name.startswith("pieces ")
            for node in code.every_node
        )

    def variable(self, name: Scalar, expected: ExpectedVariable) -> None:
        given = self.model.variables.get(name.text)
        if given is None:
            form = f"variables: {{{name.text}: {_written(expected.node)}}}"
            self._missing("variable", name, form, self.model.variables)
            return
        of = self.types.read(expected.of) if expected.of is not None else None
        type_ = self.types.read(expected.type)
        differing = {"of": given.of != of, "type": not _is_same(given.type, type_)}
        has = {"of": str(given.of or ""), "type": str(given.type)}
        keys = [key for key, differs in differing.items() if differs]
        self._differs("variable", name, given, expected.node, keys, has)

    def function(self, key: Scalar, type_: Scalar | None) -> None:
        signature = self.types.signature(key)
        if signature is None:
            return
        given, wanted = self.model.functions.get(signature.name), self.types.read(type_)
        if given is None:
            form = f"functions: {{{key.text}: …}}"
            self._missing("function", key, f"{form}`, which is `{word(type_)}", self.model.functions)
            return
        value = self.model.values.get(given)
        if [each.type for each in given.parameters] != [each.type for each in signature.parameters]:
            message = f"the library `{self.library}` expects the function `{key.text}`"
            types = ", ".join(f"{each.type} {each.name}" for each in given.parameters)
            self._report(message, f"`{key.text}`", f"`{given.name}({types})`", key, given)
        elif value is not None and not (is_unknown(value.type) or is_unknown(wanted) or within(value.type, wanted)):
            message = f"the library `{self.library}` expects that `{given.name}` is {in_words(wanted)}"
            self._report(message, f"`{word(type_)}`", f"`{value.type}`", key, given)

    def procedure(self, key: Scalar) -> None:
        signature = self.types.signature(key)
        if signature is None:
            return
        given = self.model.procedures.get(signature.name)
        if given is None:
            self._missing("procedure", key, f"procedures: {{{key.text}: …}}", self.model.procedures)
            return
        wanted = ([each.type for each in signature.parameters], signature.gives)
        if ([each.type for each in given.parameters], given.result) != wanted:
            message = f"the library `{self.library}` expects the procedure `{key.text}`"
            types = ", ".join(f"{each.type} {each.name}" for each in given.parameters)
            gives = f" gives {given.result}" if given.result is not None else ""
            self._report(message, f"`{key.text}`", f"`{given.name}({types}){gives}`", key, given)

    def _missing(self, sort: str, name: Scalar, form: str, there: Iterable[str]) -> None:
        plain = plain_name(name.text)
        if plain in {plain_name(key.text) for key, _ in entries(get(self.document, f"{sort}s"))}:
            return
        self.report.add(
            kinds.UNMET_EXPECTATION,
            f"the library `{self.library}` expects the {sort} `{name.text}`, which the game doesn't have",
            self.named.span,
            expected=f"`{form}`",
            suggestions=closest(plain, list(there)),
            related=[("what it expects", name.span)],
            missing=plain,
        )

    def _differs(
        self, sort: str, name: Scalar, given: Declaration, expected: Node, keys: list[str], has: dict[str, str]
    ) -> None:
        """Report that a zone or variable isn't as it is expected, under some keys."""
        if keys:
            wanted = " and ".join(f"`{key}: {_written(get(expected, key))}`" for key in keys)
            said = " and ".join(f"`{key}: {has[key]}`" if has[key] else f"no `{key}`" for key in keys)
            wanted = wanted.replace("`per: `", "no `per`").replace("`of: `", "no `of`")
            message = f"the library `{self.library}` expects the {sort} `{name.text}` with {wanted}"
            self._report(message, wanted, said, name, given)

    def _report(self, message: str, expected: str, found: str, name: Scalar, given: Declaration) -> None:
        self.report.add(
            kinds.UNMET_EXPECTATION,
            message,
            self.named.span,
            expected=expected,
            found=found,
            related=[("what the game has", given.at), ("what it expects", name.span)],
        )


def _expectations(libraries: Iterable[Mapping]) -> Iterator[tuple[str, Expectations]]:
    """What each of some files of libraries expects, with the library's name."""
    for document in libraries:
        head = read(LibraryHead, document)
        if head.expects is not None:
            yield word(head.library), head.expects


def _is_same(type_: Type, wanted: Type) -> bool:
    """Whether a variable has the type that is wanted of it. Any range of numbers will do for another."""
    match type_, wanted:
        case (Unknown(), _) | (_, Unknown()) | (Number(), Number()):
            return True
        case (Optional(of), Optional(other)) | (SetOf(of), SetOf(other)) | (ListOf(of), ListOf(other)):
            return _is_same(of, other)
    return type_ == wanted


def _written(node: Node | None) -> str:
    """A node as it may be written on one line."""
    if isinstance(node, Mapping):
        return f"{{{', '.join(f'{entry.key.text}: {_written(entry.value)}' for entry in node)}}}"
    if isinstance(node, Sequence):
        return f"[{', '.join(map(_written, node))}]"
    return node.text if node is not None else ""
