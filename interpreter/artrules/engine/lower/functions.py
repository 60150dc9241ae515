"""Lowers the functions that the machine calls: code that asks nothing and stands by itself, and entries of graphs.
Each gets its place in the table that the machine calls it through (`machine/program.py`).
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from artrules.engine.lower import graphs as g
from artrules.engine.lower.blocks import BlockLowering, callees_first, waits
from artrules.engine.lower.builder import ONE, ZERO, Builder, added, generated, within
from artrules.engine.lower.graph_analyses import CodeInPlay, free_locals
from artrules.engine.lower.statements import StatementLowering, finish
from artrules.engine.lower.tables import ENGINE_FRAME_WORDS, RULE_NUMBERS
from artrules.engine.machine.numbers import ASKED
from artrules.engine.machine_code import nodes as m
from artrules.model.analyses.option_looks import LookValue, OptionLooks
from artrules.model.ir import nodes as k
from artrules.model.ir.code import name_of_procedure
from artrules.model.ir.declarations import Function, PowerDefinition, ZoneDeclaration
from artrules.model.ir.model import ScorePart
from artrules.model.ir.types import PLAYER, Bool, ListOf, Nothing, Number, Optional, Zone

# Lowers code that asks nothing and stands by itself: procedures, conditions, the score, labels of cards. Each function
# of the machine that it makes gets its place in the table that the machine calls it through (`machine/program.py`).

FLOW = "flow"
HINTS = "hints"
LIKED_POSITION = "liked_position"


class FunctionLowering:
    """Lowers such functions. `functions` collects them, `named` their names, by table and index."""

    def __init__(self, statements: StatementLowering) -> None:
        self.statements = statements
        self.expressions = statements.expressions
        self.context = statements.context
        self.model = statements.context.model
        self.functions: list[m.Function] = []
        self.named: dict[str, dict[int, str]] = {}

    def add(self, b: Builder, name: str, parameters: Sequence[str], about: str) -> str:
        """Add a function; gives its name."""
        self.functions.append(finish(b, name, parameters, about))
        return name

    def name(self, table: str, index: int, name: str) -> None:
        """Put a function into a table."""
        self.named.setdefault(table, {})[index] = name

    def value(self, name: str, parameters: Sequence[str], e: k.Expression, of: str, about: str) -> str:
        """Add a function that gives the value of an expression of a declaration; of a zone its number."""
        b = Builder(of, gives=True)
        self.context.count(b, self.context.work.expression(e), e.at)
        if isinstance(e.type, Zone):
            b.emit(m.Return(self.expressions.zone(b, e)))
        else:
            b.emit(m.Return(self.statements.value(b, e)))
        return self.add(b, name, parameters, about)

    def procedures(self, in_play: Container[str | None], in_graphs: Container[str]) -> None:
        """Lower the procedures that ask nothing."""
        for procedure in self.model.procedures.values():
            if procedure.owner in in_play and procedure.key not in in_graphs:
                b, body = Builder(name_of_procedure(procedure)), self.model.bodies[procedure]
                self.context.count(b, self.context.work.body(body), procedure.at)
                self.statements.body(b, body)
                parameters = ["me", *(local.name for local in self.model.locals[procedure])]
                self.add(b, generated("p", procedure.key), parameters, "body")

    def powers(self, in_play: Container[str | None]) -> None:
        """Lower whether powers are usable, and how often something may be done."""
        for limit, at_most in self.model.at_most.items():
            name = self.value(f"limit_{limit.index}", ["me"], at_most, f"limit {limit.key}", "at most")
            self.name("limit_at_most", limit.index, name)
        for power in self.model.powers:
            if power.owner in in_play:
                self._usable(power)

    def _usable(self, power: PowerDefinition) -> None:
        b = Builder(f"power {power.key}", gives=True)
        for limit in power.limits:
            at_most = self.model.at_most[limit]
            what = m.Name("power") if limit.per_card else m.Const(power.index)
            uses = m.Call("uses", (m.Name("me"), m.Const(limit.index), what))
            test: m.Value = m.Compare(">=", uses, self.statements.value(b, at_most))
            # Most limits allow at least one use. Then no use need be looked for while nothing has been used.
            if isinstance(at_most.type, Number) and at_most.type.low >= 1:
                test = m.Both(m.Name("use_count"), test)
            b.emit(m.If(test, (m.Return(ZERO),)))
        condition = self.model.conditions.get(power)
        if condition is not None:
            self.context.count(b, self.context.work.expression(condition), power.at)
            b.emit(m.Return(self.statements.condition(b, condition)))
        else:
            b.emit(m.Return(ONE))
        name = self.add(b, f"usable_{power.index}", ["me", "power", "self"], "whether it can be used")
        self.name("power_is_usable", power.index, name)

    def watch_conditions(self, watches: Sequence[k.Watch], owners: Mapping[str, str]) -> None:
        """Lower the conditions of watches, by number. `owners` are the declarations of their code, by identity."""
        for number, watch in enumerate(watches):
            if watch.condition is not None:
                b = Builder(owners[watch.identity], gives=True)
                self.context.count(b, self.context.work.expression(watch.condition), watch.condition.at)
                take_captured(b, watch.captured, free_locals(watch.condition))
                b.emit(m.Return(self.statements.condition(b, watch.condition)))
                parameters = ["me", watch.happening.name, "values"]
                name = self.add(b, f"watches_{number}", parameters, f"condition of watch {watch.identity}")
                self.name("watch_condition", number, name)

    def labels(self) -> None:
        """Lower the labels of cards."""
        for number, kind in enumerate(self.model.kinds):
            label = self.model.card_labels.get(kind)
            b = Builder(f"card {kind}")
            if label is None:
                b.call("tell", m.Name("TEXT"), m.Const(self.context.text(kind.replace("_", " "))))
            else:
                self._told(b, label)
            self.name("card_label", number, self.add(b, generated("call", kind), ["self"], "label"))

    def _told(self, b: Builder, label: k.Label) -> None:
        """Write a label of a card."""
        units = self.context.work.outside(self.context.work.expression(label))
        b.emit(m.SetRegister("steps", added(m.Name("steps"), m.Const(units))))
        self.expressions.label(b, label, {}, "self")

    def layout(self, in_play: Container[str | None]) -> None:
        """Lower the figures of the layout, what is found out for options, and the titles and pictures of cards."""
        layout = self.model.layout
        for number, figure in enumerate(layout.figures.values()):
            owner = figure.binder.name if figure.binder is not None else "owner"
            name = generated("figure", figure.name)
            self.name("figure", number, self.value(name, [owner, "me"], figure.value, f"figure {figure.name}", "value"))
        for number, value in enumerate(OptionLooks(self.model).values):
            if not value.tells_hidden and (value.look.owner is None or value.look.owner in in_play):
                self._look_value(number, value)
        for number, kind in enumerate(self.model.kinds):
            card = layout.cards.get(kind)
            for what, label in (("title", card.title), ("picture", card.picture)) if card is not None else ():
                if label is not None:
                    b = Builder(f"layout of card {kind}")
                    self._told(b, label)
                    self.name(f"card_{what}", number, self.add(b, generated(what, kind), ["self"], what))

    def _look_value(self, number: int, value: LookValue) -> None:
        """A value that is found out for an option, whose names have the values in a row."""
        b, e = Builder(f"layout of option {value.look.name}", gives=True), value.expression
        self.context.count(b, self.context.work.expression(e), e.at)
        used = free_locals(e)
        for place, local in enumerate(value.look.locals, 1):
            if local.name in used:
                b.assign(local.name, m.Load("candidates", added(m.Name("row"), m.Const(place))))
        is_list = isinstance(e.type, Zone | ListOf)
        b.emit(m.Return(self.expressions.items(b, e, {}) if is_list else self.statements.value(b, e)))
        self.name("look_value", number, self.add(b, f"look_value_{number}", ["me", "row"], "found out"))

    def flow(self) -> None:
        """Lower the conditions of phases, the end of the game, the score, and totals of pieces."""
        flow = self.model.flow
        for number, phase in enumerate(flow.phases):
            for rule, value in phase.rules:
                function, about = generated(f"phase_{rule.name}", phase.name), f"phase {phase.name}"
                place = RULE_NUMBERS[rule.name] * len(flow.phases) + number
                self.name("phase_rule", place, self.value(function, ["me"], value, about, rule.name))
        for number, part in enumerate(flow.score):
            if part.value is not None:
                name = self.value(f"score_{number}", ["me"], part.value, f"score {part.name}", "value")
                self.name("score_part", number, name)
                self._score_lines(number, part)
        for number, (total, count) in enumerate(self.model.counts.items()):
            self.name("total", number, self.value(f"total_{number}", (), count, f"total {total.name}", "count"))
        self._hidden_values()
        self._hidden_cards()
        self._hint(self.model.hints.position)
        self._sides(flow.sides)
        self._end(flow.until, flow.winners)

    def _hidden_values(self) -> None:
        """What holds for hidden values."""
        b = Builder("hidden values", gives=True)
        for number, condition in enumerate(self.context.layout.conditions_on_values, 1):
            self._must_hold(b, condition, m.Const(number))
        b.emit(m.Return(ZERO))
        self.add(b, "unmet_condition", (), "what they may be")

    def _hidden_cards(self) -> None:
        """What holds for a card in a zone that not everybody sees."""
        b = Builder("hidden cards", gives=True)
        for zone, condition in self.model.may_be.items():
            if isinstance(zone, ZoneDeclaration) and zone.key in self.context.layout.zones:
                numbers = self.context.layout.zones[zone.key]
                lies_in = m.Load("zone_of", m.Name("self"))
                with b.when(within(lies_in, numbers.first, numbers.first + numbers.count)):
                    self._must_hold(b, condition, ZERO)
        b.emit(m.Return(ONE))
        self.add(b, "card_fits", ["self"], "what a card may be")

    def _must_hold(self, b: Builder, condition: k.Expression, otherwise: m.Const) -> None:
        """Give a number where a condition doesn't hold."""
        units = self.context.work.expression(condition)
        b.spend(m.Const(units), m.Const(self.context.site(condition.at, "this")))
        b.emit(m.If(m.Not(self.statements.condition(b, condition)), (m.Return(otherwise),)))

    def _hint(self, position: k.Expression | None) -> None:
        """How much a player likes the position."""
        if position is not None:
            self.value(LIKED_POSITION, ["me"], position, HINTS, "position")
        else:
            self.functions.append(m.Function(LIKED_POSITION, ("me",), True, (m.Return(ZERO),), HINTS, "position"))

    def _sides(self, sides: Function | None) -> None:
        """What tells the side of a player."""
        if sides is not None:
            player = k.Local(sides.at, PLAYER, "me")
            asked = k.Call(sides.at, self.model.values[sides].type, sides, (), player)
            self.value("side_value", ["me"], asked, FLOW, "sides")
        else:
            self.functions.append(m.Function("side_value", ("me",), True, (m.Return(m.Name("me")),), FLOW, "sides"))

    def _end(self, until: k.Expression | None, winners: k.Expression | None) -> None:
        if until is not None:
            self.value("game_should_end", (), until, FLOW, "until")
        else:
            self.functions.append(m.Function("game_should_end", (), True, (m.Return(ZERO),), FLOW, "until"))
        if winners is not None:
            self._winners("find_winners", winners, "winners")
        else:
            nobody = self.context.constant_list([])
            self.functions.append(m.Function("find_winners", (), True, (m.Return(nobody),), FLOW, "winners"))
        self._winning_values(winners)
        if isinstance(winners, k.Best):
            for number in range(1, len(winners.keys)):
                # A binder of its own: what its loop counts for each turn is less than with all keys.
                first = k.Best(winners.at, winners.type, replace(winners.binder), winners.keys[:number])
                name = self._winners(f"best_by_{number}", first, f"winners by the first {number} keys")
                self.name("best_by", number - 1, name)

    def _winners(self, name: str, winners: k.Expression, about: str) -> str:
        """Add a function that gives the list of winners: all players of their sides, an empty list for none."""
        b = Builder(FLOW, gives=True)
        self.context.count(b, self.context.work.expression(winners), winners.at)
        players = self.statements.value(b, winners)
        if isinstance(winners.type, Optional | Nothing):
            players = b.keep(players)
            players = m.Choice(m.Compare("==", players, m.Name("NONE")), self.context.constant_list([]), players)
        b.emit(m.Return(m.Call("whole_sides", (players,)) if self.model.flow.sides is not None else players))
        return self.add(b, name, (), about)

    def _winning_values(self, winners: k.Expression | None) -> None:
        """By key that decides who wins, its value for a player, larger for better. Keys that aren't numbers are left
        out. Where content names no keys among players, the score is the key, of all players of a side together."""
        numbers: list[tuple[str, k.Expression]] = []
        if isinstance(winners, k.Best) and isinstance(winners.binder.domain, k.AllPlayers):
            numbers = [(way, key) for way, key in winners.keys if isinstance(key.type, Number | Bool)]
            parameter = winners.binder.local.name
            for number, (way, key) in enumerate(numbers):
                b = Builder(FLOW, gives=True)
                self.context.count(b, self.context.work.expression(key), key.at)
                self._winning_value(b, number, parameter, way, self.statements.value(b, key))
        if not numbers and self.named.get("score_part"):
            b, player = Builder(FLOW, gives=True), m.Name("player")
            score = self._score_of_side(b, player) if self.model.flow.sides else self.expressions.score_of(b, player)
            self._winning_value(b, 0, "player", "most", score)

    def _score_of_side(self, b: Builder, player: m.Value) -> m.Value:
        """What the players of a player's side have scored, each and together."""
        of_first = self.expressions.score_of(b, m.Load("side_of", player), lambda part: part.is_of_side)
        total = b.assign(b.fresh("total"), of_first)
        with b.for_range(ZERO, m.Const(self.context.layout.players)) as each:
            with b.capture() as scored:
                b.assign(total.name, added(total, self.expressions.score_of(b, each, lambda part: not part.is_of_side)))
            same = m.Compare("==", m.Load("side_of", each), m.Load("side_of", player))
            b.emit(m.If(same, tuple(scored)))
        return total

    def _winning_value(self, b: Builder, number: int, parameter: str, way: str, value: m.Value) -> None:
        within = m.Call("within_key", (value,))
        b.emit(m.Return(m.Negative(within) if way == "least" else within))
        self.name(
            "winning_value", number, self.add(b, f"winning_{number}", [parameter], f"key {number + 1} of winners")
        )

    def _score_lines(self, number: int, part: ScorePart) -> None:
        """The lines of a part of the score: one for each thing that scores; none for a part without a `line`."""
        b = Builder(f"score {part.name}")
        if part.line is not None and part.each is not None and part.value is not None:
            self.context.count(b, self.context.work.expression(part.value), part.value.at)
            with self.expressions.each_of(b, part.binders, skips=False):
                b.call("tell", m.Name("LINE"), self.statements.value(b, part.each))
                start = b.assign(b.fresh("part"), m.Call("open_part", ()))
                self.expressions.label(b, part.line, {}, None)
                b.call("close_part", start)
        self.name("score_lines", number, self.add(b, f"lines_{number}", ["me"], "lines"))


