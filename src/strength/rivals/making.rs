//! Makes rivals. First the shared data are made. Then characters are fitted independently, by several workers at once
//! if possible. The rivals are chosen in a fixed order, so the files do not depend on the workers.

use super::agent::{Person, agent, spec};
use super::casting::{CHOICE_ROUNDS, Casting, VisibleCharacter, agents_choices};
use super::characters::{CHARACTERS, Character};
use super::choose::Stage;
use super::folder::Folder;
use super::level::{Effort, Levelling, Opponent, level, panel};
use super::make::{COST, MOST_RIVALS, MakeError, ROUND, Settings, again, order, plain_panel, run_games, unplayed};
use super::scenes::{MoveChances, Scene, scenes};
use crate::board::Objective;
use crate::machine::progress::Progress;
use crate::people::Choice;
use crate::personality::{HumanSpec, Kind, Personality, Provenance};
use crate::search::Stop;
use crate::stats::{Z95, derive};

/// The least ratio between the difference of two rivals and that of one rival's games.
const APART: f64 = 1.5;
/// The number of positions for finding and comparing characters.
const SCENES: usize = 500;
/// The work of finding these positions, in games, for progress.
const SCENE_GAMES: u64 = ROUND;

/// Makes the rivals of a person, or continues an interrupted run in this folder.
///
/// # Errors
///
/// See [`MakeError`].
pub fn make(
    folder: &Folder,
    person: &Person,
    settings: &Settings,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Vec<Personality>, MakeError> {
    if !(1..=MOST_RIVALS).contains(&settings.count) {
        return Err(MakeError::Count(settings.count));
    }
    let run = Run::begin(folder, person, settings, stop, progress)?;
    let making = Making::new(&run, folder, settings, stop, progress);
    loop {
        let wanted = making.wanted()?;
        let Some(&number) = wanted.first() else { return making.finish() };
        let cast = settings.count.saturating_sub(wanted.len()) as u64;
        making.cast(number, prepared(settings) + cast * cast_games(settings))?;
    }
}

/// The data shared by all rivals of a run.
#[derive(Debug)]
pub(crate) struct Run {
    person: Person,
    agent: HumanSpec,
    levelled: Levelling,
    /// Positions for finding characters, and positions for comparing rivals.
    scenes: [Vec<Scene>; 2],
    panel: Vec<Opponent>,
    /// The agent's choices in games against the panel.
    choices: Vec<Choice>,
}

impl Run {
    /// Makes the shared data. The agent's strength, which takes longest, is stored in the folder.
    ///
    /// # Errors
    ///
    /// See [`MakeError`].
    pub(crate) fn begin(
        folder: &Folder,
        person: &Person,
        settings: &Settings,
        stop: &Stop,
        progress: &dyn Progress,
    ) -> Result<Run, MakeError> {
        progress.reach("agent", steps(settings), 0);
        // A resumed run keeps the strength with which it began.
        let person = match folder.person()? {
            Some(person) => person,
            None => {
                folder.keep_person(person)?;
                person.clone()
            }
        };
        let levelled = agents_level(folder, &person, settings, stop, progress)?;
        if folder.agent()?.is_none() {
            folder.keep_agent(&agent(&person, "agent", levelled.rating))?;
        }
        let agent = spec(&person, levelled.rating);
        let own_scenes = agents_scenes(&agent, settings, (0, 0), stop, progress)?;
        let other_scenes = agents_scenes(&agent, settings, (3, SCENE_GAMES), stop, progress)?;
        let panel = panel(&person, levelled.cost(&person), derive(settings.seed, 1));
        let reach = reach(settings, progress, run_games(settings) + 2 * SCENE_GAMES, "choices");
        let choices = agents_choices(&agent, &panel, effort(settings, 90), stop, &reach);
        let choices = choices.ok_or(MakeError::Stopped)?;
        Ok(Run { person, agent, levelled, scenes: [own_scenes, other_scenes], panel, choices })
    }
}

/// Positions from the agent's games, given the number of their seed and the steps since the agent was levelled.
fn agents_scenes(
    agent: &HumanSpec,
    settings: &Settings,
    (number, before): (u64, u64),
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Vec<Scene>, MakeError> {
    let reach = reach(settings, progress, run_games(settings) + before, "positions");
    let reach_scenes = |count: usize| reach(SCENE_GAMES * count as u64 / SCENES as u64);
    let seed = derive(settings.seed, number);
    scenes(agent, SCENES, seed, settings.threads, stop, &reach_scenes).ok_or(MakeError::Stopped)
}

/// Levels the agent, unless the result is stored. Its style costs strength, too.
fn agents_level(
    folder: &Folder,
    person: &Person,
    settings: &Settings,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Levelling, MakeError> {
    const KEPT: &str = "level-agent";
    if !person.has_style() {
        return Ok(unplayed(person));
    }
    if let Some(levelled) = folder.get(KEPT)? {
        return Ok(levelled);
    }
    let reach = reach(settings, progress, 0, "agent");
    let panel = plain_panel(person, settings.seed);
    let effort = effort(settings, 100);
    let result = level(&|rating| spec(person, rating), person.level(), &panel, effort, stop, &reach);
    let (levelled, _) = result.ok_or(MakeError::Stopped)?;
    folder.keep(KEPT, &levelled)?;
    Ok(levelled)
}

/// The extent of levelling with a seed for this part.
fn effort(settings: &Settings, part: u64) -> Effort {
    let Settings { seed, rounds, threads, .. } = *settings;
    Effort { rounds, seed: derive(seed, part), threads }
}

/// The total number of steps in games, for progress.
fn steps(settings: &Settings) -> u64 {
    prepared(settings) + settings.count as u64 * cast_games(settings)
}

/// The steps before characters are fitted: the agent's strength, the positions, and the agent's choices.
fn prepared(settings: &Settings) -> u64 {
    run_games(settings) + 2 * SCENE_GAMES + CHOICE_ROUNDS * ROUND
}

/// The steps of a character: one round that shows it, and those that find its strength.
fn cast_games(settings: &Settings) -> u64 {
    ROUND + run_games(settings)
}

/// Shows the number of finished games of a stage, added to those before it.
fn reach<'a>(settings: &'a Settings, progress: &'a dyn Progress, before: u64, name: &'a str) -> impl Fn(u64) + use<'a> {
    let reach = move |games: u64| progress.reach(name, steps(settings), before + games.min(cast_games(settings) - 1));
    reach(0);
    reach
}

/// A rival that is being made.
struct Cast {
    /// The number of the character.
    number: usize,
    character: &'static Character,
    spec: HumanSpec,
    shown: VisibleCharacter,
    /// The rival's choices in other positions than those that fitted its character.
    play: MoveChances,
}

/// The fitting of a run's characters.
pub(crate) struct Making<'a> {
    run: &'a Run,
    folder: &'a Folder,
    settings: &'a Settings,
    stop: &'a Stop,
    progress: &'a dyn Progress,
    stage: Stage<'a>,
    /// The characters that are visible in single positions, in the order of trying, with their choices there.
    able: Vec<(usize, MoveChances)>,
}

