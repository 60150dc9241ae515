"""Words in labels that depend on a condition, and who may read which of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import choose, offered, tiny, told

LABEL = ('label: "{self.shade} {self.n}"', "label: \"{self.n}{', down' if self.face is down}\"")


def test_one_or_the_other(tmp_path: Path) -> None:
    act = """
    choose n in 1..2
    say "{'one' if n = 1 else 'no. #10'}, {'odd' if n = 1}, {'a' if n > 2 else 'b' if n > 1 else 'c'}"
    """
    game, other = tiny(tmp_path, act).new_game(), tiny(tmp_path, act).new_game()
    choose(game, "1")
    choose(other, "2")
    assert (told(game), told(other)) == (["one, odd, c"], ["no. #10, , b"])


def test_labels_of_cards_and_options(tmp_path: Path) -> None:
    act = """
    move pool[1] to my row
    move pool[1] to my row facing down
    choose "take {c} {'low' if c.n < 3 else 'high'}" for c in my row
    """
    game = tiny(tmp_path, act, edits=[LABEL], pieces="[[3, red, 1], [2, blue, 1]]").new_game()
    assert offered(game) == ["take 3 high", "take 2, down low"]
    assert game.why_not(1, "take 1 low").reason == "here it can only be `take 3 high` or `take 2, down low`"


def test_who_cannot_see_the_card_reads_neither(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my hand
    let c = the best d in my hand, most d.n
    say "{'high' if c.n > 1 else 'low'} and {'down' if c.face is down else 'up'}"
    """
    game = tiny(tmp_path, act).new_game()
    assert told(game) == ["high and up"]
    seen = [[entry.text for entry in game.log.read_by(seat) if entry.kind == "said"] for seat in (1, 2)]
    assert seen == [["high and up"], ["something and up"]]


@pytest.mark.parametrize(
    ("label", "slug"),
    [
        ("{'a'}", "bad-syntax"),
        ("{'a' if 3}", "wrong-type"),
        ("{'a' if yes else 3}", "bad-syntax"),
        ("{3 if yes else 'a'}", "bad-syntax"),
        ("{size('a')}", "bad-syntax"),
        ("{'a if yes}", "bad-syntax"),
    ],
)
def test_what_is_refused(label: str, slug: str, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path, f'say "{label}"')
    assert [d.slug for d in refused.value.diagnostics if d.severity == "error"] == [slug]


def test_a_power_asks_by_its_prompt_else_by_the_name_of_its_key(tmp_path: Path) -> None:
    act = "for c in pool, w in c.powers where w.when is now:\n    may use w"
    power = "- {when: now, PROMPT do: choose n in 1..2}"
    asked = []
    for folder, prompt in (("plain", ""), ("asking", "prompt: which number should it be?,")):
        game = tiny(tmp_path / folder, act, gifts={1: power.replace("PROMPT", prompt)}).new_game()
        choose(game, "use Gift 1 (red 1)")
        asked.append(game.decisions[0].title)
    assert asked == ["Gift 1", "Which number should it be?"]
