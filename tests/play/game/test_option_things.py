"""What options are about on the table: that it is there, in the view of the player who decides, and tells nothing that
this player doesn't see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.decision import CardPlace, Destination, NumberRef, Option, PlayerRef, ValueRef, ZoneRef
from artrules.play.game.option_things import TablePlaces
from artrules.play.presentation import state_and_options
from play.game.tiny import choose, offered, tiny

OWN = sorted(path.parent for path in (Path(__file__).parents[2] / "rulesets").glob("*/ruleset.yaml"))


def things_at(view: dict[str, Any], player: int) -> dict[str, Any]:
    of: dict[str, Any] = view["players"][str(player)] if player else {**view["zones"], **view["variables"]}
    return of


@pytest.mark.parametrize("name", [*shipped_rulesets(), *map(str, OWN)], ids=lambda name: Path(name).name)
def test_things_stand_in_the_state_that_offers_them(name: str) -> None:
    ruleset = artrules.load(Path(name) if "/" in name else name)
    game = ruleset.new_game(ruleset.player_counts[-1], seed=5)
    for turn in range(12):
        for decision in game.decisions:
            state, options = state_and_options(game, decision.player)
            view, (offer,) = state["view"], state["offers"]
            for data, option in zip(offer["options"], options[0], strict=True):
                cards = []
                for thing in data["about"]:
                    if "card" in thing:
                        zone, player, index = thing["card"]
                        assert 0 <= index < len(things_at(view, player)[zone])
                        cards.append((zone, player))
                    elif "zone" in thing:
                        zone, player = thing["zone"]
                        assert isinstance(things_at(view, player)[zone], list)
                    elif "value" in thing:
                        value, player = thing["value"]
                        assert not isinstance(things_at(view, player)[value], list)
                for to in data["to"]:
                    zone, player = to["on"]["zone"]
                    assert isinstance(things_at(view, player)[zone], list)
                    if to["of"] is not None:
                        assert data["about"][to["of"]]["card"][:2] != [zone, player]
                assert len(option.about) == len(data["about"]) and len(option.to) == len(data["to"])
                bound = option.touched(decision.table_places).chosen
                assert option.about[: len(bound)] == bound
        if game.finished:
            break
        game.play(seed=turn, choices=1 + 3 * turn)


def option(game: artrules.Game, label: str) -> Option:
    return next(each for decision in game.decisions for each in decision.options if each.label == label)


STALLS = """
zones:
  stall: {per: 1..3, holds: tile, order: pile, seen_by: everyone, shows: top}
"""


def test_a_number_means_the_top_of_its_pile_or_its_empty_place(tmp_path: Path) -> None:
    act = """
        for n in 1..2:
            move those(c in pool where c.n = n) to stall[n]
        repeat:
            choose one:
                "take a {n}" for n in 1..3:
                    take(n)
                "pick {c}" for c in my hand:
                    move c to heap
                "stop":
                    stop
    """
    take = "take(1..3 n): |\n  if size(stall[n]) > 0:\n    move top of stall[n] to my hand"
    game = tiny(tmp_path, act, more=STALLS, procedures=take).new_game(2, seed=1)
    one = option(game, "take a 1")
    assert one.about == (NumberRef(1), CardPlace("stall[1]", 0, 0))
    assert one.to == (Destination(1, ZoneRef("hand", 1)),)
    assert option(game, "take a 3").about == (NumberRef(3), ZoneRef("stall[3]", 0)) and not one.ends
    assert option(game, "take a 3").to == ()
    shown = TablePlaces(1, {}, {("stall[1]", 0): 0}, dict)  # the view says how many cards there are, not the position
    assert one.touched(shown).about == (NumberRef(1), ZoneRef("stall[1]", 0)) and one.touched(shown).to == ()
    choose(game, "take a 1")
    pick = option(game, offered(game)[3])
    assert pick.about == (CardPlace("hand", 1, 0),) and pick.to == (Destination(0, ZoneRef("heap", 0)),)
    assert option(game, "stop").ends and option(game, "stop").about == ()


def test_a_card_that_the_words_name_is_shown_only_to_who_sees_it(tmp_path: Path) -> None:
    act = """
        move pool to heap
        shuffle heap
        move top 3 of heap to my ROW
        for c in my ROW:
            may "use {c}":
                move c to heap
    """
    row = (
        "  deck: {per: player, holds: tile, order: pile, seen_by: nobody}",
        "  deck: {per: player, holds: tile, order: row, seen_by: nobody}",
    )
    seen = tiny(tmp_path / "seen", act.replace("ROW", "row")).new_game(2, seed=1)
    assert [each.about for each in seen.decisions[0].options] == [(CardPlace("row", 1, 0),), ()]
    unseen = tiny(tmp_path / "unseen", act.replace("ROW", "deck"), edits=[row]).new_game(2, seed=1)
    assert offered(unseen) == ["use a card", "don't"]
    assert [each.about for each in unseen.decisions[0].options] == [(), ()]


SAID = """
layout:
  options:
    "take {c}": {about: [c, those(d in my row), heap, "right(me).deck", total, me], to: [my hand, right(me)]}
    "count": {about: "first(d in pool where d.n = 9)", ends: yes}
    "look at {p}": {about: [those(d in p.hand), my x]}
    "earn": {gain: yes}
    "stop": {confirm: yes}
