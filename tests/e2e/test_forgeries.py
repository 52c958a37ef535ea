"""One fact of a finished tournament is forged and every checksum is right again: does `verify` find it?

FOUND lists what another fact of the same file contradicts. UNSAID lists what nothing else in the file says, why, and which of the
two hashes changes. Every column of the schema is in one of them, so a new column cannot be forgotten.
"""
import collections
import contextlib
import json
import os
import shutil
import sqlite3
import tempfile

import arena
import forging

SCHEMA = os.path.join(arena.HERE, "..", "..", "arena", "store", "schema.sql")
FINISHED = """name: finished
variants: [block-2, draw-3]
sets: %d
faults: {tolerate: 1}
limits: {move_ms: 600000, startup_ms: 600000}
bots:
  - greedy
  - random
""" + arena.hostile("crash", 9, "crasher") + arena.hostile("illegal", "each", "cheat")
SWISS = """name: swiss
variants: [block-2]
schedule: swiss
rounds: 2
sets: 1
bots:
  - greedy
  - random
  - careful
""" + arena.hostile("exit-at-start", 1, "absent")
UNFINISHED = """name: unfinished
variants: [block-2]
sets: 1
bots:
  - greedy
  - random
""" + arena.hostile("exit-at-start", 1, "absent")
SEEDED = "name: seeded\nvariants: [block-2]\nsets: 1\nseed: 7\nbots: [greedy, random]\n"

# Matches of `finished`, which is tournament 1: ended by the rules, and by these faults.
NORMAL = "(SELECT min(match) FROM match WHERE tournament = 1 AND ended = 0 AND variant = 0)"
ENDED = "(SELECT min(match) FROM match WHERE tournament = 1 AND ended != 0)"
CRASHED = "(SELECT min(match) FROM match WHERE tournament = 1 AND ended = 5)"
LAST = "(SELECT max(match) FROM match WHERE tournament = 1)"
ENDING = f"tournament = 1 AND tolerated = 0 AND match = {ENDED}"
TOLERATED = "id = (SELECT min(id) FROM fault WHERE tournament = 1 AND tolerated = 1)"
LOOSE = "id = (SELECT min(id) FROM fault WHERE tournament = 2 AND match = 0)"
ROW = "INSERT INTO fault (tournament, match, seat, bot, process, code, tolerated, when_ms, choice, text, answer, checksum) "

Found = collections.namedtuple("Found", "name columns change words tournament", defaults=("finished",))
Unsaid = collections.namedtuple("Unsaid", "name columns change hashes why tournament", defaults=("finished",))


def sql(*statements):
    def change(db):
        for statement in statements:
            db.execute(statement)
    return change


def config(change, tournament=1):
    """Changes the configuration, as JSON."""
    def apply(db):
        text = db.execute("SELECT config FROM tournament WHERE id = ?", (tournament,)).fetchone()[0]
        value = json.loads(text)
        change(value)
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
        db.execute("UPDATE tournament SET config = ? WHERE id = ?", (text, tournament))
    return apply


def without(matches, tournament=1):
    """Deletes the matches that this SQL lists."""
    def change(db):
        for (match,) in db.execute(f"SELECT match FROM match WHERE tournament = {tournament} AND match IN ({matches})").fetchall():
            for table in ("decisions", "seat", "fault", "match"):
                db.execute(f"DELETE FROM {table} WHERE tournament = ? AND match = ?", (tournament, match))
    return change


def decisions(change):
    def apply(db):
        match, value = db.execute(f"SELECT match, decisions FROM decisions WHERE tournament = 1 AND match = {NORMAL}").fetchone()
        db.execute("UPDATE decisions SET decisions = ? WHERE tournament = 1 AND match = ?", (change(value), match))
    return apply


def unsealed(table):
    """Another checksum."""
    return sql(f"UPDATE {table} SET checksum = x'0102030405060708' WHERE rowid IN (SELECT min(rowid) FROM {table})"
               if table != "match" else "UPDATE match SET checksum = x'0102030405060708' WHERE match = 1")


def swap(table, column, one, other, where):
    """Exchanges two values of a column."""
    return sql(f"UPDATE {table} SET {column} = -7 WHERE {column} = {one} AND {where}",
               f"UPDATE {table} SET {column} = {one} WHERE {column} = {other} AND {where}",
               f"UPDATE {table} SET {column} = {other} WHERE {column} = -7 AND {where}")


