"""`python -m artrules.table.testing.plugin_process PLUGIN RULESET`: tries everything that a plugin adds, twice, and
prints JSON.

What the plugin itself prints goes to standard error, so that standard output holds only the JSON.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from hashlib import blake2b
from time import process_time
from typing import Any

from artrules.engine.execute.foreign import try_foreign
from artrules.engine.lower.lowering import foreign_function
from artrules.lab.bots.registry import make_bots, run_playout
from artrules.lab.simulation import simulate
from artrules.model.ir.declarations import PluginFunction
from artrules.play.content_search import plugin_content
from artrules.play.plugins.added_functions import added_functions
from artrules.play.plugins.api import RulesetContent
from artrules.play.plugins.contributions import describe, exporters, reporters
from artrules.play.plugins.notify_listeners import anybody_listens
from artrules.play.plugins.registry import PluginProblem
from artrules.play.plugins.run_checks import run_checks
from artrules.play.ruleset import Ruleset, load
from artrules.table.commands.listeners import GameObserver, listeners_of, notify
from artrules.table.commands.main import COMMANDS
from artrules.table.commands.plugin_inventory import plugin_inventory
from artrules.text.diagnostics.render import ContentError
from artrules.text.diagnostics.report import Report

_GAMES = 2
_SEED = 7

Trial = Callable[[], str]
"""Tries one thing, and gives its result as a text that is equal whenever the results are. Raises PluginProblem."""


def main(plugin: str, ruleset_name: str) -> dict[str, Any]:
    """Run all trials, and give their results as data for JSON.

    `problems` are sentences; `said` has the result of each trial, and `seconds` its processor time; `adds` has the
    names of what the plugin adds, by kind of thing. If the ruleset can't be opened, there is only `ruleset`, with the
    reason.
    """
    said: dict[str, str] = {}
    seconds: dict[str, float] = {}
    try:
        ruleset = load(ruleset_name)
    except ContentError as problem:
        return {"ruleset": f"{ruleset_name} can't be opened: {problem.diagnostics[0].message}"}
    try:
        adds = next(each["adds"] for each in plugin_inventory(COMMANDS) if each["name"] == plugin)
    except PluginProblem as problem:
        return {"problems": [str(problem)], "said": said, "adds": {}, "seconds": seconds}
    problems: dict[str, None] = {}
    for what, trial in _trials(plugin, ruleset, adds):
        try:
            began = process_time()
            said[what] = trial()
            seconds[what] = round(process_time() - began, 3)
            if trial() != said[what]:
                problems[f"{what}: says something else the second time"] = None
        except PluginProblem as problem:
            problems[str(problem)] = None
    return {"problems": list(problems), "said": said, "adds": adds, "seconds": seconds}


def _trials(plugin: str, ruleset: Ruleset, adds: dict[str, list[str]]) -> Iterator[tuple[str, Trial]]:
    """A trial for each thing that the plugin adds, with the words for that thing."""
    description = describe(ruleset.content)
    for name in adds.get("bots", ()):
        yield f"the bot {name}", partial(_play, ruleset, name)
    for function in added_functions().get(plugin, ()):
        yield f"`{function.name}`", partial(_try, function)
    if "checks" in adds:
        yield "the checks", partial(_check, ruleset)
    for name in adds.get("reports", ()):
        yield f"the report {name}", partial(_report, ruleset, name)
    for name in adds.get("exporters", ()):
        yield f"the exporter {name}", partial(_export, description, name)
    if anybody_listens():
        yield "the listener", partial(_listen, ruleset)
    if "sets and overlays" in adds or "games" in adds:
        yield "its content", _content


def _try(function: PluginFunction) -> str:
    """What a function or a way to draw gives for many values."""
    trial = try_foreign(foreign_function(function))
    if trial.problem:
        raise PluginProblem(trial.problem)
    return f"{trial.results} {trial.drawn}"


def _play(ruleset: Ruleset, name: str) -> str:
    """A hash of the choices of whole games in which the bot plays at every seat."""
    choices = []
    for seed in range(_SEED, _SEED + _GAMES):
        game = ruleset.new_game(seed=seed)
        run_playout(game, make_bots([name] * game.players, seed))
        choices += game.choices
    return _hash("\n".join(choices))


def _check(ruleset: Ruleset) -> str:
    report = Report()
    run_checks(describe(ruleset.content), report)
    for diagnostic in report.diagnostics:
        if diagnostic.kind.letters == "ART":
            raise PluginProblem(diagnostic.message)
    return json.dumps([diagnostic.as_data() for diagnostic in report.diagnostics])


def _report(ruleset: Ruleset, name: str) -> str:
    players = ruleset.fewest_players
    observer = GameObserver(ruleset, players, {}, ["uniform"] * players)
    summary = simulate(ruleset, players, _GAMES, _SEED, each=observer)
    return reporters(("text", "json"))[name](observer.simulation(summary))


def _export(description: RulesetContent, name: str) -> str:
    return _hash(exporters()[name](description))


def _listen(ruleset: Ruleset) -> str:
    """Play a game for the plugin's listeners. They give no result, but they must not fail."""
    problems: list[str] = []
    game = ruleset.new_game(seed=_SEED)
    bots = ["uniform"] * game.players
    listeners = listeners_of(ruleset, game, bots, problems.append)
    run_playout(game, make_bots(["uniform"] * game.players, _SEED))
    notify(listeners, game)
    if problems:
        raise PluginProblem(problems[0])
    return ""


def _content() -> str:
    """Open all rulesets, sets and overlays of the plugin, as `artrules check` does. They must have no errors."""
    from artrules.table.commands.options import OutsidePaths
    from artrules.table.commands.targets import open_targets

    errors = []
    for content in plugin_content().values():
        names = [*map(str, content.rulesets.values()), *(str(file.path) for file in content.files)]
        for target in open_targets(names, OutsidePaths()):
            errors += [f"{d.code} {d.message}" for d in target.content.report.errors]
    if errors:
        raise PluginProblem(f"its content has errors, the first is {errors[0]} (artrules check shows all)")
    return ""


def _hash(content: str | bytes) -> str:
    return blake2b(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content).hexdigest()


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        outcome = main(*sys.argv[1:])
    print(json.dumps(outcome))
