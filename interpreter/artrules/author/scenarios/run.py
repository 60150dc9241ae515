"""Runs scenarios and gives the result of each. A scenario ends at its first step that fails: what follows would be
noise.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from artrules.author.scenarios.expectations import (
    Comparison,
    ScenarioView,
    compare_log,
    compare_read_options,
    new_lines,
    plain,
)
from artrules.check.scenario_files.places import Places
from artrules.check.scenario_files.scenario import Scenario, read_scenarios, report_bad_setup
from artrules.model.declare.overlay_conditions import BadSetup
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.game import Game
from artrules.play.game.inspection.position import Position
from artrules.play.game.inspection.start_position import BadPosition, prepare
from artrules.play.game.log import LogEntry
from artrules.play.ruleset import Ruleset
from artrules.text.content import scenarios as content
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Node, Scalar, entries, items, number, to_data

# Finds the options that a scenario names by their labels, and reports what is offered when it expects something
# else.

MOST_SHOWN = 24


def offered_by(game: Game) -> str:
    """Everything that is offered now, for a message."""
    if not game.decisions:
        return "nothing: the game is over"
    parts = []
    for decision in game.decisions:
        labels = [option.label for option in decision.options]
        more = f", and {len(labels) - MOST_SHOWN} more" if len(labels) > MOST_SHOWN else ""
        parts.append(f"player {decision.player}: {', '.join(labels[:MOST_SHOWN])}{more}")
    return "; ".join(parts)


def decisions_of(game: Game, by: Scalar | None, report: Report) -> list[Decision]:
    """The decisions of the player whom a step names, or all decisions; none after a diagnostic."""
    if not game.decisions:
        report.add(kinds.WRONG_PLAYER, "the game is over: nobody decides", None if by is None else by.span)
        return []
    if by is None:
        return game.decisions
    decisions = [d for d in game.decisions if str(d.player) == by.text]
    if not decisions:
        report.add(
            kinds.WRONG_PLAYER,
            f"player {by.text} decides nothing now",
            by.span,
            expected=f"player {by.text}",
            found=offered_by(game),
        )
    return decisions


def find_option(game: Game, label: Scalar, by: Scalar | None, nth: int, report: Report) -> Option | None:
    """The n-th option (counted from 1) with a label; None after a diagnostic."""
    options = [o for d in decisions_of(game, by, report) for o in d.options if o.label == label.text]
    players = sorted({o.decision.player for o in options})
    if len(players) > 1:
        report.add(
            kinds.WRONG_PLAYER,
            f"several players are offered `{label.text}`",
            label.span,
            expected=f"`by: {players[0]}` or another",
            found=f"offered to players {', '.join(map(str, players))}",
        )
        return None
    if len(options) >= nth:
        return options[nth - 1]
    if not report.has_errors:
        labels = [o.label for d in game.decisions for o in d.options]
        report.add(
            kinds.NOT_OFFERED,
            f"`{label.text}` is offered {len(options)} times only" if options else f"`{label.text}` is not offered",
            label.span,
            expected=f"`{label.text}`",
            found=offered_by(game),
            suggestions=closest(label.text, labels),
        )
    return None


def compare_options(
    game: Game, node: Node, wanted: Sequence[Scalar], how: str, by: Scalar | None, report: Report
) -> None:
    """Compare labels with what is offered: with `options` they are all of it, with `offered` some of it, with
    `not_offered` none."""
    if not game.decisions and how == "not_offered" and by is None:
        return
    decisions = decisions_of(game, by, report)
    if not decisions:
        return
    remaining_labels = Counter(o.label for d in decisions for o in d.options)
    wrong = []
    for label in wanted:
        there = remaining_labels[label.text] > 0
        if there and how != "not_offered":
            remaining_labels[label.text] -= 1
        if there == (how == "not_offered"):
            wrong.append(label)
    for label in wrong:
        near = () if how == "not_offered" else closest(label.text, remaining_labels)
        message = f"`{label.text}` is offered" if how == "not_offered" else f"`{label.text}` is not offered"
        report.add(kinds.WRONG_OPTIONS, message, label.span, found=offered_by(game), suggestions=near)
    surplus = list(remaining_labels.elements())
    if how == "options" and not wrong and surplus:
        report.add(
            kinds.WRONG_OPTIONS,
            f"more is offered: `{'`, `'.join(surplus)}`",
            node.span,
            expected=", ".join(w.text for w in wanted) or "nothing",
            found=offered_by(game),
        )


# The steps of a scenario: each chooses something, or states what must be so. A diagnostic points at what isn't so.


class ScenarioRun:
    """A game on which steps are run. `news` holds the log entries since the last choice, `read_before` by player what
    that seat had read by then."""

    def __init__(self, game: Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.news: list[LogEntry] = game.log.entries
        self.read_before: dict[int, list[LogEntry]] = {}
        self.chosen_at: Span | None = None
        """Where the last choice stands."""

    def taken_before(self, begins_at: Span) -> list[tuple[str, Span]]:
        """What the engine has taken by itself since the last choice, or since the beginning, which stands at
        `begins_at`: as what is related to a step that fails."""
        taken = [f"player {entry.player}: {entry.option}" for entry in self.news if entry.kind == "took"]
        more = f", and {len(taken) - MOST_SHOWN} more" if len(taken) > MOST_SHOWN else ""
        text = f"after this the engine took by itself: {'; '.join(taken[:MOST_SHOWN])}{more}"
        return [(text, self.chosen_at or begins_at)] if taken else []

    def run(self, step: content.Step) -> None:
        """Run one step. Raises GameFault when the content makes a mistake."""
        if step.choose is not None:
            self._choose(step.choose, step)
        if step.options is not None:
            self._options(step.options, "options", step)
        if step.offered is not None:
            self._options(step.offered, "offered", step)
        if step.not_offered is not None:
            self._options(step.not_offered, "not_offered", step)
        if step.decides is not None:
            self._decides(step.decides)
        if step.took is not None:
            self._took(step.took)
        if step.not_took is not None:
            self._not_took(step.not_took)
        if step.says is not None:
            self._says(step.says)
        if step.expect is not None:
            self._expect(step.expect)
        if step.sees is not None:
            self._sees(step.sees, step.paused)
        if step.reads is not None:
            self._reads(step.reads)
        if step.why_not is not None:
            self._why_not(step.why_not)
        if step.finished is not None:
            self._finished(step.finished)
        if step.result is not None:
            self._result(step.result)

    # -- choosing

    def _choose(self, label: Scalar, step: content.Step) -> None:
        option = find_option(self.game, label, step.by, number(step.nth) or 1, self.report)
        if option is None:
            return
        # By identity: at the end of a phase played all at once its entries are sorted.
        before = self.game.log
        entry_ids = {id(entry) for entry in before}
        read = {player: self.game.log.read_by(player) for player in range(1, self.game.players + 1)}
        self.game.choose(option)
        self.news = [entry for entry in self.game.log if id(entry) not in entry_ids]
        self.read_before = read
        self.chosen_at = label.span

    def _options(self, node: Node, how: str, step: content.Step) -> None:
        compare_options(self.game, node, _scalars(node), how, step.by, self.report)

    def _decides(self, node: Node) -> None:
        wanted = sorted(s.text for s in _scalars(node))
        if wanted != sorted(str(d.player) for d in self.game.decisions):
            self.report.add(
                kinds.WRONG_PLAYER,
                f"player {' and '.join(wanted)} does not decide now, or not alone",
                node.span,
                expected=f"player {', '.join(wanted)}",
                found=offered_by(self.game),
            )

    # -- what happened

    def _took(self, node: Node) -> None:
        taken = [entry.option for entry in self.news if entry.kind == "took"]
        remaining_texts = iter(taken)
        for label in _scalars(node):
            if label.text not in remaining_texts:
                self._taken(f"the engine has not taken `{label.text}` by itself here", label, label.text, taken)
                return

    def _not_took(self, node: Node) -> None:
        taken = [entry.option for entry in self.news if entry.kind == "took"]
        for label in _scalars(node):
            if label.text in taken:
                self._taken(f"the engine has taken `{label.text}` by itself", label, None, taken)

    def _taken(self, message: str, label: Scalar, expected: str | None, taken: list[str]) -> None:
        self.report.add(
            kinds.WRONG_TAKEN, message, label.span, expected=expected, found=", ".join(taken) or "nothing was taken"
        )

    def _says(self, text: Scalar) -> None:
        sayings = [entry.text for entry in self.news if entry.kind in ("said", "paused")]
        if not any(text.text in each for each in sayings):
            actual = "; ".join(sayings) or "nothing"
            self.report.add(kinds.NOT_SAID, "nothing like this was said", text.span, expected=text.text, found=actual)

    # -- what is so

    def _expect(self, expected: content.Expect) -> None:
        Comparison(self.game.inspect.position, ScenarioView(self.game), self.report).run(expected)

    def _sees(self, expected: content.SeatView, paused: Scalar | None) -> None:
        game = self.game if paused is None else self._paused(paused)
        if game is None:
            return
        player = None
        if expected.seat is not None:
            player = Places(self.game.inspect.position).player(expected.seat, self.report)
        if player is not None:
            Comparison(game.inspect.position, ScenarioView(game, player), self.report).run(expected)

    def _paused(self, words: Scalar) -> Game | None:
        """The game at a pause since the last choice."""
        pauses = self.game.pauses
        for paused in pauses:
            if words.text in paused.log[-1].text:
                return paused
        actual = "; ".join(paused.log[-1].text for paused in pauses) or "no pause"
        message = "the game hasn't paused with words like these"
        self.report.add(kinds.NOT_SAID, message, words.span, expected=words.text, found=actual)
        return None

    def _reads(self, expected: content.SeatTexts) -> None:
        player = None
        if expected.seat is not None:
            player = Places(self.game.inspect.position).player(expected.seat, self.report)
        if player is None:
            return
        if expected.log is not None:
            compare_log(new_lines(self.game, player, self.read_before.get(player, [])), expected.log, self.report)
        if expected.options is not None:
            compare_read_options(self.game, player, expected.options, self.report)

    def _why_not(self, section: content.WhyNot) -> None:
        ask, by = section.ask, section.by
        deciding = [d.player for d in self.game.decisions]
        if by is None and len(deciding) > 1:
            who = ", ".join(map(str, deciding))
            self.report.add(
                kinds.WRONG_PLAYER, f"several players choose now: {who}", section.node.span, expected="`by: 1`"
            )
            return
        player = (deciding or [1])[0]
        if by is not None:
            asker = Places(self.game.inspect.position).player(by, self.report)
            if asker is None:
                return
            player = asker
        if ask is None:
            return
        answer = self.game.why_not(player, ask.text)
        for wanted in section.says:
            if wanted.text not in answer.text:
                answer_text = " ".join(answer.text.split())
                message = f"asked why not `{ask.text}`, the engine doesn't say this"
                self.report.add(kinds.ANSWERED_OTHERWISE, message, wanted.span, expected=wanted.text, found=answer_text)

    def _finished(self, node: Scalar) -> None:
        if to_data(node) is not self.game.finished:
            actual = "it is over" if self.game.finished else offered_by(self.game)
            self._differs("the game is not over" if to_data(node) else "the game is over", node, None, actual)

    def _result(self, section: content.Result) -> None:
        result = self.game.result
        if result is None:
            if section.finished is None or to_data(section.node) != {"finished": False}:
                self._differs("the game is not over", section.node, None, offered_by(self.game))
            return
        actual = {
            "winners": result["winners"],
            "stalled": result["stalled"],
            "finished": True,
            "round": result["rounds"],
        }
        for key, value in entries(section.node):
            if key.text == "scores":
                self._scores(value, {str(s["player"]): s["total"] for s in result["scores"]})
            elif to_data(value) != actual[key.text]:
                self._differs(f"`{key.text}` is not as expected", value, plain(to_data(value)), plain(actual[key.text]))

    def _scores(self, node: Node, scores: dict[str, int]) -> None:
        for key, value in entries(node):
            if to_data(value) != scores.get(key.text):
                shown = plain(scores[key.text]) if key.text in scores else "no such player"
                self._differs(f"player {key.text} has another score", value, plain(to_data(value)), shown)

    def _differs(self, message: str, node: Node, expected: str | None, actual: str) -> None:
        self.report.add(kinds.WRONG_RESULT, message, node.span, expected=expected, found=actual)


def _scalars(node: Node | None) -> list[Scalar]:
    return [item for item in items(node) if isinstance(item, Scalar)]


@dataclass(slots=True)
class ScenarioResult:
    """The result of a scenario: the diagnostics of what failed."""

    scenario: Scenario
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.diagnostics

    @property
    def name(self) -> str:
        return self.scenario.name

    @property
    def file(self) -> str:
        return self.scenario.file

    @property
    def heading(self) -> str:
        """What the scenario's file is about; reports count it under this."""
        return self.scenario.heading

    @property
    def about(self) -> list[str]:
        """The powers and rules that the scenario is about."""
        return self.scenario.about

    @property
    def source(self) -> str:
        """Where the rule that it tests is written down."""
        return self.scenario.source


