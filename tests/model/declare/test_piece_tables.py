"""Pieces from a CSV file: the same as rows in YAML, every mistake at its cell, and the file is content like others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import artrules
from artrules.model.catalogue.scan import scan
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.render import render_text

MAIN = """\
ruleset: stalls
title: Stalls
players: 2
enums:
  colour: [red, blue]
cards:
  ware:
    label: "{self.shade} {self.n}"
    attributes:
      n:     {type: 1..9}
      shade: {type: colour}
      extra: {type: colour or none}
      sizes: {type: some of 1..5}
      fresh: {type: bool, starts: yes}
zones:
  box: {holds: ware, seen_by: everyone}
pieces:
  wares:
    kind: ware
    start: box
    table: wares.csv
totals:
  wares: {count: size(ware), is: 4}
flow:
  rounds: [{name: main, who: in_turn, from: "players[1]", do: "choose c in box"}]
  until: yes
  winners: players
"""
WARES = "n,shade,extra,sizes,count\n1,red,,1 2,3\n2,blue,red,,1\n"


def write(folder: Path, main: str = MAIN, **files: str | bytes) -> Path:
    """A ruleset of a main file and others; `__` in a name stands for a dot, `_in_` for a slash."""
    named: dict[str, str | bytes] = {"ruleset.yaml": main, "wares.csv": WARES}
    named |= {name.replace("__", ".").replace("_in_", "/"): text for name, text in files.items()}
    for name, text in named.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def read(folder: Path) -> Content:
    return read_content(folder, "stalls")


def wrong(folder: Path) -> list[tuple[str, str, int, int]]:
    """What is wrong: slug, file, line, column."""
    return [(d.slug, d.span.file, d.span.line, d.span.column) for d in read(folder).report.errors if d.span]


def only(folder: Path) -> Diagnostic:
    (diagnostic,) = read(folder).report.errors
    return diagnostic


ROWS = """\
    columns: [n, shade, extra, sizes, count]
    rows: [[1, red, none, [1, 2], 3], [2, blue, red, [], 1]]
