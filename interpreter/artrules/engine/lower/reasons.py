"""Lowers why a decision offers nothing about a thing, for modules of their own (`machine/reasons.py`): conditions to
which content gives words, in functions, branches and menus.

For each branch, a name of its label may stand for the thing, or the thing is a pile that options of the branch are
about. The code goes through the values of the other names, tests in the engine's order as listing the candidates does,
and notes the first test that fails. What the answer names is what why-not would name (`play/explain/why_not/`), which
knows much more; so where why-not might answer something else, the code notes that as an attempt that comes as far.

Nothing is judged that may depend on what whoever decides doesn't see: from such a test on, a branch may come to
anything.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod

from artrules.engine.lower import graphs as g
from artrules.engine.lower.builder import ONE, ZERO, Builder, added, generated, negated
from artrules.engine.lower.decisions import DecisionLowering
from artrules.engine.lower.graph_analyses import free_locals
from artrules.engine.lower.loops import going_through, loop_of, power_count
from artrules.engine.lower.lowering import NO_NAMES
from artrules.engine.lower.statements import finish
from artrules.engine.machine.numbers import THING_CARD, THING_MEMBER, THING_NUMBER, THING_PLAYER, THING_ZONE
from artrules.engine.machine_code import nodes as m
from artrules.model.analyses.dependence import Dependence, Origin, Situation, Source, Sources
from artrules.model.analyses.information_flow import bodies_of, information_flow
from artrules.model.analyses.option_things import Bound, Fixed, Me, OptionThingsAnalysis, Whose, ZonePlace
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Bool, Card, Happening, Member, Number, Optional, Player, Power, Type, bare
from artrules.text.record import dataclass

DEEPEST = 3
"""How deep words are looked for in functions."""
MOST_COMBINATIONS = 60
"""With more combinations of values, why-not leaves some out."""
FEW_NUMBERS = 100
"""A name that may be more numbers than this stands for none."""
MANY = 1_000_000
FURTHER = 16
"""More than the parts of a condition, and than the functions within each other in which why-not finds what fails."""
MOST_TESTS = 64
"""More than the tests of a branch: a value where it may be chosen counts more than all tests that are passed."""
KIND, VALUE = m.Name("kind"), m.Name("value")
CARDS, ZONES = "cards", "zones"


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which options of a branch may be about a thing. `names` have the values that it fixes, by binder;
    `ends_at` is the binder whose power may be meant, beyond which anything may come out."""

    names: Mapping[str, m.Value]
    ends_at: str = ""


class ReasonLowering:
    """Lowers the reasons of all decisions of a program."""

    def __init__(self, decisions: DecisionLowering) -> None:
        self.decisions = decisions
        self.blocks = decisions.blocks
        self.expressions = decisions.expressions
        self.context = decisions.context
        self.model = decisions.context.model
        self.flow = information_flow(self.model)
        self.things = OptionThingsAnalysis(self.model)

        self._codes = frozenset(code for code, _ in bodies_of(self.model))

    def sources(self, code: str, name: str) -> Sources:
        """What the value of a name in a frame may depend on; something that nobody sees where that isn't known."""
        if code not in self._codes:
            return frozenset([Source(Origin.CHANCE)])
        return self.flow.resolved(self.flow.depends.get((code, name), ()))

    def decision(self, block: g.Block, end: g.Decide) -> None:
        """Lower the function of a decision."""
        b = Builder(block.graph.of)
        self.blocks.read_frame(b, block, block.needs)
        _DecisionReasons(self, block, end, b).all()
        name = f"q{block.number}"
        self.blocks.functions.append(finish(b, name, ("kind", "value"), f"decision {block.number}: find reason"))
        self.decisions.named.setdefault("find_reason", {})[block.number] = name


