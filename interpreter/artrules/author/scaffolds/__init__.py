"""Scaffolds: what `artrules new` writes to begin with.

In: the name of a scaffold and of the new thing, or the folder of a game to copy. Out: files, written whole or not at
all.

A new game is a copy of a complete one under another name: those in `rulesets/templates` are made for that. All else is
made of the templates in the folders here: the name of such a file ends in `.template`, and `NAME` in it stands for the
name of the new thing. In the text, words such as `$name` stand for what `fill` is given.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from shutil import rmtree
from string import Template
from tempfile import mkdtemp

from artrules.model.catalogue.locations import MAIN, declared_name, shipped_templates
from artrules.model.catalogue.scan import MOST_ENTRIES, is_hidden, why_not_plain
from artrules.text.diagnostics.diagnostic import Edit, apply_edits
from artrules.text.diagnostics.report import Report
from artrules.text.source.bounded_file import read_regular_file, real_path
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Scalar
from artrules.text.source.read import read
from artrules.text.source.written_file import NewFile

Files = Mapping[PurePosixPath, bytes]
"""The files of a new thing, by their paths in its folder."""

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
_NO_TEXT = frozenset({"yes", "no", "true", "false", "on", "off", "null"})
"""Words that a file can't have as names without quotes."""
_ENDING = ".template"
_HERE = Path(__file__).parent
_LARGEST = 32 * 1024 * 1024
"""Bytes of one file of a game that is copied: pictures are among them."""
_NAMES_OF_GAMES = ("ruleset", "part_of", "of", "scenarios")
"""The keys at the head of a file under which it names its game."""


def is_name(text: str) -> bool:
    """Whether a text can name a new thing: lower-case words joined by `_`, at most 60 characters,
    and no word that YAML takes for a value."""
    return _NAME.fullmatch(text) is not None and len(text) <= 60 and text not in _NO_TEXT


def title_of(name: str) -> str:
    """What a new thing is called: its name as words."""
    return name.replace("_", " ").capitalize()


# What is written: filled templates, or the files of a game under another name.


def game_scaffolds() -> dict[str, Path]:
    """The folders of the games with which one can begin, by name."""
    return {folder.name: folder for folder in sorted(shipped_templates().iterdir()) if (folder / MAIN).is_file()}


def fill(scaffold: str, name: str, **words: str) -> Files:
    """The files of a scaffold, such as `plugin`, for a thing of this name. Beside the words that are given, its texts
    may use `$name`, `$title` and `$words` for the name as words, `$dashed` for the name with `-` instead of `_`,
    `$Class` for a name of a class, and `$letters` for two to eight capital letters."""
    words = {
        "name": name,
        "title": title_of(name),
        "words": name.replace("_", " "),
        "dashed": name.replace("_", "-"),
        "Class": "".join(word.capitalize() for word in name.split("_")),
        "letters": re.sub("[^A-Z]", "", name.upper())[:8].ljust(2, "X"),
        **words,
    }
    files = {}
    for path, place in _paths(_HERE / scaffold):
        if path.name.endswith(_ENDING):
            place = PurePosixPath(str(place).replace("NAME", name).removesuffix(_ENDING))
            files[place] = Template(path.read_text(encoding="utf-8")).substitute(words).encode("utf-8")
    return files


def renamed_game(folder: Path, name: str) -> Files:
    """The files of the game in a folder as those of a game with another name, which is called by that, too. All files
    are copied that aren't hidden; links that lead out of the folder are left out. Raises OSError."""
    before = declared_name(folder)
    home = real_path(folder)
    files = {}
    for path, place in _paths(folder):
        if why_not_plain(path, home) is None:
            content = read_regular_file(path, _LARGEST)
            if len(content) > _LARGEST:
                raise OSError(f"{path} is larger than {_LARGEST // 1024**2} MiB")
            files[place] = _renamed(content, before, name) if path.suffix == ".yaml" else content
    return files


def _renamed(content: bytes, before: str, name: str) -> bytes:
    """A file of a game with another name for the game where it names that at its head."""
    document = read(content, "", Report())
    if not isinstance(document, MappingNode):
        return content
    edits = []
    for key in _NAMES_OF_GAMES:
        value = document.get(key)
        if isinstance(value, Scalar) and value.text == before:
            edits.append(Edit(value.span, name))
    title = document.get("title")
    if document.get("ruleset") is not None and isinstance(title, Scalar):
        edits.append(Edit(title.span, title_of(name)))
    return apply_edits(content.decode("utf-8"), edits).encode("utf-8")


def _paths(folder: Path) -> Iterator[tuple[Path, PurePosixPath]]:
    """The paths of all files in a folder, at any depth, that aren't hidden, sorted; each with its path in there. Raises
    OSError."""
    count = 0
    for here, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(each for each in folders if not is_hidden(each) and each != "__pycache__")
        for name in sorted(names):
            count += 1
            if count > MOST_ENTRIES:
                raise OSError(f"{folder} has more than {MOST_ENTRIES:,} files")
            if not is_hidden(name):
                path = Path(here, name)
                yield path, PurePosixPath(path.relative_to(folder).as_posix())


def _refuse(problem: OSError) -> None:
    raise problem


# Writing: all of it or nothing.


def write_folder(files: Files, folder: Path) -> list[Path]:
    """Write files into a new folder, and return their paths. They are written beside it and moved there together.
    Raises FileExistsError if there is something at its place already, and OSError if it can't be written."""
    if os.path.lexists(folder):
        raise FileExistsError(str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        inside = temporary / folder.name
        inside.mkdir()  # with the usual mode, unlike the temporary folder
        for place, content in files.items():
            path = inside / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        os.rename(inside, folder)
    finally:
        rmtree(temporary, ignore_errors=True)
    return [folder / place for place in files]


def write_beside(files: Files, folder: Path) -> list[Path]:
    """Write files into a folder that may be there, and return their paths. Raises FileExistsError, with its path, for
    one that is there already, and OSError if they can't be written."""
    paths = [folder / place for place in files]
    for path in paths:
        if os.path.lexists(path):
            raise FileExistsError(str(path))
    with ExitStack() as stack:
        new_files = []
        for path, content in zip(paths, files.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            new_files.append(stack.enter_context(NewFile(path, content)))
        for new in new_files:
            new.move()
    return paths
