"""Lays overlays and expansions over a ruleset's document and its sets (`docs/write/sets.md`).

An overlay replaces entries by key, at every depth, and adds entries only to sections that allow it. An expansion says
apart what it adds and what it changes. This works on the source tree, so that every value keeps its place in its file.
The result must fit the schema again.
"""

import re
from collections.abc import Collection
from collections.abc import Sequence as SequenceOf

from artrules.model.declare.overlay_clashes import (
    Addition,
    Change,
    Changes,
    Clash,
    Path,
    in_document,
    longer_form,
    report_clashes,
)
from artrules.model.declare.overlay_documents import (
    additions_of,
    changes_of,
    in_order,
    is_expansion,
    name_of,
    predecessors,
    title_of_overlay,
)
from artrules.text.content.documents import GameSections, Library, LibraryHead, SharedAdditions
from artrules.text.content.layout import Layout
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.kinds import NOTHING_TO_REPLACE
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.schema.validate import complaints, explain
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence, get, items, scalar, word

# What a path says about an entry.

ADDABLE = frozenset(
    [
        *((s,) for s in ("functions", "procedures", "variables", "zones", "events", "tables", "settings", "totals")),
        ("rulings",),
        ("terms",),
        ("flow",),
        ("flow", "setup"),
        ("flow", "final"),
        ("flow", "score"),
        ("hints",),
        ("hints", "options"),
        ("layout",),
        *(("layout", key) for key in Layout.declared.keys),
    ]
)
"""The sections to which an overlay may add entries."""


def is_section(inner: Path) -> bool:
    """Whether a path is that of a section, or of a section of `flow`."""
    return len(inner) == 1 or (len(inner) == 2 and inner in ADDABLE)


def is_signature(path: Path) -> bool:
    """Whether the last step of a path names a function or procedure."""
    inner = in_document(path)
    return len(inner) == 2 and inner[0] in ("functions", "procedures")


def plain_name(signature: str) -> str:
    """The name in the signature of a function or procedure, however the signature is spelled."""
    return re.split(r"[( ]", signature.strip())[0]


def with_members_by_name(enum: Entry) -> Entry:
    """The entry of an enum, with its members by name: overlays extend one that lists its members in the same way."""
    listed = enum.value if isinstance(enum.value, Sequence) else get(enum.value, "members")
    if not isinstance(listed, Sequence):
        return enum
    members = {name.text: Entry(name, Mapping({}, name.span, name.path)) for name in map(scalar, listed.items) if name}
    others = enum.value.entries if isinstance(enum.value, Mapping) else {}
    key = others["members"].key if others else Scalar("members", enum.key.span)
    by_name = Entry(key, Mapping(members, listed.span, listed.path))
    return Entry(enum.key, Mapping({**others, "members": by_name}, enum.value.span, enum.value.path))


# Checks a document over which overlays were laid: what they added must be complete, and not a misspelt change. It is
# judged by the schemas again, and by the names in it.

_IMPLICITLY_USED = (("flow", "setup"), ("flow", "final"), ("flow", "score"), ("totals",))
"""Sections whose entries act without being named elsewhere: no check of unused names finds a misspelt one."""


def check_overlaid(document: Mapping, sets: SequenceOf[Mapping], changes: Changes, report: Report) -> None:
    """Report what is wrong with a ruleset's document and its sets after overlays were laid over them."""
    incomplete = _report_incomplete(document, "ruleset", (), changes, report)
    for each in sets:
        incomplete |= _report_incomplete(each, "set", ("sets", word(each.get("set"))), changes, report)
    _report_misspelt(incomplete, changes, report)


def _report_incomplete(document: Mapping, kind: str, prefix: Path, changes: Changes, report: Report) -> set[Path]:
    """Judge a document by its schema again. Returns the paths of additions that lack a required key.

    `prefix` is the path of the document. An addition may be meant as a change of what has a similar name; the
    diagnostic suggests that.
    """
    incomplete, others = set(), []
    for complaint in complaints(_without_tables(document), kind):
        path = (*prefix, *map(str, complaint.place))
        new = changes.added.get(path)
        if new is None or complaint.keyword != "required" or not isinstance(complaint.node, Mapping):
            others.append(complaint)
            continue
        incomplete.add(path)
        missing = " and ".join(f"`{name}`" for name in complaint.wanted if name not in complaint.node.entries)
        report.add(
            kinds.NEW_INCOMPLETE,
            f"the {new.title} adds `{new.key.text}`, which has no {missing}",
            new.key.span,
            expected=f"{missing}, or the name of something to be changed",
            found=f"`{new.key.text}`",
            suggestions=closest(new.key.text, new.beside),
        )
    explain(others, report)
    return incomplete


