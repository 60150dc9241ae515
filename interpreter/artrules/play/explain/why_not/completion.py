"""Finds what fails when all tests of an option hold, but its action can't be completed.

It takes the option on the position as the seat knows it, and searches like the machine (`machine/looking_ahead.py`).
Since the option isn't offered, every path fails. It reports one failure: the first `require` with a text, or else the
first failure. It tries declining first, so it reports what happens when nothing optional is done. It skips paths that
depend on something hidden.
"""

from collections.abc import Iterator
from typing import Any

from artrules.engine.execute.guarded import HiddenValue, NotKnown
from artrules.engine.lower.program import DecisionTable
from artrules.model.ir import nodes as k
from artrules.play.explain.why_not.answer import Because, reason_of
from artrules.play.explain.why_not.conditions import Conditions
from artrules.play.explain.why_not.evaluate import Names
from artrules.play.explain.why_not.finding import Candidate, Finding
from artrules.play.explain.why_not.known_machine import Fail, FoundFault
from artrules.play.explain.why_not.phrases import DEPENDS_ON_HIDDEN, LAST_RESORT
from artrules.play.game.description import title_of_decision
from artrules.text.record import dataclass

MOST_FOLLOWED = 400


@dataclass(frozen=True, slots=True)
class Failure:
    """The end of a path: what failed, and the names and the position there."""

    what: str
    node: k.Node | None
    position: Any
    names: Names

    @property
    def has_text(self) -> bool:
        return isinstance(self.node, k.Require) and self.node.reason is not None


class Completion:
    """Follows what may happen after taking an option."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.evaluator = conditions.evaluator
        self.machine = conditions.evaluator.machine
        self.left = MOST_FOLLOWED
        self.came_to_hidden = False

    def find(self, candidate: Candidate) -> Finding:
        """What fails after taking a candidate of the decision on top of the stack. The position is lost."""
        source = self._table().branches[candidate[0]].at
        chosen: Failure | None = None
        for failure in self._failures(candidate):
            if chosen is None or failure.has_text:
                chosen = failure
            if failure.has_text:
                break
        if chosen is None:
            return Finding(0, DEPENDS_ON_HIDDEN if self.came_to_hidden else LAST_RESORT, source=source)
        self.machine.go_back(chosen.position)
        return self._finding(chosen)

    def _failures(self, candidate: Candidate) -> Iterator[Failure]:
        """The failures that a candidate leads to, those after declining first. The position is lost."""
        self.left -= 1
        if self.left < 0:
            return
        machine = self.machine
        try:
            self._take(candidate)
            if machine["status"] or not machine.call("advance") or machine["status"]:
                return
            if machine.call_table("deciding_player", self._table().number) != machine.call("acting_player"):
                return
            table, names = self._table(), self.names()
            candidates = self._candidates()
        except Fail as fail:
            yield Failure(*self.evaluator.site(fail.site), machine.keep(), machine.locals_at(fail))
            return
        except NotKnown:
            self.came_to_hidden = True
            return
        except FoundFault:
            return
        position = machine.keep()
        if not candidates:
            yield Failure("nothing can be chosen there", table.choose, position, names)
        for each in sorted(candidates, key=lambda c: not table.branches[c[0]].declines):
            machine.go_back(position)
            yield from self._failures(each)

    def _table(self) -> DecisionTable:
        """The decision on top of the stack."""
        machine = self.machine
        return machine.program.decisions[machine.region("stack")[machine["stack_top"] - 1]]

    def _take(self, candidate: Candidate) -> None:
        """Take a candidate of the decision on top of the stack."""
        decision = self._table().number
        row = [*candidate, *[0] * self.machine.region("row_words")[decision]]
        self.machine.region("candidates")[: len(row)] = row
        self.machine.call_table("take_candidate", decision, 0)

    def names(self) -> dict[str, Any]:
        """The names in the frame on top of the stack with their values. What the seat may not know isn't there."""
        machine, block, top = self.machine, self._table().number, self.machine["stack_top"]
        values = machine.region("stack")[top - machine.region("frame_words")[block] : top - 1]
        names = zip(machine.program.frames[block].names, values, strict=True)
        return {name: value for name, value in names if not isinstance(value, HiddenValue)}

    def _candidates(self) -> list[Candidate]:
        """The candidates of the decision on top of the stack, as its tests allow."""
        machine, table = self.machine, self._table()
        machine["candidates_top"] = 0
        machine.call_table("list_candidates", table.number)
        width = machine.region("row_words")[table.number]
        rows = machine.region("candidates")[: machine["row_count"] * width]
        candidates: list[Candidate] = []
        for first in range(0, len(rows), width):
            binders = len(table.branches[rows[first]].types)
            candidates.append(tuple(rows[first : first + 1 + binders]))
        return candidates

    # -- what failed

    def _finding(self, failure: Failure) -> Finding:
        node, names = failure.node, failure.names
        match node:
            case k.Require(condition=condition, reason=text):
                because = self.conditions.why(condition, names)
                if not because:
                    because = [Because(self.conditions.author.words(condition.at), {}, condition.at)]
                reason = _then(reason_of(because)) if text is None else self.evaluator.text(text, names)
                return Finding(0, reason, tuple(because), source=node.at)
            case k.UsePower(power=power, me=me):
                because = self.conditions.why_unusable(power, me, names)
                reason = _then(reason_of(because))
                return Finding(0, reason, tuple(because), source=node.at)
            case k.Choose(branches=branches):
                because = [b for branch in branches for b in self._nothing_from(branch, names)]
                title = title_of_decision(self.evaluator.model, node.site, node.prompt)
                reasons = "; and ".join(dict.fromkeys(each.reason for each in because if each.reason))
                reason = f"then nothing could be chosen ({title})" + (f": {reasons}" if reasons else "")
                return Finding(0, reason, tuple(because), source=node.at)
            case _ if isinstance(node, k.Expression):
                reason = self.conditions.phrases.missing(node, names)
                because = [self.conditions.because(node, names, reason=reason)]
                return Finding(0, _then(reason), tuple(because), source=node.at)
        return Finding(0, LAST_RESORT, source=node.at if node is not None else None)

    def _nothing_from(self, branch: k.Branch, names: Names) -> list[Because]:
        """The reasons why a branch has no candidate."""
        reasons = []
        for binder in branch.binders:
            values: dict[str, str] = {}
            self.conditions.parts.add(binder.domain, names, values)
            reason = self.conditions.phrases.nothing_in(binder.domain, names)
            reasons.append(Because(self.conditions.author.words(binder.at), values, binder.at, reason=reason))
        if branch.guard is not None:
            reasons += self.conditions.why(branch.guard, names)
        return reasons


def _then(reason: str) -> str:
    """A reason that holds only once an option has been taken."""
    return f"then {reason}" if reason else LAST_RESORT