impl<'a> Making<'a> {
    pub(crate) fn new(
        run: &'a Run,
        folder: &'a Folder,
        settings: &'a Settings,
        stop: &'a Stop,
        progress: &'a dyn Progress,
    ) -> Making<'a> {
        let person = &run.person;
        let scenes = &run.scenes[0];
        let stage = Stage { person, play: MoveChances::new(&run.agent, scenes), scenes };
        let from = run.levelled.rating.plus(COST);
        let mut able: Vec<(usize, MoveChances)> = order(person, settings.seed)
            .into_iter()
            .filter(|&number| !is_named(&settings.without, number))
            .filter_map(|number| {
                let (spec, shows) = stage.player(&CHARACTERS[number], from, 1.0);
                shows.then(|| (number, MoveChances::new(&spec, scenes)))
            })
            .collect();
        // Less wanted characters come last.
        able.sort_by_key(|(number, _)| is_named(&settings.rather_without, *number));
        Making { run, folder, settings, stop, progress, stage, able }
    }

    /// The characters to fit next, in order; none if the rivals are known. Each becomes a rival if all before it are
    /// visible, so they can be fitted at the same time.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub(crate) fn wanted(&self) -> Result<Vec<usize>, MakeError> {
        let chosen = self.chosen()?;
        Ok(chosen.into_iter().filter(|(_, shown)| shown.is_none()).map(|(number, _)| number).collect())
    }

    /// The characters of the rivals that are known so far, with their results. Characters that are not yet fitted are
    /// assumed to be visible.
    fn chosen(&self) -> Result<Vec<(usize, Option<VisibleCharacter>)>, MakeError> {
        let mut chosen: Vec<(usize, Option<VisibleCharacter>)> = Vec::new();
        let mut tried: Vec<usize> = Vec::new();
        // Characters that differ much from each other come first, then any, and then those that are too strong even at
        // the lowest rating.
        for (least, with_lowest) in [(APART, false), (0.0, false), (0.0, true)] {
            for (number, play) in &self.able {
                if chosen.len() == self.settings.count || tried.contains(number) {
                    continue;
                }
                let is_apart = chosen.iter().all(|(other, _)| {
                    let (_, other) = self.able.iter().find(|(able, _)| able == other).expect("it was able");
                    play.differs(other) >= least * again(play).max(again(other))
                });
                if !is_apart {
                    continue;
                }
                match self.folder.get::<Option<VisibleCharacter>>(&kept(*number))? {
                    Some(Some(shown)) if shown.levelled.is_lowest() && !with_lowest => continue,
                    Some(None) => {}
                    Some(shown) => chosen.push((*number, shown)),
                    None => chosen.push((*number, None)),
                }
                tried.push(*number);
            }
        }
        Ok(chosen)
    }

    fn casting(&self) -> Casting<'_> {
        let Run { person, panel, choices, .. } = self.run;
        Casting { person, stage: &self.stage, panel, agent: choices, seed: self.settings.seed }
    }

    /// Fits a character and stores the result, unless it is stored already. True if the character is visible. `before`
    /// is the number of steps before it, for progress.
    ///
    /// # Errors
    ///
    /// See [`MakeError`].
    pub(crate) fn cast(&self, number: usize, before: u64) -> Result<bool, MakeError> {
        if let Some(character) = self.folder.get::<Option<VisibleCharacter>>(&kept(number))? {
            return Ok(character.is_some());
        }
        let Making { settings, stop, progress, .. } = *self;
        let reach = reach(settings, progress, before, CHARACTERS[number].name);
        let from = self.run.levelled.rating.plus(COST);
        let effort = effort(settings, 100 + number as u64);
        let character = self.casting().cast(number, from, effort, stop, &reach);
        let character = character.ok_or(MakeError::Stopped)?;
        self.folder.keep(&kept(number), &character)?;
        if character.is_none() {
            let name = CHARACTERS[number].name;
            progress.note(&format!("{name}: left out, because its games do not show it or it costs too much"));
        }
        Ok(character.is_some())
    }

    /// Writes the rivals when no more are [wanted](Self::wanted).
    ///
    /// # Errors
    ///
    /// There are too few rivals, or the folder cannot be written.
    pub(crate) fn finish(&self) -> Result<Vec<Personality>, MakeError> {
        let Making { run, settings, .. } = *self;
        let chosen = self.chosen()?;
        let cast: Vec<Cast> =
            chosen.into_iter().filter_map(|(number, shown)| Some(self.rival(number, shown?))).collect();
        if cast.len() < settings.count {
            let rating = run.person.rating;
            return Err(MakeError::Few { found: cast.len(), rating, expected: settings.count });
        }
        let rivals = finished(&run.person, settings, &cast);
        for rival in &rivals {
            self.folder.write_rival(rival)?;
        }
        self.progress.end("");
        Ok(rivals)
    }

    /// The rival of a character, with its choices in new positions.
    fn rival(&self, number: usize, shown: VisibleCharacter) -> Cast {
        let spec = self.casting().player(number, shown.levelled.rating, shown.times);
        let play = MoveChances::new(&spec, &self.run.scenes[1]);
        Cast { number, character: &CHARACTERS[number], spec, shown, play }
    }
}

