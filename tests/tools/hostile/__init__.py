"""Content that nobody should write, and what the engine makes of it: `python -m tests.tools.hostile`."""
