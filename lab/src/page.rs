//! Requests to `rival page` and the topics that it sends, as a browser uses them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::program::Program;

/// A running page on any free port. Dropping it ends the program.
#[derive(Debug)]
pub(crate) struct Page {
    child: Child,
    port: u16,
    key: String,
}

impl Page {
    /// Starts a page that keeps its data in this folder.
    ///
    /// # Errors
    /// The program does not start, or does not print the page's address.
    pub(crate) fn start(program: &Program, data: &Path) -> anyhow::Result<Page> {
        let mut command = Command::new(program.path()?);
        command.args(["page", "--no-open", "--data"]).arg(data).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().context("the page has no output")?).read_line(&mut address)?;
        let (port, key) = split_address(&address)
            .with_context(|| format!("rival page: found {address:?}, expected its address and key"))?;
        Ok(Page { child, port, key })
    }

    /// The answer to a request of the page.
    ///
    /// # Errors
    /// The page cannot be reached, or refuses the request.
    pub(crate) fn ask(&self, request: &Value) -> anyhow::Result<Value> {
        self.post("/api", request.to_string().as_bytes())
    }

    /// Opens a file of games, and returns its number.
    ///
    /// # Errors
    /// The page cannot be reached, or refuses the file.
    pub(crate) fn open(&self, name: &str, content: &[u8]) -> anyhow::Result<Value> {
        Ok(self.post(&format!("/api/file?name={name}"), content)?["file"].clone())
    }

    /// Waits for a state of a topic that fulfils a condition.
    ///
    /// # Errors
    /// The page has ended.
    pub(crate) fn until(&self, topic: &str, is_wanted: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        let events = self.send("GET", "/api/events", &[])?;
        let event = format!("event: {topic}");
        let mut is_of_topic = false;
        for line in BufReader::new(events).lines() {
            let line = line?;
            if line.starts_with("event: ") {
                is_of_topic = line == event;
            } else if let Some(data) = line.strip_prefix("data: ").filter(|_| is_of_topic) {
                let state = serde_json::from_str(data)?;
                if is_wanted(&state) {
                    return Ok(state);
                }
            }
        }
        bail!("rival page: {topic}: found the end of its events, expected a state")
    }

    fn post(&self, path: &str, body: &[u8]) -> anyhow::Result<Value> {
        let mut answer = String::new();
        self.send("POST", path, body)?.read_to_string(&mut answer)?;
        let (_, body) = answer.split_once("\r\n\r\n").context("rival page: found no answer")?;
        let answer: Value = serde_json::from_str(body).with_context(|| body.to_owned())?;
        answer.get("ok").cloned().with_context(|| format!("rival page: {path}: {answer}"))
    }

    fn send(&self, method: &str, path: &str, body: &[u8]) -> anyhow::Result<TcpStream> {
        let Page { port, key, .. } = self;
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, *port))?;
        write!(stream, "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nx-rival: {key}\r\n")?;
        write!(stream, "content-length: {}\r\nconnection: close\r\n\r\n", body.len())?;
        stream.write_all(body)?;
        Ok(stream)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port and the key of a printed address.
fn split_address(address: &str) -> Option<(u16, String)> {
    let (port, key) = address.trim().strip_prefix("http://127.0.0.1:")?.split_once("/#")?;
    Some((port.parse().ok()?, key.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::split_address;

    #[test]
    fn an_address_has_a_port_and_a_key() {
        assert_eq!(split_address("http://127.0.0.1:8043/#a1b2\n"), Some((8043, "a1b2".to_owned())));
        for wrong in ["", "http://127.0.0.1:8043/", "http://127.0.0.1:x/#a1", "rival: no port is free"] {
            assert_eq!(split_address(wrong), None, "{wrong}");
        }
    }
}
