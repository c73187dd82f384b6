//! `rival rivals`: several players of one strength, each with a character.

use crate::cli::threads::Threads;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};

use super::games::known;
use super::interrupt;
use super::measure;
use super::output::{Content, check_content, check_other, print, replace_named};
use super::progress::Stages;
use super::variant;
use crate::machine::files;
use crate::machine::regular::is_standard_input;
use crate::people::COUNT;
use crate::personality::{self, Personality, Provenance};
use crate::record::Digest;
use crate::record::text::{counted, name_in_a_line, spelling};
use crate::search::Stop;
use crate::strength::rivals::{Folder, MOST_RIVALS, Person, ROUNDS, Settings, agent, make};

/// Make rivals of a measured person's strength.
///
/// Each has a character of its own. `rival measure` writes the profile. The rivals follow the person: each game updates
/// the profile and sets the strength of the next one. An interrupted run continues when the same command is given
/// again.
///
/// With --repertoire it makes one opponent for a game against somebody else: it opens as that player does and goes on
/// as people of the same strength do.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The profile of the person.
    #[arg(value_name = "PROFILE", required_unless_present = "repertoire")]
    profile: Option<PathBuf>,
    /// Files of games of another player, whose openings the opponent plays.
    #[arg(
        long, value_name = "GAMES", num_args = 1.., requires = "player",
        conflicts_with_all = ["profile", "count", "effort", "no_learn"]
    )]
    repertoire: Vec<PathBuf>,
    /// The other player: a name as it appears in these files.
    #[arg(long, value_name = "NAME", requires = "repertoire")]
    player: Option<String>,
    /// The folder for the rivals: a new or an empty one.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of rivals.
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=MOST_RIVALS as i64))]
    count: u8,
    /// The most rounds of 48 games for each rival; a standard error of 20 Elo ends them earlier.
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = clap::value_parser!(u32).range(1..=1000))]
    effort: u32,
    /// Keep their strength: games change neither it nor the profile.
    #[arg(long)]
    no_learn: bool,
    #[command(flatten)]
    making: Making,
}

/// Options of both commands that make agents or rivals.
#[derive(Debug, clap::Args)]
pub(super) struct Making {
    /// Decides every random choice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    threads: Threads,
}

impl Making {
    /// Games played at the same time.
    pub(super) fn threads(&self) -> usize {
        self.threads.count()
    }
}

/// The name of the opponent that opens as this player: `repertoire-schotte-tom`.
fn repertoire_name(player: &str) -> String {
    const LONGEST: usize = 28;
    let player = spelling(player);
    let words: Vec<&str> = player.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut name = words.join("-");
    // Names that differ in other characters get different names.
    if name.len() > LONGEST || player.chars().any(|c| c.is_alphanumeric() && !c.is_ascii()) {
        name.truncate(LONGEST - 7);
        name = format!("{name}-{}", &Digest::of_bytes(&player).as_str()[..6]);
    }
    format!("repertoire-{}", name.trim_start_matches('-'))
}

