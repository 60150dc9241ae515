"""The function that makes the digest of the position in memory, for hosts that have no library of hashes."""

from __future__ import annotations

from artrules.machine.numbers import HASH_BLOCK
from artrules.webassembly.code import Code, Piece
from artrules.webassembly.memory_map import KEPT
from artrules.webassembly.opcodes import NARROW


def digest_piece() -> Piece:
    """`digest()` packs the position into the second area for packed positions, hashes it (`machine/identity.py`), and
    gives the address of the digest's DIGEST_BYTES bytes."""
    code = Code("digest", (), NARROW)
    count = code.local()
    code.const(1)
    code.call("pack")
    code.set(count)
    code.address("message", HASH_BLOCK)
    code.address(KEPT[1])
    code.get(count)
    code.copy_memory()
    code.get(count)
    code.call("hash_position")
    code.address("hash_state")
    return code.piece()
