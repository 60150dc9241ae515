"""A game and the same game dealt anew, played on side by side: the same is done in both, as long as it can be.

What is chosen in one may be the only option in the other, and is taken there at once; and something may be asked in one
only, where it can be declined. So the two are brought even by what was taken, not by what was chosen. While they are
even, and what was dealt anew stays hidden, a seat must read the same, line by line. It needn't where something that all
see has come out differently: then they part.

While all play at once nobody sees anything of others, and these may do in one game what they like: to a seat it is the
same until the phase has ended.
"""

from __future__ import annotations

from typing import Any

from artrules.run.advance import Candidate
from artrules.run.chance import Stream
from artrules.run.decision import Decision, GameFault, Option
from artrules.soak.broken import Broken
from artrules.soak.seen import difference, read_by, seen
from artrules.soak.told import counterpart, labels_told
from artrules.soak.walk import Walk
from artrules.soak.world import Taken, World

OUTCOME = ("round", "phase", "turn", "finished", "players", "zones", "variables")
"""What content brings about and all see."""

MOST_AHEAD = 30
"""So much at most is taken in one game to catch up with the other."""


class Parted(Exception):
    """The two games go different ways: there is nothing more to compare."""


class SideBySide:
    """Two games that one seat can't tell apart. With `apart`, others do what they like while all play at once."""

    def __init__(self, walk: Walk, seat: int, here: World, there: World, stream: Stream, *, apart: bool) -> None:
        self.walk = walk
        self.seat = seat
        self.here = here
        self.there = there
        self.stream = stream
        self.apart = apart and here.at_once
        self.moving = bool(stream.below(2))
        """Whether cards that were dealt anew are rather chosen than others: these may stay hidden longer."""

    def follow(self, most: int) -> None:
        """Play on, up to so many choices. Raises Broken where the seat can tell."""
        try:
            for _ in range(most):
                self._make_even()
                self._compare()
                self._choose()
        except (Parted, GameFault):
            # What others have chosen before may not go with the cards that they hold there.
            return

    # -- comparing

    def _compare(self) -> None:
        here, there, at_once = self.here, self.there, self.here.at_once
        if here.game.finished or there.game.finished:
            raise Parted  # then nothing is hidden
        if not (here.still_hidden() and there.still_hidden()):
            raise Parted
        a, b = seen(here.game, self.seat), seen(there.game, self.seat)
        if not at_once and any(a["view"][key] != b["view"][key] for key in OUTCOME):
            raise Parted
        self.walk.counts["moments side by side"] += 1
        lines = read_by(here.game, self.seat, here.read), read_by(there.game, self.seat, there.read)
        for one, other in zip(*lines, strict=False):
            self.walk.counts["choices told"] += 1
            self._same(one, other)
        found = difference(a, b) or difference(len(lines[0]), len(lines[1]), "how much it has read")
        if found is not None:
            raise self._broken(f"seat {self.seat} can tell when what it can't know is dealt anew: {found}")
        for decision in here.game.decisions if not at_once else ():
            other_decision = there.asked(decision.player)
            if decision.player != self.seat and other_decision is not None:
                for one, other in labels_told(decision, other_decision, there.deal):
                    self.walk.counts["labels told"] += 1
                    self._same(one, other)

    def _same(self, here: str, there: str) -> None:
        if here != there:
            account = f"seat {self.seat} would read `{here}`, but `{there}` when what it can't know is dealt anew"
            raise self._broken(account)

    def _broken(self, account: str) -> Broken:
        return self.walk.broken(account)

    # -- going on

    def _make_even(self) -> None:
        """Let each of the games catch up with what was taken in the other."""
        if self.apart:
            if not (self.here.at_once and self.there.at_once):
                raise Parted
            return
        for _ in range(MOST_AHEAD):
            if not self._catch_up(self.here, self.there) and not self._catch_up(self.there, self.here):
                break
        if self._asked(self.here) != self._asked(self.there):
            raise Parted

    @staticmethod
    def _asked(world: World) -> list[tuple[int, int]]:
        return sorted((d.player, d._table.number) for d in world.game.decisions)

    def _catch_up(self, ahead: World, behind: World) -> bool:
        """Take in one game what was taken in the other, or decline what isn't asked there; whether there was any."""
        for player in range(1, ahead.game.players + 1):
            done, todo = behind.taken[player], ahead.taken[player]
            if any(self._counterpart(ahead, t) != (d.decision, d.candidate) for d, t in zip(done, todo, strict=False)):
                raise Parted
            decision = behind.asked(player)
            if decision is None:
                continue
            if len(todo) > len(done):
                number, candidate = self._counterpart(ahead, todo[len(done)])
                if decision._table.number == number:
                    self._take(behind, decision, candidate)
                else:
                    self._decline(behind, decision)
                return True
            same = ahead.asked(player)
            if len(todo) == len(done) and (same is None or same._table.number != decision._table.number):
                if not self._declining(decision):
                    continue
                self._decline(behind, decision)
                return True
        return False

    def _counterpart(self, world: World, taken: Taken) -> tuple[int, Candidate]:
        """What corresponds in the other game to something taken in one. Cards have changed places in pairs."""
        return taken.decision, counterpart(taken.candidate, taken.types, self.there.deal)

    @staticmethod
    def _declining(decision: Decision) -> list[Candidate]:
        return [c for c in decision._candidates if decision._table.branches[c[0]].declines]

    def _decline(self, world: World, decision: Decision) -> None:
        declining = self._declining(decision)
        if not declining:
            raise Parted
        world.game.choose(Option(decision, declining[0]))

    @staticmethod
    def _take(world: World, decision: Decision, candidate: Candidate) -> None:
        if candidate not in decision._candidates:
            raise Parted
        world.game.choose(Option(decision, candidate))

    def _choose(self) -> None:
        """The same choice in both games, by chance."""
        decision = self._any(self.here.game.decisions)
        other = self.there.asked(decision.player)
        if self.apart and decision.player != self.seat:
            self.here.game.choose(Option(decision, self._any(decision._candidates)))
            if other is not None:
                self.there.game.choose(Option(other, self._any(other._candidates)))
            return
        if other is None:
            raise Parted
        pairs = []
        for candidate in decision._candidates:
            same = counterpart(candidate, decision._table.branches[candidate[0]].values, self.there.deal)
            if same in other._candidates:
                pairs.append((candidate, same))
        mine, theirs = self._any([p for p in pairs if (p[0] != p[1]) == self.moving] or pairs)
        self._take(self.here, decision, mine)
        if self.there.asked(other.player) is other:
            self._take(self.there, other, theirs)

    def _any(self, things: list[Any]) -> Any:
        if not things:
            raise Parted
        return things[self.stream.below(len(things))]
