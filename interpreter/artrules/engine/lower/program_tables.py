"""Puts the tables and numbers of a program together, with those of relevance and of features."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from artrules.engine.lower.blocks import BlockLowering, CutPoints
from artrules.engine.lower.decisions import DecisionLowering
from artrules.engine.lower.functions import FunctionLowering
from artrules.engine.lower.graph_analyses import CodeInPlay
from artrules.engine.lower.graphs import Block
from artrules.engine.lower.layout import Layout, ZoneRange
from artrules.engine.lower.lowering import LoweringContext
from artrules.engine.lower.option_traits import is_number, trait_tables
from artrules.engine.lower.relevance import GAINS, Bindings, FromFrame, Relevance, TokenSet, UsesOf, Value
from artrules.engine.lower.representation import Shapes
from artrules.engine.lower.tables import (
    RULE_NUMBERS,
    Tables,
    card_tables,
    event_tables,
    flow_tables,
    frame_tables,
    hidden_value_tables,
    key_tables,
    life_tables,
    own_power_tables,
    own_powers,
    power_tables,
    question_tables,
    state_tables,
    zone_tables,
)
from artrules.engine.machine import numbers as n
from artrules.engine.machine import position_key
from artrules.model.analyses.option_looks import OptionLooks
from artrules.model.facts.knowledge import EVERYTHING, Token
from artrules.model.ir.declarations import NEXT_TURN
from artrules.model.ir.model import Model
from artrules.model.ir.node import StatePart
from artrules.model.ir.nodes import Node
from artrules.model.ir.types import Member, Player, Power, Type

# Writes what `relevance.py` finds as tables, which `machine/position_key.py` reads.
#
# `relevance` has for each block: how many selectors; for each the place of its value in the frame and how many values
# there are; how many powers; the place of each in the frame; then for each combination of the selectors' values two
# indices in `token_sets`: for when nothing below the frame can fail, and for when something can.
#
# A token set is how many tokens it has, then the tokens. In it TOKENS + 2 * n stands for the test of the n-th power in
# the frame, and one more for its use. FIRST_USES + n stands for the uses of those powers that `passes_use` names of the
# card at a place of the frame.

MOST_COMBINATIONS = 256
"""Where a frame's values can be combined in more ways, nothing counts as known of them."""
PARTS: Mapping[Token, int] = {
    EVERYTHING: position_key.WHOLE_POSITION,
    StatePart.ZONES: position_key.IN_ZONES,
    StatePart.FACES: position_key.FACES,
    StatePart.LIMITS: position_key.COUNTED_USES,
    StatePart.POWERS: position_key.GAINED_POWERS,
    StatePart.RECORDS: position_key.KEPT_HAPPENINGS,
    StatePart.WATCHES: position_key.SET_WATCHES,
    GAINS: position_key.GAINS,
}


def relevance_tables(
    relevance: Relevance, blocks: Iterable[Block], block_count: int, layout: Layout, shapes: Shapes
) -> dict[str, list[int]]:
    """The regions, for the blocks that may have frames. The program number TOKENS is the length of `token_first`."""
    return _Tables(relevance, layout, shapes).write(blocks, block_count)


