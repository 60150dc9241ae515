"""Names in code that nothing reads: of `let`, of draws by chance, of answers, of parameters, of what players choose.

A name counts as read where its value matters. To assign it or to count it up is not to read it, and the label of an
option only tells players what they choose. Names of loops and of `count`, `any` and the like may go unread, because
they also say how often, and so may names of happenings. What is chosen out of a list of the author's own isn't judged:
the list may have one item alone, which the label tells. A parameter is read if some version of the procedure reads it,
with or without overlays; a procedure that does nothing yet may leave all of its parameters.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from artrules.check.checks.check import ruleset_check
from artrules.model.analyses.calls import called, every
from artrules.model.analyses.reads import as_written, local_reads, mentions
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code
from artrules.model.ir.declarations import Function, Procedure
from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import UNREAD_NAME, declare
from artrules.text.diagnostics.report import Report

UNREAD_PARAMETER = declare(4151, "unread-parameter", "a parameter that the code doesn't read", severity="warning")
UNREAD_CHOICE = declare(
    4152, "unread-choice", "a player chooses something, and it makes no difference", severity="warning"
)


class _Parameter(NamedTuple):
    """A parameter, the same one in all versions of the game: with and without overlays."""

    sort: type[Function | Procedure]
    key: str
    """Of its function or procedure."""
    name: str


_OF_SEVERAL = (k.ZoneOf, k.Span_, k.AllMembers, k.AllPlayers, k.AllCards, k.BuiltinCall)
"""Domains that mostly have several values."""


@ruleset_check(UNREAD_NAME, UNREAD_PARAMETER, UNREAD_CHOICE, asks_for_uses=True)
def unread_names(models: Sequence[Model], report: Report) -> None:
    reads_of_models = [local_reads(model) for model in models]
    for model, reads in zip(models, reads_of_models, strict=True):
        for code, local, does in _names_of_values(model):
            if reads[code][local.name] <= 0:
                report.add(UNREAD_NAME, f"`{as_written(local)}` gets a value here, and nothing {does}", local.at)
        for code, choose in every(model, k.Choose):
            for branch in choose.branches:
                _judge_choices(branch, reads[code] if not choose.has_suites else None, report)
    _judge_parameters(models, reads_of_models, report)


def _names_of_values(model: Model) -> Iterator[tuple[Code, k.Local, str]]:
    """The names that get a value in some code, and what nothing does where a name isn't read."""
    for code, assignment in every(model, k.Set):
        place = assignment.place
        # Where both are at the same place, `collect` or the like has bound the name for itself.
        if assignment.binds and isinstance(place, k.Local) and place.at != assignment.at:
            yield code, place, "reads it"
    for code, roll in every(model, k.Roll):
        yield code, roll.binder.local, "asks what was drawn"
    for code, draw in every(model, k.Draw):
        yield code, draw.local, "asks what was drawn"
    for code, ask in every(model, k.Ask):
        if ask.said is not None:
            yield code, ask.said, "reads the answers"


def _judge_parameters(
    models: Sequence[Model], reads_of_models: Sequence[Mapping[Code, Counter[str]]], report: Report
) -> None:
    """Report parameters that are read in no version of the game. In each version, declarations are other objects, so
    those of the same sort and key are taken together."""
    parameters: dict[_Parameter, tuple[Function | Procedure, Span]] = {}
    read: set[_Parameter] = set()
    in_use: set[tuple[type, str]] = set()
    for model, reads in zip(models, reads_of_models, strict=True):
        reads_by_name = {code.name: counts for code, counts in reads.items()}
        in_use |= {(Function, call.function.key) for _, call in every(model, k.Call)}
        in_use |= {(Procedure, perform.procedure.key) for _, perform in every(model, k.Perform)}
        declarations: list[Function | Procedure] = [*model.functions.values(), *model.procedures.values()]
        for declaration in declarations:
            if declaration.part_of is not None:
                continue
            does_nothing = isinstance(declaration, Procedure) and not model.bodies[declaration]
            is_expected = declaration.key in model.expected  # its library says which parameters it has
            counts = reads_by_name.get(called(declaration), Counter())
            for parameter, local in zip(declaration.parameters, model.locals.get(declaration, ()), strict=False):
                identity = _Parameter(type(declaration), declaration.key, parameter.name)
                parameters[identity] = (declaration, parameter.at)
                if does_nothing or is_expected or counts[local.name] > 0:
                    read.add(identity)
    for identity, (declaration, at) in parameters.items():
        # That nothing uses a function at all is said by another check, but for what a game offers to sets.
        is_offered = declaration.owner is None and bool(models[0].groups)
        if identity not in read and (is_offered or (identity.sort, identity.key) in in_use):
            sort = "function" if identity.sort is Function else "procedure"
            message = f"the {sort} `{declaration.name}` doesn't read its parameter `{identity.name}`"
            report.add(UNREAD_PARAMETER, message, at)


def _judge_choices(branch: k.Branch, reads: Counter[str] | None, report: Report) -> None:
    """Report binders that nothing reads. `reads` are those of the code; None where only the branch can read them."""
    for binder in branch.binders:
        if not isinstance(binder.domain, _OF_SEVERAL):
            continue
        name = binder.local.name
        beside_code = [branch.label] if binder.condition is None else [branch.label, binder.condition]
        times_read = reads[name] if reads is not None else mentions([branch], name) - 1
        if times_read <= mentions(beside_code, name):
            what = f"the player chooses `{as_written(binder.local)}`, and nothing depends on what is chosen"
            report.add(UNREAD_CHOICE, what, binder.local.at)
