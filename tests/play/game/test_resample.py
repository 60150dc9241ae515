"""`Thinking.resample`: what a seat can't know is dealt anew, all else is as it was."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.engine.machine.numbers import SLOTS
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir.types import Power
from artrules.play.position.codec import DecodedPosition, decode
from author.scenarios.one_scenario import lanterns
from play.game.tiny import choose, offered, tiny

PIECES = "[[1, red, 4], [2, red, 2], [2, blue, 4], [3, blue, 2]]"
DEAL = """
      as players[1]:
          move those(c in pool) to my deck
          shuffle my deck
          for p in players:
              move top HANDS of my deck to p.hand
"""
SECOND_ON_TURN = ("if me is players[1]:", "if me is players[2]:")
"""An edit: player 2 acts, not player 1."""


def decoded(game: artrules.Game) -> DecodedPosition:
    runtime = game.playing.moment.load()
    return decode(runtime.program, runtime.instance)


def hands(game: artrules.Game) -> list[list[str]]:
    """What the players really hold."""
    players = game.inspect.view()["players"]
    return [sorted(card["card"] for card in players[p]["hand"]) for p in sorted(players)]


def own(game: artrules.Game, seat: int) -> tuple[Any, ...]:
    """All that a seat sees and is offered."""
    asked = [[(o.id, o.label, o.source) for o in d.options] for d in game.decisions if d.player == seat]
    return game.view(seat), asked


def ruleset(folder: Path, act: str, pieces: str = PIECES, cards: int = 4, **more: Any) -> artrules.Ruleset:
    """Tiny, where setup has dealt some cards to each of two; the rest is player 1's deck."""
    edits = [("\n      skip\n", DEAL.replace("HANDS", str(cards)).rstrip() + "\n"), *more.pop("edits", [])]
    return tiny(folder, act, pieces=pieces, edits=edits, **more)


def dealt(folder: Path, act: str, seed: int = 3, **more: Any) -> artrules.Game:
    return ruleset(folder, act, **more).new_game(seed=seed)


def test_what_the_seat_sees_is_the_same_and_the_rest_is_not(tmp_path: Path) -> None:
    game = dealt(tmp_path, 'choose "play {c}" for c in my hand\nmove c to my row')
    again = [game.think.resample(1, seed) for seed in range(60)]
    assert all(own(copy, 1) == own(game, 1) for copy in again)
    assert all(hands(copy)[0] == hands(game)[0] for copy in again)
    assert len({tuple(hands(copy)[1]) for copy in again}) > 8
    assert len({decoded(copy).scene.zones[0] for copy in again}) > 50
    assert {tuple(sorted(c for zone in decoded(copy).scene.zones for c in zone)) for copy in again} == {
        tuple(range(12))
    }
    assert same(game.think.resample(1, 7), game.think.resample(1, 7))


def test_others_know_what_they_know_in_the_copy(tmp_path: Path) -> None:
    """The other hand can be dealt anew from the copy in turn, and is then what the first seat can't know of it."""
    game = dealt(tmp_path, 'choose "play {c}" for c in my hand\nmove c to my row')
    copy = game.think.resample(1, 1)
    for seed in range(20):
        assert own(copy.think.resample(1, seed), 1) == own(game, 1)
        assert own(copy.think.resample(2, seed), 2) == own(copy, 2)


def test_chance_to_come_is_another(tmp_path: Path) -> None:
    act = 'may "draw": move top 2 of my deck to my hand\nrandom x in 1..9\nmy x becomes x'
    game = dealt(tmp_path, act)
    seen = set()
    for seed in range(30):
        copy = game.think.resample(1, seed)
        assert copy.setup.seed not in (game.setup.seed, seed)
        choose(copy, "draw")
        assert copy.result is not None
        seen.add(copy.result["scores"][0]["total"])
    assert len(seen) > 5


