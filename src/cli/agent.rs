//! `rival agent`: a player as strong as a profile says, with the person's own style.

use std::path::PathBuf;

use anyhow::bail;

use super::games::known;
use super::interrupt;
use super::output::{Content, check_content, check_other, print, replace_named};
use super::progress::Stages;
use super::rivals::{Making, beside, check_followed, to_play};
use crate::personality::{self, Kind, Provenance, check_name};
use crate::stats::Z95;
use crate::strength::rivals::{Person, agent, levelled_agent};

/// Make a player of a measured person's strength and style.
///
/// `rival measure` writes the profile.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The profile of the person.
    #[arg(value_name = "PROFILE")]
    profile: PathBuf,
    /// The personality file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The name of the new personality.
    #[arg(long, default_value = "agent")]
    name: String,
    /// Follow the person: each game updates the profile and sets the strength of the next one.
    #[arg(long)]
    learn: bool,
    #[command(flatten)]
    making: Making,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let like = &args.profile;
    check_other("--output", &args.output, "the profile", [like])?;
    check_name("--name", &args.name)?;
    if args.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
        bail!(
            "--output: found {}, expected a name that ends in .json: a .csv file is read as a map",
            args.output.display()
        );
    }
    check_content(&args.output, Content::Personality)?;
    if args.learn {
        check_followed(like, "no --learn")?;
    }
    let profile = known(like)?;
    let person = Person::from_profile(&profile);
    // The user's name is checked before the long work, because it must give a readable file.
    personality::parse("the new personality", agent(&person, &args.name, person.level()).to_json().as_bytes())?;
    interrupt::at_once("nothing is kept")?;
    let stages = Stages::default();
    let levelled = levelled_agent(&person, args.making.seed, args.making.threads(), &stages);
    stages.clear();
    let mut made = agent(&person, &args.name, levelled.rating);
    if levelled.games > 0 {
        let cost = levelled.cost(&person);
        made.notes.push(format!(
            "Its style {} {:.0} Elo, by {} games against players around that rating; ± {:.0} (95 %).",
            if cost < 0.0 { "gains" } else { "costs" },
            cost.abs(),
            levelled.games,
            Z95 * levelled.error
        ));
    }
    made.provenance = Some(Provenance {
        command: Some(if args.learn { "rival agent --learn" } else { "rival agent" }.to_owned()),
        seed: Some(args.making.seed),
        ..Provenance::default()
    });
    if let Kind::Human(spec) = &mut made.kind {
        spec.levelled = levelled.cost(&person);
        if args.learn {
            spec.learn = Some(beside(&args.output, like)?);
        }
    }
    replace_named(&args.output, made.to_json())?;
    print(format!("{}: {}\n{}", made.name, made.summary, to_play(&args.output)))
}
