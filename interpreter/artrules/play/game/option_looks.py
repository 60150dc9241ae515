"""What content says that the options of a decision are about on the table (`docs/write/files.md`, Options)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from artrules.model.analyses.option_looks import OptionLooks, SaidThing
from artrules.model.ir import nodes as k
from artrules.model.ir.layout import OptionLook
from artrules.model.ir.types import ListOf, Number, Type, Zone, element
from artrules.play.explain.faults import Stopped
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
from artrules.play.game.runtime import Runtime
from artrules.play.game.view import place_of_owner


def option_looks(runtime: Runtime) -> OptionLooks:
    """What the looks of a runtime's model say."""
    return OptionLooks(runtime.model)


def type_of_look_value(e: k.Expression) -> Type:
    """The type of a value as the machine gives it: of a zone the list of its cards."""
    of = element(e.type)
    return ListOf(of) if isinstance(e.type, Zone) and of is not None else e.type


class LookReader:
    """Reads what content says of the options of one decision."""

    def __init__(self, moment: Moment, asked: Asked) -> None:
        self._moment = moment
        self._asked = asked
        self._runtime = moment.runtime
        self._looks = moment.runtime.derive(option_looks)

    def touched(self, index: int, look: OptionLook, places: TablePlaces, derived: Touched) -> Touched:
        """What an option is about, and where it moves that, given what follows from its code."""
        said = self._looks.said[look]
        more = [*self._things(said.about, index, places)]
        about = tuple(dict.fromkeys([*derived.chosen, *more])) if more else derived.about
        to = tuple(dict.fromkeys(Destination(None, on) for on in self._things(said.to, index, places)))
        if not to:
            indices = {thing: number for number, thing in enumerate(about)}
            moved = [(derived.about[each.of], each.on) for each in derived.to if each.of is not None]
            to = tuple(Destination(indices[thing], on) for thing, on in moved if thing in indices)
        return Touched(about, to, derived.chosen_count)

    def _things(self, said: Sequence[SaidThing], index: int, places: TablePlaces) -> Iterator[Thing]:
        for thing in said:
            numbers = thing.owner, thing.second
            values = [None if number is None else self._find(number, index) for number in numbers]
            if all(n is None or value is not None for n, value in zip(numbers, values, strict=True)):
                yield from self._of(thing, values, places)

    def _of(self, thing: SaidThing, values: Sequence[Any], places: TablePlaces) -> Iterator[Thing]:
        match thing.place:
            case k.VariableOf(declaration=variable):
                index = _index(values[0], variable.of)
                name, player = place_of_owner(self._runtime, variable.key, variable.of, index)
                yield ValueRef(name, player or 0)
            case k.ZoneOf(declaration=zone):
                owners = _index(values[0], zone.per), _index(values[1], zone.second)
                place = self._runtime.derive(OptionThings).zone(zone.key, *owners)
                if place is not None and place in places.sizes:
                    yield ZoneRef(*place)
            case None:
                assert thing.owner is not None
                type_ = type_of_look_value(self._looks.values[thing.owner].expression)
                yield from things_in(values[0], type_, self._runtime.model, places.seen.get)

    def _find(self, number: int, index: int) -> Any:
        """The value with a number for an option; None where it is none, has no value here, might tell something hidden,
        or is of a set that isn't in play."""
        runtime, value = self._runtime, self._looks.values[number]
        if not runtime.program.function_tables["look_value"][number]:
            return None
        try:
            (self._moment if value.is_own else self._moment.at_phase_start()).load()
            self._asked.put(index, runtime.program, runtime.instance)
            word = runtime.ask("value_for_option", number, self._asked.player)
        except Stopped:
            return None
        return runtime.values.value(word, type_of_look_value(value.expression))


def _index(owner: int | None, of: Type | None) -> int:
    """The index of an owner among all of its type."""
    return 0 if owner is None else owner - (of.low if isinstance(of, Number) else 0)
