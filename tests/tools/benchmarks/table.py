"""Tables in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from .figures.figure import Figure


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: frozenset[int]) -> str:
    """Columns as wide as they need to be; those numbered in `left` begin on the left, the others end on the right."""
    lines = [heads, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]

    def set_line(line: Sequence[str]) -> str:
        cells = [
            text.ljust(width) if i in left else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([set_line(heads), "  ".join("-" * width for width in widths), *map(set_line, rows)])


def table_of_figures(figures: Sequence[Figure]) -> str:
    """One figure a line."""
    rows = [
        (
            figure.name,
            rounded(figure.value),
            figure.unit,
            rounded(figure.reference),
            figure.reference_name,
            rounded(figure.ratio),
            figure.goal,
            {True: "yes", False: "no", None: ""}[figure.reached],
        )
        for figure in figures
    ]
    heads = ("what", "figure", "unit", "beside", "which is", "ratio", "goal", "reached")
    return table(heads, rows, left=frozenset({0, 2, 4, 6, 7}))


def rounded(value: float) -> str:
    """Three digits that matter, or three after the point."""
    digits = next((d for d, limit in enumerate((99.95, 9.995, 0.9995)) if value >= limit), 3)
    return f"{value:,.{digits}f}"
