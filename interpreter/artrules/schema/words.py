"""Words for shapes and values as an author would say them; names of Python's types never reach an author."""

from __future__ import annotations

import re
from typing import Any

from artrules.schema.walk import Schema
from artrules.source.node import Mapping, Node, Scalar

_SHAPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "`yes` or `no`",
    "array": "a list",
    "object": "keys with values",
    "null": "nothing",
}
_CODE = {
    "effect": "statements",
    "expression": "an expression",
    "bindings": "binders such as `n in 2..7`",
    "table": "steps such as `6 -> 1`",
    "type": "a type",
    "signature": "a signature",
    "label": "text",
}
TRUTH_WORDS = {
    "true": "yes", "on": "yes", "y": "yes", "yes": "yes", "false": "no", "off": "no", "n": "no", "no": "no",
}  # fmt: skip
_LOOK_ALIKE = re.compile(r"[+-]?0*([0-9][0-9_]*)(\.0*)?", re.ASCII)


def expected_shape(types: Any, schema: Schema) -> str:
    """What belongs somewhere, from the types that a schema allows there."""
    allowed = [types] if isinstance(types, str) else list(types)
    code = schema.find("x-artrules-code")
    if code is not None:
        # An expression may look like a number or a truth value to YAML; to the author it is an expression.
        rest = [name for name in allowed if name in ("array", "object")]
        words = [_CODE.get(code, "code")] + [_SHAPES[name] for name in rest]
    elif "string" in allowed and not {"boolean", "array"} & set(allowed):
        # A text that looks like a number is still a text.
        words = [_SHAPES[name] for name in allowed if name not in ("integer", "null")]
    else:
        words = [_SHAPES[name] for name in allowed if name != "null" or len(allowed) == 1]
    return one_of(words)


def one_of(words: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def found_shape(node: Node) -> str:
    """What stands somewhere."""
    if isinstance(node, Mapping):
        return "keys with values" if node.entries else "`{}`, which has no keys"
    if not isinstance(node, Scalar):
        return "a list"
    match node.value:
        case None:
            return "nothing"
        case bool():
            return f"the truth value `{node.text}`"
        case int():
            return f"the number {node.text}"
    return f"the text {quoted(node.text)}"


def quoted(text: str) -> str:
    """A text in backticks, cut off where it gets long."""
    line = text.strip().split("\n")[0]
    return f"`{line[:60]}…`" if len(line) > 60 or "\n" in text.strip() else f"`{line}`"


def number_meant(scalar: Scalar) -> str | None:
    """The number that a text looks like, such as 10 for `010`, `1_0` or `"10"`."""
    match = _LOOK_ALIKE.fullmatch(scalar.text.strip())
    if match is None:
        return None
    sign = "-" if scalar.text.strip().startswith("-") else ""
    return sign + match[1].replace("_", "")
