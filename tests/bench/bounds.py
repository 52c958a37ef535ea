"""The promises of a benchmark: a table of rows (figure, MOST or LEAST, bound, description). The
figure is a path into the result."""
import json
import operator
import os
import sys

MOST, LEAST = (operator.le, "more than"), (operator.ge, "less than")


def add_option(parser):
    parser.add_argument("--check", action="store_true",
                        help="status 1 where a promise is broken; one line each on standard error")


def figure(result, path):
    """The figure, or None if it was not measured, as on a machine without that sandbox."""
    for key in path.split("."):
        result = result.get(key) if isinstance(result, dict) else None
    return result


def judge(result, bounds):
    """Return a line for each broken promise. A figure that was not measured counts as broken."""
    broken = []
    for path, (keeps, words), bound, what in bounds:
        value = figure(result, path)
        if value is None:
            broken.append(f"{what}: {path} was not measured, bound {bound}")
        elif not keeps(value, bound):
            broken.append(f"{what}: {path} is {value}, {words} {bound}")
    return broken


def finish(result, arguments, bounds):
    """Print the result as JSON and end the program. With --check the status is 1 if a promise is broken."""
    if "machine" in result:
        result["machine"]["load_after"] = round(os.getloadavg()[0], 2)
    print(json.dumps(result, indent=1))
    broken = judge(result, bounds) if arguments.check else []
    for line in broken:
        print(line, file=sys.stderr)
    sys.exit(1 if broken else 0)
