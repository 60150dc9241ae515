"""What content says is told where it is performed: in which order, under which titles, and what stays silent."""

from __future__ import annotations

from pathlib import Path

import artrules
from artrules.author.booklet.document import Heading, Paragraph, Points, Rows, texts_of
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.selection import BookletRequest

GAME = """ruleset: tiny
language: 3
title: Tiny
players: 2
enums:
  stall:
    title: Stalls
    has: {price: 1..9}
    members: {east: {price: 2}, west: {price: 3}}
    says: Where lamps are sold.
  mood: [good, bad]
cards: {lamp: {label: lamp}}
zones: {box: {holds: lamp, seen_by: everyone}}
variables: {coins: {of: player, type: 0..99}, price: {of: stall, type: 0..9}}
tables: {points_for: {title: What coins are worth, says: In points., steps: "2 -> 1"}}
pieces:
  lamps: {title: Bright lamps, kind: lamp, start: box, count: 3, says: They shine.}
  candles: {kind: lamp, start: box, count: 2}
procedures:
  draw: {do: my coins += 1, says: Take a coin.}
  pay: {do: my coins -= 0, says: [Pay., Then wait.]}
  rest: {do: skip, says: [Rest.]}
  take_turn: |
    draw()
    pay()
    choose from market
    rest()
  silent: |
    choose one:
        "one": skip
        "two": skip
menus:
  market:
    prompt: The market
    says: "Do one of these:"
    entries:
      buy: {label: buy, do: draw(), says: "Buy: pay a coin."}
      leave: {label: leave, do: skip, says: Or leave.}
flow:
  says: Rounds are short.
  setup:
    first: {do: skip, says: Sit down.}
    coins: |
      for p in players:
          as p:
              draw()
  rounds:
    - name: act
      who: in_turn
      from: players[1]
      do: take_turn()
      stop_if: {is: my coins > 9, says: Ten coins end it.}
    - {name: think, who: all_at_once, do: silent()}
  until: {is: my_end(), says: Nobody ends it.}
  last_round: 5
  final: {count: {do: skip, says: Count.}}
  score: {coins: {label: coins, is: points_for(my coins), says: See the table.}}
  winners: {is: players, says: All win.}
functions: {my_end: no}
layout:
  decisions: {silent: Think of one or two}
  phases: {act: acting}
"""


def chapters(folder: Path, text: str = GAME) -> dict[str, list[object]]:
    """The blocks of the rulebook by the headings above them: chapters and parts."""
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    by_heading: dict[str, list[object]] = {}
    for block in make_booklet(artrules.load(folder), BookletRequest()).blocks:
        if isinstance(block, Heading):
            by_heading[block.text] = []
        else:
            by_heading[[*by_heading][-1]].append(block)
    return by_heading


def test_setup_leaves_out_what_turns_tell(tmp_path: Path) -> None:
    assert chapters(tmp_path)["Setup"] == [Paragraph(("Sit down.",))]


def test_a_phase_tells_what_is_performed_in_its_order(tmp_path: Path) -> None:
    parts = chapters(tmp_path)
    assert parts["A round"][0] == Paragraph(("Rounds are short.",))
    acting = [text for block in parts["Acting"] for text in texts_of(block)]
    assert acting[1:] == ["Take a coin.", "Pay.", "Then wait."]
    assert parts["Acting"][-1] == Points((("Pay.",), ("Then wait.",)), numbered=True)
    market = [text for block in parts["The market"] for text in texts_of(block)]
    assert market == ["Do one of these:", "Buy: pay a coin.", "Or leave.", "Rest."]


def test_where_nothing_is_said_there_are_titles(tmp_path: Path) -> None:
    parts = chapters(tmp_path)
    assert parts["Think of one or two"] == []
    assert "Think" in parts
    everything = [text for blocks in parts.values() for block in blocks for text in texts_of(block)]
    assert not [text for text in everything if "my_end" in text or "take_turn" in text]


def test_components_tables_and_the_end(tmp_path: Path) -> None:
    parts = chapters(tmp_path)
    (pieces,) = [block for block in parts["Components"] if isinstance(block, Rows)]
    assert pieces.rows[0] == (("Bright lamps",), ("3",), ("They shine.",))
    assert pieces.rows[1][:2] == (("Candles",), ("2",))
    assert parts["Stalls"][0] == Paragraph(("Where lamps are sold.",))
    assert parts["Stalls"][1] == Rows(("", "Price"), ((("East",), ("2",)), (("West",), ("3",))))
    assert "Mood" not in parts
    assert parts["What coins are worth"][0] == Paragraph(("In points.",))
    assert parts["When the game ends"] == [Paragraph(("Nobody ends it.",)), Paragraph(("Ten coins end it.",))]
    assert parts["After the last round"] == [Paragraph(("Count.",))]
    assert parts["Who wins"] == [Paragraph(("All win.",))]


def test_a_game_that_has_begun_to_say_things_is_told_what_lacks(tmp_path: Path) -> None:
    chapters(tmp_path)
    (warning,) = [d for d in artrules.load(tmp_path).content.report.diagnostics if d.slug == "untold-rule"]
    assert (
        warning.message == "the game has a rulebook, which tells nothing about what players decide in the phase `think`"
    )
    text = GAME.replace("do: silent()}", "do: silent(), says: Think.}")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert not [d for d in artrules.load(tmp_path).content.report.diagnostics if d.slug == "untold-rule"]
