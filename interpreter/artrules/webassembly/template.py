"""The template: what is the same in the modules of all programs. It is made once, and can be kept as bytes."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from inspect import getsource

from artrules.machine_code.nodes import Function
from artrules.machine_code.read import read_functions
from artrules.machine_code.signatures import Names, Signature, names_of_machine, read_machine
from artrules.record import dataclass
from artrules.webassembly import memo
from artrules.webassembly.arithmetic import arithmetic_functions
from artrules.webassembly.code import Piece
from artrules.webassembly.digest import digest_piece
from artrules.webassembly.inlining import Inlined, small_functions
from artrules.webassembly.intrinsics import intrinsic_pieces
from artrules.webassembly.invocation import invocation_pieces
from artrules.webassembly.library import Library, collect
from artrules.webassembly.translate import translate_function


@dataclass(frozen=True, slots=True)
class Template:
    """The functions that every module has, what the machine's names mean, and which of its functions are translated
    where others call them."""

    library: Library
    names: Names
    small: Mapping[str, Inlined]

    def to_bytes(self) -> bytes:
        """The template as bytes. They may hold any Python object, so they must come from where only the user writes."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    @staticmethod
    def from_bytes(data: bytes) -> Template:
        """The template that `to_bytes` has written."""
        template = pickle.loads(data)
        assert isinstance(template, Template)
        return template


@cache
def machine_template() -> Template:
    """The template, translated from the modules of the machine."""
    return make_template({})


def make_template(replacements: Mapping[str, Function]) -> Template:
    """The template with other functions in the place of some of the machine's."""
    functions = [function for module in read_machine().values() for function in module.functions]
    functions = [replacements.get(function.name, function) for function in functions]
    small = small_functions(functions)
    return Template(collect(_pieces(functions, small)), names_of_machine(), small)


def _pieces(functions: Iterable[Function], small: Mapping[str, Inlined]) -> Iterator[Piece]:
    names = names_of_machine()
    for function in functions:
        yield translate_function(function, names, True, small)
    yield from memo_pieces()
    yield from arithmetic_functions()
    yield from intrinsic_pieces()
    yield from invocation_pieces()
    yield digest_piece()


def memo_pieces() -> Iterator[Piece]:
    """The intrinsics that number keys, translated (`memo.py`)."""
    names = names_of_machine()
    functions = read_functions("\n\n".join(getsource(function) for function in memo.MEMO_FUNCTIONS))
    own = {f.name: Signature(("int",) * len(f.parameters), f.gives) for f in functions}
    constants = {name: value for name, value in vars(memo).items() if isinstance(value, int)}
    names = replace(
        names,
        regions={**names.regions, **memo.MEMO_REGIONS},
        functions={**names.functions, **own},
        constants={**names.constants, **constants},
    )
    for function in functions:
        yield translate_function(function, names, inferring=True)
