"""What a seat sees and reads is what it may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.play.game.decision import CardPlace
from artrules.play.game.inspection.position import Position, Zone
from play.game.tiny import choose, offered, tiny

STORE = "  store: {per: player, holds: tile, order: pile, seen_by: SEEN, face_down_seen_by: DOWN, shows: SHOWS}\n"
ZONES: dict[str, tuple[str, str, str, str, list[int], list[int]]] = {
    # seen by, face down by, shows, which is face down, what the owner sees (from the top), what others see
    "everyone": ("everyone", "owner", "all", "", [1, 1, 1], [1, 1, 1]),
    "the owner": ("owner", "owner", "all", "", [1, 1, 1], [0, 0, 0]),
    "nobody": ("nobody", "owner", "all", "", [0, 0, 0], [0, 0, 0]),
    "others": ("others", "others", "all", "", [0, 0, 0], [1, 1, 1]),
    "others, face down for nobody": ("others", "owner", "all", "2", [0, 0, 0], [1, 0, 1]),
    "others face down": ("everyone", "others", "all", "2", [1, 0, 1], [1, 1, 1]),
    "the top alone": ("everyone", "owner", "top", "", [1, 0, 0], [1, 0, 0]),
    "face down for the owner": ("everyone", "owner", "all", "2", [1, 1, 1], [1, 0, 1]),
    "face down for nobody": ("everyone", "nobody", "all", "2", [1, 0, 1], [1, 0, 1]),
    "the top alone, face down below": ("everyone", "owner", "top", "2", [1, 0, 0], [1, 0, 0]),
    "the top alone, face down itself": ("everyone", "owner", "top", "1", [1, 0, 0], [0, 0, 0]),
}


@pytest.mark.parametrize("name", ZONES)
def test_zones(name: str, tmp_path: Path) -> None:
    seen, down, shows, place, mine, others = ZONES[name]
    store = STORE.replace("SEEN", seen).replace("DOWN", down).replace("SHOWS", shows)
    act = "move those(c in pool where c.n = 1) to my store\n"
    act += f"my store[{place}].face becomes down\n" if place else ""
    act += 'may "go on": skip'
    game = tiny(tmp_path, act, edits=[("  pool: {holds", f"{store}  pool: {{holds")]).new_game()
    for seat, seen in ((1, mine), (2, others)):
        cards = game.view(seat)["players"][1]["store"]
        assert ["unseen" not in card for card in cards] == [bool(x) for x in seen]
    cards = game.view(None)["players"][1]["store"]
    assert [card is not None for card in cards] == [bool(a and b) for a, b in zip(mine, others, strict=True)]
    assert all(card is not None for card in game.inspect.view()["players"][1]["store"])


def test_variables_do_not_name_cards_that_a_seat_cannot_see(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my hand
    my favourite becomes my hand[5]
    my own becomes 3
    my none becomes 4
    may "go on": skip
    """
    more = """
    variables:
      favourite: {of: player, type: tile or none}
      own: {of: player, type: 0..9, seen_by: owner}
      secret: {of: player, type: 0..9, seen_by: nobody}
    """
    game = tiny(tmp_path, act.replace("none becomes", "secret becomes"), more=more).new_game()
    one, two = game.view(1)["players"][1], game.view(2)["players"][1]
    assert (one["favourite"], one["own"], "secret" in one) == ("blue 2", 3, False)
    assert (two["favourite"], "own" in two, "secret" in two) == ("a card", False, False)
    outside = game.view(None)["players"][1]
    assert (outside["favourite"], "own" in outside, "secret" in outside) == ("a card", False, False)


