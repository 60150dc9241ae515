"""Powers that run by themselves (`docs/write/sets.md`, Triggers), and what they may be put on."""

from __future__ import annotations

import re
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


def test_what_is_lost_meanwhile_runs(tmp_path: Path) -> None:
    """Which powers run is settled when it happens: that the card then leaves, or loses what it had gained, is late."""
    gifts = {
        1: waits("rung", "move self to pool", label="gone")
        + waits("rung", 'say "still {self} of {me}"', label="stays"),
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
    assert [line for line in told(game) if "still" in line] == ["still red 2 of player 2"]


def test_the_next_player_has_the_powers_that_are_left(tmp_path: Path) -> None:
    """Which of a player's powers run is settled when the player's turn to run them has come."""
    gifts = {
        1: waits("rung", "for c in left(me).row where position(c) > 1:\n    move c to pool"),
        2: waits("rung", 'say "{self} of {me}"'),
    }
    act = """
    for c in my row where position(c) > 1:
        move c to pool
    announce rung(n: 1, by: me)
    """
    game = arena(tmp_path, act, gifts).new_game(players=2, seed=1)
    assert [line for line in told(game) if " of " in line] == ["red 2 of player 2"]


def test_a_power_is_remembered(tmp_path: Path) -> None:
    """What is put aside is used as it was, though its card has lost it; what the card still has is the same as ever."""
    act = """
    for c in my row where position(c) > 1:
        move c to pool
    let c = my row[1]
    c gains right(me).row[1].powers[1]
    let own = remembered(c.powers[1])
    let gained = c.powers[2]
    let put_aside = remembered(gained)
    if own in c.powers and put_aside in c.powers and bearer(put_aside) is c:
        say "it has both"
    use put_aside
    if not usable(gained):
        say "used up"
    move c to pool
    if own in c.powers and put_aside not in c.powers and gained not in c.powers:
        say "it has its own"
    if not usable(gained) and usable(put_aside) and put_aside.when is now:
        use put_aside
        use own
    """
    gifts = {
        1: '- when: later\n  do: |\n    say "own of {self}"',
        2: '- when: now\n  limits: [once]\n  do: |\n    say "gained by {self}"',
    }
    limits = "limits:\n  once: {counts_for: card, lasts: turn, at_most: 1}"
    game = arena(tmp_path, act, gifts, more=limits).new_game(players=2, seed=1)
    said = [line for line in told(game) if "it has" in line or "used" in line or " of " in line or " by " in line]
    assert said == ["it has both", "gained by red 1", "used up", "it has its own", "gained by red 1", "own of red 1"]


LOST_POWERS = """
let c = right(me).row[1]
c gains left(me).row[1].powers[1]
c gains left(me).row[1].powers[2]
let waiting = [remembered(c.powers[1]), remembered(c.powers[2]), remembered(c.powers[3])]
move c to right(me).deck
choose one:
    "use {w}" for w in waiting:
        say "{w}"
    "pass": skip
"""
"""A player chooses among three powers of a card that lies where nobody sees it, and has lost two of them."""
LOST_GIFTS = {1: "- {when: now, label: one, do: my x += 1}\n- {when: now, label: two, do: my x += 2}"}


def test_the_id_of_an_option_does_not_tell_a_lost_power_of_an_unseen_card(tmp_path: Path) -> None:
    game = arena(tmp_path, LOST_POWERS, LOST_GIFTS).new_game(players=2, seed=1)
    (decision,) = game.decisions
    *powers, _ = [option.id.partition("(")[2] for option in decision.options]
    assert [re.sub(r"@\d+\.0", "@", each) for each in powers] == ["@.0)", "@.lost1)", "@.lost2)"]
    for option in decision.options:
        assert decision.with_id(option.id) == option


def test_equal_powers_of_a_card_are_offered_once(tmp_path: Path) -> None:
    """Nobody could tell which is which, and all of them run; those of other cards are offered beside them."""
    act = """
    my row[1] gains my row[1].powers[1]
    move my row[3] to pool
    announce rung(n: 1, by: me)
    """
    game = arena(tmp_path, act, {1: waits("rung", "my x += 1")}).new_game(players=2, seed=1)
    assert len(offered(game)) == 2
    while game.decisions:
        game.choose(game.decisions[0].options[0])
    assert game.result["scores"][0]["total"] == 3


def test_why_nobody_uses_it(tmp_path: Path) -> None:
    act = """
    choose one:
        "{w}" for c in my row, w in c.powers where usable(w):
            use w
        "pass": skip
    """
    gifts = {1: waits("rung", "my x += 1", label="hear") + "- {label: shout, do: my x += 2}"}
    game = arena(tmp_path, act, gifts).new_game(players=2, seed=1)
    assert set(offered(game)) == {"Gift 1 (red 1): shout", "pass"}
    answer = game.why_not(1, "Gift 1 (red 1): hear")
    assert answer is not None and "it runs by itself when what it waits for happens" in answer.text


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


def warned(ruleset: artrules.Ruleset, code: str) -> list[tuple[str, str, int]]:
    """The diagnostics of a kind: what each says, and where."""
    diagnostics = [each for each in ruleset.content.report.diagnostics if each.code == code]
    return [(each.message, Path(each.span.file).name, each.span.line) for each in diagnostics]


CLOSED = ("  gift: {keyed_by: 1..3, chosen_by: gifts}", "  gift: {keyed_by: 1..3, chosen_by: gifts, closed: yes}")


@pytest.mark.parametrize(
    ("act", "procedures", "code", "said"),
    [
        ("use w for me", PUT_ASIDE, "ART3101", "a power is used for what has happened"),
        ("use w for kept", PUT_ASIDE, "ART3101", "a power is used for what has happened"),
        ("use c for kept[1]", PUT_ASIDE, "ART3101", "what is used is of the wrong type"),
        (
            "skip",
            PUT_ASIDE.replace("put_aside", "put_asid"),
            "ART3103",
            "`put_aside` can't put powers aside that wait for `kept`",
        ),
        (
            "skip",
            PUT_ASIDE.replace("put_aside(power w, kept e)", "put_aside(kept e, power w)"),
            "ART3103",
            "`put_aside` can't put powers aside that wait for `kept`",
        ),
    ],
)
def test_what_is_wrong_with_a_stack_is_said(act: str, procedures: str, code: str, said: str, tmp_path: Path) -> None:
    body = f"announce kept(card: my row[1], by: me)\nfor c in pool, w in c.powers:\n    {act}\n"
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, body, {1: waits("kept", "my x += 1")}, edits=STACKED, procedures=procedures)
    errors = [each for each in refused.value.diagnostics if each.severity == "error"]
    assert [each.code for each in errors] == [code] and said in errors[0].message
    if procedures.startswith("\nput_asid("):
        assert errors[0].suggestions == ("put_asid",)


