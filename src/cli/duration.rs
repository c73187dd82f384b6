//! Lengths of time on the command line.

use std::time::Duration;

/// The end of the range of [`Duration`], in seconds: 2 to the power of 64.
const END: f64 = 18_446_744_073_709_551_616.0;

/// A number of seconds above 0.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    if seconds.is_some_and(|seconds| seconds >= END) {
        return Err("expected a number of seconds below 1.8e19".to_owned());
    }
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}
