"""A bot that spies on other processes: `spy.py ROLE KEY hostile.py PORT HOME RUN_BASE`.

It plays like hostile.py beside it. With the role "victim" it leaves private things on the machine.
With the role "spy" it makes attempts at its first ask to see or touch these things, the arena and the
machine. ATTEMPTS below lists them. For each attempt it prints `spy NAME open` or `spy NAME denied`. An
attempt is open if it returns a true value, and denied if it raises an exception.
"""
import contextlib
import ctypes
import fcntl
import glob
import mmap
import os
import platform
import resource
import signal
import socket
import sys
import time

ROLE, KEY, _, PORT, HOME, RUN_BASE = sys.argv[1:]
sys.argv[1:] = ["good"]
import hostile  # noqa: E402

SETTLED_S = 2
NAME = f"spy-{KEY}"
NUMBER = int(KEY, 16)
SHARED_FILE = os.path.realpath(sys.executable)
SYSCALL = {  # for the two most common architectures of Debian
    "x86_64": {"add_key": 248, "memfd_create": 319, "perf_event_open": 298, "bpf": 321, "userfaultfd": 323,
               "io_setup": 206, "readahead": 187, "sync_file_range": 277},
    "aarch64": {"add_key": 217, "memfd_create": 279, "perf_event_open": 241, "bpf": 280, "userfaultfd": 282,
                "io_setup": 0, "readahead": 213, "sync_file_range": 84},
}[platform.machine()] | {"io_uring_setup": 425, "pidfd_open": 434, "pidfd_getfd": 438, "cachestat": 451}
DENIALS = (OSError, ValueError, StopIteration, AttributeError)
OWN_DESCRIPTORS = {"0", "1", "2", "3"}  # the last one lists the folder
OWN_VARIABLES = {"PATH", "LANG", "LC_CTYPE", "HOME", "TMPDIR", "PWD", "DOMINO_ARENA_INSTANCE",
                 "DOMINO_ARENA_ENDPOINT", "DOMINO_ARENA_TOKEN"}
