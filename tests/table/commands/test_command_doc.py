"""`artrules doc`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

LANTERNS = str(Path(__file__).parent.parent.parent / "rulesets" / "lanterns")


def test_a_booklet_on_the_screen(run):
    done = run("doc", LANTERNS)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("# Lanterns\n")
    assert "#### 2 The Ferryman" in done.stdout
    assert "#### 2 The Echo" in done.stdout


@pytest.mark.parametrize(
    ("name", "more", "beginning"),
    [
        ("b.md", (), "# Lanterns"),
        ("b.html", (), "<!DOCTYPE html>"),
        ("B.HTM", (), "<!DOCTYPE html>"),
        ("b", (), "# Lanterns"),
        ("b.md", ("--format", "html"), "<!DOCTYPE html>"),
        ("b.html", ("--format", "markdown"), "# Lanterns"),
    ],
)
def test_the_name_of_the_file_says_what_it_is(run, tmp_path, name, more, beginning):
    file = tmp_path / name
    file.write_text("an older booklet", encoding="utf-8")
    done = run("doc", LANTERNS, "--no-pictures", "--to", str(file), *more)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert file.read_text(encoding="utf-8").startswith(beginning)


def test_some_sets_with_code(run):
    told = run("doc", LANTERNS, "--set", "hill", "--code").stdout
    assert "do: my coins += 1" in told
    assert "The Echo" in told
    assert "The Ferryman" not in told


def test_one_table(run):
    told = run("doc", LANTERNS, "--setting", "guilds.3=hill").stdout
    assert "For 2 players\n" in told
    assert "#### 3 The Gale" in told
    assert "The Pedlar" not in told
    assert "For 3 players\n" in run("doc", LANTERNS, "--players", "3").stdout


def test_rulings(run):
    told = run("doc", LANTERNS, "--rulings").stdout
    assert "- **2** *Must one play all one can?* No. (assumed: nobody says so)" in told
    assert "The Ferryman" not in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--set", "hil"),
            "there is no set `hil`; did you mean `hill`? (there are: hill, river; --with FILE adds one)",
        ),
        (("--set", "hill", "--players", "2"), "not both"),
        (("--rulings", "--code"), "--rulings shows all rulings"),
        (("--players", "9"), "Lanterns is for 2, 3, 4 players, not 9"),
        (("--setting", "guilds=hil"), "did you mean 'hill'?"),
        (("--to", "no/such/folder/b.md"), "no/such/folder/b.md can't be written"),
        (("--format", "pdf"), "a PDF is no text: --to FILE.pdf says where to write it"),
        (("--format", "epub"), "'epub' is not one of 'markdown', 'html', 'pdf'"),
    ],
)
def test_wrong_uses(run, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    done = run("doc", LANTERNS, *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert told in " ".join(done.stderr.split())
    assert list(tmp_path.glob("*.md")) == []


def test_a_ruleset_without_rulings(run, lanterns):
    done = run("doc", lanterns, "--rulings")
    assert done.exit_code == 2
    assert "Lanterns has no rulings" in done.stderr


def test_a_ruleset_with_errors(run, tmp_path):
    (tmp_path / "ruleset.yaml").write_text("ruleset: broken\nplayrs: 2\n", encoding="utf-8")
    done = run("doc", str(tmp_path))
    assert done.exit_code == 1
    assert "unknown-key" in done.stderr


def test_a_booklet_has_the_mode_that_files_have(run, lanterns, tmp_path):
    file = tmp_path / "booklet.md"
    before = os.umask(0o022)
    try:
        assert run("doc", lanterns, "--to", str(file)).exit_code == 0
        assert file.stat().st_mode & 0o777 == 0o644
        file.chmod(0o664)
        assert run("doc", lanterns, "--to", str(file)).exit_code == 0
        assert file.stat().st_mode & 0o777 == 0o664
    finally:
        os.umask(before)


def test_a_device_is_not_replaced_by_a_booklet(run, lanterns, tmp_path):
    (tmp_path / "null").symlink_to("/dev/null")
    done = run("doc", lanterns, "--to", str(tmp_path / "null"))
    assert done.exit_code == 2 and "null can't be written: this is no ordinary file" in done.stderr
    assert Path("/dev/null").is_char_device()


def test_without_chromium_there_is_a_page_that_prints(run, tmp_path, monkeypatch):
    monkeypatch.setenv("ARTRULES_CHROMIUM", "/no/such/program")
    done = run("doc", LANTERNS, "--to", str(tmp_path / "rules.pdf"))
    assert done.exit_code == 0
    assert "the rulebook has no pictures of cards: ARTRULES_CHROMIUM names no program" in done.stderr
    assert "rules.html is a page that any browser prints so" in " ".join(done.stderr.split())
    assert (tmp_path / "rules.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert not (tmp_path / "rules.pdf").exists()


def test_without_chromium_no_other_file_is_replaced(run, tmp_path, monkeypatch):
    """Only the PDF is named on the command line."""
    monkeypatch.setenv("ARTRULES_CHROMIUM", "/no/such/program")
    page = tmp_path / "rules.html"
    page.write_text("mine", encoding="utf-8")
    done = run("doc", LANTERNS, "--to", str(tmp_path / "rules.pdf"))
    assert done.exit_code == 2
    said = " ".join(done.stderr.split())
    assert f"{page}, the page that prints so, is there already: `-o {page}` writes it anew" in said
    assert page.read_text(encoding="utf-8") == "mine"
    assert run("doc", LANTERNS, "--format", "pdf", "--to", str(page)).exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
