"""Modifiers (`docs/write/sets.md`): what is refused, and what would tell hidden things."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.pipeline import read_content

RULES = """\
ruleset: pack
language: 3
title: Pack
players: 2
enums:
  breed: [hound, alpha, pup]
  mark: [swift, stout]
lives: {turn: every_turn}
groups:
  howls: {keyed_by: name, chosen_by: pack}
settings:
  pack: {set_of: howls, starts: plain}
cards:
  beast:
    label: "{self.breed}"
    attributes:
      breed:  {type: breed}
      bite:   {type: -20..40, combines: add}
      marks:  {type: some of mark, combines: union}
      asleep: {type: bool, starts: no, back_when_leaving: in_play, combines: any}
      reach:  {type: 0..9, combines: most}
      weight: {type: 1..3}
    powers: {from: howls, by: breed, back_when_leaving: in_play}
  stick: {}
zones:
  wood:   {holds: stick, seen_by: everyone}
  den:    {holds: beast, order: pile, seen_by: nobody}
  hand:   {per: player, holds: beast, seen_by: owner}
  meadow: {per: player, holds: beast, order: row, seen_by: everyone, in_play: yes}
functions:
  strong(beast c): c.bite > 3
variables:
  prey: {of: player, type: 0..400}
procedures:
  take_turn: |
    move top 1 of den to my hand
    choose one:
        "send {c} out" for c in my hand:
            move c to my meadow
        "hunt":
            for c in my meadow where not c.asleep:
                my prey += max(0, c.bite) + size(c.marks) + (1 if strong(c) else size(wood)) + c.reach + c.weight
        "howl":
            for c in my meadow:
                c gets bite 1, asleep until turn ends
                c gets marks [swift], reach 2
pieces:
  sticks: {kind: stick, start: wood, columns: [count], rows: [[2]]}
  beasts:
    kind: beast
    start: den
    columns: [breed, bite, marks, reach, weight, count]
    rows: [[hound, 2, [], 1, 1, 4], [alpha, 3, [stout], 2, 2, 4], [pup, 1, [swift], 0, 3, 4]]
flow:
  setup:
    deal: shuffle den
  rounds:
    - {name: hunt, who: in_turn, from: "players[1]", do: take_turn(), ends: turn}
  last_round: 4
  winners: best(p in players, most p.prey)
"""
SET = """\
set: plain
of: pack
howls:
  hound:
    powers: []
  alpha:
    powers:
      - {gives: {to: c in my meadow where c is not self, bite: 1}}
  pup:
    powers:
      - {if: size(my meadow) > 2, gives: {reach: 3}}
