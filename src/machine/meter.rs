//! The processor time of a process's children, with their threads and their own children, ended ones included, and
//! their waits for a processor.

use std::time::Duration;

/// A meter of the processor time that the children of a process have used.
#[derive(Debug)]
pub struct Meter {
    /// The process whose children are measured; it is not counted itself.
    parent: i32,
    /// The largest reading. The time of a child that has ended is known in hundredths of a second only, which must not
    /// turn the clock back.
    most: Duration,
}

impl Meter {
    /// A meter of the children of this process.
    #[must_use]
    pub fn new(parent: i32) -> Meter {
        Meter { parent, most: Duration::ZERO }
    }

    /// The time used so far.
    pub fn read(&mut self) -> Duration {
        self.most = self.most.max(self.processes().into_iter().map(system::used).sum());
        self.most
    }

    /// The waits for a processor of all threads that have not ended, summed; zero where the system does not give them.
    #[must_use]
    pub fn queued(&self) -> Duration {
        self.processes().into_iter().map(system::queued).sum()
    }

    /// The children of the process, with their own children.
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

/// True if this system tells the processor time of other processes and the processes that they have started.
#[must_use]
pub fn is_possible() -> bool {
    system::is_possible()
}

/// True if more threads than there are processors could run at this moment; `None` if this system does not tell it.
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
    /// The field of `/proc/PID/stat` with the ticks in user mode of ended children, counted from the state, which
    /// follows the name in brackets; the ticks in kernel mode follow (proc_pid_stat(5): fields 16 and 17).
    const OF_CHILDREN: usize = 13;

    pub(super) fn is_possible() -> bool {
        fs::exists("/proc/thread-self/children").unwrap_or(false)
    }

    /// The children of a process: each is listed with the thread that started it.
    pub(super) fn children(process: i32) -> Vec<i32> {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
        lists.flat_map(|list| list.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<i32>>()).collect()
    }

    /// The threads that run or wait for a processor: the first number of the fourth word (proc_loadavg(5)).
    pub(super) fn runnable() -> Option<usize> {
        let text = fs::read_to_string("/proc/loadavg").ok()?;
        text.split(' ').nth(3)?.split('/').next()?.parse().ok()
    }

    /// The waits of a process's threads in the queue of a processor: the second number of each one's `schedstat`, in
    /// nanoseconds (Documentation/scheduler/sched-stats.rst).
    pub(super) fn queued(process: i32) -> Duration {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
        let texts = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("schedstat")).ok());
        Duration::from_nanos(texts.filter_map(|text| text.split(' ').nth(1)?.parse::<u64>().ok()).sum())
    }

    /// The time used by a process with all its threads, and by its children that have ended.
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
