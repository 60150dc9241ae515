"""What overlays that apply together have changed and added so far, and in what they don't go together."""

from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field

from artrules.text.content.flow import Function, Procedure, ScorePart, Step
from artrules.text.content.section import Section
from artrules.text.content.zones import Table
from artrules.text.diagnostics.kinds import OVERLAY_CONFLICT
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Entry, Scalar, entries

Path = tuple[str, ...]


@dataclass(slots=True)
class Change:
    """One change by an overlay, which diagnostics call by `title`."""

    overlay: str
    title: str
    after: SequenceOf[str]
    """The overlays after which this one says that it comes: it may change what they have changed."""
    entry: Entry


@dataclass(slots=True)
class Addition:
    """An entry that an overlay adds, which diagnostics call by `title`."""

    title: str
    key: Scalar
    beside: tuple[str, ...]
    """The names that stood in the same section before."""


@dataclass(slots=True)
class Clash:
    """Two overlays change the same, or with `adds` both add what `what` names."""

    what: str
    adds: bool
    before: Change
    now: Change
    longer: tuple[str, Change] | None = None
    """One of the changes in a longer form, which would leave alone what the other one changes."""


@dataclass(slots=True)
class Changes:
    """All changes so far by overlays that apply together."""

    outside: frozenset[str]
    """The files from outside, by their names in diagnostics."""
    changed: dict[Path, Change] = field(default_factory=dict)
    added: dict[Path, Addition] = field(default_factory=dict)
    clashes: dict[tuple[str, str], list[Clash]] = field(default_factory=dict)
    """By the names of two overlays: in what they don't go together."""


def in_document(path: Path) -> Path:
    """A path within the document that it is about: the ruleset's, or a set's."""
    return path[2:] if path[0] == "sets" else path


def report_clashes(changes: Changes, report: Report) -> None:
    """Report each pair of overlays that don't go together once, with all in which they clash. The diagnostic stands in
    one from outside, whose author can mend it, else in the later by name."""
    for clashes in changes.clashes.values():
        first = clashes[0]
        from_outside = [change.entry.key.span.file in changes.outside for change in (first.before, first.now)]
        other, blamed = (first.now, first.before) if from_outside == [True, False] else (first.before, first.now)
        changed = [f"`{clash.what}`" for clash in clashes if not clash.adds]
        added = [f"`{clash.what}`" for clash in clashes if clash.adds]
        both = [f"both change {_listed(changed)}"] if changed else []
        both += [f"both add {_listed(added)}"] if added else []
        ways = [
            f"{form} in the {change.title}, which replaces no more than its code"
            for form, change in (clash.longer for clash in clashes if clash.longer is not None)
        ]
        if len(ways) < len(changed):
            ways.append(f"`after: {other.overlay}` in the {blamed.title}, if it shall win")
        ways += [f"another name for {_listed(added)} in one of them"] if added else []
        report.add(
            OVERLAY_CONFLICT,
            f"{_pair(other.title, blamed.title)} can apply together, and {' and '.join(both)}",
            blamed.entry.key.span,
            expected=", and ".join(ways),
            related=((f"the {'addition' if first.adds else 'change'} by `{other.overlay}`", other.entry.key.span),),
        )


def _pair(first: str, second: str) -> str:
    """Two overlays in words, each as `title_of_overlay` calls it."""
    (kind, _, name), (other_kind, _, other_name) = first.partition(" "), second.partition(" ")
    return f"the {kind}s {name} and {other_name}" if kind == other_kind else f"the {first} and the {second}"


_MOST_LISTED = 4


def _listed(names: SequenceOf[str]) -> str:
    more = len(names) - _MOST_LISTED
    shown = names if more <= 0 else [*names[:_MOST_LISTED], f"{more} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


# Whether a change could leave alone what another one changes, if it were written at more length.

_IN_SHORT: dict[Path, type[Section]] = {
    ("functions",): Function,
    ("procedures",): Procedure,
    ("tables",): Table,
    ("flow", "setup"): Step,
    ("flow", "final"): Step,
    ("flow", "score"): ScorePart,
}
"""Sections whose things may be written in short, as their code alone."""


def longer_form(path: Path, whole: Change, other: Path, part: Change) -> tuple[str, Change] | None:
    """A change that says its thing in short, which replaces all that is said of it: in the form that replaces its code
    only. None unless the other change leaves the code alone."""
    kind = _IN_SHORT.get(in_document(path)[:-1])
    short = kind.declared.alone if kind is not None else None
    value = whole.entry.value
    if short is None or other[: len(path)] != path or not isinstance(value, Scalar) or value.value is None:
        return None
    changed = {other[len(path)]} if len(other) > len(path) else {key.text for key, _ in entries(part.entry.value)}
    return (f"`{path[-1]}: {{{short.key}: …}}`", whole) if changed and short.key not in changed else None
