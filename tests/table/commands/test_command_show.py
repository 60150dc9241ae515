"""`artrules show`: a piece of a ruleset at each stage, and words that mean several things or nothing."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete

from artrules.table.commands.main import artrules
from ir_models import LANTERNS


def show(run, *arguments: str) -> str:
    done = run("show", LANTERNS, *arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_as_its_author_wrote_it(run):
    told = show(run, "draw").split("\n")
    assert told[0] == f"procedure draw, {LANTERNS}/ruleset.yaml:77"
    assert told[1] == "draw(0..9 n): |"
    assert told[-2] == "      move top 1 of my deck to my hand"


def test_as_syntax_tree(run):
    told = show(run, "draw", "--as", "ast")
    assert told.startswith(f"procedure draw\n  body, {LANTERNS}/ruleset.yaml:77\n    Suite @0-")
    assert "which=top" in told


def test_as_ir(run):
    told = show(run, "draw", "--as", "ir")
    assert told.startswith("procedure draw: parameters [n: 0..9]\n    given n_1: 0..9\n    body:\n")
    assert "move (top 1 of me.deck) to me.hand as me" in told


def test_as_machine_code(run):
    told = show(run, "draw", "--as", "code")
    assert told.startswith("def p_X_draw(me, n_1):\n    # procedure draw: body\n")
    told = show(run, "play_turn", "--as", "code")
    assert "# procedure play_turn: decision 36: list candidates\n" in told and "move_card" not in told


def test_machine_code_of_some_games(run):
    flow, power = ("flow", "--as", "code"), ("power river/guild.2.1", "--as", "code")
    assert "for p_1 in range(2):\n" in show(run, *flow)
    assert "for p_1 in range(3):\n" in show(run, *flow, "--players", "3")
    assert "# power river/guild.2.1: body\n" in show(run, *power)
    refused = run("show", LANTERNS, *power, "--setting", "guilds=hill")
    assert "has no machine code of its own" in refused.stderr


@pytest.mark.parametrize("form", ["source", "ast", "ir", "code"])
@pytest.mark.parametrize(
    "what", ["procedure draw", "The Ferryman", "river/2", "market", "phase tidy", "card lantern", "flow"]
)
def test_everything_with_code_can_be_shown(run, what, form):
    assert len(show(run, what, "--as", form).strip().split("\n")) > 1


def test_all_names_are_listed_and_each_can_be_shown(run):
    names = show(run).split("\n")[:-1]
    assert {"procedure draw", "variable coins", "power river/guild.2.1", "menu market", "flow"} <= set(names)
    for name in names:
        assert show(run, name).startswith(name)
    for name in names[::3]:
        assert name.rpartition("/")[2].split(".")[0] in show(run, name, "--as", "ir")


def test_powers_of_one_key_are_shown_together(run):
    told = run("show", "avant_carde", "The Gambler", "--as", "ir").stdout
    assert "power singaporeans/patron.3.1" in told and "power singaporeans/patron.3.2" in told
    assert run("show", "avant_carde", "singaporeans/3", "--as", "ir").stdout == told


def test_with_an_overlay(run):
    assert "start: 20 = 20" in show(run, "variable left", "--as", "ir")
    assert "start: 16 = 16" in show(run, "variable left", "--as", "ir", "--overlay", "duel")
    told = show(run, "variable left", "--overlay", "duel")
    assert f"variable left, start, {LANTERNS}/overlays/duel.yaml:5\n16\n" in told


def test_letters_may_be_small_or_large(run):
    assert show(run, "the ferryman") == show(run, "The Ferryman") == show(run, "RIVER/2")


@pytest.mark.parametrize("form", ["source", "ast", "ir", "code"])
def test_everything_of_a_name_is_shown(run, form):
    lines = [line.removeprefix("    # ") for line in show(run, "tidy", "--as", form).split("\n")]
    heads = [line for line in lines if line.startswith(("procedure ", "phase "))]
    assert list(dict.fromkeys(head.split(",")[0].split(":")[0] for head in heads)) == ["procedure tidy", "phase tidy"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["drw"], "nothing in Lanterns is called `drw`; did you mean `draw`?"),
        (["The Feryman"], "nothing in Lanterns is called `The Feryman`; did you mean `The Ferryman`?"),
        (["setting length", "--as", "ast"], "`setting length` has no code (`--as source` and `--as ir` show it)"),
        (["draw", "--overlay", "trio"], "trio never applies (there are: --overlay duel)"),
        (["draw", "--as", "wasm"], "'wasm' is not one of 'source', 'ast', 'ir', 'code'"),
        (["setting length", "--as", "code"], "`setting length` has no machine code of its own in these games"),
        (["draw", "--as", "code", "--players", "9"], "players, not 9"),
        (["draw", "--as", "code", "--overlay", "duel"], "the overlays follow from `--players` and `--setting`"),
        (["draw", "--players", "2"], "`--players` and `--setting` are for `--as code`"),
    ],
)
def test_a_wrong_word_is_refused(run, arguments, message):
    done = run("show", LANTERNS, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_an_overlay_of_a_game_without_any(run, lanterns):
    done = run("show", lanterns, "refill", "--overlay", "duel")
    assert done.exit_code == 2
    assert "duel never applies (there are no overlays)" in done.stderr


def test_a_shell_completes_names():
    completion = ShellComplete(artrules, {}, "artrules", "_ARTRULES_COMPLETE")
    found = [item.value for item in completion.get_completions(["show", LANTERNS], "procedure d")]
    assert found == ["procedure draw"]
    assert completion.get_completions(["show", "nowhere"], "procedure d") == []


def test_with_an_expansion_the_code_is_shown_as_it_is_then(run, tmp_path):
    text = "expansion: calm\nof: crazy_eights\nlanguage: 3\nchanges:\n  procedures:\n    pass_on: {do: skip}\n"
    (tmp_path / "calm.yaml").write_text(text, encoding="utf-8")
    assert "    passes += 1\n" in run("show", "crazy_eights", "pass_on").stdout
    output = run("show", "crazy_eights", "pass_on", "--with", str(tmp_path / "calm.yaml")).stdout
    assert output.endswith(f"\n  do: …\nprocedure pass_on, body, {tmp_path / 'calm.yaml'}:6\nskip\n")
