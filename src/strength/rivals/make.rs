//! Makes rivals of a person, step by step.

use super::Observer;
use super::agent::{Person, agent, spec};
use super::casting::{Casting, Shown, agents_choices};
use super::characters::{CHARACTERS, Character};
use super::choose::Stage;
use super::folder::{Folder, FolderError};
use super::level::{Effort, Levelled, Opponent, level, panel};
use super::scenes::{Play, Scene, scenes};
use crate::board::Objective;
use crate::people::{COUNT, LadderElo, PeopleElo};
use crate::personality::{Aim, Follow, Habits, HumanSpec, Kind, Personality, Provenance};
use crate::stats::derive;

/// What to make.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How many rivals, 1 to 6.
    pub count: usize,
    /// The seed of every random choice.
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
    /// How their games should go.
    pub aim: Aim,
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

/// The least ratio of the difference between two rivals to that of one rival's games.
const APART: f64 = 1.5;
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
    let stage = Stage { person: &person, play: Play::of(&agent.spec, &found), scenes: &found };
    let lost = agent.levelled.cost(&person);
    let panel = panel(&person, lost, derive(settings.seed, 1));
    let effort = run.effort(90);
    let choices = agents_choices(&agent.spec, &panel, effort, observer.stop()).ok_or(MakeError::Stopped)?;
    let casting = Casting { person: &person, stage: &stage, panel: &panel, agent: &choices };
    let from = agent.levelled.rating.plus(COST);
    let is_in = |list: &[String], number: usize| list.iter().any(|name| name == CHARACTERS[number].name);
    let mut able: Vec<(usize, Play)> = order(&person, settings.seed)
        .into_iter()
        .filter_map(|number| {
            let (spec, shows) = stage.player(&CHARACTERS[number], from, 1.0);
            shows.then(|| (number, Play::of(&spec, stage.scenes)))
        })
        .collect();
    able.retain(|(number, _)| !is_in(&settings.without, *number));
    // Less wanted characters come last.
    able.sort_by_key(|(number, _)| is_in(&settings.rather_without, *number));
    let mut cast: Vec<Cast> = Vec::new();
    let mut tried: Vec<usize> = Vec::new();
    // First those that differ from each other by much, then any.
    for least in [APART, 0.0] {
        for (number, play) in &able {
            let is_apart = |other: &Cast| {
                let (_, other) = able.iter().find(|(able, _)| *able == other.number).expect("it was able");
                play.differs(other) >= least * again(play).max(again(other))
            };
            if cast.len() < settings.count && !tried.contains(number) && cast.iter().all(is_apart) {
                tried.push(*number);
                cast.extend(run.cast(*number, 1 + cast.len() as u64, &casting, &fresh, from)?);
            }
        }
    }
    if cast.len() < settings.count {
        return Err(MakeError::Few { found: cast.len(), rating: person.rating, expected: settings.count });
    }
    let rivals = finished(&run, &cast);
    for rival in &rivals {
        folder.write_rival(&rival.personality)?;
    }
    observer.progress(of, of, "");
    Ok(rivals)
}

/// The share of positions in which a player with habits has different moves in two games.
fn again(play: &Play) -> f64 {
    (1.0 - HABITS * HABITS) * play.differs(play)
}

/// The characters in the order of trying, which differs with the person and the seed.
#[must_use]
pub fn order(person: &Person, seed: u64) -> Vec<usize> {
    let seed =
        person.name.bytes().fold(derive(seed, person.rating.0.to_bits()), |seed, byte| derive(seed, byte.into()));
    let mut numbers: Vec<usize> = (0..CHARACTERS.len()).collect();
    numbers.sort_by_key(|&number| derive(seed, number as u64));
    numbers
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
    let levelled = level(&|rating| spec(person, rating), person.level(), &panel, effort, observer.stop(), &progress);
    levelled.map(|(levelled, _)| levelled)
}