def test_a_power_on_nothing_in_play_is_said_once(tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "announce rung(n: 1, by: me)", {1: waits("rung", "my x += 1")}, edits=IN_PLAY[:1])
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == ["ART2006"]


def test_limits_on_what_nobody_uses_are_refused(tmp_path: Path) -> None:
    limits = "limits:\n  once: {counts_for: card, lasts: turn, at_most: 1}"
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "skip", {1: waits("rung", "my x += 1", limits="[once]")}, more=limits)
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == ["ART3103"]


def test_a_power_that_waits_for_what_nobody_announces(tmp_path: Path) -> None:
    ruleset = arena(tmp_path, "skip", {1: waits("rung", "my x += 1")})
    assert warned(ruleset, "ART4012") == [("nothing announces `rung`, so this never acts", "plain.yaml", 7)]


def test_a_stack_for_which_no_power_waits(tmp_path: Path) -> None:
    """Sets and expansions may bring powers that wait: so it works without them, and only a closed game is warned."""
    act = """
    announce kept(card: my row[1], by: me)
    settle()
    say "{size(kept)}"
    """
    open_, closed = (
        arena(tmp_path / name, act, {}, edits=edits, procedures=PUT_ASIDE)
        for name, edits in (("open", STACKED), ("closed", [*STACKED, CLOSED]))
    )
    assert not open_.new_game(players=2, seed=1).decisions
    said = [message for message, *_ in warned(closed, "ART4010")]
    assert "no power waits for `kept`, so none is put aside" in said
    assert not [message for message, *_ in warned(open_, "ART4010") if "kept" in message]


OTHER = """
set: other
of: tiny
events:
  own: {has: {n: 0..9}}
gift:
  1:
    name: Other
    powers:
      - {on: own as o where o.n > 1, do: my x += 1}
      - on: rung
        do: |
          announce own(n: 1)
          announce own(n: 2)
"""


