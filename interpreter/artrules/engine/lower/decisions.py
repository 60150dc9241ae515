"""Lowers decisions: listing the candidates, who decides, taking a candidate, its label.

A candidate is a row of words in `candidates`: the index of its branch, then the values of the branch's binders, filled
up with 0 to the length of the longest row.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from artrules.engine.lower import graphs as g
from artrules.engine.lower.blocks import BlockLowering, decision_work
from artrules.engine.lower.builder import ONE, ZERO, Builder, added
from artrules.engine.lower.foresight import ForesightLowering
from artrules.engine.lower.graph_analyses import FailureAnalysis, free_locals, suite_may_fail
from artrules.engine.lower.layout import Layout
from artrules.engine.lower.program import BranchTable, DecisionTable
from artrules.engine.lower.statements import finish
from artrules.engine.machine_code import nodes as m
from artrules.model.analyses.cost import METERING_THRESHOLD
from artrules.model.analyses.information_flow import choices_in_windows, secret_choices
from artrules.model.analyses.option_things import OptionThingsAnalysis
from artrules.model.ir import nodes as k
from artrules.model.ir.layout import OptionReference
from artrules.model.ir.types import Card, ListOf, Optional, Power, Type

# Finds which decisions may offer candidates that nothing tells apart (`machine/alike.py`). Most offer none, and
# need not be searched for them.


class Likeness:
    """Answers for one layout. `looks` are by card: numbers that are equal for cards that were printed alike."""

    def __init__(self, layout: Layout) -> None:
        numbers: dict[Any, int] = {}
        self.looks: list[int] = []
        for kind, values in zip(layout.card_kind, layout.piece_values, strict=True):
            printed = (kind, tuple(sorted((name, str(value)) for name, value in values.items())))
            self.looks.append(numbers.setdefault(printed, len(numbers)))
        count = Counter(self.looks)
        self._kinds = {kind for kind, look in zip(layout.card_kind, self.looks, strict=True) if count[look] > 1}

    def may_be_alike(self, choose: k.Choose) -> bool:
        """Whether two candidates of a decision may be alike: by cards that were printed alike, or because a list may
        have a card twice."""
        return any(map(self._may_be_alike, choose.branches))

    def _may_be_alike(self, branch: k.Branch) -> bool:
        if not any(_holds_card(b.local.type) for b in branch.binders):
            return False
        return any(self._has_twins(b.local.type) or isinstance(b.domain.type, ListOf) for b in branch.binders)

    def _has_twins(self, type_: Type | None) -> bool:
        match type_:
            case Card(kinds):
                return not self._kinds.isdisjoint(kinds)
            case Power():
                return bool(self._kinds)
            case Optional(of):
                return self._has_twins(of)
        return False


def _holds_card(type_: Type | None) -> bool:
    match type_:
        case Optional(of):
            return _holds_card(of)
    return isinstance(type_, (Card, Power))


ROOM = 64
"""Room is made for so many rows at a time."""
ROW, TOP, FIRST, COUNT, END = (m.Name(name) for name in ("row", "_top", "_first", "_count", "_end"))
CANDIDATES_TOP = m.Name("candidates_top")
ME = "me"
OF_DECISIONS = (
    "is_decision",
    "has_suites",
    "row_words",
    "rows_have_lists",
    "first_branch",
    "decision_can_fail",
    "suites_can_fail",
    "is_secret_choice",
    "is_in_window",
)
OF_BRANCHES = (
    "branch_can_fail",
    "branch_suite_can_fail",
    "branch_uses_power",
    "branch_is_foreseen",
    "branch_ends",
    "branch_shapes",
)


class DecisionLowering:
    """Lowers decisions. `limits` numbers branches with a limit, by the decision and the branch's index. `named`
    collects the names of the functions, by table and decision."""

    def __init__(self, blocks: BlockLowering, limits: Mapping[tuple[int, int], int]) -> None:
        self.blocks = blocks
        self.statements = blocks.statements
        self.expressions = blocks.statements.expressions
        self.context = blocks.context
        self.shapes = blocks.context.shapes
        self.limits = limits
        self.likeness = Likeness(self.context.layout)
        self.hints = {(hint.site, hint.owner, hint.branch): hint for hint in self.context.model.hints.options}
        story = self.context.model.layout.story
        self.story = {(each.site, each.owner, each.branch): each for each in story}
        self.named: dict[str, dict[int, str]] = {}
        self.foreseen: set[tuple[int, int]] = set()
        """The branches of which something can be told without taking them, by decision and index."""
        self._foresight = ForesightLowering(blocks)
        self._things = OptionThingsAnalysis(self.context.model)

    def decision(self, block: g.Block, end: g.Decide) -> None:
        """Lower the functions of a decision."""
        self._add(block, "list_candidates", "c", self._list(block, end), ())
        self._add(block, "deciding_player", "w", self._decider(block, end), ())
        self._add(block, "take_candidate", "t", self._take(block, end), ("row",))
        if (foresight := self._foresee(block, end)) is not None:
            self._add(block, "foresee_option", "f", foresight, ("row",))
        self._add(block, "label_option", "l", self._label(block, end), ("row",))
        if self.story:
            self._add(block, "story_of_option", "y", self._story(block, end), ("row",))
        if self.hints:
            self._add(block, "liked_option", "h", self._liked(block, end), ("row",))
        if any(uses_power(target, self.blocks.failing) for target in end.targets):
            self._add(block, "used_power", "u", self._used_power(block, end), ("row",))

    def _add(self, block: g.Block, table: str, prefix: str, b: Builder, parameters: Sequence[str]) -> None:
        name = f"{prefix}{block.number}"
        about = f"decision {block.number}: {table.replace('_', ' ')}"
        self.blocks.functions.append(finish(b, name, parameters, about))
        self.named.setdefault(table, {})[block.number] = name

    # -- candidates

    def _list(self, block: g.Block, end: g.Decide) -> Builder:
        b = Builder(block.graph.of)
        choose, number, words = end.choose, block.number, row_length(end.choose)
        self.blocks.read_frame(b, block, _used_by_candidates(choose))
        units = decision_work(end, self.context.work)
        if units > METERING_THRESHOLD:
            self.context.count(b, units, choose.at)
        else:
            b.emit(m.SetRegister("steps", added(m.Name("steps"), m.Const(units))))
        self.statements.count(b, choose)
        b.assign(TOP.name, CANDIDATES_TOP)
        most = sum(self.context.work.sizes.of_binders(branch.binders) for branch in choose.branches)
        is_short = most <= ROOM
        b.stop_if(self._no_room(words), _too_many(number, ZERO))
        if not is_short:
            b.assign(END.name, added(TOP, m.Const(ROOM * words)))
        b.assign(COUNT.name, ZERO)
        for i, branch in enumerate(choose.branches):
            with self.expressions.each_of(b, branch.binders, skips=False):
                self._offer(b, choose, number, i, branch, is_short)
        b.emit(m.SetRegister("row_count", COUNT))
        if self.likeness.may_be_alike(choose):
            b.assign(FIRST.name, CANDIDATES_TOP)
            b.emit(m.SetRegister("candidates_top", TOP))
            with b.when(m.Compare(">", COUNT, ONE)):
                b.call("drop_alike", m.Const(number), self.statements.value(b, choose.me), FIRST)
        else:
            b.emit(m.SetRegister("candidates_top", TOP))
        return b

    def _offer(self, b: Builder, choose: k.Choose, number: int, i: int, branch: k.Branch, is_short: bool) -> None:
        """Write the row of a candidate, if it is one."""
        condition: m.Value | None = None
        if branch.guard is not None:
            condition = self.statements.condition(b, branch.guard)
        with b.capture() as offering:
            if branch.limit is not None:
                what = m.Const(-1 - self.limits[number, i])
                me = self.statements.value(b, choose.me)
                room = b.assign(b.fresh("room"), m.Call("has_room", (me, m.Const(branch.limit.index), what)))
                b.check_status()
                with b.when(room):
                    self._write(b, choose, number, i, branch, is_short)
            else:
                self._write(b, choose, number, i, branch, is_short)
        if condition is None:
            b.emit(*offering)
        else:
            b.emit(m.If(condition, tuple(offering)))

    def _write(self, b: Builder, choose: k.Choose, number: int, i: int, branch: k.Branch, is_short: bool) -> None:
        words = row_length(choose)
        if not is_short:
            with b.when(m.Compare("==", TOP, END)):
                b.stop_if(self._no_room(words), _too_many(number, COUNT))
                b.assign(END.name, added(TOP, m.Const(ROOM * words)))
        values = [self.statements.kept(b, binder.local) for binder in branch.binders]
        for place, value in enumerate([m.Const(i), *values, *[ZERO] * (words - 1 - len(values))]):
            b.emit(m.Store("candidates", added(TOP, m.Const(place)), value))
        b.assign(TOP.name, added(TOP, m.Const(words)))
        b.assign(COUNT.name, added(COUNT, ONE))

    def _no_room(self, words: int) -> m.Value:
        return m.Not(m.Call("reserve", (m.Name("candidates"), added(TOP, m.Const(ROOM * words)))))

    # -- what else is asked of a decision

    def _decider(self, block: g.Block, end: g.Decide) -> Builder:
        b = Builder(block.graph.of, gives=True)
        self.blocks.read_frame(b, block, free_locals(end.choose.me))
        b.emit(m.Return(self.statements.value(b, end.choose.me)))
        return b

    def _take(self, block: g.Block, end: g.Decide) -> Builder:
        b = Builder(block.graph.of)
        used = free_locals(end.choose.me).union(*(target.needs for target in end.targets))
        self.blocks.take_frame(b, block, used)
        branch = self._branch_of(b, end)
        me = b.keep(self.statements.value(b, end.choose.me))
        b.call("begin_action", me, m.Const(block.number))
        for i, (chosen, target) in enumerate(zip(end.choose.branches, end.targets, strict=True)):
            with b.capture() as taking:
                self._read_row(b, chosen, set(target.needs))
                self.statements.count(b, chosen)
                if chosen.limit is not None:
                    what = m.Const(-1 - self.limits[block.number, i])
                    b.call("count_use", me, m.Const(chosen.limit.index), what)
                    b.check_status()
                work = m.Const(self.blocks.cut_points.path_work[target])
                b.emit(m.SetRegister("steps", added(m.Name("steps"), work)))
                self.blocks.go(b, target)
            self._only_for(b, branch, i, end, taking)
        return b

    def _foresee(self, block: g.Block, end: g.Decide) -> Builder | None:
        """What can be told of a candidate without taking it; None where nothing can be told of any."""
        b = Builder(block.graph.of, gives=True)
        self.blocks.read_frame(b, block, free_locals(end.choose.me).union(*(target.needs for target in end.targets)))
        branch = self._branch_of(b, end)
        for i, (chosen, target) in enumerate(zip(end.choose.branches, end.targets, strict=True)):
            with b.capture() as foreseeing:
                self._read_row(b, chosen, set(target.needs))
                tells = self._foresight.branch(b, block, end.choose.me, chosen, target)
            if tells:
                self.foreseen.add((block.number, i))
                self._only_for(b, branch, i, end, foreseeing)
        if len(end.targets) > 1:
            b.emit(m.Return(m.Name("UNFORESEEN")))
        return b if any(number == block.number for number, _ in self.foreseen) else None

    def _label(self, block: g.Block, end: g.Decide) -> Builder:
        b = Builder(block.graph.of)
        used = set[str]().union(*(free_locals(branch.label) for branch in end.choose.branches))
        self.blocks.read_frame(b, block, used)
        branch = self._branch_of(b, end)
        for i, labelled in enumerate(end.choose.branches):
            with b.capture() as telling:
                self._read_row(b, labelled, free_locals(labelled.label))
                self.expressions.label(b, labelled.label, {}, None)
            self._only_for(b, branch, i, end, telling)
        return b

    def _used_power(self, block: g.Block, end: g.Decide) -> Builder:
        b = Builder(block.graph.of, gives=True)
        uses = [
            (i, branch, target.end.use.power)
            for i, (branch, target) in enumerate(zip(end.choose.branches, end.targets, strict=True))
            if isinstance(target.end, g.CallPower) and uses_power(target, self.blocks.failing)
        ]
        self.blocks.read_frame(b, block, set[str]().union(*(free_locals(power) for _, _, power in uses)))
        branch = self._branch_of(b, end)
        for i, chosen, power in uses:
            with b.capture() as giving:
                self._read_row(b, chosen, free_locals(power))
                b.emit(m.Return(self.statements.value(b, power)))
            self._only_for(b, branch, i, end, giving)
        if len(end.targets) > 1:
            b.emit(m.Return(ZERO))
        return b

    def _liked(self, block: g.Block, end: g.Decide) -> Builder:
        """How much whoever decides likes a candidate; 0 where no hint speaks of it."""
        b = Builder(block.graph.of, gives=True)
        hinted = _said_of(self.hints, end.choose)
        self._read_decider(b, block, end, [hint.value for _, hint in hinted])
        branch = self._branch_of(b, end) if hinted else ZERO
        for i, hint in hinted:
            with b.capture() as judging:
                self._read_locals(b, hint, hint.value)
                self.context.count(b, self.context.work.expression(hint.value), hint.at)
                b.emit(m.Return(self.statements.value(b, hint.value)))
            self._only_for(b, branch, i, end, judging)
        if not hinted or len(end.targets) > 1:
            b.emit(m.Return(ZERO))
        return b

    def _story(self, block: g.Block, end: g.Decide) -> Builder:
        """What the log tells of a candidate; nothing where content says nothing of it."""
        b = Builder(block.graph.of)
        story = _said_of(self.story, end.choose)
        self._read_decider(b, block, end, [each.sentence for _, each in story])
        branch = self._branch_of(b, end) if story else ZERO
        for i, each in story:
            with b.capture() as telling:
                self._read_locals(b, each, each.sentence)
                self.context.count(b, self.context.work.expression(each.sentence), each.at)
                self.expressions.label(b, each.sentence, {}, None)
            self._only_for(b, branch, i, end, telling)
        return b

    def _read_decider(self, b: Builder, block: g.Block, end: g.Decide, code: Sequence[k.Node]) -> None:
        """Give `me` a value, where some code that is said of options uses it: whoever decides."""
        if any(ME in free_locals(each) for each in code):
            self.blocks.read_frame(b, block, free_locals(end.choose.me))
            if (decider := self.statements.value(b, end.choose.me)) != m.Name(ME):
                b.assign(ME, decider)

    def _read_locals(self, b: Builder, said: OptionReference, code: k.Node) -> None:
        """Give those names of an option that some code uses the values in a row."""
        used = free_locals(code)
        for place, local in enumerate(said.locals, 1):
            if local.name in used:
                b.assign(local.name, m.Load("candidates", added(ROW, m.Const(place))))

    def _branch_of(self, b: Builder, end: g.Decide) -> m.Value:
        """The index of a row's branch, in a local if there are several."""
        row = m.Load("candidates", ROW)
        return b.assign(b.fresh("branch"), row) if len(end.targets) > 1 else row

    def _only_for(self, b: Builder, branch: m.Value, i: int, end: g.Decide, code: list[m.Statement]) -> None:
        """Add code that runs only for rows of one branch."""
        if len(end.targets) == 1:
            b.emit(*code)
        else:
            b.emit(m.If(m.Compare("==", branch, m.Const(i)), tuple(code)))

    def _read_row(self, b: Builder, branch: k.Branch, names: Iterable[str]) -> None:
        """Give those of a branch's binders that are wanted the values in a row."""
        wanted = set(names)
        for place, binder in enumerate(branch.binders, 1):
            if binder.local.name in wanted:
                b.assign(binder.local.name, m.Load("candidates", added(ROW, m.Const(place))))

    # -- tables

    def tables(self, decisions: Sequence[tuple[g.Block, g.Decide]], blocks: int) -> dict[str, list[int]]:
        """The regions that describe decisions and branches, given how many blocks there are."""
        failing = self.blocks.failing
        tables: dict[str, list[int]] = {name: [0] * blocks for name in OF_DECISIONS}
        tables |= {name: [] for name in OF_BRANCHES}
        secret, in_windows = secret_choices(self.context.model), choices_in_windows(self.context.model)
        for block, end in decisions:
            number, choose = block.number, end.choose
            tables["is_decision"][number] = 1
            tables["has_suites"][number] = choose.has_suites
            tables["is_secret_choice"][number] = choose in secret
            tables["is_in_window"][number] = choose in in_windows
            tables["row_words"][number] = row_length(choose)
            tables["rows_have_lists"][number] = any(
                self.shapes.on_heap(self.shapes.of(binder.local.type))
                for branch in choose.branches
                for binder in branch.binders
            )
            tables["first_branch"][number] = len(tables["branch_can_fail"])
            for i, (branch, target) in enumerate(zip(choose.branches, end.targets, strict=True)):
                suite = suite_may_fail(number, target, failing)
                tables["branch_can_fail"].append(target.may_fail)
                tables["branch_suite_can_fail"].append(suite)
                tables["branch_uses_power"].append(uses_power(target, failing))
                tables["branch_is_foreseen"].append((number, i) in self.foreseen)
                tables["branch_ends"].append(self._things.ends(choose, branch))
                tables["branch_shapes"].append(self.shapes.of_values([binder.local.type for binder in branch.binders]))
                tables["decision_can_fail"][number] |= target.may_fail
                tables["suites_can_fail"][number] |= suite
        return {name: [int(value) for value in values] for name, values in tables.items()}

    def describe(self, block: g.Block, end: g.Decide) -> DecisionTable:
        """What explanations must know of a decision."""
        choose = end.choose
        branches = tuple(
            BranchTable(
                branch.key,
                branch.at,
                branch.declines,
                tuple(binder.local.type for binder in branch.binders),
                self.limits.get((block.number, i)),
            )
            for i, branch in enumerate(choose.branches)
        )
        return DecisionTable(block.number, choose.site, choose.prompt, choose.at, branches, choose.has_suites, choose)


