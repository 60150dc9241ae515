"""How strong the bots are, by game and budget: the table in `docs/study/bots.md`."""