LOGS: dict[str, tuple[str, list[str], list[tuple[str, str]]]] = {
    "a card stays hidden": (
        'choose "keep {c}" for c in my hand\nmy x += c.n',
        ["keep red 2"],
        [("keep red 2", "keep a card")],
    ),
    "a card is shown by it": (
        'may "play {c}" for c in my hand:\n    move c to my row',
        ["play red 2"],
        [("play red 2", "play red 2")],
    ),
    "a card is laid face down": (
        'may "hide {c}" for c in my hand:\n    move c to my row facing down',
        ["hide red 2"],
        [("hide red 2", "hide a card")],
    ),
    "a card chosen before is named again": (
        'choose c in my hand\nmay "tuck {c}":\n    move c to my deck',
        ["red 2", "tuck red 2"],
        [("red 2", "a card"), ("tuck red 2", "tuck a card")],
    ),
    "several at once": (
        'may "tuck {those(c in my hand)}":\n    move my hand[1] to my row',
        ["tuck red 1, red 1, red 1, red 2, blue 2"],
        [("tuck red 1, red 1, red 1, red 2, blue 2", "tuck 5 cards")],
    ),
    "what is read off a hidden card": (
        'choose "bid {c.n} of {c.shade}" for c in my hand where c.n = 2\nmy x += c.n',
        ["bid 2 of red"],
        [("bid 2 of red", "bid something of something")],
    ),
    "what is read off cards that lie open": (
        'move my hand[4] to my row\nmay "count {sum(c.n for c in my row)} of {size(my hand)}": skip',
        ["count 2 of 4"],
        [("count 2 of 4", "count 2 of 4")],
    ),
    "what is counted of hidden cards": (
        'may "boast of {count(c in my hand where c.shade is red)} and {value_of(my hand[5])}": skip',
        ["boast of 4 and 2"],
        [("boast of 4 and 2", "boast of something and something")],
    ),
    "what is only read where there is something": (
        'may "{top_of_row()} and {my row[1].n if size(my row) > 0 else 0}": skip',
        ["none and 0"],
        [("none and 0", "none and 0")],
    ),
    "what a function reads": (
        'may "{my x} of {value_of(my hand[5])}, {value_of(my hand[4]) + tiles(me)}, {size(lying(me))}, {score(me)}": skip',  # noqa: E501
        ["0 of 2, 7, 0, 0"],
        [("0 of 2, 7, 0, 0", "0 of something, something, 0, 0")],
    ),
    "the power of a hidden card": (
        "for w in my hand[5].powers:\n    may use w",
        ["use Gift 2 (blue 2)"],
        [("use Gift 2 (blue 2)", "use Gift 2 (a card)")],
    ),
}


@pytest.mark.parametrize("name", LOGS)
def test_what_others_read(name: str, tmp_path: Path) -> None:
    act, labels, expected = LOGS[name]
    folder = tmp_path
    gifts = {2: "- {when: now, do: my x += 1}"}
    functions = """
    functions:
      value_of(tile c): c.n
      top_of_row: last(c in my row)
      tiles(player p): count(c in p.hand where c.n > 0)
      lying(player p): those(c in p.hand where c.face is down)
    """
    game = tiny(folder, "move those(c in pool) to my hand\n" + act, gifts=gifts, more=functions).new_game()
    choose(game, *labels)
    assert [(e.text, e.public) for e in game.log if e.kind in ("chose", "took")] == expected
    texts = [entry.text for entry in game.log.read_by(2)]
    assert [public for _, public in expected] == [t for t in texts if t in {public for _, public in expected}]


def test_an_outsider_reads_what_everybody_may_read(tmp_path: Path) -> None:
    """Not what the only other player reads, who gets a card."""
    act = """
    move those(c in pool) to my hand
    choose "give {c}" for c in my hand
    move c to left(me).hand
    choose "give {d}, and no more" for d in my hand
    move d to left(me).row
    """
    game = tiny(tmp_path, act).new_game(2)
    choose(game, "give red 2", "give red 1, and no more")
    read = {reader: [e.text for e in game.log.read_by(reader) if e.is_choice] for reader in (1, 2, None)}
    assert read[1] == read[2] == ["give red 2", "give red 1, and no more"]
    assert read[None] == ["give a card", "give red 1, and no more"]
    assert [line for line in game.view(None)["log"] if "give" in line] == read[None]


