"""The result of a game: who has won, and what makes up each player's score; and how players stand before its end, by
the same keys. A score has labelled parts; a part has lines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from artrules.engine.machine.memory import ROUND_NUMBER, STALLED
from artrules.engine.machine.rules.texts import LINE
from artrules.model.analyses.calls import CodeSearch
from artrules.model.analyses.dependence import Situation
from artrules.model.analyses.information_flow import information_flow
from artrules.model.analyses.option_looks import refers_to_cards
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Best, Constant, SettingValue
from artrules.play.explain.faults import Stopped
from artrules.play.explain.why_not.author import Author
from artrules.play.game.moment import Moment
from artrules.play.game.runtime import Runtime

# The result of a game: who has won, and what makes up each player's score. A score has labelled parts; a part has
# lines that say which card or rule gave how many points. When a game is over, nothing is hidden.


class Ending(NamedTuple):
    """How a game came out, in numbers: who has won (players, from 1), what each part of the score comes to, by part and
    then player, and by player the first player of the same side, both from 0."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    side_of: tuple[int, ...]
    stalled: bool
    rounds: int

    @property
    def sides(self) -> list[list[int]]:
        """The players of each side, from 1, in the order of seats."""
        return _players_by_side(self.side_of)


class PlayedGame(NamedTuple):
    """What has become of a game that was played from its setup to its end: how many choices were made, how it came out,
    and the digest of its last position. Players count from 1. `scores` and `parts`, points by label, are in the order
    of seats; `totals` has what each of the `sides` has scored."""

    seed: int
    choices: int
    rounds: int
    stalled: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    digest: str
    parts: tuple[dict[str, int], ...]


class Scoring:
    """The parts of the score as content declares them: what the points of an ending come to."""

    def __init__(self, runtime: Runtime) -> None:
        self.parts = runtime.model.flow.score
        self._players = runtime.players
        self._labels = [part.label for part in self.parts]
        self._own = [number for number, part in enumerate(self.parts) if not part.is_of_side]
        self._shared = [number for number, part in enumerate(self.parts) if part.is_of_side]
        self._every = range(len(self._labels))
        self.places = [f"{at.file}:{at.line}" for part in self.parts for at in [(part.each or part).at]]
        """By part: where it stands in the content."""
        self._sides: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        """The sides that games have had, by `side_of`."""

    def points_by_label(self, ending: Ending, player: int) -> dict[str, int]:
        """What a player, from 0, has scored, by label."""
        return self._added(ending.points[player :: self._players], self._every)

    def points_of_side(self, ending: Ending, player: int) -> dict[str, int]:
        """Of these the points that all players of the side have together."""
        return self._added(ending.points[player :: self._players], self._shared)

    def total_of_side(self, points: Sequence[int], players: Sequence[int]) -> int:
        """The score of a side of players, from 1, out of the points of an ending: what all of them have together counts
        once."""
        total = 0
        for number in self._own:
            for player in players:
                total += points[number * self._players + player - 1]
        for number in self._shared:
            total += points[number * self._players + players[0] - 1]
        return total

    def sum_up(self, seed: int, choices: int, ending: Ending, digest: str) -> PlayedGame:
        """What has become of a game that has come out so."""
        winners, points, side_of, stalled, rounds = ending
        sides = self._sides.get(side_of)
        if sides is None:
            sides = self._sides[side_of] = tuple(map(tuple, ending.sides))
        if len(self._labels) == 1:
            (label,) = self._labels
            scores, parts = points, tuple([{label: each} for each in points])
        else:
            own = [points[player :: self._players] for player in range(self._players)]
            scores, parts = tuple(map(sum, own)), tuple([self._added(each, self._every) for each in own])
        every_one = len(sides) == self._players
        totals = scores if every_one else tuple([self.total_of_side(points, players) for players in sides])
        return PlayedGame(seed, choices, rounds, stalled, winners, scores, sides, totals, digest, parts)

    def _added(self, points: Sequence[int], parts: Iterable[int]) -> dict[str, int]:
        by_label: dict[str, int] = {}
        for number in parts:
            label = self._labels[number]
            by_label[label] = by_label.get(label, 0) + points[number]
        return by_label


