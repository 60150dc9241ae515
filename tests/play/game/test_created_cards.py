"""Cards that come and go, copies, and powers that are lost for a while (`docs/write/sets.md`, Created cards)."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import artrules
from play.game.tiny import choose, offered, tiny, told

EDITS = [
    ("  when: {type: timing}", "  when: {type: timing, starts: later}"),
    ("seen_by: everyone, face_down_seen_by: owner}", "seen_by: everyone, face_down_seen_by: owner, in_play: yes}"),
    ("mark: {type: 0..9, back_when_leaving: row}", "mark: {type: 0..9, back_when_leaving: in_play, copied: yes}"),
    ("flag: {type: bool, lasts: turn}", "flag: {type: bool, starts: no, combines: any}"),
    (
        "powers: {from: gift, by: n, back_when_leaving: row}",
        "powers: {from: gift, by: n, back_when_leaving: in_play, unless: flag}",
    ),
    (
        "  pool: {holds: tile, seen_by: everyone}",
        "  pool: {holds: tile, seen_by: everyone}\n  sky: {holds: tile, seen_by: everyone}",
    ),
    (
        "pieces:\n",
        "pieces:\n  stars: {kind: tile, start: sky, exists_in: row, has: {n: 3, shade: blue}, count: 2}\n",
    ),
]


def created(folder: Path, act: str, **more: object) -> artrules.Game:
    """A game of two of Tiny with two stars, when player 1 has acted as far as no choice is needed."""
    return tiny(folder, dedent(act), edits=EDITS, **more).new_game(players=2, seed=1)  # type: ignore[arg-type]


def test_they_come_and_go(tmp_path: Path) -> None:
    act = """
    create stars to my row as s
    s.mark becomes 4
    create stars to left(me).row
    say "{size(sky)} left, {size(my row)} here, {s}: {s.mark}"
    move s to left(me).row
    say "{size(left(me).row)} there, {s.mark}"
    move s to my hand
    say "{size(my hand)} in hand, {size(sky)} left, {s.mark}"
    create stars to my row as again
    say "{again.mark}"
    """
    assert told(created(tmp_path, act)) == [
        "0 left, 1 here, blue 3: 4",
        "2 there, 4",
        "0 in hand, 1 left, 0",
        "0",
    ]


def test_running_out_is_a_fault_that_names_the_pieces(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, "repeat 3 times:\n    create stars to my row", edits=EDITS)
    with pytest.raises(artrules.GameFault) as fault:
        ruleset.new_game(players=2, seed=1)
    (diagnostic,) = fault.value.diagnostics
    assert diagnostic.code == "ART5001" and "`stars`" in diagnostic.message


def test_a_game_may_ask_how_many_are_left(tmp_path: Path) -> None:
    act = """
    repeat 3 times:
        if size(sky) > 0:
            create stars to my row
    say "{size(my row)}"
    """
    assert told(created(tmp_path, act)) == ["2"]


def test_copies(tmp_path: Path) -> None:
    """A copy has what is copied and the powers of another card; both end as it leaves play."""
    act = """
    let c = first(d in pool where d.n = 1)
    if c is not none:
        move c to my row
        c.mark becomes 7
        create stars to my row as s
        s copies c
        say "{s.mark}, {size(s.powers)} powers, {size(those(w in s.powers where w.when is now))} of them now"
        s copies s
        say "{size(s.powers)}"
        move s to pool
        say "{s.mark}, {size(s.powers)} power"
    """
    gifts = {1: "- {when: now, do: my x += 1}"}
    assert told(created(tmp_path, act, gifts=gifts)) == ["7, 2 powers, 1 of them now", "2", "0, 1 power"]


def test_lost_powers_come_back(tmp_path: Path) -> None:
    """A card that has lost its powers gives nothing, hears nothing, and offers nothing."""
    act = """
    create stars to my row as s
    announce rung(n: 1, by: me)
    say "{size(s.powers)}"
    s gets flag until turn ends
    announce rung(n: 2, by: me)
    say "{size(s.powers)}, {count(w in s.powers where w.when is now)}"
    at start of my turn:
        announce rung(n: 3, by: me)
    """
    gifts = {3: '- on: rung as r\n  do: |\n    say "heard {r.n}"\n- {when: now, do: skip}'}
    game = created(tmp_path, act, gifts=gifts, rounds=2)
    said = told(game)
    assert said[:3] == ["heard 1", "2", "0, 0"]
    assert "heard 3" in said and "heard 2" not in said


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("create moons to my row", "ART2001"),
        ("create pool to my row", "ART2001"),
        ("create stars to my x", "ART3101"),
        ("me copies me", "ART3101"),
        ("my row[1] copies me", "ART3101"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, act: str, code: str) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path, act, edits=EDITS)
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == [code]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("exists_in: row", "exists_in: rwo", "ART2001"),
        ("start: sky", "start: 'players[1].hand'", "ART3103"),
        ("shade: {type: colour}", "shade: {type: colour, copied: yes}", "ART3103"),
        ("unless: flag", "unless: mark", "ART3101"),
        ("unless: flag", "unless: falg", "ART2001"),
    ],
)
def test_what_is_declared_wrong_is_said(tmp_path: Path, old: str, new: str, code: str) -> None:
    edits = [(before, after.replace(old, new)) for before, after in EDITS]
    if all(old not in after for _, after in EDITS):
        edits.append((old, new))
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path, "create stars to my row", edits=edits)
    assert code in [each.code for each in refused.value.diagnostics if each.severity == "error"]


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    act = """
    create stars to my row as s
    may "again":
        create stars to my row
    move s to pool
    say "{size(sky)}"
    """
    ruleset = tiny(tmp_path, dedent(act), edits=EDITS)
    game = ruleset.new_game(players=2, seed=1)
    again = ruleset.resume(game.to_json())
    for each in (game, again):
        assert offered(each) == ["again", "don't"]
        choose(each, "again")
        assert told(each) == ["1"]
    assert again.digest() == game.digest()


def test_what_is_created_where_it_does_not_exist_is_said_once(tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path / "elsewhere", "create stars to my hand", edits=EDITS)
    (error,) = [each for each in refused.value.diagnostics if each.severity == "error"]
    assert (error.code, error.message) == ("ART3103", "`stars` aren't there in this zone")
    at_home = [(before, after.replace("exists_in: row", "exists_in: [row, sky]")) for before, after in EDITS]
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path / "home", "create stars to my row", edits=at_home)
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == ["ART3103"]


def test_nothing_is_created_all_at_once(tmp_path: Path) -> None:
    """Which of them somebody gets would depend on who is quicker."""
    phase = """
    - name: extra
      who: all_at_once
      do: |
        may "a star": create stars to my row
    """
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path, "skip", edits=EDITS, phases=phase)
    errors = {(each.code, each.message) for each in refused.value.diagnostics if each.severity == "error"}
    assert errors == {("ART4005", "in the phase `extra` all act at once: the cards moved here are the table's")}
