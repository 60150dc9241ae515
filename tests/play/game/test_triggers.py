"""Powers that run by themselves (`docs/write/sets.md`, Triggers), and what they may be put on."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

import artrules
from play.game.tiny import choose, offered, tiny, told

IN_PLAY = [
    ("  when: {type: timing}", "  when: {type: timing, starts: later}"),
    (
        "seen_by: everyone, face_down_seen_by: owner}",
        "seen_by: everyone, face_down_seen_by: owner, in_play: yes}",
    ),
]
STACKED = [
    *IN_PLAY,
    (
        "  kept: {has: {card: tile, by: player}, kept: round}",
        "  kept: {has: {card: tile, by: player}, kept: round, stack: put_aside}",
    ),
    (
        "      flag: {type: bool, lasts: turn}",
        "      power: {type: power or none, starts: none}\n      about: {type: kept or none, starts: none}\n"
        "      whose: {type: player or none, starts: none}",
    ),
]
LAID = """
for c in pool where c.n = 1:
    move c to my row
for c in pool where c.n = 2:
    move c to right(me).row
"""
"""The tiles with a 1 lie in the row of player 1, those with a 2 in that of the last player."""


def waits(on: str, do: str, **keys: str) -> str:
    """A power that waits for something."""
    head = "".join(f"  {key.rstrip('_')}: {value}\n" for key, value in keys.items())
    return f"- on: {on}\n{head}  do: |\n" + indent(dedent(do).strip("\n"), "    ") + "\n"


def arena(folder: Path, act: str, gifts: dict[int, str], **more: object) -> artrules.Ruleset:
    """Tiny, whose rows are in play."""
    return tiny(folder, LAID + dedent(act).lstrip("\n"), gifts=gifts, **{"edits": IN_PLAY, **more})  # type: ignore[arg-type]


def test_they_run_for_what_they_wait_for_while_in_play(tmp_path: Path) -> None:
    """Of the player on turn first, then clockwise; not those of cards in a hand."""
    act = """
    move my row[1] to my hand
    announce rung(n: 3, by: me)
    announce rung(n: 1, by: me)
    """
    gifts = {
        1: waits("rung as r where r.n > 2", 'say "{self} of {me} hears {r.n}"'),
        2: waits("rung", 'say "{self} of {me}"', if_="self.shade is blue"),
    }
    game = arena(tmp_path, act, gifts).new_game(players=2, seed=1)
    assert offered(game) == ["Gift 1 (red 1)", "Gift 1 (red 1)"]
    choose(game, "Gift 1 (red 1)")
    said = [line for line in told(game) if " of " in line]
    assert said == ["red 1 of player 1 hears 3"] * 2 + ["blue 2 of player 2"] * 2


def test_their_player_chooses_the_order(tmp_path: Path) -> None:
    gifts = {
        1: waits("rung", "my x += 1", label="one more") + waits("rung", "my x becomes 2 * my x", label="twice as much"),
    }
    act = """
    for c in my row where position(c) > 1:
        move c to pool
    my x becomes 3
    announce rung(n: 1, by: me)
    """
    ruleset = arena(tmp_path, act, gifts)
    totals = {}
    for label in ("one more", "twice as much"):
        game = ruleset.new_game(players=2, seed=1)
        choose(game, f"Gift 1 (red 1): {label}")
        totals[label] = game.result["scores"][0]["total"]
    assert totals == {"one more": 8, "twice as much": 7}


def test_they_run_as_their_cards_lie(tmp_path: Path) -> None:
    edits = [*IN_PLAY, ("rung: {has: {n: 0..99, by: player}}", "rung: {has: {n: 0..99, by: player}, order: lying}")]
    gifts = {1: waits("rung", 'say "place {position(self)}"')}
    game = arena(tmp_path, "announce rung(n: 1, by: me)", gifts, edits=edits).new_game(players=2, seed=1)
    assert [line for line in told(game) if "place" in line] == ["place 1", "place 2", "place 3"]


def test_a_card_that_leaves_hears_of_it_where_it_is_announced_before(tmp_path: Path) -> None:
    act = """
    let c = my row[1]
    announce seen(card: c, by: me)
    move c to pool
    announce seen(card: c, by: me)
    """
    gifts = {1: waits("seen as s where s.card is self", 'say "farewell"')}
    game = arena(tmp_path, act, gifts).new_game(players=2, seed=1)
    assert [line for line in told(game)].count("farewell") == 1


def test_boundaries(tmp_path: Path) -> None:
    gifts = {
        1: waits("end of my turn", 'say "{self} of {me}"'),
        2: waits("end of round", 'say "{self} rests"'),
    }
    act = """
    for p in players, c in p.row where position(c) > 1:
        move c to pool
    """
    game = arena(tmp_path, act, gifts).new_game(players=2, seed=1)
    said = [line for line in told(game) if " of " in line or "rests" in line]
    assert said[0] == "red 1 of player 1" and said.count("red 1 of player 1") == 1
    assert sum("rests" in line for line in said) == 1


def test_a_gained_power_that_is_lost_meanwhile_does_not_run(tmp_path: Path) -> None:
    gifts = {
        1: waits("rung", "move self to pool", label="gone") + waits("rung", 'say "still here"', label="stays"),
        2: "- {when: now, do: skip}",
    }
    act = """
    let c = right(me).row[1]
    for w in my row[1].powers:
        c gains w
    for d in my row:
        move d to pool
    announce rung(n: 1, by: me)
    """
    game = arena(tmp_path, act, gifts).new_game(players=2, seed=1)
    choose(game, next(label for label in offered(game) if label.endswith("gone")))
    assert not any("still here" in line for line in told(game))


PUT_ASIDE = """
put_aside(power w, kept e): |
    for c in pool where c.power is none and size(pool) > 0:
        if count(d in pool where d.power is w and d.about is e) = 0:
            c.power becomes w
            c.about becomes e
            c.whose becomes me
