"""What the experiment scripts share: the binary, matches, and their sections of docs/experiments/."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ROOT / "docs" / "experiments"


def binary():
    """The release binary, built if need be; RIVAL=path in the environment is another one."""
    if "RIVAL" in os.environ:
        return os.environ["RIVAL"]
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    return str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "rival")


def run(rival, *words):
    """The standard output of a command of the binary."""
    return subprocess.run([rival, *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def threads(options):
    """The option `--threads` as it was given to a script."""
    return ["--threads", str(options.threads)] if options.threads else []


def match(rival, a, b, games, seed, threads=None, *arguments):
    """The JSON of one `rival match`."""
    command = [rival, "match", a, b, "--games", str(games), "--seed", str(seed), "--json", *arguments]
    command += ["--threads", str(threads)] if threads else []
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def write(name, lines):
    """Replaces what stands between the marks of a section; the text around them stays."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(DOCUMENTS.glob("*.md"))}
    path = next((path for path, text in texts.items() if begin in text and end in text), None)
    if path is None:
        sys.exit(f"{DOCUMENTS}: found no section between '{begin}' and '{end}', expected one")
    document = texts[path]
    head, rest = document.split(begin, 1)
    tail = rest.split(end, 1)[1]
    section = "\n".join([begin, "", *lines, "", end])
    with tempfile.NamedTemporaryFile("w", dir=DOCUMENTS, delete=False, encoding="utf-8") as handle:
        handle.write(head + section + tail)
    os.chmod(handle.name, 0o644)
    os.replace(handle.name, path)
