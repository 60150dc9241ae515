"""A process that works with games, so that tables don't wait: `python -m artrules.table.serve.worker [NICENESS]`.

It reads requests from standard input, each one line of JSON: a ruleset, what is to be done (`do`), and mostly a game,
by its setup and its choices. To each it answers with two lines of JSON: the seconds that it took and what went wrong,
if something did; and the answer itself. It ends when its input ends, so also when the server is killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, ClassVar

from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.registry import prepare_thinking
from artrules.model.catalogue.watching import State, state_of
from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.game.log import LogEntry, Note
from artrules.play.game.saves import Setup, entry_of, setup_in
from artrules.play.plugins.registry import PluginProblem
from artrules.play.presentation import advice_data, entry_data, same_beginning, state_and_options, why_data
from artrules.table.serve.judging import Judge
from artrules.table.session.record import record_of, write_record
from artrules.table.session.seats import Timeline, chooser, seats_from
from artrules.table.session.session import bot_option

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.ruleset import Ruleset

Request = dict[str, Any]
CHANGED = "the ruleset's files have changed since the server was started"
_GAMES = 64
"""Games that are kept between two requests, so that only new choices must be made."""
_TIMELINES = 4
"""Games that are kept with many of their positions, because somebody looks at their replays."""
_RULESETS = 8


class WorkProblem(Exception):
    """A request can't be answered. `kind` says for whom the message is: `problem`, for whoever runs the server;
    `refused`, for the person who asked; `fault`, a mistake of the content, for whoever runs the server, too."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Worker:
    """Answers requests about games of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._timelines: OrderedDict[str, Timeline] = OrderedDict()

    @property
    def content(self) -> str:
        """The hash of the ruleset's content."""
        return self._ruleset.content_hash

    @property
    def places(self) -> list[Path]:
        """Where the files lie that it consists of."""
        files = self._ruleset.content.files
        return [files.folder, *files.paths().values()]

    def answer(self, request: Request) -> Any:
        """The answer to a request, as JSON data. Raises WorkProblem."""
        setup = setup_in(request["setup"])
        if setup.content != self._ruleset.content_hash:
            raise WorkProblem("problem", CHANGED)
        try:
            return self._ANSWERS[request["do"]](self, request, setup)
        except GameFault as fault:
            raise WorkProblem("fault", f"the content is at fault: {fault.diagnostics[0].message}") from None
        except (BotProblem, PluginProblem, IllegalChoice, ValueError) as problem:
            raise WorkProblem("problem", str(problem)) from None

    # -- what can be asked

    def _lower(self, _request: Request, setup: Setup) -> None:
        """Lower the program of a configuration, which the cache keeps for the server."""
        self._ruleset.runtime(setup.players, setup.settings)

    def _compile(self, _request: Request, setup: Setup) -> None:
        """Compile it, too."""
        self._ruleset.begin(setup).think.compile()

    def _choose(self, request: Request, setup: Setup) -> str:
        """What a bot chooses, as the id of an option."""
        begin = partial(self._begin_for, request["bot"], setup)
        game, seat = self._game(request, begin), request["seat"]
        decision = next((d for d in game.decisions if d.player == seat), None)
        if decision is None:
            raise WorkProblem("problem", "nothing is asked of it")
        return bot_option(request["bot"], game, decision).id

    def _begin_for(self, bot: str, setup: Setup) -> Game:
        game = self._ruleset.begin(setup)
        prepare_thinking(game, [bot])
        return game

    def _question(self, request: Request, setup: Setup) -> dict[str, Any]:
        """The answer to a question of a seat."""
        game = self._game(request, partial(self._ruleset.begin, setup))
        try:
            if request["do"] == "advise":
                return advice_data(game, request["seat"], request["seed"], request["tokens"])
            return why_data(game, request["seat"], text=request.get("text"), thing=request.get("thing"))
        except ValueError as problem:
            raise WorkProblem("refused", str(problem)) from None

    def _replay(self, request: Request, setup: Setup) -> dict[str, Any]:
        """Some states of a game, and the number of its last one."""
        states = replay_states(self._timeline(request, setup), request["from"], request["count"])
        return {"last": len(request["choices"]), "states": list(states)}

    def _position(self, request: Request, setup: Setup) -> dict[str, Any]:
        """A position of a game with a change: as a setup gives it, what it is made of, a picture of it, and what is
        offered there. The game stands after so many choices, or at a position that is `given`."""
        from artrules.author.scenarios.changing import Change, begun, changed, form_of

        places = tuple((tuple(place), text) for place, text in request["places"])
        change = Change(**{key: request[key] for key in ("phase", "round", "turn")}, places=places)
        try:
            if request["given"]:
                setup = replace(setup, given=request["given"])
                game = begun(self._ruleset, setup).standing
            else:
                game = self._timeline(request, setup).at(request["after"])
            position = changed(self._ruleset, setup, game, change)
        except ValueError as problem:
            raise WorkProblem("refused", f"This position can't be: {problem}.") from None
        return {
            "given": position.given,
            "form": form_of(position, setup),
            "state": _state(position.standing, 0, 0),
            "offered": [[d.player, [option.label for option in d.options]] for d in position.game.decisions],
        }

    def _scenario(self, request: Request, setup: Setup) -> str:
        """A scenario of a moment of a game, as text: it passes. With an `option`, the number of a player and a label,
        that is chosen at the last moment."""
        from artrules.author.scenarios.writing import NoScenario, replayed, scenario_of

        try:
            course = replayed(self._ruleset, setup, request["choices"])
            if request["option"]:
                course.choose_called(*request["option"])
            return scenario_of(self._ruleset, course, request["after"], request["name"], frozenset(request["expects"]))
        except NoScenario as problem:
            raise WorkProblem("refused", f"No scenario can be written here: {problem}.") from None

    def _record(self, request: Request, setup: Setup) -> str:
        """The record of a game, as text."""
        timeline = self._timeline(request, setup)
        return record_text(timeline.at(len(timeline.choices)), request)

    _ANSWERS: ClassVar[dict[str, Callable[[Worker, Request, Setup], Any]]] = {
        "lower": _lower,
        "compile": _compile,
        "choose": _choose,
        "why": _question,
        "advise": _question,
        "replay": _replay,
        "record": _record,
        "scenario": _scenario,
        "position": _position,
    }

    # -- games

    def _game(self, request: Request, begin: Callable[[], Game]) -> Game:
        """The game of a request, at the position after its choices."""
        key = json.dumps([request["game"], request["setup"]], sort_keys=True)
        choices: list[str] = request["choices"]
        game = self._games.pop(key, None)
        if game is None or game.choices != choices[: len(game.choices)]:
            game = begin()
        for choice in choices[len(game.choices) :]:
            game.choose(choice)
        self._games[key] = game
        while len(self._games) > _GAMES:
            self._games.popitem(last=False)
        return game

    def _timeline(self, request: Request, setup: Setup) -> Timeline:
        """All positions of the game of a request."""
        choices, notes = request["choices"], request["notes"]
        key = json.dumps([request["game"], request["setup"], choices, notes], sort_keys=True)
        timeline = self._timelines.pop(key, None)
        if timeline is None:
            entries = [Note(after, entry_of(entry, setup.players)) for after, entry in notes]
            timeline = Timeline(partial(self._ruleset.begin, setup), choices, entries)
        self._timelines[key] = timeline
        while len(self._timelines) > _TIMELINES:
            self._timelines.popitem(last=False)
        return timeline


