"""Pictures of a game's cards for its rulebook, drawn by a Chromium as they are drawn for printing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from artrules.author.booklet.document import Picture
from artrules.author.booklet.selection import BookletRequest, CardPictures
from artrules.author.cards.deck import Deck, Face, chosen_cards, make_deck
from artrules.author.cards.page import drawing_of, page_of_singles
from artrules.author.cards.sheets import SIZES
from artrules.author.printing import open_page
from artrules.play.ruleset import Ruleset

Thing = TypeVar("Thing")
WIDTH = 240
"""Pixels of a picture from left to right, where nothing says otherwise: it is as sharp in any size."""
_OF_ALL_KINDS = 8
"""So many cards show what the cards of all kinds look like."""
_ON_COVER = 3


def draw_card_pictures(ruleset: Ruleset, request: BookletRequest) -> CardPictures:
    """The pictures for a rulebook.

    Raises CannotPrint where there is no Chromium, PictureRefused for a picture of the content that can't be used, and
    ValueError for a number of players or for settings with which the game can't be set up.
    """
    if request.is_of_one_game:
        deck = make_deck(ruleset, request.players, request.settings)
    else:
        names = [*dict.fromkeys(request.sets or ruleset.model.sets)]
        deck = chosen_cards(ruleset, ["*", *names], partial(make_deck, ruleset, None))
    of_kinds, of_powers = _faces_of_kinds(deck), _faces_of_powers(ruleset, deck)
    drawn = _drawn(deck, ruleset, {*(index for each in of_kinds.values() for index in each), *of_powers.values()})
    return CardPictures(
        {kind: [drawn[index] for index in indices] for kind, indices in of_kinds.items()},
        {power: drawn[index] for power, index in of_powers.items()},
        tuple(drawn[index] for index in _cover(deck, of_kinds)),
    )


def _cover(deck: Deck, of_kinds: Mapping[str, Sequence[int]]) -> list[int]:
    """Three faces: of the kind that shows most, or of the kinds of which there are most cards."""
    most = max(of_kinds.values(), key=len, default=())
    if len(most) >= _ON_COVER:
        return _spread(most, _ON_COVER)
    cards = {kind: sum(count for face, count in deck.faces if face.look.kind == kind) for kind in of_kinds}
    return [of_kinds[kind][0] for kind in sorted(of_kinds, key=lambda kind: -cards[kind])[:_ON_COVER]]


def _faces_of_kinds(deck: Deck) -> dict[str, list[int]]:
    """By kind the faces that show what its cards look like: some from all of them, one of each text first."""
    kinds: dict[str, list[int]] = {}
    texts: set[tuple[str, str]] = set()
    again: dict[str, list[int]] = {}
    for index, (face, _) in enumerate(deck.faces):
        is_new = (face.look.kind, face.name) not in texts
        texts.add((face.look.kind, face.name))
        (kinds if is_new else again).setdefault(face.look.kind, []).append(index)
    of_each = max(1, _OF_ALL_KINDS // max(1, len(kinds)))
    return {kind: sorted(_spread([*indices, *again.get(kind, [])], of_each)) for kind, indices in kinds.items()}


def _faces_of_powers(ruleset: Ruleset, deck: Deck) -> dict[tuple[str, str], int]:
    titles = {
        (power_set.name, keyed.title)
        for power_set in ruleset.model.sets.values()
        for filled in power_set.fills.values()
        for keyed in filled.values()
    }
    faces: dict[tuple[str, str], int] = {}
    for index, (face, _) in enumerate(deck.faces):
        if (face.set_name, face.name) in titles:
            faces.setdefault((face.set_name, face.name), index)
    return faces


def _spread(things: Sequence[Thing], number: int) -> list[Thing]:
    """So many of some things, from the first to the last."""
    if len(things) <= number:
        return list(things)
    if number == 1:
        return [things[0]]
    return [things[step * (len(things) - 1) // (number - 1)] for step in range(number)]


def _drawn(deck: Deck, ruleset: Ruleset, indices: Iterable[int]) -> dict[int, Picture]:
    """Raises CannotPrint and PictureRefused."""
    pictures: dict[int, Picture] = {}
    with open_page(page_of_singles(deck, 0, ruleset.content.files.picture_folders)) as page:
        for index in sorted(indices):
            drawing = drawing_of(page, "front", index, SIZES["poker"], WIDTH)
            content = b64encode(drawing.encode()).decode("ascii")
            face: Face = deck.faces[index][0]
            pictures[index] = Picture(f"data:image/svg+xml;base64,{content}", face.name)
    return pictures