"""


def test_a_table_is_the_same_as_rows(tmp_path: Path) -> None:
    from_table = read(write(tmp_path / "a"))
    from_rows = read(write(tmp_path / "b", MAIN.replace("    table: wares.csv\n", ROWS)))
    assert not from_table.report.errors and not from_rows.report.errors
    values = [[(count, v) for count, v, _ in c.base.pieces["wares"].rows] for c in (from_table, from_rows)]
    assert (
        values[0]
        == values[1]
        == [
            (3, {"n": 1, "shade": 0, "extra": None, "sizes": 0b110}),
            (1, {"n": 2, "shade": 1, "extra": 0, "sizes": 0}),
        ]
    )
    views = [artrules.load(tmp_path / name).new_game(seed=1).inspect.view() for name in "ab"]
    assert views[0] == views[1]


IN_THE_TABLE = [
    # the table, slug, line, column
    ("n,shade,extra,sizes,count\n1,redd,,,4\n", "wrong-value", 2, 3),
    ('n,shade,extra,sizes,count\n1,"redd",,,4\n', "wrong-value", 2, 3),
    ("n,shade,extra,sizes,count\n10,red,,,4\n", "wrong-value", 2, 1),
    ("n,shade,extra,sizes,count\n1.0,red,,,4\n", "wrong-value", 2, 1),
    ("n,shade,extra,sizes,count\n1,red,green,,4\n", "wrong-value", 2, 7),
    ("n,shade,extra,sizes,count\n1,red,,1 7,4\n", "wrong-value", 2, 8),
    ("n,shade,extra,sizes,count\n1,,,,4\n", "bad-row", 2, 3),
    ("n,shade,extra,sizes,count\n1,red,,,many\n", "bad-row", 2, 9),
    ("n,shade,extra,sizes,count\n1,red,,,\n", "bad-row", 2, 9),
    ("n,shade,extra,sizes,count\n1,red,,,1001\n", "bad-row", 2, 9),
    ("n,shade,extra,sizes,count\n1,red,,4\n", "bad-row", 2, 1),
    ("n,shade,extra,sizes,count\n1,red,,,4,,\n", "bad-row", 2, 1),
    ("n,shad,extra,sizes,count\n1,red,,,4\n", "unknown-name", 1, 3),
    ("n,shade,extra,sizes,fresh,count\n1,red,,,yes,4\n", "unknown-name", 1, 21),
    ("n,shade,n,sizes,count\n1,red,1,,4\n", "bad-piece-table", 1, 9),
    ("n,shade,,sizes,count\n1,red,,,4\n", "bad-piece-table", 1, 9),
    ("n,extra,sizes,count\n1,red,,4\n", "wrong-pieces", 2, 1),
    ("n,shade\n", "wrong-pieces", 23, 34),
    ("n;shade\n1;red\n", "table-syntax", 1, 2),
    ("n,shade,count\n" + "1,red,0\n" * 5001, "file-too-large", 5002, 1),
    ("", "empty-file", 1, 1),
    (b"n,shade\n\xff", "not-utf-8", 2, 1),
]


@pytest.mark.parametrize(("text", "slug", "line", "column"), IN_THE_TABLE, ids=lambda value: repr(value)[:40])
def test_what_is_wrong_in_a_table(text: str | bytes, slug: str, line: int, column: int, tmp_path: Path) -> None:
    found = wrong(write(tmp_path, wares__csv=text))
    file = "stalls/ruleset.yaml" if slug == "wrong-pieces" and line > 9 else "stalls/wares.csv"
    assert found == [(slug, file, line, column)]


def test_the_cell_is_shown_and_what_was_meant(tmp_path: Path) -> None:
    text = "\ufeffn,shade,extra,sizes,count\r\n1, redd ,,,4\r\n"
    content = read(write(tmp_path, wares__csv=text.encode()))
    (diagnostic,) = content.report.errors
    assert render_text(diagnostic, content.source_text) == (
        "error[ART3102 wrong-value]: `shade` can't be `redd`\n"
        " --> stalls/wares.csv:2:4\n"
        "  |\n"
        "2 | 1, redd ,,,4\n"
        "  |    ^^^^\n"
        "  = expected: one of red, blue\n"
        "  = found: `redd`\n"
        " ::: stalls/ruleset.yaml:5:12\n"
        "  |\n"
        "5 |   colour: [red, blue]\n"
        "  |            --- `red` stands here and nowhere else\n"
        "  = help: did you mean `red`?\n"
        f"  = explain: artrules explain {diagnostic.code}"
    ).replace("ART3102", diagnostic.code)


def test_a_misspelled_column_is_suggested(tmp_path: Path) -> None:
    assert only(write(tmp_path, wares__csv=WARES.replace("shade", "shadde"))).suggestions == ("shade",)
    assert only(write(tmp_path, wares__csv=WARES.replace("count", "coumt"))).suggestions == ("count",)


NAMED = [
    # what stands after `table:`, slug, part of the message
    ("ware.csv", "unreadable-file", "no such file"),
    ("wares.txt", "bad-piece-table", "*.csv"),
    ("../wares.csv", "bad-piece-table", "outside"),
    ("a/../../wares.csv", "bad-piece-table", "outside"),
    ("/etc/wares.csv", "bad-piece-table", "outside"),
    ("C:\\wares.csv", "bad-piece-table", "outside"),
    ("folder.csv", "unreadable-file", "no file"),
    ("pipe.csv", "unreadable-file", "no file"),
    ("link.csv", "unreadable-file", "leads out"),
    ("circle.csv", "unreadable-file", "can't be read"),
    ("x" * 300 + ".csv", "unreadable-file", "can't be read"),
]


@pytest.mark.parametrize(("name", "slug", "message"), NAMED)
def test_what_is_wrong_with_a_name(name: str, slug: str, message: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.csv"
    outside.write_text(WARES)
    folder = write(tmp_path / "stalls", MAIN.replace("wares.csv", name))
    (folder / "folder.csv").mkdir()
    os.mkfifo(folder / "pipe.csv")
    (folder / "link.csv").symlink_to(outside)
    (folder / "circle.csv").symlink_to(folder / "circle.csv")
    diagnostic = only(folder)
    assert diagnostic.slug == slug and message in diagnostic.message
    assert diagnostic.span is not None and (diagnostic.span.line, diagnostic.span.column) == (21, 12)
    if name == "ware.csv":
        assert diagnostic.suggestions == ("wares.csv",)


def test_a_name_with_a_zero_in_it(tmp_path: Path) -> None:
    found = wrong(write(tmp_path, MAIN.replace("wares.csv", '"a\\0.csv"')))
    assert [slug for slug, *_ in found] == ["unreadable-file", "control-character"] or [slug for slug, *_ in found] == [
        "control-character",
        "unreadable-file",
    ]


@pytest.mark.parametrize("key", ["columns: [n]", "rows: [[1]]", "count: 3", "columns: [n], rows: [[1]]"])
def test_nothing_stands_beside_a_table(key: str, tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        MAIN.replace("    table: wares.csv\n", f"    table: wares.csv\n    {key.replace(', r', chr(10) + '    r')}\n"),
    )
    found = {slug for slug, *_ in wrong(folder)}
    assert "bad-piece-table" in found and found <= {"bad-piece-table", "missing-key"}


def test_a_part_names_a_table_beside_itself(tmp_path: Path) -> None:
    start, end = MAIN.index("pieces:"), MAIN.index("totals:")
    part = "part_of: stalls\n" + MAIN[start:end]
    folder = write(
        tmp_path,
        MAIN[:start] + MAIN[end:],
        cards_in_part__yaml=part,
        cards_in_wares__csv=WARES.replace("1,red", "1,redd"),
    )
    assert wrong(folder) == [("wrong-value", "stalls/cards/wares.csv", 2, 3)]
    (folder / "cards" / "wares.csv").write_text(WARES)
    assert wrong(folder) == []


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    folder = write(tmp_path, MAIN.replace("wares.csv", "link.csv"))
    (folder / "link.csv").symlink_to(folder / "wares.csv")
    assert wrong(folder) == []


def test_a_table_named_twice_is_read_once(tmp_path: Path) -> None:
    again = "  more: {kind: ware, start: box, table: ./wares.csv}\n"
    folder = write(tmp_path, MAIN.replace("totals:", again + "totals:").replace("is: 4", "is: 8"))
    content = read(folder)
    assert not content.report.errors
    assert sorted(content.files.texts) == ["ruleset.yaml", "wares.csv"]


def test_the_hash_covers_the_table(tmp_path: Path) -> None:
    folder = write(tmp_path)
    before = read(folder).hash
    assert read(folder).hash == before
    (folder / "wares.csv").write_text(WARES.replace("2,blue", "3,blue"))
    changed = read(folder).hash
    (folder / "unused.csv").write_text(WARES)
    assert read(folder).hash == changed != before


OVERLAY = """\
overlay: other
of: stalls
applies: size(players) = 2
pieces: {wares: {table: TABLE}}
totals: {wares: {is: 2}}
"""


def test_an_overlay_names_another_table(tmp_path: Path) -> None:
    other = "n,shade,extra,sizes\n5,red,,\n6,blue,,\n"
    folder = write(tmp_path, overlays_in_other__yaml=OVERLAY.replace("TABLE", "new.csv"), overlays_in_new__csv=other)
    game = artrules.load(folder).new_game()
    assert [card["card"] for card in game.inspect.view()["zones"]["box"]] == ["red 5", "blue 6"]


def test_an_overlay_takes_the_table_away(tmp_path: Path) -> None:
    overlay = OVERLAY.replace("table: TABLE", "table: null, count: 2, has: {n: 3, shade: red, sizes: [1]}")
    folder = write(tmp_path, overlays_in_other__yaml=overlay)
    game = artrules.load(folder).new_game()
    assert [card["card"] for card in game.inspect.view()["zones"]["box"]] == ["red 3", "red 3"]


def test_an_overlay_from_outside_brings_its_table(tmp_path: Path) -> None:
    stalls = write(tmp_path / "stalls")
    outside = tmp_path / "mine"
    outside.mkdir()
    (outside / "other.yaml").write_text(OVERLAY.replace("TABLE", "new.csv"))
    (outside / "new.csv").write_text("n,shade,extra,sizes\n5,red,,\n6,blue,,\n")
    (outside / "wares.csv").write_text("n,shade\n")
    hashes = {artrules.load(stalls).content_hash}
    ruleset = artrules.load(stalls, extra=[outside])
    hashes.add(ruleset.content_hash)
    assert [card["card"] for card in ruleset.new_game().inspect.view()["zones"]["box"]] == ["red 5", "blue 6"]
    (outside / "new.csv").write_text("n,shade,extra,sizes\n5,red,,\n7,blue,,\n")
    hashes.add(artrules.load(stalls, extra=[outside]).content_hash)
    assert len(hashes) == 3
    (outside / "new.csv").write_text("n,shade,extra,sizes\n5,red,,\n7,blu,,\n")
    content = read_content(stalls, "stalls", extra=scan([outside]))
    (diagnostic,) = content.report.errors
    assert diagnostic.span is not None and diagnostic.span.file.endswith("mine/new.csv")
    assert content.source_text(diagnostic.span.file) is not None


def test_all_files_together_are_bounded(tmp_path: Path) -> None:
    many = "".join(f"  t{i}: {{kind: ware, start: box, table: t{i}.csv}}\n" for i in range(6))
    folder = write(tmp_path, MAIN.replace("totals:", many + "totals:"))
    for i in range(6):
        (folder / f"t{i}.csv").write_text("n,shade\n" + " " * 1_000_000)
    found = wrong(folder)
    assert ("file-too-large", "stalls/ruleset.yaml") in {(slug, file) for slug, file, *_ in found}


def test_cells_count_each_time_they_are_named(tmp_path: Path) -> None:
    many = "".join(f"  t{i}: {{kind: ware, start: box, table: big.csv}}\n" for i in range(30))
    big = "n,shade,extra,count\n" + "1,red,,0\n" * 4990
    folder = write(tmp_path, MAIN.replace("totals:", many + "totals:"), big__csv=big)
    assert "file-too-large" in {slug for slug, *_ in wrong(folder)}


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("n,extra,sizes,count\n1,red,1,3\n2,blue,1,1\n", [("wrong-pieces", 2, "these pieces have no `shade`")]),
        ("n,extra,sizes,count\n1,,1,3\n1,,1,1\n", [("wrong-pieces", 2, "these pieces have no `shade`")]),
        ("n,shade,extra,sizes\n1,red,,1,3\n2,blue,,1,1\n", [("bad-row", 1, "all rows have 5 values for 4 columns")]),
        ("n,shade,extra,sizes,count\n1,red,,1\n2,blue,,1,1\n", [("bad-row", 2, "this row has 4 values for 5 columns")]),
    ],
)
def test_what_is_wrong_with_all_rows_is_told_once(table: str, told: list[tuple[str, int, str]], tmp_path: Path) -> None:
    found = read(write(tmp_path / "stalls", wares__csv=table)).report.diagnostics
    listed = [(d.slug, d.span.line, d.message) for d in found if d.span and not d.slug.startswith("unread-")]
    assert listed == told
