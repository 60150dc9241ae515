"""Finds what is certain about code before any game is played: conditions that always or never hold, statements that are
never reached, values that are replaced before anything can read them.

Code is followed from its beginning to its end with what is known at each place (`facts/knowledge.py`); `judging.py`
judges what stands there.
"""

from collections.abc import Iterable, Iterator, Sequence

from artrules.model.analyses.calls import own_expressions
from artrules.model.analyses.judging import Certainties, Certainty, ExpressionJudge, Sort
from artrules.model.facts.knowledge import (
    ASKING,
    EVERYTHING,
    LATER,
    NOTHING_KNOWN,
    ChangeAnalysis,
    Estimate,
    Knowledge,
    StateReads,
    Tokens,
    assigned,
    leaves,
    met,
    own_changes,
)
from artrules.model.facts.same_value import key_of
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Part, every_code
from artrules.model.ir.model import IF, PHASE_RULES, Model, Role, kept_with_model
from artrules.model.ir.node import StatePart, traits_of
from artrules.text.diagnostics.diagnostic import Span

# Follows code from its beginning to its end, with what is known at each place.

_ROLES = {rule.name: rule.decides for rule in PHASE_RULES}


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
            case k.Label() as label:
                self.inside(label, knowledge)
            case k.ExpressionNode() as root:
                role = self._role(part, name)
                if role is Role.VALUE or (_is_yes(root) and self._means_yes(role, name)):
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

    def _means_yes(self, role: Role, name: str) -> bool:
        """Whether `yes` there is no slip: a game of one round, or a phase that is entered as long as its `if` holds."""
        return role is Role.GAME_ENDS or (
            role is Role.AGAIN
            and any(f"phase {phase.name}" == name and phase.rule(IF) is not None for phase in self.model.flow.phases)
        )

    def body(self, body: k.Body, knowledge: Knowledge) -> Knowledge | None:
        """Follow statements. Returns what is known after them; None if what comes after them is never reached."""
        here: Knowledge | None = knowledge
        before: k.Statement | None = None
        for statement in body:
            if here is None:
                if not isinstance(statement, k.Lose | k.Give) and before is not None:
                    because = (("nothing goes on after this", before.at),)
                    self.certain.append(Certainty(Sort.REACHED, statement.at, because))
                    break
                continue
            self.uncertain.add((Sort.REACHED, statement.at))
            here = self._statement(statement, here)
            before = statement
        return here

    def _statement(self, s: k.Statement, knowledge: Knowledge) -> Knowledge | None:
        match s:
            case k.Leave() | k.EndGame():
                return None
            case k.Set():
                return self._set(s, knowledge)
            case k.If():
                return self._if(s, knowledge)
            case k.Choose():
                return self._choose(s, knowledge)
            case k.ForEach(binder=binder, body=body):
                inside = knowledge.after(self._changes.of((s,)))
                self.body(body, self.binder(binder, inside, knowledge))
                return inside
            case k.Repeat():
                return self._repeat(s, knowledge)
            case k.Require(condition=condition):
                self.condition(condition, Role.REQUIREMENT, knowledge)
                if s.reason is not None:
                    self.inside(s.reason, knowledge)
                return self.reasoning.where(condition, True, knowledge)
            case k.As(local=local, player=player, body=body):
                self.expression(player, knowledge)
                self.reasoning.declared[local.name] = local.type
                return self.body(body, knowledge)
            case k.Watch(condition=watched, body=body, happening=happening):
                self.reasoning.declared[happening.name] = happening.type
                inside = knowledge.after(LATER)
                if watched is not None:
                    self.condition(watched, Role.FILTER, inside)
                    inside = self.reasoning.where(watched, True, inside)
                self.body(body, inside)
                return knowledge.after(own_changes(s))
            case k.Ask(players=players, body=body):
                self.expression(players, knowledge)
                self.body(body, knowledge.after(LATER))
                return knowledge.after(own_changes(s))
            case k.Roll(binder=binder):
                return self.binder(binder, knowledge)
            case k.Move(cards=cards, zone=zone):
                self.cards_in(cards, knowledge)
                if (
                    isinstance(cards, k.ZoneOf)
                    and isinstance(zone, k.ZoneOf)
                    and cards.declaration is not zone.declaration
                ):
                    after = self._judge_own(s, knowledge)
                    return self.reasoning.emptied(cards, s.at, after)
        return self._judge_own(s, knowledge)

    def _judge_own(self, s: k.Statement, knowledge: Knowledge) -> Knowledge:
        for child in own_expressions(s):
            self.any_node(child, knowledge)
        return knowledge.after(self._changes.of((s,)))

    def _set(self, s: k.Set, knowledge: Knowledge) -> Knowledge:
        self.any_node(s.place, knowledge)
        self.expression(s.value, knowledge)
        value = self.reasoning.values(s.value, knowledge)
        if isinstance(s.place, k.Local) and s.binds:
            self.reasoning.declared[s.place.name] = s.place.type
            self.stated.discard(s.place.name)
        elif not (isinstance(s.place, k.Local) and isinstance(s.value, k.Constant)):
            self._same_assigned(s, value, knowledge)
        return self.reasoning.given(s.place, value, s.at, knowledge.after(own_changes(s)))

    def _same_assigned(self, s: k.Set, value: Estimate, knowledge: Knowledge) -> None:
        before = self.reasoning.values(s.place, knowledge)
        if self.reasoning.key(s.place) == self.reasoning.key(s.value):
            self.certain.append(Certainty(Sort.ASSIGNED, s.at))
        elif value.values.is_single and value.values == before.values and before.because:
            self.certain.append(Certainty(Sort.ASSIGNED, s.at, before.because))
        else:
            self.uncertain.add((Sort.ASSIGNED, s.at))

    def _if(self, s: k.If, knowledge: Knowledge) -> Knowledge | None:
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

    def _choose(self, s: k.Choose, knowledge: Knowledge) -> Knowledge | None:
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

    def _inside_own(self, node: k.Node, at: Span, knowledge: Knowledge) -> None:
        """Judge what an author wrote inside an expression of the language's own, which has the place of the option."""
        for child in k.children(node):
            if child.at == at:
                self._inside_own(child, at, knowledge)
            else:
                self.any_node(child, knowledge)

    def _repeat(self, s: k.Repeat, knowledge: Knowledge) -> Knowledge | None:
        inside = after = knowledge.after(self._changes.of((s,)))
        may_leave = any(leaves(each) for each in s.body)
        match s.kind, s.limit:
            case "while" | "until" as kind, k.ExpressionNode() as limit:
                self.condition(limit, Role.WHILE if kind == "while" else Role.UNTIL, inside)
                if not may_leave:
                    after = self.reasoning.where(limit, kind == "until", after)
                inside = self.reasoning.where(limit, kind == "while", inside)
            case "times", k.ExpressionNode() as limit:
                self.expression(limit, knowledge)
                self.how_many(limit, knowledge)
        self.body(s.body, inside)
        return None if s.kind == "ever" and not may_leave else after


