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
    import artrules.diagnostics.kinds  # noqa: F401  (completes the catalogue)
    from artrules.commands.ending import Misuse, did_you_mean
    from artrules.diagnostics.explain import explain
    from artrules.diagnostics.registry import find, kinds
    from artrules.plugins.run_checks import find_kind, plugin_kinds

    kind = find(code) or find_kind(code)
    if kind is None:
        every = [*kinds().values(), *plugin_kinds()]
        near = did_you_mean(code, [word for each in every for word in (each.slug, each.name)])
        raise Misuse(f"there is no diagnostic `{code}`{near}")
    put(explain(kind))
