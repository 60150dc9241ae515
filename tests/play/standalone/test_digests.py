"""A host in JavaScript has the digests of the API after every choice, in Node; in Chromium `tests/table/browser` tries
it."""

from __future__ import annotations

import pytest

from artrules.model.catalogue.locations import shipped_rulesets
from play.standalone.digests import compare
from play.standalone.test_states import load


@pytest.mark.parametrize("name", list(shipped_rulesets()))
def test_digests_in_node(name: str) -> None:
    ruleset = load(name)
    assert compare(ruleset, ruleset.fewest_players, range(2), 1, None)
