"""What players of the shipped games read: every option has a sentence in the story, words are explained, and no name of
the rules shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.model.analyses.calls import every
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir.nodes import Branch, Choose, UsePower
from artrules.play.game.game import Game
from artrules.play.pipeline import read_content
from artrules.play.presentation import entry_data, state_and_options
from artrules.play.presentation.log_lines import render_log_section
from artrules.play.presentation.state import result_data
from artrules.play.presentation.table_lines import render_table
from artrules.text.plain_text import Style

ROOT = Path(__file__).parents[3] / "rulesets"
GAMES = sorted(shipped_rulesets())
GAMES_PLAYED = 50
CHOICES_MADE = 6000
"""Where games are long, fewer are played: until so many choices have been made."""
LOOKED_AT = 7
"""One in so many positions is looked at as a page and a terminal show it."""
NOT_READ = {"about", "to", "token", "from", "who", "zones", "variables", "players", "sort", "kind", "phase"}
"""Keys of data for a page whose values are names of the rules, or hold things by such names."""


def _uses_its_power(branch: Branch) -> bool:
    """Whether a branch is that of a `may use`, which is called by its power."""
    return not branch.binders and len(branch.body) == 1 and isinstance(branch.body[0], UsePower)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_a_sentence(name: str) -> None:
    content = read_content(ROOT / name, name, scenarios=False)
    for model in content.models.values():
        told = {(story.site, story.owner, story.branch) for story in model.layout.story}
        branches = [
            (choose.site, branch.owner, branch.key)
            for _, choose in every(model, Choose)
            for branch in choose.branches
            if not _uses_its_power(branch)
        ]
        assert branches and [each for each in branches if each not in told] == []
        assert all(
            story.sentence.parts and not isinstance(story.sentence.parts[0], str) for story in model.layout.story
        )


@pytest.mark.parametrize("name", GAMES)
def test_words_are_explained(name: str) -> None:
    terms = artrules.load(name).model.terms.values()
    assert len(terms) >= 4 and all(term.text[0].isupper() and term.text.endswith(".") for term in terms)


def texts(data: Any) -> Iterator[str]:
    """All texts in data for a page."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in NOT_READ:
                yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)


def shown(game: Game, seat: int) -> Iterator[str]:
    """What the page and the terminal show of a position, beside the log."""
    state, _ = state_and_options(game, seat)
    yield from texts(state["offers"])
    yield from render_table(state["view"], game.description, Style(False, 200), {}, seat)


@pytest.mark.parametrize("name", GAMES)
def test_no_name_of_the_rules_shows(name: str) -> None:
    ruleset = artrules.load(name)
    read: set[str] = set()
    choices = 0
    for seed in range(GAMES_PLAYED):
        if choices >= CHOICES_MADE:
            break
        chance = random.Random(seed)
        game = ruleset.new_game(players=chance.choice(ruleset.player_counts), seed=seed)
        while game.decisions and len(game.choices) < 1000:
            decision = chance.choice(game.decisions)
            if len(game.choices) % LOOKED_AT == seed % LOOKED_AT:
                read.update(shown(game, decision.player))
            game.choose(chance.choice(decision.options))
        choices += len(game.choices)
        read.update(text for entry in game.log for text in texts(entry_data(entry)))
        read.update(render_log_section(game.log.entries, Style(False, 200)))
        read.update(texts(game.description.as_data()["phases"]))
        if game.result is not None:
            read.update(texts(result_data(game.result)))
    assert len(read) > 30
    assert sorted(text for text in read if "_" in text) == []
