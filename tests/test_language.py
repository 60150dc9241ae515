"""Every example of the pages on the language is run: those in YAML, put together, are the ruleset Lanterns; those in
code run in it.

In an example of code, comments say what must come of it: `# expect: E` that E holds there, `# offered: a, b` what the
decision offers, `# choose: a` what is chosen, `# took: a, b` what the engine took by itself since then.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import artrules
from artrules.author.derive import LANGUAGE
from artrules.author.scenarios.run import run_scenarios

FOLDER = Path(__file__).parent.parent / "docs" / "write"
PAGE = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in LANGUAGE)
"""The pages that specify the language, one after the other."""
FENCE = re.compile(r"^```(yaml|artrules)(?: refused: ([a-z-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
YAML = [text for kind, _, text in FENCE.findall(PAGE) if kind == "yaml"]
CODE = [text for kind, refused, text in FENCE.findall(PAGE) if kind == "artrules" and not refused]
REFUSED = [(text, refused) for kind, refused, text in FENCE.findall(PAGE) if refused]
EXPECTED = re.compile(r"^( *)# expect: (.*)$", re.MULTILINE)


def write_ruleset(folder: Path, example: str | None = None, *, combined: bool = True) -> Path:
    """The ruleset of the page in a folder, perhaps with an overlay that runs an example after setup. With an example,
    or if it isn't to be `combined`, its own overlay and expansion stay away: each doubles what there is to judge."""
    combined = combined and example is None
    parts = {
        "set": "sets/river.yaml",
        "overlay": "overlays/duel.yaml",
        "expansion": "expansions/moths.yaml",
        "scenarios": "scenarios/page{}.yaml",
    }
    ruleset = ""
    (folder / "overlays").mkdir(exist_ok=True)
    for number, text in enumerate(YAML):
        name = parts.get(text.split(":")[0], "").format(number)
        if not name:
            ruleset += text
        elif combined or not name.startswith(("overlays", "expansions", "scenarios")):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    (folder / "ruleset.yaml").write_text(ruleset, encoding="utf-8")
    if example is not None:
        lines = "".join(f"          {line}\n" for line in example.splitlines())
        (folder / "overlays" / "example.yaml").write_text(
            "overlay: example\nof: lanterns\napplies: size(players) = 3\n"
            "flow:\n  rounds:\n    - name: buy\n      do: |\n"
            "        if round_number = 1 and me is players[1]:\n" + lines,
            encoding="utf-8",
        )
    return folder


def test_the_yaml_examples_are_a_ruleset_that_checks_clean_and_plays(tmp_path: Path) -> None:
    ruleset = artrules.load(write_ruleset(tmp_path))
    assert not ruleset.content.report.diagnostics
    for players in ruleset.player_counts:
        game = ruleset.new_game(players=players, seed=3)
        turns = 0
        while game.decisions:
            decision = game.decisions[turns % len(game.decisions)]
            game.choose(decision.options[turns % len(decision.options)])
            turns += 1
        assert game.result is not None and game.result["winners"]


def test_the_scenarios_of_the_page_pass(tmp_path: Path) -> None:
    results = run_scenarios(artrules.load(write_ruleset(tmp_path)))
    assert [str(d.message) for r in results for d in r.diagnostics] == []
    assert len(results) == 2


@pytest.mark.parametrize(("example", "slug"), REFUSED, ids=[slug for _, slug in REFUSED])
def test_what_the_page_says_is_refused(example: str, slug: str, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        artrules.load(write_ruleset(tmp_path, example))
    assert slug in [d.slug for d in refused.value.diagnostics]


def first_line(text: str) -> str:
    return text.strip().splitlines()[0]


@pytest.mark.parametrize("example", CODE, ids=first_line)
def test_code_examples(example: str, tmp_path: Path) -> None:
    # Expectations become lines of the story: they may not prune what comes before them, as `require` would.
    expectations = [m.group(2) for m in EXPECTED.finditer(example)]
    given = re.search(r"^# given: (.*)$", example, re.MULTILINE)
    code = example
    for number, expectation in enumerate(expectations):
        code = code.replace(f"# expect: {expectation}", f'say "expectation {number}: {{{expectation}}}"', 1)
    if given:
        code = given.group(1).replace(": ", ":\n    ") + "\n" + code
    game = artrules.load(write_ruleset(tmp_path, code)).new_game(players=3, seed=2)
    while game.decisions and not (game.decisions[0].source.file.endswith("example.yaml")):
        decision = game.decisions[0]
        game.choose(next(o for o in decision.options if o.label == "stop playing"))
        if any("expectation" in entry.text for entry in game.log):
            break
    for asked, label in re.findall(r"^ *# (offered|choose|took): (.*)$", example, re.MULTILINE):
        labels = (
            [label] if label.startswith("use ") and asked == "choose" else [one.strip() for one in label.split(", ")]
        )
        if asked == "took":
            since = [entry.option for entry in game.log if entry.kind in ("chose", "took")]
            assert since[-len(labels) :] == labels
        elif asked == "offered":
            assert [option.label for option in game.decisions[0].options] == labels
        else:
            options = {option.label: option for option in game.decisions[0].options}
            assert labels[0] in options
            game.choose(options[labels[0]])
    said = [entry.text for entry in game.log if entry.text.startswith("expectation")]
    assert said == [f"expectation {number}: yes" for number in range(len(expectations))]
    assert expectations
