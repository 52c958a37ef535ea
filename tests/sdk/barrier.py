"""A file that a bot for tests reads to its end where it would think: a FIFO.

    with Barrier(path):     waits until the bot reads it
        ...                 the bot stands there
    ...                     it goes on, and finds an empty file when it reads again
"""

import contextlib
import os
import time
from pathlib import Path

GIVE_UP_S = 60


class Barrier:
    def __init__(self, path):
        self.path = Path(path)
        self.path.unlink(missing_ok=True)
        os.mkfifo(self.path)

    def __enter__(self):
        give_up = time.monotonic() + GIVE_UP_S
        while time.monotonic() < give_up:
            with contextlib.suppress(OSError):  # nobody reads
                self.writer = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
                return
            time.sleep(0.01)
        raise TimeoutError("the bot does not get there")

    def __exit__(self, *_):
        self.path.unlink()
        self.path.touch()
        os.close(self.writer)
