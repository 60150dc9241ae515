"""Bots that think: the same thoughts from the same seed, and the game stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import artrules
from artrules.engine.execute.instance import Instance
from artrules.engine.lower.program import Program
from artrules.engine.machine.thinking.tree_search import MOST_ITERATIONS
from artrules.play.game import search as thinking
from artrules.play.game.learning import Learned, find_learned, learn
from artrules.play.game.runtime import Runtime
from artrules.play.game.search import SearchResult, greedy, search
from artrules.play.presentation import advice_data
from engine.execute.executors import on_cpython, on_wasm
from ir_models import LANTERNS
from play.game.tiny import tiny


def begun(choices: int = 3) -> artrules.Game:
    game = artrules.load(LANTERNS).new_game(seed=2, log=False, knowledge=True)
    game.play(seed=1, choices=choices)
    return game


def thoughts(game: artrules.Game) -> list[SearchResult]:
    return [
        search(game.playing.moment, 0, 7, iterations=60, horizon=10),
        greedy(game.playing.moment, 0, 7, samples=4, horizon=10),
    ]


def test_the_same_seed_gives_the_same_whatever_was_thought_before() -> None:
    game = begun()
    digest, offered = game.digest(), [option.id for option in game.decisions[0].options]
    first = thoughts(game)
    search(game.playing.moment, 0, 8, iterations=30)
    other = begun(5)
    if other.option_count > 1:
        search(other.playing.moment, 0, 3, iterations=30)
    assert thoughts(game) == first == thoughts(begun())
    assert (game.digest(), [option.id for option in game.decisions[0].options]) == (digest, offered)
    game.choose(first[0].option)


def test_it_does_not_matter_how_many_samples_are_tried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    whole = thoughts(game)
    run: Callable[..., None] = thinking._try

    def one_by_one(runtime: Runtime, count: int, horizon: int, deep: bool) -> None:
        for _ in range(count):
            run(runtime, 1, horizon, deep)

    monkeypatch.setattr(thinking, "_try", one_by_one)
    assert thoughts(game) == whole


def latest_samples(game: artrules.Game) -> tuple[int, list[int]]:
    """How often options were tried in the last samples that there can be, and what they have brought."""
    runtime = game.playing.runtime
    thinking._begin(game.playing.moment, 0, 7, None)
    runtime.run("begin_comparing")
    runtime.instance.set_register("sample_number", MOST_ITERATIONS - 3)
    tries = runtime.run("try_options", 5, 10, 1)
    assert tries == 3 * runtime.instance.register("options_left")
    return tries, runtime.instance.region("node_reward")[: runtime.instance.register("node_count")]


def test_both_executors_think_the_same() -> None:
    def found(make: Callable[[Program], Instance]) -> list[object]:
        game = begun(0)
        runtime = game.playing.runtime
        runtime.release()
        instance = make(runtime.program)
        instance.call("start")
        runtime._use(instance)
        runtime._may_change = False
        learned = runtime.derived[find_learned] = learn(runtime, 4, 400)
        game.play(seed=1, choices=4)
        return [learned, *thoughts(game), latest_samples(game)]

    assert found(on_cpython) == found(on_wasm)


def test_only_options_among_those_allowed_are_chosen() -> None:
    game = begun()
    assert game.option_count > 1
    for option in range(game.option_count):
        assert search(game.playing.moment, 0, 7, iterations=20, among=[option]).option == option
        assert greedy(game.playing.moment, 0, 7, samples=2, among=[option]).option == option


def test_time_ends_thinking() -> None:
    found = search(begun().playing.moment, 0, 7, seconds=0.02)
    assert found.iterations > 0 and sum(found.visits) >= found.iterations


def test_who_does_not_keep_what_seats_know_can_not_think() -> None:
    game = artrules.load(LANTERNS).new_game(seed=2, log=False)
    with pytest.raises(ValueError, match="doesn't keep what seats know"):
        search(game.playing.moment, 0, 1, iterations=5)


FAULTY = """
choose one:
    "gain": my x becomes 5
    "go wrong":
        repeat 2 times:
            my x += 60
choose n in 1..2
"""


def test_what_leads_to_a_fault_counts_for_nothing(tmp_path: Path) -> None:
    """The option that breaks the content's own rules is never found good, and the game goes on."""
    game = tiny(tmp_path, FAULTY, rounds=3).new_game(seed=1, log=False, knowledge=True)
    found = search(game.playing.moment, 0, 1, iterations=30)
    assert game.decisions[0].options[found.option].label == "gain"
    assert found.visits[1 - found.option] == 0 and found.iterations < 30
    chosen = greedy(game.playing.moment, 0, 1, samples=4)
    assert game.decisions[0].options[chosen.option].label == "gain"
    game.choose(found.option)
    assert game.option_count == 2


