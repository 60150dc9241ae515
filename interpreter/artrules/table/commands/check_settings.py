"""Which warnings `artrules check` shows, and which of them count as errors: the table `[check]` of the configuration
file, and options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from artrules.table.commands.config import MOST_NAMED, ConfigurationFile, nearest_configuration
from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.text.diagnostics.diagnostic import Diagnostic
    from artrules.text.diagnostics.kinds import Kind


# Which warnings `artrules check` shows, and which of them count as errors.

Level = Literal["error", "warning", "off"]
LEVELS: tuple[Level, ...] = ("error", "warning", "off")
_CODE = re.compile(r"[A-Z]{1,8}[0-9]{0,4}")


@dataclass(frozen=True, slots=True)
class Policy:
    """What is shown. It concerns warnings; errors are always shown.

    Kinds are named by slug, code, or the beginning of a code such as `ART41`.
    """

    select: tuple[str, ...] = ()
    """Kinds that are shown; empty if all are."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Level] = field(default_factory=dict)
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Patterns of paths, and the kinds that are ignored in the files."""
    folder: Path = field(default_factory=Path)
    """The folder in which the patterns are meant."""
    strict: bool = False
    """Whether every warning counts as an error."""

    def applied(self, diagnostics: Iterable[Diagnostic], paths: Mapping[str, Path]) -> list[Diagnostic]:
        """The diagnostics to show. `paths` leads from the names of files in diagnostics to the files."""
        return [shown for diagnostic in diagnostics if (shown := self._judged(diagnostic, paths)) is not None]

    def _judged(self, diagnostic: Diagnostic, paths: Mapping[str, Path]) -> Diagnostic | None:
        if diagnostic.severity == "error":
            return diagnostic
        kind = diagnostic.kind
        level = self._level(kind)
        selected = not self.select or any(names(text, kind) for text in self.select)
        ignored = any(names(text, kind) for text in (*self.ignore, *self._ignored_in(diagnostic, paths)))
        if level == "off" or not selected or ignored:
            return None
        return replace(diagnostic, raised=True) if self.strict or level == "error" else diagnostic

    def _level(self, kind: Kind) -> Level:
        """The level that the most precise of the names that fit gives."""
        fitting = [text for text in self.severity if names(text, kind)]
        return self.severity[max(fitting, key=lambda text: (text == kind.slug, len(text)))] if fitting else "warning"

    def _ignored_in(self, diagnostic: Diagnostic, paths: Mapping[str, Path]) -> Iterable[str]:
        path = paths.get(diagnostic.span.file) if self.files and diagnostic.span is not None else None
        if path is None:
            return
        real, folder = real_path(path), real_path(self.folder)
        if real.is_relative_to(folder):
            inside = real.relative_to(folder).as_posix()
            for pattern, kinds in self.files:
                if fnmatchcase(inside, pattern):
                    yield from kinds


def names(text: str, kind: Kind) -> bool:
    """Whether a slug, a code or the beginning of a code names a kind."""
    return text == kind.slug or (_CODE.fullmatch(text) is not None and kind.name.startswith(text))


def why_no_name(text: str, all_kinds: Callable[[], Iterable[Kind]]) -> str | None:
    """None for a text that names warnings; else what is wrong with it.

    Codes with other letters than ART may be those of plugins that aren't active.
    """
    kinds = list(all_kinds())
    named = [kind for kind in kinds if names(text, kind)]
    if any(kind.severity == "warning" for kind in named):
        return None
    if named:
        return f"`{text}` is an error, and errors are always shown"
    if _CODE.fullmatch(text) and not text.startswith("ART"):
        return None
    words = [word for kind in kinds if kind.severity == "warning" for word in (kind.slug, kind.name)]
    return f"no warning is called `{text}`{did_you_mean(text, words)}"


# Reads which warnings `artrules check` shows: the table `[check]` of the configuration file, and options.
#
# An option replaces the key of its name; `--severity` adds to the table.

KEYS = ("files", "ignore", "select", "severity", "strict")
EXAMPLE = '["never-used", "ART41"]'
F = TypeVar("F", bound=Callable[..., Any])
Fail = Callable[[str], Misuse]


def policy_options(function: F) -> F:
    """Add `--select`, `--ignore`, `--severity` and `--strict` to a command."""
    for option in (
        click.option("--strict/--no-strict", default=None, help="Count every warning as an error."),
        click.option(
            "--severity",
            metavar="NAME=LEVEL",
            multiple=True,
            help="Count warnings of a kind as error or warning, or turn them off; may be given several times.",
        ),
        click.option(
            "--ignore", metavar="NAMES", multiple=True, help="Warnings not to show, by name or code, such as ART41."
        ),
        click.option("--select", metavar="NAMES", multiple=True, help="Show only these warnings, beside errors."),
    ):
        function = option(function)
    return function


def read_policy(
    select: Iterable[str], ignore: Iterable[str], severity: Iterable[str], strict: bool | None, here: Path | None = None
) -> Policy:
    """What the options and the nearest configuration file say, from a folder upwards: by default the current one.
    Raises Misuse."""
    file = nearest_configuration(here or Path.cwd())
    policy = _configured(file) if file is not None else Policy()
    selected_names, ignored_names = _named("--select", select), _named("--ignore", ignore)
    return Policy(
        selected_names or policy.select,
        ignored_names or policy.ignore,
        {**policy.severity, **_levels(severity)},
        policy.files,
        policy.folder,
        policy.strict if strict is None else strict,
    )


def _all_kinds() -> list[Kind]:
    from artrules.check.checks.registry import kinds
    from artrules.play.plugins.run_checks import plugin_kinds

    return [*kinds().values(), *plugin_kinds()]


def _configured(file: ConfigurationFile) -> Policy:
    table = file.table.get("check", {})
    if not isinstance(table, dict):
        raise file.wrong_value(("check",), "`check` is a table: `[check]`")
    file.check_keys(("check",), table, KEYS)
    strict = table.get("strict", False)
    if not isinstance(strict, bool):
        raise file.wrong_value(("check", "strict"), "`strict` is `true` or `false`")
    patterns = _table(file, "files")
    return Policy(
        _texts(file, ("check", "select"), table.get("select", [])),
        _texts(file, ("check", "ignore"), table.get("ignore", [])),
        {name: _level(file, name, level) for name, level in _table(file, "severity").items()},
        tuple((pattern, _texts(file, ("check", "files", pattern), value)) for pattern, value in patterns.items()),
        file.path.parent,
        strict,
    )


def _table(file: ConfigurationFile, key: str) -> Mapping[str, object]:
    table = file.table["check"].get(key, {}) if "check" in file.table else {}
    if not isinstance(table, dict):
        raise file.wrong_value(("check", key), f"`{key}` is a table: `[check.{key}]`")
    if len(table) > MOST_NAMED:
        raise file.wrong_key(("check", key), f"`{key}` has {len(table):,} keys (at most {MOST_NAMED})")
    return table


def _texts(file: ConfigurationFile, path: tuple[str, ...], value: object) -> tuple[str, ...]:
    """A list of names of warnings."""
    texts = file.texts(path, value, EXAMPLE)
    if len(texts) > MOST_NAMED:
        raise file.wrong_value(path, f"`{path[-1]}` names {len(texts):,} warnings (at most {MOST_NAMED})")
    for number, text in enumerate(texts):
        if (reason := why_no_name(text, _all_kinds)) is not None:
            raise file.wrong_value((*path, number), reason)
    return tuple(texts)


def _level(file: ConfigurationFile, name: str, value: object) -> Level:
    if (reason := why_no_name(name, _all_kinds)) is not None:
        raise file.wrong_key(("check", "severity", name), reason)
    for level in LEVELS:
        if level == value:
            return level
    raise file.wrong_value(("check", "severity", name), _no_level(name, value))


def _named(option: str, values: Iterable[str]) -> tuple[str, ...]:
    texts = tuple(text.strip() for one in values for text in one.split(","))
    for text in texts:
        if (reason := why_no_name(text, _all_kinds)) is not None:
            raise Misuse(f"{option}: {reason}")
    return texts


def _levels(values: Iterable[str]) -> dict[str, Level]:
    levels: dict[str, Level] = {}
    for text in values:
        name, equals, word = (part.strip() for part in text.partition("="))
        if not equals:
            raise Misuse(f"--severity: a severity is given as NAME=LEVEL, not as `{text}`")
        if (reason := why_no_name(name, _all_kinds)) is not None:
            raise Misuse(f"--severity: {reason}")
        fitting = [level for level in LEVELS if level == word]
        if not fitting:
            raise Misuse(f"--severity: {_no_level(name, word)}")
        levels[name] = fitting[0]
    return levels


def _no_level(name: str, value: object) -> str:
    near = did_you_mean(value, LEVELS) if isinstance(value, str) else ""
    return f"`{name}` is one of {', '.join(f'`{level}`' for level in LEVELS)}, not `{value}`{near}"
