"""Who may connect: this machine alone, or whoever has the cluster's certificate."""
import ipaddress
import os
import socket
from urllib.parse import urlsplit

from distributed import Security


class Unusable(Exception):
    """An argument that cannot be used: where, what was found, what was expected."""


def write_certificate(path):
    """Writes a new key and its certificate, valid for a year, into one file that the user alone may read. Every machine of a cluster has the
    same one: the certificate is its own authority, so whoever has the file belongs to the cluster, and nobody else."""
    new = Security.temporary()
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise Unusable(f"{path}: found that it cannot be written ({error.strerror}), expected a new file") from error
    with os.fdopen(file, "w", encoding="ascii") as pem:
        pem.write(new.tls_client_key + new.tls_client_cert)


def security(certificate):
    """Both sides show the certificate; without one there is no encryption."""
    if certificate is None:
        return Security()
    return Security(tls_ca_file=certificate, tls_client_cert=certificate, require_encryption=True)


def words(certificate):
    """The same for the commands of Dask."""
    return ["--protocol", "tcp"] if certificate is None else ["--protocol", "tls", "--tls-ca-file", certificate, "--tls-cert", certificate]


def check_certificate(path):
    """The path of a certificate that can be used."""
    try:
        security(path).get_connection_args("client")
    except OSError as error:
        raise Unusable(f"--tls: found that {path} cannot be used ({error}), expected a file of: cluster certificate FILE") from error
    return os.path.abspath(path)


def is_loopback(host):
    """True for a name or an address that no other machine reaches."""
    try:
        found = socket.getaddrinfo(host, None) if host else []
    except OSError as error:
        raise Unusable(f"{host}: found a host without an address ({error}), expected one") from error
    return bool(found) and all(ipaddress.ip_address(address[4][0].partition("%")[0]).is_loopback for address in found)


def check_host(host, certificate):
    """Whoever reaches a scheduler or a worker can run programs there."""
    if certificate is None and not is_loopback(host):
        raise Unusable(f"{host}: found an address that other machines reach, expected a loopback address or --tls FILE")


def check_scheduler(address, certificate):
    """A scheduler's address as an argument names it."""
    scheme = "tcp" if certificate is None else "tls"
    parts = urlsplit(address)
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
        raise Unusable(f"{address}: found no address, expected {scheme}://HOST:PORT")
    check_host(parts.hostname, certificate)
    if parts.scheme != scheme:
        raise Unusable(f"{address}: found {parts.scheme}://, expected {scheme}:// {'with' if certificate else 'without'} --tls")


def own_host(address):
    """Where a worker listens: the address by which the scheduler's machine reaches this one."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    if is_loopback(host):
        return "127.0.0.1"
    family, kind, protocol, _, to = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    # Nothing is sent: the system only chooses the interface.
    with socket.socket(family, kind, protocol) as at:
        at.connect(to)
        return at.getsockname()[0]


def dashboard(address):
    """Where the dashboard is, which knows no password: an SSH tunnel leads others to it."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdigit() or not is_loopback(host):
        raise Unusable(f"--dashboard: found {address}, expected :PORT or a loopback address, since the dashboard has no password")
    return f"{host}:{port}" if ":" not in host else f"[{host}]:{port}"
