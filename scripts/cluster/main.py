"""Jobs of `rival` on many machines, by Dask. See docs/cluster.md.

    cluster tournament|match|measure|losses|labels|calibration --out OUT [--jobs DIR] [--scheduler ADDRESS | --workers N] -- ARGUMENTS of `rival job make KIND`
    cluster run DIR [--scheduler ADDRESS | --workers N]       jobs that are there already
    cluster certificate FILE                                  what lets machines into a cluster
    cluster scheduler [--host HOST --tls FILE] [--port PORT] [--dashboard :8787]
    cluster worker ADDRESS [--tls FILE] [--slots N] [--files DIR]          until it is ended

`cluster` is scripts/cluster/cluster, or `rival-cluster` after `pip install scripts/cluster` (Python 3.11). Without --tls everything is on the
loopback interface. Nothing of it is needed on one machine.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def common(parser):
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="tls://HOST:PORT; without it a scheduler and workers are started here")
    where.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="workers that are started here")
    parser.add_argument("--slots", type=int, default=1, help="jobs at a time of each worker that is started here")
    parser.add_argument("--dashboard", help=f"of the scheduler that is started here, {BOARD}")
    parser.add_argument("--patience", type=float, default=300, help="seconds that a scheduler which has gone is waited for")
    own(parser)


BOARD = "such as :8787, on the loopback interface; needs requirements-dashboard.txt"


def tls(parser):
    parser.add_argument("--tls", metavar="FILE", help="of `cluster certificate`; whoever has it can run programs on the cluster's machines")


def own(parser):
    tls(parser)
    parser.add_argument("--rival", default=default_program(), help="the program; if not given, the one built here, or that of PATH")
    parser.add_argument("--files", action="append", default=[], metavar="FILE|DIR", help="programs and files that jobs name by digest")


def default_program():
    """The program of the repository that this file lies in, if it is built; otherwise the one in PATH."""
    built = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target")) / "release/rival"
    return str(built) if built.exists() else shutil.which("rival") or "rival"


def distribute(args, folder):
    """Runs the jobs of a folder; the exit code."""
    import client
    import local
    from jobs import Jobs, digest

    jobs = Jobs(folder)
    files = [str(pathlib.Path(path).resolve()) for path in args.files]
    files += known_files(folder)
    if jobs.names and digest(args.rival) != jobs.program():
        print(f"cluster: {args.rival}: found {digest(args.rival)[:16]}, expected {jobs.program()[:16]}, whose jobs these are", file=sys.stderr)
        return 2
    program = str(pathlib.Path(args.rival).resolve())
    if args.scheduler:
        done = client.run(args.scheduler, args.tls, jobs, program, files, args.patience)
    else:
        with tempfile.TemporaryDirectory(prefix="rival-cluster-") as scratch:
            with local.Local(args.workers, args.slots, program, files, scratch, args.dashboard) as here:
                done = client.run(here.address, here.certificate, jobs, program, files, args.patience)
    missing = len(jobs.missing())
    print(f"{len(jobs.names) - missing} of {len(jobs.names)} jobs have results")
    return 0 if done else 1


def known_files(folder):
    """Where the files lay on the machine that made the jobs: this one, as a rule."""
    import json

    with open(pathlib.Path(folder) / "plan.json", encoding="utf-8") as plan:
        return [path for path in json.load(plan).get("files", {}).values() if os.path.exists(path)]


def make_and_run(args):
    folder = pathlib.Path(args.jobs or f"{args.out}.jobs")
    make = [args.rival, "job", "make", args.kind, "--into", str(folder), *args.arguments]
    made = subprocess.run(make, check=False).returncode
    if made > 1:
        return made
    ran = distribute(args, folder)
    if ran == 2:
        return ran
    collected = subprocess.run([args.rival, "job", "collect", str(folder), "--out", args.out], check=False).returncode
    return max(made, ran, collected)


def check(args):
    """Refuses doors that would be open, before anything is done."""
    import secure

    if args.tls:
        args.tls = secure.check_certificate(args.tls)
    if args.scheduler:
        secure.check_scheduler(args.scheduler, args.tls)
    if args.dashboard:
        args.dashboard = secure.dashboard(args.dashboard)


def main():
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    kind, rest = words[0], words[1:]
    import secure

    try:
        return command(kind, rest)
    except (FileNotFoundError, PermissionError) as error:
        print(f"cluster: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except secure.Unusable as error:
        print(f"cluster: {error}", file=sys.stderr)
        return 2


def command(kind, rest):
    import local
    import secure

    parser = argparse.ArgumentParser(prog=f"cluster {kind}")
    if kind == "certificate":
        parser.add_argument("file", help="a new file, to be copied to each machine")
        secure.write_certificate(parser.parse_args(rest).file)
        return 0
    if kind == "scheduler":
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for all interfaces; needs --tls if it is not this machine alone")
        parser.add_argument("--port", type=int, default=8786)
        parser.add_argument("--dashboard", help=BOARD)
        tls(parser)
        args = parser.parse_args(rest)
        args.scheduler = None
        check(args)
        secure.check_host(args.host, args.tls)
        words = local.scheduler_words(args.host, args.port, args.dashboard, args.tls)
        os.execve(words[0], words, local.environment())
    if kind == "worker":
        parser.add_argument("scheduler", metavar="address", help="tls://HOST:PORT of the scheduler")
        parser.add_argument("--host", help="where it listens; if not given, the address by which the scheduler's machine reaches this one")
        parser.add_argument("--slots", type=int, default=1, help="jobs at a time")
        own(parser)
        args = parser.parse_args(rest)
        args.dashboard = None
        check(args)
        host = args.host or secure.own_host(args.scheduler)
        secure.check_host(host, args.tls)
        files = [str(pathlib.Path(path).resolve()) for path in args.files]
        with tempfile.TemporaryDirectory(prefix="rival-worker-") as scratch:
            local.worker(args.scheduler, host, args.rival, files, args.slots, scratch, args.tls)
    if kind == "run":
        parser.add_argument("folder")
        common(parser)
        args = parser.parse_args(rest)
        check(args)
        return distribute(args, args.folder)
    parser.add_argument("--out", required=True, help="what the results are put together to")
    parser.add_argument("--jobs", help="the folder of the jobs and their results; OUT.jobs if not given")
    common(parser)
    split = rest.index("--") if "--" in rest else len(rest)
    args = parser.parse_args(rest[:split])
    check(args)
    args.kind, args.arguments = kind, rest[split + 1 :]
    return make_and_run(args)


if __name__ == "__main__":
    sys.exit(main())