EITHER = """
choose one:
    "left": my x += 1
    "right": my x += 1
    "neither": skip
choose n in 1..2
"""


@pytest.mark.parametrize("liked", ["left", "right"])
def test_of_what_is_equally_good_the_one_that_is_liked_is_chosen(liked: str, tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, EITHER, rounds=3, more=f"hints: {{options: {{{liked}: 1}}}}")
    game = ruleset.new_game(seed=1, log=False, knowledge=True)
    options = game.decisions[0].options
    for seed in range(4):
        assert options[greedy(game.playing.moment, 0, seed).option].label == liked
        assert options[search(game.playing.moment, 0, seed, iterations=100).option].label == liked


def test_what_is_liked_wrongly_is_not_chosen(tmp_path: Path) -> None:
    game = tiny(tmp_path, EITHER, rounds=3, more="hints: {options: {neither: 5, left: 1}}").new_game(
        seed=1, log=False, knowledge=True
    )
    options = game.decisions[0].options
    assert options[greedy(game.playing.moment, 0, 7).option].label != "neither"
    assert options[search(game.playing.moment, 0, 7, iterations=200).option].label != "neither"


DEEP = """
choose one:
    "take one": my x += 1
    "take nothing yet":
        choose one:
            "take nothing": skip
            "take three": my x += 3
            "take nothing at all": skip
"""


def test_what_pays_only_by_a_later_choice_is_found_below(tmp_path: Path) -> None:
    """Playouts, which follow wrong hints, miss it."""
    more = 'hints: {options: {"take nothing": 5}}'
    game = tiny(tmp_path, DEEP, rounds=1, more=more).new_game(seed=1, log=False, knowledge=True)
    options = game.decisions[0].options
    assert options[greedy(game.playing.moment, 0, 7, samples=150).option].label == "take one"
    assert options[search(game.playing.moment, 0, 7, iterations=2_000).option].label == "take nothing yet"


ONE_AFTER_ANOTHER = """
choose one:
    "take six at once": my x += 6
    "take eight one after another":
        repeat 4 times:
            choose one:
                "take two": my x += 2
                "take none": skip
                "drop one": my x becomes max(0, my x - 1)
                "drop them": my x becomes 0
"""


def test_to_go_on_choosing_costs_nothing_where_turns_are_long_and_hints_right(tmp_path: Path) -> None:
    """Though the tree tries further choices that are worse than what is liked."""
    game = tiny(tmp_path, ONE_AFTER_ANOTHER, rounds=1, more='hints: {options: {"take two": 5}}').new_game(
        seed=1, log=False, knowledge=True
    )
    options = game.decisions[0].options
    for seed in range(8):
        found = search(game.playing.moment, 0, seed, iterations=200)
        assert options[found.option].label == "take eight one after another"


EQUALLY_GOOD_BUT_FOR_CHANCE = """
choose one:
    "draw at once":
        random n in 0..80
        my x += n
    "draw twice, and keep the second one":
        random n in 0..80
        random m in 0..80
        my x += m
"""


def test_who_compares_often_leaves_the_hints_for_hardly_anything_that_is_noise(tmp_path: Path) -> None:
    """By one standard error it would be one time in six, by two it is one in forty."""
    more = 'hints: {options: {"draw at once": 5}}'
    game = tiny(tmp_path, EQUALLY_GOOD_BUT_FOR_CHANCE, rounds=1, more=more).new_game(seed=1, log=False, knowledge=True)
    chosen = [greedy(game.playing.moment, 0, seed, samples=600).option for seed in range(60)]
    assert sum(chosen) <= 4


A_LITTLE_BETTER = """
choose one:
    "as always": skip
    "otherwise":
        random m in 1..20
        if m <= OFTEN: my x += 1
my x becomes max(0, my x - 19)
random n in 0..38
my x += n
"""


@pytest.mark.parametrize(("often", "chosen"), [(1, "as always"), (20, "otherwise")], ids=["hardly", "better"])
def test_what_brings_hardly_more_is_no_reason_to_leave_the_hints(often: int, chosen: str, tmp_path: Path) -> None:
    """However sure it is. One point more wins one game more in forty; one time in twenty, one in eight hundred."""
    act = A_LITTLE_BETTER.replace("OFTEN", str(often))
    edits = [("begin: |\n      skip", "begin: |\n      for p in players:\n          p.x becomes 19")]
    game = tiny(tmp_path, act, rounds=1, more='hints: {options: {"as always": 5}}', edits=edits).new_game(
        seed=1, log=False, knowledge=True
    )
    options = game.decisions[0].options
    labels = {options[greedy(game.playing.moment, 0, seed, samples=1_000).option].label for seed in range(4)}
    assert labels == {chosen}


