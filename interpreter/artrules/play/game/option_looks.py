"""What content says that options are about on the table (`docs/write/files.md`, Options).

It is found out on the position as the player who decides knows it: what depends on something hidden is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from artrules.engine.execute.guarded import Hidden, NotKnown
from artrules.model.ir import nodes as k
from artrules.model.ir.layout import OptionLook
from artrules.model.ir.types import ListOf, Number, Type, Zone, element
from artrules.play.explain.why_not.describe import Describer, Undetermined
from artrules.play.explain.why_not.evaluate import Evaluator
from artrules.play.explain.why_not.known_machine import known_machine
from artrules.play.explain.why_not.observed_position import observe
from artrules.play.game.moment import Moment
from artrules.play.game.offers import Asked
from artrules.play.game.option_things import (
    Destination,
    OptionThings,
    TablePlaces,
    Thing,
    Touched,
    ValueRef,
    ZoneRef,
    things_in,
)
from artrules.play.game.view import place_of_owner


class LookReader:
    """Reads what content says of the options of one decision."""

    def __init__(self, moment: Moment, asked: Asked) -> None:
        runtime = moment.load()
        machine = known_machine(runtime.program)
        observe(machine, runtime.instance, asked.player, asked.stack)
        self._runtime = runtime
        self._asked = asked
        self._evaluator = Evaluator(machine, Describer(machine, asked.player, runtime.first_card_text))

    def touched(self, index: int, look: OptionLook, places: TablePlaces, derived: Touched) -> Touched:
        """What an option is about, and where it moves that, given what follows from its code."""
        asked = self._asked
        words = asked.rows[index * asked.width + 1 : (index + 1) * asked.width]
        names = {"me": asked.player, **{local.name: word for local, word in zip(look.locals, words, strict=False)}}
        more = [*self._things(look.about, names, places)]
        about = tuple(dict.fromkeys([*derived.chosen, *more])) if more else derived.about
        to = tuple(dict.fromkeys(Destination(None, on) for on in self._things(look.to, names, places)))
        if not to:
            indices = {thing: number for number, thing in enumerate(about)}
            moved = [(derived.about[each.of], each.on) for each in derived.to if each.of is not None]
            to = tuple(Destination(indices[thing], on) for thing, on in moved if thing in indices)
        return Touched(about, to, derived.chosen_count)

    def _things(
        self, expressions: Sequence[k.Expression], names: Mapping[str, Any], places: TablePlaces
    ) -> Iterator[Thing]:
        for expression in expressions:
            with suppress(Undetermined, NotKnown):
                yield from [*self._of(expression, names, places)]

    def _of(self, e: k.Expression, names: Mapping[str, Any], places: TablePlaces) -> Iterator[Thing]:
        """The things that an expression stands for. Raises Undetermined."""
        model = self._runtime.model
        match e:
            case k.VariableOf(declaration=variable, owner=owner):
                index = self._index(owner, variable.of, names)
                name, player = place_of_owner(self._runtime, variable.key, variable.of, index)
                yield ValueRef(name, player or 0)
            case k.ZoneOf(declaration=zone, owner=owner, second=second):
                owners = self._index(owner, zone.per, names), self._index(second, zone.second, names)
                place = self._runtime.derive(OptionThings).zone(zone.key, *owners)
                if place is not None and place in places.sizes:
                    yield ZoneRef(*place)
            case _ if isinstance(e.type, ListOf | Zone):
                type_ = element(e.type) or e.type
                for item in self._evaluator.items(e, names):
                    if not isinstance(item, Hidden):
                        yield from things_in(self._evaluator.plain(item, type_), type_, model, places.seen.get)
            case _:
                value = self._evaluator.value(e, names)
                if not isinstance(value, Hidden):
                    yield from things_in(self._evaluator.plain(value, e.type), e.type, model, places.seen.get)

    def _index(self, owner: k.Expression | None, of: Type | None, names: Mapping[str, Any]) -> int:
        """The index of an owner among all of its type."""
        if owner is None:
            return 0
        word: int = self._evaluator.value(owner, names)
        return word - of.low if isinstance(of, Number) else word
