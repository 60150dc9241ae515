"""All decisions of many games as a table, one row each: what was asked and offered, what the seat knew, what it chose,
and how the game came out.

The games are those that a simulation plays with the same plan (`simulation.py`). A row holds what the seat that decides
may know, and how the game ended, which nobody knew then. It is made game by game, so that a table may be of any length.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from artrules.lab.bots.registry import make_bots, run_playout
from artrules.lab.parallel.job import Job
from artrules.lab.parallel.run import Run, run_job
from artrules.lab.simulation import Failure, Plan, SimulationFault, failure_from, game_seed
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.seat import Bot, Seat
from artrules.play.ruleset import Ruleset

Row = list[Any]
"""The values of a row, in the order of the columns. Lists and objects are texts of JSON."""

COLUMNS = {
    "game": "the number of the game, from 1",
    "seed": "its seed: with the same settings and bots it is the same game again",
    "decision": "the number of the decision in the game, from 1",
    "round": "the round",
    "phase": "the phase, by its name",
    "seat": "the seat that decides, from 1",
    "bot": "the bot at this seat",
    "prompt": "what was asked, by its short name in the rules",
    "options": "the labels of all options, as a list in JSON",
    "option_count": "how many options there were",
    "choice": "the label of the option that was chosen",
    "choice_number": "its number among the options, from 1",
    "knew": "what the seat knew: its view, as an object in JSON",
    "winners": "how the game came out: the seats that won, as a list in JSON",
    "points": "the points of the seat that decided, at the end",
    "won": "1 if this seat has won, 0 if not",
}
"""The columns, in order, and what stands in each."""


def table_of_decisions(ruleset: Ruleset, plan: Plan, games: int, run: Run = run_job) -> Iterator[Row]:
    """The rows of so many games of a plan, in order, with the names of the columns before them.

    `run` plays the games: `partial(run_job, jobs=2)`, say, in two processes. Where it ends early, the last games are
    missing, each as a whole. Raises SimulationFault for the first game that fails.
    """
    yield list(COLUMNS)
    for rows in run(ruleset, Job(rows_of_game, plan, games, _rows_from)):
        if isinstance(rows, Failure):
            raise SimulationFault(rows)
        yield from rows


def rows_of_game(ruleset: Ruleset, plan: Plan, index: int) -> list[Row] | dict[str, Any]:
    """The rows of the game of a plan with a number, counted from 0; of one that fails, its failure as data."""
    seed = game_seed(plan.seed, index)
    noted: list[Row] = []
    try:
        game = ruleset.new_game(plan.players, seed, plan.settings, log=False, knowledge=True)
        run_playout(game, [_NotingBot(bot, noted) for bot in make_bots(plan.bots, seed)])
    except GameFault as fault:
        return Failure(index, seed, tuple(fault.diagnostics)).as_data()
    result = game.result
    assert result is not None
    points = [score["total"] for score in result["scores"]]
    winners = _json(result["winners"])
    rows = []
    for number, (round_, phase, seat, *asked) in enumerate(noted, 1):
        outcome = [winners, points[seat - 1], int(seat in result["winners"])]
        rows.append([index + 1, seed, number, round_, phase, seat, plan.bots[seat - 1], *asked, *outcome])
    return rows


class _NotingBot:
    """Plays as another bot does, and notes what was asked, what its seat knew, and what it chose."""

    __slots__ = ("_bot", "_noted")

    def __init__(self, bot: Bot, noted: list[Row]) -> None:
        self._bot = bot
        self._noted = noted

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """What the other bot chooses."""
        view = seat()
        labels = [option.label for option in decision.options]
        chosen = self._bot.choose(decision, seat)
        at = decision.options.index(chosen)
        asked = [decision.prompt, _json(labels), len(labels), labels[at], at + 1, _json(view)]
        self._noted.append([view["round"], view["phase"], seat.player, *asked])
        return chosen


def _rows_from(data: Any) -> list[Row] | Failure:
    return failure_from(data) if isinstance(data, dict) else data


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def table_of_columns() -> str:
    """The columns as a table of `docs/study/data.md`."""
    return (
        "\n".join(["| column | what stands in it |", "|---|---|", *(f"| `{c}` | {w} |" for c, w in COLUMNS.items())])
        + "\n"
    )


# The table as CSV.

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would compute."""


def as_csv(rows: Iterable[Row]) -> Iterator[str]:
    """Rows as lines of CSV. Before a text that a spreadsheet would compute stands an apostrophe."""
    for row in rows:
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow([_as_text(value) for value in row])
        yield line.getvalue()


def _as_text(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
