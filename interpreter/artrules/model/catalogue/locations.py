"""What the catalogue finds: locations of rulesets, and files that lie outside of a ruleset's folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import artrules
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.source.bounded_file import read_regular_file
from artrules.text.source.decode import LARGEST_FILE

if TYPE_CHECKING:
    from artrules.model.ir.declarations import PluginFunction


MAIN = "ruleset.yaml"
"""The file that makes a folder the folder of a ruleset."""


LIBRARIES = "libraries"
"""The folder in which libraries are looked for by name: beside the folder of a ruleset, and among the shipped ones."""


class Location(NamedTuple):
    """The folder of a ruleset, or the file or folder of a library, and its name in diagnostics."""

    folder: Path
    shown_as: str


@dataclass(frozen=True, slots=True)
class ContentFile:
    """A file from outside of a ruleset's folder, and its name in diagnostics."""

    path: Path
    shown: str


@dataclass(frozen=True, slots=True)
class PluginFiles:
    """An active plugin's version (empty where it has none), the sets and overlays in its folders, and the functions and
    ways to draw that it brings."""

    version: str
    files: tuple[ContentFile, ...]
    functions: tuple[PluginFunction, ...] = ()


KnownRulesets: TypeAlias = Mapping[str, Location]
"""Locations of rulesets by the names that they declare."""


@dataclass(frozen=True)
class OutsideContent:
    """Files and rulesets from outside, for whatever games, and what they are resolved against.

    `known` and `plugins` are asked for only where something depends on them: finding plugins takes time.
    """

    files: tuple[ContentFile, ...] = ()
    rulesets: Mapping[str, Path] = field(default_factory=dict)
    """Folders of whole rulesets, by the names of the folders."""
    problems: tuple[Diagnostic, ...] = ()
    known: Callable[[], KnownRulesets] = dict
    """Gives all rulesets that are known. A file for one of them is passed over while another is read."""
    plugins: Callable[[], Mapping[str, PluginFiles]] = dict
    """Gives the active plugins by name: those that a ruleset may require."""


# What a file says of itself in its first keys, found without parsing it.
#
# Files for other games are passed over, however wrong they are; so it must be known for which game a file is before it
# is parsed. A text search can miss the key where a file is spelled unusually (`{set: x, of: y}`). Then the answer is
# "not known", and the file is parsed to find out.

_OWNER = re.compile(rb"^(?:of|part_of|scenarios)[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
_RULESET = re.compile(rb"^ruleset[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
_BEGINS_AS_SCENARIOS = re.compile(rb"(?:\s|#[^\n]*\n)*scenarios:")
_BEGINS_AS_PART = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|#[^\n]*\n)*part_of:")
_DECLARED = re.compile(
    rb"^\{?[ \t]*[\"']?(set|overlay|expansion|library)[\"']?[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE
)
_HEAD = 65_536
"""Bytes at the beginning of a ruleset.yaml in which its name is looked for."""


def target_ruleset(content: bytes) -> str:
    """The name of the game that a file's content is for; empty where the text search doesn't find it."""
    match = _OWNER.search(content)
    return match[1].decode() if match else ""


def target_ruleset_of_file(path: Path) -> str:
    """The same for a file; empty also where it can't be read."""
    with suppress(OSError):
        return target_ruleset(read_regular_file(path, LARGEST_FILE))
    return ""


def declared_as(path: Path) -> str:
    """The set, overlay, expansion or library that a file declares, such as `set hill`; empty where it declares none,
    where it can't be read, or where the text search doesn't find it."""
    with suppress(OSError):
        match = _DECLARED.search(read_regular_file(path, _HEAD))
        return " ".join(part.decode() for part in match.groups()) if match else ""
    return ""


def holds_scenarios(content: bytes) -> bool:
    """Whether the first key of a file's content is `scenarios`."""
    return _BEGINS_AS_SCENARIOS.match(content) is not None


def declared_library(path: Path) -> str:
    """The name of the library that a file holds; empty where it holds none."""
    kind, _, name = declared_as(path).partition(" ")
    return name if kind == "library" else ""


def is_part(content: bytes) -> bool:
    """Whether the first key of a file's content is `part_of`."""
    return _BEGINS_AS_PART.match(content) is not None


def declared_name(folder: Path) -> str:
    """The name that the ruleset in a folder declares; empty where the text search doesn't find it."""
    try:
        match = _RULESET.search(read_regular_file(folder / MAIN, _HEAD))
    except OSError:
        return ""
    return match[1].decode() if match else ""


# The rulesets that come with the engine: in the installed package, or beside it in an editable checkout.

_PACKAGE = Path(artrules.__file__).parent


def shipped_folder() -> Path:
    """The folder of the shipped rulesets."""
    inside = _PACKAGE / "rulesets"
    return inside if inside.is_dir() else _PACKAGE.parent.parent / "rulesets"


def shipped_templates() -> Path:
    """The folder of the games of which `artrules new` makes copies; none of them is found by its name."""
    return shipped_folder() / "templates"


def shipped_libraries() -> Path:
    """The folder of the shipped libraries."""
    return shipped_folder() / LIBRARIES


def shipped_rulesets() -> list[str]:
    """The names of the shipped rulesets, sorted."""
    return sorted(p.parent.name for p in shipped_folder().glob(f"*/{MAIN}"))
