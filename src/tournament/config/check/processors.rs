//! Assigns processors to games.

use super::fault;
use crate::record::problem::Problem;
use crate::tournament::config::options::Affinity;

/// The processors for each concurrent game: the given ones, divided evenly.
pub(super) fn processors(wanted: Option<&Affinity>, concurrency: usize) -> Result<Vec<Vec<usize>>, Problem> {
    let all = match wanted {
        None | Some(Affinity::All(false)) => return Ok(Vec::new()),
        Some(Affinity::All(true)) => allowed(),
        Some(Affinity::Some(text)) => match list(text) {
            Some(list) => list,
            None => return fault("affinity", format!("'{text}'"), "processors like 0-3,6"),
        },
    };
    if !cfg!(target_os = "linux") {
        return Err(Problem::wrong("affinity", "only Linux binds processes to processors: leave this option out"));
    }
    let usable = allowed();
    if let Some(other) = all.iter().find(|processor| !usable.contains(processor)) {
        return fault("affinity", format!("processor {other}"), "processors that this process may use");
    }
    let each = all.len() / concurrency;
    if each == 0 {
        return fault(
            "affinity",
            format!("{} processors", all.len()),
            format!("{concurrency} or more, one for each game at a time"),
        );
    }
    Ok(all.chunks(each).take(concurrency).map(<[usize]>::to_vec).collect())
}

/// Reads a list such as `0-3,6`, in which each processor appears once.
fn list(text: &str) -> Option<Vec<usize>> {
    const MOST: usize = 1024;
    let mut processors = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        if first > last || last >= MOST {
            return None;
        }
        processors.extend(first..=last);
    }
    let count = processors.len();
    processors.sort_unstable();
    processors.dedup();
    (processors.len() == count).then_some(processors)
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    let set = rustix::thread::sched_getaffinity(None);
    let set = set.unwrap_or_else(|_| rustix::thread::CpuSet::new());
    (0..rustix::thread::CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(list("0-3,6"), Some(vec![0, 1, 2, 3, 6]));
        assert_eq!(list(" 5 , 1 - 2"), Some(vec![1, 2, 5]));
        for text in ["", "a", "3-1", "0-3,2", "1-", "-1", "9999"] {
            assert_eq!(list(text), None, "{text}");
        }
    }
}
