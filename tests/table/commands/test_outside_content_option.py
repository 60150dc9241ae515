"""`--with`: sets, overlays, scenarios and whole rulesets from anywhere, in every command that opens a ruleset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.simulation.small_ruleset import RULESET, write_ruleset
from table.commands.outside import OVERLAY, SCENARIOS, SET, write


@pytest.fixture
def marsh(tmp_path: Path) -> str:
    return write(tmp_path / "mine" / "marsh.yaml", SET)


def diagnostics(done) -> list[dict[str, object]]:
    return json.loads(done.stdout)["diagnostics"]


def test_a_set_from_outside_is_checked_listed_and_played(run, lanterns, marsh):
    assert run("check", lanterns, "--with", marsh).stdout.endswith(
        "lanterns: 4 files, 3 sets, 0 scenarios: no errors\n"
    )
    assert "The marsh (guild 1)" in run("info", lanterns, "--with", marsh).stdout
    played = run("play", lanterns, "--with", marsh, "--setting", "guilds.1=marsh", "--seed", "3", "--full")
    assert played.exit_code == 0 and "The Eel" in played.stdout
    assert run("play", lanterns, "--setting", "guilds.1=marsh").exit_code == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_games_in_several_processes(run_process, lanterns, marsh, jobs):
    done = run_process("simulate", lanterns, "--with", marsh, "--setting", "guilds.1=marsh", "--games", "3",
                       "--jobs", jobs)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    alone = run_process("simulate", lanterns, "--with", marsh, "--setting", "guilds.1=marsh", "--games", "3")
    assert done.stdout.split("digest")[1] == alone.stdout.split("digest")[1]


def test_a_folder_may_hold_files_for_several_games(run, lanterns, marsh):
    folder = Path(marsh).parent
    write(folder / "deeper" / "short.yaml", OVERLAY)
    write(folder / "other.yaml", SET.replace("lanterns", "avant_carde"))
    done = run("check", lanterns, "--with", str(folder))
    assert done.stdout.endswith("lanterns: 5 files, 3 sets, 1 overlay, 0 scenarios: no errors\n")


def test_a_whole_ruleset_is_found_by_name_and_by_of(run, tmp_path, marsh):
    games = tmp_path / "games"
    write_ruleset(games / "lanterns")
    assert run("check", "lanterns").exit_code == 2
    for given in (str(games), str(games / "lanterns"), str(games / "lanterns" / "ruleset.yaml")):
        assert run("check", "lanterns", "--with", given).stdout == "lanterns: 3 files, 2 sets, 0 scenarios: no errors\n"
        done = run("check", marsh, "--with", given)
        assert done.stdout == f"{marsh} in lanterns: 1 file, 1 set, 0 scenarios: no errors\n"


def test_a_shipped_name_means_the_shipped_ruleset(run, tmp_path):
    folder = write_ruleset(tmp_path / "games" / "avant_carde")
    found = diagnostics(run("check", "avant_carde", "--with", str(folder), "--format", "json"))
    assert [(d["slug"], Path(str(d["file"])).name) for d in found] == [("name-twice", "ruleset.yaml")]


@pytest.mark.parametrize(
    ("text", "slug", "line"),
    [
        (SET.replace("lanterns", "lantern"), "unknown-ruleset", 2),
        (SET.replace("set: marsh", "set: river"), "name-twice", 1),
        ("part_of: lanterns\nvariables: {x: {type: bool}}\n", "not-from-outside", 1),
        (RULESET, "not-from-outside", 1),
        ("- nothing\n", "unknown-file-kind", 1),
        (SET.replace("coins", "coin"), "unknown-name", 7),
        ("a: [\n", "yaml-syntax", 2),
        ("#" + " " * 1024 * 1024, "file-too-large", 1),
    ],
)
def test_what_is_wrong_is_located(run, lanterns, tmp_path, text, slug, line):
    """The same is told when the file is given to the game, and when the file itself is to be checked."""
    file = write(tmp_path / "odd.yaml", text)
    for arguments in (["check", lanterns, "--with", file], ["check", file, "--with", lanterns]):
        done = run(*arguments, "--format", "json")
        found = [d for d in diagnostics(done) if d["slug"] == slug]
        assert done.exit_code == 1
        assert [(d["file"], d["line"]) for d in found] == [(file, line)]


def test_the_scenarios_beside_a_set_are_checked_with_it(run, lanterns, marsh):
    write(Path(marsh).parent / "cases.yaml", SCENARIOS.replace("choose: play red 1", "choose: plai red 1"))
    write(Path(marsh).parent / "others.yaml", "scenarios: another_game\nlist: {}\n")
    told = [
        (d["slug"], Path(str(d["file"])).name)
        for d in diagnostics(run("check", marsh, "--with", lanterns, "--format", "json"))
    ]
    assert told == [("impossible-label", "cases.yaml")]


def test_two_overlays_with_one_name(run, lanterns, tmp_path):
    one, other = (write(tmp_path / name / "short.yaml", OVERLAY) for name in ("a", "b"))
    found = diagnostics(run("check", lanterns, "--with", one, "--with", other, "--format", "json"))
    assert [(d["slug"], d["file"]) for d in found if d["slug"] == "name-twice"] == [("name-twice", other)]


def test_a_file_is_read_once_however_often_it_is_named(run, lanterns, marsh):
    inside = f"{lanterns}/sets/hill.yaml"
    done = run("check", lanterns, "--with", marsh, "--with", str(Path(marsh).parent), "--with", inside)
    assert done.stdout.endswith("lanterns: 4 files, 3 sets, 0 scenarios: no errors\n")


def test_links_lead_nowhere(run, lanterns, tmp_path, marsh):
    folder = tmp_path / "links"
    folder.mkdir()
    (folder / "marsh.yaml").symlink_to(marsh)
    for given in (folder, folder / "marsh.yaml"):
        found = diagnostics(run("check", lanterns, "--with", str(given), "--format", "json"))
        assert [d["slug"] for d in found] == ["unreadable-file"]


def test_nothing_there(run, lanterns):
    done = run("check", lanterns, "--with", "nowhere.yaml")
    assert (done.exit_code, done.stderr) == (2, "artrules: --with: there is no file or folder `nowhere.yaml`\n")


def test_a_set_is_no_ruleset_to_be_played(run, marsh):
    done = run("play", marsh)
    assert done.exit_code == 2 and f"this file is added to its game: lanterns --with {marsh} (" in done.stderr


def test_a_mistake_of_a_set_that_shows_in_the_game_is_told(run, lanterns, tmp_path):
    """An overlay that takes away what the game uses: the error stands in the game's file."""
    text = OVERLAY.replace("flow:\n  until: round_number >= 2", "procedures: {refill: null}")
    file = write(tmp_path / "broke.yaml", text)
    done = run("check", file, "--with", lanterns)
    assert done.exit_code == 1 and "lanterns/ruleset.yaml" in done.stdout


