"""Microseconds to list the ways to begin a payment, with hands of more and more different cards: does it stay in
proportion?"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

import artrules

from .alternating import calm
from .figure import Effort, Figure

SIZES = (5, 10, 20, 40)
GAME = """
ruleset: payment
title: Payment
players: 1
cards:
  coin: {label: "coin {self.worth}", attributes: {worth: {type: 1..99}}}
zones:
  hand: {per: player, holds: coin, seen_by: owner}
  heap: {holds: coin, seen_by: everyone}
pieces:
  coins: {kind: coin, start: heap, columns: [worth], rows: ROWS}
flow:
  setup:
    deal: |
      for p in players:
          move those(c in heap) to p.hand
  rounds:
    - name: pay
      who: in_turn
      from: players[1]
      do: |
        collect 30:
            "spend {c}" for c in my hand worth c.worth:
                move c to heap
            "melt {c}" for c in my hand where c.worth > 2 worth 2 * c.worth:
                move c to heap
  until: yes
  last_round: 1
  winners: those(p in players)
"""


def one_listing(size: int) -> float:
    """Microseconds to find the options of the second of the choices, with so many coins in hand before the first."""
    rows = ", ".join(f"[{n}]" for n in range(3, 3 + size))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "ruleset.yaml").write_text(GAME.replace("ROWS", f"[{rows}]"), encoding="utf-8")
        ruleset = artrules.load(folder)
    times = []
    for _ in range(60):
        game = ruleset.new_game(log=False)
        option = game.decisions[0].options[0]
        began = time.perf_counter()
        game.choose(option)
        times.append(1e6 * (time.perf_counter() - began))
    return median(times)


def measure(effort: Effort) -> list[Figure]:
    with calm():
        found = {size: [one_listing(size) for _ in range(effort.slices)] for size in SIZES}
    first = SIZES[0]
    return [
        Figure(
            name=f"a choice in a payment, {size} different cards",
            value=median(found[size]),
            unit="us",
            reference_name=f"with {first} cards",
            reference=median(found[first]),
            ratio=median(a / b for a, b in zip(found[size], found[first], strict=True)),
            goal=f"<= {size // first}" if size > first else "",
            reached=median(found[size]) <= size / first * median(found[first]) if size > first else None,
        )
        for size in SIZES
    ]
