"""Scripts and style sheets of pages as one file: Node runs the bundles."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

import artrules
from artrules.author.page_bundle import NoBundle, bundle_script, bundle_style, inside_html
from play.standalone.node import node
from waiting import PATIENCE

PAGE = Path(artrules.__file__).parent / "table" / "page"


def run(script: str) -> str:
    done = subprocess.run([node(), "-"], input=script, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(folder: Path, **texts: str) -> Path:
    """Modules in a folder; `a__b` is the module `b` in the folder `a`. Gives the first."""
    paths = [folder / f"{name.replace('__', '/')}.js" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return paths[0]


def test_a_module_and_all_that_it_imports(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        entry="""import def from "./parts/whole.js";
import {
  one,
  two as second, // the other
} from "./parts/numbers.js";
import { first } from "./parts/all.js";

export const sum = one + second;
export function twice() { return 2 * def(first); }
export class Point {}
const secret = 1;
const hidden = 2;
export { secret as shown, hidden };
export async function later() {}
export function* steps() {}
""",
        parts__whole='import{one as n}from"./numbers.js";var t=n;export default function(x){return x+t}',
        parts__numbers='console.log("evaluated once");export const one = 1;\nexport const two = 2;\n'.replace(
            ";e", ";\ne"
        ),
        parts__all='export { one as first } from "./numbers.js";\n',
    )
    script = bundle_script(entry, "numbers")
    shown = "console.log(JSON.stringify([numbers.sum, numbers.twice(), Object.keys(numbers).sort()]))"
    assert run(script + shown).splitlines() == [
        "evaluated once",
        json.dumps([3, 4, ["Point", "hidden", "later", "shown", "steps", "sum", "twice"]], separators=(",", ":")),
    ]
    assert run(bundle_script(entry) + "console.log(typeof numbers)").splitlines()[-1] == "undefined"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"a": 'import { b } from "./b.js";', "b": 'import { a } from "./a.js";'}, "in a circle: a.js → b.js → a.js"),
        ({"a": 'import "./b.js";', "b": ""}, 'a.js: a bundle can\'t have `import "./b.js";`'),
        ({"a": 'await import("./b.js");', "b": ""}, "a bundle can't have `import("),
        ({"a": "export let a = 1;"}, "a bundle can't have `export let"),
        ({"a": "export const { b } = c;"}, "a bundle can't have `export const {"),
        ({"a": "let a = import.meta.url;"}, "a bundle can't have `import.meta"),
    ],
)
def test_what_is_refused(tmp_path: Path, texts: dict[str, str], message: str) -> None:
    with pytest.raises(NoBundle, match=re.escape(message)):
        bundle_script(write(tmp_path, **texts))


def test_a_licence_stands_before_its_module(tmp_path: Path) -> None:
    entry = write(tmp_path, a='import { b } from "./b.js";\n', b="export const b = 1;\n")
    (tmp_path / "LICENSE.b").write_text("Keep */ this.\n")
    assert "/*! b\nKeep * / this.\n*/\nconst m0" in bundle_script(entry)


def test_nothing_ends_the_element_of_a_script() -> None:
    script = 'const texts = ["</script>", "</SCRIPT >", `<!-- a`, /<\\/script/.source];console.log(texts.join());'
    inside = inside_html(script)
    assert "</script" not in inside.lower()
    assert "<!--" not in inside
    assert run(inside) == run(script)


def test_the_page_is_one_script_and_one_style_sheet() -> None:
    page = bundle_script(PAGE / "choices.js", "choices")
    assert "optionsOf" in run(f"{page}console.log(Object.keys(choices))")
    for entry in ("table_page.js", "replay.js", "lobby/start_page.js", "cards/face.js"):
        run(f"if (false) {{ {bundle_script(PAGE / entry)} }}")
    script = bundle_script(PAGE / "table_page.js")
    assert "Permission is hereby granted" in script, "the licence of a library"
    style = bundle_style(PAGE / "style.css")
    assert "@import" not in style
    assert ".card" in style
