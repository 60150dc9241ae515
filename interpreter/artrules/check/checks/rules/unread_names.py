"""Names in code that nothing reads: of `let`, of draws by chance, of answers, of parameters, of what players choose.

A name counts as read where its value matters. To assign it or to count it up is not to read it, and the label of an
option only tells players what they choose. Names of loops and of `count`, `any` and the like may go unread, because
they also say how often, and so may names of happenings. What is chosen out of a list of the author's own isn't judged:
the list may have one item alone, which the label tells. A parameter is read if some version of the procedure reads it,
with or without overlays; a procedure that does nothing yet may leave all of its parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from artrules.check.checks.check import ruleset_check
from artrules.model.analyses.calls import every, every_body
from artrules.model.analyses.reads import as_written, local_reads, mentions
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import (
    AllCards,
    AllMembers,
    AllPlayers,
    Ask,
    Branch,
    BuiltinCall,
    Call,
    Choose,
    Draw,
    Local,
    Perform,
    Roll,
    Set,
    Span_,
    ZoneOf,
)
from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.span import Span

UNREAD_NAME = declare(
    4150,
    "unread-name",
    "a name of the code that nothing reads",
    """
    The code gives something a name, and no line reads it: to assign it again or to add to it is not to read it.
    Perhaps another name stands where this one was meant. Otherwise remove the line.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            let found = size(my row)  #!
            let before = size(my hand)
            my coins += before
            """,
        ),
        repaired=Example(
            "procedure",
            """
            let found = size(my row)
            my coins += found
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                let n = 0
                for c in my row:
                    n += 1
                watch lit as e until turn ends:
                    my coins += n
                collect 2:
                    "pay with {c}" for c in my hand worth 1:
                        move c to my discard
                """,
            ),
        ),
    ),
)
UNREAD_PARAMETER = declare(
    4151,
    "unread-parameter",
    "a parameter that the code doesn't read",
    """
    Who calls this function or procedure gives it a value, and its code doesn't look at it: so it does the same for all
    values. Perhaps a number or `me` stands where the parameter was meant. Otherwise remove the parameter.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            procedures:
              pay(0..9 n): my coins -= 1  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            procedures:
              pay(0..9 n): my coins -= n
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                procedures:
                  pay(0..9 n): skip
                """,
            ),
            Example(
                "overlay",
                """
                overlay: storm
                of: lanterns
                applies: size(players) = 2
                procedures:
                  pay(0..9 n): my coins -= n
                """,
                with_sections="""
                procedures:
                  pay(0..9 n): my coins -= 1
                """,
            ),
        ),
    ),
)
UNREAD_CHOICE = declare(
    4152,
    "unread-choice",
    "a player chooses something, and it makes no difference",
    """
    The player is offered one option for each value of this name, and nothing reads which one is chosen; the label only
    tells it. Perhaps another name stands where this one was meant. If only one option is wanted, ask with `any(…)`
    after `if` in place of `for`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            choose one:
                "pay {n}" for n in 1..3:  #!
                    my coins -= 1
                "pass":
                    skip
            """,
        ),
        repaired=Example(
            "procedure",
            """
            choose one:
                "pay {n}" for n in 1..3:
                    my coins -= n
                "pass":
                    skip
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                choose p in others(me)
                may "take {c}" for q in others(me), c in q.row where q is not p:
                    move c to my row
                """,
            ),
            Example(
                "procedure",
                """
                choose "take {c}" for c in top 1 of stall[1]
                move top 1 of stall[1] to my hand
                """,
            ),
        ),
    ),
)

_OF_SEVERAL = (ZoneOf, Span_, AllMembers, AllPlayers, AllCards, BuiltinCall)
"""Domains that mostly have several values."""


@ruleset_check(UNREAD_NAME, UNREAD_PARAMETER, UNREAD_CHOICE, asks_for_uses=True)
def unread_names(models: Sequence[Model], report: Report) -> None:
    judged: dict[tuple[str, str], tuple[str, Span]] = {}
    read: set[tuple[str, str]] = set()
    called: set[str] = set()
    for model in models:
        reads = local_reads(model)
        for code, node in every(model, Set):
            by_author = node.binds and node.place.at != node.at  # not by `collect` and the like, for themselves
            if by_author and isinstance(node.place, Local) and reads[code][node.place.name] <= 0:
                _unread(node.place, "reads it", report)
        for code, roll in every(model, Roll):
            if reads[code][roll.binder.local.name] <= 0:
                _unread(roll.binder.local, "asks what was drawn", report)
        for code, draw in every(model, Draw):
            if reads[code][draw.local.name] <= 0:
                _unread(draw.local, "asks what was drawn", report)
        for code, ask in every(model, Ask):
            if ask.said is not None and reads[code][ask.said.name] <= 0:
                _unread(ask.said, "reads the answers", report)
        for code, choose in every(model, Choose):
            for branch in choose.branches:
                _choices(branch, reads[code] if not choose.has_suites else None, report)
        called |= {f"function {node.function.key}" for _, node in every(model, Call)}
        called |= {f"procedure {node.procedure.key}" for _, node in every(model, Perform)}
        of_code = {code.name: reads.get(code, Counter[str]()) for code in every_body(model)}
        for function in model.functions.values():
            for parameter, local in zip(function.parameters, model.locals.get(function, ()), strict=False):
                there = (f"function {function.key}", parameter.name)
                judged[there] = (f"the function `{function.name}`", parameter.at)
                if of_code.get(there[0], Counter())[local.name] > 0:
                    read.add(there)
        for procedure in model.procedures.values():
            for parameter, local in zip(procedure.parameters, model.locals.get(procedure, ()), strict=False):
                there = (f"procedure {procedure.key}", parameter.name)
                judged[there] = (f"the procedure `{procedure.name}`", parameter.at)
                if not model.bodies[procedure] or of_code.get(there[0], Counter())[local.name] > 0:
                    read.add(there)
    for there, (whose, at) in judged.items():
        unused = there[0] not in called and ("/" in there[0] or not models[0].groups)  # said by another check
        if there not in read and not unused:
            report.add(UNREAD_PARAMETER, f"{whose} doesn't read its parameter `{there[1]}`", at)


def _unread(local: Local, does: str, report: Report) -> None:
    report.add(UNREAD_NAME, f"`{as_written(local)}` gets a value here, and nothing {does}", local.at)


def _choices(branch: Branch, reads: Counter[str] | None, report: Report) -> None:
    """Report binders that nothing reads. `reads` are those of the code; None where only the branch can read them."""
    for binder in branch.binders:
        if not isinstance(binder.domain, _OF_SEVERAL):
            continue
        name = binder.local.name
        told = [branch.label] if binder.condition is None else [branch.label, binder.condition]
        read = reads[name] if reads is not None else mentions([branch], name) - 1
        if read <= mentions(told, name):
            what = f"the player chooses `{as_written(binder.local)}`, and nothing depends on what is chosen"
            report.add(UNREAD_CHOICE, what, binder.local.at)
