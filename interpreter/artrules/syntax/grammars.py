"""The grammars as parsers: built from their files, or read from tables that were stored when the package was built.

Building takes a third of a second, reading a hundredth. Stored tables name the grammar's text and the version of lark
that they are of; others are not used, so nothing can go wrong but the time. `python -m artrules.syntax.grammars` stores
them beside this file; the build of the wheel does so too (`interpreter/stored_grammars.py`).
"""

from __future__ import annotations

import pickle
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.indenter import Indenter

NAMES = ("code", "types", "tables")
STORED = "grammars.pickle"
_STARTS = {"code": ["effect", "expression", "bindings", "hole"], "types": ["type", "signature"], "tables": ["table"]}
_FOLDER = Path(__file__).parent


class SuiteIndenter(Indenter):
    """Turns deeper lines into suites; line breaks inside brackets don't count."""

    @property
    def NL_type(self) -> str:
        return "_NL"

    @property
    def OPEN_PAREN_types(self) -> list[str]:
        return ["LPAR", "LSQB"]

    @property
    def CLOSE_PAREN_types(self) -> list[str]:
        return ["RPAR", "RSQB"]

    @property
    def INDENT_type(self) -> str:
        return "_INDENT"

    @property
    def DEDENT_type(self) -> str:
        return "_DEDENT"

    @property
    def tab_len(self) -> int:
        return 8


def build(name: str, strict: bool = False) -> Lark:
    """The parser of a grammar, from its file. Strict (in tests) refuses hidden conflicts."""
    return Lark(_text(name), strict=strict, **_options(name))


def stored(name: str) -> Lark | None:
    """The parser of a grammar from the stored tables; None where there are none, or not of this grammar and lark."""
    tables = _read_stored().get((name, _identity(name)))
    return Lark.load(BytesIO(tables)) if tables is not None else None


def store(path: Path = _FOLDER / STORED) -> None:
    """Write the tables of all grammars."""
    tables = {}
    for name in NAMES:
        saved = BytesIO()
        build(name).save(saved)
        tables[name, _identity(name)] = saved.getvalue()
    path.write_bytes(pickle.dumps(tables, protocol=4))


@cache
def _read_stored() -> dict[tuple[str, str], bytes]:
    path = _FOLDER / STORED
    return pickle.loads(path.read_bytes()) if path.is_file() else {}


def _identity(name: str) -> str:
    """What tables must be of to be used."""
    return blake2b(f"{lark.__version__}\0{_text(name)}".encode(), digest_size=8).hexdigest()


def _text(name: str) -> str:
    return (_FOLDER / f"{name}.lark").read_text(encoding="utf-8")


def _options(name: str) -> dict[str, Any]:
    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "propagate_positions": True}
    options |= {"maybe_placeholders": True, "start": _STARTS[name]}
    return options | ({"postlex": SuiteIndenter()} if name == "code" else {})


if __name__ == "__main__":
    # By its full name: what is stored refers to the class above.
    from artrules.syntax import grammars

    grammars.store()
