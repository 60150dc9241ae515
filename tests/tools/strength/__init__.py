"""How strong the bots are, by game and budget: the table in `docs/bots.md`."""
