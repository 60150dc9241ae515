"""The forms of expressions in a world, by category."""

from __future__ import annotations

from tools.random_content.world import NARROW, WIDE, World, Zone
from tools.random_content.writer import Forms


def category(type_: str) -> str:
    """The category of a type: the type itself, but that all ranges are one."""
    return "num" if ".." in type_ and " " not in type_ else type_


def bounded(type_: str) -> str:
    """What stands in a form for a value of a type that mustn't be out of its bounds."""
    return f"#{type_}" if category(type_) == "num" else type_


def forms_of(world: World, *, together: bool = False) -> Forms:
    """All forms; `together`: only those that touch nothing of other players."""
    forms: Forms = {
        "num": [
            "0", "1", "3", "7", "1000", "round_number", "size(players)", "({num} + {num})", "({num} - {num})",
            "({#-9999..9999} * {#-99..99})", "({num} / 3)", "({num} / -4)", "({num} % 4)", "({num} % -7)",
            "({num} % 8)", "!({num} / {num})", "!({num} % {num})", "-{num}", "max({num}, {num})",
            "min({num}, {num}, {num})", "({num} if {bool} else {num})", "count({B})", "sum({#-999..999} for {B})",
            "max({num} for {B} else {o num})",
            "!min({num} for {B})", "!{list of 0..99}[{#1..5}]", "steps({num})", "size({list of 0..99})",
        ],
        "bool": [
            "hot", "stop_it", "{num} = {num}", "{num} < {num}", "{num} >= {num}", "{num} != {num}", "not {bool}",
            "({bool} and {bool})", "({bool} or {bool})", "any({B})", "no({B})", "{player} is {player}",
            "{colour} is {colour}", "{list of 0..99} = {list of 0..99}", "{num} in {#-9..9}..{#0..99}",
            "{num} not in {list of 0..99}", "{list of 0..99} shares {list of 0..99}", "{colour}.warm",
        ],
        "player": ["me", "me", "left({player})", "right({player})", "({player} if {bool} else {player})"],
        "list of player": ["players", "others({player})", "from_seat({player})",
                           "best({b list of player}, most {num})"],
        "list of 0..99": [
            "[{#0..99}]", "[{#0..99}, {#0..99}, 5]", "list({#0..99} for {B})", "sorted({#0..99} for {B})",
            "(({list of 0..99}) + [{#0..99}])", "({list of 0..99} - {list of 0..99})", "(0..{#0..20})",
            "best({b list of 0..99}, least {num} % 5, most {num})", "those({b list of 0..99})",
            "({list of 0..99} if {bool} else {list of 0..99})", "([] if {bool} else {list of 0..99})",
            "([] + {list of 0..99})", "({list of 0..99})[{#-9..9}..{num}]",
        ],
        "list of colour": ["colour", "[{colour}]", "[red, {colour}]", "those({b list of colour})"],
        "player or none": ["none", "{player}", "first({b list of player})", "last({b list of player})"],
        "0..9 or none": ["none", "{#0..9}"],
    }  # fmt: skip
    if world.players.startswith("1"):
        forms["player"] = ["me", "me", "left({player})"]
    for narrow, bounds in ((NARROW, "0..9"), (WIDE, "0..200")):
        forms[narrow] = [f"({{{narrow}}} + [{{#{bounds}}}])", f"({{{narrow}}} - {{{narrow}}})"]
        forms[narrow] += [f"({{{narrow}}} + {{{narrow}}})", f"({{{narrow}}} if {{bool}} else {{{narrow}}})"]
        forms["bool"] += [f"{{#{bounds}}} in {{{narrow}}}", f"{{{narrow}}} shares {{{narrow}}}"]
        forms["bool"] += [f"{{{narrow}}} has {{#{bounds}}}", f"{{{narrow}}} = {{{narrow}}}"]
        forms["num"] += [f"size({{{narrow}}})"]
        forms[narrow] += [f"({{{narrow}}} if {{bool}} else [])"]
        forms["bool"] += [f"[] = {{{narrow}}}"]
    for item in ("colour", "player"):
        forms[f"some of {item}"] = [f"({{some of {item}}} {sign} [{{{item}}}])" for sign in "+-"]
        forms["bool"] += [f"{{{item}}} in {{some of {item}}}", f"{{some of {item}}} = {{some of {item}}}"]
    for enum, members in world.enums.items():
        forms[enum] = [*members[:3], f"({{{enum}}} if {{bool}} else {{{enum}}})"]
        forms.setdefault(f"list of {enum}", [enum])
    for kind in world.kinds:
        _add_kind(world, forms, kind)
    for zone in world.zones:
        _add_zone(forms, zone, together)
    for variable in world.variables:
        if not together or variable.of == "player":
            owner = {"": "", "player": "my "}.get(variable.of, f"{{{variable.of}}}.")
            forms.setdefault(category(variable.type), []).append(f"{owner}{variable.name}")
            if variable.of == "player" and not together:
                forms[category(variable.type)].append(f"{{player}}.{variable.name}")
    for event, fields in world.events.items():
        for name, type_ in fields.items():
            forms.setdefault(category(type_), []).append(f"{{{event}}}.{name}")
        if event in world.kept and not together:
            forms[f"list of {event}"] = [event, f"those({{b list of {event}}})"]
    for name, (parameter, result, _) in world.functions.items():
        if not together:
            forms[category(result)].append(f"{name}({{{bounded(parameter)}}})")
    if world.powers:
        forms["bool"] += ["usable({power})", "{power}.free", "{power}.when is now"]
        forms["num"].append("{power}.strength")
    return forms


