"""What a table looks like, whatever happens at it: what lies together, how zones lie, how variables start, what is
printed on cards.

Part of the API. A client gets the description of a game once (`Game.description`); with it, a view is all that it
needs to draw a table.
"""

from artrules.game.description.table import Area as Area
from artrules.game.description.table import KindDescription as KindDescription
from artrules.game.description.table import Look as Look
from artrules.game.description.table import MemberDescription as MemberDescription
from artrules.game.description.table import PhaseDescription as PhaseDescription
from artrules.game.description.table import TableDescription as TableDescription
from artrules.game.description.table import VariableDescription as VariableDescription
from artrules.game.description.table import ZoneDescription as ZoneDescription
