"""The JSON Schema of the messages between a page and a server. `python -m artrules.author.derive` writes it to
`schemas/table_protocol.schema.json`; `docs/inside/page.md` says what they mean."""

from __future__ import annotations

from artrules.model.ir.json_form import Schema, head_of

_TEXT: Schema = {"type": "string"}
_TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
_NUMBER: Schema = {"type": "integer"}
_NUMBER_OR_NULL: Schema = {"type": ["integer", "null"]}
_TRUTH: Schema = {"type": "boolean"}
_ANYTHING: Schema = {}


def json_schema() -> Schema:
    """The schema. It holds for each message in either direction; `type` says which it is."""
    messages = {**_from_server(), **_from_page()}
    return {
        **head_of("table_protocol.schema.json"),
        "title": "Messages of a table",
        "description": "What a page and a server send each other: see docs/inside/page.md.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in messages],
        "$defs": {**_parts(), **{name: _message(name, schema) for name, schema in messages.items()}},
    }


def _from_server() -> dict[str, Schema]:
    return {
        "welcome": _record(
            {
                "table": _record({"id": _TEXT, "title": _TEXT}),
                "seats": _list(_ref("seat")),
                "mine": _list(_NUMBER),
                "seat": _NUMBER_OR_NULL,
                "host": _TRUTH,
                "open": _TRUTH,
                "waiting": _list(_NUMBER),
                "bots": _list(_TEXT),
            }
        ),
        "description": _record(
            {
                "title": _TEXT,
                "about": _TEXT,
                "areas": _list(_ref("area")),
                "zones": _map(_ref("zone")),
                "variables": _map(_ref("variable")),
                "figures": _map(_ref("variable")),
                "phases": _map(_record({"title": _TEXT, "who": {"enum": ["in_turn", "all_at_once", "nobody"]}})),
                "members": _map(_map(_record({"title": _TEXT, "colour": _TEXT, "symbol": _TEXT}))),
                "kinds": _map(_record({"title": _TEXT, "number": _TEXT_OR_NULL, "figures": _map(_TEXT)})),
                "looks": _list(_ref("look")),
                "powers": _list(_record({"key": _TEXT, "title": _TEXT, "text": _TEXT})),
            }
        ),
        "state": _record(
            {
                "version": _NUMBER,
                "view": _ref("view"),
                "waiting": _list(_NUMBER),
                "offers": _list(_ref("offer")),
                "log": _list(_ref("entry")),
                "from": _NUMBER,
                "result": {"anyOf": [{"type": "null"}, _ref("result")]},
            }
        ),
        "seats": _record({"seats": _list(_ref("seat"))}),
        "why": _record({"id": _ANYTHING, "text": _TEXT}),
        "refused": _record({"text": _TEXT}, {"id": _ANYTHING}),
        "pins": _record({"pins": _list(_ref("note"))}),
    }


def _from_page() -> dict[str, Schema]:
    return {
        "hello": _record({"secret": _TEXT}),
        "sit": _record({"seat": _NUMBER_OR_NULL}),
        "choose": _record({"token": _TEXT}),
        "undo": _record({}),
        "ask": _record({"id": _ANYTHING}, {"text": _TEXT, "card": _ref("place")}),
        "pin": _record({"text": _TEXT}),
        "name": _record({"seat": _NUMBER, "name": _TEXT}),
    }