/// The name under which the result for this character is stored.
fn kept(number: usize) -> String {
    format!("cast-{}", CHARACTERS[number].name)
}

fn is_named(names: &[String], number: usize) -> bool {
    names.iter().any(|name| name == CHARACTERS[number].name)
}

/// The rivals with their notes and provenance.
fn finished(person: &Person, settings: &Settings, cast: &[Cast]) -> Vec<Personality> {
    let rivals = cast.iter().map(|rival| {
        let Cast { character, spec, shown, play, .. } = rival;
        let VisibleCharacter { levelled, figures: [own, agents], .. } = shown;
        let others: Vec<String> = cast
            .iter()
            .filter(|other| other.number != rival.number)
            .map(|other| format!("{} in {:.0}", other.character.name, 100.0 * play.differs(&other.play)))
            .collect();
        // In two games with different seeds both moves are habits, or not.
        let again = 100.0 * again(play);
        let strength = format!(
            "Plays at {:.0} ± {:.0} Elo (95 %), levelled by {} games against players around that rating.",
            person.rating,
            Z95 * levelled.error,
            levelled.games,
        );
        let seen = format!("In these games {own:.2} {}; {agents:.2} in those of your agent.", character.counts);
        let apart =
            format!("Of 100 moves it plays another one than itself in {again:.0}, than {}.", others.join(", than "));
        let mut spec = spec.clone();
        spec.learn = settings.learn.clone();
        spec.levelled = levelled.cost(person);
        let kind = Kind::Human(spec);
        Personality {
            source: Some("Made by rival rivals.".to_owned()),
            notes: if cast.len() > 1 { vec![strength, seen, apart] } else { vec![strength, seen] },
            provenance: Some(Provenance {
                command: Some("rival rivals".to_owned()),
                seed: Some(settings.seed),
                ..Provenance::default()
            }),
            ..Personality::new(character.name, character.likes, Objective::Normal, kind)
        }
    });
    rivals.collect()
}

