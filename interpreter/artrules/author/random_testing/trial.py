"""Plays one random game and says how it came out: ways of choosing, looking at the game as people and programs do, and
counting what ran and what was offered.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from artrules.author.conformance.random_play import Table
from artrules.author.scenarios.units import Unit, UnitNumbers, Units, collect
from artrules.engine.chance import Stream
from artrules.model.analyses.calls import every
from artrules.model.ir import nodes as k
from artrules.play.game.decision import Decision, GameFault
from artrules.play.game.game import Game
from artrules.play.game.inspection.counting import powers_on_cards, take_executed, used_power, without_counting
from artrules.play.position.save_document import SaveRefused
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.diagnostic import Diagnostic, Span

# Looks at a game as people and programs do: views, labels, why-not, a save that is loaded again.


class NotRestored(Exception):
    """A saved game can't be loaded, or is another game then."""


def save_and_load(game: Game, ruleset: Ruleset) -> None:
    """Save a game and load it again. Raises NotRestored."""
    try:
        with without_counting(game):
            again = ruleset.resume(game.to_json())
    except SaveRefused as problem:
        raise NotRestored(str(problem)) from None
    if again.digest() != game.digest() or _offered(again) != _offered(game):
        raise NotRestored("it stands at another position, or other options are offered")


def views(game: Game) -> None:
    """Look at a game from all seats, and ask why something isn't offered. Raises GameFault."""
    for player in range(1, game.players + 1):
        game.view(player)
    game.inspect.view()
    labels = [option.label for decision in game.decisions for option in decision.options]
    if labels:  # one question is enough: to answer it takes as long as many choices
        game.why_not(game.decisions[0].player % game.players + 1, labels[0])


def _offered(game: Game) -> list[list[str]]:
    return [[option.id for option in decision.options] for decision in game.decisions]


# Ways of choosing: what is chosen at random in most games, and what is seldom there, so that it is chosen too.

Way = Literal["any", "least taken", "rarest"]
"""Any option, all equally likely; one of those that have been taken least often in all games; one of those that have
been offered least often."""
WAYS: tuple[Way, ...] = get_args(Way)
Form = tuple[Span, str]
"""What options have in common: the place in the content that offers them, and the power that they use, if any."""


class Chooser:
    """Chooses options. It remembers how often each form of option was offered and taken, from one game to the next."""

    def __init__(self) -> None:
        self.offered: Counter[Form] = Counter()
        self.taken: Counter[Form] = Counter()

    def choose(self, way: Way, forms: Sequence[Form], stream: Stream) -> int:
        """The index of the option to choose, given the forms of all options."""
        for form in set(forms):
            self.offered[form] += 1
        match way:
            case "any":
                index = stream.below(len(forms))
            case "least taken":
                index = _least(self.taken, forms, stream)
            case "rarest":
                index = _least(self.offered, forms, stream)
        self.taken[forms[index]] += 1
        return index


def _least(counted: Counter[Form], forms: Sequence[Form], stream: Stream) -> int:
    """A random index among those of the form that was counted least."""
    least = min(counted[form] for form in forms)
    indices = [index for index, form in enumerate(forms) if counted[form] == least]
    return indices[stream.below(len(indices))]


# Counts, over all games: what ran, how conditions came out, and what was offered.


class Tally:
    """What has happened in the random games of a ruleset. They must be games of a ruleset that counts."""

    def __init__(self, ruleset: Ruleset) -> None:
        units = Units()
        self.of_powers: set[int] = set()
        """The numbers of options that use powers."""
        self._places: dict[tuple[int, str], Span] = {}
        """By the identity of a model and the key of a power: where that is declared. An overlay may replace it."""
        self.places: dict[int, Span] = {}
        """The same by the identity of a power's body."""
        self._using: set[int] = set()
        """The branches that use powers, by identity."""
        self._numbers: dict[int, UnitNumbers] = {}
        self._requirements: dict[int, list[int]] = {}
        for model in ruleset.content.models.values():
            numbers = self._numbers[id(model)] = UnitNumbers()
            unit_count = len(units.all)
            collect(model, units, numbers, self._requirements)
            self._places.update(((id(model), power.key), power.at) for power in model.powers)
            for unit in units.all[unit_count:]:
                if unit.suite.body.kind == "power":
                    self.places[id(unit.suite.body)] = self._places[id(model), unit.suite.body.name]
            for _, choose in every(model, k.Choose):
                using = [branch for branch in choose.branches if _uses_power(branch)]
                self._using.update(map(id, using))
                self.of_powers |= {numbers.nodes[id(branch)] for branch in using if id(branch) in numbers.nodes}
        self.units: list[Unit] = units.all
        self.times: defaultdict[int, Counter[bool | None]] = defaultdict(Counter)
        """By the number of a unit: how often each outcome came about, None when it simply ran."""
        self.offered: Counter[int] = Counter()
        """By the number of an option's unit: at how many decisions it was offered."""
        self.games_with_power: Counter[Span] = Counter()
        """By the place of a power: the games in which a card had it from the start."""
        self.powers_offered: Counter[Span] = Counter()
        """By the place of a power: the decisions at which some option used it."""

    def ran(self, unit: Unit) -> int:
        """How often a unit ran. That a requirement refused an option doesn't show that it ran."""
        times = self.times[unit.number]
        return times.total() - (times[False] if unit.number in self._requirements else 0)

    def is_requirement(self, unit: Unit) -> bool:
        """Whether a unit is the condition of a `require`."""
        return unit.number in self._requirements

    def note_decision(self, game: Game, decision: Decision) -> list[Form]:
        """Count what a player is offered. Gives the form of each option."""
        forms: list[Form] = []
        branches: set[int] = set()
        for option in decision.options:
            node = option.node
            branches.add(id(node))
            power = (used_power(option) or "") if id(node) in self._using else ""
            forms.append((node.at, power))
        numbers = self._numbers[id(game.inspect.model)].nodes
        for branch in branches:
            if branch in numbers:
                self.offered[numbers[branch]] += 1
        for used in {power for _, power in forms if power}:
            self.powers_offered[self._places[id(game.inspect.model), used]] += 1
        return forms

    def note_end(self, game: Game) -> None:
        """Take in what has run in a game, once it is over."""
        for key in powers_on_cards(game):
            self.games_with_power[self._places[id(game.inspect.model), key]] += 1
        numbers = self._numbers[id(game.inspect.model)]
        for counter, outcome, times in take_executed(game):
            number = numbers.of(counter.what, counter.node)
            if number is not None:
                self.times[number][outcome] += times
                if outcome is False:
                    for each in self._requirements.get(number, ()):
                        if each != number:
                            self.times[each][False] += times


