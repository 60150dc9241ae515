"""A policy for a game, learned from games that the machine plays with itself: what traits of options are worth.

The machine learns in rounds (`thinking/practice.py`). After each the policy plays against chance, or where content has
hints against who follows them: one that does better than all before is kept, and played on from; any other is dropped.
So no policy is worse than what it has begun with. Rounds differ in how long their playouts are, because games differ in
how soon one can tell whether a choice was good. With a policy that is kept, it is learned anew what positions are
worth: they are worth other things to who plays well.

All seeds are fixed, so the policy depends on the program alone.
"""

import json

from artrules.engine.execute.instance import Instance, MachineTrap
from artrules.engine.machine import registers
from artrules.engine.machine.intrinsics import mixed_below
from artrules.engine.machine.numbers import TRAITS
from artrules.engine.machine.thinking.liking import MOST_BIASED
from artrules.engine.machine.thinking.policy import LIKED, LIKED_STEP
from artrules.engine.machine.thinking.practice import WORTH_ONE
from artrules.play.explain.faults import Stopped
from artrules.play.game.learning import Learned, learn_values, learned_of, put
from artrules.play.game.runtime import Runtime
from artrules.play.stored.cache import find, keep, key_of
from artrules.text.record import dataclass

HORIZONS = ((4, 8), (12, 40), (40, 80))
"""By round, again and again: how many choices a playout makes at least, and at most."""
ROUNDS = 9
CHOICES = 120_000
"""Choices in a round of practice, those of playouts among them."""
GAMES = 16
"""In a round choices are made in so many games at least."""
FOR_BEGINNING = 50
"""A game counts as so many choices more: to begin one takes time."""
VALUE_GAMES = 1_500
VALUE_CHOICES = 30_000
"""From so many games or choices it is learned anew what positions are worth."""
MEASURED_GAMES = 80
"""A policy plays so many games at least against chance, unless they are very long, and more …"""
MEASURED_CHOICES = 12_000
"""… where they have fewer choices than this …"""
MOST_MEASURED = 40_000
"""… but none begins after so many choices."""
LONG_GAME = 3
"""A game that takes so many times as many choices as usual is broken off, and counts as lost."""
EXPLORED_IN = 6
"""One choice in so many of a game from which is learned takes any option."""
NEVER = 1 << 29
"""The same of a game in which a policy is measured: none."""
_USUALLY_EXPLORED_IN = registers.explored_in
FIRST_SEED = 1_000_000
MOST_MET = 100
"""When a round begins, no trait counts as met more often than this, so that all still move."""
LIKING = 2_000
"""What it is worth at first that an option is liked best, in parts of a reward."""
_KIND = "policy"


@dataclass(frozen=True, slots=True)
class Policy:
    """What traits of options are worth, by their numbers, where it isn't nothing; and the reward that the policy came
    to, on average, and the one that it has begun with."""

    worth: tuple[tuple[int, int], ...]
    reward: int
    before: int


def policy_of(runtime: Runtime, rounds: int = ROUNDS) -> Policy:
    """The policy of a program after so many rounds of practice: learned once for a runtime, and kept in the cache.
    Memory is lost. Raises Stopped."""
    known = runtime.derive(known_policies)
    if rounds not in known:
        known[rounds] = _find_policy(runtime, rounds)
    return known[rounds]


def known_policies(runtime: Runtime) -> dict[int, Policy]:
    """The policies that a runtime knows, by rounds of practice. There are none at first."""
    return {}


def _find_policy(runtime: Runtime, rounds: int) -> Policy:
    """What the cache has of this, or what is learned now."""
    key = key_of(runtime.key, str(rounds)) if runtime.key is not None else None
    data = find(_KIND, key) if key is not None else None
    if data is not None:
        worth, reward, before = json.loads(data)
        return Policy(tuple((trait, value) for trait, value in worth), reward, before)
    policy = learn_policy(runtime, rounds)
    if key is not None:
        keep(_KIND, key, json.dumps([policy.worth, policy.reward, policy.before]).encode())
    return policy


def put_policy(runtime: Runtime, policy: Policy) -> None:
    """Let the machine choose by a policy, if it doesn't yet."""
    there = runtime.derive(_there)
    if there.instance is not runtime.instance or there.policy is not policy:
        there.instance, there.policy = runtime.instance, policy
        worth = [0] * TRAITS
        for trait, value in policy.worth:
            worth[trait] = value
        runtime.instance.region("trait_worth")[:] = worth


class _There:
    """The policy that a machine chooses by, if it has one."""

    instance: Instance | None = None
    policy: Policy | None = None


def _there(runtime: Runtime) -> _There:
    return _There()


