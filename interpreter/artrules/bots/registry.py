"""Bots by name. To add one: a file in this folder with a class like `UniformBot`, and a line in the table.

From outside, a plugin adds bots with the hook `artrules_bots` (`hookspecs.py`). These have no options.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from artrules.bots.bot import Bot, BotFactory
from artrules.bots.greedy import GreedyBot
from artrules.bots.guard import GuardedBot
from artrules.bots.kind import BotKind
from artrules.bots.option import BUDGET, TIME, BotOption
from artrules.bots.rules import RulesBot
from artrules.bots.search import SearchBot
from artrules.bots.spec import BotProblem, BotSpec, parse_spec
from artrules.bots.uniform import UniformBot
from artrules.diagnostics.suggest import closest
from artrules.game import hinted, search
from artrules.game.game import Game
from artrules.ir.model import Model
from artrules.plugins.ask import Contribution, contributions_by_name, wrong_type
from artrules.plugins.plugin import Plugin

BOTS: dict[str, BotKind] = {
    "uniform": BotKind(UniformBot, "chooses any option, all equally likely", thinks=False, judges=False),
    "greedy": BotKind(
        GreedyBot,
        "looks one choice ahead, and judges by playouts",
        (
            BotOption(
                "samples",
                "determinizations for a decision",
                1,
                search.MOST_SAMPLES,
                usual="otherwise as many as take a few milliseconds",
            ),
            BotOption(
                "horizon",
                "choices that a playout makes at least",
                1,
                100_000,
                usual="otherwise as many as suit most games",
            ),
        ),
    ),
    "search": BotKind(SearchBot, "searches for as long as it may", BUDGET),
    "rules": BotKind(
        RulesBot,
        "follows the hints of content, where there are any",
        (
            BotOption(
                "samples",
                "determinizations for a decision",
                1,
                hinted.MOST_SAMPLES,
                usual=f"{hinted.SAMPLES} where nothing is said",
            ),
        ),
        judges=False,
    ),
}


HOOK = "artrules_bots"


def bot_names() -> list[str]:
    """The names of all bots. Raises PluginProblem when two have the same name."""
    return sorted([*BOTS, *_of_plugins()])


def usual_bot(model: Model) -> str:
    """The bot that plays with people who name none: one that plays sensibly, and at once."""
    return "rules" if model.hints.exist else "greedy"


def bots_for_people(model: Model) -> list[str]:
    """The names of the bots that can play a game, the usual one first. Raises PluginProblem."""
    usual = usual_bot(model)
    others = [name for name in bot_names() if name != usual and (name != "rules" or model.hints.exist)]
    return [usual, *others]


def check_bot(text: str) -> BotSpec:
    """The bot that a text names. Raises BotProblem when there is no such bot, or when it can't be set up so; and
    PluginProblem."""
    spec = parse_spec(text)
    if spec.name in BOTS:
        BOTS[spec.name].values(spec)
    else:
        _added(spec)
    return spec


def make_bot(text: str, seed: int, player: int) -> Bot:
    """Make a bot for a seat (counted from 1) of a game. Raises BotProblem and PluginProblem."""
    spec = parse_spec(text)
    if spec.name in BOTS:
        kind = BOTS[spec.name]
        return kind.make(seed, player, **kind.values(spec))
    return GuardedBot(_added(spec), spec.name, seed, player)


def make_bots(texts: Sequence[str], seed: int) -> list[Bot]:
    """Make the bots of a game, one for each seat. Raises BotProblem and PluginProblem."""
    return [make_bot(text, seed, player) for player, text in enumerate(texts, 1)]


def plugin_of(text: str) -> Plugin | None:
    """The plugin that a bot comes from; None for a bot of artrules. Raises BotProblem and PluginProblem."""
    spec = parse_spec(text)
    return None if spec.name in BOTS else _added(spec).plugin


def thinks(text: str) -> bool:
    """Whether a bot may think ahead, and so needs a game that keeps what seats know. Plugins' bots may. Raises
    BotProblem."""
    name = parse_spec(text).name
    return name not in BOTS or BOTS[name].thinks


def takes_time(text: str) -> bool:
    """Whether a bot takes `time` or `iterations`. Raises BotProblem."""
    name = parse_spec(text).name
    return name in BOTS and BOTS[name].takes_time


def seconds_of(text: str) -> float:
    """For how many seconds of processor time a bot thinks at a decision; 0 for one that doesn't think for a time. Its
    choices may differ when they are made again, if it does. Raises BotProblem."""
    return float(dict(parse_spec(text).options).get(TIME.name, 0))


def thinks_by_time(text: str) -> bool:
    """Whether a bot thinks for a time. Raises BotProblem."""
    return seconds_of(text) > 0


def with_budget(text: str, option: str, value: str) -> str:
    """The text of a bot that thinks for so much `time`, or so many `iterations`, unless the text says already for how
    long, or the bot takes neither. Raises BotProblem."""
    spec = parse_spec(text)
    if not takes_time(text) or {budget.name for budget in BUDGET} & dict(spec.options).keys():
        return str(spec)
    return str(BotSpec(spec.name, (*spec.options, (option, value))))


def bots_that_take_time() -> list[str]:
    """The names of artrules' own bots that take `time` or `iterations`."""
    return [name for name, kind in BOTS.items() if kind.takes_time]


def any_thinks(texts: Iterable[str]) -> bool:
    """Whether any of some bots may think ahead: then a game that keeps no log begins with `knowledge=True`."""
    return any(map(thinks, texts))


def prepare_thinking(game: Game, texts: Collection[str]) -> None:
    """Do in advance what some bots of a game would do at their first decision: compile its program, for those that
    think, and learn what positions are worth, for those of artrules that judge by it. Raises BotProblem, GameFault."""
    names = {parse_spec(text).name for text in texts}
    if any(name in BOTS and BOTS[name].judges for name in names):
        game.prepare_to_think()
    elif any_thinks(texts):
        game.compile()


def _added(spec: BotSpec) -> Contribution[BotFactory]:
    """What a plugin contributes as a bot. Raises BotProblem and PluginProblem."""
    added = _of_plugins()
    if spec.name not in added:
        known = bot_names()
        near = closest(spec.name, known)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise BotProblem(f"there is no bot `{spec.name}`{hint} (there are: {', '.join(known)})")
    if spec.options:
        raise BotProblem(f"the bot `{spec.name}` has no options, so it can't be `{spec}`")
    return added[spec.name]


def _of_plugins() -> dict[str, Contribution[BotFactory]]:
    """The bots of plugins by name. Raises PluginProblem."""
    added = contributions_by_name(HOOK, BOTS, "bot")
    for name, contribution in added.items():
        if ":" in name:
            raise wrong_type(contribution.plugin, HOOK, "names without a colon", name)
    return added