def _uses_power(branch: k.Branch) -> bool:
    return any(isinstance(statement, k.UsePower) for statement in branch.body)


# Plays one random game, and says how it came out.

MOST_CHOICES = 20_000
"""Choices after which a game is broken off."""
MOST_WITH_PREFERENCE = 3_000
"""Choices after which a game ends in which options aren't equally likely. It has shown by then what it can."""
MOST_IN_A_PHASE = 3_000
"""Choices in one phase of one round after which the other ways of choosing are tried in turn."""
_LATEST_LOOK = 60
"""At the first position a game is looked at; at one of so many first positions it is looked at again, and saved."""
Pick = tuple[int, int]
"""A choice: the place of the decision among those that wait, and the index of the option."""


@dataclass
class Trial:
    """A random game: how it was set up, what was chosen, and how it ended."""

    table: Table
    way: Way
    picks: list[Pick] = field(default_factory=list)
    fault: Diagnostic | None = None
    """The mistake of the content that ended it."""
    looking: bool = False
    """Whether the mistake was made for somebody who looked at the game."""
    not_restored: str = ""
    """Why it isn't the same game after it was saved and loaded."""
    broken_off_at: Span | None = None
    """What asked last, in a game that was broken off."""
    stuck: bool = False
    """Whether it was broken off because a phase didn't end, however options were chosen."""
    phase: str = ""
    """In which phase it ended or was broken off."""
    before_phase: int = 0
    """How many choices had been made when the last phase began."""
    stalled: bool = False
    """Whether the last round ended it."""


def play_trial(ruleset: Ruleset, table: Table, way: Way, chooser: Chooser, tally: Tally) -> Trial:
    """Play one random game of a ruleset that counts."""
    trial = Trial(table, way)
    try:
        game = table.new_game(ruleset, log=False, choices=True)
    except GameFault as fault:
        trial.fault = fault.diagnostics[0]
        return trial
    try:
        _play(game, ruleset, trial, way, chooser, tally)
    except GameFault as fault:
        trial.fault = fault.diagnostics[0]
    except NotRestored as problem:
        trial.not_restored = str(problem)
    trial.phase = game.phase
    tally.note_end(game)
    return trial


def _play(game: Game, ruleset: Ruleset, trial: Trial, way: Way, chooser: Chooser, tally: Tally) -> None:
    """Play a game to its end, unless it goes on too long. Raises GameFault and NotRestored."""
    stream = Stream(trial.table.seed, 0, "random games choices")
    look_at = stream.below(_LATEST_LOOK)
    most = MOST_CHOICES if way == "any" else MOST_WITH_PREFERENCE
    now, since, others = (0, ""), 0, [other for other in WAYS if other != way]
    while decisions := game.decisions:
        game.inspect.see_that_hidden_fits()
        choice_count = len(trial.picks)
        if choice_count in (0, look_at):
            trial.looking = True
            views(game)
            if choice_count == look_at:
                save_and_load(game, ruleset)
            trial.looking = False
        if (where := (game.round, game.phase)) != now:
            now, since, others = where, choice_count, [other for other in WAYS if other != way]
            trial.before_phase = choice_count
        if choice_count - since >= MOST_IN_A_PHASE and others:
            # Perhaps it is only this way of choosing that doesn't end the phase.
            way, since = others.pop(), choice_count
        place = stream.below(len(decisions))
        decision = decisions[place]
        trial.stuck = choice_count - since >= MOST_IN_A_PHASE
        if trial.stuck or choice_count >= most:
            trial.broken_off_at = decision.source
            return
        index = chooser.choose(way, tally.note_decision(game, decision), stream)
        trial.picks.append((place, index))
        game.choose(decision.options[index])
    result = game.result
    trial.stalled = result is not None and result["stalled"]
