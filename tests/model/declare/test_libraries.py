"""Libraries (`docs/write/sets.md`, Libraries): two small games of tricks share two of them, and every mistake is one
diagnostic at its place."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.author.cards.pictures import embed_pictures
from artrules.lab.parallel.cluster import files_of, open_sent
from artrules.model.catalogue.locations import shipped_libraries
from artrules.model.catalogue.scan import scan
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.play.stored.verdicts import verdict_of
from artrules.play.workspace import Workspace
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.render import ContentError, render_text

CARDS = """\
library: few_cards
language: 3
expects:
  zones:
    pack: {holds: playing_card}
enums:
  suit: [clubs, hearts]
  rank: {has: {height: 1..4}, members: {ten: {height: 1}, jack: {height: 2}, queen: {height: 3}, king: {height: 4}}}
cards:
  playing_card: {label: "{self.rank} of {self.suit}", attributes: {rank: {type: rank}, suit: {type: suit}}}
pieces:
  pack: {kind: playing_card, for: "s in suit, r in rank", has: {suit: s, rank: r}, start: pack}
totals:
  pack: {count: size(playing_card), is: 8}
"""
TRICKS = """\
library: tricks
language: 3
uses: few_cards
expects:
  zones:
    hand:  {per: player, holds: playing_card}
    trick: {holds: playing_card, order: row}
  variables:
    leader: {type: player}
    trumps: {type: suit or none}
  functions:
    strength(playing_card c): 0..99
variables:
  led:     {type: suit}
  highest: {type: 0..99}
functions:
  can_follow: any(c in my hand where c.suit is led)
  follows(playing_card c):
    is: size(trick) = 0 or c.suit is led or not can_follow()
    else: "you must follow suit: {led}"
  beats(playing_card c): (c.suit is led or c.suit is trumps) and strength(c) > highest
  is_over: size(trick) = size(players)
procedures:
  play_a_card: |
    choose one:
        "play {c}" for c in my hand if follows(c):
            lay(c)
  lay(playing_card c): |
    if size(trick) = 0:
        led becomes c.suit
        highest becomes 0
    move c to trick
    if beats(c):
        highest becomes strength(c)
        leader becomes me
"""
WAR = """\
ruleset: war
language: 3
title: War
players: 2
uses: tricks
zones:
  pack:  {holds: playing_card, order: pile, seen_by: nobody}
  hand:  {per: player, holds: playing_card, seen_by: owner}
  trick: {holds: playing_card, order: row, seen_by: everyone}
  won:   {per: player, holds: playing_card, seen_by: everyone}
variables:
  leader: {type: player}
  trumps: {type: suit or none}
functions:
  strength(playing_card c): c.rank.height
flow:
  setup:
    deal: |
      shuffle pack
      for p in players:
          move top 4 of pack to p.hand
  rounds:
    - name: play
      who: in_turn
      from: leader
      do: |
        play_a_card()
        if is_over():
            move trick to leader.won
      next: "leader if size(trick) = 0 else left(me)"
      until: no(p in players where size(p.hand) > 0)
  until: round_number = 1
  last_round: 1
  score: {cards: {is: size(my won)}}
  winners: best(p in players, most size(p.won))
