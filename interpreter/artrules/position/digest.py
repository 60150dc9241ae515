"""Hashes of positions."""

from __future__ import annotations

from hashlib import blake2b

from artrules.lower.program import Program
from artrules.machine.numbers import DIGEST_BYTES, DIGEST_KEY_BYTES
from artrules.position.as_data import clock_as_data, scene_as_data
from artrules.position.decode import SceneReader, read_clock
from artrules.position.memory import Memory, is_simultaneous
from artrules.position.save_document import canonical_json


def digest_of_bytes(program: str, data: bytes) -> str:
    """A hash of a position of a program, given by its identity, as 32 hexadecimal digits. It takes microseconds."""
    return blake2b(data, digest_size=DIGEST_BYTES, key=digest_key(program)).hexdigest()


def digest_key(program: str) -> bytes:
    """The key of the digests of a program's positions."""
    return blake2b(program.encode(), digest_size=DIGEST_KEY_BYTES).digest()


def digest_of_values(program: Program, memory: Memory, choices: int) -> str:
    """A hash of what content declares of the position in memory, of the engine's own numbers, and of how many choices
    have led there, as 32 hexadecimal digits.

    It doesn't depend on how the engine numbers blocks and frames. So saves hold it, which later versions read.
    """
    scenes = [SceneReader(program, memory).scene()]
    if is_simultaneous(memory):
        scenes.append(SceneReader(program, memory, then=True).scene())
    text = canonical_json([choices, clock_as_data(read_clock(memory)), *map(scene_as_data, scenes)])
    return blake2b(text.encode(), digest_size=16).hexdigest()
