"""The positions of scenarios: games that can't be set up, what a game doesn't have, and names of positions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress

from artrules.check.checks.check import scenario_check
from artrules.check.scenario_files.places import (
    HIDDEN,
    MORE,
    Place,
    Section,
    UnreadableValue,
    changing_attribute,
    is_hidden,
    label_of,
    mark_named,
    no_copy_left,
    other_cards,
    read_plain_value,
    report_no_attribute,
    report_no_contents,
    report_no_list,
    report_no_mark,
    stands_for_hidden,
    unknown_card,
)
from artrules.check.scenario_files.scenario import (
    ScenarioFile,
    Setup,
    check_positions,
    check_turn,
    find_phase,
    report_bad_setup,
)
from artrules.model.analyses.label_texts import LabelTexts, label_texts
from artrules.model.declare.overlay_conditions import BadSetup
from artrules.model.ir.declarations import ZoneDeclaration
from artrules.model.ir.types import FACE, PLAYER, Card, ListOf, Optional, SetOf, Type
from artrules.text.content.scenarios import Position, Scenarios, StartPosition, Step
from artrules.text.diagnostics.kinds import (
    BAD_POSITION,
    NO_COPY_LEFT,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_CARD,
    UNKNOWN_PLACE,
    UNKNOWN_POSITION,
    declare,
)
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Mapping, Node, Scalar, Sequence, entries, items

# Scenarios whose game can't be set up: an impossible number of players, an unknown setting, a wrong value.


@scenario_check(BAD_POSITION)
def scenario_setups(file: ScenarioFile, report: Report) -> None:
    for scenario, setup in file.scenarios:
        if isinstance(setup, BadSetup):
            report_bad_setup(scenario, setup, report)


# Places, cards, attributes and values that a scenario names although its game doesn't have them.
#
# The names are found by the same modules as when scenarios run, so both say the same. What depends on a position, such
# as which copies of a card are free, is found by running them only.

Named = tuple[Scalar, Node, Section, int | None]
"""The name of a place and what stands there, its section of the position, and the player whose it is."""


@scenario_check(UNKNOWN_PLACE, UNKNOWN_CARD, NO_COPY_LEFT, UNKNOWN_ATTRIBUTE)
def scenario_positions(file: ScenarioFile, report: Report) -> None:
    for scenario, setup in file.possible:
        if scenario.given is not None:
            _Given(setup, report).check(scenario.given)
        for step in scenario.steps:
            _check_step(setup, step, report)


def _check_step(setup: Setup, step: Step, report: Report) -> None:
    player = setup.places.player
    asks, reads, sees = step.why_not, step.reads, step.sees
    for seat in (step.by, asks.by if asks else None, reads.seat if reads else None, sees.seat if sees else None):
        if seat is not None:
            player(seat, report)
    for each in [*items(step.decides), *(step.result.winners if step.result is not None else ())]:
        if isinstance(each, Scalar):
            player(each, report)
    for key, _ in step.result.scores if step.result is not None else ():
        player(key, report)
    if step.expect is not None:
        _Compared(setup, report, seen=False).check(step.expect)
    if step.sees is not None:
        _Compared(setup, report, seen=True).check(step.sees)


class _Checker:
    """Checks what a position says, place by place."""

    def __init__(self, setup: Setup, report: Report) -> None:
        self.setup = setup
        self.report = report
        self.places = setup.places
        self.texts: LabelTexts = label_texts(setup.model)

    def named(self, position: Position) -> Iterator[Named]:
        """Everything that a position names."""
        for key, node in position.variables:
            yield key, node, "variables", None
        for key, node in position.zones:
            yield key, node, "zones", None
        for seat, things in position.players or ():
            player = self.places.player(seat, self.report)
            if player is not None:
                for key, node in things:
                    yield key, node, "players", player

    def each_place(self, position: Position) -> Iterator[tuple[Place, Node]]:
        """The places that a position names, without those that there aren't."""
        for key, node, section, player in self.named(position):
            place = self.places.find(key, section, player, self.report)
            if place is not None:
                yield place, node

    def is_card(self, label: Scalar, kinds: frozenset[str]) -> bool:
        """Whether a card of some kinds is called so, with a report if none is."""
        if self.texts.cards(kinds).has(label.text):
            return True
        unknown_card(label, label.text, self.texts.card_labels(kinds), self.report)
        return False

    def check_value(self, node: Node, type_: Type, what: str) -> None:
        """Check that a node holds a value of a type."""
        of = _cards_of(type_)
        if of is None:
            with suppress(UnreadableValue):  # the report holds its diagnostic
                read_plain_value(self.setup, node, type_, what, self.report)
            return
        for item in _leaves(node):
            if item.text not in ("none", HIDDEN):
                self.is_card(item, of.kinds)

    def kinds_called(self, label: Scalar, kinds: Iterable[str]) -> list[str]:
        """Of some kinds those that have cards of this name."""
        return [kind for kind in sorted(kinds) if self.texts.cards(frozenset([kind])).has(label.text)]


