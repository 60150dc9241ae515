"""What plugins make of rulesets and simulations: exporters and reporters by name, the engine's own and those of
plugins, and the view of a ruleset that exporters and checks get.
"""

import json
from collections.abc import Collection
from functools import partial
from types import MappingProxyType
from typing import cast

from artrules.play.content import Content
from artrules.play.plugins.api import (
    CodeKind,
    Document,
    Exporter,
    Fields,
    Items,
    Reporter,
    RulesetContent,
    Simulation,
    Value,
    Word,
    as_data,
)
from artrules.play.plugins.ask import Contribution, call_twice, contributions_by_name, wrong_type
from artrules.text.schema.load import code_strings
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, word

# Exporters by name: the engine's own, and those of plugins.

EXPORTERS = "artrules_exporters"
_FORMAT = 1


def exporters() -> dict[str, Exporter]:
    """All exporters by name. One of a plugin raises PluginProblem when it fails or returns neither text nor bytes."""
    own: dict[str, Exporter] = {"json": _as_json}
    added = contributions_by_name(EXPORTERS, own, "exporter")
    return {**own, **{name: partial(_export, name, each) for name, each in added.items()}}


def _export(name: str, added: Contribution[Exporter], ruleset: RulesetContent) -> str | bytes:
    what = f"its exporter `{name}`"
    content = call_twice(added.plugin, what, added.thing, ruleset)
    if not isinstance(content, (str, bytes)):
        raise wrong_type(added.plugin, what, "a text or bytes", content)
    return content


def _as_json(ruleset: RulesetContent) -> str:
    # Escaped to ASCII, because an author's text can hold surrogates, which UTF-8 can't encode.
    return json.dumps({"version": _FORMAT, **as_data(ruleset)}, indent=1, ensure_ascii=True) + "\n"


# Reporters of simulations that plugins contribute, by name.

REPORTERS = "artrules_reporters"


def reporters(own: Collection[str]) -> dict[str, Reporter]:
    """The reporters of plugins by name; `own` are the engine's own formats, which they can't replace.

    A reporter raises PluginProblem when it fails or doesn't return a text.
    """
    added = contributions_by_name(REPORTERS, own, "report")
    return {name: partial(_report, name, each) for name, each in added.items()}


def _report(name: str, added: Contribution[Reporter], simulation: Simulation) -> str:
    what = f"its report `{name}`"
    text = call_twice(added.plugin, what, added.thing, simulation)
    if not isinstance(text, str):
        raise wrong_type(added.plugin, what, "a text", text)
    return text


# Makes the view of a ruleset for plugins (`api.py`) from the content that the engine has read.


def describe(content: Content) -> RulesetContent:
    """The files of a ruleset as plugins see them. The ruleset must have no errors."""
    files = content.files
    assert files.main is not None
    documents = [files.main, *files.parts, *files.libraries, *files.sets, *files.overlays, *files.scenarios]
    model = content.base
    counts = tuple(sorted({number for setups in content.setups.values() for number in setups.counts}))
    return RulesetContent(model.name, model.title, counts, content.hash, tuple(map(_document, documents)))


def _document(node: MappingNode) -> Document:
    first = next(iter(node))
    kind = first.key.text
    code = {id(code_string.scalar): code_string.code for code_string in code_strings(node, kind)}
    content = _value(node, code)
    assert isinstance(content, Fields)
    return Document(kind, word(first.value), node.span.file, content)


def _value(node: Node, code: dict[int, str]) -> Value:
    if isinstance(node, Scalar):
        return _word(node, code)
    if isinstance(node, MappingNode):
        keys = tuple(_word(entry.key, code) for entry in node)
        values = {name: _value(entry.value, code) for name, entry in node.entries.items()}
        return Fields(keys, MappingProxyType(values), node.span)
    return Items(tuple(_value(item, code) for item in node), node.span)


def _word(scalar: Scalar, code: dict[int, str]) -> Word:
    return Word(scalar.text, scalar.value, scalar.span, cast("CodeKind | None", code.get(id(scalar))), scalar)
