"""Editor schemas work in tools that know nothing of artrules: nothing that is right is marked, faults are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from jsonschema import Draft7Validator
from ruamel.yaml import YAML

import artrules
from artrules.author.editor_schemas import KINDS, editor_schema
from artrules.play.ruleset import Ruleset
from author.editor_schemas.__main__ import check_jsonschema
from author.editor_schemas.content import FAULTY, ROOT, SHIPPED, every_file, files_of

LANTERNS = ROOT / "tests" / "rulesets" / "lanterns"


@cache
def game(name: str) -> Ruleset:
    return artrules.load(name)


@cache
def validator(name: str | None) -> Any:
    return jsonschema_rs.Draft7Validator(editor_schema(ruleset=game(name) if name is not None else None))


def with_text_keys(data: Any) -> Any:
    """What JSON makes of data: keys are texts."""
    if isinstance(data, dict):
        return {
            json.dumps(key) if not isinstance(key, str) else key: with_text_keys(part) for key, part in data.items()
        }
    return [with_text_keys(part) for part in data] if isinstance(data, list) else data


def read_as_yaml_1_2(file: Path) -> Any:
    return with_text_keys(YAML(typ="safe").load(file))


def read_as_yaml_1_1(file: Path) -> Any:
    return with_text_keys(yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader))


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for part in schema.values():
            yield from references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from references(part)


@pytest.mark.parametrize("kind", [None, *KINDS])
@pytest.mark.parametrize("name", [None, str(LANTERNS)])
def test_a_schema_is_valid_and_refers_to_nothing_outside(name: str | None, kind: str | None) -> None:
    schema = editor_schema(kind, game(name) if name is not None else None)
    Draft7Validator.check_schema(schema)
    found = set(references(schema))
    assert found and all(reference.startswith("#/definitions/") for reference in found)
    assert {reference.removeprefix("#/definitions/") for reference in found} == set(schema["definitions"])
    assert "$id" not in schema
    assert "x-artrules" not in json.dumps(schema)


def test_all_content_is_right_by_the_general_schema() -> None:
    files = every_file()
    assert len(files) > 100
    for file in files:
        assert [f"{file}: {fault}" for fault in validator(None).iter_errors(read_as_yaml_1_1(file))] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_s_content_is_right_by_its_own_schema(name: str) -> None:
    for file in files_of(name):
        assert [f"{file}: {fault}" for fault in validator(name).iter_errors(read_as_yaml_1_2(file))] == []


def test_a_tool_that_knows_nothing_of_artrules_accepts_sets_and_finds_faults(tmp_path: Path) -> None:
    schema = tmp_path / "avant_carde.schema.json"
    schema.write_text(json.dumps(editor_schema(ruleset=game("avant_carde"))), encoding="utf-8")
    assert check_jsonschema(schema, sorted((ROOT / "rulesets" / "avant_carde" / "sets").glob("*.yaml"))) == ""
    for faulty in FAULTY:
        file = tmp_path / faulty.name
        file.write_text(faulty.text, encoding="utf-8")
        said = check_jsonschema(schema, [file])
        assert [word for word in faulty.words if word not in said] == []


@pytest.mark.parametrize("word", ["yes", "no", "true", "false"])
def test_every_spelling_of_a_truth_value_is_accepted(word: str) -> None:
    for value in (word, word in ("yes", "true")):
        content = {"overlay": "quick", "of": "lanterns", "applies": value, "limits": {"once": {"default": value}}}
        accepted = validator(None).is_valid(content)
        assert accepted == (value is True or value is False or word in ("yes", "no")), value


def test_a_first_key_decides_and_one_must_be_there() -> None:
    assert not validator(None).is_valid({"title": "Nobody's"})
    assert validator(None).is_valid({"set": "sea", "of": "lanterns", "guild": {"3": {"name": "x"}}})
    assert not validator(None).is_valid({"set": "sea", "of": "lanterns", "applies": "yes"})


def test_the_schema_of_a_game_knows_what_it_declares() -> None:
    definitions = editor_schema("set", game(str(LANTERNS)))["definitions"]
    model = game(str(LANTERNS)).model
    power = definitions["power_of_game"]
    assert set(model.power_attributes) <= set(power["properties"])
    assert set(model.groups) <= set(definitions["set"]["properties"])
    assert power["properties"]["limits"]["allOf"][0]["anyOf"][0]["enum"] == list(model.limits)


@pytest.mark.parametrize("name", ["art_decko", "avant_carde"])
def test_a_scenario_may_choose_a_set_for_each_key_that_it_fills(name: str) -> None:
    """In the one game the keys are names, in the other numbers."""
    model = game(name).model

    def is_right(settings: dict[str, str]) -> bool:
        steps = [{"finished": False}]
        scenarios = {"scenarios": name, "list": {"one": {"settings": settings, "steps": steps}}}
        return bool(validator(name).is_valid(scenarios))

    choosing = [setting for setting in model.settings.values() if setting.group is not None]
    chosen = {
        f"{setting.name}.{key}": each.name
        for setting in choosing
        for each in model.sets.values()
        for key in each.fills.get(setting.group, ())
    }
    assert chosen and is_right(chosen)
    assert [key for key in chosen if is_right({f"{key}x": chosen[key]})] == []


EXPANSION = {"expansion": "e", "of": "lanterns", "language": 3}


@pytest.mark.parametrize(
    ("part", "fits"),
    [
        ({"adds": {"guild": {"3": {"name": "x", "powers": []}}}}, True),
        ({"adds": {"gild": {"3": {"name": "x", "powers": []}}}}, False),
        (
            {"adds": {"enums": {"colour": ["grey"]}, "zones": {"mine": {"holds": "lantern", "seen_by": "everyone"}}}},
            True,
        ),
        ({"adds": {"menus": {"market": {"entries": {"wait": {"label": "wait", "do": "skip"}}}}}}, True),
        ({"adds": {"menus": {"bazaar": {"entries": {"wait": {"label": "wait", "do": "skip"}}}}}}, False),
        ({"changes": {"variables": {"left": {"starts": 3}}}}, True),
        ({"changes": {"variables": {"lft": {"starts": 3}}}}, False),
    ],
)
def test_expansions_of_a_game(part: dict[str, Any], fits: bool) -> None:
    assert validator(str(LANTERNS)).is_valid({**EXPANSION, **part}) == fits
