"""Both engines play the same game by chance, and whatever differs is found where it first shows."""

from __future__ import annotations

from typing import Any

from artrules.engine.chance import Stream
from artrules.play.ruleset import Ruleset

from .handwritten.game import Game
from .handwritten.labels import label
from .pictures import of_artrules, of_handwritten


class Disagreement(AssertionError):
    """The engines differ: where, and what each says."""

    def __init__(self, players: int, seed: int, made: int, what: str, artrules: Any, handwritten: Any) -> None:
        place = f"{players} players, seed {seed}, after {made} choices"
        super().__init__(f"{place}: {what}\n  artrules:    {artrules}\n  handwritten: {handwritten}")


def play_both(
    ruleset: Ruleset, players: int, seed: int, *, eager: bool = False, labels_each: int = 1, tables_each: int = 50
) -> int:
    """Play one game in both engines to its end; gives how many choices were made. Raises Disagreement.

    Any option is as likely; but who is `eager` thinks again before taking the last, which is mostly to stop, to end or
    not to use a power: so lines get long, and powers meet. At each decision who decides and how many options there are
    is compared; at every `labels_each`-th what each option says, in order; at every `tables_each`-th, and at the end,
    all that lies on the table.
    """
    theirs = ruleset.new_game(players=players, seed=seed, settings={"patrons": "new_yorkers"}, log=False)
    ours = Game(players, seed)
    stream = Stream(seed, 0, "bot")
    made = 0

    def compare(what: str, artrules: Any, handwritten: Any) -> None:
        if artrules != handwritten:
            raise Disagreement(players, seed, made, what, artrules, handwritten)

    def compare_tables() -> None:
        picture, other = of_artrules(theirs), of_handwritten(ours)
        for key in picture:
            compare(key, picture[key], other[key])

    while theirs.decisions or ours.decisions:
        compare("who must decide", [d.player for d in theirs.decisions], [d.player for d in ours.decisions])
        decision, other = theirs.decisions[0], ours.decisions[0]
        if made % labels_each == 0:
            shown = [label(ours, other, i) for i in range(len(other.options))]
            compare("what is offered", [option.label for option in decision.options], shown)
        compare("how many options", len(decision.options), len(other.options))
        if made % tables_each == 0:
            compare_tables()
        index = stream.below(len(decision.options))
        if eager and index == len(decision.options) - 1:
            index = stream.below(len(decision.options))
        theirs.choose(decision.options[index])
        ours.choose(other, index)
        made += 1
    compare_tables()
    return made
