"""What players learn of cards and values that they can't see, and what content says of the values that hidden variables
may have.
"""

from collections import defaultdict
from collections.abc import Iterable

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import CodeSearch
from artrules.model.analyses.dependence import Origin, Situation, Source, attributes_of
from artrules.model.analyses.information import InformationFlow, Test, is_hidden
from artrules.model.analyses.information_flow import information_flow
from artrules.model.ir import nodes as k
from artrules.model.ir.code import every_code
from artrules.model.ir.declarations import Attribute, Declaration, Variable, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Card, Happening, ListOf, Member, Number, Optional, Player, Power, Type, Zone
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# What players learn of cards and values that they can't see.
#
# An option or a requirement tells the player who is offered something, or refused it, what it depends on: cards that
# nobody sees (`hidden-read`), or what is hidden from this player otherwise (`secret-offer`). To choose a card blindly
# is no fault. A statement that everybody notices tells everybody what it depends on (`depends-on-hidden`). All of them
# come from `analyses/information_flow.py`; what may be public after all, such as a card that was moved, isn't judged.

HIDDEN_READ = declare(4016, "hidden-read", "an option depends on cards that its player doesn't see")
SECRET_OFFER = declare(
    4173, "secret-offer", "an option depends on what is hidden from who is offered it", severity="warning"
)
DEPENDS_ON_HIDDEN = declare(
    4178, "depends-on-hidden", "everybody learns something of what not everybody sees", severity="warning"
)


@model_check(HIDDEN_READ, SECRET_OFFER, DEPENDS_ON_HIDDEN)
def hidden_information(model: Model, report: Report) -> None:
    flow = information_flow(model)
    unwritten = {node for code in every_code(model) if not code.is_written for node in code.every_node}
    # Which powers run for what happens is told by what they do, and reported as that.
    judged: set[k.Node] = set(unwritten)
    for test in flow.tests:
        if test.within not in judged and _judge_test(test, model, report):
            judged.add(test.within)
    places = {node.at for node in unwritten}
    conditions = list(_conditions_of_triggers(model, flow)) if unwritten else []
    tells_of_triggers = False
    for disclosure in flow.disclosures if model.players[1] > 1 else ():
        if conditions and disclosure.at in places:
            tells_of_triggers = True
            continue
        place = _first(disclosure.sources)
        deciding = [("this decides about it", disclosure.because)] if disclosure.because is not None else []
        report.add(
            DEPENDS_ON_HIDDEN,
            f"{disclosure.act.value} depends on {_what(place)}, which not everybody sees",
            disclosure.at,
            related=[*deciding, (f"not everybody sees {_what(place)}", place.at)],
        )
    for condition, place in conditions if tells_of_triggers else ():
        message = f"whether this power runs depends on {_what(place)}, which not everybody sees"
        report.add(DEPENDS_ON_HIDDEN, message, condition.at, related=[(f"not everybody sees {_what(place)}", place.at)])


def _conditions_of_triggers(model: Model, flow: InformationFlow) -> Iterable[tuple[k.Expression, Declaration]]:
    """The conditions of powers that wait for something which depend on what not everybody sees, and what that is."""
    waiting = {f"power {power.key}" for power in model.powers if power.waits}
    for function in model.functions.values():
        if function.part_of in waiting and (value := model.values.get(function)) is not None:
            for condition in _operands(value):
                sources = flow.resolved(flow.analysis.of(condition, Situation()).all)
                if any(isinstance(source.what, Declaration) for source in sources):
                    yield condition, _first(sources)


def _operands(condition: k.Expression) -> Iterable[k.Expression]:
    """The conditions that must hold together."""
    if isinstance(condition, k.Operation) and condition.operator == "and":
        return [each for operand in condition.operands for each in _operands(operand)]
    return [condition]


def _judge_test(test: Test, model: Model, report: Report) -> bool:
    """Report what an option or a requirement tells. Returns whether it tells anything."""
    # Of a pile that shows its top card, players may remember more.
    zones = [s for s in test.unseen if isinstance(s.what, ZoneDeclaration) and s.what.sight.seen_by == "nobody"]
    own = [s for s in test.unseen if s.seen_by == "others"]
    if own and not test.of_domain:
        place = _first(own)
        expected = f"at most `size({place.name})`, or the cards' places: their owner doesn't see more"
        related = [("the zone that all see but its owner", place.at)]
        message = f"what is offered here tells its player {_what(place)}"
        report.add(HIDDEN_READ, message, test.node.at, expected=expected, related=related)
    elif zones:
        place = _first(zones)
        expected = f"at most `size({place.name})`: nobody sees these cards"
        related = [("the zone that nobody sees", place.at)]
        message = f"what is offered here tells {_what(place)}"
        report.add(HIDDEN_READ, message, test.node.at, expected=expected, related=related)
    elif test.unseen and not (own or test.of_domain):
        place = _first(test.unseen)
        message = f"what is offered here depends on {_what(place)}, which nobody sees"
        report.add(SECRET_OFFER, message, test.node.at, related=[("nobody sees all of this", place.at)])
    elif test.of_others and not test.of_domain and model.players[0] > 1:  # one player alone has no neighbour
        place = _first(test.of_others)
        message = "what is offered here depends on what another player alone may see"
        related = [(f"only its owner sees `{place.name}`", place.at)]
        report.add(SECRET_OFFER, message, test.node.at, related=related)
    else:
        return False
    return True


