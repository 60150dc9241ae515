"""Turns what a scenario gives into a game at that position (`docs/scenarios.md`, Setting up)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.kernel.declarations import ZoneDeclaration
from artrules.kernel.type import FACE
from artrules.resolve.reading import entries, get, items, number
from artrules.run.game import Game
from artrules.run.runtime import Runtime
from artrules.run.setup import go_on_from, run_setup
from artrules.run.state import State
from artrules.scenarios.places import Place, Places
from artrules.scenarios.placing import WantedCard, WantedZone, place_cards
from artrules.scenarios.scenario import Scenario
from artrules.scenarios.values import Unreadable, read_value
from artrules.settings import BadSetting
from artrules.source.node import Mapping as MappingNode
from artrules.source.node import Node, Scalar, Sequence

RuntimeFor = Callable[[int, Mapping[str, Any]], tuple[Runtime, dict[str, Any]]]
"""Gives what runs games for a number of players with some settings, and all settings. Raises ValueError."""
MORE = "..."


class BadPosition(Exception):
    """The position can't be put together; the diagnostics have been given."""


def game_for(
    scenario: Scenario,
    runtime_for: RuntimeFor,
    players: int,
    content: str,
    report: Report,
    begins: Callable[[State], None] | None = None,
) -> Game:
    """A game at the scenario's position, run to its first decisions. `players` is how many play if it doesn't say.
    `begins` is told of the state when what the scenario is about begins: what puts it into position comes before.

    Raises BadPosition after diagnostics, and GameFault.
    """
    said = number(scenario.players)
    try:
        runtime, settings = runtime_for(players if said is None else said, scenario.chosen)
    except ValueError as problem:
        place = scenario.settings if isinstance(problem, BadSetting) else scenario.players
        report.add(kinds.BAD_POSITION, str(problem), (place or scenario.key).span)
        raise BadPosition from None
    game = Game(runtime, scenario.seed, settings, content)
    given = scenario.given

    def prepare(S: State) -> None:
        if given is not None:
            _Position(S, given, report).prepare()
        if begins is not None:
            begins(S)

    if given is not None:
        game.begin(prepare)
    else:
        prepare(game._state)
        game.begin()
    return game


class _Position:
    """Puts a fresh state into a position."""

    def __init__(self, S: State, given: MappingNode, report: Report) -> None:
        self.S = S
        self.given = given
        self.report = report
        self.places = Places(S.runtime)
        self.zones: dict[int, WantedZone] = {}
        self.variables: list[tuple[Place, Node]] = []

    def prepare(self) -> None:
        S = self.S
        log, S.log = S.log, None
        run_setup(S)
        S.log = log
        self._read()
        self._must_be_right()
        place_cards(S, self.zones, self.report)
        self._must_be_right()
        for wanted in self.zones.values():
            for entry in wanted.cards:
                self._change_card(entry)
        for place, node in self.variables:
            self._set_variable(place, node)
        self._must_be_right()
        self._go_on()
        self._must_be_right()

    def _must_be_right(self) -> None:
        if self.report.has_errors:
            raise BadPosition

    # -- what is named

    def _read(self) -> None:
        players = self.given.get("players")
        if players is not None:
            layout = self.S.runtime.layout
            for player in range(self.S.runtime.players):
                for zone in self.places.zones_of(player):
                    self.zones[zone] = WantedZone(layout.zone_owner[zone][0])
        for key, node in entries(self.given.get("variables")):
            self._read_place(self.places.find(key, "variables", None, self.report), node)
        for key, node in entries(self.given.get("zones")):
            self._read_place(self.places.find(key, "zones", None, self.report), node)
        for seat, things in entries(players):
            of = self.places.player(seat, self.report)
            if of is not None:
                for key, node in entries(things):
                    self._read_place(self.places.find(key, "players", of, self.report), node)

    def _read_place(self, place: Place | None, node: Node) -> None:
        if place is None:
            return
        if not isinstance(place.declaration, ZoneDeclaration):
            self.variables.append((place, node))
        elif not isinstance(node, Sequence):
            self.report.add(
                kinds.BAD_POSITION, f"{place.title} holds cards", node.span, expected="a list of cards in brackets"
            )
        else:
            wanted = self.zones[place.number] = WantedZone(place.declaration)
            for item in items(node):
                label = get(item, "card") if isinstance(item, MappingNode) else item
                if not isinstance(label, Scalar):
                    continue
                if label.text == MORE and item is label:
                    wanted.more = True
                else:
                    wanted.cards.append(WantedCard(label.text, item))

    # -- what is changed

    def _change_card(self, entry: WantedCard) -> None:
        S, card = self.S, entry.card
        if not isinstance(entry.node, MappingNode) or card is None:
            return
        runtime = S.runtime
        kind = runtime.program.model.kinds[runtime.kind_of[card]]
        for key, node in entries(entry.node):
            attribute = kind.attributes.get(key.text)
            if key.text == "card":
                continue
            if key.text == "face":
                self._set(runtime.face_cell + card, node, FACE, "`face`")
            elif attribute is None or attribute.printed or attribute.type is None:
                changing = [a.name for a in kind.attributes.values() if not a.printed] + ["face"]
                self.report.add(
                    kinds.UNKNOWN_ATTRIBUTE,
                    f"`{key.text}` is printed on the pieces" if attribute else f"a {kind.name} has no `{key.text}`",
                    key.span,
                    expected=f"one of {', '.join(changing)}",
                    found=f"`{key.text}`",
                    suggestions=closest(key.text, changing),
                )
            else:
                self._set(runtime.layout.attribute_cell(attribute) + card, node, attribute.type, f"`{key.text}`")

    def _set_variable(self, place: Place, node: Node) -> None:
        type_ = getattr(place.declaration, "type", None)
        if type_ is not None:
            self._set(place.number, node, type_, place.title)

    def _set(self, cell: int, node: Node, type_: Any, what: str) -> None:
        with suppress(Unreadable):  # its diagnostic has been given
            self.S.cells[cell] = read_value(self.S, node, type_, what, self.report)

    # -- where the game goes on

    def _go_on(self) -> None:
        phases = self.S.runtime.program.model.flow.phases
        names = [p.name for p in phases]
        named, turn = self.given.get("phase"), self.given.get("turn")
        phase = 0
        if isinstance(named, Scalar):
            if named.text not in names:
                self.report.add(
                    kinds.BAD_POSITION,
                    f"there is no phase `{named.text}`",
                    named.span,
                    expected=f"one of {', '.join(names)}",
                    found=f"`{named.text}`",
                    suggestions=closest(named.text, names),
                )
                return
            phase = names.index(named.text)
        player = self.places.player(turn, self.report) if isinstance(turn, Scalar) else None
        if turn is not None and player is not None and phases[phase].who != "in_turn":
            self.report.add(kinds.BAD_POSITION, f"the phase `{names[phase]}` is not played in turn", turn.span)
        self._must_be_right()
        go_on_from(self.S, number(self.given.get("round")) or 1, phase, player)
