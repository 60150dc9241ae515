"""Follows what isn't public through one body of code: `information_flow.py` has it done for all code of a model.

Statements are followed forwards, loops until nothing changes. The parameters of a procedure are sources of their own,
in whose place each call puts what it gives. So following a body once says for all its calls what it makes public.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce

from artrules.model.analyses.dependence import (
    EVERYBODY,
    NO_SOURCES,
    OPEN,
    SOMEBODY,
    Dependence,
    Origin,
    Parameter,
    Shown,
    Situation,
    Source,
    Sources,
    end_of,
    holds_cards,
    of_face,
    renamed,
    result_of,
    shows_on_card,
    side_of,
    uncertain,
)
from artrules.model.analyses.information import (
    LOOPS,
    Act,
    Disclosure,
    InformationFlow,
    Summary,
    Test,
    Tested,
    is_hidden,
)
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Field, Procedure, ZoneDeclaration
from artrules.model.ir.node import traits_of
from artrules.model.ir.types import Card, Player, bare
from artrules.text.diagnostics.diagnostic import Span

CHANCE = frozenset([Source(Origin.CHANCE, certain=False)])
TURNS = 4
"""How often a loop is followed at most. What a name depends on only grows, by what few other names of it do."""


class Follower:
    """Follows one body. `judged` is no for code of which nobody learns anything: it runs when the game is over."""

    def __init__(
        self,
        flow: InformationFlow,
        code: str,
        summary_of: Callable[[Procedure], Summary],
        judged: bool,
        parameters: Sequence[str] = (),
    ) -> None:
        self.flow = flow
        self.model = flow.model
        self._parameters = parameters
        self.code = code
        self.here = Situation()
        self._judged = judged
        self._summary_of = summary_of
        self._summary = Summary()
        self._acting = "me"
        self._on_turn = frozenset(["me"])
        """Those of whom everybody knows that they are asked now."""
        self._context: list[tuple[Sources, Span | None]] = []
        """What decides whether a statement is reached, with the places of the conditions, outermost first."""
        self._way: tuple[int, ...] = ()
        """The ways taken to this place where there are others: numbers, the outermost first."""
        self._ways = 0
        self._disclosures: dict[tuple[Span, Act | None], tuple[tuple[int, ...], Disclosure]] = {}
        """What everybody learns, each with the way to it."""
        self._made_public: dict[Parameter, tuple[int, ...]] = {}
        """The parameters whose values everybody learns, each with the way to where it first happens."""
        self._domains: dict[str, k.Expression] = {}
        """What loops go through as a whole, by the names that they bind."""
        self._filtered: dict[str, k.Expression] = {}
        """The same of loops with a condition."""
        self._answers: dict[str, str] = {}
        """The names of answers, by the identities of questions."""
        self._offered_by: dict[str, Sources] = {}
        """By the names of things that players choose: what it depends on whether they are offered."""

    def of(self, e: k.Node | None) -> Dependence:
        return self.flow.analysis.of(e, self.here)

    def note(self, name: str, sources: Sources) -> None:
        """Note what a name may depend on, wherever it is used in this code."""
        key = (self.code, name)
        self.flow.depends[key] = self.flow.depends.get(key, NO_SOURCES) | sources

    def body(self, body: k.Body) -> None:
        for statement in body:
            self._statement(statement)

    def end(self) -> None:
        """Give the flow what everybody learns from this code."""
        self.flow.disclosures += (disclosure for _, disclosure in self._disclosures.values())

    def rule(self, e: k.Expression, act: Act) -> None:
        """Follow a rule of the game whose value everybody notices."""
        self._disclose(act, e.at, self.of(e).all)

    def test(self, e: k.Expression) -> None:
        """Follow a condition on which it depends what `me` is offered."""
        self._test(e, e, "me", self.of(e).all)

    def summary(self, parameters: Mapping[str, Dependence]) -> Summary:
        """What the body does for those that call it. `parameters` are what its parameters depended on at first."""
        for name, before in parameters.items():
            if self.here.names[name] != before:
                self._summary.arguments[name] = self.here.names[name]
        self._summary.shown = self.here.shown
        self._summary.makes_public = frozenset(self._made_public)
        self.end()
        return self._summary

    # What players notice

    def _disclose(self, act: Act, at: Span, sources: Sources, chooser: str = "", told: Sources = NO_SOURCES) -> None:
        """Note that everybody notices that this is reached, and a value that depends on sources. What is `told` on
        purpose is no fault."""

        def without_told(all_sources: Sources) -> Sources:
            return frozenset(s for s in all_sources if not any(map(s.is_like, told))) if told else all_sources

        sources = without_told(sources)
        if act is Act.CHOICE and chooser == "me":
            self._summary.asks_me = True
        elif act is not Act.CALL:
            self._summary.acts = True
        self._make_public(sources)
        if hidden := frozenset(filter(is_hidden, sources)):
            self._add(act, at, hidden, None)
            return
        for deciding, because in self._context:
            deciding = without_told(deciding)
            hidden = frozenset(filter(is_hidden, deciding))
            own = frozenset(source for source in hidden if source.seen_by == "owner" and source.owner == chooser)
            if chooser in self._on_turn:
                if chooser == "me":
                    self._summary.asks_by_own |= own
                hidden -= own  # the player would say so at a real table, too
            self._make_public(deciding)
            if hidden:
                self._add(act, at, hidden, because)
                return

    def _add(self, act: Act, at: Span, hidden: Sources, because: Span | None) -> None:
        # A condition may decide about many statements, and is one fault.
        key = (at, act) if because is None else (because, None)
        if self._judged:
            self._disclosures.setdefault(key, (self._way, Disclosure(act, at, hidden, because)))

    def _publish(self, names: Sequence[str], cards: k.Expression) -> None:
        """All see these cards from now on: what was said of them on the way here was said a moment too early."""
        zone = _searched(cards)

        def is_public(source: Source) -> bool:
            if zone is None:
                return source.card != "" and source.card in names
            owner = self.here.player(zone.owner)
            of_all = source.owner == EVERYBODY and (owner, EVERYBODY) in self.here.different
            return source.what is zone.declaration and (source.owner == owner or of_all)

        for key, (way, disclosure) in list(self._disclosures.items()):
            if way[: len(self._way)] == self._way and all(map(is_public, disclosure.sources)):
                del self._disclosures[key]
        for parameter, way in list(self._made_public.items()):
            if way[: len(self._way)] == self._way and parameter.of_cards and parameter.name in names:
                del self._made_public[parameter]

    def _make_public(self, sources: Sources) -> None:
        for source in sources:
            if source.certain and isinstance(source.what, Parameter):
                self._made_public.setdefault(source.what, self._way)

    def _test(
        self,
        within: Tested,
        node: k.Node,
        chooser: str,
        sources: Sources,
        of_domain: bool = False,
    ) -> None:
        """Note what an option or a requirement asks for."""
        hidden = [each for each in sources if is_hidden(each) and not each.is_seen_by(chooser)]
        if not of_domain:
            theirs = {each for each in hidden if each.owner in self._parameters}
            self._summary.offers_by |= {
                (each, chooser)
                for each in {*theirs, *_of_parameters(each for each in sources if not each.is_seen_by(chooser))}
            }
        unseen = frozenset(each for each in hidden if each.is_hidden_from(chooser))
        others = frozenset(
            each for each in hidden if each.seen_by == "owner" and self.here.are_different(each.owner, chooser)
        )
        if unseen or others:
            self.flow.tests.append(Test(within, node, unseen, others, of_domain))

    @property
    def _under(self) -> Sources:
        """All that decides whether a statement is reached."""
        return NO_SOURCES.union(*(sources for sources, _ in self._context))

    @contextmanager
    def _deciding(self, sources: Sources, because: Span | None) -> Iterator[None]:
        """Inside, sources decide whether a statement is reached."""
        self._context = [*self._context, (sources, because)]
        yield
        self._context = self._context[:-1]

    @contextmanager
    def _one_way(self) -> Iterator[None]:
        """Inside, statements are reached one way, and others aren't."""
        self._ways += 1
        outer, self._way = self._way, (*self._way, self._ways)
        yield
        self._way = outer

    # Statements

    def _statement(self, s: k.Statement) -> None:
        match s:
            case k.Set():
                self._set(s)
            case k.Roll(binder=binder):
                passing, _ = self.flow.analysis.bind(binder, self.here)
                self._disclose(Act.CHANCE, s.at, passing.value)
                # What is drawn tells no more than that it is drawn.
                self._bind(
                    binder.local.name, Dependence(frozenset(map(uncertain, passing.value)) | CHANCE, passing.cards)
                )
            case k.Draw(local=local):
                self._bind(local.name, Dependence(CHANCE))
            case k.If(condition=condition, then=then, otherwise=otherwise):
                before, context = self.here.copy(), self._context
                ends = []
                for start, way in ((self.flow.analysis.seeing(condition, before), then), (before, otherwise)):
                    self.here, self._context = start.copy(), context
                    with self._deciding(self.of(condition).all, condition.at), self._one_way():
                        self.body(way)
                    ends.append((self.here, self._context))
                self.here = ends[0][0].or_(ends[1][0])
                # What is hidden still after one of the two ways, is hidden.
                self._context = [(a | b, at) for (a, at), (b, _) in zip(ends[0][1], ends[1][1], strict=True)]
            case k.ForEach():
                self._for_each(s)
            case k.Repeat(limit=limit, body=body):
                self._repeat(limit, body)
            case k.As(local=local, player=player, body=body):
                who = self.of(player).all
                self.note(local.name, who | self._under)
                self._call(local.name, player)
                acting, self._acting = self._acting, self.here.players[local.name]
                with self._deciding(who, player.at):
                    self.body(body)
                self._acting = acting
            case k.Choose():
                self._choose(s)
            case k.Require(condition=condition):
                required = self.of(condition).all
                self.flow.offers[s] = self.flow.offers.get(s, NO_SOURCES) | required
                self._test(s, condition, self._acting, required)
                if s.reason is not None:
                    self._test(s, s.reason, self._acting, self.of(s.reason).value)
                self.here = self.flow.analysis.seeing(condition, self.here).copy()
            case k.Perform():
                self._perform(s)
            case k.Give(value=value):
                result = self.of(value)
                self._summary.result = self._summary.result.or_(Dependence(result.value | self._under, result.cards))
            case k.Announce(event=event, fields=values):
                for declared, value in zip(event.fields.values(), values, strict=False):
                    self._keep(declared, self.of(value).all)
                if event in self.flow.awaited:
                    self._disclose(Act.CALL, s.at, NO_SOURCES)
            case k.Ask():
                self._ask(s)
            case k.Answer(identity=identity, value=value):
                self.note(self._answers[identity], self.of(value).all | self._under)
            case k.Watch():
                self._watch(s)
            case k.Say(label=label) | k.Pause(label=label):
                self._disclose(Act.SAY, s.at, self.of(label).value)
            case k.EndGame():
                self._disclose(Act.END, s.at, NO_SOURCES)
            case k.Show(cards=cards, seats=seats):
                self._show(cards, seats)
            case k.Shuffle(zone=k.ZoneOf(declaration=zone)):
                self.here.forget_shown({zone})
            case k.UsePower():
                self._disclose(Act.CALL, s.at, NO_SOURCES)
                self.here.shown = frozenset()
            case _:
                moves = [(getattr(s, cards), getattr(s, to)) for cards, to in traits_of(s).moves]
                for cards, to, arriving in [(cards, to, self.of(to).cards) for cards, to in moves]:
                    self._move(cards, to, arriving)

    def _bind(self, name: str, value: Dependence, is_one_card: bool = False) -> None:
        self.here.names[name] = _of_card(value, name) if is_one_card else value
        self.note(name, value.all | self._under)

    def _call(self, name: str, player: k.Expression) -> None:
        """Let a name stand for a player, whom other names may mean, too."""
        called = self.here.player(player)
        self.here.players[name] = name if called == SOMEBODY else called

    def _keep(self, field_: Field, sources: Sources) -> None:
        """Note what a field of an event may depend on, whoever reads it."""
        elsewhere = frozenset(_renamed(source, {}) for source in sources | self._under)
        self.flow.fields[field_] = self.flow.fields.get(field_, NO_SOURCES) | elsewhere

    def _set(self, s: k.Set) -> None:
        value = self.of(s.value)
        sources = value.value if holds_cards(s.value.type) else value.all
        match s.place:
            case k.Local(name=name, type=type_):
                before = OPEN if s.binds or not self._context else self.here.names.get(name, OPEN)
                after = Dependence(value.value | self._under, value.cards).or_(before)
                self._bind(name, after, isinstance(bare(type_), Card))
                if isinstance(type_, Player):
                    self._call(name, s.value)
            case k.VariableOf(declaration=variable) if variable.seen_by == "everyone":
                self._disclose(Act.VARIABLE, s.at, sources)
            case k.AttributeOf(card=card) | k.SharedAttribute(card=card):
                which = self.of(card)
                if shows_on_card(s.place):  # a mark is there to tell of its card
                    self._disclose(Act.ATTRIBUTE, s.at, sources | which.value, told=which.cards)
                    chosen = self._offered_by.get(card.name, NO_SOURCES) if isinstance(card, k.Local) else NO_SOURCES
                    tells = (each for each in sources | self._under | chosen if any(map(each.is_like, which.cards)))
                    self.flow.marks[s] = self.flow.marks.get(s, NO_SOURCES) | frozenset(tells)
                # Who doesn't see the card doesn't see the value.
                elif not any(map(is_hidden, which.cards)):
                    self._disclose(Act.ATTRIBUTE, s.at, sources | which.value)
            case k.FaceOf(card=card):
                self._turn(card, s.value)
            case k.FieldOf(declaration=declared):
                self._keep(declared, value.all)

    # Loops

    def _for_each(self, s: k.ForEach) -> None:
        binder, name = s.binder, s.binder.local.name
        domains = self._domains if binder.condition is None else self._filtered
        domains[name] = binder.domain

        def turn(leaving: Sources) -> None:
            domain = self.of(binder.domain)
            passing, inside = self.flow.analysis.bind(binder, self.here)
            self.here = inside.copy()
            at = binder.condition.at if binder.condition is not None else binder.domain.at
            with self._deciding(passing.value | leaving, at):
                self.note(name, domain.all | self._under)
                self.note(LOOPS, domain.all | self._under)
                self.body(s.body)
            if binder.condition is None and isinstance(binder.domain, k.Local) and holds_cards(binder.local.type):
                # What was done to each card was done to all.
                whole = self.here.names.get(binder.domain.name, OPEN)
                self.here.names[binder.domain.name] = Dependence(whole.value, self.here.names[name].cards)

        shown = self._loop(turn, s.body)
        self.here.shown = frozenset(each.for_all(name) for each in shown)

    def _repeat(self, limit: k.Expression | None, body: k.Body) -> None:
        def turn(leaving: Sources) -> None:
            with self._deciding(self.of(limit).all | leaving, limit.at if limit is not None else None):
                self.note(LOOPS, self._under)
                self.body(body)

        self._loop(turn, body)

    def _loop(self, turn: Callable[[Sources], None], body: k.Body) -> frozenset[Shown]:
        """Follow a loop, turn by turn, until nothing changes. Returns what has been shown at the end of a turn.

        What decides whether the loop is left before its end, decides about every turn.
        """
        conditions = [
            node.condition
            for node in k.walk(body)
            if isinstance(node, k.If) and any(isinstance(each, k.Leave) for each in k.walk(node))
        ]
        leaving, shown = NO_SOURCES, self.here.shown
        for _ in range(TURNS):
            before = self.here.copy()
            turn(leaving)
            shown, left_by = self.here.shown, NO_SOURCES.union(*(self.of(each).all for each in conditions))
            self.here = before.or_(self.here)
            if self.here.names == before.names and left_by <= leaving:
                break
            leaving |= left_by
        return shown

    # Choices

    def _choose(self, s: k.Choose) -> None:
        chooser = self.here.player(s.me)
        self._disclose(Act.CHOICE, s.at, NO_SOURCES, chooser)
        before, offered = self.here, NO_SOURCES
        ends: list[Situation] = []
        if chooser in self._on_turn:  # whatever is chosen, others learn from whether the player could choose it
            self._context = [
                (frozenset(s for s in of if s.owner != chooser or s.seen_by == "others"), at)
                for of, at in self._context
            ]
        for branch in s.branches:
            self.here = before.copy()
            for binder in branch.binders:
                domain = self.of(binder.domain)
                passing, inside = self.flow.analysis.bind(binder, self.here)
                offered |= domain.all | passing.value
                self._test(branch, binder.domain, chooser, domain.value)
                if not isinstance(binder.domain, k.Local):  # which may be cards that have been set apart
                    self._test(branch, binder.domain, chooser, passing.cards, of_domain=True)
                self.here = inside.copy()
                if binder.condition is not None:
                    self._test(branch, binder.condition, chooser, passing.value)
                    self._offered_by[binder.local.name] = passing.value
                # The log tells everybody what was chosen, but for cards that they don't see.
                self.note(binder.local.name, domain.all if holds_cards(binder.local.type) else NO_SOURCES)
            if branch.guard is not None:
                guard = self.of(branch.guard).all
                offered |= guard
                self._test(branch, branch.guard, chooser, guard)
                if branch.reason is not None:
                    self._test(branch, branch.reason, chooser, self.of(branch.reason).value)
                self.here = self.flow.analysis.seeing(branch.guard, self.here).copy()
            self._test(branch, branch.label, chooser, self.of(branch.label).value)
            for binder in branch.binders:
                name = binder.local.name
                self.here.names[name] = _of_card(Dependence(NO_SOURCES, self.here.names[name].cards), name)
            if len(s.branches) > 1:
                with self._one_way():
                    self.body(branch.body)
            else:
                self.body(branch.body)
            ends.append(self.here)
        self.here = reduce(Situation.or_, ends, ends[0]) if ends else before
        self.flow.offers[s] = self.flow.offers.get(s, NO_SOURCES) | offered

    def _ask(self, s: k.Ask) -> None:
        asked = self.of(s.players).all
        self._answers[s.identity] = s.said.name if s.said is not None else ""
        if s.said is not None:
            self.note(s.said.name, asked | self._under)
        before, acting, on_turn = self.here.copy(), self._acting, self._on_turn
        self._acting, self._on_turn = "me", on_turn | {"me"}  # all are asked at the same time
        with self._deciding(asked, s.players.at):
            self.body(s.body)
        self.here, self._acting, self._on_turn = before.or_(self.here), acting, on_turn
        if s.said is not None:
            self.here.names[s.said.name] = Dependence(self.flow.depends[(self.code, s.said.name)])

    def _watch(self, s: k.Watch) -> None:
        """Follow what is done later: nobody knows what will have been shown or moved by then, nor who is on turn."""
        before, context, on_turn = self.here, self._context, self._on_turn
        self.here = Situation(dict(before.names), dict(before.players), before.different)
        self._on_turn = frozenset()
        at = s.condition.at if s.condition is not None else None
        with self._deciding(self.of(s.condition).all, at), self._one_way():
            self.body(s.body)
        self.here, self._context, self._on_turn = before, context, on_turn

    # Procedures

    def _perform(self, s: k.Perform) -> None:
        summary = self._summary_of(s.procedure)
        parameters = [local.name for local in self.model.locals[s.procedure]]
        arguments = dict(zip(parameters, s.arguments, strict=False))
        values = {name: self.of(argument) for name, argument in arguments.items()}
        inside = {"me": self.here.player(s.me)} | {name: self.here.player(each) for name, each in arguments.items()}
        outside = {here: there for there, here in reversed(inside.items()) if here not in ("", SOMEBODY)}
        for name, value in values.items():
            for of_cards, sources in ((False, value.value | self._under), (True, value.cards)):
                parameter = Parameter(s.procedure, name, of_cards)
                there = frozenset(_renamed(source, outside) for source in sources)
                self.flow.parameters[parameter] = self.flow.parameters.get(parameter, NO_SOURCES) | there

        def translate(source: Source) -> Sources:
            """What a source in the procedure is here."""
            if not isinstance(source.what, Parameter):
                return frozenset([_renamed(source, inside)])
            value = values.get(source.what.name, OPEN)
            sources = value.cards if source.what.of_cards else value.value
            return sources if source.certain else frozenset(map(uncertain, sources))

        for name, argument in arguments.items():
            for chooser in sorted({chooser for _, chooser in summary.offers_by}):
                asked = (source for source, by in summary.offers_by if by == chooser and _is_of(source, name))
                sources = NO_SOURCES.union(*map(translate, asked))
                self._test(s, argument, renamed(chooser, inside), sources)
        laid_open = [
            argument.name
            for name, argument in arguments.items()
            if isinstance(argument, k.Local) and name in summary.arguments
            if isinstance(argument.type, Card) and not summary.arguments[name].mapped(translate).cards
        ]
        self._publish(laid_open, s.me)
        self._disturb(lambda source: source.card in laid_open, lambda source: NO_SOURCES)
        if summary.asks_me:
            self._disclose(Act.CHOICE, s.at, NO_SOURCES, inside["me"])
        shown_before = self.flow.shown_before.get(s.procedure)
        here = frozenset(each.renamed(outside) for each in self.here.shown)
        self.flow.shown_before[s.procedure] = here if shown_before is None else shown_before & here
        public = NO_SOURCES.union(*(translate(Source(each)) for each in summary.makes_public))
        if summary.acts or public:
            self._disclose(Act.CALL, s.at, public)
        self._summary.acts |= summary.acts
        if summary.asks_by_own and inside["me"] not in self._on_turn:
            self._add(Act.CALL, s.at, frozenset(_renamed(each, inside) for each in summary.asks_by_own), None)
        elif inside["me"] == "me":
            self._summary.asks_by_own |= summary.asks_by_own
        self._disturb(lambda source: source.what in summary.disturbed, lambda source: frozenset([uncertain(source)]))
        self._summary.disturbed |= summary.disturbed
        self._summary.filled |= summary.filled
        self.here.forget_shown(summary.disturbed | summary.filled)
        self.here.shown |= {each.renamed(inside) for each in summary.shown}
        for name, argument in arguments.items():
            if isinstance(argument, k.Local) and name in summary.arguments:
                self.here.names[argument.name] = summary.arguments[name].mapped(translate)
        self.here.names[result_of(s.procedure)] = summary.result.mapped(translate)

    # Cards that are moved and shown

    def _show(self, cards: k.Expression, seats: k.Expression | None) -> None:
        to = self._seats(seats)
        names, shown = self._whole(cards)
        before = {name: self.here.names.get(name, OPEN).cards for name in names}
        sources = self.of(cards).cards
        if EVERYBODY in to:
            self._publish(names, self._filtered.get(names[-1], shown) if names else shown)
        self._summary.disturbed |= _zones_of(sources)

        def seen(source: Source) -> Source:
            return uncertain(source) if EVERYBODY in to else source.shown(to)

        self._disturb(self._read_off(names, shown, sources), lambda source: frozenset([seen(source)]))
        for name, hidden in before.items():
            remaining_sources = NO_SOURCES if EVERYBODY in to else frozenset(map(seen, hidden))
            self.here.names[name] = Dependence(self.here.names.get(name, OPEN).value, remaining_sources)
        match shown:
            case k.ZoneOf(declaration=zone, owner=owner):
                self.here.shown |= {Shown(zone, self.here.player(owner), "", to)}
            case k.TopOf(zone=k.ZoneOf(declaration=zone, owner=owner)):
                self.here.shown |= {Shown(zone, self.here.player(owner), end_of(shown), to)}

    def _read_off(self, names: Sequence[str], cards: k.Expression, sources: Sources) -> Callable[[Source], bool]:
        """Tells which sources were read off cards that are moved or shown now."""
        ends = {side_of(node) for node in k.walk(cards) if isinstance(node, k.TopOf)}
        in_loop = any(name in self._domains or name in self._filtered for name in names)
        is_single = bool(names) and not in_loop and isinstance(cards.type, Card)

        def is_meant(source: Source) -> bool:
            like = any(map(source.is_like, sources))
            return like and (source.card in {*names, *ends} if is_single or ends else True)

        return is_meant

    def _seats(self, seats: k.Expression | None) -> frozenset[str]:
        match seats:
            case None | k.AllPlayers():
                return frozenset([EVERYBODY])
            case k.BuiltinCall(builtin=builtin) if builtin.name in ("others", "from_seat"):
                return frozenset([EVERYBODY])  # mostly the one who is left out is the one who sees them anyway
            case k.Listing(items=items):
                return frozenset(map(self.here.player, items))
        return frozenset([self.here.player(seats)])

    def _turn(self, card: k.Expression, face: k.Expression) -> None:
        """Follow a card that is turned over: one that lies face up in an open zone is seen by all."""
        if isinstance(face, k.Constant) and isinstance(card, k.Local):
            names, cards = self._whole(card)
            self._publish(names, self._filtered.get(names[-1], cards))
            for name in names:
                value = self.here.names.get(name, OPEN)
                self.here.names[name] = value.mapped(lambda source: of_face(source, face.value))

    def _move(self, cards: k.Expression, to: k.Expression, arriving: Sources) -> None:
        """Follow cards that go to a zone, or to where another card has lain: `arriving` is what hides cards there."""
        names, moved = self._whole(cards)
        sources = self.of(cards).cards
        if not arriving:
            self._publish(names, self._filtered.get(names[-1], moved) if names else moved)
        if names and isinstance(cards.type, Card):
            arriving = frozenset(source.of_card(names[0]) for source in arriving)
        is_single = len(names) == 1 and names[0] not in self._filtered and isinstance(cards.type, Card)
        is_meant = self._read_off(names, moved, sources)
        is_seen = not any(source.seen_by == "nobody" for source in arriving)

        def moved_source(source: Source) -> Sources:
            """What was read off a single card is seen by those who see it where it lies now, and not forgotten."""
            if not is_single:
                return frozenset([uncertain(source)])
            return arriving if is_seen else frozenset([source])

        self._disturb(is_meant, moved_source)
        for name in names:
            self.here.names[name] = Dependence(self.here.names.get(name, OPEN).value, arriving)
        source_zones = _zones_of(sources) | _zones_in(moved)
        self._summary.disturbed |= source_zones
        target_zones = _zones_of(arriving) | _zones_in(to)
        self._summary.filled |= target_zones
        self.here.forget_shown(source_zones | target_zones)

    def _whole(self, cards: k.Expression) -> tuple[list[str], k.Expression]:
        """The names of cards and of the lists that loops go through for them, and what these lists are at last."""
        names = []
        while isinstance(cards, k.Local) and cards.name not in names:
            names.append(cards.name)
            cards = self._domains.get(cards.name, cards)
        return names, cards

    def _disturb(self, is_meant: Callable[[Source], bool], change: Callable[[Source], Sources]) -> None:
        """Change some sources of all names, and of all that decides whether what follows is reached."""

        def changed(source: Source) -> Sources:
            return change(source) if is_meant(source) else frozenset([source])

        for name, value in self.here.names.items():
            self.here.names[name] = value.mapped(changed)
        self._context = [(NO_SOURCES.union(*map(changed, sources)), at) for sources, at in self._context]


