"""Writes the functions that call the function which a function table has at an index.

They branch on the index, and each branch calls its function directly, or has its code if that is short. WebAssembly's
own indirect calls take longer: they look at whether the entry is there, and at its type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from artrules.machine_code.signatures import Names
from artrules.webassembly import opcodes
from artrules.webassembly.code import Code, Piece, dispatcher
from artrules.webassembly.inlining import Inlined
from artrules.webassembly.meanings import Meanings, type_of
from artrules.webassembly.opcodes import NARROW
from artrules.webassembly.translate import translate_call


def dispatch_pieces(
    tables: Mapping[str, Sequence[str]], names: Names, inlined: Mapping[str, Inlined]
) -> Iterator[Piece]:
    """A function for each table that code may name: it takes an index and the arguments."""
    for table in names.tables:
        yield _dispatch(table, tables.get(table, ()), names, inlined)


def _dispatch(table: str, entries: Sequence[str], names: Names, inlined: Mapping[str, Inlined]) -> Piece:
    type_ = type_of(names.tables[table])
    code = Code(dispatcher(table), (NARROW, *type_.parameters), type_.result)
    functions = {name: place for place, name in enumerate(dict.fromkeys(filter(None, entries)))}
    outside = code.block()
    labels = [code.block() for _ in functions][::-1]
    code.get(0)
    code.branch_by_number([labels[functions[entry]] if entry else outside for entry in entries], outside)
    for function in functions:
        code.end()
        arguments = range(1, len(type_.parameters) + 1)
        translate_call(function, arguments, code, Meanings(names, inlined))
        code.return_()
    code.end()
    code.add(opcodes.UNREACHABLE)
    return code.piece()
