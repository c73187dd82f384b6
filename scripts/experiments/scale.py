"""The tie of the ladder to people, for scripts: what src/people/tie.rs makes of src/people/tie.json."""

import json
import pathlib

KNOTS = [
    (knot["ladder"], knot["people"])
    for knot in json.loads((pathlib.Path(__file__).resolve().parents[2] / "src/people/tie.json").read_text())["knots"]
]


def people(rating):
    """The rating of people who are as strong as a player at this rating of the ladder."""
    return across(rating, KNOTS)


def ladder(rating):
    """The rating of the ladder at which a player is as strong as people of this rating."""
    return across(rating, [(people, ladder) for ladder, people in KNOTS])


def across(rating, knots):
    for (low, start), (high, stop) in zip(knots, knots[1:]):
        if low <= rating <= high:
            return start + (rating - low) * (stop - start) / (high - low)
    own, other = knots[0] if rating < knots[0][0] else knots[-1]
    return other + rating - own
