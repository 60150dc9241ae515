"""Figures to judge the engine by, each taken beside what it is compared with: `docs/inside/performance.md`.

Run as a module from the top of a checkout, `python -m tests.tools.benchmarks`. No test looks at a time.
"""
