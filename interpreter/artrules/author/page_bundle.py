"""Scripts and style sheets of pages, made smaller; and those of a page as one script and one style sheet, for files
that must hold all that they need.

A bundle has each module once, as a function that is called where the module would be evaluated and gives what it
exports. A module's imports stand at the beginning of lines, as its exports do: nothing here reads all of JavaScript.
What is more than that, such as modules that import one another in a circle, is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from artrules.text.source.bounded_file import read_regular_file

PAGE = Path(__file__).parents[1] / "table" / "page"
"""The folder of the page."""
LARGEST = 8 * 1024 * 1024
"""Bytes of a file."""
_BLOCK = rb"/\*(?!!)(?:(?!\*/)[\s\S])*\*/[ \t]*"
_COMMENTS = {
    ".js": re.compile(rb"^[ \t]*(?://.*|" + _BLOCK + rb")$", re.MULTILINE),
    ".css": re.compile(rb"^[ \t]*" + _BLOCK + rb"$", re.MULTILINE),
}
_SHEET = re.compile(rb'^@import "([\w/]+\.css)";$', re.MULTILINE)
_AFTER_CODE = re.compile(rb"(?<=[;{},)\]\w])[ \t]+// [^\n`'\"]*$", re.MULTILINE)
"""A comment after code. Where a quotation mark stands in it, that may be the end of a text, and it stays."""
_BLANKS = re.compile(rb"\s*([{};])\s*|(?<=[,:])\s+")
"""Of a style sheet, what nobody but people reads."""
_INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)

_NAMES = r"\{(?P<names>[^}]*)\}"
_FROM = r'\s*from\s*"(?P<path>[^"]+)";?'
_BEGINS = r"(?:^|(?<=[;}]))"
"""Where a statement begins: in minified modules all statements may stand in one line."""
_IMPORT = re.compile(rf"^import\s*(?:(?P<name>\w+)|{_NAMES}){_FROM}", re.MULTILINE)
_EXPORT_FROM = re.compile(rf"^export\s*{_NAMES}{_FROM}", re.MULTILINE)
_EXPORT_NAMES = re.compile(rf"{_BEGINS}export\s*{_NAMES};?", re.MULTILINE)
_EXPORT_DEFAULT = re.compile(rf"{_BEGINS}export\s+default\s+", re.MULTILINE)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+function|function|class|const)[\s*]+(?P<name>[\w$]+))", re.MULTILINE)
_NOT_READ = re.compile(r"^\s*(?:import|export)\b.*|\bimport(?:\s*\(|\.meta).*", re.MULTILINE)
_DEFAULT = "default"
_NOTHING: Mapping[Path, Path] = {}


class NoBundle(Exception):
    """Modules can't be one script. The message says which, and why."""


def as_sent(content: bytes, suffix: str) -> bytes:
    """A style sheet without comments and blanks; a script without indentation, and without the comments that stand in
    lines of their own or after code: all else keeps its line. Comments that begin with `/*!`, as licences do, stay. No
    text in a script may depend on how its lines are indented."""
    comments = _COMMENTS.get(suffix)
    if comments is None:
        return content
    if suffix == ".css":
        return _BLANKS.sub(rb"\1", comments.sub(b"", content)).strip()
    content = comments.sub(lambda comment: b"\n" * comment[0].count(b"\n"), _AFTER_CODE.sub(b"", content))
    return _INDENTATION.sub(b"", content)


def sheets_of(content: bytes, folder: Path) -> list[Path]:
    """The files that a style sheet of a folder imports."""
    return [folder / name.decode() for name in _SHEET.findall(content)]


def with_imports(content: bytes, folder: Path) -> bytes:
    """A style sheet of a folder with what it imports in its place: one file is sent sooner, and compressed better, than
    many."""
    return _SHEET.sub(lambda name: read_regular_file(folder / name[1].decode(), LARGEST), content)


def bundle_style(sheet: Path) -> str:
    """A style sheet with all that it imports."""
    return as_sent(with_imports(read_regular_file(sheet, LARGEST), sheet.parent), ".css").decode()


