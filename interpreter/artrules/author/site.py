"""The documentation as a site that needs no network: `python -m artrules.author.site FOLDER`, in the root of the
source tree.

It has the pages of `docs/` in the order of `docs/README.md`, the README as its first page, a page for each kind of
diagnostic, and all shipped games with their rulebooks. `docs/site/mkdocs.yml` says how it looks. Pages link to each
other by paths in the tree, as they are read there; the same links lead to the same pages here. A link that leads
nowhere ends the build.
"""

from __future__ import annotations

import json
import logging
import posixpath
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import artrules
from artrules.check.checks.registry import kinds
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.description import players_in_words

DIAGNOSTICS = "interpreter/artrules/text/diagnostics/pages"
"""The folder in the tree in which a page explains each kind of diagnostic."""
BESIDE = {
    "docs/site/site.css": "site.css",
    "docs/site/vendor/iframe-worker.js": "vendor/iframe-worker.js",
    "docs/site/vendor/LICENSE.iframe-worker": "vendor/LICENSE.iframe-worker",
    "interpreter/artrules/table/page/icon.svg": "icon.svg",
}
"""What all pages use: where it lies in the tree, and where in the site."""
STAGES = {
    1: "Files and their form",
    2: "Names",
    3: "Code and types",
    4: "Checks",
    5: "Running games",
    6: "Scenarios",
    7: "Plugins",
}
"""What the first digit of a code means (`text/diagnostics/kinds.py`)."""

RULEBOOKS = "rulebooks"
TABLES = "tables"
"""The folders of the site that have a page for each shipped game."""
BUTTONS = rf"""[Play a game here]({TABLES}/index.html){{ .md-button .md-button--primary }}
[Read its rulebook](play/shelf.md){{ .md-button }}

\g<0>"""
"""What stands above the picture of the first page, which has what a README hasn't."""
_PICTURE = re.compile(r"^!\[.*\)$", re.MULTILINE)
SHELF = {"Rulebooks and tables": "play/shelf.md"}
"""The page of the shipped games, in the navigation."""
FIRST_PAGE = "---\nhide: [navigation]\n---\n"
"""What stands before the text of the first page: no list of pages stands beside it."""

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)(?P<words>[^\n]*)$")
_LIST_OR_TABLE = re.compile(r"[-*] |\d+\. |\|")
_LINK = re.compile(r"(\]\()([^)\s]+)(\))")
_SECTION = re.compile(r"^## (.+?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| \[([^]]+)\]\(([^)]+)\) \|", re.MULTILINE)


class SiteProblem(Exception):
    """The site can't be built; the message is a sentence for people."""


# Pages of the tree, as pages of the site.


def places(root: Path) -> dict[str, str]:
    """Where the files of the tree lie in the site, both as paths from the root."""
    docs = (
        path
        for path in sorted((root / "docs").rglob("*"))
        if path.is_file() and not path.is_relative_to(root / "docs" / "site")
    )
    there = {path.relative_to(root).as_posix(): _place(path.relative_to(root / "docs")) for path in docs}
    pages = (path.relative_to(root).as_posix() for path in sorted((root / DIAGNOSTICS).glob("*.md")))
    return {
        **there,
        "README.md": "index.md",
        "docs/README.md": "pages.md",
        DIAGNOSTICS: "diagnostics/index.md",
        **{page: f"diagnostics/{posixpath.basename(page)}" for page in pages},
        **BESIDE,
    }


def _place(path: Path) -> str:
    return path.with_suffix(".md").as_posix() if path.suffix == ".ipynb" else path.as_posix()


def notebook_as_page(text: str, name: str) -> tuple[str, dict[str, bytes]]:
    """A notebook as a page of the tree, and the pictures that it shows, by the names of files beside it."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            shown = output.get("data", {})
            if "image/png" in shown:
                file = f"{name}_{len(pictures) + 1}.png"
                pictures[file] = b64decode(shown["image/png"])
                parts.append(f"![What the lines above draw]({file})")
            elif said := "".join(output.get("text", shown.get("text/plain", ()))):
                parts.append(f"```text\n{said.rstrip()}\n```")
    return "\n\n".join(parts) + "\n", pictures


def page_for_site(text: str, path: str, there: Mapping[str, str]) -> str:
    """The text of a page of the tree for the site: its links lead there, and what stands behind the language of a
    listing is gone but for the name of a file, which becomes its title. Blank lines stand before lists and tables, and
    around listings, which forges don't ask for and the site does."""
    lines: list[str] = []
    in_listing = False
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if fence:
            if not in_listing:
                lines += ["", _opening(fence["indent"], fence["language"], fence["words"])]
            else:
                lines += [line, ""]
            in_listing = not in_listing
        elif in_listing:
            lines.append(line)
        else:
            if _begins_block(line, lines[-1] if lines else ""):
                lines.append("")
            lines.append(_LINK.sub(lambda link: link[1] + _led(link[2], path, there) + link[3], line))
    return "\n".join(lines) + "\n"


def _opening(indent: str, language: str, words: str) -> str:
    file = re.search(r"file=(\S+)", words)
    return f'{indent}```{language} title="{file[1]}"' if file else f"{indent}```{language or 'text'}"


def _begins_block(line: str, before: str) -> bool:
    """Whether a list or a table begins with a line that stands after another one."""
    block = _LIST_OR_TABLE.match(line)
    return bool(block and before.strip() and not before.startswith(" ") and not _LIST_OR_TABLE.match(before))


