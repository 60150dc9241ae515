"""The six New Yorkers: which card has which powers, and how they are called."""

PERFECTIONIST, TRASH, TUCK, CHANGE, DEALER, COPY, EARN, CRITIC = range(8)
OWN: tuple[tuple[int, ...], ...] = (
    (), (), (PERFECTIONIST,), (TRASH, TUCK), (CHANGE,), (DEALER,), (COPY, EARN), (CRITIC,), (), (), (), (), (), (), (),
)  # fmt: skip
"""By the card's printed number."""
BUYING = frozenset({PERFECTIONIST, TRASH, TUCK})
"""What is used while buying, when its player likes; the $1 of a 6 comes by itself."""
AFTER_PLAYED = (DEALER, CRITIC)
NAMES = (
    "The Perfectionist ({})",
    "The Snob ({}): trash a card",
    "The Snob ({}): one more tuck",
    "The Gallerist ({}): change its number or its colour",
    "The Dealer ({}): draw a card or earn $1 when you buy",
    "The Trendoid ({}): copy a card",
    "The Trendoid ({}): earn $1",
    "The Critic ({})",
)
