"""`artrules explain`: what a kind of diagnostic means, at length; without a code, a list of all kinds."""

from __future__ import annotations

import click

from artrules.terminal.colour import output as put


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain what a diagnostic means and how to repair its cause.

    CODE is what stands in a diagnostic's brackets: ART2001, 2001 or unknown-name. Without it, all kinds of diagnostic
    are listed.
    """
    from artrules.checks.catalogue import find, kinds
    from artrules.commands.exit import Misuse, did_you_mean
    from artrules.diagnostics.explain import explain, list_kinds
    from artrules.plugins.run_checks import find_kind, plugin_kinds

    if code is None:
        put(list_kinds([*kinds().values(), *plugin_kinds()]))
        return
    kind = find(code) or find_kind(code)
    if kind is None:
        every = [*kinds().values(), *plugin_kinds()]
        near = did_you_mean(code, [word for each in every for word in (each.slug, each.name)])
        raise Misuse(f"there is no diagnostic `{code}`{near}")
    put(explain(kind))