/// Players as strong as a person, without the person's style.
fn plain_panel(person: &Person, seed: u64) -> Vec<Opponent> {
    panel(&Person { style: [0.0; COUNT], ..person.clone() }, 0.0, derive(seed, 2))
}

/// The result without games, for a person without a style, which would have a cost.
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

/// A rival in the making.
struct Cast {
    /// The number of its character.
    number: usize,
    character: &'static Character,
    spec: HumanSpec,
    shown: Shown,
    /// Its choices in positions that its character was not found in.
    play: Play,
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

    /// The levelled rival of a character, with its choices in fresh positions; `None` if the character does not show.
    fn cast(
        &self,
        number: usize,
        place: u64,
        casting: &Casting<'_>,
        fresh: &[Scene],
        from: LadderElo,
    ) -> Result<Option<Cast>, MakeError> {
        let character = &CHARACTERS[number];
        let kept = format!("cast-{}", character.name);
        let found = match self.folder.get::<Option<Shown>>(&kept)? {
            Some(found) => found,
            None => {
                let progress = self.progress(place, character.name);
                let effort = self.effort(100 + number as u64);
                let found = casting.cast(number, from, effort, self.observer.stop(), &progress);
                let found = found.ok_or(MakeError::Stopped)?;
                self.folder.keep(&kept, &found)?;
                found
            }
        };
        Ok(found.map(|shown| {
            let habits = Some(habits(self.settings.seed, number));
            let spec = HumanSpec { habits, ..casting.player(number, shown.levelled.rating, shown.times) };
            let play = Play::of(&spec, fresh);
            Cast { number, character, spec, shown, play }
        }))
    }

    /// How much is played, by this part of the seed.
    fn effort(&self, part: u64) -> Effort {
        let Settings { seed, rounds, threads, .. } = *self.settings;
        Effort { rounds, seed: derive(seed, part), threads }
    }

    /// Reports the number of finished games of this rival's rounds.
    fn progress<'b>(&'b self, place: u64, name: &'b str) -> impl Fn(u64) + 'b {
        let whole = run_games(self.settings);
        let told = move |games: u64| self.observer.progress(place * whole + games.min(whole - 1), self.of, name);
        told(0);
        told
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
        let progress = self.progress(place, name);
        let effort = self.effort(100 + place);
        let levelled = level(make, self.person.level(), panel, effort, self.observer.stop(), &progress);
        let (levelled, _) = levelled.ok_or(MakeError::Stopped)?;
        self.folder.keep(&kept, &levelled)?;
        Ok(levelled)
    }
}

