"""Which cards a game has on paper, how many of each, and what is printed on them."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from artrules import load
from artrules.author.cards.deck import Deck, NoSuchCard, chosen_cards, make_deck, with_set, without_cards
from artrules.model.catalogue.locations import shipped_folder
from artrules.play.ruleset import Ruleset


@pytest.fixture(scope="module")
def patrons() -> Ruleset:
    return load("avant_carde")


def counts(deck: Deck) -> Counter[str]:
    """The number of cards by kind."""
    return Counter({kind: sum(n for face, n in deck.faces if face.look.kind == kind) for kind in kinds(deck)})


def kinds(deck: Deck) -> set[str]:
    return {face.look.kind for face, _ in deck.faces}


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        (
            "art_decko",
            {"painting": 75, "gold": 42, "token": 20, "invitation": 15, "wild_invitation": 6}
            | {"discount": 2, "bonus": 2, "bonus_tile": 16},
        ),
        ("avant_carde", {"art": 110, "award": 32}),
        ("bioutifoul", {"portrait": 4, "artwork": 24, "influence": 24, "exhibition": 20}),
        ("crazy_eights", {"playing_card": 52}),
        ("hearts", {"playing_card": 52}),
        ("vintage", {"item": 63, "bonus": 17}),
    ],
)
def test_there_are_as_many_as_the_game_has(name: str, cards: dict[str, int]) -> None:
    deck = make_deck(load(name))
    assert counts(deck) == cards
    assert deck.count == sum(cards.values())


def test_what_a_variant_says_otherwise_is_no_other_card(patrons: Ruleset) -> None:
    """For one player some powers have other texts."""
    settings = with_set(patrons, "parisians")
    alone, usual = (make_deck(patrons, players, settings) for players in (1, 2))
    assert without_cards(alone, usual).faces
    assert make_deck(patrons, settings=settings).faces == usual.faces


def test_equal_cards_share_a_face(patrons: Ruleset) -> None:
    award = next((face, copies) for face, copies in make_deck(patrons).faces if face.look.kind == "award")
    assert award[1] == 32
    assert award[0].back is not None
    assert award[0].back.symbol == "star"


def test_figures_that_nothing_changes_are_printed() -> None:
    gold = {face.name: face for face, _ in make_deck(load("art_decko")).faces if face.look.kind == "gold"}
    assert gold["Five Gold"].number == 5
    assert gold["Fancy Noble"].details == (
        ("used up, pays for paintings", "8"),
        ("then buys two at once, for twice the price", "yes"),
    )
    paintings = [face for face, _ in make_deck(load("art_decko")).faces if face.look.kind == "painting"]
    assert {(face.number, face.details) for face in paintings} == {(None, ())}  # what they pay changes


def test_what_the_title_says_isnt_repeated() -> None:
    item = next(face for face, _ in make_deck(load("vintage")).faces if face.look.title == "red lighting 1950")
    assert item.details == (("decade", "the 50s"), ("points", "3"))


def test_words_name_kinds_cards_powers_and_sets(patrons: Ruleset) -> None:
    of = partial(chosen_cards, patrons, deck_with=lambda more: make_deck(patrons, settings=more))
    assert counts(of(["award"])) == {"award": 32}
    assert {face.look.title for face, _ in of(["red 1*"]).faces} == {"red 1", "red 11"}
    assert {face.name for face, _ in of(["the snob", "AWARD"]).faces} == {"The Snob", "Award"}
    londoners = of(["Londoners"])
    assert {face.of_set for face, _ in londoners.faces} == {"Londoners"}
    assert londoners.count == of(["new_yorkers"]).count
    assert of(["londoners", "new yorkers"]).count == 2 * londoners.count
    with pytest.raises(NoSuchCard, match="no card, kind or set is called `rembrandt`"):
        of(["rembrandt"])


def test_brackets_stand_for_themselves(patrons: Ruleset) -> None:
    with pytest.raises(NoSuchCard):
        chosen_cards(patrons, ["[a]ward"], lambda more: make_deck(patrons, settings=more))


def test_what_an_earlier_deck_lacks(patrons: Ruleset) -> None:
    usual, londoners = make_deck(patrons), make_deck(patrons, settings=with_set(patrons, "londoners"))
    assert without_cards(usual, usual).faces == []
    assert {face.of_set for face, _ in without_cards(londoners, usual).faces} == {"Londoners"}
    few = Deck(usual.title, usual.description, usual.signs, [(face, copies - 1) for face, copies in usual.faces])
    assert without_cards(usual, few).count == len(usual.faces)


def test_a_back_tells_nothing_of_cards_that_lie_face_down_together() -> None:
    def backs(name: str) -> dict[str, str | None]:
        return {face.look.kind: face.back.symbol if face.back else None for face, _ in make_deck(load(name)).faces}

    assert backs("bioutifoul") == {"portrait": None, "artwork": "square", "influence": "eye", "exhibition": "crown"}
    assert backs("art_decko")["painting"] == backs("art_decko")["gold"] == "sun"


def test_cards_of_different_backs_that_lie_face_down_together_get_none_of_their_own(tmp_path: Path) -> None:
    folder = shutil.copytree(shipped_folder() / "art_decko", tmp_path / "art_decko")
    layout = (folder / "layout.yaml").read_text(encoding="utf-8")
    other = layout.replace("number: value, back: {symbol: sun}", "number: value, back: {symbol: crescent}")
    assert other != layout
    (folder / "layout.yaml").write_text(other, encoding="utf-8")
    backs = {face.look.kind: face.back for face, _ in make_deck(load(folder)).faces}
    assert backs["painting"] is backs["gold"] is None


def test_a_picture_that_is_drawn_anew_makes_a_new_face(tmp_path: Path) -> None:
    folder = shutil.copytree(shipped_folder() / "bioutifoul", tmp_path / "bioutifoul")
    layout = (folder / "layout.yaml").read_text(encoding="utf-8")
    pictured = layout.replace("back: {symbol: square}", "back: {symbol: square}, picture: 'art/{self.artist}.svg'")
    assert pictured != layout
    (folder / "layout.yaml").write_text(pictured, encoding="utf-8")
    (folder / "art").mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    for artist in ("alice", "heinrich", "rodrigo", "sunny"):
        (folder / "art" / f"{artist}.svg").write_text(drawing, encoding="utf-8")
    before = make_deck(load(folder))
    (folder / "art" / "sunny.svg").write_text(f"{drawing} ", encoding="utf-8")
    assert [face.name for face, _ in without_cards(make_deck(load(folder)), before).faces] == ["A work by Sunny"]
