"""Follows code from its beginning to its end, with what is known at each place."""

from __future__ import annotations

from artrules.analyses.calls import own_expressions
from artrules.analyses.certain.findings import Certainty, Role, Sort
from artrules.analyses.certain.judging import ExpressionJudge
from artrules.diagnostics.span import Span
from artrules.facts.changes import ASKING, ChangeAnalysis, leaves, own_changes
from artrules.facts.knowledge import LATER, NOTHING_KNOWN, Knowledge, Known, met
from artrules.ir.code import Part
from artrules.ir.model import Model
from artrules.ir.nodes import (
    As,
    Ask,
    Body,
    Choose,
    Constant,
    EndGame,
    Expression,
    ExpressionNode,
    ForEach,
    Give,
    If,
    Label,
    Leave,
    Local,
    Lose,
    Move,
    Node,
    Repeat,
    Require,
    Roll,
    Set,
    Statement,
    Watch,
    ZoneOf,
    children,
)

_ROLES = {
    "condition": Role.PHASE,
    "takes_part": Role.PART,
    "until": Role.PHASE_ENDS,
    "stop": Role.GAME_ENDS,
    "again": Role.AGAIN,
}
"""By the name of a phase's rule."""


class CodeFollower(ExpressionJudge):
    """Follows the code of one model."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._changes = ChangeAnalysis()

    def part(self, part: Part, name: str, knowledge: Knowledge) -> Knowledge:
        """Follow one text of code. Returns what is known where the next part of the same code begins."""
        for binder in part.binders:
            knowledge = self.binder(binder, knowledge)
        match part.root:
            case tuple() as body:
                self.body(body, knowledge)
            case Label() as label:
                self.inside(label, knowledge)
            case ExpressionNode() as root:
                role = self._role(part, name)
                if role is Role.VALUE or (role is Role.GAME_ENDS and _is_yes(root)):
                    self.expression(root, knowledge)
                elif role is Role.POWER:
                    self.condition(root, role, knowledge)
                    return self.reasoning.where(root, True, knowledge)
                else:
                    self.condition(root, role, knowledge)
        return NOTHING_KNOWN

    def _role(self, part: Part, name: str) -> Role:
        if name.startswith("power ") and part.role == "condition":
            return Role.POWER
        if name.startswith("phase "):
            return _ROLES.get(part.role, Role.VALUE)
        return Role.GAME_ENDS if name == "flow" and part.role == "until" else Role.VALUE

    def body(self, body: Body, knowledge: Knowledge) -> Knowledge | None:
        """Follow statements. Returns what is known after them; None if what comes after them is never reached."""
        here: Knowledge | None = knowledge
        before: Statement | None = None
        for statement in body:
            if here is None:
                if not isinstance(statement, Lose | Give) and before is not None:
                    because = (("nothing goes on after this", before.at),)
                    self.certain.append(Certainty(Sort.REACHED, statement.at, because))
                    break
                continue
            self.uncertain.add((Sort.REACHED, statement.at))
            here = self._statement(statement, here)
            before = statement
        return here

    def _statement(self, s: Statement, knowledge: Knowledge) -> Knowledge | None:
        match s:
            case Leave() | EndGame():
                return None
            case Set():
                return self._set(s, knowledge)
            case If():
                return self._if(s, knowledge)
            case Choose():
                return self._choose(s, knowledge)
            case ForEach(binder=binder, body=body):
                inside = knowledge.after(self._changes.of((s,)))
                self.body(body, self.binder(binder, inside, knowledge))
                return inside
            case Repeat():
                return self._repeat(s, knowledge)
            case Require(condition=condition):
                self.condition(condition, Role.REQUIREMENT, knowledge)
                if s.reason is not None:
                    self.inside(s.reason, knowledge)
                return self.reasoning.where(condition, True, knowledge)
            case As(local=local, player=player, body=body):
                self.expression(player, knowledge)
                self.reasoning.declared[local.name] = local.type
                return self.body(body, knowledge)
            case Watch(condition=watched, body=body, happening=happening):
                self.reasoning.declared[happening.name] = happening.type
                inside = knowledge.after(LATER)
                if watched is not None:
                    self.condition(watched, Role.FILTER, inside)
                    inside = self.reasoning.where(watched, True, inside)
                self.body(body, inside)
                return knowledge.after(own_changes(s))
            case Ask(players=players, body=body):
                self.expression(players, knowledge)
                self.body(body, knowledge.after(LATER))
                return knowledge.after(own_changes(s))
            case Roll(binder=binder):
                return self.binder(binder, knowledge)
            case Move(cards=cards, zone=zone):
                self.cards_in(cards, knowledge)
                if isinstance(cards, ZoneOf) and isinstance(zone, ZoneOf) and cards.declaration is not zone.declaration:
                    after = self._judge_own(s, knowledge)
                    return self.reasoning.emptied(cards, s.at, after)
        return self._judge_own(s, knowledge)

    def _judge_own(self, s: Statement, knowledge: Knowledge) -> Knowledge:
        for child in own_expressions(s):
            self.any_node(child, knowledge)
        return knowledge.after(self._changes.of((s,)))

    def _set(self, s: Set, knowledge: Knowledge) -> Knowledge:
        self.any_node(s.place, knowledge)
        self.expression(s.value, knowledge)
        value = self.reasoning.values(s.value, knowledge)
        if isinstance(s.place, Local) and s.binds:
            self.reasoning.declared[s.place.name] = s.place.type
            self.stated.discard(s.place.name)
        elif not (isinstance(s.place, Local) and isinstance(s.value, Constant)):
            self._same_assigned(s, value, knowledge)
        return self.reasoning.given(s.place, value, s.at, knowledge.after(own_changes(s)))

    def _same_assigned(self, s: Set, value: Known, knowledge: Knowledge) -> None:
        before = self.reasoning.values(s.place, knowledge)
        if self.reasoning.key(s.place) == self.reasoning.key(s.value):
            self.certain.append(Certainty(Sort.ASSIGNED, s.at))
        elif value.values.is_single and value.values == before.values and before.because:
            self.certain.append(Certainty(Sort.ASSIGNED, s.at, before.because))
        else:
            self.uncertain.add((Sort.ASSIGNED, s.at))

    def _if(self, s: If, knowledge: Knowledge) -> Knowledge | None:
        holds = self.condition(s.condition, Role.SUITE, knowledge)
        then: Knowledge | None = None
        otherwise: Knowledge | None = None
        if holds is not False:
            then = self.body(s.then, self.reasoning.where(s.condition, True, knowledge))
        if holds is not True:
            otherwise = self.body(s.otherwise, self.reasoning.where(s.condition, False, knowledge, excluded=True))
        if holds is not None:
            return knowledge.after(self._changes.of((s,)))
        return met((then, otherwise))

    def _choose(self, s: Choose, knowledge: Knowledge) -> Knowledge | None:
        ends: list[Knowledge | None] = []
        for branch in s.branches:
            inside = knowledge.after(ASKING)
            for binder in branch.binders:
                inside = self.binder(binder, inside)
            if branch.guard is not None:
                if branch.guard.at == branch.at or s.never_empty:  # the language's own guard, not the author's
                    self._inside_own(branch.guard, branch.at, inside)
                elif self.condition(branch.guard, Role.OPTION, inside) is False:
                    ends.append(inside.after(self._changes.of(branch.body)))
                    continue
                inside = self.reasoning.where(branch.guard, True, inside)
            self.inside(branch.label, inside)
            ends.append(self.body(branch.body, inside))
        return met(ends)

    def _inside_own(self, node: Node, at: Span, knowledge: Knowledge) -> None:
        """Judge what an author wrote inside an expression of the language's own, which has the place of the option."""
        for child in children(node):
            if child.at == at:
                self._inside_own(child, at, knowledge)
            else:
                self.any_node(child, knowledge)

    def _repeat(self, s: Repeat, knowledge: Knowledge) -> Knowledge | None:
        inside = after = knowledge.after(self._changes.of((s,)))
        left = any(leaves(each) for each in s.body)
        match s.kind, s.limit:
            case "while" | "until" as kind, ExpressionNode() as limit:
                self.condition(limit, Role.WHILE if kind == "while" else Role.UNTIL, inside)
                if not left:
                    after = self.reasoning.where(limit, kind == "until", after)
                inside = self.reasoning.where(limit, kind == "while", inside)
            case "times", ExpressionNode() as limit:
                self.expression(limit, knowledge)
                self.how_many(limit, knowledge)
        self.body(s.body, inside)
        return None if s.kind == "ever" and not left else after


def _is_yes(expression: Expression) -> bool:
    """Whether it is the word `yes`: an author who writes `until: yes` makes a game of one round, and means it."""
    return isinstance(expression, Constant) and expression.value is True
