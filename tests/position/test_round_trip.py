"""A position that was reached is decoded, proved and encoded: it is the same again, byte for byte. So is what seats
know."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.information.knowledge_proof import check_knowledge
from artrules.play.information.saved_knowledge import knowledge_as_data, put_knowledge
from artrules.play.position.codec import decode, encode, position_as_data
from artrules.play.position.proof.position import prove_position

OWN = Path(__file__).parents[1] / "rulesets"
RULESETS = [*(str(path.parent) for path in sorted(OWN.glob("*/ruleset.yaml"))), *shipped_rulesets()]


def see_same_again(game: artrules.Game) -> None:
    """Take the game's position out of memory as values, and put it back."""
    moment = game._moment
    runtime = moment.load()
    runtime.load(moment.position, moment.knowledge)
    program, memory = runtime.program, runtime.instance
    position = decode(program, memory)
    data = json.loads(json.dumps(position_as_data(position)))
    assert prove_position(program, data) == position
    knowledge = json.loads(json.dumps(knowledge_as_data(runtime.layout, memory)))
    encode(program, memory, position)
    again = memory.save()
    assert again == moment.position and again.data == moment.position.data
    check_knowledge(program, position, knowledge, lambda card: memory.ask("sight", card))
    put_knowledge(runtime.layout, memory, knowledge)
    runtime.forget_knowledge()
    assert json.loads(json.dumps(knowledge_as_data(runtime.layout, memory))) == knowledge


@pytest.mark.parametrize("name", RULESETS)
def test_positions_that_were_reached(name: str) -> None:
    ruleset, random = artrules.load(name), Random(name)
    for seed in range(2):
        game = ruleset.new_game(random.choice(ruleset.player_counts), seed)
        for number in range(60):
            if number % 4 == 0:
                see_same_again(game)
            if not game.decisions:
                break
            game.choose(random.choice(random.choice(game.decisions).options))
        see_same_again(game)
