"""What people type is understood as what they mean, and not as something else."""

from __future__ import annotations

import pytest

from artrules.play.explain.why_not.similarity import ENOUGH, likeness, numbers_in, words_of

LABELS = [
    "play red 5",
    "play red 15",
    "play blue 5",
    "buy a 5",
    "buy a 7",
    "tuck the 7s",
    "use The Dealer (red 5): draw a card",
    "use The Snob (blue 3): trash a card",
    "stop playing",
    "end the turn",
    "don't use it",
    "spend the change token",
    "player 2",
    "7",
]
MEANT = {
    "play red 5": "play red 5",
    "PLAY  Red-5!": "play red 5",
    "r5": "play red 5",
    "play r5": "play red 5",
    "red 5": "play red 5",
    "pl b 5": "play blue 5",
    "why can't I buy a 7?": "buy a 7",
    "buy 7": "buy a 7",
    "tuck 7": "tuck the 7s",
    "tuck 7s": "tuck the 7s",
    "the dealer": "use The Dealer (red 5): draw a card",
    "use dealer": "use The Dealer (red 5): draw a card",
    "snob": "use The Snob (blue 3): trash a card",
    "trash": "use The Snob (blue 3): trash a card",
    "stop": "stop playing",
    "end turn": "end the turn",
    "spend token": "spend the change token",
    "spnd tokn": "spend the change token",
    "p2": "player 2",
    "7": "7",
    "\uff17": "7",
}
NOTHING = [
    "",
    " ",
    "a",
    "the",
    "xyzzy",
    "play green 5",
    "play red 6",
    "buy a 77",
    "sell everything",
    "!?*.+(",
    "5 5 5 5 5",
]


@pytest.mark.parametrize("text", MEANT)
def test_what_is_meant(text: str) -> None:
    scored = {label: likeness(words_of(text), words_of(label)) for label in LABELS}
    assert max(scored, key=lambda label: scored[label]) == MEANT[text]
    assert scored[MEANT[text]] >= ENOUGH


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_like_nothing(text: str) -> None:
    assert max(likeness(words_of(text), words_of(label)) for label in LABELS) < ENOUGH


def test_numbers() -> None:
    assert numbers_in(words_of("buy a 007, or 12 or 7s; 1234567890123 is too long")) == (7, 12)
    assert words_of("7s") == ("7",) and words_of("s 7") == ("s", "7")


def test_parts_that_nobody_need_name() -> None:
    asked = words_of("buy a 7 (red)")
    exactly = likeness(asked, words_of("buy a 7"), words_of("red"))
    otherwise = likeness(asked, words_of("buy a 7"), words_of("blue"))
    untold = likeness(asked, words_of("buy a 7"), unknown_parts=1)
    assert exactly == 1 and ENOUGH <= otherwise < exactly and ENOUGH <= untold < exactly
    assert likeness(asked, words_of("buy a 7")) < otherwise
    assert likeness(words_of("buy a 7"), words_of("buy a 7"), words_of("blue")) == 1
    assert likeness(words_of("take awards 2"), words_of("take awards"), words_of("1")) >= ENOUGH


def test_near_numbers_are_near_where_they_need_not_be_the_same() -> None:
    asked = words_of("buy a 7")
    near, far = (likeness(asked, words_of(label), exact=False) for label in ("buy a 6", "buy a 2"))
    assert 1 > near > far > 0 == likeness(asked, words_of("buy a 6"))


def test_order_decides_between_labels_of_the_same_words() -> None:
    labels = ["play 1 of heinrich: from 3 to 2", "play 2 of heinrich: from 3 to 1"]
    for asked in labels:
        assert max(labels, key=lambda label: likeness(words_of(asked), words_of(label))) == asked
    assert likeness(words_of("7 a buy"), words_of("buy a 7")) > ENOUGH
