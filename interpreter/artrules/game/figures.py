"""Reads the figures of the layout: values that a table shows and that rules don't keep (`docs/language.md` 2.17).

A figure that uses `me` has a value for each seat that looks, and none for whoever has no seat. While all play at once,
a seat sees a figure as it was when the phase began, unless it depends on nothing of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.analyses.own_reads import OwnReads
from artrules.analyses.uses_of_me import UsesOfMe
from artrules.facts.state_reads import StateReads
from artrules.game.encode import written
from artrules.game.moment import Moment
from artrules.game.runtime import Runtime
from artrules.ir.layout import Figure
from artrules.ir.types import Card, Member, Number, Player
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class NumberedFigure:
    """A figure, and its number in the program. `uses_me` says that it depends on who looks, `is_fixed` that it depends
    on nothing that changes, `is_own` that it depends on nothing of players other than its owner, or than the one whose
    card it is, and than the one who looks."""

    number: int
    figure: Figure
    uses_me: bool
    is_fixed: bool
    is_own: bool


@dataclass(frozen=True, slots=True, eq=False)
class OwnedFigure:
    """A figure of one owner: the owner's word in the program, its key in names of a view, and the player (from 0) whose
    it is, None for any other owner."""

    figure: NumberedFigure
    owner: int
    key: str
    player: int | None


class Figures:
    """The figures of all games on a runtime."""

    def __init__(self, runtime: Runtime) -> None:
        model = runtime.model
        reads, own_reads, uses = StateReads(model.values), OwnReads(model), UsesOfMe(model)
        self._runtime = runtime
        self._fixed: dict[tuple[int, int, int], Any] = {}
        self._of_cards: dict[str, list[NumberedFigure]] = {}
        self.owned: list[OwnedFigure] = []
        """All but those of cards, in the order of content and of their owners."""
        for number, figure in enumerate(model.layout.figures.values()):
            own = {"me": True, **({figure.binder.name: True} if figure.binder is not None else {})}
            uses_me, is_fixed = uses.first(figure.value) is not None, not reads.of(figure.value)
            numbered = NumberedFigure(number, figure, uses_me, is_fixed, own_reads.only_own(figure.value, own))
            if isinstance(figure.of, Card):
                for kind in figure.of.kinds:
                    self._of_cards.setdefault(kind, []).append(numbered)
            else:
                self.owned += self._owners(numbered)

    def of_card(self, card: int, seat: int | None) -> list[NumberedFigure]:
        """The figures that a card has for a seat; with None for somebody without one."""
        figures = self._of_cards.get(self._runtime.layout.card_kind[card], [])
        return figures if seat is not None else [each for each in figures if not each.uses_me]

    def _owners(self, numbered: NumberedFigure) -> Iterator[OwnedFigure]:
        """A figure of all its owners."""
        match numbered.figure.of:
            case Player():
                for player in range(self._runtime.players):
                    yield OwnedFigure(numbered, player, "", player)
            case Member(enum):
                for index, member in enumerate(self._runtime.model.enums[enum].members):
                    yield OwnedFigure(numbered, index, f"[{member}]", None)
            case Number(low, high):
                for number in range(low, high + 1):
                    yield OwnedFigure(numbered, number, f"[{number}]", None)
            case _:
                yield OwnedFigure(numbered, 0, "", None)

    def value(self, numbered: NumberedFigure, owner: int, seat: int | None) -> Any:
        """The value of a figure for an owner and for who looks, as plain data, in the position in memory. With None
        somebody without a seat looks, who sees no figure that uses `me`. Raises Stopped."""
        assert seat is not None or not numbered.uses_me
        me = seat if numbered.uses_me and seat is not None else 0
        key = (numbered.number, owner, me)
        if key in self._fixed:
            return self._fixed[key]
        runtime, type_ = self._runtime, numbered.figure.value.type
        word = runtime.figure(numbered.number, owner, me)
        value = written(runtime, runtime.values.value(word, type_), type_)
        if numbered.is_fixed:
            self._fixed[key] = value
        return value


def figures_of(runtime: Runtime) -> Figures | None:
    """The figures of all games on a runtime, made once; None where there are none."""
    if runtime.figures is None and runtime.model.layout.figures:
        runtime.figures = Figures(runtime)
    return runtime.figures if isinstance(runtime.figures, Figures) else None


class SeenFigures:
    """The figures that a seat (counted from 0) sees in a moment; with None those that one sees who sees everything."""

    def __init__(self, moment: Moment, seat: int | None, figures: Figures) -> None:
        self._seat = seat
        self._moment = moment
        self._figures = figures
        self._waits = seat is not None and moment.simultaneous
        self._waiting: list[tuple[dict[str, Any], str, NumberedFigure, int]] = []

    def add_to_card(self, data: dict[str, Any], card: int, moment: Moment) -> None:
        """Add the figures of a card to what a view shows of it. The position of a moment is in memory: of this one, or
        of the one in which the phase began. Raises Stopped."""
        then = moment is not self._moment
        figures = self._figures.of_card(card, self._seat)
        if not figures:
            return
        values = data["figures"] = {}
        for numbered in figures:
            name = numbered.figure.name
            self._put(values, name, numbered, card, at_once=then or numbered.is_own)

    def add_to_view(self, shown: dict[str, Any]) -> None:
        """Add all other figures to a view, whose position is in memory. Raises Stopped."""
        for owned in self._figures.owned:
            figure = owned.figure.figure
            if owned.figure.uses_me and self._seat is None:
                continue
            mine = owned.player is not None and owned.player == self._seat
            if figure.seen_by == "owner" and self._seat is not None and not mine:
                continue
            place = shown["variables"] if owned.player is None else shown["players"][owned.player + 1]
            name = figure.name + owned.key
            at_once = owned.figure.is_own and (mine or owned.player is None)
            self._put(place, name, owned.figure, owned.owner, at_once=at_once)

    def _put(self, place: dict[str, Any], name: str, numbered: NumberedFigure, owner: int, *, at_once: bool) -> None:
        """Add a value, or, unless it may be read at once, note where it belongs."""
        if at_once or not self._waits:
            place[name] = self._figures.value(numbered, owner, self._seat)
        else:
            place[name] = None
            self._waiting.append((place, name, numbered, owner))

    def finish(self) -> None:
        """Add what was left to be read where the phase began. Another position is in memory then. Raises Stopped."""
        if self._waiting:
            self._moment.at_phase_start().load()
        for place, name, numbered, owner in self._waiting:
            place[name] = self._figures.value(numbered, owner, self._seat)
        self._waiting.clear()