def test_events_of_sets(tmp_path: Path) -> None:
    """Powers of a set wait for its own events; others don't see them, and a game without the set is played as well."""
    tmp_path.joinpath("other.yaml").write_text(OTHER.lstrip(), encoding="utf-8")
    ruleset = arena(tmp_path, "announce rung(n: 1, by: me)", {})
    totals = []
    for name in ("other", "plain"):
        game = ruleset.new_game(players=2, seed=1, settings={"gifts": name})
        while game.decisions:
            game.choose(game.decisions[0].options[0])
        totals.append(game.result["scores"][0]["total"])
    assert totals == [9, 0]
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "skip", {1: waits("own", "my x += 1")})
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == ["ART2001"]


BELLS = """
expansion: bells
of: tiny
adds:
  events:
    chimed: {has: {by: player}, order: lying}
  enums: {colour: {members: {green: {}}}}
  gift:
    4:
      name: Bell
      powers:
        - {on: rung, do: 'announce chimed(by: me)'}
        - {on: chimed as c where c.by is me, do: my x += 2}
  pieces: {pool: {columns: [n, shade, count], rows: [[4, green, 1]]}}
"""


def test_events_of_expansions(tmp_path: Path) -> None:
    tmp_path.joinpath("bells.yaml").write_text(BELLS.lstrip(), encoding="utf-8")
    act = """
    for c in pool where c.n = 4:
        move c to my row
    announce rung(n: 1, by: me)
    """
    edits = [*IN_PLAY, ("gift: {keyed_by: 1..3,", "gift: {keyed_by: 1..4,")]
    game = arena(tmp_path, act, {}, edits=edits).new_game(players=2, seed=1)
    assert game.result["scores"][0]["total"] == 2


AT_ONCE = """
- name: extra
  who: all_at_once
  do: |
    may "ring": announce rung(n: 1, by: me)
"""


def test_in_a_phase_all_at_once(tmp_path: Path) -> None:
    """What players cause there concerns their own powers alone, as it does their watches."""
    gifts = {1: waits("rung as r where r.by is me", "my x += 1"), 2: waits("rung", "my x += 5")}
    game = arena(tmp_path, "skip", gifts, phases=AT_ONCE).new_game(players=2, seed=1)
    while game.decisions:
        label = "ring" if "ring" in offered(game) else offered(game)[0]
        choose(game, label)
    assert [part["total"] for part in game.result["scores"]] == [3, 10]


# What not everybody sees: as for watches, but told where the power says it.


@pytest.mark.parametrize(
    ("gift", "line"),
    [
        (waits("rung as r where r.n > 0 and any(c in my hand where c.n > 1)", 'may "more": my x += 1'), 10),
        (waits("rung", "my x += 1", if_="any(c in left(me).hand where c.n > 1)"), 11),
        (waits("rung", "my x += 1", if_="any(c in my deck where c.n > 1)"), 11),
        (waits("rung", "my x becomes count(c in my deck where c.n > 1)"), 12),
    ],
    ids=["own hand", "other hand", "deck", "effect"],
)
@pytest.mark.parametrize("order", ["chosen", "lying"])
def test_what_hidden_things_decide_is_told_where_it_stands(gift: str, line: int, order: str, tmp_path: Path) -> None:
    edits = [
        *IN_PLAY,
        ("rung: {has: {n: 0..99, by: player}}", f"rung: {{has: {{n: 0..99, by: player}}, order: {order}}}"),
    ]
    gifts = {1: "- {on: rung, do: my x += 1}\n" + gift}
    ruleset = arena(tmp_path, "announce rung(n: 1, by: me)", gifts, edits=edits)
    leaks = [each for code in ("ART4178", "ART4173", "ART4016") for each in warned(ruleset, code)]
    what = "the value that everybody sees here" if line == 12 else "whether this power runs"
    assert [(message.startswith(what), file) for message, file, _ in leaks] == [(True, "plain.yaml")]
    assert leaks[0][2] in (line - 1, line - 2, line)


def test_nobody_is_asked_about_a_single_power(tmp_path: Path) -> None:
    gifts = {2: waits("rung", 'say "{self} of {me}"', if_="self.shade is blue")}
    game = arena(tmp_path, "announce rung(n: 1, by: me)", gifts).new_game(players=2, seed=1)
    assert [line for line in told(game) if "blue" in line] == ["blue 2 of player 2"]


def test_what_is_wrong_elsewhere_leaves_checks_of_powers_without_their_code(tmp_path: Path) -> None:
    gifts = {1: waits("rung as r where r.n > nothing", "skip", text="More than 2.")}
    with pytest.raises(artrules.ContentError) as refused:
        arena(tmp_path, "my x += may", gifts)
    assert {each.code for each in refused.value.diagnostics if each.severity == "error"} == {"ART2001", "ART3001"}
