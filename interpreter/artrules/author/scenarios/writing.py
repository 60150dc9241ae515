"""Writes a position of a game down as a scenario that passes: how it is set up, what is offered, one choice, and what
comes of it.

A scenario begins where a turn or a phase begins, so what is written down is the position in which the turn began, and
the choices since. Where that doesn't lead to the same decision, because the rest of a position (events that are waited
for, uses of powers) can't be written, an earlier turn is tried, and in the end the beginning of the game with all
choices. Every attempt is run, and what the scenario doesn't need is left out of it again. Chance has its own numbers in
a scenario that begins in a position: what comes of the choice is what came of it there.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from artrules.author.scenarios.expectations import new_lines
from artrules.author.scenarios.run import game_for, run_scenario
from artrules.check.scenario_files.scenario import Scenario, scenarios_of
from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.game.description import key_of_attribute
from artrules.play.game.game import Game
from artrules.play.game.inspection.start_position import BadPosition
from artrules.play.game.saves import Setup
from artrules.play.ruleset import Ruleset
from artrules.text.content.section import NEWEST
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.read import read

PAUSE = "the position of a scenario"
"""What the pauses say at which a turn begins."""
MOST_TURNS_BACK = 8
"""Beginnings of turns that are tried before the beginning of the game."""
_MOST_OPTIONS = 12
"""Options that a scenario lists."""
_MOST_CARDS = 8
"""Cards that are written one by one where it doesn't matter which they are."""
_TOP = 3
"""Of a longer pile, so many cards from the top are named."""
_MOST_EXPECTED = 6
"""Zones and variables that a scenario compares after the choice."""
_WIDTH = 120
"""Characters of a line."""
_PLAIN = re.compile(r"[A-Za-z]([A-Za-z0-9_ ()'.$+/-]*[A-Za-z0-9)])?|-?[0-9]{1,9}", re.ASCII)

View = dict[str, Any]
Position = dict[tuple[str, ...], Any]
"""What a scenario gives, by place: `("round",)`, `("zones", "deck")`, `("players", "1", "hand")`."""


class NoScenario(Exception):
    """Raised where a position can't be written as a scenario; the message says why."""


