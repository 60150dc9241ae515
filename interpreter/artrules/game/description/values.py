"""How variables and figures are shown."""

from __future__ import annotations

from artrules.game.description.areas import enum_of, sort_of_owners
from artrules.game.description.table import VariableDescription
from artrules.game.description.titles import title_of
from artrules.game.encode import written
from artrules.game.runtime import Runtime
from artrules.ir.declarations import Table, Variable
from artrules.ir.layout import Figure
from artrules.ir.types import Bool, Number, Optional, Type
from artrules.position.decode import SceneReader

MOST_STEPS_SHOWN = 40
MANY = 10**6
"""From here on a bound comes from the engine: no author writes such a number."""


def describe_variable(runtime: Runtime, start: SceneReader, variable: Variable) -> VariableDescription:
    """A variable. `start` reads the position before the setup, which is in memory."""
    said = runtime.model.layout.variables.get(variable.key)
    lasts = variable.lasts == "game"
    number = _number(variable.type)
    shown = "never" if variable.seen_by == "nobody" else "always" if lasts and number is not None else "changed"
    of_player, owner = sort_of_owners(variable.of)
    return VariableDescription(
        starts=written(runtime, start.variable(variable), variable.type),
        lasts=lasts,
        title=said.title.text if said is not None and said.title is not None else title_of(variable.name),
        as_=(said.as_ if said is not None else None) or _usual_form(variable.type),
        shown=(said.shown if said is not None else None) or shown,
        of="player" if of_player else "table",
        by=enum_of(owner),
        low=None if number is None else _bound(number.low),
        high=None if number is None else _bound(number.high),
        steps=_steps(runtime, said.steps if said is not None else None, number),
    )


def describe_figure(runtime: Runtime, figure: Figure) -> VariableDescription:
    """A figure that doesn't belong to cards."""
    number = _number(figure.value.type)
    of_player, owner = sort_of_owners(figure.of)
    starts: int | None = None
    if figure.shown == "changed" and isinstance(figure.value.type, Bool | Number):
        starts = False if isinstance(figure.value.type, Bool) else 0
    return VariableDescription(
        starts=starts,
        title=figure.title.text if figure.title is not None else title_of(figure.name),
        as_=figure.as_ or _usual_form(figure.value.type),
        shown=figure.shown or "always",
        of="player" if of_player else "table",
        by=enum_of(owner),
        low=None if number is None else _bound(number.low),
        high=None if number is None else _bound(number.high),
        steps=_steps(runtime, figure.steps, number),
    )


def _number(type_: Type | None) -> Number | None:
    inner = type_.of if isinstance(type_, Optional) else type_
    return inner if isinstance(inner, Number) else None


def _bound(bound: int) -> int | None:
    """A bound that somebody may have meant."""
    return bound if abs(bound) < MANY else None


def _usual_form(type_: Type | None) -> str:
    return "flag" if isinstance(type_, Bool) else "number"


def _steps(runtime: Runtime, name: str | None, number: Number | None) -> tuple[tuple[int, int], ...]:
    """The steps of a table, as far as a number can reach."""
    if name is None:
        return ()
    table = runtime.model.tables[name]
    steps = [(least, value) for least, value in table.steps]
    if table.slope is not None and number is not None:
        steps += _further(table, table.slope, min(number.high, steps[-1][0] + MOST_STEPS_SHOWN * table.slope[0]))
    return tuple(steps[:MOST_STEPS_SHOWN])


def _further(table: Table, slope: tuple[int, int], high: int) -> list[tuple[int, int]]:
    """The steps after the last one that is written down, up to a number."""
    every, more = slope
    least, value = table.steps[-1]
    return [(least + every * i, value + more * i) for i in range(1, (high - least) // every + 1)]
