"""Writes every file of the source tree that is derived from declarations in the code: `python -m
artrules.author.derive`.

These are the JSON Schemas, the words of the language for editors, and the tables in the docs that stand between two
comments such as `<!-- builtins -->` and `<!-- end of builtins -->`. The command names each file that it has changed.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import artrules
from artrules.check.formats.json_schema import json_schema as schema_of_diagnostics
from artrules.lab.balance.report import json_schema as schema_of_balance
from artrules.lab.bots.registry import table_of_bots
from artrules.lab.decision_table import table_of_columns
from artrules.model.ir.builtins import table_of_builtins
from artrules.model.ir.json_form import json_schema
from artrules.model.ir.node import table_of_nodes
from artrules.model.ir.nodes import Expression, Statement
from artrules.model.ir.operators import table_of_operators
from artrules.play.game.log import table_of_entry_kinds
from artrules.play.presentation.messages import json_schema as schema_of_messages
from artrules.play.standalone.description import json_schema as schema_of_descriptions
from artrules.text.schema.derive import as_text, schemas, with_key_tables
from artrules.text.syntax.words import CALLING_WORDS, TOKEN_WORDS

LANGUAGE = ("files.md", "expressions.md", "statements.md", "phases.md", "hidden.md", "sets.md")
"""The pages that specify the language, in the order in which they are read; their index is `index.md`."""

_HEADING_OR_TABLE = re.compile(
    r"^(?P<level>##+) (?P<heading>[^\n]*)$|^<!-- keys of \w+ -->\n(?P<table>.*?)^<!-- end of keys -->$",
    re.MULTILINE | re.DOTALL,
)
_LISTING_OR_KEYS = re.compile(r"^```.*?^```$|^<!-- keys of .*?^<!-- end of keys -->$", re.MULTILINE | re.DOTALL)
_HEADING_OR_ROW = re.compile(r"^##+ (?P<heading>.*)$|^\| (?P<forms>.*?) \| (?P<meaning>.*)", re.MULTILINE)
_LINK = re.compile(r"\[([^]]*)\]\(([^)]*)\)")
_KEY = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def derived_files(root: Path) -> dict[Path, str]:
    """The text that each derived file below the root of the source tree must have, by its path.

    Raises:
        ValueError: a page of the docs lacks the comments between which a table stands.
    """
    docs, folder = root / "docs", root / "schemas"
    write = {name: with_key_tables(_page(docs / "write" / name)) for name in LANGUAGE}
    write["expressions.md"] = _with_tables(write["expressions.md"], {"builtins": table_of_builtins()})
    write["index.md"] = _with_tables(
        _page(docs / "write" / "index.md"),
        {"index of words": _index_of_words(write), "index of keys": _index_of_keys(write)},
    )
    return {
        **{folder / name: as_text(schema) for name, schema in schemas().items()},
        folder / "ir.schema.json": as_text(json_schema()),
        folder / "diagnostics.schema.json": as_text(schema_of_diagnostics()),
        folder / "balance.schema.json": as_text(schema_of_balance()),
        folder / "table_protocol.schema.json": as_text(schema_of_messages()),
        folder / "module.schema.json": as_text(schema_of_descriptions()),
        root / "editors" / "vscode" / "syntaxes" / "code.tmLanguage.json": as_text(_grammar_for_editors()),
        docs / "extend" / "api.md": _with_tables(
            _page(docs / "extend" / "api.md"), {"kinds of entries": table_of_entry_kinds()}
        ),
        docs / "study" / "bots.md": _with_tables(_page(docs / "study" / "bots.md"), {"bots": table_of_bots()}),
        docs / "study" / "data.md": _with_tables(_page(docs / "study" / "data.md"), {"columns": table_of_columns()}),
        docs / "inside" / "machine.md": _with_tables(
            _page(docs / "inside" / "machine.md"),
            {
                "expressions": table_of_nodes(get_args(Expression)),
                "operators": table_of_operators(),
                "statements": table_of_nodes(get_args(Statement)),
            },
        ),
        **{docs / "write" / name: text for name, text in write.items()},
    }


def _grammar_for_editors() -> dict[str, Any]:
    """The words of code in blocks of YAML, as a grammar of TextMate: what an editor colours before it knows what names
    mean."""
    words = "|".join(sorted(TOKEN_WORDS | {"me", "self", "players", "round_number"}))
    calling = "|".join(sorted(CALLING_WORDS))
    hole = {
        "begin": "\\{",
        "end": "\\}",
        "name": "meta.embedded.artrules",
        "patterns": [{"include": "#code"}],
    }
    code: list[dict[str, Any]] = [
        {"match": "(?:^|(?<=\\s))#.*$", "name": "comment.line.number-sign.artrules"},
        {"begin": '"', "end": '"|$', "name": "string.quoted.double.artrules", "patterns": [{"include": "#hole"}]},
        {"match": "\\b[0-9]+\\b", "name": "constant.numeric.artrules"},
        {"match": f"\\b(?:{words})\\b", "name": "keyword.control.artrules"},
        {"match": f"\\b(?:{calling})(?=\\()", "name": "keyword.control.artrules"},
        {"match": "\\.\\.|[-+!<>]?=|[-+*/%<>]", "name": "keyword.operator.artrules"},
        {"match": "\\b([a-z][a-z0-9_]*)(?=\\()", "name": "entity.name.function.artrules"},
    ]
    return {
        "scopeName": "code.artrules.injection",
        "injectionSelector": "L:source.artrules string.unquoted.block",
        "patterns": [{"include": "#code"}],
        "repository": {"code": {"patterns": code}, "hole": hole},
    }


def outdated_files(root: Path) -> dict[Path, str]:
    """The derived files whose text is not what it must be, each with the text that it must have."""
    return {path: text for path, text in derived_files(root).items() if _read(path) != text}


def _page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _read(path: Path) -> str | None:
    return _page(path) if path.is_file() else None


def _index_of_words(pages: Mapping[str, str]) -> str:
    """A row for each reserved word, with links to the headings under which a table has it among its forms, and to what
    such rows refer to. Raises ValueError for a word that no table has.
    """
    places: dict[str, dict[str, str]] = {word: {} for word in sorted(TOKEN_WORDS | CALLING_WORDS)}
    for name, text in pages.items():
        section = {}
        for part in _HEADING_OR_ROW.finditer(_LISTING_OR_KEYS.sub("", text)):
            if part["heading"]:
                section = {_address(part["heading"], name): part["heading"]}
                continue
            links = section | {name * to.startswith("#") + to: words for words, to in _LINK.findall(part["meaning"])}
            for form in re.findall(r"`([^`]*)`", part["forms"]):
                for word in places.keys() & {*re.findall(r"\w+", re.sub(r'"[^"]*"', "", form))}:
                    places[word] |= links
    if missing := [word for word, links in places.items() if not links]:
        raise ValueError(f"no table of the pages on the language has {', '.join(missing)}")
    return _index("word", places)


def _index_of_keys(pages: Mapping[str, str]) -> str:
    """A row for each key of content, by name, with links to what explains it: first sections that begin or end with its
    name, then the headings under which it stands in a table.
    """
    tables: dict[str, dict[str, str]] = {}
    sections: dict[str, dict[str, str]] = {}
    for name, text in pages.items():
        section = {}
        for part in _HEADING_OR_TABLE.finditer(text):
            if heading := part["heading"]:
                section = {_address(heading, name): heading}
                for word in {heading.lower().split()[0], heading.split()[-1]} if part["level"] == "##" else ():
                    sections.setdefault(word, {}).update(section)
            for key in _KEY.findall(part["table"] or ""):
                tables.setdefault(key, {}).update(section)
    return _index("key", {key: sections.get(key, {}) | links for key, links in sorted(tables.items())})


def _address(heading: str, page: str) -> str:
    return f"{page}#{re.sub('[^a-z0-9 -]', '', heading.lower()).replace(' ', '-')}"


def _index(of: str, places: Mapping[str, Mapping[str, str]]) -> str:
    """A table of the places, by address with their words, where something is explained."""
    rows = (
        f"| `{name}` | {', '.join(f'[{words.lower()}]({address})' for address, words in links.items())} |\n"
        for name, links in places.items()
    )
    return "".join([f"| {of} | where |\n", "|---|---|\n", *rows])


def _with_tables(page: str, tables: Mapping[str, str]) -> str:
    """A page of the docs with the tables that it must have, each given by its name in the comments around it."""
    for name, table in tables.items():
        head, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, start, rest = page.partition(head)
        _, stop, after = rest.partition(end)
        if not (start and stop):
            raise ValueError(f"the page lacks the comments of the table `{name}`")
        page = f"{before}{head}{table}{end}{after}"
    return page


def main() -> None:
    """Write the outdated files and print their names."""
    root = Path(artrules.__file__).resolve().parents[2]
    if not (root / "docs").is_dir():
        sys.exit("derived files are written in the source tree; this is an installed package")
    outdated = outdated_files(root)
    for path, text in outdated.items():
        path.write_text(text, encoding="utf-8")
        print(f"written: {path.relative_to(root).as_posix()}")
    if not outdated:
        print("all derived files were up to date")


if __name__ == "__main__":
    main()
