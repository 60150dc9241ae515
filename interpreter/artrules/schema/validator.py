"""Whether a file fits its schema at all: yes or no, a hundred times quicker than the judgement that tells why.

Nearly all files fit. Only those that don't go on to `validation_errors.py`; where this validator can't read the data,
they do too. `tests/schema/test_gate.py` holds the two to the same verdict.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs

from artrules.schema.load import BASE, SCHEMA_OF, SHARED, read_schema, schema_of


class _ExactlyOneOf:
    """Our own keyword: a mapping has exactly one of these keys."""

    def __init__(self, _schema: Any, keys: list[str], _path: Any) -> None:
        self.keys = keys

    def validate(self, instance: Any) -> None:
        if isinstance(instance, dict) and sum(key in instance for key in self.keys) != 1:
            raise ValueError("exactly one of several keys belongs here")


def fits(kind: str, data: Any) -> bool:
    """Whether the data of a file of a kind fits; no when that can't be told."""
    try:
        return bool(_validator(kind).is_valid(data))
    except (ValueError, TypeError, RecursionError):  # what JSON can't hold: judged where it can be told why
        return False


@cache
def _validator(kind: str) -> Any:
    resources = [(BASE + file, read_schema(file)) for file in (*SHARED, *SCHEMA_OF.values())]
    return jsonschema_rs.Draft202012Validator(
        schema_of(kind),
        registry=jsonschema_rs.Registry(resources),
        keywords={"x-artrules-one-of": _ExactlyOneOf},
        base_uri=BASE + SCHEMA_OF[kind],
    )