"""
GIFT = "{gives: {to: c in my meadow where c is not self, bite: 1}}"
GETS = "c gets bite 1, asleep until turn ends"
IN_PLAY = "order: row, seen_by: everyone, in_play: yes"
Edits = list[tuple[str, str]]


def write(folder: Path, edits: Edits) -> list[str]:
    """Write the game with some edits; gives all its lines."""
    texts = [RULES, SET]
    for old, new in edits:
        assert any(old in text for text in texts)
        texts = [text.replace(old, new) for text in texts]
    for name, text in zip(("ruleset", "plain"), texts, strict=True):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return [line for text in texts for line in text.split("\n")]


def told(folder: Path, edits: Edits) -> list[tuple[str, str]]:
    """The mistakes of the game with some edits, each with the text at which it is reported."""
    write(folder, edits)
    mistakes = []
    for diagnostic in read_content(folder, "pack", scenarios=False).report.diagnostics:
        at = diagnostic.span
        assert at is not None and at.line == at.end_line
        line = (folder / Path(at.file).name).read_text(encoding="utf-8").split("\n")[at.line - 1]
        mistakes.append((diagnostic.slug, line[at.column - 1 : at.end_column - 1]))
    return mistakes


def test_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    assert told(tmp_path, []) == []


@pytest.mark.parametrize(
    ("edits", "mistake"),
    [
        ([("combines: add", "combines: union")], ("wrong-value", "union")),
        ([("combines: union", "combines: most")], ("wrong-value", "most")),
        ([("combines: any", "combines: add")], ("wrong-value", "add")),
        ([("combines: most", "combines: more")], ("wrong-word", "more")),
        ([("starts: no,", "starts: no, seen_by: everyone,")], ("wrong-value", "any")),
        (
            [("  stick: {}", "  stick:\n    attributes: {bite: {type: -20..40, starts: 1, combines: most}}")],
            ("wrong-value", "bite"),
        ),
        (
            [("  stick: {}", "  stick:\n    attributes: {bite: {type: 0..3, starts: 1, combines: add}}")],
            ("wrong-value", "bite"),
        ),
        ([(GIFT, "{gives: {bitt: 1}}")], ("unknown-name", "bitt")),
        ([(GIFT, "{gives: {weight: 1}}")], ("unknown-name", "weight")),
        ([(GIFT, "{gives: {bite: yes}}")], ("wrong-type", "yes")),
        ([(GIFT, "{gives: {}}")], ("missing-value", "{}")),
        ([(GIFT, "{gives: {to: c in my meadow}}")], ("missing-value", "{to: c in my meadow}")),
        ([(GIFT, "{gives: {to: p in players, bite: 1}}")], ("wrong-type", "players")),
        ([(GIFT, '{gives: {to: "c in my meadow, d in my hand", bite: 1}}')], ("wrong-value", "d in my hand")),
        ([(GIFT, "{if: c.weight > 1, gives: {to: c in my meadow, bite: 1}}")], ("unknown-name", "c")),
        ([(GIFT, "{gives: {bite: 1}, label: bark}")], ("missing-key", "gives")),
        ([(GIFT, "{gives: {bite: 1}, do: skip}")], ("keys-exclude", "do")),
        ([(GIFT, "{if: yes}")], ("keys-exclude", "if")),
        (
            [(GIFT, "{gives: {to: c in my meadow where c.bite > 1, bite: 1}}")],
            ("circle", "c in my meadow where c.bite > 1"),
        ),
        ([(GIFT, "{gives: {to: c in my meadow, bite: c.bite}}")], ("circle", "c.bite")),
        (
            [(GIFT, "{gives: {to: c in my meadow where strong(c), bite: 1}}")],
            ("circle", "c in my meadow where strong(c)"),
        ),
        ([(GIFT, "{gives: {bite: 1}, if: self.bite > 1}")], ("circle", "{gives: {bite: 1}, if: self.bite > 1}")),
        ([(GIFT, "{gives: {bite: self.reach}}"), ("reach: 3", "reach: size(self.marks)")], None),
        (
            [(GIFT, "{gives: {bite: self.reach}}"), ("reach: 3", "reach: '9 if strong(self) else 1'")],
            ("circle", "self.reach"),
        ),
        ([(IN_PLAY, "order: row, seen_by: everyone")], ("missing-value", "in_play")),
        ([("seen_by: nobody}", "seen_by: nobody, in_play: yes}")], ("bad-owner", "den")),
        ([("max(0, c.bite)", "base(c.weight)")], ("wrong-arguments", "base(c.weight)")),
        ([("max(0, c.bite)", "base(c)")], ("wrong-arguments", "base(c)")),
        ([("max(0, c.bite)", "base(c.bite + 1)")], ("wrong-arguments", "base(c.bite + 1)")),
        ([("not c.asleep", "not printed(c.asleep)")], ("wrong-arguments", "printed(c.asleep)")),
        ([(GETS, "my meadow gets bite 1")], ("wrong-type", "my meadow")),
        ([(GETS, "c gets weight 1")], ("unknown-name", "weight")),
        ([(GETS, "c gets bite")], ("missing-value", "bite")),
        ([(GETS, "c.bite += 1")], ("not-assignable", "c.bite")),
    ],
)
def test_each_mistake_is_told_once(tmp_path: Path, edits: Edits, mistake: tuple[str, str] | None) -> None:
    assert told(tmp_path, edits) == ([] if mistake is None else [mistake])


def test_without_a_zone_in_play_powers_give_nothing(tmp_path: Path) -> None:
    edits = [
        (IN_PLAY, "order: row, seen_by: everyone"),
        (", back_when_leaving: in_play", ""),
        ("reach 2", "reach 2 until turn ends"),
    ]
    assert told(tmp_path, edits) == [("missing-value", GIFT)]


@pytest.mark.parametrize(
    ("gift", "place"),
    [
        ("{gives: {bite: size(my hand)}}", ""),
        ("{gives: {to: c in my hand where c.weight > 1, bite: c.weight}}", ""),
        ("{gives: {to: c in left(me).hand, bite: 1}}", ""),
        ("{gives: {to: c in beast where c.weight > 1, bite: 1}}", ""),
        ("{gives: {bite: 'sum(c.weight for c in my hand)'}}", "sum(c.weight for c in my hand)"),
        ("{gives: {bite: 1}, if: any(c in my hand where c.weight > 1)}", GIFT),
        ("{gives: {to: c in top 1 of den, bite: 1}}", "c in top 1 of den"),
        ("{gives: {to: c in my hand where any(d in my hand where d.weight > c.weight), bite: 1}}", "c in my hand"),
    ],
)
def test_what_powers_give_must_tell_nothing_hidden(tmp_path: Path, gift: str, place: str) -> None:
    """That a card lies in a hand is no secret to those who see the card."""
    reveals = [at for slug, at in told(tmp_path, [(GIFT, gift)]) if slug == "figure-reveals"]
    assert len(reveals) == bool(place)
    assert not place or reveals[0].startswith(gift if place == GIFT else place)


@pytest.mark.parametrize(
    "edit", [("seen_by: everyone, in_play", "seen_by: owner, in_play"), ("to my meadow", "to my meadow facing down")]
)
def test_cards_that_not_everybody_sees_must_not_give_anything(tmp_path: Path, edit: tuple[str, str]) -> None:
    assert [at for slug, at in told(tmp_path, [edit]) if slug == "figure-reveals"] == ["bite", "reach"]


def test_what_lies_outside_of_the_type_is_a_fault(tmp_path: Path) -> None:
    edits = [("bite:   {type: -20..40", "bite:   {type: 0..9"), (GIFT, "{gives: {bite: 7}}")]
    write(tmp_path, [*edits, ("shuffle den", "move top 6 of den to players[1].hand")])
    game = artrules.load(tmp_path).new_game(2, seed=1)
    with pytest.raises(artrules.GameFault) as raised:
        while not game.finished:
            game.choose(
                next((o for o in game.decisions[0].options if "alpha" in o.label), game.decisions[0].options[-1])
            )
            game.view(1)
    text = str(raised.value)
    assert "error[ART5001 out-of-bounds]: what `bite` comes to is out of bounds" in text
    assert "expected: 0..9" in text and "found: 10" in text


def test_a_zone_in_play_may_be_that_of_a_set(tmp_path: Path) -> None:
    write(tmp_path, [])
    burrow = "zones: {burrow: {per: player, holds: beast, seen_by: everyone, in_play: yes}}\nhowls:\n"
    wild = SET.replace("set: plain", "set: wild").replace("howls:\n", burrow).replace("in my meadow", "in my burrow")
    (tmp_path / "wild.yaml").write_text(wild, encoding="utf-8")
    for name in ("plain", "wild"):
        game = artrules.load(tmp_path).new_game(2, seed=1, settings={"pack": name})
        for _ in range(4):
            game.choose(game.decisions[0].options[0])
        assert game.view(1)["players"][1]["meadow"]
