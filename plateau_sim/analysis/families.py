"""Many comparisons at once: how sure of any of them one may be."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def holm(p_values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return p-values adjusted for being several (Holm, Scand. J. Statistics 6, 1979).

    Of true hypotheses, any gets a value below a level by chance at most with that probability.
    """
    given = np.asarray(p_values, np.float64)
    order = np.argsort(given, kind="stable")
    adjusted = np.empty_like(given)
    steps = given[order] * np.arange(given.size, 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return adjusted
