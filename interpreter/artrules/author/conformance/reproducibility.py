"""Properties of a game that comes about in two ways: it repeats in another process, resumes from its save, is the same
on each executor, and doesn't depend on who of several is quicker.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from artrules.author.conformance.lockstep import difference, observe
from artrules.author.conformance.other_process import PACKAGES, ProcessFailed, ask, offered_ids, outcome
from artrules.author.conformance.random_play import Counts, RandomGame, Table, Violation, memory_is_used_well
from artrules.engine.chance import Stream, signed, stream_key
from artrules.model.analyses.calls import every_body
from artrules.model.ir.nodes import Ask
from artrules.play.game.decision import Decision
from artrules.play.game.game import Game
from artrules.play.game.inspection.machine_game import Answers, MachineGame, Make, both_executors, games_on_both
from artrules.play.ruleset import Ruleset, SaveRefused

# Finds the Pythons on this machine that can run artrules.

NAMES = [f"python3.{minor}" for minor in range(11, 16)]
PROBE = """
import sys
assert sys.version_info >= (3, 11)
import click, jsonschema, jsonschema_rs, lark, packaging, platformdirs, pluggy, referencing, yaml
print("%d.%d.%d" % sys.version_info[:3])
"""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python that has everything that artrules needs."""

    path: str
    version: str


def usable(paths: Iterable[str] = ()) -> list[Interpreter]:
    """The Pythons that can run artrules: those given, and the first of each version found here other than the current
    one."""
    interpreters: dict[str, Interpreter] = {}
    wanted = list(paths)
    for path in [*wanted, *_candidates()]:
        interpreter = _asked(path)
        if interpreter is None:
            continue
        version = interpreter.version.rpartition(".")[0]
        if path in wanted or version != "{}.{}".format(*sys.version_info[:2]):
            interpreters.setdefault(version, interpreter)
    return list(interpreters.values())


def _candidates() -> Iterator[str]:
    yield from (path for name in NAMES if (path := shutil.which(name)) is not None)
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from (str(path) for name in NAMES for path in sorted(versions.glob(f"*/bin/{name}")))