FDS_AT_START = sorted(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else []
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


# -- things that the victim leaves -------------------------------------------------

def leave_things():
    keep = hostile.KEPT
    os.umask(0o022)
    with contextlib.suppress(OSError):
        with open(f"/dev/shm/{NAME}", "w", encoding="ascii") as file:
            file.write("secret")
    for folder in ("/tmp", os.environ["TMPDIR"]):
        with contextlib.suppress(OSError), open(os.path.join(folder, NAME), "w", encoding="ascii") as file:
            file.write("secret")
    with contextlib.suppress(OSError):
        keep.append(socket.socket(socket.AF_UNIX))
        keep[-1].bind("\0" + NAME)
        keep[-1].listen()
    libc.shmget(NUMBER, 4096, 0o1666)
    libc.mq_open(f"/{NAME}".encode(), os.O_CREAT | os.O_RDWR, 0o666, None)
    with contextlib.suppress(OSError):
        keep.append(open(SHARED_FILE, "rb"))
        fcntl.flock(keep[-1], fcntl.LOCK_SH)


def clean_up():
    """Removes the things that no sandbox level removes."""
    for path in (f"/dev/shm/{NAME}", f"/tmp/{NAME}"):
        with contextlib.suppress(OSError):
            os.unlink(path)
    libc.mq_unlink(f"/{NAME}".encode())
    libc.shmctl(libc.shmget(NUMBER, 0, 0), 0, None)


# -- processes that the spy can see ------------------------------------------------

def read(path, mode="rb"):
    with open(path, mode) as file:
        return file.read()


def pids(needle):
    """Returns the processes whose command line contains `needle`."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if int(pid) != os.getpid() and needle in read(f"/proc/{pid}/cmdline"):
                found.append(int(pid))
    return found


def victims():
    return [pid for pid in pids(b"\0victim\0" + KEY.encode()) if b"bwrap" not in read(f"/proc/{pid}/comm")]


def parent_and_session(pid):
    words = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(words[1]), int(words[3])


def arenas():
    """The one that started this bot. A second one beside it, of another test, is not protected in its first moment."""
    found, pid = pids(b"domino-arena\0run\0"), os.getppid()
    while pid > 1 and pid not in found:
        pid, _ = parent_and_session(pid)
    return [pid] if pid in found else []


def hosts():
    sessions = {parent_and_session(pid)[1] for pid in arenas()}
    found = []
    for pid in pids(b"domino-host"):
        with contextlib.suppress(OSError):  # one of another test has ended
            if parent_and_session(pid)[1] in sessions:
                found.append(pid)
    return found


def any_of(attempt, of):
    """Returns True if the attempt succeeds on one of them."""
    for one in of:
        with contextlib.suppress(*DENIALS):
            if attempt(one):
                return True
    return False


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "denied")
    return True


def of_arena(attempt):
    """Returns True if the attempt succeeds on the arena or a host, and again after SETTLED_S. A host that
    was just started has not protected itself yet; SECURITY.md promises nothing for that moment."""
    found = arenas() + hosts()
    if not any_of(attempt, found):
        return False
    time.sleep(SETTLED_S)
    return any_of(attempt, found)


def read_memory(pid):
    with open(f"/proc/{pid}/maps", encoding="ascii") as file:
        start = next(int(line.split("-")[0], 16) for line in file if " rw-p " in line)
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
        file.seek(start)
        return file.read(16)


class Span(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def copy_memory(pid):
    with open(f"/proc/{pid}/maps", encoding="ascii") as file:
        start = next(int(line.split("-")[0], 16) for line in file if " rw-p " in line)
    buffer = ctypes.create_string_buffer(16)
    return checked(libc.process_vm_readv(pid, ctypes.byref(Span(ctypes.addressof(buffer), 16)), 1,
                                         ctypes.byref(Span(start, 16)), 1, 0))


def trace(pid):
    attach, detach = 16, 17
    checked(libc.ptrace(attach, pid, None, None))
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0x40000000)  # __WALL
    libc.ptrace(detach, pid, None, None)
    return True


def take_descriptor(pid):
    fd = libc.syscall(SYSCALL["pidfd_open"], pid, 0)
    checked(fd)
    return checked(libc.syscall(SYSCALL["pidfd_getfd"], fd, 2, 0))


def signal_it(pid):
    os.kill(pid, 0)
    return True


def renice(pid):
    os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid))
    return True


def set_limit(pid):
    resource.prlimit(pid, resource.RLIMIT_CORE, resource.prlimit(pid, resource.RLIMIT_CORE))
    return True


def connect(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as s:
        s.connect(address)
        s.send(b"x")
        return True


def enter_socket_of_others():
    own = os.environ["DOMINO_ARENA_ENDPOINT"].removeprefix("ipc://")
    others = [path for path in glob.glob(f"{RUN_BASE}/domino-arena.*/*/s") if path != own]
    return any_of(lambda path: connect(socket.AF_UNIX, path), others)


def lock(kind):
    with open(SHARED_FILE, "rb") as file:
        try:
            kind(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True  # it notices the lock of the other bot
    return True


def shared_record_lock(file, _):
    fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


def watch_files():
    fd = libc.inotify_init1(0)
    checked(fd)
    return checked(libc.inotify_add_watch(fd, os.path.dirname(SHARED_FILE).encode(), 1))


def write_file(path):
    with open(path, "w", encoding="ascii"):
        os.unlink(path)
    return True


def write_own_folder():
    with contextlib.suppress(OSError):
        os.chmod(".", 0o755)
    return write_file("written")


def become(uid):
    os.setuid(uid)
    return True


def type_into_terminal():
    with open("/dev/tty", "wb", buffering=0) as tty:
        fcntl.ioctl(tty, 0x5412, b"x")
    return True


def make_namespace():
    """Runs in a child, because a process with threads may not do this, and libzmq has started threads."""
    child = os.fork()
    if child == 0:
        os._exit(0 if libc.unshare(0x10000000) == 0 else 1)
    return os.waitpid(child, 0)[1] == 0


def kernel(name, *args):
    return checked(libc.syscall(SYSCALL[name], *args))


def fill_shared_memory():
    """Writes more to /dev/shm than one bot may."""
    memory = [mmap.mmap(-1, 1 << 20)]
    path = f"/dev/shm/{NAME}-full"
    try:
        with open(path, "wb") as file:
            for _ in range(40):
                file.write(memory[0])
    finally:
        os.unlink(path)
    return True


# -- state of files that the kernel keeps for all sandboxes ---------------------------

PAGE = mmap.PAGESIZE
SET_WRITE_HINT, GET_WRITE_HINT = 1036, 1035
ADVICE = (3, 20, 21, 22)  # WILLNEED, COLD, PAGEOUT, POPULATE_READ


def with_shared_file(attempt):
    with open(SHARED_FILE, "rb") as file:
        return attempt(file.fileno())


def ask_page(fd):
    """Whether a page is in memory: either answer counts."""
    with contextlib.suppress(BlockingIOError):
        os.preadv(fd, [bytearray(1)], 0, os.RWF_NOWAIT)
    return True


def map_shared_file(attempt):
    with open(SHARED_FILE, "rb") as file, mmap.mmap(file.fileno(), PAGE, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE) as memory:
        holder = (ctypes.c_char * PAGE).from_buffer(memory)
        try:
            return attempt(ctypes.c_void_p(ctypes.addressof(holder)))
        finally:
            del holder


def advise(at):
    return any_of(lambda advice: checked(libc.madvise(at, ctypes.c_size_t(PAGE), advice)), ADVICE)


def with_own_file(attempt):
    """The kernel tells some things only of files that belong to the process."""
    path = os.path.join(os.environ["TMPDIR"], f"{NAME}-own")
    with open(path, "wb") as file:
        os.unlink(path)
        return attempt(file.fileno())


def count_pages(fd):
    return kernel("cachestat", fd, ctypes.byref((ctypes.c_uint64 * 2)(0, PAGE)), ctypes.byref((ctypes.c_uint64 * 5)()), 0)


def keep_write_hint(fd):
    """Leaves a number in an inode and reads it again."""
    fcntl.fcntl(fd, SET_WRITE_HINT, (3).to_bytes(8, sys.byteorder))
    return fcntl.fcntl(fd, GET_WRITE_HINT, bytes(8)) == (3).to_bytes(8, sys.byteorder)


ATTEMPTS = {
    "see-arena": arenas,
    "see-hosts": hosts,
    "see-bots": victims,
    "read-environment": lambda: any_of(lambda pid: b"TOKEN" in read(f"/proc/{pid}/environ"), victims()),
    "read-memory-of-bot": lambda: any_of(read_memory, victims()),
    "copy-memory-of-bot": lambda: any_of(copy_memory, victims()),
    "trace-bot": lambda: any_of(trace, victims()),
    "descriptors-of-bot": lambda: any_of(lambda pid: os.listdir(f"/proc/{pid}/fd"), victims()),
    "take-descriptor-of-bot": lambda: any_of(take_descriptor, victims()),
    "files-through-bot": lambda: any_of(lambda pid: os.listdir(f"/proc/{pid}/root/"), victims()),
    "signal-bot": lambda: any_of(signal_it, victims()),
    "renice-bot": lambda: any_of(renice, victims()),
    "limit-bot": lambda: any_of(set_limit, victims()),
    "read-memory-of-arena": lambda: of_arena(read_memory),
    "copy-memory-of-arena": lambda: of_arena(copy_memory),
    "trace-arena": lambda: of_arena(trace),
    "environment-of-arena": lambda: of_arena(lambda pid: read(f"/proc/{pid}/environ")),
    "descriptors-of-arena": lambda: of_arena(lambda pid: os.listdir(f"/proc/{pid}/fd")),
    "take-descriptor-of-arena": lambda: of_arena(take_descriptor),
    "files-through-arena": lambda: of_arena(lambda pid: os.listdir(f"/proc/{pid}/root/")),
    "signal-arena": lambda: any_of(signal_it, arenas() + hosts()),
    "inherited-descriptors": lambda: set(FDS_AT_START) != OWN_DESCRIPTORS,
    "inherited-variables": lambda: set(os.environ) - OWN_VARIABLES,
    "database": lambda: any_of(read, [os.path.join(HOME, name) for name in ("arena.db", "arena.db-live")]),
    "home-folder": lambda: os.listdir(HOME),
    "socket-of-bot": enter_socket_of_others,
    "abstract-socket-of-bot": lambda: connect(socket.AF_UNIX, "\0" + NAME),
    "temporary-file-of-bot": lambda: read(f"/tmp/{NAME}"),
    "private-file-of-bot": lambda: any_of(read, glob.glob(f"{RUN_BASE}/domino-arena.*/*/tmp/{NAME}")),
    "shared-memory-of-bot": lambda: read(f"/dev/shm/{NAME}"),
    "sysv-memory-of-bot": lambda: checked(libc.shmget(NUMBER, 0, 0)),
    "message-queue-of-bot": lambda: checked(libc.mq_open(f"/{NAME}".encode(), os.O_RDONLY)),
    "lock-of-bot": lambda: lock(fcntl.flock),
    "record-lock": lambda: lock(shared_record_lock),
    "watch-files": watch_files,
    "network-tcp": lambda: connect(socket.AF_INET, ("127.0.0.1", int(PORT))),
    "network-udp": lambda: connect(socket.AF_INET, ("127.0.0.1", int(PORT)), socket.SOCK_DGRAM),
    "network-interfaces": lambda: [name for _, name in socket.if_nameindex() if name != "lo"],
    "files-of-machine": lambda: read("/etc/passwd"),
    "write-own-folder": write_own_folder,
    "write-system": lambda: write_file("/usr/bin/written"),
    "fill-memory-of-nobody": fill_shared_memory,
    "memfd": lambda: kernel("memfd_create", NAME.encode(), 0),
    "become-root": lambda: become(0),
    "make-namespace": make_namespace,
    "keyring": lambda: kernel("add_key", b"user", NAME.encode(), b"x", 1, -4),
    "io-uring": lambda: kernel("io_uring_setup", 1, ctypes.create_string_buffer(120)),
    "bpf": lambda: kernel("bpf", 0, ctypes.create_string_buffer(b"\2\0\0\0\4\0\0\0\4\0\0\0\1", 128), 128),
    "type-into-terminal": type_into_terminal,
    "ask-page": lambda: with_shared_file(ask_page),
    "ask-mapped-page": lambda: map_shared_file(lambda at: checked(libc.mincore(at, ctypes.c_size_t(PAGE), bytes(1)))),
    "count-pages": lambda: with_own_file(count_pages),
    "drop-page": lambda: with_shared_file(lambda fd: os.posix_fadvise(fd, 0, PAGE, os.POSIX_FADV_DONTNEED) is None),
    "fetch-page": lambda: with_shared_file(lambda fd: kernel("readahead", fd, 0, PAGE)),
    "write-out-page": lambda: with_shared_file(lambda fd: kernel("sync_file_range", fd, 0, PAGE, 0)),
    "advise-page": lambda: map_shared_file(advise),
    "asynchronous-io": lambda: kernel("io_setup", 1, ctypes.byref(ctypes.c_ulong())),
    "write-hint": lambda: with_own_file(keep_write_hint),
}


def spy(bot, ask):
    for name, attempt in ATTEMPTS.items():
        try:
            is_open = bool(attempt())
        except DENIALS:
            is_open = False
        print("spy", name, "open" if is_open else "denied", file=sys.stderr, flush=True)
    bot.act(ask)


def main():
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    if ROLE == "victim":
        leave_things()
    else:
        hostile.MODE, hostile.WHEN = "spy", "1"
        hostile.ACTIONS["spy"] = spy
    hostile.main()
    if ROLE == "victim":
        clean_up()


main()
