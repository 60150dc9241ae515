"""A choice may be taken back exactly while nobody has learned anything by it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.table.session.session import UndoRefused
from play.game.tiny import tiny
from table.session.table_of import by_label, play_on, table_of

ROOT = Path(__file__).parents[2] / "rulesets"
RULESETS = ["avant_carde", "crazy_eights", str(ROOT / "lanterns")]
START = """
for p in players:
    move top 1 of heap to p.hand
move top 2 of heap to my deck
move top 1 of heap to my hand
may "begin": skip
"""
EDITS = [("{kind: tile, start: pool,", "{kind: tile, start: heap,")]
MANY = "[[1, red, 1], [2, red, 1], [3, red, 1], [4, red, 1], [5, blue, 1], [6, blue, 1], [7, blue, 1], [8, blue, 1]]"

ALLOWED = {
    "what everybody could see": ["my x += 3", "move pool to my row", 'say "{me} rests"'],
    "one's own cards among one's own": ["move my hand to my deck", "move my hand[1] to my row facing down"],
    "a card from where all see it": ["move pool[1] to my hand", "move pool[1] to my row"],
    "what names no card to those who can't see it": ['say "there lies {top of my deck}"'],
}
REFUSED = {
    "chance": ["shuffle my deck", "random n in 1..6\nmy x becomes n", "shuffle heap"],
    "seen": [
        "move my hand[1] to my row",
        "move top of my deck to my hand",
        "move top of heap to my row",
        "move my deck to pool",
        "for p in others(me):\n    move p.hand to my hand",
    ],
    "moved": ["move top of my deck to bottom of my deck", "move top of my deck to left(me).deck"],
}


def game_with(folder: Path, act: str, pool: str = "") -> artrules.Ruleset:
    """Player 1 begins, then does what is tried, then is asked once more."""
    suite = "\n".join(f"    {line}" for line in act.splitlines())
    code = f'{START}{pool}choose one:\n    "do it":\n{_in(suite)}\n    "wait": skip\nmay "go on": skip\nmay "end": skip'
    return tiny(folder, code, pieces=MANY, edits=EDITS)


def _in(suite: str) -> str:
    return "\n".join(f"    {line}" for line in suite.splitlines())


@pytest.mark.parametrize("act", [act for acts in ALLOWED.values() for act in acts])
def test_what_nobody_learned_from_is_taken_back(act: str, tmp_path: Path) -> None:
    table = table_of(game_with(tmp_path, act, "move top 1 of heap to pool\n"), people=(1, 2))
    by_label(table, "begin")
    before = table.game.copy()
    by_label(table, "do it")
    assert table.game != before
    entry = table.undo(1)
    assert table.game == before and table.game.choices == before.choices
    assert (entry.kind, entry.text, entry.player) == ("undone", "takes back: do it", 1)
    assert table.game.log == [*before.log, entry]
    by_label(table, "do it", "go on")


@pytest.mark.parametrize(("why", "act"), [(why, act) for why, acts in REFUSED.items() for act in acts])
def test_what_somebody_learned_from_stays(why: str, act: str, tmp_path: Path) -> None:
    table = table_of(game_with(tmp_path, act), people=(1, 2))
    by_label(table, "begin", "do it")
    now = table.game.to_json()
    with pytest.raises(UndoRefused, match=why):
        table.undo(1)
    assert table.game.to_json() == now
    by_label(table, table.decisions[0].options[0].label)


NAMED = {
    "move top of my deck to my hand": r"you have seen (red|blue) \d, which lay hidden before",
    "move my hand[1] to my row": r"player 2 has seen (red|blue) \d, which lay hidden before",
    "move top of my deck to right(me).hand": "player 2 has seen a card that lay hidden before",
    "move my deck to pool\nmove heap to pool": r"you have seen (\w+ \d, ){2}\w+ \d and others, which lay hidden before",
}


@pytest.mark.parametrize("act", NAMED)
def test_a_refusal_names_the_card_that_somebody_has_seen_if_whoever_asks_knows_it(act: str, tmp_path: Path) -> None:
    table = table_of(game_with(tmp_path, act, "shuffle my deck\n"), people=(1, 2))
    by_label(table, "begin", "do it")
    with pytest.raises(UndoRefused, match=f"^{NAMED[act]}$"):
        table.undo(1)


@pytest.mark.parametrize("act", [act for acts in REFUSED.values() for act in acts])
def test_at_an_open_table_anything_is_taken_back(act: str, tmp_path: Path) -> None:
    table = table_of(game_with(tmp_path, act), people=(1, 2), open_table=True)
    by_label(table, "begin")
    before = table.game.copy()
    by_label(table, "do it")
    table.undo(2)
    assert table.game == before


def test_nothing_to_take_back(tmp_path: Path) -> None:
    table = table_of(game_with(tmp_path, "skip"), people=(1, 2))
    with pytest.raises(UndoRefused, match="nothing yet"):
        table.undo(1)
    by_label(table, "begin")
    with pytest.raises(UndoRefused, match="nothing yet"):
        table.undo(2)


TURNS = """
- name: after
  who: in_turn
  from: players[1]
  do: |
    may "pay":
        my x += 1
    may "pay more":
        my x += 1
