"""What becomes of a mutant: whether `check` or a scenario finds it, and whether games are played otherwise."""

from __future__ import annotations

import re
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from artrules import Ruleset
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import Scenario, read_scenarios
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

from .games import PlayedBefore
from .source import CHANGING, Mutant, SourceFile, section_of

FEW_GAMES = 20
"""So many games are played before the others: most changes show in them."""
SECONDS = 300
"""After so many seconds of the processor's time a mutant is given up: it may play endlessly."""
REJECTED, WARNED, KILLED, SURVIVED, UNCHANGED, CRASHED, TOO_LONG, BROKEN = (
    *("rejected", "warned", "killed", "survived", "unchanged", "crashed", "too long", "broken"),
)
NO_GAMES = "no games were compared"
YAML_CODES = range(1000, 1100)
"""Diagnostics of what isn't YAML: no slip of a designer's, but a mutant that was badly made."""

SETTING_UP = {"applies", "players", "settings", "enums"}
"""Keys of an overlay that say when it applies, or how a game is set up."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and what shows it: a diagnostic, a scenario, how a game differs."""

    outcome: str
    by: str = ""


class TookTooLong(Exception):
    """A mutant takes longer than it may."""


class Judge:
    """Judges mutants of one ruleset, in a copy of its folder."""

    def __init__(self, folder: Path, scratch: Path, files: dict[str, SourceFile], games: int, seed: int) -> None:
        self._games = games
        self._folder = scratch / folder.name
        self._files = files
        content = read_content(folder, folder.name)
        self._usual = {_told(d) for d in content.report.diagnostics}
        self._ruleset = Ruleset(content)
        self._scenarios = read_scenarios(content.files)
        self._passes: dict[int, bool] = {}
        """By identity of a scenario: whether it passes without any fault; asked when it fails with one."""
        self._playing = {id(scenario): self._in_play(scenario) for scenario in self._scenarios}
        """By identity of a scenario: the sets, overlays and expansions in play."""
        self._kills: Counter[str] = Counter()
        self._played = PlayedBefore(self._ruleset, seed)
        shutil.copytree(folder, self._folder, ignore=shutil.ignore_patterns("scenarios"))
        for file in files.values():  # libraries lie elsewhere, and are found in the game's folder first
            path = self._folder / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="utf-8")

    def judge(self, mutant: Mutant) -> Verdict:
        """Check the mutant, run scenarios until one fails, and if none does play games until one differs."""
        file = self._files[mutant.file]
        path = self._folder / mutant.file
        path.write_text(file.mutated(mutant), encoding="utf-8")
        try:
            with _time_limit(SECONDS):
                return self._judged(mutant, read_content(self._folder, self._folder.name, scenarios=False))
        except TookTooLong:
            return Verdict(TOO_LONG, f"more than {SECONDS} seconds")
        except Exception as problem:  # a fault of the engine: the others are judged all the same
            return Verdict(CRASHED, f"{type(problem).__name__}: {problem}")
        finally:
            path.write_text(file.text, encoding="utf-8")

    def _judged(self, mutant: Mutant, content: Content) -> Verdict:
        new = [d for d in content.report.diagnostics if _told(d) not in self._usual]
        errors = [d for d in new if d.severity == "error"]
        if errors:
            broken = int(re.sub(r"\D", "", errors[0].code)) in YAML_CODES
            return Verdict(BROKEN if broken else REJECTED, f"{errors[0].slug}: {errors[0].message}")
        if new:
            return Verdict(WARNED, f"{new[0].slug}: {new[0].message}")
        if section_of(mutant.path) == "totals":
            return Verdict(UNCHANGED, "a total changes no game")
        mutated = Ruleset(content)
        for scenario in self._likeliest_first(mutant):
            if not run_scenario(mutated, scenario).passed and self._passes_else(scenario):
                self._kills[scenario.name] += 1
                return Verdict(KILLED, f"{scenario.file.rsplit('/', 1)[-1]}: {scenario.name}")
        if not self._games:
            return Verdict(SURVIVED, NO_GAMES)
        names = [self._files[mutant.file].called]
        for games in (FEW_GAMES, self._games):
            difference = self._played.first_difference(mutated, min(games, self._games), names)
            if difference is not None:
                return Verdict(SURVIVED, difference)
        return Verdict(UNCHANGED, f"{self._games} games")

    def _passes_else(self, scenario: Scenario) -> bool:
        """Whether a scenario passes without any fault."""
        if id(scenario) not in self._passes:
            self._passes[id(scenario)] = run_scenario(self._ruleset, scenario).passed
        return self._passes[id(scenario)]

    def _in_play(self, scenario: Scenario) -> set[str]:
        number = scenario.players.value if scenario.players is not None else self._ruleset.fewest_players
        _, configuration, _ = self._ruleset.configured(int(str(number)), scenario.chosen)
        overlays = self._ruleset.content.applicable.names(
            configuration.players, configuration.settings, configuration.chosen
        )
        return {*overlays, *configuration.sets_in_play()}

    def _concerned(self, mutant: Mutant) -> list[Scenario]:
        """The scenarios that a mutant can concern: what only a set, an overlay or an expansion says holds where that is
        in play."""
        file = self._files[mutant.file]
        if file.kind not in CHANGING or section_of(mutant.path) in SETTING_UP:
            return self._scenarios
        return [scenario for scenario in self._scenarios if file.called in self._playing[id(scenario)]]

    def _likeliest_first(self, mutant: Mutant) -> Iterator[Scenario]:
        """Scenarios about what was mutated, then those of its set or overlay, then those that have killed most."""
        called = self._files[mutant.file].called
        words = {*re.findall(r"\w+", mutant.path), called}
        power = re.match(r"\w+\.\w+", mutant.path)

        def order(scenario: Scenario) -> tuple[bool, bool, int]:
            about = {word for each in scenario.about for word in (each, *re.findall(r"\w+", each))}
            exactly = power is not None and any(each.startswith(power[0]) for each in scenario.about)
            concerned = exactly or bool(words & about)
            return not concerned, not scenario.concerns(called), -self._kills[scenario.name]

        return iter(sorted(self._concerned(mutant), key=order))


def _told(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
