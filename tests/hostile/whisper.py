"""A bot whose processes try to tell each other hands by what the kernel remembers of a file: `whisper.py STORE PATH hostile.py`.

The process in seat 0 notes the hand of each round. In the next match of the set the same deals are played with the bots in
each other's seats, so the process in seat 1 looks up what its opponent holds. It prints `heard ROUND OWN THEIRS`. STORE says
what is a bit, PATH in what it is kept:

    nowait   a page of the file is in memory; asked by preadv2 with RWF_NOWAIT
    mincore  the same, asked by mincore
    faults   the same, seen by whether a mapped page must be read from disk
    hints    the write hint of a file in this folder
"""
import contextlib
import ctypes
import fcntl
import mmap
import os
import resource
import struct
import sys

STORE, PATH, _ = sys.argv[1:]
sys.argv[1:] = ["good"]
import hostile  # noqa: E402

TILES = [[high, low] for high in range(7) for low in range(high + 1)]
SETS, ROUNDS = 4, 16  # for which there are notes
BITS = len(TILES) + 1  # of a note; the last bit says that it is there
PAGE = mmap.PAGESIZE
GET_WRITE_HINT, SET_WRITE_HINT = 1035, 1036
libc = ctypes.CDLL(None, use_errno=True)


class Pages:
    """Bits that are pages of a file in memory."""

    def __init__(self):
        self.fd = os.open(PATH, os.O_RDONLY)
        with contextlib.suppress(OSError):
            os.posix_fadvise(self.fd, 0, 0, os.POSIX_FADV_RANDOM)
            os.fsync(self.fd)

    def clear(self, bit):
        with contextlib.suppress(OSError):
            os.posix_fadvise(self.fd, bit * PAGE, PAGE, os.POSIX_FADV_DONTNEED)

    def set(self, bit):
        os.pread(self.fd, 1, bit * PAGE)

    def get(self, bit):
        if STORE == "nowait":
            try:
                return os.preadv(self.fd, [bytearray(1)], bit * PAGE, os.RWF_NOWAIT) == 1
            except OSError:
                return False
        with mmap.mmap(self.fd, PAGE, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE, offset=bit * PAGE) as memory:
            memory.madvise(mmap.MADV_RANDOM)  # so that a read does not fetch the pages beside it
            return self.is_mapped_page_there(memory)

    def is_mapped_page_there(self, memory):
        if STORE == "faults":
            before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
            memory[0]  # pylint: disable=pointless-statement
            return resource.getrusage(resource.RUSAGE_SELF).ru_majflt == before
        first = (ctypes.c_char * PAGE).from_buffer(memory)
        answer = ctypes.create_string_buffer(1)
        failed = libc.mincore(ctypes.c_void_p(ctypes.addressof(first)), ctypes.c_size_t(PAGE), answer)
        del first
        return failed == 0 and answer.raw[0] & 1 == 1


class Hints:
    """Bits that are write hints of the files 0, 1, ... in a folder."""

    def put(self, bit, hint):
        with contextlib.suppress(OSError), open(os.path.join(PATH, str(bit)), "rb") as file:
            fcntl.fcntl(file, SET_WRITE_HINT, struct.pack("Q", hint))

    def clear(self, bit):
        self.put(bit, 1)

    def set(self, bit):
        self.put(bit, 3)

    def get(self, bit):
        with contextlib.suppress(OSError), open(os.path.join(PATH, str(bit)), "rb") as file:
            return struct.unpack("Q", fcntl.fcntl(file, GET_WRITE_HINT, bytes(8)))[0] == 3
        return False


def first_bit():
    """Of the note of this round. Each of the two processes plays one match of every set, and counts them."""
    return ((played.count(1) - 1) % SETS * ROUNDS + played[-1] % ROUNDS) * BITS


def note(store, hand):
    base = first_bit()
    for bit in range(BITS):
        store.clear(base + bit)
    for bit, tile in enumerate(TILES):
        if tile in hand:
            store.set(base + bit)
    store.set(base + BITS - 1)


def look_up(store):
    """The noted hand, or None without a note."""
    base = first_bit()
    found = [store.get(base + bit) for bit in range(BITS)]
    return [tile for tile, is_set in zip(TILES, found) if is_set] if found[-1] else None


def whisper(bot, ask):
    if played[-1:] != [ask["round"]]:
        played.append(ask["round"])
        hand = sorted(ask["hand"] + [event[2:4] for event in ask["history"] if event[0] == ask["seat"] and event[1] != "pass"])
        hand = [sorted(tile, reverse=True) for tile in hand]
        if ask["seat"] == 0:
            note(store_of_bits, hand)
        else:
            theirs = look_up(store_of_bits)
            print("heard", ask["round"], sorted(hand), sorted(theirs or []), sep=" | ", file=sys.stderr, flush=True)
    bot.act(ask)


played = []  # the rounds of all matches
store_of_bits = Hints() if STORE == "hints" else Pages()
hostile.MODE, hostile.WHEN = "whisper", "each"
hostile.ACTIONS["whisper"] = whisper
hostile.main()
