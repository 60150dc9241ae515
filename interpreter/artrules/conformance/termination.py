"""Ends: every game ends by its rule, or by the last round that the content declares. Then it is reported as stalled."""

from __future__ import annotations

from typing import Any

from artrules.analyses.calls import every_body
from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.game.game import Game
from artrules.ir import nodes as k
from artrules.ruleset import Ruleset

MOST_DECISIONS = 1_000_000
"""Choices after which a game counts as endless."""


def check(ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_DECISIONS) -> None:
    walk = RandomGame(ruleset, table, counts)
    for _ in walk.steps(most):
        pass
    complaint = _complaint(walk.game)
    if complaint is not None:
        raise walk.broken(complaint)
    counts["stalled"] += bool(walk.game.result and walk.game.result["stalled"])


def _complaint(game: Game) -> str | None:
    """What is wrong with how a game ended, in words; None when nothing is."""
    result, flow = game.result, game.model.flow
    if result is None:
        asked = "and goes on and on" if game.decisions else "but nobody is asked"
        last = "" if flow.last_round is not None else "; the content declares no last round"
        return f"the game is not over in round {game.round}, {asked}{last}"
    last_round = flow.last_round
    if result["stalled"] and result["rounds"] != last_round:
        return f"reported as stalled in round {result['rounds']}, but the last round is {last_round}"
    if not result["stalled"] and not _ended_by_rule(game):
        return f"ended in round {result['rounds']} although `until` doesn't hold"
    return _miscounted(result, game.players)


def _ended_by_rule(game: Game) -> bool:
    """Whether the rule that ends the game holds; also True when content may end the game elsewhere."""
    model = game.model
    elsewhere = bool(model.flow.final) or any(phase.stop is not None for phase in model.flow.phases)
    elsewhere = elsewhere or any(isinstance(n, k.EndGame) for code in every_body(model) for n in code.every_node)
    return elsewhere or bool(game.position.end_condition)


def _miscounted(result: dict[str, Any], players: int) -> str | None:
    scores, winners = result["scores"], result["winners"]
    if [s["player"] for s in scores] != list(range(1, players + 1)):
        return f"the scores are of players {[s['player'] for s in scores]}"
    for score in scores:
        if sum(score["parts"].values()) != score["total"]:
            return f"player {score['player']} has {score['total']}, but the parts are {score['parts']}"
        if sum(line["points"] for line in score["lines"]) != score["total"]:
            return f"player {score['player']} has {score['total']}, but the lines are {score['lines']}"
    if len(set(winners)) != len(winners) or not set(winners) <= set(range(1, players + 1)):
        return f"the winners are {winners}"
    return None
