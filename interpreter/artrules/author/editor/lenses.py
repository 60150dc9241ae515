"""Scenarios run from an editor: a lens beside each says whether it holds.

In: files of scenarios as they are in the editor. Out: lenses of the protocol, and what `RunScenarios` finds, in a
process of its own beside the one that judges. Begin with `Lenses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from artrules.author.editor.judging import Judge, judged_files
from artrules.author.editor.outlines import tree_of
from artrules.author.editor.texts import EditedFile
from artrules.author.editor.worker import Line
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import read_scenarios
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.source.bounded_file import read_in_place, real_path
from artrules.text.source.node import Mapping as MappingNode

RUN = "artrules.runScenarios"
"""The command: its arguments are the address of a file, and the name of a scenario, or nothing for all of them."""
LONGEST = 120
"""Characters of a lens."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: nothing if it holds, or what fails first, with its place."""

    message: str = ""
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class RunScenarios:
    """Runs scenarios of a file, with the texts as they are in the editor."""

    judge: Judge
    file: Path
    name: str | None
    contents: Mapping[Path, bytes]

    def run(self, memory: dict[str, Any], line: Line) -> dict[str, Outcome] | str:
        """What came of each scenario, by its name; a sentence where nothing can be run."""
        with read_in_place(self.contents):
            problems: dict[Path, str] = {}
            for judgement in judged_files(self.judge, [self.file], memory, problems):
                content = judgement.content
                if content.report.has_errors or not content.models:
                    return "the rules have errors: nothing can be run"
                ruleset = Ruleset(content)
                outcomes: dict[str, Outcome] = {}
                for scenario in read_scenarios(content.files):
                    shown = judgement.paths.get(scenario.file)
                    is_here = shown is not None and real_path(shown) == self.file
                    if is_here and self.name in (None, scenario.name):
                        result = run_scenario(ruleset, scenario)
                        first = next(iter(result.diagnostics), None)
                        outcomes[scenario.name] = Outcome(first.message, first.span) if first else Outcome()
                return outcomes
        return next(iter(problems.values()), "these scenarios belong to no game that is known")


@dataclass(frozen=True, slots=True)
class _Run:
    """A scenario that has been run."""

    outcome: Outcome
    text: str
    """The text of the file with which it ran."""


class Lenses:
    """What lenses show: the outcomes so far."""

    def __init__(self) -> None:
        self._outcomes: dict[tuple[Path, str], _Run] = {}
        self._running: set[tuple[Path, str | None]] = set()

    def begin(self, path: Path, name: str | None) -> None:
        """A scenario runs, or all of a file."""
        self._running.add((path, name))

    def end(self, path: Path, name: str | None, outcomes: Mapping[str, Outcome], file: EditedFile) -> None:
        """Take note of what came of it, with the text that was run."""
        self._running.discard((path, name))
        for scenario, outcome in outcomes.items():
            self._outcomes[path, scenario] = _Run(outcome, file.text)

    def rules_changed(self, path: Path | None) -> bool:
        """A file has changed, or some file: what is known of scenarios in other files holds no longer. Gives whether
        anything was."""
        before = len(self._outcomes)
        self._outcomes = {key: result for key, result in self._outcomes.items() if key[0] == path}
        return len(self._outcomes) < before

    def lenses(self, path: Path, uri: str, file: EditedFile) -> list[lsp.CodeLens]:
        """The lenses of a file of scenarios; none for other files."""
        tree = tree_of(file)
        if not isinstance(tree, MappingNode) or "scenarios" not in tree.entries:
            return []
        listed = tree.get("list")
        if not isinstance(listed, MappingNode) or not listed.entries:
            return []
        lenses = [self._lens(path, uri, None, file, tree.entries["list"].key.span)]
        lenses += [self._lens(path, uri, entry.key.text, file, entry.key.span) for entry in listed]
        return lenses

    def _lens(self, path: Path, uri: str, name: str | None, file: EditedFile, at: Span) -> lsp.CodeLens:
        command = lsp.Command(self._title(path, name, file), RUN, arguments=[uri, name])
        return lsp.CodeLens(file.range(at), command=command)

    def _title(self, path: Path, name: str | None, file: EditedFile) -> str:
        if (path, name) in self._running or (path, None) in self._running:
            return "running …"
        if name is None:
            return "run all"
        last = self._outcomes.get((path, name))
        if last is None:
            return "run"
        outcome = "passed" if not last.outcome.message else f"failed: {last.outcome.message}"
        outcome = outcome if len(outcome) <= LONGEST else f"{outcome[: LONGEST - 1]}…"
        return outcome if last.text == file.text else f"run again ({outcome})"
