"""The screen and the commands on `docs/play/table.md` are those that people see."""

from __future__ import annotations

import re
from pathlib import Path

import artrules
from artrules.lab.bots.registry import usual_bot
from artrules.table.terminal.session import COMMANDS
from table.session.table_of import table_of
from table.terminal.talking import session_of, talk

PAGE = (Path(__file__).parents[3] / "docs" / "play" / "table.md").read_text(encoding="utf-8")


def test_the_screen() -> None:
    found = re.search(
        r"<!-- screen: (\w+), (\d) players, seat (\d), seed (\d); typed: ([\d ]+) -->\n```text\n(.*?)```",
        PAGE,
        re.DOTALL,
    )
    assert found is not None
    name, players, seat, seed, typed, screen = found.groups()
    ruleset = artrules.load(name)
    bot = usual_bot(ruleset.model)
    session, _ = session_of(table_of(ruleset, int(players), (int(seat),), int(seed), bot=bot))
    lines = [line.rstrip() for line in talk(session, typed.split()).splitlines()]
    shown = screen.rstrip().splitlines()
    assert "\n".join(lines[-len(shown) :]) == "\n".join(shown)


def test_every_command_is_told() -> None:
    told = re.findall(r"^\| `(\S[^`]*)`", PAGE.split("## What you type")[1].split("## ")[0], re.MULTILINE)
    assert told == [*COMMANDS]
