//! The processor time of a process's children, including their threads and descendants, also ended ones; and the time
//! that they wait for a processor.

use std::time::Duration;

use super::work::cores;

/// The times of the children of a process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// The processor time that all have used.
    pub used: Duration,
    /// The processor time that the threads which still run have used.
    pub ran: Duration,
    /// The total time that these threads have waited for a processor. It and `ran` are zero if the system does not
    /// provide them.
    pub queued: Duration,
}

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

    /// All times so far.
    pub fn times(&mut self) -> Times {
        let used = self.read();
        let threads = self.processes().into_iter().map(system::threads);
        threads.fold(Times { used, ..Times::default() }, |sum, (ran, queued)| Times {
            ran: sum.ran + ran,
            queued: sum.queued + queued,
            ..sum
        })
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
    system::runnable().map(|count| count > cores())
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

    /// The time for which a process's threads have run, and the time that they have waited for a processor: the first
    /// two numbers in each one's `schedstat`, in nanoseconds (Documentation/scheduler/sched-stats.rst).
    pub(super) fn threads(process: i32) -> (Duration, Duration) {
        let mut sums = [0; 2];
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Default::default() };
        for thread in threads.flatten() {
            let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            for (sum, word) in sums.iter_mut().zip(text.split(' ')) {
                *sum += word.parse().unwrap_or(0);
            }
        }
        (Duration::from_nanos(sums[0]), Duration::from_nanos(sums[1]))
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

    pub(super) fn threads(_process: i32) -> (Duration, Duration) {
        Default::default()
    }

    pub(super) fn runnable() -> Option<usize> {
        None
    }
}
