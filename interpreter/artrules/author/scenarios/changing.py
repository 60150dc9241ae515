"""Positions that somebody changes: what a position is made of, place by place, in the words of scenarios, and the game
that goes on from it with other words in some places.

A changed position is what a scenario gives, and is judged as that: its game begins where a turn or a phase begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from artrules.author.scenarios.writing import Cards, Position, Written, flow, places_in, position_lines, position_of
from artrules.check.scenario_files.places import label_of
from artrules.play.game.inspection.start_position import read_given
from artrules.play.presentation.view import rank_of_card
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.source.node import Sequence, items, number, word
from artrules.text.source.read import read

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.game.saves import Setup
    from artrules.play.ruleset import Ruleset


class BadChange(ValueError):
    """Raised for a change that names no place of the position; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be other in a position: the phase, the round and the player whose turn it is, None where they stay;
    and by place, such as `("players", "1", "hand")`, what stands there, as YAML."""

    phase: str | None = None
    round: int | None = None
    turn: int | None = None
    places: tuple[tuple[tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedPosition:
    """A position as a setup gives it, the game standing there, and the same at its first decisions."""

    given: str
    standing: Game
    game: Game


def changed(ruleset: Ruleset, setup: Setup, game: Game, change: Change) -> ChangedPosition:
    """The position of a game with a change, and the game that begins there. The `setup` is that of the game; where it
    gives a position from which nothing has been chosen, phase and turn are those of that. Raises ValueError with a
    sentence where there is no such position, and GameFault."""
    position = position_of(game, whole=True)
    position.update(_beginning(setup) if setup.given and not game.choices else {})
    phases = {phase.name: phase for phase in game.inspect.model.flow.phases}
    for key in ("phase", "round", "turn"):
        value = getattr(change, key)
        if value is not None:
            position[key,] = value
    phase = phases.get(position["phase",])
    if phase is None or phase.who != "in_turn" or position.get(("turn",)) is None:
        position.pop(("turn",), None)
    for place, text in change.places:
        if place not in position or len(place) < 2:
            raise BadChange(f"there is no place `{'.'.join(place)}` in this position")
        position[place] = Written(" ".join(text.split()))
    _take_copies(position, game)
    return begun(ruleset, replace(setup, given=_text(position)))


def _take_copies(position: Position, game: Game) -> None:
    """Take away what places that were changed want more of than lies nowhere: first from places of the table, from the
    bottom, as scenarios do."""
    table = game.inspect.position
    copies = Counter(table.label(card) for card in table.cards)
    surplus = Counter(label for value in position.values() for label in _labels(value)) - copies
    for place, value in sorted(position.items(), key=lambda item: item[0][0] == "players"):
        if isinstance(value, Cards):
            position[place] = remaining = Cards()
            for card in reversed(value):
                label = _label_of(card)
                if surplus[label] > 0:
                    surplus[label] -= 1
                else:
                    remaining.insert(0, card)


def _labels(value: Any) -> Iterator[str]:
    """The labels of the cards at a place."""
    if isinstance(value, Cards):
        yield from map(_label_of, value)
    elif isinstance(value, Written):
        node = read(value.encode("utf-8", "replace"), "", Report())
        nodes = (label_of(item) for item in items(node) if not isinstance(item, Sequence))
        yield from (node.text for node in nodes if node is not None)


def begun(ruleset: Ruleset, setup: Setup) -> ChangedPosition:
    """The position that a setup gives. Raises ValueError where there is no such position, and GameFault."""
    standing: list[Game] = []
    game = ruleset.begin(setup, lambda game: standing.append(game.copy()))
    return ChangedPosition(setup.given, standing[0], game)


def form_of(position: ChangedPosition, setup: Setup) -> dict[str, Any]:
    """What a position is made of, as data: where the game goes on, and by place what stands there, as YAML. Of each
    card in a zone the label and what is written of it."""
    beginning = _beginning(replace(setup, given=position.given))
    game = position.standing
    places: list[dict[str, Any]] = []
    for place, value in places_in(game, _view_of_page(game), whole=True).items():
        if isinstance(value, Cards):
            places.append({"at": place, "cards": [[flow(_label_of(card)), flow(card)] for card in value]})
        else:
            places.append({"at": place, "value": flow(value)})
    titles = game.description.phases
    phases = [
        {"name": phase.name, "title": titles[phase.name].title, "in_turn": phase.who == "in_turn"}
        for phase in game.inspect.model.flow.phases
    ]
    where = {key: beginning.get((key,)) for key in ("phase", "round", "turn")}
    return {**where, "phases": phases, "places": places}


def _view_of_page(game: Game) -> dict[str, Any]:
    """The view of all of a game, with the cards of zones without order as a page shows them."""
    view = game.inspect.view()
    table = game.inspect.position
    loose = {zone.key for zone in table.zone_declarations if table.order_of(zone) == "loose"}
    for things in (view["zones"], *view["players"].values()):
        for name in things:
            if name.partition("[")[0] in loose:
                things[name] = sorted(things[name], key=rank_of_card)
    return view


def _label_of(card: Any) -> str:
    return str(card["card"] if isinstance(card, dict) else card)


def _beginning(setup: Setup) -> Position:
    """Where the game goes on from the position that a setup gives."""
    given = read_given(setup.ruleset, setup.given, Report())
    if given is None:
        return {}
    position: Position = {("phase",): word(given.phase), ("round",): number(given.round) or 1}
    return position | ({("turn",): number(given.turn)} if given.turn is not None else {})


def _text(position: Position) -> str:
    """A position as a setup gives it: where the game goes on first, then the places of the table and of players."""
    sections = ("phase", "round", "turn", "variables", "zones", "players")
    ordered = sorted(position.items(), key=lambda item: (sections.index(item[0][0]), item[0][1:-1]))
    return "".join(f"{line}\n" for line in position_lines(dict(ordered), 0))
