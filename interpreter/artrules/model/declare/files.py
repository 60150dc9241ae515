"""Reads the files of a ruleset: which documents there are, of which kinds, and whether each belongs to the ruleset.

Files from outside (`catalogue/`) are added to those in the ruleset's folder. They may be sets, overlays and scenarios,
which have names of their own and are chosen, or apply, one by one. A part of a ruleset may not come from outside: it
has no name, and may hold anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from artrules.model.catalogue.locations import (
    MAIN,
    ContentFile,
    OutsideContent,
    declared_library,
    holds_scenarios,
    target_ruleset,
)
from artrules.model.catalogue.scan import LARGEST, MOST_FILES, yaml_files
from artrules.model.declare.overlays import copy_mapping
from artrules.model.declare.required_plugins import required_plugins
from artrules.model.declare.ruleset_files import MOST_NODES, WIDEST, FileToRead, RulesetFiles
from artrules.text.content.documents import PowerSet, RulesetHead
from artrules.text.content.section import NEWEST
from artrules.text.content.section import read as read_section
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.report import Report, ReportFull
from artrules.text.diagnostics.suggest import closest
from artrules.text.schema.validate import validated
from artrules.text.source.bounded_file import is_file, real_path
from artrules.text.source.node import (
    Entry,
    LateMapping,
    Mapping,
    Node,
    Scalar,
    count_nodes,
    every_node,
    late,
    number,
    reuse,
    scalar,
    word,
)
from artrules.text.source.node import Sequence as SequenceNode
from artrules.text.source.read import read, read_bytes

# Whether a file is written in a version of the language that this engine reads.


def is_readable(document: Node, report: Report) -> bool:
    """Whether a file's own version can be read, with a diagnostic if it is newer or older than the newest.

    A file that says nothing is taken for one of the newest version. Of a newer one nothing else is judged: what it says
    may be right there.
    """
    node = document.get("language") if isinstance(document, Mapping) else None
    version = number(node)
    if node is None or version is None:
        return True
    if version > NEWEST:
        report.add(
            kinds.NEWER_LANGUAGE,
            f"this file is written in version {version} of the language, which this engine doesn't know",
            node.span,
            expected=f"version {NEWEST}, or a newer engine",
            found=f"version {version}",
        )
        return False
    if 1 <= version < NEWEST:
        report.add(
            kinds.OLDER_LANGUAGE,
            f"this file is written in version {version} of the language, and is read as version {NEWEST}",
            node.span,
            expected=f"`language: {NEWEST}`, after `artrules migrate`",
            found=f"version {version}",
        )
    return True


_MOST_RELATED = 5
OWNER_KEY = {"part_of": "part_of", "set": "of", "overlay": "of", "expansion": "of", "scenarios": "scenarios"}


def read_ruleset(
    folder: Path,
    report: Report,
    shown_as: str | None = None,
    scenarios: bool = True,
    extra: OutsideContent | None = None,
    earlier: EarlierSteps | None = None,
) -> RulesetFiles:
    """Read all YAML files in the folder of a ruleset, and those from outside that are for it.

    `shown_as` is the folder's name in diagnostics. Without `scenarios` the files with scenarios are not parsed; they
    are listed in `unread_scenarios`. A file that `earlier` knows is not parsed again.
    """
    earlier = earlier or EarlierSteps()
    ruleset = RulesetFiles(folder, shown_as=shown_as or str(folder), extra=extra or OutsideContent())
    main_path = folder / MAIN
    if not is_file(main_path):
        report.add(kinds.NO_RULESET, f"there is no ruleset.yaml in {ruleset.shown_as}", None)
        return ruleset
    with suppress(ReportFull):
        report.extend(ruleset.extra.problems)
        paths = yaml_files(folder, ruleset.shown_as, report)
        for path in sorted(paths, key=lambda path: path != main_path):
            name = path.relative_to(folder).as_posix()
            if not _read_file(
                ruleset, FileToRead(path, f"{ruleset.shown_as}/{name}", name), report, earlier, scenarios
            ):
                return ruleset
        _report_of_others(ruleset, report)
        own = {real_path(path) for path in paths}
        outside_files = {real_path(f.path): f for f in (*_plugin_files(ruleset, report), *ruleset.extra.files)}
        _read_outside(
            ruleset, [file for path, file in outside_files.items() if path not in own], report, earlier, scenarios
        )
    return ruleset


def _plugin_files(ruleset: RulesetFiles, report: Report) -> Iterator[ContentFile]:
    """The files for this ruleset of the plugins that it requires."""
    if ruleset.main is None:
        return
    for name, provided in required_plugins(ruleset.main, ruleset.extra.plugins, report):
        ruleset.plugins[name] = provided.version
        ruleset.plugin_functions[name] = provided.functions
        ruleset.added.append(f"plugin {name} {provided.version}".rstrip())
        for file in provided.files:
            owner = target_ruleset(read_bytes(file.path, file.shown, report) or b"")
            if owner in ruleset.own_names or (not owner and declared_library(file.path)):
                yield file


def read_unowned_files(files: Sequence[ContentFile], extra: OutsideContent, report: Report) -> RulesetFiles:
    """Read files from outside that are for no known ruleset, to report what is wrong with them."""
    ruleset = RulesetFiles(files[0].path if files else Path(), extra=extra)
    with suppress(ReportFull):
        _read_outside(ruleset, files, report, EarlierSteps(), True)
    return ruleset


def _read_outside(
    ruleset: RulesetFiles, files: Iterable[ContentFile], report: Report, earlier: EarlierSteps, scenarios: bool
) -> None:
    """Read those files from outside that aren't for another ruleset.

    Their sets and overlays are sorted by name, so that nothing depends on where they lie or in which order they are
    named.
    """
    sorted_by = {"set": ruleset.sets, "overlay": ruleset.overlays}
    own = {kind: len(documents) for kind, documents in sorted_by.items()}
    for file in files:
        if not _read_file(ruleset, FileToRead(file.path, file.shown, None), report, earlier, scenarios):
            break
    for kind, documents in sorted_by.items():
        documents[own[kind] :] = sorted(documents[own[kind] :], key=lambda d: word(next(iter(d)).value))
    ruleset.added.sort()


def read_unread_scenarios(ruleset: RulesetFiles, report: Report) -> None:
    """Read the files with scenarios that weren't read before."""
    while ruleset.unread_scenarios:
        _read_file(ruleset, ruleset.unread_scenarios.pop(0), report, EarlierSteps())
    _report_of_others(ruleset, report)


