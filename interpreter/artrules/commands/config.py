"""The file that says what commands are always given: `artrules.toml`, or `[tool.artrules]` in a pyproject.toml.

The nearest one counts, looked for from the current folder upwards; in one folder `artrules.toml` goes before
`pyproject.toml`. A pyproject.toml without that table is none of ours. Paths in it are relative to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from artrules.commands.ending import Misuse, did_you_mean

KEYS = ("with",)
OWN = "artrules.toml"
SHARED = "pyproject.toml"
_LARGEST = 1024 * 1024


def configured_paths(here: Path) -> tuple[Path, ...]:
    """The paths under `with` in the nearest file. Raises Misuse for a file that is wrong."""
    for folder in (here, *here.parents):
        for name in (OWN, SHARED):
            file = folder / name
            if file.is_file() and (table := _table(file)) is not None:
                return _paths(file, table)
    return ()


def _table(file: Path) -> dict[str, Any] | None:
    import tomllib

    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise Misuse(f"{file}: the file is too large (at most {_LARGEST:,} bytes)")
        data = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
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
    paths = tuple(file.parent / path for path in given)
    for path, text in zip(paths, given, strict=True):
        if not there(path):
            raise Misuse(f"{file}: `with` names `{text}`, but there is no such file or folder")
    return paths


def there(path: Path) -> bool:
    """Whether there is anything at a path; no for what can't be one."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False
