"""Explains why a player can't do something now: `Game.why_not`.

In come a position, a decision, and a text that the player typed (`question.py`). Out comes a `WhyNot` (`answer.py`),
which holds nothing that the player may not know. Start reading with `ask.py`, which has the steps of an answer.

- `known_machine.py`, `observed_position.py`, `observed_values.py`: a machine that knows what the seat knows
- `hypothetical_options.py`, `similarity.py`, `other_decisions.py`: what the text may be about
- `branch_tests.py`, `conditions.py`, `membership.py`, `limits.py`, `completion.py`: the first test that fails
  (`finding.py`)
- `evaluate.py`, `lowered.py`: expressions of the content, lowered when somebody asks
- `phrases.py`, `describe.py`, `render.py`: the reason, in a player's words
- `parts.py`, `author.py`: the conditions as they are written, with their values, for authors
"""
