"""A zone whose order the game leaves open: loose, unless a set in play requires an order of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.author.conformance import secrecy, soundness
from artrules.model.catalogue.locations import shipped_folder
from artrules.play.pipeline import read_content
from author.properties.rulesets import broken
from play.game.tiny import choose, offered, play, tiny

OPEN = ("pool: {holds: tile, seen_by: everyone}", "pool: {holds: tile, order: open, seen_by: everyone}")
DIGGER = """
set: digger
of: tiny
requires: {pool: ORDER}
gift:
  1:
    name: The Digger
    powers:
      - when: now
        label: dig
        do: |
          EFFECT
"""
TAKE = "move top of pool to my hand"
ACT = """
for c in pool where c.shade is blue:
    move c to my row
move my row to pool
choose "take {c}" for c in pool
move c to my row
for d in my row, w in d.powers where usable(w):
    use w
"""


def with_sets(folder: Path, *sets: str, act: str = ACT, order: tuple[str, str] = OPEN) -> artrules.Ruleset:
    """Tiny with a pool of open order, and sets from outside."""
    (folder / "game").mkdir()
    tiny(folder / "game", act, edits=[order])
    files = []
    for number, text in enumerate(sets):
        files.append(folder / f"set_{number}.yaml")
        files[-1].write_text(text.lstrip(), encoding="utf-8")
    return artrules.load(folder / "game", extra=files)


def digger(order: str = "pile", effect: str = TAKE, name: str = "digger") -> str:
    return DIGGER.replace("ORDER", order).replace("EFFECT", effect).replace("digger", name)


def found(folder: Path, *sets: str, order: tuple[str, str] = OPEN) -> list[str]:
    """The slugs of what is wrong."""
    (folder / "game").mkdir()
    tiny(folder / "game", ACT, edits=[order])
    for number, text in enumerate(sets):
        (folder / "game" / f"set_{number}.yaml").write_text(text.lstrip(), encoding="utf-8")
    return [d.slug for d in read_content(folder / "game", "tiny").report.diagnostics if d.severity == "error"]


def test_the_zone_is_loose_without_such_a_set(tmp_path: Path) -> None:
    ruleset = with_sets(tmp_path, digger())
    game = ruleset.new_game(players=2, seed=1)
    assert offered(game) == ["take red 1", "take red 2", "take blue 2"]  # those that look alike once
    assert game.inspect.position.order_of(game.inspect.model.zones["pool"]) == "loose"


def test_and_a_pile_with_it(tmp_path: Path) -> None:
    ruleset = with_sets(tmp_path, digger())
    game = ruleset.new_game(players=2, seed=1, settings={"gifts.1": "digger"})
    assert game.inspect.position.order_of(game.inspect.model.zones["pool"]) == "pile"
    pool = [card["card"] for card in game.inspect.view()["zones"]["pool"]]
    assert pool == ["blue 2", "red 1", "red 1", "red 1", "red 2"]  # what is put there lies on top
    choose(game, "take red 1")
    assert [card["card"] for card in game.inspect.view()["players"][1]["hand"]] == ["blue 2"]


def test_it_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    act = 'repeat 3 times:\n    choose "take {c}" for c in pool\n    move c to my row'
    ruleset = with_sets(tmp_path, digger(), act=act)
    game = ruleset.new_game(players=2, seed=1, settings={"gifts": "digger"})
    again = ruleset.resume(game.to_json())
    assert again == game and offered(again) == offered(game) == [*["take red 1"] * 3, "take red 2", "take blue 2"]


def test_a_row(tmp_path: Path) -> None:
    effect = "let c = first(d in pool)\n          if c is not none:\n              move c to my hand"
    game = with_sets(tmp_path, digger("row", effect)).new_game(players=2, seed=1, settings={"gifts.1": "digger"})
    choose(game, "take red 1")
    assert game.inspect.position.order_of(game.inspect.model.zones["pool"]) == "row"


@pytest.mark.parametrize(
    ("sets", "order", "slugs"),
    [
        ([digger()], OPEN, []),
        ([digger().replace("requires: {pool: pile}\n", "")], OPEN, ["not-a-pile"]),
        ([digger("row")], OPEN, ["not-a-pile"]),
        ([digger("row", "shuffle pool")], OPEN, ["not-a-pile"]),
        ([digger("row", "for c in my row: move c to pool at 1")], OPEN, []),
        ([digger().replace("{pool: pile}", "{pol: pile}")], OPEN, ["unknown-name", "not-a-pile"]),
        ([digger()], (OPEN[0], OPEN[0]), ["fixed-order", "not-a-pile"]),
        ([digger("row", "skip")], (OPEN[0], OPEN[1].replace("open", "row")), []),
        ([digger(), digger("row", "skip", "other")], OPEN, ["orders-differ"]),
        ([digger(), digger("pile", "skip", "other")], OPEN, []),
    ],
)
def test_what_sets_may_ask_for(sets: list[str], order: tuple[str, str], slugs: list[str], tmp_path: Path) -> None:
    assert sorted(found(tmp_path, *sets, order=order)) == sorted(slugs)


def test_code_of_the_game_does_without_an_order(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    with pytest.raises(artrules.ContentError, match=r"`requires: \{pool: pile\}` in a set, and this code there"):
        tiny(tmp_path / "game", "move top of pool to my hand", edits=[OPEN])


def test_an_overlay_may_leave_an_order_open(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    tiny(tmp_path / "game", ACT)
    overlay = "overlay: wide\nof: tiny\napplies: size(players) = 2\nzones: {pool: {order: open}}\n"
    (tmp_path / "game" / "wide.yaml").write_text(overlay, encoding="utf-8")
    artrules.load(tmp_path / "game")


# -- a patron from outside

MUDLARK = """
set: mudlarks
of: avant_carde
title: Mudlarks
requires: {discard: pile}
patron:
  2:
    name: The Mudlark
    text: After you play it, you may take the top card of your discard pile into your hand.
    powers:
      - when: after_played
        if: size(my discard) > 0
        label: take the top card of your discard pile
        do: |
          let c = top of my discard
          say "{me} takes {c} back"
          move c to my hand
