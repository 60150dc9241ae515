"""Finds and reads the files of a ruleset: which documents there are, of what kind, and what each must belong to."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.resolve.reading import word
from artrules.schema.code import code_strings
from artrules.schema.validate import validate
from artrules.source.node import Mapping
from artrules.source.read import read

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
    """File name -> content, for the hash of the content."""


def read_ruleset(folder: Path, report: Report, shown_as: str | None = None) -> RulesetFiles:
    """Read every YAML file of a folder. `shown_as` is how the folder is called in diagnostics."""
    found = RulesetFiles(folder)
    main_path = folder / "ruleset.yaml"
    if not main_path.is_file():
        report.add(kinds.NO_RULESET, f"there is no ruleset.yaml in {shown_as or folder}", None)
        return found
    name = ""
    paths = [main_path, *sorted(p for p in folder.rglob("*.yaml") if p != main_path)]
    for path in paths:
        shown = f"{shown_as or folder}/{path.relative_to(folder).as_posix()}"
        document = read(path, shown, report)
        try:
            found.texts[path.relative_to(folder).as_posix()] = path.read_bytes()
        except OSError:
            continue
        if not isinstance(document, Mapping):
            continue
        kind = validate(document, report)
        if kind is None:
            continue
        for _ in code_strings(document, kind, report):
            pass  # going through them reports code that is folded
        if kind == "ruleset":
            if path == main_path:
                found.main, name = document, word(document.get("ruleset"))
            else:
                report.add(kinds.NAME_TWICE, "a folder holds one ruleset, in ruleset.yaml", document.span)
            continue
        _place(found, kind, document, name, report)
    return found


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