class _DecisionReasons:
    """The reasons of one decision."""

    def __init__(self, lower: ReasonLowering, block: g.Block, end: g.Decide, b: Builder) -> None:
        self.lower = lower
        self.choose = end.choose
        self.b = b
        self.frame = frozenset(block.needs)
        depends = {name: lower.sources(block.graph.name, name) for name in block.needs}
        self.situation = Situation({name: Dependence(sources, sources) for name, sources in depends.items()})
        self.chooser = self.situation.player(self.choose.me)
        self.words = _Words(lower, self.knows)
        self.combinations: Counter[str] = Counter()
        """By kind of thing: how many combinations of values options about such a thing have."""

    def knows(self, sources: Sources) -> bool:
        """Whether who decides certainly sees all sources."""
        return all(source.is_seen_by(self.chooser) for source in self.lower.flow.resolved(sources))

    def all(self) -> None:
        for branch in self.choose.branches:
            self._branch(branch)

    # -- in which ways options may be about a thing

    def _branch(self, branch: k.Branch) -> None:
        mentioned = _mentioned(branch.label)
        cards = _cards_of_powers(branch)
        types = {binder.local.name: binder.local.type for binder in branch.binders}
        labelled = {
            name: types[name]
            for name in mentioned
            if name in types and cards.get(name) not in mentioned and self._count(types[name])
        }
        implied = {card: power for card, power in cards.items() if power in labelled}
        names = [name for name in types if name in labelled or name in implied]
        for name, type_ in labelled.items():
            card = next((card for card, power in implied.items() if power == name), "")
            with self._meant(type_):
                others = [self._count(t) for other, t in labelled.items() if other != name]
                way = Way({card or name: VALUE}, ends_at=card or (name if isinstance(bare(type_), Power) else ""))
                self._way(branch, way, names, prod(others), [_kind_of(type_)])
        things = self.lower.things.of(self.choose, branch)
        for place in (*things.tops, *things.sources):
            self._pile(branch, place, labelled, names)

    def _count(self, type_: Type | None) -> int:
        """How many values why-not tries for a name of the label; 0 where it takes whatever the domain has."""
        layout = self.lower.context.layout
        match type_:
            case Optional(of):
                return 1 + self._count(of)
            case Bool():
                return 2
            case Number(low, high):
                return high - low + 1 if high - low < FEW_NUMBERS else 0
            case Member(enum):
                return len(self.lower.model.enums[enum].members)
            case Player():
                return layout.players
            case Card(kinds):
                return sum(kind in kinds for kind in layout.card_kind)
            case Power() | Happening():
                return MANY
        return 0

    @contextmanager
    def _meant(self, type_: Type | None) -> Iterator[None]:
        """What is added inside runs where the thing may be a value of a type."""
        match bare(type_) if type_ is not None else None:
            case Card(kinds):
                numbers = [n for n, kind in enumerate(self.lower.model.kinds) if kind in kinds]
                kind_of = m.Load("kind_of", VALUE)
                test = _both_of(THING_CARD, _one_of([m.Compare("==", kind_of, m.Const(n)) for n in numbers]))
            case Power():
                test = _both_of(THING_CARD, m.Compare(">", power_count(VALUE), ZERO))
            case Player():
                test = m.Compare("==", KIND, m.Const(THING_PLAYER))
            case Number(low, high):
                inside = m.Both(m.Compare(">=", VALUE, m.Const(low)), m.Compare("<=", VALUE, m.Const(high)))
                test = _both_of(THING_NUMBER, inside)
            case Member(enum):
                test = m.Compare("==", KIND, m.Const(THING_MEMBER + self.lower.context.enum(enum)))
            case _:
                test = ZERO
        with self.b.when(test):
            yield

    def _pile(self, branch: k.Branch, pile: ZonePlace, labelled: Mapping[str, Type], names: Sequence[str]) -> None:
        """The way in which the thing is a pile, or its top, that options of a branch are about."""
        b = self.b
        zone = b.assign(b.fresh("zone"), m.Const(-1))
        b.emit(m.If(m.Compare("==", KIND, m.Const(THING_ZONE)), (m.Assign(zone.name, VALUE),)))
        b.emit(m.If(m.Compare("==", KIND, m.Const(THING_CARD)), (m.Assign(zone.name, m.Load("zone_of", VALUE)),)))
        locals_ = {place: b.fresh("owner") for place in _bound(pile)}
        meant = b.assign(b.fresh("meant"), ZERO)
        for name in locals_.values():
            b.assign(name, ZERO)
        for number, (declaration, *indices) in enumerate(self.lower.context.layout.zone_places):
            if declaration is not pile.zone:
                continue
            whose = [(pile.owner, declaration.per, indices[0]), (pile.second, declaration.second, indices[1])]
            words: dict[int, int] = {}
            tests = [self._is_owner(*each, words) for each in whose]
            if ZERO in tests:
                continue
            with b.when(_all_of([m.Compare("==", zone, m.Const(number)), *tests])):
                b.assign(meant.name, ONE)
                for place, word in words.items():
                    b.assign(locals_[place], m.Const(word))
        binders = branch.binders
        fixed: dict[str, m.Value] = {
            binders[place].local.name: m.Name(name)
            for place, name in locals_.items()
            if binders[place].local.name in labelled
        }
        others = [self._count(type_) for name, type_ in labelled.items() if name not in fixed]
        with b.when(meant):
            self._way(branch, Way(fixed), names, prod(others), [CARDS, ZONES])

    def _is_owner(self, whose: Whose | None, of: Type | None, index: int, words: dict[int, int]) -> m.Value:
        """Whether the owner of a zone is the one with an index; `words` gets the word of the binder that says so."""
        word = index + (of.low if isinstance(of, Number) else 0)
        match whose:
            case None:
                return ONE if of is None else ZERO
            case Me():
                return m.Compare("==", self.lower.blocks.statements.value(self.b, self.choose.me), m.Const(index))
            case Fixed():
                return ONE if whose.word == word else ZERO
            case Bound(place):
                return ONE if words.setdefault(place, word) == word else ZERO

    # -- the tests of a branch

    def _way(self, branch: k.Branch, way: Way, names: Sequence[str], combinations: int, kinds: Sequence[str]) -> None:
        """Go through what a branch could offer in one way with things of some kinds."""
        self.b.call("begin_way")
        self.combinations.update(dict.fromkeys(kinds, combinations))
        if max(self.combinations[kind] for kind in kinds) > MOST_COMBINATIONS:
            self.come_to_anything(names)
            return
        _Attempt(self, branch, way, names).binder(0, 0, self.situation)

    def come_to_anything(self, names: Sequence[str]) -> None:
        """Note that an attempt may come to anything."""
        self.b.call("note_other", m.Const(how_far(len(names) + 1)))


