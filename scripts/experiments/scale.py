"""The tie of the ladder to people, for scripts: what src/people/tie.rs makes of src/people/tie.json."""

import json
import pathlib

KNOTS = [
    (knot["ladder"], knot["people"])
    for knot in json.loads((pathlib.Path(__file__).resolve().parents[2] / "src/people/tie.json").read_text())["knots"]
]


def people(rating):
    """The rating of people who are as strong as a player at this rating of the ladder."""
    for (low, start), (high, stop) in zip(KNOTS, KNOTS[1:]):
        if low <= rating <= high:
            return start + (rating - low) * (stop - start) / (high - low)
    ladder, end = KNOTS[0] if rating < KNOTS[0][0] else KNOTS[-1]
    return end + rating - ladder
