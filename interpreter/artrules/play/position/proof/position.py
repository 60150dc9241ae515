"""Reads a position from a save and checks all of it, so that the program can run it: no code meets a value that its
types exclude."""

from __future__ import annotations

from typing import Any

from artrules.engine.lower.program import Program
from artrules.model.ir.types import WIDE
from artrules.play.position.codec import Clock, DecodedPosition
from artrules.play.position.proof.kept import read_records, read_uses, read_watches
from artrules.play.position.proof.scene import check_scene_parts, read_scene, read_serials
from artrules.play.position.proof.stacks import StackProof
from artrules.play.position.proof.values import Values
from artrules.play.position.save_document import damaged, whole

_PARTS = {"clock", "scene", "uses", "records", "watches", "stacks", "phase_start"}
_ROWS = ("clock", "uses", "records", "watches", "stacks")


def prove_position(program: Program, data: Any) -> DecodedPosition:
    """The position in the data of a save (`as_data.py`). Raises SaveRefused for an impossible one."""
    data = frozen(data)
    if not isinstance(data, dict) or data.keys() != _PARTS or not all(isinstance(data[p], tuple) for p in _ROWS):
        raise damaged("its position lacks something, or holds something else")
    clock = _clock(program, data["clock"])
    parts = check_scene_parts(data["scene"])
    values = Values(program, read_serials(parts, program.layout.players), clock.next_record)
    records = read_records(values, data["records"], clock.next_record)
    scene = read_scene(values, parts)
    phase_start = None
    if data["phase_start"] is not None:
        then = check_scene_parts(data["phase_start"])
        read_serials(then, program.layout.players)
        phase_start = read_scene(values, then)
    watches = read_watches(values, data["watches"])
    proof = StackProof(values, clock, watches, simultaneous=phase_start is not None)
    stacks = proof.read(data["stacks"])
    return DecodedPosition(clock, scene, read_uses(values, data["uses"]), records, watches, stacks, phase_start)


def frozen(value: Any) -> Any:
    """JSON data with every list replaced by a tuple, at any depth."""
    if isinstance(value, dict):
        return {key: frozen(v) for key, v in value.items()}
    return tuple([frozen(v) for v in value]) if isinstance(value, list) else value


def _clock(program: Program, found: tuple[Any, ...]) -> Clock:
    flow = program.model.flow
    bounds = (flow.last_round or WIDE, max(0, len(flow.phases) - 1), program.layout.players - 1, WIDE)
    found = (*found, False) if len(found) == len(bounds) + 2 else found
    good = (
        len(found) == len(bounds) + 3
        and all(whole(number, 0, most) for number, most in zip(found, bounds, strict=False))
        and all(isinstance(told, bool) for told in found[len(bounds) :])
    )
    if not good:
        raise damaged("its round, phase or turn can't be that")
    return Clock(*found)
