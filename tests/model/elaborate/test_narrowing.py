"""What conditions and assignments say of types, and what makes it void. A test that is left out where it must hold
gives no `maybe-none`, and one that is written there is `always-true`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import indent

import pytest

import artrules
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from model.ir.verify.verify import verify

RULESET = """
ruleset: pairs
language: 3
title: Pairs
players: 2
enums: {colour: [red, blue]}
lives: {day: everyone}
cards:
  tile: {attributes: {shade: {type: colour or none}, mate: {type: tile or none, lasts: day}}}
  coin: {attributes: {worth: {type: 1..9}}}
pieces:
  tiles: {kind: tile, start: bag, columns: [shade, count], rows: [[red, 2], [none, 2]]}
  coins: {kind: coin, start: box, columns: [worth, count], rows: [[1, 2], [3, 2]]}
zones:
  bag: {holds: tile, order: row, seen_by: everyone}
  box: {holds: [tile, coin], order: row, seen_by: everyone}
variables:
  leader: {type: player or none}
  tint: {type: colour or none}
  tally: {type: 0..9 or none}
  steps: {of: player, type: 0..99}
  pick: {of: player, type: tile or none}
  thing: {of: player, type: card or none}
events:
  seen: {has: {by: player or none}, kept: day}
functions:
  warm(colour k): k is red
  chief(player p): leader if leader is not p else none
procedures:
  reset: leader becomes none
  lost() gives 0..9: |
    leader becomes none
    result becomes 1
  act: |
{body}
flow:
  rounds: [{name: turns, who: in_turn, from: "players[1]", do: act()}]
  last_round: 3
  score: {steps: {is: my steps}}
