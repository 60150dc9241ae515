"""No answer tells what its asker may not know: secrets planted at all places where code may read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.play.explain.why_not.phrases import DEPENDS_ON_HIDDEN, LAST_RESORT
from play.game.tiny import choose, tiny

SETUP = """
for p in players:
    move those(c in pool where c.n < 3) to p.hand
move those(c in pool) to my deck
"""
"""Player 1 holds red 1, and red and blue 2; 8 and 9 lie in the deck."""
PIECES = "[[1, red, 1], [2, red, 1], [2, blue, 1], [8, red, 1], [9, blue, 1]]"
OFFER = 'choose one:\n    "go"{}: skip\n    "stay": skip\n    "stop": skip'
AS_OTHER = "as left(me):\n"
VARIABLES = """
variables:
  open: {of: player, type: 0..99}
  own: {of: player, type: 0..99, seen_by: owner}
  secret: {of: player, type: 0..99, seen_by: nobody}
  favourite: {of: player, type: tile or none}
events:
  shown: {has: {card: tile, n: 0..99, by: player}, kept: round}
  passing: {has: {n: 0..99, card: tile}}
  said: {has: {n: 0..99}, kept: round}
functions:
  owned(player p): p.own > 50
  hidden_too(player p): p.secret > 50 or p.own > 60
  much_said: {is: sum(e.n for e in said) > 50, else: "too little has been said"}
procedures:
  announce_it(0..99 n): |
    announce said(n: n)
  put_it(0..99 n): |
    choose one:
        "go" if n > 50: skip
        "stay": skip
        "stop": skip
"""


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def asking(condition: str, before: str = "") -> str:
    """Player 2 is asked, on account of a condition that player 1's code tests."""
    return SETUP + before + AS_OTHER + indented(OFFER.format(f" if {condition}"))