def test_the_story_is_the_one_that_the_seat_has_read(tmp_path: Path) -> None:
    act = """
    choose "keep {c}" for c in my hand
    say "{me} keeps {c}"
    as left(me):
        choose "hide {d}" for d in my hand
        move d to my row facing down
    choose "take {e}" for e in my hand
    move e to my deck
    """
    game = dealt(tmp_path, act)
    for _ in range(2):
        game.choose(game.decisions[0].options[-1])
    for seat, other in ((1, 2), (2, 1)):
        copy = game.think.resample(seat, 5)
        assert copy.view(seat)["log"] == game.view(seat)["log"]
        assert all(e.text == e.public for e in copy.log if e.player == other)
        assert [c[0] for c in copy.choices] == [str(seat)]
        told = str([copy.choices, copy.log])
        assert game.choices[2 - seat] not in told
        assert not any(e.text in told for e in game.log if e.player == other and e.text != e.public)


def test_a_copy_is_pickled_and_taken_up(tmp_path: Path) -> None:
    game = dealt(tmp_path, 'choose "play {c}" for c in my hand\nmove c to my row')
    tiles = artrules.load(tmp_path)
    copy = game.think.resample(1, 4)
    twin = pickle.loads(pickle.dumps(copy))
    assert same(twin, copy) and same(tiles.resume(game.to_json()).think.resample(1, 4), copy)
    first = copy.decisions[0].options[0].id
    copy.choose(first)
    twin.choose(first)
    assert same(copy, twin)


def same(one: artrules.Game, other: artrules.Game) -> bool:
    """Whether two determinizations are the same in all that they hold."""
    return one == other and (one.setup.seed, one.choices, one.log) == (other.setup.seed, other.choices, other.log)


def test_who_is_asked_is_asked_in_the_copy(tmp_path: Path) -> None:
    """Whoever is on turn is asked only with two different cards: so the other hand holds such."""
    act = 'choose "show {c}" for c in my hand where c.shade is red\nmove c to my row'
    game = dealt(tmp_path, act, seed=1, edits=[SECOND_ON_TURN])
    assert game.decisions[0].player == 2
    for seed in range(40):
        copy = game.think.resample(1, seed)
        assert [d.player for d in copy.decisions] == [2]
        assert len(copy.decisions[0].options) > 1
        copy.choose(copy.decisions[0].options[0])


HELD = "my hand[1].n + my hand[2].n * 3 + my hand[3].n * 9 + my hand[4].n * 27 = KEY"
"""Holds for one deal of very many."""


def rare(folder: Path, act: str) -> artrules.Game:
    """A game in which player 2 is asked, and would be asked something else with nearly all other hands."""
    for key in range(40, 121):
        pieces = "[[1, red, 4], [2, red, 4], [3, blue, 4]]"
        try:
            game = dealt(folder, act.replace("KEY", str(key)), pieces=pieces, edits=[SECOND_ON_TURN])
        except artrules.GameFault:
            continue
        if game.decisions:
            break
    assert len(offered(game)) == 2
    return game


def test_where_hardly_any_deal_fits_who_is_asked_nothing_is_given_away(tmp_path: Path) -> None:
    """Then player 2 may have nothing to decide about in the copy, but is there to decide."""
    game = rare(tmp_path, f"choose n in [1, 2] where {HELD} or n = 1")
    copies = [game.think.resample(1, seed) for seed in range(12)]
    assert {copy.decisions[0].player for copy in copies} == {2}
    assert "1" in {" ".join(offered(copy)) for copy in copies}
    assert len({str(hands(copy)[1]) for copy in copies}) > 5
    other = next(copy for copy in copies if hands(copy) != hands(game))
    assert [other.think.resample(1, seed).digest() for seed in range(12)] == [copy.digest() for copy in copies]


def test_where_all_others_come_to_a_fault_they_keep_what_they_see(tmp_path: Path) -> None:
    game = rare(tmp_path, f"choose n in [1, 2] where {HELD}")
    for seed in range(6):
        assert hands(game.think.resample(1, seed)) == hands(game)


AT_ONCE = """
- name: together
  who: all_at_once
  do: |
    repeat 2 times:
        choose "play {c}" for c in my hand
        move c to my row
        shuffle my deck
        move top 1 of my deck to my hand
        my x += 1
        for d in my row + my hand:
            d.mark becomes 3
- name: after
  who: in_turn
  from: players[1]
  do: |
    may "look": skip
"""


