"""What runs on a worker: one job by the `rival` of the worker's machine. It is sent there, and needs no other file of this folder."""
import os
import pathlib
import subprocess
import tempfile

from distributed import get_worker

# What `rival job run` says if another machine may be better off.
REFUSED = ("program: found", "found no file", "No such file", "No space left")


class Refused(Exception):
    """This worker cannot do the job: its program is another one, or a file that the job names is not there. Another worker may. Text and worker."""


class Failed(Exception):
    """The job cannot be done, here or anywhere."""


def run_job(name, job, program, files):
    """The bytes of the result of a job, by its name and its bytes. Program and files are the client's; a worker may have its own."""
    program = os.environ.get("RIVAL_PROGRAM") or program
    folders = os.environ.get("RIVAL_FILES", "").split(os.pathsep) if os.environ.get("RIVAL_FILES") else files
    with tempfile.TemporaryDirectory(prefix="rival-job-") as folder:
        path = pathlib.Path(folder) / f"{name}.json"
        path.write_bytes(job)
        words = [program, "job", "run", str(path)]
        for other in folders:
            words += ["--files", other]
        errors = pathlib.Path(folder) / "errors"
        # The guard ends the job and its engines when this process ends, in whatever way: the pipe is its lifeline.
        reader, writer = os.pipe()
        try:
            guard = [program, "guard", "--errors", str(errors), "--", *words]
            with subprocess.Popen(guard, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=reader) as child:
                os.close(reader)
                reader = None
                child.wait()
        finally:
            for end in (reader, writer):
                if end is not None:
                    os.close(end)
        result = pathlib.Path(folder) / f"{name}.result.json"
        if result.exists():
            return result.read_bytes()
        said = errors.read_text(errors="replace").strip().splitlines() if errors.exists() else []
        text = said[-1] if said else f"exit code {child.returncode}"
        if any(part in text for part in REFUSED):
            raise Refused(text, get_worker().address)
        raise Failed(text)
