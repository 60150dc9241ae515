"""Finds what an option is about beside the values that its player chooses: the top of the pile that a chosen number
names, the cards that its words name, what comes to the player; where it moves things to; and whether it ends what the
player is doing.

All of it follows from the code. Where that leaves a doubt there is nothing: a table that lights the wrong thing is
worse than one that lights none. A branch is followed into the procedures that it performs, but not into further
decisions, and not into powers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from artrules.model.ir import nodes as k
from artrules.model.ir.code import every_code, name_of_procedure
from artrules.model.ir.declarations import Function, Procedure, Variable, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Card, Player, Power, Type, bare
from artrules.text.record import dataclass

MOST_STATEMENTS = 200
"""The most statements that are followed for one branch."""
MOST_CALLED = 100
"""The most functions and procedures, called with different values, that are followed for one branch."""
DEEPEST = 6
"""The most procedures or functions within each other into which a branch is followed."""


@dataclass(frozen=True, slots=True)
class Me:
    """Whoever chooses."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is chosen: the value of the branch's binder at this place."""

    place: int


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number, or the index of a member, that stands in the code."""

    word: int


Whose = Me | Bound | Fixed


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """A zone of owners that are known when an option is: none for a zone of the table."""

    zone: ZoneDeclaration
    owner: Whose | None = None
    second: Whose | None = None

    @property
    def is_pile(self) -> bool:
        return self.zone.order == "pile"

    @property
    def is_chosen(self) -> bool:
        """Whether it depends on what is chosen which zone it is."""
        return isinstance(self.owner, Bound) or isinstance(self.second, Bound)


@dataclass(frozen=True, slots=True)
class Top:
    """The card on top of a pile, or some cards from there."""

    pile: ZonePlace


Value = Whose | ZonePlace | Top
Names = dict[str, Value | None]
"""What is known of the values of names."""
Moved = int | ZonePlace
"""What is moved: the value of the binder at a place, or the top of a pile."""


@dataclass(frozen=True, slots=True)
class BranchThings:
    """What the options of a branch are about, beside the values of its binders."""

    named: tuple[k.Local, ...] = ()
    """The cards, powers and players that the label names and that nobody chooses."""
    tops: tuple[ZonePlace, ...] = ()
    """Piles that a chosen value names: the options are about their tops."""
    sources: tuple[ZonePlace, ...] = ()
    """Piles whose top comes to whoever chooses; only where nothing is chosen but the branch itself."""
    origins: tuple[ZonePlace, ...] = ()
    """The zones from which the binders draw."""
    targets: tuple[tuple[Moved, ZonePlace], ...] = ()
    """What is moved first to which zone."""
    ends: bool = False
    """Whether it ends what the player is doing: it leaves the loop around the decision, or lets it come to its end."""


class OptionThingsAnalysis:
    """Answers for the branches of one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._decisions = _Decisions(model)
        self._courses: dict[k.Branch, _Course] = {}

    def of(self, choose: k.Choose, branch: k.Branch) -> BranchThings:
        """What the options of a branch are about."""
        names = _names(choose, branch)
        named = _names_in_label(branch, names)
        course = self._course(choose, branch)
        body = (branch, *self._decisions.behind.get(choose.site, ()))
        return BranchThings(
            tuple(part for part in named if _is_thing(part.type)),
            tuple(dict.fromkeys(each for each in _zones(self._model, body, names) if each.is_pile and each.is_chosen)),
            () if branch.binders else tuple(dict.fromkeys(course.sources)),
            tuple(dict.fromkeys(_zones(self._model, [binder.domain for binder in branch.binders], names))),
            tuple(course.targets()),
            self.ends(choose, branch),
        )

    def ends(self, choose: k.Choose, branch: k.Branch) -> bool:
        """Whether a branch, in which nothing is chosen or named, ends what the player is doing, while another one of
        the decision doesn't."""
        chosen = branch.binders or _names_in_label(branch, _names(choose, branch))
        return not (chosen or branch.declines) and self._tells_end(choose, branch)

    def _course(self, choose: k.Choose, branch: k.Branch) -> _Course:
        if branch not in self._courses:
            body = (*branch.body, *self._decisions.behind.get(choose.site, ()))
            self._courses[branch] = _Course(self._model, body, _names(choose, branch))
        return self._courses[branch]

    def _tells_end(self, choose: k.Choose, branch: k.Branch) -> bool:
        """Whether a branch ends what a decision belongs to, while another one of the decision doesn't."""
        others = (other for other in choose.branches if other is not branch and not other.declines)
        return self._ends(choose, branch) and not all(self._ends(choose, other) for other in others)

    def _ends(self, choose: k.Choose, branch: k.Branch) -> bool:
        course = self._course(choose, branch)
        if course.leaves and self._decisions.loops[choose.site]:
            return True
        return any(end in course.sets for loop in self._decisions.all_loops(choose) for end in self._loop_ends(loop))

    def _loop_ends(self, loop: k.Repeat) -> Iterator[tuple[Variable, int]]:
        """The variables that a loop ends with, each with the value that it has then."""
        if loop.limit is not None and loop.kind != "times":
            yield from self._causes(loop.limit, loop.kind == "until", ())

    def _causes(self, e: k.Expression, wanted: bool, inside: tuple[Function, ...]) -> Iterator[tuple[Variable, int]]:
        """The truth values of variables that may make a condition come out as wanted."""
        match e:
            case k.VariableOf(declaration=variable, type=Bool()):
                yield variable, wanted
            case k.Operation(operator="not", operands=(operand,)):
                yield from self._causes(operand, not wanted, inside)
            case k.Operation(operator="and" | "or", operands=operands):
                for operand in operands:
                    yield from self._causes(operand, wanted, inside)
            case k.Call(function=function) if function not in inside and function in self._model.values:
                yield from self._causes(self._model.values[function], wanted, (*inside, function))


