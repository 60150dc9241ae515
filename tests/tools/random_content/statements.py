"""Writes statements. What fails stands before what can't be taken back, and only within actions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from random import Random

from tools.random_content.forms import category, forms_of
from tools.random_content.world import World, Zone
from tools.random_content.writer import Forms, Unavailable, Writer

Lines = list[str]
MOST_NESTED = 4


class StatementWriter(Writer):
    """Writes the statements of one piece of code. `procedures` may be called; `fails` among them may fail."""

    def __init__(
        self, random: Random, world: World, forms: Forms, procedures: dict[str, str], *, together: bool = False
    ) -> None:
        super().__init__(random, forms)
        self.world = world
        self.procedures = procedures
        self.together = together
        self.loops = 0
        self.acting = False
        self.in_menu = False
        self.changing: list[tuple[str, str]] = []

    # -- suites

    def suite(self, depth: int = 0, most: int = 3) -> Lines:
        """The lines of a suite."""
        before = len(self.changing)
        with self.scope():
            lines = [line for _ in range(self.random.randint(1, most)) for line in self.statement(depth)]
        del self.changing[before:]
        return lines

    def headed(self, head: str, depth: int, most: int = 3) -> Lines:
        return [head, *("    " + line for line in self.suite(depth + 1, most))]

    def statement(self, depth: int) -> Lines:
        """A statement, which may take several lines."""
        forms: list[Callable[[int], Lines]] = [self._assign, self._assign, self._move, self._plain, self._let]
        if depth < MOST_NESTED and self.left > 0:
            forms += [self._if, self._if_some, self._for, self._repeat]
            if self.place.asks:
                forms += [self.choice, self.choice, self._may, self._may_choose, self._choose]
                forms += [self._collect, self._collect, self._collect_units] if self.place.fails else []
            if not self.together:
                forms += [self._as, self._watch]
            if self.world.powers and self.place.commits:
                forms += [self._powers, self._powers]
        self.random.shuffle(forms)
        for form in forms:
            try:
                with self.scope():
                    lines = form(depth)
                    kept = self.scopes[-1] if form in (self._let, self._choose) else {}
            except Unavailable:
                continue
            for kind, names in kept.items():
                self.scopes[-1].setdefault(kind, []).extend(names)
            return lines
        return ["skip"]

    # -- simple statements

    def _assign(self, depth: int) -> Lines:
        if self.changing and self.random.random() < 0.3:
            name, type_ = self.random.choice(self.changing)
            return [f"{name} becomes {self.of_type(type_)}"]
        target, type_ = self.random.choice(self._targets())
        place = self.filled(target)
        listed = type_.startswith(("list of", "some of"))
        if listed and self.random.random() < 0.4:
            item = type_.split(" of ")[1]
            return [f"{place} {self.random.choice(['+=', '-='])} [{self.of_type(item, 2)}]"]
        if type_ in ("0..60000", "-1000000..1000000", "-1000..1000") and self.random.random() < 0.4:
            return [f"{place} += {self.bounded('-5..9', 1)}"]
        return [f"{place} becomes {self.of_type(type_)}"]

    def _targets(self) -> list[tuple[str, str]]:
        found = []
        for variable in self.world.variables:
            if variable.of == "player":
                found.append((f"my {variable.name}", variable.type))
            elif not self.together:
                found.append((f"{{{variable.of}}}.{variable.name}" if variable.of else variable.name, variable.type))
        for kind, attributes in self.world.changing.items():
            if self.known(kind):
                found += [(f"{{{kind}}}.{each.name}", each.type) for each in attributes.values()]
                found.append((f"{{{kind}}}.face", "face"))
        return found

    def of_type(self, type_: str, depth: int = 0) -> str:
        return self.random.choice(["up", "down"]) if type_ == "face" else super().of_type(type_, depth)

    def _move(self, depth: int) -> Lines:
        zone = self._zone()
        kind = self.random.choice(zone.kinds)
        what = self.random.choice(["{" + kind + "}", f"{{list of {kind}}}"])
        end = self.random.choice(["", "bottom of ", "top of "]) if zone.order == "pile" else ""
        facing = " facing down" if self.random.random() < 0.15 else ""
        with self.at(public=not self.place.commits):
            text = f"move {self.filled(what)} to {end}{self._named(zone)}{facing}"
        self._commit("top of" in text or "(bottom" in text or self.random.random() < 0.5)
        return [text]

    def _commit(self, does: bool = True) -> None:
        if does and self.acting:
            self.place = type(self.place)(self.place.public, False, self.place.commits, self.place.asks)

    def _zone(self) -> Zone:
        zones = [zone for zone in self.world.zones if zone.per == "player" or not self.together]
        return self.random.choice(zones)

    def _named(self, zone: Zone) -> str:
        named = self._of_first_owner(zone)
        return f"{named}[{self.filled(f'{{{zone.second}}}')}]" if zone.second else named

    def _of_first_owner(self, zone: Zone) -> str:
        match zone.per:
            case "":
                return zone.name
            case "player":
                other = not self.together and self.random.random() < 0.3
                return self.filled(f"{{player}}.{zone.name}") if other else f"my {zone.name}"
            case "1..3":
                return f"{zone.name}[{self.bounded('1..3', 1)}]"
        return self.filled(f"{{{zone.per}}}.{zone.name}")

    def _plain(self, depth: int) -> Lines:
        forms = ['say "{num} is said"', "skip"]
        kind = self.world.kinds[0]
        if self.place.fails:
            forms += ["require {bool}", 'require {bool} else "it must"', "require {num} < {num}"]
        if self.place.commits:
            piles = [zone for zone in self.world.zones if zone.order == "pile" and self._mine(zone)]
            forms += [f"shuffle {self._named(self.random.choice(piles))}"] if piles else []
            if not self.together:
                forms += [
                    f"show {self._named(self.random.choice(self.world.zones))} to everyone",
                    f"show {{{kind}}} to {{player}}",
                ]
            forms += ["random {b list of colour}", "random r{} in 1..{#1..30}"]
            if not self.together:
                forms += [f"announce {name}({self._fields(name)})" for name in self.world.events]
            forms += list(self.procedures.values())
        if self.loops:
            forms.append("stop")
        if self.random.random() < 0.02 and not self.together:
            forms.append("end game")
        name = self.fresh("r")
        form = self.random.choice(forms).replace("r{}", name)
        if form.startswith("say"):
            words = ["num", "player", kind, "colour", f"{kind} or none"]
            with self.at(public=True, fails=False):
                told = " and ".join(f"{{{self.expression(self.random.choice(words), 2)}}}" for _ in range(2))
            return [f'say "{told}"']
        calls = form.replace(name, "r{}") in self.procedures.values()
        with self.at(public=calls or form.startswith("require")):  # what is called may ask for what it is given
            text = self.filled(form)
        self._commit(not form.startswith(("require", "skip", "stop")))
        if form.startswith("let"):
            self.know(name, "num")
        return [text]

    def _mine(self, zone: Zone) -> bool:
        return zone.per == "player" or not self.together

    def _fields(self, event: str) -> str:
        return ", ".join(
            f"{name}: {{{'#' + type_ if category(type_) == 'num' else type_}}}"
            for name, type_ in self.world.events[event].items()
        )

    def _let(self, depth: int) -> Lines:
        types = ["-1000..1000", "bool", "list of 0..99", "player", "some of colour", *self.world.kinds]
        types += [f"{kind} or none" for kind in self.world.kinds]
        type_ = self.random.choice(types)
        name = self.fresh("l")
        with self.noting() as hidden:
            text = self.of_type(type_)
            self.know(name, category(type_), hidden=hidden())
        if type_ in ("bool", "player"):
            self.changing.append((name, type_))
        return [f"let {name} = {text}"]

    # -- statements with suites

    def _if(self, depth: int) -> Lines:
        lines = self.headed(f"if {self.expression('bool')}:", depth)
        if self.random.random() < 0.3:
            lines += self.headed(f"elif {self.expression('bool')}:", depth)
        return lines + (self.headed("else:", depth) if self.random.random() < 0.4 else [])

    def _if_some(self, depth: int) -> Lines:
        """What only may be there is named, tested and used; or tested, then named and used."""
        type_ = self.random.choice([*(f"{kind} or none" for kind in self.world.kinds), "player or none"])
        forms = [form for form in self.forms[type_] if form not in ("none", f"{{{type_.removesuffix(' or none')}}}")]
        name = self.fresh("m")
        with self.noting() as hidden:
            text = self.filled(self.random.choice(forms))
            is_hidden = hidden()
        with self.scope():
            self.know(name, type_.removesuffix(" or none"), hidden=is_hidden)
            lines = self.headed(f"if {name} is not none:", depth)
        if len(text) % 2:
            return [f"let {name} = {text}", *lines]
        return [f"if {text} is not none:", f"    let {name} = {text}", *lines[1:]]

    def _looped(self, head: str, depth: int) -> Lines:
        """A loop: what it does can either fail or be beyond taking back, if it is part of an action."""
        self.loops += 1
        place = self.place
        if self.acting:
            fails = place.fails and self.random.random() < 0.5
            self.place = type(place)(place.public, fails, not fails and place.commits, place.asks)
        lines = self.headed(head, depth)
        committed = place.fails and self.place.commits and self.acting
        self.place = place
        self._commit(committed)
        self.loops -= 1
        return lines

    def _for(self, depth: int) -> Lines:
        return self._looped(f"for {self.binders(1, 1)}:", depth)

    def _repeat(self, depth: int) -> Lines:
        head = f"repeat {self.bounded('0..4', 1)} times:"
        if self.random.random() < 0.3 and self.place.asks:
            lines = self._looped(f"repeat {self.random.choice(['until', 'while'])} {self.expression('bool')}:", depth)
            return [*lines, "    choose one:", '        "on": skip', '        "off": stop']
        return self._looped(head, depth)

    def _as(self, depth: int) -> Lines:
        if self.acting and not self.place.commits:
            raise Unavailable("as")
        lines = self.headed(f"as {self.expression('player')}:", depth)
        self._commit()
        return lines

    def _option(self, head: str, depth: int) -> Lines:
        """The suite of an option."""
        acting, place = self.acting, self.place
        if not acting:
            self.acting = True
            self.place = type(place)(False, self.random.random() < 0.7, True, place.asks)
        lines = self.headed(head, depth)
        self.acting = acting
        if not acting:
            self.place = place
        return lines

    def _or_nothing(self, write: Callable[[], str], chance: float) -> str:
        with suppress(Unavailable):
            return write() if self.random.random() < chance else ""
        return ""

    def _offered(self, label: str) -> str:
        """What an option is offered for, with its label."""
        with self.at(public=True, fails=False):
            bound = self._or_nothing(lambda: self.binders(1), 0.6)
            told = "".join(f" {{{name}}}" for name in names_bound(bound))
            test = self._or_nothing(lambda: f" if {self.expression('bool')}", 0.3)
        return f'"{label}{told}"' + (f" for {bound}" if bound else "") + test

    def choice(self, depth: int) -> Lines:
        """A decision that can always be made."""
        lines = ["choose one:"]
        for n in range(self.random.randint(1, 3)):
            with self.scope():
                limit = " limit once" if self.random.random() < 0.15 else ""
                head = self._offered(f"way {n}")
                lines += ["    " + line for line in self._option(f"{head}{limit}:", depth)]
        return [*lines, '    "pass": skip']

    def entry(self) -> Lines:
        """The suite of an entry of a menu."""
        self.acting = self.in_menu = True
        return self.suite(2)

    def _choose(self, depth: int) -> Lines:
        """A choice that can always be made, and that goes on with what comes after it."""
        if not (self.together or self.in_menu) and self.random.random() < 0.3:
            return ["choose from bazaar"]
        name, domain, kind = self.fresh("t"), "colour", "colour"
        if self.random.random() < 0.5:
            domain, kind = f"1..{self.random.randint(1, 4)}", "num"
        self.know(name, kind)
        return [self.random.choice([f"choose {name} in {domain}", f'choose "take {{{name}}}" for {name} in {domain}'])]

    def _collect(self, depth: int) -> Lines:
        """A payment with several things."""
        with self.at(public=True):
            lines = [f"collect {self.bounded('0..4', 1)}:"]
        kind = self.random.choice(self.world.kinds)
        for number in range(self.random.randint(1, 2)):
            with self.at(public=True, fails=False):
                name = self.fresh("y")
                bound = f"{name} in {self.expression(f'list of {kind}')}"
            with self.scope(**{name: kind}):
                worth = self.random.choice(["1", "2", f"{name}.n"])
                lines.append(f'    "pay {number} {{{name}}}" for {bound} worth {worth}:')
                lines.append(f"        my x += {self.random.randint(1, 3)}")
        return lines

    def _collect_units(self, depth: int) -> Lines:
        """A payment of several resources, some of which count by themselves."""
        resource, priced = self.fresh("k"), self.random.random() < 0.5
        with self.at(public=True, fails=False), self.scope(**{resource: "colour"}):
            amount = f"1 if {resource} is red else {self.bounded('0..2', 1)}"
        lines = [f"collect {amount} for {resource} in colour{', at most my x' if priced else ''}:"]
        kind = self.random.choice(self.world.kinds)
        for number in range(self.random.randint(1, 3)):
            with self.at(public=True, fails=False):
                name = self.fresh("y")
                domain = self.expression(f"list of {kind}")
            covers = self.random.choice([f"{name}.shade", f"[red, {name}.shade]", "colour"])
            if number:
                lines.append(f"    for {name} in {domain} covers {covers}")
                continue
            costs = f" costs {self.random.choice(['1', f'{name}.n', '0'])}" if priced else ""
            lines.append(f'    "pay {number} {{{name}}}" for {name} in {domain} covers {covers}{costs}:')
            lines.append(f"        my x += {self.random.randint(1, 3)}")
        return lines

    def _may(self, depth: int) -> Lines:
        with self.scope():
            lines = self._option(f"may {self._offered('do it')}:", depth)
        return lines + (self.headed("else:", depth) if self.random.random() < 0.3 else [])

    def _may_choose(self, depth: int) -> Lines:
        with self.at(public=True, fails=False):
            bound = self.binders(1)
        return self._option(f"may choose {bound}:", depth)

    def _powers(self, depth: int) -> Lines:
        """What is done with the powers of a card that its player may know, who is asked whether to use them."""
        name, kind = self.fresh("w"), self.random.choice(self.world.kinds)
        with self.at(public=True):
            lines = [f"for {name} in {self.expression('list of power')}:"]
        with self.at(public=True), self.scope(**{name: "power"}):
            if self.random.random() < 0.2:
                copy = self.fresh("z")
                lines += [self.filled(f"    {{{kind}}} gains {name} as {copy}:"), f"        {self._use(copy)}"]
            else:
                forms = [self._use(name)] * 3 + [f"{{{kind}}} gains {name}", f"if usable({name}): my x += 1"]
                lines.append("    " + self.filled(self.random.choice(forms)))
        self._commit()
        return lines

    def _use(self, power: str) -> str:
        if not self.place.asks:
            return "skip"
        return f"use {power}" if self.place.fails and self.random.random() < 0.4 else f"may use {power}"

    def _watch(self, depth: int) -> Lines:
        if self.acting and not self.place.commits:
            raise Unavailable("watch")
        event, name = self.random.choice(list(self.world.events)), self.fresh("e")
        every = self.random.choice(["", "", "every 2 "])
        loops, acting, place, changing = self.loops, self.acting, self.place, self.changing
        self.loops, self.acting, self.changing = 0, False, []
        self.place = type(place)(False, False, False, place.asks)
        try:
            with self.scope(**{name: event}):
                where = f" where {self.expression('bool')}" if self.random.random() < 0.5 else ""
                life = self.random.choice(self.world.lives)
                lines = self.headed(f"watch {every}{event} as {name}{where} until {life} ends:", depth)
        finally:
            self.loops, self.acting, self.place, self.changing = loops, acting, place, changing
        if self.random.random() < 0.4:
            lines.append("    stop watching")
        return lines


def names_bound(bound: str) -> list[str]:
    """The names that some text binds outside of brackets."""
    names, deep = [], 0
    words = bound.replace("(", " ( ").replace(")", " ) ").replace("[", " ( ").replace("]", " ) ").split()
    for word, after in pairwise(words):
        deep += (word == "(") - (word == ")")
        if after == "in" and not deep and word[-1].isdigit() and word[0].isalpha() and "." not in word:
            names.append(word)
    return names


def statements(
    random: Random, world: World, procedures: dict[str, str], *, together: bool = False, **names: str
) -> StatementWriter:
    """A writer of statements, with names in scope."""
    writer = StatementWriter(random, world, forms_of(world, together=together), procedures, together=together)
    for name, kind in names.items():
        writer.know(name, kind)
    return writer
