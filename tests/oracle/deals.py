"""Section 7 of SPEC.md ("Deals, keys and seeds"): keys, streams, lots and deals.

There is one function per paragraph of that section. With the key of a set all rounds of the set can be dealt again.
"""

from collections import namedtuple
from functools import lru_cache
from hashlib import blake2b
from struct import pack, unpack

import rules

Deal = namedtuple("Deal", "start hands orders redeals")


# Hashes

def u32(number):
    return number.to_bytes(4, "little")


def text(string):
    data = string.encode("utf-8")
    return bytes([len(data)]) + data


def digest(key, label, *fields):
    """Returns H(key, label, fields)."""
    return blake2b(text(label) + b"".join(fields), key=key, digest_size=32).digest()


def seed_secret(seed):
    """Returns the secret of a tournament with `seed: N`."""
    return digest(b"", "seed", seed.to_bytes(8, "little"))


def commitment(tournament, secret):
    return digest(b"", "commit", text(tournament), secret).hex()


def set_key(secret, tournament, set_number):
    return digest(secret, "set", text(tournament), u32(set_number))


def bot_seed(secret, tournament, set_number, rotation, seat):
    hashed = digest(secret, "bot", text(tournament), u32(set_number), u32(rotation), u32(seat))
    return int.from_bytes(hashed[:8], "little") % 2 ** 53


# Streams of numbers

def chacha_block(key, counter):
    """RFC 8439, section 2.3, with nonce zero: returns 16 words."""
    def rotate(word, bits):
        word &= 0xffffffff
        return word << bits & 0xffffffff | word >> 32 - bits

    start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *unpack("<8I", key), counter, 0, 0, 0]
    x = list(start)
    columns = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
    diagonals = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    for _ in range(10):
        for a, b, c, d in columns + diagonals:
            x[a] += x[b]
            x[d] = rotate(x[d] ^ x[a], 16)
            x[c] += x[d]
            x[b] = rotate(x[b] ^ x[c], 12)
            x[a] += x[b]
            x[d] = rotate(x[d] ^ x[a], 8)
            x[c] += x[d]
            x[b] = rotate(x[b] ^ x[c], 7)
    return [(word + first) & 0xffffffff for word, first in zip(x, start)]


class Stream:
    """The words of one key of a stream."""

    def __init__(self, key, label, number, redeal=0, seat=0):
        self.key = digest(key, label, u32(number), u32(redeal), u32(seat))
        self.counter = 0
        self.words = []

    def word(self):
        if not self.words:
            self.words = chacha_block(self.key, self.counter)[::-1]
            self.counter += 1
        return self.words.pop()

    def below(self, n):
        """Returns a number below n; words from the incomplete last n are skipped."""
        word = self.word()
        while word >= 2 ** 32 - 2 ** 32 % n:
            word = self.word()
        return word % n

    def shuffled(self, tiles):
        """Returns a shuffle of the tiles, which are in tile order."""
        tiles = sorted(tiles)
        for last in range(len(tiles) - 1, 0, -1):
            pick = self.below(last + 1)
            tiles[last], tiles[pick] = tiles[pick], tiles[last]
        return tiles


# A round

def lot_tiles(options, rule):
    """1. Lots: returns the tiles that are shuffled for them."""
    return rules.doubles_of(options) if rule == "drawn_double" else rules.tile_set(options)


def draw_lots(options, key, number, rule, seats):
    """1. Lots: returns (leader, [(seat, tile)])."""
    stream = Stream(key, "lots", number)
    if rule == "lots":
        return seats[stream.below(len(seats))], []
    tiles = stream.shuffled(lot_tiles(options, rule))
    lots = []
    while True:
        if len(tiles) < len(seats):
            tiles = stream.shuffled(lot_tiles(options, rule))
        drawn = list(zip(seats, tiles))
        tiles = tiles[len(seats):]
        lots += drawn
        if rule == "count":
            return rules.count_leader(seats, [tile for _, tile in drawn]), lots
        seats = rules.tied_highest(drawn)
        if len(seats) == 1 or len(lots) + len(seats) > rules.LOTS_CAP:
            return seats[0], lots


def start_tile(options, key, number, redeal):
    """2. Returns the start tile, or None."""
    if options["start_tile"] == "none":
        return None
    allowed = [(high, low) for high, low in rules.tile_set(options)
               if options["start_tile"] == "any" or high != low]
    return allowed[Stream(key, "start", number, redeal).below(len(allowed))]


@lru_cache(maxsize=4096)
def deal_once(settings, key, number, redeal):
    """2, 3 and 5: returns start tile, hands and every seat's order of the stock, for this redeal. `settings` is from `frozen`."""
    options = dict(settings)
    start = start_tile(options, key, number, redeal)
    tiles = Stream(key, "deal", number, redeal).shuffled(tile for tile in rules.tile_set(options) if tile != start)
    count, seats = options["hand"], range(options["players"])
    hands = [sorted(tiles[seat * count:(seat + 1) * count]) for seat in seats]
    stock = tiles[count * len(seats):]
    orders = [Stream(key, "stock", number, redeal, seat).shuffled(stock) for seat in seats]
    return Deal(start, hands, orders, redeal)


def frozen(options):
    """Returns the options on which a deal depends, in a hashable form."""
    return tuple((name, options[name]) for name in ("players", "hand", "set_max", "doubles", "start_tile"))


def deal(options, key, number, rule):
    """Returns a round's deal under this lead rule. 4. Redeal: it deals again until a hand has a double, if the rule needs one."""
    redeal = 0
    while True:
        dealt = deal_once(frozen(options), key, number, redeal)
        if not rules.may_redeal(options, rule) or rules.double_holder(rule, dealt.hands):
            return dealt
        redeal += 1
