"""What a host calls of a module: `invoke_N` and `invoke_N_gives`, by which it calls any function, what moves registers,
and some others."""

from collections.abc import Iterator

from artrules.engine.machine.language import I32, I64, Element
from artrules.engine.machine.registers import WIDE as WIDE_REGISTERS
from artrules.engine.webassembly import code as opcodes
from artrules.engine.webassembly.code import NARROW, WIDE, Code, FunctionType, Piece, register_indices
from artrules.engine.webassembly.memory_map import REGISTERS

# The functions by which a host calls any function of a module: `invoke_N` and `invoke_N_gives`.
#
# While code runs, registers are globals of the module, which is fast. While none runs they are memory, which a host can
# read and write. So these functions take the registers out of memory, call, and put them back. A host that takes one
# step after another moves them itself, before the first and after the last.

MOST_ARGUMENTS = 6
TAKE_REGISTERS = "take_registers"
"""Takes the registers out of memory."""
KEEP_REGISTERS = "keep_registers"
"""Puts the registers into memory."""
STEP_ON = "step_on"
"""Takes -1 less an option, so that a host finds in the place of that negative number how many options there are then if
nothing has gone wrong, and the number of an area for a packed position. Registers stay where code has them; only
`waiting_count` is put into memory."""
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
    yield _invocation_of(INVOKE_SEED, "seed_game", FunctionType((WIDE,), None))
    yield _invocation_of(INVOKE_SEED_THINKING, "seed_thinking", FunctionType((WIDE, NARROW), None))
    for name, parameters in RESTING.items():
        yield _invocation_of(invoke_resting(name), and_pack(name), FunctionType((NARROW,) * (parameters + 1), NARROW))
    yield _step_on()
    yield _take_registers()
    yield _keep_registers()


def _invocation(arguments: int, gives: bool) -> Piece:
    type_ = FunctionType((NARROW,) * arguments, NARROW if gives else None)
    code = Code(invocation(arguments, gives), (NARROW, *type_.parameters), type_.result)
    code.call(TAKE_REGISTERS)
    for argument in range(1, arguments + 1):
        code.get(argument)
    code.get(0)
    code.call_by_number(type_)
    code.call(KEEP_REGISTERS)
    return code.piece()


def _invocation_of(name: str, function: str, type_: FunctionType) -> Piece:
    """Calls one function."""
    code = Code(name, type_.parameters, type_.result)
    code.call(TAKE_REGISTERS)
    for parameter in range(len(type_.parameters)):
        code.get(parameter)
    code.call(function)
    code.call(KEEP_REGISTERS)
    return code.piece()


def _take_registers() -> Piece:
    code = Code(TAKE_REGISTERS, ())
    for name, i in register_indices().items():
        code.const(0)
        code.load(_element(name), REGISTERS, 8 * i)
        code.set_register(name)
    return code.piece()


def _keep_registers() -> Piece:
    code = Code(KEEP_REGISTERS, ())
    for name in register_indices():
        _keep_register(code, name)
    return code.piece()


def _step_on() -> Piece:
    code = Code(STEP_ON, (NARROW, NARROW), NARROW)
    code.const(-1)
    code.get(0)
    code.add(opcodes.I32_SUBTRACT)
    code.get(1)
    code.call("step_and_pack")
    _keep_register(code, "waiting_count")
    return code.piece()


def _keep_register(code: Code, name: str) -> None:
    """Put a register into memory."""
    code.const(0)
    code.get_register(name)
    code.store(_element(name), REGISTERS, 8 * register_indices()[name])


def _element(register: str) -> Element:
    return I64 if register in WIDE_REGISTERS else I32


# The function that makes the digest of the position in memory, for hosts that have no library of hashes.


def digest_piece() -> Piece:
    """`digest()` hashes the position (`rules/chance.py`), and gives the address of the digest's DIGEST_BYTES bytes."""
    code = Code("digest", (), NARROW)
    code.call("find_digest")
    code.address("hash_state")
    return code.piece()
