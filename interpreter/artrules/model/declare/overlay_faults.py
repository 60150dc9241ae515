"""What is wrong with overlays: faults that they bring about, changes that change nothing, and settings, enums and
groups that aren't the same whichever of them apply.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as MappingOf

from artrules.model.declare.overlay_documents import (
    additions_of,
    changes_of,
    head_of,
    in_order,
    is_expansion,
    name_of,
    title_of_overlay,
)
from artrules.model.declare.overlays import ADDABLE, plain_name, report_nothing_to_replace, with_members_by_name
from artrules.text.content.documents import GameSections
from artrules.text.content.section import every_key
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.kinds import IDLE_CHANGE
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.record import dataclass
from artrules.text.source.node import Entry, Mapping, Node, Scalar, entries, get, items, scalar, to_data, word
from artrules.text.source.node import Mapping as MappingNode

# Shows a fault that an overlay brings about in the overlay.
#
# The game without overlays is right. So an error that arises where an overlay is laid over it, but stands in a file of
# the game or of a set, comes from a change by the overlay: it removes what is still needed, or gives it another type.
# The change is found by the names in the error and at its place. All that is wrong because of one change, in whatever
# combination of overlays, is one diagnostic.

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_QUOTED = re.compile(r"`([^`]*)`")
_MOST_PLACES = 6
"""The most places of the game that one diagnostic names."""
Texts = Callable[[str], str | None]
"""The text of a file, by the name that diagnostics show."""


@dataclass(frozen=True, slots=True)
class _Cause:
    """What an overlay, which diagnostics call by `title`, says that brings an error about. The name is empty where no
    single change is to blame."""

    title: str
    name: str
    removes: bool
    at: Span


def shown_in_overlays(
    arisen: MappingOf[tuple[str, ...], Sequence[Diagnostic]],
    overlays: list[MappingNode],
    texts: Texts,
    excused: Sequence[Diagnostic],
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors that overlays bring about outside of their own files, and the diagnostics that stand for them.

    `arisen` are the errors that arose with each combination of overlays, by the overlays' names. Nothing stands for
    those that are excused.
    """
    files = {overlay.span.file for overlay in overlays}
    by_cause: dict[_Cause, list[Diagnostic]] = {}
    for names, errors in arisen.items():
        laid = [overlay for overlay in in_order(overlays) if name_of(overlay) in names]
        tables = {table for overlay in laid for table in _tables(overlay)}
        changes = {change.name: change for overlay in laid for change in _changes(overlay)}
        for error in errors:
            if not laid or error.span is None or error.span.file in files or error in excused:
                continue
            if error.span.file.rpartition("/")[2] not in tables:
                mentioned = (changes[name] for name in _names(error, texts) if name in changes)
                by_cause.setdefault(next(mentioned, _whole(laid[-1])), []).append(error)
    replaced = [error for errors in by_cause.values() for error in errors]
    return replaced, [_told(cause, errors) for cause, errors in by_cause.items()]


def _tables(overlay: MappingNode) -> Iterator[str]:
    """The names of the files, without folders, that an overlay names as tables of pieces: they are its own."""
    for part in (additions_of(overlay), changes_of(overlay)):
        for _, pieces in entries(part.get("pieces")):
            table = get(pieces, "table")
            if isinstance(table, Scalar):
                yield table.text.rpartition("/")[2]


def _told(cause: _Cause, errors: Sequence[Diagnostic]) -> Diagnostic:
    """One diagnostic for all errors with one cause."""
    first, *_ = ordered = sorted(errors, key=lambda error: error.sort_key)
    if cause.removes:
        message = f"the {cause.title} removes `{cause.name}`, which is still needed"
    elif cause.name:
        message = f"the {cause.title} changes `{cause.name}`, and then {first.message}"
    else:
        message = f"where the {cause.title} applies, {first.message}"
    there = [(error.message, error.span) for error in ordered if error.span is not None]
    related = tuple(dict.fromkeys(there))[:_MOST_PLACES]
    expected, actual = (None, None) if cause.removes else (first.expected, first.found)
    return Diagnostic(first.kind, message, cause.at, expected, actual, related=related)


def _changes(overlay: MappingNode) -> Iterator[_Cause]:
    """What an overlay changes, adds or removes, by name: keys that are the language's own are none."""
    own = every_key()
    for part in (additions_of(overlay), changes_of(overlay)):
        for key, entry in part.entries.items():
            if key not in head_of(overlay).declared.keys:
                yield from _changes_in(title_of_overlay(overlay), entry.value, own)