def _names(choose: k.Choose, branch: k.Branch) -> Names:
    """What is known of names where a branch is chosen."""
    names: Names = {choose.me.name: Me()} if isinstance(choose.me, k.Local) else {}
    return names | {binder.local.name: Bound(place) for place, binder in enumerate(branch.binders)}


def _names_in_label(branch: k.Branch, names: Names) -> list[k.Local]:
    """What the label of a branch names that nobody chooses."""
    return [part for part in branch.label.parts if isinstance(part, k.Local) and part.name not in names]


def _is_thing(type_: Type) -> bool:
    """Whether values of a type are things that have a place of their own on a table."""
    return isinstance(bare(type_), Card | Power | Player)


def _value(e: k.Expression | None, names: Names) -> Value | None:
    """What is known of a value."""
    match e:
        case k.Local(name=name):
            return names.get(name)
        case k.Constant(value=int() as word):
            return Fixed(word)
        case k.Checked(value=inner) | k.Listing(items=(inner,)):
            return _value(inner, names)
        case k.TopOf(zone=zone, from_bottom=False):
            pile = _value(zone, names)
            return Top(pile) if isinstance(pile, ZonePlace) and pile.is_pile else None
        case k.ZoneOf(declaration=declaration, owner=owner, second=second):
            owners = [_value(each, names) for each in (owner, second) if each is not None]
            whose = [each for each in owners if isinstance(each, Me | Bound | Fixed)]
            return ZonePlace(declaration, *whose) if len(whose) == len(owners) else None
    return None


def _inside(model: Model, call: k.Call | k.Perform, names: Names) -> tuple[Function | Procedure, Names]:
    """What is called, and what is known of the names in it."""
    called = call.function if isinstance(call, k.Call) else call.procedure
    parameters = [local.name for local in model.locals.get(called, ())]
    arguments = [_value(argument, names) for argument in call.arguments]
    return called, {"me": _value(call.me, names), **dict(zip(parameters, arguments, strict=False))}


def _zones(model: Model, nodes: Iterable[k.Node], names: Names) -> Iterator[ZonePlace]:
    """The zones whose owners are known, in some code and in what this calls."""
    seen: set[Hashable] = set()
    waiting = [(nodes, names, 0)]
    for code, names_there, depth in waiting:
        for node in k.walk(code):
            match node:
                case k.ZoneOf():
                    place = _value(node, names_there)
                    if isinstance(place, ZonePlace):
                        yield place
                case k.Call() | k.Perform() if depth < DEEPEST and len(seen) < MOST_CALLED:
                    called, inner = _inside(model, node, names_there)
                    step = called, *inner.items()
                    if step not in seen and any(inner.values()):
                        seen.add(step)
                        waiting.append((model.code_of(called), inner, depth + 1))