"""
EDITS = (
    ("ruleset: war", "ruleset: trumps"),
    ("title: War", "title: Trumps"),
    ("c.rank.height\n", "c.rank.height + (10 if c.suit is trumps else 0)\n"),
    ("shuffle pack\n", "shuffle pack\n      random s in suit\n      trumps becomes s\n"),
)
"""What makes another game of the same libraries."""


def write(folder: Path, main: str = WAR, **libraries: str) -> Path:
    """A game beside its libraries, of which some are other ones; the game's folder is given."""
    (folder / "game").mkdir()
    (folder / "libraries").mkdir()
    (folder / "game" / "ruleset.yaml").write_text(main, encoding="utf-8")
    for name, text in {"few_cards": CARDS, "tricks": TRICKS, **libraries}.items():
        (folder / "libraries" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / "game"


def judged(folder: Path, main: str = WAR, **libraries: str) -> Content:
    return read_content(write(folder, main, **libraries), "game")


def only(content: Content) -> tuple[Diagnostic, str]:
    """The only diagnostic of content, with the text that it points at."""
    told = [render_text(each, content.source_text, False) for each in content.report.diagnostics]
    assert len(told) == 1, "\n".join(told)
    [found] = content.report.diagnostics
    assert found.span is not None
    line = (content.source_text(found.span.file) or "").splitlines()[found.span.line - 1]
    return found, line[found.span.column - 1 : found.span.end_column - 1]


def alone(folder: Path, name: str) -> Content:
    return read_content(folder.parent / "libraries" / f"{name}.yaml", f"libraries/{name}.yaml")


# ---------------------------------------------------------------- games of libraries


def test_two_games_that_differ_in_a_few_lines(tmp_path: Path) -> None:
    folder = write(tmp_path)
    other = WAR
    for old, new in EDITS:
        assert other.count(old) == 1
        other = other.replace(old, new)
    (tmp_path / "trumps").mkdir()
    (tmp_path / "trumps" / "ruleset.yaml").write_text(other, encoding="utf-8")
    won = []
    for each in (folder, tmp_path / "trumps"):
        assert not read_content(each).report.diagnostics
        game = artrules.load(each).new_game(players=2, seed=3)
        game.play(seed=5)
        assert game.result is not None
        won.append([score["total"] for score in game.result["scores"]])
        assert sum(won[-1]) == 8
    assert won[0] != won[1]


def test_a_refusal_is_in_the_words_of_the_library(tmp_path: Path) -> None:
    game = artrules.load(write(tmp_path)).new_game(players=2, seed=0)
    answers: set[str] = set()
    while game.decisions and not answers:
        [decision] = game.decisions
        hand = game.view(decision.player)["players"][decision.player]["hand"]
        refused = {card["card"] for card in hand} - {option.label.removeprefix("play ") for option in decision.options}
        answers |= {game.why_not(decision.player, f"play {card}").reason for card in refused}
        game.choose(decision.options[0])
    assert any("you must follow suit" in answer for answer in answers)


DEFAULTS = TRICKS.replace(
    "strength(playing_card c): 0..99", "strength(playing_card c): {type: 0..99, is: c.rank.height}"
)
OWN = "functions:\n  strength(playing_card c): c.rank.height\n"


def test_what_a_game_does_not_say_is_as_the_library_has_it(tmp_path: Path) -> None:
    content = judged(tmp_path, WAR.replace(OWN, ""), tricks=DEFAULTS)
    assert not content.report.diagnostics
    assert content.base.functions["strength"].at.file.endswith("libraries/tricks.yaml")
    assert not alone(tmp_path / "game", "tricks").report.diagnostics


def test_what_a_game_says_counts(tmp_path: Path) -> None:
    content = judged(tmp_path, tricks=DEFAULTS)
    assert not content.report.diagnostics
    assert content.base.functions["strength"].at.file.endswith("game/ruleset.yaml")


def test_an_overlay_changes_what_the_library_says(tmp_path: Path) -> None:
    folder = write(tmp_path, WAR.replace(OWN, ""), tricks=DEFAULTS)
    text = (
        "overlay: low\nof: war\napplies: size(players) = 2\nfunctions:\n  strength(playing_card c): 9 - c.rank.height\n"
    )
    (folder / "low.yaml").write_text(text, encoding="utf-8")
    content = read_content(folder)
    assert [d.slug for d in content.report.diagnostics] == ["always-applies"]
    assert content.models["low",].functions["strength"].at.file.endswith("low.yaml")


@pytest.mark.parametrize("used", ["[trumps, tricks]", "[tricks, trumps]"])
def test_a_default_counts_wherever_another_library_has_none(tmp_path: Path, used: str) -> None:
    main = WAR.replace(OWN, "").replace("uses: tricks", f"uses: {used}")
    other = (
        "library: trumps\nlanguage: 3\nuses: few_cards\nexpects:\n  functions:\n    strength(playing_card c): 0..99\n"
    )
    assert not judged(tmp_path, main, tricks=DEFAULTS, trumps=other).report.diagnostics


def test_two_defaults_that_differ_are_for_the_game_to_settle(tmp_path: Path) -> None:
    main = WAR.replace("uses: tricks", "uses: [tricks, trumps]")
    head = "library: trumps\nlanguage: 3\nuses: few_cards\nexpects:\n  functions:\n    strength(playing_card c): "
    folder = write(tmp_path, main.replace(OWN, ""), tricks=DEFAULTS, trumps=head + "{type: 0..99, is: 1}\n")
    found, at = only(read_content(folder))
    assert (found.slug, at) == ("unmet-expectation", "trumps")
    assert [place.file.rpartition("/")[2] for _, place in found.related] == ["tricks.yaml", "trumps.yaml"]
    (folder / "ruleset.yaml").write_text(main, encoding="utf-8")
    assert not read_content(folder).report.diagnostics
    (folder / "ruleset.yaml").write_text(main.replace(OWN, ""), encoding="utf-8")
    same = head + "{type: 0..99, is: c.rank.height}\n"
    (tmp_path / "libraries" / "trumps.yaml").write_text(same, encoding="utf-8")
    assert not read_content(folder).report.diagnostics


def test_a_default_of_another_type_is_pointed_out(tmp_path: Path) -> None:
    found, at = only(judged(tmp_path, WAR.replace(OWN, ""), tricks=DEFAULTS.replace("0..99, is", "0..2, is")))
    assert (found.slug, at) == ("unmet-expectation", "tricks")


def test_declarations_keep_their_places(tmp_path: Path) -> None:
    model = judged(tmp_path).base
    assert model.procedures["lay"].at.file.endswith("libraries/tricks.yaml")
    assert model.enums["suit"].at.file.endswith("libraries/few_cards.yaml")
    assert set(model.libraries.values()) == {"few_cards", "tricks"}


def test_the_hash_changes_with_a_library(tmp_path: Path) -> None:
    folder = write(tmp_path)
    before = artrules.load(folder).content_hash
    library = tmp_path / "libraries" / "few_cards.yaml"
    library.write_text(CARDS.replace("height: 4", "height: 1"), encoding="utf-8")
    assert artrules.load(folder).content_hash != before
    library.write_text(CARDS, encoding="utf-8")
    (tmp_path / "libraries" / "unused.yaml").write_text("library: unused\n", encoding="utf-8")
    assert artrules.load(folder).content_hash == before


def test_a_library_is_the_same_wherever_it_lies(tmp_path: Path) -> None:
    folder = write(tmp_path)
    before = artrules.load(folder).content_hash
    (tmp_path / "libraries").rename(tmp_path / "elsewhere")
    content = read_content(folder, extra=scan([tmp_path / "elsewhere"]))
    assert not content.report.diagnostics
    assert content.hash == before
    assert content.added == ("library few_cards", "library tricks")
    (tmp_path / "elsewhere").rename(folder / "libraries")
    assert not read_content(folder).report.diagnostics


def test_a_library_may_be_a_folder(tmp_path: Path) -> None:
    folder = write(tmp_path)
    (tmp_path / "libraries" / "tricks.yaml").unlink()
    head, procedures = TRICKS.split("procedures:")
    (tmp_path / "libraries" / "tricks").mkdir()
    (tmp_path / "libraries" / "tricks" / "rules.yaml").write_text(head, encoding="utf-8")
    more = f"library: tricks\nprocedures:{procedures}"
    (tmp_path / "libraries" / "tricks" / "course.yaml").write_text(more, encoding="utf-8")
    assert not read_content(folder).report.diagnostics
    assert not read_content(tmp_path / "libraries" / "tricks").report.diagnostics


def test_a_library_is_read_again_only_if_it_has_changed(tmp_path: Path) -> None:
    folder, workspace = write(tmp_path), Workspace()
    assert not workspace.read(folder).report.diagnostics
    library = tmp_path / "libraries" / "tricks.yaml"
    library.write_text(TRICKS.replace("lay(c)\n", "lay(d)\n"), encoding="utf-8")
    assert [d.slug for d in workspace.read(folder).report.diagnostics] == ["unknown-name"]
    library.write_text(TRICKS, encoding="utf-8")
    assert not workspace.read(folder).report.diagnostics


def test_the_cache_knows_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = write(tmp_path)
    first = artrules.load(folder).content_hash
    assert artrules.load(folder).content_hash == first
    library = tmp_path / "libraries" / "few_cards.yaml"
    library.write_text(CARDS.replace("is: 8", "is: 9"), encoding="utf-8")
    with pytest.raises(ContentError):
        artrules.load(folder)


def test_the_cache_knows_tables_of_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache_folder: Path
) -> None:
    monkeypatch.setattr("artrules.play.pipeline.read_content", lambda *given, **named: noted(*given, **named))
    read: list[Path] = []

    def noted(folder: Path, *given: Any, **named: Any) -> Content:
        read.append(folder)
        return read_content(folder, *given, **named)

    rows = CARDS.replace('for: "s in suit, r in rank", has: {suit: s, rank: r}', "table: pack.csv")
    folder, table = write(tmp_path, few_cards=rows), tmp_path / "libraries" / "pack.csv"
    cards = [f"{suit},{rank}\n" for suit in ("clubs", "hearts") for rank in ("ten", "jack", "queen", "king")]
    table.write_text("suit,rank\n" + "".join(cards), encoding="utf-8")
    first = artrules.load(folder).content_hash
    assert artrules.load(folder).content_hash == first
    assert len(read) == 1
    table.write_text("suit,rank\n" + "".join(reversed(cards)), encoding="utf-8")
    assert artrules.load(folder).content_hash != first
    table.unlink()
    with pytest.raises(ContentError):
        artrules.load(folder)


