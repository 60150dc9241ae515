"""The cards of the box, numbered from 0: first the gallery, then the five packs."""

RED, ORANGE, PURPLE, BLUE, WHITE, GREY = range(6)
COLOURS = ("red", "orange", "purple", "blue", "white", "grey")
REAL_COLOURS = (RED, ORANGE, PURPLE, BLUE)
HIGH_CARDS = ((11, RED), (12, ORANGE), (13, PURPLE), (14, BLUE))
PACK_COLOURS = ((ORANGE, BLUE), (RED, PURPLE), (RED, BLUE), (ORANGE, PURPLE), (RED, ORANGE))
"""The colours of each pack's 1s; those of its 2s are the other two."""


def _gallery() -> list[tuple[int, int]]:
    return [(n, k) for n in range(2, 8) for k in REAL_COLOURS for _ in range(3 if n < 5 else 2)]


def _pack(ones: tuple[int, int]) -> list[tuple[int, int]]:
    twos = [k for k in REAL_COLOURS if k not in ones]
    return [*((1, k) for k in ones), (1, WHITE), *((2, k) for k in twos), (2, GREY), *HIGH_CARDS]


_CARDS = _gallery() + [card for ones in PACK_COLOURS for card in _pack(ones)]
PRINTED = tuple(number for number, _ in _CARDS)
SHADE = tuple(colour for _, colour in _CARDS)
LOOK = tuple(number * 6 + colour for number, colour in _CARDS)
"""Equal for cards that look alike."""

STACKS = {n: tuple(c for c in range(60) if PRINTED[c] == n) for n in range(2, 8)}
PACKS = tuple(tuple(range(60 + 10 * p, 70 + 10 * p)) for p in range(5))
AWARDS = 32
