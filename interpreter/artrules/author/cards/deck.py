"""The cards of a game: each face once, with what is printed on it, and how many cards have it.

A face is what the description of a table says of a look, and beside it what a table computes for a card that nothing
in a game can change: what a piece of gold is worth, say. What changes during a game can't be printed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any

from artrules.author.cards.pictures import sum_of_picture
from artrules.model.ir.declarations import ZoneDeclaration
from artrules.model.ir.layout import CardBack
from artrules.model.ir.model import Model
from artrules.model.ir.types import Member, bare, element
from artrules.play.game.describe import describe, looks_of_cards
from artrules.play.game.description import Look, TableDescription, heading, title_of, value_in_words
from artrules.play.game.looks import keyed_powers
from artrules.play.game.runtime import Runtime
from artrules.play.game.view import figures_of
from artrules.play.ruleset import Ruleset
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import folder_with


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on the two sides of a card.

    `number` is the large one; `details` are printed values and figures that neither the title nor the number says, each
    with its title; `of_set` is the title of the set that the text is from.
    """

    look: Look
    kind: str
    """The title of the kind."""
    template: str
    number: int | None
    details: tuple[tuple[str, str], ...]
    of_set: str
    set_name: str
    back: CardBack | None
    drawn_with: tuple[str, ...]
    """What else it is drawn with: the contents of its pictures, as sums, and how members that stand on it look."""

    @property
    def name(self) -> str:
        """What people call the card: the name of its power, or its title."""
        return heading(self.look.power or self.look.title)

    @property
    def identity(self) -> str:
        """Which card it is, whatever its text says."""
        return json.dumps([self.look.kind, self.look.title, self.look.attributes])

    def as_data(self) -> dict[str, Any]:
        """The face as data for JSON."""
        shows = [{"title": each.title, "as": each.as_, "values": each.values} for each in self.look.shows]
        return {
            "look": {**asdict(self.look), "shows": shows},
            "kind": self.kind,
            "template": self.template,
            "number": self.number,
            "details": self.details,
            "set": self.of_set,
            "back": None if self.back is None else asdict(self.back),
        }

    def words(self) -> Iterator[str]:
        """All by which somebody may ask for the card."""
        yield from filter(None, (self.look.kind, self.kind, self.look.title, self.name, self.set_name, self.of_set))


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a game: its faces with their numbers of cards, in the order of the pieces.

    `description` is that of a table as data; its looks are those of the faces, and of all other cards of the game.
    """

    title: str
    description: Mapping[str, Any]
    signs: Sequence[str]
    """The enums whose members have signs of their own that stand on cards."""
    faces: Sequence[tuple[Face, int]]

    @property
    def count(self) -> int:
        """How many cards there are."""
        return sum(copies for _, copies in self.faces)


def make_deck(ruleset: Ruleset, players: int | None = None, settings: Mapping[str, Any] | None = None) -> Deck:
    """The cards of a game with some settings; without a number of players as many of each as any number needs, with
    what is printed on them for the fewest players. Raises ValueError if it can't be set up this way, and ContentError
    if the content fails."""
    settings = ruleset.settle(settings or {}, 0)
    usual = ruleset.fewest_players if players is None else players
    numbers = dict.fromkeys([usual, *(ruleset.players_with(settings) if players is None else ())])
    games = [ruleset.fresh_game(number, 0, settings).playing for number in numbers]
    folders = ruleset.content.files.picture_folders
    deck, *others = (game.answer(partial(_deck_of, game.runtime, folders)) for game in games)
    return _joined([deck, *(_further_cards(deck, other) for other in others)])


def _further_cards(deck: Deck, other: Deck) -> Deck:
    """The cards that another table of the game has beyond those of a deck. A variant may give a card another text: it
    stays the same card."""
    there = Counter[str]()
    for face, copies in deck.faces:
        there[face.identity] += copies
    further = []
    for face, copies in other.faces:
        missing = copies - there[face.identity]
        there[face.identity] = max(0, -missing)
        if missing > 0:
            further.append((face, missing))
    return replace(other, faces=further)


def with_set(ruleset: Ruleset, name: str) -> dict[str, Any]:
    """Settings by which the cards that a set gives texts to have those of this set."""
    fills = ruleset.model.sets[name].fills
    return {setting.name: name for setting in ruleset.model.settings.values() if setting.group in fills}


class NoSuchCard(ValueError):
    """Nobody can tell which cards are meant; the text says by which word."""

    def __init__(self, word: str, words: Sequence[str]) -> None:
        super().__init__(f"no card, kind or set is called `{word}`")
        self.word, self.words = word, words


def chosen_cards(
    ruleset: Ruleset, words: Iterable[str], deck_with: Callable[[Mapping[str, Any]], Deck], *, all_known: bool = True
) -> Deck:
    """The cards that some words name: kinds, cards, powers or sets; `*` stands for anything. `deck_with` gives the
    cards with more settings: a set that isn't in play is put into play. Raises NoSuchCard for a word that names none,
    unless some words may: `all_known` says that each must."""
    usual = deck_with({})
    all_sets = [each for each in ruleset.model.sets.values() if not each.is_expansion]
    chosen = [replace(usual, faces=())]
    for word in words:
        sets = [each for each in all_sets if _is_called(word, (each.name, each.title))]
        decks = [_cards_of_set(deck_with(with_set(ruleset, each.name)), each.name) for each in sets]
        decks.append(_cards_called(usual, word))
        if all_known and not any(deck.faces for deck in decks):
            words_of_cards = {said for face, _ in usual.faces for said in face.words()}
            raise NoSuchCard(word, sorted(words_of_cards | {each.title for each in all_sets}))
        chosen += decks
    return _joined(chosen)


def _cards_of_set(deck: Deck, name: str) -> Deck:
    return replace(deck, faces=[(face, copies) for face, copies in deck.faces if face.set_name == name])


def _cards_called(deck: Deck, word: str) -> Deck:
    return replace(deck, faces=[(face, copies) for face, copies in deck.faces if _is_called(word, face.words())])


def _is_called(word: str, names: Iterable[str]) -> bool:
    pattern = word.casefold().replace("[", "[[]")
    return any(fnmatchcase(name.casefold(), pattern) for name in names)


def without_cards(deck: Deck, earlier: Deck) -> Deck:
    """The cards of a deck that an earlier one hasn't: faces that are new, and further cards of those that aren't."""
    before = Counter({_key(face): copies for face, copies in earlier.faces})
    more = [(face, copies - before[_key(face)]) for face, copies in deck.faces]
    return replace(deck, faces=[(face, copies) for face, copies in more if copies > 0])


def _key(face: Face) -> str:
    return json.dumps([face.as_data(), face.drawn_with], sort_keys=True)


def _joined(decks: Sequence[Deck]) -> Deck:
    """All cards of several decks: of each face as many as the deck with the most of it has."""
    faces: dict[str, tuple[Face, int]] = {}
    looks: dict[str, Any] = {}
    for deck in decks:
        for face, copies in deck.faces:
            key = _key(face)
            faces[key] = (face, max(copies, faces.get(key, (face, 0))[1]))
        looks |= {json.dumps(look, sort_keys=True): look for look in deck.description["looks"]}
    first = decks[0]
    return replace(first, description={**first.description, "looks": list(looks.values())}, faces=list(faces.values()))


# The cards of one table.


def _deck_of(runtime: Runtime, folders: Sequence[Path]) -> Deck:
    """Raises Stopped."""
    description, of_cards = describe(runtime), looks_of_cards(runtime)
    runtime.load(runtime.start[0])
    first_cards: dict[int, int] = {}
    for card, look in enumerate(of_cards):
        first_cards.setdefault(look, card)
    faces = {
        look: _face(runtime, description, card, description.looks[look], folders) for look, card in first_cards.items()
    }
    copies = Counter(of_cards)
    signs = _signs(runtime.model, description)
    return Deck(description.title, description.as_data(), signs, [(face, copies[look]) for look, face in faces.items()])


def _face(runtime: Runtime, description: TableDescription, card: int, look: Look, folders: Sequence[Path]) -> Face:
    """The face of a card. The position before the setup is in memory. Raises Stopped."""
    model, kind = runtime.model, description.kinds[look.kind]
    figures = dict(_fixed_figures(runtime, description, card))
    number = figures.pop(kind.number, look.number) if kind.number is not None else look.number
    name, title = look.power, heading(look.title)
    said = set(_words(f"{name} {title}"))
    values = {each: words for each, words in look.attributes.items() if not said.issuperset(_words(words))}
    values |= {kind.figures[figure]: words for figure, words in figures.items() if isinstance(words, str)}
    back = _back(model, look.kind)
    pictures = [path for path in (look.picture, back.picture if back is not None else None) if path is not None]
    shown = [value["member"] for each in look.shows for value in each.values if "member" in value]
    keyed = keyed_powers(runtime, model.kinds[look.kind], runtime.layout.piece_values[card])
    power_set = None if keyed is None else _set_of(runtime, keyed)
    return Face(
        look=look,
        kind=kind.title,
        template=kind.template,
        number=number if isinstance(number, int) else None,
        details=tuple(values.items()),
        of_set="" if power_set is None else power_set.title,
        set_name="" if power_set is None else power_set.name,
        back=back,
        drawn_with=(
            *(sum_of_picture(folder_with(folders, path), path) for path in pictures),
            *(json.dumps(asdict(description.members[enum][member])) for enum, member in shown),
        ),
    )


def _signs(model: Model, description: TableDescription) -> list[str]:
    """The enums to whose members the layout gives symbols, and one of which stands on several sorts of cards: what
    stands on a single one is rather its name."""
    enums: dict[str, Counter[str]] = {}
    for look in description.looks:
        for attribute in model.kinds[look.kind].attributes.values():
            plain = bare(attribute.type) if attribute.printed else None
            inner = plain if plain is None else element(plain) or plain
            if isinstance(inner, Member):
                enums.setdefault(inner.enum, Counter())[look.attributes.get(title_of(attribute.name), "")] += 1
    members = model.layout.members
    return [
        enum
        for enum in model.enums
        if max(enums.get(enum, {"": 0}).values()) > 1 and any(m.symbol for m in members.get(enum, {}).values())
    ]


def _set_of(runtime: Runtime, keyed: Any) -> Any:
    """The set in play that gives some powers."""
    sets = (
        runtime.model.sets[name] for chosen in runtime.layout.configuration.chosen.values() for name in chosen.values()
    )
    return next((s for s in sets if any(keyed is each for fill in s.fills.values() for each in fill.values())), None)


def _fixed_figures(runtime: Runtime, description: TableDescription, card: int) -> Iterator[tuple[str, Any]]:
    """The figures of a card that depend on nothing that changes, by name: a number, or the value in words."""
    figures = figures_of(runtime)
    shown = description.kinds[runtime.layout.card_kind[card]]
    for each in figures.of_card(card, None) if figures is not None else ():
        if not each.is_fixed or (each.figure.name not in shown.figures and each.figure.name != shown.number):
            continue
        value = figures.value(each, card, None) if figures is not None else None
        if value in (None, False, ""):
            continue
        plain = isinstance(value, int) and not isinstance(value, bool)
        is_number = plain and each.figure.name == shown.number
        yield (
            each.figure.name,
            value if is_number else value_in_words(value, each.figure.value.type, description.members),
        )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _back(model: Model, kind: str) -> CardBack | None:
    """The back of a kind of card; none of its own where it lies face down with cards of another back, which it would
    be told from."""
    backs = {
        each: layout.back if (layout := model.layout.cards.get(each)) is not None else None for each in model.kinds
    }
    hiding = [zone for zone in model.zones.values() if kind in zone.kinds and _hides(zone)]
    return backs[kind] if all(backs[each] == backs[kind] for zone in hiding for each in zone.kinds) else None


def _hides(zone: ZoneDeclaration) -> bool:
    """Whether somebody doesn't see the cards of a zone."""
    return not zone.face_up or zone.sight.seen_by != "everyone"