# Replays and records of games at tables. They hide nothing, so they are for games that are over, and open tables.


def replay_states(timeline: Timeline, start: int, count: int) -> Iterator[dict[str, Any]]:
    """Some of a game's states, from the one after `start` choices on. Each has the data of `state`, with its log from
    the entry on in which it isn't that of the state before, and `pauses`: the states at the pauses on the way to it."""
    end = min(len(timeline.choices) + 1, start + count)
    had: list[LogEntry] = []
    for number, game in timeline.positions(max(0, start - 1), end):
        states = []
        for each in (*game.pauses, game) if number >= start else ():
            states.append(_state(each, number, same_beginning(had, each.log.entries)))
            had = each.log.entries
        if states:
            yield {**states[-1], "pauses": states[:-1], "chosen_by": chooser(game.choices[-1]) if number else None}
        had = game.log.entries


def _state(game: Game, number: int, same: int) -> dict[str, Any]:
    """The state of a game after a number of choices, or at a pause before it; `same` entries of its log are those of
    the state before."""
    data, _ = state_and_options(game, None, open_table=True)
    return {
        "type": "state",
        "version": number,
        **data,
        "offers": [],  # nothing is chosen in a replay
        "from": same,
        "log": [entry_data(entry) for entry in game.log[same:]],
    }


