"""The plain data that a page in the browser gets of a game (`docs/inside/page.md`): pure functions of a game and a
seat. Nothing here depends on what the seat may not know, and no number of a card is among the data.

In: a `Game` and who looks. Out: a description, states and options as JSON, and lines of text made of them. Start with
`state.py`.

- `messages.py`: what a page and a server send each other
- `state.py`, `view.py`, `offers.py`: what a seat is shown and offered
- `questions.py`: why something can't be done, and what a bot would do
- `table_lines.py`, `log_lines.py`: the table and the log as lines
"""

from artrules.play.presentation.questions import advice_data as advice_data
from artrules.play.presentation.questions import why_data as why_data
from artrules.play.presentation.state import EVERYBODY as EVERYBODY
from artrules.play.presentation.state import OUTSIDER as OUTSIDER
from artrules.play.presentation.state import Shown as Shown
from artrules.play.presentation.state import as_json as as_json
from artrules.play.presentation.state import description_data as description_data
from artrules.play.presentation.state import entry_data as entry_data
from artrules.play.presentation.state import same_beginning as same_beginning
from artrules.play.presentation.state import shown_to as shown_to
from artrules.play.presentation.state import state_and_options as state_and_options
