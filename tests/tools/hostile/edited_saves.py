"""Saves of real games that somebody has edited and summed anew: refused, or the game that they were, or a game that can
be played on to its end, in which no piece is lost.

`python -m tests.tools.hostile` tries them; `test_saves.py` does a share.
"""

from __future__ import annotations

import json
import tempfile
import traceback
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.position.save_document import canonical_json, check_sum
from tools.hostile.oracle import Violation
from tools.hostile.save_edits import edited, some_path
from tools.hostile.subject import FILES, write
from tools.hostile.watchdog import Hang, watched
from waiting import PATIENCE

OWN = Path(__file__).parents[2] / "rulesets"
KILN = "kiln"
SUBJECTS = (KILN, *(str(p.parent) for p in sorted(OWN.glob("*/ruleset.yaml"))), *shipped_rulesets())
WAYS = ("with a log", "without a log")
"""How the game of a save was begun."""
MOST_CHOICES = 400


@dataclass(frozen=True)
class Save:
    """A real game's save, beside the game."""

    ruleset: artrules.Ruleset
    game: artrules.Game

    @property
    def data(self) -> dict[str, Any]:
        return json.loads(self.game.to_json())  # type: ignore[no-any-return]

    def way_of(self, game: artrules.Game) -> tuple[Any, ...]:
        """What makes a game that was played what it is: how it was set up, its choices, what was noted."""
        return game.setup, game.choices, game.log.notes


@cache
def loaded(subject: str) -> artrules.Ruleset:
    """A subject's ruleset."""
    if subject != KILN:
        return artrules.load(subject)
    with tempfile.TemporaryDirectory() as folder:
        return artrules.load(write(Path(folder) / KILN, FILES))


@cache
def saves(subject: str, way: str, seed: int) -> tuple[Save, ...]:
    """Saves of one game under way, at its beginning, in its middle and towards its end."""
    random, ruleset = Random(f"{Path(subject).name} {way} {seed}"), loaded(subject)
    players = ruleset.player_counts[seed % len(ruleset.player_counts)]
    game = ruleset.new_game(players, seed, log=way == "with a log", choices=True)
    found = []
    while game.decisions and len(found) < 24:
        for _ in range(random.randrange(7)):
            if game.decisions:
                game.choose(random.choice(random.choice(game.decisions).options))
        found.append(Save(ruleset, game.copy()))
    return tuple(found)


def summed(data: dict[str, Any]) -> str:
    """The text of a save with a check sum that fits."""
    return canonical_json({**data, "check": check_sum(data)})


def one_edit(number: int) -> tuple[Save, dict[str, Any]]:
    """A save, and what an edit has made of it: the edit that has this number."""
    random = Random(f"saves {number}")
    subject, way = SUBJECTS[number % len(SUBJECTS)], WAYS[number // len(SUBJECTS) % len(WAYS)]
    save, other = random.choice(saves(subject, way, random.randrange(4))), random.choice(saves(subject, way, 5))
    data = save.data
    path = some_path(data, random)
    return save, edited(data, other.data, path, random)


def judge_edit(save: Save, data: dict[str, Any], random: Random) -> str:
    """What comes of an edited save: refused, equal, or accepted (then it was played on). Raises Violation."""
    try:
        with watched(3 * PATIENCE):
            return _judge(save, data, random)
    except Violation:
        raise
    except (Exception, Hang) as problem:
        raise Violation(f"{type(problem).__name__}: {problem}\n{traceback.format_exc()}") from problem


def _judge(save: Save, data: dict[str, Any], random: Random) -> str:
    text = summed(data)
    try:
        game = save.ruleset.resume(text)
    except artrules.SaveRefused as refused:
        if not str(refused):
            raise Violation("refused without a reason") from None
        return "refused"
    if json.loads(game.to_json()) != {**data, "check": check_sum(data)}:
        raise Violation("what was taken up isn't what was saved")
    if game.to_json() == save.game.to_json():
        return "equal"
    if save.way_of(game) == save.way_of(save.game):
        raise Violation("an edit beside the choices was accepted")
    _play_on(save.ruleset, game, random)
    return "accepted"


def _play_on(ruleset: artrules.Ruleset, game: artrules.Game, random: Random) -> None:
    """To the end, or to a fault of the content, looking at everything."""
    pieces = [game.inspect.position.kind_of(card) for card in game.inspect.position.cards]
    try:
        for made in range(MOST_CHOICES):
            _see(game, pieces)
            if not game.decisions:
                break
            if made % 16 == 0:
                again = ruleset.resume(game.to_json())
                if again.to_json() != game.to_json():
                    raise Violation("its own save is another game")
                _ask(game, random)
            game.choose(random.choice(random.choice(game.decisions).options))
    except artrules.GameFault as fault:
        if any(diagnostic.span is None for diagnostic in fault.diagnostics):
            raise Violation(f"a fault without a place: {fault}") from None


def _see(game: artrules.Game, pieces: list[str]) -> None:
    position = game.inspect.position
    lying = [card for _, cards in position.contents() for card in cards]
    if sorted(position.kind_of(card) for card in lying) != sorted(pieces) or len(set(lying)) != len(lying):
        raise Violation("a piece lies twice or nowhere")
    for decision in game.decisions:
        if not decision.options or not all(isinstance(o.label, str) and o.id for o in decision.options):
            raise Violation("a decision without an option")


def _ask(game: artrules.Game, random: Random) -> None:
    """What clients can ask of a game."""
    json.dumps([game.inspect.view(), game.result, *(game.view(seat) for seat in range(1, game.players + 1))])
    for decision in game.decisions:
        label = random.choice(decision.options).label
        game.why_not(decision.player, label)
        game.why_not(1 + decision.player % game.players, label)
    if game.log:
        game.think.resample(1 + random.randrange(game.players), 1)


def try_edits(wanted: int) -> int:
    """Try so many saves that were edited; tell what came of them. How many were broken."""
    broken = 0
    counts: Counter[str] = Counter()
    for number in range(wanted):
        save, data = one_edit(number)
        try:
            counts[judge_edit(save, data, Random(number))] += 1
        except Violation as problem:
            broken += 1
            print(f"BROKEN: saves, edit {number}: {problem}")
    told = ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))
    print(f"saves: {wanted} edits, {told}", flush=True)
    return broken