class _Attempt:
    """The tests of one branch in one way. `names` are those to which why-not gives values."""

    def __init__(self, reasons: _DecisionReasons, branch: k.Branch, way: Way, names: Sequence[str]) -> None:
        self.reasons = reasons
        self.b = reasons.b
        self.expressions = reasons.lower.expressions
        self.branch = branch
        self.way = way
        self.names = names

    def binder(self, i: int, in_place: int, here: Situation) -> None:
        """The tests from the i-th binder on, when so many names have values that may be chosen."""
        if i == len(self.branch.binders):
            self._guard(in_place, here)
            return
        binder = self.branch.binders[i]
        name = binder.local.name
        analysis = self.reasons.lower.flow.analysis
        passing, inside = analysis.bind(binder, here)
        if not self.reasons.knows(analysis.of(binder.domain, here).all):
            self.reasons.come_to_anything(self.names)
            return
        b = self.b
        is_there = b.assign(b.fresh("there"), ZERO)
        item = b.fresh("item")
        loop = loop_of(self.expressions, binder, name=item)
        fixed = self.way.names.get(name)
        is_meant = m.Compare("==", m.Name(item), fixed) if fixed is not None else ONE
        with going_through(self.expressions, b, binder.domain, loop), b.when(is_meant):
            b.assign(is_there.name, ONE)
            b.assign(name, m.Name(item))
            if name == self.way.ends_at:
                self.reasons.come_to_anything(self.names)
            else:
                counted = in_place + (name in self.names)
                self._where(i, counted, inside, self.reasons.knows(passing.all))
        if name in self.names:
            b.call("note_other", m.Const(how_far(len(self.names) - 1, 2 * i, FURTHER**2 - 1)))
        else:
            with b.when(negated(is_there)):
                b.call("note_other", m.Const(how_far(len(self.names), 2 * i, FURTHER**2 - 1)))

    def _where(self, i: int, in_place: int, here: Situation, is_known: bool) -> None:
        condition = self.branch.binders[i].condition
        if condition is None:
            self.binder(i + 1, in_place, here)
        elif not is_known:
            self.reasons.come_to_anything(self.names)
        else:
            self._test(i, condition, None, 2 * i + 1, in_place, here, lambda: self.binder(i + 1, in_place, here))

    def _guard(self, in_place: int, here: Situation) -> None:
        guard = self.branch.guard
        analysis = self.reasons.lower.flow.analysis
        if guard is None:
            self._limit()
        elif not self.reasons.knows(analysis.of(guard, here).all):
            self.reasons.come_to_anything(self.names)
        else:
            last = len(self.branch.binders)
            self._test(last, guard, self.branch.reason, 2 * last, in_place, here, lambda: self._limit())

    def _limit(self) -> None:
        """Whether the limit is reached has no words; and where all tests are passed, anything may come out."""
        self.reasons.come_to_anything(self.names)

    def _test(
        self,
        i: int,
        condition: k.Expression,
        reason: k.Label | None,
        passed: int,
        in_place: int,
        here: Situation,
        then: Callable[[], None],
    ) -> None:
        """Go on where the condition of the i-th binder holds, or the guard; else note what its words say."""
        b, words = self.b, self.reasons.words
        holds = b.keep(self.expressions.condition(b, condition, NO_NAMES))
        with b.capture() as going_on:
            then()
        with b.capture() as failing:
            if reason is not None:
                bound = {binder.local.name for binder in self.branch.binders} | self.reasons.frame
                if words.is_known(reason, here) and free_locals(reason) <= bound:
                    self.expressions.label(b, reason, NO_NAMES)
            elif words.are_known(condition, True, 0, here):
                words.tell(b, condition, True, 0)
            # How many parts hold, and how deep why-not looks, decides between attempts that come equally far.
            parts = 0 if i == len(self.branch.binders) else _parts(condition) - 1
            least, most = words.depths(condition, True, 0)
            low = added(m.Const(how_far(in_place, passed, least)), self._later(i, here))
            b.call("note_attempt", low, m.Const(how_far(len(self.names), passed, FURTHER * parts + most)))
        b.emit(m.If(holds, tuple(going_on), tuple(failing)))

    def _later(self, i: int, here: Situation) -> m.Value:
        """How much farther an attempt comes that fails at the i-th binder, because the thing is in place later."""
        b, further = self.b, m.Name(self.b.fresh("further"))
        is_counted = False
        named = {binder.local.name for binder in self.branch.binders[i + 1 :]}
        for binder in self.branch.binders[i + 1 :]:
            fixed = self.way.names.get(binder.local.name)
            domain = binder.domain
            if fixed is None or binder.local.name not in self.names or free_locals(domain) & named:
                continue
            if not self.reasons.knows(self.reasons.lower.flow.analysis.of(domain, here).all):
                continue
            if not is_counted:
                b.assign(further.name, ZERO)
                is_counted = True
            is_there, item = b.assign(b.fresh("there"), ZERO), b.fresh("item")
            with going_through(self.expressions, b, domain, loop_of(self.expressions, binder, name=item)):
                b.emit(m.If(m.Compare("==", m.Name(item), fixed), (m.Assign(is_there.name, m.Const(how_far(1))),)))
            b.assign(further.name, added(further, is_there))
        return further if is_counted else ZERO


