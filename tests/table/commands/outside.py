"""Files from outside for tests: a set, its scenarios and an overlay for the small game, and how to write them."""

from __future__ import annotations

from pathlib import Path

SET = """\
set: marsh
of: lanterns
title: The marsh
guild:
  1:
    name: The Eel
    powers: [{label: earn three, do: my coins += 3}]
"""
SCENARIOS = """\
scenarios: lanterns
about: marsh
list:
  eel_earns:
    source: our own
    about: guild.1.1
    settings: {guilds.1: marsh}
    given: {phase: play, players: {1: {hand: [red 1, red 2]}}}
    steps:
      - {by: 1, choose: play red 1}
      - {by: 1, choose: "use The Eel (red 1): earn three"}
      - expect: {players: {1: {coins: 3}}}
"""
OVERLAY = """\
overlay: short
of: lanterns
applies: size(players) = 2
flow:
  until: round_number >= 2
"""


def write(path: Path, text: str) -> str:
    """Write a file, with its folder; gives its path as an argument."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)