# A game from its beginning, choice by choice.


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice by the label of the option. `nth` counts options of the player with this label, `decides_alone` says
    that nobody else was to decide, `single` that there was no other option."""

    player: int
    label: str
    nth: int
    decides_alone: bool
    single: bool


@dataclass(slots=True)
class Course:
    """A game as it was played: before each choice and in the end how it stood, and how the turn began, where one has
    begun since the choice before."""

    setup: Setup
    games: list[Game] = field(default_factory=list)
    beginnings: list[Game | None] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

    def decides(self, at: int) -> bool:
        """Whether somebody has more than one option after so many choices."""
        return any(len(decision.options) > 1 for decision in self.games[at].decisions)

    def reach(self, game: Game) -> None:
        """Add where the game stands now."""
        paused = [pause for pause in game.pauses if pause.log[-1].text == PAUSE]
        self.games.append(game.copy())
        self.beginnings.append(paused[-1] if paused else game.copy() if game.simultaneous else None)

    def choose(self, game: Game, place: int, index: int) -> None:
        """Choose an option of one of the decisions. Raises GameFault."""
        decision = game.decisions[place]
        option = decision.options[index]
        same = [each.id for each in decision.options if each.label == option.label]
        nth = same.index(option.id) + 1
        alone = len(game.decisions) == 1
        self.choices.append(Choice(decision.player, option.label, nth, alone, len(decision.options) == 1))
        game.choose(option)
        self.reach(game)

    def choose_called(self, player: int, label: str) -> None:
        """Choose the first option of a player with a label where the game stands last. Raises NoScenario, and
        GameFault."""
        game = self.games[-1].copy()
        for place, decision in enumerate(game.decisions):
            for index, option in enumerate(decision.options):
                if (decision.player, option.label) == (player, label):
                    self.choose(game, place, index)
                    return
        raise NoScenario(f"`{label}` isn't offered to player {player} there")


def replayed(ruleset: Ruleset, setup: Setup, chosen: Iterable[str]) -> Course:
    """The course of a game that was kept, from its setup and the ids of its choices. Raises IllegalChoice, GameFault
    and ValueError where the content is no longer that of the game."""
    game = ruleset.pausing(PAUSE).begin(setup)
    course = Course(setup)
    course.reach(game)
    for identity in chosen:
        offered = {
            option.id: (place, index)
            for place, decision in enumerate(game.decisions)
            for index, option in enumerate(decision.options)
        }
        if identity not in offered:
            raise IllegalChoice(f"`{identity}` is not offered")
        course.choose(game, *offered[identity])
    return course


def played(ruleset: Ruleset, setup: Setup, count: int) -> Course:
    """The course of a game in which chance chooses, as the bot `uniform` does, to so many choices or to its end. Raises
    GameFault."""
    game = ruleset.begin(setup)
    game.play(seed=setup.seed, choices=count)
    return replayed(ruleset, setup, game.choices)


# The scenario.


Expectation = Literal["options", "figures", "log"]
"""What a scenario expects: what is offered, what is different on the table after the choice, what the player reads."""
USUAL: frozenset[Expectation] = frozenset({"options", "figures"})


def scenario_of(ruleset: Ruleset, course: Course, at: int, name: str, expects: frozenset[Expectation] = USUAL) -> str:
    """The text of a file with one scenario: the position of a course after so many choices, and the next choice there;
    the first option where nothing was chosen. Raises NoScenario, and GameFault."""
    target = course.games[at]
    if target.finished:
        raise NoScenario("the game is over there: nobody chooses")
    if at == len(course.choices):
        course.choose(target.copy(), 0, 0)
    reason = "its choices can't be made again by their labels"
    for begin, position in _attempts(course, at):
        draft = Draft(ruleset, course, begin, at, name, position, expects)
        if draft.fits():
            draft.simplify()
            text, reason = draft.finish()
            if not reason:
                return text
    raise NoScenario(reason)


def _attempts(course: Course, at: int) -> Iterator[tuple[int, Position]]:
    """Where a scenario may begin, as a number of choices, and what it gives there: first where the turn began."""
    beginnings = [(n, game) for n, game in enumerate(course.beginnings[: at + 1]) if game is not None]
    for begin, game in beginnings[: -MOST_TURNS_BACK - 1 : -1]:
        top, whole = position_of(game, whole=False), position_of(game, whole=True)
        yield begin, top
        if whole != top:
            yield begin, whole
    if not course.setup.given:
        yield 0, {}


class Draft:
    """A scenario in the making: what it gives, and the choices of a course from `begin` to `at` that lead to the
    decision."""

    def __init__(
        self,
        ruleset: Ruleset,
        course: Course,
        begin: int,
        at: int,
        name: str,
        position: Position,
        expects: frozenset[Expectation],
    ) -> None:
        self._ruleset = ruleset
        self._course = course
        self._name = name
        self._before = course.choices[begin:at]
        self._made: list[Choice] = []
        """Those of these that are to be made: the engine makes some that have no other option by itself."""
        self._choice = course.choices[at]
        self._target = course.games[at]
        self._position = position
        self._expects = expects
        self._settings = dict(course.setup.settings)

    def fits(self) -> bool:
        """Whether it leads to the decision, with everything on the table as it was."""
        game = self._decision()
        return game is not None and _standing(game, self._position) == _standing(self._target, self._position)

    def simplify(self) -> None:
        """Leave out what it doesn't need."""
        for place in list(self._position):
            if len(place) > 1:
                value = self._position.pop(place)
                if not self.fits():
                    self._position[place] = value
        for setting in list(self._settings):
            value = self._settings.pop(setting)
            if not self.fits():
                self._settings[setting] = value

    def finish(self) -> tuple[str, str]:
        """The text with the choice, and with what comes of it; and why it fails nevertheless, empty if it passes."""
        game = self._decision()
        assert game is not None
        player = self._choice.player
        offering = _offering(game, self._choice) if "options" in self._expects else ()
        steps = [*map(_choosing, self._made), *offering, _choosing(self._choice)]
        before, read = game.inspect.view(), game.log.read_by(player)
        _choose(game, self._choice)
        if "figures" in self._expects:
            steps += _outcome(game, before, player)
        if "log" in self._expects:
            steps.append(f"reads: {{seat: {player}, log: {flow(new_lines(game, player, read))}}}")
        text = self._text(steps)
        result = run_scenario(self._ruleset, _read(text))
        return text, "" if result.passed else f"it would fail, because {result.diagnostics[0].message}"

    def _decision(self) -> Game | None:
        """The scenario's game at the decision; None where it doesn't lead there."""
        try:
            game = game_for(self._ruleset, _read(self._text([])), Report())
            tried = [(choice, _choose(game, choice)) for choice in self._before]
        except (BadPosition, GameFault):
            return None
        self._made = [choice for choice, was_made in tried if was_made]
        return game if all(was_made or choice.single for choice, was_made in tried) else None

    def _text(self, steps: Sequence[str]) -> str:
        setup = self._course.setup
        lines = [
            f"scenarios: {self._ruleset.name}",
            f"language: {NEWEST}",
            "list:",
            f"  {self._name}:",
            f"    players: {setup.players}",
            *([f"    seed: {setup.seed}"] if setup.seed else []),
        ]
        if self._settings:
            lines.append(f"    settings: {flow(self._settings)}")
        if self._position:
            lines.append("    given:")
            lines += position_lines(self._position, 6)
        lines.append("    steps:" if steps else "    steps: [finished: no]")
        lines += [f"      {'' if step.startswith(' ') else '- '}{step}" for step in steps]
        return "\n".join(short for line in lines for short in _broken(line)) + "\n"


