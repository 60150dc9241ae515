"""`python -m artrules.checks` prints the page `docs/checks.md`."""

from artrules.checks.page import page

print(page(), end="")
