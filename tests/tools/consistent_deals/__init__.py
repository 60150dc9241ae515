"""What is dealt anew in Hearts never contradicts what everybody has seen: `python -m tests.tools.consistent_deals`."""
