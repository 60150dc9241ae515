"""The content of a game as git has it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from artrules.author.cards.history import NoRevision, folder_at
from artrules.text.source import revision as git_revision


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
    monkeypatch.setattr(git_revision.subprocess, "run", lambda *_, **__: (_ for _ in ()).throw(FileNotFoundError()))
    with pytest.raises(NoRevision, match="there is no git on this machine"), folder_at(game, "HEAD"):
        pass


def test_what_a_repository_is_configured_to_run_isnt_run(game: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    for key in ("filter.any.smudge", "filter.any.process", "core.fsmonitor", "diff.any.textconv"):
        git(tmp_path, "config", key, f"touch {ran}; cat")
    (tmp_path / ".git" / "info" / "attributes").write_text("*.yaml filter=any diff=any\n", encoding="utf-8")
    with folder_at(game, "HEAD~1") as folder:
        assert (folder / "ruleset.yaml").read_text(encoding="utf-8") == "one"
    assert not ran.exists()


def test_missing_content_isnt_fetched(game: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    for key, value in {
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(tmp_path),
        "remote.origin.uploadpack": f"touch {ran}; git-upload-pack",
    }.items():
        git(tmp_path, "config", key, value)
    named = ["git", "-C", str(game), "rev-parse", "HEAD:./ruleset.yaml"]
    blob = subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip()
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(NoRevision, match="pebbles can't be read as it was at HEAD"), folder_at(game, "HEAD"):
        pass
    assert not ran.exists()


def test_damaged_content_is_refused(game: Path, tmp_path: Path) -> None:
    for path in (tmp_path / ".git" / "objects").glob("??/*"):
        content = path.read_bytes()
        path.chmod(0o644)
        path.write_bytes(content[:-6])
    with pytest.raises(NoRevision), folder_at(game, "HEAD"):
        pass


def test_files_are_as_they_were_committed(game: Path, tmp_path: Path) -> None:
    (game / ".gitattributes").write_text("ruleset.yaml export-ignore\nnote.txt export-subst\n", encoding="utf-8")
    (game / "note.txt").write_text("$Format:%H$", encoding="utf-8")
    (game / "empty.txt").touch()
    (game / "link.txt").symlink_to("/etc/hostname")
    (game / "sets").symlink_to(tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "attributes")
    with folder_at(game, "HEAD") as folder:
        assert sorted(path.name for path in folder.iterdir()) == [
            *(".gitattributes", "empty.txt", "note.txt", "ruleset.yaml"),
        ]
        assert (folder / "note.txt").read_text(encoding="utf-8") == "$Format:%H$"


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    top = tmp_path / os.fsdecode(b"t\xffp")
    folder = top / os.fsdecode(b"g\xe9me")
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("one", encoding="utf-8")
    git(top, "init", "-q")
    git(top, "add", ".")
    git(top, "commit", "-qm", "one")
    with folder_at(folder, "HEAD") as copy:
        assert (copy / "ruleset.yaml").read_text(encoding="utf-8") == "one"


def test_a_file_that_would_lie_elsewhere(game: Path, tmp_path: Path) -> None:
    def made(*arguments: str, given: str) -> str:
        command = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        return subprocess.run(command, check=True, capture_output=True, input=given, text=True).stdout.strip()

    blob = made("hash-object", "-w", "--stdin", given="x")
    tree = b"100644 ..\0" + bytes.fromhex(blob)
    written = ["git", "-C", str(tmp_path), "hash-object", "-t", "tree", "--literally", "-w", "--stdin"]
    outside = subprocess.run(written, check=True, capture_output=True, input=tree).stdout.decode().strip()
    games = made("mktree", given=f"040000 tree {outside}\tpebbles\n")
    top = made("mktree", given=f"040000 tree {games}\tgames\n")
    commit = made("commit-tree", "-m", "x", top, given="")
    with pytest.raises(NoRevision, match="is no name of a file"), folder_at(game, commit):
        pass
