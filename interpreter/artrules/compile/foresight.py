"""Foresight: whether an action can be completed, found in place, without taking options on copies of the state.

The same graphs that become blocks (`emit.py`) become a second set of functions here. They follow the code to the first
thing that may fail, and put off what it would change: most conditions read nothing of that. Where one does, or where
the code goes on in another function, the changes are made for the moment and taken back at the end (`undo`).

    q12_0(S, place, …)   a branch of decision 12, for a candidate's values
    d12(S, place, …)     decision 12: whether some candidate leads on
    a12(S, place, …)     block 12

`place` is where the frame under the code's own lies on the stack. They give True (the action can be completed, or
reaches a commit), False, or None: it can't be told like this, and the engine must look ahead on a copy
(`run/lookahead.py`). The stack is that of a position in which the option has just been taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from artrules.compile import blocks as b
from artrules.compile.effects import FACES, LIMITS, NOTHING, POWERS, RECORDS, WATCHES, ZONES, Effects, Tokens, meet
from artrules.compile.failing import Failing
from artrules.compile.liveness import free_locals
from artrules.compile.statements import INDENT, StatementWriter
from artrules.kernel import nodes as k
from artrules.kernel.type import Card, Zone

UNKNOWN = ["return None"]
MOST_LINES = 200
"""Code that needs more lines than this is looked at on a copy."""
PLAIN = {"True": True, "False": False, "None": None}

Names = dict[str, str | None]
"""For locals of a piece of code their names in the function that is written; None when the value can't be known."""
Item = k.Statement | b.Block


@dataclass(frozen=True)
class Way:
    """How far the code was followed.

    `work` is what is left, next first, each with the number of the scope whose names it goes by. `put_off` are the
    lines that make the changes not made yet (None: they can't be made here), `changed` what they change.
    """

    work: tuple[tuple[Item, int], ...]
    scopes: tuple[Names, ...]
    changed: Tokens = NOTHING
    put_off: tuple[str, ...] | None = ()
    seen: frozenset[tuple[int, int]] = frozenset()
    tested: bool = False
    """Whether it was tested that nothing below can fail, where nothing can any more in the code itself."""

    def then(self, *items: Item, scope: int) -> Way:
        return replace(self, work=(*((item, scope) for item in items), *self.work))

    def naming(self, scope: int, name: str, text: str | None) -> Way:
        scopes = (*self.scopes[:scope], {**self.scopes[scope], name: text}, *self.scopes[scope + 1 :])
        return replace(self, scopes=scopes)

    def changing(self, tokens: Tokens, lines: list[str] | None) -> Way:
        """Put off a change; without lines it can't be made later."""
        put_off = (*self.put_off, *lines) if self.put_off is not None and lines is not None else None
        return replace(self, changed=self.changed | tokens, put_off=put_off)


