"""Colours of code in YAML, and scenarios that are run from an editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from author.editor.client import Client, Refused


def coloured(client: Client, uri: str) -> list[tuple[str, str, int]]:
    """The words of a file with their colours and modifiers."""
    legend = client.server["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["data"]
    lines = client.texts[uri].split("\n")
    tokens, line, character = [], 0, 0
    for at in range(0, len(data), 5):
        below, right, length, type_, modifiers = data[at : at + 5]
        character = right if below else character + right
        line += below
        tokens.append((lines[line][character : character + length], legend[type_], modifiers))
    return tokens


def test_words_of_code_have_the_colours_of_what_they_mean(client: Client, main: str) -> None:
    client.judged(main)
    tokens = coloured(client, main)
    assert {
        ("repeat", "keyword", 0),
        ("deck", "namespace", 1),  # where it is declared
        ("hand", "namespace", 2),  # where cards come to it
        ("shade", "property", 0),
        ("c", "parameter", 0),
        ("shown", "function", 0),
        ("size", "function", 4),
        ("light", "method", 0),
        ("as_played", "enumMember", 0),
        ("lantern", "class", 0),
        ("sold", "event", 0),
        ("10", "number", 0),
    } <= {*tokens}
    assert ('"play {', "string", 0) in tokens and ('}"', "string", 0) in tokens
    before = tokens
    client.write(main, "# a line more\n" + client.texts[main])
    assert coloured(client, main) == before  # perhaps before it is read again


def test_a_scenario_is_run_and_its_lens_tells(client: Client, main: str, folder: Path) -> None:
    client.judged(main)
    scenarios = client.open(folder / "lanterns" / "scenarios" / "base.yaml")

    def lenses() -> dict[int, str]:
        shown = client.request("textDocument/codeLens", {"textDocument": {"uri": scenarios}})
        return {lens["range"]["start"]["line"]: lens["command"]["title"] for lens in shown}

    assert {*lenses().values()} == {"run all", "run"}
    run = {"command": "artrules.runScenarios", "arguments": [scenarios, "buying"]}
    assert client.request("workspace/executeCommand", run) == {"buying": ""}
    assert sorted(lenses().values()).count("passed") == 1
    document, changed = {"textDocument": {"uri": scenarios}}, {"uri": scenarios, "type": 2}
    client.notify("textDocument/didSave", document)  # it is as it was when it was run …
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    assert "passed" in lenses().values()
    other = {"uri": (folder / "lanterns" / "rulings.yaml").as_uri(), "type": 2}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed, other]})
    assert {*lenses().values()} == {"run all", "run"}  # … and the rules may have changed
    assert client.request("workspace/executeCommand", run) == {"buying": ""}
    client.write(scenarios, client.texts[scenarios].replace("coins: 1, discard: [red 2]", "coins: 2, discard: [red 2]"))
    assert "run again (passed)" in lenses().values()
    outcomes = client.request("workspace/executeCommand", {**run, "arguments": [scenarios, None]})
    assert len(outcomes) > 3 and [name for name, failed in outcomes.items() if failed] == ["buying"]
    assert any(title.startswith("failed: ") for title in lenses().values())
    assert client.request("textDocument/codeLens", {"textDocument": {"uri": main}}) == []
    with pytest.raises(Refused, match="isn't open"):
        client.request("workspace/executeCommand", {**run, "arguments": ["file:///nowhere.yaml", None]})
    client.close_file(scenarios)
