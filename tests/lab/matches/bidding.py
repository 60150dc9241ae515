"""A game for tests of matches whose outcome follows from who plays: each player says a number once."""

from __future__ import annotations

from pathlib import Path

RULESET = """\
ruleset: bidding
title: Bidding
players: 1..4

variables:
  bid: {of: player, type: 0..9, starts: 0}
  leader: {type: player}

procedures:
  say_a_number: |
    choose one:
        "say {n}" for n in 1..3:
            my bid becomes n

flow:
  rounds:
    - {name: say, who: in_turn, from: leader, do: say_a_number()}
  until: round_number >= 1
  last_round: 3
  score:
    bid: {label: bid, is: my bid}
  winners: WINNERS
"""
MOST = "best(p in players, most score(p))"
LEAST = "best(p in players, least score(p))"
FIRST = "those(p in players where p is leader)"
EVERYBODY = "those(p in players)"
NOBODY = "those(p in players where p.bid > 3)"


def write_bidding(folder: Path, winners: str = MOST, says: str = "my bid becomes n") -> Path:
    """Write the game into a folder, with who wins, and what choosing a number does."""
    folder.mkdir(parents=True)
    text = RULESET.replace("WINNERS", winners).replace("my bid becomes n", says)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder
