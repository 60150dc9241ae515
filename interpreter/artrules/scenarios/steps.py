"""The steps of a scenario: each chooses something, or states what must be so. A diagnostic points at what isn't so."""

from __future__ import annotations

from artrules.content import scenarios as content
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.game.game import Game
from artrules.game.log import LogEntry
from artrules.scenario_files.places import Places
from artrules.scenarios.compare import Comparison
from artrules.scenarios.observation import ScenarioView, plain
from artrules.scenarios.options import compare_options, find_option, offered_by
from artrules.scenarios.reading import compare_log, compare_read_options, new_lines
from artrules.source.lookup import entries, items, number
from artrules.source.node import Node, Scalar, to_data


class ScenarioRun:
    """A game on which steps are run. `news` holds the log entries since the last choice, `read_before` by player what
    that seat had read by then."""

    def __init__(self, game: Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.news: list[LogEntry] = game.log
        self.read_before: dict[int, list[LogEntry]] = {}

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
            self._sees(step.sees)
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
        known = {id(entry) for entry in before}
        read = {player: self.game.log_of(player) for player in range(1, self.game.players + 1)}
        self.game.choose(option)
        self.news = [entry for entry in self.game.log if id(entry) not in known]
        self.read_before = read

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
        taken = [entry.text for entry in self.news if entry.kind == "took"]
        left = iter(taken)
        for label in _scalars(node):
            if label.text not in left:
                self._taken(f"the engine has not taken `{label.text}` by itself here", label, label.text, taken)
                return

    def _not_took(self, node: Node) -> None:
        taken = [entry.text for entry in self.news if entry.kind == "took"]
        for label in _scalars(node):
            if label.text in taken:
                self._taken(f"the engine has taken `{label.text}` by itself", label, None, taken)

    def _taken(self, message: str, label: Scalar, expected: str | None, taken: list[str]) -> None:
        self.report.add(
            kinds.WRONG_TAKEN, message, label.span, expected=expected, found=", ".join(taken) or "nothing was taken"
        )

    def _says(self, text: Scalar) -> None:
        told = [entry.text for entry in self.news if entry.kind == "said"]
        if not any(text.text in each for each in told):
            found = "; ".join(told) or "nothing"
            self.report.add(kinds.NOT_SAID, "nothing like this was said", text.span, expected=text.text, found=found)

    # -- what is so

    def _expect(self, expected: content.Expect) -> None:
        Comparison(self.game.position, ScenarioView(self.game), self.report).run(expected)

    def _sees(self, expected: content.SeatView) -> None:
        player = None
        if expected.seat is not None:
            player = Places(self.game.position).player(expected.seat, self.report)
        if player is not None:
            Comparison(self.game.position, ScenarioView(self.game, player), self.report).run(expected)

    def _reads(self, expected: content.SeatTexts) -> None:
        player = None
        if expected.seat is not None:
            player = Places(self.game.position).player(expected.seat, self.report)
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
            found = Places(self.game.position).player(by, self.report)
            if found is None:
                return
            player = found
        if ask is None:
            return
        answer = self.game.why_not(player, ask.text)
        for wanted in section.says:
            if wanted.text not in answer.text:
                told = " ".join(answer.text.split())
                message = f"asked why not `{ask.text}`, the engine doesn't say this"
                self.report.add(kinds.ANSWERED_OTHERWISE, message, wanted.span, expected=wanted.text, found=told)

    def _finished(self, node: Scalar) -> None:
        if to_data(node) is not self.game.finished:
            found = "it is over" if self.game.finished else offered_by(self.game)
            self._differs("the game is not over" if to_data(node) else "the game is over", node, None, found)

    def _result(self, section: content.Result) -> None:
        result = self.game.result
        if result is None:
            if section.finished is None or to_data(section.node) != {"finished": False}:
                self._differs("the game is not over", section.node, None, offered_by(self.game))
            return
        found = {
            "winners": result["winners"],
            "stalled": result["stalled"],
            "finished": True,
            "round": result["rounds"],
        }
        for key, value in entries(section.node):
            if key.text == "scores":
                self._scores(value, {str(s["player"]): s["total"] for s in result["scores"]})
            elif to_data(value) != found[key.text]:
                self._differs(f"`{key.text}` is not as expected", value, plain(to_data(value)), plain(found[key.text]))

    def _scores(self, node: Node, found: dict[str, int]) -> None:
        for key, value in entries(node):
            if to_data(value) != found.get(key.text):
                shown = plain(found[key.text]) if key.text in found else "no such player"
                self._differs(f"player {key.text} has another score", value, plain(to_data(value)), shown)

    def _differs(self, message: str, node: Node, expected: str | None, found: str) -> None:
        self.report.add(kinds.WRONG_RESULT, message, node.span, expected=expected, found=found)


def _scalars(node: Node | None) -> list[Scalar]:
    return [item for item in items(node) if isinstance(item, Scalar)]
