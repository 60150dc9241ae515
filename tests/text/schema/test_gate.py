"""The quick verdict on a file and the one that gives reasons are the same."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from artrules.model.catalogue.locations import shipped_folder
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import SCHEMA_OF
from artrules.text.schema.validate import fits
from artrules.text.schema.validation_errors import validation_errors
from artrules.text.source.node import to_data
from artrules.text.source.read import read

OWN = Path(__file__).parent.parent.parent / "rulesets"
FILES = sorted([*shipped_folder().rglob("*.yaml"), *OWN.rglob("*.yaml")])
VALUES = [None, True, 0, -1, 1.5, 10**30, "", "x", "x\n", "yes", [], [1, 1], ["a", "a"], {}, {"a": 1}, "\ud800", [[]]]


def data_of(path: Path) -> dict[str, Any]:
    node = read(path.read_bytes(), path.name, Report())
    data: dict[str, Any] = to_data(node)
    return data


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            found += [(data, key), *places(value)]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_files_that_are_right_fit(path: Path) -> None:
    data = data_of(path)
    assert fits(next(iter(data)), data)


@given(file=st.sampled_from(FILES), data=st.data())
@settings(max_examples=300)
def test_both_say_the_same_of_a_file_that_was_changed(file: Path, data: st.DataObject) -> None:
    changed = copy.deepcopy(data_of(file))
    kind = next(iter(changed))
    holder, key = data.draw(st.sampled_from(places(changed)))
    how = data.draw(st.sampled_from(["replace", "remove", "add"]))
    value = data.draw(st.sampled_from(VALUES))
    if how == "remove":
        del holder[key]
    elif how == "add" and isinstance(holder, dict):
        holder[data.draw(st.sampled_from(["unheard_of", "do", "for", "label", "Bad Name", "x" * 70]))] = value
    else:
        holder[key] = value
    quick = fits(kind, changed)
    wrong = next(validation_errors(kind, changed), None)
    # Where the quick one can't read the data it says no; then the other decides.
    assert quick == (wrong is None) or (not quick and any(v in ("\ud800", 10**30) for v in [value]))


def test_a_kind_is_judged_by_its_own_schema() -> None:
    assert not any(fits(kind, {kind: 3}) for kind in SCHEMA_OF)
