"""The automaton of a grammar as plain data: what lark has found out about it, in a form that is read at once.

`driver.py` runs it. It is made from lark's parser once, when the package is built, and stored (`grammars.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Lark


class Rule(NamedTuple):
    """One alternative of a rule: which of its children count, and what they become."""

    origin: str
    length: int
    name: str
    """The name of the node in the tree."""
    children: tuple[tuple[int, bool, int], ...]
    """The children that count: the place of each, whether it stands for a list of children, and how many parts that
    aren't there come before it."""
    absent: int
    """How many parts that aren't there come last."""
    is_list: bool
    """Whether its children take its place in the tree."""
    may_vanish: bool
    """Whether a single child takes its place."""

    @property
    def passes_on(self) -> bool:
        """Whether it only gives on what another rule has made."""
        return self.may_vanish and self.length == 1 and self.children == ((0, False, 0),) and not self.absent


class Automaton(NamedTuple):
    """A grammar's tokens, states and rules."""

    tokens: str
    """A regular expression with a named group for each token."""
    words: dict[str, dict[str, str]]
    """By a token: the words that are tokens of their own."""
    ignored: frozenset[str]
    actions: list[dict[str, int]]
    """By state and symbol: the next state, or -1 - the number of a rule that ends here."""
    rules: list[Rule]
    starts: dict[str, tuple[int, int]]
    """The first and the last state of each kind of text."""


def automaton_of(lark: Lark) -> Automaton:
    """The automaton of lark's parser for a grammar."""
    from lark.parsers.lalr_analysis import Shift

    front: Any = lark.parser
    table = front.parser.parser.parse_table
    numbers = {state: number for number, state in enumerate(table.states)}
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    actions = [
        {symbol: numbers[to] if action is Shift else -1 - rules[to] for symbol, (action, to) in row.items()}
        for row in table.states.values()
    ]
    starts = {name: (numbers[first], numbers[table.end_states[name]]) for name, first in table.start_states.items()}
    tokens, words = _tokens(lark)
    return Automaton(tokens, words, frozenset(lark.ignore_tokens), actions, [*map(_rule, lark.rules)], starts)


def _tokens(lark: Lark) -> tuple[str, dict[str, dict[str, str]]]:
    from lark.lexer import BasicLexer, UnlessCallback

    lexer = BasicLexer(lark.lexer_conf)
    pattern = "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in lexer.scanner.terminals)
    words = {}
    for name, callback in lexer.callback.items():
        if isinstance(callback, UnlessCallback):
            words[name] = {each.pattern.value: each.name for each in callback.scanner.terminals}
    return pattern, words


def _rule(rule: Any) -> Rule:
    """As lark's builder of trees does it (the module `parse_tree_builder` of lark)."""
    options, length = rule.options, len(rule.expansion)
    absent = [0] * (length + 1)
    if options.empty_indices:
        at = 0
        for is_absent in options.empty_indices:
            absent[at] += is_absent
            at += not is_absent
    children, waiting = [], 0
    for at, symbol in enumerate(rule.expansion):
        waiting += absent[at]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            children.append((at, not symbol.is_term and symbol.name.startswith("_"), waiting))
            waiting = 0
    origin = rule.origin.name
    is_list = origin.startswith("_") and not rule.alias
    may_vanish = bool(options.expand1) and not rule.alias
    name = rule.alias or options.template_source or origin
    return Rule(origin, length, name, tuple(children), waiting + absent[length], is_list, may_vanish)
