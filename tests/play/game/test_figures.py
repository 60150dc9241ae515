"""Figures of the layout (`docs/write/files.md`, layout) in views: whose they are, who sees them, and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.model.analyses.ownership import MINE, OwnReads
from artrules.play.game.view import Figures
from play.game.tiny import choose, tiny

FIGURES = """
layout:
  figures:
    pooled:  {is: size(pool)}
    of_each: {for: s in colour, is: count(c in pool where c.shade is s)}
    from_on: {for: n in 1..2, is: count(c in pool where c.n >= n)}
    twice:   {for: p in players, is: 2 * p.x}
    mine:    {for: p in players, is: count(c in p.hand where c.shade is red), seen_by: owner}
    worth:   {for: c in tile, is: 10 * c.n + c.mark}
    first:   {is: "the best p in players, least p.y, most p.x"}
    likes:   {is: red}
    fewest:  {is: any(c in pool where c.shade is blue), as: flag}
    none_of: {is: none if size(pool) > 1 else 3}
"""
TAKE = """
repeat 2 times:
    choose one:
        "take {c}" for c in pool:
            move c to my hand
            c.mark becomes 5
            my x += 3
        "stop":
            stop
"""
AT_ONCE = (
    ("who: in_turn\n      from: players[1]", "who: all_at_once"),
    ("if me is players[1]:\n            act()", "act()"),
)
FROM_ROW = """
choose one:
    "take {c}" for c in my row:
        move c to my hand
        my x += 3
        c.mark becomes 5
    "stop":
        skip
choose one:
    "wait":
        skip
    "rest":
        skip
"""
ROW = "sum(c.n for p in players, c in p.row)"
EXECUTORS = ("cpython", "wasm")


def figures_of(view: dict[str, Any]) -> dict[str, Any]:
    """The figures that a view of Tiny shows, without those of players."""
    names = (
        "pooled",
        "of_each[red]",
        "of_each[blue]",
        "from_on[1]",
        "from_on[2]",
        "first",
        "likes",
        "fewest",
        "none_of",
    )
    return {name: view["variables"][name] for name in names}


@pytest.mark.parametrize("executor", EXECUTORS)
def test_figures_stand_where_variables_stand(executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
    game = tiny(tmp_path, TAKE, more=FIGURES).new_game(players=2, seed=1)
    before = {"pooled": 5, "of_each[red]": 4, "of_each[blue]": 1, "from_on[1]": 5, "from_on[2]": 2}
    others = {"first": 1, "likes": "red", "fewest": True, "none_of": None}
    assert figures_of(game.inspect.view()) == {**before, **others}
    choose(game, "take blue 2")
    seen = game.view(1)
    after = {"pooled": 4, "of_each[red]": 4, "of_each[blue]": 0, "from_on[1]": 4, "from_on[2]": 1}
    assert figures_of(seen) == {**after, **others, "fewest": False}
    assert [seen["players"][player]["twice"] for player in (1, 2)] == [6, 0]
    assert [card["figures"]["worth"] for card in seen["players"][1]["hand"]] == [25]
    assert sorted(card["figures"]["worth"] for card in seen["zones"]["pool"]) == [10, 10, 10, 20]


def test_each_seat_sees_its_own_and_what_all_see(tmp_path: Path) -> None:
    game = tiny(tmp_path, TAKE, more=FIGURES).new_game(players=2, seed=1)
    choose(game, "take red 1")
    mine, other, everything = game.view(1), game.view(2), game.inspect.view()
    assert (mine["players"][1]["mine"], everything["players"][1]["mine"], everything["players"][2]["mine"]) == (1, 1, 0)
    assert "mine" not in mine["players"][2] and "mine" not in other["players"][1]
    assert other["players"][2]["mine"] == 0
    assert other["players"][1]["twice"] == 6 and other["players"][1]["hand"][0]["unseen"]


def at_once(folder: Path) -> artrules.Game:
    """Tiny, where both players act at once: each takes from their own row."""
    more = FIGURES + "    all_x: {is: sum(p.x for p in players)}\n    taken: {for: p in players, is: size(p.hand)}\n"
    edits = (
        *AT_ONCE,
        (
            "begin: |\n      skip",
            "begin: |\n      for p in players:\n          random c in pool where c.n = 1\n          move c to p.row",
        ),
    )
    return tiny(folder, FROM_ROW, more=more, edits=edits).new_game(players=2, seed=1)


def test_while_all_play_at_once_nobody_sees_what_others_have_done(tmp_path: Path) -> None:
    game = at_once(tmp_path)
    before = game.view(2)
    choose(game, "take red 1")
    mine, other = game.view(1), game.view(2)
    assert other == before
    assert mine["players"][1]["twice"] == 6 and mine["players"][1]["taken"] == 1
    assert mine["players"][2]["taken"] == 0 and mine["variables"]["all_x"] == 0
    assert [card["figures"]["worth"] for card in mine["players"][1]["hand"]] == [15]
    assert game.inspect.view()["variables"]["all_x"] == 3


def test_the_position_stays_the_same_for_whoever_looks(tmp_path: Path) -> None:
    game = at_once(tmp_path)
    choose(game, "take red 1")
    digest, saved = game.digest(), game.to_json()
    for seat in (1, 2):
        game.view(seat)
    assert (game.digest(), game.to_json()) == (digest, saved)


OWN = {
    "p.x": True,
    "sum(c.mark for c in p.row)": True,
    "count(c in p.hand where c.face is up)": True,
    "size(pool) + total": True,
    "count(c in pool where c.mark > 1)": True,
    "sum(q.x for q in players)": False,
    "size(left(p).row)": False,
    "count(c in tile where c.mark > 0)": False,
    "count(c in tile where c.n > 3)": True,
    "score(p)": True,
    "doubled(p)": True,
    "of_all(3)": False,
    "any(c in p.row, w in c.powers where w.when is now)": True,
}
FUNCTIONS = "functions: {'doubled(player q)': 2 * q.x, 'of_all(0..9 n)': n + sum(q.x for q in players)}\n"


@pytest.mark.parametrize(("code", "own"), OWN.items())
def test_what_depends_on_nothing_of_others(code: str, own: bool, tmp_path: Path) -> None:
    figure = f"layout: {{figures: {{f: {{for: p in players, is: '{code}', seen_by: owner}}}}}}\n"
    from artrules.play.pipeline import read_content

    tiny(tmp_path, "skip")
    (tmp_path / "more.yaml").write_text(f"part_of: tiny\n{FUNCTIONS}{figure}", encoding="utf-8")
    model = read_content(tmp_path).models[()]
    made = model.layout.figures["f"]
    assert made.binder is not None
    assert OwnReads(model).only_own(made.value, {made.binder.name: MINE}) == own


def test_a_game_that_nobody_looks_at_asks_for_no_figure(tmp_path: Path) -> None:
    game = tiny(tmp_path, TAKE, more=FIGURES).new_game(players=2, seed=1)
    choose(game, "take red 1")
    assert Figures not in game.playing.runtime.derived
    game.view(1)
    assert Figures in game.playing.runtime.derived


ASK = """
ask players at once:
    choose one:
        "take":
            my x += 3
        "leave":
            skip
    choose one:
        "wait":
            my y += 1
        "rest":
            skip
