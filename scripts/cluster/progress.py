"""The scheduler's page /rival: how far the work of each client is. It is served without the packages of the dashboard, too."""
import html
import time

from distributed.http.utils import RequestHandler

# Where clients leave it among the scheduler's metadata.
KEY = "rival"
# What scheduler processes serve: Dask's own pages, and this module.
ROUTES = "DASK_DISTRIBUTED__SCHEDULER__HTTP__ROUTES"


def tell(client, name, kind, done, jobs):
    """Says how many of the jobs of a folder have results."""
    client.set_metadata([KEY, name], {"kind": kind, "done": done, "jobs": jobs, "at": time.time()})


class Page(RequestHandler):
    """All known folders with their bars; loaded again every five seconds."""

    def get(self):
        known = self.server.task_metadata.get(KEY, {})
        rows = "".join(row(name, of) for name, of in sorted(known.items()))
        self.set_header("Refresh", "5")
        self.write(
            "<!doctype html><html lang=en><meta charset=utf-8><title>rival: jobs</title>"
            "<style>body{font:16px sans-serif;margin:2rem}td,th{padding:.3rem 1rem .3rem 0;text-align:left}progress{width:20rem}</style>"
            "<h1>Jobs of rival</h1><table><tr><th>work<th>kind<th>results<th><th>last news</tr>"
            f"{rows or '<tr><td colspan=5>nothing yet</td></tr>'}</table>"
        )


def row(name, of):
    ago = max(0, time.time() - of["at"])
    return (
        f"<tr><td>{html.escape(name)}<td>{html.escape(of['kind'])}<td>{of['done']} of {of['jobs']}"
        f"<td><progress max={of['jobs']} value={of['done']}></progress><td>{ago:.0f} s ago</tr>"
    )


routes = [("rival", Page, {})]