class _Tables:
    def __init__(self, relevance: Relevance, layout: Layout, shapes: Shapes) -> None:
        self.relevance = relevance
        self.layout = layout
        first: list[int] = [0] * len(PARTS)
        last: list[int] = [0] * len(PARTS)
        shape: list[int] = [0] * len(PARTS)
        is_attribute: list[int] = [0] * len(PARTS)
        self.numbers: dict[Token, int] = dict(PARTS)
        for variable, word, owners in layout.declared_variables():
            self.numbers["variable", variable.key] = len(first)
            first.append(word)
            last.append(word + owners)
            shape.append(shapes.of(variable.type))
            is_attribute.append(0)
        for attribute, offset, cards in layout.changing_attributes():
            self.numbers["attribute", attribute.kind, attribute.name] = len(first)
            first.append(offset + cards.first)
            last.append(offset + cards.last)
            shape.append(shapes.of(attribute.type))
            is_attribute.append(1)
        self.tables = {
            "token_first": first,
            "token_last": last,
            "token_shape": shape,
            "token_is_attribute": is_attribute,
        }
        self.uses: dict[tuple[int, tuple[int, ...]], int] = {}
        self.sets: dict[tuple[int, ...], int] = {}
        self.set_words: list[int] = []

    def write(self, blocks: Iterable[Block], block_count: int) -> dict[str, list[int]]:
        of_block = [0] * block_count
        words: list[int] = []
        for block in blocks:
            of_block[block.number] = len(words)
            words += self._block(block)
        powers = self.relevance.model.powers
        played = [p for p in powers if f"power {p.index}" in self.relevance.graphs]
        tests, uses = [0] * len(powers), [0] * len(powers)
        for power in played:
            tests[power.index] = self._set(self.relevance.test_of(power), [])
            uses[power.index] = self._set(self.relevance.needed_by(power), [], ["self"])
        return self.tables | {
            "relevance_of": of_block,
            "relevance": words,
            "token_sets": self.set_words,
            "tokens_of_test": tests,
            "tokens_of_use": uses,
            "uses_at": [place for place, _ in self.uses],
            "passes_use": [int(p.index in definitions) for _, definitions in self.uses for p in powers],
        }

    def _block(self, block: Block) -> Iterator[int]:
        """The words of a block."""
        selectors = self.relevance.selectors(block)
        powers = [name for name, type_ in selectors if isinstance(type_, Power)]
        others = [(name, self._values(type_)) for name, type_ in selectors if not isinstance(type_, Power)]
        if prod(len(values) for _, values in others) > MOST_COMBINATIONS:
            others = []
        yield len(others)
        for name, values in others:
            yield block.needs.index(name)
            yield len(values)
        yield len(powers)
        for name in powers:
            yield block.needs.index(name)
        in_frame: Bindings = tuple((name, FromFrame(name)) for name in [*powers, *self.relevance.cards(block)])
        for chosen in product(*(values for _, values in others)):
            bindings = (*in_frame, *((name, value) for (name, _), value in zip(others, chosen, strict=True)))
            for whole in (False, True):
                yield self._set(self.relevance.tokens_at(block, bindings, whole), powers, block.needs)

    def _values(self, type_: Type) -> list[Value]:
        """The values of a type that selects powers."""
        if isinstance(type_, Member):
            return list(range(len(self.layout.model.enums[type_.enum].members)))
        return [False, True]

    def _set(self, token_set: TokenSet, powers: Sequence[str], frame: Sequence[str] = ()) -> int:
        """The index of a token set in `token_sets`. The frame holds cards under these names."""
        tokens = len(self.tables["token_first"])
        members: list[int] = []
        uses: list[tuple[int, tuple[int, ...]]] = []
        for token in token_set:
            if isinstance(token, UsesOf):
                uses.append((frame.index(token.card), token.definitions))
            elif token in self.numbers:
                members.append(self.numbers[token])
            elif token[0] in ("tests", "uses"):
                members.append(tokens + 2 * powers.index(token[1]) + (token[0] == "uses"))
            else:
                assert token[0] == "variable", "a variable of a set that isn't in play"
        members += [position_key.FIRST_USES + self.uses.setdefault(u, len(self.uses)) for u in sorted(uses)]
        key = tuple(sorted(members)) if EVERYTHING not in token_set else (position_key.WHOLE_POSITION,)
        if key not in self.sets:
            self.sets[key] = len(self.set_words)
            self.set_words += [len(key), *key]
        return self.sets[key]


# Finds the features of a program: numbers that each player has, by which positions are judged
# (`machine/thinking/judging.py`).
#
# They follow from declarations alone: the keys that decide who wins, numbers among the players' variables, how many
# cards lie in the players' zones, and the sums of the numbers on these.

MOST_FEATURES = 40
"""Further ones are left out: the more there are, the longer it takes to learn what they are worth."""


