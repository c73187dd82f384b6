//! Commands that are killed and continued, beside runs that nobody disturbed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::ensure;
use rival::board::Game;
use rival::players::load;
use rival::record::{GameRecord, ggf};
use rival::stats::derive;
use rival::train::patterns::recipe;

use crate::output::Output;
use crate::program::Program;
use crate::table::{Table, cells};
use crate::thesis::against_itself;

/// A command that continues after a kill. Its words are separated by `|`; in them `{in}` stands for the folder that it
/// reads and `{out}` for the folder that it writes.
#[derive(Debug)]
struct Resumable {
    /// The words of the command. The first is the program: `rival` or `lab`.
    words: &'static str,
    /// The end of the paths of the compared result files.
    result: &'static str,
}

/// Every command that continues; `train board` and `train linear` run as `train map` does.
const COMMANDS: [Resumable; 9] = [
    Resumable {
        words: "rival|train|map|--recipe|map-article|--generations|4|--response|0|--date|2000-01-01|--resume|\
            --out|{out}",
        result: "log.jsonl",
    },
    Resumable {
        words: "rival|train|book|--player|small-engine|--depth|2|--positions|40|--date|2000-01-01|--resume|--out|{out}",
        result: "opening.book",
    },
    Resumable {
        words: "rival|train|labels|--recipe|patterns-small|--positions|2000|--resume|--out|{out}",
        result: "labels/000000.json",
    },
    Resumable {
        words: "rival|train|patterns|--recipe|{in}/tiny.json|--date|2000-01-01|--resume|--out|{out}",
        result: ".weights",
    },
    Resumable {
        words: "rival|tournament|--engine|rival player=random|--engine|rival player=static-normal|--games|8|\
            --out|{out}",
        result: "games.ggf",
    },
    Resumable {
        words: "rival|tune|--engine|rival player=beginner depth={d}|--option|name=d start=2 from=1 to=3 step=1|\
                --probes|1|--games|2|--steps|3|--out|{out}",
        result: "checkpoint.json",
    },
    Resumable {
        words: "rival|measure|{in}/games.ggf|--player|Ann|--output|{out}/profile.json",
        result: "profile.json",
    },
    Resumable { words: "rival|rivals|{in}/ann.json|--count|1|--effort|1|--out|{out}", result: ".json" },
    Resumable {
        words: "lab|thesis-rivals|--agent|beginner|--population|5|--children|1|--cycles|3|--last|20|--seed|3|\
                --out|{out}",
        result: ".json",
    },
];

/// Kills commands that write into a folder, at their first rename of a file or at random moments, continues them, and
/// compares the results with those of undisturbed runs (an hour).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Kills of each command at its first rename.
    #[arg(long, value_name = "N", default_value_t = 10)]
    renames: u64,
    /// Kills of each command at a random moment.
    #[arg(long, value_name = "N", default_value_t = 40)]
    kills: u64,
    /// Only commands with this name or subcommand, for example rivals.
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
    /// The seed of the moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    program: Program,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let inputs = args.output.empty_folder("kill-resume", "inputs")?;
    write_inputs(&args.program, &inputs)?;
    let program = args.program.path()?;
    let runs = args.output.empty_folder("kill-resume", "runs")?;
    let mut table = Table::new("command | kills at the first rename | at a random moment | equal results");
    for command in COMMANDS.iter().filter(|command| command.is_named(args.only.as_deref())) {
        let undisturbed = command.in_folder(&program, &inputs, &runs.join("undisturbed"));
        let begun = Instant::now();
        finish(undisturbed.start()?)?;
        let length = begun.elapsed();
        let expected = undisturbed.results()?;
        ensure!(!expected.is_empty(), "{}: no file's path ends with this", command.result);
        let mut equal = 0;
        for number in 0..args.renames + args.kills {
            let killed = command.in_folder(&program, &inputs, &runs.join("killed"));
            let part = (derive(args.seed, number) % 1000) as u32;
            while !killed.kill((number >= args.renames).then_some(length * part / 1000))? {
                fs::remove_dir_all(&killed.folder)?;
            }
            finish(killed.start()?)?;
            equal += u64::from(killed.results()? == expected);
            fs::remove_dir_all(&killed.folder)?;
        }
        table.row(cells![command.words.replace('|', " "), args.renames, args.kills, equal]);
        fs::remove_dir_all(&undisturbed.folder)?;
    }
    args.output.report("kill-resume", &table.to_string())
}

