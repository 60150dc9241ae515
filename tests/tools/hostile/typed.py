"""Code whose types mostly fit, for Kiln: so that what is compiled and run is tried, and not the checks alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

MARK = re.compile(r"\$(\w+)")
Names = dict[str, list[str]]
"""The names in scope, by type."""

CHOICES: dict[str, tuple[str, ...]] = {
    # `!` marks what often fails; `$type` is an expression of that type; `$P` a binder over pots, `$L` binders over anything.
    "num": (
        "0", "1", "2", "3", "9", "total", "$player.x", "$player.y", "my x", "$colour.heat", "$pot.n", "$pot.mark",
        "size($pots)", "size($nums)", "size($dots)", "($num + $num)", "($num - $num)", "($num * $num)",
        "!($num / $num)", "!($num % $num)", "-$num", "max($num, $num)", "min($num, $num, $num)",
        "worth_of($num)", "!double_of($num)", "count($L)", "sum($num for $L)", "max($num for $L else $num)",
        "!min($num for $L)", "position($pot)", "round_number", "score($player)", "($num if $bool else $num)",
        "!$nums[$num]", "!$kept.card.n",
    ),
    "bool": (
        "yes", "no", "hot", "$num = $num", "$num < $num", "$num >= $num", "not $bool", "($bool and $bool)",
        "($bool or $bool)", "$pot.flag", "$pot.shade.warm", "$pot is $pot", "$pot in $pots", "$num in $dots",
        "$dots shares $dots", "$pots shares $pots", "$num not in $nums", "$pots has $pot", "any($L)",
        "no($L)", "$player is $player", "$pot.face is up", "best_pot is none", "usable($power)", "$power.free",
        "$power.when is now", "$colour is red", "$nums = $nums", "$dots = $dots", "$num in $num..$num",
        "warm($pot)", "$card.kind is pot", "$maybe is not none", "($pots holds h9 where h9.flag)",
    ),
    "player": ("me", "me", "left($player)", "right($player)", "!players[$num]", "!from_seat($player)[$num]", "!$kept.by"),
    "pot": (
        "!(top of my deck)", "!(bottom of shelf[1])", "!$pots[$num]", "($pot if $bool else $pot)", "!(top of $player.deck)",
        "!pot[$num]", "!$kept.card", "!(the best $P, most $num)",
    ),
    "maybe": ("first($P where $bool)", "last($P)", "best_pot", "$pot", "none", "(the best $P, least $num else none)"),
    "card": ("$pot", "!box[$num]"),
    "pots": (
        "my hand", "my row", "my deck", "$player.hand", "$player.row", "!shelf[$num]", "shelf[1]", "(top 2 of my deck)",
        "(bottom ($num) of shelf[2])", "those($P where $bool)", "those($P)", "pot", "($pots + $pots)", "($pots - $pots)",
        "best($P, most $num)", "best($P where $bool, least $num, most $nums)", "list($pot for $L)", "[$pot, $pot]",
        "before($pot)", "shown($player)", "($pots if $bool else $pots)",
    ),
    "nums": (
        "(0..9)", "($num..$num)", "[$num, $num]", "list($num for $L)", "sorted($num for $L)", "ages",
        "($nums + $nums)", "($nums - $nums)", "($nums if $bool else $nums)", "best(n9 in $nums, most n9)",
    ),
    "dots": ("$pot.dots", "$pot.dots", "($dots + $dots)", "($dots - $dots)", "($dots + [$num])"),
    "players": ("players", "others($player)", "from_seat($player)", "best(p9 in players, most p9.x)", "[$player]"),
    "power": ("!$pot.powers[$num]",),
    "powers": ("$pot.powers", "$pot.powers", "those(w9 in $pot.powers where w9.free)"),
    "colour": ("red", "blue", "$pot.shade", "$pot.shade"),
    "colours": ("colour", "[red]", "[red, $colour]"),
    "kept": (),
    "kepts": ("kept", "kept", "those(k9 in kept where $bool)"),
}  # fmt: skip
ELEMENTS = {"pots": "pot", "nums": "num", "players": "player", "powers": "power", "colours": "colour", "kepts": "kept"}
SIMPLE = {
    "num": "1", "bool": "yes", "player": "me", "pot": "pot[1]", "maybe": "none", "card": "pot[1]", "pots": "my hand",
    "nums": "(0..3)", "dots": "pot[1].dots", "players": "players", "power": "pot[1].powers[1]", "powers": "pot[1].powers",
    "colour": "red", "colours": "colour", "kept": "kept[1]", "kepts": "kept",
}  # fmt: skip


class Typed:
    """Writes code of a size; `me` tells whether a player acts."""

    def __init__(self, random: Random, size: int = 60, *, own: bool = False) -> None:
        self.random = random
        self.left = size
        self.risky = random.random() < 0.3
        self.scopes: list[Names] = [{"pot": ["self"]} if own else {}]
        self.count = 0
        self.loops = 0
        self.lets: list[list[tuple[str, str]]] = [[]]

    # -- expressions

    def expression(self, type_: str, depth: int = 0) -> str:
        self.left -= 1
        known = [n for scope in self.scopes for n in scope.get(type_, ())]
        if known and self.random.random() < 0.5:
            return self.random.choice(known)
        forms = self._allowed(CHOICES[type_])
        if self.left < 0 or depth > 7 or not forms:
            return self.random.choice(known) if known else SIMPLE[type_]
        return self._filled(self.random.choice(forms), depth)

    def _allowed(self, forms: Iterable[str]) -> list[str]:
        return [form.removeprefix("!") for form in forms if self.risky or not form.startswith("!")]

    def _filled(self, form: str, depth: int) -> str:
        self.scopes.append({})
        # What a binder binds is known to all of its form, so binders are written first.
        made: dict[str, str] = {}
        for mark in ("$L", "$P"):
            if mark in form:
                made[mark] = self.binders(depth) if mark == "$L" else self.binder("pots", depth)
        text = MARK.sub(lambda m: made.get(m[0]) or self.expression(m[1], depth + 1), form)
        self.scopes.pop()
        return text

    def binder(self, domain: str, depth: int, where: bool = False) -> str:
        name = self._name(ELEMENTS[domain][0])
        text = f"{name} in {self.expression(domain, depth + 1)}"
        self.scopes[-1].setdefault(ELEMENTS[domain], []).append(name)
        return text + (f" where {self.expression('bool', depth + 2)}" if where else "")

    def binders(self, depth: int) -> str:
        number = self.random.choice([1, 1, 1, 2])
        return ", ".join(
            self.binder(self.random.choice(list(ELEMENTS)), depth, self.random.random() < 0.5) for _ in range(number)
        )

    def _name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # -- statements

    def effect(self, depth: int = 0) -> list[str]:
        """The lines of a suite."""
        self.scopes.append({})
        self.lets.append([])
        lines: list[str] = []
        for _ in range(self.random.choice([1, 1, 2, 3])):
            lines += self.statement(depth)
        self.scopes.pop()
        self.lets.pop()
        return lines

    def suite(self, head: str, depth: int) -> list[str]:
        return [head, *("    " + line for line in self.effect(depth + 1))]

    def statement(self, depth: int) -> list[str]:
        forms: list[Callable[[int], list[str]]] = [self._plain, self._plain, self._plain, self._let]
        if depth < 4 and self.left > 0:
            forms += [self._if, self._for, self._repeat, self._choose, self._one, self._may, self._as, self._watch]
        return self.random.choice(forms)(depth)

    def _plain(self, depth: int) -> list[str]:
        forms = [
            "skip", "!my x += $num", "!my x becomes $num", "!$player.x -= $num", "!total becomes $num", "total += 1",
            "move $pot to my row", "move $pots to my hand", "move $pot to bottom of shelf[1]", "move $pots to my deck",
            "move $pot to my row at $num", "move $pot to my row facing down", "shuffle my deck", "shuffle shelf[2]",
            "!require $bool", '!require $bool else "no $num"', "announce rung(n: $num, by: me)",
            "announce kept(card: $pot, by: $player)", "!$pot gains $power", "!use $power", "!may use $power",
            'say "{$num} and {$pot} of {$player}"', "!draw($num)", "offer($pot, now)", "choose from market",
            "!$pot.mark becomes $num", "$pot.flag becomes $bool", "$pot.dots += $dots", "$pot.dots -= [$num]",
            "$pot.face becomes down", "best_pot becomes $maybe", "!ages += $nums", "!ages becomes $nums",
            "!$colour.heat += 1", "!$kept.card becomes $pot", "move box to box",
        ]  # fmt: skip
        if self.loops:
            forms += ["stop", "stop"]
        if self.random.random() < 0.03:
            forms.append("end game")
        changing = [pair for scope in self.lets for pair in scope]
        if changing and self.random.random() < 0.3:
            name, type_ = self.random.choice(changing)
            return [f"{name} becomes {self.expression(type_, 1)}"]
        return [self._filled(self.random.choice(self._allowed(forms)), 1)]

    def _let(self, depth: int) -> list[str]:
        type_ = self.random.choice(["num", "bool", "pots", "nums", "pot", "player", "maybe", "dots"])
        name = self._name("v")
        line = f"let {name} = {self.expression(type_, 1)}"
        self.scopes[-1].setdefault(type_, []).append(name)
        self.lets[-1].append((name, type_))
        return [line]

    def _if(self, depth: int) -> list[str]:
        lines = self.suite(f"if {self.expression('bool', 1)}:", depth)
        if self.random.random() < 0.3:
            lines += self.suite(f"elif {self.expression('bool', 1)}:", depth)
        return lines + (self.suite("else:", depth) if self.random.random() < 0.4 else [])

    def _for(self, depth: int) -> list[str]:
        self.scopes.append({})
        self.loops += 1
        lines = self.suite(f"for {self.binders(1)}:", depth)
        self.loops -= 1
        self.scopes.pop()
        return lines

    def _repeat(self, depth: int) -> list[str]:
        head = self.random.choice([f"repeat {self.expression('num', 2)} times:", "repeat 2 times:"])
        way = self.random.random()
        if way < 0.3:
            head = f"repeat {self.random.choice(['until', 'while'])} {self.expression('bool', 1)}:"
        self.loops += 1
        lines = self.suite(head, depth)
        self.loops -= 1
        if way < 0.3:
            lines += ["    choose one:", '        "on": skip', '        "off": stop']
        return lines

    def _choose(self, depth: int) -> list[str]:
        domain = self.random.choice(list(ELEMENTS))
        text = self.binder(domain, 1, self.random.random() < 0.5)
        if self.random.random() < 0.3:
            return [f'choose "this {{{text.split()[0]}}}" for {text}']
        return [f"choose {text}"]

    def _one(self, depth: int) -> list[str]:
        lines = ["choose one:"]
        for n in range(self.random.randrange(1, 4)):
            self.scopes.append({})
            head = f'"way {n}"'
            if self.random.random() < 0.5:
                head += f" for {self.binders(1)}"
            if self.random.random() < 0.4:
                head += f" if {self.expression('bool', 1)}"
            if self.random.random() < 0.2:
                head += " limit once"
            lines += ["    " + line for line in self.suite(f"{head}:", depth)]
            self.scopes.pop()
        return lines

    def _may(self, depth: int) -> list[str]:
        self.scopes.append({})
        head = (
            f"may choose {self.binders(1)}:"
            if self.random.random() < 0.5
            else f'may "it" if {self.expression("bool", 1)}:'
        )
        lines = self.suite(head, depth)
        self.scopes.pop()
        return lines + (self.suite("else:", depth) if self.random.random() < 0.4 else [])

    def _as(self, depth: int) -> list[str]:
        return self.suite(f"as {self.expression('player', 1)}:", depth)

    def _watch(self, depth: int) -> list[str]:
        name, life = self._name("e"), self.random.choice(["turn", "round", "game", "firing"])
        event = self.random.choice(["kept", "rung"])
        every = self.random.choice(["", "", "every 2 "])
        loops, self.loops = self.loops, 0
        lets, self.lets = self.lets, [[]]
        self.scopes.append({"kept": [name]} if event == "kept" else {})
        where = f" where {self.expression('bool', 1)}" if self.random.random() < 0.5 else ""
        body = self.effect(depth + 1)
        self.scopes.pop()
        self.loops, self.lets = loops, lets
        if self.random.random() < 0.5:
            body = [*body, "stop watching"]
        return [f"watch {every}{event} as {name}{where} until {life} ends:", *("    " + line for line in body)]