class Feature(NamedTuple):
    """A feature: its kind, the first key, variable or zone, how many zones each player has, the number of the kind of
    cards whose numbers are summed, and what is added to a card's number for the place of its number."""

    kind: int
    first: int
    each: int = 1
    cards: int = 0
    plus: int = 0


def feature_tables(layout: Layout, keys: int) -> dict[str, list[int]]:
    """The tables of the features. `keys` is how many numbers decide who wins."""
    printed: list[int] = []
    features = [Feature(n.FEATURE_KEY, key) for key in range(keys)]
    features.append(Feature(n.FEATURE_TURN, 0))
    features += _of_variables(layout)
    zones = [zone for zone in layout.zones.values() if isinstance(zone.declaration.per, Player)]
    features += [Feature(n.FEATURE_CARDS, zone.first, zone.of_each) for zone in zones]
    features += [feature for zone in zones for feature in _of_numbers(layout, zone, printed)]
    del features[MOST_FEATURES:]
    return {
        "feature_kind": [feature.kind for feature in features],
        "feature_first": [feature.first for feature in features],
        "feature_each": [feature.each for feature in features],
        "feature_cards": [feature.cards for feature in features],
        "feature_plus": [feature.plus for feature in features],
        "feature_numbers": printed,
    }


def _of_variables(layout: Layout) -> Iterator[Feature]:
    for variable, first, _ in layout.declared_variables():
        if isinstance(variable.of, Player) and is_number(variable.type):
            yield Feature(n.FEATURE_VARIABLE, first)


def _of_numbers(layout: Layout, zone: ZoneRange, printed: list[int]) -> Iterator[Feature]:
    """The sums of the numbers on cards in a zone. Printed ones are added to `printed`, where they aren't there yet."""
    for number, kind in enumerate(layout.model.kinds.values()):
        cards = layout.cards[kind.name]
        if kind.name not in zone.declaration.kinds or cards.first == cards.last:
            continue
        for attribute in kind.attributes.values():
            if not is_number(attribute.type):
                continue
            if not attribute.printed:
                plus = layout.attribute(attribute)
                yield Feature(n.FEATURE_ATTRIBUTE, zone.first, zone.of_each, number, plus)
                continue
            values = [layout.piece_values[card].get(attribute.name) for card in range(cards.first, cards.last)]
            if len(set(values)) > 1:
                yield Feature(n.FEATURE_PRINTED, zone.first, zone.of_each, number, len(printed) - cards.first)
                printed += [int(value) if isinstance(value, int) else 0 for value in values]


# Puts the tables and numbers of a program together.

ENGINE_FRAMES = {
    n.ACTION: "run_action_end",
    n.SETUP: "run_setup",
    n.ROUND: "begin_round",
    n.PHASE: "begin_phase",
    n.TURN: "begin_turn",
    n.AFTER_TURN: "end_turn",
    n.JOIN: "join_players",
    n.RUN_WATCHES: "run_watches",
    n.FINAL: "run_final",
    n.FINISH: "finish",
    n.AFTER_PHASE: "end_phase",
    n.ENTER: "enter_phase",
    n.END_OF_ROUND: "end_round",
    n.POWER_ENDS: "run_power_end",
    n.ASKED: "join_answers",
    n.ANSWER: "begin_answer",
    n.PLAY_PHASE: "play_phase",
    n.PLAY_TURN: "play_turn",
    n.CLOSE_TURN: "close_turn",
    n.CLOSE_PHASE: "close_phase",
    n.CLOSE_ROUND: "close_round",
}
"""What runs each of the engine's own frames."""


