"""Resumes: a game that is replaced by its resumed copy at every decision, sometimes in a fresh process, comes to the
same end as the game without interruptions."""

from __future__ import annotations

from artrules.conformance.other_process import ProcessFailed, ask, offered_ids
from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.game.game import Game
from artrules.ruleset import Ruleset, SaveRefused

EVERY = 50
"""One in this many decisions is resumed in a fresh process."""
MOST_DECISIONS = 300


def check(ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_DECISIONS, every: int = EVERY) -> None:
    """Play two games with the same random choices, and replace one of them at every decision. Every second table keeps
    a log. Raises Violation."""
    log = table.seed % 2 == 0
    whole = RandomGame(ruleset, table, counts, log=log)
    broken = RandomGame(ruleset, table, Counts(), log=log)
    for made in whole.steps(most):
        fresh = made % every == every - 1
        counts["fresh processes" if fresh else "resumed"] += 1
        _replace(ruleset, broken, whole.game, fresh)
        broken.choose(broken.option())
    for here, there, what in (
        (whole.game.digest(), broken.game.digest(), "the position at the end"),
        (whole.game.to_json(), broken.game.to_json(), "the save at the end"),
    ):
        if here != there:
            raise whole.broken(f"{what} is not that of the unbroken game")


def _replace(ruleset: Ruleset, walk: RandomGame, whole: Game, fresh: bool) -> None:
    """Replace a game by what comes out of its own save. Raises Violation."""
    save = walk.game.to_json()
    ids = offered_ids(walk.game)
    try:
        if fresh:
            (answer,) = ask(ruleset, [{"task": "resume", "save": save}])
            found, again = (answer["digest"], answer["asked"]), answer["save"]
            walk.game = ruleset.resume(again)
        else:
            walk.game = ruleset.resume(save)
            found, again = (walk.game.digest(), offered_ids(walk.game)), walk.game.to_json()
    except (SaveRefused, ProcessFailed) as problem:
        raise walk.broken(f"the saved game is not taken up: {problem}") from None
    where = "in a fresh process" if fresh else "from its save"
    if found[0] != whole.digest():
        raise walk.broken(f"taken up {where}, the position is another")
    if found[1] != ids:
        raise walk.broken(f"taken up {where}, other options are offered")
    if walk.game.log != whole.log:
        raise walk.broken(f"taken up {where}, the log is another")
    if again != save:
        raise walk.broken(f"taken up {where}, the save is another")
