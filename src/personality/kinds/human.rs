//! The kind `human`: plays at a rating, with the errors of people of that rating.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{OpeningRole, RepertoireSpec};
use crate::board::Objective;
use crate::people::{
    COUNT, DAYS, Drawing, Ladder, LadderElo, NAMES, PeopleElo, Setting, Tie, class, family, place, shipped,
};
use crate::personality::file::{Heading, Object, Parts, raw};
use crate::personality::spec::Spec;
use crate::personality::values::{CheckResult, file_name, quoted, within};
use crate::record::problem::Problem;
use crate::record::text::meant;
use crate::stats::{derive, draw_normal};

pub(crate) const NAME: &str = "human";
pub(crate) const FIELDS: &[&str] =
    &["people", "strength", "setting", "style", "habits", "repertoire", "learn", "levelled"];

/// The largest offset of a feature in a style.
const MOST_STYLE: f64 = 100.0;
/// The place where the names of a style's fields are listed.
const FEATURES: &str = "one that docs/people.md lists, such as \"edge\"";
/// Ratings that a file may request. Outside the ladder's range its last player plays.
const RATINGS: (f64, f64) = (0.0, 4_000.0);
/// The largest correction of a person's rating, in Elo.
const MOST_LEVELLED: f64 = 1_000.0;
/// The largest difference of a day's strength from the mean, in standard deviations.
const FARTHEST: f64 = 2.5;
/// The deepest judge.
const DEEPEST: u32 = 12;

/// A human-like player.
#[derive(Debug, Clone, PartialEq)]
pub struct HumanSpec {
    /// The strength to play at.
    pub strength: Strength,
    /// The standard deviation of the strength between games, in Elo: that of people; 0 with a [`Strength::Setting`].
    pub days: f64,
    /// Offsets on the weights of the features of moves.
    pub style: [f64; COUNT],
    /// Repetition of the player's own moves; `None`: each move is a new draw.
    pub habits: Option<Habits>,
    /// The openings of a person, which the player plays or meets. Without them it opens as people of its strength do.
    pub repertoire: Option<RepertoireSpec>,
    /// The profile of the person that the player follows, relative to the folder of the personality's file. Its
    /// strength is then that in the profile; `strength` applies until there is a profile.
    pub learn: Option<String>,
    /// Elo of the ladder rating that make up for the strength that the style costs.
    pub levelled: f64,
}

/// Repetition of the player's own moves. Each move is as likely as without habits, but two games that reach the same
/// position with different seeds differ less.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habits {
    /// The share of moves, 0 to 1, that repeat the usual move of a position.
    pub share: f64,
    /// The seed of the usual moves, which replaces the game's seed.
    pub seed: u64,
}

/// The strength of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strength {
    /// The strength of people of this rating: the [`Tie`] gives the rating on the [`Ladder`].
    People(PeopleElo),
    /// A rating on the [`Ladder`].
    Ladder(LadderElo),
    /// A setting. The strength follows from it.
    Setting(Setting),
}

impl Strength {
    /// The rating on the ladder; `None` if unknown.
    #[must_use]
    pub fn ladder(&self) -> Option<LadderElo> {
        match self {
            Strength::People(rating) => Some(Tie::shipped().ladder(*rating)),
            Strength::Ladder(rating) => Some(*rating),
            Strength::Setting(_) => None,
        }
    }

    /// The rating of people of this strength; `None` if unknown.
    #[must_use]
    pub fn people(&self) -> Option<PeopleElo> {
        match self {
            Strength::People(rating) => Some(*rating),
            Strength::Ladder(rating) => Some(Tie::shipped().people(*rating)),
            Strength::Setting(_) => None,
        }
    }
}

impl HumanSpec {
    /// A player without style and habits.
    #[must_use]
    pub const fn new(strength: Strength) -> HumanSpec {
        let days = if matches!(strength, Strength::Setting(_)) { 0.0 } else { DAYS };
        HumanSpec { strength, days, style: [0.0; COUNT], habits: None, repertoire: None, learn: None, levelled: 0.0 }
    }

    /// The day's form in the game with this seed: Elo among people above the player's strength. The mean over seeds is
    /// 0.
    #[must_use]
    pub fn day(&self, seed: u64) -> f64 {
        // Moves use other seeds, derived from their place in the game.
        let drawn = draw_normal(&mut ChaCha8Rng::seed_from_u64(derive(seed, u64::MAX)));
        self.days * drawn.clamp(-FARTHEST, FARTHEST)
    }

    /// The player in the game with this seed, at the day's strength.
    #[must_use]
    pub fn on_the_day(&self, seed: u64) -> HumanSpec {
        let Some(level) = self.strength.ladder() else { return self.clone() };
        let strength = Strength::People(Tie::shipped().people(level).plus(self.day(seed)));
        HumanSpec { strength, days: 0.0, ..self.clone() }
    }

