"""`may_be` of zones: hidden cards are dealt so that each lies where it may, and all such deals are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from textwrap import indent

import pytest

import artrules
from artrules.author.conformance.soundness import misfit
from artrules.engine.machine.numbers import FINE
from artrules.play.game.decision import GameFault
from artrules.play.game.inspection.determinization import HiddenCard, exchange_hidden_cards
from artrules.play.pipeline import read_content
from engine.execute.executors import EXECUTORS
from engine.machine.test_determinization import p_value

GAME = """
ruleset: hoards
language: 3
title: Hoards
players: 2
enums:
  colour: [red, blue, green]
cards:
  gem:
    label: "{{self.colour}} {{self.worth}}"
    attributes:
      colour: {{type: colour}}
      worth: {{type: 1..4}}
      mark: {{type: 0..4, starts: 0}}
    powers: {{from: gift, by: worth}}
groups:
  gift: {{keyed_by: 1..4}}
pieces:
  gems: {{kind: gem, for: "k in colour, n in 1..4", has: {{colour: k, worth: n}}, start: bag}}
zones:
  bag: {{holds: gem, order: pile, face: down, seen_by: nobody}}
  tray: {{holds: gem, seen_by: everyone}}
  hand: {{per: player, holds: gem, seen_by: owner, may_be: "{may_be}"}}
variables:
  lacks: {{of: player, type: some of colour}}
  owned: {{of: player, type: gem or none}}
  hushed: {{of: player, type: 0..9, seen_by: owner, may_be: yes}}
flow:
  setup:
    begin: |
      shuffle bag
      for p in players:
          move top 3 of bag to p.hand
{setup}
  rounds:
    - name: wait
      who: in_turn
      from: players[1]
      do: |
{do}
  until: round_number >= 3
  score: {{points: {{is: size(my hand)}}}}
  winners: players
"""
WAIT = """
choose one:
    "wait": skip
    "pass": skip
"""
LACKING = "self.colour not in holder(self).lacks"
SAY_SO = """
for p in players:
    for k in colour where no(c in p.hand where c.colour is k):
        p.lacks becomes p.lacks + [k]
"""


def write(folder: Path, may_be: str, *, setup: str = "skip", do: str = WAIT) -> Path:
    text = GAME.format(may_be=may_be, setup=indent(setup.strip(), " " * 6), do=indent(do.strip(), " " * 8))
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def hands(game: artrules.Game) -> list[frozenset[str]]:
    players = game.inspect.view()["players"]
    return [frozenset(card["card"] for card in players[p]["hand"]) for p in sorted(players)]


def lacking_game(folder: Path) -> artrules.Game:
    """A game in which player 2 is known to hold nothing of some colours."""
    ruleset = artrules.load(write(folder, LACKING, setup=SAY_SO))
    games = (ruleset.new_game(seed=seed) for seed in range(100))
    return next(game for game in games if game.inspect.view()["players"][2]["lacks"])


def test_all_deals_that_may_be_are_equally_likely(tmp_path: Path) -> None:
    game = lacking_game(tmp_path)
    lacks, own = game.inspect.view()["players"][2]["lacks"], hands(game)[0]
    gems = [f"{colour} {worth}" for colour in ("red", "blue", "green") for worth in range(1, 5)]
    others = [gem for gem in gems if gem not in own and gem.split()[0] not in lacks]
    possible = Counter(map(frozenset, combinations(others, 3)))
    deals = Counter(hands(game.think.resample(1, seed))[1] for seed in range(2000))
    assert len(possible) > 5 and set(deals) == set(possible)
    assert p_value(deals, possible) > 0.001


def test_cards_that_change_places_lie_where_they_may(tmp_path: Path) -> None:
    game, stayed = lacking_game(tmp_path), 0
    for one, other in combinations(range(12), 2):

        def exchange(hidden: Mapping[int, HiddenCard], pair: tuple[int, int] = (one, other)) -> list[tuple[int, int]]:
            return [pair] if {*pair} <= {*hidden} else []

        changed = exchange_hidden_cards(game, 1, exchange)
        stayed += not changed.moved
        assert misfit(changed.game) is None
    assert 0 < stayed < 66


def test_both_executors_deal_the_same(tmp_path: Path) -> None:
    ruleset = artrules.load(write(tmp_path, "self.mark in [0, self.worth] and " + LACKING, setup=SAY_SO + HINT))
    moment = ruleset.new_game(seed=3, log=False, knowledge=True).playing.moment
    dealt = []
    for make in EXECUTORS:
        instance = make(ruleset.runtime(2)[0].program)
        instance.call("start")
        instance.load(moment.position)
        assert moment.knowledge is not None
        instance.load_knowledge(moment.knowledge)
        instance.set_register("logging", 0)
        instance.call("keep_root")
        instance.region("root_key")[:] = moment.keys
        instance.region("deal_key")[0] = 12345
        dealt.append([(instance.call("take_sample", 0, number), instance.save().data) for number in range(20)])
    assert dealt[0] == dealt[1] and len({position for _, position in dealt[0]}) > 5


HINT = """
for c in players[2].hand:
    c.mark becomes c.worth
