"""Whatever content does between two decisions, it is counted, and ends before long."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import artrules
from play.game.tiny import tiny
from waiting import PATIENCE

MORE = """
variables:
  long: {type: list of 0..99}
  other: {type: list of 0..99}
  cards: {type: list of tile}
functions:
  longest(): list(b for a in 1..99, b in 0..99)
  of_lists(): list(list(a for a in 1..90) for b in 1..90)
"""
FILL = """\
long becomes longest()
other becomes longest()
let lists = of_lists()
"""
AGAIN = "repeat 999 times:\n    repeat 999 times:\n        repeat 99 times:\n            "
WORK = {
    "a turn": "total becomes 0",
    "equality": "if long = other: total becomes 1",
    "equality of lists of lists": "if lists = of_lists(): total becomes 1",
    "in": "if 100 in long: total becomes 1",
    "has": "if long has 100: total becomes 1",
    "in lists of lists": "if long in lists: total becomes 1",
    "shares": "if long shares [100]: total becomes 1",
    "join": "let k = size(long + [1])",
    "without": "other becomes other - [100]",
    "a list": "let k = list(n for n in long)",
    "those": "let k = those(n in long where n > 50)",
    "sum": "total becomes min(9, sum(n for n in long))",
    "max": "total becomes min(9, max(n for n in long else 0))",
    "count": "total becomes min(9, count(n in long where n > 5))",
    "sorted": "let k = sorted(99 - n for n in long)",
    "best": "let k = best(n in long, most n % 50, least n)",
    "best by lists": "let k = best(l in lists, most l, least l)",
    "best by one list": "let k = best(n in 1..99, least long)",
    "first": "let k = first(n in long where n > 99)",
    "last": "let k = last(n in long where n < 100)",
    "any of two": "if any(n in long, m in long where n + m > 500): total becomes 1",
    "happenings": "total becomes min(9, count(e in kept where e.card.n = 9))",
    "moves": "move tile to my row\n            move tile to pool",
    "moves on hidden ways": "move tile to my deck\n            move tile to my hand",
    "shuffles": "shuffle heap",
    "powers": "total becomes min(9, count(c in tile, w in c.powers where usable(w)))",
    "positions": "total becomes min(9, sum(position(c) for c in heap))",
    "faces": "for c in tile: c.face becomes down",
    "says": 'say "{long} {long} {long} {long} {long} {tile}"',
    "says of cards": 'say "{list(c for c in tile)} {list(c for c in tile)} {list(c for c in tile)}"',
    "happens": "announce seen(card: heap[1], by: me)",
    "watches": "announce rung(n: 1, by: me)",
    "calls": "other becomes longest()",
    "asks": 'choose one:\n                "a": skip',
}
BIG = "[[1, red, 900], [2, red, 1], [3, blue, 99]]"


def stops(rules: artrules.Ruleset) -> float:
    """The seconds of processor time after which a game is stopped for too much work. A few, and where a count misses
    something, many minutes."""
    began = time.process_time()
    with pytest.raises(artrules.GameFault) as caught:
        game = rules.new_game(players=2, seed=1)
        game.choose(game.decisions[0].options[0])
    slug = caught.value.diagnostics[0].slug
    assert slug in ("too-many-steps", "look-ahead-too-large", "too-much-told", "out-of-memory"), (
        caught.value.diagnostics
    )
    assert caught.value.diagnostics[0].span is not None
    return time.process_time() - began


@pytest.mark.parametrize("name", WORK)
def test_work_is_bounded(name: str, tmp_path: Path) -> None:
    act = 'choose one:\n    "go":\n        let x = 0\n        WATCH\n'
    act += "".join(f"        {line}\n" for line in (FILL + AGAIN + WORK[name]).splitlines())
    act += '    "stay": skip'
    watch = (
        "for c in heap:\n            watch rung as r where r.n > 1 until turn ends: total += 1"
        if name == "watches"
        else "for c in heap: announce kept(card: c, by: me)"
    )
    edits = [("pool:  {kind: tile, start: pool,", "pool:  {kind: tile, start: heap,")]
    rules = tiny(tmp_path, act.replace("WATCH", watch), more=MORE, pieces=BIG, edits=edits)
    assert stops(rules) < PATIENCE
