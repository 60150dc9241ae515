"""Entries of what code can use: functions, procedures, tables, menus, and the functions of the language."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.ir.builtins import BUILTINS
from artrules.ir.declarations import Parameter, PluginFunction
from artrules.ir.model import Model
from artrules.ir.types import Number, Type
from artrules.vocabulary.entry import Entry, entry_of

_WIDEST = 100_000
"""A function with a wider range of results is shown as giving a `number`: such bounds tell a reader nothing."""


def functions(model: Model) -> list[Entry]:
    """The functions of the game, without those that belong to a set."""
    entries = []
    for function in model.functions.values():
        if function.owner is None:
            gives = _result(value.type) if (value := model.values.get(function)) is not None else None
            written = _signature(function.name, function.parameters) + (f": {gives}" if gives else "")
            entries.append(entry_of(model, function, written, type=gives))
    return entries


def plugin_functions(model: Model) -> list[Entry]:
    """The functions that plugins bring."""
    return [_of_plugin(f, f"{_signature(f.name, f.parameters)}: {f.result}") for f in _brought(model, draws=False)]


def ways_to_draw(model: Model) -> list[Entry]:
    """The ways to draw by chance that plugins bring."""
    drawn = _brought(model, draws=True)
    return [_of_plugin(f, f"random x by {_signature(f.name, f.parameters)}: {f.result}") for f in drawn]


def _brought(model: Model, *, draws: bool) -> list[PluginFunction]:
    return [function for function in model.plugin_functions.values() if function.draws is draws]


def _of_plugin(function: PluginFunction, written: str) -> Entry:
    facts = [f"of the plugin {function.plugin}"]
    return Entry(function.name, written, str(function.result), facts=facts, description=function.about)


def _result(type_: Type) -> str:
    return "number" if isinstance(type_, Number) and type_.high - type_.low > _WIDEST else str(type_)


def procedures(model: Model) -> list[Entry]:
    """The procedures of the game, without those that belong to a set and those made from menus."""
    entries = [
        entry_of(model, procedure, _signature(procedure.name, procedure.parameters, procedure.result))
        for procedure in model.procedures.values()
        if procedure.owner is None
    ]
    return [
        entry for entry in entries if entry.file is not None
    ]  # a procedure made from a menu has no place of its own


def _signature(name: str, parameters: Sequence[Parameter], result: Type | None = None) -> str:
    gives = f" gives {result}" if result is not None else ""
    return f"{name}({', '.join(f'{p.type} {p.name}' for p in parameters)}){gives}"


def tables(model: Model) -> list[Entry]:
    """The tables of the game, with their steps."""
    entries = []
    for table in model.tables.values():
        if table.owner is None:
            steps = ", ".join(line.strip() for line in table.steps_text.split("\n") if line)
            entries.append(entry_of(model, table, f"{table.name}(n)", facts=[steps], place=f"tables.{table.name}"))
    return entries


def menus(model: Model) -> list[Entry]:
    """The entries of all menus, without those that a set adds."""
    entries = []
    for menu in model.menus.values():
        for item in menu.entries:
            if item.owner is None:
                facts = [f'"{item.label}"' if item.label else "", f"if {item.condition}" if item.condition else ""]
                place = f"menus.{menu.name}.entries.{item.name}"
                entries.append(entry_of(model, item, f"{menu.name}: {item.name}", facts=facts, place=place))
    return entries


def builtins() -> list[Entry]:
    """The functions that the language itself offers."""
    entries = []
    for builtin in BUILTINS.values():
        written = f"{builtin.name}({', '.join('xyz'[: len(builtin.parameters)])})"
        entries.append(Entry(builtin.name, written, description=builtin.summary))
    return entries