def _report_misspelt(incomplete: set[Path], changes: Changes, report: Report) -> None:
    """Report complete additions that act without being named, and whose names are similar to one beside them."""
    for path, new in changes.added.items():
        inner = in_document(path)
        acts = inner[:-1] in _IMPLICITLY_USED or inner[0] in ("menus", "enums")
        like = one_slip(new.key.text, new.beside) if acts and path not in incomplete else None
        if like is not None:
            report.add(
                kinds.NEW_BESIDE_ALIKE,
                f"the {new.title} adds `{new.key.text}`, and leaves `{like}` as it is",
                new.key.span,
                expected=f"`{like}`, to change that, or a name that is less like it",
                found=f"`{new.key.text}`",
                suggestions=[like],
            )


def _without_tables(document: Mapping) -> Mapping:
    """The document without the pieces that are read from tables: their cells are judged when the tables are read."""
    pieces_entry = document.entries.get("pieces")
    if pieces_entry is None or not isinstance(pieces_entry.value, Mapping):
        return document
    batches = {
        n: e
        for n, e in pieces_entry.value.entries.items()
        if not (isinstance(e.value, Mapping) and e.value.get("table"))
    }
    pieces = Entry(pieces_entry.key, Mapping(batches, pieces_entry.value.span, pieces_entry.value.path))
    return Mapping({**document.entries, "pieces": pieces}, document.span, document.path)


# Joins the parts of a ruleset to one document.
#
# Joining adds names and never replaces, but for the look of things: what a game says of it stands in place of what its
# libraries say, key by key. It works on the source tree, so that every value keeps its place in the file it came from.

NESTED: dict[tuple[str, ...], bool] = {
    ("flow",): True,
    ("flow", "setup"): True,
    ("flow", "final"): True,
    ("flow", "score"): True,
    ("menus",): True,
    ("hints",): True,
    ("layout",): True,
    **{("layout", key): True for key in Layout.declared.keys},
}


def join_parts(
    main: Mapping, parts: SequenceOf[Mapping], report: Report, libraries: SequenceOf[Mapping] = ()
) -> Mapping:
    """A copy of the ruleset's document with its parts joined to it, and the libraries that it uses. A name that stands
    in two of them is reported: where one is a library, in the game."""
    whole = copy_mapping(main)
    files = {each.span.file for each in libraries}
    of_parts = {*GameSections.declared.keys, "players"}
    of_libraries = Library.declared.keys.keys() - LibraryHead.declared.keys
    for documents, keys in ((parts, of_parts), (libraries, of_libraries)):
        for name, entry in (each for document in documents for each in document.entries.items() if each[0] in keys):
            _join(whole, name, entry, (name,), report, files)
    return whole


def _join(
    into: Mapping, key: str, entry: Entry, path: tuple[str, ...], report: Report, libraries: Collection[str]
) -> None:
    mine = into.entries.get(key)
    if mine is None:
        into.entries[key] = Entry(
            entry.key, copy_mapping(entry.value) if isinstance(entry.value, Mapping) else entry.value
        )
        return
    goes_deeper = len(path) == 1 or path in NESTED or (path[0] == "menus" and len(path) in (2, 3) and key != "prompt")
    goes_deeper = goes_deeper or (path[0] == "rulings" and len(path) == 2)
    is_look = path[0] == "layout" and entry.key.span.file in libraries and mine.key.span.file not in libraries
    if isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping) and (goes_deeper or is_look):
        for inner_key, inner in entry.value.entries.items():
            _join(mine.value, inner_key, inner, (*path, inner_key), report, libraries)
        return
    if is_look:
        return
    first, second = mine.key.span, entry.key.span
    if second.file in libraries and first.file not in libraries:
        first, second = second, first
    report.add(
        kinds.NAME_TWICE,
        f"`{key}` is given twice",
        second,
        related=((f"`{key}` is given here first", first),),
    )


def copy_mapping(node: Mapping) -> Mapping:
    """A copy of a mapping and of all mappings in it, to be changed without changing the original."""
    entries = {
        key: Entry(entry.key, copy_mapping(entry.value) if isinstance(entry.value, Mapping) else entry.value)
        for key, entry in node.entries.items()
    }
    return Mapping(entries, node.span, node.path)


# The diagnostic for an overlay that changes something which doesn't exist: a setting, a section's entry, a set.


