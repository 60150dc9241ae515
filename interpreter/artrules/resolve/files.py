"""Finds and reads the files of a ruleset: which documents there are, of what kind, and what each must belong to."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.kinds import yaml as yaml_kinds
from artrules.diagnostics.report import Report, ReportFull
from artrules.diagnostics.span import Span
from artrules.resolve.reading import word
from artrules.schema.validate import validate
from artrules.source.folder import yaml_files
from artrules.source.node import Mapping, Node, Sequence, every_node
from artrules.source.read import read, read_bytes

_BEGINS_AS_SCENARIOS = re.compile(rb"(?:\s|#[^\n]*\n)*scenarios:")
LARGEST = 4 * 1024 * 1024
"""Bytes of all files of a ruleset together."""
MOST_NODES = 500_000
"""Keys and values of all files together."""
WIDEST = 5000
"""Keys of one mapping, or items of one list."""
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
    nodes: int = 0

    @property
    def size(self) -> int:
        """Bytes of all files that hold rules."""
        return sum(len(self.texts[name]) for name in self.rules)


def read_ruleset(folder: Path, report: Report, shown_as: str | None = None, scenarios: bool = True) -> RulesetFiles:
    """Read every YAML file of a folder, perhaps without scenarios; `shown_as` is how diagnostics call the folder."""
    found = RulesetFiles(folder, shown_as=shown_as or str(folder))
    main_path = folder / "ruleset.yaml"
    if not main_path.is_file():
        report.add(kinds.NO_RULESET, f"there is no ruleset.yaml in {found.shown_as}", None)
        return found
    with suppress(ReportFull):
        paths = yaml_files(folder, found.shown_as, report)
        for path in sorted(paths, key=lambda path: path != main_path):
            if not _read_file(found, path, report, scenarios):
                break
    return found


def read_left_out(found: RulesetFiles, report: Report) -> None:
    """Read the scenarios that were left out."""
    while found.left_out:
        _read_file(found, found.left_out.pop(0), report)


def _read_file(found: RulesetFiles, path: Path, report: Report, scenarios: bool = True) -> bool:
    """Read a file; no, with a diagnostic, when all files together are too large."""
    name = path.relative_to(found.folder).as_posix()
    shown = f"{found.shown_as}/{name}"
    content = read_bytes(path, shown, report)
    if content is None:
        return True
    if not scenarios and _BEGINS_AS_SCENARIOS.match(content):
        found.left_out.append(path)
        return True
    found.texts[name] = content
    document = read(content, shown, report)
    wide = None
    for node in every_node(document) if document is not None else ():
        found.nodes += 1
        if isinstance(node, Sequence) and len(node.items) > WIDEST:
            wide = wide or node.items[WIDEST].span
        elif isinstance(node, Mapping) and len(node.entries) > WIDEST:
            wide = wide or list(node)[WIDEST].key.span
    if found.nodes > MOST_NODES or sum(map(len, found.texts.values())) > LARGEST:
        expected = f"at most {LARGEST:,} bytes and {MOST_NODES:,} keys and values in all files"
        report.add(yaml_kinds.TOO_LARGE, "the files together are too large", Span(shown, 1, 1, 1, 1), expected=expected)
        return False
    if wide is not None:
        expected = f"at most {WIDEST:,} in one list, and keys in one mapping"
        report.add(yaml_kinds.TOO_LARGE, "there is too much in one list or mapping", wide, expected=expected)
    else:
        _take(found, name, document, report)
    return True


def _take(found: RulesetFiles, name: str, document: Node | None, report: Report) -> None:
    """Put a document where it belongs."""
    kind = validate(document, report) if isinstance(document, Mapping) else None
    if kind != "scenarios":
        found.rules.add(name)
    if kind is None or not isinstance(document, Mapping):
        return
    if name == "ruleset.yaml" and kind != "ruleset":
        key = next(iter(document)).key
        report.add(
            kinds.NO_RULESET,
            "ruleset.yaml must hold the ruleset itself",
            key.span,
            expected="`ruleset: NAME` as its first key",
            found=f"`{key.text}`",
        )
    elif kind != "ruleset":
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
