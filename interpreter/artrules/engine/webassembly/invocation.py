"""What a host calls of a module: `invoke_N` and `invoke_N_gives`, by which it calls any function, and some others."""

from collections.abc import Iterator

from artrules.engine.machine.language import I32, I64, Element
from artrules.engine.machine.registers import WIDE as WIDE_REGISTERS
from artrules.engine.webassembly.code import NARROW, WIDE, Code, FunctionType, Piece, register_indices
from artrules.engine.webassembly.memory_map import REGISTERS

# The functions by which a host calls any function of a module: `invoke_N` and `invoke_N_gives`.
#
# While code runs, registers are globals of the module, which is fast. While none runs they are memory, which a host can
# read and write. So these functions take the registers out of memory, call, and put them back.

MOST_ARGUMENTS = 6
INVOKE_DIGEST = "invoke_digest"
"""Gives the address of the digest of the position in memory."""
INVOKE_SEED = "invoke_seed"
"""Takes a game's seed, 64 bits without a sign (`rules/chance.py`)."""
INVOKE_SEED_THINKING = "invoke_seed_thinking"
"""Takes a seed, 64 bits without a sign, and a seat (`rules/chance.py`)."""
RESTING = {"first_step": 0, "step": 1, "play": 3, "play_from_seed": 3}
"""The functions of the machine that bring the position to rest, and how many numbers they take: a host calls them by
functions of their own, which take the number of an area for the packed position besides (`positions.py`)."""


def invoke_resting(name: str) -> str:
    """The name of the function by which a host calls one of RESTING."""
    return f"invoke_{name}"


def and_pack(name: str) -> str:
    """The name of the function that calls one of RESTING and packs the position."""
    return f"{name}_and_pack"


def invocation(arguments: int, gives: bool) -> str:
    """The name of the function that calls functions with so many narrow parameters."""
    return f"invoke_{arguments}_gives" if gives else f"invoke_{arguments}"


def invocation_pieces() -> Iterator[Piece]:
    """The functions. Each takes the number of a function and its arguments."""
    for arguments in range(MOST_ARGUMENTS + 1):
        for gives in (False, True):
            yield _invocation(arguments, gives)
    yield _invocation_of(INVOKE_DIGEST, "digest", FunctionType((), NARROW))
    yield _invocation_of(INVOKE_SEED, "seed_streams", FunctionType((WIDE,), None))
    yield _invocation_of(INVOKE_SEED_THINKING, "seed_thinking", FunctionType((WIDE, NARROW), None))
    for name, parameters in RESTING.items():
        yield _invocation_of(invoke_resting(name), and_pack(name), FunctionType((NARROW,) * (parameters + 1), NARROW))


def _invocation(arguments: int, gives: bool) -> Piece:
    type_ = FunctionType((NARROW,) * arguments, NARROW if gives else None)
    code = Code(invocation(arguments, gives), (NARROW, *type_.parameters), type_.result)
    _take_registers(code)
    for argument in range(1, arguments + 1):
        code.get(argument)
    code.get(0)
    code.call_by_number(type_)
    _keep_registers(code)
    return code.piece()


def _invocation_of(name: str, function: str, type_: FunctionType) -> Piece:
    """Calls one function."""
    code = Code(name, type_.parameters, type_.result)
    _take_registers(code)
    for parameter in range(len(type_.parameters)):
        code.get(parameter)
    code.call(function)
    _keep_registers(code)
    return code.piece()


def _take_registers(code: Code) -> None:
    """Take the registers out of memory."""
    for name, i in register_indices().items():
        code.const(0)
        code.load(_element(name), REGISTERS, 8 * i)
        code.set_register(name)


def _keep_registers(code: Code) -> None:
    """Put the registers into memory."""
    for name, i in register_indices().items():
        code.const(0)
        code.get_register(name)
        code.store(_element(name), REGISTERS, 8 * i)


def _element(register: str) -> Element:
    return I64 if register in WIDE_REGISTERS else I32


# The function that makes the digest of the position in memory, for hosts that have no library of hashes.


def digest_piece() -> Piece:
    """`digest()` hashes the position (`rules/chance.py`), and gives the address of the digest's DIGEST_BYTES bytes."""
    code = Code("digest", (), NARROW)
    code.call("find_digest")
    code.address("hash_state")
    return code.piece()