def run_scenarios(ruleset: Ruleset, only: Iterable[str] | None = None) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset. With `only`, run those with one of these names: of a scenario, a file, a heading,
    or of something that a scenario is about."""
    names = None if only is None else list(only)
    chosen = [
        s for s in read_scenarios(ruleset.content.files) if names is None or any(s.goes_by(name) for name in names)
    ]
    return [run_scenario(ruleset, scenario) for scenario in chosen]


def game_for(
    ruleset: Ruleset, scenario: Scenario, report: Report, begins: Callable[[Game], None] | None = None
) -> Game:
    """A game at a scenario's position, run to its first decisions. A scenario that names no number of players is
    played by the fewest.

    `begins` is called with the game once it stands at the position, before it runs on from there. Raises BadPosition
    after diagnostics, and GameFault.
    """
    players = number(scenario.players)
    try:
        game = ruleset.fresh_game(
            ruleset.fewest_players if players is None else players, scenario.seed, scenario.chosen
        )
    except BadSetup as problem:
        report_bad_setup(scenario, problem, report)
        raise BadPosition(report) from None
    given = scenario.given

    def stand(position: Position) -> None:
        if given is not None:
            prepare(position, given, report)
        if begins is not None:
            begins(game)

    if given is not None:
        game.inspect.begin(stand)
    else:
        stand(game.inspect.position)
        game.inspect.begin()
    return game


class ScenarioObserver(Protocol):
    """Watches a scenario while it runs."""

    def begins(self, game: Game) -> None:
        """The game stands at the scenario's position: what happens from now on is what the scenario is about."""

    def goes_on(self, game: Game) -> None:
        """Players must decide now. Called at the beginning and after each step."""


