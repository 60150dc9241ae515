"""Code with a name: functions, procedures and menus."""

from __future__ import annotations

from artrules.content.plain_values import BINDINGS, EFFECT, EXPRESSION, LABEL, NAME, PROSE, SIGNATURE, Sourced
from artrules.content.section import Named, key, named_sections, section
from artrules.source.node import Scalar

_SIGNATURES = {"x-artrules-key-code": "signature"}


@section("function", "Function", alone="is")
class Function(Sourced):
    """One expression, which changes nothing; alone, or under `is`."""

    is_: Scalar | None = key(EXPRESSION, required=True)


FUNCTIONS = named_sections(SIGNATURE, Function, _SIGNATURES).named(
    "functions", "Functions", "Expressions with a name. The key is a signature such as `shown(player p)`."
)


@section("procedure", "Procedure", alone="do")
class Procedure(Sourced):
    """Statements, with the caller's `me`; alone, or under `do`."""

    do: Scalar | None = key(EFFECT, required=True)


PROCEDURES = named_sections(SIGNATURE, Procedure, _SIGNATURES).named(
    "procedures",
    "Procedures",
    "Statements with a name. The key is a signature such as `draw(0..9 n)` or `claim(role r) gives bool`.",
)


@section("entry", "Entry of a menu")
class Entry(Sourced):
    """One action that may be chosen."""

    label: Scalar | None = key(LABEL, "What the player reads.", required=True)
    for_: Scalar | None = key(BINDINGS, "One option for each value of these.")
    if_: Scalar | None = key(EXPRESSION, "Offered only if this holds.")
    do: Scalar | None = key(EFFECT, "What happens when it is chosen.", required=True)


@section("menu", "Menu")
class Menu(Sourced):
    """A list of actions; sets and overlays may add to its entries."""

    prompt: Scalar | None = key(PROSE, "What the player is asked.")
    entries: Named[Entry] = key(
        named_sections(NAME, Entry), "The actions, by name, in the order in which they are offered."
    )


MENUS = named_sections(NAME, Menu).named("menus", "Menus", "Lists of actions that `choose from NAME` offers.")
