//! A second program that finds its folder served asks the running page for a ticket, to open it again.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The longest wait for an answer. A page on this machine answers sooner.
const PATIENCE: Duration = Duration::from_secs(2);

/// A ticket from the page at this address; `None` if no page there has this key.
pub(crate) fn ticket(address: &str) -> Option<String> {
    let (host, key) = address.strip_prefix("http://")?.split_once("/#")?;
    let place: SocketAddr = host.parse().ok().filter(|place: &SocketAddr| place.ip().is_loopback())?;
    let mut stream = TcpStream::connect_timeout(&place, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let head = format!("POST /api/ticket HTTP/1.1\r\nhost: {host}\r\nx-rival: {key}\r\ncontent-length: 0\r\n");
    stream.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).ok()?;
    let mut said = String::new();
    stream.read_to_string(&mut said).ok()?;
    let (head, body) = said.split_once("\r\n\r\n")?;
    let answer: Option<BTreeMap<String, String>> = serde_json::from_str(body).ok();
    answer.filter(|_| head.starts_with("HTTP/1.1 200 "))?.remove("ok")
}
