"""Shrinks a failure to the shortest game that goes wrong for the same cause, and writes it down as a scenario.

Games are played again by labels: with fewer choices, fewer players, other settings, other seeds.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from artrules.author.conformance.random_play import Table
from artrules.author.random_testing.trial import Pick, Trial, views
from artrules.engine.chance import Stream
from artrules.play.game.decision import GameFault, Option
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from artrules.text.content.section import NEWEST
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.record import dataclass
from artrules.text.source.written_file import write_file

# Plays a game that goes wrong again, by labels: with fewer choices, other settings, other seeds.

Cause = tuple[str, Span | None]
"""What tells one mistake from another: the code of its diagnostic, and the place."""


def cause_of(diagnostic: Diagnostic) -> Cause:
    """What tells a mistake from others."""
    return diagnostic.code, diagnostic.span


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice as people write it down: who chooses, the label of the option, and which one with that label."""

    player: int
    label: str
    nth: int = 1
    alone: bool = True
    """Whether nobody else had to choose then."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that goes wrong after some choices."""

    table: Table
    choices: tuple[Choice, ...]
    diagnostic: Diagnostic
    looking: bool = False
    """Whether it goes wrong for somebody who looks at the game after the last choice, not by that choice."""
    over: bool = False
    """Whether the game is over then."""


PRICE_OF_A_FAULT = 50
"""What goes wrong counts as so many choices: the machine may have worked long until then."""


class BudgetSpent(Exception):
    """No more choices may be tried."""


class Replayer:
    """Looks for games of a ruleset that go wrong for one cause. It counts the choices that it tries."""

    def __init__(self, ruleset: Ruleset, cause: Cause, looking: bool) -> None:
        self.ruleset, self.cause, self.looking = ruleset, cause, looking
        self.left = 0
        """How many choices may still be tried."""
        self._looks = self._over = False

    def run(self, table: Table, wanted: Sequence[Choice | Pick]) -> Failure | None:
        """Make choices in order; what isn't offered is passed over. The failure, if that goes wrong for the cause."""
        choices: list[Choice] = []
        self._looks = self._over = False
        try:
            game = table.new_game(self.ruleset, log=False)
            self._look(game)
            for each in wanted:
                option = self._option(game, each)
                if option is not None:
                    choices.append(_choice(game, option))
                    self._choose(game, option)
        except GameFault as fault:
            return self._failure(table, choices, fault)
        except ValueError:  # such a game can't be set up
            return None
        return None

    def walk(self, table: Table, stream: Stream, most: int) -> Failure | None:
        """Make at most so many random choices. The failure, if that goes wrong for the cause."""
        picks: list[Pick] = []
        try:
            game = table.new_game(self.ruleset, log=False)
            self._look(game)
            while (decisions := game.decisions) and len(picks) < most:
                place = stream.below(len(decisions))
                index = stream.below(len(decisions[place].options))
                picks.append((place, index))
                self._choose(game, decisions[place].options[index])
        except GameFault as fault:
            self._spend(PRICE_OF_A_FAULT)
            return self.run(table, picks) if cause_of(fault.diagnostics[0]) == self.cause else None
        except ValueError:
            return None
        return None

    def explore(self, table: Table, most: int) -> Failure | None:
        """Try all games of no choice, of one, and so on, up to so many choices. The first failure."""
        if (failure := self.run(table, ())) is not None or most < 1:
            return failure
        level: list[tuple[Game, tuple[Pick, ...]]] = [(table.new_game(self.ruleset, log=False), ())]
        digests: set[str] = set()
        for _ in range(most):
            deeper = []
            for game, picks in level:
                for place, decision in enumerate(game.decisions):
                    for index in range(len(decision.options)):
                        path, copy = (*picks, (place, index)), game.copy()
                        try:
                            self._choose(copy, copy.decisions[place].options[index])
                        except GameFault as fault:
                            self._spend(PRICE_OF_A_FAULT)
                            if cause_of(fault.diagnostics[0]) == self.cause:
                                return self.run(table, path)
                            continue
                        if (digest := copy.digest()) not in digests:
                            digests.add(digest)
                            deeper.append((copy, path))
            level = deeper
        return None

    def _choose(self, game: Game, option: Option) -> None:
        self._spend(1)
        game.choose(option)
        self._look(game)

    def _spend(self, choices: int) -> None:
        self.left -= choices
        if self.left < 0:
            raise BudgetSpent

    def _look(self, game: Game) -> None:
        game.inspect.see_that_hidden_fits()
        if self.looking:
            self._looks, self._over = True, not game.decisions
            views(game)
            self._looks = False

    @staticmethod
    def _option(game: Game, wanted: Choice | Pick) -> Option | None:
        if not isinstance(wanted, Choice):
            place, index = wanted
            return game.decisions[place].options[index]
        options = [o for d in game.decisions if d.player == wanted.player for o in d.options if o.label == wanted.label]
        return options[min(wanted.nth, len(options)) - 1] if options else None

    def _failure(self, table: Table, choices: Sequence[Choice], fault: GameFault) -> Failure | None:
        self._spend(PRICE_OF_A_FAULT)
        diagnostic = fault.diagnostics[0]
        if cause_of(diagnostic) != self.cause:
            return None
        return Failure(table, tuple(choices), diagnostic, self._looks, self._over)