choose n in 1..2
"""


def test_while_several_are_asked_at_once_nobody_sees_what_others_have_done(tmp_path: Path) -> None:
    more = FIGURES + "    all_x: {is: sum(p.x for p in players)}\n"
    game = tiny(tmp_path, ASK, more=more).new_game(players=2, seed=1)
    before = game.view(2)
    choose(game, "take")
    mine = game.view(1)
    assert game.view(2) == before
    assert (mine["players"][1]["twice"], mine["variables"]["all_x"]) == (6, 0)


OF_WHO_LOOKS = """
layout:
  figures:
    held:    {is: size(my hand)}
    of_hue:  {for: s in colour, is: count(c in my hand where c.shade is s)}
    at_best: {for: n in 1..2, is: any(c in my hand where c.n >= n)}
    behind:  {for: p in players, is: my x - p.x if my x > p.x else 0}
    reds:    {for: p in players, is: count(c in p.hand where c.shade is red and me is p), seen_by: owner}
    alike:   {for: c in tile, is: in_hand_like(c)}
    worth:   {for: c in tile, is: 10 * c.n}
    open:    {is: size(pool)}
functions:
  in_hand_like(tile t): count(c in my hand where c.shade is t.shade)
"""


@pytest.mark.parametrize("executor", EXECUTORS)
def test_me_is_who_looks(executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
    game = tiny(tmp_path, TAKE, more=OF_WHO_LOOKS).new_game(players=2, seed=1)
    choose(game, "take blue 2")
    seen = {seat: game.view(seat) for seat in (1, 2)}
    names = ("held", "of_hue[red]", "of_hue[blue]", "at_best[1]", "at_best[2]", "open")
    assert [seen[1]["variables"][name] for name in names] == [1, 0, 1, True, True, 4]
    assert [seen[2]["variables"][name] for name in names] == [0, 0, 0, False, False, 4]
    assert [[seen[seat]["players"][p]["behind"] for p in (1, 2)] for seat in (1, 2)] == [[0, 3], [0, 0]]
    assert seen[1]["players"][1]["reds"] == 0 and "reds" not in seen[2]["players"][1]
    alike = {seat: {c["card"]: c["figures"]["alike"] for c in seen[seat]["zones"]["pool"]} for seat in (1, 2)}
    assert alike == {1: {"red 1": 0, "red 2": 0}, 2: {"red 1": 0, "red 2": 0}}
    choose(game, "take red 1")
    assert {c["figures"]["alike"] for c in game.view(1)["zones"]["pool"]} == {1}
    assert {c["figures"]["alike"] for c in game.view(2)["zones"]["pool"]} == {0}


def test_whoever_has_no_seat_sees_nothing_of_me(tmp_path: Path) -> None:
    game = tiny(tmp_path, TAKE, more=OF_WHO_LOOKS).new_game(players=2, seed=1)
    everything = game.inspect.view()
    assert everything["variables"]["open"] == 5
    assert not {"held", "of_hue[red]", "at_best[1]"} & everything["variables"].keys()
    assert not {"behind", "reds"} & everything["players"][1].keys()
    assert {tuple(card["figures"]) for card in everything["zones"]["pool"]} == {("worth",)}


def test_a_card_without_figures_for_who_looks_says_nothing_of_figures(tmp_path: Path) -> None:
    more = "layout: {figures: {alike: {for: c in tile, is: count(d in my hand where d.n is c.n)}}}\n"
    game = tiny(tmp_path, TAKE, more=more).new_game(players=2, seed=1)
    assert all("figures" not in card for card in game.inspect.view()["zones"]["pool"])
    assert all(card["figures"] == {"alike": 0} for card in game.view(2)["zones"]["pool"])


def test_while_all_play_at_once_what_is_mine_changes_at_once(tmp_path: Path) -> None:
    """What depends on `me` alone changes for who acts; what depends on others too waits, and so do others' cards."""
    deal = "begin: |\n      for p in players:\n          random c in pool where c.n = 1\n          move c to p.row"
    more = OF_WHO_LOOKS.replace("functions:", "    of_all:  {is: my x + sum(p.x for p in players)}\nfunctions:")
    edits = (*AT_ONCE, ("begin: |\n      skip", deal))
    game = tiny(tmp_path, FROM_ROW, more=more, edits=edits).new_game(players=2, seed=1)
    before = game.view(2)
    choose(game, "take red 1")
    mine, other = game.view(1), game.view(2)
    assert other == before
    assert (mine["variables"]["held"], mine["variables"]["of_hue[red]"], mine["variables"]["of_all"]) == (1, 1, 0)
    assert {card["figures"]["alike"] for card in mine["zones"]["pool"] if card["card"][:3] == "red"} == {1}
    assert [card["figures"]["alike"] for card in mine["players"][2]["row"]] == [0]
    assert mine["players"][2]["behind"] == 0