def find_ending(moment: Moment) -> Ending:
    """How a game that is over came out. Raises Stopped."""
    runtime = moment.load()
    winners = runtime.values.items(runtime.ask("find_result"))
    region = runtime.instance.region
    clock = region("clock")
    return Ending(
        tuple([winner + 1 for winner in winners]),
        tuple(region("points")[:]),
        tuple(region("side_of")[:]),
        clock[STALLED] != 0,
        clock[ROUND_NUMBER],
    )


def played_game(moment: Moment, choices: int, digest: str) -> PlayedGame:
    """What has become of a game that is over, after so many choices. Raises Stopped."""
    return moment.runtime.derive(Scoring).sum_up(moment.seed, choices, find_ending(moment), digest)


def outcome(moment: Moment) -> dict[str, Any]:
    """The result as plain data: `winners`, `tie_break`, `scores`, `stalled`, `rounds`, and `sides` where content says
    who is on whose side (`docs/extend/api.md`). Players count from 1. Raises Stopped."""
    ending, runtime = find_ending(moment), moment.runtime
    winners = [*ending.winners]
    result = {
        "winners": winners,
        "tie_break": _tie_break(runtime, winners),
        "scores": [_score(runtime, ending, player) for player in range(runtime.players)],
        "stalled": ending.stalled,
        "rounds": ending.rounds,
    }
    if runtime.model.flow.sides is not None:
        result["sides"] = _sides(runtime, ending)
    return result


def is_last_round(moment: Moment) -> bool:
    """Whether the round in progress is the last one as things stand, as far as everybody may know: because the rule
    that ends the game holds already, or because there is no round after it."""
    flow, runtime = moment.runtime.model.flow, moment.runtime
    if moment.round == 0 or moment.finished:
        return False
    if moment.round == flow.last_round:
        return True
    if not runtime.derive(has_open_end):
        return False
    try:
        return moment.at_phase_start().load().ask("game_should_end") != 0
    except Stopped:
        return False  # it is meant for the end of a round, and may fail before


def has_open_end(runtime: Runtime) -> bool:
    """Whether everybody may know at any time if the rule that ends the game holds."""
    until, model = runtime.model.flow.until, runtime.model
    if until is None or CodeSearch(model, refers_to_cards).among((until,)):
        return False
    flow = information_flow(model)
    return not flow.resolved(flow.analysis.of(until, Situation()).value)


def sides_of(result: Mapping[str, Any]) -> list[list[int]]:
    """The players of each side of a result, in the order of seats; each player alone where content names no sides."""
    if "sides" in result:
        return [side["players"] for side in result["sides"]]
    return [[player] for player in range(1, len(result["scores"]) + 1)]


def totals_of_sides(result: Mapping[str, Any]) -> list[int]:
    """What each side of a result has scored, in the order of `sides_of`."""
    return [each["total"] for each in result.get("sides", result["scores"])]


def scored_by(result: Mapping[str, Any]) -> list[list[int]]:
    """The players who score together, in the order of seats: those of a side where sides have all points together,
    otherwise each alone. The score of the first of them is that of all."""
    scores = result["scores"]
    if all(scores[p - 1]["parts"] == side["parts"] for side in result.get("sides", ()) for p in side["players"]):
        return sides_of(result)
    return [[score["player"]] for score in scores]


def sides_now(moment: Moment) -> list[list[int]]:
    """The players of each side as a position has it, counted from 1, in the order of seats. Raises GameFault where
    content fails."""
    runtime = moment.load()
    try:
        runtime.ask("find_sides")
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    return _players_by_side(runtime.instance.region("side_of"))


def is_cooperative(model: Model) -> bool:
    """Whether all players are on one side from the beginning to the end: what tells sides is the same for everybody,
    and depends on nothing."""
    side = model.values[model.flow.sides] if model.flow.sides is not None else None
    return isinstance(side, Constant | SettingValue)


