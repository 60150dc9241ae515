"""Tests editor schemas with the tools that read them: `python -m tests.author.editor_schemas`.

It installs yaml-language-server by npm into a folder that it removes. With that and with check-jsonschema it tests all
content of the project against the general schema, that of each shipped game against the game's own schema, and files
with faults, each of which must be found. It needs npm and the extra `test`; it ends with 1 if anything isn't as it must
be.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import artrules
from artrules.author.editor_schemas import editor_schema

from .content import FAULTY, SHIPPED, every_file, files_of

Tool = Callable[[Path, Sequence[Path]], str]
"""Tests files against a schema, and gives what the tool says: nothing where all is right."""
_CLIENT = Path(__file__).parent / "language_server.mjs"


def check_jsonschema(schema: Path, files: Sequence[Path]) -> str:
    """What check-jsonschema says of files."""
    command = [sys.executable, "-m", "check_jsonschema", "--verbose", "--schemafile", str(schema), *map(str, files)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if ended.returncode == 0 else ended.stdout + ended.stderr


def language_server(folder: Path) -> Tool:
    """yaml-language-server, installed into a folder."""
    subprocess.run(["npm", "install", "--silent", "--prefix", str(folder), "yaml-language-server"], check=True)
    server = folder / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"

    def test(schema: Path, files: Sequence[Path]) -> str:
        command = ["node", str(_CLIENT), str(server), str(schema), *map(str, files)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        return "" if ended.returncode == 0 else ended.stdout + ended.stderr

    return test


def main() -> int:
    """Run both tools and print what each says. Gives the exit code."""
    wrong = 0
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        schemas = {game: editor_schema(ruleset=artrules.load(game)) for game in SHIPPED}
        for name, schema in {"general": editor_schema(), **schemas}.items():
            (folder / f"{name}.json").write_text(json.dumps(schema), encoding="utf-8")
        tools: dict[str, Tool] = {
            "check-jsonschema": check_jsonschema,
            "yaml-language-server": language_server(folder / "server"),
        }
        for called, tool in tools.items():
            for name, files in [("general", every_file()), *((game, files_of(game)) for game in SHIPPED)]:
                said = tool(folder / f"{name}.json", files)
                wrong += bool(said)
                print(f"{called}: {name}: {len(files)} files: {said or 'nothing to say'}")
            for faulty in FAULTY:
                file = folder / faulty.name
                file.write_text(faulty.text, encoding="utf-8")
                said = tool(folder / f"{faulty.game}.json", [file])
                missed = [word for word in faulty.words if word not in said]
                wrong += bool(missed)
                print(f"{called}: {faulty.name} with {len(faulty.words)} faults: missed: {', '.join(missed) or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