SAID = {"sum(e.n for e in said)": "17"}
KNOWN: dict[str, tuple[str, str, dict[str, str]]] = {
    # What player 2 may know: (code, the condition that is told, values).
    "an open variable": (
        asking("right(me).open > 50", "my open becomes 17\n"),
        "right(me).open > 50",
        {"right(me).open": "17"},
    ),
    "one's own variable": (asking("my own > 50", "left(me).own becomes 17\n"), "my own > 50", {"my own": "17"}),
    "a number that a procedure announces": (asking("much_said()", "announce_it(17)\n"), "much_said()", SAID),
    "how many there are": (
        asking("size(right(me).hand) > 5"),
        "size(right(me).hand) > 5",
        {"size(right(me).hand)": "3"},
    ),
    "how many of those that can't be seen": (
        asking("count(c in right(me).hand) > 5"),
        "count(c in right(me).hand) > 5",
        {"count(c in right(me).hand)": "3"},
    ),
    "cards that lie open": (
        asking("any(c in pool where c.n > 50)", "move my hand[1] to pool\n"),
        "any(c in pool where c.n > 50)",
        {"pool": "red 1"},
    ),
    "that a card lies face down": (
        asking(
            "size(those(c in right(me).row where c.face is up)) > 5",
            "move my hand[1] to my row facing down\nmove my hand[1] to my row\n",
        ),
        "size(those(c in right(me).row where c.face is up)) > 5",
        {"size(those(c in right(me).row where c.face is up))": "1"},
    ),
    "what was said of open things": (
        SETUP + "let n = size(my hand) + my open\n" + AS_OTHER + indented(OFFER.format(" if n > 50")),
        "n > 50",
        {"n": "3"},
    ),
    "the open part of two": (
        asking("right(me).secret < 50 and right(me).open > 50", "my open becomes 17\n"),
        "right(me).open > 50",
        {"right(me).open": "17"},
    ),
}
SECRET: dict[str, str] = {
    "a secret number that a procedure announces": asking("much_said()", "announce_it((my hand[1]).n + 16)\n"),
    "one of two numbers": asking("much_said()", "announce_it(9)\nannounce_it((my hand[1]).n)\n"),
    # Player 2 asks; neither the numbers 17 and 18 nor what fails may be told, but only what it may depend on.
    "another's variable": asking("right(me).own > 50", "my own becomes 17\n"),
    "nobody's variable": asking("right(me).secret > 50", "my secret becomes 17\n"),
    "through a function": asking("owned(right(me))", "my own becomes 17\n"),
    "either of two": asking("hidden_too(right(me))", "my own becomes 17\nmy secret becomes 18\n"),
    "a card of another's hand": asking("(right(me).hand[1]).n > 50"),
    "a card face down": asking("any(c in right(me).row where c.n > 50)", "move my hand[1] to my row facing down\n"),
    "which card a variable means": SETUP
    + "my favourite becomes my hand[1]\n"
    + AS_OTHER
    + indented(OFFER.format(" if any(c in right(me).hand where c is right(me).favourite and c.n > 50)")),
    "what a variable's card is": asking(
        "right(me).favourite is top of heap", "my favourite becomes my hand[1]\nmove my hand[2] to heap\n"
    ),
    "a name for another's variable": SETUP
    + "my own becomes 17\nlet n = my own\n"
    + AS_OTHER
    + indented(OFFER.format(" if n > 50")),
    "a name for a number on a card": SETUP
    + "let n = (my hand[1]).n + 16\n"
    + AS_OTHER
    + indented(OFFER.format(" if n > 50")),
    "a name that a secret decides on": SETUP
    + "let n = 18\nif (my hand[1]).n = 1:\n    n becomes 17\n"
    + AS_OTHER
    + indented(OFFER.format(" if n > 50")),
    "a count of what is hidden": SETUP
    + "let n = 16\nfor c in my hand where c.n = 1:\n    n += 1\n"
    + AS_OTHER
    + indented(OFFER.format(" if n > 50")),
    "a loop that a secret ends": SETUP
    + "let n = 16\nfor c in my hand:\n    n += 1\n    if c.n = 1:\n        stop\n"
    + AS_OTHER
    + indented(OFFER.format(" if n > 50")),
    "chance": SETUP + "random n in 17..18\n" + AS_OTHER + indented(OFFER.format(" if n > 50")),
    "an argument": SETUP + "my own becomes 17\n" + AS_OTHER + "    put_it(right(me).own)",
    "a field of what happened": SETUP
    + "announce shown(card: my hand[1], n: (my hand[1]).n + 16, by: me)\n"
    + AS_OTHER
    + indented(OFFER.format(" if any(e in shown where e.n > 50)")),
    "a card of what happened": SETUP
    + "announce shown(card: my hand[1], n: 3, by: me)\n"
    + AS_OTHER
    + indented(OFFER.format(" if any(e in shown where e.card.n > 50)")),
    "what is happening": SETUP
    + "as left(me):\n    watch passing as e until turn ends:\n"
    + "".join(f"        {line}\n" for line in OFFER.format(" if e.n > 50").splitlines())
    + "announce passing(n: (my hand[1]).n + 16, card: my hand[1])",
    "which card is happening": SETUP
    + "as left(me):\n    watch passing as e until turn ends:\n"
    + "".join(f"        {line}\n" for line in OFFER.format(" if e.card.n > 50").splitlines())
    + "announce passing(n: 3, card: my hand[1])",
}


def game_of(folder: Path, act: str, *labels: str) -> artrules.Game:
    game = tiny(folder, act, more=VARIABLES, pieces=PIECES).new_game(seed=3)
    choose(game, *labels)
    return game


@pytest.mark.parametrize("name", KNOWN)
def test_what_may_be_known_is_told(name: str, tmp_path: Path) -> None:
    act, condition, values = KNOWN[name]
    game = game_of(tmp_path, act)
    assert [d.player for d in game.decisions] == [2]
    answer = game.why_not(2, "go")
    assert (answer.condition, answer.values) == (condition, values)
    assert answer.condition == condition and answer.reason not in ("", LAST_RESORT, DEPENDS_ON_HIDDEN)


@pytest.mark.parametrize("name", SECRET)
def test_what_may_not_be_known_is_not_told(name: str, tmp_path: Path) -> None:
    game = game_of(tmp_path, SECRET[name])
    assert [d.player for d in game.decisions] == [2]
    assert [o.label for o in game.decisions[0].options] == ["stay", "stop"]
    answer = game.why_not(2, "go")
    assert answer.matched == "go" and not answer.possible
    assert answer.reason == "it depends on something that you may not know"
    assert answer.condition is not None and answer.source is not None
    assert not {"17", "18", "red 1"} & set(answer.values.values())
    content = str(answer.as_data())
    assert "is 17" not in content and "is 18" not in content and "red 1" not in content


