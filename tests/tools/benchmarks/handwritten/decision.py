"""A question to a player. Options are (verb, value); a text is made of one only when it is asked for."""

(
    PLAY, STOP, USE, DECLINE, COPY_CARD, NUMBER, COLOUR, DRAW, BONUS,
    BUY, USE_WHEN_BUYING, TUCK_STACK, TAKE_AWARDS, SPEND_CHANGE, DONE, TRASH_FROM_LINE, TRASH_FROM_DISCARD,
) = range(17)  # fmt: skip
Option = tuple[int, int]


class Decision:
    """Which of these options? It never changes, so that copies of a game share it."""

    __slots__ = ("options", "player")

    def __init__(self, player: int, options: list[Option] | tuple[Option, ...]) -> None:
        self.player = player
        """Counted from 1."""
        self.options = options
