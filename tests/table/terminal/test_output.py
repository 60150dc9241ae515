"""Nothing that is printed does anything to a terminal but colour it, whatever the files hold that it comes from."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import artrules
from artrules.play.game.log import Note
from artrules.table.commands.main import artrules as command
from artrules.table.session.record import read_record, record_of, write_record
from artrules.table.session.seats import Seats
from artrules.text.diagnostics.render import CODES, Paint
from artrules.text.plain_text import output, sanitized
from artrules.text.source.decode import HIDDEN

PACKAGE = Path(__file__).parents[3] / "interpreter" / "artrules"
LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"
EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\u202e\nchoice 99, player 2: \x1b[1;31mred\x1b[0m"


@pytest.mark.parametrize("colour", [False, True])
def test_only_own_colours_stay(colour: bool) -> None:
    paint = Paint(colour)
    for hue in CODES:
        assert sanitized(paint("text", hue), colour) == paint("text", hue)
    for character in map(chr, range(0x3000)):
        kept = sanitized(character, colour)
        assert kept == ("\ufffd" if HIDDEN.match(character) else character)
    assert sanitized("\x1b[2J\x1b[8mx\x1b[1;31m", False) == "\ufffd[2J\ufffd[8mx\ufffd"
    assert sanitized("\x1b[2J\x1b[8mx\x1b[1;35m", True) == "\ufffd[2J\ufffd[8mx\ufffd[1;35m"


def test_each_stream_asks_for_itself(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    output("\x1b[1mbold\x1b[0m\x07", to_error=True)
    monkeypatch.setenv("NO_COLOR", "1")
    output("\x1b[1mbold\x1b[0m\x07", end="")
    printed = capsys.readouterr()
    assert printed.err == "\x1b[1mbold\x1b[0m\ufffd\n"
    assert printed.out == "\ufffdbold\ufffd\ufffd"


def prints(path: Path) -> list[str]:
    """Calls in a module that print something by themselves."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if called in ("print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"):
            found.append(f"{path.relative_to(PACKAGE)}: {called}")
    return found


def test_there_is_one_place_that_prints() -> None:
    """Only what is for programs prints elsewhere: messages between processes, and files derived for the project."""
    found = {line for path in PACKAGE.rglob("*.py") for line in prints(path)}
    assert found == {
        "text/plain_text.py: click.echo",
        "author/conformance/other_process.py: print",
        "table/testing/plugin_process.py: print",
        "author/derive.py: print",
    }


@pytest.fixture
def evil_game(tmp_path: Path) -> Path:
    """A game whose file holds such things wherever it holds a text; its check sums fit."""
    game = artrules.load(LANTERNS).new_game(2, 3)
    for _ in range(6):
        game.choose(game.decisions[0].options[0])
    record = read_record(write_record(record_of(game, str(LANTERNS), Seats((1,), ("", "uniform")), automatic=False)))
    said = replace(game.log[-1], kind="undone", player=1, text=EVIL, own=EVIL, public=EVIL)
    labels = tuple(label + EVIL for label in record.labels)
    assert record.save is not None
    save = replace(record.save, notes=(Note(2, said),))
    changed = replace(record, save=save, labels=labels, where=f"/no/{EVIL}")
    file = tmp_path / "game.json"
    file.write_text(write_record(changed), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "call",
    [
        "replay GAME LANTERNS --list",
        "replay GAME LANTERNS --list --anyway",
        "replay GAME LANTERNS --list --seat 2",
        "replay GAME LANTERNS",
        "replay GAME",
        "replay GAME LANTERNS --at 3",
        "play LANTERNS --resume GAME --seat 1",
        "play LANTERNS --resume GAME --seat 1,2",
        "play --resume GAME",
    ],
)
@pytest.mark.parametrize("colour", ["NO_COLOR", "FORCE_COLOR"])
def test_a_game_cannot_do_anything_to_a_terminal(call: str, colour: str, evil_game: Path) -> None:
    words = {"GAME": str(evil_game), "LANTERNS": str(LANTERNS)}
    unset = {"NO_COLOR": None, "FORCE_COLOR": None}
    arguments = [words.get(word, word) for word in call.split()]
    typed = "l\n\n\ne\nb\nlog 100\ntable\nquit\nq\n"
    done = CliRunner().invoke(command, arguments, input=typed, env={**unset, colour: "1"})
    assert done.exit_code in (0, 2) and done.output
    left = done.output
    for code in ("0", *CODES.values()):
        left = left.replace(f"\x1b[{code}m", "") if colour == "FORCE_COLOR" else left
    assert HIDDEN.search(left) is None
    assert not any(line.startswith("choice 99") for line in done.output.splitlines()), "no line can be made up"


def test_names_of_files_and_content_cannot_either(tmp_path: Path) -> None:
    folder = tmp_path / "x\x1b[2J\x07"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text('ruleset: "a\\e[2J"\ntitle: "\\u202e\\x07"\nnonsense: "\x1b[2J"\n')
    for arguments in (["check"], ["test"], ["info"], ["doc"], ["play"], ["replay"], ["check", "--format", "json"]):
        done = CliRunner().invoke(command, [*arguments, str(folder)])
        assert done.exit_code in (1, 2) and done.output
        assert HIDDEN.search(done.output) is None
    done = CliRunner().invoke(command, ["explain", "\x1b[2J"])
    assert done.exit_code == 2 and "\x1b" not in done.stderr


@pytest.mark.parametrize("name", ["avant_carde", "art_decko", "bioutifoul", "vintage"])
def test_a_whole_game_can_be_told_in_colour(name: str) -> None:
    plain, coloured = (
        CliRunner().invoke(command, ["play", name, "--seed", "7"], env={"NO_COLOR": None, "FORCE_COLOR": colour})
        for colour in (None, "1")
    )
    assert (plain.exit_code, coloured.exit_code) == (0, 0), coloured.output[-500:]
    told = coloured.output
    for code in ("0", *CODES.values()):
        told = told.replace(f"\x1b[{code}m", "")
    assert told.split() == plain.output.split()
