"""What goes wrong in overlays: misspelt names, what isn't theirs to change, conflicts (`docs/write/sets.md`,
Overlays)."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.content_search import find_outside
from artrules.play.pipeline import read_content
from artrules.play.settings import BadSetting
from artrules.text.diagnostics.diagnostic import Diagnostic
from test_language import write_ruleset


def found(folder: Path, sections: str, applies: str = "size(players) = 3") -> list[Diagnostic]:
    """What is found in Lanterns with an overlay; Lanterns itself has nothing wrong."""
    write_ruleset(folder, combined="after:" in sections)
    text = f"overlay: example\nof: lanterns\napplies: {applies}\n{sections}\n"
    (folder / "overlays" / "example.yaml").write_text(text, encoding="utf-8")
    return read_content(folder).report.diagnostics


# Sections of the overlay: the one diagnostic, what it suggests, and the line of the overlay's file where it stands.
MISTAKES: dict[str, tuple[str, str | None, int]] = {
    "functions:\n  shwon(player p): those(c in p.row)": ("new-unused", "shown", 5),
    "procedures: {drw(0..9 n): skip}": ("new-unused", "draw", 4),
    "variables: {lefft: {type: 0..9}}": ("new-unused", "left", 4),
    "variables: {lefft: {starts: 16}}": ("new-incomplete", "left", 4),
    "zones: {stal: {order: pile}}": ("new-incomplete", "stall", 4),
    "zones: {stal: {order: pile, holds: lantern, seen_by: nobody}}": ("new-unused", "stall", 4),
    "events: {slod: {has: {card: lantern}}}": ("new-unused", "sold", 4),
    "tables: {prizes_fro: '1 -> 1'}": ("new-unused", "prizes_for", 4),
    "settings: {lenght: {type: speed}}": ("new-unused", "length", 4),
    "settings: {lenght: {starts: quick}}": ("new-incomplete", "length", 4),
    "settings: {lenght: null}": ("nothing-to-replace", "length", 4),
    "settings: {length: {starts: quick}}": ("not-an-overlays", None, 4),
    "settings: {length: null}": ("not-an-overlays", None, 4),
    "enums: {speed: [quick]}": ("idle-change", None, 4),
    "enums: {speed: {members: {quick: null}}}": ("not-an-overlays", None, 4),
    "enums: {speed: null}": ("not-an-overlays", None, 4),
    "enums: {speed: [quikc]}": ("new-beside-alike", "quick", 4),
    "enums: {colour: [green]}": ("missing-value", None, 4),
    "enums: {colour: {members: {rde: {warm: yes}}}}": ("new-beside-alike", "red", 4),
    "limits: {each_crad: {at_most: 1}}": ("nothing-to-replace", "each_card", 4),
    "menus: {markt: {prompt: x}}": ("nothing-to-replace", "market", 4),
    "menus: {market: {entries: {leve: {if: my coins > 1}}}}": ("new-incomplete", "leave", 4),
    "menus: {market: {entries: {leve: {label: go, do: skip}}}}": ("new-beside-alike", "leave", 4),
    "flow: {setup: {dela: skip}}": ("new-beside-alike", "deal", 4),
    "flow: {final: {bonsu: skip}}": ("new-beside-alike", "bonus", 4),
    "flow: {score: {prize: {is: 1}}}": ("new-beside-alike", "prizes", 4),
    "flow: {rounds: [{name: paly, do: skip}]}": ("nothing-to-replace", "play", 4),
    "totals: {stall: {is: 18}}": ("new-incomplete", "stalls", 4),
    "sets: {rivre: {guild: {1: {text: x}}}}": ("nothing-to-replace", "river", 4),
    "sets: {river: {functions: {wett(lantern c): c.dim}}}": ("new-unused", "wet", 4),
    "sets: {river: {guild: {4: {name: x, text: y, powers: []}}}}": ("nothing-to-replace", None, 4),
    "groups: {guild: {keyed_by: 1..4}}": ("not-an-overlays", None, 4),
    "after: dule": ("unknown-name", "duel", 4),
    "after: example": ("after-circle", None, 4),
    "players: 1": ("number-without-overlay", None, 4),
    "players: 3..5": ("number-without-overlay", None, 4),
}


@pytest.mark.parametrize("sections", MISTAKES)
def test_a_mistake_gives_one_diagnostic_at_its_place(sections: str, tmp_path: Path) -> None:
    slug, suggested, line = MISTAKES[sections]
    (diagnostic,) = found(tmp_path, sections)
    assert diagnostic.slug == slug
    assert diagnostic.span is not None
    assert (Path(diagnostic.span.file).name, diagnostic.span.line) == ("example.yaml", line)
    assert diagnostic.suggestions[:1] == ((suggested,) if suggested else ())


NO_MISTAKES = [
    "functions: {spare: 3}\nprocedures: {tidy: 'left -= spare()'}",
    "settings: {spare: {type: 0..3}}\nprocedures: {tidy: 'left -= spare'}",
    "zones: {aside: {holds: lantern, seen_by: nobody}}\nflow: {setup: {put: 'move top 1 of stall[1] to aside'}}",
    "flow: {setup: {deal_2: skip, again: skip}, final: {other: skip}}",
    "menus: {market: {entries: {wait: {label: wait, do: skip}}}}",
    "enums: {colour: {members: {pink: {warm: yes}}}}",
    "sets: {river: {functions: {spare: 3}, guild: {1: {powers: [{when: as_played, do: draw(spare())}]}}}}",
    "after: duel\nvariables: {left: {starts: 3}}",
]


@pytest.mark.parametrize("sections", NO_MISTAKES)
def test_what_is_no_mistake(sections: str, tmp_path: Path) -> None:
    assert found(tmp_path, sections) == []


def test_a_setting_for_which_only_the_overlay_itself_asks_is_used(tmp_path: Path) -> None:
    sections = "settings: {quiet: {type: bool}}\nvariables: {left: {starts: 3}}"
    assert found(tmp_path, sections, "quiet and size(players) = 3") == []


def test_an_overlay_gives_a_game_a_first_final_step(tmp_path: Path) -> None:
    write_ruleset(tmp_path, combined=False)
    page = (tmp_path / "ruleset.yaml").read_text(encoding="utf-8")
    begin, end = page.index("  final:"), page.index("  score:")
    (tmp_path / "ruleset.yaml").write_text(page[:begin] + page[end:], encoding="utf-8")
    text = 'overlay: example\nof: lanterns\napplies: size(players) = 3\nflow: {final: {last: say "over"}}\n'
    (tmp_path / "overlays" / "example.yaml").write_text(text, encoding="utf-8")
    content = read_content(tmp_path)
    assert not content.report.has_errors
    assert [step.name for step in content.models["example",].flow.final] == ["last"]


# ------------------------------------------------------------------ numbers of players
SOLO = (
    "overlay: solo\nof: lanterns\napplies: size(players) = 1 and alone\nplayers: 1\nsettings: {alone: {type: bool}}\n"
)


def with_solo(folder: Path) -> artrules.Ruleset:
    """Lanterns with an overlay that adds games for one, if a setting says so."""
    write_ruleset(folder)
    (folder / "expansions" / "moths.yaml").unlink()
    (folder / "overlays" / "solo.yaml").write_text(SOLO, encoding="utf-8")
    return artrules.load(folder)


def test_a_number_of_players_counts_only_where_its_overlay_applies(tmp_path: Path) -> None:
    ruleset = with_solo(tmp_path)
    assert ruleset.player_counts == [1, 2, 3, 4]
    assert ruleset.players_with({}) == [2, 3, 4]
    assert ruleset.players_with({"alone": "yes"}) == [1, 2, 3, 4]
    assert ruleset.new_game(players=1, settings={"alone": "yes"}).players == 1
    with pytest.raises(ValueError, match="for 2, 3, 4 players with these settings, not 1"):
        ruleset.new_game(players=1)
    with pytest.raises(ValueError, match="for 1, 2, 3, 4 players, not 5"):
        ruleset.new_game(players=5)
    with pytest.raises(BadSetting):
        ruleset.players_with({"alon": "yes"})


def test_a_way_that_nobody_can_set_up_is_no_game_to_check(tmp_path: Path) -> None:
    """With one player and without the setting no model would be right: none is made."""
    ways = with_solo(tmp_path).content.setups
    assert {names: sorted(way.counts) for names, way in ways.items()} == {("solo",): [1], ("duel",): [2], (): [3, 4]}


def test_a_model_is_for_the_numbers_at_which_its_overlays_apply(tmp_path: Path) -> None:
    assert {n: m.players for n, m in with_solo(tmp_path).content.models.items() if n} == {
        ("solo",): (1, 1),
        ("duel",): (2, 2),
    }


def test_the_title_of_an_overlay_is_its_own(tmp_path: Path) -> None:
    found(tmp_path, "title: A longer evening")
    content = read_content(tmp_path)
    assert {model.title for model in content.models.values()} == {"Lanterns"}


# ------------------------------------------------------------------ conflicts
@pytest.mark.parametrize("name", ["abroad", "zealous"])
def test_a_conflict_is_that_of_the_overlay_from_outside(name: str, tmp_path: Path) -> None:
    """Whichever comes first by name: the game's own author can't know of it."""
    game, outside = tmp_path / "lanterns", tmp_path / "mine.yaml"
    game.mkdir()
    write_ruleset(game)
    text = f"overlay: {name}\nof: lanterns\napplies: size(players) = 2\nflow: {{setup: {{deal: deal(5)}}}}\n"
    outside.write_text(text, encoding="utf-8")
    (conflict,) = read_content(game, "lanterns", extra=find_outside([outside])).report.diagnostics
    assert conflict.slug == "overlay-conflict"
    assert conflict.span is not None and Path(conflict.span.file).name == "mine.yaml"
    assert conflict.expected is not None and conflict.expected.startswith("`after: duel`")
    assert [Path(place.file).name for _, place in conflict.related] == ["duel.yaml"]
    outside.write_text(text + "after: duel\n", encoding="utf-8")
    assert not read_content(game, "lanterns", extra=find_outside([outside])).report.diagnostics


def test_two_overlays_add_one_setting(tmp_path: Path) -> None:
    found(tmp_path, "settings: {alone: {type: bool}}\nprocedures: {tidy: 'ending becomes alone'}")
    (tmp_path / "overlays" / "solo.yaml").write_text(SOLO, encoding="utf-8")
    assert [d.slug for d in read_content(tmp_path).report.diagnostics] == ["name-twice"]
