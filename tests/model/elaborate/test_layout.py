"""The layout (`docs/write/files.md`, layout): what it says, what it may name, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.model.ir.layout import Layout, Theme
from play.game.tiny import tiny

OVERLAY = "overlay: other\nof: tiny\napplies: size(players) = 3\n"
TABLE = "tables: {prizes: '3 -> 1'}\n"


def laid_out(folder: Path, layout: str, overlay: str = "", more: str = TABLE) -> artrules.Ruleset:
    """Tiny with a layout, and perhaps with an overlay that applies for three players."""
    folder.mkdir(exist_ok=True)
    if overlay:
        (folder / "other.yaml").write_text(OVERLAY + overlay, encoding="utf-8")
    return tiny(folder, "skip", more=f"{more}layout: {layout}")


def errors(folder: Path, layout: str, overlay: str = "") -> list[tuple[str, str, tuple[str, ...]]]:
    """The slug, the sentence and the suggestions of each error."""
    with pytest.raises(artrules.ContentError) as refused:
        laid_out(folder, layout, overlay)
    found = refused.value.diagnostics
    return [(each.slug, each.message, tuple(each.suggestions)) for each in found if each.severity == "error"]


WHOLE = """
  seats: around
  theme: {table: teal, card: "#fff", accent: gold, texture: wood, picture: pictures/table.png}
  areas:
    middle: {title: The middle, short: middle, place: side, holds: [pool, total, best]}
    own: {holds: [row, x]}
  zones: {pool: {title: To take, short: take, as: grid, shown: filled, size: slip}, row: {front: yes}}
  variables: {x: {title: points, short: VP, as: score, steps: prizes, gives: prizes}, total: {shown: never}}
  figures:
    best: {is: 3}
    mine: {for: p in players, is: p.x > 3, as: flag, seen_by: owner}
    worth: {for: c in tile, is: 2 * c.n, shown: folded, short: w}
    each: {for: s in colour, is: s}
    level: {for: n in 2..7, is: n}
  cards:
    tile:
      template: token
      colour: shade
      symbol: shade
      number: worth
      title: "{self.shade}"
      picture: "{self.n}.png"
      shows: n
      back: {colour: navy, picture: back.png}
  members:
    colour:
      red: {title: Red, short: R, colour: "#C33", symbol: star, picture: red.png, pips: 1}
      blue: {symbol: B}
  decisions: {act: what to do, begin: how to begin, gift: a gift}
  phases: {main: the main part}