def take_captured(b: Builder, captured: Sequence[k.Local], names: Container[str]) -> None:
    """Give those of the locals that a watch or question has captured which are wanted the values in its list, which the
    local `values` holds."""
    for i, local in enumerate(captured, 1):
        if local.name in names:
            b.assign(local.name, m.Load("heap", added(m.Name("values"), m.Const(i))))


# Lowers the functions that begin graphs: procedures that ask, powers, phases, steps of the setup and of the end,
# watches, questions.

ROOM_IN_POWERS = 56
"""Words that the machine keeps free on the stack for the code of a power or of a watch (`machine/rules/actions.py`)."""
ROOM_BETWEEN = 4000
"""Words that are certainly free where neither is in progress."""


def lower_entries(functions: FunctionLowering, blocks: BlockLowering, code: CodeInPlay) -> None:
    """Lower them all."""
    Entries(functions, blocks, code).all()


class Entries:
    """The functions that begin graphs."""

    def __init__(self, functions: FunctionLowering, blocks: BlockLowering, code: CodeInPlay) -> None:
        self.functions = functions
        self.blocks = blocks
        self.code = code
        self.words = stack_words(code.graphs)

    def all(self) -> None:
        """Lower them all."""
        model, graphs = self.code.model, self.code.graphs
        for procedure in model.procedures.values():
            if procedure.key in graphs:
                parameters = ["me", *(local.name for local in model.locals[procedure])]
                self._enter(generated("p", procedure.key), parameters, graphs[procedure.key])
        for power in model.powers:
            graph = graphs.get(f"power {power.index}")
            if graph is not None:
                name = self._enter(f"power_{power.index}", ["me", "self"], graph, ROOM_IN_POWERS)
                self.functions.name("run_power", power.index, name)
        flow = model.flow
        for number, phase in enumerate(flow.phases):
            name = generated("phase", phase.name)
            self._enter(name, ["me"], graphs[f"phase {phase.name}"], ROOM_BETWEEN)
            self.functions.name("phase_body", number, name)
        for when, steps in (("setup", flow.setup), ("final", flow.final)):
            for number, step in enumerate(steps):
                name = self._enter(f"{when}_{number}", [], graphs[f"{when} {step.name}"], ROOM_BETWEEN)
                self.functions.name(f"{when}_step", number, name)
        for number, watch in enumerate(self.code.watches):
            graph = graphs[f"watch {watch.identity}"]
            b = Builder(graph.of)
            take_captured(b, watch.captured, graph.entry.needs)
            parameters = ["me", watch.happening.name, "values", "watch"]
            name = self._enter(f"watch_{number}", parameters, graph, ROOM_IN_POWERS, b, f"watch {watch.identity}")
            self.functions.name("run_watch", number, name)

        for number, ask in enumerate(self.code.asks):
            graph = graphs[f"ask {ask.identity}"]
            b = Builder(graph.of)
            take_captured(b, ask.captured, graph.entry.needs)
            name = self._enter(f"ask_{number}", ["me", "values"], graph, ROOM_BETWEEN, b, f"question {ask.identity}")
            self.functions.name("run_question", number, name)

    def _enter(
        self,
        name: str,
        parameters: Sequence[str],
        graph: g.Graph,
        room: int | None = None,
        b: Builder | None = None,
        about: str = "body",
    ) -> str:
        """Lower the function that begins a graph. `room` is how many words are certainly free on the stack; None where
        the caller sees to it. `b` has what the function does first."""
        b = b or Builder(graph.of)
        if room is not None and self.words[graph] > room:
            b.call("check_stack", m.Const(self.words[graph]))
            b.check_status()
        if "me" in graph.entry.needs and "me" not in parameters:
            b.assign("me", m.Name("NONE"))
        self.blocks.enter(b, graph)
        return self.functions.add(b, name, parameters, about)


def stack_words(graphs: Mapping[str, g.Graph]) -> dict[g.Graph, int]:
    """For each graph, the most words that its frames and those of the procedures that it calls may take on a stack."""
    words: dict[g.Graph, int] = {}
    for graph in callees_first(graphs):
        words[graph] = max(len(block.needs) + 1 + _words_above(block, graphs, words) for block in graph.blocks)
    return words


def _words_above(block: g.Block, graphs: Mapping[str, g.Graph], words: Mapping[g.Graph, int]) -> int:
    """The words that lie on the stack while the code runs that a block calls."""
    match block.end:
        case g.CallProcedure(perform=perform, after=after):
            own = len(after.needs) + 1 if waits(after) else 0
            return own + words[graphs[perform.procedure.key]]
        case g.CallPower(after=after) | g.CallWatches(after=after):
            return len(after.needs) + 1
        case g.AskAtOnce(after=after):
            return len(after.needs) + 1 + ENGINE_FRAME_WORDS[ASKED]
    return 0
