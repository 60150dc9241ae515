"""The setups of random games: every number of players, every pair of values of settings, then random ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from artrules.author.conformance.random_play import Table
from artrules.engine.chance import Stream
from artrules.model.ir.declarations import Setting
from artrules.model.ir.types import Number
from artrules.play.ruleset import Ruleset
from artrules.play.settings import choices_of, sets_for

# Pairwise covering: few rows of values, such that any two values of different factors stand together in some row.
#
# Most faults that depend on how a game is set up depend on one or two things. So the first games try all pairs.

Row = dict[str, Any]
Pair = tuple[tuple[str, Any], tuple[str, Any]]


def pairwise(factors: Mapping[str, Sequence[Any]], allowed: Callable[[Row], bool]) -> Iterator[Row]:
    """Rows with a value for each factor, until each pair of values that a row may have has stood in one.

    `allowed` says whether a whole row may be used. The rows are the same in every process.
    """
    pairs: dict[Pair, None] = {}
    for (f, values), (g, others) in combinations(factors.items(), 2):
        pairs.update((((f, v), (g, w)), None) for v in values for w in others)
    while pairs:
        pair = next(iter(pairs))
        row = _row_with(pair, factors, pairs, allowed)
        for covered in _pairs_of(row, factors) if row is not None else ():
            pairs.pop(covered, None)
        pairs.pop(pair, None)
        if row is not None:
            yield row


def _row_with(
    pair: Pair, factors: Mapping[str, Sequence[Any]], pairs: Mapping[Pair, None], allowed: Callable[[Row], bool]
) -> Row | None:
    """A row with a pair in it and with as many others as can be had without going back; None where none is allowed."""
    row: Row = dict(pair)
    others = [name for name in factors if name not in row]
    for name in others:
        row[name] = max(factors[name], key=lambda value: _gain(row, name, value, factors, pairs))
    if allowed(row):
        return row
    # One other value is often enough: a number of players that needs a setting.
    for name in others:
        for value in factors[name]:
            if allowed(changed := {**row, name: value}):
                return changed
    return None


def _gain(row: Row, name: str, value: Any, factors: Mapping[str, Sequence[Any]], pairs: Mapping[Pair, None]) -> int:
    """How many pairs that have stood in no row yet a value makes with those of a row."""
    return sum(_ordered((name, value), item, factors) in pairs for item in row.items())


def _pairs_of(row: Row, factors: Mapping[str, Sequence[Any]]) -> Iterator[Pair]:
    return (_ordered(one, other, factors) for one, other in combinations(row.items(), 2))


def _ordered(one: tuple[str, Any], other: tuple[str, Any], factors: Mapping[str, Sequence[Any]]) -> Pair:
    order = list(factors)
    return (one, other) if order.index(one[0]) < order.index(other[0]) else (other, one)


PLAYERS = "players"
MOST_VALUES = 16
"""So many values of a setting are tried with all others, drawn where it has more: the pairs of hundreds of values would
fill the memory."""
MIX = "a mix of sets"
"""A value of a setting that chooses sets: for each key another set."""


def tables(ruleset: Ruleset, seed: int) -> Iterator[Table]:
    """The tables of random games, without end: with default settings for every number of players, with all pairs of
    values, then at random. Each has the seed after that of the one before."""
    rows = _systematic(ruleset, seed)
    earlier_rows: list[Row] = []
    number = seed
    while True:
        stream = Stream(number, 0, "random games setup")
        row = next(rows, None)
        if row is None:
            # Half of the setups come again: other games of them reach other rules, and they are compiled already.
            row = earlier_rows[stream.below(len(earlier_rows))] if number % 2 else _drawn(ruleset, stream)
        earlier_rows.append(row)
        settings = {name: value for name, value in row.items() if name != PLAYERS}
        yield Table(row[PLAYERS], _with_mixes(ruleset, settings, stream), number)
        number += 1


def _systematic(ruleset: Ruleset, seed: int) -> Iterator[Row]:
    for players in ruleset.players_with({}):
        yield {PLAYERS: players}
    factors = {PLAYERS: ruleset.player_counts, **_factors(ruleset)}
    stream = Stream(seed, 0, "random games values")
    factors = {name: _some(values, stream) for name, values in factors.items()}
    if len(factors) > 1:
        yield from pairwise(factors, lambda row: _can_play(ruleset, row))


def _can_play(ruleset: Ruleset, row: Row) -> bool:
    plain = {name: value for name, value in row.items() if name != PLAYERS and value != MIX}
    return row[PLAYERS] in ruleset.players_with(plain)


def _drawn(ruleset: Ruleset, stream: Stream) -> Row:
    """A random setup."""
    row: Row = {}
    for setting in ruleset.model.settings.values():
        if isinstance(setting.type, Number):
            row[setting.name] = setting.type.low + stream.below(setting.type.high - setting.type.low + 1)
        elif values := _values(ruleset, setting):
            row[setting.name] = values[stream.below(len(values))]
    counts = ruleset.players_with({name: value for name, value in row.items() if value != MIX})
    return {PLAYERS: counts[stream.below(len(counts))], **row}


def _factors(ruleset: Ruleset) -> dict[str, list[Any]]:
    settings = ruleset.model.settings.values()
    return {setting.name: values for setting in settings if (values := _values(ruleset, setting))}


def _some(values: list[Any], stream: Stream) -> list[Any]:
    """At most MOST_VALUES of some values, in order, with MIX if that is one of them."""
    if len(values) <= MOST_VALUES:
        return values
    indices = [index for index, value in enumerate(values) if value != MIX]
    drawn = {indices.pop(stream.below(len(indices))) for _ in range(MOST_VALUES - (len(indices) < len(values)))}
    return [value for index, value in enumerate(values) if index in drawn or value == MIX]


def _values(ruleset: Ruleset, setting: Setting) -> list[Any]:
    """The values of a setting that are tried. Of numbers these are the bounds and the default."""
    match setting.type:
        case Number(low, high):
            start = setting.starts if setting.starts is not None else low
            return list(dict.fromkeys([start, low, high]))
    choices: list[Any] = list(choices_of(ruleset.model, setting))
    return [*choices, MIX] if setting.group is not None and len(choices) > 1 else choices


def _with_mixes(ruleset: Ruleset, settings: Row, stream: Stream) -> dict[str, Any]:
    """The settings with a set for each key in place of MIX."""
    chosen: dict[str, Any] = {}
    for name, value in settings.items():
        if value != MIX:
            chosen[name] = value
            continue
        setting = ruleset.model.settings[name]
        fills = {each: ruleset.model.sets[each].fills[setting.group or ""] for each in sets_for(ruleset.model, setting)}
        chosen[name] = list(fills)[stream.below(len(fills))]
        for key in sorted({key for filled in fills.values() for key in filled}, key=str):
            able = [each for each, filled in fills.items() if key in filled]
            chosen[f"{name}.{key}"] = able[stream.below(len(able))]
    return chosen
