//! From a person to rivals, step by step.

use super::Observer;
use super::agent::{Person, agent, spec};
use super::characters::{CHARACTERS, Character};
use super::choose::{Stage, farthest};
use super::folder::{Folder, FolderError};
use super::level::{Effort, Levelled, Opponent, level, panel};
use super::scenes::{Play, scenes};
use crate::board::Objective;
use crate::people::COUNT;
use crate::personality::{Follow, Habits, HumanSpec, Kind, Personality, Provenance};
use crate::stats::derive;

/// What is to be made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How many rivals, 1 to 6.
    pub count: usize,
    /// Decides every random choice.
    pub seed: u64,
    /// Games played at the same time; the files do not depend on it.
    pub threads: usize,
    /// Rounds of 48 games that are played for each at most: [`ROUNDS`] find its strength to 20 Elo.
    pub rounds: u32,
    /// The profile that the rivals follow, from the folder that they are in; `None` if they do not learn.
    pub learn: Option<String>,
}

/// A rival with what is known of it.
#[derive(Debug, Clone)]
pub struct Made {
    /// The rival.
    pub personality: Personality,
    /// The strength that its games have found.
    pub levelled: Levelled,
    /// What its line speaks of, in its moves and in the agent's.
    pub figures: [f64; 2],
    /// True if by its line the figure is larger than the agent's.
    pub is_more: bool,
}

/// Why there are no rivals. Displayed as one line.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Too few characters show at this strength.
    #[error("found {found} characters that can be seen in a player rated {rating:.0}, expected {expected} or more")]
    Few {
        /// The number of characters that show.
        found: usize,
        /// The person's rating.
        rating: f64,
        /// The number of rivals that were asked for.
        expected: usize,
    },
    /// What was done is kept.
    #[error("stopped")]
    Stopped,
}

/// Positions that characters are found and compared in.
const SCENES: usize = 500;
/// Before games have said what a character costs, it is taken for this, in Elo.
const COST: f64 = 60.0;
/// In this part of its moves a rival plays what it always plays in a position.
const HABITS: f64 = 0.75;
/// Games of a round, for progress.
const ROUND: u64 = 48;
/// Rounds that are enough for any character.
pub const ROUNDS: u32 = 8;

/// Makes the rivals of a person, or goes on where a run in this folder was broken off.
///
/// # Errors
/// See [`MakeError`].
pub fn make(
    folder: &Folder,
    person: &Person,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Vec<Made>, MakeError> {
    let of = (1 + settings.count as u64) * run_games(settings);
    observer.progress(0, of, "agent");
    // A run that goes on is for the strength that it was begun for.
    let person = match folder.get::<Person>("person")? {
        Some(person) => person,
        None => {
            folder.keep("person", person)?;
            person.clone()
        }
    };
    let run = Run { folder, person: &person, settings, observer, of };
    let agent = run.agent()?;
    observer.progress(run_games(settings), of, "characters");
    let scenes = scenes(&agent.spec, SCENES, derive(settings.seed, 0), settings.threads);
    let stage = Stage { person: &person, play: Play::of(&agent.spec.weights(), &scenes), scenes: &scenes };
    let able: Vec<(&Character, Play)> = CHARACTERS
        .iter()
        .filter_map(|character| {
            let (spec, shows) = stage.player(character, agent.levelled.rating + COST);
            shows.then(|| (character, Play::of(&spec.weights(), &scenes)))
        })
        .collect();
    if able.len() < settings.count {
        return Err(MakeError::Few { found: able.len(), rating: person.rating, expected: settings.count });
    }
    let chosen = farthest(able.len(), settings.count, &|a, b| able[a].1.apart(&able[b].1));
    let lost = agent.levelled.rating - person.rating;
    let panel = panel(&person, lost, derive(settings.seed, 1));
    let mut cast = Vec::new();
    for (&number, place) in chosen.iter().zip(1..) {
        let character = able[number].0;
        let make = |rating: f64| stage.player(character, rating).0;
        let levelled = run.levelled(character.name, place, &make, &panel)?;
        let habits = Some(Habits { share: HABITS, seed: derive(settings.seed, 1000 + number as u64) % (1 << 32) });
        cast.push(Cast { character, spec: HumanSpec { habits, ..make(levelled.rating) }, levelled });
    }
    let rivals = finished(&run, &agent, &cast);
    for rival in &rivals {
        folder.write_rival(&rival.personality)?;
    }
    observer.progress(of, of, "");
    Ok(rivals)
}

/// What the file of a person's agent has to say, so that it is as strong; `None` if it is stopped.
#[must_use]
pub fn levelled_agent(person: &Person, seed: u64, threads: usize, observer: &dyn Observer) -> Option<Levelled> {
    if !person.has_style() {
        return Some(unplayed(person));
    }
    let panel = plain_panel(person, seed);
    let all = u64::from(ROUNDS) * ROUND;
    let progress = |games: u64| observer.progress(games.min(all), all, "agent");
    progress(0);
    let effort = Effort { rounds: ROUNDS, seed: derive(seed, 100), threads };
    level(&|rating| spec(person, rating), person.rating, &panel, effort, observer.stop(), &progress)
}

/// Players as strong as a person, without the person's style.
fn plain_panel(person: &Person, seed: u64) -> Vec<Opponent> {
    panel(&Person { style: [0.0; COUNT], ..person.clone() }, 0.0, derive(seed, 2))
}

/// Without a style there is nothing to make up for.
fn unplayed(person: &Person) -> Levelled {
    Levelled { rating: person.rating, error: 0.0, games: 0, score: 0.5 }
}

/// Games that are played for a rival at most.
fn run_games(settings: &Settings) -> u64 {
    u64::from(settings.rounds.max(1)) * ROUND
}

/// A player whose strength is known.
#[derive(Debug)]
struct Agent {
    spec: HumanSpec,
    levelled: Levelled,
}

/// A rival on its way.
struct Cast<'a> {
    character: &'a Character,
    spec: HumanSpec,
    levelled: Levelled,
}

