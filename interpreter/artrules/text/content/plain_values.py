"""The values that keys share: names, texts for people, and code of each kind."""

from __future__ import annotations

from typing import Literal, TypeAlias

from artrules.text.content.key_values import anything, choice, list_of_texts, text
from artrules.text.content.section import Section, key, named_nodes, named_values, section
from artrules.text.source.node import Scalar, code

NAME_PATTERN = "^[a-z][a-z0-9_]*$"

NAME = text({"type": "string", "pattern": NAME_PATTERN, "maxLength": 60}).named(
    "name", "Name", "Lower case: a letter first, then letters, digits and `_`."
)
PROSE = text({"x-artrules-prose": True, "type": ["string", "integer"], "maxLength": 1000}).named(
    "prose", "Text", "Text for people. On one line, or in quotes."
)
SOURCE = text({"x-artrules-prose": True, "type": ["string", "integer"]}).named(
    "source", "Source", "Where this comes from: a section of the rulebook, a ruling."
)
ASSUMED = text({"x-artrules-prose": True, "type": "string"}).named(
    "assumed",
    "Assumed",
    "Why this had to be assumed, since the rules don't say it. `artrules info` lists what is assumed.",
)

EFFECT = text({"type": "string", "x-artrules-code": "effect", "minLength": 1}, code).named(
    "effect", "Effect", "Statements: what happens. On one line, or lines in a block after `|`."
)
EXPRESSION = text(
    {"type": ["string", "integer", "boolean"], "x-artrules-code": "expression", "minLength": 1}, code
).named("expression", "Expression", "One expression, such as `size(my hand) > 0`.")
BINDINGS = text({"type": "string", "x-artrules-code": "bindings", "minLength": 1}, code).named(
    "bindings", "Binders", "Names and what they run over, such as `n in 2..7 where can_buy(n)`; several with commas."
)
TABLE_STEPS = text({"type": "string", "x-artrules-code": "table", "minLength": 1}, code).named(
    "table_steps",
    "Steps of a table",
    "A line for each step, such as `6 -> 1`; last, if need be, `every 6 more -> 1 more`.",
)
TYPE = text({"type": "string", "x-artrules-code": "type", "minLength": 1}).named(
    "type",
    "Type",
    "A type: `bool`, a range such as `0..9`, the name of an enum or of a kind of card, `player`, `card`, `T or none`, "
    "`some of T`, `list of T`.",
)
OWNERS = list_of_texts(
    {
        "type": ["string", "array"],
        "x-artrules-code": "type",
        "minLength": 1,
        "items": TYPE,
        "minItems": 1,
        "maxItems": 2,
    }
).named("owners", "Types", "A type, or a list of two types.")
LABEL = text({"type": ["string", "integer"], "x-artrules-code": "label", "maxLength": 1000}).named(
    "label", "Label", "Text with `{expressions}` in it, such as `buy a {n}`."
)
_SIGNATURE = "^[a-z][a-z0-9_]*( *\\([^()]*\\))?( +gives [^()]+)?$"
SIGNATURE = text({"type": "string", "pattern": _SIGNATURE, "maxLength": 200}).named(
    "signature",
    "Signature",
    "A name, with parameters in parentheses: `draw(0..9 n)`. "
    "A procedure may say what it gives: `claim(role r) gives bool`.",
)

_PLAIN = ["string", "integer", "boolean"]
CONSTANT = anything({"type": [*_PLAIN, "array"], "items": {"type": _PLAIN}}).named(
    "constant", "Plain value", "A number, `yes` or `no`, the name of a member, `none`, or a list of these."
)
CONSTANTS = named_nodes(NAME, CONSTANT).named("constants", "Plain values by name", "A plain value for each name.")
TYPED_NAMES = named_values(NAME, TYPE).named("typed_names", "Names with types", "A type for each name.")
NAMES = list_of_texts({"type": ["string", "array"], "pattern": NAME_PATTERN, "items": NAME, "uniqueItems": True}).named(
    "names", "Names", "A name, or a list of names."
)
LIFE_NAME = text({"$ref": NAME}).named(
    "life_name", "Life", "The name of a life: `game`, `round`, `next_turn`, or one of `lives`."
)
ZONE_NAME = text({"$ref": NAME}).named("zone_name", "Zone", "The name of a zone.")
SeenBy: TypeAlias = Literal["everyone", "owner", "nobody"]
_VIEWERS: tuple[SeenBy, ...] = ("everyone", "owner", "nobody")
SEEN_BY = choice(*_VIEWERS).named("seen_by", "Seen by", "Who may see it.")


@section()
class Sourced(Section):
    """What may say where it comes from."""

    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)
