"""Microseconds to list the ways to begin a payment, with hands of more and more different cards: does it stay in
proportion? And whole games in which several resources are paid: is `collect … for` as fast as the same arithmetic
written by hand in content?"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

import artrules
from artrules.play.ruleset import Ruleset

from .alternating import alternate, calm, ratio
from .figure import Effort, Figure
from .playing import play_inside

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


GEMS = """
ruleset: gems
title: Gems
players: 2
enums:
  gem:
    has: {place: 1..6}
    members:
      white: {place: 1}
      blue: {place: 2}
      green: {place: 3}
      red: {place: 4}
      black: {place: 5}
      gold: {place: 6}
cards:
  token: {label: "{self.gem}", attributes: {gem: {type: gem}}}
  work: {label: "work {self.n}", attributes: {n: {type: 1..12}, cost: {type: list of 0..4}}}
pieces:
  tokens: {kind: token, start: "bank[self.gem]", for: g in gem, has: {gem: g}, count: 7}
  works:
    kind: work
    start: market
    columns: [n, cost]
    rows:
      - [1, [1, 1, 1, 1, 0]]
      - [2, [0, 2, 2, 0, 1]]
      - [3, [3, 1, 0, 0, 1]]
      - [4, [0, 0, 2, 0, 2]]
      - [5, [0, 3, 0, 0, 0]]
      - [6, [1, 0, 1, 2, 1]]
      - [7, [2, 0, 0, 2, 0]]
      - [8, [0, 0, 0, 4, 0]]
      - [9, [3, 0, 2, 2, 0]]
      - [10, [0, 1, 4, 0, 2]]
      - [11, [2, 2, 2, 0, 0]]
      - [12, [1, 0, 3, 0, 3]]
zones:
  bank: {per: gem, holds: token, order: pile, seen_by: everyone}
  purse: {per: player, holds: token, seen_by: everyone}
  market: {holds: work, order: row, seen_by: everyone}
  built: {per: player, holds: work, seen_by: everyone}
variables:
  open: {of: gem, type: 0..4}
functions:
  colours: those(k in gem where k is not gold)
  owned(player p, gem k): count(t in p.purse where t.gem is k)
  lacking(player p, work d): sum(max(0, d.cost[k.place] - owned(p, k)) for k in colours())
  lacking_after(player p, gem k): sum(max(0, open[j] - (1 if j is k else 0) - owned(p, j)) for j in colours())
procedures:BUY
  turn: |
    choose one:
        "take {k}" for k in gem where size(k.bank) > 0:
            move top 1 of k.bank to my purse
        "buy {d}" for d in marketWHERE:
            buy(d)
        "pass":
            skip
flow:
  setup: {begin: skip}
  rounds:
    - {name: turns, who: in_turn, from: "players[1]", do: turn()}
  until: round_number >= 60 or size(market) = 0
  score: {works: {is: size(my built)}}
  winners: best(p in players, most score(p))
"""
IN_UNITS = """
  buy(work d): |
    collect d.cost[k.place] for k in colours():
        "pay {t}" for t in my purse where t.gem is not gold covers t.gem: move t to bank[t.gem]
        "pay {t}" for t in my purse where t.gem is gold covers colours(): move t to bank[t.gem]
    move d to my built
"""
BY_HAND = """
  buy(work d): |
    for k in colours():
        open[k] becomes d.cost[k.place]
    for k in colours():
        repeat while open[k] > 0:
            choose one:
                "pay {t}" for t in my purse where t.gem is k:
                    open[k] -= 1
                    move t to bank[t.gem]
                "pay {t}" for t in my purse where t.gem is gold and owned(me, gold) > lacking_after(me, k):
                    open[k] -= 1
                    move t to bank[t.gem]
    move d to my built
"""
AFFORDABLE = " where lacking(me, d) <= owned(me, gold)"


BUILDINGS = """
ruleset: buildings
title: Buildings
players: 3
enums:
  ware: {has: {place: 1..4}, members: {wood: {place: 1}, clay: {place: 2}, ore: {place: 3}, silk: {place: 4}}}
cards:
  yard: {label: "yard {self.n}", attributes: {n: {type: 1..12}, makes: {type: ware}}}
  hall: {label: "hall {self.n}", attributes: {n: {type: 1..10}, cost: {type: list of 0..3}}}
pieces:
  yards:
    kind: yard
    start: pile
    columns: [n, makes]
    rows:
      - [1, wood]
      - [2, clay]
      - [3, ore]
      - [4, silk]
      - [5, wood]
      - [6, clay]
      - [7, ore]
      - [8, silk]
      - [9, wood]
      - [10, clay]
      - [11, ore]
      - [12, wood]
  halls:
    kind: hall
    start: market
    columns: [n, cost]
    rows:
      - [1, [1, 0, 1, 0]]
      - [2, [2, 1, 0, 0]]
      - [3, [0, 2, 1, 0]]
      - [4, [1, 1, 1, 1]]
      - [5, [2, 0, 2, 0]]
      - [6, [3, 1, 0, 1]]
      - [7, [0, 0, 1, 2]]
      - [8, [1, 2, 0, 0]]
      - [9, [2, 2, 1, 0]]
      - [10, [1, 0, 0, 1]]