JUDGED = {
    "what is printed on all cards": ("sum(c.n for c in tile)", "skip", True),
    "what is printed, by a function": ("sum(twice(c) for c in tile where c.shade is red)", "skip", True),
    "an attribute that changes": ("sum(c.mark for c in tile)", "skip", False),
    "where the cards are": ("count(c in tile where c in players[1].hand)", "skip", False),
    "their faces": ("count(c in tile where c.face is up)", "skip", False),
    "a zone into which only open cards come": (ROW, "move top 1 of my deck to my hand facing down", True),
    "a zone into which closed cards come": (ROW, "move top 1 of my deck to my row facing down", False),
    "cards that are turned up": (ROW, "for c in my row: c.face becomes up", True),
    "cards that are turned over": (ROW, "for c in my row: c.face becomes down", False),
}


@pytest.mark.parametrize("name", JUDGED)
def test_a_figure_is_refused_only_if_it_may_tell_something(name: str, tmp_path: Path) -> None:
    value, act, tells_nothing = JUDGED[name]
    more = f"layout: {{figures: {{f: {{is: '{value}'}}}}}}\nfunctions: {{twice(tile c): 2 * c.n}}\n"
    edits = [("face_down_seen_by: owner}", "face_down_seen_by: nobody}")]
    slugs = []
    try:
        tiny(tmp_path, act, more=more, edits=edits)
    except artrules.ContentError as error:
        slugs = [d.slug for d in error.diagnostics if d.severity == "error"]
    assert slugs == ([] if tells_nothing else ["figure-reveals"])