def test_pictures_of_a_library_lie_beside_it_unless_the_game_has_its_own(tmp_path: Path) -> None:
    look = CARDS + "layout: {cards: {playing_card: {picture: art/card.svg}}}\n"
    folder = write(tmp_path, few_cards=look)
    assert only(read_content(folder))[0].slug == "missing-picture"
    addresses = []
    for place, width in ((tmp_path / "libraries", 1), (folder, 2)):
        (place / "art").mkdir()
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="1"/>'
        (place / "art" / "card.svg").write_text(drawing, encoding="utf-8")
        content = read_content(folder)
        assert not content.report.diagnostics
        addresses += embed_pictures(content.files.picture_folders, ["art/card.svg"]).values()
    assert addresses[0] != addresses[1]
    assert not alone(folder, "few_cards").report.diagnostics


# ---------------------------------------------------------------- a library alone


def test_a_library_is_checked_alone(tmp_path: Path) -> None:
    folder = write(tmp_path)
    for name in ("few_cards", "tricks"):
        assert not alone(folder, name).report.diagnostics


FAULTS = (
    ("move c to trick", "move c to trik", "unknown-name", "trik"),
    ("highest becomes strength(c)", "highest becomes led", "wrong-type", "led"),
    ("beats(c):\n        highest", "strength(c):\n        highest", "wrong-type", "strength(c)"),
    ("follows(c)", "follows(me)", "wrong-type", "me"),
    ("leader: {type: player}", "leader: {type: plaier}", "unknown-name", "plaier"),
    ("0..99\nvariables", "9..0\nvariables", "bad-type", "9..0"),
)