    /// The rating of people of the same strength, without the Elo that make up for the style. `None` if unknown.
    #[must_use]
    pub fn as_strong_as(&self) -> Option<PeopleElo> {
        match self.strength {
            Strength::Ladder(rating) => Some(Tie::shipped().people(rating.plus(-self.levelled))),
            other => other.people(),
        }
    }

    /// A player without style and habits, as strong as people of this rating.
    #[must_use]
    pub fn like(people: PeopleElo) -> HumanSpec {
        HumanSpec::new(Strength::People(people))
    }

    /// The feature weights that give the probabilities of moves.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let setting = self.setting();
        let plain = weights_at(setting);
        let weights = std::array::from_fn(|k| plain[k] + setting.sharpness * self.style[k]);
        Drawing { weights, plain }
    }

    /// The parameters for drawing moves.
    #[must_use]
    pub fn setting(&self) -> Setting {
        match self.strength {
            Strength::People(rating) => Ladder::shipped().setting(Tie::shipped().ladder(rating)),
            Strength::Ladder(rating) => Ladder::shipped().setting(rating),
            Strength::Setting(setting) => setting,
        }
    }
}

raw! {
    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Raw {
        people: Option<PeopleElo>,
        strength: Option<LadderElo>,
        setting: Option<Object<Setting>>,
        style: Option<BTreeMap<String, f64>>,
        habits: Option<Object<Habits>>,
        repertoire: Option<Object<RepertoireSpec>>,
        learn: Option<String>,
        levelled: Option<f64>,
    }
}

pub(crate) fn read(parts: &Parts<'_>) -> CheckResult<HumanSpec> {
    let raw: Raw = parts.read()?;
    let strength = strength(&raw)?;
    let mut style = [0.0; COUNT];
    for (name, offset) in raw.style.iter().flatten() {
        let Some(feature) = place(name) else {
            let message = format!("no feature is called {}{}", quoted(name), meant(name, NAMES, FEATURES));
            return Err(Problem::wrong("style", message));
        };
        style[feature] = within(&format!("style.{}", name.escape_debug()), *offset, -MOST_STYLE, MOST_STYLE)?;
    }
    let habits = raw.habits.map(|Object(habits)| habits);
    if let Some(Habits { share, .. }) = habits {
        within("habits.share", share, 0.0, 1.0)?;
    }
    let repertoire = raw.repertoire.map(|Object(repertoire)| repertoire);
    repertoire.as_ref().map_or(Ok(()), super::repertoire::check)?;
    check_learn(raw.learn.as_deref(), strength)?;
    let levelled = levelled(raw.levelled, raw.learn.is_some(), strength)?;
    Ok(HumanSpec { style, habits, repertoire, learn: raw.learn, levelled, ..HumanSpec::new(strength) })
}

fn strength(raw: &Raw) -> CheckResult<Strength> {
    match (raw.people, raw.strength, &raw.setting) {
        (Some(people), None, None) => check_rating("people", people.0).map(|()| Strength::People(people)),
        (None, Some(ladder), None) => check_rating("strength", ladder.0).map(|()| Strength::Ladder(ladder)),
        (None, None, Some(Object(setting))) => Ok(Strength::Setting(checked(*setting)?)),
        (None, None, None) => Err(Problem::at(
            "people",
            "nothing",
            "a rating (the average player has 1500), or \"strength\" or \"setting\" in its place",
        )),
        (people, ladder, setting) => {
            let given = [("people", people.is_some()), ("strength", ladder.is_some()), ("setting", setting.is_some())];
            let given: Vec<String> = given.iter().filter(|(_, given)| *given).map(|(name, _)| quoted(name)).collect();
            Err(Problem::at(given[0].trim_matches('"'), given.join(" and "), "one of them"))
        }
    }
}

/// The feature weights of a setting.
fn weights_at(Setting { theta, sharpness, .. }: Setting) -> [f64; COUNT] {
    shipped().model.weights(theta).map(|weight| sharpness * weight)
}

/// The rating on the ladder that a player of this rating plays at.
fn within_ladder(rating: LadderElo) -> LadderElo {
    let (lowest, highest) = Ladder::shipped().range();
    rating.clamp(lowest, highest)
}

fn check_rating(place: &str, rating: f64) -> CheckResult<()> {
    if (RATINGS.0..=RATINGS.1).contains(&rating) {
        return Ok(());
    }
    Err(Problem::at(place, rating, format!("a rating from {} to {}", RATINGS.0, RATINGS.1)))
}

fn check_learn(file: Option<&str>, strength: Strength) -> CheckResult<()> {
    let Some(file) = file else { return Ok(()) };
    if let Strength::Setting(_) = strength {
        return Err(Problem::wrong("learn", "only beside \"people\" or \"strength\", not beside \"setting\""));
    }
    file_name("learn", file)
}