class _Words:
    """Tells the words of the condition that fails. `knows` says whether who decides sees all of some sources."""

    def __init__(self, lower: ReasonLowering, knows: Callable[[Sources], bool]) -> None:
        self.lower = lower
        self.knows = knows

    def is_known(self, label: k.Label, here: Situation) -> bool:
        """Whether a text tells nothing that who decides may not know."""
        return self.knows(self.lower.flow.analysis.of(label, here).all)

    def are_known(self, e: k.Expression, wanted: bool, depth: int, here: Situation) -> bool:
        """Whether so are all texts that may be told of a condition that isn't what is `wanted`."""
        match e:
            case k.Checked(value=value):
                return self.are_known(value, wanted, depth, here)
            case k.Operation(operator="not", operands=[operand]):
                return self.are_known(operand, not wanted, depth, here)
            case k.Operation(operator="and" | "or" as operator, operands=operands) if (operator == "and") == wanted:
                return all(self.are_known(operand, wanted, depth, here) for operand in operands)
            case k.Call(function=function) if depth < DEEPEST and function in self.lower.model.values:
                inner = _inside(self.lower.model.locals[function], e, here, self.lower.flow.analysis.of)
                if wanted and (words := self.lower.model.reasons.get(function)) is not None:
                    return self.is_known(words, inner)
                return self.are_known(self.lower.model.values[function], wanted, depth + 1, inner)
        return True

    def depths(self, e: k.Expression, wanted: bool, depth: int) -> tuple[int, int]:
        """In how many conditions within each other why-not finds what fails: at least, and at most."""
        match e:
            case k.Checked(value=value):
                return self.depths(value, wanted, depth)
            case k.Operation(operator="and" | "or" as operator, operands=operands) if (operator == "and") == wanted:
                least, most = zip(*(self.depths(operand, wanted, depth) for operand in operands), strict=True)
                return min(least), max(most)
        while isinstance(e, k.Operation) and e.operator == "not":
            e, wanted = e.operands[0], not wanted
        match e:
            case k.Call(function=function) if depth < DEEPEST and function in self.lower.model.values:
                return 1, 1 + self.depths(self.lower.model.values[function], wanted, depth + 1)[1]
            case k.BuiltinCall(builtin=builtin) if builtin.traits.tests_usability:
                return 1, FURTHER - 1
            case k.Operation(operands=operands) if depth < DEEPEST:
                return 1, 1 + sum(isinstance(_unchecked(operand), k.Call) for operand in operands)
        return 1, 1

    def tell(self, b: Builder, e: k.Expression, wanted: bool, depth: int) -> None:
        """Add code that writes the words of what fails in a condition that isn't what is `wanted`, if it has any."""
        expressions = self.lower.expressions
        match e:
            case k.Checked(value=value):
                self.tell(b, value, wanted, depth)
            case k.Operation(operator="not", operands=[operand]) if not _is_joined(operand):
                self.tell(b, operand, not wanted, depth)
            case k.Operation(operator="and" | "or" as operator, operands=[first, second]) if (
                operator == "and"
            ) == wanted:
                holds = b.keep(expressions.condition(b, first, NO_NAMES))
                with b.capture() as of_first:
                    self.tell(b, first, wanted, depth)
                with b.capture() as of_second:
                    self.tell(b, second, wanted, depth)
                one, other = (of_second, of_first) if wanted else (of_first, of_second)
                if one or other:
                    b.emit(m.If(holds, tuple(one), tuple(other)) if one else m.If(negated(holds), tuple(other)))
            case k.Call(function=function, arguments=arguments, me=me) if depth < DEEPEST:
                if name := self._function(e, wanted, depth):
                    parameters = self.lower.model.locals[function]
                    values = [
                        expressions.value(b, argument, NO_NAMES, parameter.type)
                        for argument, parameter in zip(arguments, parameters, strict=True)
                    ]
                    b.call(name, expressions.acting(b, me, NO_NAMES), *values)
                    b.check_status()

    def _function(self, e: k.Call, wanted: bool, depth: int) -> str:
        """The name of a function that writes the words of what fails in a function; empty where it has none."""
        model, function = self.lower.model, e.function
        if function not in model.values:
            return ""
        label = model.reasons.get(function) if wanted else None
        key = "says" if label is not None else f"lacks{depth}{'' if wanted else 'not'}"
        name = generated(key, function.key)
        functions = self.lower.context.functions
        if name not in functions:
            b = Builder(f"function {function.key}")
            if label is not None:
                self.lower.expressions.label(b, label, NO_NAMES)
            else:
                self.tell(b, model.values[function], wanted, depth + 1)
            if not b.code:
                return ""
            parameters = ("me", *(local.name for local in model.locals[function]))
            functions[name] = b.function(name, parameters, "what it says where it fails")
        return name