def _read(text: str) -> Scenario:
    document = read(text.encode("utf-8"), "", Report())
    assert isinstance(document, MappingNode)
    [scenario] = scenarios_of(document)
    return scenario


def _choose(game: Game, choice: Choice) -> bool:
    """Make a choice by its label; whether that was possible."""
    options = [
        option
        for decision in game.decisions
        if decision.player == choice.player
        for option in decision.options
        if option.label == choice.label
    ]
    if len(options) < choice.nth:
        return False
    game.choose(options[choice.nth - 1])
    return True


def _choosing(choice: Choice) -> str:
    """The step that makes a choice."""
    more = "" if choice.decides_alone else f", by: {choice.player}"
    more += f", nth: {choice.nth}" if choice.nth > 1 else ""
    step = f"choose: {_word(choice.label)}"
    return f"{{{step}{more}}}" if more else step


def _offering(game: Game, choice: Choice) -> Iterator[str]:
    """The step that says what is offered, unless that is too much to read."""
    for decision in game.decisions:
        if decision.player == choice.player and len(decision.options) <= _MOST_OPTIONS:
            step = f"options: {flow([option.label for option in decision.options])}"
            yield step if choice.decides_alone else f"{{{step}, by: {choice.player}}}"


def _outcome(game: Game, before: View, player: int) -> list[str]:
    """The step that says what has come of the choice of a player, line by line: how the game came out, or else what is
    different on the table, that of the player first."""
    result = game.result
    if result is not None:
        scores = {score["player"]: score["total"] for score in result["scores"]}
        return [f"result: {flow({'winners': result['winners'], 'scores': scores})}"]
    old, new = places_in(game, before, whole=True), places_in(game, game.inspect.view(), whole=True)
    changed = [place for place, value in new.items() if old.get(place) != value]
    changed.sort(key=lambda place: place[:2] != ("players", str(player)))
    expected: Position = {}
    for place in sorted(changed[:_MOST_EXPECTED], key=lambda place: place[:-1]):
        value = new[place]
        expected[place] = len(value) if isinstance(value, Cards) and len(value) > _MOST_CARDS else value
    if not expected:
        return [f"decides: {flow([decision.player for decision in game.decisions])}"]
    return ["expect:", *position_lines(expected, 4)]


# Positions as scenarios write them.


class Cards(list[Any]):
    """The cards of a zone, as a scenario writes them."""