def at_once(folder: Path) -> artrules.Game:
    pieces = (
        "[[1, red, 1], [2, red, 1], [3, red, 1], [4, red, 1], [5, red, 1], [6, red, 1], [1, blue, 1], [2, blue, 1], "
    )
    pieces += "[3, blue, 1], [4, blue, 1], [5, blue, 1], [6, blue, 1]]"
    return dealt(folder, "move top 3 of my deck to left(me).deck", cards=3, phases=AT_ONCE, pieces=pieces)


def test_in_a_phase_played_at_once_others_have_done_nothing_yet(tmp_path: Path) -> None:
    game = at_once(tmp_path)
    begun = hands(game)
    for player in (1, 2, 2):
        game.choose(next(d for d in game.decisions if d.player == player).options[0])
    assert [d.player for d in game.decisions] == [1]
    seen = set()
    for seed in range(30):
        copy = game.think.resample(1, seed)
        assert own(copy, 1) == own(game, 1)
        assert [d.player for d in copy.decisions] == [1, 2]
        table = copy.inspect.view()["players"]
        assert (len(table[2]["row"]), table[2]["x"], table[1]["x"]) == (0, 0, 1)
        assert hands(copy)[0] == hands(game)[0] != begun[0]
        seen.add(tuple(hands(copy)[1]))
        for player in (2, 1, 2):
            copy.choose(next(d for d in copy.decisions if d.player == player).options[0])
        assert copy.decisions[0].prompt != game.decisions[0].prompt
    assert len(seen) > 5


def test_one_who_is_done_sees_the_same_in_the_copy(tmp_path: Path) -> None:
    game = at_once(tmp_path)
    for _ in range(2):
        game.choose(game.decisions[0].options[0])
    assert [d.player for d in game.decisions] == [2]
    for seed in range(20):
        copy = game.think.resample(1, seed)
        assert own(copy, 1) == own(game, 1)
        assert [d.player for d in copy.decisions] == [2]
        assert own(copy.think.resample(2, seed), 2) == own(copy, 2)


CARRY: dict[str, tuple[str, list[str], list[str]]] = {
    # what player 1 does, which of their cards lie in hand, row and deck, in the eyes of one who sees all: what is
    # the same in every deal, and what differs
    "a mark set on a card that lies hidden stays where it lies": (
        """
        choose "hide {c}" for c in my hand
        move c to my row facing down
        for d in my row:
            d.mark becomes 5
        """,
        ["row 5"],
        ["card 5"],
    ),
    "a mark on a card that was seen goes with the card": (
        """
        choose c in my hand
        move c to pool
        c.mark becomes 5
        move c to my deck
        shuffle my deck
        """,
        ["card 5"],
        ["place 5"],
    ),
    "a card that gets a mark while it is unknown is taken to be known when it is mixed again": (
        """
        choose c in my hand
        for d in my hand where d is c:
            d.mark becomes 5
        move c to my deck
        shuffle my deck
        """,
        ["card 5"],
        ["place 5"],
    ),
    "a watch that keeps a hidden card keeps what lies there": (
        """
        choose "hide {c}" for c in my hand
        move c to my row facing down
        watch rung as r until round ends:
            say "{c}"
        """,
        ["watch row"],
        ["watch card"],
    ),
    "an event that was seen keeps the card": (
        """
        choose c in my hand
        move c to my row
        announce kept(card: c, by: me)
        move c to my deck
        shuffle my deck
        """,
        ["record card"],
        ["record place"],
    ),
    "a card with a power it gained unseen stays": (
        """
        choose c in my hand where c is not my hand[1]
        for w in my hand[1].powers:
            c gains w
        """,
        ["gained place", "gained card"],
        [],
    ),
    "a power that waits to be asked about stays": (
        """
        choose c in my hand
        for w in c.powers:
            choose n in 1..2
            say "{w}"
        """,
        ["power place", "power card"],
        [],
    ),
}


