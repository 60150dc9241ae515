"""Bots by name, those of artrules and those of plugins, and games that they play to the end. To add a bot: a class like
`UniformBot` in `strategies.py`, and a line in the table.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from artrules.lab.bots.kind import (
    BUDGET,
    PRACTICE,
    TIME,
    BotKind,
    BotOption,
    BotProblem,
    BotSpec,
    parse_spec,
)
from artrules.lab.bots.strategies import GreedyBot, LearnedBot, RulesBot, SearchBot, UniformBot
from artrules.model.ir.model import Model
from artrules.play.game import search
from artrules.play.game import thinking as hinted
from artrules.play.game.decision import Decision, Option
from artrules.play.game.game import Game
from artrules.play.game.playout import machine_bots
from artrules.play.game.practising import ROUNDS
from artrules.play.game.seat import Bot, BotFactory, Seat
from artrules.play.plugins.ask import Contribution, call_guarded, contributions_by_name, wrong_type
from artrules.play.plugins.registry import Plugin
from artrules.play.presentation import messages
from artrules.play.ruleset import Ruleset
from artrules.play.settings import RANDOM
from artrules.text.diagnostics.suggest import closest

# Guards the engine against a plugin's bot: its mistakes become errors that name the plugin.


class GuardedBot:
    """Plays as a plugin's bot does. Raises PluginProblem when that bot raises, or chooses what isn't offered."""

    __slots__ = ("_bot", "_plugin", "_what")

    def __init__(self, added: Contribution[BotFactory], name: str, seed: int, player: int) -> None:
        self._plugin = added.plugin
        self._what = f"its bot `{name}`"
        self._bot: Bot = call_guarded(self._plugin, self._what, added.thing, seed, player)

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that the plugin's bot chooses."""
        option = call_guarded(self._plugin, self._what, self._bot.choose, decision, seat)
        if not isinstance(option, Option) or option not in decision.options:
            raise wrong_type(self._plugin, self._what, "one of the decision's options", option)
        return option


# The table of bots. A plugin adds bots with the hook `artrules_bots` (`plugins/hooks.py`). These have no options.

