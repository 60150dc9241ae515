"""`artrules explain`: what a diagnostic means, at length."""

from __future__ import annotations

import click

from artrules.terminal.colour import output as put


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Tell what a diagnostic means and how to mend its cause.

    CODE is what stands in a diagnostic's brackets: ART2001, 2001 or unknown-name.
    """
    from artrules.commands.ending import Misuse, did_you_mean
    from artrules.diagnostics.explain import explain
    from artrules.diagnostics.registry import kinds

    text = explain(code)
    if text is None:
        every = list(kinds().values())
        near = did_you_mean(code, [k.slug for k in every] + [f"ART{k.code}" for k in every])
        raise Misuse(f"there is no diagnostic `{code}`{near}")
    put(text)
