"""`artrules export`: exporters, and formats that are commands of their own."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from artrules.engine.webassembly.memory_map import TooLarge
from artrules.play.standalone import build
from artrules.table.commands import export
from artrules.table.commands.named_files import to_option
from artrules.table.web.game_file import BadPicture
from lab.simulation.small_ruleset import write_ruleset


@click.command("export --as stamps")
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--perforated", is_flag=True, help="With teeth.")
@to_option
def stamps(names, perforated, file):
    """Write stamps."""
    export.write_export(f"{names} {perforated}\n", file, "stamps")


@pytest.fixture
def with_stamps(monkeypatch):
    monkeypatch.setitem(export.FORMATS, "stamps", (f"{__name__}:stamps", "stamps to be cut out"))
    return stamps


def test_json_is_the_usual_format(run, lanterns, tmp_path):
    file = tmp_path / "lanterns.json"
    assert run("export", lanterns, "-o", str(file)).exit_code == 0
    done = run("export", lanterns, "--as", "json")
    assert done.stdout == file.read_text()
    assert json.loads(done.stdout)["name"] == "lanterns"


@pytest.mark.parametrize("named", [["--as", "stamps"], ["--as=stamps"], ["--as", "json", "--as", "stamps"]])
@pytest.mark.usefixtures("with_stamps")
def test_a_format_is_a_command_with_options_of_its_own(run, tmp_path, named):
    assert run("export", *named, "one", "two", "--perforated").stdout == "('one', 'two') True\n"
    file = tmp_path / "stamps"
    assert run("export", "one", *named, "--to", str(file)).stdout == ""
    assert file.read_text() == "('one',) False\n"


@pytest.mark.usefixtures("with_stamps")
def test_help_for_a_format_and_a_list_of_formats(run):
    own = run("export", "NAME", "--as", "stamps", "--help").stdout
    assert "export --as stamps [OPTIONS] NAME..." in own
    assert "With teeth." in own
    assert "stamps to be cut out" in run("export", "--help").stdout


@pytest.mark.usefixtures("with_stamps")
def test_what_is_refused(run, lanterns):
    unknown = run("export", lanterns, "--as", "stampz")
    assert unknown.exit_code == 2
    assert "there is no format `stampz`; did you mean `stamps`? (there are: " in unknown.stderr
    assert "json, stamps" in unknown.stderr
    unknown = run("export", lanterns, "--as", "stamps", "--blue")
    assert unknown.exit_code == 2
    assert "see artrules export --as stamps --help" in unknown.stderr
    assert "requires an argument" in run("export", lanterns, "--as").stderr


# `--as web`: what the file holds is tried in tests/table/web.


def test_a_game_that_plays_is_one_file(run, lanterns, tmp_path):
    file = tmp_path / "game.html"
    done = run("export", lanterns, "--as", "web", "-o", str(file), "--offer", "guilds=river")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"{file}: {file.stat().st_size:,} bytes\n"
    assert file.read_text().startswith("<!doctype html>")


def test_a_site_of_games_has_a_shelf(run, lanterns, tmp_path):
    folder = tmp_path / "site" / "games"
    done = run("export", lanterns, "--as", "web", "--folder", str(folder), "--offer", "guilds=river")
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", "lanterns.html"]
    assert 'href="lanterns.html"' in (folder / "index.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "-o FILE says where to write the page"),
        (("-o", "g.html", "--folder", "site"), "--to for one game, or --folder for a site"),
        (("-o", "g.html", "--offer", "guilds"), "what is offered is given as KEY=VALUE,VALUE"),
        (("-o", "g.html", "--offer", "guilds=river", "--offer", "guilds=hill"), "the setting `guilds` is given twice"),
        (("-o", "g.html", "--offer", "wind=high"), "Lanterns: there is no setting `wind`"),
        (("-o", "nowhere/g.html", "--offer", "guilds=river"), "nowhere/g.html can't be written"),
    ],
)
def test_what_is_refused_of_the_web(run, lanterns, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    done = run("export", lanterns, "--as", "web", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_game_called_index_has_no_place_in_a_site(run, lanterns, tmp_path):
    """Its page would be that of the shelf."""
    rules = Path(lanterns) / "ruleset.yaml"
    rules.write_text(rules.read_text().replace("ruleset: lanterns", "ruleset: index"))
    for path in Path(lanterns).rglob("*.yaml"):
        path.write_text(path.read_text().replace("of: lanterns", "of: index"))
    done = run("export", lanterns, "--as", "web", "--folder", str(tmp_path / "site"), "--offer", "guilds=river")
    assert done.exit_code == 2
    assert "no game of a site may be called index" in " ".join(done.stderr.split())
    assert [*(tmp_path / "site").iterdir()] == []


def test_a_game_whose_picture_is_refused_is_named_in_a_site(run, lanterns, tmp_path, monkeypatch):
    def refuse(*_):
        raise BadPicture("too large")

    monkeypatch.setattr("artrules.table.web.game_file.module_of", refuse)
    call = ("export", lanterns, "--as", "web", "--offer", "guilds=river")
    assert "artrules: Lanterns: too large" in run(*call, "--folder", str(tmp_path / "site")).stderr
    assert "artrules: too large" in run(*call, "-o", str(tmp_path / "one.html")).stderr


MODULES = [("build", "--players", "2"), ("export", "--as", "web", "--offer", "guilds=river")]


@pytest.mark.parametrize("command", MODULES)
def test_a_game_that_needs_too_much_memory_is_refused_in_words(run, lanterns, tmp_path, monkeypatch, command):
    def too_large(*_):
        raise TooLarge("99,000,000")

    monkeypatch.setattr(build, "bounds_within", too_large)
    done = run(command[0], lanterns, *command[1:], "-o", str(tmp_path / "game"))
    assert done.exit_code == 2
    said = " ".join(done.stderr.split())
    assert said.startswith("artrules: Lanterns needs 99,000,000 bytes of memory at least, and a module has at most")


@pytest.mark.parametrize("command", MODULES)
def test_a_text_that_fails_is_a_mistake_of_the_content(run, tmp_path, command):
    broken = ("{self.printed}", "{1 / (self.printed - 1)}")
    folder = write_ruleset(tmp_path / "lanterns", break_it=broken)
    done = run(command[0], str(folder), *command[1:], "-o", str(tmp_path / "game"))
    assert done.exit_code == 1
    assert "division by 0" in done.stderr and "ruleset.yaml:18" in done.stderr


def test_what_is_large_is_told_in_words(run, lanterns, tmp_path, monkeypatch):
    from artrules.table.web import game_file

    monkeypatch.setattr(game_file, "LARGEST", 1000)
    done = run("export", lanterns, "--as", "web", "-o", str(tmp_path / "g.html"))
    assert done.exit_code == 0
    assert "Lanterns has more than 1,000 bytes: it has" in done.stderr
    assert "3 numbers of players times" in done.stderr


def test_several_games_need_a_folder(run, lanterns):
    assert "--folder DIR" in run("export", lanterns, lanterns, "--as", "web").stderr
    assert "name it alone" in run("export", lanterns, lanterns, "--as", "web", "--folder", "x", "--offer", "a=b").stderr


@pytest.mark.parametrize(
    "call", [("doc",), ("export",), ("export", "--as", "cards"), ("export", "--as", "web"), ("build",), ("schema",)]
)
def test_what_may_not_be_written_is_refused_before_any_work(run, monkeypatch, tmp_path, call):
    """There is no such game, which is told only by what is done afterwards."""
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept.html"
    kept.write_text("kept")
    kept.chmod(0o444)
    named = "--to" if call[0] == "schema" else "-o/--to"
    for file, words in {
        "": f"{named} needs the name of a file",
        "kept.html": "kept.html can't be written: the file may not be written",
        "none/page.html": f"none/page.html can't be written: there is no folder {tmp_path}/none",
        "kept.html/page.html": f"kept.html/page.html can't be written: there is no folder {kept}",
    }.items():
        done = run(*call, "no_such_game", "--to", file)
        assert done.exit_code == 2
        assert words in done.stderr
    assert kept.read_text() == "kept"


@pytest.mark.parametrize(("form", "option"), [("web", "--folder"), ("cards", "--png")])
def test_folders_that_may_not_be_written(run, monkeypatch, tmp_path, form, option):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").write_text("kept")
    (tmp_path / "closed").mkdir(0o555)
    for folder, words in {
        "": f"{option} needs the name of a folder",
        "kept/site": f"kept/site can't be written: there is no folder {tmp_path}/kept",
        "closed": "closed can't be written: the folder may not be written",
        "closed/site/one": "closed/site/one can't be written: the folder may not be written",
    }.items():
        done = run("export", "no_such_game", "--as", form, option, folder)
        assert done.exit_code == 2
        assert words in done.stderr
    assert "no_such_game" in run("export", "no_such_game", "--as", form, option, "new/site").stderr
