//! The processor time of a process's children, including their threads and descendants, also ended ones; and the time
//! that they wait for a processor.

use std::time::Duration;

/// A meter of the processor time that the children of a process have used.
#[derive(Debug)]
pub struct Meter {
    /// The process whose children are measured. It does not count itself.
    parent: i32,
    /// The largest reading. The time of an ended child is known only in hundredths of a second, which must not turn the
    /// clock back.
    most: Duration,
}

impl Meter {
    /// A meter of the children of this process.
    #[must_use]
    pub fn new(parent: i32) -> Meter {
        Meter { parent, most: Duration::ZERO }
    }

    /// The time used by all children so far.
    pub fn read(&mut self) -> Duration {
        self.most = self.most.max(self.processes().into_iter().map(system::used).sum());
        self.most
    }

    /// The total time that all running threads have waited for a processor; zero if the system does not provide it.
    #[must_use]
    pub fn queued(&self) -> Duration {
        self.processes().into_iter().map(system::queued).sum()
    }

    /// The children of the process and their descendants.
    fn processes(&self) -> Vec<i32> {
        let mut processes = system::children(self.parent);
        let mut seen = 0;
        while let Some(&process) = processes.get(seen) {
            processes.extend(system::children(process));
            seen += 1;
        }
        processes
    }
}

/// True if this system provides the processor time of other processes and of their children.
#[must_use]
pub fn is_possible() -> bool {
    system::is_possible()
}

/// True if more threads are ready to run at this moment than there are processors; `None` if this system does not
/// provide it.
#[must_use]
pub fn is_crowded() -> Option<bool> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    system::runnable().map(|count| count > processors)
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::time::Duration;

    use nix::time::{ClockId, clock_gettime};
    use nix::unistd::Pid;

    /// A hundredth of a second, the unit of times in `/proc` (`USER_HZ`).
    const TICK: Duration = Duration::from_millis(10);
    /// The index of the ticks of ended children in user mode in `/proc/PID/stat`, counted from the state, which follows
    /// the name in brackets. The ticks in kernel mode are next (proc_pid_stat(5): fields 16 and 17).
    const OF_CHILDREN: usize = 13;

    pub(super) fn is_possible() -> bool {
        fs::exists("/proc/thread-self/children").unwrap_or(false)
    }

    /// The children of a process. The system lists each with the thread that started it.
    pub(super) fn children(process: i32) -> Vec<i32> {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
        lists.flat_map(|list| list.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<i32>>()).collect()
    }

    /// The number of threads that run or wait for a processor: the first number of the fourth word (proc_loadavg(5)).
    pub(super) fn runnable() -> Option<usize> {
        let text = fs::read_to_string("/proc/loadavg").ok()?;
        text.split(' ').nth(3)?.split('/').next()?.parse().ok()
    }

    /// The time that a process's threads have waited for a processor: the second number in each one's `schedstat`, in
    /// nanoseconds (Documentation/scheduler/sched-stats.rst).
    pub(super) fn queued(process: i32) -> Duration {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
        let texts = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("schedstat")).ok());
        Duration::from_nanos(texts.filter_map(|text| text.split(' ').nth(1)?.parse::<u64>().ok()).sum())
    }

    /// The time used by a process with all its threads, and by its ended children.
    pub(super) fn used(process: i32) -> Duration {
        let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(process));
        let process_time = clock.and_then(clock_gettime).map(Duration::from).unwrap_or_default();
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ended = fields.skip(OF_CHILDREN).take(2).filter_map(|field| field.parse::<u32>().ok());
        process_time + TICK * ended.sum::<u32>()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::time::Duration;

    pub(super) fn is_possible() -> bool {
        false
    }

    pub(super) fn children(_process: i32) -> Vec<i32> {
        Vec::new()
    }

    pub(super) fn used(_process: i32) -> Duration {
        Duration::ZERO
    }

    pub(super) fn queued(_process: i32) -> Duration {
        Duration::ZERO
    }

    pub(super) fn runnable() -> Option<usize> {
        None
    }
}
