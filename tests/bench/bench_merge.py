#!/usr/bin/python3
"""How long does merging shards take, and how much memory?

    bench_merge.py [--matches N] [--shards N] [--smoke] [--build DIR]

Makes up a tournament of 1,000,000 matches in 64 shards, 400 bytes of choices each, and merges them. One JSON object on
standard output: seconds of the merge (on the clock, and of the processor), its peak memory, and the same of half as many
matches in twice as many shards, which must take no more memory. `of_hash`: the processor time compared with that of hashing the same
bytes once in Python.
"""
import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from bench_arena import machine, tell

HERE = os.path.dirname(os.path.abspath(__file__))
DECISIONS_BYTES = 400


def merge(build, folder):
    """Merges, and returns seconds on the clock, processor seconds and peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen([os.path.join(build, "bin", "domino-arena"), "shard", "merge", folder, "--json"],
                               stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"bench_merge.py: the merge ended with {process.returncode}")
    return {"matches": json.loads(out)["matches"], "seconds": round(time.perf_counter() - start, 2),
            "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 2), "peak_mib": round(usage.ru_maxrss / 1024, 1)}


def hash_seconds(folder):
    """Processor seconds of reading and hashing all databases of the shards once."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    for name in os.listdir(os.path.join(folder, "done")):
        with open(os.path.join(folder, "done", name), "rb") as file:
            state = hashlib.blake2b(digest_size=32)
            while part := file.read(1 << 18):
                state.update(part)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(build, work, matches, shards):
    database, folder = os.path.join(work, f"{shards}.db"), os.path.join(work, f"shards-{shards}")
    bench = os.path.join(build, "tests", "bench")
    tell(f"making {matches} matches in {shards} shards")
    subprocess.run([os.path.join(bench, "make_matches"), database, str(matches), str(DECISIONS_BYTES)], check=True)
    subprocess.run([os.path.join(bench, "make_shards"), database, folder, str(shards)], check=True)
    os.unlink(database)
    tell("merging")
    result = merge(build, folder)
    again = merge(build, folder)
    result["again_seconds"], result["again_matches"] = again["seconds"], again["matches"]
    result["of_hash"] = round(result["cpu_seconds"] / max(0.001, hash_seconds(folder)), 1)
    tell(json.dumps(result))
    return result | {"shards": shards}


def main():
    parser = argparse.ArgumentParser(description="merging shards")
    parser.add_argument("--matches", type=int, default=1000000)
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--smoke", action="store_true", help="a small one; the figures mean nothing")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build", "release"))
    args = parser.parse_args()
    if args.smoke:
        args.matches, args.shards = 4000, 4
    with tempfile.TemporaryDirectory(prefix="bench-merge.") as work:
        os.environ["TMPDIR"] = work
        result = [measure(args.build, work, args.matches, args.shards)]
        if not args.smoke:
            result.append(measure(args.build, work, args.matches // 2, 2 * args.shards))
    print(json.dumps({"merges": result, "machine": machine(args.build)}, indent=1))
    return int(any(one["again_matches"] for one in result) or result[0]["matches"] == 0)


if __name__ == "__main__":
    sys.exit(main())
