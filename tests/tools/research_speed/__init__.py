"""How fast environments are: `python -m tests.tools.research_speed`."""