zones:
  pile: {holds: yard, order: pile, seen_by: nobody}
  yards: {per: player, holds: yard, seen_by: everyone}
  market: {holds: hall, order: row, seen_by: everyone}
  built: {per: player, holds: hall, seen_by: everyone}
variables:
  coins: {of: player, type: 0..999, starts: 3}
  open: {of: ware, type: 0..9}
  from_left: {of: ware, type: 0..9}
  from_right: {of: ware, type: 0..9}
functions:
  price(player p, player q): 1 if q is left(p) else 2
  goods(player p, ware k): count(y in p.yards where y.makes is k)
  need(player p, hall d, ware k): max(0, d.cost[k.place] - goods(p, k))
  cheapest(player p, hall d, ware k): |
    min(need(p, d, k), goods(left(p), k)) + 2 * max(0, need(p, d, k) - goods(left(p), k))
  is_there(player p, hall d): no(k in ware where need(p, d, k) > goods(left(p), k) + goods(right(p), k))
  on_left(player p, ware k): goods(left(p), k) - from_left[k]
  on_right(player p, ware k): goods(right(p), k) - from_right[k]
  rest(player p, ware k, 0..9 n): min(n, on_left(p, k)) + 2 * max(0, n - on_left(p, k))
  dearer(player p, ware k): 2 + rest(p, k, open[k] - 1) + rest_of(p, k)
  rest_of(player p, ware k): sum(rest(p, j, open[j]) for j in ware where j is not k)
procedures:BUY
  turn: |
    choose one:
        "build {d}" for d in marketWHERE:
            buy(d)
        "wait":
            my coins += 2
flow:
  setup:
    deal: |
      shuffle pile
      for p in players:
          move top 4 of pile to p.yards
  rounds:
    - {name: turns, who: in_turn, from: "players[1]", do: turn()}
  until: round_number >= 40 or size(market) = 0
  score: {halls: {is: size(my built)}}
  winners: best(p in players, most score(p))
"""
HIRED_IN_UNITS = """
  buy(hall d): |
    collect d.cost[k.place] for k in ware, at most my coins:
        for y in my yards covers y.makes
        "hire {y} of {p}" for p in others(me), y in p.yards covers y.makes costs price(me, p):
            my coins -= price(me, p)
            p.coins += price(me, p)
    move d to my built
"""
HIRED_BY_HAND = """
  buy(hall d): |
    for k in ware:
        open[k] becomes need(me, d, k)
        from_left[k] becomes 0
        from_right[k] becomes 0
    for k in ware:
        repeat while open[k] > 0:
            choose one:
                "{k} of {left(me)}" if on_left(me, k) > 0:
                    open[k] -= 1
                    from_left[k] += 1
                    my coins -= 1
                    left(me).coins += 1
                "{k} of {right(me)}" if on_right(me, k) > 0 and dearer(me, k) <= my coins:
                    open[k] -= 1
                    from_right[k] += 1
                    my coins -= 2
                    right(me).coins += 2
    move d to my built
"""
CAN_BE_HIRED = " where is_there(me, d) and sum(cheapest(me, d, k) for k in ware) <= my coins"
PAYMENTS = {
    "purchases with jokers": (GEMS, 2, (IN_UNITS, ""), (BY_HAND, AFFORDABLE)),
    "buildings with two traders": (BUILDINGS, 3, (HIRED_IN_UNITS, ""), (HIRED_BY_HAND, CAN_BE_HIRED)),
}
"""What is paid: a game, its players, and how content buys and what it offers to buy: in units, and by hand."""


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


def bought(game: str, buying: str, where: str) -> Ruleset:
    """A game with a way to buy."""
    text = game.replace("WHERE", where).replace("procedures:BUY", "procedures:" + buying.rstrip())
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "ruleset.yaml").write_text(text.lstrip(), encoding="utf-8")
        return artrules.load(folder)


def games_a_second(ruleset: Ruleset, players: int, seconds: float) -> float:
    """How many games by chance are played in a second of processor time."""
    begun, played = time.process_time(), 0
    while time.process_time() - begun < seconds:
        play_inside(ruleset, players, played)
        played += 1
    return played / (time.process_time() - begun)


def whole_games(name: str, effort: Effort) -> Figure:
    """Games in which several resources are paid, in units and by hand."""
    game, players, *ways = PAYMENTS[name]
    rulesets = [bought(game, *way) for way in ways]
    for ruleset in rulesets:
        play_inside(ruleset, players, 0)
        ruleset.runtime(players)[0].compile()
    in_units, by_hand = rulesets
    with calm():
        rates, references = alternate(
            effort.slices,
            lambda: games_a_second(in_units, players, effort.seconds),
            lambda: games_a_second(by_hand, players, effort.seconds),
        )
    return Figure(
        name=f"{name}, whole games",
        value=median(rates),
        unit="games/s",
        reference_name="by hand in content",
        reference=median(references),
        ratio=ratio(rates, references),
        goal=">= 1",
        reached=ratio(rates, references) >= 1,
    )


def measure(effort: Effort) -> list[Figure]:
    with calm():
        found = {size: [one_listing(size) for _ in range(effort.slices)] for size in SIZES}
    first = SIZES[0]
    listings = [
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
    return [*listings, *[whole_games(name, effort) for name in PAYMENTS]]
