"""Looks at games for programs that learn: who decides, what a seat knows as numbers, and what is offered as numbers."""

from collections.abc import Sequence
from math import prod
from typing import Any

from artrules.engine.lower.program import BranchTable, DecisionTable
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Card, Type, bare
from artrules.play.explain.faults import Stopped
from artrules.play.game.game import Game
from artrules.play.game.observation.encoder import Encoder
from artrules.play.game.observation.form import Domain, Domains, Numbers, ObservationForm, Sees
from artrules.play.game.runtime import Runtime
from artrules.play.game.scores import standing
from artrules.text.record import dataclass

# Numbers for what players can choose, the same wherever it is offered.
#
# An action is a branch of a decision with values for its binders. Branches with the same words and binders are the same
# action wherever the content asks: "play {c}" has one number for each look, in whichever of the decisions it stands. So
# an action means the same all game long, and for all seats.
#
# A few numbers at the end, the *spare* ones, go by turns to options that have no number of their own: values that can't
# be listed, such as lists; options that differ only in what no number tells, such as two cards that were printed alike
# and have different marks, or two cards of one hand that the seat can't see.

MOST_OF_BRANCH = 20_000
"""A branch with more actions, or with a binder that has more values, has no numbers of its own."""


class TooManyOptions(ValueError):
    """More options are offered that have no number of their own than there are spare numbers."""


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """The actions of branches that are alike: numbers from `first` on, for each choice of values of the binders."""

    first: int
    words: Sequence[str | int]
    """The label: texts, and the indices of binders."""
    domains: Sequence[Domain]
    choices: Sequence[Sequence[int]]
    """By binder: the indices of the domain that can stand there."""

    @property
    def count(self) -> int:
        """How many actions there are."""
        return prod(len(choices) for choices in self.choices)

    def describe(self, action: int) -> str:
        """An action of the group in words."""
        offset, values = action - self.first, []
        for choices, domain in zip(reversed(self.choices), reversed(self.domains), strict=True):
            offset, place = divmod(offset, len(choices))
            values.append(domain.names[choices[place]])
        values.reverse()
        return "".join(word if isinstance(word, str) else values[word] for word in self.words)


@dataclass(frozen=True, slots=True, eq=False)
class BranchActions:
    """How the options of a branch get numbers: `strides` has for each binder, by index in its domain, what it adds to
    the number."""

    group: ActionGroup
    strides: Sequence[Sequence[int]]


class ActionForm:
    """The numbers of actions of one configuration."""

    def __init__(self, domains: Domains, spare: int) -> None:
        self._domains = domains
        self.groups: list[ActionGroup] = []
        self._by_likeness: dict[object, ActionGroup] = {}
        self._of_decision: dict[int, list[BranchActions | None]] = {}
        for number, decision in domains.runtime.program.decisions.items():
            self._of_decision[number] = self._number(decision)
        self.own = sum(group.count for group in self.groups)
        """How many numbers belong to an action; the spare ones begin here."""
        self.spare = spare
        self.count = self.own + spare
        """How many numbers there are."""

    def _number(self, decision: DecisionTable) -> list[BranchActions | None]:
        """For each branch of a decision how its options get numbers; None for one whose options have none."""
        branch_actions: list[BranchActions | None] = []
        met: dict[object, int] = {}
        for table, branch in zip(decision.branches, decision.choose.branches, strict=True):
            listed = [self._listed(type_) for type_ in table.types]
            domains = [one for one in listed if one is not None]
            if len(domains) < len(listed):
                branch_actions.append(None)
                continue
            words = _words_of(branch)
            likeness: object = (*words, *table.types) if None not in words else (decision.number, table.key)
            met[likeness] = met.get(likeness, 0) + 1
            group = self._group((likeness, met[likeness]), words, domains, table)
            branch_actions.append(None if group is None else BranchActions(group, _strides(group)))
        return branch_actions

    def _listed(self, type_: Type) -> tuple[Domain, Sequence[int]] | None:
        """The domain of a binder, and the indices that can stand there."""
        domain = self._domains.of(type_, MOST_OF_BRANCH)
        if domain is None:
            return None
        indices: Sequence[int] = range(domain.size)
        inner = bare(type_)
        if isinstance(inner, Card):
            hidden = len(self._domains.look_names)
            indices = [*self._domains.looks_of(inner.kinds), *range(hidden, domain.size)]
        return domain, indices

    def _group(
        self,
        key: object,
        words: Sequence[str | int | None],
        listed: Sequence[tuple[Domain, Sequence[int]]],
        table: BranchTable,
    ) -> ActionGroup | None:
        earlier_group = self._by_likeness.get(key)
        if earlier_group is not None:
            return earlier_group
        if prod(len(choices) for _, choices in listed) > MOST_OF_BRANCH:
            return None
        first = sum(group.count for group in self.groups)
        phrase = _told(words, len(listed), table.key)
        new_group = ActionGroup(first, phrase, [domain for domain, _ in listed], [choices for _, choices in listed])
        self.groups.append(new_group)
        self._by_likeness[key] = new_group
        return new_group

    def describe(self, action: int) -> str:
        """An action in words; a spare number says only which one it is."""
        for group in self.groups:
            if group.first <= action < group.first + group.count:
                return group.describe(action)
        return f"another option ({action - self.own + 1})"

    def numbers(self, decision: int, rows: Sequence[int], width: int, seat: int, sees: Sees) -> list[int]:
        """The number of each option of a decision, in order. Raises TooManyOptions."""
        branches, actions = self._of_decision[decision], []
        index, taken, spare = self._domains.index, set(), self.own
        for at in range(0, len(rows), width):
            of = branches[rows[at]]
            action = -1
            if of is not None:
                action = of.group.first
                for i, (domain, strides) in enumerate(zip(of.group.domains, of.strides, strict=True)):
                    action += strides[index(domain, rows[at + 1 + i], seat, sees)]
            if action < 0 or action in taken:
                action = spare
                spare += 1
            taken.add(action)
            actions.append(action)
        if spare > self.count:
            raise TooManyOptions(
                f"{spare - self.own} options have no number of their own, and there are {self.spare} spare ones: "
                f"make the environment with `spare_actions={2 * (spare - self.own)}` or more"
            )
        return actions