FOUND = (
    # -- bots and entrants
    Found("a bot's id", "bot.id", sql("UPDATE bot SET id = 99 WHERE name = 'greedy'"), ""),
    Found("two bots renamed", "bot.name", sql("UPDATE bot SET name = 'x' WHERE name = 'greedy'", "UPDATE bot SET name = 'greedy' "
          "WHERE name = 'random'", "UPDATE bot SET name = 'random' WHERE name = 'x'"), "name of bot 0: 'random' is stored"),
    Found("one bot renamed", "bot.name", sql("UPDATE bot SET name = 'greedier' WHERE name = 'greedy'"), "name of bot 0: 'greedier'"),
    Found("a bot's version", "bot.version", sql(f"UPDATE bot SET version = '{'0' * 64}' WHERE name = 'greedy'"), "version of bot 0"),
    Found("entrants swapped", "entrant.bot", swap("entrant", "bot", 1, 2, "tournament = 1"), "name of bot 0"),
    Found("an entrant's number", "entrant.number", sql("UPDATE entrant SET number = 9 WHERE tournament = 1 AND number = 3"), "number of a bot"),
    Found("an entrant's tournament", "entrant.tournament", sql("UPDATE entrant SET tournament = 9 WHERE tournament = 1 AND number = 3"),
          ""),
    Found("an entrant more", "entrant.number", sql("INSERT INTO entrant VALUES (1, 4, 1)"), "bots: 5 are stored"),
    # -- the tournament
    Found("the tournament's id", "tournament.id", sql("UPDATE tournament SET id = 9 WHERE id = 1"), ""),
    Found("the tournament's name", "tournament.name", sql("UPDATE tournament SET name = 'finished2' WHERE id = 1"),
          "stored as 'finished2', the configuration has 'finished'", "finished2"),
    Found("reproducible without a seed", "tournament.is_reproducible", sql("UPDATE tournament SET is_reproducible = 1 WHERE id = 1"),
          "stored as reproducible, the configuration has no seed"),
    Found("not reproducible with a seed", "tournament.is_reproducible", sql("UPDATE tournament SET is_reproducible = 0 WHERE id = 4"),
          "stored as not reproducible, the configuration has a seed", "seeded"),
    Found("a seed is invented", "tournament.config", config(lambda c: c.update(seed=5)), "its secret is not that of"),
    Found("another seed", "tournament.config", config(lambda c: c.update(seed=8), 4), "its secret is not that of", "seeded"),
    Found("config: the order of bots", "tournament.config", config(lambda c: c["bots"].reverse()), "name of bot 0"),
    Found("config: a bot less", "tournament.config", config(lambda c: c["bots"].pop()), "bots: 4 are stored, the configuration has 3"),
    Found("config: a bot sits out", "tournament.config", config(lambda c: c["bots"][2].update(sits_out=["block-2"])), "the schedule has"),
    Found("config: sets", "tournament.config", config(lambda c: c.update(sets=3)), "sets of all stages: 2 are stored, the configuration has 3"),
    Found("config: rounds", "tournament.config", config(lambda c: c.update(rounds=3), 2), "rounds of all stages: 2 are stored", "swiss"),
    Found("config: another schedule", "tournament.config", config(lambda c: c.update(schedule="gauntlet")), "the schedule has"),
    Found("config: a variant's options", "tournament.config", config(lambda c: c["variants"][0]["options"].update(target=50)),
          "variant block-2: target: 100 is stored, the configuration has 50"),
    Found("config: rated with spectators", "tournament.config", config(lambda c: c.update(spectators=True)), "with spectators"),
    Found("config: a rated comparison", "tournament.config", config(lambda c: c.update(rated=True), 5), "no tournament 'compare' is", "compared"),
    Found("config: a finer comparison", "tournament.config", config(lambda c: c["compare"].update(elo1=1.0), 5), "not decided", "compared"),
    Found("config: a comparison of nothing", "tournament.config", config(lambda c: c["compare"].update(elo1=0.0), 5), "no test that can",
          "compared"),
    Found("config: a comparison without a test", "tournament.config", config(lambda c: c.pop("compare"), 5), "no test that can", "compared"),
    Found("config: nothing is tolerated", "tournament.config", config(lambda c: c["faults"].update(tolerate=0)),
          "1 faults were tolerated, the configuration allows 0"),
    Found("config: more is tolerated", "tournament.config", config(lambda c: c["faults"].update(tolerate=2)),
          "ended the match after 1 were tolerated, the configuration allows 2"),
    Found("the tournament's checksum", "tournament.checksum", unsealed("tournament"), "checksum"),
    # -- variants
    Found("a variant's tournament", "tournament_variant.tournament",
          sql("UPDATE tournament_variant SET tournament = 9 WHERE tournament = 1 AND number = 1"), ""),
    Found("a variant's number", "tournament_variant.number", sql("UPDATE tournament_variant SET number = 1 - number + 10 WHERE tournament = 1",
          "UPDATE tournament_variant SET number = number - 10 WHERE tournament = 1"), ""),
    Found("a variant's name", "tournament_variant.name", sql("UPDATE tournament_variant SET name = 'block-two' WHERE number = 0"),
          "name of variant 0: 'block-two' is stored"),
    Found("a variant's base", "tournament_variant.base", sql("UPDATE tournament_variant SET base = 'draw-2' WHERE number = 0"),
          "base of variant 0: 'draw-2' is stored"),
    Found("a variant's target", "tournament_variant.options", sql("UPDATE tournament_variant SET options = replace(options, 'target=100', "
          "'target=50') WHERE number = 0"), "variant block-2: target: 50 is stored"),
    Found("a variant more", "tournament_variant.number", sql("INSERT INTO tournament_variant SELECT 1, 2, 'third', base, options FROM "
          "tournament_variant WHERE tournament = 1 AND number = 0"), "variants: 3 are stored"),
    # -- stages
    Found("a stage's tournament", "stage.tournament", sql("UPDATE stage SET tournament = 9 WHERE tournament = 1 AND number = 1"), ""),
    Found("a stage's number", "stage.number", sql("UPDATE stage SET number = 2 WHERE tournament = 1 AND number = 1"), "number of a"),
    Found("the order of stages", "stage.number", sql("UPDATE stage SET number = 11 - number WHERE tournament = 1",
          "UPDATE stage SET number = number - 10 WHERE tournament = 1"), "stage 1: it begins with set 11, in the schedule with set 1"),
    Found("a stage's first set", "stage.first_set", sql("UPDATE stage SET first_set = 9 WHERE tournament = 1 AND number = 1"),
          "stage 2: it begins with set 9, in the schedule with set 11"),
    Found("a stage's bots", "stage.bots", sql("UPDATE stage SET bots = 3 WHERE tournament = 1"), "bots of the last stage: 3 are stored"),
    Found("a stage's old bots", "stage.old_bots", sql("UPDATE stage SET old_bots = 3 WHERE tournament = 1 AND number = 1"),
          "the schedule has no match"),
    Found("a stage's sets", "stage.sets", sql("UPDATE stage SET sets = 2 WHERE tournament = 1 AND number = 1"),
          "sets of all stages: 3 are stored, the configuration has 2"),
    Found("a stage's rounds", "stage.rounds", sql("UPDATE stage SET rounds = 1 WHERE tournament = 1 AND number = 1"), "rounds of all stages"),
    Found("rounds of a Swiss", "stage.rounds", sql("UPDATE stage SET rounds = 1 WHERE tournament = 2"), "rounds of all stages", "swiss"),
    Found("the end of the first stage", "stage.finished_ms", sql("UPDATE stage SET finished_ms = 0 WHERE tournament = 1 AND number = 0"),
          "stage 1 is not finished, but stage 2 is"),
    Found("an end is invented", "stage.finished_ms", sql("UPDATE stage SET finished_ms = 5 WHERE tournament = 3"), "but stage 1 is finished",
          "unfinished"),
    Found("a stage's secret", "stage.secret", sql(f"UPDATE stage SET secret = x'{'11' * 32}' WHERE tournament = 1"), "the secret does not belong"),
    Found("a stage's commitment", "stage.commitment", sql(f"UPDATE stage SET commitment = '{'1' * 64}' WHERE tournament = 1"),
          "the secret does not belong"),
    # -- matches that are missing or too many
    Found("the last match deleted", "match.match", without(LAST), "is missing, but stage 2 is finished"),
    Found("a match deleted in the middle", "match.match", without("5"), "match 5 is missing, but stage 1 is finished"),
    Found("the last set deleted", "match.match", without("SELECT match FROM match WHERE tournament = 1 AND set_number = (SELECT "
          "max(set_number) FROM match WHERE tournament = 1)"), "are missing, but stage 2 is finished"),
    Found("all matches of one bot deleted", "match.match", without("SELECT match FROM seat WHERE tournament = 1 AND bot = 3"), "missing"),
    Found("all matches deleted", "match.match", without("SELECT match FROM match"), "missing"),
    Found("a match of a Swiss deleted", "match.match", without("3", 2), "match 3 is missing", "swiss"),
    Found("the first match of a comparison deleted", "match.match", without("1", 5), "not decided by sets 1 to 0, and set 1 is", "compared"),
    Found("the second set of a comparison deleted", "match.match", without("3, 4", 5), "not decided by sets 1 to 1, and set 2 is", "compared"),
    Found("a comparison cut to one set", "match.match", without("SELECT match FROM match WHERE tournament = 5 AND set_number > 1", 5),
          "set 2 is not whole", "compared"),
    Found("a match of the unfinished one twice", "match.match", sql(
        *(f"INSERT INTO {table} ({columns}) SELECT {columns.replace('match', '9', 1)} FROM {table} WHERE tournament = 3 AND match = 1"
          for table, columns in (("match", "match, tournament, set_number, rotation, variant, attempt, ended, fault_seat, rounds, "
                                           "started_ms, duration_ms, sandbox, checksum"),
                                 ("seat", "match, tournament, seat, bot, place, score, time_us, process"),
                                 ("decisions", "match, tournament, decisions, checksum")))), "", "unfinished"),
    Found("a match of another tournament", "match.tournament", sql(
        *(f"UPDATE {table} SET tournament = 9 WHERE tournament = 1 AND match = {LAST}" for table in ("seat", "decisions", "match"))), ""),
    Found("a match of a set", "match.set_number", sql("UPDATE match SET set_number = 2 WHERE tournament = 1 AND match = 1"), ""),
    Found("a rotation", "match.rotation", sql("UPDATE match SET rotation = 2 WHERE tournament = 1 AND match = 2"), "rotation 2 is stored"),
    Found("the variant of a match", "match.variant", sql("UPDATE match SET variant = 1 - variant WHERE tournament = 1 AND match = 1"), ""),
    Found("a match that was never started", "match.attempt", sql("UPDATE match SET attempt = 0 WHERE tournament = 1 AND match = 1"),
          "was started 0 times"),
    Found("the rounds of a match", "match.rounds", sql("UPDATE match SET rounds = rounds + 1 WHERE tournament = 1 AND match = 1"),
          "rounds are stored"),
    Found("a level that does not exist", "match.sandbox", sql("UPDATE match SET sandbox = 'jail' WHERE tournament = 1 AND match = 1"),
          "no sandbox level 'jail'"),
    Found("a match's checksum", "match.checksum", unsealed("match"), "checksum"),
    Found("a start of a finished match", "match_start.match", sql("INSERT INTO match_start VALUES (1, 1, 3)"),
          "match 1: it is finished, but a start says that it is not"),
    Found("a start beyond the schedule", "match_start.match", sql("INSERT INTO match_start VALUES (3, 99, 1)"),
          "match 99 was started, but the schedule has no match", "unfinished"),
    Found("a start of no tournament", "match_start.tournament", sql("INSERT INTO match_start VALUES (9, 1, 1)"), ""),
    Found("a start that never was", "match_start.starts", sql("UPDATE match_start SET starts = 0"), "wrong number of starts", "unfinished"),
    # -- the ends of matches
    Found("a crash becomes a normal end", "match.ended", sql(
        f"UPDATE match SET ended = 0, fault_seat = -1 WHERE tournament = 1 AND match = {ENDED}"), "but a fault is stored"),
    Found("a normal end becomes a crash", "match.ended", sql(
        f"UPDATE match SET ended = 5, fault_seat = 0 WHERE tournament = 1 AND match = {NORMAL}"), "no such fault is stored"),
    Found("the kind of an end", "match.ended", sql(f"UPDATE match SET ended = 2 WHERE tournament = 1 AND match = {ENDED}"), "it ended as timeout"),
    Found("the seat of an end", "match.fault_seat", sql(
        f"UPDATE match SET fault_seat = 1 - fault_seat WHERE tournament = 1 AND match = {ENDED}"), "but a fault is stored as"),
    Found("a normal end with a seat", "match.fault_seat", sql(
        f"UPDATE match SET fault_seat = 0 WHERE tournament = 1 AND match = {NORMAL}"), "fault_seat"),
    # -- seats
    Found("a seat of another tournament", "seat.tournament", sql("UPDATE seat SET tournament = 9 WHERE tournament = 1 AND match = 1"), ""),
    Found("a seat of another match", "seat.match", sql("UPDATE seat SET match = 2, seat = seat + 2 WHERE tournament = 1 AND match = 1"), ""),
    Found("a seat's number", "seat.seat", sql("UPDATE seat SET seat = 5 WHERE tournament = 1 AND match = 1 AND seat = 1"), "seat"),
    Found("bots swapped in one match", "seat.bot", sql("UPDATE seat SET bot = 1 - bot WHERE tournament = 1 AND match = 1"),
          "seat 0: bot random is stored, the schedule has greedy"),
    Found("places swapped", "seat.place", sql("UPDATE seat SET place = 3 - place WHERE tournament = 1 AND match = 1"), "is stored"),
    Found("a score", "seat.score", sql(f"UPDATE seat SET score = score + 1 WHERE tournament = 1 AND seat = 0 AND match = {NORMAL}"), "score"),
    Found("the time of a seat", "seat.time_us", sql("UPDATE seat SET time_us = 1 WHERE tournament = 1 AND match = 1"), "1 us are stored"),
    Found("a process of another bot", "seat.process", sql("UPDATE seat SET process = (SELECT min(id) FROM process WHERE tournament = 1 AND "
          "bot != seat.bot) WHERE tournament = 1 AND match = 1 AND seat = 0"), "match 1: seat 0: process"),
    Found("a process that does not exist", "seat.process", sql("UPDATE seat SET process = 9999 WHERE tournament = 1 AND match = 1"), ""),
    Found("a process of another tournament", "seat.process", sql("UPDATE seat SET process = (SELECT max(id) FROM process) WHERE "
          "tournament = 1 AND match = 1 AND seat = 0"), "is not of the tournament"),
    Found("no process", "seat.process", sql(f"UPDATE seat SET process = NULL WHERE tournament = 1 AND match = {NORMAL}"),
          "no process is stored, but it decided"),
    # -- decisions
    Found("decisions of another tournament", "decisions.tournament", sql("UPDATE decisions SET tournament = 9 WHERE tournament = 1 AND match = 1"), ""),
    Found("decisions swapped", "decisions.match", swap("decisions", "match", 1, 2, "tournament = 1"), "match 1"),
    Found("a decision changed", "decisions.decisions", decisions(lambda d: d[:len(d) // 2] + bytes([d[len(d) // 2] ^ 1]) + d[len(d) // 2 + 1:]),
          ""),
    Found("decisions longer", "decisions.decisions", decisions(lambda d: d + b"\0"), ""),
    Found("decisions shorter", "decisions.decisions", decisions(lambda d: d[:-2]), ""),
    Found("the checksum of decisions", "decisions.checksum", unsealed("decisions"), "checksum"),
    # -- processes
    Found("a process's id", "process.id", sql("UPDATE process SET id = 9999 WHERE id = (SELECT process FROM seat WHERE tournament = 1)"), ""),
    Found("a process's tournament", "process.tournament", sql("UPDATE process SET tournament = 2 WHERE tournament = 1"),
          "is not of the tournament"),
    Found("a process's bot", "process.bot", sql("UPDATE process SET bot = 3 - bot WHERE tournament = 1"), "is of bot 3, the bot there is 0"),
    Found("a process's seat", "process.seat", sql("UPDATE process SET seat = seat + 1 WHERE tournament = 1"), "served seat"),
    Found("processes deleted", "process.id seat.process fault.process", sql("UPDATE seat SET process = NULL", "UPDATE fault SET process = NULL",
          "DELETE FROM process"), "no process is stored"),
    Found("a process's checksum", "process.checksum", unsealed("process"), "checksum"),
    # -- faults
    Found("all faults deleted", "fault.id", sql("DELETE FROM fault WHERE tournament = 1"), "no such fault is stored"),
    Found("the fault that ended a match deleted", "fault.id", sql(f"DELETE FROM fault WHERE {ENDING}"), "no such fault is stored"),
    Found("a tolerated fault deleted", "fault.id", sql(f"DELETE FROM fault WHERE {TOLERATED}"), "after its illegal, which is not stored"),
    Found("the fault that ended a match twice", "fault.id", sql(ROW + "SELECT tournament, match, seat, bot, process, code, tolerated, "
          f"when_ms, choice, text, answer, checksum FROM fault WHERE {ENDING}"), "2 faults are stored that ended it"),
    Found("a tolerated fault is invented", "fault.id", sql(ROW + f"SELECT 1, {NORMAL}, 0, bot, process, 2, 1, 5, 1, 'late', x'', x'' "
          f"FROM seat WHERE tournament = 1 AND match = {NORMAL} AND seat = 0"), "a tolerated timeout of seat 0 is stored, its decisions have none"),
    Found("the order of two faults", "fault.id", sql(f"UPDATE fault SET id = -1 WHERE {TOLERATED}", "UPDATE fault SET id = 999 WHERE id = -1",
          f"UPDATE fault SET match = {CRASHED} WHERE id = 999"), ""),
    Found("a fault of another tournament", "fault.tournament", sql(f"UPDATE fault SET tournament = 2 WHERE {ENDING}"), "no such fault is stored"),
    Found("a fault of another match", "fault.match", sql(f"UPDATE fault SET match = {NORMAL} WHERE {ENDING}"), "it ended as normal of seat -1"),
    Found("a fault of no match", "fault.match", sql(f"UPDATE fault SET match = 0, choice = -1 WHERE {ENDING}"), "no such fault is stored"),
    Found("a fault of a match that does not exist", "fault.match", sql(f"UPDATE fault SET match = 777 WHERE {ENDING}"),
          "match 777 is missing, but its fault is stored"),
    Found("the seat of a fault", "fault.seat", sql(f"UPDATE fault SET seat = 1 - seat WHERE {ENDING}"), "but a fault is stored as"),
    Found("a fault of no seat", "fault.seat", sql(f"UPDATE fault SET seat = -1 WHERE {ENDING}"), "a fault of seat -1 is stored"),
    Found("the bot of a fault", "fault.bot", sql("UPDATE fault SET bot = 0 WHERE tournament = 1"), "a fault of bot greedy is stored, but bot"),
    Found("the process of a fault", "fault.process", sql(f"UPDATE fault SET process = NULL WHERE {ENDING}"), "its fault is of process 0"),
    Found("the kind of a fault", "fault.code", sql(f"UPDATE fault SET code = 2 WHERE {ENDING}"), "but a fault is stored as timeout"),
    Found("the kind of a tolerated fault", "fault.code", sql(f"UPDATE fault SET code = 2 WHERE {TOLERATED}"), "a tolerated timeout of seat"),
    Found("an ending fault was tolerated", "fault.tolerated", sql(f"UPDATE fault SET tolerated = 1 WHERE {ENDING}"), "no such fault is stored"),
    Found("a tolerated fault was not", "fault.tolerated", sql(f"UPDATE fault SET tolerated = 0 WHERE {TOLERATED}"), "which is not stored"),
    Found("the choice of a fault", "fault.choice", sql(f"UPDATE fault SET choice = choice + 1 WHERE {ENDING}"), "but the match stops at choice"),
    Found("the choice of a tolerated fault", "fault.choice", sql(f"UPDATE fault SET choice = choice + 1 WHERE {TOLERATED}"), "the decisions have"),
    Found("the choice of a fault outside", "fault.choice", sql(f"UPDATE fault SET choice = 3 WHERE {LOOSE}"), "but belongs to no match", "swiss"),
    Found("a fault outside was tolerated", "fault.tolerated", sql(f"UPDATE fault SET tolerated = 1 WHERE {LOOSE}"), "but belongs to no match",
          "swiss"),
    Found("the process of a withdrawal", "fault.process", sql("UPDATE fault SET process = (SELECT min(id) FROM process WHERE tournament = 2 AND bot = 0) "
                                                              f"WHERE {LOOSE}"), "is of bot 0, the bot there is 3", "swiss"),
    Found("the spawn of a withdrawn bot deleted", "fault.id", sql("DELETE FROM fault WHERE tournament = 2 AND match != 0"), "no such fault", "swiss"),
    Found("a fault's checksum", "fault.checksum", unsealed("fault"), "checksum"),
    Found("a kind of faults is missing", "fault_word.code", sql("DELETE FROM fault_word WHERE code = 5"), ""),
)

CLOCK = "nothing else says what the clock said, and clocks are set"
ONLY_CONFIG = "only the configuration says it"
UNSAID = (
    Unsaid("nothing", "", sql(), "", "nothing is changed"),
    Unsaid("when a match began", "match.started_ms", sql("UPDATE match SET started_ms = 5 WHERE tournament = 1"), "", CLOCK),
    Unsaid("how long a match took", "match.duration_ms", sql("UPDATE match SET duration_ms = 5 WHERE tournament = 1"), "", CLOCK),
    Unsaid("when a process began", "process.started_ms", sql("UPDATE process SET started_ms = 5 WHERE tournament = 1"), "", CLOCK),
    Unsaid("when a fault was", "fault.when_ms", sql("UPDATE fault SET when_ms = 5 WHERE tournament = 1"), "", CLOCK),
    Unsaid("when a stage was announced", "stage.created_ms", sql("UPDATE stage SET created_ms = 5 WHERE tournament = 1"), "", CLOCK),
    Unsaid("when a stage was finished", "stage.finished_ms", sql("UPDATE stage SET finished_ms = 5 WHERE tournament = 1"), "", CLOCK),
    Unsaid("that it is finished", "stage.finished_ms", sql("UPDATE stage SET finished_ms = 0 WHERE tournament = 1"), "ledger",
           "the end is stored after the last match, and an arena may be killed between"),
    Unsaid("how often a match was started", "match.attempt", sql("UPDATE match SET attempt = 7 WHERE tournament = 1 AND match = 1"), "ledger",
           "starts are counted in no other place"),
    Unsaid("how often an open match was started", "match_start.starts", sql("UPDATE match_start SET starts = 7"), "ledger",
           "starts are counted in no other place", "unfinished"),
    Unsaid("the sandbox of a match", "match.sandbox", sql("UPDATE match SET sandbox = CASE sandbox WHEN 'none' THEN 'bwrap' ELSE 'none' END "
           "WHERE tournament = 1 AND match = 1"), "ledger", "every run may use another level"),
    Unsaid("the number of a process in its run", "process.instance", sql("UPDATE process SET instance = instance + 1"), "ledger",
           "every run counts from 0"),
    Unsaid("the language of a process", "process.language", sql("UPDATE process SET language = 'cobol'"), "ledger", "a bot says what it likes"),
    Unsaid("the version of its language", "process.version", sql("UPDATE process SET version = '9'"), "ledger", "a bot says what it likes"),
    Unsaid("how a process ended", "process.ended", sql("UPDATE process SET ended = 'exit status 9'"), "ledger",
           "it is a text for people, and a fault tells of some ends only"),
    Unsaid("what a process printed", "process.log", sql("UPDATE process SET log = x'41'"), "ledger", "a bot prints what it likes"),
    Unsaid("a process that never sat anywhere", "process.id", sql(
        "INSERT INTO process (tournament, bot, seat, instance, started_ms, language, version, ended, log, checksum) "
        "VALUES (1, 0, 0, 99, 5, '', '', '', x'', x'0000000000000000')"), "ledger", "its match may have been void"),
    Unsaid("what happened", "fault.text", sql("UPDATE fault SET text = 'greedy cheated' WHERE tournament = 1"), "ledger", "a text for people"),
    Unsaid("what a bot answered", "fault.answer", sql("UPDATE fault SET answer = x'41' WHERE tournament = 1"), "ledger",
           "a refused message is stored here only"),
    Unsaid("a fault outside of every match", "fault.id", sql(f"DELETE FROM fault WHERE {LOOSE}"), "ledger", "it cost no match", "swiss"),
    Unsaid("the kind of a fault outside", "fault.code", sql(f"UPDATE fault SET code = 3 WHERE {LOOSE}"), "ledger", "it cost no match", "swiss"),
    Unsaid("the order in which matches were stored", "decisions.id", sql("UPDATE decisions SET id = id + 5000"), "",
           "an id means nothing outside of its file"),
    Unsaid("the word of a fault", "fault_word.word", sql("UPDATE fault_word SET word = 'late' WHERE code = 5"), "",
           "the arena has these words itself; only the views read them"),
    Unsaid("config: unrated", "tournament.config", config(lambda c: c.update(rated=False)), "ledger", ONLY_CONFIG),
    Unsaid("config: spectators of an unrated one", "tournament.config", config(lambda c: c.update(rated=False, spectators=True)), "ledger",
           ONLY_CONFIG),
    Unsaid("config: move_ms", "tournament.config", config(lambda c: c["limits"].update(move_ms=5)), "ledger",
           "with several tables a bot divides its time as it likes, so no time of one choice is too long"),
    Unsaid("config: memory", "tournament.config", config(lambda c: c["limits"].update(memory_mb=16)), "ledger", ONLY_CONFIG),
    Unsaid("config: restarts", "tournament.config", config(lambda c: c["faults"].update(restarts=9)), "ledger",
           "which crashes were free depends on the order of events in a run"),
    Unsaid("config: the anchor", "tournament.config", config(lambda c: c["rating"]["anchor"].update(elo=1500.0)), "ledger", ONLY_CONFIG),
    Unsaid("config: hidden names", "tournament.config", config(lambda c: c.update(hide_names=True)), "ledger", ONLY_CONFIG),
    Unsaid("config: the baseline", "tournament.config", config(lambda c: c.update(baseline="none-1")), "ledger", ONLY_CONFIG),
    Unsaid("config: a key that no arena knows", "tournament.config", config(lambda c: c.update(mood="good")), "ledger",
           "a later arena may write more keys"),
)


# The rows of the ledger hash up to the matches.
NUMBER = "(SELECT count(*) FROM process p WHERE p.tournament = {0}.tournament AND p.id <= {0}.process)"
LEDGER = (
    ("tournament", "SELECT is_reproducible, name, config FROM tournament WHERE id = ?"),
    ("entrant", "SELECT number, name, version FROM entrant JOIN bot ON bot.id = bot WHERE tournament = ? ORDER BY number"),
    ("variant", "SELECT number, name, base FROM tournament_variant WHERE tournament = ? ORDER BY number"),
    ("stage", "SELECT number, first_set, bots, old_bots, sets, rounds, finished_ms != 0, commitment FROM stage WHERE tournament = ? "
              "ORDER BY number"),
    ("change", "SELECT number, stage, entry, bot, state, reason FROM entry_change WHERE tournament = ? ORDER BY number"),
    ("moved", "SELECT stage, first_set, last_set FROM moved_sets WHERE tournament = ? ORDER BY stage, first_set"),
    ("process", "SELECT bot, seat, instance, language, version, ended, log FROM process WHERE tournament = ? ORDER BY id"),
    ("fault", f"SELECT match, seat, bot, {NUMBER.format('fault')}, code, tolerated, choice, text, answer FROM fault WHERE tournament = ? "
              "ORDER BY id"),
    ("start", "SELECT match, starts FROM match_start WHERE tournament = ? ORDER BY match"),
)


class Forgeries(arena.ArenaTest):

    base = None

    @classmethod
    def tearDownClass(cls):
        if cls.base:
            shutil.rmtree(os.path.dirname(cls.base))

    def setUp(self):
        super().setUp()
        self.forged = os.path.join(self.home, "forged")
        os.mkdir(self.forged)
        if Forgeries.base is None:
            Forgeries.base = self.play()

    def play(self):
        """Plays the tournaments that are forged, once for all tests, and returns the database."""
        for sets in (1, 2):  # two stages
            self.arena("run", self.tournament(FINISHED % sets))
        for text, status in ((SWISS, 0), (UNFINISHED, 1), (SEEDED, 0)):
            self.arena("run", self.tournament(text), "--skip-broken", status=status)
        self.arena("compare", "greedy", "random", "--variant", "block-2", "--elo1", "300", "--seed", "7", "--name", "compared")
        with forging.forged(os.path.join(self.home, "arena.db")) as db:  # as if an arena had been killed during this match
            db.execute("INSERT INTO match_start SELECT 3, max(match) + 1, 2 FROM match WHERE tournament = 3")
        return shutil.move(os.path.join(self.home, "arena.db"), tempfile.mkdtemp(prefix="forgeries."))

    def test_a_number_above_those_of_the_schedule_is_a_difference(self):
        self.arena("run", self.tournament("name: t\nvariants: [block-2]\nsets: 3\nbots: [random, greedy]\n"))
        with forging.forged(os.path.join(self.home, "arena.db")) as db:
            for table in ("match", "seat", "decisions"):
                db.execute(f"UPDATE {table} SET match = 9999 WHERE match = 6")
        told = json.loads(self.arena("verify", "--json", status=1)[0])
        self.assertIn("match 6 is missing, but stage 1 is finished", told["differences"])
        self.assertIn("match 9999: the schedule has no match with this number", told["differences"])

    def judge(self, forgery):
        """The exit status of verify, what it says, and its hashes."""
        path = os.path.join(self.forged, "arena.db")
        shutil.copy(self.base, path)
        with forging.forged(path) as db:
            forgery.change(db)
        if any(column.endswith(".checksum") for column in forgery.columns.split()):
            with contextlib.closing(sqlite3.connect(path)) as db:
                forgery.change(db)
                db.commit()
        process = self.start("verify", forgery.tournament, "--json", "--home", self.forged, home=False)
        out, err = process.communicate(timeout=arena.DEADLINE_S)
        told = json.loads(out) if out else {"differences": [err], "hash": "", "ledger_hash": ""}
        return process.returncode, told

    def test_what_the_file_itself_contradicts_is_found(self):
        for forgery in FOUND:
            with self.subTest(forgery.name):
                status, told = self.judge(forgery)
                self.assertEqual(status, 1 if told["hash"] else 3, told)
                self.assertIn(forgery.words, "\n".join(told["differences"]))
                for line in told["differences"]:
                    self.assertTrue(line.strip())
                    self.assertLess(len(line), 1000)

    def test_what_nothing_contradicts_is_known_and_most_of_it_is_in_a_hash(self):
        first = {name: self.judge(Unsaid("", "", sql(), "", "", name))[1] for name in ("finished", "swiss", "unfinished", "compared")}
        for forgery in UNSAID:
            with self.subTest(forgery.name):
                status, told = self.judge(forgery)
                self.assertEqual((status, told["differences"]), (0, []))
                before = first[forgery.tournament]
                changed = [word for word, key in (("first", "hash"), ("ledger", "ledger_hash")) if told.get(key) != before.get(key)]
                self.assertEqual(" ".join(changed), forgery.hashes, forgery.why)

    def test_every_column_is_in_a_list(self):
        with open(SCHEMA, encoding="utf-8") as file, contextlib.closing(sqlite3.connect(":memory:")) as db:
            db.executescript(file.read())
            tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            columns = {f"{table}.{row[1]}" for table in tables for row in db.execute(f"PRAGMA table_info({table})")}
        listed = {column for forgery in FOUND + UNSAID for column in forgery.columns.split()}
        self.assertEqual(columns - listed, set(), "columns that no forgery changes")
        self.assertEqual(listed - columns, set(), "columns that do not exist")

    def test_the_ledger_hash_is_as_documented(self):
        """docs/reference/database.md, read by another program."""
        for number, name in enumerate(("finished", "swiss", "unfinished", "seeded", "compared"), 1):
            told = self.judge(Unsaid("", "", sql(), "", "", name))[1]
            with contextlib.closing(sqlite3.connect(self.base)) as db:
                values = [value for kind, text in LEDGER for row in db.execute(text, (number,)) for value in (kind, *row)]
                values += [value for row in self.matches(db, number) for value in row]
            self.assertEqual(forging.digest(values + ["matches", told["hash"]]).hex(), told["ledger_hash"], name)

    def matches(self, db, tournament):
        for row in db.execute("SELECT match, attempt, ended, fault_seat, sandbox FROM match WHERE tournament = ? ORDER BY match",
                              (tournament,)).fetchall():
            seats = db.execute(f"SELECT {NUMBER.format('seat')} FROM seat WHERE tournament = ? AND match = ? ORDER BY seat",
                               (tournament, row[0]))
            yield ("match", *row, *(value for (value,) in seats))

    def test_people_are_told_both_hashes(self):
        shutil.copy(self.base, os.path.join(self.home, "arena.db"))
        told = json.loads(self.arena("verify", "finished", "--json")[0])
        out, _ = self.arena("verify", "finished")
        self.assertIn(", 0 differences\n", out)
        self.assertIn(f"\nhash {told['hash']}\nledger hash {told['ledger_hash']}\n(The ledger hash identifies what this file says; "
                      "two runs of one seed need not have the same.)\n", out)


if __name__ == "__main__":
    arena.main()
