"""The plain data that a page in the browser gets of a game (`docs/inside/page.md`): pure functions of a game and a
seat.

Nothing here depends on what the seat may not know, and no number of a card is among the data.
"""

from artrules.play.presentation.state import description_data as description_data
from artrules.play.presentation.state import entry_data as entry_data
from artrules.play.presentation.state import log_data as log_data
from artrules.play.presentation.state import option_of as option_of
from artrules.play.presentation.state import state_and_options as state_and_options
from artrules.play.presentation.state import state_data as state_data
from artrules.play.presentation.state import why_data as why_data
