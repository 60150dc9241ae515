"""The file that says what commands are always given: `artrules.toml`, or `[tool.artrules]` in a pyproject.toml.

The nearest one counts, looked for from the current folder upwards; in one folder `artrules.toml` goes before
`pyproject.toml`. A pyproject.toml without that table is none of ours. Paths in it are relative to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from artrules.commands.exit import Misuse, did_you_mean
from artrules.source.bounded_file import read_ordinary, real_path

KEYS = ("with",)
OWN = "artrules.toml"
SHARED = "pyproject.toml"
MOST_NAMED = 500
"""Paths of files and folders: as many as files may be read."""
_LARGEST = 256 * 1024


def configured_paths(here: Path) -> tuple[Path, ...]:
    """The paths under `with` in the nearest file. Raises Misuse for a file that is wrong."""
    for folder in (here, *here.parents):
        for name in (OWN, SHARED):
            file = folder / name
            wanted = there(file) if name == OWN else file.is_file()
            if wanted and (table := _table(file)) is not None:
                return _paths(file, table)
    return ()


def _table(file: Path) -> dict[str, Any] | None:
    import tomllib

    from artrules.commands.toml_bounds import TooMuch, see_bounds

    try:
        content = read_ordinary(file, _LARGEST)
        if len(content) > _LARGEST:
            raise Misuse(f"{file}: the file is too large (at most {_LARGEST:,} bytes)")
        text = content.decode("utf-8").replace("\r\n", "\n")
        see_bounds(text)
        data = tomllib.loads(text)
    except TooMuch as problem:
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
    see_number(given, f"{file}: `with`")
    paths = tuple(file.parent / path for path in given)
    for path, text in zip(paths, given, strict=True):
        if not there(path):
            raise Misuse(f"{file}: `with` names `{text}`, but there is no such file or folder")
        see_no_root(path, f"{file}: `with`")
    return paths


def see_number(paths: Sequence[object], who: str) -> None:
    """See that there are not too many paths; `who` names them."""
    if len(paths) > MOST_NAMED:
        raise Misuse(f"{who} names {len(paths):,} files and folders (at most {MOST_NAMED}): put them into a folder")


def see_no_root(path: Path, who: str) -> None:
    """See that a path isn't that of all files there are; `who` names it."""
    real = real_path(path)
    if real == real.parent:
        raise Misuse(f"{who} names `{path}`, which holds everything there is: name a folder of sets")


def there(path: Path) -> bool:
    """Whether there is anything at a path; no for what can't be one."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False
