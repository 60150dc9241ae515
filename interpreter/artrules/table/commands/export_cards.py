"""The command `export --as cards`: the cards of a game to print, and as pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from artrules.table.commands.content_loading import open_game, show_faults
from artrules.table.commands.exit import Misuse, did_you_mean
from artrules.table.commands.named_files import OutputPath, page_in_place, to_option, write_or_refuse
from artrules.table.commands.options import (
    GameRequest,
    NumberRange,
    OutsidePaths,
    as_request,
    settings_option,
    with_option,
)
from artrules.text.plain_text import output as put
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.author.cards.deck import Deck
    from artrules.author.cards.sheets import Size
    from artrules.play.ruleset import Ruleset

DOTS = 300
"""Points of a picture in an inch."""
_INCH = 25.4
_SIZE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)[x×]([0-9]{1,3}(?:\.[0-9]{1,2})?)")  # noqa: RUF001
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class CardsRequest:
    """What the command line says."""

    ruleset_name: str
    players: int | None
    settings: dict[str, str]
    outside: OutsidePaths
    file: Path | None
    sizes: tuple[str, ...]
    paper: str
    bleed: float
    duplex: bool
    fronts: bool
    only: tuple[str, ...]
    new_since: str | None
    pictures: Path | None
    no_aids: bool


@click.command("export --as cards")
@click.argument("ruleset_name", metavar="NAME")
@to_option
@click.option(
    "--size",
    "sizes",
    metavar="[KIND=]SIZE",
    multiple=True,
    help="Of cards, or of those of a kind: poker (63 x 88 mm, default), bridge (57 x 89), mini (44 x 68), "
    "square (70 x 70), or WIDTHxHEIGHT in mm.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="What it is printed on."
)
@click.option(
    "--bleed",
    metavar="MM",
    type=NumberRange(0, 10),
    default=0.0,
    help="How far cards reach beyond where they are cut (default: 0).",
)
@click.option(
    "--duplex", is_flag=True, help="Each sheet's backs behind it, for paper that is turned over its long edge."
)
@click.option("--fronts", is_flag=True, help="No backs.")
@click.option(
    "--only",
    metavar="WORDS",
    multiple=True,
    help="Only cards, kinds or sets that are called so; `*` stands for anything. May be given several times.",
)
@click.option("--new-since", metavar="REVISION", help="Only cards that weren't there, or not so, at a revision of git.")
@click.option(
    "--png",
    "pictures",
    metavar="FOLDER",
    type=OutputPath(folder=True),
    help=f"Draw each face and each back once, as a picture of {DOTS} points an inch.",
)
@click.option("--no-aids", is_flag=True, help="Leave out the page of what helps players.")
@click.option(
    "--players", metavar="N", type=click.IntRange(min=1), help="Only what so many need (default: any number)."
)
@settings_option
@with_option
@as_request(CardsRequest)
def cards_command(request: CardsRequest) -> None:
    """Draw the cards of a game as a PDF to print, in true size, with their backs and with marks where to cut.

    Each card comes as often as the game has it. Without --duplex all backs come after all fronts. Where there is no
    Chromium, an HTML file is written, which any browser prints so.
    """
    from artrules.author.cards.pictures import PictureRefused

    if request.file is None and request.pictures is None:
        raise Misuse("say where to write the cards: -o FILE.pdf, or --png FOLDER")
    if request.file is not None and request.file.suffix.lower() not in (".pdf", ".html", ".htm"):
        raise Misuse(f"cards are written as .pdf or .html, not as {request.file.name}")
    if request.duplex and request.fronts:
        raise Misuse("with --fronts there are no backs: leave --duplex out")
    game = GameRequest(request.ruleset_name, request.players, request.settings, (), request.outside)
    ruleset, game = open_game(game)
    request = replace(request, settings=game.settings)
    with show_faults(ruleset):
        deck = _deck(ruleset, request, game)
    sizes = _sizes(deck, request.sizes)
    try:
        if request.pictures is not None:
            _draw_pictures(ruleset, deck, sizes, request, request.pictures)
        if request.file is not None:
            _print_sheets(ruleset, deck, sizes, request, request.file)
    except PictureRefused as problem:
        raise Misuse(str(problem)) from None


# Which cards, and how large.


def _deck(ruleset: Ruleset, request: CardsRequest, game: GameRequest) -> Deck:
    """The cards that the command line asks for. Raises Misuse, and ContentError."""
    from artrules.author.cards.deck import NoSuchCard, without_cards

    try:
        deck = _chosen(ruleset, request.only, game)
    except NoSuchCard as problem:
        near = did_you_mean(problem.word, problem.words)
        raise Misuse(f"{problem}{near} (there are: {_listed(problem.words)})") from None
    if request.new_since is not None:
        deck = without_cards(deck, _earlier(ruleset, request.new_since, request.only, game))
        if not deck.faces:
            raise Misuse(f"no card is new since {request.new_since}")
    return deck


def _chosen(ruleset: Ruleset, words: Sequence[str], game: GameRequest, *, all_known: bool = True) -> Deck:
    """The cards with some settings, or those of them that some words name (`chosen_cards`). Raises Misuse, NoSuchCard,
    ContentError."""
    from artrules.author.cards.deck import chosen_cards, make_deck
    from artrules.model.declare.overlay_conditions import BadSetup

    try:
        if not words:
            return make_deck(ruleset, game.players, game.settings)

        def deck_with(more: Mapping[str, Any]) -> Deck:
            return make_deck(ruleset, game.players, {**game.settings, **more})

        return chosen_cards(ruleset, words, deck_with, all_known=all_known)
    except BadSetup as problem:
        raise Misuse(str(problem)) from None


def _earlier(ruleset: Ruleset, revision: str, words: Sequence[str], game: GameRequest) -> Deck:
    """The same cards as they were at a revision. Raises Misuse."""
    from artrules.author.cards.history import NoRevision, folder_at
    from artrules.play.ruleset import load
    from artrules.text.diagnostics.render import ContentError

    try:
        with folder_at(ruleset.content.files.folder, revision) as folder:
            return _chosen(load(folder, game.outside.paths), words, game, all_known=False)
    except NoRevision as problem:
        raise Misuse(str(problem)) from None
    except ContentError:
        raise Misuse(f"{ruleset.title} as it was at {revision} has mistakes: its cards can't be compared") from None


def _sizes(deck: Deck, wishes: Sequence[str]) -> list[Size]:
    """The size of each face of a deck. Raises Misuse."""
    usual: Size | None = None
    of_kinds: dict[str, Size] = {}
    kinds = {called.casefold(): face.look.kind for face, _ in deck.faces for called in (face.kind, face.look.kind)}
    for wish in wishes:
        kind, equals, text = wish.rpartition("=")
        if not equals:
            usual = _size(text)
        elif kind.casefold() in kinds:
            of_kinds[kinds[kind.casefold()]] = _size(text)
        else:
            raise Misuse(f"there are no cards of the kind `{kind}`{did_you_mean(kind, list(kinds))}")
    usual = usual or _size("poker")
    return [of_kinds.get(face.look.kind, usual) for face, _ in deck.faces]


def _size(text: str) -> Size:
    from artrules.author.cards.sheets import LARGEST, LEAST, SIZES

    if text in SIZES:
        return SIZES[text]
    sides = _SIZE.fullmatch(text.lower())
    if sides is None:
        raise Misuse(f"`{text}` is no size of cards: {', '.join(SIZES)}, or WIDTHxHEIGHT in mm")
    size = float(sides[1]), float(sides[2])
    if min(size) < LEAST or max(size) > LARGEST:
        raise Misuse(f"cards are from {LEAST:g} to {LARGEST:g} mm wide and high, not {text}")
    return size


def _listed(words: Sequence[str], most: int = 12) -> str:
    return ", ".join(words[:most]) + (" …" if len(words) > most else "")


# On paper.


def _print_sheets(ruleset: Ruleset, deck: Deck, sizes: Sequence[Size], request: CardsRequest, file: Path) -> None:
    """Write the sheets of a deck, and say what is to be known of them. Raises Misuse and PictureRefused."""
    from artrules.author.booklet.make import round_and_end
    from artrules.author.booklet.selection import BookletRequest
    from artrules.author.cards.page import Paper, page_of_sheets, paths_of_pictures, small_texts
    from artrules.author.cards.pictures import largest_picture
    from artrules.author.cards.sheets import PAPERS, NoRoom, lay_out
    from artrules.author.printing import CannotPrint, open_page

    paper = Paper(PAPERS[request.paper], request.bleed, _note(request))
    backs: Literal["behind", "after", "none"] = "none" if request.fronts else "behind" if request.duplex else "after"
    cards = [(index, size) for index, size in enumerate(sizes) for _ in range(deck.faces[index][1])]
    try:
        sheets = lay_out(cards, paper.size, request.bleed, backs=backs)
    except NoRoom as problem:
        raise Misuse(str(problem)) from None
    is_whole = not (request.no_aids or request.only or request.new_since)
    game = BookletRequest(players=request.players, settings=ruleset.settle(request.settings, 0))
    aids = round_and_end(ruleset, game) if is_whole else None
    html = page_of_sheets(deck, sheets, paper, ruleset.content.files.picture_folders, aids)
    sentences: list[str] = []
    content: str | bytes = html
    try:
        with open_page(html) as page:
            sentences = small_texts(page, "small")
            content = html if file.suffix.lower() != ".pdf" else page.as_pdf()
    except CannotPrint as problem:
        if file.suffix.lower() == ".pdf":
            largest = largest_picture(ruleset.content.files.picture_folders, paths_of_pictures(deck))
            file, sentence = page_in_place(file, problem, ", without margins, at 100 %", largest)
            sentences = [sentence]
    write_or_refuse(file, content)
    papers = max(sheet.number for sheet in sheets)
    put(f"{file}: {_counted(deck.count, 'card')} on {_counted(papers, 'sheet')}; {paper.note}")
    for sentence in sentences:
        put(sentence)


def _note(request: CardsRequest) -> str:
    return "print at 100 %" + (", on both sides, turned over the long edge" if request.duplex else "")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


# As pictures.


def _draw_pictures(ruleset: Ruleset, deck: Deck, sizes: Sequence[Size], request: CardsRequest, folder: Path) -> None:
    """Draw each face and each back once, into a folder. Raises Misuse and PictureRefused."""
    from artrules.author.cards.page import page_of_singles, show_single, small_texts
    from artrules.author.printing import CannotPrint, open_page

    pictures: dict[str, tuple[Literal["front", "back"], int]] = {
        f"{index + 1:03}-{_slug(f'{face.look.kind} {face.look.title}')}.png": ("front", index)
        for index, (face, _) in enumerate(deck.faces)
    }
    if not request.fronts:
        kinds = {face.look.kind: index for index, (face, _) in enumerate(deck.faces)}
        pictures |= {f"back-{_slug(kind)}.png": ("back", index) for kind, index in kinds.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open_page(page_of_singles(deck, request.bleed, ruleset.content.files.picture_folders)) as page:
            for name, (side, index) in pictures.items():
                width, height = (round((length + 2 * request.bleed) / _INCH * DOTS) for length in sizes[index])
                show_single(page, side, index, sizes[index], (width, height))
                write_or_refuse(folder / name, page.as_png(0, 0, width, height, 1))
            sentences = small_texts(page, "singles.small()")
    except CannotPrint as problem:
        raise Misuse(f"pictures can't be drawn: {problem}") from None
    except OSError as problem:
        raise Misuse(f"{folder} can't be written: {problem.strerror or problem}") from None
    put(f"{folder}: {_counted(len(pictures), 'picture')}")
    if request.file is None:
        for sentence in sentences:
            put(sentence)


def _slug(words: str) -> str:
    """Words as the name of a file: letters, digits and `-` alone."""
    return re.sub(r"\W+|_+", "-", words.casefold()).strip("-")[:_LONGEST_NAME] or "card"
