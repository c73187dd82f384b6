//! The shipped files of learned weights and of the network over them, with the personalities that name them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use rival::record::Digest;

use crate::output::{Output, Shipping, project};

/// The shipped files of weights and of the network.
const FILES: [&str; 2] = ["master.weights", "master.network"];

/// The shipped files of learned weights and of the network, and the personalities with their digests (seconds).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The weights made by rival train patterns.
    weights: PathBuf,
    /// The network over them made by rival train network.
    network: PathBuf,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    shipping: Shipping,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let weights = fs::read(&args.weights).with_context(|| args.weights.display().to_string())?;
    let network = fs::read(&args.network).with_context(|| args.network.display().to_string())?;
    ship([weights, network], &args.output, args.shipping)
}

/// Writes these files of weights and of the network over them, and the personalities that name them.
pub(crate) fn ship(learned: [Vec<u8>; 2], output: &Output, shipping: Shipping) -> anyhow::Result<()> {
    let engines = project().join("engines");
    let mut files = Vec::new();
    let mut digests = Vec::new();
    for (name, bytes) in FILES.iter().zip(learned) {
        let shipped = fs::read(engines.join(name)).with_context(|| (*name).to_owned())?;
        digests.push((Digest::of_bytes(&shipped).to_string(), Digest::of_bytes(&bytes).to_string()));
        files.push(((*name).to_owned(), bytes));
    }
    for entry in fs::read_dir(&engines)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("master") && name.ends_with(".json") {
            files.push((name, renamed(&fs::read_to_string(&path)?, &digests)?.into_bytes()));
        }
    }
    let folder = output.folder("make-masters")?;
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes)?;
        shipping.file(&format!("engines/{name}"), bytes)?;
    }
    println!("{}: {} files", folder.display(), files.len());
    Ok(())
}

/// The shipped file of weights.
pub(crate) fn shipped_weights() -> anyhow::Result<Vec<u8>> {
    let [name, _] = FILES;
    fs::read(project().join("engines").join(name)).with_context(|| name.to_owned())
}

/// The text of a personality with the shipped digests replaced by new ones.
fn renamed(text: &str, digests: &[(String, String)]) -> anyhow::Result<String> {
    if !digests.iter().any(|(shipped, _)| text.contains(shipped.as_str())) {
        bail!("found a personality without a shipped digest, expected one");
    }
    Ok(digests.iter().fold(text.to_owned(), |text, (shipped, new)| text.replace(shipped.as_str(), new)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_personality_changes_in_its_digests_alone() {
        let digests = [("aa".to_owned(), "bb".to_owned()), ("cc".to_owned(), "dd".to_owned())];
        assert_eq!(renamed("weights aa, network cc", &digests).unwrap(), "weights bb, network dd");
        assert!(renamed("no digest", &digests).is_err());
    }
}