def _choice(game: Game, option: Option) -> Choice:
    """How people write a choice down."""
    decision = option.decision
    label = option.label
    same = [other for other in decision.options if other.label == label]
    return Choice(decision.player, label, same.index(option) + 1, len(game.decisions) == 1)


# Shrinks a failure: looks for the shortest game that goes wrong for the same cause, with few players, default settings
# and a small seed.

EACH = 6_000
"""Choices that may be tried in each of the four steps of shrinking."""
_SEEDS = 4
"""Seeds that are tried with each setup, from 0 on."""
_WALKS = 8
"""Random games that are tried for each setup and seed."""


def shrink(ruleset: Ruleset, trial: Trial) -> Failure:
    """The shortest failure found that has the cause of a trial's fault. The same trial gives the same one."""
    return _Shrinking(ruleset, _replayer(ruleset, trial), unshrunk(ruleset, trial)).shortest()


def unshrunk(ruleset: Ruleset, trial: Trial) -> Failure:
    """The failure of a trial as it is, in words."""
    assert trial.fault is not None
    replayer = _replayer(ruleset, trial)
    replayer.left = len(trial.picks) + PRICE_OF_A_FAULT
    return replayer.run(trial.table, trial.picks) or Failure(trial.table, (), trial.fault)


def _replayer(ruleset: Ruleset, trial: Trial) -> Replayer:
    assert trial.fault is not None
    return Replayer(ruleset, cause_of(trial.fault), trial.looking)


class _Shrinking:
    """Four steps: a simpler setup, shorter random games, fewer choices, and at last all short games."""

    def __init__(self, ruleset: Ruleset, replayer: Replayer, begin: Failure) -> None:
        self.ruleset, self.replayer, self.best = ruleset, replayer, begin

    def shortest(self) -> Failure:
        """The shortest failure found."""
        for step in (self._simplify, self._walk, self._leave_out, self._explore):
            with self._budget():
                step()
        return self.best

    @contextmanager
    def _budget(self) -> Iterator[None]:
        self.replayer.left = EACH
        with suppress(BudgetSpent):
            yield

    def _take(self, failure: Failure | None) -> bool:
        """Keep a failure that was found."""
        if failure is not None:
            self.best = failure
        return failure is not None

    # -- a simpler setup

    def _simplify(self) -> None:
        for table in self._simpler_tables():
            for seed in range(_SEEDS):
                if self._goes_wrong(replace(table, seed=seed)):
                    return
        for name in self.best.table.settings:
            settings = {key: value for key, value in self.best.table.settings.items() if key != name}
            self._goes_wrong(replace(self.best.table, settings=settings))
        for seed in range(min(_SEEDS, self.best.table.seed)):
            if self._goes_wrong(replace(self.best.table, seed=seed)):
                return

    def _simpler_tables(self) -> Iterator[Table]:
        """Tables with default settings, those with the fewest players first."""
        for players in self.ruleset.players_with({}):
            yield Table(players)

    def _goes_wrong(self, table: Table) -> bool:
        """Whether a game at another table goes wrong for the same cause: with the same choices, or with others."""
        return self._take(self.replayer.run(table, self.best.choices)) or self._walk_at(table, 2 * self._length())

    def _length(self) -> int:
        return len(self.best.choices)

    # -- shorter games

    def _walk(self) -> None:
        """Look for shorter games at the same table, with any small seed."""
        failed = 0
        while self._length() > 1 and failed < _SEEDS:
            seed = failed
            shorter = self._walk_at(replace(self.best.table, seed=seed), self._length() - 1)
            failed = 0 if shorter else failed + 1

    def _walk_at(self, table: Table, most: int) -> bool:
        """Play some random games at a table, each up to so many choices."""
        for number in range(_WALKS):
            stream = Stream(table.seed, number, f"random games walk {most}")
            if self._take(self.replayer.walk(table, stream, most)):
                return True
        return False

    def _leave_out(self) -> None:
        """Delta debugging: leave out choices, many at first, then fewer."""
        size = self._length()
        while size:
            start = 0
            while start < self._length():
                choices = self.best.choices
                failure = self.replayer.run(self.best.table, choices[:start] + choices[start + size :])
                if failure is None or len(failure.choices) >= len(choices):
                    start += size
                else:
                    self.best = failure
            size //= 2

    def _explore(self) -> None:
        """Try all games that are shorter, at tables with small seeds too."""
        for seed in (self.best.table.seed, *range(_SEEDS)):
            if self._length():
                self._take(self.replayer.explore(replace(self.best.table, seed=seed), self._length() - 1))


