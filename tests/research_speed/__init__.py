"""How fast environments are: `python -m tests.research_speed`."""
