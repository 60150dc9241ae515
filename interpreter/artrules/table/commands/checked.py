"""The rulesets that `artrules check` tells of, each with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from artrules.play.stored import cache
from artrules.play.stored.verdicts import Verdict, verdict_of
from artrules.table.commands.content_loading import find_location
from artrules.table.commands.options import OutsidePaths
from artrules.table.commands.targets import Target, is_outside, open_targets
from artrules.text.garbage import nothing_is_garbage
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.play.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Checked:
    """A ruleset that has been judged, or some files of it; `only` and `called` are those of its target."""

    verdict: Verdict
    only: set[str] | None
    called: str = ""


def checked(target: Target) -> Checked:
    """What is told of a target as it is now."""
    return Checked(verdict_of(target.content), target.only, target.called)


def read_targets(names: Sequence[str], outside: OutsidePaths, workspace: Workspace) -> list[Target]:
    """Read and judge some rulesets again, with the checks of plugins. Raises Misuse and PluginProblem."""
    from artrules.play.plugins.contributions import describe
    from artrules.play.plugins.run_checks import all_checks, run_checks

    targets = open_targets(names, outside, workspace=workspace)
    for each in targets:
        if not each.called:
            each.only = None  # a file in its ruleset's folder stands for the whole ruleset
        if all_checks() and each.content.models and not each.content.report.has_errors:
            run_checks(describe(each.content), each.content.report)
    return targets


def judge_once(names: Sequence[str], outside: OutsidePaths) -> list[Checked]:
    """What `read_targets` gives, for one use: where the same files were judged before, nothing is read but them."""
    from artrules.play.plugins.run_checks import all_checks
    from artrules.play.stored.verdicts import judge

    if all_checks() or not cache.is_there():
        return _read_once(names, outside)
    checked_by_folder: dict[Path, Checked] = {}
    others: list[str] = []
    with nothing_is_garbage():
        for name in names:
            if is_outside(name, Path(name), outside):
                others.append(name)
                continue
            extra = outside.find()
            location = find_location(name, extra)
            folder = real_path(location.folder)
            if folder not in checked_by_folder:
                checked_by_folder[folder] = Checked(judge(location, extra), None)
    return [*checked_by_folder.values(), *_read_once(others, outside)]


def _read_once(names: Sequence[str], outside: OutsidePaths) -> list[Checked]:
    if not names:
        return []
    from artrules.play.workspace import Workspace  # most of the engine

    return [checked(target) for target in read_targets(names, outside, Workspace())]
