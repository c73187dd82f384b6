"""Where processes listen, by what the kernel says of them (Linux)."""
import ipaddress
import os
import pathlib
import socket

# The state of a socket that listens, in /proc/net/tcp.
LISTENS = "0A"


def address(text):
    """An address of /proc/net/tcp or tcp6: words of four bytes in the order of the machine, in hexadecimal digits."""
    words = bytes.fromhex(text)
    turned = b"".join(words[at : at + 4][::-1] for at in range(0, len(words), 4))
    found = ipaddress.ip_address(turned)
    return getattr(found, "ipv4_mapped", None) or found


def sockets():
    """The address and port of each listening socket of the machine, by inode."""
    found = {}
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path("/proc/net", table).read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            host, port = fields[1].split(":")
            if fields[3] == LISTENS:
                found[fields[9]] = (address(host), int(port, 16))
    return found


def inodes(process):
    """The inodes of a process's sockets; those that are closed meanwhile are left out."""
    try:
        entries = list(os.scandir(f"/proc/{process}/fd"))
    except OSError:
        return
    for entry in entries:
        try:
            link = os.readlink(entry.path)
        except OSError:
            continue
        if link.startswith("socket:["):
            yield link[len("socket:[") : -1]


def listening(processes):
    """The (process, address, port) of what these processes listen on."""
    table = sockets()
    return {(process, *table[inode]) for process in processes for inode in inodes(process) if inode in table}


def beyond(found, allowed=()):
    """Those of them that other machines reach, but for the hosts that were asked for."""
    return sorted(f"{host}:{port}" for _, host, port in found if not host.is_loopback and str(host) not in allowed)


def self_test():
    """It sees an open socket of this process, over both protocols, and does not complain of one on the loopback interface."""
    for family, host, is_open in [(socket.AF_INET, "0.0.0.0", True), (socket.AF_INET6, "::", True), (socket.AF_INET, "127.0.0.1", False)]:
        with socket.socket(family) as at:
            at.bind((host, 0))
            at.listen()
            found = [own for own in listening([os.getpid()]) if own[2] == at.getsockname()[1]]
            assert len(found) == 1 and bool(beyond(found)) == is_open, (host, found)
