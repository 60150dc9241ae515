"""`artrules check --fix`, `--add-ignore` and `--diff`: fixes, or comments that ignore, applied to files or shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from artrules.table.commands.check_output import selected_diagnostics
from artrules.table.commands.check_settings import Policy
from artrules.table.commands.checked import checked
from artrules.table.commands.named_files import show_changes, write_changes
from artrules.table.commands.targets import Target
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.plain_text import output as put
from artrules.text.source.bounded_file import read_in_place, real_path
from artrules.text.source.decode import plain_text
from artrules.text.source.text import indentation

if TYPE_CHECKING:
    from artrules.check.fixes import Judged, Repair
    from artrules.text.diagnostics.diagnostic import Diagnostic

Read = Callable[[], list[Target]]
"""Reads and judges what the command was asked to check."""


def apply_fixes(read: Read, policy: Policy, to_error: bool, reason: str | None = None) -> None:
    """Apply all fixes to the files, and say which; with a reason, ignore the warnings for this reason in place of that.
    Raises Misuse like `write_changes`."""
    done = _repair(read, policy, reason)
    what = "fixed" if reason is None else "ignored"
    write_changes(done.changed, what)
    for diagnostic in done.fixed:
        put(f"{what} {_told(diagnostic)}", to_error)
    for diagnostic, why in done.failed.items():
        put(f"not {what} {_told(diagnostic)}: {why}", to_error)
    if done.fixed or done.failed:
        put("", to_error)


def show_fixes(read: Read, policy: Policy, reason: str | None = None) -> None:
    """Show what `apply_fixes` would change, file by file."""
    show_changes(_repair(read, policy, reason).changed)


def _repair(read: Read, policy: Policy, reason: str | None) -> Repair:
    from artrules.check.fixes import repair

    def judge(contents: Mapping[Path, bytes]) -> Judged:
        with read_in_place(contents):
            judged = _judged(read(), policy)
            return judged if reason is None else _ignoring(judged, reason)

    return repair(judge)


def _ignoring(judged: Judged, reason: str) -> Judged:
    """The same with other fixes: a comment above the line of each warning, which ignores all of its warnings."""
    slugs: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    for each in judged.diagnostics:
        if each.kind.severity == "warning" and each.span is not None:
            slugs[each.span.file, each.span.line][each.slug] = None
    lines = {shown: plain_text(content).split("\n") for shown, content in judged.contents.items()}

    def fix(diagnostic: Diagnostic) -> Fix | None:
        span = diagnostic.span
        if diagnostic.kind.severity != "warning" or span is None or span.file not in lines:
            return None
        written = lines[span.file][span.line - 1]
        margin = " " * indentation(written)
        comment = f"{margin}# artrules: ignore {', '.join(slugs[span.file, span.line])}: {reason}\n"
        return Fix(f"ignore it: {reason}", (Edit(Span(span.file, span.line, 1, span.line, 1), comment),))

    return replace(judged, diagnostics=[replace(each, fix=fix(each)) for each in judged.diagnostics])


def _judged(targets: Sequence[Target], policy: Policy) -> Judged:
    from artrules.check.fixes import Judged

    files: dict[str, Path] = {}
    contents: dict[str, bytes] = {}
    for target in targets:
        for shown, path in editable_files(target).items():
            content = target.content.files.content_of(shown)
            if content is not None:
                files[shown], contents[shown] = path, content
    return Judged([d for target in targets for d in selected_diagnostics(checked(target), policy)], files, contents)


def editable_files(target: Target) -> dict[str, Path]:
    """The real paths of the files that fixes may change, by their names in diagnostics: those that the command is
    about, without what plugins bring."""
    files = target.content.files
    theirs = {real_path(file.path) for brought in files.extra.plugins().values() for file in brought.files}
    own = files.paths().keys() - files.library_paths.keys()  # a library is repaired where it is named itself
    paths = {shown: real_path(path) for shown, path in files.paths().items() if shown in own}
    only = target.only
    return {shown: path for shown, path in paths.items() if path not in theirs and (only is None or shown in only)}


def _told(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    place = f"{span.file}:{span.line}:{span.column}: " if span is not None else ""
    about = diagnostic.fix.about if diagnostic.fix is not None else ""
    return f"{place}{diagnostic.code} {diagnostic.slug}: {about}"