def test_advice_to_follow_the_hints_says_that_another_option_did_hardly_better(tmp_path: Path) -> None:
    act = A_LITTLE_BETTER.replace("OFTEN", "1")
    edits = [("begin: |\n      skip", "begin: |\n      for p in players:\n          p.x becomes 19")]
    game = tiny(tmp_path, act, rounds=1, more='hints: {options: {"as always": 5}}', edits=edits).new_game(
        seed=1, log=False, knowledge=True
    )
    tokens = {option.id: option.label for option in game.decisions[0].options}
    advice = [advice_data(game, 1, seed, tokens) for seed in range(6)]
    assert {each["token"] for each in advice} == {"as always"}
    better = [each["tried"][1]["share"] > each["tried"][0]["share"] for each in advice]
    assert any(better)
    for each, is_better in zip(advice, better, strict=True):
        assert ("no other option did clearly better" in each["text"]) is is_better, each


AGAINST_THE_HINT = """
repeat 2 times:
    choose one:
        "go on": my x becomes max(0, my x - LOSS)
        "be done": DONE
random n in 0..80
my x += n
"""


@pytest.mark.parametrize(
    ("loss", "done", "taken"),
    [(1, "skip", "be done"), (1, "stop", "go on"), (19, "stop", "be done")],
    ids=["a little better", "a little better, but the end", "far better"],
)
def test_it_takes_much_to_end_a_turn_against_the_hints(loss: int, done: str, taken: str, tmp_path: Path) -> None:
    act = AGAINST_THE_HINT.replace("LOSS", str(loss)).replace("DONE", done)
    edits = [("begin: |\n      skip", "begin: |\n      for p in players:\n          p.x becomes 19")]
    game = tiny(tmp_path, act, rounds=1, more='hints: {options: {"go on": 5}}', edits=edits).new_game(
        seed=1, log=False, knowledge=True
    )
    options = game.decisions[0].options
    assert {options[greedy(game.playing.moment, 0, seed, samples=400).option].label for seed in range(4)} == {taken}


@pytest.mark.parametrize("make", [on_cpython, on_wasm])
def test_playouts_mostly_take_what_is_liked(make: Callable[[Program], Instance], tmp_path: Path) -> None:
    game = tiny(tmp_path, EITHER, more="hints: {options: {right: 1}}").new_game(seed=1, log=False, knowledge=True)
    runtime = game.playing.runtime
    runtime.release()
    instance = make(runtime.program)
    instance.call("start")
    runtime._use(instance)
    runtime._may_change = False
    search(game.playing.moment, 0, 7, iterations=1)
    instance.call("begin_thinking", 0)
    taken = [instance.call("thought_option") for _ in range(300)]
    assert 255 < taken.count(1) < 300 and {0, 2} <= set(taken)


def test_a_bot_that_tries_each_option_takes_fewer_samples_where_there_are_more() -> None:
    learned = Learned((10, 1, 1), 300, 20_000, False, ())
    samples = [learned.samples(options, learned.horizon) for options in (2, 10, 40, 1_000)]
    assert samples == sorted(samples, reverse=True) and samples[0] > samples[1] > samples[2] >= samples[3] >= 1
    assert Learned((10, 1, 1), 300, 200_000, False, ()).samples(10, 12) < samples[1]


def test_a_short_game_is_played_to_its_end_unless_its_choices_take_much_work() -> None:
    usual = (13, 22, 1)
    assert Learned(usual, 102, 29_000, False, ()).horizon == 4 * 102
    assert Learned(usual, 102, 290_000, False, ()).horizon == Learned(usual, 300, 29_000, False, ()).horizon == 12


def test_a_playout_makes_the_choices_of_a_round_more_where_rounds_build_on_each_other() -> None:
    builds, deals = (Learned((10, 1, 1), 300, 20_000, kind, ()).horizon for kind in (True, False))
    assert builds == deals + 30


@pytest.mark.parametrize("keeps", [True, False])
def test_rounds_build_on_each_other_where_players_keep_what_they_got(keeps: bool, tmp_path: Path) -> None:
    """Only player 1 gets tiles, and has them for good or loses them in the same round."""
    act = "choose n in 1..2\nmove top of heap to my hand" + ("" if keeps else "\nmove my hand to pool")
    pieces = "[[1, red, 30]]"
    ruleset = tiny(tmp_path, act, rounds=20, pieces=pieces, edits=[("start: pool", "start: heap")])
    runtime = ruleset.new_game(seed=1).playing.runtime
    assert learn(runtime, 8, 400).builds == keeps


def test_an_interruption_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    before = thoughts(game)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(thinking, "_try", interrupted)
        with pytest.raises(KeyboardInterrupt):
            search(game.playing.moment, 0, 7, iterations=10)
    assert game.digest() == begun().digest()
    assert thoughts(game) == before
    game.choose(0)
