"""A small game for tests of what runs games: a few rounds, chance, a phase played all at once, two sets."""

from __future__ import annotations

from pathlib import Path

RULESET = """\
ruleset: lanterns
title: Lanterns
players: 2..4

settings:
  length: {type: speed, starts: normal}
  guilds: {set_of: guild, starts: river, title: Guilds}

enums:
  speed: [quick, normal]
  colour: [red, blue]

groups:
  guild: {keyed_by: 1..2, chosen_by: guilds}

cards:
  lantern:
    label: "{self.shade} {self.printed}"
    attributes:
      printed: {type: 1..2}
      shade: {type: colour}
    powers: {from: guild, by: printed}

zones:
  deck: {holds: lantern, order: pile, seen_by: nobody}
  hand: {per: player, holds: lantern, seen_by: owner}
  row: {per: player, holds: lantern, order: row, seen_by: everyone}

variables:
  first_player: {type: player}
  coins: {of: player, type: 0..99}

procedures:
  play_turn: |
    repeat:
        choose one:
            "play {c}" for c in my hand:
                move c to my row
                for w in c.powers:
                    may use w
            "stop playing":
                stop
    say "{me} has {size(my row)} lanterns"
  sell_turn: |
    choose one:
        "sell {c}" for c in my row:
            my coins += c.printed
            move c to bottom of deck
        "sell nothing":
            skip
  refill: |
    shuffle deck
    for p in players:
        move top 1 of deck to p.hand
        say "after round {round_number} {p} has {p.coins} coins"

pieces:
  lanterns:
    kind: lantern
    start: deck
    columns: [printed, shade, count]
    source: Components
    assumed: the picture of the box is lost
    rows: [[1, red, 5], [1, blue, 5], [2, red, 5], [2, blue, 5]]
totals:
  lanterns: {count: size(lantern), is: 20, source: Components}

flow:
  setup:
    deal: |
      shuffle deck
      for p in players:
          move top 3 of deck to p.hand
          say "{p} lights up"
  rounds:
    - {name: play, who: all_at_once, do: play_turn()}
    - {name: sell, who: in_turn, from: first_player, do: sell_turn()}
    - {name: refill, who: nobody, do: refill()}
  until: round_number >= (4 if length is quick else 9)
  last_round: 20
  score:
    coins: {label: coins, is: my coins}
    row: {label: lit, is: size(my row)}
  winners: best(p in players, most score(p))
"""

SETS = {
    "river": "my coins += 1",
    "hill": "my coins += 2",
}


def write_ruleset(folder: Path, *, break_it: tuple[str, str] | None = None) -> Path:
    """Write the game into a folder, with one text replaced if it is to be broken."""
    text = RULESET
    if break_it is not None:
        assert break_it[0] in text
        text = text.replace(*break_it)
    (folder / "sets").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    for name, effect in SETS.items():
        (folder / "sets" / f"{name}.yaml").write_text(
            f"set: {name}\nof: lanterns\ntitle: The {name}\nguild:\n"
            f"  1:\n    name: Lamplighter\n    powers: [{{label: earn, do: {effect}}}]\n"
            "  2:\n    name: Ferryman\n    powers: []\n",
            encoding="utf-8",
        )
    return folder
