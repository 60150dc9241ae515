"""A program made ready to run: its functions loaded, its tables laid out for speed, its first position built."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from inspect import isfunction
from typing import Any

from artrules.analyses.effects import Tokens
from artrules.compile.layout import Layout
from artrules.compile.names import python_name
from artrules.compile.program import DecisionTable, Program
from artrules.compile.references import SLOTS, Shape, is_list, shape_of
from artrules.diagnostics.kinds import runtime as kinds
from artrules.ir.declarations import Attribute, SeenBy, ZoneDeclaration
from artrules.ir.first_value import first_value
from artrules.ir.sets import members
from artrules.ir.types import Member, Optional, Player
from artrules.run import chance, metering, moves, powers, signals, values, watches
from artrules.run.chance import stream_key
from artrules.run.distinct import distinct
from artrules.run.feasibility.in_place import IN_PLACE_SUPPORT
from artrules.run.feasibility.safety import RUN_WATCHES, end_action, nothing_can_fail
from artrules.run.flow import ENGINE_FRAMES
from artrules.run.lives import Life
from artrules.run.metering import BLOCK, MOST_STEPS, too_long
from artrules.run.options import Plan
from artrules.run.powers import lose_gained
from artrules.run.signals import Fault
from artrules.run.state import State

Function = Callable[..., Any]
Feasibility = Callable[..., bool | None]
"""A generated test: whether an action can be completed, tested in place; None if the test can't decide."""
SUPPORT_NAMES = {
    metering: "meter meter_units meter_scan short small bit join_text",
    moves: "move_card move_cards turn_over",
    powers: (
        "passing lacks_powers powers_of powers_growing definition_of gain lose usable use_power limit_has_room "
        "count_use"
    ),
    watches: "remember set_watch stop_watching announce",
    chance: "shuffle roll",
    signals: "Fail Committed GameEnds",
}
OF_VALUES = {
    name: function
    for name, function in vars(values).items()
    if isfunction(function) and function.__module__ == values.__name__ and not name.startswith("_")
}
"""Every public function of `values.py`: all of them are there for generated code."""
SUPPORT: dict[str, Any] = {
    **OF_VALUES,
    "members": members,
    "distinct": distinct,
    "nothing_can_fail": nothing_can_fail,
    "end_action": end_action,
    **{name: getattr(module, name) for module, names in SUPPORT_NAMES.items() for name in names.split()},
}
"""The functions of the engine that generated code may call."""
PYTHON: dict[str, Any] = {f.__name__: f for f in (any, len, list, max, min, next, range, set, sorted, sum, tuple)}
"""The part of Python that generated code may use. No way leads from here to files, modules or the network."""