def _players_by_side(side_of: Iterable[int]) -> list[list[int]]:
    """The players of each side, from 1, by the first player of each player's side, from 0."""
    players_of: dict[int, list[int]] = {}
    for player, first in enumerate(side_of, 1):
        players_of.setdefault(first, []).append(player)
    return [*players_of.values()]


def _sides(runtime: Runtime, ending: Ending) -> list[dict[str, Any]]:
    """The sides in the order of their first seats: their players, the `parts` that these have scored together, their
    total with what each has scored alone, and their place. Winners come first; the others follow by how they stand."""
    scoring, sides = runtime.derive(Scoring), ending.sides
    won = [players[0] in ending.winners for players in sides]
    stands: list[Any] = [*won]
    if won.count(True) > 1 or won.count(False) > 1:
        by_player = _standing(runtime)
        stands = [(has_won, by_player[players[0] - 1]) for has_won, players in zip(won, sides, strict=True)]
    return [
        {
            "players": players,
            "parts": scoring.points_of_side(ending, players[0] - 1),
            "total": scoring.total_of_side(ending.points, players),
            "place": 1 + sum([other > own for other in stands]),
        }
        for players, own in zip(sides, stands, strict=True)
    ]


def _tie_break(runtime: Runtime, winners: list[int]) -> dict[str, Any] | None:
    """What decided between players who were level: the last key of `best` that left out any of them. None when the
    first key decided, or no key did."""
    best = runtime.model.flow.winners
    if not isinstance(best, Best):
        return None
    tied: list[int] = []
    decided = 0
    for number in range(1, len(best.keys)):
        level = sorted(w + 1 for w in runtime.values.items(runtime.ask("find_level", number)))
        if len(level) > len(winners):
            tied, decided = level, number
    if not decided:
        return None
    way, value = best.keys[decided]
    said = Author(runtime.model).words(value.at)
    return {"key": decided + 1, "by": f"{way} {said}".strip(), "tied": tied}


def _score(runtime: Runtime, ending: Ending, player: int) -> dict[str, Any]:
    scoring = runtime.derive(Scoring)
    lines: list[dict[str, Any]] = []
    for number, (part, source) in enumerate(zip(scoring.parts, scoring.places, strict=True)):
        label = part.label
        if part.line is None:
            points = ending.points[number * runtime.players + player]
            lines.append({"part": label, "label": label, "points": points, "source": source})
        else:
            for text, points in _lines(runtime, number, player):
                lines.append({"part": label, "label": text, "points": points, "source": source})
    parts = scoring.points_by_label(ending, player)
    return {"player": player + 1, "total": sum(parts.values()), "parts": parts, "lines": lines}


def _lines(runtime: Runtime, part: int, player: int) -> Iterator[tuple[str, int]]:
    """The lines of a part of a player's score: their labels and points."""
    tokens = runtime.tokens("write_score_lines", part, player)
    place = 0
    while place < len(tokens):
        assert tokens[place] == LINE
        first = place + 3
        place = first + tokens[place + 2]
        yield runtime.words.joined(tokens, first, place, None, []), tokens[first - 2]


# How players stand in the middle of a game, by the keys that decide who wins.


def standing(moment: Moment) -> list[list[int]]:
    """By player, the first one first: the values of the keys of `winners: best(...)`, turned so that larger is better.
    Keys that aren't numbers are left out. Where content says in another way who wins, it is the score alone; empty
    lists where there is neither. Players of a side stand as the best of them does; the score is that of all of them.

    The values are those that the keys would have if the game ended now. Raises GameFault where content fails.
    """
    runtime = moment.load()
    try:
        return _standing(runtime)
    except Stopped as stopped:
        raise moment.fault(stopped) from None


def _standing(runtime: Runtime) -> list[list[int]]:
    runtime.ask("find_standing")
    keys = runtime.program.numbers["WINNING_KEYS"]
    values = runtime.instance.region("standing")[:]
    return [[values[key * runtime.players + player] for key in range(keys)] for player in range(runtime.players)]
