"""Says in a player's words why a condition doesn't hold: by its structure, with the titles of the layout, and with what
zones, attributes and values are called.

Each function gives an empty text where it has no words that a player understands. All values are those that the seat
may know.
"""

from collections.abc import Mapping
from typing import Any

from artrules.engine.execute.guarded import NotKnown
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Function
from artrules.model.ir.types import Card, Number, Player, Type
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import Evaluator, Names
from artrules.play.game.description import title_of

LAST_RESORT = "the rules don't allow it now"
"""Where nothing better can be said."""
RUNS_BY_ITSELF = "it runs by itself when what it waits for happens"
GIVES_BY_ITSELF = "nobody uses it: it holds as long as its card is in play"
DEPENDS_ON_HIDDEN = "it depends on something that you may not know"
_ENDS = {"<": "it must be less than", "<=": "the highest is", ">": "it must be more than", ">=": "the lowest is"}
NOTHING_TO_CHOOSE = "there is nothing to choose from"
NOT_YOURSELF = "you can't choose yourself"
_OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TURNED_ROUND = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_BOUNDS = {"=": "exactly ", "!=": "anything but ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": ""}


class Phrases:
    """Makes phrases for one seat. `figures` are the titles of the layout for values that functions give."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._model = evaluator.model
        self._describer = evaluator.describer
        self._titles: Mapping[Function, str] = {
            figure.value.function: figure.title.text
            for figure in self._model.layout.figures.values()
            if figure.title is not None and isinstance(figure.value, k.Call)
        }

    def why_not(self, e: k.Expression, names: Names, wanted: bool = True) -> str:
        """Why a condition without parts that are conditions themselves doesn't have the value `wanted`."""
        try:
            return self._why_not(e, names, wanted)
        except (Undetermined, NotKnown):
            return ""

    def _why_not(self, e: k.Expression, names: Names, wanted: bool) -> str:
        match e:
            case k.Checked(value=value):
                return self._why_not(value, names, wanted)
            case k.Operation(operator="not", operands=[operand]):
                return self._why_not(operand, names, not wanted)
            case k.Operation(operator="in" | "not in" as operator, operands=[item, group]):
                return self._membership(item, group, (operator == "in") == wanted, names)
            case k.Operation(operator="shares", operands=[one, other]) if wanted:
                return f"{self._said(one, names)} and {self._said(other, names)} have nothing in common"
            case k.Operation(operator=operator, operands=[one, other]) if operator in _TURNED_ROUND:
                relation: str = operator if wanted else _OPPOSITES[operator]
                direct = self._comparison(one, relation, other, names)
                return direct or self._comparison(other, _TURNED_ROUND[relation], one, names)
            case k.Fold(kind="any" | "no" as kind, binders=[k.Binder(domain=domain), *_]):
                if (kind == "any") == wanted:
                    return self._none_of(domain, names)
            case k.VariableOf() if (title := self._title(e)) is not None:
                return f"it takes this: {title}" if wanted else f"not with this: {title}"
            case k.AttributeOf(declaration=attribute, card=card):
                return f"{self._said(card, names)} is {'not ' if wanted else ''}{title_of(attribute.name)}"
            case k.IsKind(card=card, kind=kind):
                return f"{self._said(card, names)} is {'no' if wanted else 'a'} {title_of(kind)}"
        return ""

    # -- comparisons

    def _comparison(self, one: k.Expression, operator: str, other: k.Expression, names: Names) -> str:
        """Why `one operator other` doesn't hold, as something said of the first."""
        while isinstance(one, k.Checked):
            one = one.value
        if not isinstance(one.type, Number):
            return self._difference(one, operator, other, names)
        value, bound = self._said(one, names), self._said(other, names)
        if (group := _counted(one)) is not None:
            return self._number_of_things(one, group, operator, value, bound, names)
        if isinstance(one, k.Local):
            if operator in ("=", "!="):
                return f"it can't be {value}" if operator == "!=" else ""
            return _beyond(value, operator, bound)
        subject = self._subject(one, names)
        if subject is None:
            return ""
        title, has = subject
        return f"{title}: it takes {_amount(operator, bound)}, {has} {value}"

    def _subject(self, e: k.Expression, names: Names) -> tuple[str, str] | None:
        """What a number is called, and how it is said what it is: `money`, `you have`."""
        match e:
            case k.Checked(value=value):
                return self._subject(value, names)
            case k.VariableOf(owner=owner) if (title := self._title(e)) is not None:
                return title, self._has(owner, names)
            case k.Call(function=function, arguments=arguments) if function in self._titles:
                return self._titles[function], self._has(arguments[0] if arguments else None, names)
            case k.AttributeOf(declaration=attribute, card=card):
                return f"the {title_of(attribute.name)} of {self._said(card, names)}", "it is"
            case k.PropertyOf(property=name, member=member):
                return f"the {title_of(name)} of {self._said(member, names)}", "it is"
            case k.RoundNumber():
                return "rounds", "this is round"
            case k.BuiltinCall(builtin=builtin, arguments=[card]) if builtin.traits.reads_order:
                return f"the place of {self._said(card, names)}", "it is"
            case k.Operation(operator="+", operands=[one, other]):
                subjects = [self._subject(one, names), self._subject(other, names)]
                titles = [subject[0] for subject in subjects if subject is not None]
                if len(titles) == len(subjects):
                    return f"{' and '.join(titles)} together", "it is"
        return None

    def _has(self, owner: k.Expression | None, names: Names) -> str:
        if owner is None or not isinstance(owner.type, Player):
            return "it is"
        said = self._said(owner, names)
        return "you have" if said == "you" else f"{said} has"

    def _title(self, e: k.VariableOf) -> str | None:
        """What people read for a variable; None if they never see it."""
        said = self._model.layout.variables.get(e.declaration.key)
        if said is None:
            return title_of(e.declaration.name)
        if said.title is None:
            return None if said.shown == "never" else title_of(e.declaration.name)
        return said.title.text

    def _number_of_things(
        self, e: k.Expression, group: k.Expression, operator: str, value: str, bound: str, names: Names
    ) -> str:
        """Why there aren't as many things in a group as a condition wants."""
        place = self.place(group, names)
        if not place:
            return ""
        exact = isinstance(group, k.ZoneOf) and isinstance(e, k.BuiltinCall)
        if exact and value == "0":
            return f"there is nothing in {place}"
        if exact and _amount(operator, bound) == "none":
            return f"there is something in {place}"
        such = "" if exact else "such "
        there = f"there is 1 {such}card" if value == "1" else f"there are {value} {such}cards"
        return f"{there} in {place}: it takes {_amount(operator, bound)}"

    def _difference(self, one: k.Expression, operator: str, other: k.Expression, names: Names) -> str:
        """Why two values that are no numbers aren't equal, or are."""
        equal = operator == "="
        if operator not in ("=", "!="):
            return ""
        value, bound = self._said(one, names), self._said(other, names)
        match one:
            case k.AttributeOf(declaration=attribute, card=card):
                subject = f"the {title_of(attribute.name)} of {self._said(card, names)} is"
            case k.PropertyOf(property=name, member=member):
                subject = f"the {title_of(name)} of {self._said(member, names)} is"
            case k.VariableOf() if (title := self._title(one)) is not None:
                subject = f"{title}:"
            case k.FaceOf(card=card):
                return f"{self._said(card, names)} lies face {value}"
            case k.SettingValue(declaration=setting):
                subject = f"in this game, {setting.title or title_of(setting.name)}:"
            case k.Local() if isinstance(one.type, Player | Card) and value != "none":
                if not equal:
                    return NOT_YOURSELF if value == "you" else f"it can't be {value}"
                return f"it must be {bound}, not {value}" if bound != "none" else ""
            case _:
                return ""
        is_now = f"{subject} {'nothing' if value == 'none' else value}"
        return is_now if bound == "none" or not equal else f"{is_now}, not {bound}"

    # -- groups of things

    def _membership(self, item: k.Expression, group: k.Expression, wanted: bool, names: Names) -> str:
        said = self._said(item, names)
        if (place := self.place(group, names)) and isinstance(group, k.ZoneOf):
            return f"{said} isn't in {place}" if wanted else f"{said} is in {place}"
        return f"{said} isn't one of these: {self._said(group, names)}" if wanted else f"{said} is one of these already"

    def _none_of(self, domain: k.Expression, names: Names) -> str:
        place = self.place(domain, names)
        if not place:
            return ""
        anything = bool(self._evaluator.items(domain, names))
        return f"nothing in {place} is right for it" if anything else f"there is nothing in {place}"

    def stands_in_the_way(self, item: k.Local, names: Names) -> str:
        """That there is something for which a condition holds, and shouldn't."""
        try:
            return f"{self._called(names[item.name], item)} stands in the way"
        except Undetermined:
            return ""

    def missing(self, e: k.Expression, names: Names) -> str:
        """That there isn't what an expression asks for."""
        match e:
            case k.TopOf(zone=domain) | k.Operation(operator="item", operands=[domain, _]):
                return self.nothing_in(domain, names)
            case k.Fold(kind="max" | "min", binders=[k.Binder(domain=domain), *_]):
                return self.nothing_in(domain, names)
        return ""

    def nothing_in(self, domain: k.Expression, names: Names) -> str:
        """That there is nothing in a domain, or nothing that will do."""
        try:
            return self._none_of(domain, names)
        except (Undetermined, NotKnown):
            return ""

    def not_among(self, value: Any, item: k.Local, domain: k.Expression, names: Names) -> str:
        """That a value isn't in a domain; of a card that the seat sees, where it is."""
        try:
            said = self._called(value, item)
            match domain:
                case k.Span_(low=low, high=high):
                    least, most = self._evaluator.value(low, names), self._evaluator.value(high, names)
                    if most < least:
                        group = _counted(high)
                        return (group is not None and self._none_of(group, names)) or NOTHING_TO_CHOOSE
                    return _beyond(said, *(("<=", str(most)) if value > most else (">=", str(least))))
                case k.TopOf(zone=zone, count=count, from_bottom=from_bottom) if place := self.place(zone, names):
                    end = "bottom" if from_bottom else "top"
                    if count is None or self._said(count, names) == "1":
                        return f"{said} isn't the {end} card of {place}{self._where(value, item)}"
                    return f"{said} isn't among the {end} {self._said(count, names)} cards of {place}"
            if isinstance(item.type, Player) and said == "you":
                return NOT_YOURSELF
            place = self.place(domain, names)
            if isinstance(item.type, Card) and place:
                return f"{said} isn't in {place}{self._where(value, item)}"
            possible = self._said(domain, names)
            return f"{said} isn't one of these: {possible}" if possible != "nothing" else NOTHING_TO_CHOOSE
        except (Undetermined, NotKnown):
            return ""

    def _called(self, value: Any, item: k.Local) -> str:
        if isinstance(item.type, Player) and value == self._describer.seat:
            return "you"
        return self._describer.called(value, item.type)

    def _where(self, value: Any, item: k.Local) -> str:
        place = self._describer.place_of(value) if isinstance(item.type, Card) else None
        return f": it lies in {place}" if place is not None else ""

    def place(self, e: k.Expression, names: Names) -> str:
        """Where the things of a group lie, in words."""
        match e:
            case k.Checked(value=value):
                return self.place(value, names)
            case k.ZoneOf(declaration=zone, owner=owner, second=second):
                indices = self._index(owner, zone.per, names), self._index(second, zone.second, names)
                return self._describer.zone(zone, *indices) or ""
            case k.Operation(operator="join", operands=[one, other]):
                places = [self.place(one, names), self.place(other, names)]
                return f"{places[0]} or {places[1]}" if all(places) else ""
            case k.Operation(operator="without", operands=[one, _]):
                return self.place(one, names)
            case k.Fold(kind="those", binders=[k.Binder(domain=domain)]):
                return self.place(domain, names)
        return ""

    def _index(self, owner: k.Expression | None, of: Type | None, names: Names) -> int:
        """Which one an owner is among all of a type."""
        if owner is None:
            return 0
        value: int = self._evaluator.value(owner, names)
        return value - of.low if isinstance(of, Number) else value

    def _said(self, e: k.Expression, names: Names) -> str:
        """A value in words; `you` for whoever asks."""
        if isinstance(e.type, Player) and self._evaluator.value(e, names) == self._describer.seat:
            return "you"
        return self._evaluator.said(e, names)


def _counted(e: k.Expression) -> k.Expression | None:
    """The group of which an expression gives the size."""
    match e:
        case k.BuiltinCall(builtin=builtin, arguments=[group]) if builtin.traits.reads_only_size:
            return group
        case k.Fold(kind="count", binders=[k.Binder(domain=domain)]):
            return domain
    return None


def _beyond(value: str, operator: str, bound: str) -> str:
    """That a number is too high or too low for a bound."""
    too = "too high" if operator in ("<", "<=") else "too low"
    return f"{value} is {too}: {_ENDS[operator]} {bound}"


def _amount(operator: str, bound: str) -> str:
    """How much it takes: `at most 3`."""
    if bound == "0" and operator == ">":
        return "at least 1"
    if (operator, bound) in (("=", "0"), ("<=", "0"), ("<", "1")):
        return "none"
    return f"{_BOUNDS[operator]}{bound}"
