"""Kiln, an invented game that has a little of everything: what hostile tests put their input into."""

from __future__ import annotations

from pathlib import Path

MAIN = """
ruleset: kiln
title: Kiln
players: 2..3
settings:
  glazes: {set_of: glaze, starts: plain}
  hot: {type: bool}
enums:
  colour: {has: {warm: bool}, members: {red: {warm: yes}, blue: {warm: no}}}
  timing: [now, later]
lives: {turn: each_player, firing: everyone}
limits:
  each: {counts_for: card, lasts: turn, at_most: 1 + my y, default: yes}
  once: {counts_for: player, lasts: turn, at_most: 1}
power_has:
  when: {type: timing}
  free: {type: bool, starts: no}
groups:
  glaze: {keyed_by: 1..3, chosen_by: glazes}
cards:
  pot:
    label: "{self.shade} {self.n}"
    attributes:
      n: {type: 1..9}
      shade: {type: colour}
      mark: {type: 0..9, back_when_leaving: row}
      flag: {type: bool, lasts: turn}
      dots: {type: some of 0..9, starts: "[self.n]"}
    powers: {from: glaze, by: n, back_when_leaving: row}
  coin:
    attributes:
      worth: {type: 1..5}
zones:
  deck: {per: player, holds: pot, order: pile, seen_by: nobody}
  hand: {per: player, holds: pot, seen_by: owner}
  row: {per: player, holds: pot, order: row, seen_by: everyone, face_down_seen_by: owner}
  shelf: {per: 1..2, holds: pot, order: pile, seen_by: everyone, shows: top}
  box: {holds: [pot, coin], seen_by: everyone}
variables:
  total: {type: 0..99}
  best_pot: {type: pot or none}
  ages: {type: list of 0..99}
  x: {of: player, type: 0..99}
  y: {of: player, type: 0..9, lasts: turn}
  heat: {of: colour, type: 0..9, starts: 3}
events:
  rung: {has: {n: 0..99, by: player}}
  kept: {has: {card: pot, by: player}, kept: round}
tables:
  worth_of: |
    1 -> 1
    3 -> 2
    every 4 more -> 1 more
functions:
  shown(player p): those(c in p.row where c.face is up)
  warm(pot c): c.shade.warm
  double_of(0..99 n): n * 2
procedures:
  draw(0..9 n): move top n of my deck to my hand
  offer(pot c, timing t): |
    for w in c.powers where w.when is t:
        may use w
  act: |
    repeat 2 times:
        choose one:
            "play {c}" for c in my hand:
                move c to my row
                offer(c, now)
                announce kept(card: c, by: me)
            "count" if my x < 9:
                my x += count(c in shown(me) where warm(c))
            "pass":
                skip
    choose from market
menus:
  market:
    prompt: Market
    entries:
      buy: {label: "buy {n}", for: "n in 1..2 where size(shelf[n]) > 0", if: my x > 0, do: "move top of shelf[n] to my hand"}
      leave: {label: leave, do: skip}
pieces:
  pots: {kind: pot, start: "shelf[1 if self.n < 3 else 2]", columns: [n, shade, count],
         rows: [[1, red, 3], [2, blue, 2], [3, red, 2]]}
  coins: {kind: coin, start: box, has: {worth: 2}, columns: [count], rows: [[3]]}
totals:
  pots: {count: size(pot), is: 7}
flow:
  setup:
    begin: skip
    deal: |
      for p in players:
          move top 1 of shelf[1] to p.deck
          move top 1 of shelf[2] to p.hand
          shuffle p.deck
  rounds:
    - {name: main, who: in_turn, from: "players[1]", do: act(), ends: turn}
    - name: together
      who: all_at_once
      do: |
        may "rest": my y becomes 1
    - {name: after, who: nobody, if: round_number > 1, do: total += 1, ends: firing}
  until: round_number >= 3
  last_round: 9
  score: {x: {label: points, is: my x}, row: size(my row)}
  winners: best(p in players, most score(p))
"""
SET = """
set: plain
of: kiln
title: Plain glazes
glaze:
  1: {name: Slip, text: Draw., powers: [{when: now, label: draw, do: draw(1)}]}
  2:
    name: Ash
    text: Waits.
    powers:
      - when: now
        limits: [once]
        do: |
          watch kept as k where k.card is not self until turn ends:
              my x += 1
  3: {name: Salt, text: Copies., powers: [{when: now, free: yes, if: size(my hand) > 0, do: bonus()}]}
functions: {double(0..9 n): n * 2}
procedures: {bonus: "my x += double(2)"}
"""
OVERLAY = """
overlay: three
of: kiln
applies: size(players) = 3 or hot
procedures:
  draw(0..9 n): |
    repeat n times:
        move top 1 of my deck to my hand
flow: {setup: {bonus: "total += 1"}}
"""
SCENARIOS = """
scenarios: kiln
list:
  passing:
    source: the tests
    about: base
    players: 2
    given:
      phase: main
      turn: 1
      variables: {total: 4, "heat[red]": 2}
      zones: {"shelf[2]": [red 3, ...]}
      players:
        1: {hand: [red 1], x: 1}
        2: {hand: [blue 2], row: [{card: red 3, face: down}]}
    steps:
      - options: [play red 1, count, pass]
      - choose: pass
      - {by: 1, choose: count}
      - offered: [buy 1, buy 2]
      - choose: leave
      - expect: {variables: {total: 4}, players: {1: {hand: [red 1]}}}
      - finished: no
"""
FILES = {"ruleset.yaml": MAIN, "plain.yaml": SET, "three.yaml": OVERLAY, "scenarios.yaml": SCENARIOS}


def write(folder: Path, files: dict[str, str] | dict[str, bytes], also: dict[str, str | bytes] | None = None) -> Path:
    """Files in a folder, which is made; what it held before goes."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in {**files, **(also or {})}.items():
        data = text.lstrip("\n").encode() if isinstance(text, str) else text
        (folder / name).write_bytes(data)
    return folder
