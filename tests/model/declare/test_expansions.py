"""Expansions (`docs/write/sets.md`, Expansions): what they add and change, with what they go together, and what not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import artrules
from artrules.model.catalogue.locations import ContentFile, OutsideContent
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.render import ContentError
from artrules.text.diagnostics.report import WORDS

RULESETS = Path(__file__).parents[2] / "rulesets"
SHIPPED = Path(__file__).parents[2] / "expansions"
RAIDERS = RULESETS / "raiders"


def judged(folder: Path, *texts: str, of: str = "raiders") -> Content:
    """A ruleset with expansions from outside, named `e0`, `e1` … in their order; each text follows the head."""
    files = []
    for number, text in enumerate(texts):
        path = folder / f"e{number}.yaml"
        path.write_text(f"expansion: e{number}\nof: {of}\nlanguage: 3\n{text}", encoding="utf-8")
        files.append(ContentFile(path, path.name))
    return read_content(RULESETS / of, extra=OutsideContent(tuple(files)))


def slugs(content: Content) -> list[tuple[str, str]]:
    """What is wrong in the files of expansions: the kind of each diagnostic and its file."""
    return [(d.slug, d.span.file) for d in content.report.diagnostics if d.span and d.span.file.startswith("e")]


SPY = """adds:
  enums: {troop: [spy]}
  pieces: {troops: {rows: [[spy, 3]]}}
  deeds: {spy: {name: The Spy, text: Look., powers: [{when: played, label: look, do: skip}]}}
"""


NONE = "{name: x, text: Nothing happens., powers: []}"


def test_two_that_go_together_are_played() -> None:
    ruleset = artrules.load(RAIDERS, extra=[SHIPPED])
    game = ruleset.new_game(players=3, seed=1)
    view = game.inspect.view()
    zones = [*view["zones"].values(), *(player["hand"] for player in view["players"].values())]
    counts = Counter(card["card"] for zone in zones for card in zone)
    assert counts == {"raider": 6, "wall": 5, "scout": 4, "gold": 7, "spy": 3, "lord": 2}
    labels, stolen = set(), 0
    for seed in range(20):
        game = ruleset.new_game(players=3, seed=seed)
        while game.decisions:
            labels |= {option.label for option in game.decisions[0].options}
            game.play(seed=seed, choices=1)
        stolen += sum(score["parts"]["stolen"] for score in game.result["scores"])
    assert {"play spy", "play lord"} <= labels
    assert stolen > 0


def test_without_them_the_game_is_as_it_was() -> None:
    alone, again = artrules.load(RAIDERS), artrules.load(RAIDERS, extra=[])
    assert alone.content_hash == again.content_hash != artrules.load(RAIDERS, extra=[SHIPPED]).content_hash
    assert "spy" not in alone.model.members


def test_names_are_its_own(tmp_path: Path) -> None:
    own = "adds:\n  functions: {holding(player p): size(p.hand)}\n  flow: {score: {S: {is: holding(me)}}}\n"
    content = judged(tmp_path, own.replace("S:", "one:"), own.replace("S:", "two:"))
    assert not slugs(content)
    assert {"e0/holding", "e1/holding"} <= content.base.functions.keys()
    [used] = [d for d in judged(tmp_path, "changes: {procedures: {draw: other()}}").report.errors]
    assert used.slug == "unknown-name"


def test_names_of_what_is_required_are_seen(tmp_path: Path) -> None:
    first = "adds:\n  variables: {honour: {of: player, type: 0..9}}\n  flow: {score: {honour: {is: my honour}}}\n"
    second = "adds:\n  flow: {setup: {honour: 'for p in players: p.honour becomes 1'}}\n"
    assert not slugs(judged(tmp_path, first, f"requires: e0\n{second}"))
    assert ("unknown-name", "e1.yaml") in slugs(judged(tmp_path, first, second))


MISTAKES = {
    "a name that the game has": ("adds: {enums: {troop: [wall]}}\n", "name-twice"),
    "a change of what isn't there": ("changes: {procedures: {drow: skip}}\n", "nothing-to-replace"),
    "something new under changes": ("changes: {functions: {extra: 1}}\n", "nothing-to-replace"),
    "a new member under changes": ("changes: {enums: {troop: {members: {spy: {}}}}}\n", "nothing-to-replace"),
    "a new step under changes": ("changes: {flow: {setup: {more: skip}}}\n", "nothing-to-replace"),
    "a new setting under changes": ("changes: {settings: {more: {type: bool}}}\n", "nothing-to-replace"),
    "a procedure of the game under adds": ("adds: {procedures: {draw: skip}}\n", "name-twice"),
    "a procedure called like an event of the game": ("adds: {procedures: {attacked: skip}}\n", "name-twice"),
    "a condition of a setting that isn't there": (
        "applies: spying\nadds: {flow: {score: {a: {is: 1}}}}\n",
        "wrong-type",
    ),
    "rows with other columns": ("adds: {pieces: {troops: {columns: [tropp], rows: [[wall]]}}}\n", "bad-row"),
    "another key of pieces that are there": ("adds: {pieces: {troops: {start: lost}}}\n", "name-twice"),
    "a section that can't be added to": ("adds: {groups: {more: {keyed_by: 1..2, chosen_by: deck}}}\n", "bad-owner"),
    "a power for a key that isn't there": ("adds: {deeds: {sby: {name: x, text: '', powers: []}}}\n", "bad-group-key"),
    "an attribute that cards of the game have no value for": (
        "adds:\n  cards: {troop_card: {attributes: {mark: {type: 0..9}}}}\n"
        "  flow: {score: {m: {is: sum(c.mark for c in my hand)}}}\n",
        "new-incomplete",
    ),
    "more than attributes for a kind of the game": ("adds: {cards: {troop_card: {label: x}}}\n", "name-twice"),
    "what is required and isn't there": ("requires: nobody\n", "unknown-name"),
    "a wrong total": (SPY + "  totals: {spies: {count: size(troop_card), is: 3}}\n", "wrong-pieces"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_diagnostic_at_its_place(name: str, tmp_path: Path) -> None:
    text, slug = MISTAKES[name]
    assert slugs(judged(tmp_path, text)) == [(slug, "e0.yaml")]


MARK = """adds:
  cards: {{troop_card: {{attributes: {{mark: {{type: 0..9, starts: {starts}}}}}}}}}
  flow: {{score: {{{name}: {{is: sum(c.mark for c in my hand)}}}}}}
