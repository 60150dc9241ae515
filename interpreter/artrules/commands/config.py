"""The configuration file of commands: `artrules.toml`, or the table `[tool.artrules]` in a pyproject.toml.

The nearest one counts, from the current folder upwards; in one folder `artrules.toml` goes before `pyproject.toml`. A
pyproject.toml without that table is skipped. Paths in the file are relative to its folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from artrules.commands.exit import Misuse, did_you_mean
from artrules.source.bounded_file import read_regular_file, real_path

KEYS = ("with",)
OWN = "artrules.toml"
SHARED = "pyproject.toml"
MOST_NAMED = 500
"""Paths of files and folders that may be named: as many as files may be read."""
_LARGEST = 256 * 1024


def configured_paths(here: Path) -> tuple[Path, ...]:
    """The paths under `with` in the nearest configuration file. Raises Misuse if the file is wrong."""
    for folder in (here, *here.parents):
        for name in (OWN, SHARED):
            file = folder / name
            wanted = exists(file) if name == OWN else file.is_file()
            if wanted and (table := _table(file)) is not None:
                return _paths(file, table)
    return ()


def _table(file: Path) -> dict[str, Any] | None:
    import tomllib

    from artrules.commands.toml_bounds import TomlTooLarge, check_bounds

    try:
        content = read_regular_file(file, _LARGEST)
        if len(content) > _LARGEST:
            raise Misuse(f"{file}: the file is too large (at most {_LARGEST:,} bytes)")
        text = content.decode("utf-8").replace("\r\n", "\n")
        check_bounds(text)
        data = tomllib.loads(text)
    except TomlTooLarge as problem:
        raise Misuse(f"{file}:{problem.line}:{problem.column}: {problem}") from None
    except (ValueError, RecursionError) as problem:
        raise Misuse(f"{file}: this is no TOML: {problem}") from None
    except OSError as problem:
        raise Misuse(f"{file}: {problem.strerror or problem}") from None
    if file.name == OWN:
        return data
    tool = data.get("tool")
    table = tool.get("artrules") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise Misuse(f"{file}: `tool.artrules` is a table: `[tool.artrules]`")
    return table


def _paths(file: Path, table: dict[str, Any]) -> tuple[Path, ...]:
    for key in table:
        if key not in KEYS:
            raise Misuse(f"{file}: there is no key `{key}`{did_you_mean(key, KEYS)} (there are: {', '.join(KEYS)})")
    given = table.get("with", [])
    if not isinstance(given, list) or not all(isinstance(path, str) for path in given):
        raise Misuse(f'{file}: `with` is a list of texts, such as ["sets/", "river.yaml"]')
    check_count(given, f"{file}: `with`")
    paths = tuple(file.parent / path for path in given)
    for path, text in zip(paths, given, strict=True):
        if not exists(path):
            raise Misuse(f"{file}: `with` names `{text}`, but there is no such file or folder")
        check_not_root(path, f"{file}: `with`")
    return paths


def check_count(paths: Sequence[object], who: str) -> None:
    """Raise Misuse when there are too many paths; `who` says in the message where they are named."""
    if len(paths) > MOST_NAMED:
        raise Misuse(f"{who} names {len(paths):,} files and folders (at most {MOST_NAMED}): put them into a folder")


def check_not_root(path: Path, who: str) -> None:
    """Raise Misuse for the root of the file system; `who` says in the message where it is named."""
    real = real_path(path)
    if real == real.parent:
        raise Misuse(f"{who} names `{path}`, which holds everything there is: name a folder of sets")


def exists(path: Path) -> bool:
    """Whether anything is at a path, a broken link included; False for a text that can't be a path."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False
