"""The decisions of a game for hosts that aren't written in Python: headings, costs, and what options are about."""

from collections.abc import Mapping, Sequence

from artrules.engine.lower.program import BranchTable, DecisionTable
from artrules.model.analyses import option_things as analysis
from artrules.model.analyses.option_looks import SaidThing, SaidThings
from artrules.model.ir import nodes as k
from artrules.play.game.description import title_of_decision
from artrules.play.game.option_looks import option_looks, type_of_look_value
from artrules.play.game.option_things import OptionThings
from artrules.play.game.runtime import Runtime
from artrules.play.standalone.description import (
    BranchForm,
    DecisionForm,
    LookForm,
    LookValueForm,
    MovedThing,
    NamedValue,
    PaymentPlace,
    SaidForm,
    Whose,
    ZonePlace,
)


def describe_decisions(runtime: Runtime) -> Mapping[str, DecisionForm]:
    """The decisions of a program, by the numbers of their blocks."""
    things = runtime.derive(OptionThings)
    return {str(number): _decision(runtime, things, table) for number, table in runtime.program.decisions.items()}


def _decision(runtime: Runtime, things: OptionThings, table: DecisionTable) -> DecisionForm:
    names = runtime.program.frames[table.number].names
    choose, payment = table.choose, None
    if choose.cost is not None and choose.left is not None:
        payment = PaymentPlace(names.index(choose.cost.name), names.index(choose.left.name), choose.cost.type)
    return DecisionForm(
        table.site,
        table.prompt,
        title_of_decision(runtime.model, table.site, table.prompt),
        payment,
        [_branch(runtime, things, table, number, branch, names) for number, branch in enumerate(table.branches)],
    )


def _branch(
    runtime: Runtime, things: OptionThings, table: DecisionTable, number: int, branch: BranchTable, names: Sequence[str]
) -> BranchForm:
    of_code = things.of_branch(table, number)
    look = things.look_of_branch(table, number)
    return BranchForm(
        branch.key,
        branch.declines,
        branch.types,
        of_code.ends if look is None or look.ends is None else look.ends,
        look is not None and look.gain,
        look is not None and look.confirm,
        [NamedValue(names.index(local.name), local.type) for local in of_code.named],
        [_zone(place) for place in of_code.tops],
        [_zone(place) for place in of_code.sources],
        [_move(moved, zone) for moved, zone in of_code.targets],
        None if look is None or not (look.about or look.to) else _look(runtime.derive(option_looks).said[look]),
    )


def look_values(runtime: Runtime) -> Sequence[LookValueForm]:
    """The values that are found out for options, by number."""
    return [
        LookValueForm(type_of_look_value(value.expression), value.is_own, not function)
        for value, function in zip(
            runtime.derive(option_looks).values, runtime.program.function_tables["look_value"], strict=True
        )
    ]


def _look(said: SaidThings) -> LookForm:
    return LookForm([_said(thing) for thing in said.about], [_said(thing) for thing in said.to])


def _said(thing: SaidThing) -> SaidForm:
    place = thing.place
    variable = place.declaration.key if isinstance(place, k.VariableOf) else None
    zone = place.declaration.key if isinstance(place, k.ZoneOf) else None
    return SaidForm(variable, zone, thing.owner, thing.second)


def _move(moved: analysis.Moved, zone: analysis.ZonePlace) -> MovedThing:
    if isinstance(moved, analysis.ZonePlace):
        return MovedThing(None, _zone(moved), _zone(zone))
    return MovedThing(moved, None, _zone(zone))


def _zone(place: analysis.ZonePlace) -> ZonePlace:
    return ZonePlace(place.zone.key, _whose(place.owner), _whose(place.second))


def _whose(whose: analysis.Whose | None) -> Whose | None:
    match whose:
        case None:
            return None
        case analysis.Me():
            return Whose("me", 0)
        case analysis.Bound(place):
            return Whose("bound", place)
        case _:
            return Whose("fixed", whose.word)