"""


@pytest.mark.parametrize("people", [(1,), (1, 2)])
def test_not_past_the_choice_of_another_be_it_a_bot(people: tuple[int, ...], tmp_path: Path) -> None:
    table = table_of(tiny(tmp_path, "skip", phases=TURNS), people=people)
    by_label(table, "pay", "pay more")
    table.let_bots_choose()
    if 2 in people:
        by_label(table, "pay")
    with pytest.raises(UndoRefused, match="you have read what player 2 chose after it"):
        table.undo(1)


def test_the_end_of_a_turn_is_taken_back_until_the_next_one_chooses(tmp_path: Path) -> None:
    table = table_of(tiny(tmp_path, "skip", phases=TURNS), people=(1, 2))
    by_label(table, "pay", "pay more")
    assert table.decisions[0].player == 2
    table.undo(1)
    assert [o.label for o in table.decisions[0].options] == ["pay more", "don't"]
    table.undo(1)
    assert table.game.choices == []
    assert [e.text for e in table.game.log if e.kind == "undone"] == ["takes back: pay more", "takes back: pay"]


TOGETHER = """
- name: together
  who: all_at_once
  do: |
    repeat:
        choose one:
            "lay {c}" for c in my hand:
                move c to my row
            "draw":
                shuffle my deck
                move top 1 of my deck to my hand
            "done": stop