def test_ones_own_things_are_told_to_oneself(tmp_path: Path) -> None:
    act = SETUP + "my own becomes 17\nlet n = my own\nlet m = (my hand[1]).n\n" + OFFER.format(" if n + m > 50")
    answer = game_of(tmp_path, act).why_not(1, "go")
    assert answer.values == {"n": "17", "m": "1"}


GOES_THROUGH = {
    "cards that can't be seen": '"take {n}" for c in right(me).hand, n in 1..3 if total > 3',
    "cards that can't be seen, and more of them": '"take {n}" for c in right(me).hand, n in 1..3 where n > total + 9',
    "their numbers": '"take {n}" for c in right(me).hand, n in 1..3 where c.n > 50',
    "numbers that were announced": '"take {n}" for n in 1..3 if any(e in shown where e.l has n)',
}


@pytest.mark.parametrize("name", GOES_THROUGH)
def test_hidden_things_are_gone_through(name: str, tmp_path: Path) -> None:
    """Not all that is hidden gets in the way: that there is something, and what doesn't depend on it, is known."""
    act = SETUP + "announce shown(card: my hand[1], n: 3, by: me, l: [(my hand[1]).n + 16])\n" + AS_OTHER
    act += indented(f'choose one:\n    {GOES_THROUGH[name]}: skip\n    "stay": skip\n    "stop": skip')
    more = VARIABLES.replace("n: 0..99, by: player}", "n: 0..99, by: player, l: list of 0..99}")
    game = tiny(tmp_path, act, more=more, pieces=PIECES).new_game(seed=3)
    answer = game.why_not(2, "take 2")
    assert answer.matched == "take 2"
    told = {"total > 3": {"total": "0"}, "n > total + 9": {"n": "2", "total": "0"}}
    if answer.condition in told:
        assert answer.values == told[answer.condition]
    else:
        assert answer.reason == "it depends on something that you may not know"


def test_what_is_offered_by_hidden_cards_is_found(tmp_path: Path) -> None:
    act = (
        SETUP
        + AS_OTHER
        + indented(
            'choose one:\n    "take {n}" for c in right(me).hand, n in 1..3 where c.n < 2 and c.n + n > 2: skip\n'
            + '    "stop": skip'
        )
    )
    game = game_of(tmp_path, act)
    for text in ("take 2", "tak 2", "2"):
        answer = game.why_not(2, text)
        assert answer.possible and answer.matched == "take 2"
    assert game.why_not(2, "take 1").reason == "it depends on something that you may not know"


def test_ones_own_deck_is_not(tmp_path: Path) -> None:
    """What comes of a card that nobody sees is left open, though the failure is known to come."""
    act = SETUP + "my secret becomes (top of my deck).n\n" + OFFER.format(" if my secret > 50")
    answer = game_of(tmp_path, act).why_not(1, "go")
    assert answer.reason == "it depends on something that you may not know"
    assert answer.values == {}


MATCHING = """
choose one:
    "give {c}" for c in my hand: move c to pool
    "stay": skip
    "stop": skip
"""


@pytest.mark.parametrize("label", ["red 8", "blue 9", "red 1", "blue 2"])
def test_where_a_card_lies_is_told_only_if_it_is_seen(label: str, tmp_path: Path) -> None:
    """Player 2 holds no card: whether one is in player 1's hand or deck makes no difference."""
    game = game_of(tmp_path, SETUP + AS_OTHER + indented(MATCHING))
    answer = game.why_not(2, f"give {label}")
    assert answer.matched == f"give {label}"
    assert answer.reason == f"{label} isn't in your hand"


def test_what_has_changed_on_a_hidden_card_does_not_show_in_its_label(tmp_path: Path) -> None:
    act = SETUP + "let mine = my hand[1]\nmine.mark becomes 7\n" + AS_OTHER + indented(MATCHING)
    edits = [('label: "{self.shade} {self.n}"', 'label: "{self.shade} {self.n} mark {self.mark}"')]
    game = tiny(tmp_path, act, pieces=PIECES, edits=edits).new_game(seed=3)
    assert game.why_not(2, "give red 1").matched == "give red 1 mark 0"
    assert game.why_not(2, "give red 1 mark 7").matched is None


