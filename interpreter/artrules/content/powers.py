"""Powers: what sets hold for the keys of groups, what limits their use, and the attributes that a game gives them."""

from __future__ import annotations

from artrules.content.key_values import choice, list_of_texts, text, truth
from artrules.content.plain_values import (
    CONSTANT,
    EFFECT,
    EXPRESSION,
    LABEL,
    LIFE_NAME,
    NAME,
    NAMES,
    PROSE,
    TYPE,
    Sourced,
)
from artrules.content.section import Named, author_nodes, key, named_sections, named_values, section, sections
from artrules.source.node import Node, Scalar


@section("limit", "Limit")
class Limit(Sourced):
    """Counts the uses of powers."""

    counts_for: str | None = key(
        choice("card", "player"),
        "`card`: uses of a power count on each card by itself; `player`: for each player, on whatever card it is.",
        required=True,
    )
    lasts: Scalar | None = key(LIFE_NAME, "Uses are counted until this life ends. Default: `game`.")
    at_most: Scalar | None = key(EXPRESSION, "How many uses there may be.", required=True)
    default: bool = key(truth(otherwise=False), "`yes`: holds for every power without being named.")


LIMITS = named_sections(NAME, Limit).named("limits", "Limits", "How often powers may be used.")


@section("power_attribute", "Attribute of powers")
class PowerAttribute(Sourced):
    """A key of powers with a plain value; code reads it as `w.NAME`."""

    type: Scalar | None = key(TYPE, required=True)
    starts: Node | None = key(
        CONSTANT, "The value for powers that don't give one. Without it every power must give one."
    )


POWER_ATTRIBUTES = named_sections(NAME, PowerAttribute).named(
    "power_has",
    "Attributes of powers",
    "The keys that a power of this game has besides `if`, `limits`, `label` and `do`.",
)

_NUMBER = text({"type": "string", "pattern": "^(0|[1-9][0-9]{0,8})$"}).named(
    "", "Number", "A number of the text, in digits."
)
NOT_IN_CODE = named_values(_NUMBER, PROSE).named(
    "not_in_code",
    "Numbers not in the code",
    "Numbers of the text that are rightly not in the code, each with the reason.",
)


@section("power", "Power")
class Power(Sourced):
    """Something a card can do. Besides these keys it has those that the game's `power_has` declares."""

    if_: Scalar | None = key(EXPRESSION, "Usable only if this holds; with `me` and `self`.")
    do: Scalar | None = key(EFFECT, "What happens when it is used.", required=True)
    limits: tuple[Scalar, ...] = key(NAMES, "Limits besides those that hold for every power.", title="Limits")
    label: Scalar | None = key(LABEL, "What the player reads.")
    text: Scalar | None = key(PROSE, "The rule as it is printed.", title="Text")
    not_in_code: Named[Scalar | None] = key(NOT_IN_CODE)
    attributes: Named[Node] = author_nodes(NAME, CONSTANT)


@section("powers_of_key", "Powers of a key")
class PowersOfKey(Sourced):
    """What the cards with this key are called and can do."""

    name: Scalar | None = key(PROSE, "What it is called.", title="Name")
    text: Scalar | None = key(PROSE, "The rule as it is printed.", title="Text")
    not_in_code: Named[Scalar | None] = key(NOT_IN_CODE)
    powers: tuple[Power, ...] = key(sections(Power), "The powers, in order.")


_KEY = text({"type": "string", "pattern": "^(-?[0-9]+|[a-z][a-z0-9_]*)$"}).named(
    "", "Key of a group", "A number or a name."
)
_KEY_IN_LIST: dict[str, object] = {"type": ["string", "integer"], "pattern": "^(-?[0-9]+|[a-z][a-z0-9_]*)$"}
GROUP_KEYS = list_of_texts(
    {
        **_KEY_IN_LIST,
        "type": ["string", "integer", "array"],
        "items": text(_KEY_IN_LIST).named("group_key", "Key of a group", "A number or a name."),
        "uniqueItems": True,
    }
).named("group_keys", "Keys of groups", "A key of a group, or a list of keys.")
KEYED_POWERS = named_sections(_KEY, PowersOfKey).named(
    "keyed_powers", "Powers of a group", "What a set holds for each key of a group."
)
