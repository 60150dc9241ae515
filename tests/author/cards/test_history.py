"""The content of a game as git has it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from artrules.author.cards import history
from artrules.author.cards.history import NoRevision, folder_at


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with two revisions."""
    folder = tmp_path / "games" / "pebbles"
    folder.mkdir(parents=True)
    git(tmp_path, "init", "-q")
    for text in ("one", "two"):
        (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-qm", text)
    return folder


def test_a_folder_as_it_was(game: Path) -> None:
    with folder_at(game, "HEAD~1") as folder:
        assert folder.name == "pebbles"
        assert (folder / "ruleset.yaml").read_text(encoding="utf-8") == "one"
    assert not folder.exists()
    assert (game / "ruleset.yaml").read_text(encoding="utf-8") == "two"


@pytest.mark.parametrize("revision", ["nonsense", "--help", "-o/tmp/x", "HEAD~7", "HEAD:games", ""])
def test_revisions_that_there_are_not(game: Path, revision: str) -> None:
    with pytest.raises(NoRevision, match="git knows no revision"), folder_at(game, revision):
        pass


def test_what_git_doesnt_have(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = game.parent / "new"
    new.mkdir()
    with pytest.raises(NoRevision, match="games/new wasn't there at HEAD"), folder_at(new, "HEAD"):
        pass
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", "/")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    with pytest.raises(NoRevision, match="pebbles isn't kept by git"), folder_at(game, "HEAD"):
        pass
    monkeypatch.setattr(history.subprocess, "run", lambda *_, **__: (_ for _ in ()).throw(FileNotFoundError()))
    with pytest.raises(NoRevision, match="there is no git on this machine"), folder_at(game, "HEAD"):
        pass