def _is_yes(expression: k.Expression) -> bool:
    """Whether it is the word `yes`."""
    return isinstance(expression, k.Constant) and expression.value is True


# Follows each piece of code of a model once. What that finds is true of every game with these overlays and any
# settings.


@kept_with_model
def certainties(model: Model) -> Certainties:
    """What is certain about the code of a model without errors."""
    follower = CodeFollower(model)
    for code in filter(lambda code: code.is_written, every_code(model)):
        follower.stated = {parameter.name for parameter in code.parameters}
        for parameter in code.parameters:
            follower.reasoning.declared[parameter.name] = parameter.type
        knowledge = NOTHING_KNOWN
        for part in code.parts:
            knowledge = follower.part(part, code.name, knowledge)
    return Certainties(list(dict.fromkeys(follower.certain)), frozenset(follower.uncertain))


def certain_in_all(models: Sequence[Model], sort: Sort) -> list[Certainty]:
    """What is certain of one sort in every model that has the place: with all overlays, and without them."""
    uncertain = [certainties(model).uncertain for model in models]
    candidates = [each for model in models for each in certainties(model).certain if each.sort is sort]
    both = {each.at for each in candidates if each.holds} & {each.at for each in candidates if not each.holds}
    first: dict[Span, Certainty] = {}
    for each in candidates:
        if each.at not in both and not any((sort, each.at) in places for places in uncertain):
            first.setdefault(each.at, each)
    return list(first.values())


