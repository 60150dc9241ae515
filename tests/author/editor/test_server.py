"""A client over standard input and output: what it is told while somebody types."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author.formatting.style import format_text
from author.editor.client import Client, Refused

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"


def test_what_is_typed_is_judged_and_repaired_unsaved(client: Client, main: str) -> None:
    assert client.judged(main) == []
    client.type(main, "        shuffle my deck", "\n        shufle my deck")
    (wrong,) = client.judged(main)
    assert wrong["severity"] == 1
    assert wrong["code"].startswith("ART")
    lines = client.texts[main].split("\n")
    assert "shufle" in lines[wrong["range"]["start"]["line"]]
    client.write(main, client.texts[main].replace("\n        shufle my deck", ""))
    assert client.judged(main) == []


def test_a_fix_is_offered_where_the_cursor_is_and_repairs(client: Client, main: str) -> None:
    client.write(main, client.texts[main].replace("attributes:", "atributes:"))
    (wrong,) = client.judged(main)
    asked = {"textDocument": {"uri": main}, "range": wrong["range"], "context": {"diagnostics": [wrong]}}
    actions = client.request("textDocument/codeAction", asked)
    (fix,) = [action for action in actions if action["kind"] == "quickfix"]
    assert fix["isPreferred"] and fix["diagnostics"] == [wrong]
    ((edit,),) = fix["edit"]["changes"].values()
    assert edit == {"range": wrong["range"], "newText": "attributes"}
    (everything,) = [action for action in actions if action["kind"].startswith("source.fixAll")]
    resolved = client.request("codeAction/resolve", everything)
    ((edit,),) = resolved["edit"]["changes"].values()
    client.write(main, edit["newText"])
    assert client.judged(main) == []


def test_a_suggestion_is_a_guess_and_says_so(client: Client, main: str) -> None:
    client.write(main, client.texts[main].replace("move my row to my discard", "move my rwo to my discard"))
    (wrong,) = client.judged(main)
    asked = {"textDocument": {"uri": main}, "range": wrong["range"], "context": {"diagnostics": []}}
    (guess,) = client.request("textDocument/codeAction", asked)
    assert "may change the game" in guess["title"] and not guess["isPreferred"]
    ((edit,),) = guess["edit"]["changes"].values()
    assert edit["newText"] == "row"


def test_a_mistake_in_another_file_is_told_there(client: Client, main: str, folder: Path) -> None:
    client.write(main, client.texts[main].replace("buy a {n}", "purchase {n}"))
    client.judged(main)
    scenarios = (folder / "lanterns" / "scenarios" / "base.yaml").as_uri()
    assert any("buy a 2" in wrong["message"] for wrong in client.diagnostics[scenarios])
    client.write(main, client.texts[main].replace("purchase {n}", "buy a {n}"))
    client.judged(main)
    assert client.diagnostics[scenarios] == []


def test_places_are_counted_in_units_of_the_protocol(client: Client, main: str) -> None:
    client.write(main, client.texts[main].replace("  left:  ", "  # 🏮🏮\n  left:  ", 1))
    client.write(main, client.texts[main].replace('say "round', 'say "🏮 {nobody} round'))
    (wrong,) = client.judged(main)
    line = client.texts[main].split("\n")[wrong["range"]["start"]["line"]]
    units = line.encode("utf-16-le")
    begin, end = (wrong["range"][side]["character"] * 2 for side in ("start", "end"))
    assert units[begin:end].decode("utf-16-le") == "nobody"


def test_a_set_elsewhere_is_judged_in_its_game(client: Client, folder: Path) -> None:
    outside = folder / "mine.yaml"
    outside.write_text((LANTERNS / "sets" / "hill.yaml").read_text(encoding="utf-8").replace("set: hill", "set: dale"))
    uri = client.open(outside)
    told = client.judged(uri)
    assert told == [] or all("lanterns" in each["message"] for each in told)
    client.close_file(uri)
    client.judged(uri)


def test_an_outline_names_what_a_file_declares(client: Client, main: str) -> None:
    symbols = client.request("textDocument/documentSymbol", {"textDocument": {"uri": main}})
    by_name = {symbol["name"]: symbol for symbol in symbols}
    assert [each["name"] for each in by_name["zones"]["children"]][:2] == ["deck", "hand"]
    buy = next(each for each in by_name["procedures"]["children"] if each["name"].startswith("buy("))
    assert client.texts[main].split("\n")[buy["selectionRange"]["start"]["line"]].strip().startswith("buy(")


def test_a_request_that_fails_is_answered_and_the_server_goes_on(client: Client, main: str) -> None:
    with pytest.raises(Refused, match="isn't open"):
        client.request("textDocument/documentSymbol", {"textDocument": {"uri": "file:///nowhere.yaml"}})
    with pytest.raises(Refused) as refused:
        client.request("codeAction/resolve", {"title": "?", "data": {"uri": 3}})
    assert "traceback" not in str(refused.value).lower()
    assert client.judged(main) == []


@pytest.mark.parametrize("tail", ["\n", "", "\n\n\n\n", "\n\n\n# the end", "\n\n\n# the end\n\n\n"])
def test_a_file_is_brought_into_the_one_style(client: Client, main: str, tail: str) -> None:
    text = client.texts[main].rstrip("\n") + tail
    messy = text.replace("move my row to my discard", "move   my row   to my discard").replace(
        "zones:\n", "zones:\n\n\n\n"
    )
    client.write(main, messy)
    asked = {"textDocument": {"uri": main}, "options": {"tabSize": 2, "insertSpaces": True}}
    formatted = messy
    for edit in reversed(client.request("textDocument/formatting", asked)):
        begin, end = (offset(messy, edit["range"][each]) for each in ("start", "end"))
        formatted = formatted[:begin] + edit["newText"] + formatted[end:]
    assert formatted == format_text(messy) != messy


def offset(text: str, position: dict[str, int]) -> int:
    return sum(map(len, text.splitlines(keepends=True)[: position["line"]])) + position["character"]


def test_why_nothing_can_be_judged_is_told(client: Client, folder: Path) -> None:
    """A configuration that is wrong; other YAML files are left alone."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "artrules.toml").write_text("chek = {}\n", encoding="utf-8")
    (elsewhere / "ruleset.yaml").write_text("ruleset: empty\n", encoding="utf-8")
    (elsewhere / "other.yaml").write_text("name: workflow\n", encoding="utf-8")
    ruleset, other = client.open(elsewhere / "ruleset.yaml"), client.open(elsewhere / "other.yaml")
    (told,) = client.judged(ruleset)
    assert "there is no key `chek`" in told["message"]
    assert client.judged(other) == []
    client.close_file(ruleset)
    client.close_file(other)
    client.judged(ruleset)


def test_a_new_file_is_judged_in_its_game_once_it_is_saved(client: Client, main: str, folder: Path) -> None:
    path = folder / "lanterns" / "more.yaml"
    text = "part_of: lanterns\nlanguage: 3\nfunctions:\n  three: trhee\n"
    uri = client.open(path, text)
    client.judged(uri)
    path.write_text(text, encoding="utf-8")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert any("trhee" in wrong["message"] for wrong in client.judged(uri))
    path.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 3}]})
    client.close_file(uri)
    assert client.judged(main) == []
