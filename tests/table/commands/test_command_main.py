"""The group of commands: lazy, and ending as documented whatever happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from typing import Any

import click
import pytest

import artrules.table.commands.inspect
from artrules import __version__
from artrules.table.commands.main import COMMANDS, WAYS_IN
from artrules.text.content.section import NEWEST
from table.commands.conftest import INTERPRETER

HEAVY = ["lark", "jsonschema", "yaml", "rich", "referencing", "artrules.play.pipeline"]


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["check", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    code = (
        "import sys\n"
        "from artrules.table.commands.main import artrules\n"
        f"artrules({arguments!r}, prog_name='artrules', standalone_mode=False)\n"
        f"found = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "assert not found, found\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(INTERPRETER)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_help_lists_every_command_of_the_table(run):
    shown = run("--help")
    assert shown.exit_code == 0
    for name, (_, summary) in COMMANDS.items():
        assert f"  {name}" in shown.stdout
        assert summary in shown.stdout


def test_artrules_alone_shows_three_ways_in(run):
    shown = run()
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert [line for line in shown.stdout.splitlines() if line in ("Play", "Invent", "Program")] == [
        *WAYS_IN,
        "Program",
    ]
    called = dict.fromkeys(re.findall("^  artrules ([a-z]+) ", shown.stdout, re.MULTILINE))
    assert set(called) <= set(COMMANDS) and "serve" in called and "GAME" not in shown.stdout
    program = "".join(line[2:] + "\n" for line in shown.stdout.partition("Program\n")[2].splitlines()[:3])
    names: dict[str, Any] = {}
    exec(compile(program, "artrules", "exec"), names)
    assert names["game"].choices


def test_artrules_alone_where_no_games_are_installed(run, monkeypatch):
    monkeypatch.setattr("artrules.play.content_search.shipped_rulesets", tuple)
    assert "  artrules play GAME --seat 1 " in run().stdout


@pytest.mark.parametrize("name", [n for n in COMMANDS if n != "test"])
def test_table_names_commands(name):
    module, _, attribute = COMMANDS[name][0].partition(":")
    assert isinstance(getattr(import_module(module), attribute), click.Command)


def test_version_names_engine_and_content_format(run):
    assert run("--version").stdout == f"artrules {__version__} (language {NEWEST})\n"


def test_commands_run_as_a_module(run_process):
    done = run_process("explain", "2001")
    assert done.returncode == 0
    assert done.stdout.startswith("ART2001 unknown-name\n\nError: nothing has this name.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "there is no command `chekc`; did you mean `check`?"),
        (["check", "avant_card"], "there is no ruleset `avant_card`; did you mean `avant_carde`?"),
        (["check", "--formt", "json"], "--format"),
        (["check", "/does/not/exist"], "there is no ruleset `/does/not/exist`"),
        (["explain", "unknow-name"], "did you mean `unknown-name`?"),
        (["explain", "9999"], "there is no diagnostic `9999`"),
        (["play"], "Missing argument 'NAME'"),
        (["simulate", "LANTERNS", "--players", "9"], "Lanterns is for 2, 3, 4 players, not 9"),
        (["simulate", "LANTERNS", "--setting", "lenght=quick"], "did you mean 'length'?"),
        (["simulate", "LANTERNS", "--setting", "length=slow"], "possible: quick, normal"),
        (["simulate", "LANTERNS", "--setting", "length"], "KEY=VALUE"),
        (["simulate", "LANTERNS", "--setting", "length=quick", "--setting", "length=normal"], "given twice"),
        (["simulate", "LANTERNS", "--bot", "unifrom"], "did you mean `uniform`?"),
        (["simulate", "LANTERNS", "--players", "3", "--bot", "uniform", "--bot", "uniform"], "for each of 3 players"),
        (["simulate", "LANTERNS", "--games", "0"], "--games"),
        (["info", "lanternz"], "there is no ruleset"),
    ],
)
def test_wrong_use_is_said_on_one_line(run, lanterns, arguments, said):
    done = run(*[lanterns if a == "LANTERNS" else a for a in arguments])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_an_executor_that_cannot_be_had_is_said_on_one_line(run_process, lanterns, tmp_path):
    (tmp_path / "wasmtime.py").write_text("raise ImportError('not for this machine')")
    path = os.pathsep.join([str(tmp_path), str(INTERPRETER)])
    for executor, said in [("wasm", "wasmtime can't be used: not for this machine"), ("steam", "may be `cpython` or")]:
        done = run_process("play", lanterns, "--players", "2", ARTRULES_EXECUTOR=executor, PYTHONPATH=path)
        assert done.returncode == 2
        assert said in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_own_fault_shows_no_traceback(run, monkeypatch):
    def fail(code):
        raise KeyError("lost\nthing")

    monkeypatch.setattr(artrules.table.commands.inspect.explain_command, "callback", fail)
    done = run("explain", "2001")
    assert done.exit_code == 2
    assert "internal-error: KeyError" in done.stderr
    assert "report" in done.stderr
    assert "Traceback" not in done.output
    assert isinstance(run("explain", "2001", ARTRULES_DEBUG="1").exception, KeyError)


def test_a_reader_who_goes_away_is_no_mistake(lanterns):
    done = subprocess.run(
        f"{sys.executable} -m artrules play {lanterns} --seed 1 --full | true; exit ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 141)
    assert done.stderr == ""