def _changes_in(title: str, node: Node, own: frozenset[str]) -> Iterator[_Cause]:
    if isinstance(node, MappingNode):
        for entry in node.entries.values():
            removes = isinstance(entry.value, Scalar) and entry.value.value is None
            name = plain_name(entry.key.text)
            if name not in own:
                yield _Cause(title, name, removes, entry.key.span)
            yield from _changes_in(title, entry.value, own)
        return
    for item in items(node):
        name_of_phase = scalar(item.get("name")) if isinstance(item, MappingNode) else None
        if name_of_phase is not None:
            yield _Cause(title, name_of_phase.text, False, name_of_phase.span)


def _whole(overlay: MappingNode) -> _Cause:
    applies = overlay.get("applies")
    return _Cause(title_of_overlay(overlay), "", False, (applies or overlay).span)


def _names(error: Diagnostic, texts: Texts) -> Iterator[str]:
    """The names that an error is about, the likeliest first: in its message, then at its place, then on its line."""
    phrases: list[str] = [*_QUOTED.findall(error.message), error.found or "", error.expected or ""]
    yield from _words(phrases)
    span = error.span
    text = texts(span.file) if span is not None else None
    if span is None or text is None:
        return
    lines = text.splitlines()[span.line - 1 : span.end_line]
    if len(lines) == 1:
        yield from _words([lines[0][span.column - 1 : span.end_column - 1]])
    yield from _words(lines)


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from _NAME.findall(text)


# Finds changes by overlays that change nothing: the game says the same already.
#
# What several overlays change is left alone, because one of them may take back what another one does.

_Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """What an overlay, which diagnostics call by `title`, says of one thing, and what the game says of it: None where
    it doesn't have it."""

    title: str
    path: _Path
    key: Scalar
    value: Node
    known: Node | None


def check_idle_changes(document: Mapping, sets: list[Mapping], overlays: list[Mapping], report: Report) -> None:
    """Report each change by an overlay after which the thing is as it was."""
    changes = [change for overlay in overlays for change in _changes_of_entries(overlay, document, sets)]
    times = Counter(change.path for change in changes)
    for change in changes:
        if change.known is not None and times[change.path] == 1 and _says_the_same(change.value, change.known):
            name = plain_name(change.key.text)
            report.add(
                IDLE_CHANGE,
                f"the {change.title} leaves `{name}` as it is",
                change.key.span,
                expected="something that differs from the game",
                related=[("the game says the same here", change.known.span)],
            )


def _changes_of_entries(overlay: Mapping, document: Mapping, sets: list[Mapping]) -> Iterator[_Change]:
    title, by_name = title_of_overlay(overlay), {word(each.get("set")): each for each in sets}
    for key, value in entries(changes_of(overlay)):
        if key.text == "sets":
            for set_key, changed in entries(value):
                for inner, body in entries(changed):
                    original_set = by_name.get(set_key.text)
                    path = ("sets", set_key.text, inner.text)
                    yield from _in_section(
                        title, path, body, original_set.get(inner.text) if original_set is not None else None
                    )
        elif key.text == "flow":
            for inner, body in entries(value):
                flow = document.get("flow")
                original_body = flow.get(inner.text) if isinstance(flow, Mapping) else None
                if ("flow", inner.text) in ADDABLE:
                    yield from _in_section(title, ("flow", inner.text), body, original_body)
                elif inner.text == "rounds":
                    yield from _phases(title, body, original_body)
                else:
                    yield _Change(title, ("flow", inner.text), inner, body, original_body)
        elif key.text in GameSections.declared.keys:
            yield from _in_section(title, (key.text,), value, document.get(key.text))


def _in_section(title: str, path: _Path, section: Node, original: Node | None) -> Iterator[_Change]:
    there = {plain_name(key.text): _spelled_out(path, key, value) for key, value in entries(original)}
    spelled = {plain_name(key.text): key.text for key, _ in entries(original)}
    for key, value in entries(section):
        name = plain_name(key.text)
        same_signature = spelled.get(name) == key.text
        laid = _spelled_out(path, key, value)
        yield _Change(title, (*path, name), key, laid, there.get(name) if same_signature else None)


def _spelled_out(path: _Path, key: Scalar, value: Node) -> Node:
    return with_members_by_name(Entry(key, value)).value if path == ("enums",) else value


def _phases(title: str, changed_phases: Node, original: Node | None) -> Iterator[_Change]:
    there = {word(phase.get("name")): phase for phase in items(original) if isinstance(phase, Mapping)}
    for phase in items(changed_phases):
        name = scalar(phase.get("name")) if isinstance(phase, Mapping) else None
        if name is not None:
            yield _Change(title, ("flow", "rounds", name.text), name, phase, there.get(name.text))


def _says_the_same(value: Node, original: Node) -> bool:
    """Whether laying a value over a known one changes nothing."""
    if isinstance(value, Mapping) and isinstance(original, Mapping):
        return all(
            (mine := original.get(key.text)) is not None and _says_the_same(each, mine) for key, each in entries(value)
        )
    if isinstance(value, Scalar) and value.value is None:
        return False
    return bool(to_data(value) == to_data(original))