"""


def test_a_patron_who_looks_at_the_top_of_the_discard_pile(tmp_path: Path) -> None:
    path = tmp_path / "mudlarks.yaml"
    path.write_text(MUDLARK.lstrip(), encoding="utf-8")
    ruleset = artrules.load(shipped_folder() / "avant_carde", extra=[path])
    assert [d.message for d in ruleset.content.report.diagnostics if d.slug != "unfilled-key"] == []
    told = 0
    for seed in range(12):
        game = ruleset.new_game(players=2, seed=seed, settings={"patrons.2": "mudlarks"})
        while game.decisions and game.round < 6:
            decision = game.decisions[0]
            labels = [option.label for option in decision.options]
            taken = next((i for i, label in enumerate(labels) if label.startswith("use The Mudlark")), None)
            if taken is None:
                taken = next((i for i, label in enumerate(labels) if label.startswith(("play", "buy"))), 0)
            else:
                pile = [card["card"] for card in game.inspect.view()["players"][decision.player]["discard"]]
                told += 1
                game.choose(decision.options[taken])
                assert any(entry.text.endswith(f"takes {pile[0]} back") for entry in game.log)
                continue
            game.choose(decision.options[taken])
    assert told > 3


def test_the_promises_hold_with_it(tmp_path: Path) -> None:
    ruleset = with_sets(tmp_path, digger())
    tried = artrules.load(tmp_path / "game", extra=[tmp_path / "set_0.yaml"])
    assert ruleset.content_hash == tried.content_hash
    for check in (soundness.check_conservation, soundness.check_completeness, secrecy.check_secrecy):
        assert broken(check, tried, games=3) == ""
    assert play(ruleset, "take red 1").finished
