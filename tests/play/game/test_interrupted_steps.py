"""Something comes in the middle of a step. After Ctrl-C the step was made or it wasn't, and the game goes on as if
nothing had happened. Another thread that uses the same memory is refused, or this one is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from types import FrameType
from typing import Any

import pytest

import artrules
from artrules.engine.execute.cpython import CPythonInstance
from artrules.play.game.executors import VARIABLE
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from lab.simulation.small_ruleset import write_ruleset

PLACES = ("/artrules/play/game/", "/artrules/engine/execute/")
"""The code that is interrupted: what holds games and memory."""
TRIED = 120
"""Moments at which something is interrupted, spread over all its lines."""
SILENT = {"log": False}
WISHES: list[dict[str, Any]] = [
    {},
    SILENT,
    {**SILENT, "knowledge": True},
    {**SILENT, "choices": True},
    {**SILENT, "choices": True, "knowledge": True},
]
IDS = ["with a log", "without one", "with knowledge alone", "with choices", "with choices and knowledge"]
WAYS: dict[str, Callable[[Game], object]] = {
    "an option": lambda game: game.choose(game.decisions[0].options[-1]),
    "an index": lambda game: game.choose(game.option_count - 1),
    "of another's decision": lambda game: game.choose(game.decisions[-1].options[-1]),
}


@pytest.fixture(scope="module", params=["cpython", "wasm"])
def ruleset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, request.param)
        found = artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))
        found.runtime(2)
        yield found


def interrupt() -> None:
    raise KeyboardInterrupt


@contextmanager
def interrupted(after: int, do: Callable[[], None] = interrupt) -> Iterator[list[int]]:
    """Do something, such as raise KeyboardInterrupt, before a line with a number runs, or where a function with that
    number is called or returns; gives how many there were in the end."""
    events = [0]

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if not any(place in frame.f_code.co_filename for place in PLACES):
            return None
        if event != "exception":
            events[0] += 1
            if events[0] == after:
                sys.settrace(None)
                do()
        return trace

    sys.settrace(trace)
    try:
        yield events
    finally:
        sys.settrace(None)


def play_on(game: Game) -> str:
    while game.decisions:
        game.choose(game.decisions[0].options[-1])
    return game.digest()


def moments(step: Callable[[], object]) -> Iterator[int]:
    """Numbers of lines within a step, from the first to the last."""
    with interrupted(0) as events:
        step()
    return iter(sorted({1 + (events[0] - 1) * i // TRIED for i in range(TRIED)}))


def begun(ruleset: Ruleset, wishes: dict[str, Any]) -> Game:
    """A game after some choices, the last of which was made without looking where the game keeps nothing."""
    game = ruleset.new_game(2, 5, **wishes)
    for _ in range(6):
        game.choose(game.option_count - 1)
    return game


def situation(game: Game) -> list[object]:
    """All that a client can see of a game."""
    offers = [(decision.player, [option.id for option in decision.options]) for decision in game.decisions]
    return [
        game.digest(),
        game.option_count,
        offers,
        game.choices,
        game.log,
        game.view(1),
        game.inspect.played and game.to_json(),
    ]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wishes", WISHES, ids=IDS)
def test_a_choice_that_is_interrupted_is_made_or_not(ruleset: Ruleset, wishes: dict[str, Any], way: str) -> None:
    choose, made = WAYS[way], 0
    game = begun(ruleset, wishes)
    before = situation(game)
    choose(game)
    after, end = situation(game), play_on(game)
    again = begun(ruleset, wishes)
    for moment in moments(lambda: choose(again)):
        game = begun(ruleset, wishes)
        with suppress(KeyboardInterrupt), interrupted(moment):
            choose(game)
        now = situation(game)
        assert now in (before, after), moment
        made += now == after
        if now == before:
            choose(game)
        assert play_on(game) == end, moment
    assert made < TRIED / 2, "most were interrupted before"


@pytest.mark.parametrize("wishes", WISHES, ids=IDS)
def test_looking_that_is_interrupted_changes_nothing(ruleset: Ruleset, wishes: dict[str, Any]) -> None:
    """Two games share memory: each is looked at, copied, and played on while the other one waits."""

    def look(game: Game, other: Game) -> None:
        copy = game.copy()
        copy.choose(copy.option_count - 1)
        game.view(1), game.copy(), [option.label for option in game.decisions[0].options]
        other.view(2), other.copy().choose(0)
        if copy.option_count:
            copy.choose(0)

    plain = situation(begun(ruleset, wishes))
    tried = [begun(ruleset, wishes), begun(ruleset, wishes)]
    for moment in moments(lambda: look(*tried)):
        games = [begun(ruleset, wishes), begun(ruleset, wishes)]
        with suppress(KeyboardInterrupt), interrupted(moment):
            look(*games)
        assert [situation(game) for game in games] == [plain, plain], moment


@pytest.mark.parametrize("wishes", WISHES, ids=IDS)
@pytest.mark.parametrize("at", ["an index", "looking"])
def test_another_thread_comes_in_between(ruleset: Ruleset, wishes: dict[str, Any], at: str) -> None:
    """Whoever comes while memory is used is refused, and can go on afterwards; nobody gets a wrong answer."""

    def act(game: Game, seat: int) -> list[object]:
        if at == "an index":
            game.choose(game.option_count - 1)
        return [game.digest(), game.view(seat), [option.label for option in game.decisions[0].options]]

    def trial(which: int, seat: int) -> list[object]:
        try:
            return act(games[which], seat)
        except artrules.ConcurrentUse:
            return []

    def come() -> None:
        thread = Thread(target=lambda: answers.append(trial(1, 2)))
        thread.start()
        thread.join()

    def pair() -> list[Game]:
        games = [ruleset.new_game(2, seed, **wishes) for seed in (5, 6)]
        for game in games:
            game.choose(0)
            game.choose(0)
        return games

    games = pair()
    right = [act(game, 1 + seat) for seat, game in enumerate(games)]
    ends = [play_on(game) for game in games]
    tried, refused = pair(), 0
    for moment in moments(lambda: act(tried[0], 1)):
        games, answers = pair(), []
        with interrupted(moment, come):
            answers.insert(0, trial(0, 1))
        if len(answers) == 1:  # a step may have a line fewer than another time
            continue
        refused += [] in answers
        assert answers[0] in ([], right[0]) and answers[1] in ([], right[1]), moment
        assert [play_on(game) for game in games] == ends, moment
    assert refused > TRIED / 4


def test_a_lock_is_enough(ruleset: Ruleset) -> None:
    def play(seed: int) -> None:
        for place in range(40):
            with lock:
                if games[seed].option_count:
                    games[seed].choose(place % games[seed].option_count)

    def play_all(go: Callable[[int], None]) -> list[str]:
        for seed in range(4):
            go(seed)
        for thread in threads:
            thread.join()
        return [game.digest() for game in games]

    lock, threads = Lock(), list[Thread]()
    games = [ruleset.new_game(2, seed, log=False) for seed in range(4)]
    alone = play_all(play)
    games = [ruleset.new_game(2, seed, log=False) for seed in range(4)]

    def start(seed: int) -> None:
        threads.append(Thread(target=play, args=(seed,)))
        threads[-1].start()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert play_all(start) == alone
    finally:
        sys.setswitchinterval(interval)


def test_a_change_of_the_executor_that_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache_folder: Path
) -> None:
    """The program is compiled, or will be; the game goes on either way."""
    monkeypatch.delenv(VARIABLE, raising=False)
    path = write_ruleset(tmp_path / "lanterns")

    def waiting() -> Game:
        ruleset = artrules.load(path)
        monkeypatch.setattr("artrules.play.game.runtime.cached_instance", lambda *_: None)
        game = begun(ruleset, {"log": False})
        game.playing.runtime._choices_left = 1
        return game

    game = waiting()
    game.choose(0)
    assert not isinstance(game.playing.runtime.instance, CPythonInstance)
    end = play_on(game)
    for moment in list(moments(lambda: waiting().choose(0)))[::10]:
        game = waiting()
        before = game.digest()
        game.copy().choose(0)
        with suppress(KeyboardInterrupt), interrupted(moment):
            game.choose(0)
        if game.digest() == before:
            game.choose(0)
        assert play_on(game) == end, moment


def test_bots_that_are_interrupted_inside_the_machine(ruleset: Ruleset) -> None:
    """`play` makes many choices in one call. What it was at is open afterwards; other games aren't touched."""
    end = ruleset.new_game(2, 5, log=False)
    end.play("uniform", seed=1)
    other = ruleset.new_game(2, 6)
    other_end = play_on(other.copy())
    for moment in moments(lambda: ruleset.new_game(2, 5, log=False).play("uniform", seed=1)):
        game = ruleset.new_game(2, 5, log=False)
        with pytest.raises(KeyboardInterrupt), interrupted(moment):
            game.play("uniform", seed=1)
            raise KeyboardInterrupt  # a step may have one call fewer than another time
        assert play_on(other.copy()) == other_end, moment
        again = ruleset.new_game(2, 5, log=False)
        again.play("uniform", seed=1)
        assert again.digest() == end.digest(), moment