def _read_file(
    ruleset: RulesetFiles, file: FileToRead, report: Report, earlier: EarlierSteps, scenarios: bool = True
) -> bool:
    """Read a file. Returns False, after a diagnostic, when all files together are too large."""
    content = read_bytes(file.path, file.shown, report)
    if content is None or (file.name is None and _is_for_another(ruleset, target_ruleset(content))):
        return True
    if not scenarios and holds_scenarios(content):
        ruleset.unread_scenarios.append(file)
        return True
    shaped = read_document(ruleset, file, content, report, earlier)
    if shaped is None:
        return False
    if shaped.is_wide:
        return True
    if file.name is None:
        _add_outside_document(ruleset, file, shaped.document, shaped.kind, report)
    else:
        _add_document(ruleset, file.name, shaped.document, shaped.kind, report)
    return True


class Document(NamedTuple):
    """A file's tree and its kind, which its first key names. The kind is None after a diagnostic; `is_wide` says that
    nothing of it is used, because there is too much in one list or mapping."""

    kind: str | None
    document: Node | None
    is_wide: bool = False

    def __reduce__(self) -> tuple[Callable[..., Document], tuple[object, ...]]:
        """What is pickled: scenarios are read again when somebody asks for what stands in them."""
        document = late(self.document, _shape_again) if self.kind == "scenarios" else self.document
        return Document, (self.kind, document, self.is_wide)


