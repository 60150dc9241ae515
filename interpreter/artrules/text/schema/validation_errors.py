"""What a schema complains of in a file: the validator's errors. Loaded only for files that don't fit."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from artrules.text.schema.load import BASE, SCHEMA_OF, SHARED, read_schema, schema_of

# How keywords of the schemas are judged where the validator's own way won't do.
#
# The schemas stay plain JSON Schema; only the one keyword of our own is unknown to other tools, which pass over it.


@cache
def validator_class() -> Any:
    """The validator for our schemas."""
    extend: Any = validators.extend  # It has no types of its own.
    return extend(
        Draft202012Validator,
        {"x-artrules-one-of": _exactly_one_of, "pattern": _pattern, "uniqueItems": _unique_items},
    )


def _exactly_one_of(validator: Any, keys: list[str], instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """A mapping has exactly one of these keys."""
    if validator.is_type(instance, "object") and sum(key in instance for key in keys) != 1:
        yield ValidationError("exactly one of several keys belongs here")


def _pattern(validator: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """A pattern's `$` is the end: Python's own also stands before a last line break."""
    if validator.is_type(instance, "string") and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError("the text does not match")


def _unique_items(validator: Any, wanted: bool, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """Items differ. The validator's own way compares each with each when numbers and texts are mixed."""
    if wanted and validator.is_type(instance, "array"):
        seen = {(type(item), str(item)) for item in instance}
        if len(seen) < len(instance):
            yield ValidationError("an item stands twice")


def validation_errors(kind: str, data: Any) -> Iterator[ValidationError]:
    """The errors in the data of a file of a kind."""
    errors: Iterator[ValidationError] = _validator(kind).iter_errors(data)
    return errors


@cache
def registry() -> Registry[Any]:
    """All schemas by their `$id`. A registry without a way to retrieve others refuses every other reference."""
    resources = [(BASE + f, DRAFT202012.create_resource(read_schema(f))) for f in (*SHARED, *SCHEMA_OF.values())]
    schemas: Registry[Any] = Registry().with_resources(resources)
    return schemas.crawl()


@cache
def _validator(kind: str) -> Any:
    return validator_class()(schema_of(kind), registry=registry())