BOTS: dict[str, BotKind] = {
    "uniform": BotKind(
        UniformBot,
        "chooses any option, all equally likely",
        "Chance",
        "takes anything",
        thinks=False,
        judges=False,
    ),
    "greedy": BotKind(
        GreedyBot,
        "looks one choice ahead, and judges by playouts",
        "Strong",
        "tries out each choice",
        (
            BotOption(
                "samples",
                "determinizations for a decision",
                1,
                search.MOST_SAMPLES,
                usual="otherwise as many as suit the game",
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
    "search": BotKind(SearchBot, "searches for as long as it may", "Thinker", "thinks for a while", BUDGET),
    "rules": BotKind(
        RulesBot,
        "follows the hints of content, where there are any",
        "Steady",
        "knows the game",
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
    "learned": BotKind(
        LearnedBot,
        "plays by what it has learned from games with itself",
        "Practised",
        "has practised a lot",
        (PRACTICE,),
    ),
}


HOOK = "artrules_bots"


def bot_names() -> list[str]:
    """The names of all bots. Raises PluginProblem when two have the same name."""
    return sorted([*BOTS, *_of_plugins()])


def usual_bot(model: Model) -> str:
    """The bot that plays with people who name none: one that plays sensibly, and at once."""
    return "rules" if model.hints.exist else "greedy"


def bot_for_reports(model: Model, *, set_up_alike: bool = True, versions_compared: bool = False) -> str:
    """The bot that plays the many games of a report for which nobody names one: one that knows what it does, and is
    quick. One that has practised makes use of whatever is strong, which the author of hints need not have foreseen. But
    where games aren't all set up alike, to practise for each way would take too long; and of two versions it may have
    learned differently by chance."""
    if model.hints.exist and (versions_compared or not set_up_alike):
        return "rules"
    return "learned" if set_up_alike else "uniform"


def bots_for_people(model: Model) -> list[messages.Bot]:
    """The bots that can play a game, the usual one first. Raises PluginProblem."""
    usual = usual_bot(model)
    others = [name for name in bot_names() if name != usual and (name != "rules" or model.hints.exist)]
    return [_for_people(name) for name in (usual, *others)]


def _for_people(name: str) -> messages.Bot:
    kind = BOTS.get(name)
    return {"name": name, "title": kind.title if kind else "", "plays": kind.plays if kind else ""}


def introduce_bots(texts: Iterable[str]) -> str:
    """Who plays, in words: each bot once, with what people call it and how it plays. Raises BotProblem."""
    return ", ".join(_introduced(text) for text in dict.fromkeys(texts))


def _introduced(text: str) -> str:
    kind = BOTS.get(parse_spec(text).name)
    return f"{text} ({kind.title}: {kind.plays})" if kind else text


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


def rounds_of(text: str) -> int:
    """For how many rounds a bot has practised; 0 for one that hasn't. Raises BotProblem."""
    spec = parse_spec(text)
    if spec.name not in BOTS or PRACTICE not in BOTS[spec.name].options:
        return 0
    return int(BOTS[spec.name].values(spec).get(PRACTICE.name, ROUNDS))


def practises(name: str) -> bool:
    """Whether a bot of artrules goes by what it learns from games, which takes some seconds."""
    return name in BOTS and PRACTICE in BOTS[name].options


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


def machine_bot(model: Model, texts: Iterable[str]) -> str | None:
    """The bot of the machine that plays a game as all of these do; None where there is none, or they differ. Raises
    BotProblem."""
    bots = {(parse_spec(text).name, rounds_of(text) or ROUNDS) for text in texts}
    return next((name for name in machine_bots(model) if bots == {(name, ROUNDS)}), None)


def machine_bot_of(ruleset: Ruleset, players: int, settings: Mapping[str, Any], texts: Sequence[str]) -> str | None:
    """The same for the games of a ruleset; None, too, where each of them draws settings of its own. Raises ValueError
    if a game can't be set up this way."""
    if RANDOM in settings.values():
        return None
    return machine_bot(ruleset.runtime(players, settings)[0].model, texts)


def begin_game(
    ruleset: Ruleset,
    players: int,
    seed: int,
    settings: Mapping[str, Any],
    texts: Sequence[str],
    *,
    knowledge: bool = False,
    **wishes: Any,
) -> Game:
    """A new game without a log; it keeps what seats know where its bots need that, and where `knowledge` is wanted
    anyway. `wishes` are those of `Ruleset.new_game`. Raises what that raises, and BotProblem."""
    if not knowledge:
        game = ruleset.new_game(players, seed, settings, log=False, **wishes)
        if not any_thinks(texts) or machine_bot(game.inspect.model, texts) is not None:
            return game
    return ruleset.new_game(players, seed, settings, log=False, knowledge=True, **wishes)


def prepare_thinking(game: Game, texts: Collection[str]) -> None:
    """Do in advance what some bots of a game would do at their first decision: compile its program, for those that
    think, and learn what positions are worth, for those of artrules that judge by it. Raises BotProblem, GameFault."""
    names = {parse_spec(text).name for text in texts}
    if any(name in BOTS and BOTS[name].judges for name in names):
        game.think.prepare()
    elif any_thinks(texts):
        game.think.compile()
    for rounds in {rounds_of(text) for text in texts} - {0}:
        game.think.prepare(rounds=rounds)


def _added(spec: BotSpec) -> Contribution[BotFactory]:
    """What a plugin contributes as a bot. Raises BotProblem and PluginProblem."""
    added = _of_plugins()
    if spec.name not in added:
        names = bot_names()
        near = closest(spec.name, names)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise BotProblem(f"there is no bot `{spec.name}`{hint} (there are: {', '.join(names)})")
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


# The table of bots in `docs/study/bots.md`, from the registry.


def table_of_bots() -> str:
    """The table as Markdown: each bot, what it does, and what can be set of it."""
    rows = [f"| `{name}` | {kind.about} | {'; '.join(_options(kind)) or 'none'} |" for name, kind in BOTS.items()]
    return "\n".join(["| bot | what it does | options |", "|---|---|---|", *rows]) + "\n"


def _options(kind: BotKind) -> Iterator[str]:
    for option in kind.options:
        usual = f" ({option.usual})" if option.usual else ""
        yield f"`{option.name}`: {option.about}, {option.least:,} to {option.most:,}{usual}"


# Lets bots play a game to its end.


def play_to_the_end(game: Game, texts: Sequence[str], seed: int) -> int:
    """Let bots, one for each seat, play a game to its end; the machine by itself, where it has that bot. Gives the
    number of decisions made. Raises BotProblem, PluginProblem and GameFault."""
    bot = machine_bot(game.inspect.model, texts)
    return run_playout(game, make_bots(texts, seed)) if bot is None else game.play(bot, seed=seed)


def run_playout(game: Game, bots: Sequence[Bot]) -> int:
    """Play until the game is over, with a bot for each seat; gives the number of decisions made.

    When several players decide at the same time, seats go in order. Any order would have the same outcome. Bots that
    think need a game that keeps what seats know: one with a log, or begun with `knowledge=True`.
    """
    seats = [Seat(game, player) for player in range(1, game.players + 1)]
    decision_count = 0
    while game.decisions:
        decision = game.decisions[0]
        place = decision.player - 1
        game.choose(bots[place].choose(decision, seats[place]))
        decision_count += 1
    return decision_count
