"""The Rust program that plays and measures for experiments, scripts/experiments/rust."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program(name):
    """The words that begin a command of an experiment; EXPERIMENTS=path uses another build than one made now."""
    built = os.environ.get("EXPERIMENTS")
    if not built:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--example", "experiments"], cwd=ROOT, check=True)
        built = str(ROOT / "target/release/examples/experiments")
    return [built, name]
