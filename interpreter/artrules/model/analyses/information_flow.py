"""What isn't public in the code of a model: what names depend on, and what players learn from what happens.

Procedures are followed before those that call them (`information_follower.py`). Two kinds of questions are asked of the
result. What names, fields and offers *may* depend on (`depends`, `fields`, `offers`): nothing is missing there. And
which statements tell somebody what *certainly* not everybody sees (`disclosures`, `tests`): in doubt, such as after a
card was moved, nothing is said.
"""

from collections.abc import Iterable, Mapping

from artrules.model.analyses.calls import DecisionAnalysis, every
from artrules.model.analyses.dependence import Dependence, DependenceAnalysis, Parameter, Shown, Source
from artrules.model.analyses.information import Act, InformationFlow, Summary
from artrules.model.analyses.information_follower import TURNS, Follower
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import PowerDefinition, Procedure
from artrules.model.ir.model import Model, kept_with_model
from artrules.model.ir.types import Card


@kept_with_model
def information_flow(model: Model) -> InformationFlow:
    """What flows where in a model without errors."""
    waited = {watch.event for _, watch in every(model, k.Watch)}
    awaited = frozenset(waited | {event for event in model.events.values() if event.kept is not None})
    flow = InformationFlow(model, DependenceAnalysis(model), awaited=awaited)
    shown_before: dict[Procedure, frozenset[Shown]] = {}
    for _ in range(TURNS):
        _follow(flow, shown_before)
        shown_at_calls = {procedure: shown for procedure, shown in flow.shown_before.items() if shown}
        fields = {each: sources for each, sources in flow.fields.items() if sources}
        if shown_at_calls == shown_before and fields == flow.analysis.fields:
            break
        # What a procedure finds shown, and what happenings tell, is known once all code has been followed.
        analysis = DependenceAnalysis(model)
        analysis.fields, shown_before = fields, shown_at_calls
        flow = InformationFlow(model, analysis, awaited=awaited)
    return flow


def bodies_of(model: Model) -> Iterable[tuple[str, k.Body]]:
    """All code of a model that does things, with the keys by which graphs and `InformationFlow.depends` call it."""
    flow = model.flow
    yield from ((procedure.key, model.bodies[procedure]) for procedure in model.procedures.values())
    yield from ((f"power {power.index}", model.bodies[power]) for power in model.powers)
    yield from ((f"phase {phase.name}", phase.body) for phase in flow.phases)
    for when, steps in (("setup", flow.setup), ("final", flow.final)):
        yield from ((f"{when} {step.name}", step.body) for step in steps)


class _Summaries:
    """What flows through each procedure. A procedure is followed when it is first asked for."""

    def __init__(
        self, flow: InformationFlow, shown_before: Mapping[Procedure, frozenset[Shown]], over: frozenset[str]
    ) -> None:
        self._flow = flow
        self._shown_before = shown_before
        self._over = over
        self._summaries: dict[Procedure, Summary] = {}

    def of(self, procedure: Procedure) -> Summary:
        model, summaries = self._flow.model, self._summaries
        if procedure not in summaries:
            summaries[procedure] = Summary()  # ends a circle, which is an error of its own
            names = [local.name for local in model.locals[procedure]]
            follower = Follower(self._flow, procedure.key, self.of, procedure.key not in self._over, names)
            follower.here.shown = self._shown_before.get(procedure, frozenset())
            for local in model.locals[procedure]:
                card = local.name if isinstance(local.type, Card) else ""
                sources = (Source(Parameter(procedure, local.name, of_cards), card=card) for of_cards in (False, True))
                follower.here.names[local.name] = Dependence(*(frozenset([source]) for source in sources))
                follower.note(local.name, follower.here.names[local.name].all)
            before = dict(follower.here.names)
            follower.body(model.bodies[procedure])
            summaries[procedure] = follower.summary(before)
        return summaries[procedure]


def _follow(flow: InformationFlow, shown_before: Mapping[Procedure, frozenset[Shown]]) -> None:
    model = flow.model
    over = _code_of_the_end(model)
    summary_of = _Summaries(flow, shown_before, over).of
    for procedure in model.procedures.values():
        summary_of(procedure)
    for power in model.powers:
        for test in (model.conditions.get(power), *(model.at_most.get(limit) for limit in power.limits)):
            if test is not None:
                Follower(flow, f"condition of power {power.index}", summary_of, False).test(test)
    for code, body in bodies_of(model):
        if code.startswith(("power ", "setup ", "final ")):
            follower = Follower(flow, code, summary_of, code not in over)
            follower.body(body)
            follower.end()
    shown: frozenset[Shown] = frozenset()
    for phase in model.flow.phases:
        follower = Follower(flow, f"phase {phase.name}", summary_of, True)
        follower.here.shown = shown
        for rule, value in phase.rules:
            if rule.comes_first:
                follower.rule(value, Act.FLOW)
        follower.body(phase.body)
        for rule, value in phase.rules:
            if not rule.comes_first:
                follower.rule(value, Act.FLOW)
        follower.end()
        shown = frozenset(each.for_all("me") for each in follower.here.shown)
    ending = Follower(flow, "flow", summary_of, True)
    ending.here.shown = shown
    if model.flow.until is not None:
        ending.rule(model.flow.until, Act.END)
        ending.end()


