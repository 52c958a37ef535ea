#!/usr/bin/env python3
"""No weak randomness and no clock in a library: `check_symbols.py nm libdom_deal.a`."""
import subprocess
import sys

FORBIDDEN = {"rand", "rand_r", "random", "random_r", "srand", "srandom", "initstate", "setstate",
             "drand48", "erand48", "lrand48", "nrand48", "mrand48", "jrand48", "srand48", "seed48",
             "lcong48", "arc4random", "time", "gettimeofday", "clock", "clock_gettime", "getpid"}


def main():
    nm, library = sys.argv[1:]
    listing = subprocess.run([nm, "-u", library], check=True, capture_output=True, text=True).stdout
    used = {line.split()[-1].split("@")[0] for line in listing.splitlines() if " U " in line}
    print(library, "uses", *sorted(used))
    found = used & FORBIDDEN
    if found or not used:
        print("not allowed:", *sorted(found) or ["an empty listing"])
    return bool(found) or not used


if __name__ == "__main__":
    sys.exit(main())
