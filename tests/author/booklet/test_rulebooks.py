"""The rulebooks of all games that are shipped: each has its chapters, tells each phase in which players act, and shows
no code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import artrules
from artrules.author.booklet.document import Document, Figure, Heading, Index, document_data, texts_of
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.markdown import write_markdown
from artrules.author.booklet.page import write_page
from artrules.author.booklet.selection import BookletRequest
from artrules.model.analyses.calls import decisions
from artrules.model.analyses.telling import performed, says_at, says_of
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.ruleset import Ruleset
from author.booklet.reading import Page
from lab.simulation.small_ruleset import write_ruleset

CHAPTERS = ("The game", "Components", "Setup", "The end of the game", "Variants", "Words", "Index")
CODE = re.compile(r"`|\b\w+_\w+\b|\b(?:best|count|size|sum|those)\(|(?:[<>!]=|->|\bis not\b)|\{\w+\}|\bmy \w+ [=+-]")
"""What stands in code, and in no sentence."""


@pytest.fixture(params=shipped_rulesets())
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return artrules.load(request.param)


def requests(ruleset: Ruleset) -> list[BookletRequest]:
    """The rulebook of the game, and those of its tables."""
    return [BookletRequest(), *(BookletRequest(players=count) for count in ruleset.player_counts)]


def texts(document: Document) -> list[str]:
    return [text for block in document.blocks for text in texts_of(block)]


def test_no_code_stands_in_it(ruleset: Ruleset) -> None:
    for request in requests(ruleset):
        document = make_booklet(ruleset, request)
        assert [text for text in texts(document) if CODE.search(text)] == []
        assert "<code>" not in write_page(document)


def test_what_looks_like_code_is_found() -> None:
    for text in (
        "`x`",
        "best(p in players)",
        "passing is not hold",
        "size(hand) >= 3",
        "the setting queen_breaks_hearts",
    ):
        assert CODE.search(text)


def test_each_chapter_is_there(ruleset: Ruleset) -> None:
    document = make_booklet(ruleset, BookletRequest())
    chapters = [block.text for block in document.blocks if isinstance(block, Heading) and block.level == 2]
    without = set() if ruleset.model.settings else {"Variants"}
    assert set(CHAPTERS) - without <= set(chapters)
    assert {"A round", "A turn"} & set(chapters)
    numbers = [block.number for block in document.blocks if isinstance(block, Heading) and block.level == 2]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]


def test_each_phase_in_which_players_act_has_sentences(ruleset: Ruleset) -> None:
    for model in ruleset.content.models.values():
        for phase in model.flow.phases:
            if decisions(model).among(phase.body):
                sentences = says_at(model, f"flow.rounds[{phase.name}]")
                sentences += [text for procedure in performed(model, phase.body) for text in says_of(model, procedure)]
                assert sentences, f"{model.name}: {phase.name}"


def test_all_that_content_says_of_the_game_stands_in_it(ruleset: Ruleset) -> None:
    model = ruleset.model
    whole = " ".join(" ".join(texts(make_booklet(ruleset, BookletRequest()))).split())
    for remark in model.remarks:
        if remark.kind == "says":
            name, colon, more = remark.text.partition(": ")
            assert " ".join(remark.text.split()) in whole or (colon and name in whole and more in whole), remark.place


def test_each_link_leads_to_one_place(ruleset: Ruleset) -> None:
    for request in (BookletRequest(), BookletRequest(code=True)):
        attributes = Page(write_page(make_booklet(ruleset, request))).attributes
        places = [value for name, value in attributes if name == "id"]
        assert len(set(places)) == len(places)
        assert {value.removeprefix("#") for name, value in attributes if name == "href" and value} <= set(places)


def test_a_title_that_begins_with_a_number_stands_in_the_index(tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    river = folder / "sets" / "river.yaml"
    river.write_text(river.read_text(encoding="utf-8").replace("name: Ferryman", "name: 7 Winds"), encoding="utf-8")
    (index,) = [b for b in make_booklet(artrules.load(folder), BookletRequest()).blocks if isinstance(b, Index)]
    words = [word for word, _ in index.entries]
    assert "7 Winds" in words and "Lamplighter" in words


def test_the_index_names_parts_that_are_there(ruleset: Ruleset) -> None:
    document = make_booklet(ruleset, BookletRequest())
    (index,) = [block for block in document.blocks if isinstance(block, Index)]
    numbers = {block.number for block in document.blocks if isinstance(block, Heading)}
    named = {number for _, places in index.entries for number in places}
    assert named and named <= numbers
    words = [word.casefold() for word, _ in index.entries]
    assert words == sorted(words)
    page = write_page(document)
    assert all(f'id="part-{number}"'.replace(".", "-") in page for number in named)
    assert "## " in write_markdown(document)


def test_as_data_it_has_neither_index_nor_pictures(ruleset: Ruleset) -> None:
    document = make_booklet(ruleset, BookletRequest(players=ruleset.player_counts[0]))
    data = document_data(document)
    others = [block for block in document.blocks if not isinstance(block, (Figure, Index))]
    assert len(data["blocks"]) == len(others) - 1
    assert {"heading": {"level": 2, "text": "Index"}} not in data["blocks"]
