"""What an editor is told of names: what they are, where they stand in all kinds of file, and how they are renamed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from author.editor.client import Client, Refused


def applied(client: Client, edit: dict[str, Any], folder: Path) -> dict[str, str]:
    """The texts of files after an edit, by the ends of their paths."""
    texts = {}
    for uri, edits in edit["changes"].items():
        path = Path(uri.removeprefix("file://"))
        lines = client.texts.get(uri, path.read_text(encoding="utf-8")).split("\n")
        for each in sorted(edits, key=lambda e: (e["range"]["start"]["line"], -e["range"]["start"]["character"])):
            begin, end = each["range"]["start"], each["range"]["end"]
            assert begin["line"] == end["line"]
            line = lines[begin["line"]]
            lines[begin["line"]] = line[: begin["character"]] + each["newText"] + line[end["character"] :]
        texts[path.relative_to(folder / "lanterns").as_posix()] = "\n".join(lines)
    return texts


def rename(client: Client, main: str, text: str, within: int, new: str) -> dict[str, Any]:
    edit: dict[str, Any] = client.request("textDocument/rename", {**client.at(main, text, within), "newName": new})
    return edit


@pytest.fixture(autouse=True)
def judged(client: Client, main: str) -> None:
    client.judged(main)


def test_a_name_tells_its_type_its_declaration_and_where_it_changes(client: Client, main: str) -> None:
    hover = client.request("textDocument/hover", client.at(main, "my coins >= n", 4))
    text = hover["contents"]["value"]
    assert "**coins** · variable · here a number from 0 to 99" in text
    assert "coins:        {of: player, type: 0..99, starts: 0}" in text
    assert "Changes in" in text and "hill.yaml:11" in text
    text = client.request("textDocument/hover", client.at(main, "c.shade is d.shade", 3))["contents"]["value"]
    assert "**shade** · attribute" in text
    text = client.request("textDocument/hover", client.at(main, "size(my deck) = 0"))["contents"]["value"]
    assert "function of the language" in text


def test_a_definition_is_found_from_another_file(client: Client, main: str, folder: Path) -> None:
    duel = client.open(folder / "lanterns" / "overlays" / "duel.yaml")
    client.judged(main)
    (place,) = client.request("textDocument/definition", client.at(duel, "left", 2))
    assert place["uri"] == main
    assert client.texts[main].split("\n")[place["range"]["start"]["line"]].startswith("  left:")
    client.close_file(duel)


def test_all_uses_are_found_also_after_lines_were_typed_above(client: Client, main: str) -> None:
    def lines(places: list[dict[str, Any]]) -> Counter[str]:
        return Counter(place["uri"].rpartition("/")[2] for place in places)

    asked = {**client.at(main, "move my row to my discard", 9), "context": {"includeDeclaration": True}}
    before = client.request("textDocument/references", asked)
    assert lines(before)["ruleset.yaml"] >= 5 and lines(before)["hill.yaml"] >= 1 and lines(before)["base.yaml"] >= 1
    client.write(main, "# a line more\n" + client.texts[main])
    asked = {**client.at(main, "move my row to my discard", 9), "context": {"includeDeclaration": True}}
    after = client.request("textDocument/references", asked)  # perhaps before it is judged again
    assert lines(after) == lines(before)
    moved = {place["range"]["start"]["line"] for place in after if place["uri"] == main}
    assert moved == {place["range"]["start"]["line"] + 1 for place in before if place["uri"] == main}


@pytest.mark.parametrize(
    ("text", "within", "new", "files"),
    [
        # a zone in code, layout, sets and scenarios
        ("move my row to my discard", 9, "table", {"ruleset.yaml", "scenarios/base.yaml", "scenarios/hill.yaml"}),
        # a variable in hints, layout, score, sets, scenarios
        ("my coins >= n", 5, "money", {"ruleset.yaml", "sets/hill.yaml", "sets/river.yaml", "scenarios/base.yaml"}),
        # an attribute, a member of an enum, a procedure, a local, a parameter
        ("printed: {type", 1, "height", {"ruleset.yaml"}),
        ("as_played,", 1, "at_once", {"ruleset.yaml", "sets/hill.yaml"}),
        ("    draw(3)", 5, "take", {"ruleset.yaml"}),
        ("let previous", 5, "last_one", {"ruleset.yaml"}),
        ("light(lantern c)", 14, "lamp", {"ruleset.yaml"}),
        # a label, in hints and in scenarios, where its holes are filled
        ("label: buy a {n}", 8, "purchase {n} now", {"ruleset.yaml", "scenarios/base.yaml"}),
    ],
)
def test_a_name_is_renamed_wherever_it_stands(
    client: Client, main: str, folder: Path, text: str, within: int, new: str, files: set[str]
) -> None:
    edit = rename(client, main, text, within, new)
    texts = applied(client, edit, folder)
    assert files <= texts.keys()
    opened = [client.open(folder / "lanterns" / name, text) for name, text in texts.items() if name != "ruleset.yaml"]
    client.write(main, texts["ruleset.yaml"])
    assert client.judged(main) == []
    wrong = {uri: told for uri, told in client.diagnostics.items() if any(each["severity"] == 1 for each in told)}
    assert wrong == {}
    for uri in opened:
        client.close_file(uri)


def test_what_would_break_something_is_not_renamed(client: Client, main: str) -> None:
    with pytest.raises(Refused, match="nothing was renamed"):
        rename(client, main, "move my row to my discard", 9, "hand")
    with pytest.raises(Refused, match="is no name"):
        rename(client, main, "move my row to my discard", 9, "My Row")
    with pytest.raises(Refused, match="no name stands here"):
        rename(client, main, "title: Lanterns", 1, "x")
    assert client.request("textDocument/prepareRename", client.at(main, "title: Lanterns", 1)) is None
    prepared = client.request("textDocument/prepareRename", client.at(main, "move my row to my discard", 9))
    assert prepared["placeholder"] == "row"


def test_places_in_the_same_file_are_marked_as_read_or_written(client: Client, main: str) -> None:
    marks = client.request("textDocument/documentHighlight", client.at(main, "my coins >= n", 5))
    kinds = Counter(mark["kind"] for mark in marks)
    assert kinds[2] >= 3 and kinds[3] >= 3


def test_an_option_that_a_scenario_names_leads_to_its_label(client: Client, main: str, folder: Path) -> None:
    scenarios = client.open(folder / "lanterns" / "scenarios" / "base.yaml")
    client.judged(scenarios)
    (place,) = client.request("textDocument/definition", client.at(scenarios, "choose: buy a 2", 10))
    assert place["uri"] == main
    line = client.texts[main].split("\n")[place["range"]["start"]["line"]]
    assert line.strip() == "label: buy a {n}"
    asked = {**client.at(main, "label: buy a {n}", 8), "context": {"includeDeclaration": False}}
    uses = Counter(place["uri"].rpartition("/")[2] for place in client.request("textDocument/references", asked))
    assert uses["ruleset.yaml"] == 1 and uses["base.yaml"] >= 3  # in the hints, and where it is chosen or offered
    client.close_file(scenarios)
