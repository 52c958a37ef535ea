"""A FIFO that stops a bot of these tests while it chooses: the bot reads the file to its end.

    with Barrier(path):     waits until the bot reads the file
        ...                 the bot is stopped
    ...                     the bot continues; when it reads again, the file is empty
"""

import contextlib
import os
import time
from pathlib import Path

GIVE_UP_S = 1200  # a safety net, never a measure


class Barrier:
    def __init__(self, path):
        self.path = Path(path)
        self.path.unlink(missing_ok=True)
        os.mkfifo(self.path)

    def __enter__(self):
        give_up = time.monotonic() + GIVE_UP_S
        while time.monotonic() < give_up:
            with contextlib.suppress(OSError):  # no process reads the FIFO yet
                self.writer = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
                return
            time.sleep(0.01)
        raise TimeoutError("the bot does not read the FIFO")

    def __exit__(self, *_):
        self.path.unlink()
        self.path.touch()
        os.close(self.writer)