def bundle_script(entry: Path, name: str | None = None, in_place: Mapping[Path, Path] = _NOTHING) -> str:
    """A module and all that it imports, as one script, which may stand in a page, run in a worker or in Node. What the
    module exports is an object of this name everywhere in the page, if one is given. Of modules that are keys of
    `in_place` the values stand there instead. Raises NoBundle.

    The licence of a module, `LICENSE.` and its name beside it, stands before it.
    """
    modules: dict[Path, str] = {}
    instead = {module.resolve(): other.resolve() for module, other in in_place.items()}
    _add(entry.resolve(), modules, instead, ())
    end = f"globalThis.{name} = {_variable(modules, entry.resolve())};\n" if name else ""
    return '(() => {\n"use strict";\n' + "".join(modules.values()) + end + "})();\n"


def inside_html(script: str) -> str:
    """A script that means the same and may stand in an element `script` of a page: nothing in it ends the element."""
    return re.sub(r"<(?=/script|!--)", r"<\\", script, flags=re.IGNORECASE)


def json_inside_html(data: Any) -> str:
    """Data as JSON that may stand in an element `script` of a page: nothing in it can be taken for markup."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _add(module: Path, modules: dict[Path, str], instead: Mapping[Path, Path], importers: tuple[Path, ...]) -> None:
    """Add a module to those of a bundle, after those that it imports."""
    if module in importers:
        circle = " → ".join(path.name for path in (*importers[importers.index(module) :], module))
        raise NoBundle(f"modules import one another in a circle: {circle}")
    if module in modules:
        return
    text = as_sent(read_regular_file(module, LARGEST), ".js").decode()
    for statement in (*_IMPORT.finditer(text), *_EXPORT_FROM.finditer(text)):
        _add(_imported(module, statement, instead), modules, instead, (*importers, module))
    modules[module] = _as_function(module, text, modules, instead)


def _imported(module: Path, statement: re.Match[str], instead: Mapping[Path, Path]) -> Path:
    """The module from which a statement of a module imports."""
    path = (module.parent / statement["path"]).resolve()
    return instead.get(path, path)


def _as_function(module: Path, text: str, modules: dict[Path, str], instead: Mapping[Path, Path]) -> str:
    """The statement that evaluates a module, in a script in which all that it imports stands before."""
    exported: dict[str, str] = {}

    def imports(statement: re.Match[str]) -> str:
        names = _pairs(statement["names"]) if statement["name"] is None else [(_DEFAULT, statement["name"])]
        return f"const {{ {', '.join(f'{there}: {here}' for there, here in names)} }} = {source(statement)};"

    def passes_on(statement: re.Match[str]) -> str:
        exported.update((here, f"{source(statement)}.{there}") for there, here in _pairs(statement["names"]))
        return ""

    def exports_names(statement: re.Match[str]) -> str:
        exported.update((there, here) for here, there in _pairs(statement["names"]))
        return ""

    def exports(statement: re.Match[str]) -> str:
        exported[statement["name"]] = statement["name"]
        return ""

    def exports_default(_statement: re.Match[str]) -> str:
        exported[_DEFAULT] = _DEFAULT_HERE
        return f"const {_DEFAULT_HERE} = "

    def source(statement: re.Match[str]) -> str:
        return _variable(modules, _imported(module, statement, instead))

    for statement, written in (
        (_IMPORT, imports),
        (_EXPORT_FROM, passes_on),
        (_EXPORT, exports),
        (_EXPORT_DEFAULT, exports_default),
        (_EXPORT_NAMES, exports_names),
    ):
        text = statement.sub(written, text)
    if other := _NOT_READ.search(text):
        raise NoBundle(f"{module.name}: a bundle can't have `{other[0].strip()[:80]}`")
    names = ", ".join(f"{there}: {here}" for there, here in exported.items())
    lines = re.sub(r"\n{2,}", "\n", text).strip()
    return f"{_licence(module)}const m{len(modules)} = (() => {{\n{lines}\nreturn {{ {names} }};\n}})();\n"


_DEFAULT_HERE = "_default"


def _pairs(names: str) -> Iterable[tuple[str, str]]:
    """Of `a, b as c`: the name before, and the name after `as`."""
    for name in filter(None, map(str.strip, names.split(","))):
        before, _, after = name.partition(" as ")
        yield before.strip(), after.strip() or before.strip()


def _variable(modules: dict[Path, str], module: Path) -> str:
    """The variable of a bundle that has what a module exports."""
    return f"m{list(modules).index(module)}"


def _licence(module: Path) -> str:
    file = module.with_name(f"LICENSE.{module.stem}")
    if not file.is_file():
        return ""
    text = read_regular_file(file, LARGEST).decode().replace("*/", "* /").strip()
    return f"/*! {module.stem}\n{text}\n*/\n"
