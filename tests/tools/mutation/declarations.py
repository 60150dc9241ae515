"""Slips in declarations: how long values last, who sees what, limits, starts, order, phases, an overlay's names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from artrules.model.ir.model import PHASE_RULES
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence

from .declared import Declared
from .source import SourceFile, entries, parts_of

WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("seen_by", ("everyone", "owner", "nobody")),
    ("face_down_seen_by", ("everyone", "owner", "nobody")),
    ("order", ("pile", "row", "loose")),
    ("order", ("chosen", "lying")),
    ("face", ("up", "down")),
    ("shows", ("all", "top")),
    ("who", ("in_turn", "all_at_once", "nobody")),
    ("counts_for", ("card", "player")),
)
"""Keys under which one of a few words stands."""
DROPPED = {
    *("lasts", "kept", "starts", "seen_by", "face_down_seen_by", "face", "order", "shows", "per", "back_when_leaving"),
    *(rule.name for rule in PHASE_RULES),
    *(
        "back_to",
        "ends",
        "limits",
        "limit",
        "default",
        "forced",
        "copyable",
        "may_be",
        "prompt",
        "last_round",
        "assumed_limit",
        "in_play",
        "combines",
        "copied",
        "unless",
        "stack",
    ),
}
"""Keys that a designer may forget."""
LISTS = {"rounds", "powers", "limits", "ends", "holds"}
"""Keys under which a list stands, whose items may be forgotten or swapped."""
NAMED = {"setup", "final", "score", "entries", "limits", "totals"}
"""Keys under which named things stand, one of which may be forgotten."""
OVERLAID = {"zones", "variables", "functions", "procedures", "setup", "final", "entries"}
"""Keys of an overlay under which names of the game stand."""


def mutate_declarations(file: SourceFile, declared: Declared) -> None:
    """Note all mutants of a file's declarations."""
    if file.document is None:
        return
    for path, entry in _every_entry(file.document, ""):
        _of_key(file, path, entry, declared)
    for path, entry in _every_entry(file.document, ""):
        _of_list(file, path, entry)
    for before, part in parts_of(file.document):
        if (file.kind, before) in (("overlay", ""), ("expansion", "changes."), ("set", "changes.")):
            _of_overlay(file, part, before)


def _every_entry(node: Node, path: str) -> Iterator[tuple[str, Entry]]:
    """All keys with their values but for data (`data.py`), rulings, and what a library expects: that changes no
    game."""
    if isinstance(node, Mapping):
        for entry in node:
            below = f"{path}.{entry.key.text}" if path else entry.key.text
            if entry.key.text in ("pieces", "totals", "rulings", "expects") and path in ("", "adds", "changes"):
                continue
            yield below, entry
            yield from _every_entry(entry.value, below)
    elif isinstance(node, Sequence):
        for place, item in enumerate(node.items, 1):
            yield from _every_entry(item, f"{path}.{place}")


def _of_key(file: SourceFile, path: str, entry: Entry, declared: Declared) -> None:
    key, value = entry.key.text, entry.value
    if isinstance(value, Scalar):
        start, end = file.range(value.span)
        for other in (other for name, words in WORDS if key == name and value.text in words for other in words):
            if other != value.text:
                file.mutate("declarations", key, path, start, end, other)
        if key in ("lasts", "kept", "back_when_leaving"):
            lives = ["game", "round", *declared.lives] if key != "back_when_leaving" else declared.others(value.text)
            for other in lives:
                if other != value.text:
                    file.mutate("declarations", key, path, start, end, other)
        if key in ("starts", "at_most", "number") and isinstance(value.value, int) and ".has" not in path:
            numbers = ("no" if value.value else "yes",) if isinstance(value.value, bool) else _near(value.value)
            for other in numbers:
                file.mutate("declarations", key, path, start, end, other)
        elif key in ("starts", "when", "holds", "from") and declared.others(value.text):
            for other in declared.others(value.text):
                file.mutate("declarations", key, path, start, end, other)
        if key == "players" and ".." in value.text:
            low, high = value.text.split("..")
            for other in (f"{int(low) + 1}..{high}", f"{low}..{int(high) - 1}"):
                file.mutate("declarations", key, path, start, end, other)
    if key in DROPPED and "." in path:
        drop(file, "declarations", key, path, entry)


def _near(number: int) -> list[str]:
    return [str(number + 1), *([str(number - 1)] if number else [])]


def drop(file: SourceFile, group: str, kind: str, path: str, entry: Entry) -> None:
    """Forget a key: its lines, or its part of a flow mapping."""
    start, end = file.range(entry.key.span)[0], file.range(entry.value.span)[1]
    first, last = file.lines_of(start, end)
    alone = not file.text[first:start].strip(" -") and not file.text[end:last].split("#")[0].strip()
    if alone and "-" not in file.text[first:start]:
        file.mutate(group, kind, path, first, last, "")
    elif not alone:
        after = file.text[end : end + 2]
        if after == ", ":
            file.mutate(group, kind, path, start, end + 2, "")
        elif file.text[start - 2 : start] == ", ":
            file.mutate(group, kind, path, start - 2, end, "")


def _of_list(file: SourceFile, path: str, entry: Entry) -> None:
    """Forget one of several things, or swap two neighbours."""
    key, value = entry.key.text, entry.value
    if key in LISTS and isinstance(value, Sequence):
        places = [(f"{path}.{n}", *file.range(item.span)) for n, item in enumerate(value.items, 1)]
    elif key in NAMED and isinstance(value, Mapping):
        under = [(name, file.range(name.span)[0], file.range(each.span)[1]) for name, each in entries(value)]
        places = [(f"{path}.{name.text}", start, end) for name, start, end in under]
    else:
        return
    for where, start, end in places if len(places) > 1 else []:
        first, last = file.lines_of(start, end)
        if not file.text[first:start].strip(" -"):
            file.mutate("declarations", f"{key}: one dropped", where, first, last, "")
    for (where, a, b), (_, c, d) in pairwise(places):
        text = file.text[c:d] + file.text[b:c] + file.text[a:b]
        if key in ("rounds", "setup", "final", "powers"):
            file.mutate("declarations", f"{key}: swapped", where, a, d, text)


def _of_overlay(file: SourceFile, document: Mapping, before: str) -> None:
    """A name of the game that the overlay misses, or a value that it forgets."""
    for path, entry in _every_entry(document, ""):
        for key, value in entries(entry.value) if entry.key.text in OVERLAID else ():
            start = file.range(key.span)[0]
            name = key.text.split("(")[0]
            where = f"{before}{path}.{key.text}"
            file.mutate("declarations", "overlay's name", where, start, start + len(name), name + "s")
            first, last = file.lines_of(start, file.range(value.span)[1])
            if not file.text[first:start].strip():
                file.mutate("declarations", "overlay's value", where, first, last, "")