def read_document(
    ruleset: RulesetFiles, file: FileToRead, content: bytes, report: Report, earlier: EarlierSteps
) -> Document | None:
    """What a file with some content holds. Returns None, after a diagnostic, when all files together are too large."""
    shown = file.shown
    if file.name is None:
        ruleset.extra_texts[shown] = content
    else:
        ruleset.texts[file.name] = content
    texts = [*ruleset.texts.values(), *ruleset.extra_texts.values()]
    if len(texts) > MOST_FILES:
        message, expected = f"there are more than {MOST_FILES:,} files `*.yaml`", f"at most {MOST_FILES:,}"
        report.add(kinds.TOO_LARGE, message, Span(shown, 1, 1, 1, 1), expected=expected)
        return None
    tree = earlier.result(("tree", shown, content), report, lambda part: _tree(content, shown, part, earlier))
    give_content(tree.document, content)
    ruleset.nodes += tree.nodes
    if ruleset.nodes > MOST_NODES or sum(map(len, texts)) > LARGEST:
        expected = f"at most {LARGEST:,} bytes and {MOST_NODES:,} keys and values in all files"
        report.add(kinds.TOO_LARGE, "the files together are too large", Span(shown, 1, 1, 1, 1), expected=expected)
        return None
    if tree.wide is not None:
        expected = f"at most {WIDEST:,} in one list, and keys in one mapping"
        report.add(kinds.TOO_LARGE, "there is too much in one list or mapping", tree.wide, expected=expected)
        return Document(None, None, is_wide=True)
    shaped = earlier.result(
        ("shape", tree.document),
        report,
        lambda part: _shape(tree.document, part),
        plain=("shape", shown, content),
    )
    give_content(shaped.document, content)
    return shaped


def give_content(document: Node | None, content: bytes) -> None:
    """Give a tree that is read when somebody asks for it the content of its file."""
    if isinstance(document, LateMapping):
        document.give_content(content)


class _Tree(NamedTuple):
    """The tree of a file, its number of nodes, and the place of the first mapping or list that is too wide."""

    document: Node | None
    nodes: int
    wide: Span | None
    unread: bool
    """Whether a part of the file couldn't be read."""

    def __reduce__(self) -> tuple[Callable[..., _Tree], tuple[object, ...]]:
        """What is pickled: hardly anybody needs the tree as it was before its shape was judged."""
        return _Tree, (late(self.document, _read_again), *self[1:])


def _read_again(content: bytes, shown: str) -> Node | None:
    return read(content, shown, Report())


def _shape_again(content: bytes, shown: str) -> Node | None:
    return _shape(_read_again(content, shown), Report()).document


def _tree(content: bytes, shown: str, report: Report, earlier: EarlierSteps) -> _Tree:
    document = read(content, shown, report)
    nodes_of_it = every_node(document) if document is not None else ()
    unread = next((node.file_has_unread for node in nodes_of_it if isinstance(node, Scalar)), False)
    if holds_scenarios(content):
        report.forget_unread()  # Scenarios declare nothing.
    for before in earlier.like("tree", shown):
        if document is not None and before.document is not None and not (before.unread or unread):
            document = reuse(document, before.document)
    nodes, wide = count_nodes(document) if document is not None else 0, None
    for node in every_node(document) if document is not None and nodes > WIDEST else ():
        if isinstance(node, SequenceNode) and len(node.items) > WIDEST:
            wide = wide or node.items[WIDEST].span
        elif isinstance(node, Mapping) and len(node.entries) > WIDEST:
            wide = wide or list(node)[WIDEST].key.span
    return _Tree(document, nodes, wide, unread)


def _shape(document: Node | None, report: Report) -> Document:
    """The kind of a file, which its first key names, and its tree, in which misspelt keys are put right. The kind is
    None after a diagnostic, or if there is no tree."""
    if document is None or not is_readable(document, report):
        return Document(None, document)
    kind, document = validated(document, report)
    if kind == "scenarios":
        report.forget_unread()  # Scenarios declare nothing.
    elif kind in ("set", "overlay", "expansion") and isinstance(document, Mapping):
        document = with_each_key(document, report)
    return Document(kind, document)


# Ranges as keys of groups: each number has what stands under the range, as if it were written for each.

MOST_KEYS = 1000
"""Of a group that is keyed by numbers."""
_RANGE = re.compile(r"(-?[0-9]{1,8})\.\.(-?[0-9]{1,8})")


