"""Marks: attributes that everybody sees on a card, wherever it lies."""

from __future__ import annotations

from pathlib import Path

import artrules
from artrules.author.conformance import secrecy
from artrules.author.conformance.random_play import Counts, Table
from artrules.play.game.observation.observer import Observer
from author.properties.rulesets import broken
from play.game.tiny import tiny

MARK = "      hint: {type: 0..9, starts: 0, seen_by: everyone}\n      mark:"
BROW = """
  brow: {per: player, holds: tile, order: row, seen_by: others}
  fan: {per: player, holds: tile, seen_by: owner}
  crate: {holds: tile, order: pile, seen_by: nobody}
  pool: {holds"""
DEAL = """
      move pool to crate
      shuffle crate
      for p in players:
          move top 3 of crate to p.brow
          move top 3 of crate to p.fan
"""
PIECES = "[[1, red, 4], [2, red, 4], [3, red, 2], [1, blue, 4], [2, blue, 4], [3, blue, 2]]"


def marking(folder: Path, act: str) -> artrules.Ruleset:
    """Tiny, where three cards that the others see and three that the owner sees are dealt to each, and tiles may bear
    hints."""
    edits = [("      mark:", MARK), ("\n  pool: {holds", BROW), ("\n      skip\n", DEAL.rstrip() + "\n")]
    return tiny(folder, act, pieces=PIECES, edits=edits)


def check(ruleset: artrules.Ruleset, table: Table, counts: Counts) -> None:
    secrecy.check_secrecy(ruleset, table, counts, one_in=1)


def test_who_does_not_see_the_card_sees_its_marks(tmp_path: Path) -> None:
    act = """
    my brow[2].hint becomes 4
    my fan[1].hint becomes 5
    my fan[1].mark becomes 6
    top of crate.hint becomes 7
    may "go on": skip
    """
    game = marking(tmp_path, act.replace("top of crate.hint", "(top of crate).hint")).new_game(seed=2)
    own, other = game.view(1), game.view(2)
    assert own["players"][1]["brow"] == [None, {"card": None, "hint": 4}, None]
    assert other["players"][1]["brow"][1]["hint"] == 4 and other["players"][1]["brow"][1]["card"] is not None
    assert other["players"][1]["fan"] == [{"card": None, "hint": 5}, None, None]
    assert own["players"][1]["fan"][0]["mark"] == 6
    assert own["zones"]["crate"][0] == {"card": None, "hint": 7}


SHUFFLING = """
repeat 4 times:
    may "mark {position(c)}" for c in my brow where c.hint = 0:
        c.hint becomes c.n
    may "give {d}" for d in my fan:
        d.hint += 1
        move d to left(me).fan
    as left(me):
        may "take one with {e.hint}" for e in right(me).fan:
            move e to crate
    move top 1 of crate to my fan
    shuffle crate
    may "lay {position(f)}" for f in my brow:
        move f to crate
        shuffle crate
        move top 1 of crate to my brow
"""


def test_who_tells_cards_apart_by_marks_learns_nothing_else(tmp_path: Path) -> None:
    ruleset = marking(tmp_path, SHUFFLING)
    assert broken(check, ruleset) == ""
    counts = Counts()
    check(ruleset, Table(3, {}, 1), counts)
    assert counts["cards elsewhere"] > 50


def test_marks_stay_where_they_lie(tmp_path: Path) -> None:
    game = marking(tmp_path, SHUFFLING).new_game(seed=1, players=2)
    for _ in range(12):
        game.choose(game.decisions[0].options[-1])
        for seat in (1, 2):
            for seed in range(4):
                assert game.think.resample(seat, seed).view(seat) == game.view(seat)


def test_texts_tell_marks_on_hidden_cards(tmp_path: Path) -> None:
    act = """
    for c in my fan:
        c.hint becomes 3
        c.mark becomes 4
    may "keep {d}, {d.hint}, {d.mark}" for d in my fan: skip
    """
    game = marking(tmp_path, act).new_game(seed=2)
    option = game.decisions[0].options[0]
    assert option.label.endswith(", 3, 4")
    game.choose(option)
    assert next(e.text for e in game.log.read_by(2) if e.kind == "chose") == "keep a card, 3, something"


def test_a_card_that_was_known_is_known_by_its_mark_in_a_shuffled_pile(tmp_path: Path) -> None:
    act = """
    my fan[1].hint becomes 5
    let c = my fan[1]
    let d = my fan[2]
    move c to crate
    move d to crate
    shuffle crate
    may "go on": skip
    """
    game = marking(tmp_path, act).new_game(seed=2)
    real = [card for card in game.inspect.view()["zones"]["crate"] if "hint" in card]
    worlds = [game.think.resample(1, seed).inspect.view()["zones"]["crate"] for seed in range(20)]
    assert all([card for card in cards if "hint" in card] == real for cards in worlds)
    others = [game.think.resample(2, seed).inspect.view()["zones"]["crate"] for seed in range(20)]
    assert any([card["id"] for card in cards if "hint" in card] != [real[0]["id"]] for cards in others)


def test_observations_count_marks_on_hidden_cards(tmp_path: Path) -> None:
    act = """
    my brow[2].hint becomes 4
    my brow[2].mark becomes 4
    (top of crate).hint becomes 7
    may "go on": skip
    """
    ruleset = marking(tmp_path, act)
    observer, game = Observer(ruleset.runtime(2)[0], 8), ruleset.new_game(seed=2, players=2, log=False)
    for player, mark in ((1, 0), (2, 1)):
        numbers, parts = observer.observe(game, player), observer.form.parts
        tables = {name: numbers[part.first : part.end].reshape(part.shape) for name, part in parts.items()}
        assert tables["brow: tile.hint"][:, 4].sum() == tables["crate: tile.hint"][:, 7].sum() == 1
        assert tables["brow: tile.mark"][:, 4].sum() == mark
