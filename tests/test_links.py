"""What pages name is there: files and headings that links lead to, modules, files of the tree, commands and their
options. And what the sources name is there: pages with their headings; in comments and docstrings, files and folders.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path

import click
import pytest

from artrules.table.commands.export import FORMATS
from artrules.table.commands.main import COMMANDS
from artrules.table.commands.main import artrules as command

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PACKAGE = ROOT / "interpreter" / "artrules"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md")), *sorted((ROOT / "plugins").glob("*/README.md"))]
_LISTING = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)
_SHELL = re.compile(r"^ *```sh$\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_DOTTED = re.compile(r"`(artrules(?:\.\w+)+)`")
_PATH = re.compile(r"`((?:interpreter|tests|schemas|rulesets|plugins|docs)/[\w./*-]+)`")
_RUN = re.compile(r"python -m ((?:artrules|tests)(?:\.\w+)*)")
_NO_MODULES = {"artrules.toml", "artrules.sarif", "artrules.call_foreign"}
"""Names that look like those of modules: files, and the import of a module of WebAssembly."""
_SOURCES = (".py", ".yaml", ".js", ".mjs", ".lark", ".json", ".template", ".toml", ".md")
_FILE_NAMED = re.compile(r"(?<![\w./-])(\w[\w/-]*\.(?:py|lark|m?js)\b|(?<=`)\w[\w./-]*/(?=`))")
"""A file of code, in backticks or in a listing, or a folder in backticks, as comments name it."""
_PAGE_NAMED = re.compile(r"`?(docs/[\w/]+\.md)`?(?:, (?!section)([A-Za-z][\w ,:]*)\))?")


def links(text: str) -> list[str]:
    """Where the links of a page lead that lead to no other site."""
    return [link for link in _LINK.findall(_CODE.sub("", _LISTING.sub("", text))) if not re.match("[a-z]+:", link)]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    seen: Counter[str] = Counter()
    names = set()
    for heading in _HEADING.findall(_LISTING.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        names.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return names


def broken(page: Path, text: str) -> list[str]:
    """The links in the text of a page that lead nowhere."""
    nowhere = []
    for link in links(text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            nowhere.append(link)
    return nowhere


def is_there(name: str) -> bool:
    """Whether a dotted name is that of a package or a module, or of something that a module's text speaks of."""
    place, rest = PACKAGE, name.split(".")[1:]
    while rest and (place / rest[0]).is_dir():
        place /= rest.pop(0)
    module = place / f"{rest[0]}.py" if rest and (place / f"{rest[0]}.py").is_file() else place / "__init__.py"
    unknown = rest[1:] if module.name != "__init__.py" else rest
    text = module.read_text(encoding="utf-8")
    return all(re.search(rf"\b{word}\b", text) for word in unknown)


def is_run(name: str) -> bool:
    """Whether `python -m NAME` finds something to run."""
    place = (ROOT if name.startswith("tests") else PACKAGE.parent).joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()


def missing(page: Path, text: str) -> list[str]:
    """The modules and the files of the tree that the text of a page names, or has run, and that aren't there."""
    prose = _LISTING.sub("", text)
    modules = [name for name in _RUN.findall(text) if not is_run(name)]
    modules += [name for name in _DOTTED.findall(prose) if name not in _NO_MODULES and not is_there(name)]
    paths = _PATH.findall(prose)
    return modules + [path for path in paths if not any(any(base.glob(path)) for base in (ROOT, page.parent))]


def command_of(words: list[str]) -> click.Command | None:
    """The command that a command line calls: of a group such as `new`, the one in it, and of `export`, that of its
    format, if this has one of its own."""
    exporter = words[words.index("--as") + 1] if words[0] == "export" and "--as" in words else ""
    if exporter in FORMATS:
        module, _, attribute = FORMATS[exporter][0].partition(":")
        of_format: click.Command = getattr(import_module(module), attribute)
        return of_format
    called = command.get_command(click.Context(command), words[0])
    return called.get_command(click.Context(called), words[1]) if isinstance(called, click.Group) else called


def unknown_words(text: str) -> Iterator[str]:
    """The commands and options in the listings of a page that `artrules` doesn't have."""
    for listing in _SHELL.findall(text):
        for line in re.findall(r"^ *artrules ([a-z].*)$", listing.replace("\\\n", " "), re.MULTILINE):
            words = re.split(r" [#>|] ", f"{line} # ")[0].split()
            known = command_of(words)
            if known is None:
                yield words[0]
                continue
            context = known.make_context(words[0], words[1:], resilient_parsing=True)
            params = [*known.params, *context.command.params]  # a command may hand its line on to that of a format
            options = {name for option in params for name in [*option.opts, *option.secondary_opts]}
            for word in words[1:]:
                option = word.partition("=")[0]
                if option.startswith("-") and option not in options | {"--help"} | (
                    {"--as"} if words[0] == "export" else set()
                ):
                    yield f"{words[0]} {option}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert broken(page, text) == []
    assert missing(page, text) == []
    if page.parent.parent.name != "plugins":  # a plugin may add a command
        assert [*unknown_words(text)] == []


@pytest.mark.parametrize("page", [p for p in sorted(DOCS.glob("*/*.md")) if p.parent.name != "rulings"])
def test_a_page_says_for_whom_it_is(page: Path) -> None:
    assert page.read_text(encoding="utf-8").split("\n\n")[1].startswith("For ")