def report_nothing_to_replace(
    key: Scalar, existing_names: Collection[str], report: Report, title: str = "overlay"
) -> None:
    """Report that an overlay changes the thing named `key`; `existing_names` are what it could change there, and
    `title` is how the diagnostic calls the overlay."""
    what = f"one of {', '.join(existing_names)}" if existing_names else "something that exists"
    apart = [] if title.startswith("overlay") else ["(what is new stands under `adds`)"]
    report.add(
        NOTHING_TO_REPLACE,
        f"the {title} changes `{key.text}`, which doesn't exist",
        key.span,
        expected=" ".join([what, *apart]),
        found=f"`{key.text}`",
        suggestions=closest(key.text, list(existing_names)),
    )


def apply_overlays(
    document: Mapping, sets: list[Mapping], overlays: list[Mapping], outside: frozenset[str], report: Report
) -> tuple[Mapping, list[Mapping]]:
    """Copies of a ruleset's document and its sets, with overlays that apply together laid over them in order.

    `outside` are the files from outside, by their names in diagnostics.
    """
    whole, whole_sets = copy_mapping(document), [copy_mapping(s) for s in sets]
    changes = Changes(outside)
    wrong_before = len(report.errors)
    for overlay in in_order(overlays):
        application = _OverlayApplication(overlay, changes, report)
        for key, entry in additions_of(overlay).entries.items():
            if key in SharedAdditions.declared.keys:
                application.join(whole, key, entry, (key,))
        for key, entry in changes_of(overlay).entries.items():
            if key == "sets":
                application.change_sets(whole_sets, entry.value)
            elif key in GameSections.declared.keys:
                application.change(whole, entry, (key,))
    report_clashes(changes, report)
    if len(report.errors) == wrong_before:
        check_overlaid(whole, whole_sets, changes, report)
    return whole, whole_sets


