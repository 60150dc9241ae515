"""How files are sent: compressed, and only to browsers that don't have them. What holds secrets is never compressed."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from artrules import Ruleset
from artrules.table.serve import static_files
from artrules.table.serve.app import PAGE
from table.serve.conftest import Serving, Tables

MODULE = "/page/app.js"


def test_a_file_is_sent_compressed_to_whoever_takes_it_so(tables: Tables) -> None:
    script = static_files.as_sent((PAGE / "app.js").read_bytes(), ".js")
    with tables.client.stream("GET", MODULE, headers={"accept-encoding": "br, gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip" and answer.headers["vary"] == "accept-encoding"
        assert gzip.decompress(b"".join(answer.iter_raw())) == script
    for codings in ("identity", "gzip;q=0", "gzip; q=0.0, br", ""):
        answer = tables.client.get(MODULE, headers={"accept-encoding": codings})
        assert "content-encoding" not in answer.headers and answer.headers["vary"] == "accept-encoding"
        assert answer.content == script


def test_a_browser_is_not_sent_again_what_it_has(tables: Tables) -> None:
    first = tables.client.get(MODULE)
    tag = first.headers["etag"]
    for tags in (tag, f'"other", {tag}', tag.removeprefix("W/")):
        again = tables.client.get(MODULE, headers={"if-none-match": tags})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert tables.client.get(MODULE, headers={"if-none-match": '"other"'}).content == first.content
    assert tables.client.get("/page/store.js").headers["etag"] != tag


def test_only_the_head_of_a_file_may_be_asked_for(tables: Tables) -> None:
    head, whole = tables.client.head(MODULE), tables.client.get(MODULE)
    assert head.headers["etag"] == whole.headers["etag"]
    assert head.headers["content-length"] == whole.headers["content-length"]


def test_a_file_that_has_changed_is_read_again(
    tmp_path: Path, serving: Serving, small_ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Path] = []
    read = static_files.read_regular_file
    monkeypatch.setattr(static_files, "read_regular_file", lambda path, most: reads.append(path) or read(path, most))
    with serving(tmp_path / "games.sqlite") as tables:
        picture = small_ruleset.content.files.folder / "sun.svg"
        address = "/pictures/lanterns/sun.svg"
        try:
            picture.write_text("<svg/>")
            os.utime(picture, (1, 1))
            tags = {tables.client.get(address).headers["etag"] for _ in range(3)}
            assert len(tags) == 1 and len(reads) == 1
            picture.write_text("<svg />")
            os.utime(picture, (2, 2))
            changed = tables.client.get(address, headers={"if-none-match": tags.pop()})
            assert (changed.status_code, changed.text, len(reads)) == (200, "<svg />", 2)
        finally:
            picture.unlink()
        assert tables.client.get(address).status_code == 404


def test_a_style_sheet_is_sent_with_what_it_imports(tmp_path: Path, tables: Tables) -> None:
    sheet = tables.client.get("/page/style.css").text
    assert "@import" not in sheet and "--cloth" in sheet
    files = static_files.StaticFiles()
    (tmp_path / "all.css").write_text('@import "one.css";\n.b {}\n')
    (tmp_path / "one.css").write_text(".a {}\n")
    first = files._find(tmp_path, "all.css")
    assert first is not None and first.content == b".a{}.b{}"
    (tmp_path / "one.css").write_text(".changed {}\n")
    again = files._find(tmp_path, "all.css")
    assert again is not None and again.content == b".changed{}.b{}" and again.tag != first.tag


def test_what_is_kept_of_files_is_bounded(tmp_path: Path) -> None:
    files = static_files.StaticFiles()
    for number in range(static_files._MOST_KEPT + 5):
        (tmp_path / f"{number}.txt").write_text("lantern")
        assert files._find(tmp_path, f"{number}.txt") is not None
    (tmp_path / "long.txt").write_bytes(b"x" * (static_files._LARGEST_KEPT + 1))
    assert files._find(tmp_path, "long.txt") is not None
    assert len(files._files) == static_files._MOST_KEPT
    (tmp_path / "longest.txt").write_bytes(b"x" * (static_files.LARGEST + 1))
    assert files._find(tmp_path, "longest.txt") is None


def test_what_holds_secrets_is_not_compressed(tables: Tables) -> None:
    tables.open(2)
    for path in ("/api/games", "/api/rulesets"):
        answer = tables.client.get(path, headers={**tables.host, "accept-encoding": "gzip"})
        assert answer.status_code == 200 and len(answer.content) > 100
        assert "content-encoding" not in answer.headers and "etag" not in answer.headers