settle: |
    for c in pool where c.power is not none:
        let w = c.power
        let e = c.about
        let p = c.whose
        if w is not none and e is not none and p is not none:
            as p:
                use w for e
        c.power becomes none
"""


def test_a_stack_of_the_game(tmp_path: Path) -> None:
    """What waits is put aside in the name of its player, and runs later for what has happened then."""
    act = """
    for c in my row where position(c) > 1:
        move c to pool
    for c in right(me).row:
        move c to pool
    announce kept(card: my row[1], by: right(me))
    say "in between"
    settle()
    """
    gifts = {1: waits("kept as k", 'say "{me} knows of {k.card} and {k.by}"')}
    game = arena(tmp_path, act, gifts, edits=STACKED, procedures=PUT_ASIDE).new_game(players=2, seed=1)
    said = [line for line in told(game) if "between" in line or "knows" in line]
    assert said == ["in between", "player 1 knows of red 1 and player 2"]


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("{on: rang, do: skip}", "ART2001"),
        ("{on: rung as r where r.m > 1, do: skip}", "ART2001"),
        ("{on: rung as r where r.n, do: skip}", "ART3101"),
        ("{on: start of my round, do: skip}", "ART2005"),
        ("{on: rung as, do: skip}", "ART3001"),
        ("{on: rung}", "ART1110"),
        ("{on: rung, do: require no}", "ART4004"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, power: str, code: str) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "skip", {1: f"- {power}"})
    errors = [each for each in refused.value.diagnostics if each.severity == "error"]
    assert [each.kind.name for each in errors] == [code]
    assert errors[0].span.file.endswith("plain.yaml")


def test_what_gives_waits_for_nothing(tmp_path: Path) -> None:
    edits = [*IN_PLAY, ("mark: {type: 0..9, back_when_leaving: row}", "mark: {type: 0..9, starts: 0, combines: add}")]
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "skip", {1: "- {on: rung, gives: {mark: 1}}"}, edits=edits)
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == ["ART3103"]


def test_nobody_is_asked_about_a_single_power(tmp_path: Path) -> None:
    gifts = {2: waits("rung", 'say "{self} of {me}"', if_="self.shade is blue")}
    game = arena(tmp_path, "announce rung(n: 1, by: me)", gifts).new_game(players=2, seed=1)
    assert [line for line in told(game) if "blue" in line] == ["blue 2 of player 2"]


def test_what_is_wrong_elsewhere_leaves_checks_of_powers_without_their_code(tmp_path: Path) -> None:
    gifts = {1: waits("rung as r where r.n > nothing", "skip", text="More than 2.")}
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "my x += may", gifts)
    assert {each.code for each in refused.value.diagnostics if each.severity == "error"} == {"ART2001", "ART3001"}