class _Course:
    """What happens when a body runs, as far as it is known beforehand: up to where others are asked."""

    def __init__(self, model: Model, body: k.Body, names: Names) -> None:
        self._model = model
        self._statements_left = MOST_STATEMENTS
        self.sources: list[ZonePlace] = []
        """The piles of which cards come to whoever chooses."""
        self.sets: set[tuple[Variable, int]] = set()
        """What variables of whoever chooses and of the table certainly become."""
        self.leaves = False
        """Whether it certainly leaves the loop around it."""
        self._moves = self._body(body, names, 0, True)

    def targets(self) -> Iterator[tuple[Moved, ZonePlace]]:
        """What is moved, and where it comes first, if it can come to one place only."""
        for thing, zones in self._moves.items():
            places = [zone for zone in zones if zone is not UNMOVED]
            if len(places) == 1 and isinstance(place := places[0], ZonePlace) and place != thing:
                yield thing, place

    def _body(self, body: k.Body, names: Names, depth: int, certain: bool) -> Moves:
        """The moves of a suite, in which names get values. It runs certainly, or under a condition."""
        moves: Moves = {}
        for statement in body:
            self._statements_left -= 1
            if self._statements_left < 0 or self.leaves:
                break
            moves = _one_after_another(moves, self._statement(statement, names, depth, certain))
        return moves

    def _statement(self, statement: k.Statement, names: Names, depth: int, certain: bool) -> Moves:
        match statement:
            case k.Set(place=k.Local(name=name), value=value):
                names[name] = _value(value, names) if certain else None
            case k.Set(place=k.VariableOf(declaration=variable, owner=owner), value=k.Constant(value=int() as word)):
                if certain and (owner is None or _value(owner, names) == Me()):
                    self.sets.add((variable, word))
            case k.Move(cards=cards, zone=zone):
                return self._move(_value(cards, names), _value(zone, names))
            case k.Perform(procedure=procedure) if depth < DEEPEST:
                return self._body(
                    self._model.bodies[procedure], _inside(self._model, statement, names)[1], depth + 1, certain
                )
            case k.If(then=then, otherwise=otherwise):
                one, other = (self._body(body, dict(names), depth, False) for body in (then, otherwise))
                return _either(one, other)
            case k.ForEach(body=body) | k.Repeat(body=body):
                return _either(self._body(body, dict(names), depth, False), {})
            case k.As(local=local, player=player, body=body):
                return self._body(body, {**names, local.name: _value(player, names)}, depth, certain)
            case k.Leave() if certain and not depth:
                self.leaves = True
            case k.Ask():
                self._statements_left = 0
        return {}

    def _move(self, cards: Value | None, zone: Value | None) -> Moves:
        target = zone if isinstance(zone, ZonePlace) else None
        match cards:
            case Bound(place):
                return {place: {target}}
            case Top(pile) if pile.is_chosen:
                return {pile: {target}}
            case Top(pile) if target is not None and target.owner == Me():
                self.sources.append(pile)
        return {}


UNMOVED = "unmoved"
Moves = dict[Moved, set[ZonePlace | str | None]]
"""Where things may come first; None for a zone that isn't known."""


def _one_after_another(first: Moves, then: Moves) -> Moves:
    moves = {thing: set(zones) for thing, zones in then.items()}
    for thing, zones in first.items():
        later = then.get(thing, {UNMOVED}) if UNMOVED in zones else set()
        moves[thing] = zones - {UNMOVED} | later
    return moves


def _either(one: Moves, other: Moves) -> Moves:
    return {thing: one.get(thing, {UNMOVED}) | other.get(thing, {UNMOVED}) for thing in {**one, **other}}


class _Decisions:
    """Where the decisions of a model stand."""

    def __init__(self, model: Model) -> None:
        self.behind: dict[str, k.Body] = {}
        """What stands behind each plain `choose` in its suite: it goes on with what is chosen."""
        self.loops: dict[str, tuple[k.ForEach | k.Repeat, ...]] = {}
        """The loops around each decision in its own code."""
        self._code_of: dict[str, str] = {}
        self._performs: dict[str, list[tuple[str, tuple[k.ForEach | k.Repeat, ...]]]] = {}
        """By the code of a procedure: the code that performs it, with the loops around that."""
        for code in every_code(model):
            for part in code.parts:
                if isinstance(part.root, tuple):
                    self._read(part.root, code.name, ())

    def _read(self, body: k.Body, code: str, loops: tuple[k.ForEach | k.Repeat, ...]) -> None:
        for number, statement in enumerate(body):
            match statement:
                case k.Choose(branches=branches):
                    self.loops[statement.site], self._code_of[statement.site] = loops, code
                    if not statement.has_suites:
                        self.behind[statement.site] = body[number + 1 :]
                    for branch in branches:
                        self._read(branch.body, code, loops)
                case k.If(then=then, otherwise=otherwise):
                    self._read(then, code, loops)
                    self._read(otherwise, code, loops)
                case k.ForEach(body=inner) | k.Repeat(body=inner):
                    self._read(inner, code, (*loops, statement))
                case k.As(body=inner) | k.Ask(body=inner) | k.Watch(body=inner):
                    self._read(inner, code, loops)
                case k.Perform(procedure=procedure):
                    self._performs.setdefault(name_of_procedure(procedure), []).append((code, loops))

    def all_loops(self, choose: k.Choose) -> list[k.Repeat]:
        """The loops around a decision, in its own code and in code that performs this."""
        loops = [*self.loops[choose.site]]
        codes = [self._code_of[choose.site]]
        for code in codes:
            for caller, around in self._performs.get(code, ()):
                loops += around
                if caller not in codes:
                    codes.append(caller)
        return [loop for loop in loops if isinstance(loop, k.Repeat)]
