"""What a check is: a function, the kinds of diagnostic that it reports, and when it runs.

A check is declared by one of four decorators, which say when it runs:

- `precondition`: before all others, on each model; if one doesn't hold, no other check looks at that model;
- `model_check`: on each model;
- `ruleset_check`: once, on the models of all combinations of overlays together;
- `scenario_check`: on each file of scenarios.

A check that asks for uses reports what is mentioned nowhere. So it looks at all code, even where there are errors;
others look at sound code only (`soundness.py`).

A check that reads words judges rulings, terms, remarks and the titles of the layout, or looks into the text of whole
files. All others are given models without such words, so an edit of these asks them nothing.

Some checks don't judge the files of libraries: never those that ask for what a game has and leaves alone, because
another game may use it; those of what is always so only alone, because it need not be so in another game.

The decorated name stands for the check, not for the function. `registry.py` discovers it.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.model.ir.model import Model
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.report import Report

InLibraries: TypeAlias = Literal["always", "alone", "never"]
"""When a check judges the files of libraries: in games too, only where a library is judged alone, or never."""


class Precondition(NamedTuple):
    """A check that the others rely on. `holds` reports what it finds and returns whether the model is sound."""

    name: str
    kinds: tuple[Kind, ...]
    holds: Callable[[Model, Report], bool]


class ModelCheck(NamedTuple):
    """A check of one model. One that only warns runs last, on what is free of errors. With `without_errors` it needs
    the whole model, and runs last if nothing is wrong with it."""

    name: str
    kinds: tuple[Kind, ...]
    find: Callable[[Model, Report], None]
    without_errors: bool
    asks_for_uses: bool
    in_libraries: InLibraries
    reads_words: bool

    @property
    def only_warns(self) -> bool:
        """Whether nothing that it finds is an error."""
        return all(kind.severity == "warning" for kind in self.kinds)


class RulesetCheck(NamedTuple):
    """A check of all models of a ruleset. There is at least one, and the first is the game without overlays."""

    name: str
    kinds: tuple[Kind, ...]
    find: Callable[[Sequence[Model], Report], None]
    asks_for_uses: bool
    in_libraries: InLibraries
    reads_words: bool


class ScenarioCheck(NamedTuple):
    """A check of one file of scenarios, without running them."""

    name: str
    kinds: tuple[Kind, ...]
    find: Callable[[ScenarioFile, Report], None]
    asks_for_uses: bool


Check = Precondition | ModelCheck | RulesetCheck | ScenarioCheck


def precondition(*kinds: Kind) -> Callable[[Callable[[Model, Report], bool]], Precondition]:
    """Declare a check that must hold before any other looks at a model. `kinds` are those that it reports."""
    return lambda function: Precondition(function.__name__, kinds, function)


def model_check(
    *kinds: Kind,
    without_errors: bool = False,
    asks_for_uses: bool = False,
    in_libraries: InLibraries = "always",
    reads_words: bool = False,
) -> Callable[[Callable[[Model, Report], None]], ModelCheck]:
    """Declare a check of each model. `kinds` are those that it reports; if it reads words it only warns."""
    return lambda function: ModelCheck(
        function.__name__, kinds, function, without_errors, asks_for_uses, in_libraries, reads_words
    )


def ruleset_check(
    *kinds: Kind, asks_for_uses: bool = False, in_libraries: InLibraries = "always", reads_words: bool = False
) -> Callable[[Callable[[Sequence[Model], Report], None]], RulesetCheck]:
    """Declare a check of all models of a ruleset together. `kinds` are those that it reports."""
    return lambda function: RulesetCheck(function.__name__, kinds, function, asks_for_uses, in_libraries, reads_words)


def scenario_check(
    *kinds: Kind, asks_for_uses: bool = False
) -> Callable[[Callable[[ScenarioFile, Report], None]], ScenarioCheck]:
    """Declare a check of each file of scenarios. `kinds` are those that it reports."""
    return lambda function: ScenarioCheck(function.__name__, kinds, function, asks_for_uses)
