"""Programs that try the engine for longer than a suite should: `python -m tests.tools.NAME`."""
