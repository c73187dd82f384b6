"""Gives jobs to a cluster until each has a result, whatever happens to workers, to the scheduler, or to this process."""
import logging
import statistics
import sys
import time

import progress
import secure
import work
from distributed import Client
from distributed.scheduler import KilledWorker
from jobs import resource

# Jobs that are given out for each slot at a time: enough that no slot waits, few enough that the scheduler stays small.
AHEAD = 3
# A job that takes so many times the median is also given to somebody else, should there be nothing better to do.
SLOW = 4
# Seconds below which no job is called slow.
LEAST = 5
# How often a job that fails is tried, in all.
TRIES = 3
# Seconds between two looks at what has happened.
TICK = 1.0


def say(text):
    print(f"cluster: {text}", file=sys.stderr, flush=True)


class Known:
    """What is remembered of jobs when the scheduler is another one: how often each failed, and which workers refused it."""

    def __init__(self):
        self.failures, self.refused = {}, {}

    def is_open(self, name):
        return self.failures.get(name, 0) < TRIES


class Run:
    """One attempt to get everything done: it ends when all is done, or when the connection to the scheduler is lost."""

    def __init__(self, client, jobs, program, files, known):
        self.client, self.jobs, self.program, self.files, self.known = client, jobs, program, files, known
        self.resource, self.kind = resource(jobs.program()), jobs.kind()
        self.waiting = [name for name in jobs.missing() if known.is_open(name)]
        # Jobs that were given out: the future of each, with its name and when that was.
        self.running, self.times, self.copies = {}, [], 0
        self.told, self.said, self.asked, self.found = None, None, None, ({}, 0)

    def workers(self):
        """The slots of each worker that has the program of the jobs, and how many workers there are in all: as of a moment ago, for the answer
        grows with their number."""
        now = time.monotonic()
        if self.asked is None or now - self.asked > TICK:
            workers = self.client.scheduler_info(n_workers=-1)["workers"]
            slots = {name: int(worker.get("resources", {}).get(self.resource, 0)) for name, worker in workers.items()}
            self.asked, self.found = now, ({name: slots for name, slots in slots.items() if slots}, len(workers))
        return self.found

    def submit(self, name, workers):
        refused = self.known.refused.get(name, set())
        chosen = [address for address in workers if address not in refused] if refused else None
        self.copies += 1
        future = self.client.submit(
            work.run_job, name, self.jobs.job(name), self.program, self.files,
            key=f"{self.kind}-{name}-{self.copies}", resources={self.resource: 1}, workers=chosen or None, retries=0, pure=False,
        )
        self.running[future] = (name, time.monotonic())

    def tell(self):
        """The progress, for the scheduler's page."""
        done = len(self.jobs.names) - len(self.waiting) - len({name for name, _ in self.running.values()})
        if done != self.said:
            progress.tell(self.client, str(self.jobs.folder.resolve()), self.kind, done, len(self.jobs.names))
            self.said = done

    def go(self):
        """True if everything is done."""
        while True:
            self.tell()
            workers, all_workers = self.workers()
            slots = sum(workers.values())
            if slots == 0 and (self.waiting or self.running) and self.told != all_workers:
                say(f"waiting for a worker with the binary {self.jobs.program()[:16]}; {all_workers} workers have another binary")
                self.told = all_workers
            while self.waiting and len(self.running) < AHEAD * max(slots, 1):
                self.submit(self.waiting.pop(0), workers)
            self.help_slow_ones(workers, slots)
            if not self.running:
                return not self.jobs.missing()
            for future in self.finished():
                # One that was finished by a copy is no longer in the list.
                if future in self.running:
                    self.take(future, workers)

    def finished(self):
        """The futures that are done, after a moment of waiting."""
        deadline = time.monotonic() + TICK
        while time.monotonic() < deadline:
            if self.client.status not in ("running", "connecting"):
                raise OSError("the connection to the scheduler is lost")
            found = [future for future in self.running if future.done()]
            if found:
                return found
            time.sleep(0.02)
        return []

    def take(self, future, workers):
        name, begun = self.running.pop(future)
        if self.jobs.has(name):
            return future.release()
        if future.cancelled():
            raise OSError("the scheduler has forgotten the jobs")
        error = future.exception()
        result = future.result() if error is None else None
        future.release()
        if error is None and self.jobs.is_result(name, result):
            self.times.append(time.monotonic() - begun)
            self.jobs.write(name, result)
            for other in [other for other, (same, _) in self.running.items() if same == name]:
                other.cancel()
                del self.running[other]
            return None
        self.failed(name, error or ValueError("found no result of the job"), workers)
        return None

    def failed(self, name, error, workers):
        if isinstance(error, work.Refused):
            text, worker = error.args
            refused = self.known.refused.setdefault(name, set())
            refused.add(worker)
            say(f"{name[:16]}: {worker}: {text}")
            if all(address in refused for address in workers):
                # Nobody can. Another call may find other workers.
                self.known.failures[name] = TRIES
        else:
            if isinstance(error, KilledWorker):
                error = f"its workers were lost ({error})"
            self.known.failures[name] = self.known.failures.get(name, 0) + 1
            say(f"{name[:16]}: {error} (try {self.known.failures[name]} of {TRIES})")
        if self.known.is_open(name) and not any(same == name for same, _ in self.running.values()):
            self.waiting.append(name)

    def help_slow_ones(self, workers, slots):
        """At the end slots are idle while a slow worker still has a job. Run twice, a job gives the same result."""
        if self.waiting or not self.times or len(self.running) >= slots:
            return
        limit = max(SLOW * statistics.median(self.times), LEAST)
        for name, begun in list(self.running.values()):
            copies = sum(same == name for same, _ in self.running.values())
            if time.monotonic() - begun > limit and copies == 1 and len(self.running) < slots:
                say(f"{name[:16]}: slow, also given to another worker")
                self.submit(name, workers)


def run(address, certificate, jobs, program, files, patience):
    """Gets results for all jobs; True if that is done. A scheduler that is gone is waited for, for so many seconds."""
    known, since = Known(), None
    # What Dask logs of a lost connection is a page; it is told here in a line.
    logging.disable(logging.CRITICAL)
    while True:
        missing = jobs.missing()
        if not any(known.is_open(name) for name in missing):
            return not missing
        try:
            with Client(address, security=secure.security(certificate), timeout=min(patience, 10), set_as_default=False) as client:
                since = None
                # The workers, those too that come later, need no copy of this folder.
                client.upload_file(work.__file__)
                Run(client, jobs, program, files, known).go()
        except (OSError, TimeoutError) as error:
            if since is None:
                since = time.monotonic()
                say(f"{address}: the scheduler is lost or not there ({error}); waiting for one, {patience:.0f} s at most")
            if time.monotonic() - since > patience:
                say(f"{address}: no scheduler for {patience:.0f} s; the same command goes on")
                return False
            time.sleep(1)