@pytest.mark.parametrize("page", sorted(DOCS.glob("*/*.md")), ids=lambda page: page.stem)
def test_a_page_is_on_the_way_through(page: Path) -> None:
    way = (DOCS / "README.md").read_text(encoding="utf-8")
    assert f"]({page.relative_to(DOCS).as_posix()})" in way


def test_every_command_is_on_the_page_of_commands() -> None:
    page = (DOCS / "start" / "commands.md").read_text(encoding="utf-8")
    assert {*re.findall(r"`artrules ([a-z]+)", page)} == {*COMMANDS}
    assert {*re.findall(r"`artrules export NAME --as ([a-z]+)", page)} == {*FORMATS}


def test_pages_that_sources_name_are_there() -> None:
    headings: dict[str, list[str]] = {}
    named = 0
    for folder in ("interpreter", "schemas", "tests", "rulesets", "plugins"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix not in _SOURCES or path == Path(__file__) or not path.is_file():
                continue
            for page, heading in _PAGE_NAMED.findall(path.read_text(encoding="utf-8")):
                named += 1
                assert (ROOT / page).is_file(), f"{path} names {page}"
                if page not in headings:
                    headings[page] = _HEADING.findall(_LISTING.sub("", (ROOT / page).read_text(encoding="utf-8")))
                assert not heading or heading in headings[page], f"{path} names {heading} in {page}"
    assert named > 100


def remarks(text: str) -> Iterator[str]:
    """The comments of a Python file, and its docstrings, those of names and fields too."""
    yield from (t.string for t in tokenize.generate_tokens(StringIO(text).readline) if t.type == tokenize.COMMENT)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(ast.Constant(str(docstring))):
                yield docstring


def ends_of(path: str) -> Iterator[str]:
    """The ways to name a file or a folder: its path, and the ends of it."""
    parts = path.split("/")
    yield from ("/".join(parts[start:]) for start in range(len(parts)))


def wings_by_name() -> dict[str, set[str]]:
    """The wings in which files and folders lie, by each name that these may be called by. Folders end with a slash."""
    wings: dict[str, set[str]] = {}
    for folder in ("interpreter", "schemas", "tests", "rulesets", "plugins", "docs"):
        for path in (ROOT / folder, *(ROOT / folder).rglob("*")):
            if "__pycache__" not in path.parts:
                name = path.relative_to(ROOT).as_posix()
                for end in ends_of(name):
                    wings.setdefault(f"{end}/" if path.is_dir() else end, set()).add(wing(name))
    return wings


def wing(name: str) -> str:
    """The wing of the package that a file lies in, or the folder of the tree."""
    parts = name.split("/")
    return "/".join(parts[: 3 if parts[0] == "interpreter" else 1])


def unknown_files(text: str, place: str, files: dict[str, set[str]]) -> list[str]:
    """The files and folders that a text in a wing names and that aren't there. A file is named by an end of its path;
    the bare name is enough only in its own wing."""
    return [
        name
        for name in _FILE_NAMED.findall(text)
        if name not in files or ("/" not in name and place not in files[name])
    ]


def test_files_that_comments_name_are_there() -> None:
    files = wings_by_name()
    wrong = []
    for folder in ("interpreter", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in (".py", ".lark", ".js", ".mjs"):
                continue
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".py" and (_FILE_NAMED.search(text) or _DOTTED.search(text)):
                text = "\n".join(remarks(text))
            wrong += [f"{name}: {unknown}" for unknown in unknown_files(text, wing(name), files)]
            modules = [m for m in _DOTTED.findall(text) if m not in _NO_MODULES and not is_there(m)]
            wrong += [f"{name}: {unknown}" for unknown in modules]
    assert wrong == []


def test_what_is_not_there_is_found() -> None:
    page = DOCS / "extend" / "api.md"
    text = (
        "[a](api.md#playing) [b](api.md#fast-play) [c](nowhere.md) [d](api.md#nowhere) [e](https://x.org) `[f](x.md)`\n"
        "`artrules.play.game.game` `artrules.play.game.nothing`\n"
        "`artrules.toml` `tests/test_links.py` `tests/nothing.py`\n"
        "`python -m artrules.author.derive` `python -m tests.nothing`\n"
        "```sh\nartrules check x --watch  # `artrules.no.module`\nartrules chekc x\nartrules test x --watch\n```\n"
    )
    assert broken(page, text) == ["nowhere.md", "api.md#nowhere"]
    assert missing(page, text) == ["tests.nothing", "artrules.play.game.nothing", "tests/nothing.py"]
    assert [*unknown_words(text)] == ["chekc", "test --watch"]


def test_files_that_are_not_there_are_found() -> None:
    code = '"""`game/nothing.py`"""\nx = "`gone.py`"  # `nowhere/`, `game/game.py` and `code.lark`\n"""`game.py`"""\n'
    text = "\n".join(remarks(code))
    files = wings_by_name()
    assert unknown_files(text, "interpreter/artrules/play", files) == ["nowhere/", "code.lark", "game/nothing.py"]
    assert unknown_files("see `game.py`", "interpreter/artrules/lab", files) == ["game.py"]
    assert unknown_files("1 first   gone.py", "tests", files) == ["gone.py"]