@kept_with_model
def _code_of_the_end(model: Model) -> frozenset[str]:
    """The code that runs only when the game is over."""
    bodies = dict(bodies_of(model))
    powers = [code for code in bodies if code.startswith("power ")]

    def runs(code: Iterable[str]) -> set[str]:
        waiting, reached = list(code), set[str]()
        while waiting:
            if (each := waiting.pop()) not in reached:
                reached.add(each)
                for node in k.walk(bodies[each]):
                    if isinstance(node, k.Perform):
                        waiting.append(node.procedure.key)
                    elif isinstance(node, k.UsePower):
                        waiting += powers
        return reached

    final = {code for code in bodies if code.startswith("final ")}
    return frozenset(runs(final) - runs(code for code in bodies if code.startswith(("phase ", "setup "))))


@kept_with_model
def secret_choices(model: Model) -> frozenset[k.Choose]:
    """The decisions of a model whose options others can't foresee; none where only players on turn are ever asked.

    When such a decision of a player who isn't on turn has one option, the player is asked all the same: otherwise
    others could tell from not having to wait (docs/write/hidden.md, What others learn). Options depend on the domains
    and conditions of the branches, and on whether what a branch's suite demands can be met. When in doubt they depend
    on secrets.
    """
    if not _others_are_asked(model):
        return frozenset()
    search = _SecretChoices(information_flow(model))
    return frozenset(choose for _, choose in every(model, k.Choose) if search.depends(choose))


@kept_with_model
def choices_in_windows(model: Model) -> frozenset[k.Choose]:
    """The decisions that players may be asked in a window, also in what its suite calls. There they are asked one after
    another, so whoever is on turn is asked where others who aren't would be."""
    waiting: list[k.Body] = [as_.body for _, as_ in every(model, k.As) if as_.window is not None]
    choices, called = set[k.Choose](), set[Procedure | PowerDefinition]()
    while waiting:
        for node in k.walk(waiting.pop()):
            runs: Iterable[Procedure | PowerDefinition] = ()
            match node:
                case k.Choose():
                    choices.add(node)
                case k.Perform(procedure=procedure):
                    runs = [procedure]
                case k.UsePower():
                    runs = model.powers
            waiting += [model.bodies[each] for each in runs if each not in called]
            called.update(runs)
    return frozenset(choices)


def _others_are_asked(model: Model) -> bool:
    """Whether some code may ask a player who isn't on turn."""
    asking = DecisionAnalysis(model, lambda owner: True)
    phases = [phase.body for phase in model.flow.phases if phase.who == "nobody"]
    steps = [step.body for step in [*model.flow.setup, *model.flow.final]]
    if any(asking.body(body) for body in [*phases, *steps]):
        return True
    elsewhere = [*(as_.body for _, as_ in every(model, k.As)), *(watch.body for _, watch in every(model, k.Watch))]
    return any(map(asking.body, elsewhere))


class _SecretChoices:
    def __init__(self, flow: InformationFlow) -> None:
        self._flow = flow
        self._procedures: dict[Procedure, bool] = {}

    def depends(self, choose: k.Choose) -> bool:
        """Whether the options of a decision depend on secrets."""
        return self._is_secret(choose) or any(self._demands(branch.body) for branch in choose.branches)

    def _is_secret(self, node: k.Choose | k.Require) -> bool:
        return bool(self._flow.resolved(self._flow.offers.get(node, ())))

    def _demands(self, body: k.Body) -> bool:
        """Whether what some code demands may be secret."""
        for node in k.walk(body):
            match node:
                case k.Require() if self._is_secret(node):
                    return True
                case k.Choose() if not any(branch.declines for branch in node.branches) and self.depends(node):
                    return True
                case k.Perform(procedure=procedure) if self._procedure(procedure):
                    return True
        return False

    def _procedure(self, procedure: Procedure) -> bool:
        if procedure not in self._procedures:
            self._procedures[procedure] = False  # ends a circle, which the checks refuse
            self._procedures[procedure] = self._demands(self._flow.model.bodies[procedure])
        return self._procedures[procedure]
