"""Folders of jobs, as `rival job make` writes them."""
import hashlib
import json
import os
import pathlib
import tempfile


class Jobs:
    """The jobs of a folder and their results."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        with open(self.folder / "plan.json", encoding="utf-8") as plan:
            self.names = json.load(plan)["jobs"]

    def job(self, name):
        return (self.folder / f"{name}.json").read_bytes()

    def kind(self):
        """What the jobs are, in a word; the dashboard groups them by it."""
        return json.loads(self.job(self.names[0]))["task"]["kind"] if self.names else "job"

    def program(self):
        """The digest of the program that the jobs are for; None if there are none."""
        return json.loads(self.job(self.names[0]))["program"] if self.names else None

    def result_file(self, name):
        return self.folder / f"{name}.result.json"

    def is_result(self, name, result):
        try:
            found = json.loads(result)
        except ValueError:
            return False
        return isinstance(found, dict) and found.get("job") == name

    def missing(self):
        """The jobs without a whole result."""
        return [name for name in self.names if not self.has(name)]

    def has(self, name):
        path = self.result_file(name)
        return path.exists() and self.is_result(name, path.read_bytes())

    def write(self, name, result):
        """Writes a result in one step: nobody ever sees half of it."""
        with tempfile.NamedTemporaryFile(dir=self.folder, prefix=".result-", delete=False) as file:
            try:
                file.write(result)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, 0o644)
                os.replace(file.name, self.result_file(name))
            except BaseException:
                os.unlink(file.name)
                raise


def digest(path):
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def resource(program):
    """What a worker offers that has this program: the scheduler gives jobs to such workers alone."""
    return f"rival-{program[:16]}"
