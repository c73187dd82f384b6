"""Gives jobs to a cluster until each has a result, whatever happens to workers, to the scheduler, or to this process."""
import statistics
import sys
import time

import work
from distributed import Client, as_completed
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


class Run:
    """One attempt to get everything done: it ends when all is done, or when the connection to the scheduler is lost."""

    def __init__(self, client, jobs, program, files, failures):
        self.client, self.jobs, self.program, self.files, self.failures = client, jobs, program, files, failures
        self.resource = resource(jobs.program())
        self.waiting = [name for name in jobs.missing() if failures.get(name, 0) < TRIES]
        self.running, self.times, self.again = {}, [], {}
        self.told = None

    def slots(self):
        """Slots of workers that have the program of the jobs."""
        workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        return sum(int(worker.get("resources", {}).get(self.resource, 0)) for worker in workers), len(workers)

    def submit(self, name, copy=0):
        future = self.client.submit(
            work.run_job, name, self.jobs.job(name), self.program, self.files,
            key=f"{name}-{copy}", resources={self.resource: 1}, retries=0, pure=False,
        )
        self.running[future] = (name, time.monotonic())
        return future

    def go(self):
        """True if everything is done."""
        completed = as_completed(loop=self.client.loop)
        while True:
            slots, workers = self.slots()
            if slots == 0 and (self.waiting or self.running) and self.told != workers:
                say(f"waiting for a worker with the program {self.jobs.program()[:16]}; {workers} workers have another or none")
                self.told = workers
            while self.waiting and len(self.running) < AHEAD * max(slots, 1):
                completed.add(self.submit(self.waiting.pop(0)))
            self.help_slow_ones(completed, slots)
            if not self.running:
                return not self.jobs.missing()
            for future in self.finished(completed):
                self.take(future)

    def finished(self, completed):
        """The futures that are done, after a moment of waiting."""
        deadline = time.monotonic() + TICK
        while time.monotonic() < deadline:
            if self.client.status not in ("running", "connecting"):
                raise OSError("the connection to the scheduler is lost")
            found = [future for future in list(self.running) if future.done()]
            if found:
                return found
            time.sleep(0.02)
        return []

    def take(self, future):
        name, begun = self.running.pop(future)
        if self.jobs.has(name):
            return future.release()
        if future.cancelled():
            raise OSError("the scheduler has forgotten the jobs")
        error = future.exception()
        if error is None:
            result = future.result()
            if self.jobs.is_result(name, result):
                self.times.append(time.monotonic() - begun)
                self.jobs.write(name, result)
                for other in [other for other, (same, _) in self.running.items() if same == name]:
                    other.cancel()
                    del self.running[other]
                return future.release()
            error = ValueError("found no result of the job")
        future.release()
        if isinstance(error, KilledWorker):
            # Its workers died with it, or under it: that is no fault of the job as long as others live.
            error = f"its workers were lost ({error})"
        self.failures[name] = self.failures.get(name, 0) + 1
        say(f"{name[:16]}: {error} (try {self.failures[name]} of {TRIES})")
        if self.failures[name] < TRIES and not any(same == name for same, _ in self.running.values()):
            self.again[name] = self.again.get(name, 0) + 1
            self.waiting.append(name)

    def help_slow_ones(self, completed, slots):
        """At the end slots are idle while a slow worker still has a job. Run twice, a job gives the same result."""
        if self.waiting or not self.times or len(self.running) >= slots:
            return
        limit = max(SLOW * statistics.median(self.times), LEAST)
        for future, (name, begun) in list(self.running.items()):
            copies = sum(same == name for same, _ in self.running.values())
            if time.monotonic() - begun > limit and copies == 1 and len(self.running) < slots:
                say(f"{name[:16]}: slow, also given to another worker")
                self.again[name] = self.again.get(name, 0) + 1
                completed.add(self.submit(name, copy=100 * self.again[name] + int(begun)))


def run(address, jobs, program, files, patience):
    """Gets results for all jobs; True if that is done. A scheduler that is gone is waited for, for so many seconds."""
    failures, since = {}, None
    while jobs.missing():
        try:
            with Client(address, timeout=min(patience, 10), set_as_default=False) as client:
                since = None
                # The scheduler and the workers, those too that come later, need no copy of this folder.
                client.upload_file(work.__file__)
                attempt = Run(client, jobs, program, files, failures)
                if not attempt.waiting or attempt.go():
                    break
        except (OSError, TimeoutError) as error:
            since = since or time.monotonic()
            if time.monotonic() - since > patience:
                say(f"{address}: {error}; no scheduler for {patience:.0f} s")
                return False
            say(f"{error}; trying again")
            time.sleep(1)
        if all(failures.get(name, 0) >= TRIES for name in jobs.missing()):
            break
    return not jobs.missing()
