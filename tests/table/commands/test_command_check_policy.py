"""Which warnings `artrules check` shows, and which are errors: options, `artrules.toml`, and what is wrong there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from artrules.table.commands.toml import TomlPlaces, check_bounds
from table.commands.outside import write

LOST = "variables:\n  lost: {type: 0..9, starts: 0}\n"
NEVER = "procedures:\n  idle: |\n    if round_number < 1:\n        my coins += 1\n"


@pytest.fixture
def shown(run, lanterns, tmp_path, monkeypatch):
    """Calls `check` on a ruleset with two warnings, with a configuration: slugs by severity, and the exit code."""
    folder = Path(lanterns)
    write(folder / "drafts" / "lost.yaml", f"part_of: lanterns\n{LOST}")
    write(folder / "never.yaml", f"part_of: lanterns\n{NEVER}")
    monkeypatch.chdir(tmp_path)

    def call(config: str, *options: str) -> tuple[list[str], list[str], int]:
        write(tmp_path / "artrules.toml", config)
        done = run("check", lanterns, "--format", "json", *options)
        data = json.loads(done.stdout)["diagnostics"]
        errors, warnings = (sorted(d["slug"] for d in data if d["severity"] == s) for s in ("error", "warning"))
        return errors, warnings, done.exit_code

    return call


BOTH = ["never-true", "never-used"]


@pytest.mark.parametrize(
    ("config", "options", "errors", "warnings"),
    [
        ("", (), [], BOTH),
        ("[check]\nignore = ['never-used']", (), [], ["never-true"]),
        ("[check]\nignore = ['ART4010']", (), [], ["never-true"]),
        ("[check]\nignore = ['ART40']", (), [], []),
        ("[check]\nignore = ['ART40']", ("--ignore", "never-true"), [], ["never-used"]),
        ("", ("--ignore", "never-true, never-used"), [], []),
        ("", ("--ignore", "never-true", "--ignore", "ART4010"), [], []),
        ("[check]\nselect = ['never-used']", (), [], ["never-used"]),
        ("[check]\nselect = ['never-used']", ("--select", "never-true"), [], ["never-true"]),
        ("[check]\nselect = ['ART4']\nignore = ['never-used']", (), [], ["never-true"]),
        ("[check]\nstrict = true", (), BOTH, []),
        ("[check]\nstrict = true", ("--no-strict",), [], BOTH),
        ("", ("--strict",), BOTH, []),
        ("[check.severity]\nnever-used = 'error'", (), ["never-used"], ["never-true"]),
        ("[check.severity]\nnever-used = 'off'", ("--strict",), ["never-true"], []),
        ("[check.severity]\nART4 = 'error'\nART4010 = 'off'\nART401 = 'warning'", (), [], ["never-true"]),
        ("[check.severity]\nnever-used = 'off'", ("--severity", "never-used=error"), ["never-used"], ["never-true"]),
        ("[check.files]\n'lanterns/drafts/*' = ['ART4']", (), [], ["never-true"]),
        ("[check.files]\n'*.yaml' = ['never-used']", (), [], ["never-true"]),
        ("[check.files]\n'elsewhere/*' = ['ART4']", (), [], BOTH),
        ("[check]\nignore = ['TIDY1']", (), [], BOTH),
    ],
)
def test_what_is_shown(shown, config, options, errors, warnings):
    assert shown(config, *options) == (errors, warnings, 1 if errors else 0)


def test_errors_are_always_shown(shown, lanterns):
    main = Path(lanterns) / "ruleset.yaml"
    main.write_text(main.read_text().replace("title: Lanterns", "titel: Lanterns"))
    assert "unknown-key" in shown("[check]\nselect = ['never-used']\nignore = ['ART']")[0]


def test_what_counts_as_an_error_stops_no_game(run, shown, lanterns):
    assert shown("[check]\nstrict = true")[2] == 1
    assert run("play", lanterns, "--seed", "1").exit_code == 0


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("check = 3", "1:9: `check` is a table: `[check]`"),
        ("[check]\n\nselct = []", "3:1: there is no key `selct`; did you mean `select`?"),
        ("[check]\nstrict = 'yes'", "2:10: `strict` is `true` or `false`"),
        ("[check]\nselect = 'never-used'", "2:10: `select` is a list of texts, such as"),
        ("[check]\nselect = [\n  'never-used',\n  3]", "4:3: `select` is a list of texts"),
        ("[check]\nignore = [ 'never-usd' ]", "2:12: no warning is called `never-usd`; did you mean `never-used`?"),
        ("[check]\nignore = ['unknown-key']", "2:11: `unknown-key` is an error, and errors are always shown"),
        ("[check]\nignore = ['ART1102']", "2:11: `ART1102` is an error, and errors are always shown"),
        ("[check]\nignore = ['ART9']", "2:11: no warning is called `ART9`"),
        ("check.severity.'never-usd' = 'off'", "1:1: no warning is called `never-usd`"),
        ("[check.severity]\nnever-used = 'of'", "2:14: `never-used` is one of `error`, `warning`, `off`, not `of`"),
        ("[check.severity]\nunknown-key = 'off'", "2:1: `unknown-key` is an error"),
        ("[check]\nseverity = []", "2:12: `severity` is a table: `[check.severity]`"),
        ("[check]\nfiles = {'*' = ['x-y']}", "2:17: no warning is called `x-y`"),
        ("[check]\nfiles = {'*' = 1}", "2:16: `*` is a list of texts"),
        ("[check]\nignore = [" + "'never-used', " * 501 + "]", "2:10: `ignore` names 501 warnings (at most 500)"),
        ("[check.severity]\n" + "".join(f"X{n} = 'off'\n" for n in range(501)), "1:2: `severity` has 501 keys"),
        ("a = [", "artrules.toml: this is no TOML: Invalid value"),
        ("a = ]\n", "1:5: this is no TOML: Invalid value\n"),
    ],
)
def test_what_is_wrong_in_the_file(run, lanterns, tmp_path, monkeypatch, config, said):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "artrules.toml", config)
    done = run("check", lanterns)
    assert done.exit_code == 2 and said in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--select", "never-usd"), "--select: no warning is called `never-usd`; did you mean `never-used`?"),
        (("--ignore", "unknown-key"), "--ignore: `unknown-key` is an error, and errors are always shown"),
        (("--severity", "never-used"), "--severity: a severity is given as NAME=LEVEL, not as `never-used`"),
        (("--severity", "never-used=eror"), "`error`, `warning`, `off`, not `eror`; did you mean `error`?"),
        (("--severity", "x=off"), "--severity: no warning is called `x`"),
    ],
)
def test_what_is_wrong_in_options(run, lanterns, options, said):
    done = run("check", lanterns, *options)
    assert done.exit_code == 2 and said in done.stderr


TOML = """\
# a comment with [ and =
"a.b" . c = {x = [1, 2.5, "]"], "y" = 1979-05-27 07:32:00Z} # more
[[list]]
k = '''
[no]
'''
[tool.artrules]
with = [
  "one", # first
  "two",
]
check.strict = true"""


def test_where_keys_and_values_stand():
    check_bounds(TOML)
    places = TomlPlaces(TOML)
    assert places.key(("a.b", "c")) == (2, 1) and places.value(("a.b", "c")) == (2, 13)
    assert places.key(("a.b", "c", "x")) == (2, 14) and places.value(("a.b", "c", "x", 2)) == (2, 27)
    assert places.key(("a.b", "c", "y")) == (2, 33)
    assert places.key(("list",)) == (3, 3) and places.value(("list", "k")) == (4, 5)
    assert places.key(("tool", "artrules")) == (7, 2)
    assert places.value(("tool", "artrules", "with", 1)) == (10, 3)
    assert places.value(("tool", "artrules", "check", "strict")) == (12, 16)
    assert places.key(("nowhere",)) == (1, 1)
