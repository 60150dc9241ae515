"""The lines of a test of feasibility: for one candidate, or for all candidates of a branch. The second form computes
what the candidates share only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from artrules.compile.statements import INDENT

MOST_TRIED = 300
"""The most candidates of later decisions that are tried in place for one option. After that the engine searches on
copies, where it remembers positions."""


@dataclass(frozen=True)
class FeasibilityTest:
    """A test's lines.

    `needs` are the names of the values in the decision's frame, `values` those of the candidate's binders. `first` are
    the lines that don't depend on `values`. `units` bounds the test's work (`analyses/cost.py`), without the steps that
    count themselves.
    """

    needs: list[str]
    values: list[str]
    first: list[str]
    lines: list[str]
    units: int

    def one(self) -> list[str]:
        """The body of the test for one candidate."""
        return [f"S.steps += {self.units}", *self.first, *undone_after(self.lines)]

    def all(self) -> list[str] | None:
        """The body of the test for all candidates of a branch; None if the code contains a loop of its own.

        The generated function takes the candidates as `found`, and appends the answer for each to `answers`.
        """
        if not self.values or any(line.lstrip().startswith(("for ", "while ")) for line in self.lines):
            return None
        lines: list[str] = []
        for line in self.lines:
            room, text = line[: len(line) - len(line.lstrip())], line.lstrip()
            if text.startswith("return "):
                lines += [f"{room}answers.append({text.removeprefix('return ')})", f"{room}continue"]
            else:
                lines.append(line.replace("if safe_below(S, place):", "if safe:"))
        first = self.first
        if any("if safe:" in line for line in lines):
            first = [*first, "safe = safe_below(S, place)"]
        caught = ["except Fail:", f"{INDENT}answers.append(False)"]
        body = [f"S.trials_left = {MOST_TRIED}", *undone_after(lines, caught)]
        count = f"S.steps += {self.units} * len(found)"
        return [count, *first, f"for _, {', '.join(self.values)} in found:", *(INDENT + line for line in body)]


def undone_after(lines: list[str], caught: Sequence[str] = ()) -> list[str]:
    """Some lines, in a `try` that undoes their changes at the end. `caught` are lines of `except` clauses."""
    undone = any("undo" in line for line in lines)
    if not undone and not caught:
        return lines
    start = ["undo = []"] if undone else []
    end = ["finally:", f"{INDENT}if undo:", f"{INDENT * 2}undo_all(S, undo)"] if undone else []
    return [*start, "try:", *(INDENT + line for line in lines), *caught, *end]