class Runtime:
    """Everything that running games of one configuration share. It never changes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        layout = program.layout
        self.layout: Layout = layout
        self.players = layout.players
        self.functions = self._load(program)
        self.blocks: list[Function | None] = [None] * program.block_count
        for number, function in ENGINE_FRAMES.items():
            self.blocks[number] = function
        for number in program.blocks:
            self.blocks[number] = self.functions[f"b{number}"]
        self.decisions: dict[int, DecisionTable] = program.decisions
        self.candidates = {n: self.functions[f"o{n}"] for n in program.decisions}
        self.deciders = {n: self.functions[f"m{n}"] for n in program.decisions}
        self.takes = {
            n: [self.functions[f"t{n}_{i}"] for i in range(len(d.branches))] for n, d in program.decisions.items()
        }
        self.labels = {
            n: [self.functions[f"l{n}_{i}"] for i in range(len(d.branches))] for n, d in program.decisions.items()
        }
        costs = program.costs
        self.costs = [BLOCK + costs.blocks.get(n, 0) for n in range(program.block_count)]
        """Units of work that each block counts when it begins to run."""
        self.may_fail = [program.may_fail.get(n, False) for n in range(program.block_count)]
        self._cells(layout)
        self._zones(layout)
        self._cards(layout)
        self._powers()
        self._events()
        self.lives: dict[str, Life] = {}
        self.plans: dict[int, Plan] = {}
        self.known_names: dict[int, list[tuple[int, str, bool]]] = {}
        self.token_cells: dict[Tokens, tuple[int, ...]] = {}
        flow = program.model.flow
        self.setup_steps = [self.functions[f"setup_{i}"] for i in range(len(flow.setup))]
        self.final_steps = [self.functions[f"final_{i}"] for i in range(len(flow.final))]
        self.score_parts = [self.functions[f"score_{i}"] for i in range(len(flow.score))]
        self.score_lines = [self.functions[f"score_lines_{i}"] for i in range(len(flow.score))]

    def _load(self, program: Program) -> dict[str, Any]:
        players = range(self.players)
        namespace: dict[str, Any] = {
            "__builtins__": PYTHON,
            **SUPPORT,
            **program.constants,
            "N": self.players,
            "PLAYERS": tuple(players),
            "OTHERS": tuple(tuple((p + i) % self.players for i in range(1, self.players)) for p in players),
            "FROM_SEAT": tuple(tuple((p + i) % self.players for i in range(self.players)) for p in players),
        }
        exec(compile(program.source, f"<{program.model.name}>", "exec"), namespace)
        return namespace

    def named(self, name: str) -> Function | None:
        """The generated function with a name; None if there is none."""
        return self.functions.get(name)

    def _cells(self, layout: Layout) -> None:
        engine = layout.engine
        self.face_cell = len(layout.card_kind)
        self.round, self.phase, self.on_turn = engine["round"], engine["phase"], engine["on_turn"]
        self.next_record, self.first_serial = engine["next_record"], engine["serial"]
        self.finished, self.stalled = engine["finished"], engine["stalled"]
        self.card_cells = self._card_cells(layout)
        """The cells of variables and attributes that refer to cards, each with the shape of its values."""
        self.list_cells = self._list_cells(layout)
        """The cells of variables and attributes that are lists."""
        self.list_slots = {RUN_WATCHES: (1, 2), **self.program.list_slots}
        """Number of a frame → the indices of its values that hold lists."""
        self.first_counter = len(layout.cell_names)
        self.counter_count = len(layout.streams) * (1 + self.players)

    def _list_cells(self, layout: Layout) -> list[int]:
        found: list[int] = []
        for variable in layout.model.variables.values():
            first = layout.variables.get(variable.key)
            if first is not None and is_list(variable.type):
                found += range(first, first + layout.owners(variable.of))
        for kind in layout.model.kinds.values():
            cards = layout.cards[kind.name]
            for attribute in kind.attributes.values():
                if not attribute.printed and is_list(attribute.type):
                    offset = layout.attribute_cell(attribute)
                    found += range(offset + cards.first, offset + cards.last)
        return found

    def _card_cells(self, layout: Layout) -> list[tuple[int, Shape]]:
        model = layout.model
        found: list[tuple[int, Shape]] = []
        for variable in model.variables.values():
            first, shape = layout.variables.get(variable.key), shape_of(variable.type, model)
            if first is not None and shape is not None:
                found += [(first + o, shape) for o in range(layout.owners(variable.of))]
        for kind in model.kinds.values():
            cards = layout.cards[kind.name]
            for attribute in kind.attributes.values():
                shape = shape_of(attribute.type, model)
                if shape is not None and not attribute.printed:
                    offset = layout.attribute_cell(attribute)
                    found += [(offset + card, shape) for card in range(cards.first, cards.last)]
        return found

    # -- zones and cards

    def _zones(self, layout: Layout) -> None:
        everyone = (1 << self.players) - 1

        def seen_by(zone: ZoneDeclaration, owner: int, who: SeenBy) -> int:
            return {"everyone": everyone, "nobody": 0, "owner": 1 << owner}[who]

        owners = layout.zone_owner
        self.seen = [seen_by(z, o, z.seen_by) for z, o in owners]
        self.seen_down = [seen_by(z, o, z.face_down_seen_by) & self.seen[i] for i, (z, o) in enumerate(owners)]
        self.top_only = [z.shows_top_only for z, _ in owners]
        self.pile = [z.order == "pile" for z, _ in owners]
        self.loose = [z.order == "loose" for z, _ in owners]
        self.zone_face = [0 if z.face_up else 1 for z, _ in owners]
        self.zone_player = [1 + o if isinstance(z.per, Player) else 0 for z, o in owners]
        """Number of a zone → its owner: 0 for the table, else a player counted from 1."""
        self.leaving: list[Function | None] = [self._leaving(z) for z, _ in owners]
        self._aside()

    def _aside(self) -> None:
        """Add the zone for cards that take no part in the game. Nobody sees it, no view shows it, and content can't
        name it."""
        for table in (self.seen, self.seen_down, self.zone_face, self.zone_player):
            table.append(0)
        self.top_only.append(False)
        self.pile.append(False)
        self.loose.append(True)
        self.leaving.append(None)

    def _leaving(self, zone: ZoneDeclaration) -> Function | None:
        """The function that resets a card when it leaves a zone; None if nothing needs a reset."""
        by_kind: dict[str, tuple[list[tuple[int, Any]], bool]] = {}
        for kind in self.program.model.kinds.values():
            back = [a for a in kind.attributes.values() if a.back_when_leaving == zone.key and not a.printed]
            powers_too = kind.powers is not None and kind.powers.back_when_leaving == zone.key
            if back or powers_too:
                resets = [(self.layout.attribute_cell(a), self.start_of(a)) for a in back]
                by_kind[kind.name] = (resets, powers_too)
        if not by_kind:
            return None
        kinds = self.layout.card_kind

        def leave(S: State, card: int) -> None:
            entry = by_kind.get(kinds[card])
            if entry is not None:
                cells = S.cells
                for offset, start in entry[0]:
                    cells[offset + card] = start(S, card)
                if entry[1] and S.gained:
                    lose_gained(S, card)

        return leave

    def start_of(self, attribute: Attribute) -> Function:
        """The function of a state and a card that returns the start value of an attribute."""
        function = self.named(python_name("start", attribute.kind, attribute.name))
        if function is not None:
            return _counting(function, self.program.costs.starts[attribute.kind][attribute.name])
        first = first_value(attribute.type) if attribute.type is not None else None
        values_ = self.layout.piece_values
        return lambda S, card: values_[card].get(attribute.name, first)

    def _cards(self, layout: Layout) -> None:
        looks: dict[Any, int] = {}
        self.look = []
        for card, kind in enumerate(layout.card_kind):
            key = (kind, tuple(sorted((n, str(v)) for n, v in layout.piece_values[card].items())))
            self.look.append(looks.setdefault(key, len(looks)))
        self.changing = {
            kind.name: tuple(self.layout.attribute_cell(a) for a in kind.attributes.values() if not a.printed)
            for kind in layout.model.kinds.values()
        }
        self.kind_of = layout.card_kind

    def card_label(self, S: State, card: int) -> str:
        """The label of a card."""
        kind = self.kind_of[card]
        S.steps += self.program.costs.labels[kind]
        function = self.named(python_name("call", kind))
        return str(function(S, card)) if function is not None else kind.replace("_", " ")

    # -- feasibility

    @cached_property
    def feasibility_functions(self) -> dict[str, Any]:
        """The generated tests of feasibility, by name. They are written and loaded when a decision first needs them."""
        source = self.program.feasibility_source()
        self._tables()
        namespace = {**self.functions, **self.program.constants, **IN_PLACE_SUPPORT}
        exec(compile(source, f"<{self.program.model.name}>", "exec"), namespace)
        return namespace

    @cached_property
    def block_tests(self) -> list[Feasibility | None]:
        """Number of a block → its test. A decision's test says whether some candidate can be completed."""
        found = self.feasibility_functions
        return [found.get(f"a{n}") or found.get(f"d{n}") for n in range(self.program.block_count)]

    @cached_property
    def power_use_tests(self) -> list[Feasibility | None]:
        """Index of a power's definition → the test of its code."""
        return [self.feasibility_functions.get(f"e{p.index}") for p in self.program.model.powers]

    # -- powers, limits, events

    def used_power(self, S: State, frame: tuple[Any, ...], candidate: tuple[Any, ...]) -> int:
        """The index of the definition of the power that a candidate would use. Its branch only uses a power."""
        power = self.functions[f"u{frame[0]}_{candidate[0]}"](S, *frame[1:], *candidate[1:])
        return powers.definition_of(S, power)

    def _powers(self) -> None:
        model, chosen = self.program.model, self.layout.configuration.chosen
        self.own_definitions: list[tuple[int, ...]] = []
        for card, kind_name in enumerate(self.kind_of):
            source = model.kinds[kind_name].powers
            found: tuple[int, ...] = ()
            if source is not None:
                key = self._group_key(kind_name, source.by, card)
                set_name = chosen.get(source.group, {}).get(key)
                keyed = model.sets[set_name].fills[source.group].get(key) if set_name is not None else None
                found = tuple(p.index for p in keyed.powers) if keyed is not None else ()
            self.own_definitions.append(found)
        self.own_powers = [tuple(range(c * SLOTS, c * SLOTS + len(d))) for c, d in enumerate(self.own_definitions)]
        in_play = [p.owner in self.program.in_play for p in model.powers]
        self.power_entries: list[Function] = [
            self.functions[f"power_{p.index}"] if in_play[p.index] else _not_in_play for p in model.powers
        ]
        self.power_usable: list[Function] = [
            self.functions[f"power_usable_{p.index}"] if in_play[p.index] else _not_in_play for p in model.powers
        ]
        self.power_limits = [tuple((limit.index, limit.per_card) for limit in p.limits) for p in model.powers]
        self.limit_per_card = [limit.per_card for limit in model.limits.values()]
        self.limit_at_most = [self.functions[f"limit_{limit.index}"] for limit in model.limits.values()]
        self.power_may_fail = self.program.power_may_fail
        self._tables()

    def _tables(self) -> None:
        """Fill the tables of power tests: for each test, the definitions that pass, and each card's own powers that
        pass."""
        self.definition_of_own = {
            p: d for own in zip(self.own_powers, self.own_definitions, strict=True) for p, d in zip(*own, strict=True)
        }
        self.power_tables = self.program.power_tests.tables
        self.own_passing = [
            [
                tuple(p for p, d in zip(*own, strict=True) if table[d])
                for own in zip(self.own_powers, self.own_definitions, strict=True)
            ]
            for table in self.power_tables
        ]

    def without_power(self, key: str) -> Runtime:
        """A runtime in which no card has the power with this key from the start."""
        index = next(p.index for p in self.program.model.powers if p.key == key)
        new = copy(self)
        new.__dict__.pop("blank", None)
        new.plans = {}
        new.own_definitions = [tuple(d for d in own if d != index) for own in self.own_definitions]
        new.own_powers = [tuple(range(c * SLOTS, c * SLOTS + len(d))) for c, d in enumerate(new.own_definitions)]
        new._tables()
        return new

    def _group_key(self, kind: str, attribute: str, card: int) -> Any:
        """The key under which sets hold the powers of a card: the name of a member, a number, or None for no key."""
        value = self.layout.piece_values[card].get(attribute)
        match self.program.model.kinds[kind].attributes[attribute].type:
            case Member(enum=enum) | Optional(of=Member(enum=enum)) if value is not None:
                return self.program.model.enums[enum].members[value]
        return value

    def power_label(self, S: State, power: int) -> str:
        """The label of a power on a card: its title, its card, its text."""
        card = power // SLOTS
        definition = self.program.model.powers[powers.definition_of(S, power)]
        text = f"{definition.title} ({'a card' if card in S.redaction else self.card_label(S, card)})"
        return f"{text}: {definition.label_text}" if definition.label_text else text

    def _events(self) -> None:
        self.event_kept = [e.kept is not None for e in self.program.model.events.values()]
        self.watch_events = [w.event for w in self.program.watches]
        self.watch_every = [w.every for w in self.program.watches]
        self.watch_life = [w.life for w in self.program.watches]
        self.watch_entries = [self.functions[w.entry] for w in self.program.watches]
        self.watch_conditions = [self.functions[w.condition] if w.condition else None for w in self.program.watches]

    # -- the first position

    @cached_property
    def blank(self) -> State:
        """The first position: all pieces where they start, all variables at their start values, no seed yet."""
        S = State.__new__(State)
        S.runtime = self
        S.keys = ()
        S.cells = [0] * (self.first_counter + self.counter_count)
        S.zones = [()] * (self.layout.aside + 1)
        S.stacks = [[(1, 0)]]
        S.activate(0)
        S.gained, S.uses, S.records, S.watches, S.began = {}, {}, {}, (), None
        S.knowledge, S.log, S.probing, S.steps, S.redaction = None, None, False, 0, frozenset()
        S.cells[self.finished] = S.cells[self.stalled] = False
        self._first_values(S)
        self._start_variables(S)
        for card, pieces in enumerate(self.layout.piece_source):
            self._place(S, card, pieces.name)
        S.zones[self.layout.aside] = ()
        for kind in self.program.model.kinds.values():
            cards = self.layout.cards[kind.name]
            for attribute in kind.attributes.values():
                if not attribute.printed:
                    offset, start = self.layout.attribute_cell(attribute), self.start_of(attribute)
                    for card in range(cards.first, cards.last):
                        S.cells[offset + card] = start(S, card)
        return S

    def _first_values(self, S: State) -> None:
        """Put a value of the right type into every cell, and all cards aside. Start values are computed one after
        another, and one may read a cell whose own start value comes later."""
        aside = self.layout.aside
        S.cells[: self.face_cell] = [aside] * self.face_cell
        S.zones[aside] = tuple(range(self.face_cell))
        for variable in self.program.model.variables.values():
            first = self.layout.variables.get(variable.key)
            if first is not None and variable.type is not None:
                for owner in range(self.layout.owners(variable.of)):
                    S.cells[first + owner] = first_value(variable.type)
        for kind in self.program.model.kinds.values():
            cards = self.layout.cards[kind.name]
            for attribute in kind.attributes.values():
                if not attribute.printed and attribute.type is not None:
                    offset = self.layout.attribute_cell(attribute)
                    for card in range(cards.first, cards.last):
                        S.cells[offset + card] = first_value(attribute.type)

    def _start_variables(self, S: State) -> None:
        for variable in self.program.model.variables.values():
            first = self.layout.variables.get(variable.key)
            if first is None or variable.type is None:
                continue
            function = self.named(python_name("start_of", variable.key))
            value = function(S) if function is not None else first_value(variable.type)
            for owner in range(self.layout.owners(variable.of)):
                S.cells[first + owner] = value

    def _place(self, S: State, card: int, pieces: str) -> None:
        function = self.named(python_name("place", pieces))
        zone = function(S, card) if function is not None else 0
        if not 0 <= zone < self.layout.aside:
            raise Fault(kinds.WRONG_PIECES, "starts in no zone")
        S.zones[zone] = (*S.zones[zone], card)
        S.cells[card] = zone
        S.cells[self.face_cell + card] = self.zone_face[zone]

    def first_state(self, seed: int) -> State:
        """The state of a game before its setup, with the random streams of a seed."""
        S = self.blank.copy()
        owners = 1 + self.players
        S.keys = tuple(
            stream_key(seed, owner, purpose) for purpose in self.program.layout.streams for owner in range(owners)
        )
        return S


def _counting(function: Function, units: int) -> Function:
    """A function that counts units of work at each call, for one that is called for many cards."""

    def counted(S: State, card: int) -> Any:
        S.steps += 10 + units
        if S.steps > MOST_STEPS:
            raise too_long(-1)
        return function(S, card)

    return counted


def _not_in_play(S: State, me: int, *what: int) -> None:
    raise AssertionError("a power of a set that isn't in play")
