"""A Slurm cluster of one machine, on 127.0.0.1 only, with files, ports and a munge key of its own.

    with slurm_cluster.Cluster() as cluster:
        subprocess.run(["sinfo"], env=dict(os.environ, **cluster.environment))

It reads and writes nothing in /etc, /run or /var, so a cluster to which the machine belongs does not notice it. Needs root
and the programs of scripts/install.sh slurm. As a program it starts a shell that uses the cluster: slurm_cluster.py [COMMAND...]
"""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

DEADLINE_S = 600  # a safety net, never a measure
CPUS = 4  # that Slurm believes in, whatever the machine has
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo")
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])

# Scheduling every second instead of every few, and two parameters that keep the daemons from listening on all interfaces. A
# job that is requeued waits for as long as cred_expire says before it starts again.
CONFIG = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld_port}
SlurmdPort={d_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=15
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,sched_min_interval=1000
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why there can be no cluster here, or ""."""
    if os.geteuid() != 0:
        return "only root can start a Slurm cluster"
    absent = [name for name in PROGRAMS if not shutil.which(name, path=PATH)]
    return f"not installed: {' '.join(absent)} (scripts/install.sh slurm)" if absent else ""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="slurm.", dir="/tmp")  # a short path, for the socket
        self.daemons = []
        self.environment = {"SLURM_CONF": os.path.join(self.folder, "slurm.conf"), "PATH": PATH}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        os.chmod(self.folder, 0o755)  # munged and jobs look at folders on the way
        for name in ("munge", "state", "spool"):
            os.mkdir(os.path.join(self.folder, name), 0o755)
        key = os.path.join(self.folder, "munge", "key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(128))
        ctld_port, d_port = free_ports(2)
        with open(self.environment["SLURM_CONF"], "w", encoding="utf-8") as file:
            file.write(CONFIG.format(host=socket.gethostname().split(".")[0], folder=self.folder, cpus=CPUS,
                                     ctld_port=ctld_port, d_port=d_port))
        munge = os.path.join(self.folder, "munge", "")
        self.daemon("munged", "--foreground", "--force", f"--key-file={munge}key", f"--socket={munge}socket",
                    f"--pid-file={munge}pid", f"--log-file={munge}log", f"--seed-file={munge}seed")
        self.wait(lambda: os.path.exists(munge + "socket"), "munged")
        self.daemon("slurmctld", "-D")
        self.daemon("slurmd", "-D")
        self.wait(lambda: self.ask("sinfo", "--noheader", "--format=%T").strip() == "idle", "the node")

    def daemon(self, *command):
        with open(os.path.join(self.folder, command[0] + ".out"), "wb") as out:
            self.daemons.append(subprocess.Popen([shutil.which(command[0], path=PATH), *command[1:]], stdin=subprocess.DEVNULL,
                                                 stdout=out, stderr=out, env=dict(os.environ, **self.environment)))

    def ask(self, *command):
        """What a command of Slurm prints; "" if it fails."""
        done = subprocess.run(command, env=dict(os.environ, **self.environment), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    def wait(self, is_so, what):
        end = time.monotonic() + DEADLINE_S
        while not is_so():
            ended = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if ended or time.monotonic() > end:
                raise AssertionError(f"{what} did not come up; ended: {ended}\n{self.logs()}")
            time.sleep(0.1)

    def logs(self):
        text = ""
        for name in ("munge/log", "munged.out", "slurmctld.log", "slurmctld.out", "slurmd.log", "slurmd.out"):
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    text += f"--- {name}\n" + "".join(file.readlines()[-30:])
        return text

    def cancel_all(self):
        """Cancels all jobs, and waits until no process of theirs is left."""
        self.ask("scancel", "--user=root")
        end = time.monotonic() + DEADLINE_S
        while self.ask("squeue", "--noheader").strip() and time.monotonic() < end:
            time.sleep(0.1)

    def stop(self):
        """Cancels all jobs, and ends the daemons, the last started first."""
        self.cancel_all()
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(60)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(self.folder)


if __name__ == "__main__":
    if missing():
        sys.exit(f"slurm_cluster.py: {missing()}")
    with Cluster() as cluster:
        sys.exit(subprocess.run(sys.argv[1:] or [os.environ.get("SHELL", "/bin/sh")], check=False,
                                env=dict(os.environ, **cluster.environment)).returncode)