@pytest.mark.parametrize(("old", "new", "slug", "text"), FAULTS)
def test_a_planted_fault_is_found_alone(tmp_path: Path, old: str, new: str, slug: str, text: str) -> None:
    assert TRICKS.count(old) == 1
    folder = write(tmp_path, tricks=TRICKS.replace(old, new))
    found, at = only(alone(folder, "tricks"))
    assert (found.slug, at) == (slug, text)


def test_what_nothing_uses_is_offered_to_games(tmp_path: Path) -> None:
    more = TRICKS + "  wait: skip\n"
    folder = write(tmp_path, tricks=more)
    assert not alone(folder, "tricks").report.diagnostics
    assert not read_content(folder).report.diagnostics


def test_what_a_library_never_reads_is_told(tmp_path: Path) -> None:
    folder = write(tmp_path, tricks=TRICKS.replace("    move c to trick\n", "    let x = 3\n    move c to trick\n"))
    found, at = only(alone(folder, "tricks"))
    assert (found.slug, at) == ("unread-name", "x")


# ---------------------------------------------------------------- what games leave alone, and what is theirs to say


def test_what_is_always_so_in_one_game_is_not_told(tmp_path: Path) -> None:
    """In War nothing is ever trumps. In the library alone, what never holds is told."""
    text = TRICKS.replace("(c.suit is led or c.suit is trumps)", "(c.suit is led or c.suit is trumps())")
    text = text.replace("    trumps: {type: suit or none}\n", "").replace(
        "functions:\n", "functions:\n    trumps: suit or none\n", 1
    )
    main = WAR.replace("  trumps: {type: suit or none}\n", "").replace("functions:\n", "functions:\n  trumps: none\n")
    folder = write(tmp_path, main, tricks=text)
    assert not read_content(folder).report.diagnostics
    assert not alone(folder, "tricks").report.diagnostics
    (folder.parent / "libraries" / "tricks.yaml").write_text(text.replace("> highest", "> 120"), encoding="utf-8")
    assert {d.slug for d in alone(folder, "tricks").report.diagnostics} == {"never-true"}
    assert not read_content(folder).report.diagnostics


