"""Elaborates the flow of a game: setup and final steps, phases, the end, the score."""

from __future__ import annotations

from artrules.declare.symbol_table import AuthorFlow, AuthorPhase, AuthorScorePart, AuthorStep
from artrules.declare.texts import author_text
from artrules.elaborate.binders import binders
from artrules.elaborate.code_strings import CodeStrings
from artrules.elaborate.context import Context
from artrules.elaborate.folds import summed
from artrules.ir.flow import PHASE_RULES, Flow, Phase, ScorePart, Step
from artrules.ir.nodes import Binder
from artrules.ir.types import ANY_NUMBER, BOOL, PLAYER, ListOf
from artrules.syntax.parse import parse_bindings, parse_expression


def elaborate_flow(flow: AuthorFlow, strings: CodeStrings) -> Flow:
    """The flow of a game."""
    return Flow(
        setup=tuple(_step(step, "setup", strings) for step in flow.setup),
        final=tuple(_step(step, "final", strings) for step in flow.final),
        phases=tuple(_phase(phase, strings) for phase in flow.phases),
        until=strings.expression(flow.until, Context("until", "until", me=False), BOOL, "when the game ends"),
        last_round=flow.last_round,
        score=tuple(_score_part(part, strings) for part in flow.score),
        winners=strings.expression(flow.winners, Context("winners", "winners", me=False), ListOf(PLAYER), "who wins"),
        until_text=author_text(flow.until),
        winners_text=author_text(flow.winners),
    )


def _step(step: AuthorStep, when: str, strings: CodeStrings) -> Step:
    context = Context(f"{when} {step.name}", step.name.replace("_", " "), me=False)
    return Step(step.name, step.at, strings.effect(step.effect, context)[1])


def _phase(phase: AuthorPhase, strings: CodeStrings) -> Phase:
    name = f"phase {phase.name}"
    acting = Context(name, phase.name.replace("_", " "), me=phase.who != "nobody")
    found = {
        rule.name: strings.expression(phase.rules[rule.name], Context(name, name, me=rule.me), rule.type, rule.words)
        for rule in PHASE_RULES
        if rule.name in phase.rules
    }
    texts = {rule.name: author_text(phase.rules.get(rule.name)) for rule in PHASE_RULES}
    return Phase(
        phase.name,
        phase.at,
        who=phase.who,
        ends=phase.ends,
        back_to=phase.back_to,
        body=strings.effect(phase.effect, acting)[1],
        first=found.get("first"),
        condition=found.get("condition"),
        takes_part=found.get("takes_part"),
        next=found.get("next"),
        until=found.get("until"),
        stop=found.get("stop"),
        again=found.get("again"),
        first_text=texts["first"],
        condition_text=texts["condition"],
        takes_part_text=texts["takes_part"],
        next_text=texts["next"],
        until_text=texts["until"],
        stop_text=texts["stop"],
        again_text=texts["again"],
    )


def _score_part(part: AuthorScorePart, strings: CodeStrings) -> ScorePart:
    texts = author_text(part.each), author_text(part.binders)
    tree = strings.tree(parse_expression, part.each) if part.each is not None else None
    if part.each is None or tree is None:
        return ScorePart(part.name, part.at, part.label, None, (), None, None, *texts)
    elaborator = strings.elaborator(part.binders or part.each, Context(f"score {part.name}", part.name))
    bound: tuple[Binder, ...] = ()
    if part.binders is not None and (bindings := strings.tree(parse_bindings, part.binders)) is not None:
        bound = binders(elaborator, bindings.binders)
    elaborator.scalar = part.each
    each = elaborator.demand(tree, ANY_NUMBER, "a part of the score")
    value = summed(part.each.span, bound, each) if bound else each
    line = strings.template(elaborator, part.line) if part.line is not None else None
    return ScorePart(part.name, part.at, part.label, value, bound, each, line, *texts)
