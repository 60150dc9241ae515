"""The tables of a file, as its worker has them: what pages are told, what is refused, records, links, replays."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from artrules.play.ruleset import load
from artrules.table.web.game_file import make_game_file
from artrules.table.web.offers import Offers
from lab.simulation.small_ruleset import write_ruleset
from play.standalone.node import node
from table.web.test_game_file import Elements
from waiting import PATIENCE


@pytest.mark.parametrize("script", ["hall.mjs", "pages_that_leave.mjs"])
def test_tables_of_a_file(script: str, lanterns: str) -> None:
    call = [node(), str(Path(__file__).with_name(script))]
    done = subprocess.run(call, input=lanterns, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


@pytest.fixture(scope="module")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small game, packed as in its file."""
    folder = write_ruleset(tmp_path_factory.mktemp("small") / "lanterns")
    offers = Offers.of(load(folder), {"guilds": ["river"]})
    return Elements(make_game_file(offers, "1").text).inside["packed-game"]
