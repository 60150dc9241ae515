"""Each rule of scoring is missed by a scenario, and what the rulings reckon holds in games by chance."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.author.scenarios.run import run_scenarios
from artrules.model.catalogue.locations import shipped_folder

FOLDER = shipped_folder() / "bioutifoul"
MOST_SHOWN = "for: a in artist where shows_most(me, a)"
REMOVALS = {
    "exhibitions": ("for: x in my exhibitions\n      is: 1", "for: x in my exhibitions\n      is: 0"),
    "all four artists": ("is: 1 if shows_everybody(me) else 0", "is: 0"),
    **{
        f"the most of {artist}": (MOST_SHOWN, MOST_SHOWN.replace("where", f"where a is not {artist} and"))
        for artist in ("alice", "heinrich", "rodrigo", "sunny")
    },
    "a tie for the most": (
        "times_shown(q, a) > times_shown(p, a)",
        "q is not p and times_shown(q, a) >= times_shown(p, a)",
    ),
    "the most of nothing": ("times_shown(p, a) > 0 and ", ""),
    "gold": ("p.gold + ", ""),
    "works": (" + sum(price(w.artist) for w in p.gallery)", ""),
    "wealth": (", most wealth(p))", ")"),
    "points before wealth": ("most score(p), most wealth(p)", "most wealth(p), most score(p)"),
}


@cache
def ruleset() -> artrules.Ruleset:
    return artrules.load("bioutifoul")


@pytest.mark.parametrize("rule", REMOVALS)
def test_each_rule_of_scoring_is_missed(rule: str, tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "bioutifoul")
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    old, new = REMOVALS[rule]
    assert text.count(old) == 1
    (folder / "ruleset.yaml").write_text(text.replace(old, new), encoding="utf-8")
    results = run_scenarios(artrules.load(folder), ["base"])
    assert any(not result.passed for result in results)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_table_is_full_when_a_turn_begins(players: int) -> None:
    """Ruling B-12: there are always six artworks. Rulings 7 and 8: and all exhibitions, until the deck is used up."""
    most = 4 if players == 2 else 6
    for seed in range(2):
        game = ruleset().new_game(players=players, seed=seed)
        chance = Random(seed)
        turn = None
        while game.decisions:
            view = game.inspect.view()
            if turn != (turn := (view["round"], game.decisions[0].player)):
                zones = view["zones"]
                assert len(zones["artworks"]) == 6
                assert len(zones["exhibitions_on_show"]) == most or not zones["exhibition_deck"]
            game.choose(chance.choice(game.decisions[0].options))
        assert game.inspect.view()["zones"]["exhibition_deck"] == []
