"""Declares the course of a game, code with a name of its own (that of plugins too), and hints."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from artrules.model.declare.declarator import Declarator, Signature, optional_text
from artrules.model.ir.declarations import (
    OWN_LIVES,
    RESULT,
    SIDES,
    Function,
    PluginFunction,
    Procedure,
    all_boundaries,
)
from artrules.model.ir.model import MENU, PHASE_RULES, Menu, MenuEntry, Phase
from artrules.model.ir.references import phase_key, refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import UNKNOWN, Type, has_first_value
from artrules.text.content import flow as procedures
from artrules.text.content.flow import Flow, expression_of
from artrules.text.content.flow import Phase as PhaseSection
from artrules.text.content.section import Named, value_under
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.kinds import NO_RESULT
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar, word

# Declares the course of a game: setup, the phases of a round, the end and the score.


def declare_flow(d: Declarator, section: Flow | None) -> None:
    """The course of the game: setup, the phases of a round, the end and the score."""
    if section is None:
        return
    d.symbols.flow = section
    sides = expression_of(section.sides)
    if sides is not None:
        d.symbols.functions[SIDES] = Function(SIDES, sides.span, (), "flow")
        d.store_code(d.symbols.functions[SIDES], sides)
    for phase in section.rounds:
        name = phase.name
        if name is None:
            continue
        if any(earlier.name == name.text for earlier in d.symbols.phases):
            d.report.add(kinds.NAME_TWICE, f"two phases are called `{name.text}`", name.span)
        d.symbols.phases[_phase(d, name, phase)] = phase
    boundaries = all_boundaries([phase.name for phase in d.symbols.phases], d.symbols.at)
    d.symbols.boundaries = {boundary.name: boundary for boundary in boundaries}


def _phase(d: Declarator, name: Scalar, section: PhaseSection) -> Phase:
    who = section.who or "in_turn"  # a missing or wrong word has had its diagnostic: `me` shall not be another mistake
    ends = tuple(life for named in section.ends if (life := d.look_up(named, d.symbols.lives, "life")))
    for life in ends:
        if life in OWN_LIVES:
            d.report.add(kinds.BAD_OWNER, f"`{life}` ends by itself, not with a phase", name.span)
    for rule in PHASE_RULES:
        code = expression_of(value_under(section, rule.name))
        if code is not None and who not in rule.phases:
            phases = "played in turn" if rule.phases == ("in_turn",) else "that players play"
            d.report.add(kinds.BAD_OWNER, f"`{rule.name}` belongs to phases {phases}", code.span)
    refer(d.report, name.span, phase_key(name.text), "declared")
    return Phase(name.text, name.span, who, ends, _back_to(d, name, section))


def _back_to(d: Declarator, name: Scalar, section: PhaseSection) -> str:
    """The phase that is entered again after one, as the author names it: itself or an earlier phase; empty for none."""
    named, earlier = section.back_to, [before.name for before in d.symbols.phases]
    if named is None:
        return ""
    if named.text not in (*earlier, name.text):
        d.report.add(
            kinds.UNKNOWN_NAME,
            f"no phase `{named.text}` comes before `{name.text}`",
            named.span,
            expected=", ".join([*earlier, name.text]),
            found=f"`{named.text}`",
            suggestions=closest(named.text, earlier),
        )
        return ""
    refer(d.report, named.span, phase_key(named.text))
    return named.text


# Declares code with a name: functions, procedures and menus.


def declare_functions(d: Declarator, functions: Named[procedures.Function], owner: str | None = None) -> None:
    """The functions of the game or of a set."""
    for key, section in functions:
        signature = d.types.signature(key, owner)
        if signature and d.reserve_name(key, owner, signature.name, is_called=True):
            if signature.gives is not None:
                message = f"`{signature.name}` is a function: its value has the type that comes of its expression"
                d.report.add(NO_RESULT, message, signature.at, expected="a signature without `gives`")
            function = Function(signature.name, key.span, signature.parameters, owner=owner)
            d.symbols.functions[function.key] = function
            d.store_code(function, section.is_)
            if section.else_ is not None:
                d.symbols.reasons[function] = section.else_


def declare_procedures(d: Declarator, declared: Named[procedures.Procedure], owner: str | None = None) -> None:
    """The procedures of the game or of a set."""
    for key, section in declared:
        signature = d.types.signature(key, owner)
        if signature and d.reserve_name(key, owner, signature.name, is_called=True):
            result = _result(d, signature)
            procedure = Procedure(signature.name, key.span, signature.parameters, result, owner=owner)
            d.symbols.procedures[procedure.key] = procedure
            d.store_code(procedure, section.do)


def _result(d: Declarator, signature: Signature) -> Type | None:
    """The type of a procedure's result; None where it has none. A result begins with the first value of its type."""
    type_ = signature.gives
    if type_ is not None and any(parameter.name == RESULT for parameter in signature.parameters):
        message = f"`{RESULT}` is what this procedure gives: no parameter can be called so"
        d.report.add(kinds.NAME_TWICE, message, signature.at)
    if type_ is None or has_first_value(type_):
        return type_
    message = f"a result begins with the first value of its type, and {in_words(type_)} has none"
    d.report.add(kinds.BAD_TYPE, message, signature.at, expected=f"`{type_} or none`")
    return UNKNOWN


def declare_menus(d: Declarator, menus: Named[procedures.Menu], owner: str | None = None) -> None:
    """The menus of the game, or the entries that a set adds to them."""
    for key, section in menus:
        menu = d.symbols.menus.get(key.text)
        if owner is None and menu is None:
            if not d.reserve_name(key, None):
                continue
            menu = d.symbols.menus[key.text] = Menu(key.text, key.span, word(section.prompt))
            d.symbols.menu_entries[menu.name] = {}
        if menu is None:
            d.look_up(key, d.symbols.menus, "menu")
            continue
        if owner is not None:
            refer(d.report, key.span, menu)
        entries = d.symbols.menu_entries[menu.name]
        for name, entry in section.entries:
            if any(other.name == name.text and other.owner in (None, owner) for other in entries):
                d.report.add(kinds.NAME_TWICE, f"the menu has an entry `{name.text}` already", name.span)
                continue
            label, condition = optional_text(entry.label), optional_text(entry.if_)
            texts = [text.text if text is not None else "" for text in (label, condition)]
            entries[MenuEntry(name.text, name.span, *texts, owner=owner)] = entry


def declare_menu_procedures(d: Declarator) -> None:
    """The procedure that each menu becomes, once all others are known."""
    for menu in d.symbols.menus.values():
        d.symbols.procedures[MENU + menu.name] = Procedure(MENU + menu.name, menu.at, ())


# Declares the functions and ways to draw that the plugins of a ruleset bring. They are named before all others.

PluginFunctions = Mapping[str, Sequence[PluginFunction]]
"""By name of a plugin: what it brings."""


def declare_plugin_functions(d: Declarator, plugins: Named[Scalar | None], brought: PluginFunctions) -> None:
    """What the plugins under `plugins` bring, with the place where the ruleset names its plugin."""
    for key, _ in plugins:
        d.symbols.lacks_plugins |= key.text not in brought
        for function in brought.get(key.text, ()):
            if d.reserve_name(key, None, function.name, is_called=True):
                parameters = [replace(parameter, at=key.span) for parameter in function.parameters]
                declared = replace(function, at=key.span, parameters=parameters)
                d.symbols.plugin_functions[function.name] = declared