"""
NARROW = {
    "a variable": ("leader", "if leader is not none:\n    say '{left(leader)}'"),
    "a requirement": (
        "tint",
        "choose one:\n    'pass':\n        tint becomes red\n    'go':\n        require tint is not none\n"
        "        say '{warm(tint)}'",
    ),
    "a player's variable": ("my pick", "if my pick is not none:\n    say '{my pick.shade}'"),
    "an attribute": ("c.mate", "for c in bag:\n    if c.mate is not none:\n        say '{c.mate.shade}'"),
    "what is printed": ("c.shade", "for c in bag where c.shade is not none:\n    say '{warm(c.shade)}'"),
    "attributes of what isn't none": (
        "c.mate.shade",
        "for c in bag where c.mate is not none and c.mate.shade is not none:\n    say '{warm(c.mate.shade)}'",
    ),
    "an item": ("pair[1]", "let pair = [leader, none]\nif pair[1] is not none:\n    say '{left(pair[1])}'"),
    "a function's value": ("chief(me)", "if chief(me) is not none:\n    say '{left(chief(me))}'"),
    "a field": ("f.by", "for f in seen where f.by is not none:\n    say '{left(f.by)}'"),
    "the first": (
        "first(c in bag)",
        "if first(c in bag) is not none:\n    say '{first(d in bag).shade}'",
    ),
    "after a way that ends": (
        "leader",
        "repeat 3 times:\n    if leader is none:\n        stop\n    say '{left(leader)}'",
    ),
    "after an assignment": ("leader", "leader becomes me\nsay '{left(leader)}'"),
    "after two ways": ("leader", "if leader is none:\n    leader becomes me\nsay '{left(leader)}'"),
    "after two tests": (
        "tint",
        "if (tint is red and my steps > 2) or (tint is not none and my steps < 2):\n    say '{warm(tint)}'",
    ),
    "after a loop": (
        "leader",
        "repeat until leader is not none:\n    choose p in players\n    leader becomes p\nsay '{left(leader)}'",
    ),
    "while something else changes": (
        "leader",
        "if leader is not none:\n    my steps += 1\n    tint becomes none\n    move bag to box\n"
        "    say '{left(leader)}'",
    ),
    "in a loop that doesn't change it": (
        "leader",
        "if leader is not none:\n    for p in players:\n        p.steps += 1\n        say '{left(leader)}'",
    ),
    "in an option": (
        "leader",
        "choose one:\n    'pass':\n        skip\n    'lead' if leader is not none:\n        say '{left(leader)}'",
    ),
    "a name, after a choice": (
        "k",
        "let k = tint\nif k is not none:\n    choose n in 1..2\n    my steps += n\n    say '{warm(k)}'",
    ),
    "in another player's name": (
        "leader",
        "if leader is not none:\n    as leader:\n        my steps += 1\n        say '{left(leader)}'",
    ),
    "what others said": (
        "k",
        "ask players at once as bids:\n    may choose k in colour:\n        answer k\n"
        "choose one:\n    'none':\n        skip\n    'take {bids[p]}' for p in players where bids[p] is not none:\n"
        "        let k = bids[p]\n        say '{warm(k)}'",
    ),
}
KINDS = {
    "an item": "if box[1].kind is coin:\n    my steps += box[1].worth",
    "the other kind": "if box[1].kind is coin:\n    skip\nelse:\n    say '{box[1].shade}'",
    "of what isn't none": "if my thing is not none and my thing.kind is coin:\n    my steps += my thing.worth",
    "the first": "if first(c in box) is not none and first(c in box).kind is coin:\n    say '{first(c in box).worth}'",
    "a limit of an option": "may 'take' if my thing is not none and my thing.kind is coin:\n    say '{my thing.worth}'",
}
VOID = {
    "a procedure": "if leader is not none:\n    reset()\n    say '{left(leader)}'",
    "a decision": "if leader is not none:\n    choose n in 1..2\n    my steps += n\n    say '{left(leader)}'",
    "a decision, of what is printed": (
        "for c in bag where c.shade is not none:\n    choose n in 1..2\n    my steps += n\n    say '{warm(c.shade)}'"
    ),
    "a decision with an option": (
        "if leader is not none:\n    may 'go':\n        my steps += 1\n    say '{left(leader)}'"
    ),
    "an option": "if leader is not none:\n    may 'go':\n        say '{left(leader)}'",
    "an announcement": "if leader is not none:\n    announce seen(by: me)\n    say '{left(leader)}'",
    "a question": (
        "if leader is not none:\n    ask players at once as n:\n        answer 1\n    say '{left(leader)} {n}'"
    ),
    "an assignment": (
        "if leader is not none:\n    leader becomes first(p in players where p.steps > 3)\n    say '{left(leader)}'"
    ),
    "a later turn of a loop": (
        "if leader is not none:\n    for p in players:\n        say '{left(leader)}'\n        leader becomes none"
    ),
    "a later turn of a loop around": (
        "if leader is not none:\n    for p in players:\n        for q in players:\n"
        "            say '{left(leader)}'\n        leader becomes none"
    ),
    "a later turn, of a condition": (
        "if leader is not none:\n    for p in players where left(leader) is p:\n        leader becomes none"
    ),
    "the same of another": (
        "for c in bag, d in bag where c.mate is not none:\n    d.mate becomes none\n    say '{c.mate.shade}'"
    ),
    "another owner": ("let c = bag[1]\nif c.mate is not none:\n    c becomes bag[2]\n    say '{c.mate.shade}'"),
    "another list": (
        "let pair = [leader, none]\nif pair[1] is not none:\n    pair becomes [none, leader]\n    say '{left(pair[1])}'"
    ),
    "what a function reads": "if chief(me) is not none:\n    leader becomes none\n    say '{left(chief(me))}'",
    "what a call does before its result is assigned": "if leader is not none:\n    leader.steps becomes lost()",
}
NEVER = {
    "after the suite": "if leader is not none:\n    my steps += 1\nsay '{left(leader)}'",
    "after one of two ways": "if my steps > 3:\n    require leader is not none\nsay '{left(leader)}'",
    "for another player": "if my pick is not none:\n    as left(me):\n        say '{my pick.shade}'",
    "in a watch": "if leader is not none:\n    watch seen as s until day ends:\n        say '{left(leader)}'",
    "after a loop that may be left": (
        "repeat until leader is not none:\n    choose p in players\n    if p is me:\n        stop\n"
        "    leader becomes p\nsay '{left(leader)}'"
    ),
}


def written(body: str, folder: Path) -> Path:
    """The folder of a game in which players act so."""
    (folder / "pairs").mkdir(exist_ok=True)
    text = RULESET.replace("{body}", indent(body.replace("'", '"'), "    "))
    (folder / "pairs" / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder / "pairs"


def found(body: str, folder: Path) -> list[Diagnostic]:
    """The errors, and the conditions that always hold."""
    report = read_content(written(body, folder), "pairs", scenarios=False).report
    return [each for each in report.diagnostics if each.severity == "error" or each.slug == "always-true"]


@pytest.mark.parametrize(("tested", "body"), NARROW.values(), ids=NARROW)
def test_a_test_may_be_left_out_where_it_always_holds(tested: str, body: str, tmp_path: Path) -> None:
    assert found(body, tmp_path) == []
    before, said, last = body.rpartition("say ")
    margin = before.rpartition("\n")[2]
    again = f"{before}if {tested} is not none:\n{margin}    {said}{last}"
    excluded = "stop" in body  # the last of several cases may be said for clearness
    assert [each.slug for each in found(again, tmp_path)] == ([] if excluded else ["always-true"])


def test_a_kind_is_void_once_it_may_change(tmp_path: Path) -> None:
    body = "if box[1].kind is coin:\n    move bag to box\n    my steps += box[1].worth"
    assert [each.slug for each in found(body, tmp_path)] == ["wrong-type"]


@pytest.mark.parametrize("body", [*(body for _, body in NARROW.values()), *KINDS.values()], ids=[*NARROW, *KINDS])
def test_what_is_narrowed_can_be_played(body: str, tmp_path: Path) -> None:
    ruleset = artrules.load(written(body, tmp_path))
    assert list(verify(ruleset.content.models[()])) == []
    for seed in range(3):
        game, random = ruleset.new_game(2, seed), Random(seed)
        while game.decisions:
            game.choose(random.choice(game.decisions[0].options))


@pytest.mark.parametrize("body", VOID.values(), ids=VOID)
def test_what_was_tested_is_void_once_it_may_change(body: str, tmp_path: Path) -> None:
    (diagnostic,) = found(body, tmp_path)
    assert diagnostic.slug == "maybe-none"
    assert [text for text, _ in diagnostic.related] == [
        "what was tested may be otherwise after this: bind it with `let` before"
    ]


@pytest.mark.parametrize("body", NEVER.values(), ids=NEVER)
def test_what_isnt_tested_may_be_none(body: str, tmp_path: Path) -> None:
    (diagnostic,) = found(body, tmp_path)
    assert (diagnostic.slug, diagnostic.related) == ("maybe-none", ())
