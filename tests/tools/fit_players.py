#!/usr/bin/python3
"""Fits the model of a player that sample-bots/inference has: domino-arena export | fit_players.py [--bot NAME]

Reads match records, and finds by maximum likelihood what makes a choice probable (conditional logit, by Newton's
method): with each feature of an action it prints the weight, its standard error, and how probable a
choice was in the geometric mean. With --bot only the choices of bots whose name begins so are read.
"""
import argparse
import json
import os
import sys

import numpy

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "oracle"))
import rules  # noqa: E402

FEATURES = ("pip", "double", "follower", "elsewhere", "open", "draw")


def features(play, action):
    """What sample-bots/inference/inference.c looks at."""
    if action[0] != "play":
        return [0, 0, 0, 0, 0, 1]
    tile = action[1:3]
    ends = rules.laid(play.ends, tile, action[3], len(action) == 5) if play.ends else rules.opened(play.options, tile)
    rest = [other for other in play.hands[play.turn] if other != tile]
    hidden = [*play.stock, *(other for seat, hand in enumerate(play.hands) if seat != play.turn for other in hand)]
    return [sum(tile), tile[0] == tile[1], sum(rules.fits([other], ends) for other in rest),
            sum(rules.fits([other], ends) for other in hidden), len(set(ends) - {-1}), 0]


def action_of(event):
    """The action of an event of a record, as rules.py writes it."""
    if event[1] in ("draw", "pass"):
        return (event[1],)
    return ("play", *(part for part in event[2:] if not isinstance(part, dict)))


def choices(record, bot):
    """Yields (features of every legal action, index of the chosen one) of the record's choices."""
    names = [player["name"] for player in record["bots"]]
    for entry in record["rounds"]:
        deal = entry["deal"]
        hands, orders = ([[tuple(tile) for tile in tiles] for tiles in deal[key]] for key in ("hands", "stock"))
        play = rules.Round(record["options"], hands, orders, deal["start"] and tuple(deal["start"]), entry["leader"])
        for event in entry["events"]:
            action, legal = action_of(event), play.legal()
            if len(legal) > 1 and "us" in event[-1] and names[event[0]].startswith(bot):
                yield numpy.array([features(play, other) for other in legal], float), legal.index(action)
            play.apply(action)


def fit(data):
    """Returns weights, standard errors and the mean log-likelihood of a choice."""
    weights = numpy.zeros(len(FEATURES))
    for _ in range(20):
        gradient, hessian, fitness = numpy.zeros_like(weights), 1e-6 * numpy.eye(len(weights)), 0
        for table, chosen in data:
            likely = numpy.exp(table @ weights - (table @ weights).max())
            likely /= likely.sum()
            mean = likely @ table
            gradient += table[chosen] - mean
            hessian += (table - mean).T @ ((table - mean) * likely[:, None])
            fitness += numpy.log(likely[chosen])
        weights += numpy.linalg.solve(hessian, gradient)
    return weights, numpy.sqrt(numpy.diag(numpy.linalg.inv(hessian))), fitness / len(data)


def main():
    parser = argparse.ArgumentParser(description="fit the model of a player to match records")
    parser.add_argument("--bot", default="", help="only bots whose name begins so")
    args = parser.parse_args()
    data = [choice for line in sys.stdin for choice in choices(json.loads(line), args.bot)]
    if not data:
        sys.exit("no choices were found")
    weights, errors, fitness = fit(data)
    for name, weight, error in zip(FEATURES, weights, errors):
        print(f"{name:10} {weight:7.3f}  +- {error:.3f}")
    by_chance = -numpy.mean([numpy.log(len(table)) for table, _ in data])
    print(f"{len(data)} choices, probability {numpy.exp(fitness):.3f}; if all were equally likely, {numpy.exp(by_chance):.3f}")


if __name__ == "__main__":
    main()