"""


def test_marks_stay_with_the_place_and_say_what_lies_there(tmp_path: Path) -> None:
    game = artrules.load(write(tmp_path, "self.mark in [0, self.worth]", setup=HINT)).new_game(seed=3)
    marks = sorted(card["mark"] for card in game.inspect.view()["players"][2]["hand"])
    dealt = set()
    for seed in range(200):
        copy = game.think.resample(1, seed)
        cards = copy.inspect.view()["players"][2]["hand"]
        assert sorted(card["mark"] for card in cards) == marks
        assert all(card["card"].endswith(str(card["mark"])) for card in cards)
        dealt.add(hands(copy)[1])
    assert len(dealt) > 4


def test_a_card_that_may_not_lie_there_is_a_fault(tmp_path: Path) -> None:
    ruleset = artrules.load(write(tmp_path, LACKING, setup="players[2].lacks becomes [red, blue, green]"))
    game = ruleset.new_game(seed=1)
    with pytest.raises(GameFault, match=r"gem \((red|blue|green), [1-4]\) lies in `hand`, where `may_be`") as caught:
        game.think.resample(1, 1)
    assert caught.value.diagnostics[0].slug == "unfit-card"
    assert "lies in `hand`, where `may_be` says" in str(misfit(game))


@pytest.mark.parametrize("at_setup", [False, True])
def test_in_a_phase_played_all_at_once_each_card_is_where_it_may_be_when_that_begins(
    at_setup: bool, tmp_path: Path
) -> None:
    """What players do there counts when all have done it: by then it may be set right."""
    setup = "players[1].lacks becomes [red, blue, green]" if at_setup else "skip"
    folder = write(tmp_path, LACKING, setup=setup, do='choose one:\n    "shout": my lacks becomes [red, blue, green]')
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    text = text.replace("who: in_turn\n      from: players[1]", "who: all_at_once")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    for make in EXECUTORS:
        game = artrules.load(folder).new_game(seed=1, single_options=True)
        game.choose(game.decisions[0].options[0])
        moment = game.playing.moment
        assert moment.simultaneous and moment.knowledge is not None
        instance = make(moment.runtime.program)
        instance.call("start")
        instance.load(moment.position)
        instance.ask("see_that_hidden_fits")
        assert (instance.register("status") == FINE) is not at_setup
        assert (misfit(game) is None) is not at_setup
        assert instance.save() == moment.position


def test_where_nobody_can_tell_what_may_be_it_may_not_be(tmp_path: Path) -> None:
    game = artrules.load(write(tmp_path, "4 / (self.worth - 4) < 0", setup="skip")).new_game(seed=1)
    held = [card for hand in hands(game) for card in hand if card.endswith("4")]
    assert bool(held) == (misfit(game) is not None)


@pytest.mark.parametrize(
    "condition",
    [
        "no(c in left(holder(self)).hand where c.colour is self.colour)",
        "holder(self).hushed > 3",
        "holder(self).owned is not self",
        "size(self.powers) = 0",
        "self.face is up",
        "self is bag[1]",
        "mover(self) is none",
        "sees(players[1], self)",
        "no(c in gem where c.mark > self.mark)",
        "no(c in gem where holder(c) is none and c.mark > 0)",
    ],
)
def test_a_condition_is_about_the_card_and_what_everybody_sees(condition: str, tmp_path: Path) -> None:
    slugs = [d.slug for d in read_content(write(tmp_path, condition)).report.diagnostics]
    assert "deal-reads-cards" in slugs


@pytest.mark.parametrize(
    "condition",
    [
        LACKING,
        "self.mark <= self.worth",
        "no(c in tray where c.colour is self.colour)",
        "size(bag) > 3 or self.worth > round_number",
        "count(c in gem where c.colour is self.colour) > 3",
        "holder(self) is not players[1] or self.colour is not red or size(holder(self).hand) > 0",
    ],
)
def test_what_a_condition_may_ask(condition: str, tmp_path: Path) -> None:
    found = read_content(write(tmp_path, condition)).report.diagnostics
    assert not {"deal-reads-cards", "idle-may-be"} & {d.slug for d in found}


def test_the_holder_of_a_card_is_a_secret_where_the_card_is(tmp_path: Path) -> None:
    of_any = 'choose "take {c}" for c in gem where holder(c) is none\nmove c to my hand'
    assert "hidden-read" in [d.slug for d in read_content(write(tmp_path, "yes", do=of_any)).report.diagnostics]
    of_own = 'choose "keep {c}" for c in my hand where holder(c) is me\nmove c to tray'
    assert not [d for d in read_content(write(tmp_path, "yes", do=of_own)).report.diagnostics if d.severity == "error"]


def test_holder(tmp_path: Path) -> None:
    setup = """
    move players[1].hand[1] to tray
    for c in tray:
        if holder(c) is none:
            players[1].hushed becomes 1
    for c in players[2].hand:
        if holder(c) is players[2]:
            players[2].hushed += 1
    """
    game = artrules.load(write(tmp_path, "yes", setup="\n".join(x[4:] for x in setup.splitlines()))).new_game(seed=1)
    players = game.inspect.view()["players"]
    assert (players[1]["hushed"], players[2]["hushed"]) == (1, 3)