/// Writes the input of commands: a recipe whose training takes seconds, games, and the profile of one of their players.
fn write_inputs(program: &Program, inputs: &Path) -> anyhow::Result<()> {
    let mut tiny = recipe::load("patterns-small")?;
    tiny.shapes.retain(|shape| ["corner-9", "row-2", "diagonal-5"].contains(&shape.name()));
    tiny.growth.positions = 30;
    tiny.growth.labels.exact_to = 4;
    for generation in &mut tiny.generations {
        generation.positions = 5_500;
        generation.games.depth = (1, 1);
        generation.games.late = None;
        generation.labels.depth = 2;
        generation.labels.exact_to = 4;
    }
    tiny.calibration.games = 200;
    tiny.calibration.depth = 1;
    tiny.calibration.exact_to = 4;
    tiny.probcut.positions = 240;
    tiny.probcut.depth = 6;
    tiny.acceptance.pairs = 10;
    tiny.acceptance.depth = 1;
    fs::write(inputs.join("tiny.json"), tiny.to_json())?;
    let games = inputs.join("games.ggf").display().to_string();
    let texts = against_itself(&load("people-1000")?, 4, 8, 1, 1).into_iter().step_by(2).map(|(game, _)| by_ann(&game));
    fs::write(&games, texts.collect::<String>())?;
    let profile = inputs.join("ann.json").display().to_string();
    program.run(&["measure", &games, "--player", "Ann", "--output", &profile])?;
    Ok(())
}

/// A game as a line of GGF in which Ann has Black.
fn by_ann(game: &Game) -> String {
    let mut record = GameRecord::new(*game.start());
    record.black.name = "Ann".to_owned();
    record.white.name = "Ben".to_owned();
    game.moves().for_each(|mv| record.play(mv, Default::default()).expect("the game was legal"));
    ggf::write(&record) + "\n"
}

/// A command in a folder.
#[derive(Debug)]
struct Trial {
    program: PathBuf,
    words: Vec<String>,
    folder: PathBuf,
    result: &'static str,
}

impl Resumable {
    fn is_named(&self, word: Option<&str>) -> bool {
        word.is_none_or(|word| self.words.split('|').any(|known| known == word))
    }

    fn in_folder(&self, rival: &Path, inputs: &Path, folder: &Path) -> Trial {
        let [inputs, out] = [inputs, folder].map(|path| path.display().to_string());
        let mut words = self.words.split('|').map(|word| word.replace("{in}", &inputs).replace("{out}", &out));
        let lab = std::env::current_exe().unwrap_or_default();
        let program = if words.next().as_deref() == Some("lab") { lab } else { rival.to_owned() };
        Trial { program, words: words.collect(), folder: folder.to_owned(), result: self.result }
    }
}

impl Trial {
    /// Starts the run, or continues it.
    fn start(&self) -> anyhow::Result<Child> {
        fs::create_dir_all(&self.folder)?;
        let mut command = Command::new(&self.program);
        Ok(command.args(&self.words).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    }

    /// Kills a new run: after the pause, or without one between the first write and its rename. False if the run ended
    /// before.
    fn kill(&self, pause: Option<Duration>) -> anyhow::Result<bool> {
        let mut child = self.start()?;
        match pause {
            Some(pause) => sleep(pause),
            None => while child.try_wait()?.is_none() && !has_temporary(&self.folder) {},
        }
        child.kill()?;
        child.wait()?;
        Ok(pause.is_some() || has_temporary(&self.folder))
    }

    /// The result files of a run, by their paths in the folder. They must equal those of an undisturbed run.
    fn results(&self) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
        let mut results = BTreeMap::new();
        for file in files(&self.folder) {
            let name = file.strip_prefix(&self.folder)?.to_owned();
            if name.to_string_lossy().ends_with(self.result) {
                results.insert(name, fs::read(&file)?);
            }
        }
        Ok(results)
    }
}

fn finish(mut child: Child) -> anyhow::Result<()> {
    let status = child.wait()?;
    ensure!(status.success(), "found {status}, expected a run that continues");
    Ok(())
}

fn has_temporary(folder: &Path) -> bool {
    files(folder).iter().any(|file| file.extension().is_some_and(|extension| extension == "tmp"))
}

/// The files in a folder and below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files
}
