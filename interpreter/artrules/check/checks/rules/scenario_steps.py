"""The steps of scenarios: those that prove nothing or can't be reached, and labels and lines that no game can have."""

from collections.abc import Iterator, Sequence

from artrules.check.checks.check import scenario_check
from artrules.check.scenario_files.places import MORE, ORDER_OF_WORDS, in_other_order
from artrules.check.scenario_files.scenario import ScenarioFile
from artrules.model.analyses.label_texts import label_texts
from artrules.model.analyses.possible_texts import Texts
from artrules.model.ir.references import choice_key, refer
from artrules.text.content.scenarios import Step
from artrules.text.diagnostics.kinds import Kind, declare
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Node, Scalar, items

# Steps of scenarios that prove nothing, or can't be reached.

NOTHING_EXPECTED = declare(
    4202, "nothing-expected", "a scenario says nothing of what must come of its choices", severity="warning"
)
AFTER_THE_END = declare(
    4203, "after-the-end", "a scenario goes on although it has said that the game is over", severity="warning"
)


@scenario_check(NOTHING_EXPECTED, AFTER_THE_END)
def scenario_steps(file: ScenarioFile, report: Report) -> None:
    for scenario, _ in file.scenarios:
        if all(step.choose is not None for step in scenario.steps):
            message = f"the scenario `{scenario.name}` only chooses, and doesn't say what comes of it"
            report.add(NOTHING_EXPECTED, message, scenario.key.span, expected="a step such as `expect` or `options`")
        ended: Step | None = None
        for step in scenario.steps:
            if ended is not None and _needs_a_game(step):
                message = "the game is over here, so nobody decides anything"
                report.add(
                    AFTER_THE_END, message, step.node.span, related=[("here it is over already", ended.node.span)]
                )
                break
            _report_empty(step, report)
            if _ends(step):
                ended = step


def _report_empty(step: Step, report: Report) -> None:
    """Report a list without labels that fits whatever happens."""
    for name in ("offered", "not_offered", "took", "not_took"):
        node = getattr(step, name)
        if node is not None and not items(node):
            message = f"`{name}` without labels says nothing"
            report.add(NOTHING_EXPECTED, message, node.span, expected="at least one label")


def _ends(step: Step) -> bool:
    """Whether the game is over if this step holds."""
    if step.finished is not None:
        return step.finished.value is True
    result = step.result
    return result is not None and not (result.finished is not None and result.finished.value is False)


def _needs_a_game(step: Step) -> bool:
    """Whether a step fails when the game is over."""
    choosing = step.choose is not None or step.decides is not None or step.why_not is not None
    goes_on = step.finished is not None and step.finished.value is False
    return choosing or goes_on or step.options is not None or step.offered is not None


# Labels in scenarios that no decision of the game can have, and lines that its log can't.
#
# A label of the game is text with holes, and it is known what can stand in each hole. A wrong label that is chosen
# fails when the scenario runs. But `not_offered` with a slip of the pen passes for ever, and proves nothing.

IMPOSSIBLE_LABEL = declare(
    4200, "impossible-label", "a scenario names an option that no decision of the game can offer", severity="warning"
)
IMPOSSIBLE_LINE = declare(
    4201, "impossible-line", "a scenario expects a line that the game never writes into the log", severity="warning"
)


@scenario_check(IMPOSSIBLE_LABEL, IMPOSSIBLE_LINE, asks_for_uses=True)
def scenario_labels(file: ScenarioFile, report: Report) -> None:
    for scenario, setup in file.possible:
        texts = label_texts(setup.model)
        for step in scenario.steps:
            for label in _labels(step):
                if report.references is not None:
                    refer(report, label.span_of(0, len(label.text)), choice_key(label.text))
                if not texts.options.has(label.text):
                    message = f"no decision of the game can offer `{label.text}`"
                    _report(IMPOSSIBLE_LABEL, message, label, texts.options, report)
            if step.says is not None and not texts.said.may_hold(step.says.text):
                _report(IMPOSSIBLE_LINE, f"the game never says `{step.says.text}`", step.says, texts.said, report)
            if step.paused is not None and not texts.pauses.may_hold(step.paused.text):
                message = f"the game never pauses with the words `{step.paused.text}`"
                _report(IMPOSSIBLE_LINE, message, step.paused, texts.pauses, report)
            for line in _scalars(step.reads.log if step.reads is not None else None):
                if line.text != MORE and not texts.log.has(line.text):
                    _report(IMPOSSIBLE_LINE, f"the log never says `{line.text}`", line, texts.log, report)


def _labels(step: Step) -> Iterator[Scalar]:
    """The labels of options in a step. What `why_not` asks need only be like one."""
    if step.choose is not None:
        yield step.choose
    read = step.reads.options if step.reads is not None else None
    for node in (step.options, step.offered, step.not_offered, step.took, step.not_took, read):
        yield from _scalars(node)


def _scalars(node: Node | None) -> Iterator[Scalar]:
    return (item for item in items(node) if isinstance(item, Scalar))


def _report(kind: Kind, message: str, label: Scalar, texts: Texts, report: Report) -> None:
    near = texts.nearest(label.text)
    expected = _expected(label.text, near, texts) if report.suggests else None
    missing = ORDER_OF_WORDS if report.suggests and in_other_order(label.text, near) is not None else None
    actual = f"`{label.text}`"
    report.add(kind, message, label.span, expected=expected, found=actual, suggestions=near, missing=missing)


def _expected(text: str, near: Sequence[str], texts: Texts) -> str | None:
    """What should stand in place of the part that is wrong, if only one is."""
    outside = texts.outside(text)
    if outside is not None:
        digits, low, high = outside
        return f"a number from {low} to {high} where `{digits}` stands"
    if not near:
        return None
    wrong, right = _different(text, near[0])
    return f"`{right}` where `{wrong}` stands" if wrong and right else f"`{near[0]}`"


def _different(text: str, other: str) -> tuple[str, str]:
    """The words in which two texts differ: from the first one that isn't the same to the last."""
    mine, theirs = text.split(" "), other.split(" ")
    while mine and theirs and mine[0] == theirs[0]:
        mine, theirs = mine[1:], theirs[1:]
    while mine and theirs and mine[-1] == theirs[-1]:
        mine, theirs = mine[:-1], theirs[:-1]
    return " ".join(mine), " ".join(theirs)
