"""The options `--time` and `--iterations`: for how long bots think. This module doesn't import the engine, so that help
texts come fast."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from artrules.commands.exit import Misuse
from artrules.record import dataclass

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Budget:
    """For how long bots think that don't say it themselves: an option of theirs and its value, as text; None for what
    each does without. `named` says whether the command line names it."""

    option: str | None = None
    value: str = ""
    named: bool = False

    def given(self, texts: list[str]) -> list[str]:
        """The texts of bots, with it. Raises BotProblem; and Misuse where it is named, and no bot can use it."""
        from artrules.bots.registry import bots_that_take_time, check_bot, takes_time, with_budget

        if self.option is None:
            return texts
        if self.named and not any(map(takes_time, texts)):
            able = " or ".join(f"`{name}`" for name in bots_that_take_time())
            raise Misuse(f"no bot here thinks for as long as --{self.option} says: choose --bot {able}")
        texts = [with_budget(text, self.option, self.value) for text in texts]
        for text in texts:
            check_bot(text)
        return texts


def budget_options(function: F) -> F:
    """Add the options `--time` and `--iterations` to a command, whose parameter `budget` then gets a Budget."""

    @wraps(function)
    def with_budget(*arguments: Any, time: str | None, iterations: str | None, **rest: Any) -> Any:
        if time is not None and iterations is not None:
            raise Misuse("give --time or --iterations, not both")
        chosen = {"time": time, "iterations": iterations}
        option = next((key for key, value in chosen.items() if value is not None), None)
        budget = Budget() if option is None else Budget(option, (chosen[option] or "").strip(), named=True)
        return function(*arguments, budget=budget, **rest)

    made: Callable[..., Any] = with_budget
    for option in (
        click.option(
            "--iterations",
            metavar="N",
            help="How many iterations bots think that search: the same seed, the same choices.",
        ),
        click.option(
            "--time",
            metavar="SECONDS",
            help="How many seconds of processor time bots think that search, at each decision.",
        ),
    ):
        made = option(made)
    return cast(F, made)
