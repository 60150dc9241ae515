"""How long answers take: of an idle server, and while many tables play at once."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .seats import Asker, Table

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Load:
    """What was measured. Times are in seconds."""

    tables: int
    seats: int
    idle: list[float]
    busy: list[float]
    late: int
    """Choices that weren't made in time, because the one before hadn't been answered."""
    share: float
    """The share of one core that the server used under load."""
    bytes_a_state: float
    refused: list[str]
    asked: list[float]
    """The waits of whoever asked without pause for their answers."""
    refused_questions: list[str]

    @property
    def median_idle(self) -> float:
        return share_of(self.idle, 0.5)

    @property
    def ratio(self) -> float:
        """The 99th percentile under load by the median of an idle server."""
        return share_of(self.busy, 0.99) / self.median_idle

    def as_data(self) -> dict[str, float]:
        """The figures, in milliseconds where they are times."""
        return {
            "tables": self.tables,
            "seats": self.seats,
            "answers": len(self.busy),
            "idle_median_ms": 1000 * self.median_idle,
            "idle_p99_ms": 1000 * share_of(self.idle, 0.99),
            "load_median_ms": 1000 * share_of(self.busy, 0.5),
            "load_p99_ms": 1000 * share_of(self.busy, 0.99),
            "ratio": self.ratio,
            "late": self.late,
            "server_share": self.share,
            "bytes_a_state": self.bytes_a_state,
            "refused": len(self.refused),
            **(
                {
                    "questions": len(self.asked),
                    "question_median_ms": 1000 * share_of(self.asked, 0.5),
                    "refused_questions": len(self.refused_questions),
                }
                if self.asked
                else {}
            ),
        }


def share_of(times: Sequence[float], share: float) -> float:
    """The time that this share of the times doesn't exceed."""
    return sorted(times)[max(0, math.ceil(share * len(times)) - 1)]


def processor_seconds(process: int) -> float:
    """The processor time that a process has used so far."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


async def measure(
    new_table: Callable[[], list[str]],
    process: int,
    *,
    tables: int,
    idle: int,
    warm_up: float,
    seconds: float,
    asking: bool = False,
) -> Load:
    """Plays at so many tables, which `new_table` opens: it gives the links of their seats.

    First one table alone makes `idle` choices, then all make one a second: `warm_up` seconds that aren't counted, and
    then `seconds` that are. `process` is the server's. With `asking`, the first seat of a table asks why without pause
    while all play."""
    alone = Table(seed=0)
    await alone.join(new_table())
    for number in range(2 * idle):
        await asyncio.sleep(0.03)
        if number == idle:
            alone.waits.clear()  # the first ones, which warm the server up
        await alone.choose()
    await alone.leave()
    busy = [Table(seed) for seed in range(1, tables + 1)]
    for table in busy:
        await table.join(await asyncio.to_thread(new_table))
    asker, links = Asker(), await asyncio.to_thread(new_table) if asking else []
    questions = [asyncio.create_task(asker.ask(link)) for link in links[:1]]
    begin = time.perf_counter() + 1
    counted, end = begin + warm_up, begin + warm_up + seconds
    players = [
        asyncio.create_task(table.play(every=1, first=begin + number / tables, until=end))
        for number, table in enumerate(busy)
    ]
    await asyncio.sleep(counted - time.perf_counter())
    used = processor_seconds(process)
    asker.waits.clear()
    for table in busy:
        table.waits.clear()
        table.late = 0
    await asyncio.sleep(end - time.perf_counter())
    used = processor_seconds(process) - used
    await asyncio.gather(*players)
    for question in questions:
        question.cancel()
    for table in busy:
        await table.leave()
    seats = [seat for table in [alone, *busy] for seat in table.seats]
    return Load(
        tables=tables,
        seats=len(busy[0].seats),
        idle=alone.waits,
        busy=[wait for table in busy for wait in table.waits],
        late=sum(table.late for table in busy),
        share=used / seconds,
        bytes_a_state=sum(s.received for s in seats) / sum(max(1, s.states) for s in seats),
        refused=[text for seat in seats for text in seat.refused],
        asked=asker.waits,
        refused_questions=asker.refused,
    )
