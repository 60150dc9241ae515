"""Collects the vocabulary of a game in sections, and searches it."""

from __future__ import annotations

from artrules.ir.model import Model
from artrules.vocabulary.code import (
    builtins,
    functions,
    menus,
    plugin_functions,
    procedures,
    tables,
    ways_to_draw,
)
from artrules.vocabulary.declarations import attributes, boundaries, events, lives, settings, variables, zones
from artrules.vocabulary.entry import Entry, Section
from artrules.vocabulary.powers import enums, keys_of_a_power, limits, sections_of_a_set

OF_ANYBODY = "`my` may be any player's: `p.NAME`"


def vocabulary(model: Model) -> list[Section]:
    """All sections that have entries. `model` is that of the game without overlays.

    Declarations that belong to a set aren't in the vocabulary, because other sets can't use them.
    """
    sections = [
        Section("Sections of a set", sections_of_a_set(model)),
        Section("Keys of a power", keys_of_a_power(model)),
        Section("Enums", enums(model)),
        Section("Limits", limits(model), "named under `limits` of a power, or on a branch: `limit NAME`"),
        Section("Attributes of a card c", attributes(model)),
        Section("Zones", zones(model), OF_ANYBODY),
        Section("Variables", variables(model), OF_ANYBODY),
        Section("Events", events(model), "`watch NAME as e where …`, `announce NAME(…)`"),
        Section("Boundaries", boundaries(model), "`at end of NAME:`, `at every start of NAME until LIFE ends:`"),
        Section("Functions", functions(model)),
        Section("Functions of plugins", plugin_functions(model)),
        Section("Ways to draw of plugins", ways_to_draw(model)),
        Section("Procedures", procedures(model)),
        Section("Tables", tables(model)),
        Section("Menus and their entries", menus(model), "a set may add entries"),
        Section("Settings", settings(model)),
        Section("Lives", lives(model)),
        Section("Functions of the language", builtins()),
    ]
    return [section for section in sections if section.entries]


def matching(sections: list[Section], text: str) -> list[Section]:
    """The sections with only those entries that contain a text, in upper or lower case.

    It searches how an entry is written, its description and its facts. Sections without such an entry are left out.
    """
    lowered = text.lower()
    found = [Section(s.name, [e for e in s.entries if _contains(e, lowered)], s.note) for s in sections]
    return [section for section in found if section.entries]


def _contains(entry: Entry, text: str) -> bool:
    return any(text in part.lower() for part in (entry.written, entry.description, *entry.facts))
