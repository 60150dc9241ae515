"""Tiny, a ruleset of a few tiles, into which tests put the code they try: what player 1 does in the only phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from textwrap import dedent, indent

import artrules

BASE = """
ruleset: tiny
title: Tiny
players: 2..4
enums:
  colour: [red, blue]
  timing: [now, later]
lives: {turn: each_player}
power_has:
  when: {type: timing}
groups:
  gift: {keyed_by: 1..3, chosen_by: gifts}
settings:
  gifts: {set_of: gift, starts: plain}
cards:
  tile:
    label: "{self.shade} {self.n}"
    attributes:
      n: {type: 1..9}
      shade: {type: colour}
      mark: {type: 0..9, back_when_leaving: row}
      flag: {type: bool, lasts: turn}
    powers: {from: gift, by: n, back_when_leaving: row}
zones:
  deck: {per: player, holds: tile, order: pile, seen_by: nobody}
  hand: {per: player, holds: tile, seen_by: owner}
  row:  {per: player, holds: tile, order: row, seen_by: everyone, face_down_seen_by: owner}
  heap: {holds: tile, order: pile, seen_by: everyone, shows: top}
  pool: {holds: tile, seen_by: everyone}
variables:
  total: {type: 0..99}
  x:     {of: player, type: 0..99}
  y:     {of: player, type: 0..99, lasts: turn}
events:
  rung: {has: {n: 0..99, by: player}}
  seen: {has: {card: tile, by: player}}
  kept: {has: {card: tile, by: player}, kept: round}
pieces:
  pool:  {kind: tile, start: pool, columns: [n, shade, count], rows: PIECES}
"""
FLOW = """
flow:
  setup:
    begin: |
      skip
  rounds:
    - name: main
      who: in_turn
      from: players[1]
      do: |
        if me is players[1]:
            act()
      ends: turn
AFTER
  until: round_number >= ROUNDS
  score: {x: {is: my x}}
  winners: best(p in players, most score(p))
"""
SET = """
set: plain
of: tiny
gift:
"""
NOTHING = "- {when: later, if: my x < 0, do: my x += 1}"
PIECES = "[[1, red, 3], [2, red, 1], [2, blue, 1]]"


def tiny(
    folder: Path,
    act: str,
    *,
    more: str = "",
    gifts: Mapping[int, str] | None = None,
    phases: str = "",
    rounds: int = 1,
    pieces: str = PIECES,
    edits: Iterable[tuple[str, str]] = (),
    procedures: str = "",
) -> artrules.Ruleset:
    """Tiny with a procedure `act`, more sections (a part), powers by number, phases after the first, and texts
    replaced."""
    flow = FLOW.replace("AFTER\n", indent(dedent(phases).strip("\n") + "\n", "    ")).replace("ROUNDS", str(rounds))
    main = BASE.replace("PIECES", pieces) + flow
    main += "procedures:\n  act: |\n" + indent(dedent(act).strip("\n") + "\n", "    ")
    main += indent(dedent(procedures).strip("\n") + "\n", "  ")
    for old, new in edits:
        assert main.count(old) == 1, old
        main = main.replace(old, new)
    powers = {1: NOTHING, 2: NOTHING, 3: NOTHING, **(gifts or {})}
    filled = ""
    for n, text in powers.items():
        filled += f"  {n}:\n    name: Gift {n}\n    powers:\n" + indent(dedent(text).strip(), " " * 6) + "\n"
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(main.lstrip(), encoding="utf-8")
    (folder / "plain.yaml").write_text(SET.lstrip() + filled, encoding="utf-8")
    if more:
        (folder / "more.yaml").write_text("part_of: tiny\n" + dedent(more).lstrip("\n"), encoding="utf-8")
    return artrules.load(folder)


def offered(game: artrules.Game, which: int = 0) -> list[str]:
    """The labels of a decision's options."""
    return [option.label for option in game.decisions[which].options] if game.decisions else []


def choose(game: artrules.Game, *labels: str) -> None:
    """Choose options by label, one after another, of whichever decision offers them."""
    for label in labels:
        found = [o for d in game.decisions for o in d.options if o.label == label]
        assert found, f"{label!r} is not offered: {[offered(game, i) for i in range(len(game.decisions))]}"
        game.choose(found[0])


def told(game: artrules.Game) -> list[str]:
    """What content has said."""
    return [entry.text for entry in game.log if entry.kind == "said"]


def play(ruleset: artrules.Ruleset, *labels: str, players: int = 2, seed: int = 1) -> artrules.Game:
    """Play a game by labels; at every decision it is saved, taken up again and gone on with, beside a copy."""
    game = ruleset.new_game(players=players, seed=seed)
    for label in labels:
        copy, again = game.copy(), ruleset.resume(game.to_json())
        assert again == game and again.digest() == game.digest()
        assert [offered(again, i) for i in range(len(again.decisions))] == [
            offered(game, i) for i in range(len(game.decisions))
        ]
        choose(copy, label)
        assert again == game
        choose(again, label)
        assert again == copy and again.to_json() == copy.to_json()
        game = again
    return game
