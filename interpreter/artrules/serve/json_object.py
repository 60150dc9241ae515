"""Reads what browsers send: a JSON object that can be sent on as it is."""

from __future__ import annotations

import json
from typing import Any

from artrules.serve.limits import LARGEST_MESSAGE
from artrules.serve.refusal import Refused


def json_object(text: str | bytes, called: str) -> dict[str, Any]:
    """The object in a text. `called` names it in sentences, such as "message". Raises Refused.

    What Python reads beyond JSON is refused: infinite numbers, and halves of characters, which no answer could hold.
    """
    if len(text) > LARGEST_MESSAGE:
        raise Refused(f"This {called} is too long.", 413)
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise Refused(f"This {called} holds half of a character.") from None
    except (ValueError, RecursionError):
        raise Refused(f"This {called} can't be read: it is no JSON.") from None
    if not isinstance(data, dict):
        raise Refused(f"A {called} must be a JSON object.")
    return data