def _add_kind(world: World, forms: Forms, kind: str) -> None:
    cards, maybe = f"list of {kind}", f"{kind} or none"
    forms[kind] = [
        f"!{{{cards}}}[{{#1..3}}]", f"!(the best {{b {cards}}}, most {{num}})",
        f"({{{kind}}} if {{bool}} else {{{kind}}})",
    ]  # fmt: skip
    forms[maybe] = [
        "none", f"{{{kind}}}", f"first({{b {cards}}})", f"last({{b {cards}}})",
        f"(the best {{b {cards}}}, most {{num}} else none)",
    ]  # fmt: skip
    forms[cards] = [
        f"those({{b {cards}}})", f"({{{cards}}} + {{{cards}}})", f"({{{cards}}} - {{{cards}}})", f"[{{{kind}}}]",
        f"best({{b {cards}}}, most {{num}})", f"best({{b {cards}}}, least {{num}}, most {{list of 0..99}})",
        f"list({{{kind}}} for {{B}})", f"?{kind}", f"([] if {{bool}} else {{{cards}}})",
    ]  # fmt: skip
    forms["num"] += [f"size({{{cards}}})", f"size({{{cards}}})"]
    forms["bool"] += [
        f"{{{kind}}} is {{{kind}}}", f"{{{kind}}} in {{{cards}}}", f"{{{maybe}}} is none", f"{{{maybe}}} is not none",
        f"{{{cards}}} shares {{{cards}}}", f"{{{cards}}} is []", f"{{{kind}}}.face is up",
        f"{{{cards}}} has {{{kind}}}",
        f"({{{cards}}} holds held where held.face is up)",
    ]  # fmt: skip
    for name, type_ in [*world.printed[kind].items(), *((a.name, a.type) for a in world.changing[kind].values())]:
        forms.setdefault(category(type_), []).append(f"{{{kind}}}.{name}")
    if world.powers:
        forms.setdefault("list of power", []).append(f"{{{kind}}}.powers")


def _add_zone(forms: Forms, zone: Zone, together: bool) -> None:
    hidden = "?" if zone.seen_by == "nobody" or zone.top_only else ""
    texts = {"": [zone.name], "player": [f"my {zone.name}", f"my {zone.name}", f"{{player}}.{zone.name}"]}
    names = texts.get(zone.per) or [f"{{{zone.per}}}.{zone.name}"]
    if zone.per == "1..3":
        names = [f"{zone.name}[2]", f"{zone.name}[{{#1..3}}]"]
    if together:
        if zone.per != "player":
            return
        names = names[:1]
    if zone.second:
        names = [f"{name}[{{{zone.second}}}]" for name in names]
    held = f"list of {zone.kinds[0]}" if len(zone.kinds) == 1 else "list of card"
    for name in names:
        forms.setdefault(held, []).append(hidden + name)
        forms["num"].append(f"size({name})")
        if held == "list of card":
            for kind in zone.kinds:
                forms[f"list of {kind}"].append(f"{hidden}those(k in {name} where k.kind is {kind})")
        if zone.order in ("pile", "row") and not zone.top_only:
            forms[held].append(f"{hidden}{name}[{{#0..2}}..{{#0..4}}]")
        if zone.order == "pile" and not zone.top_only:
            forms[held].append(f"{hidden}(top ({{#0..3}}) of {name})")
            forms[held].append(f"{hidden}(bottom 2 of {name})")