#[cfg(test)]
mod tests {
    use super::super::level::games;
    use super::*;
    use crate::machine::progress::NoProgress;
    use crate::people::{LadderElo, PeopleElo};

    fn settings(count: usize) -> Settings {
        Settings { count, seed: 1, threads: 2, rounds: 1, learn: None, without: Vec::new(), rather_without: Vec::new() }
    }

    #[test]
    fn a_number_of_rivals_out_of_range_is_refused_before_any_game() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(&place.path().join("rivals"), &serde_json::json!({})).unwrap();
        let person = Person::plain("Ann", PeopleElo(1_150.0));
        for count in [0, 7] {
            let made = make(&folder, &person, &settings(count), &Stop::default(), &NoProgress);
            assert_eq!(made.unwrap_err().to_string(), format!("rivals: found {count}, expected 1 to 6"));
        }
    }

    #[test]
    fn the_rivals_are_the_same_whoever_was_cast_first() {
        let person = Person::plain("Ann", PeopleElo(1_150.0));
        let stop = Stop::default();
        let settings = settings(3);
        let levelled = unplayed(&person);
        let agent = spec(&person, levelled.rating);
        let scenes = [0, 3].map(|seed| scenes(&agent, 20, seed, 2, &stop, &|_| ()).unwrap());
        let run = Run { scenes, panel: Vec::new(), choices: Vec::new(), person, agent, levelled };
        // The first wanted character is not visible in games, and the second one is too strong at the lowest rating.
        // `last` is true if they are the last ones to be fitted.
        let files = [true, false].map(|last| {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("rivals");
            let folder = Folder::open(&path, &serde_json::json!({})).unwrap();
            let making = Making::new(&run, &folder, &settings, &stop, &NoProgress);
            let [first, second] = making.wanted().unwrap()[..2] else { panic!("three are wanted") };
            assert!(making.finish().is_err(), "nobody was cast");
            loop {
                let mut wanted = making.wanted().unwrap();
                if wanted.is_empty() {
                    break;
                }
                if last {
                    wanted.reverse();
                } else {
                    wanted.truncate(1);
                }
                for number in wanted {
                    let rating = if number == second { LadderElo(0.0) } else { levelled.rating };
                    let levelled = Levelling { rating, ..levelled };
                    let shown = VisibleCharacter { times: 1.0 + number as f64 / 100.0, levelled, figures: [0.5, 0.25] };
                    folder.keep(&kept(number), &(number != first).then_some(shown)).unwrap();
                }
            }
            let names: Vec<String> = making.finish().unwrap().into_iter().map(|rival| rival.name).collect();
            assert_eq!(names.len(), 3);
            assert!([first, second].iter().all(|&one| !names.contains(&CHARACTERS[one].name.to_owned())), "{names:?}");
            // A rival that is too strong is better than none.
            for number in 0..CHARACTERS.len() {
                let levelled = Levelling { rating: LadderElo(0.0), ..levelled };
                folder
                    .keep(&kept(number), &Some(VisibleCharacter { times: 1.0, levelled, figures: [0.5, 0.25] }))
                    .unwrap();
            }
            assert_eq!(making.chosen().unwrap().len(), 3);
            names.iter().map(|name| std::fs::read_to_string(folder.rival(name)).unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(files[0], files[1]);
    }

    #[test]
    #[ignore = "three hundred games of players that search 5 plies: half a minute of processor time"]
    fn characters_show_in_whole_games() {
        // This rating is not among those of `lab natural characters`, and there are fewer games.
        let person = Person::plain("Ann", PeopleElo(1_150.0));
        let agent = spec(&person, person.level());
        let stop = Stop::default();
        let scenes = scenes(&agent, 180, 1, 2, &stop, &|_| ()).unwrap();
        let stage = Stage { person: &person, play: MoveChances::new(&agent, &scenes), scenes: &scenes };
        let panel = panel(&person, 0.0, 1);
        let effort = Effort { rounds: 1, seed: 1, threads: 2 };
        let choices = agents_choices(&agent, &panel, effort, &stop, &|_| ()).unwrap();
        let casting = Casting { person: &person, stage: &stage, panel: &panel, agent: &choices, seed: 1 };
        let from = person.level().plus(COST);
        for name in ["trader", "nomad"] {
            let number = CHARACTERS.iter().position(|character| character.name == name).unwrap();
            let shown = casting.cast(number, from, effort, &stop, &|_| ()).unwrap();
            let Some(shown) = shown else { panic!("{name} does not show") };
            let spec = casting.player(number, shown.levelled.rating, shown.times);
            let games = games(&spec, &panel, 7, 2, &stop, &|_| ()).unwrap();
            let figure = CHARACTERS[number].mean(games.iter().flat_map(|(_, choices)| choices));
            // With 48 games the figure has an error of a few percent, and the goal is 7 percent above this.
            assert!(figure > 1.2 * shown.figures[1], "{name}: {figure} {shown:?}");
        }
    }

    #[test]
    fn finished_rivals_follow_the_profile_that_was_asked_for() {
        let person = Person::plain("Ann", PeopleElo(1_150.0));
        let levelled = Levelling { rating: person.level().plus(50.0), ..unplayed(&person) };
        for learn in [None, Some("../ann.json".to_owned())] {
            let settings = Settings { learn: learn.clone(), ..settings(1) };
            let spec = spec(&person, levelled.rating);
            let shown = VisibleCharacter { times: 1.0, levelled, figures: [0.5, 0.25] };
            let play = MoveChances::new(&spec, &[]);
            let cast = Cast { number: 0, character: &CHARACTERS[0], spec: spec.clone(), shown, play };
            let made = finished(&person, &settings, &[cast]);
            let expected = HumanSpec { learn, levelled: 50.0, ..spec };
            assert_eq!(made[0].kind, Kind::Human(expected));
        }
    }
}
