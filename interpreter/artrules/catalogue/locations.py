"""What the catalogue finds: locations of rulesets, and files that lie outside of a ruleset's folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from artrules.diagnostics.diagnostic import Diagnostic

if TYPE_CHECKING:
    from artrules.ir.declarations import PluginFunction

MAIN = "ruleset.yaml"
"""The file that makes a folder the folder of a ruleset."""


class Location(NamedTuple):
    """The folder of a ruleset, and its name in diagnostics."""

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
