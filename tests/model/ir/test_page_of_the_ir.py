"""`docs/inside/machine.md` lists what there is: every class of nodes and types, no other, and commands that work."""

from __future__ import annotations

import re
from pathlib import Path

from artrules.model.ir.json_form import NODES, TYPES
from artrules.model.ir.print_model import print_model
from ir_models import lanterns

PAGE = (Path(__file__).parents[3] / "docs" / "inside" / "machine.md").read_text(encoding="utf-8")


def rows(section: str) -> list[str]:
    """What the first column of a section's table names."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def test_the_page_has_a_line_for_each_type() -> None:
    assert sorted(rows("Types")) == sorted(kind.__name__ for kind in TYPES)


def test_the_page_speaks_of_the_other_nodes() -> None:
    others = {kind.__name__ for kind in NODES} - {*rows("Expressions"), *rows("Statements")}
    assert others == {"Binder", "Branch", "Label"}
    assert all(f"`{name}`" in PAGE for name in others)


def test_the_example_is_what_the_printer_prints() -> None:
    (example,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert f"\n{example}\n" in print_model(lanterns())