def test_an_empty_folder(run, tmp_path):
    (tmp_path / "empty").mkdir()
    done = run("check", str(tmp_path / "empty"))
    assert done.exit_code == 2 and "there are no files `*.yaml`" in done.stderr


def test_a_folder_with_files_for_two_games_and_for_none(run, lanterns, marsh):
    """Each game is opened with what is for it; the rest is told of alone, once."""
    folder = Path(marsh).parent
    write(
        folder / "fen.yaml", SET.replace("marsh", "fen").replace("lanterns", "avant_carde").replace("guild", "patron")
    )
    write(folder / "odd.yaml", SET.replace("lanterns", "nothing"))
    done = run("check", str(folder), "--with", lanterns)
    closing = [line for line in done.stdout.split("\n") if line.startswith(f"{folder}")]
    assert done.stdout.count("unknown-ruleset") == 1
    assert [line.removeprefix(str(folder)) for line in closing] == [
        " in avant_carde: 1 file, 1 set, 0 scenarios: 1 error",
        " in lanterns: 1 file, 1 set, 0 scenarios: no errors",
        ": 1 file, 0 sets, 0 scenarios: 1 error",
    ]


class TestScenarios:
    """`artrules test` with files from outside."""

    @pytest.fixture
    def cases(self, marsh: str) -> str:
        return write(Path(marsh).parent / "marsh_scenarios.yaml", SCENARIOS)

    def test_a_file_of_scenarios_runs_alone(self, run, lanterns, marsh, cases):
        done = run("test", cases, "--with", marsh, "--with", lanterns)
        assert (done.exit_code, done.stdout) == (0, "marsh 1 passed\nlanterns: 1 passed\n")

    def test_a_set_finds_the_scenarios_that_lie_beside_it(self, run, lanterns, marsh, cases):
        done = run("test", marsh, "--with", lanterns)
        assert (done.exit_code, done.stdout) == (0, "marsh 1 passed\nlanterns: 1 passed\n")

    def test_a_set_without_scenarios(self, run, lanterns, marsh):
        done = run("test", marsh, "--with", lanterns)
        assert done.exit_code == 2 and "none choose marsh" in done.stderr

    def test_a_folder_with_both(self, run, lanterns, cases):
        folder = str(Path(cases).parent)
        for arguments in ([folder, "--with", lanterns], [lanterns, "--with", folder]):
            assert run("test", *arguments).stdout == "marsh 1 passed\nlanterns: 1 passed\n"

    def test_one_for_no_game_that_is_known(self, run, cases):
        done = run("test", cases)
        assert done.exit_code == 1 and "marsh_scenarios.yaml: not tested, because it has errors" in done.stdout

    def test_one_that_fails_points_at_its_line(self, run, lanterns, marsh, cases):
        write(Path(cases), SCENARIOS.replace("coins: 3", "coins: 4"))
        done = run("test", cases, "--with", marsh, "--with", lanterns)
        assert done.exit_code == 1
        assert f"FAILED eel_earns ({cases}:4)" in done.stdout and f"{cases}:12:" in done.stdout