"""
OFFERED = """
move those(c in pool where c.n = 2) to my row
move those(c in pool) to right(me).hand
choose one:
    "take {c}" for c in my row: move c to heap
    "look at {p}" for p in players: my x += 1
    "count": total += 1
    "earn": my x += 1
    "stop": skip
"""


def said(tmp_path: Path) -> dict[str, Option]:
    game = tiny(tmp_path, OFFERED, more=SAID).new_game(2, seed=1)
    return {each.label: each for each in game.decisions[0].options}


def test_content_says_what_options_are_about(tmp_path: Path) -> None:
    options = said(tmp_path)
    take = options["take red 2"]
    own = (CardPlace("row", 1, 0), CardPlace("row", 1, 1))
    assert take.about == (*own, ZoneRef("heap", 0), ZoneRef("deck", 2), ValueRef("total", 0), PlayerRef(1))
    assert take.to == (Destination(None, ZoneRef("hand", 1)), Destination(None, PlayerRef(2)))
    assert options["count"].about == () and options["count"].ends
    assert options["earn"].gains and not options["count"].gains
    game = options["earn"].decision
    data = state_and_options(tiny(tmp_path, OFFERED, more=SAID).new_game(2, seed=1), game.player)[0]["offers"][0]
    assert {each["label"]: (each["gain"], each["button"]) for each in data["options"]}["earn"] == (True, True)
    assert [each["label"] for each in data["options"] if each["confirm"]] == ["stop"]


def test_what_is_hidden_is_never_said(tmp_path: Path) -> None:
    options = said(tmp_path)
    assert options["look at player 2"].about == (PlayerRef(2), ValueRef("x", 1))  # and no unseen card


@pytest.mark.parametrize(
    ("about", "things"),
    [
        ("those(d in my row where d.n < size(right(me).hand))", (CardPlace("row", 1, 0), CardPlace("row", 1, 1))),
        ("those(d in my row where d.n <= sum(e.n for e in right(me).hand))", ()),
        ("first(d in right(me).hand)", ()),
        ("my row[2]", (CardPlace("row", 1, 1),)),
        ("my row[3]", ()),
    ],
)
def test_what_may_depend_on_something_hidden_is_never_said(
    about: str, things: tuple[CardPlace, ...], tmp_path: Path
) -> None:
    looks = f'layout:\n  options:\n    "earn": {{about: "{about}"}}\n'
    game = tiny(tmp_path, OFFERED, more=looks).new_game(2, seed=1)
    assert next(each for each in game.decisions[0].options if each.label == "earn").about == things


@pytest.mark.parametrize(
    ("look", "code", "message"),
    [
        ("{about: my x > 3}", "bad-about", "an option can't be about `yes` or `no`"),
        ("{to: 3}", "bad-about", "a card can't be dragged to"),
        ("{to: [my hand, total]}", "bad-about", "a card can't be dragged to"),
        ("{about: d}", "unknown-name", "`d`"),
    ],
)
def test_what_no_option_can_be_about_is_refused(look: str, code: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path, OFFERED, more=f'layout:\n  options:\n    "earn": {look}\n')
    errors = [each for each in refused.value.diagnostics if each.slug == code]
    assert errors and message in errors[0].message
