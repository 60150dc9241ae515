"""Puts the tables and numbers of a program together."""

from __future__ import annotations

from collections.abc import Mapping

from artrules.ir.declarations import NEXT_TURN
from artrules.ir.flow import PHASE_RULES
from artrules.ir.model import Model
from artrules.ir.nodes import Node
from artrules.lower.blocks import BlockLowering
from artrules.lower.collect import CodeInPlay
from artrules.lower.context import LoweringContext
from artrules.lower.cut_points import CutPoints
from artrules.lower.decisions import DecisionLowering
from artrules.lower.features import feature_tables
from artrules.lower.own_powers import own_power_tables, own_powers
from artrules.lower.relevance import Relevance
from artrules.lower.relevance_tables import relevance_tables
from artrules.lower.straight_code import FunctionLowering
from artrules.lower.tables import (
    Tables,
    card_tables,
    event_tables,
    flow_tables,
    frame_tables,
    hidden_value_tables,
    key_tables,
    life_tables,
    power_tables,
    question_tables,
    state_tables,
    zone_tables,
)
from artrules.machine import numbers as n

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
        **{f"phase_{rule.name}": len(model.flow.phases) for rule in PHASE_RULES},
        "liked_option": count if model.hints.options else 0,
        "score_part": len(model.flow.score),
        "score_lines": len(model.flow.score),
        "best_by": len(functions.named.get("best_by", {})),
        "winning_value": len(functions.named.get("winning_value", {})),
        "total": len(model.counts),
        "card_label": len(model.kinds),
        "figure": len(model.layout.figures),
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
        "LIMITS": len(model.limits),
        "EVENTS": len(model.events),
        "WATCH_CODES": len(code.watches),
        "QUESTIONS": len(code.asks),
        "LIVES": len(model.lives),
        "HAS_NEXT_TURN": int(NEXT_TURN in _lives_in_use(model, code)),
        "BLOCKS": code.block_count,
        "BRANCHES": len(tables["branch_can_fail"]),
        "PHASES": len(model.flow.phases),
        "BOUNDARIES": len(tables["boundary_event"]),
        "HAS_BOUNDARIES": int(any(event != n.NONE for event in tables["boundary_event"])),
        "SETUP_STEPS": len(model.flow.setup),
        "FINAL_STEPS": len(model.flow.final),
        "SCORE_PARTS": len(model.flow.score),
        "WINNING_KEYS": len(functions.named.get("winning_value", {})),
        "LAST_ROUND": model.flow.last_round or 0,
        "HAS_UNTIL": int(model.flow.until is not None),
        "VARIABLES": layout.variable_words,
        "HIDDEN_VALUES": len(tables["hidden_word"]),
        "ATTRIBUTES": layout.attribute_words,
        "STREAMS": len(layout.streams) * (1 + layout.players),
        "PASSING_TESTS": len(context.tests.tables),
        "CONSTANTS": len(context.constant_words),
        "CARD_VARIABLES": len(tables["card_variables"]) // 2,
        "CARD_ATTRIBUTES": len(tables["card_attributes"]) // 2,
        "HAS_LISTS": int(_has_lists(tables)),
        "FOREIGN_WORDS": max((function.words for function in context.foreign_functions), default=0),
        "FEATURES": len(tables["feature_kind"]),
        "WITHHOLDING": 0,
        "TOKENS": len(tables["token_first"]),
        "SHOWS": int(context.shows_cards),
        "HAS_POSITION_HINT": int(model.hints.position is not None),
        "HAS_OPTION_HINTS": int(bool(model.hints.options)),
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
    kept = tables["card_variables"][1::2] + tables["card_attributes"][1::2]
    in_state = any(n.IS_LIST <= tables["shape_kind"][shape] <= n.IS_WIDE_SET for shape in kept)
    kept_for_later = any(tables["watch_shape"]) or any(tables["question_shape"])
    return in_state or any(tables["event_shape"]) or kept_for_later or any(tables["frame_has_lists"])