class TestSaves:
    """A game that was played with files from outside, taken up again."""

    @pytest.fixture
    def save(self, run, lanterns: str, marsh: str, tmp_path: Path) -> str:
        file = str(tmp_path / "save.json")
        arguments = ["--with", marsh, "--setting", "guilds.1=marsh", "--seed", "1", "--save", file]
        assert run("play", lanterns, *arguments).exit_code == 0
        return file

    def test_it_remembers_them(self, run, save):
        done = run("replay", save, "--list")
        assert done.exit_code == 0 and "The Eel" in done.stdout

    def test_a_game_at_a_table_goes_on_with_them(self, run_process, lanterns, marsh, tmp_path):
        file = str(tmp_path / "table.json")
        arguments = ["--with", marsh, "--setting", "guilds.1=marsh", "--seat", "1", "--seed", "1", "--save", file]
        assert "kept in" in run_process("play", lanterns, *arguments).stdout
        assert json.loads(Path(file).read_text(encoding="utf-8"))["with"] == [marsh]
        again = run_process("play", "--resume", file)
        assert again.stderr == "" and "kept in" in again.stdout
        Path(marsh).unlink()
        gone = run_process("play", "--resume", file)
        assert gone.returncode == 2 and f"--resume {file} --with marsh.yaml" in gone.stderr

    def test_they_may_be_elsewhere_now(self, run, save, marsh, tmp_path):
        moved = Path(marsh).rename(tmp_path / "moved.yaml")
        gone = run("replay", save, "--list")
        assert gone.exit_code == 2 and f"`{marsh}`, where there is nothing now" in gone.stderr
        assert run("replay", save, "--list", "--with", str(moved)).exit_code == 0

    def test_without_them_it_is_refused_with_what_is_missing(self, run, save, lanterns):
        data = json.loads(Path(save).read_text(encoding="utf-8"))["game"]
        bare = write(Path(save).with_name("bare.json"), json.dumps(data))
        done = run("replay", bare, lanterns, "--list")
        assert done.exit_code == 2 and "played with the set marsh from outside" in done.stderr

    def test_what_is_configured_since_changes_nothing(self, run, save, tmp_path, monkeypatch):
        write(tmp_path / "other" / "fen.yaml", SET.replace("marsh", "fen"))
        write(tmp_path / "other" / "artrules.toml", 'with = ["fen.yaml"]')
        monkeypatch.chdir(tmp_path / "other")
        assert run("replay", save, "--list").exit_code == 0