SECRET_REASON = declare(
    4240, "secret-reason", "the words of a function tell something that nobody sees", severity="warning"
)


@model_check(SECRET_REASON)
def secret_reasons(model: Model, report: Report) -> None:
    flow = information_flow(model)
    for function, words in model.reasons.items():
        told = flow.resolved(flow.analysis.of(words, Situation()).value)
        hidden = [each for each in told if each.seen_by == "nobody" and isinstance(each.what, Declaration)]
        if hidden:
            place = _first(hidden)
            message = f"the words of `{function.name}` tell {_what(place)}, which nobody sees"
            report.add(SECRET_REASON, message, words.at, related=[("nobody sees all of this", place.at)])


# Who is on whose side is told in results and to those who win together: everybody must be able to see it.

HIDDEN_SIDES = declare(4070, "hidden-sides", "who is on whose side depends on what not everybody sees")


@model_check(HIDDEN_SIDES)
def hidden_sides(model: Model, report: Report) -> None:
    side = model.values.get(model.flow.sides) if model.flow.sides is not None else None
    if side is None:
        return
    flow = information_flow(model)
    sources = flow.resolved(flow.analysis.of(side, Situation()).all)
    if sources:
        hidden = [each for each in sources if isinstance(each.what, Declaration)]
        where = [(f"not everybody sees {_what(_first(hidden))}", _first(hidden).at)] if hidden else []
        message = f"who is on whose side depends on {_what(_first(hidden)) if hidden else 'what not everybody sees'}"
        expected = "what everybody sees, such as a variable that is set when it comes out"
        report.add(HIDDEN_SIDES, message, side.at, expected=expected, related=where)


def _first(sources: Iterable[Source]) -> Declaration:
    """The one of the sources that a message names."""
    return min((each.what for each in sources if isinstance(each.what, Declaration)), key=lambda each: each.name)


def _what(place: Declaration) -> str:
    return f"what lies in `{place.name}`" if isinstance(place, ZoneDeclaration) else f"`{place.name}`"


# What content says of the values that hidden variables may have, and of the cards in zones.
#
# A game that a seat can't tell from another one has other values in the variables that the seat doesn't see. `may_be`
# says which; without it they stay, and whoever thinks ahead in such a game knows them. The condition is tested while
# values are dealt anew, after the cards: so it may not depend on cards that somebody doesn't see. The condition of a
# zone is tested for one card and one place, before either are dealt: so it may not depend on other cards or values that
# somebody doesn't see, nor on how or where in its zone a card lies.

UNDEALT_VARIABLE = declare(
    4076, "undealt-variable", "nothing says which values a hidden variable may have", severity="warning"
)
UNDEALABLE_VARIABLE = declare(4044, "undealable-variable", "a value that can't be dealt anew")
DEAL_READS_CARDS = declare(4045, "deal-reads-cards", "what values or cards may be depends on what not everybody sees")
IDLE_MAY_BE = declare(4046, "idle-may-be", "a condition on cards that everybody sees", severity="warning")


@model_check(UNDEALT_VARIABLE, UNDEALABLE_VARIABLE, DEAL_READS_CARDS, IDLE_MAY_BE)
def public_knowledge(model: Model, report: Report) -> None:
    _judge_hidden_values(model, report)
    _judge_hidden_cards(model, report)


def _judge_hidden_values(model: Model, report: Report) -> None:
    refers = CodeSearch(model, _refers_to_cards)
    analysis = information_flow(model).analysis
    for variable in model.variables.values():
        condition = model.may_be.get(variable)
        if condition is None:
            if variable.seen_by != "everyone" and _can_be_dealt(variable.type):
                message = f"nothing says which values `{variable.name}` may have for those who don't see it"
                report.add(UNDEALT_VARIABLE, message, variable.at, expected="`may_be: …`, or `may_be: yes` for any")
            continue
        if (reason := _why_not_dealt(variable)) is not None:
            report.add(UNDEALABLE_VARIABLE, f"`{variable.name}` can't be dealt anew: {reason}", variable.at)
        read = analysis.of(condition, Situation()).all
        reads_cards = any(isinstance(source.what, (ZoneDeclaration, Origin)) for source in read)
        if reads_cards or refers.among((condition,)):
            message = f"what `{variable.name}` may be depends on cards that not everybody sees"
            expected = "a condition on values, on how many cards there are, or on cards that everybody sees"
            report.add(DEAL_READS_CARDS, message, condition.at, expected=expected)


