"""The second layer of the API: positions by names, comparisons, determinizations, exhaustive search, observers."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.game import comparison
from artrules.play.game.inspection.determinization import (
    HiddenCard,
    exchange_hidden_cards,
    option_key,
    option_with_key,
    random_determinization,
)
from artrules.play.game.inspection.exhaustive_search import ExhaustiveSearch, TooManyPositions, appearance
from artrules.play.game.inspection.position import Position, Zone
from play.game.tiny import tiny

TAKE = 'repeat 3 times:\n    choose "take {c}" for c in pool\n    move c to my hand'
HAND, POOL = Zone("hand", 0), Zone("pool", 0)


def test_a_position_is_read_by_names(tmp_path: Path) -> None:
    game = tiny(tmp_path, TAKE).new_game(2)
    before = game.inspect.position.cards_in(POOL)
    game.choose(next(o for o in game.decisions[0].options if o.label == "take blue 2"))
    position = game.inspect.position
    (card,) = position.cards_in(HAND)
    assert position.label(card) == "blue 2" and position.kind_of(card) == "tile"
    assert position.zone_of(card) == HAND and position.player_of(HAND) == 1 and position.player_of(POOL) == 0
    assert sorted((*position.cards_in(POOL), card)) == sorted(before) == list(position.cards_of("tile"))
    assert position.first_attribute(card, "shade") == "blue" and position.usual_face(HAND) == "up"
    assert dict(position.contents())[None] == position.cards_aside == ()


def test_a_position_is_put_together(tmp_path: Path) -> None:
    game = tiny(tmp_path, TAKE).fresh_game(2, seed=1)

    def prepare(position: Position) -> None:
        position.run_setup()
        first, *others = position.cards_in(POOL)
        position.arrange({HAND: [first], POOL: others[1:]}, others[:1])
        position.set_attribute(first, "mark", 4)
        position.set_variable("x", 1, 7)
        position.go_on_from(1, 0)

    game.inspect.begin(prepare)
    view = game.inspect.view()
    assert [card["mark"] for card in view["players"][1]["hand"]] == [4] and view["players"][2]["x"] == 7
    assert len(view["zones"]["pool"]) == 3 and len(game.inspect.position.cards_aside) == 1
    assert not game.inspect.played and game.phase == "main"
    game.inspect.position.reset(game.inspect.position.cards_in(HAND)[:1])
    assert "mark" not in game.inspect.view()["players"][1]["hand"][0]


def test_positions_are_compared(tmp_path: Path) -> None:
    act = 'may "draw": move top 1 of heap to my hand\nmay "mix": shuffle heap\nmay "end": skip'
    before = tiny(tmp_path, act, edits=[("start: pool,", "start: heap,")]).new_game(2)
    drawn = before.copy()
    drawn.choose(next(o for o in drawn.decisions[0].options if o.label == "draw"))
    assert comparison.used_same_chance(before, drawn) and not comparison.in_same_simultaneous_phase(before, drawn)
    assert comparison.visible_cards(drawn, 1) - comparison.visible_cards(before, 1)
    assert comparison.visible_cards(before, 2) == comparison.visible_cards(before, 1)
    mixed = drawn.copy()
    mixed.choose(next(o for o in mixed.decisions[0].options if o.label == "mix"))
    assert not comparison.used_same_chance(drawn, mixed) and comparison.moved_hidden_cards(drawn, mixed, 1)
    assert not comparison.moved_hidden_cards(drawn, drawn.copy(), 1)
    labels = [comparison.label_for_others(option) for option in before.decisions[0].options]
    assert labels == ["draw", ""]


def test_hidden_cards_change_places(tmp_path: Path) -> None:
    deal = "shuffle heap\n      for p in players:\n        move top 2 of heap to p.hand"
    edits = [("start: pool,", "start: heap,"), ("begin: |\n      skip", f"begin: |\n      {deal}")]
    edits.append(("order: pile, seen_by: everyone, shows: top}", "order: pile, seen_by: nobody}"))
    game = tiny(tmp_path, 'choose "keep {c}" for c in my hand\nmove c to my deck', edits=edits).new_game(2)
    met: dict[int, HiddenCard] = {}

    def exchange(hidden: object) -> list[tuple[int, int]]:
        assert isinstance(hidden, dict)
        met.update(hidden)
        theirs = next(card for card, about in hidden.items() if about.player == 1)
        return [(theirs, next(card for card, about in hidden.items() if about.player == 0))]

    other = exchange_hidden_cards(game, 2, exchange)
    other.ask()
    assert len(other.moved) == 2 and set(other.moved) <= set(met)
    assert other.game.view(2) == game.view(2) and other.game.view(1) != game.view(1)
    for option in game.decisions[0].options:
        there = option_with_key(other.game.decisions[0], other.counterpart(option))
        assert there is not None and option_key(there) == other.counterpart(option)
        assert there.label == option.label or there.candidate != option.candidate
    assert option.public_label == "keep a card" and option.label_for([]) == option.label
    assert random_determinization(game, 2, 5).game.view(2) == game.view(2)


def test_an_exhaustive_search_finds_what_is_offered(tmp_path: Path) -> None:
    act = "choose n in 1..4\nchoose m in 1..n where m > 2\nmy x += 1"
    game = tiny(tmp_path, act).new_game(2)
    (decision,) = game.decisions
    found = ExhaustiveSearch(game, 100).options(decision)
    assert [appearance(option) for option in found] == [appearance(option) for option in decision.options]
    assert len(found) == 2
    with pytest.raises(TooManyPositions):
        ExhaustiveSearch(game, 1).options(decision)


def test_an_observer_hears_of_each_option_that_is_taken(tmp_path: Path) -> None:
    act = 'choose n in 1..2\nmay "go": skip\nchoose "only {c}" for c in pool where c.n = 1 and c is pool[1]'
    game = tiny(tmp_path, act).new_game(2)
    heard: list[tuple[str, bool]] = []
    game.inspect.observe(lambda option: heard.append((option.label, option.declines)))
    game.copy().choose(game.decisions[0].options[0].id)
    assert heard == []
    game.choose(game.decisions[0].options[0])
    game.choose(next(option for option in game.decisions[0].options if option.declines))
    assert [declines for _, declines in heard] == [False, True, False] and heard[-1][0].startswith("only ")


def test_what_waits_is_the_same_with_an_observer(tmp_path: Path) -> None:
    """What one player is asked stays as it is while another one's only option is taken."""
    phases = "- name: all\n  who: all_at_once\n  do: |\n    choose n in 1..3 where n < 3 or me is left(right(me))\n"
    act = "skip"
    edits = [("flow:\n", "functions:\n  few(player p): 1 if p is right(players[1]) else 3\nflow:\n")]
    phases = "- {name: all, who: all_at_once, do: choose_some()}"
    procedures = "choose_some: |\n  choose n in 1..3 where n <= few(me)"
    ruleset = tiny(tmp_path, act, phases=phases, procedures=procedures, edits=edits)
    plain, observed = ruleset.new_game(2), ruleset.fresh_game(2, 0)
    observed.inspect.observe(lambda option: None)
    observed.inspect.begin()
    for game in (plain, observed):
        (decision,) = game.decisions
        assert [option.label for option in decision.options] == ["1", "2", "3"]
