"""A position as JSON data, as saves hold it. Equal positions give equal data."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from artrules.position.decoded import Clock, DecodedPosition, Scene


def position_as_data(position: DecodedPosition) -> dict[str, Any]:
    """The data of a position. `proof/position.py` makes a position of it again."""
    then = position.phase_start
    return {
        "clock": clock_as_data(position.clock),
        "scene": scene_as_data(position.scene),
        "uses": sorted([*use, times] for use, times in position.uses.items()),
        "records": [[serial, *values_of(record)] for serial, record in sorted(position.records.items())],
        "watches": [values_of(watch) for watch in position.watches],
        "stacks": position.stacks,
        "phase_start": None if then is None else scene_as_data(then),
    }


def scene_as_data(scene: Scene) -> dict[str, Any]:
    """The data of what lies on the table, and of declared values; without `shown` where nothing is ever shown."""
    data = {field.name: getattr(scene, field.name) for field in fields(scene)}
    if not scene.shown:
        del data["shown"]
    return {**data, "gained": sorted(scene.gained.items())}


def clock_as_data(clock: Clock) -> list[Any]:
    """The engine's own numbers, in order; without `single_options` where it is no."""
    values = values_of(clock)
    return values if clock.single_options else values[:-1]


def values_of(record: Any) -> list[Any]:
    """The values of a record's fields, in order."""
    return [getattr(record, field.name) for field in fields(record)]
