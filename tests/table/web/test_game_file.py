"""The file of a game as text: what it holds, what may run in it, and that content can't break out of it."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from artrules.play.ruleset import Ruleset, load
from artrules.table.web.game_file import LARGEST, BadPicture, make_game_file, make_index
from artrules.table.web.offers import BadOffer, Offers
from lab.simulation.small_ruleset import write_ruleset
from table.web.test_packing import unpacked

CARAVANS = Path(__file__).parents[2] / "rulesets" / "caravans"


class Elements(HTMLParser):
    """The elements of a document, each with its attributes, and the texts of its scripts and style sheets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self._last = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._last = dict(attrs).get("id") or tag

    def handle_endtag(self, tag: str) -> None:
        self._last = ""

    def handle_data(self, data: str) -> None:
        self.inside[self._last] = self.inside.get(self._last, "") + data

    def policy(self) -> str:
        return next(str(given["content"]) for _, given in self.elements if given.get("http-equiv"))


@pytest.fixture(scope="module")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return load(write_ruleset(tmp_path_factory.mktemp("small") / "lanterns"))


def game_in(text: str) -> dict[str, object]:
    game: dict[str, object] = json.loads(unpacked(Elements(text).inside["packed-game"])["game"])
    return game


def sum_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_only_what_the_policy_names_runs(lanterns: Ruleset) -> None:
    document = Elements(make_game_file(Offers.of(lanterns, {"guilds": ["river"]}), "1").text)
    page = {name: content.decode() for name, content in unpacked(document.inside["packed-page"]).items()}
    policy = document.policy()
    assert f"script-src {sum_of(document.inside['script'])} {sum_of(page['page'])} 'wasm-unsafe-eval';" in policy
    assert f"style-src {sum_of(page['style'])};" in policy
    assert "unsafe-inline" not in policy and "default-src 'none'" in policy
    names = [name for name, _ in document.elements]
    assert names.count("script") == 4, "three of them hold data"
    assert not [given for _, given in document.elements if given.get("src")]
    links = [str(given["href"]) for name, given in document.elements if name == "link"]
    assert all(link.startswith("data:") for link in links)


def test_a_file_holds_all_numbers_of_players_and_whole_sets(lanterns: Ruleset) -> None:
    made = make_game_file(Offers.of(lanterns, {}), "1")
    game = game_in(made.text)
    assert game["players"] == [2, 3, 4]
    (guilds,) = game["settings"]  # type: ignore[misc]
    values = [each["value"] for each in guilds["values"]]
    assert guilds["starts"] == values[0] == "river" and len(values) > 1
    assert made.modules == 3 * len(values)
    assert made.size < LARGEST


def test_what_is_offered_can_be_named(lanterns: Ruleset) -> None:
    offers = Offers.of(lanterns, {"guilds": ["river"], "length": ["quick", "normal"]})
    (length,) = offers.as_data()["settings"]
    assert (length["starts"], [each["value"] for each in length["values"]]) == ("normal", ["normal", "quick"])
    assert len(list(offers.configurations())) == 6


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"wind": ["high"]}, "there is no setting `wind` (there are: length, guilds)"),
        ({"length": ["slow"]}, "slow"),
        ({"guilds": ["nobody"]}, "nobody"),
    ],
)
def test_what_cannot_be_offered_is_refused(lanterns: Ruleset, wanted: dict[str, list[str]], message: str) -> None:
    with pytest.raises(BadOffer, match=re.escape(message)):
        Offers.of(lanterns, wanted)


def test_too_many_modules_are_refused(tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    text = (folder / "ruleset.yaml").read_text()
    (folder / "ruleset.yaml").write_text(text.replace("settings:\n", "settings:\n  wind: {type: 1..40, starts: 1}\n"))
    with pytest.raises(
        BadOffer, match="at most 100 modules, and this would be 240, for 3 numbers of players times 40 wind"
    ):
        Offers.of(load(folder), {"wind": [str(n) for n in range(1, 41)]})


HOSTILE = "</title></script><script>alert(1)</script><!-- ' &amp;"


def test_titles_are_text(tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    text = (folder / "ruleset.yaml").read_text()
    (folder / "ruleset.yaml").write_text(text.replace("title: Lanterns", f"title: {json.dumps(HOSTILE)}"))
    offers = Offers.of(load(folder), {"guilds": ["river"]})
    made = make_game_file(offers, "1")
    document = Elements(made.text)
    assert [name for name, _ in document.elements].count("script") == 4
    assert f"<title>{html.escape(HOSTILE)}</title>" in made.text
    assert json.loads(unpacked(document.inside["packed-page"])["game"])["title"] == HOSTILE
    index = Elements(make_index([("lanterns.html", offers.as_data())]))
    assert "script" not in [name for name, _ in index.elements]
    assert f"style-src {sum_of(index.inside['style'])}" in index.policy()


def test_making_a_file_loads_no_server() -> None:
    code = "import sys, artrules.table.web.game_file; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"artrules.table.serve", "asyncio"} & {*run.stdout.split()}


def test_the_index_says_what_a_game_is(tmp_path: Path) -> None:
    def box(layout: str) -> str:
        (folder / "layout.yaml").write_text(f"part_of: lanterns\nlayout: {layout}\n")
        return make_index([("lanterns.html", Offers.of(load(folder), {"guilds": ["river"]}).as_data())])

    folder = write_ruleset(tmp_path / "lanterns")
    index = box("{about: 'Lights out! And on again.', theme: {table: '#204060'}}")
    assert '<span class="quiet">2 to 4 players</span><span class="about">Lights out!</span>' in index
    assert '.box[href="lanterns.html"]{--cloth:#204060}' in index
    assert "{--cloth:oklch(0.45 0.09 " in box("{about: Lights}")


# Pictures: `wagon.svg` and so on stand in the layout of a ruleset of the tests.


def with_pictures(folder: Path, name: str, content: bytes | None) -> Ruleset:
    """A ruleset whose layout names a picture, which has some content, or isn't there."""
    shutil.copytree(CARAVANS, folder)
    layout = folder / "layout.yaml"
    layout.write_text(re.sub(r'picture: "[^"]*"', f"picture: {json.dumps(name)}", layout.read_text()))
    if content is not None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return load(folder)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><!-- </script> --></svg>'


def test_pictures_stand_in_the_file(tmp_path: Path) -> None:
    made = make_game_file(Offers.of(with_pictures(tmp_path / "caravans", "one.svg", SVG), {}), "1")
    pictures = json.loads(Elements(made.text).inside["pictures"])
    assert pictures == {"one.svg": f"data:image/svg+xml;base64,{b64encode(SVG).decode()}"}
    assert made.pictures == len(pictures["one.svg"])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.png", None, "the picture `none.png` can't be read"),
        ("huge.png", bytes(1_000_001), "the picture `huge.png` has more than 1,000,000 bytes"),
        ("sheet.pdf", b"", "`sheet.pdf` is no picture that browsers show"),
    ],
)
def test_pictures_that_are_refused(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    ruleset = with_pictures(tmp_path / "caravans", name, content)
    with pytest.raises(BadPicture, match=re.escape(message)):
        make_game_file(Offers.of(ruleset, {}), "1")


def test_a_picture_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    ruleset = with_pictures(tmp_path / "caravans", "one.png", None)
    (tmp_path / "outside.png").write_bytes(b"secret")
    (tmp_path / "caravans" / "one.png").symlink_to(tmp_path / "outside.png")
    with pytest.raises(BadPicture, match="doesn't lie in the folder of the ruleset"):
        make_game_file(Offers.of(ruleset, {}), "1")
