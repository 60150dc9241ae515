"""The configuration file of commands: `artrules.toml`, or the table `[tool.artrules]` in a pyproject.toml.

The nearest one counts, from the current folder upwards; in one folder `artrules.toml` goes before `pyproject.toml`. A
pyproject.toml without that table is skipped. Paths in the file are relative to its folder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.text.source.bounded_file import read_regular_file, real_path

if TYPE_CHECKING:
    from artrules.table.commands.toml import TomlPlaces

KEYS = ("check", "with")
OWN = "artrules.toml"
SHARED = "pyproject.toml"
MOST_NAMED = 500
"""Paths of files and folders that may be named: as many as files may be read."""
_LARGEST = 256 * 1024
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_AT_END = " (at end of document)"


@dataclass(frozen=True)
class ConfigurationFile:
    """A configuration file that could be read, and its table for artrules."""

    path: Path
    text: str
    table: dict[str, Any]
    inside: tuple[str, ...] = ()
    """The keys of the file that lead to the table."""

    @cached_property
    def _places(self) -> TomlPlaces:
        from artrules.table.commands.toml import TomlPlaces

        return TomlPlaces(self.text)

    def wrong_key(self, path: tuple[str | int, ...], message: str) -> Misuse:
        """What to raise for a key, which is given by the keys from the table in."""
        return self._wrong(self._places.key((*self.inside, *path)), message)

    def wrong_value(self, path: tuple[str | int, ...], message: str) -> Misuse:
        """The same for the value of a key, or an item of a list."""
        return self._wrong(self._places.value((*self.inside, *path)), message)

    def _wrong(self, place: tuple[int, int], message: str) -> Misuse:
        return Misuse(f"{self.path}:{place[0]}:{place[1]}: {message}")

    def check_keys(self, path: tuple[str, ...], table: dict[str, Any], keys: Sequence[str]) -> None:
        """Raise Misuse for a key that the table at a path doesn't have."""
        for key in table:
            if key not in keys:
                near = f"{did_you_mean(key, keys)} (there are: {', '.join(keys)})"
                raise self.wrong_key((*path, key), f"there is no key `{key}`{near}")

    def texts(self, path: tuple[str, ...], value: object, example: str) -> list[str]:
        """A value that must be a list of texts. Raises Misuse."""
        if isinstance(value, list):
            for number, text in enumerate(value):
                if not isinstance(text, str):
                    raise self.wrong_value((*path, number), f"`{path[-1]}` is a list of texts, such as {example}")
            return value
        raise self.wrong_value(path, f"`{path[-1]}` is a list of texts, such as {example}")


def nearest_configuration(here: Path) -> ConfigurationFile | None:
    """The configuration file that counts in a folder, if there is one. Raises Misuse if it is wrong."""
    for folder in (here, *here.parents):
        for name in (OWN, SHARED):
            file = folder / name
            wanted = exists(file) if name == OWN else file.is_file()
            if wanted and (configuration := _read(file)) is not None:
                configuration.check_keys((), configuration.table, KEYS)
                return configuration
    return None


def configured_paths(here: Path) -> tuple[Path, ...]:
    """The paths under `with` in the nearest configuration file. Raises Misuse if the file is wrong."""
    configuration = nearest_configuration(here)
    return _paths(configuration) if configuration is not None else ()


def _read(file: Path) -> ConfigurationFile | None:
    import tomllib

    from artrules.table.commands.toml import TomlTooLarge, check_bounds

    try:
        content = read_regular_file(file, _LARGEST)
        if len(content) > _LARGEST:
            raise Misuse(f"{file}: the file is too large (at most {_LARGEST:,} bytes)")
        text = content.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
        check_bounds(text)
        data = tomllib.loads(text)
    except TomlTooLarge as problem:
        raise Misuse(f"{file}:{problem.line}:{problem.column}: {problem}") from None
    except (ValueError, RecursionError) as problem:
        raise Misuse(_no_toml(file, str(problem))) from None
    except OSError as problem:
        raise Misuse(f"{file}: {problem.strerror or problem}") from None
    if file.name == OWN:
        return ConfigurationFile(file, text, data)
    tool = data.get("tool")
    table = tool.get("artrules") if isinstance(tool, dict) else None
    configuration = ConfigurationFile(file, text, table if isinstance(table, dict) else {}, ("tool", "artrules"))
    if table is not None and not isinstance(table, dict):
        raise configuration.wrong_key((), "`tool.artrules` is a table: `[tool.artrules]`")
    return configuration if table is not None else None


def _no_toml(file: Path, problem: str) -> str:
    """The message for a file that the reader refuses; it tells the place at the end of its own."""
    match = _PLACE.search(problem)
    where = f":{match[1]}:{match[2]}" if match else ""
    what = problem[: match.start()] if match else problem.removesuffix(_AT_END)
    return f"{file}{where}: this is no TOML: {what}"


def _paths(file: ConfigurationFile) -> tuple[Path, ...]:
    texts = file.texts(("with",), file.table.get("with", []), '["sets/", "river.yaml"]')
    check_count(texts, f"{file.path}: `with`")
    paths = tuple(file.path.parent / path for path in texts)
    for number, (path, text) in enumerate(zip(paths, texts, strict=True)):
        if not exists(path):
            message = f"`with` names `{text}`, but there is no such file or folder"
            raise file.wrong_value(("with", number), message)
        check_not_root(path, f"{file.path}: `with`")
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
