"""What all chapters of a booklet begin with: what is to be shown, the author's remarks about it, and numbers, names
and values in words.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from artrules.author.booklet.document import Block, Emphasis, Line, Paragraph, Picture
from artrules.engine.lower.configuration import Configuration
from artrules.model.declare.overlay_documents import is_of_set, name_of
from artrules.model.declare.prose import citations
from artrules.model.ir.declarations import Remark, Ruling
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, ListOf, Member, Optional, Player, SetOf, Type, members
from artrules.play.ruleset import Ruleset
from artrules.play.settings import choose_settings
from artrules.text.source.node import Mapping as MappingNode

# Selects what a booklet shows: the whole ruleset, some sets, or one way to set up the game.


@dataclass(frozen=True, slots=True)
class CardPictures:
    """Pictures of cards: for each kind some, and by set and title one for each text that cards have."""

    of_kinds: Mapping[str, Sequence[Picture]] = field(default_factory=dict)
    of_powers: Mapping[tuple[str, str], Picture] = field(default_factory=dict)
    cover: tuple[Picture, ...] = ()
    """Those below the title."""


@dataclass(frozen=True, slots=True)
class BookletRequest:
    """What a reader asks for."""

    sets: tuple[str, ...] = ()
    """The names of the sets to show; empty for all sets."""
    code: bool = False
    """Whether to print the code of powers beside their texts."""
    players: int | None = None
    """The number of players, for a booklet about one game; None for one about all games, or with the fewest players."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of that game, as people write them; with any it is a booklet about one game."""

    @property
    def is_of_one_game(self) -> bool:
        return self.players is not None or bool(self.settings)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a booklet is about: a model, and which parts of it the booklet shows."""

    model: Model
    player_counts: tuple[int, ...]
    """The numbers of players that the booklet is for."""
    overlays: tuple[MappingNode, ...]
    """The overlays that it describes as variants: those that apply to one game, or all of them."""
    configuration: Configuration
    """The configuration of that game; for a booklet about all games, the one with default settings."""
    chosen: dict[str, Any] | None
    """The settings of that game as plain data; None for a booklet about all games."""
    sets: tuple[str, ...]
    """The names of the sets that it shows."""
    code: bool
    """Whether it prints the code of powers."""
    pictures: CardPictures
    """The pictures that it shows."""

    def keys(self, group: str, set_name: str) -> list[Any]:
        """The keys of a group for which the booklet shows the powers of a set, in the order of the set's file.

        A booklet about one game shows only the keys that the game fills from this set.
        """
        if set_name not in self.sets:
            return []
        filled = self.model.sets[set_name].fills.get(group, {})
        if self.chosen is None or group not in self.configuration.chosen:
            return list(filled)
        return [key for key in filled if self.configuration.chosen[group].get(key) == set_name]


def subject_of(ruleset: Ruleset, request: BookletRequest, pictures: CardPictures) -> Subject:
    """Finds the model, the overlays and the settings that a request means.

    Raises BadCount for an impossible number of players, and BadSetting for impossible settings.
    """
    base = ruleset.model
    overlays = [overlay for overlay in ruleset.content.files.overlays if not is_of_set(overlay)]
    sets = request.sets or tuple(base.sets)
    if not request.is_of_one_game:
        configuration = choose_settings(base, base.players[0], {})[1]
        counts = tuple(ruleset.player_counts)
        return Subject(base, counts, tuple(overlays), configuration, None, sets, request.code, pictures)
    players = ruleset.fewest_players if request.players is None else request.players
    ruleset.check_count(players, request.settings)
    chosen, configuration = choose_settings(base, players, request.settings)
    names = ruleset.content.applicable.names(players, configuration.settings, configuration.chosen)
    applied = tuple(o for o in overlays if name_of(o) in names)
    model = ruleset.content.model(names)
    return Subject(model, (players,), applied, configuration, chosen, sets, request.code, pictures)


# Finds the author's remarks about a place of the ruleset: its source, what is assumed there, the rulings it cites.


def remark(model: Model, place: str, kind: str) -> str:
    """The author's remark at one place of the ruleset, such as `zones.deck`; empty if there is none.

    `kind` is `source` or `assumed`.
    """
    return next((r.text for r in model.remarks if r.place == place and r.kind == kind), "")


def remarks_within(model: Model, place: str) -> Iterator[Remark]:
    """The remarks at a place of the ruleset and at all places below it."""
    for each in model.remarks:
        if each.place == place or each.place.startswith((f"{place}.", f"{place}[")):
            yield each


def cited_rulings(model: Model, place: str, owner: str | None) -> list[Ruling]:
    """The rulings that are cited at a place or below it, in the order of their declarations.

    `owner` is the set that the place belongs to; None for the ruleset itself. It decides which rulings are visible.
    """
    visible = {ruling.name: ruling for ruling in model.visible(model.rulings, owner)}
    numbers = {c.number for each in remarks_within(model, place) for c in citations(each.text, visible)}
    return [ruling for number, ruling in visible.items() if number in numbers]


def provenance(source: str, assumed: str) -> list[Block]:
    """A paragraph for the source and one for the assumption; none for an empty text."""
    texts = [("Source", source), ("Assumed", assumed)]
    return [Paragraph((Emphasis(f"{what}:"), f" {text}")) for what, text in texts if text]


def provenance_within(model: Model, place: str) -> list[Block]:
    """A paragraph with the sources at a place and below it, and one with the assumptions; each text once."""
    texts: dict[str, dict[str, None]] = {"source": {}, "assumed": {}}
    for each in remarks_within(model, place):
        if each.kind in texts:
            texts[each.kind][each.text] = None
    return provenance("; ".join(texts["source"]), "; ".join(texts["assumed"]))


# Puts numbers, names and values into words.


def as_line(text: str) -> Line:
    """A text as a line without any markup."""
    return (text,)


def with_full_stop(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own."""
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def as_sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return with_full_stop(text[:1].upper() + text[1:])


_TIMES = ("never", "once", "twice", "three times", "four times", "five times", "six times")


def frequency(number: int) -> str:
    """A number of times in words: never, once, twice, three times."""
    return _TIMES[number] if 0 <= number < len(_TIMES) else f"{number} times"


def display_text(name: str) -> str:
    """A name of the content as words: `as_played` becomes `as played`."""
    return name.replace("_", " ")


def title_of(name: str) -> str:
    """A name of the content as a title: `as_played` becomes `As played`."""
    words = display_text(name)
    return words[:1].upper() + words[1:]


def join_words(words: Iterable[str], last: str = "and") -> str:
    """An enumeration: `a, b and c`. `last` is the word before the last item."""
    texts = list(words)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def member_in_words(model: Model, enum: str, name: str) -> str:
    """A member of an enum as players read it: by the title that the layout gives it, else by its name."""
    layout = model.layout.members.get(enum, {}).get(name)
    return layout.title.text if layout is not None and layout.title is not None else display_text(name)


def value_in_words(model: Model, value: Any, type_: Type | None) -> str:
    """A value of a type in words. `value` is a value as the engine holds it, such as the number of an enum's member."""
    match type_:
        case Bool():
            return "yes" if value else "no"
        case Member(enum):
            return member_in_words(model, enum, model.enums[enum].members[value])
        case Player():
            return f"player {value + 1}"
        case Optional(inner):
            return "none" if value is None else value_in_words(model, value, inner)
        case SetOf(inner):
            return join_words(value_in_words(model, item, inner) for item in members(value)) or "none"
        case ListOf(inner):
            return join_words(value_in_words(model, item, inner) for item in value) or "none"
    return str(value)
