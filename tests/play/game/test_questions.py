"""Questions that several players are asked at once in the middle of what somebody does (`docs/write/phases.md`)."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import choose, offered, play, tiny, told

TELL = """
    for p in players:
        let n = said[p]
        if n is not none:
            say "{p}: {n}"
"""
ALL = f"""
    ask players at once as said:
        choose n in 1..2
        answer n
    {TELL.strip()}
"""


def deciding(game: artrules.Game) -> list[int]:
    return [decision.player for decision in game.decisions]


def answered(game: artrules.Game, player: int, label: str) -> None:
    decision = next(d for d in game.decisions if d.player == player)
    game.choose(next(o for o in decision.options if o.label == label))


def test_all_are_asked_and_all_answers_are_heard_in_the_order_of_seats(tmp_path: Path) -> None:
    game = tiny(tmp_path, ALL).new_game(players=3)
    assert deciding(game) == [1, 2, 3]
    answered(game, 3, "2")
    answered(game, 1, "1")
    assert game.simultaneous and told(game) == []
    answered(game, 2, "1")
    assert told(game) == ["player 1: 1", "player 2: 1", "player 3: 2"]
    assert not game.simultaneous
    assert [entry.player for entry in game.log if entry.kind == "chose"] == [1, 2, 3]


def test_it_is_saved_in_the_middle_and_gone_on_with(tmp_path: Path) -> None:
    game = play(tiny(tmp_path, ALL), "2", "1")
    assert told(game) == ["player 1: 2", "player 2: 1"]


def test_others_read_nothing_before_all_have_answered(tmp_path: Path) -> None:
    game = tiny(tmp_path, ALL).new_game(players=3)
    answered(game, 1, "2")
    texts = [[entry.text for entry in game.log.read_by(seat)] for seat in (1, 2)]
    assert "2" in texts[0] and "2" not in texts[1]
    dealt = game.think.resample(2, 7)
    assert deciding(dealt) == [1, 2, 3]
    assert deciding(game.think.resample(1, 7)) == [2, 3]


def test_whoever_has_one_option_is_asked(tmp_path: Path) -> None:
    act = """
    ask others(me) at once as said:
        choose n in 1..1
        answer n
    choose n in 3..3
    my x becomes n
    """
    game = tiny(tmp_path, act).new_game(players=3)
    assert [offered(game, i) for i in range(2)] == [["1"], ["1"]]
    choose(game, "1", "1")
    assert [entry.text for entry in game.log if entry.kind == "took"] == ["3"]


def test_nobody_need_be_asked_or_answer(tmp_path: Path) -> None:
    act = """
    ask (those(p in players where p.x > 0)) at once as said:
        answer 1
    total becomes count(p in players where said[p] is none)
    ask players at once as told:
        if my x > 0:
            answer yes
    total += count(p in players where told[p] is none)
    choose n in 1..2
    """
    game = tiny(tmp_path, act).new_game(players=3)
    assert game.inspect.view()["variables"]["total"] == 6 and deciding(game) == [1]


def test_the_last_answer_counts_and_values_are_kept(tmp_path: Path) -> None:
    act = """
    let base = 3
    let c = pool[1]
    ask [left(me)] at once as said:
        for k in 1..2:
            answer base + k
        may "more":
            answer base + c.n
    for p in players where said[p] is not none:
        say "{p}: {said[p]}"
    """
    assert told(play(tiny(tmp_path, act), "don't")) == ["player 2: 5"]
    assert told(play(tiny(tmp_path, act), "more")) == ["player 2: 4"]


def test_cards_and_lists_are_answers_too(tmp_path: Path) -> None:
    act = """
    for p in players:
        for c in pool where size(p.hand) < 2:
            move c to p.hand
    ask players at once as shown:
        may choose c in my hand:
            answer c
    ask players at once as all:
        answer my hand
    for p in players:
        let c = shown[p]
        let d = all[p]
        if c is not none and d is not none:
            say "{c.shade} of {size(d)}"
    """
    ruleset = tiny(tmp_path, act, pieces="[[1, red, 2], [2, blue, 2]]")
    game = ruleset.new_game(players=2)
    again = ruleset.resume(game.to_json())
    for each in (game, again):
        choose(each, offered(each)[0])
        choose(each, offered(each)[0])
        assert told(each) == ["red of 2", "blue of 2"]


def test_it_commits_so_what_came_before_stands(tmp_path: Path) -> None:
    act = """
    choose one:
        "ask":
            ask others(me) at once as said:
                choose n in 1..2
                answer n
            total becomes 5
        "rest":
            skip
    choose n in 1..total + 1
    """
    game = tiny(tmp_path, act).new_game(players=2)
    choose(game, "ask", "2")
    assert len(offered(game)) == 6


def test_a_watch_and_a_power_may_ask_in_the_turn_of_another(tmp_path: Path) -> None:
    act = """
    as left(me):
        watch rung as r until game ends:
            let n = r.n
            ask others(me) at once as said:
                may "hear {n}":
                    answer n
            total += sum(1 for p in players where said[p] is not none)
    announce rung(n: 4, by: me)
    say "then {total}"
    """
    game = play(tiny(tmp_path, act), "hear 4")
    assert told(game) == ["then 1"]


def test_the_game_may_end_in_it(tmp_path: Path) -> None:
    gifts = {1: '- {when: now, label: "end it", do: end game}'}
    act = """
    for p in players:
        for c in pool where size(p.row) < 1:
            move c to p.row
    ask players at once:
        for c in my row, w in c.powers:
            may use w
    """
    game = tiny(tmp_path, act, gifts=gifts).new_game(players=2)
    assert deciding(game) == [1, 2]
    answered(game, 2, offered(game, 1)[0])
    assert game.finished and not game.simultaneous
    assert [entry.text for entry in game.log.read_by(1) if entry.player == 2] != []


def test_a_power_can_not_ask_where_several_answer_already(tmp_path: Path) -> None:
    gifts = {1: '- {when: now, do: "ask players at once: skip"}'}
    act = """
    for p in players:
        for c in pool where size(p.row) < 1:
            move c to p.row
    ask players at once:
        for c in my row, w in c.powers:
            may use w
    """
    game = tiny(tmp_path, act, gifts=gifts).new_game(players=2)
    with pytest.raises(artrules.GameFault, match="asked-within"):
        choose(game, offered(game)[0])