def with_each_key(document: Mapping, report: Report) -> Mapping:
    """A set, an overlay or an expansion with each number of ranges in the place of these. A key that stands twice then
    is reported. What is no range that a group could have is left to whoever knows the group."""
    own = {"adds", "changes", "sets", *PowerSet.declared.keys}
    entries = dict(document.entries)
    for name, entry in document.entries.items():
        value = entry.value
        if isinstance(value, Mapping) and name in ("adds", "changes"):
            entries[name] = Entry(entry.key, with_each_key(value, report))
        elif isinstance(value, Mapping) and name == "sets":
            changed = {
                key: Entry(each.key, with_each_key(each.value, report)) if isinstance(each.value, Mapping) else each
                for key, each in value.entries.items()
            }
            entries[name] = Entry(entry.key, Mapping(changed, value.span, value.path))
        elif name == "leaves_out":
            keys = value.items if isinstance(value, SequenceNode) else [value]
            each_key = [key for node in keys for key in (_numbers(node) if isinstance(node, Scalar) else [node])]
            entries[name] = Entry(entry.key, SequenceNode(each_key, value.span, value.path))
        elif isinstance(value, Mapping) and name not in own:
            entries[name] = Entry(entry.key, _each_filled(value, report))
    return Mapping(entries, document.span, document.path)


def _each_filled(group: Mapping, report: Report) -> Mapping:
    """What stands under the name of a group."""
    if not any(_RANGE.fullmatch(key) for key in group.entries):
        return group
    entries: dict[str, Entry] = {}
    written: dict[str, Scalar] = {}
    reported: set[tuple[str, str]] = set()
    for entry in group:
        for key in _numbers(entry.key):
            first = written.setdefault(key.text, entry.key)
            if first is entry.key:
                body = copy_mapping(entry.value) if isinstance(entry.value, Mapping) else entry.value
                entries[key.text] = Entry(key, body)
            elif (first.text, entry.key.text) not in reported:
                reported.add((first.text, entry.key.text))
                report.add(
                    kinds.DUPLICATE_KEY,
                    f"`{entry.key.text}` and `{first.text}` both stand for {key.text}",
                    entry.key.span,
                    expected="each number once",
                    related=[("the other one", first.span)],
                )
    return Mapping(entries, group.span, group.path)


def _numbers(key: Scalar) -> list[Scalar]:
    """A key for each number of a range; of anything else the key itself."""
    written = _RANGE.fullmatch(key.text)
    if written is None:
        return [key]
    low, high = int(written[1]), int(written[2])
    if not low <= high < low + MOST_KEYS:
        return [key]
    return [Scalar(str(each), key.span, key.path) for each in range(low, high + 1)]


def _is_for_another(ruleset: RulesetFiles, owner: str) -> bool:
    """Whether a file from outside is for another known ruleset; `owner` is the name of its ruleset, or empty."""
    return owner not in {"", *ruleset.own_names} and owner in ruleset.extra.known()


def _add_document(ruleset: RulesetFiles, name: str, document: Node | None, kind: str | None, report: Report) -> None:
    """Add a document of the ruleset's folder, if its shape and place are right."""
    if kind != "scenarios":
        ruleset.rules.add(name)
    if kind is None or not isinstance(document, Mapping):
        leave_unread(document, report)
        return
    if name == MAIN and kind != "ruleset":
        key = next(iter(document)).key
        report.add(
            kinds.NO_RULESET,
            "ruleset.yaml must hold the ruleset itself",
            key.span,
            expected="`ruleset: NAME` as its first key",
            found=f"`{key.text}`",
        )
    elif kind != "ruleset":
        _add_own_document(ruleset, kind, document)
    elif name == MAIN:
        ruleset.main = document
    else:
        report.add(kinds.NAME_TWICE, "a folder holds one ruleset, in ruleset.yaml", document.span)


def leave_unread(document: Node | None, report: Report) -> None:
    """Nobody complains that names are missing which a file that isn't used may declare."""
    if document is not None:
        report.leave_unread(node.text for node in every_node(document) if isinstance(node, Scalar))


def _add_own_document(ruleset: RulesetFiles, kind: str, document: Mapping) -> None:
    if kind == "library":
        add_library(ruleset, document)
        return
    owner = document.get(OWNER_KEY.get(kind, ""))
    if isinstance(owner, Scalar) and ruleset.declared_name and word(owner) not in {"", *ruleset.own_names}:
        ruleset.of_others.append((kind, document, owner))
    else:
        _held(ruleset, kind).append(document)


def add_library(ruleset: RulesetFiles, document: Mapping) -> None:
    """Add the document of a library to those that may be used."""
    ruleset.libraries_there.setdefault(word(document.get("library")), []).append(document)