def make_tables(
    context: LoweringContext,
    code: CodeInPlay,
    decisions: DecisionLowering,
    functions: FunctionLowering,
    cut_points: CutPoints,
    relevance: Relevance,
) -> Tables:
    """The contents of the regions that are constant. All code has been lowered."""
    model, layout, work, shapes = context.model, context.layout, context.work, context.shapes

    def path(key: str) -> int:
        graph = code.graphs.get(key)
        return cut_points.path_work[graph.entry] if graph is not None else 0

    def units(*nodes: Node | None) -> int:
        return sum(work.outside(work.expression(node)) for node in nodes)

    phases = [path(f"phase {p.name}") + units(*(e for _, e in p.rules)) for p in model.flow.phases]
    watches = [path(f"watch {w.identity}") + units(w.condition) for w in code.watches]
    questions = [path(f"ask {ask.identity}") for ask in code.asks]
    powers = {power.index: path(f"power {power.index}") for power in model.powers}
    power_fails = {
        power.index: code.graphs[f"power {power.index}"].entry.may_fail
        for power in model.powers
        if f"power {power.index}" in code.graphs
    }
    return {
        **card_tables(layout, decisions.likeness.looks),
        **own_power_tables(own_powers(layout), context.tests.tables),
        **zone_tables(layout),
        **life_tables(layout, code.watches),
        **flow_tables(model, phases),
        **event_tables(model, code.watches, watches, shapes),
        **question_tables(code.asks, questions, shapes),
        **power_tables(model, powers, power_fails),
        **frame_tables(code.blocks, code.block_count, cut_points.path_work, shapes),
        **decisions.tables(code.decisions, code.block_count),
        **state_tables(layout, shapes),
        **hidden_value_tables(layout),
        **relevance_tables(relevance, code.blocks, code.block_count, layout, shapes),
        **trait_tables(layout, [end.choose for _, end in code.decisions]),
        **feature_tables(layout, len(functions.named.get("winning_value", {}))),
        **shapes.tables(),
        "constant_words": context.constant_words,
        **key_tables(layout),
        "digest_key": [0] * n.DIGEST_KEY_BYTES,
    }


def make_function_tables(
    code: CodeInPlay, blocks: BlockLowering, decisions: DecisionLowering, functions: FunctionLowering
) -> dict[str, list[str]]:
    """For each table of functions the names of those in it, empty where there is none."""
    model, count = code.model, code.block_count
    lengths = {
        "run_block": count,
        "list_candidates": count,
        "deciding_player": count,
        "take_candidate": count,
        "foresee_option": count,
        "used_power": count,
        "label_option": count,
        "power_is_usable": len(model.powers),
        "run_power": len(model.powers),
        "limit_at_most": len(model.limits),
        "watch_condition": len(code.watches),
        "run_watch": len(code.watches),
        "run_question": len(code.asks),
        "setup_step": len(model.flow.setup),
        "final_step": len(model.flow.final),
        "phase_body": len(model.flow.phases),
        "phase_rule": len(RULE_NUMBERS) * len(model.flow.phases),
        "story_of_option": count if model.layout.story else 0,
        "liked_option": count if model.hints.options else 0,
        "find_reason": count if "find_reason" in decisions.named else 0,
        "score_part": len(model.flow.score),
        "score_lines": len(model.flow.score),
        "best_by": len(functions.named.get("best_by", {})),
        "winning_value": len(functions.named.get("winning_value", {})),
        "total": len(model.counts),
        "card_label": len(model.kinds),
        "figure": len(model.layout.figures),
        "look_value": len(OptionLooks(model).values) if model.layout.options else 0,
        "card_title": len(model.kinds) if "card_title" in functions.named else 0,
        "card_picture": len(model.kinds) if "card_picture" in functions.named else 0,
        "end_values": len(model.lives),
    }
    named: Mapping[str, Mapping[int, str]] = {
        **functions.named,
        **decisions.named,
        "run_block": {**ENGINE_FRAMES, **blocks.run_block},
    }
    return {table: [named.get(table, {}).get(i, "") for i in range(length)] for table, length in lengths.items()}


