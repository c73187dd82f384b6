//! What the themes of mistakes cost people, and what the model of choices expects of people of the same strength.

use std::collections::BTreeMap;

use rival::board::Color;
use rival::machine::work::map_with;
use rival::people::{Judge, PeopleElo};
use rival::record::GameRecord;
use rival::record::archive::{Archive, ArchiveGame};
use rival::search::Stop;
use rival::stats::derive;
use rival::strength::person::PersonGame;
use rival::strength::themes::{Finder, Theme, Themes};

use crate::archive::{Folder, YEARS, drawn_order, rated};
use crate::output::Output;
use crate::play::Play;
use crate::progress::StageProgress;
use crate::table::{Table, cells};

/// What the themes of mistakes cost people in tournament games, beside what the model expects (10 minutes).
///
/// A game gives one side.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Games.
    #[arg(long, value_name = "N", default_value_t = 600)]
    games: usize,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    output: Output,
}

/// The ratings of the groups.
const GROUPS: [(f64, f64); 3] = [(900.0, 1300.0), (1300.0, 1700.0), (1700.0, 2300.0)];
/// The fewest games that rate a player.
const FEWEST: usize = 30;

/// The discs that a theme costs in a game: by what was played, and by the model.
type Costs = BTreeMap<Theme, [f64; 2]>;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let archive = args.folder.people(YEARS)?;
    let ratings = rated(&archive, archive.games.iter());
    let mut games: Vec<(usize, Color, PeopleElo)> = Vec::new();
    for number in drawn_order(&archive, args.play.seed) {
        let game = &archive.games[number];
        let side = if derive(args.play.seed, number as u64).is_multiple_of(2) { Color::Black } else { Color::White };
        let player = &ratings[game.player(side)];
        if player.games >= FEWEST && group(player.rating).is_some() {
            games.push((number, side, PeopleElo(player.rating)));
        }
        if games.len() == args.games {
            break;
        }
    }
    let stage = StageProgress::new("games", games.len(), 0);
    let begin = || (Judge::shipped(), Finder::new(&Stop::default()));
    let found = map_with(args.play.threads(), games.len(), begin, |(judge, finder), at| {
        let (number, side, rating) = games[at];
        stage.step();
        costs(&archive, number, side, rating, judge, finder)
    });
    args.output.report("themes", &report(&games, &found))
}

fn group(rating: f64) -> Option<usize> {
    GROUPS.iter().position(|(low, high)| (*low..*high).contains(&rating))
}

/// What the themes cost a side of a game.
fn costs(
    archive: &Archive,
    number: usize,
    side: Color,
    rating: PeopleElo,
    judge: &mut Judge,
    finder: &mut Finder,
) -> Costs {
    let game: &ArchiveGame = &archive.games[number];
    let mut record = GameRecord::default();
    for mv in game.game().moves() {
        record.play(mv, Default::default()).expect("the game was legal");
    }
    let stop = Stop::default();
    let game = PersonGame::new(&record, side).judge(judge, &stop).expect("nothing stops it");
    let themes = finder.of_game(&game).expect("nothing stops it");
    let known = [(game.id(), themes)].into();
    let costs = Themes::of(&[game], &known, rating).costs;
    costs.into_iter().map(|cost| (cost.theme, [cost.own.0, cost.usual.0])).collect()
}

fn report(games: &[(usize, Color, PeopleElo)], found: &[Costs]) -> String {
    let mut table = Table::new("rating | games | theme | discs a game | by the model");
    for (at, (low, high)) in GROUPS.iter().enumerate() {
        let of_group = games.iter().zip(found).filter(|((.., rating), _)| group(rating.0) == Some(at));
        let of_group: Vec<&Costs> = of_group.map(|(_, costs)| costs).collect();
        for theme in Theme::ALL {
            let sums = [0, 1].map(|column| {
                let sum: f64 = of_group.iter().filter_map(|costs| costs.get(&theme)).map(|cost| cost[column]).sum();
                // The empty sum is -0; adding 0 turns it into 0.
                (sum + 0.0) / of_group.len().max(1) as f64
            });
            let [own, usual] = sums.map(|sum| format!("{sum:.2}"));
            let name = format!("{theme:?}").to_lowercase();
            table.row(cells![format!("{low} to {high}"), of_group.len(), name, own, usual]);
        }
    }
    table.to_string()
}