def _judge_hidden_cards(model: Model, report: Report) -> None:
    refers = CodeSearch(model, lambda node: _refers_to_cards(node) or _tells_how_it_lies(node))
    analysis = information_flow(model).analysis
    for zone in model.zones.values():
        condition = model.may_be.get(zone)
        if condition is None:
            continue
        if not analysis.hidden_in(zone):
            message = f"what a card in `{zone.name}` may be says nothing: everybody sees which cards lie there"
            report.add(IDLE_MAY_BE, message, condition.at)
        if analysis.of(condition, Situation()).all or refers.among((condition,)):
            message = f"what a card in `{zone.name}` may be depends on more than the card and what everybody sees"
            expected = "a condition on attributes of `self`, on `holder(self)`, and on values that everybody sees"
            report.add(DEAL_READS_CARDS, message, condition.at, expected=expected)


def _tells_how_it_lies(node: k.Node) -> bool:
    """Whether a node tells how a card lies, or where, but for whose zone it is."""
    if isinstance(node, k.BuiltinCall):
        traits = node.builtin.traits
        return traits.reads_order or (traits.reads_only_place and not traits.tells_place)
    return isinstance(node, k.FaceOf)


# A mark shows on a card wherever that lies. So nothing that is printed may be one, nor what starts as it is printed. A
# mark that is set as it suits what the card is tells something of it; other cards would be dealt to lie under it, if
# `may_be` of the zone didn't ask for the mark.

UNFIT_MARK = declare(4233, "unfit-mark", "everybody would see on hidden cards what is printed on them")
UNDEALT_MARK = declare(4234, "undealt-mark", "nothing says which hidden cards a mark may lie on", severity="warning")


@model_check(UNDEALT_MARK)
def telling_marks(model: Model, report: Report) -> None:
    flow = information_flow(model)
    read_in = {zone: _attributes_read(model, condition) for zone, condition in model.may_be.items()}
    unread: defaultdict[ZoneDeclaration, dict[str, Span]] = defaultdict(dict)
    for statement, sources in flow.marks.items():
        for zone in {each.what for each in flow.resolved(sources) if is_hidden(each)}:
            for mark in attributes_of(statement.place):
                if isinstance(zone, ZoneDeclaration) and mark not in read_in.get(zone, ()) and mark.kind in zone.kinds:
                    unread[zone].setdefault(mark.name, statement.at)
    for zone, marks in sorted(unread.items(), key=lambda item: item[0].name):
        names = sorted(marks)
        what = f"the mark `{names[0]}` tells" if len(names) == 1 else f"the marks `{'`, `'.join(names)}` tell"
        condition = model.may_be.get(zone)
        lacking = "which its `may_be` doesn't ask for" if condition is not None else "which has no `may_be`"
        report.add(
            UNDEALT_MARK,
            f"{what} something of cards in `{zone.name}`, {lacking}",
            condition.at if condition is not None else zone.at,
            expected=f"`may_be` with a condition on `self.{names[0]}`: bots deal hidden cards so that it holds",
            related=[(f"here `{names[0]}` is set as it suits what the card is", marks[names[0]])],
        )


def _attributes_read(model: Model, condition: k.Expression) -> frozenset[Attribute]:
    """The attributes that a condition reads."""
    read: set[Attribute] = set()

    def collect(node: k.Node) -> bool:
        read.update(attributes_of(node))
        return False

    CodeSearch(model, collect).among((condition,))
    return frozenset(read)


@model_check(UNFIT_MARK)
def marks(model: Model, report: Report) -> None:
    for attribute in (each for kind in model.kinds.values() for each in kind.attributes.values() if each.is_mark):
        start = model.starts.get(attribute)
        reads_card = start is not None and any(
            isinstance(node, k.Local) and node.name == "self" for node in k.walk(start)
        )
        if attribute.printed or reads_card:
            why = "is printed on cards" if attribute.printed else "starts with what is printed on the card"
            message = f"`{attribute.name}` {why}, and all would see it on cards that they don't see"
            report.add(UNFIT_MARK, message, attribute.at, expected="`starts:` with the same value for all cards")


def _why_not_dealt(variable: Variable) -> str | None:
    if variable.seen_by == "everyone":
        return "everybody sees it"
    if not _can_be_dealt(variable.type):
        return f"its type is {variable.type}"
    return None


def _can_be_dealt(type_: Type) -> bool:
    if isinstance(type_, Optional):
        type_ = type_.of
    return isinstance(type_, (Number, Bool, Member, Player))


def _refers_to_cards(node: k.Node) -> bool:
    """Whether a node gives a card that a value refers to, or tells the powers of one."""
    match node:
        case k.PowersOf():
            return True
        case k.VariableOf() | k.FieldOf():
            return _refers(node.type)
    return False


def _refers(type_: Type) -> bool:
    """Whether values of a type are or hold cards, powers or happenings."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, (Card, Power, Happening, Zone))