@dataclass(frozen=True, slots=True)
class _State:
    """What has been learned up to some round: the reward that it came to, what traits are worth, how often each was
    met, and what positions are worth."""

    reward: int
    worth: tuple[int, ...]
    met: tuple[int, ...]
    learned: Learned


def learn_policy(runtime: Runtime, rounds: int = ROUNDS, choices: int = CHOICES) -> Policy:
    """Learn a policy in so many rounds of so many choices. Memory is lost. Raises Stopped."""
    learned = learned_of(runtime)
    practice = _Practice(runtime, learned)
    runtime.derive(_there).instance = None
    try:
        first = best = practice.first_state()
        for number in range(rounds):
            found = practice.next_state(best, number, choices, is_first=best is first)
            if found.reward > best.reward:
                best = found if number == rounds - 1 else practice.with_values(found, min(choices, VALUE_CHOICES))
    finally:
        practice.end()
    worth = tuple((trait, value) for trait, value in enumerate(best.worth) if value)
    return Policy(worth, best.reward, first.reward)


class _Practice:
    """The games from which is learned, and those in which policies are measured."""

    def __init__(self, runtime: Runtime, learned: Learned) -> None:
        self._runtime = runtime
        self._instance = runtime.instance
        self._usual_choices = learned.choices
        self._learned = learned
        self._everyone = runtime.everyone
        self._number = 0

    def first_state(self) -> _State:
        """Before anything is learned: chance plays, or who takes what is liked best."""
        worth = [0] * TRAITS
        if self._runtime.program.numbers["HAS_OPTION_HINTS"]:
            worth[mixed_below(LIKED, MOST_BIASED // LIKED_STEP, TRAITS)] = LIKING * WORTH_ONE
        self._instance.region("trait_worth")[:] = worth
        put(self._runtime, self._learned)
        return _State(self._measure(), tuple(worth), (0,) * TRAITS, self._learned)

    def next_state(self, state: _State, number: int, choices: int, *, is_first: bool) -> _State:
        """What a round comes to that goes on from a state."""
        instance = self._instance
        instance.region("trait_worth")[:] = state.worth
        instance.region("trait_count")[:] = [min(met, MOST_MET) for met in state.met]
        put(self._runtime, state.learned)
        horizon, longest = HORIZONS[number % len(HORIZONS)]
        made = 0
        while made < choices:
            self._number += 1
            # The policy meets chance in every other game, or it would forget what to do about bad choices.
            seats = self._everyone if self._number % 2 else self._number * 7919 >> 3 & self._everyone
            made += FOR_BEGINNING + self._play(
                self._number, 0 if is_first else seats, EXPLORED_IN, "practise", 1 + choices // GAMES, horizon, longest
            )
        worth, met = tuple(instance.region("trait_worth")[:]), tuple(instance.region("trait_count")[:])
        return _State(self._measure(), worth, met, state.learned)

    def with_values(self, state: _State, choices: int) -> _State:
        """A state with what positions are worth if all play by its policy."""
        self._instance.set_register("policy_seats", self._everyone)
        self._instance.set_register("explored_in", EXPLORED_IN)
        learned = learn_values(self._runtime, VALUE_GAMES, choices, state.learned)
        return _State(state.reward, state.worth, state.met, learned)

    def end(self) -> None:
        """Let playouts be as they were."""
        self._instance.set_register("policy_seats", 0)
        self._instance.set_register("explored_in", _USUALLY_EXPLORED_IN)

    def _measure(self) -> int:
        """The reward on average of one who plays by the policy in memory, where the others play by chance, or take what
        is liked best."""
        players = self._runtime.players
        made = games = rewards = 0
        while made < MOST_MEASURED and (games < MEASURED_GAMES or made < MEASURED_CHOICES):
            seat = games % players
            most = LONG_GAME * self._usual_choices + 100
            rewards += self._play(-1 - games // players, 1 << seat, NEVER, "play_to_reward", most, seat)
            made += 1 + self._instance.register("choices_practised")
            games += 1
        return rewards // games

    def _play(self, number: int, seats: int, explored_in: int, function: str, *numbers: int) -> int:
        """Let a function of the machine play a game with a number. Gives what it gives; 0 for a game that breaks
        off."""
        runtime, instance = self._runtime, self._instance
        runtime.load(runtime.start[0])
        for name in ("logging", "knowing"):
            instance.set_register(name, 0)
        instance.set_register("policy_seats", seats)
        instance.set_register("explored_in", explored_in)
        instance.set_register("choices_practised", 0)
        instance.set_keys(runtime.keys(FIRST_SEED + number))
        instance.region("think_key")[0] = number
        instance.region("think_drawn")[0] = 0
        try:
            runtime.run("first_step")
            runtime.run("ask_anew")
            return runtime.run(function, *numbers)
        except (Stopped, MachineTrap):
            return 0