class _Given(_Checker):
    """Checks the position in which a scenario starts."""

    def check(self, start: StartPosition) -> None:
        wanted: Counter[str] = Counter()
        for place, node in self.each_place(start):
            declaration = place.declaration
            if not isinstance(declaration, ZoneDeclaration):
                self.check_value(node, declaration.type, place.title)
            elif not isinstance(node, Sequence):
                report_no_list(place, node, self.report)
            else:
                for item in node.items:
                    self._check_card(item, declaration, wanted)
        phase = find_phase(self.setup.model, start.phase, self.report)
        if start.turn is not None and self.places.player(start.turn, self.report) is not None and phase is not None:
            check_turn(self.setup.model.flow.phases[phase], start.turn, self.report)

    def _check_card(self, item: Node, zone: ZoneDeclaration, wanted: Counter[str]) -> None:
        label = label_of(item)
        if label is None or (item is label and (label.text == MORE or other_cards(item) is not None)):
            return
        if not self.is_card(label, zone.kinds):
            return
        wanted[label.text] += 1
        kinds = self.setup.model.kinds
        copies = self.texts.card_labels(kinds).get(label.text, 0)
        if self.texts.has_fixed_labels(kinds) and wanted[label.text] > copies:
            no_copy_left(item, label.text, copies, self.report)
        called = self.kinds_called(label, zone.kinds)
        if isinstance(item, Mapping) and len(called) == 1:
            self._check_attributes(item, called[0])

    def _check_attributes(self, item: Mapping, kind: str) -> None:
        for key, node in entries(item):
            if key.text == "shown_to":
                for seat in items(node):
                    if isinstance(seat, Scalar):
                        self.places.player(seat, self.report)
            elif key.text == "face":
                self.check_value(node, FACE, "`face`")
            elif key.text != "card":
                attribute = changing_attribute(self.setup.model.kinds[kind], key, self.report)
                if attribute is not None:
                    self.check_value(node, attribute.type, f"`{key.text}`")


class _Compared(_Checker):
    """Checks what is compared with the table, or with what a seat sees."""

    def __init__(self, setup: Setup, report: Report, *, seen: bool) -> None:
        super().__init__(setup, report)
        self.seen = seen

    def check(self, expected: Position) -> None:
        for place, node in self.each_place(expected):
            declaration = place.declaration
            if not isinstance(declaration, ZoneDeclaration):
                self._check_compared(node, declaration.type, place.title)
            elif isinstance(node, Sequence):
                for item in node.items:
                    self._check_card(item, declaration)
            elif not isinstance(node, Scalar) or type(node.value) is not int:
                report_no_contents(place, node, self.report)

    def _check_card(self, item: Node, zone: ZoneDeclaration) -> None:
        label = label_of(item)
        if self.seen and stands_for_hidden(item):
            for key, node in entries(item) if isinstance(item, Mapping) else ():
                mark = mark_named(key.text, zone, self.setup.model)
                if mark is not None:
                    self._check_compared(node, mark.type, f"`{key.text}`")
                elif key.text != "card":
                    report_no_mark(zone, key, self.report)
        elif label is None or (item is label and label.text == MORE) or not self.is_card(label, zone.kinds):
            return
        elif isinstance(item, Mapping) and len(called := self.kinds_called(label, zone.kinds)) == 1:
            for key, node in entries(item):
                type_ = self._type_of(key, called[0])
                if key.text != "card" and type_ is None:
                    report_no_attribute(self.setup.model.kinds[called[0]], key, self.report)
                elif type_ is not None:
                    self._check_compared(node, type_, f"`{key.text}`")

    def _type_of(self, key: Scalar, kind: str) -> Type | None:
        attribute = self.setup.model.kinds[kind].attributes.get(key.text)
        attribute = None if attribute is not None and attribute.part_of is not None else attribute
        own = {"face": FACE, "shown_to": SetOf(PLAYER)}.get(key.text)
        if own is None and attribute is None:
            figure = self.setup.model.layout.figures.get(key.text)
            return figure.value.type if figure is not None and figure.of == Card(frozenset([kind])) else None
        return own or (attribute.type if attribute is not None else None)

    def _check_compared(self, node: Node, type_: Type, what: str) -> None:
        if not (self.seen and is_hidden(node, type_, self.setup.model)):
            self.check_value(node, type_, what)


def _cards_of(type_: Type) -> Card | None:
    """The type of the cards that values of a type are made of; None if they are no cards."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return type_ if isinstance(type_, Card) else None


def _leaves(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _leaves(item)


# Positions with a name that no scenario of the file begins in, and names that no position has.

UNUSED_POSITION = declare(4206, "unused-position", "a position with a name that nothing is like", severity="warning")


@scenario_check(UNUSED_POSITION, UNKNOWN_POSITION)
def unused_positions(file: ScenarioFile, report: Report) -> None:
    check_positions(file.section, report)
    used = {position.like.text for position in _begun_in(file.section) if position.like is not None}
    unknown = used - {key.text for key, _ in file.section.positions}
    for key, _ in file.section.positions:
        # A misspelt `like` is one mistake: its own diagnostic suggests this name.
        if key.text not in used and not any(key.text in closest(name, [key.text]) for name in unknown):
            report.add(UNUSED_POSITION, f"nothing is like the position `{key.text}`", key.span)


def _begun_in(file: Scenarios) -> Iterator[StartPosition]:
    """All positions of a file: those that have names, and those that scenarios begin in."""
    yield from (position for _, position in file.positions)
    yield from (scenario.given for _, scenario in file.list if scenario.given is not None)
    if file.defaults is not None and file.defaults.given is not None:
        yield file.defaults.given
