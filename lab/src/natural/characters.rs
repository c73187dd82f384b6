//! The characters of rivals in whole games: the figures promised by their descriptions.

use anyhow::Context;
use rival::people::PeopleElo;
use rival::personality::{HumanSpec, Strength};
use rival::search::Stop;
use rival::stats::derive;
use rival::strength::rivals::{
    CHARACTERS, Casting, Effort, LEAST, MoveChances, Person, Stage, VisibleCharacter, agents_choices, panel, scenes,
};

use super::start::{ScoredGame, games, gross, points};
use crate::output::Output;
use crate::play::Play;
use crate::table::{Table, cells};

/// Positions of the agent's games that characters are tried in.
const SCENES: usize = 500;
/// The advantage of the agent from which a character is made, in ladder Elo. It pays for the strength that a character
/// costs.
const AHEAD: f64 = 60.0;

/// The figure of each character, in its games and in the agent's (minutes a rating).
///
/// Each character is fitted at a rating, then plays games from the start against players as strong as the person.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// People's ratings.
    #[arg(long, value_name = "ELO,...", value_delimiter = ',', default_value = "700,1000,1200,1400")]
    ratings: Vec<f64>,
    /// Only these characters.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Rounds of 48 games in the fit.
    #[arg(long, value_name = "N", default_value_t = 2)]
    rounds: u32,
    /// Games after the fit.
    #[arg(long, value_name = "N", default_value_t = 60)]
    games: usize,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut table = Table::new(
        "rating | character | its figure | rival | agent | ratio | cost | score | moves that lose 20 or more",
    );
    for &rating in &args.ratings {
        at(rating, args, &mut table)?;
    }
    args.output.report("natural-characters", &table.to_string())
}

/// The table rows of a rating.
fn at(rating: f64, args: &Args, table: &mut Table) -> anyhow::Result<()> {
    let seed = args.play.seed;
    let threads = args.play.threads();
    let effort = Effort { rounds: args.rounds, seed, threads };
    let stop = Stop::default();
    let name = "somebody".to_owned();
    let person = Person::plain(&name, PeopleElo(rating));
    let level = person.level();
    let agent = HumanSpec::new(Strength::Ladder(level));
    let scenes = scenes(&agent, SCENES, derive(seed, 0), threads, &stop, &|_| ()).context("stopped")?;
    let stage = Stage { person: &person, play: MoveChances::new(&agent, &scenes), scenes: &scenes };
    let panel = panel(&person, 0.0, derive(seed, 1));
    let choices = agents_choices(&agent, &panel, effort, &stop, &|_| ()).context("stopped")?;
    let casting = Casting { person: &person, stage: &stage, panel: &panel, agent: &choices, seed };
    // The seed gives other games than those of the fit.
    let plain = games(&agent, person.rating, args.games, args.play.seeded(derive(seed, 10)))?;
    for (number, character) in CHARACTERS.iter().enumerate() {
        if !args.only.is_empty() && !args.only.iter().any(|name| name == character.name) {
            continue;
        }
        let mut cells = cells![rating, character.name];
        let is_seen = stage.player(character, level.plus(AHEAD), 1.0).1;
        let effort = Effort { seed: derive(seed, 100 + number as u64), ..effort };
        let shown = match is_seen {
            true => casting.cast(number, level.plus(AHEAD), effort, &stop, &|_| ()).context("stopped")?,
            false => None,
        };
        if let Some(VisibleCharacter { times, levelled, .. }) = shown {
            let spec = casting.player(number, levelled.rating, times);
            let games = games(&spec, person.rating, args.games, args.play.seeded(derive(seed, 11)))?;
            let figures = [&games, &plain].map(|games| character.mean(choices_of(games)));
            let note = if character.shows(figures, LEAST) { "" } else { " (**not true**)" };
            cells[1] += note;
            cells.push(character.counts.to_owned());
            cells.extend([figures[0], figures[1], figures[0] / figures[1]].map(|figure| format!("{figure:.2}")));
            let cost = format!("{:.0}", levelled.cost(&person));
            let gross = format!("{:.2} %", 100.0 * gross(&games));
            cells.extend([cost, format!("{:.2}", points(&games)), gross]);
        } else {
            cells.extend(cells!["does not show: not offered", "", "", "", "", "", ""]);
        }
        table.row(cells);
    }
    Ok(())
}

fn choices_of(games: &[ScoredGame]) -> impl Iterator<Item = &rival::people::Choice> {
    games.iter().flat_map(|game| &game.choices)
}
