"""A client of the language server that speaks to it as an editor does: over standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from waiting import PATIENCE


class Refused(Exception):
    """The server has answered a request with an error."""


class Client:
    """A client with the process of its server."""

    def __init__(self, folder: Path, encodings: tuple[str, ...] = ()) -> None:
        command = [sys.executable, "-m", "artrules", "lsp"]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.log: list[str] = []
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        """What the server has last told of each file, by its address."""
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._messages: Queue[dict[str, Any] | None] = Queue()
        Thread(target=self._read, daemon=True).start()
        Thread(target=self._read_log, daemon=True).start()
        general = {"positionEncodings": list(encodings)} if encodings else {}
        capabilities = {"general": general, "workspace": {"workspaceEdit": {"documentChanges": True}}}
        self.server = self.request(
            "initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}
        )
        self.notify("initialized", {})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                self._messages.put(None)
                return
            self._messages.put(json.loads(stream.read(length)))

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode(errors="replace"))

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Send a request, and don't wait. Gives its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def request(self, method: str, params: Any) -> Any:
        """The answer to a request. Raises Refused."""
        return self.answer(self.ask(method, params))

    def answer(self, number: int) -> Any:
        """The answer to the request with a number. Raises Refused."""
        message = self._answers.pop(number, None)
        if message is None:
            message = self.wait(lambda message: message.get("id") == number and "method" not in message)
        if "error" in message:
            raise Refused(message["error"])
        return message["result"]

    def wait(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The next message that is wanted. Others are taken note of on the way."""
        while True:
            try:
                message = self._messages.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError("the server says nothing:\n" + "".join(self.log)) from None
            assert message is not None, "the server is gone:\n" + "".join(self.log)
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            elif "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})
            if wanted(message):
                return message
            if "id" in message and "method" not in message:
                self._answers[message["id"]] = message

    # -- what a person does

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file. Gives its address."""
        uri = path.as_uri()
        self.texts[uri] = path.read_text(encoding="utf-8") if text is None else text
        self.versions[uri] = 1
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": self.texts[uri]}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def close_file(self, uri: str) -> None:
        """Close a file without saving it."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        del self.texts[uri]

    def write(self, uri: str, text: str) -> None:
        """Replace the text of an open file."""
        self.texts[uri] = text
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def type(self, uri: str, after: str, keys: str) -> dict[str, int]:
        """Type keys one by one behind the first place where a text stands. Gives the position behind them."""
        offset = self.texts[uri].index(after) + len(after)
        for key in keys:
            self.write(uri, self.texts[uri][:offset] + key + self.texts[uri][offset:])
            offset += 1
        return position(self.texts[uri], offset)

    def at(self, uri: str, text: str, within: int = 0) -> dict[str, Any]:
        """The parameters of a request about the place where a text stands, some characters into it."""
        offset = self.texts[uri].index(text) + within
        return {"textDocument": {"uri": uri}, "position": position(self.texts[uri], offset)}

    def judged(self, uri: str) -> list[dict[str, Any]]:
        """The errors in a file once everything that was typed has been judged."""
        self.request("artrules/judged", {})
        return [each for each in self.diagnostics.get(uri, []) if each["severity"] == 1]

    def close(self) -> None:
        """Leave as an editor does."""
        self.request("shutdown", None)
        self.notify("exit", None)
        assert self.process.wait(PATIENCE) == 0


def position(text: str, offset: int) -> dict[str, int]:
    """An offset as the protocol counts it in UTF-16."""
    line_start = text.rfind("\n", 0, offset) + 1
    units = len(text[line_start:offset].encode("utf-16-le")) // 2
    return {"line": text.count("\n", 0, offset), "character": units}


@contextmanager
def client_in(folder: Path, encodings: tuple[str, ...] = ()) -> Iterator[Client]:
    """A client in a folder, whose server ends with the block."""
    client = Client(folder, encodings)
    try:
        yield client
        client.close()
    finally:
        client.process.kill()
        client.process.wait()
