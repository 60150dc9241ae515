"""Where things stand on the table: areas in their order, everything in its place, and what the layout says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from artrules.play.game.description import (
    Area,
    KindDescription,
    Look,
    MemberDescription,
    PhaseDescription,
    TableDescription,
    VariableDescription,
    ZoneDescription,
)
from artrules.play.presentation.table_lines import render_cards, render_table
from artrules.table.terminal.session import render_zones
from artrules.text.plain_text import Style

LOOK = Look("tile", "red 1", "", None, None, 1, None, {})
WIDE = Style(False, 70)


def _variable(title: str, **given: Any) -> VariableDescription:
    return VariableDescription(title=title, **given)


TABLE = TableDescription(
    title="Game",
    about="",
    areas=(
        Area("market", "Market", "table", "place", ("north", "south"), ("shelf", "price")),
        Area("heaps", "Heap", "table", None, ("2", "3"), ("heap",)),
        Area("rest", "Rest", "table", None, (), ("pool", "box", "secret", "total", "begins")),
        Area("own", "Own", "player", None, (), ("hand", "deck", "row", "points", "gold", "done", "gem", "extra")),
    ),
    zones={
        "shelf": ZoneDescription("loose", True, "shelf", "grid", "always"),
        "heap": ZoneDescription("pile", True, "heap", "pile", "always"),
        "pool": ZoneDescription("loose", True, "pool", "grid", "always"),
        "box": ZoneDescription("loose", True, "box", "grid", "folded"),
        "secret": ZoneDescription("loose", True, "secret", "grid", "never"),
        "hand": ZoneDescription("loose", True, "hand", "fan", "always", "player"),
        "deck": ZoneDescription("pile", False, "deck", "pile", "always", "player"),
        "row": ZoneDescription("row", True, "row", "row", "filled", "player"),
    },
    variables={
        "total": _variable("total", low=0, high=99, steps=((0, 1), (10, 2), (20, 5))),
        "begins": _variable("begins", as_="flag"),
        "points": _variable("points", as_="score", of="player"),
        "gold": _variable("gold", as_="money", of="player"),
        "done": _variable("done", starts=False, as_="flag", of="player"),
        "gem": _variable("a gem", starts=0, as_="flag", of="player"),
        "extra": _variable("extra", starts=0, shown="changed", of="player"),
    },
    figures={"price": _variable("costs"), "ahead": _variable("is ahead", as_="flag")},
    phases={"main": PhaseDescription("A turn", "in_turn")},
    members={"place": {"north": MemberDescription("the north", "", ""), "south": MemberDescription("South", "", "")}},
    kinds={"tile": KindDescription("tile")},
    looks=(LOOK,),
    of_players=frozenset({"begins"}),
    powers=(),
)


def _card(**changed: str) -> dict[str, Any]:
    data: dict[str, Any] = {"card": LOOK.title, "look": 0}
    return {**data, "changed": changed} if changed else data


def _view() -> dict[str, Any]:
    player: dict[str, Any] = {
        "hand": [None, None],
        "deck": [None],
        "row": [],
        "points": 4,
        "gold": 2,
        "done": False,
        "gem": 0,
    }
    return {
        "round": 2,
        "phase": "main",
        "turn": 1,
        "finished": False,
        "players": {"1": {**player, "hand": [_card(), _card(mark="4")], "extra": 0}, "2": {**player, "extra": 0}},
        "zones": {
            "shelf[north]": [_card()],
            "shelf[south]": [],
            "heap[2]": [_card(), _card(mark="3")],
            "heap[3]": [],
            "pool": [],
            "box": [_card(), _card()],
            "secret": [_card()],
        },
        "variables": {"price[north]": 3, "price[south]": 5, "total": 12, "begins": {"player": 2}},
    }


def _shown(view: dict[str, Any], description: TableDescription = TABLE, seat: int = 1) -> list[str]:
    return list(render_table(view, description, WIDE, {1: "you"}, seat))


def test_everything_in_its_place() -> None:
    assert _shown(_view()) == [
        "Game · round 2 · A turn · player 1's turn",
        "─────────────────────────────────────────",
        "Market",
        "  the north  shelf: red 1 · costs: 3",
        "  South      shelf: empty · costs: 5",
        "Heap",
        "  2: red 1, top of 2    3: empty",
        "Rest",
        "  box: 2 cards · total: 12 (2; 5 from 20)",
        "  pool: empty",
        "player 1 (you) · points: 4 · gold: 2",
        "  deck: 1 card",
        "  hand: red 1, red 1 [mark 4]",
        "player 2 · points: 4 · gold: 2 · begins",
        "  hand: 2 cards · deck: 1 card",
    ]


def test_what_is_always_shown_stands_on_the_same_line_however_many_cards_lie_there() -> None:
    view, filled = _view(), _view()
    filled["zones"] |= {"shelf[south]": [_card()], "heap[3]": [_card()], "pool": [_card(), _card()]}
    filled["players"]["1"]["hand"] = []
    before, after = _shown(view), _shown(filled)
    assert len(before) == len(after) and before != after
    assert [line.split(":")[0] for line in before] == [line.split(":")[0] for line in after]


def test_flags_and_changed_values_are_shown_while_they_say_something() -> None:
    view = _view()
    view["variables"] |= {"begins": {"player": 1}, "ahead": {"player": 2}}
    view["players"]["1"] |= {"done": True, "gem": 1, "extra": 3}
    shown = _shown(view)
    assert "player 1 (you) · points: 4 · gold: 2 · done · a gem · begins" in shown
    assert "  deck: 1 card · extra: 3" in shown
    assert "player 2 · points: 4 · gold: 2 · is ahead" in shown


def test_what_is_shown_in_turn_stands_at_the_player_who_has_the_turn_alone() -> None:
    table = replace(TABLE, variables={**TABLE.variables, "extra": _variable("extra", shown="turn", of="player")})
    assert "  deck: 1 card · extra: 0" in _shown(_view(), table)
    assert "  hand: 2 cards · deck: 1 card" in _shown(_view(), table)
    assert not any("extra" in line for line in _shown(_view() | {"finished": True}, table))


def test_where_nothing_is_hidden_every_hand_has_a_line_of_its_own() -> None:
    assert "  hand: 2 cards" in _shown(_view(), seat=0)


def test_an_area_of_values_by_member_is_a_row_of_cells() -> None:
    areas = (Area("prices", "Prices", "table", "place", ("north", "south"), ("price",)),)
    shown = _shown(_view(), replace(TABLE, areas=areas, variables={}, zones={}))
    assert shown[2:4] == ["Prices", "  the north: 3   South: 5"]


def test_at_the_end_and_during_setup_the_heading_says_so() -> None:
    over, setup = _view() | {"finished": True}, _view() | {"round": 0}
    assert _shown(over)[0] == "Game · round 2 · the game is over"
    assert _shown(setup)[0] == "Game · setup"


def test_a_pile_shows_its_top_card_and_whatever_is_drawn_otherwise_all_of_its_cards() -> None:
    cards = [_card(), _card(mark="3"), None]
    shown = {
        (order, as_): render_cards(cards, ZoneDescription(order, True, "zone", as_), TABLE)
        for order in ("pile", "loose")
        for as_ in ("pile", "row")
    }
    assert shown == {
        ("pile", "pile"): ["red 1", "top of 3"],
        ("pile", "row"): ["red 1", "red 1 [mark 3]", "face down #3"],
        ("loose", "pile"): ["3 cards"],
        ("loose", "row"): ["red 1", "red 1 [mark 3]", "1 card face down"],
    }


def test_below_a_long_title_there_is_room_for_cards() -> None:
    pool = ZoneDescription("row", True, "what has been drawn, show one of it", "row", "always")
    zones = {**TABLE.zones, "pool": pool}
    view = _view()
    view["zones"]["pool"] = [{"card": f"a card number {n}", "look": 0} for n in range(6)]
    shown = _shown(view, replace(TABLE, zones=zones))
    at = next(i for i, line in enumerate(shown) if "drawn" in line)
    assert shown[at : at + 3] == [
        "  what has been drawn, show one of it: a card number 0,",
        "      a card number 1, a card number 2, a card number 3,",
        "      a card number 4, a card number 5",
    ]


def test_a_card_says_its_figures_and_all_of_them_when_one_looks() -> None:
    """On the table stand those that say something, as on the page of the browser."""
    names = ("worth", "age", "even", "odd", "owner")
    kinds = {"tile": KindDescription("tile", "worth", {name: name for name in names})}
    view = _view()
    figures = {"worth": 7, "age": 0, "even": True, "odd": False, "owner": "player 2"}
    view["zones"]["pool"] = [{**_card(mark="3"), "figures": figures}]
    table = replace(TABLE, kinds=kinds)
    assert "  pool: red 1 [worth 7; age 0; even; owner player 2; mark 3]" in _shown(view, table)
    assert " ".join(line.strip() for line in render_zones(view, "pool", table, WIDE)) == (
        "pool: red 1 [worth 7; age 0; even yes; odd no; owner player 2; mark 3]"
    )


def test_where_each_owner_has_several_zones_each_has_a_line() -> None:
    market = replace(TABLE.areas[0], things=("shelf", "wall", "price"))
    table = replace(TABLE, areas=(market,), zones={**TABLE.zones, "wall": TABLE.zones["pool"]})
    view = _view()
    view["zones"] |= {"wall[north]": [], "wall[south]": [_card()]}
    assert _shown(view, table)[2:9] == [
        "Market",
        "  the north · costs: 3",
        "    shelf: red 1",
        "    pool: empty",
        "  South · costs: 5",
        "    shelf: empty",
        "    pool: red 1",
    ]
