"""Properties of one game on its way: it ends, it conserves its pieces, what it offers is what can be completed, and
options that read the same are told apart.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from artrules.author.conformance.random_play import Counts, RandomGame, Table, fault_account
from artrules.model.analyses.calls import every_body
from artrules.model.ir import nodes as k
from artrules.model.ir.model import STOP_IF
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.game import Game
from artrules.play.game.inspection.exhaustive_search import ExhaustiveSearch, TooManyPositions, appearance
from artrules.play.game.inspection.position import Position, Zone
from artrules.play.ruleset import Ruleset

# Ends: every game ends by its rule, or by the last round that the content declares. Then it is reported as stalled.

MOST_TO_END = 1_000_000
"""Choices after which a game counts as endless."""


def check_termination(ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_TO_END) -> None:
    walk = RandomGame(ruleset, table, counts)
    for _ in walk.steps(most):
        pass
    complaint = _complaint(walk.game)
    if complaint is not None:
        raise walk.broken(complaint)
    counts["stalled"] += bool(walk.game.result and walk.game.result["stalled"])


def _complaint(game: Game) -> str | None:
    """What is wrong with how a game ended, in words; None when nothing is."""
    result, flow = game.result, game.inspect.model.flow
    if result is None:
        asked = "and goes on and on" if game.decisions else "but nobody is asked"
        last = "" if flow.last_round is not None else "; the content declares no last round"
        return f"the game is not over in round {game.round}, {asked}{last}"
    last_round = flow.last_round
    if result["stalled"] and result["rounds"] != last_round:
        return f"reported as stalled in round {result['rounds']}, but the last round is {last_round}"
    if not result["stalled"] and not _ended_by_rule(game):
        return f"ended in round {result['rounds']} although `until` doesn't hold"
    return _miscounted(result, game.players)


def _ended_by_rule(game: Game) -> bool:
    """Whether the rule that ends the game holds; also True when content may end the game elsewhere."""
    model = game.inspect.model
    elsewhere = bool(model.flow.final) or any(STOP_IF.name in phase.code for phase in model.flow.phases)
    elsewhere = elsewhere or any(isinstance(n, k.EndGame) for code in every_body(model) for n in code.every_node)
    return elsewhere or bool(game.inspect.position.end_condition)


def _miscounted(result: dict[str, Any], players: int) -> str | None:
    scores, winners = result["scores"], result["winners"]
    if [s["player"] for s in scores] != list(range(1, players + 1)):
        return f"the scores are of players {[s['player'] for s in scores]}"
    for score in scores:
        if sum(score["parts"].values()) != score["total"]:
            return f"player {score['player']} has {score['total']}, but the parts are {score['parts']}"
        if sum(line["points"] for line in score["lines"]) != score["total"]:
            return f"player {score['player']} has {score['total']}, but the lines are {score['lines']}"
    if len(set(winners)) != len(winners) or not set(winners) <= set(range(1, players + 1)):
        return f"the winners are {winners}"
    return _divided(result, players)


def _divided(result: dict[str, Any], players: int) -> str | None:
    """How the sides of a result aren't sides that win or lose as a whole."""
    sides, winners = result.get("sides", ()), set(result["winners"])
    if sides and sorted(player for side in sides for player in side["players"]) != list(range(1, players + 1)):
        return f"the sides are {[side['players'] for side in sides]}"
    for side in sides:
        won = winners & set(side["players"])
        if won and won != set(side["players"]):
            return f"of the side of the players {side['players']} only {sorted(won)} have won"
        if bool(won) != (side["place"] == 1) and winners:
            return f"the players {side['players']} have place {side['place']}, and the winners are {sorted(winners)}"
    return None


# Conserves: at every decision every card lies in exactly one zone, which may hold it, and the card's own record names
# that zone. By kind there are as many cards as the pieces, and as the totals that count all cards of a kind. And hidden
# values and cards are as content says that they may be, but for phases played all at once: there it holds at the
# beginning.

MOST_TO_CONSERVE = 20_000


def check_conservation(ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_TO_CONSERVE) -> None:
    walk = RandomGame(ruleset, table, counts)
    declared = declared_by_kind(walk.game)
    for _ in walk.steps(most):
        _check_places(walk, declared)
    _check_places(walk, declared)


def _check_places(walk: RandomGame, declared: dict[str, list[tuple[str, int]]]) -> None:
    complaint = misplaced(walk.game, declared)
    if complaint is None:
        complaint = misfit(walk.game)
    if complaint is not None:
        raise walk.broken(complaint)
    walk.counts["positions"] += 1


def declared_by_kind(game: Game) -> dict[str, list[tuple[str, int]]]:
    """By kind: the numbers of cards that there must be, each with what declares it."""
    position, model = game.inspect.position, game.inspect.model
    totals = {kind: [("the pieces", len(position.cards_of(kind)))] for kind in model.kinds}
    for total, count in model.counts.items():
        match count:
            case k.BuiltinCall(builtin=builtin, arguments=[k.AllCards(kind=kind)]) if builtin.traits.reads_only_size:
                totals[kind].append((f"the total `{total.name}`", total.expected))
    return totals


