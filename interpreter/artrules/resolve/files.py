"""Finds and reads the files of a ruleset: which documents there are, of what kind, and what each must belong to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.resolve.reading import word
from artrules.schema.validate import validate
from artrules.source.node import Mapping
from artrules.source.read import read

_BEGINS_AS_SCENARIOS = re.compile(rb"(?:\s|#[^\n]*\n)*scenarios:")
OWNER_KEY = {"part_of": "part_of", "set": "of", "overlay": "of", "scenarios": "scenarios"}


@dataclass(slots=True)
class RulesetFiles:
    """The documents of one ruleset, by kind, in order of their paths."""

    folder: Path
    main: Mapping | None = None
    parts: list[Mapping] = field(default_factory=list)
    sets: list[Mapping] = field(default_factory=list)
    overlays: list[Mapping] = field(default_factory=list)
    scenarios: list[Mapping] = field(default_factory=list)
    texts: dict[str, bytes] = field(default_factory=dict)
    """File name -> content."""
    rules: set[str] = field(default_factory=set)
    """The names of the files that hold rules: all but scenarios."""
    left_out: list[Path] = field(default_factory=list)
    """Files of scenarios that were not read."""
    shown_as: str = ""


def read_ruleset(folder: Path, report: Report, shown_as: str | None = None, scenarios: bool = True) -> RulesetFiles:
    """Read every YAML file of a folder, perhaps without scenarios; `shown_as` is how diagnostics call the folder."""
    found = RulesetFiles(folder, shown_as=shown_as or str(folder))
    main_path = folder / "ruleset.yaml"
    if not main_path.is_file():
        report.add(kinds.NO_RULESET, f"there is no ruleset.yaml in {found.shown_as}", None)
        return found
    for path in [main_path, *sorted(p for p in folder.rglob("*.yaml") if p != main_path)]:
        if not scenarios and _BEGINS_AS_SCENARIOS.match(path.read_bytes()):
            found.left_out.append(path)
        else:
            _read_file(found, path, report)
    return found


def read_left_out(found: RulesetFiles, report: Report) -> None:
    """Read the scenarios that were left out."""
    while found.left_out:
        _read_file(found, found.left_out.pop(0), report)


def _read_file(found: RulesetFiles, path: Path, report: Report) -> None:
    name = path.relative_to(found.folder).as_posix()
    document = read(path, f"{found.shown_as}/{name}", report)
    try:
        found.texts[name] = path.read_bytes()
    except OSError:
        return
    kind = validate(document, report) if isinstance(document, Mapping) else None
    if kind != "scenarios":
        found.rules.add(name)
    if kind is None or not isinstance(document, Mapping):
        return
    if kind != "ruleset":
        _place(found, kind, document, word(found.main.get("ruleset")) if found.main else "", report)
    elif name == "ruleset.yaml":
        found.main = document
    else:
        report.add(kinds.NAME_TWICE, "a folder holds one ruleset, in ruleset.yaml", document.span)


def _place(found: RulesetFiles, kind: str, document: Mapping, name: str, report: Report) -> None:
    owner = document.get(OWNER_KEY.get(kind, ""))
    if owner is not None and name and word(owner) != name:
        report.add(
            kinds.WRONG_RULESET,
            f"this file belongs to `{word(owner)}`, but lies in the folder of `{name}`",
            owner.span,
            expected=f"`{name}`",
            found=f"`{word(owner)}`",
        )
        return
    {"part_of": found.parts, "set": found.sets, "overlay": found.overlays, "scenarios": found.scenarios}[kind].append(
        document
    )
