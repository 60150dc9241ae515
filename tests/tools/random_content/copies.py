"""Several games of one ruleset on each executor, which take turns in memory: they stay the same."""

from __future__ import annotations

import os
from random import Random
from unittest.mock import patch

import artrules
from artrules.play.content import Content

GAMES, TURNS = 3, 60


def rulesets(content: Content) -> list[artrules.Ruleset]:
    """The ruleset on each executor: CPython, WebAssembly."""
    players = artrules.Ruleset(content).player_counts[-1]
    found = []
    for executor in ("cpython", "wasm"):
        found.append(artrules.Ruleset(content))
        with patch.dict(os.environ, ARTRULES_EXECUTOR=executor):
            found[-1].runtime(players)
    return found


def difference(content: Content, seed: int) -> str:
    """How games differ that are played, copied, looked at and dealt anew in any order."""
    random = Random(seed)
    here, there = rulesets(content)
    players = here.player_counts[-1]
    begun = [(_begun(here, players, seed + i, i), _begun(there, players, seed + i, i)) for i in range(GAMES)]
    pairs = [(one, other) for one, other in begun if not isinstance(one, str) and not isinstance(other, str)]
    found = next((f"{one} or {other}" for one, other in begun if type(one) is not type(other)), "")
    for turn in range(TURNS if pairs else 0):
        which = random.randrange(len(pairs))
        act, number = random.choice(ACTS), random.randrange(1 << 30)
        one, other = (act(game, number) for game in pairs[which])
        if isinstance(one, artrules.Game) and isinstance(other, artrules.Game):
            pairs[random.randrange(len(pairs))] = one, other
        elif one != other:
            found = found or f"turn {turn}, game {which}, {act.__name__}: {one!r} or {other!r}"
    return found or next((f"at the end {a.digest()} or {b.digest()}" for a, b in pairs if a.digest() != b.digest()), "")


def _begun(ruleset: artrules.Ruleset, players: int, seed: int, number: int) -> artrules.Game | str:
    try:
        return ruleset.new_game(players, seed, log=number != 1)
    except artrules.GameFault as fault:
        return fault.diagnostics[0].message


def choose(game: artrules.Game, number: int) -> object:
    """Choose by index, a few times."""
    for _ in range(number % 7):
        if not game.decisions:
            return game.result
        try:
            game.choose(number % len(game.decisions[0].options))
        except artrules.GameFault as fault:
            return fault.diagnostics[0].message
    return game.finished


def choose_an_option(game: artrules.Game, number: int) -> object:
    """Choose by id, of any decision."""
    if not game.decisions:
        return None
    decision = game.decisions[number % len(game.decisions)]
    option = decision.options[number % len(decision.options)]
    try:
        game.choose(option.id)
    except artrules.GameFault as fault:
        return fault.diagnostics[0].message
    return option.id


def look(game: artrules.Game, number: int) -> object:
    """Everything that is shown."""
    try:
        offered = [[(option.id, option.label) for option in decision.options] for decision in game.decisions]
        return game.digest(), offered, game.view(1), game.log.read_by(2), game.log
    except artrules.GameFault as fault:
        return fault.diagnostics[0].message


def copied(game: artrules.Game, number: int) -> object:
    return game.copy()


def dealt(game: artrules.Game, number: int) -> object:
    """A determinization."""
    try:
        return game.think.resample(1 + number % game.players, number)
    except (artrules.GameFault, ValueError) as problem:
        return str(problem)


ACTS = [choose, choose, choose_an_option, look, copied, dealt]