class Foresight(StatementWriter):
    """Writes the functions; expressions come out with the names of the scope they are in."""

    def __init__(self, writer: StatementWriter, codes: dict[str, b.Code], failing: Failing) -> None:
        super().__init__(writer.layout)
        self.constants, self.sites, self.tests = writer.constants, writer.sites, writer.tests
        self.codes, self.failing = codes, failing
        self.effects = Effects()
        self.names: Names = {}
        self.fresh = 0
        self.left = 0

    # -- functions

    def branch(self, block: b.Block, index: int, limit_key: int | None) -> list[str] | None:
        """The lines of the function of a decision's branch; None when nothing could be told."""
        assert isinstance(block.end, b.Decide)
        branch, target = block.end.choose.branches[index], block.end.targets[index]
        names = [*block.needs, *(binder.local.name for binder in branch.binders)]
        way = _begin(target, names)
        if branch.limit is not None:
            self.names = way.scopes[0]
            me = self._plain(block.end.choose.me)
            way = way.changing(frozenset({LIMITS}), [f"count_ahead(S, undo, {me}, {branch.limit.index}, {limit_key})"])
        return self._function(way)

    def rest(self, block: b.Block) -> list[str] | None:
        """The lines of the function of a block."""
        return self._function(_begin(block, block.needs))

    def _function(self, way: Way) -> list[str] | None:
        self.fresh, self.left = 0, MOST_LINES
        lines = self._follow(way)
        if lines == UNKNOWN:
            return None
        if not any("undo" in line for line in lines):
            return lines
        body = [INDENT + line for line in lines]
        return ["undo = []", "try:", *body, "finally:", f"{INDENT}take_back(S, undo)"]

    # -- following

    def _follow(self, way: Way) -> list[str]:
        self.left -= 1
        if self.left < 0:
            return UNKNOWN
        if not way.work:
            return self._made(way, lambda made: ["return go_below(S, place)"])
        (item, scope), rest = way.work[0], replace(way, work=way.work[1:])
        self.names = way.scopes[scope]
        if isinstance(item, b.Block):
            return self._block(item, scope, rest)
        method: Callable[..., list[str]] | None = getattr(self, f"_over_{type(item).__name__.lower()}", None)
        return method(item, scope, rest) if method is not None else self._pass(item, scope, rest)

    def _made(self, way: Way, onward: Callable[[Way], list[str]]) -> list[str]:
        """Make the changes put off, and go on."""
        if way.put_off is None:
            return UNKNOWN
        return [*way.put_off, *onward(replace(way, changed=NOTHING, put_off=()))]

    def _with(
        self, nodes: list[k.Node | None], way: Way, scope: int, onward: Callable[[Way], list[str]]
    ) -> list[str]:
        """Go on where some expressions have the values that they would have after all that was followed; for that,
        make the changes put off if need be."""
        wanted = [node for node in nodes if node is not None]
        names = way.scopes[scope]
        if any(names.get(name) is None for node in wanted for name in free_locals(node)):
            return UNKNOWN
        if any(meet(self.effects.read(node), way.changed) for node in wanted):
            return self._made(way, lambda made: self._with(nodes, made, scope, onward))
        self.names = names
        return onward(way)

    def _local(self, e: k.Local) -> str:
        return self.names.get(e.name) or e.name

    def _name(self) -> str:
        self.fresh += 1
        return f"x{self.fresh}"

    def _pass(self, statement: k.Statement, scope: int, way: Way) -> list[str]:
        """Pass over a statement that can't fail, for what it changes."""
        changed = self.effects.changed(statement)
        if changed is None or self.failing.node(statement):
            return UNKNOWN
        lines = self._making(statement, way.scopes[scope]) if changed else []
        for node in k.walk(statement):
            if isinstance(node, k.Set) and isinstance(node.place, k.Local):
                way = way.naming(scope, node.place.name, None)
        return self._follow(way.changing(changed, lines) if changed else way)

    def _making(self, s: k.Statement, names: Names) -> list[str] | None:
        """Lines that make the changes of a statement, to be taken back; None when they can't be written."""
        if any(names.get(name) is None for name in free_locals(s)):
            return None
        self.names = names
        match s:
            case k.Set(place=k.VariableOf() as place, value=value):
                return [f"set_ahead(v, undo, {self.variable_cell(place)}, {self.value(value)})"]
            case k.Set(place=k.AttributeOf() as place, value=value):
                return [f"set_ahead(v, undo, {self.attribute_cell(place)}, {self.value(value)})"]
            case k.Gain(card=card, power=power):
                site = self.site(s.at, "the powers that a card gains")
                return [f"gain_ahead(S, undo, {self._plain(card)}, {self._plain(power)}, {site})"]
            case k.Announce(event=event) if event.kept is not None:
                number = self.event_number(event.key)
                return [f"remember_ahead(S, undo, {self.acting(s.me)}, {number}, {self.fields(s)})"]
            case k.Announce() | k.Say():
                return []
            case k.If(condition=condition, then=then, otherwise=otherwise):
                test = f"if {self._plain(condition)}:"
                inner, other = self._making_all(then, names), self._making_all(otherwise, names)
                return None if inner is None or other is None else [test, *inner, "else:", *other]
            case k.ForEach(binder=binder, body=body):
                x = self._name()
                items = self.iterable(binder.domain)
                if isinstance(binder.domain, k.PowersOf):
                    items = f"powers_growing(S, {self._plain(binder.domain.card)})"
                self.names = own = {**names, binder.local.name: x}
                head = [f"for {x} in {items}:"]
                if binder.condition is not None:
                    head += [f"{INDENT}if not {self._plain(binder.condition)}:", f"{INDENT * 2}continue"]
                inner = self._making_all(body, own)
                return None if inner is None else [*head, *inner]
        return None

    def _making_all(self, body: k.Body, names: Names) -> list[str] | None:
        lines: list[str] = []
        for statement in body:
            made = self._making(statement, names)
            if made is None:
                return None
            lines += [INDENT + line for line in made]
        return lines or [f"{INDENT}pass"]

    # -- statements

    def _over_set(self, s: k.Set, scope: int, way: Way) -> list[str]:
        local = s.place
        if isinstance(local, k.Local):
            return self._with([s.value], way, scope, lambda w: self._bind(s, local, scope, w))
        return self._pass(s, scope, way)

    def _bind(self, s: k.Set, local: k.Local, scope: int, way: Way) -> list[str]:
        if isinstance(s.value, k.Constant):
            return self._follow(way.naming(scope, local.name, repr(s.value.value)))
        name = self._name()
        line = self._s_set(k.Set(s.at, k.Local(s.at, local.type, name), s.value))[0]
        return [line, *self._follow(way.naming(scope, local.name, name))]

    def _over_require(self, s: k.Require, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            test = f"if not {self._plain(s.condition)}:"
            return [test, f"{INDENT}return False", *self._follow(w)]

        return self._with([s.condition], way, scope, onward)

    def _over_if(self, s: k.If, scope: int, way: Way) -> list[str]:
        return self._fork(s.condition, s.then, s.otherwise, scope, way)

    def _fork(
        self, condition: k.Expression, then: list[Any], otherwise: list[Any], scope: int, way: Way
    ) -> list[str]:
        def onward(w: Way) -> list[str]:
            test = f"if {self._plain(condition)}:"
            inner = self._follow(w.then(*then, scope=scope))
            return [test, *(INDENT + line for line in inner), *self._follow(w.then(*otherwise, scope=scope))]

        return self._with([condition], way, scope, onward)

    def _over_move(self, s: k.Move, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            one = isinstance(s.cards.type, Card)
            name = self._name()
            cards = f"({self._plain(s.cards)},)" if one else self.value(s.cards)
            face = self._plain(s.face) if s.face is not None else "None"
            end = {None: "None", "top": "0", "bottom": "-1"}[s.end]
            position = self._plain(s.position) if s.position is not None else "None"
            me, zone = self.acting(s.me), self.zone(s.zone)
            stirs = self._name()
            # Most moves leave a card face up: then conditions on faces need not wait for them.
            turned = s.face is not None or not self._arrives_face_up(s.zone)
            later = f"move_ahead(S, undo, {name}, {zone}, {end}, {position}, {face})"
            return [
                f"{name} = {cards}",
                f"{stirs} = stirs(S, {me}, {name}, {zone}, {turned})",
                f"if {stirs}:",
                f"{INDENT}return True if {stirs} > 0 else None",
                *self._follow(w.changing(frozenset({ZONES, FACES} if turned else {ZONES}), [later])),
            ]

        parts = [s.cards, s.position, s.face, s.me, s.zone.owner if isinstance(s.zone, k.ZoneOf) else s.zone]
        if any(self.failing.node(part) for part in (s.position, s.face, s.zone)):
            return UNKNOWN
        return self._with(parts, way, scope, onward)

    def _arrives_face_up(self, zone: k.Expression) -> bool:
        return isinstance(zone, k.ZoneOf) and zone.declaration.face_up

    def _over_shuffle(self, s: k.Shuffle, scope: int, way: Way) -> list[str]:
        assert isinstance(s.zone.type, Zone)

        def onward(w: Way) -> list[str]:
            return [f"if len({self.value(s.zone)}) > 1:", f"{INDENT}return True", *self._follow(w)]

        return self._with([s.zone], way, scope, onward)

    def _over_roll(self, s: k.Roll, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            items = f"[{s.binder.local.name} {self.binder_clauses([s.binder])}]"
            return [f"if len({items}) > 1:", f"{INDENT}return True", "return None"]

        return self._with([s.binder], way, scope, onward)

    def _over_foreach(self, s: k.ForEach, scope: int, way: Way) -> list[str]:
        if not self.failing.node(s) and self.effects.changed(s) is not None:
            return self._pass(s, scope, way)
        return self._unless_it_runs(s.binder, s.binder.domain, None, scope, way, lambda w: UNKNOWN)

    def _over_repeat(self, s: k.Repeat, scope: int, way: Way) -> list[str]:
        if not self.failing.node(s) and self.effects.changed(s) is not None:
            return self._pass(s, scope, way)

        def onward(w: Way) -> list[str]:
            assert s.limit is not None
            text = self._plain(s.limit)
            runs = {"times": f"{text} > 0", "while": text, "until": f"not {text}"}[s.kind]
            return [f"if {runs}:", f"{INDENT}return None", *self._follow(w)]

        return self._with([s.limit], way, scope, onward) if s.limit is not None else UNKNOWN

    def _over_as(self, s: k.As, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            name = self._name()
            line = f"{name} = {self._plain(s.player)}"
            return [line, *self._follow(w.naming(scope, s.local.name, name).then(*s.body, scope=scope))]

        return self._with([s.player], way, scope, onward)

    def _over_perform(self, s: k.Perform, scope: int, way: Way) -> list[str]:
        return self._called(s, scope, way, *(s.procedure.body or []))

    def _over_announce(self, s: k.Announce, scope: int, way: Way) -> list[str]:
        return self._pass(s, scope, way) if s.event.kept is not None else self._follow(way)

    def _over_endgame(self, s: k.EndGame, scope: int, way: Way) -> list[str]:
        return ["return True"]

    def _over_endaction(self, s: k.EndAction, scope: int, way: Way) -> list[str]:
        # In a procedure that was gone into no decision of its own was passed: nothing of it can end here.
        if scope:
            return self._follow(way)
        test = f"if ends_here(S, place, {tuple(s.decisions)!r}):"
        return [test, f"{INDENT}return True", *self._follow(way)]

    def _over_leave(self, s: k.Leave, scope: int, way: Way) -> list[str]:
        return UNKNOWN

    # -- blocks

    def _block(self, block: b.Block, scope: int, way: Way) -> list[str]:
        if (block.number, scope) in way.seen:
            return self._handed_on(block, scope, way)
        lines: list[str] = []
        if isinstance(block.end, b.Return) and not block.instructions:
            return self._follow(way)
        if not way.tested and not any(_may_fail(item, self.failing) for item, _ in [(block, scope), *way.work]):
            lines = ["if safe_below(S, place):", f"{INDENT}return True"]
            way = replace(way, tested=True)
        if block.instructions:
            end = b.Block(block.number, block.code, [], block.end, block.needs, block.may_fail)
            return [*lines, *self._follow(way.then(*block.instructions, end, scope=scope))]
        way = replace(way, seen=way.seen | {(block.number, scope)})
        return [*lines, *self._end(block, scope, way)]

    def _end(self, block: b.Block, scope: int, way: Way) -> list[str]:
        match block.end:
            case b.Return():
                return self._follow(way)
            case b.Jump(target=target):
                return self._follow(way.then(target, scope=scope))
            case b.Fork(condition=condition, then=then, otherwise=otherwise):
                return self._fork(condition, [then], [otherwise], scope, way)
            case b.Iterate(binder=binder, items=items, index=index, after=after):
                if not way.work and not scope:
                    return self._loop(block.end, way)
                rest = way.then(after, scope=scope)
                return self._unless_it_runs(
                    binder,
                    items,
                    index,
                    scope,
                    rest,
                    lambda w: self._handed_on(block, scope, replace(w, work=way.work)),
                )
            case b.Count(left=left, body=body, after=after):
                more = k.Operation(left.at, left.type, ">", [left, k.Constant(left.at, left.type, 0)])
                one = k.Constant(left.at, left.type, 1)
                less = k.Set(left.at, left, k.Operation(left.at, left.type, "-", [left, one]))
                return self._fork(more, [less, body], [after], scope, way)
            case b.CallProcedure(perform=perform, after=after):
                entry = self.codes[perform.procedure.key].entry
                return self._called(perform, scope, way.then(after, scope=scope), entry)
            case b.CallWatches(announce=announce, after=after):
                if WATCHES in way.changed:
                    return UNKNOWN
                test = ["if S.watches:", f"{INDENT}return None"]
                return [*test, *self._over_announce(announce, scope, way.then(after, scope=scope))]
            case b.CallPower(use=use, after=after):
                return self._used(use, scope, way.then(after, scope=scope))
            case b.Decide():
                return self._handed_on(block, scope, way)
        return UNKNOWN

    def _unless_it_runs(
        self,
        binder: k.Binder,
        items: k.Expression,
        index: k.Local | None,
        scope: int,
        way: Way,
        running: Callable[[Way], list[str]],
    ) -> list[str]:
        """Go on after a loop when it has nothing to go through; `running` writes what is done when it has."""
        if isinstance(binder.domain, k.PowersOf):
            first = index if index is not None else k.Constant(binder.at, binder.local.type, 0)

            def powers(w: Way) -> list[str]:
                card, start = self._plain(binder.domain.card), self._plain(first)  # type: ignore[attr-defined]
                test = f"if not lacks_powers(S, {card}, {start}, {self.tests.table(binder, self._constant_of)}):"
                lines = [INDENT + line for line in running(w)]
                return [test, *lines, *self._follow(w)]

            if POWERS in way.changed:
                return self._made(way, lambda w: self._with([binder.domain, first], w, scope, powers))
            return self._with([binder.domain, first], way, scope, powers)

        def listed(w: Way) -> list[str]:
            name = self._name()
            lines = [f"for {name} in {self.iterable(items)}:"]
            if binder.condition is not None:
                self.names = {**w.scopes[scope], binder.local.name: name}
                lines.append(f"{INDENT}if {self._plain(binder.condition)}:")
            inner = [INDENT * len(lines) + line for line in running(w)]
            return [*lines, *inner, *self._follow(w)]

        condition = _without(binder) if binder.condition is not None else None
        return self._with([items, condition], way, scope, listed)

    def _constant_of(self, name: str) -> Any:
        """The value of a local that is known as the code is written; ValueError where it isn't."""
        text = self.names.get(name) or ""
        return PLAIN[text] if text in PLAIN else int(text)

    def _loop(self, end: b.Iterate, way: Way) -> list[str]:
        """A loop with nothing after it but what lies on the stack: it is written out."""
        binder = end.binder
        x = binder.local.name

        def powers(w: Way) -> list[str]:
            items, index = self._name(), self._name()
            first = [
                f"{items} = {self.value(binder.domain)}",
                f"{index} = {self._plain(end.index)}",
                f"while {index} < len({items}):",
            ]
            step = [f"{x} = {items}[{index}]", f"{index} += 1"]
            return round_(w.naming(0, end.index.name, index), first, step)

        def listed(w: Way) -> list[str]:
            items = self._name()
            first = [f"{items} = {self.value(end.items)}", f"while {items}:"]
            step = [f"{x} = {items}[0]", f"{items} = {items}[1:]"]
            return round_(w.naming(0, end.items.name, items), first, step)

        def round_(w: Way, first: list[str], step: list[str]) -> list[str]:
            own = w.naming(0, x, x)
            self.names = own.scopes[0]
            if binder.condition is not None:
                step += [f"if not {self._plain(binder.condition)}:", f"{INDENT}continue"]
            step += self._follow(own.then(end.body, scope=0))
            return [*first, *(INDENT + line for line in step), *self._follow(w.then(end.after, scope=0))]

        condition = _without(binder) if binder.condition is not None else None
        if isinstance(binder.domain, k.PowersOf):
            return self._with([binder.domain, end.index, condition], way, 0, powers)
        return self._with([end.items, condition], way, 0, listed)

    # -- other functions

    def _called(self, perform: k.Perform, scope: int, way: Way, *body: Item) -> list[str]:
        """Go on in a procedure's code, with its parameters as names of their own."""

        def onward(w: Way) -> list[str]:
            names: Names = {}
            lines: list[str] = []
            parameters = [p.name for p in perform.procedure.locals]
            for name, argument in [("me", perform.me), *zip(parameters, perform.arguments, strict=True)]:
                if isinstance(argument, (k.Local, k.Constant)):
                    names[name] = self._plain(argument)
                else:
                    names[name] = fresh = self._name()
                    lines.append(f"{fresh} = {self.value(argument)}")
            w = replace(w, scopes=(*w.scopes, names))
            return [*lines, *self._follow(w.then(*body, scope=len(w.scopes) - 1))]

        return self._with([perform.me, *perform.arguments], way, scope, onward)

    def _frames(self, way: Way) -> str | None:
        """The frames of what is left to do, undermost first; None when they can't be written."""
        frames = []
        for item, scope in reversed(way.work):
            if not isinstance(item, b.Block):
                return None
            if isinstance(item.end, b.Return) and not item.instructions:
                continue
            values = [way.scopes[scope].get(name) for name in item.needs]
            if any(value is None for value in values):
                return None
            frames.append(f"({', '.join(map(str, [item.number, *values]))},)")
        return f"({', '.join(frames)}{',' if frames else ''})"

    def _handed_on(self, block: b.Block, scope: int, way: Way) -> list[str]:
        """Go on in the function of a block or a decision; what is left lies on the stack meanwhile."""
        frames = self._frames(way)
        values = [way.scopes[scope].get(name) for name in block.needs]
        if frames is None or any(value is None for value in values):
            return UNKNOWN
        given = "".join(f", {value}" for value in values)
        return self._made(way, lambda w: [f"return onward(S, place, {frames}, {block.number}{given})"])

    def _used(self, use: k.UsePower, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            me, power = self._plain(use.me), self._plain(use.power)
            frames = self._frames(w)
            if frames is None:
                return UNKNOWN
            return self._made(w, lambda _: [f"return use_ahead(S, place, {frames}, {me}, {power})"])

        return self._with([use.me, use.power], way, scope, onward)

    def decision(self, block: b.Block, written: set[int]) -> list[str]:
        """The lines of the function of a decision: whether some candidate leads on. Declining is tried first; of
        `written` branches there are functions."""
        assert isinstance(block.end, b.Decide)
        self.names = {}
        choose = block.end.choose
        me = self._plain(choose.me)
        lines = [f"if {me} != S.actor:", f"{INDENT}return True", "unsure = False"]
        order = sorted(range(len(choose.branches)), key=lambda i: (not choose.branches[i].declines, i))
        for index in order:
            branch = choose.branches[index]
            depth = 0
            for binder in branch.binders:
                items, condition = self.through(binder)
                lines.append(f"{INDENT * depth}for {binder.local.name} in {items}:")
                depth += 1
                if condition is not None:
                    lines.append(f"{INDENT * depth}if not {self._plain(condition)}:")
                    lines.append(f"{INDENT * (depth + 1)}continue")
            if branch.guard is not None:
                lines.append(f"{INDENT * depth}if {self._plain(branch.guard)}:")
                depth += 1
            if branch.limit is not None or index not in written:
                lines.append(f"{INDENT * depth}unsure = True")
                continue
            values = "".join(f", {name}" for name in [*block.needs, *(x.local.name for x in branch.binders)])
            trying = [
                "S.foresights -= 1",
                "if S.foresights < 0:",
                f"{INDENT}return None",
                "try:",
                f"{INDENT}leads_on = q{block.number}_{index}(S, place{values})",
                f"{INDENT}if leads_on:",
                f"{INDENT}{INDENT}return True",
                f"{INDENT}if leads_on is None:",
                f"{INDENT}{INDENT}unsure = True",
                "except Fail:",
                f"{INDENT}pass",
            ]
            lines += [INDENT * depth + line for line in trying]
        return [*lines, "return None if unsure else False"]


def _begin(block: b.Block, names: list[str]) -> Way:
    return Way(((block, 0),), ({name: name for name in names},))


def _may_fail(item: Item, failing: Failing) -> bool:
    return item.may_fail if isinstance(item, b.Block) else failing.node(item)


def _without(binder: k.Binder) -> k.Binder:
    """A binder whose domain is known already."""
    return k.Binder(binder.at, binder.local, k.Constant(binder.at, binder.local.type, None), binder.condition)
