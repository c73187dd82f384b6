//! The cost of the themes of mistakes for people, beside the page's usual cost for people of the same strength.

use std::collections::BTreeMap;

use rival::board::Color;
use rival::machine::work::map_with;
use rival::people::{Judge, PeopleElo};
use rival::record::GameRecord;
use rival::record::archive::{Archive, ArchiveGame};
use rival::search::Stop;
use rival::stats::{Mean, derive};
use rival::strength::person::PersonGame;
use rival::strength::themes::{Finder, Theme, Themes};

use crate::archive::{Folder, YEARS, drawn_order, player_ratings};
use crate::output::Output;
use crate::play::Play;
use crate::progress::StageProgress;
use crate::table::{Table, cells};

/// The cost of the themes of mistakes for people in tournament games, beside the usual one (5 minutes).
///
/// A game gives one side. Each group of ratings has a third of the games.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Games, a third in each group of ratings.
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
    let ratings = player_ratings(&archive, archive.games.iter());
    let mut games: Vec<(usize, Color, PeopleElo)> = Vec::new();
    let mut room = [args.games.div_ceil(GROUPS.len()); GROUPS.len()];
    for number in drawn_order(&archive, args.play.seed) {
        let game = &archive.games[number];
        let side = if derive(args.play.seed, number as u64).is_multiple_of(2) { Color::Black } else { Color::White };
        let player = &ratings[game.player(side)];
        let Some(group) = group(player.rating).filter(|&group| player.games >= FEWEST && room[group] > 0) else {
            continue;
        };
        room[group] -= 1;
        games.push((number, side, PeopleElo(player.rating)));
    }
    let stage = StageProgress::new("games", games.len(), 0);
    let begin = || (Judge::shipped(), Finder::new(&Stop::default()));
    let game_costs = map_with(args.play.threads(), games.len(), begin, |(judge, finder), at| {
        let (number, side, rating) = games[at];
        stage.step();
        costs(&archive, number, side, rating, judge, finder)
    });
    args.output.report("themes", &report(&games, &game_costs))
}

fn group(rating: f64) -> Option<usize> {
    GROUPS.iter().position(|(low, high)| (*low..*high).contains(&rating))
}

/// The cost of the themes for a side of a game.
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
    let costs = Themes::from_games(&[game], &known, rating).costs;
    costs.into_iter().map(|cost| (cost.theme, [cost.own.0, cost.usual.0])).collect()
}

fn report(games: &[(usize, Color, PeopleElo)], game_costs: &[Costs]) -> String {
    let mut table = Table::new("rating | games | theme | discs a game | expected | share of the expected");
    for (at, (low, high)) in GROUPS.iter().enumerate() {
        let of_group = games.iter().zip(game_costs).filter(|((.., rating), _)| group(rating.0) == Some(at));
        let of_group: Vec<&Costs> = of_group.map(|(_, costs)| costs).collect();
        for theme in Theme::ALL {
            let costs: Vec<[f64; 2]> =
                of_group.iter().map(|costs| costs.get(&theme).copied().unwrap_or_default()).collect();
            let [own, usual] = [0, 1].map(|column| Mean::estimate(costs.iter().map(|cost| cost[column])));
            let (Some(own), Some(usual)) = (own, usual) else { continue };
            let share = own.mean / usual.mean;
            // The standard error of a ratio, by the residuals of the games.
            let residual =
                Mean::estimate(costs.iter().map(|cost| cost[0] - share * cost[1])).and_then(|mean| mean.error);
            let name = format!("{theme:?}").to_lowercase();
            table.row(cells![
                format!("{low} to {high}"),
                of_group.len(),
                name,
                format!("{:.2} ± {:.2}", own.mean, own.error.unwrap_or_default()),
                format!("{:.2}", usual.mean),
                format!("{share:.2} ± {:.2}", residual.unwrap_or_default() / usual.mean),
            ]);
        }
    }
    table.to_string()
}
