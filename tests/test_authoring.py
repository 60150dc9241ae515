"""`docs/authoring.md` is followed to the letter: its files are written, its commands run, its outputs looked for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(line: str, folder: Path) -> tuple[int, str]:
    """Exit code and output of one command line, with `artrules` that of this environment."""
    words = line.split()
    if words[0] == "artrules":
        words = [sys.executable, "-m", "artrules", *words[1:]]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    return done.returncode, done.stdout + done.stderr


def test_the_page_works(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets", tmp_path / "rulesets")
    page = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    kept: dict[Path, str] = {}
    output = ""
    commands = 0
    for kind, info, text in FENCE.findall(page):
        if kind == "yaml":
            path = tmp_path / re.search(r"file=(\S+)", info).group(1)  # type: ignore[union-attr]
            if "only-for-now" in info:
                kept[path] = path.read_text(encoding="utf-8")
            path.write_text(text, encoding="utf-8")
        elif kind == "sh":
            results = [run(line, tmp_path) for line in text.strip().splitlines()]
            output = "\n".join(said for _, said in results)
            commands += len(results)
            assert all((code != 0) == ("fails" in info) for code, _ in results), output
        elif kind == "text":
            for line in text.strip().splitlines():
                assert line in output
            for path, before in kept.items():
                path.write_text(before, encoding="utf-8")
            kept.clear()
    assert commands == 8


def test_the_scenario_of_the_page_can_fail(tmp_path: Path) -> None:
    test_the_page_works(tmp_path)
    path = tmp_path / "my_game" / "scenarios" / "berliners.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("bonus: 2", "bonus: 3"), encoding="utf-8")
    code, output = run("artrules test my_game", tmp_path)
    assert code == 1
    assert "scenarios/berliners.yaml:16:" in output