def _inside(
    parameters: Sequence[k.Local], e: k.Call, here: Situation, of: Callable[[k.Node | None, Situation], Dependence]
) -> Situation:
    """The situation in a function that is called."""
    names = {p.name: of(argument, here) for p, argument in zip(parameters, e.arguments, strict=True)}
    players = {p.name: here.player(argument) for p, argument in zip(parameters, e.arguments, strict=True)}
    return Situation(names, {**players, "me": here.player(e.me)}, here.different, here.shown)


def _kind_of(type_: Type) -> str:
    """The kind of thing that a value of a type stands for."""
    match bare(type_):
        case Card() | Power():
            return CARDS
        case Number():
            return "numbers"
        case other:
            return str(other)


def how_far(in_place: int, passed: int = 0, further: int = 0) -> int:
    """How far an attempt comes with so many values where they may be chosen, that passes so many tests."""
    return (in_place * MOST_TESTS + passed) * FURTHER**2 + further


def _unchecked(e: k.Expression) -> k.Expression:
    while isinstance(e, k.Checked):
        e = e.value
    return e


def _parts(condition: k.Expression) -> int:
    """How many parts a condition has that must all hold."""
    match condition:
        case k.Operation(operator="and", operands=operands):
            return sum(map(_parts, operands))
    return 1


