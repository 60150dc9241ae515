"""Shuffling and drawing lots from the streams of `docs/inside/machine.md`, section Randomness."""

_MASK = (1 << 64) - 1


def below(key: int, counter: int, bound: int) -> tuple[int, int]:
    """A number below a bound from a stream that has been drawn from so often, and how often then."""
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        counter += 1
        x = (key + counter * 0x9E3779B97F4A7C15) & _MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        x ^= x >> 31
        if x < limit:
            return x % bound, counter


def shuffle(cards: list[int], key: int, counter: int) -> int:
    """Shuffle cards, the top one first, in place; gives the stream's counter after it."""
    for i in range(len(cards) - 1, 0, -1):
        j, counter = below(key, counter, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return counter