# Finds assignments whose value is replaced before anything can read it.


def _goes_straight_on(statement: k.Statement) -> bool:
    """Whether the next statement certainly follows, with no code of others between them and no suites inside."""
    traits = traits_of(statement)
    leaves_off = traits.asks or traits.runs or traits.fails or StatePart.FLOW in traits.writes
    return not leaves_off and not any(isinstance(child, k.Statement) for child in k.children(statement))


def overwritten(body: k.Body, reads: StateReads) -> Iterator[tuple[k.Set, k.Set]]:
    """The assignments of a body that another one makes idle, each with that other one."""
    for number, statement in enumerate(body):
        if isinstance(statement, k.Set) and not _is_first_result(statement, body):
            replaced = _replaced(statement, body[number + 1 :], reads)
            if replaced is not None:
                yield statement, replaced


def suites(nodes: Iterable[k.Node]) -> Iterator[k.Body]:
    """All suites among some nodes and inside them: statements that run one after another."""
    waiting: list[Sequence[k.Node]] = [list(nodes)]
    while waiting:
        group = waiting.pop()
        suite = tuple(node for node in group if isinstance(node, k.Statement))
        if len(suite) > 1:
            yield suite
        for node in group:
            match node:
                case k.If(then=then, otherwise=otherwise):
                    waiting += (then, otherwise)
                case k.Choose(branches=branches):
                    waiting += [branch.body for branch in branches]
                case (
                    k.ForEach(body=body) | k.Repeat(body=body) | k.As(body=body) | k.Ask(body=body) | k.Watch(body=body)
                ):
                    waiting.append(body)


def _replaced(first: k.Set, rest: k.Body, reads: StateReads) -> k.Set | None:
    place, tokens = key_of(first.place), assigned(first.place)
    for statement in rest:
        if not _goes_straight_on(statement):
            return None
        if _reads(statement, first, tokens, reads):
            return None
        if isinstance(statement, k.Set):
            if key_of(statement.place) == place:
                return statement
            if _changes_owner(statement, first, reads):
                return None
    return None


def _reads(statement: k.Statement, first: k.Set, tokens: Tokens, reads: StateReads) -> bool:
    """Whether a statement may read what an assignment has given."""
    parts = k.children(statement)
    if isinstance(statement, k.Set):
        parts = [statement.value, *k.children(statement.place)]
    name = first.place.name if isinstance(first.place, k.Local) else None
    for node in k.walk(parts):
        if isinstance(node, k.Local) and node.name == name:
            return True
        read = reads.of_itself(node)
        if EVERYTHING in read or read & tokens:
            return True
    return False


def _changes_owner(statement: k.Set, first: k.Set, reads: StateReads) -> bool:
    """Whether an assignment changes whose place it is that was assigned first."""
    inside = list(k.walk(k.children(first.place)))
    if isinstance(statement.place, k.Local):
        return any(isinstance(node, k.Local) and node.name == statement.place.name for node in inside)
    changed = assigned(statement.place)
    return any(reads.of_itself(node) & changed for node in inside)


def _is_first_result(statement: k.Set, body: k.Body) -> bool:
    """Whether this gives the result of a procedure its first value, which no author wrote."""
    match statement.place, body[-1]:
        case k.Local(name=name), k.Give(value=k.Local(name=result_name)):
            return statement.binds and name == result_name
    return False