/// The Elo that make up for the style. A rating of people needs none, except where the profile's rating replaces it.
fn levelled(elo: Option<f64>, is_following: bool, strength: Strength) -> CheckResult<f64> {
    let Some(elo) = elo else { return Ok(0.0) };
    if !is_following && !matches!(strength, Strength::Ladder(_)) {
        return Err(Problem::wrong("levelled", "only beside \"strength\" or \"learn\""));
    }
    within("levelled", elo, -MOST_LEVELLED, MOST_LEVELLED)
}

fn checked(setting: Setting) -> CheckResult<Setting> {
    within("setting.theta", setting.theta.0, -20.0, 20.0)?;
    within("setting.sharpness", setting.sharpness, 0.0, 100.0)?;
    within("setting.depth", f64::from(setting.depth), 1.0, f64::from(DEEPEST))?;
    within("setting.exact_from", f64::from(setting.exact_from), 0.0, 20.0)?;
    Ok(setting)
}

impl Spec for HumanSpec {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_json(&self, heading: &Heading<'_>) -> String {
        let (people, strength, setting) = match self.strength {
            Strength::People(rating) => (Some(rating), None, None),
            Strength::Ladder(rating) => (None, Some(rating), None),
            Strength::Setting(setting) => (None, None, Some(Object(setting))),
        };
        let style: BTreeMap<String, f64> = NAMES
            .iter()
            .zip(self.style)
            .filter(|(_, offset)| *offset != 0.0)
            .map(|(n, o)| ((*n).to_owned(), o))
            .collect();
        let style = (!style.is_empty()).then_some(style);
        let learn = self.learn.clone();
        let levelled = Some(self.levelled).filter(|levelled| *levelled != 0.0);
        let habits = self.habits.map(Object);
        let repertoire = self.repertoire.clone().map(Object);
        heading.with(NAME, Raw { people, strength, setting, style, habits, repertoire, learn, levelled })
    }

    fn rule(&self) -> Option<Objective> {
        Some(Objective::Normal)
    }

    fn is_random(&self) -> bool {
        true
    }

    fn describe(&self) -> Vec<(&'static str, String)> {
        let levelled = self.levelled;
        let (weakest, strongest) = Ladder::shipped().people();
        let strength = match (self.strength, self.as_strong_as().map(|like| like.clamp(weakest, strongest))) {
            (Strength::People(rating), Some(like)) if like != rating => {
                format!("as people rated {like:.0}, the end of the ladder: {}", class(like))
            }
            (Strength::People(rating), _) => format!("as people rated {rating:.0}: {}", class(rating)),
            (Strength::Ladder(rating), Some(like)) if rating != within_ladder(rating) => {
                let end = within_ladder(rating);
                format!("{end:.0}, the end of the ladder, as strong as people rated {like:.0}: {}", class(like))
            }
            // The Elo that make up for the style are not strength.
            (Strength::Ladder(rating), Some(like)) if levelled != 0.0 => format!(
                "for people rated {like:.0}: {} ({rating:.0} on the ladder, {levelled:+} for its style)",
                class(like)
            ),
            (Strength::Ladder(rating), Some(like)) => {
                format!("{rating:.0} on the ladder, as strong as people rated {like:.0}: {}", class(like))
            }
            (Strength::Setting(_), _) | (_, None) => "by its setting".to_owned(),
        };
        let Setting { theta, sharpness, depth, exact_from } = self.setting();
        let drawn = format!(
            "by the model of people's choices at theta {theta:.2}, sharpness {sharpness:.2}; {depth} plies, exact from \
             {exact_from} empty squares"
        );
        let mut rows = vec![("strength", strength), ("draws", drawn)];
        for (feature, offset) in self.style.iter().enumerate().filter(|(_, offset)| **offset != 0.0) {
            rows.push(("style", format!("{offset:+} {} ({})", family(feature).words, NAMES[feature])));
        }
        if let Some(Habits { share, seed }) = self.habits {
            let often = format!("{:.0} of 100 moves are what it always plays there, by seed {seed}", 100.0 * share);
            rows.push(("habits", often));
        }
        if let Some(repertoire) = &self.repertoire {
            let games = repertoire.games();
            let opens = match repertoire.role {
                OpeningRole::Own => format!("as a person in {games} games"),
                OpeningRole::Meet => format!("towards what a person knows from {games} games"),
            };
            let until = if self.learn.is_some() { ", until its profile has games" } else { "" };
            rows.push(("opens", opens + until));
        }
        if let Some(file) = &self.learn {
            let style = if levelled == 0.0 { String::new() } else { format!(", {levelled:+} for its style") };
            rows.push(("learns", format!("in {file}, after each game; its strength follows the rating there{style}")));
        }
        rows
    }
}
