"""Applies fixes until none is left. Nothing is written: the files as they would be are judged, and handed back."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.fixes.choose import choose_fixes, edits_by_file
from artrules.fixes.moves import EditedText
from artrules.fixes.verify import BREAKS, failed_fixes
from artrules.record import dataclass

MOST_PASSES = 10
"""How often fixes are applied to what earlier ones have left. Two fixes that undo each other would go on for ever."""
MOST_TRIES = 40
"""How often a pass judges the content. One fix among a thousand that fails is found in twenty tries."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong with some content, and the files that may be edited by their names in diagnostics."""

    diagnostics: Sequence[Diagnostic]
    files: Mapping[str, Path]
    """Their real paths."""
    contents: Mapping[str, bytes]


Judge = Callable[[Mapping[Path, bytes]], Judged]
"""Judges the content with these contents in place of some files."""
Contents = dict[Path, tuple[bytes, bytes]]
"""Contents of files before and after, by real path."""


@dataclasses.dataclass(slots=True)
class Repair:
    """What fixes have made of some files."""

    changed: Contents = field(default_factory=dict)
    fixed: list[Diagnostic] = field(default_factory=list)
    failed: dict[Diagnostic, str] = field(default_factory=dict)
    """Diagnostics with a fix that was left out, and why."""


def repair(judge: Judge) -> Repair:
    """Apply all fixes that can be applied, pass by pass. A fix that proves wrong is left out."""
    done = Repair()
    judged = judge({})
    for _ in range(MOST_PASSES):
        after = _Pass(judge, judged, done).apply()
        if after is None:
            break
        judged = after
    return done


class _Pass:
    """Applies those fixes that don't overlap and prove right together."""

    def __init__(self, judge: Judge, judged: Judged, done: Repair) -> None:
        self.judge = judge
        self.judged = judged
        self.done = done
        self.files = {shown for shown, content in judged.contents.items() if _is_utf8(content)} & set(judged.files)
        self.tries = 0

    def apply(self) -> Judged | None:
        """Apply them; None where none can be applied."""
        self.done.failed = {}
        while self.tries < MOST_TRIES:
            chosen = choose_fixes((d for d in self.judged.diagnostics if d not in self.done.failed), self.files)
            if not chosen:
                return None
            after = self._apply_right_ones(chosen)
            if after is not None:
                return after
        return None

    def _apply_right_ones(self, chosen: list[Diagnostic]) -> Judged | None:
        """Apply those that prove right. Where some fix failed and nobody knows which, halves are tried one after the
        other, down to single ones."""
        right: list[Diagnostic] = []
        changed, after = self.done.changed, None
        waiting = [chosen]
        while waiting and self.tries < MOST_TRIES:
            group = waiting.pop()
            new, judged, wrong = self._try([*right, *group])
            if wrong is not None and not wrong:
                right += group
                changed, after = new, judged
                continue
            known = {d: reason for d, reason in (wrong or {}).items() if d in group}
            if not known and len(group) == 1:
                known = {group[0]: BREAKS}
            self.done.failed.update(known)
            rest = [d for d in group if d not in known]
            half = len(rest) if known else len(rest) // 2
            waiting += [part for part in (rest[half:], rest[:half]) if part]
        self.done.changed = {path: both for path, both in changed.items() if both[0] != both[1]}
        self.done.fixed += right
        return after

    def _try(self, chosen: list[Diagnostic]) -> tuple[Contents, Judged, dict[Diagnostic, str] | None]:
        """The contents after these fixes, what is wrong with them, and which fixes failed."""
        self.tries += 1
        judged = self.judged
        by_file = edits_by_file(d.fix for d in chosen if d.fix is not None)
        edited = {shown: EditedText(judged.contents[shown], edits) for shown, edits in by_file.items()}
        changed = dict(self.done.changed)
        for shown, text in edited.items():
            path, content = judged.files[shown], judged.contents[shown]
            changed[path] = (self.done.changed.get(path, (content, b""))[0], text.after)
        after = self.judge({path: content for path, (_, content) in changed.items()})
        return changed, after, failed_fixes(chosen, judged.diagnostics, after.diagnostics, edited)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
