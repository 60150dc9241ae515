"""The JSON Schema of a plain value of a type: what a power's key or a setting may be."""

from __future__ import annotations

from typing import Any

from artrules.editor_schemas.translate import TRUTH
from artrules.ir.model import Model
from artrules.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type


def value_schema(type_: Type, model: Model) -> dict[str, Any]:
    """The schema of values of a type, as authors write them in YAML; an empty one where anything may stand."""
    match type_:
        case Bool():
            return TRUTH
        case Number(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case Player():
            return {"type": "integer", "minimum": 1}
        case Member(enum):
            return {"enum": list(model.enums[enum].members)}
        case Optional(of):
            return {"anyOf": [value_schema(of, model), {"enum": ["none"]}]}
        case SetOf(of) | ListOf(of):
            return {"type": "array", "items": value_schema(of, model)}
        case _:
            return {}
