"""The tables of a program: what the machine reads in the regions that are constant (`machine/memory.py`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from typing import Any, get_args

from artrules.engine.chance import ALL_KEYS, BETWEEN, LEARNED_BOT, RESAMPLE, RULES_BOT, THINK, UNIFORM_BOT, signed
from artrules.engine.lower.configuration import Configuration
from artrules.engine.lower.graphs import Block
from artrules.engine.lower.layout import Layout
from artrules.engine.lower.program import Program
from artrules.engine.lower.representation import Shapes
from artrules.engine.machine import numbers as n
from artrules.engine.machine.rules import flow
from artrules.engine.machine.rules.flow import AT_ONCE, EACH_PLAYER, EVERY_TURN, EVERYONE, IN_TURN, NOBODY
from artrules.model.ir.declarations import IN_PLAY, NEXT_TURN, EndsFor, Shows, ZoneSeenBy, all_boundaries
from artrules.model.ir.model import PHASE_RULES, Model
from artrules.model.ir.nodes import Ask, Watch
from artrules.model.ir.types import Bool, Member, Number, Optional, Player, Type
from artrules.text.content.flow import Acting

Tables = dict[str, list[int]]
ENDS_FOR: dict[EndsFor, int] = {"each_player": EACH_PLAYER, "everyone": EVERYONE, "every_turn": EVERY_TURN}
ACTS: dict[Acting, int] = {"nobody": NOBODY, "in_turn": IN_TURN, "all_at_once": AT_ONCE}
ENGINE_FRAME_WORDS = {
    n.ACTION: 3,
    n.SETUP: 2,
    n.ROUND: 1,
    n.PHASE: 2,
    n.TURN: 4,
    n.AFTER_TURN: 4,
    n.JOIN: 3,
    n.RUN_WATCHES: 4,
    n.FINAL: 2,
    n.FINISH: 1,
    n.AFTER_PHASE: 2,
    n.ENTER: 3,
    n.END_OF_ROUND: 1,
    n.POWER_ENDS: 1,
    n.ASKED: 4,
    n.ANSWER: 2,
    n.PLAY_PHASE: 2,
    n.PLAY_TURN: 4,
    n.CLOSE_TURN: 4,
    n.CLOSE_PHASE: 2,
    n.CLOSE_ROUND: 1,
}
"""The words of each of the engine's own frames."""


def card_tables(layout: Layout, looks: list[int]) -> Tables:
    """What cards are, and how they look."""
    kinds = {kind: number for number, kind in enumerate(layout.model.kinds)}
    changing: list[list[int]] = [[] for _ in layout.card_kind]
    for _, offset, cards in layout.changing_attributes():
        for card in range(cards.first, cards.last):
            changing[card].append(offset + card)
    first, flat = rows(changing)
    batches = [pieces.name for pieces in layout.model.pieces.values() if pieces.home is not None]
    return {
        "made_of": [batches.index(pieces.name) + 1 if pieces.name in batches else 0 for pieces in layout.piece_source],
        "kind_of": [kinds[kind] for kind in layout.card_kind],
        "look_of": looks,
        "changing_first": first,
        "changing": flat,
    }


def zone_tables(layout: Layout) -> Tables:
    """Who sees what in each zone, and how cards lie there. The last zone holds cards that take no part in the game:
    nobody sees it, and content can't name it."""
    everyone = (1 << layout.players) - 1

    def seats(owner: int, who: ZoneSeenBy) -> int:
        return {"everyone": everyone, "others": everyone & ~(1 << owner), "owner": 1 << owner, "nobody": 0}[who]

    zones = layout.zone_places
    back = zones_with_resets(layout.model)
    sights = [zone.declaration.sight for zone in zones]
    seen = [seats(zone.owner, sight.seen_by) for zone, sight in zip(zones, sights, strict=True)]
    down = [seats(zone.owner, sight.face_down_seen_by) for zone, sight in zip(zones, sights, strict=True)]
    return {
        "seen_by": [*seen, 0],
        "seen_down_by": [*(of_down & of_all for of_down, of_all in zip(down, seen, strict=True)), 0],
        "open_places": [*(get_args(Shows).index(sight.shows) for sight in sights), 0],
        "is_pile": [*(int(layout.order(zone) == "pile") for zone, _, _ in zones), 0],
        "is_loose": [*(int(layout.order(zone) == "loose") for zone, _, _ in zones), 1],
        "usual_face": [*(n.FACE_UP if zone.face_up else n.FACE_DOWN for zone, _, _ in zones), n.FACE_UP],
        "player_of_zone": [*(1 + owner if isinstance(zone.per, Player) else 0 for zone, owner, _ in zones), 0],
        "zone_holds_kind": [
            *(int(kind in zone.kinds) for zone, _, _ in zones for kind in layout.model.kinds),
            *(1 for _ in layout.model.kinds),
        ],
        "resets_cards": [*(int(zone.key in back) for zone, _, _ in zones), 0],
        "is_limited": _limited_zones(layout),
        **_made_pieces(layout),
    }


