//! Nothing of a tournament listens to a network: neither the harness nor what it starts. Nor do our engines by
//! themselves.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::run::{Bench, RIVAL, games};

/// The inodes of the sockets that listen on this machine (Linux): state `0A` of `/proc/net/tcp`.
fn listening() -> Vec<String> {
    let tables = ["tcp", "tcp6"].map(|table| fs::read_to_string(format!("/proc/net/{table}")).unwrap());
    let fields = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let sockets = tables.iter().flat_map(|table| table.lines().skip(1).map(fields));
    sockets.filter(|fields| fields[3] == "0A").map(|mut fields| fields.swap_remove(9)).collect()
}

/// The number of sockets on which these processes listen.
fn doors(processes: &[u32]) -> usize {
    let open = listening();
    let of = |process: &u32| fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let links = processes.iter().flat_map(of).filter_map(|entry| fs::read_link(entry.path()).ok());
    let inode = |link: &str| Some(link.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned());
    links.filter_map(|link| inode(link.to_str()?)).filter(|inode| open.contains(inode)).count()
}

/// A process with all its descendants.
fn family(process: u32) -> Vec<u32> {
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let processes = fs::read_dir("/proc").unwrap().flatten().filter_map(number);
    // The second field is the name, in brackets; the fourth the parent.
    let parent = |process: u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let parents: Vec<(u32, u32)> = processes.filter_map(|process| Some((process, parent(process)?))).collect();
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        found.extend(parents.iter().filter(|(_, parent)| *parent == at).map(|(child, _)| *child));
    }
    found
}

pub fn nothing_listens() {
    // The test recognises a listening socket, here one on the loopback interface.
    let own = || doors(&[std::process::id()]);
    let before = own();
    let loopback: Vec<_> = ["127.0.0.1:0", "[::1]:0"].iter().filter_map(|at| at.to_socket_addrs().ok()).collect();
    let opened: Vec<_> = loopback.into_iter().filter_map(|mut at| TcpListener::bind(at.next()?).ok()).collect();
    assert!(!opened.is_empty());
    assert_eq!(own(), before + opened.len());

    // The servers that a GUI starts.
    for (protocol, hello) in [("gtp", "name\n"), ("nboard", "nboard 2\nping 1\n")] {
        let mut command = Command::new(RIVAL);
        let command = command.args([protocol, "--player", "beginner"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = server.stdin.take().unwrap();
        stdin.write_all(hello.as_bytes()).unwrap();
        // It has begun to serve.
        assert!(server.stdout.as_mut().unwrap().read(&mut [0]).unwrap() == 1);
        assert_eq!(doors(&family(server.id())), 0, "{protocol}");
        drop(stdin);
        server.wait().unwrap();
    }

    let bench = Bench::new();
    let ours = |protocol: &str| format!("name={protocol} proto={protocol} cmd=\"rival {protocol} --player beginner\"");
    let engines = ["gtp", "nboard"].map(ours);
    let mut command = bench.command("out", &engines, "--games 40 --depth 2");
    let mut harness = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while harness.try_wait().unwrap().is_none() {
        let family = family(harness.id());
        most = most.max(family.len());
        let open = doors(&family);
        if open > 0 {
            harness.kill().unwrap();
        }
        assert_eq!(open, 0, "sockets that listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(games(&bench.path("out")).len(), 40);
    // The harness, two guards, two engines.
    assert!(most >= 5, "only {most} processes were seen");
}