def misplaced(game: Game, declared: dict[str, list[tuple[str, int]]]) -> str | None:
    """What is wrong with where cards lie, in words; None when nothing is."""
    position = game.inspect.position
    kinds: Counter[str] = Counter()
    seen: dict[int, Zone | None] = {}
    for zone, cards in position.contents():
        holds = position.declaration_of(zone).kinds if zone is not None else frozenset[str]()
        for card in cards:
            kind = position.kind_of(card)
            kinds[kind] += 1
            if card in seen:
                return f"card {card} ({kind}) lies in {_zone(position, seen[card])} and in {_zone(position, zone)}"
            seen[card] = zone
            recorded = position.zone_of(card)
            if recorded != zone:
                return f"card {card} ({kind}) lies in {_zone(position, zone)}, but says {_zone(position, recorded)}"
            if kind not in holds:
                return f"card {card} lies in {_zone(position, zone)}, which holds no {kind}"
    for kind, sources in declared.items():
        for source, number in sources:
            if kinds[kind] != number:
                return f"{kinds[kind]} cards of the kind {kind} lie in zones, but {source} says {number}"
    return None


def misfit(game: Game) -> str | None:
    """Which hidden value or card isn't what `may_be` says, in words; None when each is."""
    try:
        game.inspect.see_that_hidden_fits()
    except GameFault as fault:
        return fault.diagnostics[0].message
    return None


def _zone(position: Position, zone: Zone | None) -> str:
    if zone is None:
        return "no zone"
    declaration = position.declaration_of(zone)
    number = "" if declaration.per is None else f" number {zone.owner + 1}"
    return f"`{zone.key}`{number}" + ("" if declaration.second is None else f", {zone.second + 1}")


# Complete: every option that is offered can be completed, and every option that can be completed is offered.
#
# At small positions of games in progress it compares the options with those of an exhaustive search. It skips positions
# at which the search would take too long, and takes others instead.

POSITIONS = 25
"""Small positions that are examined in each game."""
SMALL = 1500
"""Positions that the search may try for all options of one decision."""
MOST_TO_COMPLETE = 2_000


def check_completeness(ruleset: Ruleset, table: Table, counts: Counts) -> None:
    walk = RandomGame(ruleset, table, counts)
    search = ExhaustiveSearch(walk.game, SMALL)
    remaining_positions = POSITIONS
    for _ in walk.steps(MOST_TO_COMPLETE):
        if walk.stream.below(4):
            continue
        for decision in walk.game.decisions:
            remaining_positions -= _check_options(walk, decision, search)
        if remaining_positions <= 0:
            break


def _check_options(walk: RandomGame, decision: Decision, search: ExhaustiveSearch) -> int:
    """Examine one decision; gives 1 if it was small enough, else 0."""
    try:
        completable = search.options(decision)
    except TooManyPositions:
        walk.counts["positions too large"] += 1
        return 0
    walk.counts["positions"] += 1
    offered = {appearance(option): option for option in decision.options}
    possible = {appearance(option): option for option in completable}
    for wrong, what in (
        (offered.keys() - possible.keys(), "is offered, but can't be completed"),
        (possible.keys() - offered.keys(), "can be completed, but isn't offered"),
    ):
        if wrong:
            label = {**offered, **possible}[min(wrong, key=repr)].label_for([])
            raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: `{label}` {what}")
    _each_can_be_taken(walk, decision)
    return 1


def _each_can_be_taken(walk: RandomGame, decision: Decision) -> None:
    """See that every option can be chosen, and that no two have the same id. Raises Violation."""
    ids = [option.id for option in decision.options]
    if len(set(ids)) != len(ids):
        raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: two options have the same id")
    for option in decision.options:
        walk.counts["options"] += 1
        try:
            walk.game.copy().choose(option.id)
        except GameFault as fault:
            raise walk.broken(f"after `{option.label}` {fault_account(fault)}") from None


# Tells: of two options that read the same, a seat can see which is which, or it makes no difference.
#
# Clients show beside equal labels what else the options are about: which cards, where these lie, what has changed on
# them (`presentation/offers.py`). That tells apart options of one branch. Two branches do different things, so what
# they are about doesn't say which is which. Cards that a seat can't see are one like the other to it.

MOST_TO_TELL = 400
MOST_ALIKE = 12
"""Of so many options that read the same at one decision all pairs are compared."""


def check_labels(ruleset: Ruleset, table: Table, counts: Counts, most: int = MOST_TO_TELL) -> None:
    walk = RandomGame(ruleset, table, counts)
    for _ in walk.steps(most):
        for decision in walk.game.decisions:
            _look(walk, decision)


def _look(walk: RandomGame, decision: Decision) -> None:
    """Compare the options of a decision that read the same. Raises Violation."""
    spoken: dict[str, list[Option]] = {}
    try:
        for option in decision.options:
            spoken.setdefault(" ".join(option.label.casefold().split()), []).append(option)
    except GameFault as fault:
        raise walk.broken(fault_account(fault)) from None
    walk.counts["labels"] += len(spoken)
    for options in spoken.values():
        for one, other in combinations(options[:MOST_ALIKE], 2):
            walk.counts["equal labels"] += 1
            if not _told_apart(one, other) and not _same_effect(walk, [one, other]):
                what = f"`{one.label}` is offered twice, and nothing tells which is which"
                raise walk.broken(f"player {decision.player}, asked `{decision.prompt}`: {what}")


def _told_apart(one: Option, other: Option) -> bool:
    """Whether what else two options are about says which is which, or the player can't know it."""
    return one.node is other.node and (one.about != other.about or not (one.is_open and other.is_open))


def _same_effect(walk: RandomGame, options: Sequence[Option]) -> bool:
    """Whether the game comes to the same position. Raises Violation when the content makes a mistake."""
    positions = set()
    for option in options:
        after = walk.game.copy()
        try:
            after.choose(option.id)
        except GameFault as fault:
            raise walk.broken(fault_account(fault)) from None
        positions.add(after.digest())
    return len(positions) == 1
