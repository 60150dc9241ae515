"""Sets given by seat, one against another: which settings do that, what is to be played so that sets are told apart
from seats, and one deal of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from artrules.engine.chance import Stream
from artrules.lab.balance.deal import play_game, result_of
from artrules.lab.balance.run import see_result, see_that, see_whole
from artrules.lab.bots.registry import begin_game
from artrules.lab.simulation import game_seed
from artrules.model.ir.declarations import Setting
from artrules.model.ir.model import Model
from artrules.play.game.decision import GameFault
from artrules.play.game.inspection.counting import keys_of_powers, owners
from artrules.play.ruleset import Ruleset
from artrules.play.settings import sets_for
from artrules.text.diagnostics.suggest import closest

# What is to be played, so that sets are told apart from seats.


@dataclass(frozen=True)
class SetsPlan:
    """How each deal is played; equal plans give equal games on every machine.

    A deal is a seed, by which a set is drawn for each seat, each another one. It is played as often as there are
    players, and from game to game the sets move on by one seat: so each comes to each seat once (a Latin square).

    `setting` gives each seat its set, one of `sets`; `settings` are the others. `bots` has one for each seat.
    """

    players: int
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    setting: str
    sets: tuple[str, ...]

    @property
    def text(self) -> str:
        """The setting and its sets, as somebody gives them."""
        return f"{self.setting}={','.join(self.sets)}"


def seatings(seed: int, players: int, sets: int) -> list[list[int]]:
    """For each game of a deal, the number of the set that each seat has, counted from 0."""
    drawn = list(range(sets))
    Stream(seed, 0, "balance sets").shuffle(drawn)
    drawn = drawn[:players]
    return [drawn[turn:] + drawn[:turn] for turn in range(players)]


# Which setting gives each seat a set of its own.
#
# A set fills the keys of a group. Where the keys are the numbers of the seats, and each player has the cards of the own
# number, `SETTING.1=smiths` gives the first player a set and `SETTING.2=weavers` the second.

_GAMES = 3
"""From so many seeds it is seen who has the cards of each key."""


class BadSeating(Exception):
    """Sets can't be given by seat so. The text says why, in a sentence."""


def seat_settings(setting: str, names: Sequence[str]) -> dict[str, Any]:
    """The settings that give each seat, from the first, the set with a name."""
    return {setting: names[0], **{f"{setting}.{seat}": name for seat, name in enumerate(names, 1)}}


def find_seating(ruleset: Ruleset, players: int, settings: Mapping[str, Any], text: str) -> tuple[str, tuple[str, ...]]:
    """The setting that gives each seat a set, and the names of the sets, of a text such as `smiths,weavers` or
    `guilds=smiths,weavers`. Raises BadSeating."""
    wanted, equals, listed = text.rpartition("=")
    names = [name.strip() for name in listed.split(",")]
    if "" in names or (equals and not wanted.strip()):
        raise BadSeating(f"the sets are given as SET,SET,… or SETTING=SET,SET,…, not as `{text}`")
    model = ruleset.configured(players, ruleset.settle(settings, 0))[0]
    setting = _setting(model, players, wanted.strip() if equals else None)
    set_names = sets_for(model, setting)
    for name in names:
        if name not in set_names:
            near = closest(name, set_names)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise BadSeating(f"{setting.name} has no set `{name}`{hint} (possible: {', '.join(set_names)})")
        if names.count(name) > 1:
            raise BadSeating(f"the set `{name}` is named twice")
        filled = model.sets[name].fills[setting.group or ""]
        if missing := [seat for seat in range(1, players + 1) if seat not in filled]:
            raise BadSeating(
                f"the set {name} has nothing for {setting.name}.{missing[0]}, so not every seat can have it"
            )
    if len(names) < max(2, players):
        raise BadSeating(f"{players} players need {max(2, players)} sets at least, so that each has another one")
    if conflicting_keys := [key for key in settings if key == setting.name or key.startswith(f"{setting.name}.")]:
        raise BadSeating(f"the sets are given by seat, so leave out the setting `{conflicting_keys[0]}`")
    _check_owners(ruleset, players, settings, setting, names)
    return setting.name, tuple(names)


