"""Derives the schema of overlays from that of rulesets.

An overlay holds pieces of a ruleset: entries may lack any key, and nothing (`null`) removes. Written by hand, its
schema would repeat the other and drift from it. `python -m artrules.schema.overlay` prints it; a test compares it
with the file.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from artrules.schema.load import BASE, read_schema

_DEMANDS = ("required", "dependentRequired", "x-artrules-one-of", "if", "then", "else", "default")
"""Keywords that ask for other keys, or say what holds without one."""
_OWN_KEYS = ("ruleset", "title", "players", "plugins", "source", "assumed")
"""Keys of a ruleset that an overlay has for itself, or that it can't change."""
_OF_SETS = ("set", "of", "title", "source", "assumed")
"""Keys of a set that an overlay can't change."""


def overlay_schema() -> dict[str, Any]:
    """The schema of overlays."""
    ruleset, definitions = read_schema("ruleset.schema.json"), read_schema("definitions.schema.json")
    shared = "definitions.schema.json#/$defs/"
    sections = {
        name: {"$ref": "#/$defs/" + value["$ref"].removeprefix(shared)}
        for name, value in ruleset["properties"].items()
        if name not in _OWN_KEYS
    }
    of_sets = read_schema("set.schema.json")
    return {
        "$schema": ruleset["$schema"],
        "$id": BASE + "overlay.schema.json",
        "$comment": "Derived from the schema of rulesets by artrules.schema.overlay; not edited by hand.",
        "title": "Overlay",
        "description": "Changes to a game under a condition: a variant, a player count. Nothing (`null`) removes.",
        "type": "object",
        "properties": {
            "overlay": {"title": "Name", "description": "The overlay's name.", "$ref": shared + "name"},
            "of": {"title": "Of", "description": "The name of the game it changes.", "$ref": shared + "name"},
            "applies": {
                "description": "When it applies: an expression over settings and `players`.",
                "$ref": shared + "expression",
            },
            "after": {
                "title": "After",
                "description": "The overlay, or a list of overlays, after which this one is merged.",
                "$ref": shared + "names",
            },
            "players": {
                "title": "Players",
                "description": "Numbers of players that the overlay adds to those of the game: a number or a range.",
                "$ref": shared + "players",
            },
            "title": {"description": "What the overlay is called.", "$ref": shared + "prose"},
            "source": {"$ref": shared + "source"},
            "assumed": {"$ref": shared + "assumed"},
            **sections,
            "sets": {
                "title": "Sets",
                "description": "Changes to sets of the game, by name.",
                "type": "object",
                "propertyNames": {"$ref": shared + "name"},
                "additionalProperties": {
                    "type": "object",
                    "properties": {
                        name: {"$ref": "#/$defs/" + value["$ref"].removeprefix(shared)}
                        for name, value in of_sets["properties"].items()
                        if name not in _OF_SETS
                    },
                    "propertyNames": {"$ref": shared + "name"},
                    "additionalProperties": {"$ref": "#/$defs/keyed_powers"},
                },
            },
        },
        "required": ["overlay", "of", "applies"],
        "additionalProperties": False,
        "$defs": {name: _partial(value) for name, value in definitions["$defs"].items()},
    }


def _partial(schema: Any) -> Any:
    """The schema with nothing required and `null` allowed."""
    if isinstance(schema, list):
        return [_partial(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    partial: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword == "properties":
            partial[keyword] = {name: _partial(item) for name, item in value.items()}
        elif keyword == "type":
            partial[keyword] = [*([value] if isinstance(value, str) else value), "null"]
        elif keyword == "enum":
            partial[keyword] = [*value, None]
        elif keyword == "required" and "name" in value:
            # What stands in a list is found by its name.
            partial[keyword] = ["name"]
        elif keyword not in _DEMANDS:
            partial[keyword] = _partial(value)
    return partial


def main() -> None:
    """Print the schema."""
    sys.stdout.write(json.dumps(overlay_schema(), indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