def _words_of(branch: k.Branch) -> list[str | int | None]:
    """The label of a branch: texts, the indices of its binders, and None for whatever else it says."""
    places = {binder.local.name: i for i, binder in enumerate(branch.binders)}
    parts = branch.label.parts
    return [places.get(p.name) if isinstance(p, k.Local) else p if isinstance(p, str) else None for p in parts]


def _told(words: Sequence[str | int | None], binders: int, key: str) -> list[str | int]:
    """The words by which an action is described: the values that the label doesn't name stand at its end."""
    phrase: list[str | int] = ["…" if word is None else word for word in words] or [f"({key})"]
    for binder in range(binders):
        if binder not in phrase:
            phrase += [" · ", binder]
    return phrase


def _strides(group: ActionGroup) -> list[list[int]]:
    all_strides: list[list[int]] = []
    step = 1
    for choices, domain in zip(reversed(group.choices), reversed(group.domains), strict=True):
        strides = [0] * domain.size
        for place, index in enumerate(choices):
            strides[index] = place * step
        all_strides.append(strides)
        step *= len(choices)
    all_strides.reverse()
    return all_strides


class Observer:
    """Observes the games of one configuration (`Ruleset.runtime`). Players count from 1.

    It is quickest where a game plays in memory (`log=False`). Its methods raise GameFault where the content fails.
    """

    def __init__(self, runtime: Runtime, spare_actions: int) -> None:
        """`spare_actions` is how many numbers there are for options that have none of their own."""
        self._runtime = runtime
        self.form = ObservationForm(runtime)
        """What the numbers of an observation mean."""
        self.actions = ActionForm(self.form.domains, spare_actions)
        """What the numbers of actions mean."""
        self._encoder = Encoder(self.form)

    def deciding(self, game: Game) -> int | None:
        """The player whose decision is the first one; None when the game is over."""
        if not game.option_count:
            return None
        self._put_into_memory(game)
        instance = self._runtime.instance
        return instance.region("offered_player")[instance.region("waiting")[0]] + 1

    def observe(self, game: Game, player: int) -> Numbers:
        """What the seat of a player knows: an array of `form.size` whole numbers."""
        self._put_into_memory(game)
        return self._encoder.encode(player - 1)

    def offered(self, game: Game) -> list[int]:
        """The action of each option of the first decision, in their order. Raises TooManyOptions."""
        if not game.option_count:
            return []
        self._put_into_memory(game)
        instance = self._runtime.instance
        region = instance.region
        waiting = region("waiting")[0]
        decision = region("stack")[region("top_of_stack")[waiting] - 1]
        width, first = region("row_words")[decision], region("offered_first")[waiting]
        rows = region("candidates")[first : first + region("offered_count")[waiting] * width]
        seat = region("offered_player")[waiting]
        return self.actions.numbers(decision, rows, width, seat, self._encoder.sight_of(seat))

    def result(self, game: Game) -> dict[str, Any]:
        """How a finished game came out (`Game.result`), with one more key: `standing` has for each player the values of
        the keys that decide who wins, turned so that larger is better (`scores.py`). Raises ValueError before."""
        result = game.result
        if result is None:
            raise ValueError("the game isn't over yet")
        return {**result, "standing": standing(game.playing.moment)}

    def _put_into_memory(self, game: Game) -> None:
        """Let memory hold the position of a game, and what it asks."""
        runtime = self._runtime
        if game.playing.runtime is not runtime:
            raise ValueError("this game has another number of players, or other settings, than its observer")
        if game.playing.is_plain:
            if not game.playing.is_in_memory:
                game.playing.put_first(0)
            return
        moment = game.playing.moment
        moment.put_into(runtime, logging=False)
        try:
            runtime.run("ask_anew")
        except Stopped as stopped:
            raise moment.fault(stopped) from None