def _led(link: str, path: str, there: Mapping[str, str]) -> str:
    """Where a link on the page with a path in the tree leads to in the site."""
    target, hash_sign, anchor = link.partition("#")
    if not target or ":" in target:
        return link
    place = there.get(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
    if place is None:
        return link
    return posixpath.relpath(place, posixpath.dirname(there[path]) or ".") + hash_sign + anchor


# Pages that only the site has.


def diagnostics_page() -> str:
    """All kinds of diagnostic, by code."""
    lines = [
        "# Diagnostics",
        "",
        "For everybody who has been told of one: what each means, and how to repair its cause.",
    ]
    every = sorted(kinds().values(), key=lambda kind: kind.code)
    for digit, title in STAGES.items():
        lines += ["", f"## {title}", "", "| code | | what is wrong |", "|---|---|---|"]
        of_stage = [kind for kind in every if kind.code // 1000 == digit]
        lines += [f"| [{k.name}]({k.name}.md) `{k.slug}` | {k.severity} | {k.summary} |" for k in of_stage]
    return "\n".join(lines) + "\n"


def shelf_page(games: Sequence[str]) -> str:
    """The shipped games: what each is about, its rulebook, and where it can be played in the page."""
    lines = [
        "# Rulebooks and tables",
        "",
        "For players: what to read before a game, and a table to play it at once, in this browser and with bots. "
        f"Nothing has to be installed; [one page](../{TABLES}/index.html) has all games.",
    ]
    for name in games:
        ruleset = artrules.load(name)
        about = ruleset.model.layout.about
        lines += ["", f"## {escape(ruleset.title)}", "", f"{players_in_words(ruleset.player_counts)}."]
        lines += ["", escape(about.text)] if about else []
        lines += ["", f"[Play it here](../{TABLES}/{name}.html) · [The rulebook](../{RULEBOOKS}/{name}.html)"]
    return "\n".join(lines) + "\n"


def navigation(way: str) -> list[dict[str, Any]]:
    """The navigation of the site, from the text of the page that has all others: a part for each heading, with the
    pages of its table."""
    parts = [(title, _ROW.findall(text)) for title, text in _SECTION.findall(way)]
    return [{title: [{name[0].upper() + name[1:]: path} for name, path in pages]} for title, pages in parts if pages]


def diagnostics_navigation() -> list[dict[str, Any]]:
    """The pages of diagnostics: all, then each stage with its own."""
    every = sorted(kinds().values(), key=lambda kind: kind.code)
    pages = [(kind.code // 1000, {f"{kind.name} {kind.slug}": f"diagnostics/{kind.name}.md"}) for kind in every]
    stages = [{title: [page for of, page in pages if of == digit]} for digit, title in STAGES.items()]
    return [{"All": "diagnostics/index.md"}, *stages]


# Building: pages, rulebooks and games lie in one folder, from which mkdocs makes the site.


def write_pages(root: Path, folder: Path) -> list[dict[str, Any]]:
    """Write all pages to a folder, and what they show beside them. Gives the navigation."""
    there = places(root)
    way: list[dict[str, Any]] = []
    for path, place in there.items():
        source, target = root / path, folder / place
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix != ".md":
            shutil.copy(source, target)
            continue
        text = source.read_text(encoding="utf-8")
        if source.suffix == ".ipynb":
            text, pictures = notebook_as_page(text, source.stem)
            for name, picture in pictures.items():
                (target.parent / name).write_bytes(picture)
        text = page_for_site(text, path, there)
        target.write_text(FIRST_PAGE + text if place == "index.md" else text, encoding="utf-8")
        way = navigation(text) if path == "docs/README.md" else way
    (folder / "diagnostics" / "index.md").write_text(diagnostics_page(), encoding="utf-8")
    return way


def write_games(folder: Path, games: Sequence[str]) -> None:
    """Write the rulebooks of games, tables at which they play in the page, and the page that leads there; from the
    first page, buttons lead there, too."""
    (folder / RULEBOOKS).mkdir()
    for name in games:
        _run("doc", name, "--to", str(folder / RULEBOOKS / f"{name}.html"))
    _run("export", *games, "--as", "web", "--folder", str(folder / TABLES))
    (folder / "play" / "shelf.md").write_text(shelf_page(games), encoding="utf-8")
    first = folder / "index.md"
    first.write_text(_PICTURE.sub(BUTTONS, first.read_text(encoding="utf-8"), count=1), encoding="utf-8")


def _run(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "artrules", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteProblem(f"artrules {' '.join(words)}: {done.stderr.strip()}")


def build(root: Path, out: Path, games: Sequence[str]) -> None:
    """Build the site of a source tree in a folder, which has nothing else then, with these shipped games on its shelf;
    without any it has no shelf. Raises SiteProblem."""
    configuration = root / "docs" / "site" / "mkdocs.yml"
    if not configuration.is_file():
        raise SiteProblem(f"there is no {configuration}: the site is built in a source tree")
    try:
        from mkdocs.commands.build import build as build_site
        from mkdocs.config import load_config
        from mkdocs.exceptions import MkDocsException
    except ImportError:
        raise SiteProblem("mkdocs-material is missing: pip install '.[site]' brings it") from None
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pages"
        folder.mkdir()
        way = write_pages(root, folder)
        if games:
            write_games(folder, games)
            next(pages for part in way for title, pages in part.items() if title == "Play").append(SHELF)
        nav = [{"Home": "index.md"}, {"All pages": "pages.md"}, *way, {"Diagnostics": diagnostics_navigation()}]
        try:
            config = load_config(str(configuration), docs_dir=str(folder), site_dir=str(out), nav=nav, strict=True)
            build_site(config)
        except MkDocsException as problem:
            raise SiteProblem(str(problem)) from None


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    try:
        build(Path.cwd(), Path(sys.argv[1]), shipped_rulesets())
    except SiteProblem as problem:
        sys.exit(f"the site can't be built: {problem}")


if __name__ == "__main__":
    main()
