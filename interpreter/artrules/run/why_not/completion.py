"""Finds what fails when all tests of an option hold, but its action can't be completed.

It takes the option on the position as the seat knows it, and searches like `run/feasibility/on_copies.py`. Since the
option isn't offered, every path fails. It reports one failure: the first `require` with a text, or else the first
failure. It tries declining first, so it reports what happens when nothing optional is done. It skips paths that depend
on something hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from artrules.ir import nodes as k
from artrules.run.advance import Candidate, acting, advance, take
from artrules.run.powers import limit_has_room
from artrules.run.signals import Committed, Fail, Fault, GameEnds
from artrules.run.state import Frame, State
from artrules.run.why_not.answer import Because
from artrules.run.why_not.conditions import Conditions
from artrules.run.why_not.describe import called
from artrules.run.why_not.evaluate import Failed, Names, Undetermined
from artrules.run.why_not.finding import Finding
from artrules.run.why_not.powers import why_unusable
from artrules.run.why_not.stand_ins import HiddenValue, NotKnown

if TYPE_CHECKING:
    from artrules.compile.program import DecisionTable

MOST_FOLLOWED = 400


@dataclass(frozen=True, slots=True)
class Failure:
    """The end of a path: what failed, and the names and the position there."""

    what: str
    node: k.Node | None
    state: State
    names: Names

    @property
    def has_text(self) -> bool:
        return isinstance(self.node, k.Require) and self.node.reason is not None


class Completion:
    """Follows what may happen after taking an option."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.evaluator = conditions.evaluator
        self.runtime = conditions.evaluator.runtime
        self.left = MOST_FOLLOWED
        self.came_to_hidden = False

    def find(self, S: State, candidate: Candidate) -> Finding:
        """What fails after taking a candidate of the decision on top of the active stack."""
        chosen: Failure | None = None
        for failure in self._failures(S, candidate):
            if chosen is None or failure.has_text:
                chosen = failure
            if failure.has_text:
                break
        if chosen is None:
            source = self.runtime.decisions[S.stack[-1][0]].branches[candidate[0]].at
            why = "for a reason that you may not know" if self.came_to_hidden else "whatever is chosen on the way"
            return Finding(0, f"it can't be completed, {why}", source=source)
        return self._finding(chosen)

    def _failures(self, S: State, candidate: Candidate) -> Iterator[Failure]:
        """The failures that a candidate leads to, those after declining first."""
        self.left -= 1
        if self.left < 0:
            return
        T = S.trial()
        T.redaction = S.redaction
        try:
            take(T, T.stack[-1], candidate)
            frame = advance(T)
            if frame is None or self.runtime.deciders[frame[0]](T, *frame[1:]) != acting(T):
                return
            table, names = self.runtime.decisions[frame[0]], self.names(frame)
            candidates = self._candidates(T, table, names)
        except Fail as fail:
            yield Failure(*self.evaluator.site(fail.site), T, self.evaluator.names_at(fail))
            return
        except Failed as failed:
            yield Failure(*self.evaluator.site(failed.site), T, failed.names)
            return
        except (NotKnown, Undetermined):
            self.came_to_hidden = True
            return
        except (Committed, GameEnds, Fault):
            return
        if not candidates:
            yield Failure("nothing can be chosen there", table.choose, T, names)
        for each in sorted(candidates, key=lambda c: not table.branches[c[0]].declines):
            yield from self._failures(T, each)

    def names(self, frame: Frame) -> dict[str, Any]:
        """The names in a decision's frame with their values. What the seat may not know is a stand-in."""
        names = zip(self.runtime.program.frame_names[frame[0]][1], frame[1:], strict=True)
        return {name: value for name, value in names if not isinstance(value, HiddenValue)}

    def _candidates(self, S: State, table: DecisionTable, names: dict[str, Any]) -> list[Candidate]:
        """The candidates that the tests of a decision's branches allow. Raises Undetermined."""
        found: list[Candidate] = []
        for index, branch in enumerate(table.choose.branches):
            for inner in self._bound(S, branch.binders, names):
                if branch.guard is not None and not self.evaluator.value(S, branch.guard, inner):
                    continue
                key = table.branches[index].limit_key
                if branch.limit is not None and key is not None:
                    me = self.evaluator.value(S, table.choose.me, inner)
                    if not limit_has_room(S, me, branch.limit.index, key):
                        continue
                found.append((index, *(inner[b.local.name] for b in branch.binders)))
        return found

    def _bound(self, S: State, binders: Sequence[k.Binder], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not binders:
            yield names
            return
        binder = binders[0]
        for item in self.evaluator.items(S, binder.domain, names):
            inner = {**names, binder.local.name: item}
            if binder.condition is None or self.evaluator.value(S, binder.condition, inner):
                yield from self._bound(S, binders[1:], inner)

    # -- what failed

    def _finding(self, failure: Failure) -> Finding:
        node, S, names = failure.node, failure.state, failure.names
        match node:
            case k.Require(condition=condition, reason=text):
                because = self.conditions.why(S, condition, names)
                if not because:
                    because = [Because(self.conditions.author.words(condition.at), {}, condition.at)]
                reason = f"it needs `{because[0].condition}`" if text is None else self._text(text, S, names)
                return Finding(0, reason, tuple(because), source=node.at)
            case k.UsePower(power=power, me=me):
                because = why_unusable(self.conditions, S, power, me, names, 0)
                reason = f"it can't be completed: {because[0].reason if because else failure.what}"
                return Finding(0, reason, tuple(because), source=node.at)
            case k.Choose(branches=branches):
                because = [b for branch in branches for b in self._nothing_from(branch, S, names)]
                told = "`, `".join(b.condition for b in because)
                reason = f"it leads to a choice in which there is nothing to choose (`{told}`)"
                return Finding(0, reason, tuple(because), source=node.at)
            case _ if isinstance(node, k.Expression):
                because = [self.conditions.because(S, node, names)]
                return Finding(0, f"it can't be completed: {failure.what}", tuple(because), source=node.at)
        source = node.at if node is not None else None
        return Finding(0, f"it can't be completed: {failure.what}", source=source)

    def _nothing_from(self, branch: k.Branch, S: State, names: Names) -> list[Because]:
        """The reasons why a branch has no candidate."""
        told = []
        for binder in branch.binders:
            values: dict[str, str] = {}
            self.conditions.parts.add(S, binder.domain, names, values)
            told.append(Because(self.conditions.author.words(binder.at), values, binder.at))
        if branch.guard is not None:
            told += self.conditions.why(S, branch.guard, names)
        return told

    def _text(self, label: k.Label, S: State, names: Names) -> str:
        """The text of a `require`, with the values at this point."""
        parts = []
        for part in label.parts:
            try:
                value = "" if isinstance(part, str) else self.evaluator.value(S, part, names)
                parts.append(part if isinstance(part, str) else called(S, value, part.type))
            except Undetermined:
                parts.append("…")
        return "".join(parts)
