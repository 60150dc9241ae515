"""What a ruleset declares, by name and type: which names may stand for which others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from artrules.text.source.node import Mapping, Node, Scalar

from .source import SourceFile, entries, items, parts_of

Type = tuple[str, ...]


@dataclass
class Declared:
    """Names by what they are: a name's type, and all names of a type in the order of the files."""

    types: dict[str, Type] = field(default_factory=dict)
    names: dict[Type, list[str]] = field(default_factory=lambda: defaultdict(list))
    lives: list[str] = field(default_factory=list)

    def add(self, name: str, *type_: str) -> None:
        if name not in self.types:
            self.types[name] = type_
            self.names[type_].append(name)

    def others(self, name: str) -> list[str]:
        """The next name of the same type, and the one before, if there are any."""
        group = self.names[self.types[name]] if name in self.types else []
        if len(group) < 2:
            return []
        place = group.index(name)
        return list(dict.fromkeys([group[(place + 1) % len(group)], group[place - 1]]))


def declared_in(files: Iterable[SourceFile]) -> Declared:
    """What all files together declare, those of sets, overlays, expansions and libraries included."""
    found = Declared()
    wholes = [file.document for file in files if file.document is not None]
    for document in (part for whole in wholes for _, part in parts_of(whole)):
        for key, zone in entries(document.get("zones")):
            found.add(key.text, "zone", _text(zone, "per"), _text(zone, "holds"))
        for key, variable in entries(document.get("variables")):
            found.add(key.text, "variable", _text(variable, "of"), _text(variable, "type"))
        for key, enum in entries(document.get("enums")):
            members = enum.get("members") if isinstance(enum, Mapping) else enum
            listed = [name for name, _ in entries(members)] or list(items(members))
            for member in listed:
                if isinstance(member, Scalar):
                    found.add(member.text, "member", key.text)
            for name, type_ in entries(enum.get("has") if isinstance(enum, Mapping) else None):
                found.add(name.text, "attribute of", key.text, _written(type_))
        for key, kind in entries(document.get("cards")):
            for name, attribute in entries(kind.get("attributes") if isinstance(kind, Mapping) else None):
                found.add(name.text, "attribute of", key.text, _text(attribute, "type"))
        for key, _ in entries(document.get("lives")):
            found.lives.append(key.text)
    return found


def _text(node: Node, key: str) -> str:
    return _written(node.get(key)) if isinstance(node, Mapping) else _written(node)


def _written(node: Node | None) -> str:
    if isinstance(node, Mapping):
        return _written(node.get("type"))
    return ", ".join(sorted(item.text for item in items(node) if isinstance(item, Scalar)))
