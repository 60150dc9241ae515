"""Shuffling and drawing lots from the streams of `docs/architecture.md`, section Randomness."""

from artrules.run.chance import below


def shuffle(cards: list[int], key: int, counter: int) -> int:
    """Shuffle cards, the top one first, in place; gives the stream's counter after it."""
    for i in range(len(cards) - 1, 0, -1):
        j, counter = below(key, counter, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return counter
