"""The catalogue of kinds, and their pages: each kind has one, which is read only when somebody asks for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from artrules.check.checks.registry import find, kinds
from artrules.text import diagnostics
from artrules.text.diagnostics.kinds import Kind, declare
from artrules.text.diagnostics.render import explain, explanation, page

ROOT = Path(__file__).parent.parent.parent.parent
STAGES = {
    1000: "files",
    2000: "names",
    3000: "code",
    4000: "checks",
    5000: "run-time",
    6000: "scenarios",
    7000: "plugins",
    9000: "internal",
}


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.slug)
def test_the_page_of_a_kind_says_what_its_declaration_says(kind: Kind) -> None:
    assert kind.code // 1000 * 1000 in STAGES
    assert kind.summary and not kind.summary.endswith(".")
    title, summary, *_ = page(kind).split("\n\n")
    assert title == f"# {kind.name} {kind.slug}"
    assert summary == f"{kind.severity.capitalize()}: {kind.summary}."
    assert explanation(kind).endswith(".")


def test_each_page_is_that_of_a_kind() -> None:
    pages = Path(diagnostics.__path__[0]) / "pages"
    assert {path.name for path in pages.iterdir()} == {f"{kind.name}.md" for kind in kinds().values()}


def test_a_terminal_shows_a_page_without_the_signs_of_markdown() -> None:
    kind = Kind(
        1, "made-up", "warning", "nothing", "MADE", "# MADE1 made-up\n\n```yaml right set\n# set\n\na: b\n```\n"
    )
    assert explain(kind) == "MADE1 made-up\n\n    # set\n\n    a: b"


@pytest.mark.parametrize(
    ("arguments", "reads"),
    [(["--help"], 0), (["check", "tests/rulesets/lanterns"], 0), (["explain"], 0), (["explain", "ART2001"], 1)],
)
def test_a_page_is_read_only_if_somebody_asks_for_it(arguments: list[str], reads: int) -> None:
    code = (
        "import sys; opened = []\n"
        "sys.addaudithook(lambda event, data: event == 'open' and opened.append(str(data[0])))\n"
        "from artrules.table.commands.main import main\n"
        "try:\n    main()\nfinally:\n    print(*(name for name in opened if name.endswith('.md')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert len(done.stderr.split()) == reads


def test_finding() -> None:
    kind = find("unknown-key")
    assert kind is not None
    assert find("1102") is find("ART1102") is find("art1102 ") is find("UNKNOWN-KEY") is kind
    assert find("0000") is find("ART11020") is find("") is find("nothing") is None


@pytest.mark.parametrize(
    ("code", "slug"), [(1102, "a-new-one"), (1999, "unknown-key"), (99, "a-new-one"), (1999, "Bad Slug")]
)
def test_declaring_twice(code: int, slug: str) -> None:
    with pytest.raises(ValueError):
        declare(code, slug, "summary")
