"""Characters that only look right: one diagnostic names the character, and the fix repairs it. Prose may hold them."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.text.diagnostics.diagnostic import apply_edits
from check.checks.trying import LANTERNS, diagnostics, written

MAIN = (LANTERNS / "ruleset.yaml").read_text(encoding="utf-8")
SLIPS = [
    ("players: 2..4", "pl\u0430yers: 2..4", "`\u0430` here is a Cyrillic letter; write `a`"),
    ("players: 2..4", "players: 2\u20264", "`\u2026` here is no sign of the language; write `..`"),
    ("players: 2..4", "players: \uff12..4", "`\uff12` here is a full-width character; write `2`"),
    ("\nzones:\n", "\nz\u03bfnes:\n", "`\u03bf` here is a Greek letter; write `o`"),
    ("  draw(0..9 n):", "  dr\u0430w(0..9 n):", "`\u0430` here is a Cyrillic letter; write `a`"),
    ("row, seen_by: everyone", "row, seen_by: every\u200bone", "a character that can't be seen stands here; delete it"),
    ("{per: 1..3,", "{per: 1\u20263,", "`\u2026` here is no sign of the language; write `..`"),
    ("starts: normal", "starts: norm\u0430l", "`\u0430` here is a Cyrillic letter; write `a`"),
    (
        "my coins += count(c in shown",
        "my coins +=\u00a0count(c in sh\u043ewn",
        "a blank of another kind stands here; write an ordinary one",
    ),
    ('"stop playing":', "\u201cstop playing\u201d:", '`\u201c` here is a curly quote; write `"`'),
]


@pytest.mark.parametrize(("old", "new", "message"), SLIPS, ids=[new for _, new, _ in SLIPS])
def test_a_character_that_only_looks_right(old: str, new: str, message: str, tmp_path: Path, usual: set[str]) -> None:
    folder = written(tmp_path, main=((old, new),))
    (diagnostic,) = [d for d in diagnostics(folder) if d.message not in usual]
    assert (diagnostic.slug, diagnostic.message) == ("look-alike", message)
    assert diagnostic.fix is not None
    path = folder / "ruleset.yaml"
    assert apply_edits(path.read_text(encoding="utf-8"), diagnostic.fix.edits) == MAIN


@pytest.mark.parametrize(
    "new",
    ["title:\u00a0Lanterns", "title\uff1aLanterns", "title\uff1a Lanterns"],
    ids=["blank", "colon", "colon-blank"],
)
def test_a_character_of_another_kind_behind_a_key(new: str, tmp_path: Path, usual: set[str]) -> None:
    folder = written(tmp_path, main=(("title: Lanterns", new),))
    (diagnostic,) = [d for d in diagnostics(folder) if d.message not in usual]
    assert diagnostic.slug == "yaml-syntax" and diagnostic.fix is not None
    assert apply_edits((folder / "ruleset.yaml").read_text(encoding="utf-8"), diagnostic.fix.edits) == MAIN


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Lanterns", "title: \u201cLanterns\u201d \u2013 \u041b\u0430\u043c\u043f\u044b\u00a0\uff12"),
        ('"stop playing":', '"stop\u00a0\u2013 playing\u2026":'),
        ("procedures:\n", "# \u201cwords\u201d \u2013 \u0430\u00a0comment\nprocedures:\n"),
    ],
    ids=["title", "label", "comment"],
)
def test_texts_for_people_may_hold_any_character(old: str, new: str, tmp_path: Path, usual: set[str]) -> None:
    found = diagnostics(written(tmp_path, main=((old, new),)))
    assert [d.message for d in found if d.message not in usual and d.severity == "error"] == []


def test_a_name_in_another_script_is_no_look_alike(tmp_path: Path, usual: set[str]) -> None:
    found = diagnostics(written(tmp_path, "variables:\n  \u0436\u0430\u0440: {type: 0..9}\n"))
    assert {d.slug for d in found if d.message not in usual and d.severity == "error"} == {"malformed-name"}


def test_a_fix_leaves_texts_in_code_alone(tmp_path: Path, usual: set[str]) -> None:
    folder = written(tmp_path, main=(('"stop playing":', "\u201cstop\u00a0\u2013 playing\u201d:"),))
    (diagnostic,) = [d for d in diagnostics(folder) if d.message not in usual]
    assert diagnostic.fix is not None
    mended = apply_edits((folder / "ruleset.yaml").read_text(encoding="utf-8"), diagnostic.fix.edits)
    assert '"stop\u00a0\u2013 playing":' in mended
