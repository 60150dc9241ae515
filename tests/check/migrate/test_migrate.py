"""Content in an older version of the language becomes content in the newest one; all else in it stays as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import artrules
from artrules.check.migrate import migrate_file, names_of_file
from artrules.play.pipeline import read_content
from artrules.text.content.section import NEWEST
from artrules.text.diagnostics.diagnostic import apply_edits, insertion
from artrules.text.diagnostics.report import Report
from artrules.text.syntax.words import NEW_WORDS, TOKEN_WORDS

FIRST_WORDS = frozenset(
    re.findall(
        "[a-z]+",
        "and announce any as at becomes best bottom choose collect count elif else end ends every facing "
        "first for from gains game has if in is last least let limit list max may min most move my no none "
        "not of one or random repeat require say shares shuffle skip sorted stop sum those times to top until "
        "use watch watching where while worth yes",
    )
)
"""The words that version 1 reserved."""

OLD = """\
ruleset: show_game   # a comment: show
title: The show, or ask me
players: 2
enums:
  answer: [start, holds]       # names that are words now
cards:
  coin:
    label: "{self.show}, show"
    attributes: {show: {type: answer}}
zones:
  ask: {holds: coin, seen_by: everyone}
variables:
  debt: {of: player, type: -9..9}
  loss:
    type: -3..0     # never more
    lasts: round
  gain: {type: 0..9}
  kept: {type: -9..9, starts: 1}
  leader: {type: player}
functions:
  the(coin c): c.show
procedures:
  begins(answer start): |
    # show it
    for c in ask where c.show is start and the(c) is not holds:
        say "show {c.show}"
        my debt += 1
pieces:
  coins: {kind: coin, start: ask, columns: [show], rows: [[start], [holds]]}
flow:
  rounds:
    - {name: play, who: in_turn, from: leader, do: begins(start)}
  last_round: 2
"""


def migrated(text: str) -> str:
    report = Report()
    result = migrate_file(text.encode(), "ruleset.yaml", report, names_of_file(text.encode()))
    assert result is not None and not report.diagnostics
    return result.text


def errors_of(folder: Path, text: str) -> list[str]:
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return [d.slug for d in read_content(folder).report.diagnostics if d.severity == "error"]


def test_new_words_are_known_by_the_version_that_reserved_them() -> None:
    newer = [words for version, words in sorted(NEW_WORDS.items())]
    assert frozenset().union(*newer) == TOKEN_WORDS - FIRST_WORDS
    assert max(NEW_WORDS) == NEWEST


def test_content_that_used_new_words_as_names_works_again(tmp_path: Path) -> None:
    assert errors_of(tmp_path / "old", OLD)
    assert errors_of(tmp_path / "new", migrated(OLD)) == []
    game = artrules.load(tmp_path / "new").new_game(2, seed=1)
    assert game.finished and any("show start" in str(line) for line in game.log)


def test_only_names_change() -> None:
    new = migrated(OLD)
    assert "show_game   # a comment: show\nlanguage: 3\ntitle: The show, or ask me\n" in new
    assert 'label: "{self.show_}, show"' in new and 'say "show {c.show_}"' in new and "# show it" in new
    assert "  begins_(answer_ start_): |" in new
    assert "enums:\n  answer_: [start_, holds_]       # names that are words now" in new


def test_starts_are_written_down_where_a_range_reaches_below_0() -> None:
    new = migrated(OLD)
    assert "debt: {of: player, type: -9..9, starts: -9}" in new
    assert "    type: -3..0     # never more\n    starts: -3\n    lasts: round" in new
    assert "gain: {type: 0..9}" in new and "kept: {type: -9..9, starts: 1}" in new


def test_starts_that_a_later_version_demands_are_not_guessed() -> None:
    content = "set: a\nlanguage: 2\nof: b\nvariables: {debt: {type: -1..1}}\n"
    assert migrated(content) == content.replace("language: 2", "language: 3")


def test_what_is_migrated_stays_as_it_is() -> None:
    once = migrated(OLD)
    assert once != OLD and migrated(once) == once


def test_a_version_that_is_stated_is_replaced() -> None:
    assert migrated("set: a\nlanguage: 1 # old\nof: b\n") == "set: a\nlanguage: 3 # old\nof: b\n"
    assert migrated("{set: a, of: b}\n") == "{set: a, language: 3, of: b}\n"
    assert migrated("part_of: a\n") == "part_of: a\n"
    assert migrated("other: a\n") == "other: a\n"


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_bytes_outside_the_edits_stay(mark: str, end: str) -> None:
    old = mark + "set: a\nof: b\nvariables:\n  debt: {type: -1..1} # é\n".replace("\n", end)
    new = mark + "set: a\nlanguage: 3\nof: b\nvariables:\n  debt: {type: -1..1, starts: -1} # é\n".replace("\n", end)
    assert migrated(old) == new


def test_edits_count_lines_and_columns_from_1() -> None:
    assert (
        apply_edits("ab\ncd\n", [insertion(2, 2, "x"), insertion(1, 1, "y"), insertion(3, 1, "z\n")]) == "yab\ncxd\nz\n"
    )


def test_what_cannot_be_read_is_reported() -> None:
    report = Report()
    assert migrate_file(b"set: [a\n", "a.yaml", report, set()) is None and report.has_errors


ASKS = """\
part_of: lots
procedures:
  auction: |
    ask players at once as said:
        answer 1
"""


def test_new_forms_of_a_file_that_does_not_say_its_version_stay() -> None:
    assert migrated(ASKS) == ASKS


def test_names_of_files_that_belong_together_are_renamed_in_all_of_them() -> None:
    game = b"ruleset: a\nvariables: {show: {of: player, type: 0..9}}\n"
    part = b"part_of: a\nprocedures: {raise: my show += 1}\n"
    result = migrate_file(part, "part.yaml", Report(), names_of_file(game) | names_of_file(part))
    assert result is not None and result.text == "part_of: a\nprocedures: {raise: my show_ += 1}\n"


def test_a_file_of_version_1_knows_no_new_form() -> None:
    old = "set: a\nlanguage: 1\nof: b\nprocedures: {raise: my show += 1}\n"
    assert "my show_ += 1" in migrated(old)
