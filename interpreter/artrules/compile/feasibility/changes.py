"""Writes changes that a test makes temporarily: each line records the old value in `undo`."""

from __future__ import annotations

from artrules.compile.feasibility.path import Names
from artrules.compile.liveness import free_locals
from artrules.compile.statements import INDENT, StatementWriter
from artrules.ir import nodes as k


class ChangeWriter(StatementWriter):
    """Writes temporary changes. `fresh` counts the new names in the function being written."""

    fresh = 0

    def fresh_name(self) -> str:
        self.fresh += 1
        return f"x{self.fresh}"

    def metered_items(self, binder: k.Binder, items: k.Expression) -> str:
        """Python text of a binder's values, which `items` holds. If there may be many, the text meters each turn."""
        text, weight = self.iterable(items), self.work.weights.get(id(binder))
        return text if weight is None else self.spending(text, weight, binder.at)

    def change_lines(self, s: k.Statement, names: Names) -> list[str] | None:
        """Lines that make a statement's changes and record in `undo` how to undo them; None if they can't be
        written."""
        if any(names.get(name) is None for name in free_locals(s)):
            return None
        self.names = names
        match s:
            case k.Set(place=k.VariableOf() as place, value=value):
                return [f"try_set(v, undo, {self.variable_cell(place)}, {self.value(value)})"]
            case k.Set(place=k.AttributeOf() as place, value=value):
                return [f"try_set(v, undo, {self.attribute_cell(place)}, {self.value(value)})"]
            case k.Gain(card=card, power=power):
                site = self.site(s.at, "the powers that a card gains")
                return [f"try_gain(S, undo, {self.plain(card)}, {self.plain(power)}, {site})"]
            case k.Lose(power=power):
                return [f"try_lose(S, undo, {self.plain(power)})"]
            case k.Announce(event=event) if event.kept is not None:
                number = self.event_number(event.key)
                site = self.site(s.at, f"`{event.name}`")
                return [f"try_remember(S, undo, {self.acting(s.me)}, {number}, {self.fields(s)}, {site})"]
            case k.Announce() | k.Say():
                return []
            case k.If(condition=condition, then=then, otherwise=otherwise):
                test = f"if {self.plain(condition)}:"
                inner, other = self._suite_lines(then, names), self._suite_lines(otherwise, names)
                return None if inner is None or other is None else [test, *inner, "else:", *other]
            case k.ForEach(binder=binder, body=body):
                x = self.fresh_name()
                items = self.metered_items(binder, binder.domain)
                if isinstance(binder.domain, k.PowersOf):
                    items = f"powers_growing(S, {self.plain(binder.domain.card)})"
                self.names = own = {**names, binder.local.name: x}
                head = [f"for {x} in {items}:"]
                if binder.condition is not None:
                    head += [f"{INDENT}if not {self.plain(binder.condition)}:", f"{INDENT * 2}continue"]
                inner = self._suite_lines(body, own)
                return None if inner is None else [*head, *inner]
        return None

    def _suite_lines(self, body: k.Body, names: Names) -> list[str] | None:
        lines: list[str] = []
        for statement in body:
            made = self.change_lines(statement, names)
            if made is None:
                return None
            lines += [INDENT + line for line in made]
        return lines or [f"{INDENT}pass"]