# Writes a failure down as a file of scenarios, which `artrules test` shows failing until the content is mended.

_ONLY_CHOOSES = "  # artrules: ignore nothing-expected: it is enough that these choices can be made"
"""The check of scenarios would warn that nothing is said of what comes of the choices."""
_ONLY_LOOKS = "  # artrules: ignore nothing-expected: it is enough that the labels can be made"
"""It would warn as well of a list without labels, which makes the engine look at what is offered."""


def scenario_text(ruleset: str, failure: Failure) -> str:
    """The text of a file with one scenario: the setup, the choices that lead to the mistake, and nothing else."""
    table, diagnostic = failure.table, failure.diagnostic
    place = f" at {diagnostic.span.file}:{diagnostic.span.line}" if diagnostic.span is not None else ""
    about = " ".join(f"{diagnostic.code} {diagnostic.slug}{place}: {diagnostic.message}".split())
    lines = [
        "# Found by `artrules check --play`. This scenario fails as long as the content makes the mistake:",
        f"# {about}",
        f"scenarios: {ruleset}",
        f"language: {NEWEST}",
        "list:",
        *([_ONLY_CHOOSES] if failure.choices and not failure.looking else []),
        f"  {scenario_name(failure)}:",
        f"    players: {table.players}",
        f"    seed: {table.seed}",
    ]
    if table.settings:
        lines.append("    settings:")
        lines += [f"      {name}: {_quoted(value)}" for name, value in table.settings.items()]
    return "\n".join([*lines, "    steps:", *_steps(failure)]) + "\n"


def scenario_name(failure: Failure) -> str:
    """The name of the scenario."""
    return f"leads_to_{failure.diagnostic.slug.replace('-', '_')}"


def write_scenario(folder: Path, ruleset: str, failure: Failure) -> Path:
    """Write a failure into a file of its own in a folder, which is made if it isn't there. A file that holds it already
    stays; no other one is overwritten. Gives the path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    text, number = scenario_text(ruleset, failure), 1
    while True:
        path = folder / f"{ruleset}_{failure.diagnostic.slug.replace('-', '_')}_{number}.yaml"
        if not path.exists():
            write_file(path, text)
            return path
        if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == text:
            return path
        number += 1


def _steps(failure: Failure) -> Iterator[str]:
    for choice in failure.choices:
        yield f"      - choose: {_quoted(choice.label)}"
        if not choice.alone:
            yield f"        by: {choice.player}"
        if choice.nth > 1:
            yield f"        nth: {choice.nth}"
    if failure.looking:
        for player in range(1, failure.table.players + 1):
            yield f"      - sees: {{seat: {player}}}"
        if not failure.over:
            yield f"      - offered: []{_ONLY_LOOKS}"
    elif not failure.choices:
        yield "      - finished: no"


def _quoted(value: object) -> str:
    """A value as YAML: a text in double quotes, in which YAML reads what JSON writes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else json.dumps(value)
