"""Rules that a rulebook would lack: what content says nothing about, once it has begun to say things.

A game whose content says nothing has no rulebook in words, which is no fault. All that is lacking is one warning, where
content says something first.
"""

from collections.abc import Iterator, Sequence

from artrules.check.checks.check import ruleset_check
from artrules.model.analyses.calls import decisions
from artrules.model.analyses.telling import performed, says_at, says_of
from artrules.model.ir.code import is_written
from artrules.model.ir.model import Model, Phase
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

UNTOLD_RULE = declare(4290, "untold-rule", "the rulebook tells nothing about some rules", severity="warning")


@ruleset_check(UNTOLD_RULE, reads_words=True)
def untold_rules(models: Sequence[Model], report: Report) -> None:
    first = next(
        (r for m in models for r in m.remarks if r.kind == "says" and r.words.at.file not in m.libraries), None
    )
    lacking = list(dict.fromkeys(what for model in models for what in _untold(model)))
    if first is not None and lacking:
        report.add(
            UNTOLD_RULE,
            f"the game has a rulebook, which tells nothing about {', '.join(lacking)}",
            first.words.at,
            expected="`says: …` there, too",
        )


def _untold(model: Model) -> Iterator[str]:
    flow = model.flow
    steps = list(filter(is_written, flow.setup))
    of_setup = [says_at(model, f"flow.setup.{step.name}") for step in steps]
    of_setup += [says_of(model, procedure) for step in steps for procedure in performed(model, step.body)]
    if steps and not any(of_setup):
        yield "setup"
    for phase in flow.phases:
        if not _is_told(model, phase):
            yield f"what players decide in the phase `{phase.name}`"
    if flow.until is not None and not says_at(model, "flow.until"):
        yield "when the game ends (`until`)"
    if flow.winners is not None and not says_at(model, "flow.winners"):
        yield "who wins (`winners`)"
    for setting in model.settings.values():
        if setting.name not in model.brought and not says_at(model, f"settings.{setting.name}"):
            yield f"the setting `{setting.name}`"


def _is_told(model: Model, phase: Phase) -> bool:
    """Whether content says something about what players decide in a phase, or there is nothing to decide."""
    if not decisions(model).among(phase.body) or says_at(model, f"flow.rounds[{phase.name}]"):
        return True
    return any(says_of(model, procedure) for procedure in performed(model, phase.body))