def test_an_outsider_sees_nothing_of_what_one_player_alone_sees(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my hand
    move those(c in my hand where c.n = 1) to my row
    my row[1].face becomes down
    choose "keep {c}" for c in my hand
    say "kept {c}"
    may "go on": skip
    """
    game = tiny(tmp_path, act, edits=[("players: 2..4", "players: 1..4")]).new_game(1)
    (label, *_) = (option.label for option in game.decisions[0].options)
    game.choose(game.decisions[0].options[0])
    mine, outside = game.view(1)["players"][1], game.view(None)["players"][1]
    assert all(mine["hand"]) and all(mine["row"])
    assert outside["hand"] == [None] * len(mine["hand"])
    assert [card is not None for card in outside["row"]] == ["face" not in card for card in mine["row"]]
    assert label.startswith("keep red") and label in game.view(1)["log"]
    assert (
        not {label, label.replace("keep", "kept")} & {*game.view(None)["log"]}
        and "kept a card" in game.view(None)["log"]
    )


def test_an_outsider_waits_for_the_end_of_what_all_do_at_once() -> None:
    game = artrules.load("hearts").new_game(4, seed=1)
    assert game.simultaneous
    before = game.view(None)
    for _ in range(3):
        game.choose(game.decisions[0].options[0])
    assert game.view(1) != before and game.view(None) == before
    assert not any(card for player in before["players"].values() for card in player["hand"])


def test_no_player_is_an_outsider(tmp_path: Path) -> None:
    game = tiny(tmp_path, "skip").new_game(2)
    with pytest.raises(ValueError, match="no player -1"):
        game.view(-1)


SAID: dict[str, tuple[str, int | None, list[str]]] = {
    # what is said, by whom, what one who sees all reads, the player who says it, the other
    "a card in hand": ('say "{me} has {my hand[5]}"', 1, ["player 1 has blue 2"] * 2 + ["player 1 has a card"]),
    "what is printed on it": ('say "a {my hand[5].shade} one"', 1, ["a blue one"] * 2 + ["a something one"]),
    "a card that nobody sees": (
        'move my hand[5] to my deck\nsay "under {top of my deck}"',
        1,
        ["under blue 2"] + ["under a card"] * 2,
    ),
    "a card that lies open": ('move my hand[5] to my row\nsay "see {my row[1]}"', 1, ["see blue 2"] * 3),
    "cards in a hand, by the table": (
        "move those(c in my hand where c.n = 1) to my deck",
        None,
        ["red 2, blue 2"] * 2 + ["2 cards"],
    ),
    "cards in a hand, and one that lies open between them": (
        "move my hand[1] to my row\nlet open = list(c for c in my row)\nlet own = list(c for c in my hand)\n"
        'say "{own + open + own[1..1]}"',
        1,
        ["red 1, red 1, red 2, blue 2, red 1, red 1"] * 2 + ["4 cards, red 1, a card"],
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_names_no_hidden_cards(name: str, tmp_path: Path) -> None:
    act, by, expected = SAID[name]
    phases = """
    - name: tell
      who: nobody
      do: |
        say "{those(c in players[1].hand)}"
    """
    act = "move those(c in pool) to my hand\n" + act
    game = tiny(tmp_path, act, phases=phases if by is None else "").new_game()
    whole = [e for e in game.log if e.kind == "said"]
    assert [e.player for e in whole] == [by]
    read = [[e.text for e in game.log.read_by(seat) if e.kind == "said"] for seat in (1, 2)]
    assert [whole[0].text, read[0][0], read[1][0]] == expected


def test_all_at_once_shows_others_as_they_stood(tmp_path: Path) -> None:
    """Cards, faces, attributes, gained powers, variables and the log of others wait for the phase's end."""
    act = "for p in players:\n    for c in top 3 of deal:\n        move c to p.row"
    phases = """
    - name: together
      who: all_at_once
      do: |
        may "change":
            let c = my row[1]
            c.mark becomes 4
            c gains my row[3].powers[1]
            my row[2].face becomes down
            move my row[3] to my hand
            my x += 7
        may "more": skip
    - name: after
      who: in_turn
      from: players[1]
      do: |
        may "look": skip
    """
    deal = [("  pool: {holds", "  deal: {holds: tile, order: pile, seen_by: everyone}\n  pool: {holds")]
    deal += [("start: pool,", "start: deal,")]
    game = tiny(tmp_path, act, phases=phases, pieces="[[1, red, 8]]", edits=deal).new_game()

    def seen(seat: int) -> tuple[Any, list[str]]:
        view = game.view(seat)
        return view["players"][1], view["log"]

    before = seen(2)
    choose(game, "change")
    assert seen(2) == before
    assert seen(1)[0] != before[0] and seen(1)[0]["x"] == 7
    choose(game, "more", "don't", "don't")
    things, log = seen(2)
    assert things["x"] == 7 and len(things["hand"]) == 1 and things["row"][1]["unseen"]
    assert things["row"][0]["mark"] == 4 and len(things["row"][0]["gained"]) == 1
    assert [t for t in log if t in ("change", "more", "don't")] == ["change", "more", "don't", "don't"]


def test_what_the_chooser_cannot_see_is_offered_card_by_card_and_by_place(tmp_path: Path) -> None:
    """Neither the labels, nor the ids, nor how many are offered tell which cards they are."""
    act = """
    move those(c in pool) to left(me).hand
    choose "take {c}" for c in left(me).hand
    move c to my hand
    choose "give {d} back" for d in my hand + left(me).hand
    move d to left(me).hand
    """
    game = tiny(tmp_path, act).new_game()
    options = game.decisions[0].options
    assert [o.label for o in options] == ["take a card"] * 5
    where = game.inspect.position.zone_of(0)
    assert where is not None
    zone = game.inspect.position.zones.index(where)
    assert [o.id.partition("(")[2] for o in options] == [f"@{zone}.{i})" for i in range(5)]
    game.choose(options[4].id)
    assert [e.text for e in game.log if e.kind == "chose"] == ["take blue 2"]
    assert [o.label for o in game.decisions[0].options] == ["give blue 2 back"] + ["give a card back"] * 4
    game.choose(game.decisions[0].options[1])
    assert [(e.text, e.own, e.public) for e in game.log if e.kind == "chose"][1] == (
        "give red 1 back",
        "give a card back",
        "give red 1 back",
    )


def test_values_that_hold_powers_and_happenings_are_written_in_words(tmp_path: Path) -> None:
    act = """
    move those(c in pool) to my hand
    for w in my hand[4].powers:
        my trick becomes w
    announce kept(card: my hand[5], by: me)
    my news becomes first(e in kept)
    may "go on": skip
    """
    more = """
    variables:
      trick: {of: player, type: power or none}
      news: {of: player, type: kept or none}
    """
    game = tiny(tmp_path, act, more=more).new_game()
    one, two = game.view(1)["players"][1], game.view(2)["players"][1]
    assert (one["trick"], one["news"]) == ("Gift 2 (red 2)", {"card": "blue 2", "by": 1})
    assert (two["trick"], two["news"]) == ("Gift 2 (a card)", {"card": "a card", "by": 1})


# What a seat knows and doesn't see.

THREE = "[[1, red, 1], [2, red, 1], [3, blue, 1]]"
ASK = 'may "go on": skip'


def known(game: artrules.Game, seat: int, player: int, zone: str) -> list[str | None]:
    """The names of the cards in a player's zone in a view, with a `?` for those that the seat doesn't see."""
    cards = game.view(seat)["players"][player][zone]
    return [card and card["card"] and card["card"] + ("?" if "unseen" in card else "") for card in cards]


def test_what_was_passed_on_is_known_to_who_passed_it_on(tmp_path: Path) -> None:
    act = """
    move pool to my deck
    shuffle my deck
    move top 2 of my deck to my hand
    choose "pass on {c}" for c in my hand
    move c to left(me).hand
    may "go on": skip
    """
    game = tiny(tmp_path, act, pieces=THREE).new_game(players=3, seed=1)
    name = offered(game)[0].removeprefix("pass on ")
    game.choose(0)
    assert [known(game, seat, 2, "hand") for seat in (1, 2, 3)] == [[f"{name}?"], [name], [None]]
    for seed in range(5):
        assert game.think.resample(1, seed).view(1)["players"] == game.view(1)["players"]


def test_who_keeps_no_knowledge_shows_what_is_in_sight(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, f"move pool to my hand\n{ASK}", pieces=THREE)
    assert known(ruleset.new_game(log=False), 2, 1, "hand") == [None, None, None]
    for log in (False, True):
        game = ruleset.new_game(log=log, choices=True, knowledge=True)
        assert known(game, 2, 1, "hand") == ["red 1?", "red 2?", "blue 3?"]
        assert known(game.copy(), 2, 1, "hand") == known(ruleset.resume(game.to_json()), 2, 1, "hand")


def test_what_is_left_over_is_known(tmp_path: Path) -> None:
    act = f"""
    move those(c in pool where c.shade is red) to my deck
    shuffle my deck
    {ASK}
    move top 1 of my deck to my row
    may "on": skip
    """
    game = tiny(tmp_path, act, pieces=THREE).new_game(seed=1)
    assert known(game, 2, 1, "deck") == [None, None]
    game.choose(0)
    assert sorted(known(game, 2, 1, "row") + known(game, 2, 1, "deck")) in (["red 1", "red 2?"], ["red 1?", "red 2"])


def test_what_happens_out_of_sight_is_not_shown(tmp_path: Path) -> None:
    act = f"""
    move pool to my hand
    for c in my hand:
        c.mark becomes 3
    {ASK}
    """
    hint = [("      mark:", "      hint: {type: 0..3, starts: 0, seen_by: everyone}\n      mark:")]
    label = [('"{self.shade} {self.n}"', '"{self.shade} {self.n}, {self.mark}"')]
    hinted = act.replace("becomes 3", "becomes 3\n        c.hint becomes 2")
    game = tiny(tmp_path, hinted, pieces=THREE, edits=[*hint, *label]).new_game()
    assert game.view(2)["players"][1]["hand"][0] == {"card": "red 1, 0", "id": 0, "look": 0, "unseen": True, "hint": 2}
    assert game.view(1)["players"][1]["hand"][0]["card"] == "red 1, 3"


ASSUMED = """
move those(c in pool where c.shade is red) to my deck
shuffle my deck
move pool to my hand
move top 1 of my deck to my hand
may "go on": skip
for c in my hand:
    c.mark becomes 2
choose "keep {k}" for k in my hand
move k to bottom of my deck
may "on": skip
move bottom of my deck to my row
may "end": skip
"""


@pytest.mark.parametrize("kept", ["red", "blue"])
def test_what_the_engine_assumes_is_not_known(kept: str, tmp_path: Path) -> None:
    """A determinization can't carry what has changed on a hidden card, so it takes that card for known."""
    game = tiny(tmp_path, ASSUMED, pieces=THREE).new_game(seed=1)
    game.choose(0)
    game.choose(next(option for option in game.decisions[0].options if kept in option.label))
    assert known(game, 2, 1, "deck") == [None, None] and known(game, 2, 1, "hand") == [None]
    game.choose(0)
    assert kept in str(known(game, 2, 1, "row"))
    # Who sees the red card knows the other one; who sees the blue one doesn't know which red card is where.
    assert known(game, 2, 1, "hand") == ([None] if kept == "blue" else ["blue 3?"])


SEVERAL_WAYS = """
move those(c in pool where c.n = 1) to my deck
shuffle my deck
move top 1 of my deck to my hand
move my deck to left(me).hand
move those(c in pool where c.n = 2) to my hand
move pool to left(me).hand
choose "pass {c}" for c in my hand
move c to left(me).hand
as left(me):
    choose "keep {k}" for k in my hand
    move k to my deck
    choose "open {o}" for o in my hand
    move o to my row
may "end": skip
"""


def test_of_several_ways_in_which_a_card_can_have_come_none_is_known(tmp_path: Path) -> None:
    """Seat 3 sees a card that was either dealt to player 2 or passed on to them: it can't tell what player 1 kept."""
    pieces = "[[1, red, 1], [1, blue, 1], [2, red, 1], [3, red, 1]]"
    game = tiny(tmp_path, SEVERAL_WAYS, pieces=pieces).new_game(players=3, seed=1)
    passed = next(label.removeprefix("pass ") for label in offered(game) if label.endswith("1"))
    choose(game, f"pass {passed}", "keep red 3", f"open {passed}")
    assert known(game, 3, 2, "row") == [passed] and known(game, 3, 1, "hand") == [None]
    assert known(game, 2, 1, "hand") == ["red 2?"]


def test_a_position_that_was_not_played_to_shows_what_is_in_sight(tmp_path: Path) -> None:
    game = tiny(tmp_path, f"choose n in 1..2\nmove my hand to my row\n{ASK}", pieces=THREE).new_game()

    def prepare(position: Position) -> None:
        position.arrange({Zone("hand", 0): [1], Zone("pool", 0): [0]}, [2])
        position.go_on_from(1, 0)

    game.inspect.begin(prepare)
    assert known(game, 2, 1, "hand") == [None]
    game.choose(0)
    assert known(game, 2, 1, "row") == ["red 2"]


def test_while_all_play_at_once_nobody_knows_more_of_others(tmp_path: Path) -> None:
    act = "move those(c in pool where c.shade is red) to my deck\nshuffle my deck"
    together = """
    - name: together
      who: all_at_once
      do: |
        may "open":
            move top 1 of my deck to my row
        may "more": skip
    - name: after
      who: in_turn
      from: players[1]
      do: |
        may "look": skip
    """
    game = tiny(tmp_path, act, pieces=THREE, phases=together).new_game(seed=1)
    choose(game, "open")
    assert known(game, 2, 1, "deck") == [None, None] and known(game, 2, 1, "row") == []
    assert "?" not in str(known(game, 1, 1, "deck"))
    while len(game.decisions) > 1 or offered(game) != ["look", "don't"]:
        choose(game, "don't")
    assert "?" in str(known(game, 1, 1, "deck")) and "?" in str(known(game, 2, 1, "deck"))


def test_options_do_not_tell_which_card_in_a_hand_one_knows(tmp_path: Path) -> None:
    act = """
    move pool to left(me).hand
    choose "take {c}" for c in left(me).hand
    move c to my hand
    """
    game = tiny(tmp_path, act, pieces=THREE).new_game()
    assert known(game, 1, 2, "hand") == ["red 1?", "red 2?", "blue 3?"]
    assert [(option.label, option.about) for option in game.decisions[0].options] == [("take a card", ())] * len(
        game.decisions[0].options
    )
    with pytest.raises(ValueError, match="not which of the cards is which"):
        game.why_not(1, CardPlace("hand", 2, 0))
