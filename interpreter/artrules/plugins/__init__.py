"""What others may add without changing the engine: folders with rulesets, and bots."""