def test_gained_powers_of_a_hidden_card_are_not_asked_about(tmp_path: Path) -> None:
    act = SETUP + "let mine = my hand[1]\nfor v in my hand[2].powers:\n    mine gains v\n"
    act += AS_OTHER + indented(
        'choose one:\n    "use {w}" for c in my row, w in c.powers where usable(w): use w\n'
        + '    "stay": skip\n    "stop": skip'
    )
    gifts = {2: "- {when: now, label: sing, do: my x += 1}"}
    game = tiny(tmp_path, act, pieces=PIECES, gifts=gifts).new_game(seed=3)
    texts = {game.why_not(2, "use gift 2 red 1 sing").matched, game.why_not(2, "use gift 2 red 2 sing").matched}
    assert texts == {None, "use Gift 2 (red 2): sing"}


def test_looking_ahead_stops_where_the_asker_knows_no_further(tmp_path: Path) -> None:
    """A way that leads to a hidden card isn't followed: what would fail there is not told."""
    act = SETUP + "my own becomes 17\n" + AS_OTHER
    act += indented(
        'choose one:\n    "go":\n        require right(me).own > 50 else "they have {right(me).own}"\n'
        + '    "stay": skip\n    "stop": skip'
    )
    game = game_of(tmp_path, act)
    answer = game.why_not(2, "go")
    assert answer.reason == DEPENDS_ON_HIDDEN
    assert "they have" not in answer.text


def test_all_at_once_others_are_as_they_stood(tmp_path: Path) -> None:
    """What others have done since the phase began doesn't show, in values or in where cards lie."""
    phases = """
    - name: together
      who: all_at_once
      do: |
        repeat:
            choose one:
                "lay {c}" for c in my hand:
                    move c to my row
                    my open += 5
                "brag" if my open > 90:
                    skip
                "stop":
                    stop
    """
    act = "for p in players:\n    for c in top 3 of deal:\n        move c to p.hand"
    edits = [
        ("  pool: {holds", "  deal: {holds: tile, order: pile, seen_by: everyone}\n  pool: {holds"),
        ("start: pool,", "start: deal,"),
    ]
    pieces = "[[1, red, 1], [2, red, 1], [3, red, 1], [4, blue, 1], [5, blue, 1], [6, blue, 1]]"
    game = tiny(tmp_path, act, phases=phases, more=VARIABLES, edits=edits, pieces=pieces).new_game(seed=3)
    assert [d.player for d in game.decisions] == [1, 2]
    (card,) = [o.label for o in game.decisions[0].options if "lay" in o.label][:1]
    asked = [card, "brag", "stay", "lay blue 5", "lay red 9"]
    before: list[dict[str, Any]] = [game.why_not(2, text).as_data() for text in asked]
    choose(game, card)
    assert [game.why_not(2, text).as_data() for text in asked] == before
    assert game.why_not(1, card).reason == f"{card.removeprefix('lay ')} isn't in your hand: it lies in your row"
    assert game.why_not(1, "brag").values == {"my open": "5"}
    while [d for d in game.decisions if d.player == 1]:
        game.choose(game.decisions[0].options[-1])
    assert [d.player for d in game.decisions] == [2]
    assert [game.why_not(2, text).as_data() for text in asked] == before
    answer = game.why_not(1, "brag")
    assert answer.reason == "player 1 has done their part, and waits for the others"


def test_which_option_is_about_a_hidden_card_is_not_told(tmp_path: Path) -> None:
    """Each is offered as a card somewhere: naming one that may lie there doesn't lead to it."""
    act = SETUP + 'choose "take {c}" for c in left(me).row\nmove c to my hand'
    act = act.replace(
        "move those(c in pool) to my deck", "move those(c in pool) to my deck\nmove my deck to left(me).row facing down"
    )
    game = tiny(tmp_path, act, pieces=PIECES).new_game(seed=1)
    assert [o.label for o in game.decisions[0].options] == ["take a card", "take a card"]
    first, second = (game.why_not(1, f"take {name}").as_data() for name in ("red 8", "blue 9"))
    assert first["nearest"] == second["nearest"]