def _made_pieces(layout: Layout) -> Tables:
    """Of pieces that go back to where they start: where that is, and in which zones they are there."""
    batches = [pieces for pieces in layout.model.pieces.values() if pieces.home is not None]
    keys = [zone.key for zone, _, _ in layout.zone_places]
    return {
        "made_home": [layout.zones[pieces.home].first for pieces in batches if pieces.home is not None],
        "made_lies": [int(key in pieces.exists_in) for pieces in batches for key in [*keys, ""]],
    }


def _limited_zones(layout: Layout) -> list[int]:
    """By zone, whether content says which cards may lie there; nothing where it says so of none."""
    limited = [int(zone in layout.model.may_be) for zone, _, _ in layout.zone_places]
    return [*limited, 0] if any(limited) else []


def zones_with_resets(model: Model) -> set[str]:
    """The keys of the zones where cards of some kind get start values back when they leave."""
    sources = [kind.powers for kind in model.kinds.values() if kind.powers is not None]
    attributes = [a for kind in model.kinds.values() for a in kind.attributes.values() if not a.printed]
    back = [a.back_when_leaving for a in attributes] + [source.back_when_leaving for source in sources]
    in_play = (zone.key for zone in model.zones.values() if zone.in_play and IN_PLAY in back)
    return {*in_play, *(zone for zone in back if zone is not None)}


def life_tables(layout: Layout, watches: Sequence[Watch]) -> Tables:
    """What ends with each life, and the lives that end with each phase."""
    model = layout.model
    lives = list(model.lives.values())
    takes = {kind.name: kind.powers.lasts for kind in model.kinds.values() if kind.powers is not None}
    numbers = {life.name: number for number, life in enumerate(lives)}
    first, ends = rows([[numbers[name] for name in phase.ends] for phase in model.flow.phases])
    return {
        "life_ends_limit": [int(limit.life == life.name) for life in lives for limit in model.limits.values()],
        "life_ends_event": [int(event.kept == life.name) for life in lives for event in model.events.values()],
        "life_ends_watch": [int(watch.life == life.name) for life in lives for watch in watches],
        "life_ends_for": [ENDS_FOR[life.ends_for] for life in lives],
        "life_takes_powers": [int(life.name in takes.values()) for life in lives],
        "loses_powers": [int(takes.get(kind) == life.name) for life in lives for kind in layout.card_kind],
        "phase_ends_first": first,
        "phase_ends": ends,
        "life_of_rounds": [numbers["round"]],
        "life_of_next_turns": [numbers[NEXT_TURN]],
    }


RULE_NUMBERS: dict[str, int] = {
    name: number
    for number, name in sorted((getattr(flow, f"{rule.name.upper()}_RULE"), rule.name) for rule in PHASE_RULES)
}
"""By name of a rule of phases its number in the machine, in their order."""


def flow_tables(model: Model, costs: Sequence[int]) -> Tables:
    """What phases are. `costs` are the units of work that each counts when it begins."""
    phases = model.flow.phases
    names = [phase.name for phase in phases]
    return {
        "phase_who": [ACTS[phase.who] for phase in phases],
        "phase_cost": list(costs),
        "phase_has_rule": [int(name in phase.code) for name in RULE_NUMBERS for phase in phases],
        "phase_back_to": [names.index(phase.back_to or phase.name) for phase in phases],
        "phase_is_open": [int(phase.is_open) for phase in phases],
    }


def event_tables(model: Model, watches: Sequence[Watch], costs: Sequence[int], shapes: Shapes) -> Tables:
    """What events are, and the watches in the code. `costs` are the units of work that each watch counts."""
    numbers = {key: number for number, key in enumerate(model.events)}
    awaited = {watch.event.key: numbers[watch.event.key] for watch in watches}
    boundaries = all_boundaries([phase.name for phase in model.flow.phases], model.at)
    return {
        "boundary_event": [awaited.get(boundary.key, n.NONE) for boundary in boundaries],
        "event_is_kept": [int(event.kept is not None) for event in model.events.values()],
        "event_shape": [shapes.of_event(event) for event in model.events.values()],
        "watch_event": [numbers[watch.event.key] for watch in watches],
        "watch_every": [watch.every for watch in watches],
        "watch_cost": list(costs),
        "watch_has_condition": [int(watch.condition is not None) for watch in watches],
        "watch_shape": [shapes.of_values([local.type for local in watch.captured]) for watch in watches],
    }