def facts(game: artrules.Game) -> dict[str, Any]:
    """Which card carries what, and where it lies."""
    position, program = decoded(game), game.playing.runtime.program
    layout, zones = program.layout, position.scene.zones
    marks = game.playing.runtime.instance.region("attributes")[layout.attributes[("tile", "mark")] :]
    place = {card: (zone, i) for zone, cards in enumerate(zones) for i, card in enumerate(cards)}
    found: dict[str, Any] = {}
    for card in range(12):
        if marks[card] == 5:
            found |= {"card 5": card, "place 5": place[card], "row 5": place[card][0]}
    for watch in position.watches:
        row = layout.zones["row"].first
        card = next(v for v in watch.values if v is not None and v < 12 and place[v][0] == row)
        found |= {"watch card": card, "watch row": place[card]}
    for record in position.records.values():
        found |= {"record card": record.fields[0], "record place": place[record.fields[0]]}
    for card in position.scene.gained:
        found |= {"gained card": card, "gained place": place[card]}
    types = program.find_frames().types
    for block, *values in position.stacks[0]:
        for value, type_ in zip(values, types.get(block, ()), strict=False):
            if isinstance(type_, Power):
                found |= {"power card": value // SLOTS, "power place": place[value // SLOTS]}
    return found


@pytest.mark.parametrize("name", CARRY)
def test_what_a_card_carries(name: str, tmp_path: Path) -> None:
    act, same, different = CARRY[name]
    act = "\n".join(line[8:] for line in act.splitlines()) + '\nmay "look": skip'
    edits = [("mark: {type: 0..9, back_when_leaving: row}", "mark: {type: 0..9, starts: 0}")]
    rung = 'ring: |\n    announce rung(n: 1, by: me)\nevery_kept: |\n    for e in kept:\n        say "{e.card}"'
    more = "- name: late\n  who: nobody\n  do: |\n    for p in players:\n        as p:\n            ring()\n"
    game = dealt(tmp_path, act, edits=edits, procedures=rung, phases=more)
    game.choose(game.decisions[0].options[0])
    before = facts(game)
    assert set(same + different) <= set(before)
    copies = [game.think.resample(2, seed) for seed in range(30)]
    assert all(own(copy, 2) == own(game, 2) for copy in copies)
    assert len({copy.digest() for copy in copies}) > 5
    for what in same:
        assert {facts(copy)[what] for copy in copies} == {before[what]}, what
    for what in different:
        assert len({facts(copy)[what] for copy in copies}) > 1, what


def test_what_is_refused(tmp_path: Path) -> None:
    tiles = ruleset(tmp_path, 'may "look": skip')
    with pytest.raises(ValueError, match="what seats know"):
        tiles.new_game(log=False).think.resample(1, 1)
    with pytest.raises(ValueError, match="no player 3"):
        tiles.new_game().think.resample(3, 1)


def test_content_that_lets_a_seat_see_what_it_cannot_is_at_fault(tmp_path: Path) -> None:
    act = "choose n in 1..9 where any(c in left(me).hand where c.n = 1) and n < 3\nchoose m in 1..2"
    game = dealt(tmp_path, act)
    slugs = set()
    for seed in range(60):
        try:
            game.think.resample(1, seed)
        except artrules.GameFault as fault:
            slugs |= {d.slug for d in fault.diagnostics}
    assert slugs == {"dead-end"}


def test_players_who_touch_each_others_things_at_once_are_at_fault(tmp_path: Path) -> None:
    phases = """
    - name: together
      who: all_at_once
      do: |
        for c in my row, w in c.powers:
            may use w
        may "wait": skip
    """
    act = "for p in players:\n    for c in top 1 of deal:\n        move c to p.row"
    deal = [("  pool: {holds", "  deal: {holds: tile, order: pile, seen_by: everyone}\n  pool: {holds")]
    deal += [("start: pool,", "start: deal,")]
    gifts = {1: "- {when: now, do: move self to left(me).row}"}
    game = tiny(tmp_path, act, phases=phases, pieces="[[1, red, 8]]", edits=deal, gifts=gifts).new_game()
    game.choose(game.decisions[0].options[0])
    with pytest.raises(artrules.GameFault) as fault:
        game.think.resample(2, 1)
    assert [d.slug for d in fault.value.diagnostics] == ["not-apart"]


TWO_KINDS = """
ruleset: kinds
title: Kinds
players: 2
cards:
  coin: {label: "coin {self.worth}", attributes: {worth: {type: 1..9}}}
  gem:  {label: "gem {self.size}", attributes: {size: {type: 1..9}}}
zones:
  deck: {holds: [coin, gem], order: pile, seen_by: nobody}
  hand: {per: player, holds: [coin, gem], seen_by: owner}
  heap: {holds: [coin, gem], seen_by: everyone}
pieces:
  coins: {kind: coin, start: deck, columns: [worth], rows: [[1], [2], [3], [4], [5]]}
  gems:  {kind: gem, start: deck, columns: [size], rows: [[3], [4], [5], [6], [7]]}
flow:
  setup:
    deal: |
      shuffle deck
      for p in players:
          move top 5 of deck to p.hand
  rounds:
    - name: cut
      who: in_turn
      from: "players[1]"
      do: |
        choose one:
            "cut something":
                choose c in my hand
                if c.kind is gem:
                    choose "into {n}" for n in 1..c.size
                    say "{n}"
                else:
                    choose "worth {n}" for n in 0..c.worth
                    say "{n}"
            "pass":
                skip
  until: yes
  last_round: 3
  winners: those(p in players)
"""


def test_what_waits_with_a_card_of_a_kind_gets_one_of_that_kind(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(TWO_KINDS, encoding="utf-8")
    ruleset = artrules.load(tmp_path)
    dealt = set()
    for seed in range(12):
        game = ruleset.new_game(seed=seed)
        game.choose(next(o for o in game.decisions[0].options if o.label == "cut something"))
        game.choose(next(o for o in game.decisions[0].options if o.label.startswith("gem")))
        for other in range(12):
            anew = game.think.resample(2, other)
            assert {o.label.split()[0] for o in anew.decisions[0].options} == {"into"}
            dealt.add(len(anew.decisions[0].options))
    assert len(dealt) > 2


@pytest.mark.parametrize("name", ["lanterns", *shipped_rulesets()])
def test_what_is_dealt_anew_in_place_is_the_same_game(name: str) -> None:
    ruleset = lanterns() if name == "lanterns" else artrules.load(name)
    players = ruleset.player_counts[-1]
    logged = ruleset.new_game(players, seed=4)
    known = ruleset.new_game(players, seed=4, log=False, knowledge=True)
    for turn in range(4):
        logged.play(seed=turn, choices=12)
        known.play(seed=turn, choices=12)
        assert known.digest() == logged.digest()
        for seat in range(1, players + 1):
            dealt, digest = known.copy(), known.digest()
            try:
                expected = logged.think.resample(seat, turn)
            except artrules.GameFault as fault:
                with pytest.raises(artrules.GameFault, match=re.escape(fault.diagnostics[0].message[:20])):
                    dealt.think.redeal(seat, turn)
                continue
            dealt.think.redeal(seat, turn)
            assert dealt.setup.seed == expected.setup.seed and not dealt.inspect.played
            assert dealt.digest() == expected.digest() == known.think.resample(seat, turn).digest()
            assert dealt.option_count == expected.option_count
            dealt.play(seed=seat, choices=9)
            expected.play(seed=seat, choices=9)
            assert dealt.digest() == expected.digest()
            assert known.digest() == digest


def test_only_games_that_know_enough_are_dealt_anew() -> None:
    ruleset = lanterns()
    with pytest.raises(ValueError, match="a game with a log"):
        ruleset.new_game().think.redeal(1, 1)
    forgetful = ruleset.new_game(log=False)
    for deal in (forgetful.think.redeal, forgetful.think.resample):
        with pytest.raises(ValueError, match="doesn't keep what seats know"):
            deal(1, 1)
    dealt = ruleset.new_game(log=False, knowledge=True)
    dealt.think.redeal(1, 1)
    with pytest.raises(ValueError, match="doesn't keep"):
        dealt.think.redeal(1, 1)