class _OverlayApplication:
    """Applies one overlay to documents."""

    def __init__(self, overlay: Mapping, changes: Changes, report: Report) -> None:
        self.name = name_of(overlay)
        self.title = title_of_overlay(overlay)
        self.after = predecessors(overlay)
        self.adds_apart = is_expansion(overlay)
        """Whether it says apart what it adds, so that whatever it changes must be there."""
        self.changes = changes
        self.report = report

    def join(self, into: Mapping, key: str, entry: Entry, path: Path) -> None:
        """Add one entry to a mapping, or entries in it to one that is there; `path` is where the expansion has it."""
        mine = into.entries.get(key)
        if mine is not None and mine.key is entry.key:
            return  # It stands in all games, whichever overlays apply.
        if path[:-1] == ("enums",) and mine is not None:
            entry, mine = with_members_by_name(entry), with_members_by_name(mine)
            into.entries[key] = mine
        if path[0] == "cards" and len(path) == 3 and key != "attributes":
            self._refuse_part_of_kind(entry, path)
        elif mine is None:
            if path[0] == "cards" and len(path) == 4 and get(entry.value, "starts") is None:
                self._refuse_unprinted(entry, path[1])
            beside = list(into.entries) if len(path) > 1 else []
            self._record(path, entry)
            self.changes.added[path] = Addition(self.title, entry.key, tuple(beside))
            into.entries[key] = _own(entry)
        elif path[:-1] == ("pieces",) and _is_more_rows(entry):
            mine.value = _with_more_rows(mine.value, entry, self.report)
        elif isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping) and _joins_deeper(path):
            if path[:-1] == ("cards",):
                at = mine.key.span
                mine.value.entries.setdefault("attributes", Entry(Scalar("attributes", at), Mapping({}, at)))
            for inner_key, inner in entry.value.entries.items():
                self.join(mine.value, inner_key, inner, (*path, inner_key))
        elif path[:2] == ("layout", "areas") and key == "holds":
            mine.value = Sequence([*items(mine.value), *items(entry.value)], mine.value.span, mine.value.path)
        else:
            self._refuse_to_join(entry, mine, path)

    def _refuse_to_join(self, entry: Entry, mine: Entry, path: Path) -> None:
        before = self.changes.changed.get(path)
        if before is not None and path in self.changes.added:
            now = Change(self.name, self.title, self.after, entry)
            self._conflict(".".join(path), before, now, adds=True)
            return
        self.report.add(
            kinds.NAME_TWICE,
            f"the {self.title} adds `{entry.key.text}`, which the game has already",
            entry.key.span,
            expected="another name, or the change under `changes`",
            related=((f"`{entry.key.text}` of the game", mine.key.span),),
        )

    def _refuse_part_of_kind(self, entry: Entry, path: Path) -> None:
        """Report something for a kind of the game that isn't an attribute: it would change all cards of the kind."""
        self.report.add(
            kinds.NAME_TWICE,
            f"the {self.title} adds `{entry.key.text}` to the kind `{path[1]}` of the game, "
            "which can have more attributes only: anything else changes it",
            entry.key.span,
            expected=f"`cards: {{{path[1]}: {{{entry.key.text}: …}}}}` under `changes`",
        )

    def _refuse_unprinted(self, entry: Entry, kind: str) -> None:
        """Report an attribute for a kind of the game that doesn't start with a value: it would have to be printed."""
        self.report.add(
            kinds.NEW_INCOMPLETE,
            f"the {self.title} adds `{entry.key.text}` to the kind `{kind}`, and the game's cards have no value for it",
            entry.key.span,
            expected="`starts: …`, or under `changes` the attribute, and pieces with a value for each card",
        )

    def change_sets(self, sets: list[Mapping], changes: Node) -> None:
        """Change sets by their names."""
        by_name = {word(s.get("set")): s for s in sets}
        for name, entry in changes.entries.items() if isinstance(changes, Mapping) else ():
            target = by_name.get(name)
            if target is None:
                report_nothing_to_replace(entry.key, by_name, self.report, self.title)
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.entries.values():
                    self.change(target, inner, ("sets", name, inner.key.text))

    def change(self, into: Mapping, entry: Entry, path: Path) -> None:
        """Change one entry of a mapping, or entries in it; `path` is where the overlay has it."""
        if is_signature(path):
            path = (*path[:-1], plain_name(path[-1]))
        key = self._existing_key(into, entry.key.text, path)
        mine = into.entries.get(key)
        if path[:-1] == ("enums",) and mine is not None:
            entry = with_members_by_name(entry)
            mine = into.entries[key] = with_members_by_name(mine)
        if mine is not None and self.report.references is not None:
            self.report.references.note_same(entry.key.span, mine.key.span)
        if mine is None and isinstance(entry.value, Mapping) and is_section(in_document(path)):
            # A section that the game lacks takes no more additions than one that it has.
            mine = into.entries[key] = Entry(entry.key, Mapping({}, entry.value.span, entry.value.path))
        if mine is None:
            self._add(into, entry, path)
        elif isinstance(entry.value, Scalar) and entry.value.value is None:
            self._record(path, entry)
            del into.entries[key]
        elif isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping):
            for inner in entry.value.entries.values():
                self.change(mine.value, inner, (*path, inner.key.text))
        elif path == ("flow", "rounds") and isinstance(mine.value, Sequence):
            mine.value = self._phases(mine.value, entry.value, path)
        else:
            self._record(path, entry)
            into.entries[key] = _own(entry)
            if self.report.references is not None:
                self.report.references.note_same(mine.key.span, entry.key.span)

    def _existing_key(self, into: Mapping, key: str, path: Path) -> str:
        """Functions and procedures are the same when their names are, however the signature is spelled."""
        if is_signature(path):
            return next((k for k in into.entries if plain_name(k) == plain_name(key)), key)
        return key

    def _phases(self, mine: Sequence, changes: Node, path: Path) -> Sequence:
        """The phases of a round, with those changed that an overlay names: each of its keys replaces the phase's."""
        phases = [copy_mapping(p) if isinstance(p, Mapping) else p for p in mine.items]
        names = [word(p.get("name")) if isinstance(p, Mapping) else "" for p in phases]
        for phase in items(changes):
            name = scalar(phase.get("name")) if isinstance(phase, Mapping) else None
            if name is None or not isinstance(phase, Mapping):
                continue
            if name.text not in names:
                report_nothing_to_replace(name, names, self.report, self.title)
                continue
            target = phases[names.index(name.text)]
            for inner in phase.entries.values():
                if inner.key.text != "name" and isinstance(target, Mapping):
                    target.entries.pop(inner.key.text, None)
                    self._record((*path, name.text, inner.key.text), inner)
                    if not (isinstance(inner.value, Scalar) and inner.value.value is None):
                        target.entries[inner.key.text] = inner
        return Sequence(phases, mine.span, mine.path)

    def _add(self, into: Mapping, entry: Entry, path: Path) -> None:
        removes = isinstance(entry.value, Scalar) and entry.value.value is None
        inner = in_document(path)
        may_add = inner[:-1] in ADDABLE or len(inner) == 1 or len(inner) > 2
        if self.adds_apart and _is_named_by_author(inner):
            may_add = False
        beside = [other for other in into.entries if len(inner) > 1 or other in GameSections.declared.keys]
        if removes or not may_add:
            report_nothing_to_replace(entry.key, beside, self.report, self.title)
            return
        self._record(path, entry)
        self.changes.added[path] = Addition(self.title, entry.key, tuple(map(plain_name, beside)))
        into.entries[entry.key.text] = _own(entry)

    def _record(self, path: Path, entry: Entry) -> None:
        """Note a change, and report it if an unrelated overlay has changed the same or a part of it."""
        change = Change(self.name, self.title, self.after, entry)
        for other, before in self.changes.changed.items():
            shorter = min(len(other), len(path))
            if other[:shorter] == path[:shorter] and before.overlay not in (self.name, *self.after):
                longer = longer_form(path, change, other, before) or longer_form(other, before, path, change)
                self._conflict(".".join(path), before, change, longer=longer)
                break
        self.changes.changed[path] = change

    def _conflict(
        self,
        what: str,
        before: Change,
        now: Change,
        *,
        adds: bool = False,
        longer: tuple[str, Change] | None = None,
    ) -> None:
        """Note two changes of the same, or two things of one name."""
        clash = Clash(what, adds, before, now, longer)
        self.changes.clashes.setdefault((before.overlay, now.overlay), []).append(clash)


