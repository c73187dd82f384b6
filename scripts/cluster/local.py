"""A scheduler and workers as processes of this machine."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import dask
import distributed.config  # noqa: F401: its defaults
import progress
import secure
from jobs import digest, resource

# Workers may be lost as often as they like: the jobs are what counts. One that says nothing for so long is lost. A scheduler keeps no
# state that matters.
CONFIG = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1000",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "60s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "30s",
    # Looks at each process's own Python a hundred and fifty times a second, which cost a worker 3 % of a core.
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
}


def environment(**more):
    routes = [*dask.config.get("distributed.scheduler.http.routes"), progress.__name__]
    # The scheduler finds the module of its page beside this one.
    path = os.pathsep.join([str(pathlib.Path(__file__).resolve().parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, **CONFIG, progress.ROUTES: repr(routes), "PYTHONPATH": path, **more}


# A scheduler and a worker always have a small web server, for the health of the process. Left to itself it listens on all interfaces.
UNSEEN = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]


def scheduler_words(host, port, dashboard, certificate):
    board = ["--dashboard-address", dashboard] if dashboard else UNSEEN
    scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", host, "--port", str(port)]
    return [*scheduler, *board, *secure.words(certificate)]


def worker_words(address, host, program, slots, scratch, certificate):
    offer = f"{resource(digest(program))}={slots}"
    return [
        sys.executable, "-m", "distributed.cli.dask_worker", address, "--host", host, "--nworkers", "1", "--nthreads", str(slots), "--no-nanny",
        *UNSEEN, "--resources", offer, "--local-directory", scratch, "--death-timeout", "60", *secure.words(certificate),
    ]


def worker(address, host, program, files, slots, scratch, certificate):
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
        words = worker_words(address, host, program, slots, scratch, certificate)
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
    """A scheduler and some workers on the loopback interface, which end with the `with` statement. What dies is started again. Their certificate
    lies in the scratch folder, which other users of the machine cannot read: the port alone lets nobody in."""

    def __init__(self, workers, slots, program, files, scratch, dashboard=None):
        self.scratch, self.dashboard = pathlib.Path(scratch), dashboard
        self.workers, self.slots, self.program, self.files = workers, slots, program, files
        # What runs: words, log, environment and process of each.
        self.children, self.ending = [], threading.Event()
        self.watcher = threading.Thread(target=self.watch, daemon=True)

    def start(self, words, log, extra):
        with open(self.scratch / log, "ab") as file:
            return subprocess.Popen(words, env=environment(**extra), stdout=file, stderr=file, preexec_fn=die_with_parent)

    def watch(self):
        # Children end with the thread that started them, so this one goes on to the end.
        while not self.ending.wait(1):
            for child in self.children:
                if child[-1].poll() is not None and not self.ending.is_set():
                    child[-1] = self.start(*child[:-1])

    def add(self, words, log, extra):
        self.children.append([words, log, extra, self.start(words, log, extra)])

    def __enter__(self):
        with socket.socket() as at:
            at.bind(("127.0.0.1", 0))
            port = at.getsockname()[1]
        self.address, self.certificate = f"tls://127.0.0.1:{port}", str(self.scratch / "cluster.pem")
        secure.write_certificate(self.certificate)
        self.add(scheduler_words("127.0.0.1", port, self.dashboard, self.certificate), "scheduler.log", {})
        extra = {"RIVAL_PROGRAM": str(pathlib.Path(self.program).resolve()), "RIVAL_FILES": os.pathsep.join(self.files)}
        for number in range(self.workers):
            words = worker_words(self.address, "127.0.0.1", self.program, self.slots, str(self.scratch), self.certificate)
            self.add(words, f"worker-{number}.log", extra)
        self.watcher.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.watcher.join()
        for *_, child in reversed(self.children):
            child.terminate()
        for *_, child in self.children:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
