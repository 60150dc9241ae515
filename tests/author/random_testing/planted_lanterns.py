"""Lanterns with mistakes planted in it, and random games of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import artrules
from artrules.author.random_testing.run import RandomGames, play_random_games
from author.scenarios.one_scenario import FOLDER

Plant = tuple[str, str, str]
"""A file, a text that stands in it once, and the text that takes its place."""
DEAD_END: Plant = (
    "ruleset.yaml",
    "    repeat until my away:\n",
    "    choose d in my hand where d.printed > 8\n    repeat until my away:\n",
)
OUT_OF_BOUNDS: Plant = (
    "ruleset.yaml",
    "    move c to my row\n",
    "    move c to my row\n    if size(my row) = 2:\n        my coins -= 1\n",
)
BAD_LABEL: Plant = ("ruleset.yaml", '"stop playing":', '"stop playing {10 / size(my row)}":')
ENDLESS: Plant = (
    "ruleset.yaml",
    "        choose from market\n",
    '        choose one:\n            "wait":\n                say "waits"\n'
    '            "look":\n                say "looks"\n',
)
NEVER_OFFERED: Plant = (
    "ruleset.yaml",
    "      leave:\n",
    "      beg:\n        label: beg\n        if: my away\n        do: my coins += 1\n      leave:\n",
)
UNUSED_POWER: Plant = (
    "sets/river.yaml",
    "{when: after_played, label: draw a card",
    "{when: after_played, if: size(my row) > 25, label: draw a card",
)
UNREACHED: Plant = (
    "ruleset.yaml",
    '    say "round {round_number} is over"\n',
    '    say "round {round_number} is over"\n    if left > round_number + 30:\n        say "how many there are"\n',
)


def plant(folder: Path, *plants: Plant) -> artrules.Ruleset:
    """Lanterns with mistakes, in a folder of its own; or the test game that has the folder's name."""
    shutil.copytree(FOLDER.parent / folder.name, folder)
    for name, sound, faulty in plants:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(sound) == 1
        (folder / name).write_text(text.replace(sound, faulty), encoding="utf-8")
    return artrules.load(folder)


def play(folder: Path, games: int, *plants: Plant) -> RandomGames:
    """Random games of Lanterns with mistakes, or of another test game."""
    return play_random_games(plant(folder, *plants), games, 0, lambda _: None)