def record_text(game: Game, request: dict[str, Any]) -> str:
    """The record of a game, as `artrules play` keeps it and `artrules replay` reads it."""
    seats = seats_from(request["seats"], game.players) if request["seats"]["people"] else None
    return write_record(record_of(game, request["where"], seats, extra=tuple(request["extra"])))


# The process.


class Workers:
    """What answers requests about rulesets, by where these are found."""

    def __init__(self) -> None:
        self._workers: OrderedDict[tuple[str, ...], Worker | None] = OrderedDict()
        self._states: dict[tuple[str, ...], State] = {}
        """The states of the files when a ruleset was last loaded again."""
        self._judges: dict[tuple[str, ...], Judge] = {}

    def answer(self, request: Request) -> tuple[dict[str, Any], Any]:
        """What a request took and what went wrong, and its answer."""
        where, extra = request["where"], tuple(request["extra"])
        if request["do"] == "judge":
            judge = self._judges.setdefault((where, *extra), Judge(where, extra))
            began = process_time()
            answer = judge.judge(request["setups"]) if request["game_alone"] else judge.judge_scenarios()
            return {"seconds": process_time() - began}, answer
        return answered(self._worker(where, extra, request.get("setup", {}).get("content")), request)

    def _worker(self, where: str, extra: tuple[str, ...], content: str | None) -> Worker | None:
        """The worker for a ruleset, which is loaded again if it isn't the wanted one and its files have changed:
        whoever edits it goes on with what has been saved. None where it can't be loaded any more."""
        key = (where, *extra)
        worker = self._workers.pop(key, None)
        if worker is None:
            worker = _loaded(where, extra)
        elif content not in (None, worker.content):
            state = state_of([Path(where), *map(Path, extra), *worker.places])
            if state != self._states.get(key):
                self._states[key] = state
                worker = _loaded(where, extra)
        self._workers[key] = worker
        while len(self._workers) > _RULESETS:
            evicted, _ = self._workers.popitem(last=False)
            self._states.pop(evicted, None)
        return worker


def _loaded(where: str, extra: tuple[str, ...]) -> Worker | None:
    from artrules.play.ruleset import load
    from artrules.text.diagnostics.render import ContentError

    try:
        return Worker(load(where, extra))
    except (ContentError, OSError):
        return None


def answered(worker: Worker | None, request: Request) -> tuple[dict[str, Any], Any]:
    """What a request took and what went wrong, and its answer, of what answers requests about its ruleset."""
    began = process_time()
    about: dict[str, Any] = {}
    answer = None
    try:
        if request["do"] != "load":
            if worker is None:
                raise WorkProblem("problem", CHANGED)
            answer = worker.answer(request)
    except WorkProblem as problem:
        about[problem.kind] = str(problem)
    return {**about, "seconds": process_time() - began}, answer


def main() -> None:
    """Answer requests until there are no more."""
    workers = Workers()
    answers, sys.stdout = sys.stdout, sys.stderr  # what a plugin prints is no answer
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the server ends this
    if len(sys.argv) > 1 and hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin:
            request = json.loads(line)
            about, answer = workers.answer(request)
            answers.write(f"{json.dumps(about)}\n{json.dumps(answer, separators=(',', ':'))}\n")
            answers.flush()


if __name__ == "__main__":
    main()