# How what an expansion adds is joined to what is there: names to sections, members to enums, rows to pieces.

_ROWS = frozenset(["rows", "columns", "table"])


def _joins_deeper(path: Path) -> bool:
    """Whether entries are added to what stands at a path, and not only beside it."""
    is_enum = path[0] == "enums" and (len(path) == 2 or path[2:] == ("members",))
    is_kind = path[0] == "cards" and (len(path) == 2 or path[2:] == ("attributes",))
    is_look = path[:2] in (("layout", "members"), ("layout", "areas")) and len(path) == 3
    return len(path) == 1 or path in NESTED or is_enum or is_kind or is_look


def _is_more_rows(entry: Entry) -> bool:
    """Whether an entry has nothing but rows for pieces that the game has."""
    return isinstance(entry.value, Mapping) and "rows" in entry.value.entries and entry.value.entries.keys() <= _ROWS


def _with_more_rows(pieces: Node, more: Entry, report: Report) -> Node:
    """Pieces with rows added to theirs, whose values stand in the order of the columns of the pieces."""
    columns = [word(column) for column in items(get(pieces, "columns"))]
    own_columns = [word(column) for column in items(get(more.value, "columns"))] or columns
    if not isinstance(pieces, Mapping) or "rows" not in pieces.entries or not set(own_columns) <= set(columns):
        report.add(
            kinds.BAD_ROW,
            f"these rows don't fit those of `{more.key.text}` in the game",
            (get(more.value, "columns") or more.key).span,
            expected=f"the columns {', '.join(columns)}" if columns else "pieces under a name of their own",
        )
        return pieces
    rows = [_in_columns(row, own_columns, columns) for row in items(get(more.value, "rows"))]
    there = pieces.entries["rows"]
    both = Sequence([*items(there.value), *rows], there.value.span, there.value.path)
    return Mapping({**pieces.entries, "rows": Entry(there.key, both)}, pieces.span, pieces.path)


def _in_columns(row: Node, own_columns: list[str], columns: list[str]) -> Node:
    """A row with its cells in the order of some columns. What it has no column for is none, or one piece."""
    cells = items(row)
    if len(cells) != len(own_columns) or not isinstance(row, Sequence):
        return row
    by_column = dict(zip(own_columns, cells, strict=True))
    missing = {column: Scalar("1" if column == "count" else "none", row.span) for column in columns}
    return Sequence([by_column.get(column, missing[column]) for column in columns], row.span, row.path)


def _is_named_by_author(inner: Path) -> bool:
    """Whether a path within a document leads to what the game's author has named: in a section of names, among the
    entries of a menu or the members of an enum."""
    deeper = {"menus": "entries", "enums": "members"}.get(inner[0])
    return inner[:-1] in ADDABLE or (len(inner) == 4 and inner[2] == deeper)


def _own(entry: Entry) -> Entry:
    """An overlay's entry, to be changed by later overlays without changing that overlay."""
    value = entry.value
    return Entry(entry.key, copy_mapping(value) if isinstance(value, Mapping) else value)
