"""Lowers start values: how a game is laid out, and what goes back to its start when a life ends or a card leaves a
zone."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby

from artrules.engine.lower.builder import ONE, ZERO, Builder, added, generated, negated, one_of, within
from artrules.engine.lower.functions import FunctionLowering
from artrules.engine.lower.layout import WHOLE_GAME, CardRange, ZoneRange
from artrules.engine.lower.representation import on_heap
from artrules.engine.machine_code import nodes as m
from artrules.model.ir.declarations import IN_PLAY, Attribute, Variable
from artrules.model.ir.types import Player, Type, first_value

FEW = 4
"""Stores for at most so many owners are written out."""


class StartLowering:
    """Lowers what gives start values. It adds its functions to others."""

    def __init__(self, functions: FunctionLowering) -> None:
        self.functions = functions
        self.statements = functions.statements
        self.context = functions.context
        self.model = functions.model
        self.layout = functions.context.layout

    def all(self) -> None:
        """Lower all of it."""
        for attribute, _, _ in self.layout.changing_attributes():
            if (start := self.model.starts.get(attribute)) is not None:
                b = Builder(f"card {attribute.kind}", gives=True)
                self.context.count(b, self.context.work.expression(start), start.at)
                b.emit(m.Return(self.statements.kept(b, start, attribute.type)))
                name = generated("start", attribute.kind, attribute.name)
                self.functions.add(b, name, ["self"], f"start of {attribute.name}")
        for pieces in self.model.pieces.values():
            if (zone := self.model.starts.get(pieces)) is not None:
                name = generated("place", pieces.name)
                self.functions.value(name, ["self"], zone, f"pieces {pieces.name}", "start")
        self._start_values()
        self._reset_card()
        for number, life in enumerate(self.model.lives):
            if life != WHOLE_GAME:
                self._end_values(number, life)

    # -- the start of a game

    def _start_values(self) -> None:
        b = Builder()
        b.call("lay_aside")
        # Start values are computed one after another, and one may read what gets its own only later. So everything
        # has a value of its type from the beginning.
        for variable, first, count in self.layout.declared_variables():
            word: m.Value = m.Const(self.context.word(first_value(variable.type), variable.type))
            self._for_owners(b, first, count, word)
        for attribute, offset, cards in self.layout.changing_attributes():
            word = m.Const(self.context.word(first_value(attribute.type), attribute.type))
            with self._each_card(b, cards) as card:
                b.emit(m.Store("attributes", added(card, m.Const(offset)), word))
        for variable, first, count in self.layout.declared_variables():
            value = b.keep(self._start_of_variable(b, variable))
            self._for_owners(b, first, count, value)
            if variable.key in self.layout.starts:
                b.emit(m.Store("variables", m.Const(self.layout.starts[variable.key]), value))
        for pieces, cards_ in groupby(range(len(self.layout.piece_source)), lambda c: self.layout.piece_source[c]):
            numbers = list(cards_)
            with self._each_card(b, CardRange(numbers[0], numbers[-1] + 1)) as card:
                zone: m.Value = ZERO
                if pieces in self.model.starts:
                    zone = b.assign(b.fresh("zone"), m.Call(generated("place", pieces.name), (card,)))
                    b.check_status()
                b.call("place_card", card, zone)
                b.check_status()
        for attribute, offset, cards in self.layout.changing_attributes():
            with self._each_card(b, cards) as card:
                self._restart(b, attribute, offset, card)
        self.functions.add(b, "start_values", (), "the first position")

    def _start_of_variable(self, b: Builder, variable: Variable) -> m.Value:
        """The value with which a variable starts, as it is kept."""
        start = self.model.starts.get(variable)
        if start is None:
            return self._given(self.context.word(first_value(variable.type), variable.type), variable.type)
        return self.statements.kept(b, start, variable.type)

    def _given(self, word: int, type_: Type) -> m.Value:
        """A value that is known before the game, as it is kept."""
        if on_heap(self.model, type_) and word >= 0:
            return m.Call("copy_of", (m.Const(word),))
        return m.Const(word)

    def _restart(self, b: Builder, attribute: Attribute, offset: int, card: m.Value) -> None:
        """Give an attribute of a card its start value."""
        index = added(card, m.Const(offset))
        start = self.model.starts.get(attribute)
        if start is not None:
            units = 10 + self.context.work.outside(self.context.work.expression(start))
            b.call("count_work", m.Const(units), m.Const(-1))
            b.check_status()
            name = generated("start", attribute.kind, attribute.name)
            restarted = b.assign(b.fresh("start"), m.Call(name, (card,)))
            b.check_status()
            b.change("attributes", index, restarted)
            return
        cards, first = self.layout.cards[attribute.kind], first_value(attribute.type)
        printed = [self.layout.piece_values[c].get(attribute.name, first) for c in range(cards.first, cards.last)]
        words = [self.context.word(value, attribute.type) for value in printed]
        if len(set(words)) <= 1:
            b.change("attributes", index, self._given(words[0] if words else 0, attribute.type))
            return
        table = self.context.table(generated("start_table", attribute.kind, attribute.name), words)
        value: m.Value = m.Load(table, added(card, m.Const(-cards.first)))
        if on_heap(self.model, attribute.type):
            start_value = b.keep(value)
            is_none = m.Compare("==", start_value, m.Name("NONE"))
            value = m.Choice(is_none, start_value, m.Call("copy_of", (start_value,)))
        b.change("attributes", index, value)

    # -- going back

    def _reset_card(self) -> None:
        b = Builder()
        in_play = [zone for zone in self.layout.zones.values() if zone.declaration.in_play]
        departures = [(key, _lies_in([zone], "zone")) for key, zone in self.layout.zones.items()]
        if in_play:
            departures.append((IN_PLAY, m.Both(_lies_in(in_play, "zone"), negated(_lies_in(in_play, "to")))))
        for key, leaves in departures:
            for kind in self.model.kinds.values():
                back = [a for a in kind.attributes.values() if a.back_when_leaving == key and not a.printed]
                powers_too = kind.powers is not None and kind.powers.back_when_leaving == key
                cards = self.layout.cards[kind.name]
                if not (back or powers_too) or cards.first == cards.last:
                    continue
                with b.when(m.Both(leaves, within(m.Name("card"), cards.first, cards.last))):
                    for attribute in back:
                        self._restart(b, attribute, self.layout.attribute(attribute), m.Name("card"))
                    if powers_too:
                        b.call("lose_gained", m.Name("card"))
        self.functions.add(b, "reset_card", ["zone", "to", "card"], "what a card loses when it leaves a zone")

    def _end_values(self, number: int, life: str) -> None:
        b, player = Builder(f"life {life}"), m.Name("player")
        lasting = [entry for entry in self.layout.declared_variables() if entry[0].lasts == life]
        for variable, first, count in lasting:
            if not isinstance(variable.of, Player):
                self._for_owners(b, first, count, b.keep(self._back_to_start(b, variable)))
        if own := [entry for entry in lasting if isinstance(entry[0].of, Player)]:
            values = [b.keep(self._back_to_start(b, variable)) for variable, _, _ in own]
            low, high = b.assign("_low", player), b.assign("_high", added(player, ONE))
            b.emit(
                m.If(
                    m.Compare("==", player, m.Name("NONE")),
                    (m.Assign(low.name, ZERO), m.Assign(high.name, m.Name("PLAYERS"))),
                )
            )
            owner = m.Name(b.fresh("owner"))
            stores = [
                m.Store("variables", added(owner, m.Const(first)), value)
                for (_, first, _), value in zip(own, values, strict=True)
            ]
            b.emit(m.ForRange(owner.name, low, high, tuple(stores)))
        for attribute, offset, cards in self.layout.changing_attributes():
            if attribute.lasts == life:
                with self._each_card(b, cards) as card, b.when(m.Call("belongs_to", (card, player))):
                    self._restart(b, attribute, offset, card)
        name = self.functions.add(b, generated("end", life), ["player"], "what ends with it")
        self.functions.name("end_values", number, name)

    def _back_to_start(self, b: Builder, variable: Variable) -> m.Value:
        """The value with which a variable has started."""
        if variable.key in self.layout.starts:
            return m.Load("variables", m.Const(self.layout.starts[variable.key]))
        return self._start_of_variable(b, variable)

    # -- loops

    def _for_owners(self, b: Builder, first: int, count: int, value: m.Value) -> None:
        """Give the words of a variable's owners a value."""
        if count <= FEW:
            b.emit(*(m.Store("variables", m.Const(first + owner), value) for owner in range(count)))
        else:
            word = b.fresh("word")
            store = m.Store("variables", m.Name(word), value)
            b.emit(m.ForRange(word, m.Const(first), m.Const(first + count), (store,)))

    @contextmanager
    def _each_card(self, b: Builder, cards: CardRange) -> Iterator[m.Name]:
        """A loop over cards; gives the local that holds the card."""
        card = m.Name(b.fresh("card"))
        with b.capture() as inside:
            yield card
        b.emit(m.ForRange(card.name, m.Const(cards.first), m.Const(cards.last), tuple(inside)))


def _lies_in(zones: Iterable[ZoneRange], name: str) -> m.Value:
    """Whether the zone that a local holds is one of some."""
    lies: m.Value = ZERO
    for zone in zones:
        lies = one_of(lies, within(m.Name(name), zone.first, zone.first + zone.count))
    return lies
