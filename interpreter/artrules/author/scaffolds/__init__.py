"""Scaffolds: folders of templates with which `artrules new` starts a project.

In: the name of a scaffold and the name of the new thing. Out: a new folder with the filled-in files.

The name of a template file ends in `.template`, and `NAME` in it stands for the name of the new thing. In the text,
`$name` stands for that name, `$title` for the name as words, `$dashed` for the name with `-` instead of `_`, `$Class`
for a name of a class, and `$letters` for two to eight capital letters.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from shutil import rmtree
from string import Template

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
_ENDING = ".template"


def is_name(text: str) -> bool:
    """Whether a text can name a new thing: lower-case words joined by `_`, at most 60 characters."""
    return _NAME.fullmatch(text) is not None and len(text) <= 60


def write(scaffold: str, name: str, folder: Path) -> list[Path]:
    """Write a scaffold into a new folder, and return the paths of its files.

    `scaffold` is the name of a folder of templates, such as `plugin`. Raises FileExistsError if the folder exists
    already, and OSError if it can't be written. After an error, it removes everything that it has written.
    """
    words = {"name": name, "dashed": name.replace("_", "-"), "title": name.replace("_", " ").capitalize()}
    words["letters"] = re.sub("[^A-Z]", "", name.upper())[:8].ljust(2, "X")
    words["Class"] = "".join(word.capitalize() for word in name.split("_"))
    folder.mkdir(parents=True)
    written = []
    try:
        for place, template in _templates(files(__package__).joinpath(scaffold), PurePosixPath()):
            path = folder / str(place).replace("NAME", name).removesuffix(_ENDING)
            path.parent.mkdir(exist_ok=True)
            path.write_text(Template(template).substitute(words), encoding="utf-8", newline="\n")
            written.append(path)
    except BaseException:  # a signal, too, must not leave half of the files; the error goes on
        rmtree(folder, ignore_errors=True)
        raise
    return written


def _templates(folder: Traversable, place: PurePosixPath) -> Iterator[tuple[PurePosixPath, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, place / entry.name)
        elif entry.name.endswith(_ENDING):
            yield place / entry.name, entry.read_text(encoding="utf-8")