def test_what_a_game_must_have_for_a_library_it_need_not_use(tmp_path: Path) -> None:
    """A parameter that is expected, a variable that stays as it is, a zone that stays empty."""
    more = TRICKS.replace("expects:\n  zones:\n", "expects:\n  zones:\n    box: {holds: playing_card}\n")
    more = more.replace("strength(playing_card c): 0", "strength(playing_card c, player p): 0")
    more = more.replace("strength(c)", "strength(c, me)")
    main = WAR.replace("strength(playing_card c)", "strength(playing_card c, player p)")
    main = main.replace("zones:\n", "zones:\n  box: {holds: playing_card, seen_by: everyone}\n")
    assert not judged(tmp_path, main, tricks=more).report.diagnostics


def test_hidden_information_in_a_library_is_told_in_the_game_that_hides_it(tmp_path: Path) -> None:
    told = TRICKS.replace(
        "    move c to trick\n",
        '    if any(d in left(me).hand where d.suit is hearts):\n        say "beware"\n    move c to trick\n',
    )
    folder = write(tmp_path, tricks=told)
    assert not alone(folder, "tricks").report.diagnostics
    [found] = read_content(folder).report.diagnostics
    assert found.slug == "depends-on-hidden" and found.span is not None and "libraries" in found.span.file


def test_a_rulebook_that_only_a_library_has_begun_lacks_nothing(tmp_path: Path) -> None:
    says = TRICKS.replace("  play_a_card: |", "  play_a_card:\n    says: Follow suit.\n    do: |")
    says = says.replace(
        '    choose one:\n        "play {c}" for c in my hand if follows(c):\n            lay(c)\n',
        '      choose one:\n          "play {c}" for c in my hand if follows(c):\n              lay(c)\n',
    )
    assert not judged(tmp_path, tricks=says).report.diagnostics


def test_a_comment_that_ignores_a_warning_counts_where_the_library_is_alone(tmp_path: Path) -> None:
    ignoring = TRICKS.replace(
        "    move c to trick\n", "    # artrules: ignore unread-name: for later\n    let x = 3\n    move c to trick\n"
    )
    folder = write(tmp_path, tricks=ignoring + "# artrules: ignore-file never-used: nothing is\n")
    assert not verdict_of(read_content(folder)).diagnostics()
    assert [d.slug for d in verdict_of(alone(folder, "tricks")).diagnostics()] == ["unused-ignore"]


def test_a_pickled_ruleset_and_sent_files_have_the_library(tmp_path: Path) -> None:
    ruleset = artrules.load(write(tmp_path))
    assert pickle.loads(pickle.dumps(ruleset)).content_hash == ruleset.content_hash
    sent = replace(files_of(ruleset), folder="/nowhere")
    (tmp_path / "libraries").rename(tmp_path / "gone")
    assert open_sent(sent).content_hash == ruleset.content_hash


# ---------------------------------------------------------------- mistakes in games


EXPECTATIONS = (
    ("trumps: {type", "lead: {type", "`variables: {lead: {type: suit or none}}`"),
    ("trick: {holds", "table: {holds", "`zones: {table: {holds: playing_card, order: row}}`"),
    ("strength(playing_card c): 0", "worth_of(suit s): 0", "`functions: {worth_of(suit s): …}`, which is `0..99`"),
    ("leader: {type: player}", "leader: {type: suit}", "`type: suit`"),
    ("leader: {type: player}", "leader: {of: player, type: player}", "`of: player`"),
    ("trumps: {type: suit or none}", "trumps: {type: suit}", "`type: suit`"),
    ("order: row", "order: pile", "`order: pile`"),
    ("{holds: playing_card, order: row}", "{holds: playing_card, seen_by: nobody}", "`seen_by: nobody`"),
    ("{per: player, holds", "{holds", "no `per`"),
    ("{holds: playing_card, order: row}", "{per: suit, holds: playing_card}", "`per: suit`"),
    ("strength(playing_card c): 0..99", "strength(suit s): 0..99", "`strength(suit s)`"),
    ("strength(playing_card c): 0..99", "strength(playing_card c): 0..3", "`0..3`"),
    ("strength(playing_card c): 0..99", "strength(playing_card c): suit", "`suit`"),
)


