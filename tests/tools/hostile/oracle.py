"""What may come of any input at all: located diagnostics, or a game that can be played.

`judge` takes a folder of files, whatever they hold. Either every error has a kind that is registered and a place in one
of the folder's files, and can be shown as text and as JSON; or there are no errors, and then programs are compiled,
games are begun and decisions made at random, where only a GameFault with a place may stop a game. Whatever else
happens (an exception, a place that doesn't exist, a hang) is a Violation: a mistake of the engine.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import artrules
from artrules.author.scenarios.run import run_scenarios
from artrules.check.checks.registry import kinds
from artrules.engine.chance import Stream
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.render import render_json, render_text
from tools.hostile.watchdog import Hang, watched
from waiting import PATIENCE

"""For all of a ruleset together: the largest has hundreds, in dozens of configurations."""
SHOWN_AS = "subject"
WITHOUT_PLACE = {"no-ruleset"}
"""Kinds that speak of a file that isn't there."""

Reader = Callable[[Path, str], Content]


class Violation(AssertionError):
    """The engine did what it may not, whatever it was given."""


@dataclass(frozen=True)
class Verdict:
    """What came of an input: `errors` are the slugs of its diagnostics, `chosen` how many choices were made in games."""

    errors: tuple[str, ...]
    chosen: int = 0
    faults: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether the content was accepted."""
        return not self.errors


def judge(
    folder: Path, *, seed: int = 0, choices: int = 50, scenarios: bool = False, reader: Reader = read_content
) -> Verdict:
    """What comes of a folder. Raises Violation, with the reason."""
    try:
        return _judge(folder, seed, choices, scenarios, reader)
    except Violation:
        raise
    except (Exception, Hang) as problem:
        raise Violation(f"{type(problem).__name__}: {problem}\n{traceback.format_exc()}") from problem


def _judge(folder: Path, seed: int, choices: int, scenarios: bool, reader: Reader) -> Verdict:
    with watched(PATIENCE):
        content = reader(folder, SHOWN_AS)
        for diagnostic in content.report.diagnostics:
            check_place(diagnostic, content)
        show(content.report.diagnostics, content)
    if content.report.has_errors:
        return Verdict(tuple(d.slug for d in content.report.errors))
    ruleset = artrules.Ruleset(content)
    if scenarios:
        with watched(PATIENCE):
            for result in run_scenarios(ruleset):
                for diagnostic in result.diagnostics:
                    check_place(diagnostic, content)
                show(result.diagnostics, content)
    chosen, faults = 0, []
    with watched(PATIENCE):
        counts = ruleset.players_with({})
        for players in sorted({counts[0], counts[-1]}):
            for log in (True, False):
                made, fault = play(ruleset, players, seed, choices if log else choices // 5, log)
                chosen += made
                faults += [fault] if fault else []
    return Verdict((), chosen, tuple(faults))


def play(ruleset: artrules.Ruleset, players: int, seed: int, choices: int, log: bool) -> tuple[int, str]:
    """Play at random; how many choices were made, and the slug of the fault that stopped the game."""
    stream = Stream(seed, 0, "hostile")
    made = 0
    try:
        game = ruleset.new_game(players=players, seed=seed, log=log, choices=True)
    except artrules.GameFault as fault:
        check_fault(fault, ruleset.content, seed, made)
        return made, fault.diagnostics[0].slug
    try:
        while game.decisions and made < choices:
            decision = game.decisions[stream.below(len(game.decisions))]
            assert len(decision.options) and decision.prompt is not None
            option = decision.options[stream.below(len(decision.options))]
            assert option.label is not None and option.id
            before = game.digest()
            try:
                game.choose(option)
            except artrules.GameFault:
                assert game.digest() == before and any(decision is d for d in game.decisions)
                raise
            made += 1
            if made % 16 == 0:
                again = ruleset.resume(game.to_json())
                assert again == game and again.to_json() == game.to_json()
        json.dumps([game.view(seat) for seat in range(1, players + 1)] + [game.inspect.view(), game.result])
    except artrules.GameFault as fault:
        check_fault(fault, ruleset.content, seed, made)
        return made, fault.diagnostics[0].slug
    return made, ""


def check_fault(fault: artrules.GameFault, content: Content, seed: int, made: int) -> None:
    """A fault names the line, the seed and how many choices were made, the one under way included."""
    for diagnostic in fault.diagnostics:
        check_place(diagnostic, content)
        if not any(f"seed {seed}, after {n} choices" in diagnostic.message for n in (made, made + 1)):
            raise Violation(f"a fault without its seed and choices: {diagnostic.message!r}")
    show(fault.diagnostics, content)


def check_place(diagnostic: Diagnostic, content: Content) -> None:
    """The kind is registered; the place, and those related, are in files of the folder or of a shipped library."""
    if kinds().get(diagnostic.kind.code) is not diagnostic.kind:
        raise Violation(f"an unregistered kind: {diagnostic}")
    if diagnostic.span is None and diagnostic.slug not in WITHOUT_PLACE:
        raise Violation(f"no place: {diagnostic}")
    for span in [diagnostic.span, *(place for _, place in diagnostic.related)]:
        if span is None:
            continue
        if not span.file.startswith((f"{SHOWN_AS}/", "rulesets/libraries/")):
            raise Violation(f"a place in no file of the ruleset: {diagnostic}")
        text = content.source_text(span.file)
        lines = [""] if text is None else text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        good = 1 <= span.line <= len(lines) and 1 <= span.column <= len(lines[span.line - 1]) + 1
        if not good or (span.end_line, span.end_column) < (span.line, span.column):
            raise Violation(f"a place that isn't there: {diagnostic}")


def show(diagnostics: list[Diagnostic], content: Content) -> None:
    """Diagnostics can be shown to people and to programs."""
    for diagnostic in diagnostics:
        text = render_text(diagnostic, content.source_text)
        if not text.strip() or "\n\n" in text.replace("|\n", ""):
            raise Violation(f"shown badly: {text!r}")
    json.loads(render_json(diagnostics)).items()
