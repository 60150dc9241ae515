"""Names that nothing uses, and events that nothing announces or waits for.

Mostly these are slips: a name spelled in two ways, or a rule that was forgotten. The check looks at all combinations of
overlays together, since a name may be used only where an overlay applies.

A game with groups offers its functions, procedures, events, tables, limits and settings to sets from elsewhere. So
those of the game may go unused; those of sets and of overlays may not, because sets are written for the game alone.

A use is any mention outside the thing's own code, even in code that is itself unused. A setting is also used by an
overlay that asks for it, and one of sets by the group that it chooses for. `unread_values.py` finds what is mentioned
and makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from artrules.analyses.calls import every_body
from artrules.analyses.type_uses import enums_in_use, kinds_in_use
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir import nodes as k
from artrules.ir.declarations import Declaration, Event
from artrules.ir.model import MENU, Model
from artrules.ir.types import FACE

NEVER_USED = declare(
    4010,
    "never-used",
    "a name that nothing uses",
    """
    Nothing mentions this name. Perhaps it is spelled differently where it was meant, or a rule is missing; otherwise
    remove it. Functions, procedures, events, tables, limits and settings of a game with groups may go unused, because
    sets from elsewhere may use them.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            variables:
              lost: {type: 0..9}  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            variables:
              found: {type: 0..9}
            procedures:
              look: |
                found becomes size(my row)
                my coins += found
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                procedures:
                  offered: skip
                tables:
                  given: 1 -> 2
                """,
            ),
        ),
    ),
)
NEVER_ANNOUNCED = declare(
    4012,
    "never-announced",
    "a watch for what never happens",
    """
    Nothing announces this event, so the watch waits in vain. Announce it where it happens: `announce lit(card: c)`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            events:
              gone: {has: {by: player}}
            procedures:
              follow: |
                watch gone as e until turn ends:  #!
                    draw(1)
            """,
        ),
        repaired=Example(
            "sections",
            """
            events:
              gone: {has: {by: player}}
            procedures:
              leave: "announce gone(by: me)"
              follow: |
                watch gone as e until turn ends:
                    draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                at end of round:
                    draw(1)
                """,
            ),
        ),
    ),
)
NEVER_WATCHED = declare(
    4013,
    "never-watched",
    "an event that nobody waits for",
    """
    This event is announced, but nothing watches it, so announcing it does nothing. Remove it; or, where it is to be
    remembered, give it `kept:` and ask for it, as in `count(e in sold where e.by is me)`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "set",
            """
            set: sea
            of: lanterns
            guild:
              1:
                name: The Gull
                text: It flies away.
                powers:
                  - {when: buying, do: "announce gone(by: me)"}
            events:
              gone: {has: {by: player}}  #!
            """,
        ),
        repaired=Example(
            "set",
            """
            set: sea
            of: lanterns
            guild:
              1:
                name: The Gull
                text: It flies away.
                powers:
                  - {when: buying, do: "announce gone(by: me)"}
                  - {when: buying, label: stay, if: no(e in gone where e.by is me), do: draw(1)}
            events:
              gone: {has: {by: player}, kept: turn}
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for c in my row:
                    announce lit(card: c, by: me)
                """,
            ),
        ),
    ),
)
NEW_UNUSED = declare(
    4060,
    "new-unused",
    "an overlay adds a name that nothing uses",
    """
    An overlay that uses a name of the game changes that thing; any other name is new. Nothing in the game or in an
    overlay mentions this new name, so it does nothing: perhaps it is misspelt. A new name that the overlay itself uses
    is fine.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 2
            functions:
              shwon(player p): those(c in p.row)  #!
            """,
        ),
        repaired=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 2
            functions:
              shown(player p): those(c in p.row)
            """,
        ),
    ),
)

OFFERED = ("function", "procedure", "event", "table", "limit", "setting")
"""Sorts of names that a game with groups offers to sets."""


@dataclass(slots=True)
class _Uses:
    """What is mentioned, by sort and key, over all models."""

    used: set[tuple[str, str]] = field(default_factory=set)
    announced: set[str] = field(default_factory=set)
    awaited: set[str] = field(default_factory=set)
    watches: list[k.Watch] = field(default_factory=list)


@ruleset_check(NEVER_USED, NEVER_ANNOUNCED, NEVER_WATCHED, NEW_UNUSED, asks_for_uses=True)
def unused_declarations(models: Sequence[Model], report: Report) -> None:
    uses = _Uses()
    for model in models:
        _collect(model, uses)
    of_game: dict[str, list[str]] = {}
    for sort, declaration in _declared(models[0]):
        of_game.setdefault(sort, []).append(declaration.key)
    for model in models:
        for sort, declaration in _declared(model):
            known = of_game.get(sort, [])
            new = declaration.key not in known or (sort == "setting" and declaration.key in model.brought)
            if declaration.owner is None and model.awaits_sets and sort in OFFERED and not new:
                continue
            if (sort, declaration.key) not in uses.used:
                if new:
                    _new_unused(sort, declaration, known, report)
                else:
                    report.add(NEVER_USED, f"nothing uses the {sort} `{declaration.name}`", declaration.at)
            elif isinstance(declaration, Event) and declaration.key not in uses.awaited:
                does = "waits for it" if declaration.kept is None else "waits for it or asks what happened"
                what = f"`{declaration.name}` is announced, but nothing {does}"
                report.add(NEVER_WATCHED, what, declaration.at)
    for watch in uses.watches:
        if watch.event.key not in uses.announced and not watch.event.boundary:
            report.add(
                NEVER_ANNOUNCED,
                f"nothing announces `{watch.event.name}`, so this never acts",
                watch.at,
                related=[(f"`{watch.event.name}` is declared here", watch.event.at)],
            )


def _new_unused(sort: str, declaration: Declaration, known: list[str], report: Report) -> None:
    beside = [key.rpartition("/")[2] for key in known if key.rpartition("/")[0] == (declaration.owner or "")]
    report.add(
        NEW_UNUSED,
        f"the overlay adds the {sort} `{declaration.name}`, and nothing in the game or in an overlay uses it",
        declaration.at,
        expected="the name of something in the game, to change that; or a use of it",
        found=f"`{declaration.name}`",
        suggestions=closest(declaration.name, beside),
    )


def _declared(model: Model) -> Iterator[tuple[str, Declaration]]:
    for procedure in model.procedures.values():
        if not procedure.name.startswith(MENU):
            yield "procedure", procedure
    sections: dict[str, Iterable[Declaration]] = {
        "function": model.functions.values(),
        "event": [event for event in model.events.values() if not event.boundary],
        "table": model.tables.values(),
        "variable": model.variables.values(),
        "limit": model.limits.values(),
        "zone": model.zones.values(),
        "menu": model.menus.values(),
        "setting": model.settings.values(),
        "enum": [enum for enum in model.enums.values() if enum.name != FACE.enum],
        "kind of card": model.kinds.values(),
        "group": model.groups.values(),
        "key of powers": model.power_attributes.values(),
    }
    for sort, declarations in sections.items():
        for declaration in declarations:
            yield sort, declaration


def _collect(model: Model, uses: _Uses) -> None:
    for limit in model.limits.values():
        if limit.default:
            uses.used.add(("limit", limit.key))
    uses.used |= {("limit", limit.key) for power in model.powers for limit in power.limits}
    uses.used |= {("setting", name) for name in model.asked}
    for kind in model.kinds.values():
        leaving = [a.back_when_leaving for a in [*kind.attributes.values(), kind.powers] if a is not None]
        uses.used |= {("zone", zone) for zone in leaving if zone is not None}
    uses.used |= {("enum", name) for name in enums_in_use(model)}
    uses.used |= {("kind of card", name) for name in kinds_in_use(model)}
    uses.used |= {("group", kind.powers.group) for kind in model.kinds.values() if kind.powers is not None}
    uses.used |= {("group", name) for power_set in model.sets.values() for name in power_set.fills}
    uses.used |= {("setting", group.chosen_by) for group in model.groups.values() if group.chosen_by is not None}
    uses.used |= {("table", shown.steps) for shown in model.layout.variables.values() if shown.steps is not None}
    uses.used |= {("table", figure.steps) for figure in model.layout.figures.values() if figure.steps is not None}
    for code in every_body(model):
        for node in code.every_node:
            for sort, declaration in _mentioned(node):
                if code.name != f"{sort} {declaration.key}":
                    uses.used.add((sort, declaration.key))
            match node:
                case k.Announce(event=event):
                    uses.announced.add(event.key)
                case k.Happenings(event=event):
                    uses.awaited.add(event.key)
                case k.PowerAttributeOf(attribute=attribute):
                    uses.used.add(("key of powers", attribute))
                case k.Watch(event=event):
                    uses.watches.append(node)
                    uses.awaited.add(event.key)


def _mentioned(node: k.Node) -> Iterator[tuple[str, Declaration]]:
    match node:
        case k.Perform(procedure=procedure):
            yield "procedure", procedure
            yield from [("menu", Declaration(procedure.name.removeprefix(MENU), procedure.at))]
        case k.Call(function=function):
            yield "function", function
        case k.Lookup(table=table):
            yield "table", table
        case k.SettingValue(declaration=setting):
            yield "setting", setting
        case k.VariableOf(declaration=variable):
            yield "variable", variable
        case k.ZoneOf(declaration=zone):
            yield "zone", zone
        case k.Announce(event=event) | k.Watch(event=event) | k.Happenings(event=event):
            yield "event", event
        case k.Branch(limit=limit) if limit is not None:
            yield "limit", limit
