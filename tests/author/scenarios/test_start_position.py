"""What `given` puts in place, where copies come from, and what is refused at which line."""

from __future__ import annotations

import pytest

from artrules.author.scenarios.run import game_for
from artrules.play.game.game import Game
from artrules.text.diagnostics.report import Report
from author.scenarios.one_scenario import lanterns, outcome, scenario

STEPS = "\nsteps: [finished: no]"


def game(given: str) -> Game:
    report = Report()
    made = game_for(lanterns(), scenario(given + STEPS), report)
    assert report.diagnostics == []
    return made


def labels(game: Game, *path: object) -> list[str]:
    data = game.inspect.view()
    for key in path:
        data = data[key]
    return [card["card"] for card in data]


def all_cards(game: Game) -> list[int]:
    return sorted(card for _, cards in game.inspect.position.contents() for card in cards)


def test_every_card_is_in_one_place() -> None:
    playing = game('given: {zones: {box: [], "stall[1]": [red 9]}, players: {1: {hand: [red 1, blue 3]}}}')
    position = playing.inspect.position
    assert all_cards(playing) == list(range(28))
    assert all(position.zone_of(card) == zone for zone, cards in position.contents() for card in cards)


def test_zones_of_players_are_empty_and_shared_ones_stay() -> None:
    position = game("given: {players: {1: {hand: [red 2, red 3]}}}")
    view = position.inspect.view()
    assert labels(position, "players", 1, "hand") == ["red 2", "red 3"]
    assert view["players"][1]["deck"] == view["players"][2]["hand"] == []
    assert len(view["zones"]["stall[1]"]) == 8


def test_without_players_nothing_of_theirs_changes() -> None:
    assert len(game("given: {zones: {box: []}}").inspect.view()["players"][1]["hand"]) == 2


def test_copies_come_from_cards_set_aside_first() -> None:
    """Players begin with nine cards of the stalls; none of the shared zones is touched for them."""
    before = lanterns().new_game(2, 0)
    hand = labels(before, "players", 1, "hand")
    position = game(f"given: {{players: {{2: {{hand: [{', '.join(hand)}]}}}}}}")
    assert labels(position, "zones", "stall[1]") == labels(before, "zones", "stall[1]")


def test_piles_have_the_top_first_and_more_stays_beneath() -> None:
    whole = game('given: {zones: {"stall[3]": [blue 3, red 3, blue 3]}}')
    assert labels(whole, "zones", "stall[3]") == ["blue 3", "red 3", "blue 3"]
    added = game('given: {zones: {"stall[3]": [red 1, ...]}}')
    assert labels(added, "zones", "stall[3]")[0] == "red 1"
    assert len(labels(added, "zones", "stall[3]")) == 7


def test_faces_and_attributes() -> None:
    text = "given: {players: {1: {row: [{card: red 3, numbers: [1, 2], face: down, dim: yes}, red 1], deck: [red 2]}}}"
    view = game(text).inspect.view()["players"][1]
    first, second = view["row"]
    assert (first["face"], first["numbers"], first["dim"]) == ("down", [1, 2], True)
    assert set(second) == {"card", "id", "look"}
    assert set(view["deck"][0]) == {"card", "id", "look"}, "a card of the deck lies face down as it always does"


def test_variables_round_and_turn() -> None:
    text = (
        'given: {phase: buy, turn: 2, round: 7, variables: {left: 3, first_player: 2, "price[blue]": 5},'
        " players: {1: {coins: 6}, 2: {coins: 4}}}"
    )
    position = game(text)
    view = position.inspect.view()
    assert (view["round"], view["phase"], view["turn"]) == (7, "buy", 2)
    assert (view["variables"]["left"], view["variables"]["price[blue]"], view["players"][1]["coins"]) == (3, 5, 6)
    assert [d.player for d in position.decisions] == [2]


@pytest.mark.parametrize(("turn", "rest"), [(2, [2, 3, 1]), (3, [3, 1]), (1, [1])])
def test_those_before_have_had_their_turn(turn: int, rest: list[int]) -> None:
    text = f"players: 3\ngiven: {{phase: buy, turn: {turn}, variables: {{first_player: 2}}, players: "
    position = game(text + "{1: {coins: 9}, 2: {coins: 9}, 3: {coins: 9}}}")
    seen = []
    while position.round == 1 and position.inspect.view()["phase"] == "buy":
        (decision,) = position.decisions
        seen.append(decision.player)
        position.choose(next(o for o in decision.options if o.label == "leave"))
    assert seen == rest


def test_setup_is_not_in_the_log() -> None:
    assert [e.kind for e in game("given: {phase: buy, turn: 1, players: {1: {coins: 2}}}").log] == ["phase", "turn"]


def test_the_seed_counts() -> None:
    one, other = (labels(game(f"seed: {seed}\ngiven: {{}}"), "zones", "stall[1]") for seed in (1, 2))
    assert one != other


def test_defaults_and_overlays() -> None:
    assert outcome("players: 3\nsteps: [expect: {variables: {left: 20}}]") == []
    assert (
        outcome(
            "settings: {guilds: hill}\ngiven: {players: {1: {steps: 3}}}\nsteps: [expect: {players: {1: {steps: 3}}}]"
        )
        == []
    )


REFUSED = [
    ("given:\n  zones: {boxx: []}", "unknown-place", 2),
    ("given:\n  zones: {hand: []}", "unknown-place", 2),
    ("given:\n  zones: {stall: []}", "unknown-place", 2),
    ('given:\n  zones: {"stall[4]": []}', "unknown-place", 2),
    ("given:\n  variables: {lefft: 2}", "unknown-place", 2),
    ('given:\n  variables: {"price[green]": 2}', "unknown-place", 2),
    ('given:\n  variables: {"left[1]": 2}', "unknown-place", 2),
    ("given:\n  variables: {left: 41}", "wrong-value", 2),
    ("given:\n  variables: {first_player: 3}", "bad-position", 2),
    ("given:\n  players: {3: {hand: []}}", "bad-position", 2),
    ("given:\n  players: {1: {box: []}}", "unknown-place", 2),
    ("given:\n  players:\n    1: {hand: [red 1, green 1]}", "unknown-card", 3),
    ("given:\n  zones: {box: 3}", "bad-position", 2),
    ("given:\n  zones: {box: [red 9, red 9, red 9]}", "no-copy-left", 2),
    ("given:\n  zones: {box: [{card: red 9, printed: 3}]}", "unknown-attribute", 2),
    ("given:\n  zones: {box: [{card: red 9, wings: 3}]}", "unknown-attribute", 2),
    ("given:\n  zones: {box: [{card: red 9, numbers: [77]}]}", "wrong-value", 2),
    ("given:\n  phase: bye", "bad-position", 2),
    ("given:\n  phase: play\n  turn: 1", "bad-position", 3),
    ("given:\n  phase: buy\n  turn: 3", "bad-position", 3),
    ("given: {}\nplayers: 9", "bad-position", 2),
    ("given: {}\nsettings: {guilds: valley}", "bad-position", 2),
    ("given: {players: {1: {steps: 3}}}", "unknown-place", 1),
]


@pytest.mark.parametrize(("text", "slug", "line"), REFUSED)
def test_refused(text: str, slug: str, line: int) -> None:
    assert outcome(text + STEPS) == [(slug, line)]