"""


def test_what_a_layout_says(tmp_path: Path) -> None:
    layout = laid_out(tmp_path, WHOLE).model.layout
    assert [(area.name, area.title and area.title.text, area.holds) for area in layout.areas] == [
        ("middle", "The middle", ("pool", "total", "best")),
        ("own", None, ("row", "x")),
    ]
    pool, x = layout.zones["pool"], layout.variables["x"]
    assert pool.title is not None and (pool.title.text, pool.as_, pool.shown) == ("To take", "grid", "filled")
    assert (x.as_, x.shown, x.steps, layout.variables["total"].shown) == ("score", None, "prizes", "never")
    assert x.gives is not None and x.gives.text == "prizes"
    assert (layout.seats, layout.theme.table, layout.theme.card, layout.theme.accent) == (
        "around",
        "teal",
        "#fff",
        "gold",
    )
    assert (layout.theme.texture, layout.theme.picture) == ("wood", "pictures/table.png")
    assert [area.place for area in layout.areas] == ["side", None]
    assert (pool.size, pool.front, layout.zones["row"].front) == ("slip", False, True)
    laid = (layout.areas[0], pool, x, layout.figures["worth"], layout.members["colour"]["red"])
    assert [each.short and each.short.text for each in laid] == ["middle", "take", "VP", "w", "R"]
    figures = layout.figures.values()
    assert [(figure.name, str(figure.of), str(figure.value.type), figure.seen_by) for figure in figures] == [
        ("best", "None", "3", "everyone"),
        ("mine", "player", "bool", "owner"),
        ("worth", "tile", "2..18", "everyone"),
        ("each", "colour", "colour", "everyone"),
        ("level", "2..7", "2..7", "everyone"),
    ]
    tile = layout.cards["tile"]
    assert (tile.colour, tile.symbol, tile.number, tile.picture_text) == ("shade", "shade", "worth", "{self.n}.png")
    assert (tile.template, tile.index, tile.shows) == ("token", None, ("n",))
    assert tile.back is not None and (tile.back.colour, tile.back.symbol, tile.back.picture) == (
        "navy",
        None,
        "back.png",
    )
    red, blue = layout.members["colour"].values()
    assert (red.title and red.title.text, red.colour, red.symbol, blue.colour, blue.symbol) == (
        *("Red", "#C33", "star"),
        *(None, "B"),
    )
    assert (red.picture, red.pips, blue.picture, blue.pips) == ("red.png", 1, None, None)
    assert {name: title.text for name, title in layout.decisions.items()} == {
        "act": "what to do",
        "begin": "how to begin",
        "gift": "a gift",
    }
    assert layout.phases["main"].text == "the main part"


def test_a_game_without_a_layout_has_an_empty_one(tmp_path: Path) -> None:
    layout = tiny(tmp_path, "skip").model.layout
    empty = [getattr(layout, name) for name in Layout.__dataclass_fields__ if name != "theme"]
    assert empty == [(), {}, {}, {}, {}, {}, {}, {}, (), (), None, "row"]
    assert {getattr(layout.theme, name) for name in Theme.__dataclass_fields__} == {None}


def test_parts_add_to_the_layout(tmp_path: Path) -> None:
    (tmp_path / "looks.yaml").write_text("part_of: tiny\nlayout: {zones: {row: {as: row}}}", encoding="utf-8")
    layout = laid_out(tmp_path, "{zones: {pool: {as: grid}}}").model.layout
    assert {*layout.zones} == {"pool", "row"}


def test_things_of_sets_are_named_with_their_set(tmp_path: Path) -> None:
    own = [("gift:\n  1:", "variables: {luck: {type: 0..3}}\ngift:\n  1:")]
    tiny(tmp_path, "skip")
    plain = tmp_path / "plain.yaml"
    plain.write_text(plain.read_text(encoding="utf-8").replace(*own[0]), encoding="utf-8")
    (tmp_path / "more.yaml").write_text(
        "part_of: tiny\nlayout: {variables: {plain/luck: {title: good luck}}}", encoding="utf-8"
    )
    layout = artrules.load(tmp_path).model.layout
    assert [*layout.variables] == ["plain/luck"]


@pytest.mark.parametrize(
    ("layout", "slug", "message", "suggestion"),
    {
        "a zone": ("{zones: {pol: {as: row}}}", "unknown-name", "there is no zone `pol`", "pool"),
        "a variable": ("{variables: {totl: {}}}", "unknown-name", "there is no variable `totl`", "total"),
        "a thing": (
            "{areas: {a: {holds: totl}}}",
            "unknown-name",
            "there is no zone, variable or figure `totl`",
            "total",
        ),
        "a kind": ("{cards: {tyle: {}}}", "unknown-name", "there is no kind of card `tyle`", "tile"),
        "an enum": ("{members: {color: {}}}", "unknown-name", "there is no enum `color`", "colour"),
        "a member": (
            "{members: {colour: {reed: {title: x}}}}",
            "unknown-name",
            "there is no member of `colour` `reed`",
            "red",
        ),
        "a colour": (
            "{cards: {tile: {colour: shad}}}",
            "unknown-name",
            "there is no attribute of `tile` `shad`",
            "shade",
        ),
        "a number": (
            "{cards: {tile: {number: marks}}}",
            "unknown-name",
            "there is no attribute or figure of `tile` `marks`",
            "mark",
        ),
        "steps": ("{variables: {x: {steps: prices}}}", "unknown-name", "there is no table `prices`", "prizes"),
        "a phase": ("{phases: {mian: x}}", "unknown-name", "there is no phase `mian`", "main"),
        "a decision": (
            "{decisions: {acct: x}}",
            "unknown-name",
            "there is no procedure, menu, group, phase or step `acct`",
            "act",
        ),
        "a word of a zone": ("{zones: {pool: {as: heap}}}", "wrong-word", "", None),
        "a key": ("{zone: {pool: {as: row}}}", "unknown-key", "", "zones"),
        "nothing at all": ("{}", "nothing-in-it", "", None),
        "a colour that isn't one": (
            "{members: {colour: {red: {colour: crimsn}}}}",
            "bad-colour",
            "there is no colour `crimsn`",
            "crimson",
        ),
        "a member that nothing is like": (
            "{members: {colour: {red: {like: blu}, blue: {colour: navy}}}}",
            "unknown-name",
            "there is no member `blu`",
            "blue",
        ),
        "a member without a look": (
            "{members: {colour: {red: {like: blue}, blue: {title: Blue}}}}",
            "bad-look",
            "`blue` has no colour, symbol or picture of its own",
            None,
        ),
        "a colour of too many digits": (
            "{members: {colour: {red: {colour: '#ccc3333'}}}}",
            "bad-colour",
            "there is no colour `#ccc3333`",
            None,
        ),
        "a shape that isn't one": (
            "{members: {colour: {red: {symbol: triangel}}}}",
            "bad-symbol",
            "there is no symbol `triangel`",
            "triangle",
        ),
        "a colour of a number": (
            "{cards: {tile: {colour: n}}}",
            "bad-look",
            "`n` has no members, which would have a colour",
            None,
        ),
        "twice in an area": (
            "{areas: {a: {holds: [pool, heap]}, b: {holds: [pool]}}}",
            "bad-area",
            "`pool` lies in the area `a` already",
            None,
        ),
        "a figure called like a zone": (
            "{figures: {pool: {is: 3}}}",
            "name-twice",
            "the figure `pool` has the name of a zone or variable",
            None,
        ),
        "a figure of some": (
            "{figures: {f: {for: c in pool, is: 3}}}",
            "bad-figure",
            "it isn't clear whose the figure `f` is",
            None,
        ),
        "a figure with a condition": (
            "{figures: {f: {for: p in players where p.x > 1, is: 3}}}",
            "bad-figure",
            "it isn't clear whose the figure `f` is",
            None,
        ),
        "a figure of two": (
            "{figures: {f: {for: 'p in players, s in colour', is: 3}}}",
            "bad-figure",
            "it isn't clear whose the figure `f` is",
            None,
        ),
        "a figure that is a list": (
            "{figures: {f: {is: pool}}}",
            "bad-figure",
            "the figure `f` is",
            None,
        ),
        "a figure for nobody": (
            "{figures: {f: {for: p in players, is: 1, seen_by: nobody}}}",
            "wrong-word",
            "",
            None,
        ),
        "a figure without an owner": (
            "{figures: {f: {is: 1, seen_by: owner}}}",
            "bad-figure",
            "the figure `f` has no owner who could see it",
            None,
        ),
        "things of players and of the table": (
            "{areas: {a: {holds: [row, pool]}}}",
            "bad-area",
            "each player has a `row`, and `pool` is the table's",
            None,
        ),
        "a figure of cards in an area": (
            "{areas: {a: {holds: f}}, figures: {f: {for: c in tile, is: c.n}}}",
            "bad-area",
            "the figure `f` is shown on cards, not in an area",
            None,
        ),
        "an area of players with a place": (
            "{areas: {a: {holds: row, place: side}}}",
            "bad-area",
            "each player has a `row`, so the area stands where its player sits",
            None,
        ),
        "a colour of the table": ("{theme: {table: tael}}", "bad-colour", "there is no colour `tael`", "teal"),
        "a picture of the table elsewhere": (
            "{theme: {picture: /etc/table.png}}",
            "bad-look",
            "a picture lies in the game's folder, or below it",
            None,
        ),
        "a theme without anything": ("{theme: {}}", "nothing-in-it", "", None),
        "a short title that is long": (
            "{zones: {pool: {short: cards to take}}}",
            "malformed-name",
            "`cards to take` is too long",
            None,
        ),
        "a track without an order": (
            "{zones: {pool: {as: track}}}",
            "bad-look",
            "`pool` has no order, so its places have no numbers",
            None,
        ),
        "an index that isn't printed": (
            "{cards: {tile: {index: mark}}}",
            "bad-look",
            "`mark` isn't printed on a `tile`, so it can't be drawn there",
            None,
        ),
        "an index that there isn't": (
            "{cards: {tile: {index: shad}}}",
            "unknown-name",
            "there is no attribute of `tile` `shad`",
            "shade",
        ),
        "something shown that changes": (
            "{cards: {tile: {shows: [n, flag]}}}",
            "bad-look",
            "`flag` isn't printed on a `tile`, so it can't be drawn there",
            None,
        ),
        "something shown that stands there already": (
            "{cards: {tile: {symbol: shade, shows: [n, shade]}}}",
            "bad-look",
            "`shade` is drawn as the symbol already",
            None,
        ),
        "something shown twice": (
            "{cards: {tile: {shows: [n, n]}}}",
            "repeated-item",
            "`n` stands twice in `shows`",
            None,
        ),
        "a template that there isn't": ("{cards: {tile: {template: card}}}", "wrong-word", "", None),
        "a back that tells": (
            "{cards: {tile: {back: {picture: 'backs/{self.n}.png'}}}}",
            "bad-look",
            "this picture is the same for all, so nothing of a card can be filled in",
            None,
        ),
        "a back with a symbol that there isn't": (
            "{cards: {tile: {back: {symbol: flames}}}}",
            "bad-symbol",
            "there is no symbol `flames`",
            "flame",
        ),
        "a back of nothing": ("{cards: {tile: {back: {}}}}", "nothing-in-it", "", None),
        "a picture of a member elsewhere": (
            "{members: {colour: {red: {picture: ../red.png}}}}",
            "bad-look",
            "a picture lies in the game's folder, or below it",
            None,
        ),
        "too many pips": (
            "{members: {colour: {red: {pips: 11}}}}",
            "number-outside-bounds",
            "`pips` is too large",
            None,
        ),
        "a zone of the table at the front": (
            "{zones: {pool: {front: yes}}}",
            "bad-look",
            "`pool` can't stand beside a player's name",
            None,
        ),
        "a hidden zone at the front": (
            "{zones: {hand: {front: yes}}}",
            "bad-look",
            "`hand` can't stand beside a player's name",
            None,
        ),
        "a figure of others as the number": (
            "{cards: {tile: {number: f}}, figures: {f: {is: 3}}}",
            "bad-look",
            "a `tile` has no figure `f`",
            None,
        ),
        "a title that changes": (
            "{cards: {tile: {title: 'x {self.mark}'}}}",
            "bad-look",
            "the title of a `tile` depends on more than what is printed on it",
            None,
        ),
        "a picture of a label": (
            "{cards: {tile: {picture: '{self}.png'}}}",
            "bad-look",
            "the picture of a `tile` depends on more than what is printed on it",
            None,
        ),
        "a picture elsewhere": (
            "{cards: {tile: {picture: '../{self.n}.png'}}}",
            "bad-look",
            "a picture lies in the game's folder, or below it",
            None,
        ),
        "a picture from the network": (
            "{cards: {tile: {picture: 'https://x.y/{self.n}.png'}}}",
            "bad-look",
            "a picture lies in the game's folder, or below it",
            None,
        ),
        "a figure that tells a secret": (
            "{figures: {f: {for: p in players, is: count(c in p.hand where c.n > 1)}}}",
            "figure-reveals",
            "the figure `f`, which everyone sees, tells what may be hidden",
            None,
        ),
        "a figure that tells its owner of others": (
            "{figures: {f: {for: p in players, is: 'count(c in left(p).hand where c.n > 1)', seen_by: owner}}}",
            "figure-reveals",
            "the figure `f`, which its owner sees, tells what may be hidden",
            None,
        ),
        "a figure that may fail": (
            "{figures: {f: {is: (top of heap).n}}}",
            "figure-fails",
            "the figure `f` may fail: the pile may be empty",
            None,
        ),
        "a symbol that can't be seen": (
            "{members: {colour: {red: {symbol: '  '}}}}",
            "bad-symbol",
            "there is no symbol `  `",
            None,
        ),
        "a figure of very many": (
            "{figures: {f: {for: n in 1..1000000, is: n}}}",
            "bad-figure",
            "the figure `f` belongs to too many numbers",
            None,
        ),
        "a figure that tells me of others": (
            "{figures: {f: {is: 'sum(count(c in q.hand where c.n > my x) for q in players)'}}}",
            "figure-reveals",
            "the figure `f`, which each player sees, tells what may be hidden",
            None,
        ),
        "a figure of players that tells me of them": (
            "{figures: {f: {for: p in players, is: 'count(c in p.hand where c.n > my x)'}}}",
            "figure-reveals",
            "the figure `f`, which each player sees, tells what may be hidden",
            None,
        ),
        "a figure that tells me what I don't see": (
            "{figures: {f: {for: c in tile, is: count(d in my deck where d.n = c.n)}}}",
            "figure-reveals",
            "the figure `f`, which each player sees, tells what may be hidden",
            None,
        ),
        "a figure with me in whose it is": ("{figures: {f: {for: c in my hand, is: c.n}}}", "no-player", "", None),
        "a figure with self": ("{figures: {f: {for: c in tile, is: self.n}}}", "no-self", "", None),
        "a name that isn't bound": ("{figures: {f: {is: p.x}}}", "unknown-name", "nothing is called `p` here", None),
        "an effect": ("{figures: {f: {is: total += 1}}}", "bad-syntax", "", None),
    }.values(),
)
def test_what_is_refused(layout: str, slug: str, message: str, suggestion: str | None, tmp_path: Path) -> None:
    found = errors(tmp_path, layout)
    assert [each[0] for each in found] == [slug], found
    assert message in found[0][1]
    assert suggestion is None or found[0][2][0] == suggestion


def test_an_overlay_changes_the_layout_by_key(tmp_path: Path) -> None:
    base = "{zones: {pool: {title: To take, as: grid}}, phases: {main: x}}"
    overlay = (
        "layout: {zones: {pool: {as: row}, heap: {as: pile}}, "
        "phases: {main: null}, members: {colour: {red: {title: R}}}}"
    )
    ruleset = laid_out(tmp_path, base, overlay)
    plain, three = ruleset.model.layout, ruleset.configured(3, {})[0].layout
    assert plain.zones["pool"].as_ == "grid" and [*plain.phases] == ["main"] and not plain.members
    pool = three.zones["pool"]
    assert (pool.as_, pool.title and pool.title.text) == ("row", "To take")
    assert [*three.zones] == ["pool", "heap"] and not three.phases
    assert [*three.members["colour"]] == ["red"]


def test_an_overlay_may_take_away_what_the_layout_of_the_game_names(tmp_path: Path) -> None:
    more = "variables: {gone: {type: 0..9}}\n"
    ruleset = laid_out(
        tmp_path,
        "{variables: {gone: {title: x}}, areas: {a: {holds: [total, gone]}}}",
        "variables: {gone: null}\n",
        more,
    )
    three = ruleset.configured(3, {})[0].layout
    assert not three.variables and three.areas[0].holds == ("total",)


def test_one_zone_stands_at_the_front(tmp_path: Path) -> None:
    (tmp_path / "looks.yaml").write_text(
        "part_of: tiny\nzones: {aside: {per: player, holds: tile, seen_by: everyone}}\n"
        "layout: {zones: {aside: {front: yes}}}\n",
        encoding="utf-8",
    )
    found = errors(tmp_path, "{zones: {row: {front: yes}}}")
    assert [each[:2] for each in found] == [("bad-look", "`aside` stands beside a player's name already")]


def test_an_overlay_changes_the_theme_by_key(tmp_path: Path) -> None:
    ruleset = laid_out(
        tmp_path, "{seats: around, theme: {table: teal, card: gold}}", "layout: {theme: {table: navy, texture: felt}}"
    )
    theme = ruleset.configured(3, {})[0].layout.theme
    assert (theme.table, theme.card, theme.texture) == ("navy", "gold", "felt")
    assert ruleset.configured(3, {})[0].layout.seats == "around"


def test_a_short_title_that_is_longer_than_the_title_is_pointed_out(tmp_path: Path) -> None:
    layout = (
        "{zones: {pool: {short: the pool}, row: {title: the row, short: row}}, members: {colour: {red: {short: reds}}}}"
    )
    found = laid_out(tmp_path, layout).content.report.diagnostics
    assert [each.message for each in found if each.slug == "long-short"] == [
        "`the pool` is longer than the title `pool`",
        "`reds` is longer than the title `red`",
    ]


def test_a_text_that_is_too_long_is_told_its_limit(tmp_path: Path) -> None:
    layout = f"{{about: {'word ' * 400}, zones: {{pool: {{title: {'x' * 101}, short: cards to take}}}}}}"
    with pytest.raises(artrules.ContentError) as refused:
        laid_out(tmp_path, layout)
    found = [each for each in refused.value.diagnostics if each.slug == "malformed-name"]
    assert sorted((each.expected, each.found) for each in found) == [
        ("at most 1,000 characters", "1,999"),
        ("at most 100 characters", "101"),
        ("at most 12 characters", "13"),
    ]


def test_an_overlay_names_what_there_is(tmp_path: Path) -> None:
    found = errors(tmp_path, "{variables: {x: {title: x}}}", "layout: {variables: {z: {title: y}}}\n")
    assert found[0][:2] == ("unknown-name", "there is no variable `z`")


def test_what_only_a_figure_uses_is_used(tmp_path: Path) -> None:
    for name, layout, is_used in (("a", "{figures: {f: {is: total}}}", True), ("b", "{phases: {main: x}}", False)):
        found = laid_out(tmp_path / name, layout).content.report.diagnostics
        assert ("nothing uses the variable `total`" in [each.message for each in found]) == (not is_used)


@pytest.mark.parametrize(
    "code",
    [
        "sum(c.n for c in chosen)",
        "count(c in pool where c in chosen)",
        "count(e in kept where e.card.n > 3)",
        "sum(c.n for c in p.deck)",
        "sum(c.n for q in players, c in q.hand)",
        "peeked",
    ],
)
def test_a_figure_does_not_follow_what_may_be_hidden(code: str, tmp_path: Path) -> None:
    variables = "variables: {chosen: {type: list of tile}, peeked: {type: 0..9, seen_by: nobody, may_be: yes}}\n"
    tiny(tmp_path, "skip")
    layout = f'layout: {{figures: {{f: {{for: p in players, is: "{code}"}}}}}}\n'
    (tmp_path / "more.yaml").write_text(f"part_of: tiny\n{variables}{layout}", encoding="utf-8")
    with pytest.raises(artrules.ContentError) as refused:
        artrules.load(tmp_path)
    assert [each.slug for each in refused.value.diagnostics if each.severity == "error"] == ["figure-reveals"]


def test_a_member_that_is_shown_like_another(tmp_path: Path) -> None:
    """What it has of its own comes first."""
    layout = "{members: {colour: {red: {like: blue, symbol: R}, blue: {colour: navy, symbol: star, title: Blue}}}}"
    red = laid_out(tmp_path, layout).model.layout.members["colour"]["red"]
    assert (red.colour, red.symbol, red.title) == ("navy", "R", None)
