"""A player is asked even where there is one option: where others could tell otherwise, and where a client wants it."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import artrules
from play.game.tiny import tiny

SECRET = 'as {player}:\n    may "show {{c}}" for c in my hand where c.n = 2:\n        skip\n'
OPEN = 'as {player}:\n    may "rise" if my x > 3:\n        skip\n'
DEMANDING = """
as left(me):
    may "boast":
        require any(c in my hand where c.n = 2)
        my x += 1
"""
WATCHING = """
as left(me):
    watch rung as e until game ends:
        may "hear {c}" for c in my hand where c.n = 2:
            skip
announce rung(n: 1, by: me)
"""
CHOICE = 'choose one:\n    "go on": skip\n    "stay": skip\n'


def test_equal_cards_are_one_option_and_nothing_to_choose(tmp_path: Path) -> None:
    """The player sees another card, so it would be wrong that there was no other option."""
    game = tiny(tmp_path, "move those(c in pool where c.n = 1) to my hand\nchoose c in my hand").new_game(2)
    taken = next(entry for entry in game.log if entry.kind == "took")
    assert (taken.text, taken.how.aside) == ("red 1", "there was nothing to choose")
    assert game.view(1)["players"][1]["hand"][1:]


def asked(folder: Path, act: str) -> list[tuple[int, list[str]]]:
    """Who is asked first, and the options."""
    game = tiny(folder, act + CHOICE).new_game(2)
    return [(decision.player, [option.label for option in decision.options]) for decision in game.decisions]


@pytest.mark.parametrize(
    "act",
    [SECRET.format(player="left(me)"), DEMANDING, WATCHING, "let p = left(me)\n" + SECRET.format(player="p")],
    ids=["as another", "what is demanded", "a watch", "a name"],
)
def test_who_is_not_on_turn_is_asked_in_any_case(tmp_path: Path, act: str) -> None:
    assert asked(tmp_path, act) == [(2, ["don't"])]


@pytest.mark.parametrize(
    "act",
    [SECRET.format(player="me"), OPEN.format(player="left(me)"), OPEN.format(player="me")],
    ids=["on turn", "everybody knows", "on turn, everybody knows"],
)
def test_where_others_can_not_tell_the_option_is_taken(tmp_path: Path, act: str) -> None:
    assert asked(tmp_path, act) == [(1, ["go on", "stay"])]


def test_a_single_option_is_taken_like_any(tmp_path: Path) -> None:
    game = tiny(tmp_path, SECRET.format(player="left(me)") + CHOICE).new_game(2)
    game.choose(game.decisions[0].options[0])
    assert [(e.kind, e.text) for e in game.log if e.how.sort in ("choice", "taken")] == [("declined", "don't")]
    assert "don't" not in [e.text for e in game.log.read_by(1)]
    assert game.decisions[0].player == 1


def test_while_nobody_is_on_turn_everybody_is_asked(tmp_path: Path) -> None:
    phases = "- {name: late, who: nobody, do: ask_all()}"
    body = SECRET.format(player="p").replace("\n", "\n      ").rstrip()
    procedures = f"ask_all: |\n  for p in players:\n      {body}"
    ruleset = tiny(tmp_path, "skip", phases=phases, procedures=procedures)
    game, players = ruleset.new_game(2), []
    while game.decisions:
        players.append((game.decisions[0].player, len(game.decisions[0].options)))
        game.choose(0)
    assert players == [(1, 1), (2, 1)]


def test_resample_asks_whoever_is_asked(tmp_path: Path) -> None:
    """The one who waits may have no choice: so the determinization need not have one either."""
    deal = "move pool to my deck\nshuffle my deck\nfor p in players:\n    move top 1 of my deck to p.hand\n"
    ruleset = tiny(tmp_path, deal + SECRET.format(player="left(me)") + CHOICE)
    counts = set()
    for seed in range(12):
        game = ruleset.new_game(2)
        dealt = game.think.resample(1, seed)
        assert [d.player for d in dealt.decisions] == [d.player for d in game.decisions] == [2]
        counts.add(len(dealt.decisions[0].options))
    assert counts == {1, 2}


PLAIN = 'choose "take {c}" for c in pool where c.n = 1 and c is pool[1]\n' + CHOICE


def test_a_client_may_ask_for_all(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, PLAIN)
    usual, all_put = ruleset.new_game(2), ruleset.new_game(2, single_options=True)
    assert [len(d.options) for d in usual.decisions] == [2]
    assert [[o.label for o in d.options] for d in all_put.decisions] == [["take red 1"]]
    copy, saved, dealt = all_put.copy(), ruleset.resume(all_put.to_json()), all_put.think.resample(1, 3)
    unpickled = pickle.loads(pickle.dumps(dealt))
    for game in (all_put, copy, saved, dealt, unpickled):
        game.choose(0)
        assert [len(d.options) for d in game.decisions] == [2]
        assert not any(entry.kind == "took" for entry in game.log)
    assert ruleset.resume(saved.to_json()) == saved == all_put != usual


def test_without_a_log(tmp_path: Path) -> None:
    game = tiny(tmp_path, PLAIN).new_game(2, log=False, single_options=True)
    assert game.option_count == 1
    assert game.play(seed=1) == 2


def test_a_save_tells_nothing_else(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, PLAIN)
    assert "single_options" not in ruleset.new_game(2).to_json()
    text = ruleset.new_game(2, single_options=True).to_json()
    with pytest.raises(artrules.SaveRefused):
        ruleset.resume(text.replace('"single_options":true', '"single_options":false'))