def _held(ruleset: RulesetFiles, kind: str) -> list[Mapping]:
    return {
        "part_of": ruleset.parts,
        "set": ruleset.sets,
        "overlay": ruleset.overlays,
        "expansion": ruleset.overlays,
        "scenarios": ruleset.scenarios,
    }[kind]


def _report_of_others(ruleset: RulesetFiles, report: Report) -> None:
    """Report the files in the folder that belong to another ruleset. Where all of them belong to the same one, it is
    this ruleset that has been renamed. Files whose ruleset is only misspelt are read as if it were right, too."""
    name = ruleset.declared_name
    owners = {word(owner) for _, _, owner in ruleset.of_others}
    own = [*ruleset.parts, *ruleset.sets, *ruleset.overlays, *ruleset.scenarios]
    named = scalar(read_section(RulesetHead, ruleset.main).ruleset) if ruleset.main is not None else None
    renamed = named is not None and len(ruleset.of_others) > 1 and len(owners) == 1 and not own
    if renamed and named is not None:
        (meant,) = owners
        report.add(
            kinds.WRONG_RULESET,
            f"the ruleset is called `{name}`, but all other files in its folder belong to `{meant}`",
            named.span,
            expected=f"`{meant}`, or `copy_of: {meant}` beside it",
            found=f"`{name}`",
            suggestions=[meant],
            related=[("such as this one", owner.span) for _, _, owner in ruleset.of_others[:_MOST_RELATED]],
            fix=Fix(f"write `{meant}`", (Edit(named.span, meant),)),
        )
    for kind, document, owner in ruleset.of_others:
        like = closest(word(owner), [name])
        if not renamed:
            report.add(
                kinds.WRONG_RULESET,
                f"this file belongs to `{word(owner)}`, but lies in the folder of `{name}`",
                owner.span,
                expected=f"`{name}`",
                found=f"`{word(owner)}`",
                suggestions=like,
            )
        if renamed or like:
            _held(ruleset, kind).append(document)
        else:
            leave_unread(document, report)
    order = {f"{ruleset.shown_as}/{path}": number for number, path in enumerate(ruleset.texts)}
    for documents in (ruleset.parts, ruleset.sets, ruleset.overlays, ruleset.scenarios) if ruleset.of_others else ():
        documents.sort(key=lambda document: order.get(document.span.file, len(order)))
    ruleset.of_others.clear()


def _add_outside_document(
    ruleset: RulesetFiles, file: FileToRead, document: Node | None, kind: str | None, report: Report
) -> None:
    """Add a document from outside, if it is for this ruleset."""
    if kind == "library" and isinstance(document, Mapping):
        add_library(ruleset, document)
        ruleset.outside_libraries[file.shown] = file.path
        return
    if kind != "scenarios":
        ruleset.extra_rules[file.shown] = file.path
    if kind is None or not isinstance(document, Mapping):
        return
    first = next(iter(document))
    if kind in ("ruleset", "part_of"):
        what = "a part of a ruleset" if kind == "part_of" else "a ruleset in a file of another name than ruleset.yaml"
        report.add(
            kinds.NOT_FROM_OUTSIDE,
            f"{what} can't be given from outside",
            first.key.span,
            expected="a set, an overlay, an expansion, a library, scenarios, or a folder with a ruleset.yaml",
            found=f"`{kind}`",
        )
        return
    owner = document.get(OWNER_KEY[kind])
    if owner is None or (ruleset.main is None and word(owner) in ruleset.extra.known()):
        return
    if ruleset.main is None or word(owner) not in ruleset.own_names:
        _report_unknown_ruleset(ruleset, owner, report)
        return
    _held(ruleset, kind).append(document)
    if kind != "scenarios":
        ruleset.added.append(f"{kind} {word(first.value)}")


def _report_unknown_ruleset(ruleset: RulesetFiles, owner: Node, report: Report) -> None:
    ruleset_names = sorted({*ruleset.extra.known(), *ruleset.own_names})
    if word(owner) in ruleset_names:  # of another game, which could only be seen now
        return
    report.add(
        kinds.UNKNOWN_RULESET,
        f"this file is for `{word(owner)}`, and no such ruleset is known",
        owner.span,
        expected=f"one of {', '.join(ruleset_names)}",
        found=f"`{word(owner)}`",
        suggestions=closest(word(owner), ruleset_names),
    )
