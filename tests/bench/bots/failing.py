#!/usr/bin/python3
"""A bot in plain JSON Lines for bench_promises.py: `silent` answers only once it was told that it is
late, and logs how many milliseconds after its limit it was told; `ends` logs the time and exits."""
import json
import sys
import time


def say(**message):
    print(json.dumps(message), flush=True)


mode = sys.argv[1]
say(type="hello", protocol=1, name=mode)
for line in sys.stdin:
    now, message = time.monotonic(), json.loads(line)
    if message["type"] == "welcome":
        limit_s = (message["limits"]["move_ms"] + message["limits"]["margin_ms"]) / 1000
    elif message["type"] == "ask" and mode == "ends":
        print("at", now, file=sys.stderr)
        sys.exit(1)
    elif message["type"] == "ask":
        asked, req = now, message["req"]
    elif message["type"] == "fault":
        print("late", (now - asked - limit_s) * 1000, file=sys.stderr, flush=True)
        say(type="act", req=req, choice=0)
