"""The memory of an instance as arrays of numpy: without copying where a module of WebAssembly plays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from artrules.execute.instance import Instance
from artrules.execute.wasm import RegionView

Array = NDArray[Any]


class Arrays:
    """Regions of one instance by name. Nobody may write to the arrays."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._live: dict[tuple[str, int], Array] = {}

    def get(self, name: str, count: int) -> Array:
        """The first elements of a region, as they are now."""
        found = self._live.get((name, count))
        if found is not None:
            return found
        region = self.instance.region(name)
        if isinstance(region, RegionView):
            found = self._live[name, count] = np.asarray(region.words)[:count]
            return found
        return np.array(region[:count], np.int64)