/// The rivals with their notes.
fn finished(run: &Run<'_>, cast: &[Cast]) -> Vec<Made> {
    let one = |rival: &Cast| {
        let Cast { character, spec, shown, play, .. } = rival;
        let Shown { levelled, figures: [own, agents], .. } = shown;
        let differ = |other: &Cast| format!("{} in {:.0}", other.character.name, 100.0 * play.differs(&other.play));
        let others: Vec<String> = cast.iter().filter(|other| other.number != rival.number).map(differ).collect();
        // Two games by two seeds: both by habit, or not.
        let again = 100.0 * again(play);
        let strength = format!(
            "Plays at {:.0}: {:.3} of the points in {} games against players around that rating; uncertain by {:.0}.",
            run.person.rating, levelled.score, levelled.games, levelled.error
        );
        let seen = format!("In these games {own:.2} {}; {agents:.2} in those of your agent.", character.counts);
        let apart =
            format!("Of 100 moves it plays another one than itself in {again:.0}, than {}.", others.join(", than "));
        let mut spec = HumanSpec { aim: run.settings.aim, ..spec.clone() };
        spec.learn = run.settings.learn.clone().map(|file| Follow { file, levelled: levelled.cost(run.person) });
        let kind = Kind::Human(spec);
        let personality = Personality {
            source: Some("Made by rival rivals.".to_owned()),
            notes: if cast.len() > 1 { vec![strength, seen, apart] } else { vec![strength, seen] },
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
    use super::super::level::games;
    use super::*;
    use crate::search::Stop;

    #[test]
    fn characters_show_in_whole_games() {
        // At another rating than those of `scripts/experiments/natural`, with fewer games.
        let person = Person { name: "Ann".to_owned(), rating: PeopleElo(1_150.0), error: 100.0, style: [0.0; COUNT] };
        let agent = spec(&person, person.level());
        let stop = Stop::default();
        let found = scenes(&agent, 180, 1, 2, &stop).unwrap();
        let stage = Stage { person: &person, play: Play::of(&agent, &found), scenes: &found };
        let panel = panel(&person, 0.0, 1);
        let effort = Effort { rounds: 1, seed: 1, threads: 2 };
        let choices = agents_choices(&agent, &panel, effort, &stop).unwrap();
        let casting = Casting { person: &person, stage: &stage, panel: &panel, agent: &choices };
        let from = person.level().plus(COST);
        for name in ["edge-lover", "nomad"] {
            let number = CHARACTERS.iter().position(|character| character.name == name).unwrap();
            let shown = casting.cast(number, from, effort, &stop, &|_| ()).unwrap().unwrap();
            let spec = casting.player(number, shown.levelled.rating, shown.times);
            let games = games(&spec, &panel, 7, 2, &stop).unwrap();
            let own = CHARACTERS[number].mean(games.iter().flat_map(|(_, choices)| choices));
            // Forty-eight games: the figure is known to a few of 100 of it, and the goal lies 7 above this.
            assert!(own > 1.2 * shown.figures[1], "{name}: {own} {shown:?}");
        }
    }

    #[test]
    fn finished_rivals_have_the_aim_and_the_profile_that_were_asked_for() {
        struct Nobody(Stop);
        impl Observer for Nobody {
            fn progress(&self, _: u64, _: u64, _: &str) {}
            fn stop(&self) -> &Stop {
                &self.0
            }
        }
        let person = Person { name: "Ann".to_owned(), rating: PeopleElo(1_150.0), error: 100.0, style: [0.0; COUNT] };
        let levelled = Levelled { rating: person.level().plus(50.0), ..unplayed(&person) };
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(&place.path().join("x"), &serde_json::json!({})).unwrap();
        for (aim, learn) in [(Aim::Close, None), (Aim::Demanding, Some("../ann.json".to_owned()))] {
            let settings = Settings {
                count: 1,
                seed: 1,
                threads: 1,
                rounds: 1,
                learn: learn.clone(),
                without: Vec::new(),
                rather_without: Vec::new(),
                aim,
            };
            let observer = Nobody(Stop::default());
            let run = Run { folder: &folder, person: &person, settings: &settings, observer: &observer, of: 1 };
            let spec = spec(&person, levelled.rating);
            let shown = Shown { times: 1.0, levelled, figures: [0.5, 0.25] };
            let play = Play::of(&spec, &[]);
            let cast = Cast { number: 0, character: &CHARACTERS[0], spec: spec.clone(), shown, play };
            let made = finished(&run, &[cast]);
            let expected = learn.map(|file| Follow { file, levelled: 50.0 });
            let expected = HumanSpec { aim, learn: expected, ..spec };
            assert_eq!(made[0].personality.kind, Kind::Human(expected));
        }
    }

    #[test]
    fn persons_have_different_rivals() {
        let first = |name: &str| {
            let person =
                Person { name: name.to_owned(), rating: PeopleElo(1_150.0), error: 100.0, style: [0.0; COUNT] };
            order(&person, 1)[..3].to_vec()
        };
        let names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Guy", "Hal", "Ida", "Joe"];
        let mut seen: Vec<usize> = names.into_iter().flat_map(first).collect();
        assert_eq!(first("Ann"), first("Ann"));
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() >= 12, "{seen:?}");
    }
}
