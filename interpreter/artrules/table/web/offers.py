"""What a file with a game holds: for which numbers of players and which settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from artrules.model.declare.overlay_conditions import BadSetup
from artrules.play.game.description import players_in_words
from artrules.play.ruleset import Ruleset
from artrules.play.settings import BadSetting, choices_of, choose_settings
from artrules.table.ruleset_data import ruleset_data
from artrules.text.record import dataclass

MOST_CONFIGURATIONS = 100


class BadOffer(ValueError):
    """What is to be offered can't be. The message is a sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What can be chosen in a file: for each setting its values as people write them, the usual one first."""

    ruleset: Ruleset
    values: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, ruleset: Ruleset, wanted: Mapping[str, Sequence[str]]) -> Offers:
        """The values that are wanted; of settings that choose sets otherwise each set that is whole, of others the
        usual value. Raises BadOffer."""
        model = ruleset.model
        starts = {setting["name"]: setting["starts"] for setting in ruleset_data(ruleset)["settings"]}
        if unknown := [name for name in wanted if name not in starts]:
            raise BadOffer(f"there is no setting `{unknown[0]}` (there are: {', '.join(starts) or 'none'})")
        values: dict[str, list[str]] = {}
        for name, setting in model.settings.items():
            offered = list(wanted.get(name, ()))
            if not offered and setting.group is not None:
                offered = [value for value in choices_of(model, setting) if _is_good(ruleset, {name: value})]
            usual = None if starts[name] is None else str(starts[name])
            if not offered and usual is not None:
                offered = [usual]
            for value in wanted.get(name, ()):
                if (problem := _problem(ruleset, {name: value})) is not None:
                    raise BadOffer(problem)
            values[name] = sorted(dict.fromkeys(offered), key=lambda value: value != usual)
        offers = cls(ruleset, {name: offered for name, offered in values.items() if offered})
        if (count := len(list(offers.configurations()))) > MOST_CONFIGURATIONS:
            raise BadOffer(
                f"a file holds at most {MOST_CONFIGURATIONS} modules, and this would be {count}, for {offers.extent}: "
                "offer fewer values"
            )
        return offers

    @property
    def extent(self) -> str:
        """Of what there are several, in words: each with each makes a module."""
        several = {"numbers of players": self.ruleset.player_counts, **self.values}
        return (
            " times ".join(f"{len(values)} {name}" for name, values in several.items() if len(values) > 1)
            or "one table"
        )

    def configurations(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Each number of players with each choice of settings that it can be played with."""
        for chosen in product(*self.values.values()):
            settings = dict(zip(self.values, chosen, strict=True))
            for players in self.ruleset.players_with(settings):
                yield players, settings

    def as_data(self) -> dict[str, Any]:
        """What the page offers for a table. A setting of which there is one value isn't asked for."""
        data = ruleset_data(self.ruleset)
        data["players"] = sorted({players for players, _ in self.configurations()})
        data["for_players"] = players_in_words(data["players"])
        several = [setting for setting in data["settings"] if len(self.values.get(setting["name"], ())) > 1]
        data["settings"] = [self._setting(setting) for setting in several]
        return data

    def _setting(self, setting: dict[str, Any]) -> dict[str, Any]:
        offered = self.values[setting["name"]]
        titles = {each["value"]: each["title"] for each in setting.get("values", ())}
        values = [{"value": value, "title": titles.get(value, value)} for value in offered]
        kind = "one_of" if setting["kind"] == "number" else setting["kind"]
        return {
            "name": setting["name"],
            "title": setting["title"],
            "kind": kind,
            "starts": offered[0],
            "values": values,
        }


def _is_good(ruleset: Ruleset, settings: Mapping[str, str]) -> bool:
    return _problem(ruleset, settings) is None


def _problem(ruleset: Ruleset, settings: Mapping[str, str]) -> str | None:
    """Why games can't be set up with a value of a setting, in words; None where they can."""
    try:
        choose_settings(ruleset.model, ruleset.fewest_players, settings)
        if not ruleset.players_with(settings):
            return f"with {', '.join(f'{name}={value}' for name, value in settings.items())} nobody can play"
    except (BadSetup, BadSetting) as problem:
        return str(problem)
    return None