def _zones_in(e: k.Node) -> frozenset[ZoneDeclaration]:
    return frozenset(node.declaration for node in k.walk(e) if isinstance(node, k.ZoneOf))


def _zones_of(sources: Sources) -> frozenset[ZoneDeclaration]:
    return frozenset(source.what for source in sources if isinstance(source.what, ZoneDeclaration))


def _of_card(value: Dependence, name: str) -> Dependence:
    """What a name of one card depends on, with the name."""
    return value.mapped(lambda source: frozenset([source.of_card(name)]))


def _of_parameters(sources: Iterable[Source]) -> Sources:
    return frozenset(each for each in sources if each.certain and isinstance(each.what, Parameter))


def _is_of(source: Source, parameter: str) -> bool:
    """Whether a source is what a parameter is given, or belongs to the player it is given."""
    return source.what.name == parameter if isinstance(source.what, Parameter) else source.owner == parameter


def _searched(cards: k.Expression) -> k.ZoneOf | None:
    """The zone that some cards are, or all of it that meet a condition; None for single cards."""
    match cards:
        case k.ZoneOf():
            return cards
        case k.Fold(kind="those", binders=(k.Binder(domain=k.ZoneOf() as zone), *_)):
            return zone
    return None


def _renamed(source: Source, names: Mapping[str, str]) -> Source:
    """The source as other code calls its players."""
    to = frozenset(renamed(player, names) for player in source.shown_to)
    card = source.card if source.card.endswith(" of") else ""  # an end of a pile is called so everywhere
    return Source(source.what, source.seen_by, renamed(source.owner, names), to, source.certain, card)