# Checks and adds what must be the same whichever overlays apply: settings, their enums, and groups.
#
# Settings are chosen before it is known which overlays apply, and sets are written for the game alone. So an overlay
# may add settings, and the enums that these need. It may not change settings, nor anything that settings and sets rely
# on.

_SHARED = ("settings", "enums")
_EXPECTED = "the change in the game itself; an overlay may add settings of its own"


def add_overlay_settings(document: Mapping, overlays: list[Mapping]) -> Mapping:
    """The document with the settings and enums of all overlays added: these exist whether an overlay applies or not."""
    for section in _SHARED:
        document = _with_added(document, section, overlays)
    return document


def overlay_settings(overlay: Mapping) -> list[Node]:
    """The nodes of an overlay that `add_overlay_settings` uses."""
    return [node for section in _SHARED for pair in _shared(overlay, section) for node in pair]


def _shared(overlay: Mapping, section: str) -> list[tuple[Scalar, Node]]:
    """What an overlay says under a section that is the same whichever overlays apply."""
    part = additions_of(overlay) if is_expansion(overlay) else overlay
    return [*entries(part.get(section))]


def _with_added(document: Mapping, section: str, overlays: list[Mapping]) -> Mapping:
    added = [pair for overlay in overlays for pair in _shared(overlay, section)]
    own = document.get(section)
    if not added:
        return document
    things = dict(own.entries) if isinstance(own, Mapping) else {}
    for key, value in added:
        things.setdefault(key.text, Entry(key, value))
    anchor = own.span if isinstance(own, Mapping) else added[0][0].span
    key = document.entries[section].key if section in document.entries else added[0][0]
    whole = dict(document.entries)
    whole[section] = Entry(key, Mapping(things, anchor, section))
    return Mapping(whole, document.span, document.path)


def settings_of_overlays(document: Mapping, overlays: list[Mapping]) -> dict[str, str]:
    """The names of the settings that overlays add to a ruleset's document, each with the name of the overlay."""
    own = document.get("settings")
    added = [(key.text, name_of(overlay)) for overlay in overlays for key, _ in _shared(overlay, "settings")]
    return {name: overlay for name, overlay in reversed(added) if get(own, name) is None}


def check_shared_sections(document: Mapping, overlays: list[Mapping], report: Report) -> None:
    """Report overlays that change shared sections, and settings or enums that they add incompletely or twice."""
    settings = [*entries(document.get("settings")), *(pair for o in overlays for pair in _shared(o, "settings"))]
    of_settings = {word(get(value, "type")) for _, value in settings}
    added: dict[tuple[str, str], Scalar] = {}
    for overlay in overlays:
        for key, _ in entries(changes_of(overlay).get("groups")):
            _refuse(key, f"the group `{key.text}` is the same whichever overlays apply", report)
        for section in _SHARED:
            own = document.get(section)
            for key, value in _shared(overlay, section):
                if get(own, key.text) is None:
                    _check_added(section, key, value, added, [k.text for k, _ in entries(own)], report)
                elif section == "settings":
                    _refuse(key, f"the setting `{key.text}` is chosen before this overlay applies", report)
                elif key.text in of_settings:
                    for at in _removed_members(key, value):
                        _refuse(at, f"a setting has the members of `{key.text}`, whichever overlays apply", report)


def _refuse(key: Scalar, why: str, report: Report) -> None:
    report.add(kinds.NOT_AN_OVERLAYS, f"an overlay can't change this: {why}", key.span, expected=_EXPECTED)


def _check_added(
    section: str,
    key: Scalar,
    value: Node,
    added: dict[tuple[str, str], Scalar],
    existing_names: list[str],
    report: Report,
) -> None:
    what = section.removesuffix("s")
    earlier = added.setdefault((section, key.text), key)
    if isinstance(value, Scalar) and value.value is None:
        report_nothing_to_replace(key, existing_names, report)
    elif earlier is not key:
        report.add(
            kinds.NAME_TWICE,
            f"two overlays add the {what} `{key.text}`",
            key.span,
            expected=f"the {what} in the game, or under two names",
            related=(("the other one", earlier.span),),
        )
    elif section == "settings" and not (scalar(get(value, "type")) or scalar(get(value, "set_of"))):
        report.add(
            kinds.NEW_INCOMPLETE,
            f"the overlay adds the setting `{key.text}`, which has no `type`",
            key.span,
            expected="`type`, or `set_of`",
            found=f"`{key.text}`",
            suggestions=closest(key.text, existing_names),
        )


def _removed_members(key: Scalar, value: Node) -> Iterator[Scalar]:
    """The places where an overlay removes members of an enum, or the enum."""
    if isinstance(value, Scalar) or isinstance(get(value, "members"), Scalar):
        yield key
    for member, has in entries(get(value, "members")):
        if isinstance(has, Scalar) and has.value is None:
            yield member
