"""A position as JSON data, as saves hold it. Equal positions give equal data."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from artrules.position.decoded import DecodedPosition, Scene


def position_as_data(position: DecodedPosition) -> dict[str, Any]:
    """The data of a position. `proof/position.py` makes a position of it again."""
    then = position.phase_start
    return {
        "clock": values_of(position.clock),
        "scene": scene_as_data(position.scene),
        "uses": sorted([*use, times] for use, times in position.uses.items()),
        "records": [[serial, *values_of(record)] for serial, record in sorted(position.records.items())],
        "watches": [values_of(watch) for watch in position.watches],
        "stacks": position.stacks,
        "phase_start": None if then is None else scene_as_data(then),
    }


def scene_as_data(scene: Scene) -> dict[str, Any]:
    """The data of what lies on the table, and of declared values."""
    data = {field.name: getattr(scene, field.name) for field in fields(scene)}
    return {**data, "gained": sorted(scene.gained.items())}


def values_of(record: Any) -> list[Any]:
    """The values of a record's fields, in order."""
    return [getattr(record, field.name) for field in fields(record)]