/// Refuses to replace another player's opponent whose name differs only in signs.
fn check_opponent(file: &Path, opens_like: &str) -> anyhow::Result<()> {
    check_content(file, Content::Personality)?;
    if let Ok(known) = personality::load(&file.display().to_string()) {
        ensure!(
            known.summary.to_lowercase().starts_with(&format!("{opens_like}: ").to_lowercase()),
            "{}: found a player that {}, expected one that {opens_like}: name another --out",
            file.display(),
            known.summary
        );
    }
    Ok(())
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(path) = &args.profile else { return prepare(args) };
    if !args.no_learn {
        check_followed(path, "--no-learn")?;
    }
    let threads = args.making.threads();
    let profile = known(path)?;
    let person = Person::from_profile(&profile);
    // The settings that decide the files. Threads do not, and the profile changes with every game.
    let settings = serde_json::json!({
        "recipe": "human", "person": profile.player, "count": args.count, "seed": args.making.seed,
        "learn": !args.no_learn, "effort": args.effort,
    });
    let folder = Folder::open(&args.out, &settings)?;
    let made_for = folder.person()?.unwrap_or_else(|| person.clone());
    ensure!(
        made_for.may_have(&profile),
        "{}: found rivals for {} with other games, expected a new or an empty folder: name another --out",
        args.out.display(),
        made_for.name
    );
    let learn = if args.no_learn { None } else { Some(beside(&args.out.join("a rival"), path)?) };
    let settings = Settings {
        count: args.count.into(),
        seed: args.making.seed,
        threads,
        rounds: args.effort,
        learn,
        without: Vec::new(),
        rather_without: Vec::new(),
    };
    interrupt::at_once("the same command continues")?;
    let stages = Stages::default();
    let rivals = make(&folder, &person, &settings, &Stop::default(), &stages);
    stages.clear();
    let mut strength = format!("as strong as {}: {}\n", made_for.name, made_for.strength());
    if person.strength() != made_for.strength() {
        let advice = if args.no_learn { "another --out makes rivals for it" } else { "they follow it" };
        let _ = writeln!(strength, "the profile now says {}: {advice}", person.strength());
    }
    print(strength + &said(&folder, &rivals?))?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses standard input as the profile of players that follow the person. `instead` makes them without that.
pub(super) fn check_followed(profile: &Path, instead: &str) -> anyhow::Result<()> {
    ensure!(
        !is_standard_input(profile),
        "{}: found standard input, expected a file, as players that follow the person read it again (or {instead})",
        profile.display()
    );
    Ok(())
}

/// Makes the opponent that opens as another player.
fn prepare(args: &Args) -> anyhow::Result<ExitCode> {
    let player = args.player.as_deref().unwrap_or_default();
    let name = repertoire_name(player);
    let file = args.out.join(format!("{name}.json"));
    check_other("--out", &file, "one of the files of games", &args.repertoire)?;
    ensure!(!args.out.is_file(), "{}: found a file, expected a folder", args.out.display());
    if file.exists() {
        check_opponent(&file, &format!("opens like {}", name_in_a_line(player.trim())))?;
    }
    let (profile, failed) = measure::profile(&args.repertoire, player, args.making.threads())?;
    let person = Person { style: [0.0; COUNT], ..Person::from_profile(&profile) };
    ensure!(
        person.repertoire.is_some(),
        "{}: found only games whose opening was given, expected one that {} chose",
        args.repertoire[0].display(),
        person.name
    );
    let mut opponent = agent(&person, &name, person.level());
    opponent.summary = format!("opens like {}: {}", person.name, person.strength());
    let games = counted(profile.games.len(), "game");
    opponent.source = Some(format!("The openings of {games}, and the model of people's choices."));
    opponent.provenance =
        Some(Provenance { command: Some("rival rivals --repertoire".to_owned()), ..Provenance::default() });
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    replace_named(&file, opponent.to_json())?;
    print(format!("{} {}\n{}", opponent.name, opponent.summary, to_play(&file)))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The rivals, after they were made. The last line is a command to type.
fn said(folder: &Folder, rivals: &[Personality]) -> String {
    let mut text = String::new();
    for rival in rivals {
        let _ = writeln!(text, "{:12} {}", rival.name, rival.summary);
        // The first note says how well its strength is known.
        if let Some(strength) = rival.notes.first() {
            let _ = writeln!(text, "{:12} {strength}", "");
        }
    }
    if let Some(first) = rivals.first() {
        text += &to_play(&folder.rival(&first.name));
    }
    text
}

/// Instructions for playing against a personality. The last line is a command to type.
pub(super) fn to_play(path: &Path) -> String {
    let program = variant::started().map_or_else(|| "rival".to_owned(), |path| quoted_in_full(&path));
    let command = format!("{program} nboard --pace natural --player {}", quoted_in_full(path));
    if !command.contains('"') {
        return format!("to play, type this, or enter it in NBoard as the command of an engine:\n{command}\n");
    }
    // PowerShell needs `&` before a quoted program; without it, it prints the quoted text.
    let call = if cfg!(windows) && program.starts_with('"') { "& " } else { "" };
    format!(
        "to play, type this; for NBoard, first move the files to where their paths need no quotes:\n{call}{command}\n"
    )
}

/// A path quoted as one word for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "/._-\\:".contains(c));
    if is_plain { text } else { format!("\"{text}\"") }
}

/// The absolute path, quoted.
fn quoted_in_full(path: &Path) -> String {
    quoted(&dunce::canonicalize(path).unwrap_or(path.to_owned()))
}

fn full_path(path: &Path) -> anyhow::Result<PathBuf> {
    dunce::canonicalize(path).with_context(|| path.display().to_string())
}

/// The path of a file relative to another file's folder if they are close to each other, otherwise absolute.
pub(super) fn beside(from: &Path, to: &Path) -> anyhow::Result<String> {
    let folder = full_path(files::folder(from))?;
    let to = full_path(to)?;
    let common = folder.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().count() - common;
    // A distant file does not move together with this one, so the path is absolute.
    let path: PathBuf = if up > 1 {
        to.clone()
    } else {
        std::iter::repeat_n(PathBuf::from(".."), up)
            .chain(to.components().skip(common).map(|part| PathBuf::from(part.as_os_str())))
            .collect()
    };
    let text = path.to_str().map(str::to_owned);
    text.with_context(|| {
        format!("{}: this name is not UTF-8, so a player's file cannot have it: rename it", to.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_with_different_names_have_opponents_with_different_names() {
        let long = "a".repeat(80);
        let names = ["Schotte Tom", "\u{674e}\u{660e}", "\u{738b}\u{660e}", &long, &long[1..], "M\u{fc}ller", "Moller"];
        let opponents = names.map(repertoire_name);
        assert_eq!(opponents[0], "repertoire-schotte-tom");
        let distinct: std::collections::BTreeSet<&String> = opponents.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{opponents:?}");
        for name in &opponents {
            personality::check_name("name", name).unwrap();
        }
    }

    #[test]
    fn a_command_that_nboard_cannot_start_is_not_offered_for_it() {
        let plain = to_play(Path::new("/none/a.json"));
        assert!(plain.contains("or enter it in NBoard") && plain.ends_with(" /none/a.json\n"), "{plain}");
        let spaced = to_play(Path::new("/no ne/a.json"));
        assert!(!spaced.contains("or enter it in NBoard") && spaced.contains("move the files"), "{spaced}");
        assert!(spaced.ends_with(" nboard --pace natural --player \"/no ne/a.json\"\n"), "{spaced}");
    }
}