"""


def test_an_attribute_of_the_games_cards_is_added(tmp_path: Path) -> None:
    assert not slugs(judged(tmp_path, MARK.format(starts=2, name="marks")))
    game = artrules.load(RAIDERS, extra=[tmp_path / "e0.yaml"]).new_game(players=2, seed=1)
    assert game.inspect.model.kinds["troop_card"].attributes.keys() == {"troop", "mark"}
    [error] = judged(tmp_path, MARK.format(starts=1, name="a"), MARK.format(starts=2, name="b")).report.errors
    assert error.slug == "overlay-conflict" and "both add `cards.troop_card.attributes.mark`" in error.message


def test_a_total_of_the_game_holds_without_expansions_only(tmp_path: Path) -> None:
    assert not slugs(judged(tmp_path, SPY))


def test_each_pair_that_conflicts_gives_one_error_with_both_names(tmp_path: Path) -> None:
    change = "changes:\n  procedures: {draw: skip, attack: skip}\n"
    content = judged(tmp_path, SPY + change, SPY + change, "adds: {flow: {score: {more: {is: 1}}}}\n")
    [error] = content.report.errors
    assert error.slug == "overlay-conflict"
    assert "the expansions `e0` and `e1`" in error.message
    assert "`procedures.draw` and `procedures.attack`" in error.message
    assert "`enums.troop.members.spy`" in error.message
    assert error.expected is not None and "`after: e0`" in error.expected and "another name" in error.expected


def test_a_change_in_short_is_told_to_leave_alone_what_the_other_one_changes(tmp_path: Path) -> None:
    """`gold: 1` replaces all that is said of it, `gold: {is: 1}` its code."""
    for text, other in ((": 1", ": {says: Of gold.}"), (": {says: Of gold.}", ": 1")):
        changes = [f"changes:\n  flow: {{score: {{gold{each}}}}}\n" for each in (text, other)]
        [error] = judged(tmp_path, *changes).report.errors
        short = "e0" if text == ": 1" else "e1"
        assert error.slug == "overlay-conflict"
        assert error.expected == f"`gold: {{is: …}}` in the expansion `{short}`, which replaces no more than its code"
        changes[int(short[1])] = changes[int(short[1])].replace("gold: 1", "gold: {is: 2}")
        assert not judged(tmp_path, *changes).report.errors


def test_after_lets_one_win(tmp_path: Path) -> None:
    first, second = "changes:\n  flow: {last_round: 3}\n", "after: e0\nchanges:\n  flow: {last_round: 2}\n"
    content = judged(tmp_path, first, second)
    assert not content.report.errors
    assert content.base.flow.last_round == 2


def test_what_an_expansion_comes_after_need_not_be_there(tmp_path: Path) -> None:
    assert not judged(tmp_path, "after: something_quite_different\nchanges:\n  flow: {last_round: 2}\n").report.errors


def test_a_condition_may_ask_for_a_set(tmp_path: Path) -> None:
    other = (RULESETS / "lanterns" / "sets" / "hill.yaml").read_text(encoding="utf-8")
    assert "set: hill" in other
    content = judged(tmp_path, "applies: guilds is hill\nchanges:\n  flow: {last_round: 3}\n", of="lanterns")
    assert not content.report.errors
    ruleset = artrules.load(RULESETS / "lanterns", extra=[tmp_path / "e0.yaml"])
    rounds: dict[str, list[int]] = {guild: [] for guild in ("hill", "river")}
    for guild, lengths in rounds.items():
        for seed in range(6):
            game = ruleset.new_game(players=2, seed=seed, settings={"guilds": guild})
            game.play(seed=seed)
            lengths.append(game.result["rounds"])
    assert max(rounds["hill"]) == 3 < max(rounds["river"])
    mixed = ruleset.new_game(players=2, seed=1, settings={"guilds": "river", "guilds.2": "hill"})
    mixed.play(seed=1)
    assert mixed.result["rounds"] <= 3


def test_one_with_a_switch_is_off_until_it_is_chosen(tmp_path: Path) -> None:
    switch = "applies: spying\n" + SPY.replace("adds:\n", "adds:\n  settings: {spying: {type: bool, starts: no}}\n")
    assert not slugs(judged(tmp_path, switch))
    ruleset = artrules.load(RAIDERS, extra=[tmp_path / "e0.yaml"])
    assert ruleset.new_game(players=2, seed=1).inspect.view()["zones"]["stock"] is not None
    sizes = {
        chosen: len(ruleset.new_game(players=2, seed=1, settings={"spying": chosen}).inspect.view()["zones"]["stock"])
        for chosen in ("yes", "no")
    }
    assert sizes["yes"] - sizes["no"] == 3


def test_what_requires_another_doesnt_apply_without_it(tmp_path: Path) -> None:
    first = "applies: spying\nadds:\n  settings: {spying: {type: bool, starts: no}}\n  flow: {score: {a: {is: 1}}}\n"
    second = "requires: e0\nadds:\n  flow: {score: {b: {is: 2}}}\n"
    assert not judged(tmp_path, first, second).report.errors
    ruleset = artrules.load(RAIDERS, extra=[tmp_path / "e0.yaml", tmp_path / "e1.yaml"])
    for chosen, parts in (("no", {"gold"}), ("yes", {"gold", "a", "b"})):
        game = ruleset.new_game(players=2, seed=1, settings={"spying": chosen})
        assert {part.name for part in game.inspect.model.flow.score} == parts


def test_a_table_of_a_spreadsheet_adds_rows(tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text("count,troop\n2,spy\n1,wall\n", encoding="utf-8")
    text = SPY.replace("{rows: [[spy, 3]]}", "{table: more.csv}")
    content = judged(tmp_path, text)
    assert not content.report.errors
    rows = [(count, values["troop"]) for count, values, _ in content.base.pieces["troops"].rows]
    members = content.base.enums["troop"].members
    assert rows[-2:] == [(2, members.index("spy")), (1, members.index("wall"))]


def test_a_set_that_wants_more_than_a_set_can_is_told_of_expansions(tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text("set: more\nof: raiders\npieces: {troops: {rows: [[wall, 1]]}}\n", encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        artrules.load(RAIDERS, extra=[path])
    [error] = [d for d in refused.value.diagnostics if d.severity == "error"]
    assert "an expansion can" in error.message
    assert error.expected == "`expansion: more` with `adds: {pieces: …}`"


def test_a_game_keeps_its_numbers_of_players(tmp_path: Path) -> None:
    """Lanterns has an overlay for two players: with an expansion two can play, too."""
    assert not judged(tmp_path, "adds: {flow: {score: {more: {is: 1}}}}\n", of="lanterns").report.errors
    ruleset = artrules.load(RULESETS / "lanterns", extra=[tmp_path / "e0.yaml"])
    assert ruleset.player_counts == ruleset.players_with({}) == [2, 3, 4]
    assert ruleset.new_game(players=2).inspect.model.overlays == ("duel", "e0")


def test_sets_that_change_the_game_can_be_mixed(tmp_path: Path) -> None:
    for name, change in (("one", "last_round: 3"), ("two", "until: round_number = 2")):
        (tmp_path / f"{name}.yaml").write_text(
            f"set: {name}\nof: lanterns\nleaves_out: [1]\nguild: {{2: {NONE}, 3: {NONE}}}\n"
            f"changes: {{flow: {{{change}}}}}\n",
            encoding="utf-8",
        )
    ruleset = artrules.load(RULESETS / "lanterns", extra=[tmp_path / "one.yaml", tmp_path / "two.yaml"])
    laid = {
        chosen: ruleset.new_game(3, settings={"guilds": "river", **dict(chosen)}).inspect.model.overlays
        for chosen in ((), (("guilds.3", "one"),), (("guilds.2", "one"), ("guilds.3", "two")))
    }
    assert list(laid.values()) == [(), ("one",), ("one", "two")]


def test_two_sets_that_change_the_same_are_told_so(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.yaml"
        keys = f"guild: {{2: {NONE}, 3: {NONE}}}"
        path.write_text(f"set: {name}\nof: lanterns\n{keys}\nchanges: {{flow: {{last_round: 3}}}}\n", encoding="utf-8")
        files.append(ContentFile(path, path.name))
    [error] = read_content(RULESETS / "lanterns", extra=OutsideContent(tuple(files))).report.errors
    assert error.slug == "overlay-conflict"
    assert error.message.startswith("the sets `one` and `two` can apply together")
    assert error.expected == "`after: one` in the set `two`, if it shall win"
    later = tmp_path / "two.yaml"
    later.write_text(
        later.read_text(encoding="utf-8").replace("of: lanterns", "of: lanterns\nafter: one"), encoding="utf-8"
    )
    assert not read_content(RULESETS / "lanterns", extra=OutsideContent(tuple(files))).report.errors


def test_too_many_that_can_be_switched_are_one_error(tmp_path: Path) -> None:
    """What changes something is judged in all combinations."""
    switch = "applies: with_{n}\nadds:\n  settings: {{with_{n}: {{type: bool, starts: no}}}}\n"
    change = "changes: {{cards: {{troop_card: {{attributes: {{mark_{n}: {{type: 0..9, starts: 0}}}}}}}}}}\n"
    texts = [(switch + change).format(n=n) for n in range(7)]
    [error] = judged(tmp_path, *texts).report.errors
    assert error.slug in ("too-many", "too-much-to-judge")


SWITCH = """applies: with_{name}
adds:
  settings: {{with_{name}: {{type: bool, starts: no}}}}
  variables: {{{name}: {{of: player, type: 0..9}}}}
  flow: {{setup: {{{name}: 'for p in players: p.{name} becomes 1'}}, score: {{{name}: {{is: my {name}}}}}}}
