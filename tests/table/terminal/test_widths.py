"""Every line fits the terminal, however narrow: stories, tables, what is offered, asides, results, replays."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import artrules
from artrules.lab.bots.registry import make_bot, run_playout
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.table.session.record import read_record, record_of, write_record
from artrules.table.session.replay import play_again
from artrules.table.terminal.replayer import Replayer
from artrules.table.terminal.story import render_heading, render_result, render_story
from artrules.text.plain_text import Style, fill, hanging_indent, rewrap
from table.session.table_of import play_on, table_of
from table.terminal.talking import session_of

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"
GAMES = {**{name: name for name in shipped_rulesets()}, "lanterns": str(LANTERNS)}
WIDTHS = (40, 60, 80, 100)
ASIDES = [
    "?",
    "why",
    "why buy a 7",
    "look",
    "look hand",
    "look e",
    "powers",
    "log 200",
    "log x",
    "table",
    "undo",
    "xyzzy",
]


def too_wide(lines: Iterable[str], width: int) -> list[str]:
    return [line for line in lines if len(line) > width]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_bots(name: str) -> None:
    ruleset = artrules.load(GAMES[name])
    for players in ruleset.player_counts:
        game = ruleset.new_game(players, seed=players)
        run_playout(game, [make_bot("uniform", players, seat) for seat in range(1, players + 1)])
        for width in WIDTHS:
            style = Style(False, width)
            lines = [*render_heading(ruleset.title, game, ["uniform"] * players, style), *render_story(game.log, style)]
            lines += render_result(game.result, style)
            assert too_wide(lines, width) == []
            assert len(lines) > 10


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_session(name: str, width: int) -> None:
    ruleset = artrules.load(GAMES[name])
    players = ruleset.player_counts[-1]
    table = table_of(ruleset, players, (1, 2)[:players], 7)
    for seed in range(4):
        session, _ = session_of(table, Style(False, width))
        replies = [session.start(), session.answer(""), *map(session.answer, ASIDES)]
        for reply in replies:
            assert too_wide(reply.lines, width) == []
        play_on(table, seed, choices=12)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_replay(name: str, width: int) -> None:
    ruleset = artrules.load(GAMES[name])
    table = table_of(ruleset, ruleset.fewest_players, (1,), 7)
    play_on(table, choices=20)
    replay = play_again(ruleset, read_record(write_record(record_of(table.game, "x", table.seats))))
    replayer = Replayer(replay, replay.timeline.at(0).description, Style(False, width), [], 0)
    for typed in ["?", "n", "n", "r", "e", "b", "l", "g 10", "xyzzy"]:
        assert too_wide(replayer.answer(typed).lines, width) == []


@pytest.mark.parametrize("width", range(24, 60))
def test_labels_and_words_of_any_length(width: int) -> None:
    words = "a bb ccc dddd " * 9 + "w" * 70 + " end"
    for label in ("", "  ", "  label: ", "  a rather long label: "):
        for lines in (hanging_indent(label, words, width), fill(label, len(label), words.split(), ", ", width)):
            assert too_wide(lines, width) == []
            assert "".join("".join(lines).replace(",", "").split()) == "".join((label + words).split())
    assert too_wide(rewrap(["    " + words, words], width), width) == []
