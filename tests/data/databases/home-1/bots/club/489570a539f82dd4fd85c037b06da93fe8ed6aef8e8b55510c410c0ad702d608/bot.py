"""A bot that never changes, because its hash stands in the dumps: no SDK, no imports of ours.

bot.py MODE [N]: plays the `first` or the `last` legal action; with N every Nth answer is illegal.
"""
import json
import sys


def send(message):
    print(json.dumps(message), flush=True)


mode = sys.argv[1]
every = int(sys.argv[2]) if len(sys.argv) > 2 else 0
asks = 0
print("a line for the log", file=sys.stderr, flush=True)
send({"type": "hello", "protocol": 1, "name": mode, "version": "1", "language": "python"})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        asks += 1
        choice = 0 if mode == "first" else len(message["legal"]) - 1
        if every and asks % every == 0:
            choice = -1
        send({"type": "act", "req": message["req"], "choice": choice})
