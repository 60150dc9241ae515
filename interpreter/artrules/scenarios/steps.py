"""The steps of a scenario: each chooses something, or states what must be so. A diagnostic points at what isn't so."""

from __future__ import annotations

from collections.abc import Callable

from artrules.declare.read import entries, get, items, number, scalar
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.run.game import Game
from artrules.run.log import LogEntry
from artrules.scenarios.compare import Comparison
from artrules.scenarios.observation import Sight, plain
from artrules.scenarios.options import compare_options, find_option, offered_by
from artrules.scenarios.places import Places
from artrules.source.node import Mapping, Node, Scalar, to_data


class Play:
    """A game on which steps are run. `news` holds the log entries since the last choice."""

    def __init__(self, game: Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.news: list[LogEntry] = game.log

    def run(self, step: Mapping) -> None:
        """Run one step. Raises GameFault when the content makes a mistake."""
        for name, action in STEPS.items():
            node = step.get(name)
            if node is not None:
                action(self, step, node)

    # -- choosing

    def choose(self, step: Mapping, node: Node) -> None:
        if not isinstance(node, Scalar):
            return
        option = find_option(self.game, node, scalar(step.get("by")), number(step.get("nth")) or 1, self.report)
        if option is None:
            return
        # By identity: at the end of a phase played all at once its entries are sorted.
        before = self.game.log
        known = {id(entry) for entry in before}
        self.game.choose(option)
        self.news = [entry for entry in self.game.log if id(entry) not in known]

    def options(self, step: Mapping, node: Node) -> None:
        how = next(name for name in ("options", "offered", "not_offered") if step.get(name) is node)
        compare_options(self.game, node, _scalars(node), how, scalar(step.get("by")), self.report)

    def decides(self, step: Mapping, node: Node) -> None:
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

    def took(self, step: Mapping, node: Node) -> None:
        taken = [entry.text for entry in self.news if entry.kind == "took"]
        left = iter(taken)
        for label in _scalars(node):
            if label.text not in left:
                self._taken(f"the engine has not taken `{label.text}` by itself here", label, label.text, taken)
                return

    def not_took(self, step: Mapping, node: Node) -> None:
        taken = [entry.text for entry in self.news if entry.kind == "took"]
        for label in _scalars(node):
            if label.text in taken:
                self._taken(f"the engine has taken `{label.text}` by itself", label, None, taken)

    def _taken(self, message: str, label: Scalar, expected: str | None, taken: list[str]) -> None:
        self.report.add(
            kinds.WRONG_TAKEN, message, label.span, expected=expected, found=", ".join(taken) or "nothing was taken"
        )

    def says(self, step: Mapping, node: Node) -> None:
        told = [entry.text for entry in self.news if entry.kind == "said"]
        if isinstance(node, Scalar) and not any(node.text in text for text in told):
            found = "; ".join(told) or "nothing"
            self.report.add(kinds.NOT_SAID, "nothing like this was said", node.span, expected=node.text, found=found)

    # -- what is so

    def expect(self, step: Mapping, node: Node) -> None:
        Comparison(self.game.position, Sight(self.game), self.report).run(node)

    def sees(self, step: Mapping, node: Node) -> None:
        seat = get(node, "seat")
        player = None
        if isinstance(seat, Scalar):
            player = Places(self.game.position).player(seat, self.report)
        if player is not None:
            Comparison(self.game.position, Sight(self.game, player), self.report).run(node)

    def why_not(self, step: Mapping, node: Node) -> None:
        ask, by = scalar(get(node, "ask")), scalar(get(node, "by"))
        deciding = [d.player for d in self.game.decisions]
        if by is None and len(deciding) > 1:
            who = ", ".join(map(str, deciding))
            self.report.add(kinds.WRONG_PLAYER, f"several players choose now: {who}", node.span, expected="`by: 1`")
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
        for wanted in _scalars(get(node, "says")):
            if wanted.text not in answer.text:
                told = " ".join(answer.text.split())
                message = f"asked why not `{ask.text}`, the engine doesn't say this"
                self.report.add(kinds.ANSWERED_OTHERWISE, message, wanted.span, expected=wanted.text, found=told)

    def finished(self, step: Mapping, node: Node) -> None:
        if to_data(node) is not self.game.finished:
            found = "it is over" if self.game.finished else offered_by(self.game)
            self._result("the game is not over" if to_data(node) else "the game is over", node, None, found)

    def result(self, step: Mapping, node: Node) -> None:
        result = self.game.result
        if result is None:
            if get(node, "finished") is None or to_data(node) != {"finished": False}:
                self._result("the game is not over", node, None, offered_by(self.game))
            return
        found = {
            "winners": result["winners"],
            "stalled": result["stalled"],
            "finished": True,
            "round": result["rounds"],
        }
        for key, value in entries(node):
            if key.text == "scores":
                self._scores(value, {str(s["player"]): s["total"] for s in result["scores"]})
            elif to_data(value) != found[key.text]:
                self._result(f"`{key.text}` is not as expected", value, plain(to_data(value)), plain(found[key.text]))

    def _scores(self, node: Node, found: dict[str, int]) -> None:
        for key, value in entries(node):
            if to_data(value) != found.get(key.text):
                shown = plain(found[key.text]) if key.text in found else "no such player"
                self._result(f"player {key.text} has another score", value, plain(to_data(value)), shown)

    def _result(self, message: str, node: Node, expected: str | None, found: str) -> None:
        self.report.add(kinds.WRONG_RESULT, message, node.span, expected=expected, found=found)


STEPS: dict[str, Callable[[Play, Mapping, Node], None]] = {
    "choose": Play.choose,
    "options": Play.options,
    "offered": Play.options,
    "not_offered": Play.options,
    "decides": Play.decides,
    "took": Play.took,
    "not_took": Play.not_took,
    "says": Play.says,
    "expect": Play.expect,
    "sees": Play.sees,
    "why_not": Play.why_not,
    "finished": Play.finished,
    "result": Play.result,
}
"""What each key of a step does."""


def _scalars(node: Node | None) -> list[Scalar]:
    return [item for item in items(node) if isinstance(item, Scalar)]