"""


def test_what_only_adds_is_judged_together_and_played_in_every_combination(tmp_path: Path) -> None:
    content = judged(tmp_path, *(SWITCH.format(name=f"gift{number}") for number in range(7)))
    assert not slugs(content)
    assert len(content.setups) == 2**7
    assert sorted(map(len, content.models)) == [0, 7]
    one = judged(tmp_path, SWITCH.format(name="gift0"))
    assert content.report.budget.spent(WORDS) < 2 * one.report.budget.spent(WORDS)
    ruleset = artrules.Ruleset(content)
    game = ruleset.new_game(players=3, settings={"with_gift2": "yes", "with_gift5": "yes"}, seed=1)
    game.play(seed=1)
    assert game.result is not None
    given = {part for score in game.result["scores"] for part in score["parts"] if part.startswith("gift")}
    assert given == {"gift2", "gift5"}


BARD = """applies: with_bard
adds:
  settings: {with_bard: {type: bool, starts: no}}
  enums: {troop: [bard]}
  pieces: {troops: {rows: [[bard, 2]]}}
  deeds: {bard: {name: The Bard, text: Sing., powers: [{when: played, label: sing, do: skip}]}}
"""
SAYS_BARD = SWITCH.format(name="song").replace("is: my song", "is: count(c in troop_card where c.troop is bard)")


def test_what_says_a_word_that_another_one_adds_is_judged_alone(tmp_path: Path) -> None:
    content = judged(tmp_path, BARD, SAYS_BARD, SWITCH.format(name="gift"))
    assert slugs(content) == [("unknown-name", "e1.yaml")]
    required = judged(tmp_path, BARD, f"requires: e0\n{SAYS_BARD}", SWITCH.format(name="gift"))
    assert not slugs(required)
    assert set(required.models) == {(), ("e0", "e1", "e2")}


def test_a_total_is_tested_where_no_other_adds_pieces(tmp_path: Path) -> None:
    total = "  totals: {bards: {count: count(c in troop_card where c.troop is bard), is: 3}}\n"
    more = SWITCH.format(name="walls") + "  pieces: {troops: {rows: [[wall, 1]]}}\n"
    assert slugs(judged(tmp_path, BARD + total, more)) == [("wrong-pieces", "e0.yaml")]


def test_what_is_wrong_where_many_apply_is_shown_in_the_one_that_brings_it_about(tmp_path: Path) -> None:
    """The game's zone has the same name, which is declared later; so with all of them the fault is in the game."""
    clash = SWITCH.format(name="clash") + "  cards: {camp: {label: camp}}\n"
    content = judged(tmp_path, *(SWITCH.format(name=f"gift{number}") for number in range(2)), clash)
    assert [d.span.file for d in content.report.errors if d.span is not None] == ["e2.yaml"]
    assert ("e2",) in content.models


def test_what_changes_something_is_judged_in_every_combination(tmp_path: Path) -> None:
    texts = [SWITCH.format(name="gift0"), SWITCH.format(name="gift1") + "changes: {procedures: {draw: skip}}\n"]
    content = judged(tmp_path, *texts)
    assert not slugs(content)
    assert set(content.models) == {(), ("e0",), ("e1",), ("e0", "e1")}


def test_a_combination_that_was_not_judged_is_the_same_from_the_cache(tmp_path: Path, cache_folder: Path) -> None:
    paths = []
    for number in range(3):
        path = tmp_path / f"e{number}.yaml"
        head = f"expansion: e{number}\nof: raiders\nlanguage: 3\n"
        path.write_text(head + SWITCH.format(name=f"gift{number}"), encoding="utf-8")
        paths.append(path)
    settings = {"with_gift0": "yes", "with_gift2": "yes"}
    texts = []
    for _ in range(2):
        ruleset = artrules.load(RAIDERS, extra=paths)
        assert ("e0", "e2") not in ruleset.content.models
        game = ruleset.new_game(players=2, settings=settings, seed=4)
        game.play(seed=4)
        texts.append(game.to_json())
    assert texts[0] == texts[1]
