"""Random games as their players see them, so that two versions of a ruleset can be compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from artrules import Game, GameFault, Option, Ruleset
from artrules.author.conformance.random_play import Table, table
from artrules.engine.chance import Stream

EVERY = 5
"""After so many decisions the whole position is looked at."""
VIEWS_EVERY = 25
"""After so many decisions it is looked at what each seat sees and has read: that takes long, as logs are long."""
MOST_DECISIONS = 600
"""After so many a game is broken off."""
DECLINES = (1, 8, 32)
"""In turn: how seldom players take the last option, which mostly is to stop; 1 for as often as any other."""


def tables_for(ruleset: Ruleset, games: int, seed: int, names: Sequence[str]) -> list[tuple[int, Table]]:
    """Games to be played, numbered: all numbers of players, default settings and random ones. Those that choose one
    of the names, such as that of a set, come first."""
    tables = [(number, table(ruleset, "mutation", seed, number)) for number in range(games)]
    wanted = set(names)
    return sorted(tables, key=lambda each: not wanted & {str(value) for value in each[1].settings.values()})


def moments(ruleset: Ruleset, number: int, table: Table) -> Iterator[bytes]:
    """A game as hashes: at each decision of who is asked what, and of all that is seen. Nothing depends on how the
    content is written: options go by their labels, and cards of a zone without order by theirs."""
    try:
        game = table.new_game(ruleset)
    except GameFault as fault:
        yield _hash(["fault", [d.message for d in fault.diagnostics]])
        return
    loose = {zone.name for zone in game_zones(ruleset) if zone.order in ("loose", "open")}
    chance, made = table.stream(f"mutation {number}"), 0
    while game.decisions and made < MOST_DECISIONS:
        asked = [(d.player, d.prompt, sorted(d.options, key=lambda option: option.label)) for d in game.decisions]
        moment: list[Any] = [[player, prompt, [o.label for o in options]] for player, prompt, options in asked]
        if made % EVERY == 0:
            seats = table.players if made % VIEWS_EVERY == 0 else 0
            moment.append(_seen(game, seats, loose))
        yield _hash(moment)
        _, _, options = asked[chance.below(len(asked))]
        try:
            game.choose(_one_of(options, chance, DECLINES[number % len(DECLINES)]))
        except GameFault as fault:
            yield _hash(["fault", [d.message for d in fault.diagnostics]])
            return
        made += 1
    result = {
        key: value for key, value in (game.result or {}).items() if key in ("winners", "scores", "stalled", "rounds")
    }
    yield _hash([made, game.finished, repr(result), _seen(game, table.players, loose)])


def game_zones(ruleset: Ruleset) -> list[Any]:
    """The zones of all ways to play."""
    return [zone for model in ruleset.content.models.values() for zone in model.zones.values()]


def _one_of(options: Sequence[Option], chance: Stream, seldom: int) -> Option:
    declining = [option for option in options if option.declines]
    if declining and len(declining) < len(options) and seldom > 1 and chance.below(seldom):
        options = [option for option in options if not option.declines]
    return options[chance.below(len(options))]


def _seen(game: Game, players: int, loose: set[str]) -> list[Any]:
    """What one sees who sees all, and what each of the first seats sees and has read."""
    views = [game.inspect.view(), *(game.view(seat) for seat in range(1, players + 1))]
    return [_plain(view, "", loose) for view in views]


def _plain(value: Any, name: str, loose: set[str]) -> Any:
    """A view without the identities of cards."""
    if isinstance(value, dict):
        return {str(key): _plain(each, str(key), loose) for key, each in value.items() if key not in ("id", "look")}
    if isinstance(value, list):
        plain = [_plain(each, "", loose) for each in value]
        return sorted(plain, key=str) if name.split("[")[0].split("/")[-1] in loose else plain
    return value


def _hash(data: Any) -> bytes:
    return blake2b(json.dumps(data, sort_keys=True, default=str).encode(), digest_size=8).digest()


class PlayedBefore:
    """The games of the unchanged ruleset, each played when it is first asked for."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self._ruleset, self._seed = ruleset, seed
        self._known: dict[int, list[bytes]] = {}

    def first_difference(self, mutated: Ruleset, games: int, names: Sequence[str]) -> str | None:
        """How the first game of a changed ruleset differs from before, or None."""
        for number, each in tables_for(self._ruleset, games, self._seed, names):
            before = self._known.get(number)
            if before is None:
                before = self._known[number] = list(moments(self._ruleset, number, each))
            try:
                made = -1
                for made, moment in enumerate(moments(mutated, number, each)):
                    if made >= len(before) or before[made] != moment:
                        return f"game {number} ({each}) differs after {made} decisions"
            except ValueError as problem:
                return f"game {number} ({each}) can't be set up: {problem}"
            if made + 1 != len(before):
                return f"game {number} ({each}) has another length"
        return None