@pytest.mark.parametrize(("old", "new", "expected"), EXPECTATIONS)
def test_what_is_expected_otherwise_is_one_error_where_the_library_is_named(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    assert TRICKS.count(old) == 1
    found, at = only(judged(tmp_path, tricks=TRICKS.replace(old, new)))
    assert (found.slug, at, found.expected) == ("unmet-expectation", "tricks", expected)


@pytest.mark.parametrize("says", ["", "functions:\n  is_dealt: no(c in pack where c.suit is hearts)\n"])
def test_a_zone_may_hold_other_kinds_too_if_pieces_of_the_library_only_begin_there(tmp_path: Path, says: str) -> None:
    """Not if its code names the zone: that takes all cards in it for its own."""
    main = WAR.replace("uses: tricks", "uses: few_cards").partition("zones:")[0]
    pack = "zones: {pack: {holds: [playing_card, joker], seen_by: everyone}}\n"
    jokers = "cards: {joker: {label: joker}}\npieces: {jokers: {kind: joker, for: s in suit, start: pack}}\n"
    flow = "flow: {last_round: 1, rounds: [{name: rest, who: nobody, do: skip}]}\n"
    content = judged(tmp_path, main + pack + jokers + flow, few_cards=CARDS + says)
    if says:
        found = next(d for d in content.report.diagnostics if d.slug == "unmet-expectation")
        assert (found.expected, found.found) == ("`holds: playing_card`", "`holds: joker, playing_card`")
    else:
        assert not content.report.diagnostics


HOOK = TRICKS.replace("variables:\n  led", "  procedures: [played(playing_card c)]\nvariables:\n  led").replace(
    "    move c to trick\n", "    move c to trick\n    played(c)\n"
)
"""The library with a procedure that is the game's to write."""


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("  played(playing_card c): skip\n", ""),
        ("", "`procedures: {played(playing_card c): …}`"),
        ("  played(suit s): skip\n", "`played(playing_card c)`"),
        ("  played(playing_card c) gives bool: skip\n", "`played(playing_card c)`"),
    ],
)
def test_a_procedure_that_is_expected(tmp_path: Path, own: str, expected: str) -> None:
    folder = write(
        tmp_path,
        WAR.replace("flow:\n", f"procedures:\n  rest: skip\n{own}flow:\n").replace(
            "do: |\n", "do: |\n        rest()\n"
        ),
        tricks=HOOK,
    )
    assert not alone(folder, "tricks").report.diagnostics
    content = read_content(folder)
    if expected:
        found, at = only(content)
        assert (found.slug, at, found.expected) == ("unmet-expectation", "tricks", expected)
    else:
        assert not content.report.diagnostics


def test_any_range_of_a_number_will_do_for_a_variable(tmp_path: Path) -> None:
    more = TRICKS.replace("leader: {type: player}", "leader: {type: player}\n    deals: {type: 0..9}")
    main = WAR.replace("leader: {type: player}", "leader: {type: player}\n  deals: {type: 0..500}")
    assert not judged(tmp_path, main, tricks=more).report.diagnostics


def test_a_missing_declaration_that_the_game_uses_too_is_one_error(tmp_path: Path) -> None:
    found, at = only(judged(tmp_path, WAR.replace("  leader: {type: player}\n", "")))
    assert (found.slug, at) == ("unmet-expectation", "tricks")
    assert found.expected == "`variables: {leader: {type: player}}`"
    assert [text for text, _ in found.related].count("it is missing here, too") == 3


def test_a_misspelt_declaration_is_told_at_its_place(tmp_path: Path) -> None:
    found, at = only(judged(tmp_path, WAR.replace("  leader: {type: player}\n", "  leadr: {type: player}\n")))
    assert (found.slug, at) == ("misspelt-declaration", "leadr")


def test_a_library_that_is_not_there(tmp_path: Path) -> None:
    found, at = only(judged(tmp_path, WAR.replace("uses: tricks", "uses: [few_cards, books]")))
    assert (found.slug, at) == ("no-library", "books")
    there = sorted({"few_cards", "tricks", *(file.stem for file in shipped_libraries().glob("*.yaml"))})
    assert found.expected == f"one of {', '.join(there)}, or a file `libraries/books.yaml` beside the game"


def test_a_misspelt_library_is_read_all_the_same(tmp_path: Path) -> None:
    main = WAR.replace("uses: tricks", "uses: trickz").replace("play_a_card()", "play_a_cart()")
    content = judged(tmp_path, main)
    assert [(d.slug, d.suggestions) for d in content.report.diagnostics] == [
        ("no-library", ("tricks",)),
        ("unknown-name", ("play_a_card",)),
    ]


