"""A model is closed, and nobody can change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache

import pytest

import artrules
from artrules.engine.lower.tables import RULE_NUMBERS
from artrules.model.analyses.calls import every_body
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir import declarations
from artrules.model.ir import model as flow
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.model import PHASE_RULES, Model
from artrules.text.content.flow import FlowRule, Phase
from artrules.text.content.section import EXPRESSION

CLASSES = [
    found
    for module in (declarations, flow, declarations, declarations)
    for found in vars(module).values()
    if is_dataclass(found) and isinstance(found, type) and found.__module__ == module.__name__
]


@cache
def model_of(name: str) -> Model:
    return artrules.load(name).model


@pytest.mark.parametrize("found", CLASSES, ids=lambda found: found.__name__)
def test_what_a_model_holds_is_immutable(found: type) -> None:
    made = found.__new__(found)
    with pytest.raises(FrozenInstanceError):
        setattr(made, found.__match_args__[0], None)
    assert found.__eq__ is object.__eq__


def test_tables_refuse_changes() -> None:
    model = model_of(shipped_rulesets()[0])
    tables = {field.name: getattr(model, field.name) for field in fields(model) if "Mapping" in str(field.type)}
    assert len(tables) > 20
    for name, table in tables.items():
        with pytest.raises(TypeError):
            table["new"] = None
        with pytest.raises(FrozenInstanceError):
            setattr(model, name, {})


@pytest.mark.parametrize("name", shipped_rulesets())
def test_nodes_refer_to_what_is_in_the_tables(name: str) -> None:
    model = model_of(name)
    mentioned = [found for code in every_body(model) for node in code.every_node for found in mentions(node)]
    assert mentioned
    known = set(declared(model))
    assert [found.key for found in mentioned if found not in known] == []


@pytest.mark.parametrize("name", shipped_rulesets())
def test_all_code_of_a_game_without_errors_is_there(name: str) -> None:
    model = model_of(name)
    assert model.values.keys() == set(model.functions.values())
    assert model.bodies.keys() == {*model.procedures.values(), *model.powers}
    assert model.locals.keys() == {*model.functions.values(), *model.procedures.values()}
    assert model.at_most.keys() == set(model.limits.values())
    assert [power.index for power in model.powers] == list(range(len(model.powers)))


def test_each_key_of_phases_with_code_has_a_rule_and_each_rule_a_number() -> None:
    keys = Phase.declared.keys.items()
    coded = {name for name, key in keys if key.value is EXPRESSION or key.value.shape.get("$ref") is FlowRule}
    assert coded == {r.name for r in PHASE_RULES}
    assert [*RULE_NUMBERS.values()] == [*range(len(PHASE_RULES))]


def mentions(node: k.Node) -> Iterator[Declaration]:
    values = (getattr(node, field.name) for field in fields(node))
    return (value for value in values if isinstance(value, Declaration))


def declared(model: Model) -> Iterator[Declaration]:
    for table in (model.settings, model.limits, model.zones, model.variables, model.tables, model.functions):
        yield from table.values()
    yield from model.procedures.values()
    for event in model.events.values():
        yield event
        yield from event.fields.values()
    for kind in model.kinds.values():
        yield from kind.attributes.values()