"""


def together(folder: Path) -> artrules.Ruleset:
    deal = "for p in players:\n    move top 2 of heap to p.hand\n    move top 2 of heap to p.deck"
    return tiny(folder, deal, pieces=MANY, edits=EDITS, phases=TOGETHER)


def test_where_all_play_at_once_others_see_nothing_until_the_end(tmp_path: Path) -> None:
    table = table_of(together(tmp_path), people=(1, 2))
    begun = table.game.copy()
    cards = [o.label for o in table.decisions[0].options][:2]
    other = table.decisions[1].options[0].label
    by_label(table, cards[0], other, cards[1], "draw")
    with pytest.raises(UndoRefused, match="chance"):
        table.undo(1)
    table.undo(2)
    assert [c.partition(":")[0] for c in table.game.choices] == ["1", "1", "1"]
    by_label(table, other)
    own = table.game.view(2)
    only_other = begun.copy()
    only_other.choose(table.game.choices[-1])
    assert own["players"][2] == only_other.view(2)["players"][2]


def test_what_others_read_of_it_names_no_card_that_they_did_not_see(tmp_path: Path) -> None:
    """Even where the card lay open for a moment, at a time when nobody could look."""
    table = table_of(together(tmp_path), people=(1, 2))
    label = table.decisions[0].options[0].label
    by_label(table, label)
    assert table.undo(1).text == f"takes back: {label}"
    by_label(table, "done")
    table.choose(next(o for o in table.decisions[0].options if o.label == "done"))
    assert table.game.finished
    told = {seat: [e.text for e in table.game.log.read_by(seat) if e.kind == "undone"] for seat in (1, 2)}
    assert told == {1: [f"takes back: {label}"], 2: ["takes back: lay a card"]}


def test_a_choice_is_taken_back_from_under_those_of_others(tmp_path: Path) -> None:
    table = table_of(together(tmp_path), people=(1, 2))
    begun = table.game.copy()
    mine, other = (d.options[0].label for d in table.decisions)
    by_label(table, mine, other)
    by_label(table, next(o.label for o in table.decisions[1].options if o.label.startswith("lay")))
    kept = table.game.choices[1:]
    table.undo(1)
    expected = begun
    for choice in kept:
        expected.choose(choice)
    assert table.game == expected and table.game.choices == kept
    assert [e.text for e in table.game.log.read_by(2) if e.kind == "undone"] == []
    for n in range(len(kept) + 1):
        assert table.timeline.at(n).choices == kept[:n]


def test_when_the_phase_has_ended_all_was_seen(tmp_path: Path) -> None:
    table = table_of(together(tmp_path), people=(1, 2))
    mine = table.decisions[0].options[0].label
    by_label(table, mine)
    by_label(table, "done")
    table.undo(1)
    by_label(table, "done")
    table.choose(next(o for o in table.decisions[0].options if o.label == "done"))
    assert table.game.finished
    with pytest.raises(UndoRefused, match="you have read what player 2 chose after it"):
        table.undo(1)
    with pytest.raises(UndoRefused, match="you have read what player 1 chose after it"):
        table.undo(2)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_taking_back_leaves_no_trace_but_in_the_log(name: str, seed: int) -> None:
    """People who now and then take back what they may come to the same end as those who never chose it."""
    ruleset = artrules.load(name)
    table, straight = table_of(ruleset, 3, (1, 3), seed), table_of(ruleset, 3, (1, 3), seed)
    chance = Random(seed)
    taken = 0
    for _ in range(250):
        table.let_bots_choose()
        if not table.decisions:
            break
        decision = table.decisions[0]
        position = table.game.copy()
        table.choose(chance.choice(decision.options))
        if chance.random() < 0.5:
            try:
                table.undo(decision.player)
            except UndoRefused:
                continue
            taken += 1
            assert table.game == position and table.game.choices == position.choices
    assert taken > 1
    for choice in table.game.choices:
        straight.choose(choice)
    assert straight.game.digest() == table.game.digest()
    kept = [e for e in table.game.log if e.kind != "undone"]
    assert kept == straight.game.log
    assert len(table.game.log) - len(kept) == taken


@pytest.mark.parametrize("name", RULESETS)
def test_every_position_is_found_again(name: str) -> None:
    ruleset = artrules.load(name)
    table = table_of(ruleset, 2, (1,), 5)
    play_on(table, choices=60)
    game = ruleset.new_game(2, 5)
    positions = [game.copy()]
    for choice in table.game.choices:
        game.choose(choice)
        positions.append(game.copy())
    for number in Random(1).sample(range(len(positions)), len(positions)):
        found = table.timeline.at(number)
        assert found == positions[number] and found.to_json() == positions[number].to_json()


def test_nobody_reads_again_what_was_taken_back() -> None:
    """Nor does a seat that saw more of it than all others, and so read a text of its own."""
    ruleset, chance, count = artrules.load(ROOT / "whispers"), Random(1), 0
    for seed in range(5):
        table = table_of(ruleset, 3, people=(1, 2, 3), seed=seed)
        for _ in range(20):
            option = chance.choice(table.decisions[0].options)
            chooser = table.decisions[0].player
            table.choose(option)
            chosen = next(e for e in reversed(table.game.log) if e.is_choice and e.player == chooser)
            if not chosen.apart:
                continue
            table.undo(chooser, agreed=True)
            for seat in {1, 2, 3} - {chooser}:
                entry = table.game.log.read_by(seat)[-1]
                assert entry.kind == "undone" and entry.text.startswith("takes back: "), entry.text
            table.choose(option.id)
            count += 1
    assert count
