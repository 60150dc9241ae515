"""Random declarations: the enums, kinds of card, zones, variables and events of an invented game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

NUMBERS = ("0..9", "0..99", "-5..5", "1..7", "0..60000", "-1000000..1000000")
WIDE = "some of 0..200"
NARROW = "some of 0..9"


@dataclass(frozen=True)
class Zone:
    """A zone: for whom there is one ("", "player", "1..3" or an enum), the kinds that it holds, its order, who sees it,
    whether its top alone is shown, and its second owner ("" or an enum)."""

    name: str
    per: str
    kinds: tuple[str, ...]
    order: str
    seen_by: str
    top_only: bool = False
    second: str = ""

    def declared(self) -> str:
        per = f"per: {self.per}, " if self.per else ""
        if self.second:
            per = f"per: [{self.per}, {self.second}], "
        shows = ", shows: top" if self.top_only else ""
        down = ", face_down_seen_by: owner" if self.per == "player" and self.seen_by == "everyone" else ""
        order = f"order: {self.order}, " if self.order != "loose" else ""
        return f"{{{per}holds: [{', '.join(self.kinds)}], {order}seen_by: {self.seen_by}{shows}{down}}}"


@dataclass(frozen=True)
class Variable:
    """A variable: whose it is ("", "player" or an enum), its type, how long it lasts, and its first value."""

    name: str
    of: str
    type: str
    lasts: str = ""
    starts: str = ""

    def declared(self) -> str:
        of = f"of: {self.of}, " if self.of else ""
        lasts = f", lasts: {self.lasts}" if self.lasts else ""
        starts = f", starts: {self.starts}" if self.starts else ""
        return f"{{{of}type: {self.type}{lasts}{starts}}}"


@dataclass
class World:
    """What there is in a game. Attributes that change are apart from those that are printed on cards."""

    players: str
    enums: dict[str, tuple[str, ...]]
    printed: dict[str, dict[str, str]] = field(default_factory=dict)
    changing: dict[str, dict[str, Variable]] = field(default_factory=dict)
    zones: list[Zone] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    events: dict[str, dict[str, str]] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    functions: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """By name: the type of its parameter `a`, that of its result, and its expression."""
    lives: tuple[str, ...] = ("game", "round", "turn", "day")
    powers: bool = True

    @property
    def kinds(self) -> list[str]:
        return list(self.printed)

    @property
    def shared(self) -> Zone:
        """The zone in which all cards start."""
        return self.zones[0]


def make_world(random: Random) -> World:
    """Some world."""
    world = World(random.choice(["2..3", "2", "2..4", "1..3", "3"]), {"colour": ("red", "blue", "green")})
    if random.random() < 0.5:
        world.enums["size_of"] = tuple(f"s{n}" for n in range(random.choice([1, 2, 40])))
    world.powers = random.random() < 0.7
    for kind in ("pot", "coin")[: random.choice([1, 2, 2])]:
        world.printed[kind] = {"n": "1..3", "shade": "colour"}
        if random.random() < 0.5:
            world.printed[kind]["worth"] = random.choice(NUMBERS)
    kinds = tuple(world.kinds)
    world.zones = _zones(random, kinds)
    for kind in kinds:
        types = [*NUMBERS, "bool", NARROW, WIDE, f"{kind} or none", "colour", "list of 0..99", "player or none"]
        types += ["some of colour", "some of player", f"list of {kind}", "0..9 or none"]
        world.changing[kind] = {
            f"a{n}": _attribute(random, f"a{n}", random.choice(types)) for n in range(random.randrange(1, 6))
        }
    world.variables = _variables(random, world)
    world.events = {"rung": {"num": "0..99", "by": "player"}, "told": {"card": kinds[0], "by": "player"}}
    for name, type_ in (("many", "list of 0..9"), ("flag", "bool"), ("dots", NARROW), ("maybe", f"{kinds[0]} or none")):
        if random.random() < 0.5:
            world.events[random.choice(["rung", "told"])][name] = type_
    world.kept = {"told": random.choice(["round", "turn", "game"])}
    if random.random() < 0.3:
        world.kept["rung"] = "round"
    return world


def _attribute(random: Random, name: str, type_: str) -> Variable:
    starts = "self.n" if type_ in NUMBERS and random.random() < 0.5 else ""
    return Variable(name, "", type_, random.choice(["game", "round", "turn", "day"]), starts)


def _zones(random: Random, kinds: tuple[str, ...]) -> list[Zone]:
    def holds() -> tuple[str, ...]:
        return kinds if random.random() < 0.5 else (random.choice(kinds),)

    whole = random.choice(["everyone", "nobody"])
    zones = [
        Zone("pool", "", kinds, random.choice(["loose", "pile"]), whole),
        Zone("hand", "player", holds(), "loose", "owner"),
    ]
    others = [
        Zone("deck", "player", holds(), "pile", "nobody"),
        Zone("line", "player", holds(), "row", "everyone"),
        Zone("shelf", "1..3", holds(), "pile", "everyone", random.random() < 0.5),
        Zone("nook", "colour", holds(), random.choice(["row", "loose"]), "everyone"),
        Zone("bag", "", kinds, "pile", "nobody"),
        Zone("market", "", holds(), "row", "everyone"),
        Zone("tray", "player", holds(), random.choice(["pile", "loose"]), "owner", second="colour"),
        Zone("rack", "1..3", holds(), "row", "everyone", second="colour"),
    ]
    return zones + [zone for zone in others if random.random() < 0.6]


def _variables(random: Random, world: World) -> list[Variable]:
    kind = world.kinds[0]
    types = [*NUMBERS, "bool", "colour", "player", NARROW, WIDE, f"{kind} or none", "0..9 or none", "player or none"]
    types += ["list of 0..99", f"list of {kind}", "some of colour", "some of player", "list of colour"]
    owners = ["", "", "player", "player", *world.enums]
    lives = ["", "", "", *world.lives[1:]]
    found = [Variable("x", "player", "-1000..1000"), Variable("stop_it", "", "bool")] + [
        Variable(f"v{n}", random.choice(owners), random.choice(types), random.choice(lives))
        for n in range(random.randrange(3, 9))
    ]
    return [replace(v, starts=v.type.partition("..")[0]) if v.type.startswith("-") else v for v in found]