def run_scenario(ruleset: Ruleset, scenario: Scenario, witness: ScenarioObserver | None = None) -> ScenarioResult:
    """Run one scenario, perhaps watched by a witness."""
    report = Report()
    at = scenario.key.span
    try:
        begins = witness.begins if witness is not None else None
        game = game_for(ruleset, scenario, report, begins)
        play = ScenarioRun(game, report)
        if witness is not None:
            witness.goes_on(game)
        for step in scenario.steps:
            at = step.node.span
            play.run(step)
            game.inspect.see_that_hidden_fits()
            if witness is not None:
                witness.goes_on(game)
            if report.has_errors:
                taken = play.taken_before(scenario.key.span)
                own_errors = (each for each in report.errors if each.kind != kinds.WRONG_TAKEN)
                with_taken = [replace(each, related=(*each.related, *taken)) for each in own_errors]
                report.replace(report.errors if with_taken else [], with_taken)
                break
    except BadPosition:
        pass  # the report holds its diagnostics
    except GameFault as fault:
        report.extend(_within(scenario, at, d) for d in fault.diagnostics)
    except Exception as problem:
        problem.add_note(f"in the scenario {scenario.name}, {at.file}:{at.line}")
        raise
    return ScenarioResult(scenario, [_placed(d, at) for d in report.diagnostics])


def _within(scenario: Scenario, at: Span, diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic of a fault in the content, with the line of the scenario that led to it."""
    related = (*diagnostic.related, (f"in the scenario `{scenario.name}`, here", at))
    return replace(diagnostic, related=related)


def _placed(diagnostic: Diagnostic, at: Span) -> Diagnostic:
    return diagnostic if diagnostic.span is not None else replace(diagnostic, span=at)
