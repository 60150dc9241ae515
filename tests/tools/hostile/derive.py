"""Random derivations of the language's grammar: whatever `syntax/code.lark` can bring forth, with names that exist.

The rules are those that lark has made of the grammar file, so that a form that is added to it is tried from then on.
"""

from __future__ import annotations

from functools import cache
from random import Random

from lark.grammar import NonTerminal, Rule, Terminal

from artrules.text.syntax.parse import grammar

INFINITE = 10**6
STRINGS = ('"x"', '"take {c}"', '"{me}"', '"{1 + n}"', '"{"', '"}"', '"{x} and {y}"', '""', '"{my hand}"')
NUMBERS = ("0", "1", "2", "3", "7", "9", "100", "255", "256", "1000000000", "99999999999", "9" * 5000)


def derive(random: Random, start: str, names: tuple[str, ...], size: int = 40) -> str:
    """A text that the grammar allows from a rule on (`effect`, `expression`, `bindings`); `size` bounds its depth."""
    return _Writer(random, names).text(start, size)


class _Writer:
    def __init__(self, random: Random, names: tuple[str, ...]) -> None:
        self.random = random
        self.names = names
        self.parts: list[str] = []
        self.indent = 0

    def text(self, start: str, size: int) -> str:
        self._expand(NonTerminal(start), size)
        return "".join(self.parts).strip("\n")

    def _expand(self, symbol: NonTerminal | Terminal, size: int) -> None:
        if isinstance(symbol, Terminal):
            self._token(symbol.name)
            return
        rules, cost = _rules()[symbol.name], _cost()
        fits = [r for r in rules if _of(r, cost) < size]
        cheapest = min(_of(r, cost) for r in rules)
        rule = self._one_of(fits or [r for r in rules if _of(r, cost) == cheapest])
        for part in rule.expansion:
            # Each part gets less room, so that long texts of many parts stay small as well.
            self._expand(part, size - 1 - len(rule.expansion) // 2)

    def _one_of(self, rules: list[Rule]) -> Rule:
        """Short expansions are likelier: else every expression would be a chain of all operators."""
        return self.random.choices(rules, [9 if len(r.expansion) == 1 else 2 for r in rules])[0]

    def _token(self, name: str) -> None:
        random = self.random
        if name == "_INDENT":
            self.indent += 1
            self.parts[-1] = "\n" + "    " * self.indent
        elif name == "_DEDENT":
            self.indent -= 1
            if self.parts and self.parts[-1].startswith("\n"):
                self.parts[-1] = "\n" + "    " * self.indent
            else:
                self.parts.append("\n" + "    " * self.indent)
        elif name == "_NL":
            if not self.parts or not self.parts[-1].startswith("\n"):
                self.parts.append("\n" + "    " * self.indent)
        elif name == "NAME":
            self._word(random.choice(self.names))
        elif name in ("FIRST", "LAST", "PASS"):
            self._word(name.lower())
        elif name == "MEMBER":
            self.parts.append(f".{random.choice(self.names)}")
        elif name == "INT":
            self._word(random.choice(NUMBERS[:-2] if random.random() < 0.98 else NUMBERS))
        elif name == "STRING":
            self._word(random.choice(STRINGS))
        else:
            self._word(_spelling()[name])

    def _word(self, word: str) -> None:
        if self.parts and not self.parts[-1].startswith("\n"):
            self.parts.append(" ")
        self.parts.append(word)


@cache
def _spelling() -> dict[str, str]:
    """The text of each terminal that has but one."""
    return {t.name: t.pattern.value for t in grammar("code").terminals if t.pattern.type == "str"}


@cache
def _rules() -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in grammar("code").rules:
        found.setdefault(rule.origin.name, []).append(rule)
    return found


@cache
def _cost() -> dict[str, int]:
    """How deep the smallest derivation of each rule is."""
    cost = dict.fromkeys(_rules(), INFINITE)
    changed = True
    while changed:
        changed = False
        for name, rules in _rules().items():
            new = min(_of(r, cost) for r in rules)
            if new < cost[name]:
                cost[name], changed = new, True
    return cost


def _of(rule: Rule, cost: dict[str, int]) -> int:
    return 1 + max((cost[s.name] for s in rule.expansion if isinstance(s, NonTerminal)), default=0)