struct Run<'a> {
    folder: &'a Folder,
    person: &'a Person,
    settings: &'a Settings,
    observer: &'a dyn Observer,
    /// Steps of the whole, for progress.
    of: u64,
}

impl Run<'_> {
    /// The agent; its style costs strength too.
    fn agent(&self) -> Result<Agent, MakeError> {
        let person = self.person;
        let levelled = if person.has_style() {
            let panel = plain_panel(person, self.settings.seed);
            self.levelled("agent", 0, &|rating| spec(person, rating), &panel)?
        } else {
            unplayed(person)
        };
        let spec = spec(person, levelled.rating);
        if self.folder.personality("agent")?.is_none() {
            self.folder.keep_personality("agent", &agent(person, "agent", levelled.rating))?;
        }
        Ok(Agent { spec, levelled })
    }

    /// What games say of a player, unless they have been played.
    fn levelled(
        &self,
        name: &str,
        place: u64,
        make: &(dyn Fn(f64) -> HumanSpec + Sync),
        panel: &[Opponent],
    ) -> Result<Levelled, MakeError> {
        let kept = format!("level-{name}");
        if let Some(levelled) = self.folder.get(&kept)? {
            return Ok(levelled);
        }
        let whole = run_games(self.settings);
        let progress = |games: u64| self.observer.progress(place * whole + games.min(whole - 1), self.of, name);
        progress(0);
        let seed = derive(self.settings.seed, 100 + place);
        let stop = self.observer.stop();
        let effort = Effort { rounds: self.settings.rounds, seed, threads: self.settings.threads };
        let levelled = level(make, self.person.rating, panel, effort, stop, &progress);
        let levelled = levelled.ok_or(MakeError::Stopped)?;
        self.folder.keep(&kept, &levelled)?;
        Ok(levelled)
    }
}

/// The rivals with what is said of them, by positions that their characters were not found in.
fn finished(run: &Run<'_>, agent: &Agent, cast: &[Cast<'_>]) -> Vec<Made> {
    let Settings { seed, threads, .. } = *run.settings;
    let fresh = scenes(&agent.spec, SCENES, derive(seed, 3), threads);
    let own = Play::of(&agent.spec.weights(), &fresh);
    let plays: Vec<Play> = cast.iter().map(|rival| Play::of(&rival.spec.weights(), &fresh)).collect();
    let one = |(number, rival): (usize, &Cast<'_>)| {
        let Cast { character, spec, levelled } = rival;
        let figure = |play: &Play| play.mean(&fresh, &|facts| character.figure(facts));
        let differ = |other: usize| {
            let share = 100.0 * plays[number].differs(&plays[other]);
            format!("{} in {share:.0}", cast[other].character.name)
        };
        let others: Vec<String> = (0..cast.len()).filter(|&other| other != number).map(differ).collect();
        // Two games by two seeds: both by habit, or not.
        let again = 100.0 * (1.0 - HABITS * HABITS) * plays[number].differs(&plays[number]);
        let strength = format!(
            "Plays at {:.0}: {:.3} of the points in {} games against players around that rating; uncertain by {:.0}.",
            run.person.rating, levelled.score, levelled.games, levelled.error
        );
        let seen = format!(
            "In {SCENES} positions with a choice: {:.2} {}; the agent has {:.2}.",
            figure(&plays[number]),
            character.counts,
            figure(&own)
        );
        let apart =
            format!("Of 100 moves it plays another one than itself in {again:.0}, than {}.", others.join(", than "));
        let mut spec = spec.clone();
        spec.learn =
            run.settings.learn.clone().map(|file| Follow { file, levelled: spec_offset(levelled, run.person) });
        let kind = Kind::Human(spec);
        let personality = Personality {
            source: Some("Made by rival rivals.".to_owned()),
            notes: if cast.len() > 1 { vec![strength, seen, apart] } else { vec![strength, seen] },
            provenance: Some(Provenance {
                command: Some("rival rivals".to_owned()),
                seed: Some(seed),
                ..Provenance::default()
            }),
            ..Personality::new(character.name, character.likes, Objective::Normal, kind)
        };
        let figures = [figure(&plays[number]), figure(&own)];
        Made { personality, levelled: *levelled, figures, is_more: character.is_more }
    };
    cast.iter().enumerate().map(one).collect()
}

/// What a file has to say beyond the rating that it plays at, in Elo.
fn spec_offset(levelled: &Levelled, person: &Person) -> f64 {
    ((levelled.rating - person.rating) * 10.0).round() / 10.0
}
