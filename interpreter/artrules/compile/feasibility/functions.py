"""Writes whole tests of feasibility: for a branch, a block, a decision."""

from __future__ import annotations

from dataclasses import replace

from artrules.analyses.cost import MOST_STEPS
from artrules.compile import blocks as b
from artrules.compile.cut_points import decision_work
from artrules.compile.feasibility.blocks import BlockFollower
from artrules.compile.feasibility.path import Path, begin
from artrules.compile.feasibility.statements import UNKNOWN
from artrules.compile.feasibility.written_test import FeasibilityTest
from artrules.compile.statements import INDENT
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart

MOST_LINES = 200
"""The most steps of code in one test. Longer code is tried on a copy of the state."""
TOO_DEEP = INDENT * 90
"""Python allows at most 100 nested suites. Code whose test would nest deeper than this is tried on a copy."""


class FeasibilityCompiler(BlockFollower):
    """Writes the tests of one program."""

    def branch(self, block: b.Block, index: int, limit_key: int | None) -> FeasibilityTest | None:
        """The test of a decision's branch; None if it could decide nothing.

        `limit_key` is the key under which uses of the branch are counted, if it has a limit.
        """
        assert isinstance(block.end, b.Decide)
        branch, target = block.end.choose.branches[index], block.end.targets[index]
        values = [binder.local.name for binder in branch.binders]
        path = begin(target, [*block.needs, *values])
        self.names = path.scopes[0]
        domains = [(x.local.name, x.domain) for x in branch.binders]
        owned = [(name, zone) for name, zone in domains if isinstance(zone, k.ZoneOf)]
        known_zones = [(name, zone, self.plain(zone.owner) if zone.owner is not None else "") for name, zone in owned]
        path = replace(path, known_zones=tuple(known_zones))
        if branch.limit is not None:
            me = self.plain(block.end.choose.me)
            path = path.deferring(
                frozenset({StatePart.LIMITS}), [f"try_count(S, undo, {me}, {branch.limit.index}, {limit_key})"]
            )
        return self._function(path, block.needs, values)

    def rest(self, block: b.Block) -> FeasibilityTest | None:
        """The test of a block and everything after it; None if it could decide nothing."""
        return self._function(begin(block, block.needs), block.needs, [])

    def _function(self, path: Path, needs: list[str], values: list[str]) -> FeasibilityTest | None:
        self.fresh, self.left, self.depth, self.units = 0, MOST_LINES, 0, 0
        self.first, self.same = [], set(needs)
        lines = self._follow(path)
        if lines == UNKNOWN or any(line.startswith(TOO_DEEP) for line in lines):
            return None
        return FeasibilityTest(needs, values, self.first, lines, 10 + self.units)

    def decision(self, block: b.Block, written: set[int]) -> list[str]:
        """The body of a decision's test: whether some candidate can be completed.

        Branches that decline are tried first. `written` are the indices of the branches that have a test.
        """
        assert isinstance(block.end, b.Decide)
        self.names = {}
        choose = block.end.choose
        me = self.plain(choose.me)
        count = f"S.steps += {10 + self.work.outside(decision_work(block, block.end, self.work))}"
        lines = [f"if {me} != S.actor:", f"{INDENT}return True", count, "unsure = False"]
        order = sorted(range(len(choose.branches)), key=lambda i: (not choose.branches[i].declines, i))
        for index in order:
            branch = choose.branches[index]
            depth = 0
            for binder in branch.binders:
                items, condition = self.through(binder)
                lines.append(f"{INDENT * depth}for {binder.local.name} in {items}:")
                depth += 1
                if condition is not None:
                    lines.append(f"{INDENT * depth}if not {self.plain(condition)}:")
                    lines.append(f"{INDENT * (depth + 1)}continue")
            if branch.guard is not None:
                lines.append(f"{INDENT * depth}if {self.plain(branch.guard)}:")
                depth += 1
            if branch.limit is not None or index not in written:
                lines.append(f"{INDENT * depth}unsure = True")
                continue
            values = "".join(f", {name}" for name in [*block.needs, *(x.local.name for x in branch.binders)])
            trying = [
                "S.trials_left -= 1",
                f"if S.trials_left < 0 or S.steps > {MOST_STEPS}:",
                f"{INDENT}return None",
                "try:",
                f"{INDENT}leads_on = q{block.number}_{index}(S, place{values})",
                f"{INDENT}if leads_on:",
                f"{INDENT}{INDENT}return True",
                f"{INDENT}if leads_on is None:",
                f"{INDENT}{INDENT}unsure = True",
                "except Fail:",
                f"{INDENT}pass",
            ]
            lines += [INDENT * depth + line for line in trying]
        return [*lines, "return None if unsure else False"]
