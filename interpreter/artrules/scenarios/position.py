"""Turns what a scenario gives into a game at that position (`docs/scenarios.md`, Setting up)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from artrules.content.scenarios import StartPosition
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.game.game import Game
from artrules.game.inspection.position import Position, Zone
from artrules.ir.declarations import ZoneDeclaration
from artrules.ir.types import FACE, Type
from artrules.ruleset import Ruleset
from artrules.scenario_files.cards import MORE, OTHERS, changing_attribute, label_of, report_no_list
from artrules.scenario_files.places import Place, Places
from artrules.scenario_files.scenario import Scenario
from artrules.scenario_files.setup import BadSetup
from artrules.scenario_files.start import check_turn, find_phase, report_bad_setup
from artrules.scenario_files.values import UnreadableValue
from artrules.scenarios.observation import zone_at
from artrules.scenarios.place_cards import WantedCard, WantedZone, place_cards
from artrules.scenarios.values import read_value
from artrules.source.lookup import entries, items, number
from artrules.source.node import Mapping as MappingNode
from artrules.source.node import Node, Scalar, Sequence


class BadPosition(Exception):
    """The position can't be put together; the report holds the diagnostics."""


def game_for(
    ruleset: Ruleset, scenario: Scenario, report: Report, begins: Callable[[Game], None] | None = None
) -> Game:
    """A game at a scenario's position, run to its first decisions. A scenario that names no number of players is
    played by the fewest.

    `begins` is called with the game once it stands at the position, before it runs on from there. Raises BadPosition
    after diagnostics, and GameFault.
    """
    players = number(scenario.players)
    try:
        game = ruleset.fresh_game(
            ruleset.fewest_players if players is None else players, scenario.seed, scenario.chosen
        )
    except BadSetup as problem:
        report_bad_setup(scenario, problem, report)
        raise BadPosition from None
    given = scenario.given

    def prepare(position: Position) -> None:
        if given is not None:
            _Preparation(position, given, report).run()
        if begins is not None:
            begins(game)

    if given is not None:
        game.begin(prepare)
    else:
        prepare(game.position)
        game.begin()
    return game


class _Preparation:
    """Puts a fresh game into the position that a scenario gives."""

    def __init__(self, position: Position, given: StartPosition, report: Report) -> None:
        self.position = position
        self.given = given
        self.report = report
        self.places = Places(position)
        self.zones: dict[Zone, WantedZone] = {}
        self.variables: list[tuple[Place, Node]] = []

    def run(self) -> None:
        """Run the setup, then change what the scenario names. Raises BadPosition after diagnostics."""
        self.position.run_setup()
        self._read()
        self._must_be_right()
        place_cards(self.position, self.zones, self.report)
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
        players = self.given.players
        if players is not None:
            for player in range(1, self.position.players + 1):
                for zone in self.position.zones:
                    if self.position.player_of(zone) == player:
                        self.zones[zone] = WantedZone(self.position.declaration_of(zone))
        for key, node in self.given.variables:
            self._read_place(self.places.find(key, "variables", None, self.report), node)
        for key, node in self.given.zones:
            self._read_place(self.places.find(key, "zones", None, self.report), node)
        for seat, things in players or ():
            of = self.places.player(seat, self.report)
            if of is not None:
                for key, node in things:
                    self._read_place(self.places.find(key, "players", of, self.report), node)

    def _read_place(self, place: Place | None, node: Node) -> None:
        if place is None:
            return
        if not isinstance(place.declaration, ZoneDeclaration):
            self.variables.append((place, node))
        elif not isinstance(node, Sequence):
            report_no_list(place, node, self.report)
        else:
            wanted = self.zones[zone_at(place)] = WantedZone(place.declaration)
            for item in items(node):
                label = label_of(item)
                if label is None:
                    continue
                if label.text == MORE and item is label:
                    wanted.more = True
                elif label.text == OTHERS and item is label:
                    self._read_others(wanted, item)
                else:
                    wanted.cards.append(WantedCard(label.text, item))

    def _read_others(self, wanted: WantedZone, node: Node) -> None:
        """All other cards lie here: those that the position puts nowhere else."""
        if any(other.others and other.declaration.kinds & wanted.declaration.kinds for other in self.zones.values()):
            message = "all other cards lie somewhere else already"
            self.report.add(kinds.BAD_POSITION, message, node.span, expected="`all other cards` in one place")
        wanted.others, wanted.others_at = node, len(wanted.cards)

    # -- what is changed

    def _change_card(self, entry: WantedCard) -> None:
        position, card = self.position, entry.card
        if not isinstance(entry.node, MappingNode) or card is None:
            return
        kind = position.model.kinds[position.kind_of(card)]
        for key, node in entries(entry.node):
            if key.text == "card":
                continue
            if key.text == "face":
                self._set(partial(position.set_face, card), node, FACE, "`face`")
            elif key.text == "shown_to":
                self._show(card, key, node)
            elif (attribute := changing_attribute(kind, key, self.report)) is not None:
                change = partial(position.set_attribute, card, attribute.name)
                self._set(change, node, attribute.type, f"`{key.text}`")

    def _show(self, card: int, key: Scalar, node: Node) -> None:
        if not self.position.can_show:
            self.report.add(kinds.UNKNOWN_ATTRIBUTE, "nothing in this game shows cards", key.span)
            return
        shown_to = [self.places.player(seat, self.report) for seat in items(node) if isinstance(seat, Scalar)]
        self.position.show(card, [player for player in shown_to if player is not None])

    def _set_variable(self, place: Place, node: Node) -> None:
        type_ = getattr(place.declaration, "type", None)
        if type_ is not None:
            change = partial(self.position.set_variable, place.declaration.key, place.owner)
            self._set(change, node, type_, place.title)

    def _set(self, change: Callable[[Any], None], node: Node, type_: Type, what: str) -> None:
        with suppress(UnreadableValue):  # the report holds its diagnostic
            change(read_value(self.position, node, type_, what, self.report))

    # -- where the game goes on

    def _go_on(self) -> None:
        turn = self.given.turn
        phase = find_phase(self.position.model, self.given.phase, self.report)
        if phase is None:
            return
        player = self.places.player(turn, self.report) if turn is not None else None
        if turn is not None and player is not None:
            check_turn(self.position.model.flow.phases[phase], turn, self.report)
        self._must_be_right()
        self.position.go_on_from(number(self.given.round) or 1, phase, player)
