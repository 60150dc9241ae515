"""Declares what powers of the game share: limits on their use, and the attributes that each of them has."""

from __future__ import annotations

from artrules.content import powers
from artrules.content.section import Named
from artrules.declare.constants import constant
from artrules.declare.declarator import Declarator
from artrules.declare.texts import author_text
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import Limit, PowerAttribute


def declare_limits(d: Declarator, limits: Named[powers.Limit]) -> None:
    """The limits on the use of powers."""
    for key, section in limits:
        if d.reserve_name(key, None):
            limit = d.symbols.limits[key.text] = Limit(
                key.text,
                key.span,
                section.counts_for == "card",
                d.known(section.lasts, d.symbols.lives, "life") or "game",
                section.default,
                len(d.symbols.limits),
                author_text(section.at_most),
            )
            d.store_code(limit, section.at_most)


def declare_power_attributes(d: Declarator, attributes: Named[powers.PowerAttribute]) -> None:
    """The keys that powers of this game have beside those of every power."""
    for key, section in attributes:
        if key.text in powers.Power.declared.keys:
            d.report.add(kinds.NAME_TWICE, f"every power may have `{key.text}` already", key.span)
            continue
        type_, given = d.types.read(section.type), section.starts
        starts = None if given is None else constant(given, type_, d.symbols, d.report, f"`{key.text}`")
        d.symbols.power_attributes[key.text] = PowerAttribute(key.text, key.span, type_, starts, given is None)
