"""The grammars as parsers: built from their files, or read from what was stored when the package was built.

Building takes a third of a second, reading a hundredth. Two things are stored of each grammar: its automaton, which
parses right code (`driver.py`), and lark's tables, which tell what is wrong with other code. Each names all that it was
made of; what is of anything else is not used, so nothing can go wrong but the time. `python -m
artrules.text.syntax.grammars` stores them beside this file; the build of the wheel does so too
(`interpreter/stored_grammars.py`).
"""

from __future__ import annotations

import pickle
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from artrules.text.syntax.automaton import Automaton, automaton_of

if TYPE_CHECKING:
    from lark import Lark

NAMES = ("code", "types", "tables")
STORED = "grammars.pickle"
STORED_AUTOMATA = "automata.pickle"
_STARTS = {
    "code": ["effect", "expression", "bindings", "hole", "trigger"],
    "types": ["type", "signature"],
    "tables": ["table"],
}
_FOLDER = Path(__file__).parent


def build(name: str, strict: bool = False) -> Lark:
    """The parser of a grammar, from its file. Strict (in tests) refuses hidden conflicts."""
    from lark import Lark

    return Lark(_text(name), strict=strict, **_options(name))


def stored(name: str) -> Lark | None:
    """The parser of a grammar from the stored tables; None where there are none, or not of this grammar and lark."""
    from lark import Lark

    tables = _read_stored().get((name, _identity(name)))
    return Lark.load(BytesIO(tables)) if tables is not None else None


def automaton(name: str) -> Automaton:
    """The automaton of a grammar: the stored one if it is up to date, else made from lark's parser."""
    path = _FOLDER / STORED_AUTOMATA
    stored_automaton = _read_automata(path).get((name, _identity_of_automaton(name)))
    return stored_automaton or automaton_of(build(name))


def store(path: Path = _FOLDER / STORED, path_of_automata: Path = _FOLDER / STORED_AUTOMATA) -> None:
    """Write the tables and the automata of all grammars."""
    tables, automata = {}, {}
    for name in NAMES:
        saved = BytesIO()
        parser = build(name)
        parser.save(saved)
        tables[name, _identity(name)] = saved.getvalue()
        automata[name, _identity_of_automaton(name)] = automaton_of(parser)
    path.write_bytes(pickle.dumps(tables, protocol=4))
    path_of_automata.write_bytes(pickle.dumps(automata, protocol=4))


@cache
def _read_automata(path: Path) -> dict[tuple[str, str], Automaton]:
    return pickle.loads(path.read_bytes()) if path.is_file() else {}


def _identity_of_automaton(name: str) -> str:
    """What an automaton must be of to be used: a grammar's text, and the form of automata."""
    form = (_FOLDER / "automaton.py").read_bytes()
    return blake2b(_text(name).encode() + form, digest_size=8).hexdigest()


@cache
def _read_stored() -> dict[tuple[str, str], bytes]:
    path = _FOLDER / STORED
    return pickle.loads(path.read_bytes()) if path.is_file() else {}


def _identity(name: str) -> str:
    """What tables must be of to be used: lark, a grammar's text, and the class that they refer to."""
    import lark

    indenter = (_FOLDER / "indenter.py").read_text(encoding="utf-8")
    return blake2b(f"{lark.__version__}\0{_text(name)}\0{indenter}".encode(), digest_size=8).hexdigest()


def _text(name: str) -> str:
    return (_FOLDER / f"{name}.lark").read_text(encoding="utf-8")


def _options(name: str) -> dict[str, Any]:
    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "propagate_positions": True}
    options |= {"maybe_placeholders": True, "start": _STARTS[name]}
    if name == "code":
        from artrules.text.syntax.indenter import SuiteIndenter

        options["postlex"] = SuiteIndenter()
    return options


if __name__ == "__main__":
    # By its full name: what is stored refers to the class above.
    from artrules.text.syntax import grammars

    grammars.store()
