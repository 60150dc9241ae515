"""What a schema complains of in a file: the validator's errors. Loaded only for files that don't fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from artrules.schema.keywords import validator_class
from artrules.schema.load import BASE, SCHEMA_OF, SHARED, read_schema, schema_of


def validation_errors(kind: str, data: Any) -> Iterator[ValidationError]:
    """The errors in the data of a file of a kind."""
    found: Iterator[ValidationError] = _validator(kind).iter_errors(data)
    return found


@cache
def registry() -> Registry[Any]:
    """All schemas by their `$id`. A registry without a way to retrieve others refuses every other reference."""
    resources = [(BASE + f, DRAFT202012.create_resource(read_schema(f))) for f in (*SHARED, *SCHEMA_OF.values())]
    found: Registry[Any] = Registry().with_resources(resources)
    return found.crawl()


@cache
def _validator(kind: str) -> Any:
    return validator_class()(schema_of(kind), registry=registry())
