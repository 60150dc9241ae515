"""What the server refuses, in words for the person who asked."""

from __future__ import annotations


class Refused(Exception):
    """Something that can't be done; the message is a sentence for the person who asked. `status` is that of HTTP."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.text = text
        self.status = status
