"""Many games: bots, matches, balance, long runs, research."""
