//! `rival --version`: the version and the build.

use super::output::print;
use crate::board::kernel;
use crate::eval::patterns::shipped;

/// One line: the version, the commit that it was built from, the instruction set, and the start of the SHA-256 of the
/// strongest personality's weights.
pub(super) fn run() -> anyhow::Result<()> {
    let commit = match env!("RIVAL_COMMIT") {
        "" => "a development build".to_owned(),
        commit => format!("commit {commit}"),
    };
    let weights = &shipped::sha256()[..12];
    let version = env!("CARGO_PKG_VERSION");
    print(format!("rival {version} ({commit}, {}, weights {weights})\n", kernel::NAME))
}
