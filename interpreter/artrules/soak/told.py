"""What a seat would read of a choice, in a game and in the same game dealt anew.

A choice of others corresponds to the one of the cards that lie in the same places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.run.advance import Candidate
from artrules.run.chance import Stream
from artrules.run.dealing import Deal
from artrules.run.decision import Decision, GameFault, Option
from artrules.run.game import Game
from artrules.run.log import LogEntry
from artrules.run.moving import Veil
from artrules.run.powers import SLOTS
from artrules.run.resample import Resampled
from artrules.run.signals import Fail, Fault

MOST_LABELS = 20


def labels_told(game: Game, dealt: Resampled, seat: int, stream: Stream) -> Iterator[tuple[str, str]]:
    """How others' options would be told to the seat, here and there."""
    for here, there in zip(game.decisions, dealt.game.decisions, strict=True):
        if here.player == seat:
            continue
        for candidate in here._candidates[:MOST_LABELS]:
            texts = _public(here, candidate), _public(there, counterpart(here, candidate, dealt.deal))
            if None not in texts:
                yield texts  # type: ignore[misc]


def _public(decision: Decision, candidate: Candidate) -> str | None:
    """What others read of an option when it is chosen; None where it can't be called anything."""
    state = decision._game._state
    others = [p for p in range(state.runtime.players) if p != decision.player - 1]
    try:
        return decision._label(candidate, Veil(state, others))
    except (Fail, Fault):
        return None


def choice_told(game: Game, dealt: Resampled, seat: int, stream: Stream) -> Iterator[tuple[str, str]]:
    """What the seat reads when a choice is made, here and there, line by line. Nothing where it can't be made there,
    where the seat learns something by it, or where it doesn't have the same outcome for the seat."""
    if not game.decisions:
        return
    which = stream.below(len(game.decisions))
    here, there = game.copy(), dealt.game.copy()
    decision = here.decisions[which]
    candidate = decision._candidates[stream.below(len(decision._candidates))]
    same = counterpart(decision, candidate, dealt.deal)
    if same not in there.decisions[which]._candidates:
        return
    news = _news(here, Option(decision, candidate), seat)
    others = _news(there, Option(there.decisions[which], same), seat)
    if news is None or others is None or not _still_hidden(game, here, dealt.deal, seat):
        return
    if [(e.kind, e.player) for e in news] != [(e.kind, e.player) for e in others]:
        return
    if {**here.view(seat), "log": None} != {**there.view(seat), "log": None}:
        return
    yield from ((a.text, b.text) for a, b in zip(news, others, strict=True))


def _news(game: Game, option: Option, seat: int) -> list[LogEntry] | None:
    """What the seat reads after a choice; None when the choice can't be made."""
    assert game._log is not None
    before = len(game._log.seen_by(seat))
    try:
        game.choose(option)
    except GameFault:
        return None
    assert game._log is not None
    return game._log.seen_by(seat)[before:]


def _still_hidden(before: Game, after: Game, deal: Deal, seat: int) -> bool:
    """Whether nothing that was dealt anew has come to light: a card that was seen and then shuffled away, such as
    with a discard pile, is not known either, but has a new path."""
    was, known = before._state.knowledge, after._state.knowledge
    assert was is not None and known is not None
    old, new = was.seats[seat - 1].paths, known.seats[seat - 1].paths
    hidden = [there for there, card in deal.lies.items() if there != card]
    return all(there in new and new[there][: len(old[there])] == old[there] for there in hidden)


def counterpart(decision: Decision, candidate: Candidate, deal: Deal) -> Candidate:
    """The candidate with the cards that lie in the places of those in it."""
    types = decision._table.branches[candidate[0]].values
    return (candidate[0], *(_there(v, t, deal) for v, t in zip(candidate[1:], types, strict=True)))


def _there(value: Any, type_: tuple[Any, ...], deal: Deal) -> Any:
    match type_[0]:
        case "optional" if value is not None:
            return _there(value, type_[1], deal)
        case "list":
            return tuple(_there(v, type_[1], deal) for v in value)
        case "card":
            return deal[value]
        case "power":
            return deal[value // SLOTS] * SLOTS + value % SLOTS
    return value
