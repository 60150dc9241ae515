"""A function of foresight as lines: for one candidate, or for all of a branch, where what is the same is found once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from artrules.compile.statements import INDENT

MOST_TRIED = 300
"""So many candidates are tried in place for one option before the engine looks ahead on copies, with a memory."""


@dataclass(frozen=True)
class Foreseen:
    """A function's lines; `first` are those whose values don't depend on the candidate's `values`. `units` bounds its
    work (`analyses/cost.py`) but for steps that count themselves."""

    needs: list[str]
    values: list[str]
    first: list[str]
    lines: list[str]
    units: int

    def one(self) -> list[str]:
        """The body for one candidate."""
        return [f"S.steps += {self.units}", *self.first, *taken_back(self.lines)]

    def all(self) -> list[str] | None:
        """The body for all candidates of a branch, which lie in `found`: adds to `told` what is foreseen of each.
        None where a loop of the code's own is in the way."""
        if not self.values or any(line.lstrip().startswith(("for ", "while ")) for line in self.lines):
            return None
        lines: list[str] = []
        for line in self.lines:
            room, text = line[: len(line) - len(line.lstrip())], line.lstrip()
            if text.startswith("return "):
                lines += [f"{room}told.append({text.removeprefix('return ')})", f"{room}continue"]
            else:
                lines.append(line.replace("if safe_below(S, place):", "if safe:"))
        first = self.first
        if any("if safe:" in line for line in lines):
            first = [*first, "safe = safe_below(S, place)"]
        caught = ["except Fail:", f"{INDENT}told.append(False)"]
        body = [f"S.trials_left = {MOST_TRIED}", *taken_back(lines, caught)]
        count = f"S.steps += {self.units} * len(found)"
        return [count, *first, f"for _, {', '.join(self.values)} in found:", *(INDENT + line for line in body)]


def taken_back(lines: list[str], caught: Sequence[str] = ()) -> list[str]:
    """Lines after which what they change is taken back."""
    undone = any("undo" in line for line in lines)
    if not undone and not caught:
        return lines
    start = ["undo = []"] if undone else []
    end = ["finally:", f"{INDENT}if undo:", f"{INDENT * 2}take_back(S, undo)"] if undone else []
    return [*start, "try:", *(INDENT + line for line in lines), *caught, *end]
