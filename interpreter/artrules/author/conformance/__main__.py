"""`python -m artrules.author.conformance`: tests what the engine promises on rulesets, and says how much was tried."""

import sys
from time import perf_counter

import click

from artrules.author.conformance.run import PROPERTIES, Outcome, Plan, run_plan
from artrules.play.content_search import find_ruleset, ruleset_names
from artrules.play.ruleset import load
from artrules.text.diagnostics.render import ContentError
from artrules.text.plain_text import output


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME or PATH]...")
@click.option("--games", metavar="N", type=click.IntRange(min=1), default=10, show_default=True, help="Of each.")
@click.option("--seed", metavar="S", type=int, default=0, show_default=True, help="The same seed, the same games.")
@click.option("--first", metavar="I", type=click.IntRange(min=0), default=0, help="The number of the first game.")
@click.option(
    "--property",
    "properties",
    metavar="NAME",
    multiple=True,
    type=click.Choice(list(PROPERTIES)),
    help=f"One of {', '.join(PROPERTIES)}; may be given several times (default: all).",
)
@click.option("--jobs", metavar="J", type=click.IntRange(min=1), default=1, help="In how many processes (default: 1).")
@click.option("--checked", is_flag=True, help="In memory that checks every access: slower.")
@click.option("--python", "pythons", metavar="PATH", multiple=True, help="Another Python on which games must repeat.")
def main(
    names: tuple[str, ...],
    games: int,
    seed: int,
    first: int,
    properties: tuple[str, ...],
    jobs: int,
    checked: bool,
    pythons: tuple[str, ...],
) -> None:
    """Play games by chance and see that what the engine promises holds in them.

    Without a name all shipped rulesets are played.
    """
    try:
        paths = {str(find_ruleset(name)[0]): name for name in names or ruleset_names()}
        for path in paths:
            load(path)
    except ContentError as problem:
        output(str(problem), to_error=True)
        sys.exit(1)
    plan = Plan(tuple(paths), properties or tuple(PROPERTIES), games, seed, first, pythons, checked)
    began, failed = perf_counter(), False
    for outcome in run_plan(plan, jobs):
        failed = bool(outcome.failures) or failed
        output(report(outcome, paths[outcome.ruleset], plan))
    output(f"{perf_counter() - began:.0f} s")
    sys.exit(failed)


def report(outcome: Outcome, name: str, plan: Plan) -> str:
    """An outcome for people: what was done, and each violation with the command that plays its game again."""
    done = ", ".join(f"{number:,} {what}" for what, number in outcome.counts.items() if number)
    lines = [f"{name} {outcome.property}: {'BROKEN' if outcome.failures else 'holds'} ({done})"]
    for index, broken in outcome.failures:
        lines.append(f"  {broken.account}")
        lines.append(f"    at {broken.table}, after {broken.choices} choices")
        again = (
            f"python -m artrules.author.conformance {name} --property {outcome.property}"
            f" --seed {plan.seed} --first {index}"
        )
        lines.append(f"    again: {again} --games 1{' --checked' if plan.checked else ''}")
    return "\n".join(lines)


if __name__ == "__main__":
    main(prog_name="python -m artrules.author.conformance")
