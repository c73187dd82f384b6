"""A scheduler and workers as processes of this machine."""
import os
import pathlib
import signal
import subprocess
import sys
import time

from jobs import digest, resource

# Workers may be lost as often as they like: the jobs are what counts. A scheduler keeps no state that matters.
CONFIG = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1000",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "30s",
}


def environment(**more):
    return {**os.environ, **CONFIG, **more}


def scheduler_words(host, port, dashboard):
    board = ["--dashboard-address", dashboard] if dashboard else ["--no-dashboard"]
    return [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", host, "--port", str(port), *board]


def worker_words(address, program, slots, scratch):
    offer = f"{resource(digest(program))}={slots}"
    return [
        sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", "1", "--nthreads", str(slots), "--no-nanny",
        "--no-dashboard", "--resources", offer, "--local-directory", scratch, "--death-timeout", "60",
    ]


def worker(address, program, files, slots, scratch):
    """Runs a worker until this process is told to end. One that has lost its scheduler starts again and looks for it."""
    extra = {"RIVAL_PROGRAM": str(pathlib.Path(program).resolve()), "RIVAL_FILES": os.pathsep.join(files)}
    child = None

    def end(*_):
        if child is not None:
            child.terminate()
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    while True:
        # Read anew each time: a program that was built anew is another one.
        words = worker_words(address, program, slots, scratch)
        with subprocess.Popen(words, env=environment(**extra), preexec_fn=die_with_parent) as child:
            child.wait()
        time.sleep(1)


def die_with_parent():
    """The kernel ends a child whose parent was killed (Linux)."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        pass


class Local:
    """A scheduler and some workers on the loopback interface, which end with the `with` statement."""

    def __init__(self, workers, slots, program, files, scratch):
        self.scratch, self.children = pathlib.Path(scratch), []
        self.workers, self.slots, self.program, self.files = workers, slots, program, files

    def start(self, words, log, **extra):
        file = open(self.scratch / log, "ab")
        child = subprocess.Popen(words, env=environment(**extra), stdout=file, stderr=file, preexec_fn=die_with_parent)
        file.close()
        self.children.append(child)
        return child

    def __enter__(self):
        file = self.scratch / "scheduler.json"
        words = scheduler_words("127.0.0.1", 0, None)
        self.start([*words, "--scheduler-file", str(file)], "scheduler.log")
        deadline = time.monotonic() + 60
        while not file.exists():
            if time.monotonic() > deadline or self.children[0].poll() is not None:
                raise SystemExit(f"cluster: the scheduler did not start: {(self.scratch / 'scheduler.log').read_text()[-400:]}")
            time.sleep(0.05)
        import json

        # Written in two steps by older versions: read until it is whole.
        while True:
            try:
                self.address = json.loads(file.read_text())["address"]
                break
            except ValueError:
                time.sleep(0.05)
        extra = {"RIVAL_PROGRAM": str(pathlib.Path(self.program).resolve()), "RIVAL_FILES": os.pathsep.join(self.files)}
        for number in range(self.workers):
            words = worker_words(self.address, self.program, self.slots, str(self.scratch))
            self.start(words, f"worker-{number}.log", **extra)
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            child.terminate()
        for child in self.children:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