def position_of(game: Game, *, whole: bool) -> Position:
    """The position of a game, where a turn begins. Of a long pile, only the top is named unless it is to be `whole`."""
    view = game.inspect.view()
    phases = game.inspect.model.flow.phases
    phase = next((each for each in phases if each.name == view["phase"]), phases[0])
    position: Position = {("phase",): phase.name, ("round",): max(1, view["round"])}
    if phase.who == "in_turn":
        position["turn",] = view["turn"]
    return position | places_in(game, view, whole=whole)


def places_in(game: Game, view: View, *, whole: bool) -> Position:
    """The zones and variables in a view of all of a game."""
    position = game.inspect.position
    piles = {zone.key for zone in position.zone_declarations if position.order_of(zone) == "pile"}
    zones = {zone.key for zone in position.zone_declarations}
    variables = {variable.key for variable in position.variables}
    sections: list[tuple[tuple[str, ...], View]] = [(("zones",), view["zones"]), (("variables",), view["variables"])]
    sections += [(("players", str(player)), things) for player, things in view["players"].items()]
    places: Position = {}
    for section, things in sections:
        for name, value in things.items():
            key = name.partition("[")[0]
            if key in zones and isinstance(value, list):
                cards = [_card(game, card) for card in value]
                if key in piles and len(cards) > _MOST_CARDS and not whole:
                    cards[_TOP:] = [f"{len(cards) - _TOP} other cards"]
                places[*section, name] = Cards(cards)
            elif key in variables:
                places[*section, name] = value
    return places


def _card(game: Game, card: dict[str, Any]) -> Any:
    """A card of a view: its label, or with what has changed on it."""
    position = game.inspect.position
    kind = position.model.kinds[position.kind_of(card["id"])]
    changed: dict[str, Any] = {key: card[key] for key in ("face", "shown_to") if key in card}
    for name in kind.attributes:
        key = key_of_attribute(name)
        if key in card:
            changed[name] = card[key]
    return {"card": card["card"], **changed} if changed else card["card"]


def _standing(game: Game, position: Position) -> Any:
    """What must be the same in two games that stand at the same decision: what is offered, and what lies on the table.
    Of piles whose lower cards a scenario leaves open, only the number of cards."""
    view = game.inspect.view()
    offered = [(d.player, sorted(option.label for option in d.options)) for d in game.decisions]
    places = places_in(game, view, whole=True)
    declared = {zone.key: zone for zone in game.inspect.position.zone_declarations}
    for place, value in places.items():
        if isinstance(value, Cards):
            order = game.inspect.position.order_of(declared[place[-1].partition("[")[0]])
            if order == "loose":
                places[place] = sorted(map(repr, value))
            elif order == "pile" and len(value) > _MOST_CARDS:
                is_open = any(str(card).endswith(" other cards") for card in position.get(place, ()))
                places[place] = len(value) if is_open or place not in position else value
    return offered, places, view["round"], view["phase"], view["turn"]


# YAML.


def position_lines(position: Position, margin: int) -> Iterator[str]:
    """What is given, a line for each place."""
    section: tuple[str, ...] = ()
    for place, value in position.items():
        depth = next((n for n, key in enumerate(place[:-1]) if section[: n + 1] != place[: n + 1]), len(place) - 1)
        for n in range(depth, len(place) - 1):
            yield f"{' ' * (margin + 2 * n)}{place[n]}:"
        section = place[:-1]
        yield f"{' ' * (margin + 2 * (len(place) - 1))}{_word(place[-1])}: {flow(value)}"


def _broken(line: str) -> Iterator[str]:
    """A line, continued on others after commas where it is too long."""
    margin = " " * (len(line) - len(line.lstrip()) + 4)
    while len(line) > _WIDTH and (end := line.rfind(", ", len(margin), _WIDTH)) > 0:
        yield line[: end + 1]
        line = margin + line[end + 2 :]
    yield line


class Written(str):
    """A value as somebody has written it, in YAML on one line."""

    __slots__ = ()


def flow(value: Any) -> str:
    """A value as YAML on one line."""
    if isinstance(value, Written):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_word(str(key))}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    return _word(str(value))


def _word(text: str) -> str:
    """A text as YAML, in quotes where it needs them."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
