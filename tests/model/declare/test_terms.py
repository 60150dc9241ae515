"""Terms: words of the game with their meaning. They are declared once, found in texts, and shown where their set is."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.markdown import write_markdown
from artrules.author.booklet.selection import BookletRequest
from artrules.author.vocabulary import vocabulary
from artrules.table.terminal.session import render_terms
from artrules.text.plain_text import Style
from model.declare.test_rulings import content, told

LANTERNS = Path(__file__).parent.parent.parent / "rulesets" / "lanterns"
DUEL = "overlay: duel\nof: lanterns\napplies: size(players) = 2\n"


def part(*terms: str) -> str:
    return "part_of: lanterns\nterms:\n" + "".join(f"  {term}\n" for term in terms)


@pytest.mark.parametrize(
    ("terms", "message", "line"),
    [
        (["earn: Take.", "Earn: Take it."], "the term `Earn` is given twice", 4),
        (["earn: Take.", "dim: {text: Dark., forms: [dims, EARN]}"], "the term `EARN` is given twice", 4),
        (["earn: {text: Take., forms: [earn]}"], "the term `earn` is given twice", 3),
    ],
)
def test_a_word_is_one_terms(tmp_path: Path, terms: list[str], message: str, line: int) -> None:
    assert told(content(tmp_path, terms=part(*terms))) == [("name-twice", message, line)]


def test_two_sets_may_explain_one_word_but_not_one_that_the_game_explains(tmp_path: Path) -> None:
    sets = {
        name: f"set: {name}\nof: lanterns\nterms: {{glow: It shines., dim: It is dark.}}\n"
        "guild: {1: {name: Any, text: It may glow and dim., powers: []}}\n"
        for name in ("sea", "lake")
    }
    assert told(content(tmp_path, terms=part("dim: Dark."), **sets)) == [
        ("name-twice", "the term `dim` is given twice", 3),
        ("name-twice", "the term `dim` is given twice", 3),
    ]


@pytest.mark.parametrize(
    "term", ["hidden_gem: A stone.", "'': Nothing.", "' dim': Dark.", f"{'long ' * 9}: No.", "dim: ''"]
)
def test_words_as_players_read_them_with_a_meaning(tmp_path: Path, term: str) -> None:
    found = content(tmp_path, terms=part(term))
    assert [d.span.line for d in found.report.errors if d.span] == [3]


@pytest.mark.parametrize(
    ("term", "used"),
    [
        ("earn: Take.", True),  # of a power's label
        ("EARN 1: Take.", True),  # two words, other letters
        ("warm: It shines.", True),  # of a text
        ("buying a lantern: Not so.", False),
        ("buy a: What a label says before a number.", True),
        ("shade: A colour.", True),  # the name of an attribute, which cards show
        ("is over: What is said.", True),
        ("art: A part of a word.", False),
        ("prize: {text: What one gets., forms: [prizes]}", True),
        ("prize: What one gets.", False),
        ("take_up: none", False),
    ],
)
def test_a_term_that_no_text_uses(tmp_path: Path, term: str, used: bool) -> None:
    found = [d for d in content(tmp_path, terms=part(term)).report.diagnostics if d.slug == "unused-term"]
    assert [d.severity for d in found] == ([] if used or "_" in term else ["warning"])


def test_a_term_that_was_misspelt_names_the_word(tmp_path: Path) -> None:
    diagnostics = content(tmp_path, terms=part("lantren: A lamp.")).report.diagnostics
    assert [d.suggestions[0] for d in diagnostics if d.slug == "unused-term"] == ["lantern"]


def test_overlays_add_and_change_terms(tmp_path: Path) -> None:
    overlay = DUEL + "terms: {warm: It shines., dim: Not bright.}\n"
    found = content(tmp_path, terms=part("dim: Dark."), duel=overlay)
    assert told(found) == []
    terms = found.models["duel",].terms
    assert (terms["dim"].text, terms["warm"].text) == ("Not bright.", "It shines.")
    assert found.base.terms["dim"].text == "Dark."


def test_terms_of_a_set_are_there_when_it_is_in_play() -> None:
    ruleset = artrules.load(LANTERNS)
    games = {guilds: ruleset.new_game(players=3, seed=1, settings={"guilds": guilds}) for guilds in ("river", "hill")}
    words = {guilds: [term.word for term in game.description.terms] for guilds, game in games.items()}
    assert words == {"river": ["dim", "earn"], "hill": ["dim", "earn", "copy"]}


def test_they_stand_in_the_booklet_and_in_the_vocabulary() -> None:
    ruleset = artrules.load(LANTERNS)
    booklet = write_markdown(make_booklet(ruleset, BookletRequest()))
    assert " Words\n" in booklet and "**earn**: Take so many coins from the box." in booklet
    assert "**copy** (Hill guilds): What is copied" in booklet
    (section,) = (section for section in vocabulary(ruleset.model) if section.name == "Terms")
    assert [(entry.written, entry.facts[0][:11]) for entry in section.entries][1] == ("earn, earns", "Take so man")


def test_the_terminal_tells_them() -> None:
    description = artrules.load(LANTERNS).new_game(players=3, seed=1).description
    style = Style(False, 60)
    assert render_terms(description, "EARNS", style) == ["earn: Take so many coins from the box."]
    assert len(render_terms(description, "", style)) == 3
    assert render_terms(description, "zzz", style) == ["the game explains no word with `zzz`"]
    plain = artrules.load("hearts").new_game(players=4, seed=1).description
    assert render_terms(plain, "", style)[0]
