//! Makes rivals of a person, step by step.

use super::Observer;
use super::agent::{Person, agent, spec};
use super::characters::{CHARACTERS, Character};
use super::choose::{Stage, farthest};
use super::folder::{Folder, FolderError};
use super::level::{Effort, Levelled, Opponent, level, panel};
use super::scenes::{Play, scenes};
use crate::board::Objective;
use crate::people::{COUNT, LadderElo, PeopleElo};
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
    /// The most rounds of 48 games for each: [`ROUNDS`] find its strength to 20 Elo.
    pub rounds: u32,
    /// The profile that the rivals follow, relative to their folder; `None` if they do not learn.
    pub learn: Option<String>,
    /// Characters that no rival may have, by their names.
    pub without: Vec<String>,
    /// Characters that rivals have only if too few others show.
    pub rather_without: Vec<String>,
}

/// A rival with its figures.
#[derive(Debug, Clone)]
pub struct Made {
    /// The rival.
    pub personality: Personality,
    /// The strength that its games have found.
    pub levelled: Levelled,
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
        rating: PeopleElo,
        /// The requested number of rivals.
        expected: usize,
    },
    /// What was done is kept.
    #[error("stopped")]
    Stopped,
}

/// Positions for finding and comparing characters.
const SCENES: usize = 500;
/// A character's cost before any games, in Elo.
const COST: f64 = 60.0;
/// The share of its moves in which a rival repeats its usual move.
const HABITS: f64 = 0.75;
/// Games of a round, for progress.
const ROUND: u64 = 48;
/// Rounds that are enough for any character.
pub const ROUNDS: u32 = 8;

/// Makes the rivals of a person, or continues an interrupted run in this folder.
///
/// # Errors
///
/// See [`MakeError`].
pub fn make(
    folder: &Folder,
    person: &Person,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Vec<Made>, MakeError> {
    let of = (1 + settings.count as u64) * run_games(settings);
    observer.progress(0, of, "agent");
    // A resumed run keeps the strength that it began with.
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
    let places = |number| {
        let seed = derive(settings.seed, number);
        scenes(&agent.spec, SCENES, seed, settings.threads, observer.stop()).ok_or(MakeError::Stopped)
    };
    let (found, fresh) = (places(0)?, places(3)?);
    let stage = |scenes| Stage { person: &person, play: Play::of(&agent.spec, scenes), scenes };
    let (stage, fresh) = (stage(&found), stage(&fresh));
    let mut able: Vec<(usize, Play)> = (0..CHARACTERS.len())
        .filter_map(|number| {
            let (spec, shows) = stage.player(&CHARACTERS[number], agent.levelled.rating.plus(COST));
            shows.then(|| (number, Play::of(&spec, stage.scenes)))
        })
        .collect();
    let is_in = |list: &[String], number: usize| list.iter().any(|name| name == CHARACTERS[number].name);
    able.retain(|(number, _)| !is_in(&settings.without, *number));
    let others = able.iter().filter(|(number, _)| !is_in(&settings.rather_without, *number)).count();
    if others >= settings.count {
        able.retain(|(number, _)| !is_in(&settings.rather_without, *number));
    }
    let lost = agent.levelled.cost(&person);
    let panel = panel(&person, lost, derive(settings.seed, 1));
    let cast = loop {
        if able.len() < settings.count {
            return Err(MakeError::Few { found: able.len(), rating: person.rating, expected: settings.count });
        }
        let chosen = farthest(able.len(), settings.count, &|a, b| able[a].1.apart(&able[b].1));
        let chosen = chosen.iter().map(|&number| able[number].0).zip(1..);
        let cast: Vec<Cast<'_>> =
            chosen.map(|(number, place)| run.cast(number, place, &stage, &fresh, &panel)).collect::<Result<_, _>>()?;
        // A character that does not show at the levelled strength, or in other positions, is replaced.
        let before = able.len();
        able.retain(|(number, _)| cast.iter().all(|rival| rival.number != *number || rival.is_true()));
        if able.len() == before {
            break cast;
        }
    };
    let rivals = finished(&run, &cast);
    for rival in &rivals {
        folder.write_rival(&rival.personality)?;
    }
    observer.progress(of, of, "");
    Ok(rivals)
}

/// The habits of a character's rival.
#[must_use]
pub fn habits(seed: u64, character: usize) -> Habits {
    Habits { share: HABITS, seed: derive(seed, 1000 + character as u64) % (1 << 32) }
}

/// The rating in the file of a person's agent, at which it is as strong; `None` if stopped.
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
    level(&|rating| spec(person, rating), person.level(), &panel, effort, observer.stop(), &progress)
}

/// Players as strong as a person, without the person's style.
fn plain_panel(person: &Person, seed: u64) -> Vec<Opponent> {
    panel(&Person { style: [0.0; COUNT], ..person.clone() }, 0.0, derive(seed, 2))
}

/// Without a style there is nothing to make up for.
fn unplayed(person: &Person) -> Levelled {
    Levelled { rating: person.level(), error: 0.0, games: 0, score: 0.5 }
}