def question_tables(questions: Sequence[Ask], costs: Sequence[int], shapes: Shapes) -> Tables:
    """The questions that several players are asked at once. `costs` are the units of work that each counts."""
    return {
        "question_cost": list(costs),
        "question_shape": [shapes.of_values([local.type for local in ask.captured]) for ask in questions],
    }


def power_tables(model: Model, costs: Mapping[int, int], failing: Mapping[int, bool]) -> Tables:
    """The limits of powers. By definition: the units of work that it counts, and whether it may fail."""
    first, limits = rows([[limit.index for limit in power.limits] for power in model.powers])
    return {
        "power_limits_first": first,
        "power_limits": limits,
        "limit_per_card": [int(limit.per_card) for limit in sorted(model.limits.values(), key=lambda x: x.index)],
        "power_cost": [costs.get(power.index, 0) for power in model.powers],
        "power_can_fail": [int(failing.get(power.index, False)) for power in model.powers],
    }


def frame_tables(blocks: Sequence[Block], count: int, work: Mapping[Block, int], shapes: Shapes) -> Tables:
    """What is in the frames of blocks, and what they cost. `count` is how many numbers of blocks there are."""
    tables: Tables = {name: [0] * count for name in ("block_cost", "frame_words", "frame_has_lists", "may_fail")}
    for number, words in ENGINE_FRAME_WORDS.items():
        tables["frame_words"][number] = words
        tables["block_cost"][number] = n.BLOCK_STEPS
    of_frames: list[list[int]] = [[] for _ in range(count)]
    for block in blocks:
        number = block.number
        of_frames[number] = frame_shapes(block, shapes)
        tables["block_cost"][number] = n.BLOCK_STEPS + work[block]
        tables["frame_words"][number] = len(block.needs) + 1
        tables["frame_has_lists"][number] = int(any(map(shapes.on_heap, of_frames[number])))
        tables["may_fail"][number] = int(block.may_fail)
    tables["frame_shapes_first"], tables["frame_shapes"] = rows(of_frames)
    return tables


def frame_shapes(block: Block, shapes: Shapes) -> list[int]:
    """The shapes of the values in a block's frame."""
    types, value_shapes = block.graph.types, []
    for name in block.needs:
        local = types.get(name)
        if name == "self":
            value_shapes.append(shapes.card)
        else:
            value_shapes.append(shapes.of(local.type if local is not None else None))
    return value_shapes


HASH_CONSTANTS = (
    0x6A09E667F3BCC908,
    0xBB67AE8584CAA73B,
    0x3C6EF372FE94F82B,
    0xA54FF53A5F1D36F1,
    0x510E527FADE682D1,
    0x9B05688C2B3E6C1F,
    0x1F83D9ABFB41BD6B,
    0x5BE0CD19137E2179,
)
"""BLAKE2b's: the fractions of the square roots of the first primes, as words of 64 bits (RFC 7693, 2.6)."""
HASH_ORDERS = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
"""In which order a round of BLAKE2b mixes in the words of a block (RFC 7693, 2.7). The eleventh is as the first."""


def key_tables(layout: Layout) -> Tables:
    """What keys of random streams are made by: texts, the tables of the hash, and which streams need one."""
    purposes = (UNIFORM_BOT, RESAMPLE, THINK, RULES_BOT, LEARNED_BOT)
    texts = [text.encode() for text in (ALL_KEYS, BETWEEN, *purposes, *layout.streams)]
    streams = range(len(layout.streams) * (1 + layout.players))
    return {
        "key_texts": list(b"".join(texts)),
        "key_text_first": [0, *accumulate(map(len, texts))],
        "hash_constants": list(map(signed, HASH_CONSTANTS)),
        "hash_orders": list(chain(*HASH_ORDERS)),
        "is_drawn": [int(stream in layout.drawn_streams) for stream in streams],
    }


def state_tables(layout: Layout, shapes: Shapes) -> Tables:
    """Whose variables are, the shapes of attributes, and the rows of words of variables and attributes that hold cards,
    powers or lists, each with its shape."""
    variables: list[int] = []
    players = [0] * layout.variable_words
    for variable, first, count in layout.declared_variables():
        if isinstance(variable.of, Player):
            players[first : first + count] = range(1, 1 + count)
        shape = shapes.of(variable.type)
        if shapes.refers(shape):
            variables += [first, first + count, shape]
            if variable.key in layout.starts:
                start = layout.starts[variable.key]
                variables += [start, start + 1, shape]
    attributes: list[int] = []
    attribute_shapes = [0] * layout.attribute_words
    marks = [0] * layout.attribute_words
    numbers: dict[tuple[str, int], int] = {}
    for attribute, offset, cards in layout.changing_attributes():
        shape = shapes.of(attribute.type)
        count = cards.last - cards.first
        attribute_shapes[offset + cards.first : offset + cards.last] = [shape] * count
        if attribute.is_mark:
            number = numbers.setdefault((attribute.name, shape), 1 + len(numbers))
            marks[offset + cards.first : offset + cards.last] = [number] * count
        if shapes.refers(shape):
            attributes += [offset + cards.first, offset + cards.last, shape]
    return {
        "card_variables": variables,
        "card_attributes": attributes,
        "player_of_variable": players,
        "shape_of_attribute": attribute_shapes,
        "mark_of_attribute": marks,
    }