def _parts() -> dict[str, Schema]:
    values: Schema = {"type": "object", "additionalProperties": {"$ref": "#/$defs/zone_or_value"}}
    member: Schema = {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2}
    return {
        "seat": _record(
            {
                "seat": _NUMBER,
                "name": _TEXT,
                "who": {"enum": ["person", "bot", "empty"]},
                "bot": _TEXT,
                "here": _TRUTH,
            }
        ),
        "note": _record({"seat": _NUMBER, "name": _TEXT, "line": _NUMBER, "text": _TEXT}),
        "area": _record(
            {
                "name": _TEXT,
                "title": _TEXT,
                "of": {"enum": ["table", "player"]},
                "by": _TEXT_OR_NULL,
                "owners": _list(_TEXT),
                "things": _list(_TEXT),
            }
        ),
        "zone": _record(
            {
                "title": _TEXT,
                "order": {"enum": ["pile", "row", "loose"]},
                "face_up": _TRUTH,
                "as": {"enum": ["pile", "fan", "row", "grid"]},
                "shown": {"enum": ["always", "filled", "folded", "never"]},
                "of": {"enum": ["table", "player"]},
                "by": _TEXT_OR_NULL,
            }
        ),
        "variable": _record(
            {
                "title": _TEXT,
                "as": {"enum": ["number", "score", "money", "track", "flag"]},
                "shown": {"enum": ["always", "changed", "folded", "never"]},
                "of": {"enum": ["table", "player"]},
                "by": _TEXT_OR_NULL,
                "starts": _ANYTHING,
                "lasts": _TRUTH,
                "low": _NUMBER_OR_NULL,
                "high": _NUMBER_OR_NULL,
                "steps": _list({"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}),
            }
        ),
        "look": _record(
            {
                "kind": _TEXT,
                "title": _TEXT,
                "text": _TEXT,
                "colour": _TEXT_OR_NULL,
                "symbol": _TEXT_OR_NULL,
                "number": _NUMBER_OR_NULL,
                "picture": _TEXT_OR_NULL,
                "attributes": _map(_TEXT),
            }
        ),
        "view": _record(
            {
                "round": _NUMBER,
                "phase": _TEXT,
                "turn": _NUMBER,
                "finished": _TRUTH,
                "players": _map(values),
                "zones": values,
                "variables": values,
            }
        ),
        "value": {
            "anyOf": [
                {"type": ["null", "boolean", "integer", "string"]},
                _record({"player": _NUMBER}),
                _record({"member": member}),
                _list(_ref("value")),
            ]
        },
        "card": _record(
            {"look": _NUMBER, "card": _TEXT},
            {
                "number": _NUMBER,
                "face": {"enum": ["up", "down"]},
                "shown_to": _list(_NUMBER),
                "changed": _map(_TEXT),
                "gained": _list(_TEXT),
                "figures": _map(_ref("value")),
            },
        ),
        "zone_or_value": {
            "anyOf": [_list({"anyOf": [{"type": "null"}, _ref("card")]}), _ref("value")],
        },
        "place": {
            "type": "array",
            "prefixItems": [_TEXT, _NUMBER, _NUMBER],
            "minItems": 3,
            "maxItems": 3,
        },
        "offer": _record(
            {
                "player": _NUMBER,
                "prompt": _TEXT,
                "payment": {"anyOf": [{"type": "null"}, _ref("payment")]},
                "options": _list(_ref("option")),
            }
        ),
        "payment": _record({"cost": _NUMBER, "paid": _NUMBER, "missing": _NUMBER}),
        "option": _record(
            {
                "token": _TEXT,
                "label": _TEXT,
                "about": _list(
                    {
                        "anyOf": [
                            _record({"card": _ref("place")}),
                            _record({"player": _NUMBER}),
                            _record({"member": member}),
                            _record({"number": _NUMBER}),
                        ]
                    }
                ),
                "declines": _TRUTH,
                "group": _NUMBER,
            }
        ),
        "entry": _record(
            {
                "round": _NUMBER,
                "phase": _TEXT,
                "player": _NUMBER_OR_NULL,
                "kind": _TEXT,
                "sort": _TEXT,
                "text": _TEXT,
                "aside": _TEXT,
            }
        ),
        "result": _record(
            {
                "winners": _list(_NUMBER),
                "tie_break": {"anyOf": [{"type": "null"}, _record({"text": _TEXT, "tied": _list(_NUMBER)})]},
                "scores": _list(
                    _record(
                        {
                            "player": _NUMBER,
                            "total": _NUMBER,
                            "parts": _list(
                                _record(
                                    {
                                        "label": _TEXT,
                                        "points": _NUMBER,
                                        "lines": _list(_record({"label": _TEXT, "points": _NUMBER})),
                                    }
                                )
                            ),
                        }
                    )
                ),
                "stalled": _TRUTH,
                "rounds": _NUMBER,
            }
        ),
    }


def _message(name: str, schema: Schema) -> Schema:
    """A message: `type` says which one it is. A page asks `why`, and a server answers `why`."""
    properties = {"type": {"const": "why" if name == "ask" else name}, **schema["properties"]}
    return {**schema, "properties": properties, "required": ["type", *schema["required"]]}


def _record(properties: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
