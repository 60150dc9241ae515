"""Reads which warnings `artrules check` shows: the table `[check]` of the configuration file, and options.

An option replaces the key of its name; `--severity` adds to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from artrules.commands.check_policy import LEVELS, Level, Policy, why_no_name
from artrules.commands.config import MOST_NAMED, ConfigurationFile, nearest_configuration
from artrules.commands.exit import Misuse, did_you_mean

if TYPE_CHECKING:
    from artrules.diagnostics.registry import Kind

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


def read_policy(select: Iterable[str], ignore: Iterable[str], severity: Iterable[str], strict: bool | None) -> Policy:
    """What the options and the nearest configuration file say. Raises Misuse."""
    file = nearest_configuration(Path.cwd())
    policy = _configured(file) if file is not None else Policy()
    chosen, left = _named("--select", select), _named("--ignore", ignore)
    return Policy(
        chosen or policy.select,
        left or policy.ignore,
        {**policy.severity, **_levels(severity)},
        policy.files,
        policy.folder,
        policy.strict if strict is None else strict,
    )


def _all_kinds() -> list[Kind]:
    from artrules.checks.catalogue import kinds
    from artrules.plugins.run_checks import plugin_kinds

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
        tuple((pattern, _texts(file, ("check", "files", pattern), given)) for pattern, given in patterns.items()),
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


def _texts(file: ConfigurationFile, path: tuple[str, ...], given: object) -> tuple[str, ...]:
    """A list of names of warnings."""
    texts = file.texts(path, given, EXAMPLE)
    if len(texts) > MOST_NAMED:
        raise file.wrong_value(path, f"`{path[-1]}` names {len(texts):,} warnings (at most {MOST_NAMED})")
    for number, text in enumerate(texts):
        if (reason := why_no_name(text, _all_kinds)) is not None:
            raise file.wrong_value((*path, number), reason)
    return tuple(texts)


def _level(file: ConfigurationFile, name: str, given: object) -> Level:
    if (reason := why_no_name(name, _all_kinds)) is not None:
        raise file.wrong_key(("check", "severity", name), reason)
    for level in LEVELS:
        if level == given:
            return level
    raise file.wrong_value(("check", "severity", name), _no_level(name, given))


def _named(option: str, given: Iterable[str]) -> tuple[str, ...]:
    texts = tuple(text.strip() for one in given for text in one.split(","))
    for text in texts:
        if (reason := why_no_name(text, _all_kinds)) is not None:
            raise Misuse(f"{option}: {reason}")
    return texts


def _levels(given: Iterable[str]) -> dict[str, Level]:
    found: dict[str, Level] = {}
    for text in given:
        name, equals, word = (part.strip() for part in text.partition("="))
        if not equals:
            raise Misuse(f"--severity: a severity is given as NAME=LEVEL, not as `{text}`")
        if (reason := why_no_name(name, _all_kinds)) is not None:
            raise Misuse(f"--severity: {reason}")
        fitting = [level for level in LEVELS if level == word]
        if not fitting:
            raise Misuse(f"--severity: {_no_level(name, word)}")
        found[name] = fitting[0]
    return found


def _no_level(name: str, given: object) -> str:
    near = did_you_mean(given, LEVELS) if isinstance(given, str) else ""
    return f"`{name}` is one of {', '.join(f'`{level}`' for level in LEVELS)}, not `{given}`{near}"
