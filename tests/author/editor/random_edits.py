"""Random edits and requests, as no person would type them: the server answers, and goes on as if nothing had been."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from author.editor.client import Client, Refused, position

PIECES = (
    *(
        ":",
        " ",
        "\n",
        "  ",
        "\n      ",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        '"',
        "'",
        "|",
        "- ",
        "#",
        "&",
        "*",
        "!",
        "%",
        "\t",
    ),
    *(
        ".",
        "my ",
        "c.",
        "for c in ",
        "if ",
        "let x = ",
        "choose one:\n",
        "move ",
        "zones:\n",
        "é",
        "🏮",
        "\ufeff",
        "\r\n",
    ),
    *("\u2028", "\x00", "\x07", "<<: ", "---\n", "1..9", "999999999999", "none", "zz_cursor", "{c}", "set: x\n"),
)
METHODS = (
    *("completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "rename"),
    *("semanticTokens/full", "documentSymbol", "codeLens", "codeAction", "formatting"),
)

REFUSED = (-32602, -32801)
"""What may be answered: the parameters are wrong, or something was edited meanwhile."""


def edited(text: str, chance: random.Random, others: list[str]) -> str:
    """A text after one edit."""
    begin = chance.randrange(len(text) + 1)
    end = min(len(text), begin + chance.choice([0, 0, 1, 1, 3, 20, 200]))
    match chance.randrange(6):
        case 0:
            return text[:begin] + text[end:]
        case 1:
            other = chance.choice(others)
            at = chance.randrange(len(other) + 1)
            return text[:begin] + other[at : at + chance.choice([5, 50, 500])] + text[begin:]
        case 2:
            lines = text.split("\n")
            at = chance.randrange(len(lines))
            return "\n".join([*lines[: at + 1], *lines[at:]])
    return text[:begin] + chance.choice(PIECES) + text[end if chance.random() < 0.3 else begin :]


def request(client: Client, uri: str, chance: random.Random) -> tuple[str, dict[str, Any]]:
    """A request about a random place, perhaps one that the text doesn't have."""
    text, method = client.texts[uri], f"textDocument/{chance.choice(METHODS)}"
    place = position(text, chance.randrange(len(text) + 1))
    if chance.random() < 0.1:
        place = {"line": chance.choice([0, 10**6]), "character": chance.choice([0, 10**6])}
    params: dict[str, Any] = {
        "textDocument": {"uri": uri},
        "position": place,
        "range": {"start": place, "end": place},
        "options": {"tabSize": 2, "insertSpaces": True},
        "newName": chance.choice(["other", "x", "Not A Name", ""]),
    }
    if method.endswith(("references", "codeAction")) or chance.random() < 0.1:  # elsewhere it is wrong
        params["context"] = {"includeDeclaration": True, "diagnostics": []}
    return method, params


def trial(client: Client, files: list[Path], number: int, seed: int) -> Iterator[str]:
    """Edit files so many times, ask on the way, and put all back. Gives what went wrong."""
    chance, log_before = random.Random(seed), len(client.log)
    for path in files:
        if path.as_uri() in client.texts:
            client.close_file(path.as_uri())
    texts = {client.open(path): path.read_text(encoding="utf-8") for path in files}
    uris, contents = [*texts], [*texts.values()]
    before = {uri: client.judged(uri) for uri in uris}
    asked: list[tuple[int, str]] = []
    for step in range(number):
        uri = chance.choice(uris)
        if chance.random() < 0.1:
            client.write(uri, texts[uri])
        else:
            client.write(uri, edited(client.texts[uri], chance, contents))
        if chance.random() < 0.5:
            method, params = request(client, uri, chance)
            asked.append((client.ask(method, params), method))
        if step % 7 == 6:
            client.judged(uri)  # else most texts would be left before they are read
        if step % 20 == 19:
            yield from _answers(client, asked)
            asked.clear()
    yield from _answers(client, asked)
    for uri in uris:
        client.write(uri, texts[uri])
    after = {uri: client.judged(uri) for uri in uris}
    if after != before:
        yield f"seed {seed}: what is wrong in the end differs from what was wrong in the beginning"
    for uri in uris:
        client.close_file(uri)
    logged = "".join(client.log[log_before:])
    if "Traceback" in logged:
        yield f"seed {seed}: a fault was logged:\n{logged[-3000:]}"


def _answers(client: Client, asked: list[tuple[int, str]]) -> Iterator[str]:
    """Wait for answers. Gives those that tell of a fault of the server."""
    for number, method in asked:
        try:
            client.answer(number)
        except Refused as refused:
            code = refused.args[0]["code"]
            if code not in REFUSED or "traceback" in str(refused).lower():
                yield f"{method}: {refused}"