def test_how_things_of_a_library_look_may_be_said_anew_key_by_key(tmp_path: Path) -> None:
    look = "layout: {members: {suit: {clubs: {colour: '#111111', symbol: star}, hearts: {colour: '#222222'}}}}\n"
    anew = "layout: {members: {suit: {clubs: {colour: '#333333'}}}}\n"
    folder = write(tmp_path, WAR + anew, few_cards=CARDS + look)
    ruleset = artrules.load(folder)
    clubs, hearts = (ruleset.model.layout.members["suit"][name] for name in ("clubs", "hearts"))
    assert (clubs.colour, clubs.symbol, hearts.colour) == ("#333333", "star", "#222222")


def test_a_name_of_both_is_one_error_that_names_both_places(tmp_path: Path) -> None:
    for number, more in enumerate(
        ("enums: {suit: [a, b]}\n", "tables: {suit: '1 -> 2'}\n", "settings: {lay: {type: bool}}\n")
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        found, at = only(judged(folder, WAR + more))
        [(_, place)] = found.related
        assert (found.slug, at) == ("name-twice", more.partition("{")[2].partition(":")[0])
        assert found.span is not None and found.span.file == "game/ruleset.yaml" and "libraries" in place.file


def test_an_expectation_of_a_library_behind_another_is_told_where_the_game_names_one(tmp_path: Path) -> None:
    main = (
        WAR.replace("  pack:  {holds", "  deck:  {holds")
        .replace("shuffle pack", "shuffle deck")
        .replace("of pack", "of deck")
    )
    found, at = only(judged(tmp_path, main))
    assert (found.slug, at) == ("unmet-expectation", "tricks")
    assert "the library `few_cards` expects the zone `pack`" in found.message


def test_a_wrong_declaration_is_not_missing_too(tmp_path: Path) -> None:
    found, at = only(judged(tmp_path, WAR.replace("strength(playing_card c): c.", "strength(playing_card c): d.")))
    assert (found.slug, at) == ("unknown-name", "d")


def test_libraries_in_a_circle(tmp_path: Path) -> None:
    found, at = only(judged(tmp_path, few_cards=CARDS.replace("expects:", "uses: [tricks]\nexpects:")))
    assert (found.slug, at) == ("circle", "tricks")
    assert "`tricks` uses `few_cards` uses `tricks`" in found.message


def files_with_faults() -> Iterator[tuple[str, str, str]]:
    yield TRICKS + "flow: {until: yes}\n", "unknown-key", "flow"
    yield TRICKS + "players: 2\n", "unknown-key", "players"
    yield TRICKS.replace("library: tricks", "library: trick"), "no-library", "trick"
    yield "overlay: tricks\nlanguage: 3\nof: war\napplies: yes\n", "no-library", "overlay"


@pytest.mark.parametrize(("text", "slug", "at"), list(files_with_faults()))
def test_a_wrong_file_of_a_library(tmp_path: Path, text: str, slug: str, at: str) -> None:
    content = judged(tmp_path, tricks=text)
    found, text_at = only(content)
    assert (found.slug, text_at) == (slug, at)
    assert found.span is not None and found.span.file.endswith("libraries/tricks.yaml")


def test_a_library_is_no_game(tmp_path: Path) -> None:
    path = write(tmp_path).parent / "libraries" / "tricks.yaml"
    with pytest.raises(ContentError, match="is a library"):
        artrules.load(path)
    with pytest.raises(ContentError, match="is a library"):
        artrules.load("playing_cards")


def test_a_copy_of_a_shipped_game_finds_the_shipped_library(tmp_path: Path) -> None:
    main = WAR.replace("uses: tricks", "uses: playing_cards").partition("zones:")[0]
    box = "zones: {box: {holds: playing_card, seen_by: everyone}}\n"
    aces = "pieces:\n  aces: {kind: playing_card, for: s in suit, has: {suit: s, rank: ace}, start: box}\n"
    flow = "flow: {last_round: 1, rounds: [{name: rest, who: nobody, do: skip}]}\n"
    content = judged(tmp_path, main + box + aces + flow)
    assert [*content.files.library_paths] == ["rulesets/libraries/playing_cards.yaml"]
    assert not content.report.has_errors