@cache
def _asked(path: str) -> Interpreter | None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    try:
        run = subprocess.run([path, "-c", PROBE], env=environment, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Interpreter(path, run.stdout.strip()) if run.returncode == 0 else None


@contextmanager
def package_alone() -> Iterator[Path]:
    """A folder that holds only artrules, so that another Python which has it on its path loads nothing made for this
    one."""
    with TemporaryDirectory() as folder:
        ours = Path(folder) / "artrules"
        shutil.copytree(PACKAGES / "artrules", ours, ignore=shutil.ignore_patterns("__pycache__"))
        for content in ("rulesets", "schemas"):
            beside = PACKAGES.parent / content
            if not (ours / content).exists() and beside.is_dir():
                shutil.copytree(beside, ours / content)
        yield Path(folder)


# Repeats: the same content, settings, seed and choices give the same bytes in another process, under another hash seed
# and in other versions of Python.

MOST_TO_REPEAT = 400
HASH_SEEDS = ("1", "random")
_Game = tuple[dict[str, Any], dict[str, Any]]
"""A game as a task for other processes, and its outcome here."""


def check_all(
    ruleset: Ruleset,
    tables: Sequence[Table],
    counts: Counts,
    *,
    most: int = MOST_TO_REPEAT,
    pythons: Sequence[str] = (),
) -> list[str]:
    """Play a game at each table, then the same games elsewhere. Gives the versions of Python that took part, this one
    first; `pythons` are the paths of further ones. Raises Violation."""
    games: list[_Game] = []
    for table in tables:
        with memory_is_used_well(table):
            games.append(_played(ruleset, table, counts, most))
    tasks = [task for task, _ in games]
    versions = [sys.version.split()[0]]
    for hash_seed in HASH_SEEDS:
        counts["processes"] += 1
        where = f"a process with the hash seed {hash_seed}"
        _compare(tables, games, _answers(ruleset, tasks, tables, where, hash_seed=hash_seed), where)
    for interpreter in usable(pythons):
        versions.append(interpreter.version)
        counts["processes"] += 1
        where = f"Python {interpreter.version}"
        with package_alone() as packages:
            answers = _answers(ruleset, tasks, tables, where, python=interpreter.path, packages=packages)
        _compare(tables, games, answers, where)
    counts[f"on Python {', '.join(versions)}"] += len(games)
    return versions


def _played(ruleset: Ruleset, table: Table, counts: Counts, most: int) -> _Game:
    walk = RandomGame(ruleset, table, counts, log=True)
    for _ in walk.steps(most):
        pass
    task = {"task": "replay", "players": table.players, "settings": table.settings, "seed": table.seed}
    return {**task, "choices": walk.game.choices}, outcome(walk.game)


def _answers(
    ruleset: Ruleset, tasks: list[dict[str, Any]], tables: Sequence[Table], where: str, **process: Any
) -> list[dict[str, Any]]:
    try:
        return ask(ruleset, tasks, **process)
    except ProcessFailed as problem:
        raise Violation(tables[0], 0, f"in {where}: {problem}") from None


def _compare(tables: Sequence[Table], games: list[_Game], answers: list[dict[str, Any]], where: str) -> None:
    for table, (task, here), there in zip(tables, games, answers, strict=True):
        for key, what in (("digest", "the position"), ("bytes", "the save")):
            if here[key] != there[key]:
                raise Violation(table, len(task["choices"]), f"in {where} {what} at the end is another")


# Resumes: a game that is replaced at every decision by what comes of its pickle or its save, sometimes in a fresh
# process, comes to the same end as the game without interruptions.

EVERY = 50
"""One in this many decisions is resumed in a fresh process."""
EVERY_SAVE = 5
"""One in this many is resumed from a save, for which all choices are made again; the others from a pickle."""
MOST_TO_RESUME = 300
Replace = Callable[[Ruleset, Game], Game]
"""Gives what comes of a game that is left and taken up again. Raises SaveRefused and ProcessFailed."""


def check_resumption(
    ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_TO_RESUME, every: int = EVERY
) -> None:
    """Play two games with the same random choices, and replace one of them at every decision. Every second table keeps
    a log. Raises Violation."""
    log = table.seed % 2 == 0
    whole = RandomGame(ruleset, table, counts, log=log, choices=True)
    broken = RandomGame(ruleset, table, Counts(), log=log, choices=True)
    for step in whole.steps(most):
        if step % every == every - 1:
            counts["fresh processes"] += 1
            _replace(ruleset, broken, whole.game, _from_fresh_process, "in a fresh process")
        elif step % EVERY_SAVE == 0 or ruleset.is_variant:
            counts["resumed"] += 1
            _replace(ruleset, broken, whole.game, _from_save, "from its save")
        else:
            counts["unpickled"] += 1
            _replace(ruleset, broken, whole.game, _from_pickle, "from its pickle")
        broken.choose(broken.option())
    for here, there, what in (
        (whole.game.digest(), broken.game.digest(), "the position at the end"),
        (whole.game.to_json(), broken.game.to_json(), "the save at the end"),
    ):
        if here != there:
            raise whole.broken(f"{what} is not that of the unbroken game")


def _replace(ruleset: Ruleset, walk: RandomGame, whole: Game, replace: Replace, where: str) -> None:
    """Replace a game by what comes out of it when it was left. Raises Violation."""
    try:
        walk.game = replace(ruleset, walk.game)
    except (SaveRefused, ProcessFailed) as problem:
        raise walk.broken(f"the game that was left is not taken up: {problem}") from None
    for same, what in (
        (walk.game.digest() == whole.digest(), "the position is another"),
        (offered_ids(walk.game) == offered_ids(whole), "other options are offered"),
        (walk.game.log == whole.log, "the log is another"),
    ):
        if not same:
            raise walk.broken(f"taken up {where}, {what}")


def _from_fresh_process(ruleset: Ruleset, game: Game) -> Game:
    """The game that another process makes of a save and saves again. Raises SaveRefused and ProcessFailed."""
    (answer,) = ask(ruleset, [{"task": "resume", "save": game.to_json()}])
    if (answer["digest"], answer["asked"]) != (game.digest(), offered_ids(game)):
        raise SaveRefused("there it stands at another position, or other options are offered")
    return ruleset.resume(answer["save"])


def _from_save(ruleset: Ruleset, game: Game) -> Game:
    return ruleset.resume(game.to_json())


def _from_pickle(_ruleset: Ruleset, game: Game) -> Game:
    again: Game = pickle.loads(pickle.dumps(game))
    return again


# Executors: a game is the same on each executor, number by number.
#
# Both play the same choices. After each the program compares all registers, what is written into the log, the rows that
# are offered, the bytes of the position and what seats know; here and there the labels, the texts of cards, and a
# determinization for a seat; at the end scores and winners. A fault must be the same, too, and leave the game as it
# was.

MOST_ON_EXECUTORS = 1_000
MOST_FAULTS = 3
"""After so many choices that come to a fault of the content a game is left."""
ASK_EVERY = 16
"""In one of so many positions the texts of all cards and a determinization are compared."""


def check_executors(
    ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_ON_EXECUTORS, make: Make = both_executors
) -> None:
    runtime, _ = ruleset.runtime(table.players, ruleset.settle(table.settings, table.seed))
    games = games_on_both(runtime.program, make)
    if games is None:
        counts["games that can't be compared on this machine"] += 1
        return
    SideBySide(*games, table, counts).play(runtime.keys(table.seed), most)


class SideBySide:
    """One game on two instances."""

    def __init__(self, here: MachineGame, there: MachineGame, table: Table, counts: Counts) -> None:
        self._here, self._there = here, there
        self._table = table
        self._counts = counts
        self._chance: Stream = table.stream("executors")
        self._made = 0

    def play(self, keys: tuple[int, ...], most: int) -> None:
        """Play, up to so many choices. Raises Violation."""
        self._counts["games"] += 1
        self._same(lambda game: game.started)
        log = self._below(4) != 0
        self._same(lambda game: game.begin(keys, log=log))
        self._play_inside()
        faults = int(self._here.stopped)
        while self._here.waiting and self._made < most and faults < MOST_FAULTS:
            self._look()
            which = self._below(len(self._here.waiting))
            self._same(MachineGame.choose, which, self._below(self._here.waiting[which].count))
            self._made += 1
            self._counts["decisions"] += 1
            if self._here.stopped:
                faults += 1
                self._counts["faults"] += 1
        if not self._here.stopped and not self._here.waiting:
            self._same(MachineGame.result)
            self._counts["games to the end"] += 1

    def _play_inside(self) -> None:
        """In some games let the machine go on without a host, for a while."""
        if self._here.offered and self._below(4) == 0:
            self._same(MachineGame.play, signed(stream_key(self._table.seed, 0, "executors bot")), self._below(50) + 1)
        elif self._here.offered and self._below(3) == 0:
            offered = self._here.offered
            for _ in range(self._below(50) + 1):
                self._same(MachineGame.step, self._below(offered))
                offered = self._here.given
                if offered <= 0:
                    break
        else:
            return
        self._same(MachineGame.ask_again)

    def _look(self) -> None:
        """Compare what is said of this position."""
        for which in range(len(self._here.waiting)):
            self._same(MachineGame.labels, which)
        if self._below(ASK_EVERY):
            return
        self._same(MachineGame.cards)
        self._same(MachineGame.result)
        seat, key = self._below(self._table.players), signed(stream_key(self._table.seed, self._made, "executors deal"))
        self._same(MachineGame.deal, seat, key)
        self._counts["deals"] += 1

    def _below(self, bound: int) -> int:
        return self._chance.below(bound)

    def _same(self, act: Callable[..., Answers], *arguments: int) -> None:
        here, there = act(self._here, *arguments), act(self._there, *arguments)
        if here == there:
            return
        for what in {**here, **there}:
            if here.get(what) != there.get(what):
                raise Violation(self._table, self._made, _account(what, here.get(what), there.get(what)))


def _account(what: str, here: object, there: object) -> str:
    """What differs, and where it does first."""
    if isinstance(here, (bytes, list, tuple)) and isinstance(there, (bytes, list, tuple)):
        at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
        sizes = f"{len(here)} or {len(there)} long"
        return f"{what} differs from index {at} on ({sizes}): {here[at : at + 8]!r} or {there[at : at + 8]!r}"
    return f"{what} is {here!r} on one executor, {there!r} on the other"


# At once: in a phase that all players play at the same time, and where several are asked at once, it doesn't matter
# who is quicker.
#
# It plays the same game in several orders: player by player, in turn, and at random. Each player draws choices from a
# random stream of their own. Every order must lead to the same position and the same log, and must show every seat the
# same whenever it has to choose.

ROUNDS = 3
MOST_AT_ONCE = 2_000
Order = Callable[[list[Decision], int], Decision]
"""Picks the decision that is answered next, given all that wait and the number of choices made so far."""


def check_simultaneous(ruleset: Ruleset, table: Table, counts: Counts) -> None:
    model = ruleset.model
    questions = any(isinstance(node, Ask) for code in every_body(model) for node in code.every_node)
    if not questions and all(phase.who != "all_at_once" for phase in model.flow.phases):
        counts["games without such a phase"] += 1
        return
    played: dict[str, _Played] = {}
    for name, order in _orders(table).items():
        played[name] = _Played(RandomGame(ruleset, table, counts, log=True), order)
    first = played["player by player"]
    for name, other in played.items():
        account = first.unlike(other)
        if account is not None:
            raise other.walk.broken(f"played {name} instead of player by player, {account}")


def _orders(table: Table) -> dict[str, Order]:
    by_chance: Stream = table.stream("order")
    return {
        "player by player": lambda decisions, step: decisions[0],
        "the other way round": lambda decisions, step: decisions[-1],
        "in turn": lambda decisions, step: decisions[step % len(decisions)],
        "in any order": lambda decisions, step: decisions[by_chance.below(len(decisions))],
    }


class _Played:
    """A game played in some order, to the end of a round."""

    def __init__(self, walk: RandomGame, order: Order) -> None:
        self.walk = walk
        self.moments: dict[int, list[Any]] = {}
        """By player: what the player saw at each of their decisions in phases played all at once."""
        game = walk.game
        streams = {p: walk.table.stream("walk", p) for p in range(1, game.players + 1)}
        while game.decisions and not (game.round > ROUNDS and not game.simultaneous):
            if walk.made >= MOST_AT_ONCE and not game.simultaneous:
                break
            decision = order(game.decisions, walk.made)
            if game.simultaneous:
                walk.counts["choices at once"] += 1
                self.moments.setdefault(decision.player, []).append(observe(game, decision.player))
            walk.choose(decision.options[streams[decision.player].below(len(decision.options))])

    def unlike(self, other: _Played) -> str | None:
        """What differs from the game played in another order, in words; None when nothing does."""
        for player, moments in self.moments.items():
            for number, (here, there) in enumerate(zip(moments, other.moments.get(player, []), strict=False), 1):
                mismatch = difference(here, there)
                if mismatch is not None:
                    return f"player {player} is shown something else at the {number}. choice in such phases: {mismatch}"
        if self.walk.game.digest() != other.walk.game.digest():
            return "another position comes of it"
        here, there = ([entry.as_data() for entry in played.walk.game.log] for played in (self, other))
        mismatch = difference(here, there)
        return None if mismatch is None else f"the story is another: {mismatch}"