def _setting(model: Model, players: int, wanted: str | None) -> Setting:
    """The setting that is wanted, or the only one whose keys can be seats. Raises BadSeating."""
    choosing = {setting.name: setting for setting in model.settings.values() if setting.group is not None}
    if wanted is not None and wanted not in choosing:
        names = ", ".join(choosing) or "none"
        raise BadSeating(f"no setting `{wanted}` chooses sets (those that do: {names})")
    if players < 2:
        raise BadSeating("with one player, no set plays against another")
    asked = [choosing[wanted]] if wanted is not None else list(choosing.values())
    if not asked:
        raise BadSeating(f"{model.title} has no setting that chooses sets")
    fitting = [setting for setting in asked if not _unlike_seats(model, setting, players)]
    if not fitting:
        raise BadSeating(_unlike_seats(model, asked[0], players))
    if len(fitting) > 1:
        choices = " or ".join(f"`{setting.name}=…`" for setting in fitting)
        raise BadSeating(f"several settings choose sets by number; say which one gives seats their sets: {choices}")
    return fitting[0]


def _unlike_seats(model: Model, setting: Setting, players: int) -> str:
    """Why the keys of a setting's group can't be the numbers of the seats; empty where they can."""
    group = model.groups[setting.group or ""]
    if group.by_number is None:
        return f"{setting.name} chooses sets by name, so no key of them stands for a seat"
    low, high = group.by_number
    if low > 1 or high < players:
        return f"the sets of {setting.name} have the keys {low}..{high}, so they can't be given to {players} seats"
    return ""


def _check_owners(
    ruleset: Ruleset, players: int, settings: Mapping[str, Any], setting: Setting, names: Sequence[str]
) -> None:
    """Check that each player has the cards of the own key when a game begins, and nobody those of other keys. Raises
    BadSeating."""
    seen = set()
    for seed in range(_GAMES):
        for name in names:
            for key, owner in _owners_of_keys(ruleset, players, seed, settings, setting, name):
                if owner != (key if key <= players else 0):
                    whose = f"player {owner} has" if owner else "no player has"
                    raise BadSeating(
                        f"{setting.name} doesn't give sets to seats: {whose} a card with the key {key} of its group "
                        "when a game begins"
                    )
                seen.add(key)
    if missing := [seat for seat in range(1, players + 1) if seat not in seen]:
        raise BadSeating(
            f"{setting.name} doesn't give sets to seats: no card with powers has the key {missing[0]} of its group"
        )


def _owners_of_keys(
    ruleset: Ruleset, players: int, seed: int, settings: Mapping[str, Any], setting: Setting, name: str
) -> Iterator[tuple[int, int]]:
    """For each card that has powers by the setting: its key, and the player who has it when a game begins, 0 for
    nobody."""
    settled = {**ruleset.settle(settings, seed), **seat_settings(setting.name, [name] * players)}
    game = ruleset.new_game(players, seed, settled, log=False)
    by_card = owners(game)
    for of_powers, cards in keys_of_powers(game).items():
        group, _, key = of_powers.partition("/")[2].rpartition(".")
        if group == setting.group:
            yield from ((int(key), by_card[card]) for card in cards)


# Plays one deal with sets by seat. Gives plain data.


def play_set_deal(ruleset: Ruleset, plan: SetsPlan, index: int) -> dict[str, Any]:
    """Play the deal with a number, counted from 0.

    Its data: `seed`; `games`, each with the number of each seat's set in `sets`; or `seed` and `fault`, where content
    makes a mistake.
    """
    seed = game_seed(plan.seed, index)
    settled = ruleset.settle(plan.settings, seed)
    games = []
    try:
        for seating in seatings(seed, plan.players, len(plan.sets)):
            by_seat = seat_settings(plan.setting, [plan.sets[number] for number in seating])
            game = begin_game(ruleset, plan.players, seed, {**settled, **by_seat}, plan.bots)
            games.append({"sets": seating, **result_of(game, play_game(game, plan, seed))})
    except GameFault as fault:
        return {"seed": seed, "fault": [diagnostic.message for diagnostic in fault.diagnostics]}
    return {"seed": seed, "games": games}


def read_set_deal(plan: SetsPlan, data: Any) -> dict[str, Any]:
    """The deal of a plan that some data are. Raises ValueError, TypeError, LookupError or AttributeError for data that
    `play_set_deal` doesn't give: somebody may have edited the file that they come from."""
    deal = dict(data)
    see_whole(deal["seed"])
    if "fault" in deal:
        see_that(bool(deal["fault"]) and all(isinstance(message, str) for message in deal["fault"]))
        return deal
    see_that([game["sets"] for game in deal["games"]] == seatings(deal["seed"], plan.players, len(plan.sets)))
    for game in deal["games"]:
        see_result(game, plan.players)
    return deal