def _mentioned(label: k.Label) -> list[str]:
    """The names that a label mentions, in its order."""
    bound = {node.local.name for node in k.walk(label) if isinstance(node, k.Binder)}
    nodes = (node for part in label.parts if not isinstance(part, str) for node in k.walk(part))
    return list(dict.fromkeys(n.name for n in nodes if isinstance(n, k.Local) and n.name not in bound))


def _is_joined(e: k.Expression) -> bool:
    return isinstance(e, k.Operation) and e.operator in ("and", "or")


def _bound(pile: ZonePlace) -> list[int]:
    """The places of the binders that say whose a pile is."""
    return list(dict.fromkeys(each.place for each in (pile.owner, pile.second) if isinstance(each, Bound)))


def _cards_of_powers(branch: k.Branch) -> dict[str, str]:
    """The name of a card → the name of a power on it."""
    powers: dict[str, str] = {}
    for binder in branch.binders:
        match binder.domain:
            case k.PowersOf(card=k.Local(name=card)):
                powers.setdefault(card, binder.local.name)
    return powers


def _both_of(kind: int, test: m.Value) -> m.Value:
    return m.Both(m.Compare("==", KIND, m.Const(kind)), test)


def _all_of(tests: Sequence[m.Value]) -> m.Value:
    first, *others = [test for test in tests if test != ONE]
    for other in others:
        first = m.Both(first, other)
    return first


def _one_of(tests: Sequence[m.Value]) -> m.Value:
    first, *others = tests
    for other in others:
        first = m.OneOf(first, other)
    return first