def hidden_value_tables(layout: Layout) -> Tables:
    """The hidden values of which content says what they may be: where they are, who sees them, and the words that each
    may have."""
    tables: Tables = {name: [] for name in ("word", "seen_by", "low", "count", "may_be_none")}
    for variable, first, count in layout.declared_variables():
        if variable in layout.model.may_be:
            low, values, may_be_none = _possible_words(layout, variable.type)
            for owner in range(count):
                seen = 1 << owner if variable.seen_by == "owner" and isinstance(variable.of, Player) else 0
                row = (first + owner, seen, low, values + may_be_none, int(may_be_none))
                for name, value in zip(tables, row, strict=True):
                    tables[name].append(value)
    return {f"hidden_{name}": values for name, values in tables.items()}


def _possible_words(layout: Layout, type_: Type) -> tuple[int, int, bool]:
    """The lowest word of a value of a type that can be dealt, how many there are, and whether it may be none."""
    match type_:
        case Optional(of):
            return (*_possible_words(layout, of)[:2], True)
        case Number(low, high):
            return low, high - low + 1, False
        case Bool():
            return 0, 2, False
        case Member() | Player():
            return 0, layout.owners(type_), False
    raise AssertionError(type_)


def rows(lists: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Lists one after another, and where each begins; then where the last one ends."""
    first = [0]
    flat: list[int] = []
    for items in lists:
        flat += items
        first.append(len(flat))
    return first, flat


# Gives a program other sets: which set fills which key of a group says only which powers cards have of their own.
#
# So configurations with the same sets in play share their code, and differ in tables.

Code = tuple[tuple[str, ...], int, tuple[tuple[str, Any], ...], frozenset[str]]
"""What the code of a program depends on: overlays, the number of players, settings, the sets in play."""


def code_of(overlays: tuple[str, ...], configuration: Configuration) -> Code:
    """What tells the code of a configuration from that of others of the same ruleset."""
    settings = tuple(sorted(configuration.settings.items()))
    return overlays, configuration.players, settings, configuration.sets_in_play()


def with_own_powers(program: Program, configuration: Configuration, without: str | None = None) -> Program:
    """The program for a configuration with the same code. No card has the power with the key `without`."""
    if configuration == program.configuration and without is None:
        return program
    layout = replace(program.layout, configuration=configuration)
    passes, powers = program.tables["passes"], program.numbers["POWERS"]
    tests = [passes[test * powers :][:powers] for test in range(program.numbers["PASSING_TESTS"])]
    tables = {**program.tables, **own_power_tables(own_powers(layout, without), tests)}
    return replace(program, configuration=configuration, layout=layout, tables=tables)


def own_powers(layout: Layout, without: str | None = None) -> list[tuple[int, ...]]:
    """By card: the definitions of its own powers. The power with the key `without` is left out."""
    model, chosen = layout.model, layout.configuration.chosen
    powers_by_card: list[tuple[int, ...]] = []
    for card, kind in enumerate(layout.card_kind):
        source = model.kinds[kind].powers
        own: tuple[int, ...] = ()
        if source is not None:
            key = _group_key(layout, kind, source.by, card)
            name = chosen.get(source.group, {}).get(key)
            keyed = model.sets[name].fills[source.group].get(key) if name is not None else None
            own = tuple(p.index for p in keyed.powers if p.key != without) if keyed is not None else ()
        powers_by_card.append(own)
    return powers_by_card


def _group_key(layout: Layout, kind: str, attribute: str, card: int) -> Any:
    """The key under which sets hold the powers of a card: the name of a member, a number, or None for no key."""
    value = layout.piece_values[card].get(attribute)
    match layout.model.kinds[kind].attributes[attribute].type:
        case Member(enum) | Optional(Member(enum)) if value is not None:
            return layout.model.enums[enum].members[value]
    return value


def own_power_tables(own: Sequence[tuple[int, ...]], tests: Sequence[Sequence[int]]) -> Tables:
    """The cards' own powers, and which of them pass each test of powers: `tests` say it for each definition."""
    first, flat = rows(own)
    return {
        "own_count": [len(definitions) for definitions in own],
        "own_first": first[:-1],
        "own_powers": flat,
        "own_passing": [int(any(table[d] for d in definitions)) for table in tests for definitions in own],
        "passes": [int(passes) for table in tests for passes in table],
    }
