"""Faults that *conserves* must find."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author.conformance import soundness
from artrules.play.game.inspection.position import Zone
from author.properties.rulesets import broken
from planting import changed, planted
from play.game.tiny import tiny

ACT = 'repeat 3 times:\n    choose "take {c}" for c in pool\n    move c to my hand'
FREE = 'choose one:\n    "take all": move pool to my hand\n    "wait": skip'
"""Nothing in it may fail, so nobody looks ahead and comes to a dead end before the cards are counted."""
COPY = "if cards_in_zone[zone] == 3 and not looking_ahead:\n        next_in_zone[last_in_zone[source]] = card\n    "
AT_END = "if watched:\n        after_move"
FAULTS = {
    "copied": (
        AT_END,
        COPY + AT_END,
        "lies in `hand` number 1 and in `pool`",
    ),
    "lost": (AT_END, f"first_in_zone[zone] = NIL\n    {AT_END}", "cards of the kind tile lie in zones"),
    "forgotten": ("zone_of[card] = zone", "pass", "but says `pool`"),
    "astray": ("source = zone_of[card]", "source = zone_of[card]\n    zone = ZONES - 1", "in no zone"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_cards_that_go_astray(name: str, tmp_path: Path) -> None:
    sound, fault, found = FAULTS[name]
    ruleset = tiny(tmp_path, FREE if name == "forgotten" else ACT)
    assert broken(soundness.check_conservation, ruleset) == ""
    assert found in broken(
        soundness.check_conservation, planted(ruleset, changed("rules.cards", "move_card", sound, fault))
    )


def test_a_card_in_a_zone_that_holds_no_such(tmp_path: Path) -> None:
    more = "cards:\n  coin: {}\nzones:\n  purse: {holds: coin, seen_by: everyone}\n"
    more += "pieces:\n  coins: {kind: coin, start: purse, columns: [count], rows: [[2]]}\n"
    more += "totals:\n  coins: {count: size(coin), is: 2}\n"
    ruleset = tiny(tmp_path, ACT + '\nmay "wait": skip', more=more)
    game = ruleset.new_game()
    declared = soundness.declared_by_kind(game)
    assert declared["coin"] == [("the pieces", 2), ("the total `coins`", 2)]
    assert soundness.misplaced(game, declared) is None
    assert soundness.misplaced(game, {"coin": [("the total `coins`", 3)]}) == (
        "2 cards of the kind coin lie in zones, but the total `coins` says 3"
    )
    position, pool, purse = game.inspect.position, Zone("pool", 0), Zone("purse", 0)
    coin, *rest = position.cards_in(purse)
    position.arrange({purse: rest, pool: [*position.cards_in(pool), coin]}, position.cards_aside)
    assert soundness.misplaced(game, declared) == f"card {coin} lies in `pool`, which holds no coin"


def test_values_that_are_not_as_they_may_be(tmp_path: Path) -> None:
    hoard = "hoard: {of: player, type: 0..9, starts: 3, seen_by: owner, may_be: sum(p.hoard for p in players) = 6}"
    act = 'choose one:\n    "spend":\n        my hoard -= 1\n    "wait":\n        skip\nmay "wait": skip'
    ruleset = tiny(tmp_path, act, more=f"variables:\n  {hoard}\n", edits=[("players: 2..4", "players: 2")])
    assert "hidden values aren't what `may_be` says they may be" in broken(soundness.check_conservation, ruleset)
    (tmp_path / "sound").mkdir()
    act = act.replace("my hoard -= 1", "my hoard -= 1\n        left(me).hoard += 1")
    sound = tiny(tmp_path / "sound", act, more=f"variables:\n  {hoard}\n", edits=[("players: 2..4", "players: 2")])
    assert broken(soundness.check_conservation, sound) == ""
