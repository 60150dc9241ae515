"""The tables of a file, as its worker has them: what pages are told, what is refused, records, links, replays."""

from __future__ import annotations

import subprocess
from pathlib import Path

from artrules.play.ruleset import load
from artrules.table.web.game_file import make_game_file
from artrules.table.web.offers import Offers
from lab.simulation.small_ruleset import write_ruleset
from play.standalone.node import node
from table.web.test_game_file import Elements
from waiting import PATIENCE


def test_tables_of_a_file(tmp_path: Path) -> None:
    offers = Offers.of(load(write_ruleset(tmp_path / "lanterns")), {"guilds": ["river"]})
    packed = Elements(make_game_file(offers, "1").text).inside["packed-game"]
    script = str(Path(__file__).with_name("hall.mjs"))
    done = subprocess.run([node(), script], input=packed, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr
