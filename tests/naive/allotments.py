"""All ways to deal cards to places that can't hold all of them, by trying."""

from collections.abc import Iterator, Sequence


def allotments(allowed: Sequence[frozenset[int]], room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the place of each card, for each way.

    Parameters
    ----------
    allowed : by card, the places that may hold it
    room : by place
    """
    if not allowed:
        yield ()
        return
    for place in sorted(allowed[0]):
        if room[place] > 0:
            less = [left - (number == place) for number, left in enumerate(room)]
            for others in allotments(allowed[1:], less):
                yield (place, *others)