/// The most games played for a rival.
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
    /// Of its character.
    number: usize,
    character: &'a Character,
    spec: HumanSpec,
    levelled: Levelled,
    /// Its choices in positions that its character was not found in.
    play: Play,
    /// The character's figures there, of the rival and of the agent.
    figures: [f64; 2],
}

impl Cast<'_> {
    fn is_true(&self) -> bool {
        self.character.is_true(self.figures)
    }
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

    /// The levelled rival of a character, with its choices in fresh positions.
    fn cast(
        &self,
        number: usize,
        place: u64,
        stage: &Stage<'_>,
        fresh: &Stage<'_>,
        panel: &[Opponent],
    ) -> Result<Cast<'static>, MakeError> {
        let character = &CHARACTERS[number];
        let make = |rating: LadderElo| stage.player(character, rating).0;
        let levelled = self.levelled(character.name, place, &make, panel)?;
        let spec = HumanSpec { habits: Some(habits(self.settings.seed, number)), ..make(levelled.rating) };
        let play = Play::of(&spec, fresh.scenes);
        Ok(Cast { number, character, levelled, figures: fresh.figures(character, &play), play, spec })
    }

    /// The levelling of a player, unless already done.
    fn levelled(
        &self,
        name: &str,
        place: u64,
        make: &(dyn Fn(LadderElo) -> HumanSpec + Sync),
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
        let levelled = level(make, self.person.level(), panel, effort, stop, &progress);
        let levelled = levelled.ok_or(MakeError::Stopped)?;
        self.folder.keep(&kept, &levelled)?;
        Ok(levelled)
    }
}

/// The rivals with their notes.
fn finished(run: &Run<'_>, cast: &[Cast<'_>]) -> Vec<Made> {
    let one = |rival: &Cast<'_>| {
        let Cast { character, spec, levelled, play, .. } = rival;
        let differ = |other: &Cast<'_>| format!("{} in {:.0}", other.character.name, 100.0 * play.differs(&other.play));
        let others: Vec<String> = cast.iter().filter(|other| other.number != rival.number).map(differ).collect();
        // Two games by two seeds: both by habit, or not.
        let again = 100.0 * (1.0 - HABITS * HABITS) * play.differs(play);
        let strength = format!(
            "Plays at {:.0}: {:.3} of the points in {} games against players around that rating; uncertain by {:.0}.",
            run.person.rating, levelled.score, levelled.games, levelled.error
        );
        let apart =
            format!("Of 100 moves it plays another one than itself in {again:.0}, than {}.", others.join(", than "));
        let mut spec = spec.clone();
        spec.learn = run.settings.learn.clone().map(|file| Follow { file, levelled: levelled.cost(run.person) });
        let kind = Kind::Human(spec);
        let personality = Personality {
            source: Some("Made by rival rivals.".to_owned()),
            notes: if cast.len() > 1 { vec![strength, apart] } else { vec![strength] },
            provenance: Some(Provenance {
                command: Some("rival rivals".to_owned()),
                seed: Some(run.settings.seed),
                ..Provenance::default()
            }),
            ..Personality::new(character.name, character.likes, Objective::Normal, kind)
        };
        Made { personality, levelled: *levelled }
    };
    cast.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::Tie;
    use crate::search::Stop;

    #[test]
    fn characters_show_in_single_positions_and_rivals_differ_more_than_games_of_one() {
        const RATING: LadderElo = LadderElo(1_200.0);
        // `scripts/experiments/natural` does the same by moves that are played, at several ratings and levelled.
        let person =
            Person { name: "Ann".to_owned(), rating: Tie::shipped().people(RATING), error: 100.0, style: [0.0; COUNT] };
        let agent = spec(&person, RATING);
        let [found, fresh] = [1, 2].map(|seed| scenes(&agent, 180, seed, 2, &Stop::default()).unwrap());
        let of = |scenes| Stage { person: &person, play: Play::of(&agent, scenes), scenes };
        let (found, fresh) = (of(&found), of(&fresh));
        let mut plays = Vec::new();
        for character in &CHARACTERS {
            for cost in [COST, 4.0 * COST] {
                let (spec, shows) = found.player(character, RATING.plus(cost));
                let play = Play::of(&spec, fresh.scenes);
                let figures = fresh.figures(character, &play);
                assert!(!shows || character.is_true(figures), "{} at {cost}: {figures:?}", character.name);
                if shows && cost == COST {
                    plays.push(play);
                }
            }
        }
        assert!(plays.len() >= 8, "{}", plays.len());
        let chosen = farthest(plays.len(), 3, &|a, b| plays[a].apart(&plays[b]));
        for &own in &chosen {
            let again = (1.0 - HABITS * HABITS) * plays[own].differs(&plays[own]);
            for &other in chosen.iter().filter(|&&other| other != own) {
                assert!(plays[own].differs(&plays[other]) >= 2.0 * again, "{own} {other}: {again}");
            }
        }
    }
}
