"""What a file says of itself in its first keys, found without parsing it.

Files for other games are passed over, however wrong they are; so it must be known for which game a file is before it is
parsed. A text search can miss the key where a file is spelled unusually (`{set: x, of: y}`). Then the answer is "not
known", and the file is parsed to find out.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from artrules.catalogue.locations import MAIN
from artrules.source.bounded_file import read_regular_file
from artrules.source.decode import LARGEST_FILE

_OWNER = re.compile(rb"^(?:of|part_of|scenarios)[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
_RULESET = re.compile(rb"^ruleset[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
_BEGINS_AS_SCENARIOS = re.compile(rb"(?:\s|#[^\n]*\n)*scenarios:")
_BEGINS_AS_PART = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|#[^\n]*\n)*part_of:")
_SET_OR_OVERLAY = re.compile(rb"^(set|overlay)[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)", re.MULTILINE)
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
    """The set or overlay that a file declares, such as `set museum`; empty where it declares none, where it can't be
    read, or where the text search doesn't find it."""
    with suppress(OSError):
        match = _SET_OR_OVERLAY.search(read_regular_file(path, _HEAD))
        return " ".join(part.decode() for part in match.groups()) if match else ""
    return ""


def holds_scenarios(content: bytes) -> bool:
    """Whether the first key of a file's content is `scenarios`."""
    return _BEGINS_AS_SCENARIOS.match(content) is not None


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