def row_length(choose: k.Choose) -> int:
    """The words of a candidate's row."""
    return 1 + max(len(branch.binders) for branch in choose.branches)


R = TypeVar("R", bound=OptionReference)


def _said_of(said: Mapping[tuple[str, str | None, str], R], choose: k.Choose) -> list[tuple[int, R]]:
    """What content says of the branches of a decision, with their indexes."""
    keys = [(choose.site, branch.owner, branch.key) for branch in choose.branches]
    return [(i, said[key]) for i, key in enumerate(keys) if key in said]


def uses_power(target: g.Block, failing: FailureAnalysis) -> bool:
    """Whether a branch only uses a power that its guard has tested, and nothing can fail after it."""
    end = target.end
    return (
        isinstance(end, g.CallPower)
        and not target.instructions
        and not end.after.may_fail
        and failing.known_usable(end)
    )


def number_limits(decisions: Sequence[tuple[g.Block, g.Decide]]) -> dict[tuple[int, int], int]:
    """Number the branches with a limit, by decision and the branch's index."""
    limited = [
        (block.number, i)
        for block, end in decisions
        for i, branch in enumerate(end.choose.branches)
        if branch.limit is not None
    ]
    return {branch: number for number, branch in enumerate(limited)}


def _used_by_candidates(choose: k.Choose) -> set[str]:
    """The locals that listing the candidates uses."""
    used = free_locals(choose.me)
    for branch in choose.branches:
        for part in [*branch.binders, branch.guard]:
            used |= free_locals(part) if part is not None else set()
    return used


def _too_many(number: int, count: m.Value) -> m.Call:
    return m.Call("find_too_many", (m.Const(number), count))