@pytest.mark.parametrize(
    ("command", "rest"),
    [
        ("play", ["--seed", "3"]),
        ("simulate", ["--games", "1"]),
        ("match", ["--games", "4", "--bot", "uniform", "--bot", "greedy"]),
        ("info", []),
        ("vocabulary", []),
        ("show", ["marsh/guild.1.1"]),
    ],
)
def test_a_file_of_a_set_names_its_game(run, lanterns, marsh, command, rest):
    done = run(command, marsh, "--with", lanterns, *rest)
    assert done.exit_code == 0, done.stderr
    if command in ("play", "simulate"):  # the set is in play unless somebody says otherwise
        assert "guilds=river, guilds.1=marsh" in done.stdout
        other = run(command, marsh, "--with", lanterns, *rest, "--setting", "guilds=hill")
        assert "guilds=hill" in other.stdout and "marsh" not in other.stdout.splitlines()[1]


def test_a_set_for_all_keys_is_chosen_as_a_whole(run, lanterns, tmp_path):
    full = SET + "  2:\n    name: The Heron\n    powers: []\n"
    done = run("play", write(tmp_path / "mine" / "marsh.yaml", full), "--with", lanterns, "--seed", "3")
    assert "guilds=marsh" in " ".join(done.stdout.splitlines()[1:3])


def test_a_file_of_an_overlay_names_its_game(run, lanterns, tmp_path):
    done = run("play", write(tmp_path / "mine" / "short.yaml", OVERLAY), "--with", lanterns, "--seed", "3", "--full")
    assert done.exit_code == 0 and "Round 2" in done.stdout and "Round 3" not in done.stdout


def test_a_set_that_several_settings_can_choose(run, tmp_path):
    game = RULESET.replace("groups:\n", "groups:\n  helper: {keyed_by: 1..2, chosen_by: helpers}\n")
    game = game.replace("settings:\n", "settings:\n  helpers: {set_of: helper, starts: river}\n")
    folder = write_ruleset(tmp_path / "lanterns")
    (folder / "ruleset.yaml").write_text(game, encoding="utf-8")
    helper = "helper:\n  1:\n    name: The Help\n    powers: []\n  2:\n    name: The Aid\n    powers: []\n"
    for name in ("river", "hill"):
        path = folder / "sets" / f"{name}.yaml"
        path.write_text(path.read_text() + helper, encoding="utf-8")
    marsh = write(tmp_path / "mine" / "marsh.yaml", SET + helper)
    done = run("play", marsh, "--with", str(folder), "--seed", "3")
    assert done.exit_code == 2
    assert "several settings can choose the set marsh: say which, with --setting " in done.stderr


def test_a_game_with_a_set_that_named_it_is_gone_on_with(run, lanterns, marsh, tmp_path, monkeypatch):
    saved = str(tmp_path / "game.json")
    assert run("play", marsh, "--with", lanterns, "--seed", "3", "--save", saved).exit_code == 0
    monkeypatch.chdir(tmp_path.parent)
    shown = run("replay", saved)
    assert shown.exit_code == 0, shown.stderr