def make_numbers(
    context: LoweringContext, code: CodeInPlay, tables: Tables, functions: FunctionLowering
) -> dict[str, int]:
    """The program numbers."""
    model, layout = context.model, context.layout
    return {
        "PLAYERS": layout.players,
        "STACKS": 1 + layout.players,
        "CARDS": len(layout.card_kind),
        "KINDS": len(model.kinds),
        "ZONES": layout.aside + 1,
        "POWERS": len(model.powers),
        "RANKS": min(n.MOST_POWERS, (n.SLOTS - n.MOST_POWERS) // max(1, len(model.powers))),
        "LIMITS": len(model.limits),
        "EVENTS": len(model.events),
        "WATCH_CODES": len(code.watches),
        "QUESTIONS": len(code.asks),
        "LIVES": len(model.lives),
        "HAS_NEXT_TURN": int(NEXT_TURN in _lives_in_use(model, code)),
        "BLOCKS": code.block_count,
        "BRANCHES": len(tables["branch_can_fail"]),
        "PHASES": len(model.flow.phases),
        "PHASE_RULES": len(RULE_NUMBERS),
        "BOUNDARIES": len(tables["boundary_event"]),
        "HAS_BOUNDARIES": int(any(event != n.NONE for event in tables["boundary_event"])),
        "SETUP_STEPS": len(model.flow.setup),
        "FINAL_STEPS": len(model.flow.final),
        "SCORE_PARTS": len(model.flow.score),
        "HAS_SIDES": int(model.flow.sides is not None),
        "WINNING_KEYS": len(functions.named.get("winning_value", {})),
        "LAST_ROUND": model.flow.last_round or 0,
        "HAS_UNTIL": int(model.flow.until is not None),
        "VARIABLES": layout.variable_words,
        "HIDDEN_VALUES": len(tables["hidden_word"]),
        "MADE": len(tables["made_home"]),
        "LIMITED_ZONES": int(bool(tables["is_limited"])),
        "ATTRIBUTES": layout.attribute_words,
        "STREAMS": len(layout.streams) * (1 + layout.players),
        "PASSING_TESTS": len(context.tests.tables),
        "CONSTANTS": len(context.constant_words),
        "CARD_VARIABLES": len(tables["card_variables"]) // 3,
        "CARD_ATTRIBUTES": len(tables["card_attributes"]) // 3,
        "WORDS_WITH_CARDS": sum(
            last - first
            for rows in (tables["card_variables"], tables["card_attributes"])
            for first, last in zip(rows[::3], rows[1::3], strict=True)
        ),
        "HAS_LISTS": int(_has_lists(tables)),
        "FOREIGN_WORDS": max((function.words for function in context.foreign_functions), default=0),
        "FEATURES": len(tables["feature_kind"]),
        "SCENES": len(tables["scene_kind"]),
        "SETS": len(tables["set_first"]),
        "WITHHOLDING": 0,
        "TOKENS": len(tables["token_first"]),
        "SHOWS": int(context.shows_cards),
        "MOVERS": int("mover_of_card" in context.builtins),
        "MARKS": max(tables["mark_of_attribute"], default=0),
        "HAS_POSITION_HINT": int(model.hints.position is not None),
        "HAS_OPTION_HINTS": int(bool(model.hints.options)),
        "HAS_STORY": int(bool(model.layout.story)),
    }


def _lives_in_use(model: Model, code: CodeInPlay) -> set[str | None]:
    """The lives with which something ends."""
    kinds = model.kinds.values()
    return {
        *(variable.lasts for variable in model.variables.values()),
        *(attribute.lasts for kind in kinds for attribute in kind.attributes.values()),
        *(kind.powers.lasts for kind in kinds if kind.powers is not None),
        *(limit.life for limit in model.limits.values()),
        *(event.kept for event in model.events.values()),
        *(watch.life for watch in code.watches),
    }


def _has_lists(tables: Tables) -> bool:
    """Whether anything in a position may hold a list. Records and watches always do."""
    shapes = tables["card_variables"][2::3] + tables["card_attributes"][2::3]
    in_state = any(n.IS_LIST <= tables["shape_kind"][shape] <= n.IS_WIDE_SET for shape in shapes)
    kept_for_later = any(tables["watch_shape"]) or any(tables["question_shape"])
    return in_state or any(tables["event_shape"]) or kept_for_later or any(tables["frame_has_lists"])
