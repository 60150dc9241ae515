"""Writes statements that ask nothing as lines of Python."""

from __future__ import annotations

from typing import assert_never, cast

from artrules.compile.disclosures import DisclosureWriter, together
from artrules.compile.expressions import ExpressionWriter
from artrules.compile.layout import Layout
from artrules.compile.names import python_name
from artrules.compile.probes import Probes
from artrules.ir import nodes as k
from artrules.ir.types import (
    AnyType,
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Unknown,
    Zone,
)

INDENT = "    "


class StatementWriter(ExpressionWriter):
    """Writes bodies."""

    shortcuts = True
    """Whether the code may skip a loop over powers when no power passes its condition, without evaluating it."""

    def __init__(self, layout: Layout, probes: Probes | None = None) -> None:
        super().__init__(layout)
        self.probes = probes
        self.reading = DisclosureWriter(self)

    def acting(self, me: k.Expression | None) -> str:
        """Python text of the acting player, `None` if there is none."""
        return self.plain(me) if me is not None else "None"

    def probe(self, node: k.Node) -> list[str]:
        """Lines with the probe of a statement or option. Empty in a program without probes."""
        return []

    def call_probe(self, e: k.Node) -> list[str]:
        """Lines with the probe for calls of the function with this expression. Empty without probes."""
        return []

    def refusal_probe(self, s: k.Require) -> list[str]:
        """Lines with the probe of a `require` that refuses an option in a test of feasibility. Empty without probes."""
        number = self.probes.of(s.condition) if self.probes is not None else None
        return [] if number is None else [f"refused({number})"]

    def body(self, body: k.Body) -> list[str]:
        lines: list[str] = []
        for statement in body:
            lines += self.probe(statement)
            lines += self._statement(statement)
        return lines or ["pass"]

    def _statement(self, s: k.Statement) -> list[str]:
        match s:
            case k.Set():
                return self.assignment(s)
            case k.Move():
                return self._move(s)
            case k.Gain(card=card, power=power):
                site = self.site(s.at, "the powers that a card gains")
                return [f"gain(S, {self.plain(card)}, {self.plain(power)}, {site})"]
            case k.Lose(power=power):
                return [f"lose(S, {self.plain(power)})"]
            case k.Shuffle():
                return self._shuffle(s)
            case k.Roll():
                return self._roll(s)
            case k.Require(condition=condition):
                test = f"if not {self.plain(condition)}:"
                return [test, f"{INDENT}raise Fail({self.site(s.at, 'a requirement does not hold', s)})"]
            case k.If():
                return self._if(s)
            case k.ForEach():
                return self._for_each(s)
            case k.Repeat():
                return self._repeat(s)
            case k.Leave():
                return ["break"]
            case k.Perform():
                return [self.call(s)]
            case k.Announce():
                return self._announce(s)
            case k.Watch():
                return self._watch(s)
            case k.StopWatching():
                return ["stop_watching(S, watch)"]
            case k.As(local=local, player=player, body=body):
                return [f"{local.name} = {self.plain(player)}", *self.body(body)]
            case k.Say(label=label, me=me):
                said = f"S.log.say(S, {self.acting(me)}, lambda: {self.label(label)})"
                return ["if S.log is not None:", f"{INDENT}{said}"]
            case k.EndAction(decisions=decisions):
                return [f"end_action(S, {decisions!r})"]
            case k.EndGame():
                return ["raise GameEnds"]
            case k.Choose() | k.UsePower():
                raise AssertionError("what asks a player ends a block")
            case _:
                assert_never(s)

    def indented(self, body: k.Body) -> list[str]:
        return [INDENT + line for line in self.body(body)]

    def assignment(self, s: k.Set) -> list[str]:
        """Lines that assign a value to a variable, attribute or local."""
        value = self.value(s.value)
        match s.place:
            case k.Local(name=name, type=type_):
                # A frame keeps the items of a loop as a list, even if they came from a set.
                listed = isinstance(type_, ListOf) and isinstance(s.value.type, SetOf)
                return [f"{name} = {self.iterable(s.value) if listed else value}"]
            case k.VariableOf() as place:
                return [f"v[{self.variable_cell(place)}] = {value}"]
            case k.AttributeOf() as place:
                return [f"v[{self.attribute_cell(place)}] = {value}"]
            case k.FaceOf(card=card):
                return [f"turn_over(S, {self.acting(s.me)}, {self.plain(card)}, {value})"]
            case k.FieldOf(event=event, declaration=field, happening=happening):
                site = self.site(s.at, f"this `{event.name}`")
                return [f"set_field(S, {self.plain(happening)}, {field.index + 2}, {value}, {site})"]
        raise AssertionError(type(s.place).__name__)

    def _move(self, s: k.Move) -> list[str]:
        many = not isinstance(s.cards.type, Card)
        zone = self.zone(s.zone)
        end = {None: "None", "top": "0", "bottom": "-1"}[s.end]
        position = self.plain(s.position) if s.position is not None else "None"
        face = self.plain(s.face) if s.face is not None else "None"
        function = "move_cards" if many else "move_card"
        cards = self.value(s.cards) if many else self.plain(s.cards)
        if (weight := self.work.weights.get(id(s))) is not None:
            cards = self.spending(cards, weight, s.at)
        rest = "" if (end, position, face) == ("None", "None", "None") else f", {end}, {position}, {face}"
        return [f"{function}(S, {self.acting(s.me)}, {cards}, {zone}{rest})"]

    def _shuffle(self, s: k.Shuffle) -> list[str]:
        assert isinstance(s.zone.type, Zone)
        stream = self.layout.stream(f"shuffle {s.zone.type.name}")
        shuffled = f"shuffle(S, {self.zone(s.zone)}, {stream})"
        if (weight := self.work.weights.get(id(s))) is not None:
            return [self.spending(self.value(s.zone), weight, s.at), shuffled]
        return [shuffled]

    def _roll(self, s: k.Roll) -> list[str]:
        binder, stream = s.binder, self.layout.stream(s.purpose)
        items = f"[{binder.local.name} {self.binder_clauses([binder])}]"
        site = self.site(s.at, "there is nothing to choose from by chance", s)
        return [f"{binder.local.name} = roll(S, {self.acting(s.me)}, {items}, {stream}, {site})"]

    def _if(self, s: k.If) -> list[str]:
        lines = [f"if {self.plain(s.condition)}:", *self.indented(s.then)]
        if len(s.otherwise) == 1 and isinstance(s.otherwise[0], k.If):
            # Python allows at most 100 nested suites, so a long chain of `elif` must not nest.
            first, *rest = self._if(s.otherwise[0])
            return [*lines, f"el{first}", *rest]
        return [*lines, "else:", *self.indented(s.otherwise)] if s.otherwise else lines

    def _for_each(self, s: k.ForEach) -> list[str]:
        binder = s.binder
        if isinstance(binder.domain, k.PowersOf):
            lines = [self.domain(binder)] if id(binder) in self.work.weights else []
            lines.append(f"for {binder.local.name} in powers_growing(S, {self.plain(binder.domain.card)}):")
        else:
            lines = [f"for {binder.local.name} in {self.domain(binder)}:"]
        if binder.condition is not None:
            lines += [f"{INDENT}if not {self.plain(binder.condition)}:", f"{INDENT}{INDENT}continue"]
        return lines + self.indented(s.body)

    def _repeat(self, s: k.Repeat) -> list[str]:
        if s.kind == "times":
            assert s.limit is not None
            turns, weight = f"range({self.plain(s.limit)})", self.work.weights.get(id(s))
            turns = turns if weight is None else self.spending(turns, weight, s.at)
            return [f"for _ in {turns}:", *self.indented(s.body)]
        # The checks refuse an endless loop without a decision, so this loop ends by its condition.
        condition = self.plain(s.limit) if s.limit is not None else "True"
        count = f"meter_units(S, {self.work.weights[id(s)]}, {self.site(s.at, 'this loop')})"
        head = f"while {'not ' if s.kind == 'until' else ''}{condition}:"
        return [head, INDENT + count, *self.indented(s.body)]

    def call(self, s: k.Perform) -> str:
        """Python text that calls a procedure."""
        arguments = ", ".join([self.acting(s.me), *(self.value(a) for a in s.arguments)])
        return f"{self.procedure_name(s.procedure.key)}(S, {arguments})"

    def procedure_name(self, key: str) -> str:
        return python_name("p", key)

    def _announce(self, s: k.Announce) -> list[str]:
        if s.event.kept is None:
            return []  # nothing watches this event, and the engine keeps no record of it
        site = self.site(s.at, f"`{s.event.name}`")
        return [f"remember(S, {self.acting(s.me)}, {self.event_number(s.event.key)}, {self.fields(s)}, {site})"]

    def fields(self, s: k.Announce) -> str:
        return f"({', '.join(self.value(f) for f in s.fields)}{',' if s.fields else ''})"

    def _watch(self, s: k.Watch) -> list[str]:
        captured = ", ".join(c.name for c in s.captured)
        number = self.constants.setdefault("WATCH_NUMBERS", {}).setdefault(
            s.identity, len(self.constants["WATCH_NUMBERS"])
        )
        site = self.site(s.at, f"watching `{s.event.name}`")
        return [f"set_watch(S, {self.plain(s.me)}, {number}, ({captured}{',' if captured else ''}), {site})"]

    # -- labels

    def label(self, label: k.Label, names: str | None = None) -> str:
        """Python text that builds a label's text. `names` is the local that holds the card, for a card's own name."""
        parts = [repr(p) if isinstance(p, str) else self.said(p, p.type, names) for p in label.parts]
        if not parts:
            return "''"
        return f"join_text(({', '.join(parts)},))" if len(parts) != 1 else parts[0]

    def said(self, e: k.Expression, type_: Type, names: str | None = None) -> str:
        """Python text that builds the text of a value. What would reveal something of a hidden card is redacted."""
        value, cards = self.value(e), [text for text in self.reading.cards(e) if text != f"({names},)"]
        if cards:
            return f"said_of(S, lambda: {together(cards)}, {value}, {describe(type_)!r})"
        return f"said(S, {value}, {describe(type_)!r})"


def describe(type_: Type) -> tuple[object, ...]:
    """A type as plain data, for the runtime's functions that turn values of it into text."""
    known = cast(AnyType, type_)
    match known:
        case Optional(of):
            return ("optional", describe(of))
        case ListOf(of):
            return ("list", describe(of))
        case SetOf(of):
            return ("set", describe(of))
        case Zone():
            return ("list", ("card",))
        case Card():
            return ("card",)
        case Player():
            return ("player",)
        case Member(enum=enum):
            return ("member", enum)
        case Bool():
            return ("bool",)
        case Number():
            return ("number",)
        case Power():
            return ("power",)
        case Happening():
            return ("happening",)
        case Nothing():
            return ("nothing",)
        case Unknown():
            return ("unknown",)
        case _:
            assert_never(known)
