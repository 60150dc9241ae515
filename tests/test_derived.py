"""Files derived from the code are what the code says now; `python -m artrules.author.derive` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author import derive

ROOT = Path(__file__).parent.parent
FILES = derive.derived_files(ROOT)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The derived files alone, in a tree of their own."""
    for path in FILES:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_derived_file_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path], "run python -m artrules.author.derive"


def test_every_schema_but_the_metaschema_is_derived() -> None:
    assert set((ROOT / "schemas").glob("*.json")) == {path for path in FILES if path.parent.name == "schemas"} | {
        ROOT / "schemas" / "meta.schema.json"
    }


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("schemas/set.schema.json", '"title"', '"tilte"'),
        ("docs/write/expressions.md", "| `size(d)` |", "| `length(d)` |"),
        ("docs/inside/machine.md", "| `shares` |", "| `share` |"),
        ("docs/write/files.md", "| `shows` |", "| `show` |"),
        ("docs/write/index.md", "| `shows` |", "| `show` |"),
        ("docs/write/index.md", "| `collect` |", "| `pay` |"),
    ],
)
def test_an_outdated_file_is_found(tree: Path, file: str, old: str, new: str) -> None:
    path = tree / file
    right = path.read_text(encoding="utf-8")
    assert old in right
    path.write_text(right.replace(old, new), encoding="utf-8")
    assert derive.outdated_files(tree) == {path: right}


def test_a_missing_file_is_written_too(tree: Path) -> None:
    path = tree / "schemas" / "ir.schema.json"
    path.unlink()
    assert list(derive.outdated_files(tree)) == [path]


def test_a_table_needs_its_comments(tree: Path) -> None:
    page = tree / "docs" / "write" / "expressions.md"
    page.write_text(page.read_text(encoding="utf-8").replace("<!-- builtins -->", ""), encoding="utf-8")
    with pytest.raises(ValueError, match="`builtins`"):
        derive.derived_files(tree)


def test_each_word_of_the_language_needs_a_row(tree: Path) -> None:
    page = tree / "docs" / "write" / "statements.md"
    page.write_text(page.read_text(encoding="utf-8").replace("`shuffle Z`", "`mix Z`"), encoding="utf-8")
    with pytest.raises(ValueError, match="has shuffle"):
        derive.derived_files(tree)
