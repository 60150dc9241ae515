"""Models as JSON: what is written can be read, keeps everything, and is what the schema says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema_rs import validator_for

from artrules.model.ir.code import every_declaration
from artrules.model.ir.json_form import to_data, to_json
from artrules.model.ir.print_model import print_model
from ir_models import LANTERNS, RULESETS, lanterns, models_of
from model.ir.from_json import BadModel, from_json
from model.ir.verify.verify import verify
from plugin_functions import BROUGHT

SCHEMA = Path(__file__).parents[3] / "schemas" / "ir.schema.json"


def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_written_can_be_read_and_keeps_everything(ruleset: str) -> None:
    fitting = validator_for(schema())
    for model in models_of(ruleset).values():
        text = to_json(model)
        assert [error.message for error in fitting.iter_errors(json.loads(text))] == []
        again = from_json(text)
        assert print_model(again) == print_model(model)
        assert to_json(again) == text
        assert verify(again) == []


def test_what_plugins_bring_is_written_without_its_code() -> None:
    model = replace(lanterns(), plugin_functions=BROUGHT)
    text = to_json(model)
    assert [error.message for error in validator_for(schema()).iter_errors(json.loads(text))] == []
    again = from_json(text)
    assert to_json(again) == text and verify(again) == []
    with pytest.raises(LookupError, match="the plugin tens isn't there"):
        again.plugin_functions["half"].compute(3, True)


def test_the_schema_is_valid_and_describes_each_class() -> None:
    Draft202012Validator.check_schema(schema())
    definitions = schema()["$defs"]
    assert {"Choose", "Operation", "Watch", "Number", "Variable", "Phase"} <= definitions.keys()


def test_another_model_is_written_differently() -> None:
    base, duel = models_of(LANTERNS).values()
    assert to_json(base) != to_json(duel)


def test_a_declaration_is_written_once() -> None:
    """Everywhere else stands a reference, which leads to it."""
    data = to_data(lanterns())
    coins = every_declaration(lanterns())["variable coins"]
    assert data["variables"]["coins"]["type"] == {"is": "Number", "low": 0, "high": 99}
    text = json.dumps(data["bodies"])
    assert '{"ref": "/variables/coins"}' in text and '"lasts"' not in text
    again = from_json(json.dumps(data))
    (owner,) = (v for v in again.variables.values() if v.name == "coins")
    assert owner.at == coins.at and owner in again.starts


def changed(way: str, value: object) -> str:
    """Lanterns as JSON, with another value at the end of a way of keys."""
    data: Any = to_data(lanterns())
    place = data
    *steps, last = way.split(".")
    for step in steps:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ("[]", "/: "),
        (json.dumps({"format": 1}), "/: "),
        (changed("format", 2), "/format: "),
        (changed("players.0", "two"), "/players/0: "),
        (changed("variables.coins.type.is", "Nmber"), "/variables/coins/type/is: "),
        (changed("variables.coins.type.low", None), "/variables/coins/type/low: "),
        (changed("flow.until.declaration.ref", "/variables/elsewhere"), "there is no `/variables/elsewhere`"),
        (changed("totals.lanterns.surprise", 1), "/totals/lanterns: "),
        (json.dumps({**to_data(lanterns()), "counts": {"/totals/none": None}}), "/counts/"),
    ],
)
def test_what_is_no_model_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadModel, match=re.escape(message)):
        from_json(text)
