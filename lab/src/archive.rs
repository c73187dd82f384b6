//! The WTHOR archive of tournament games, for experiments about people.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::bail;
use rival::people::AVERAGE;
use rival::record::archive::{Archive, ArchiveGame};
use rival::record::{file, format::Part};
use rival::stats::{Bout, derive, shrunk};

use crate::output::project;

/// The folder of the archive.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Folder {
    /// The folder of the WTHOR archive (WTH_1977.wtb and so on); default: ../shared/data/wthor.
    #[arg(long, value_name = "FOLDER")]
    archive: Option<PathBuf>,
}

impl Folder {
    /// The files of the archive whose years are wanted, in their order.
    ///
    /// # Errors
    /// There is none, or the folder cannot be read.
    pub(crate) fn files(&self, years: RangeInclusive<u32>) -> anyhow::Result<Vec<PathBuf>> {
        let folder = self.archive.clone().unwrap_or_else(|| project().join("../shared/data/wthor"));
        let files: Vec<PathBuf> =
            years.map(|year| folder.join(format!("WTH_{year}.wtb"))).filter(|file| file.is_file()).collect();
        if files.is_empty() {
            bail!("--archive: found no file of games in {}, expected WTH_2001.wtb and others", folder.display());
        }
        Ok(files)
    }

    /// The games of people in the archive in these years.
    ///
    /// # Errors
    /// There is no file.
    pub(crate) fn people(&self, years: RangeInclusive<u32>) -> anyhow::Result<Archive> {
        let (archive, left_out) = Archive::read(&self.files(years)?, &[]);
        left_out.problems.iter().for_each(|problem| eprintln!("{problem}"));
        Ok(archive)
    }
}

/// The years of the archive from which the product's figures of people are made.
pub(crate) const YEARS: RangeInclusive<u32> = 2001..=2012;

/// All games of some files between two players with different names, programs included.
#[derive(Debug, Default)]
pub(crate) struct NamedGames {
    /// The names of the players, in the order of their first games.
    pub names: Vec<String>,
    /// The games, by the numbers of the players.
    pub played: Vec<ArchiveGame>,
}

impl NamedGames {
    /// Reads the files, without games of unknown players and without the few games that were broken off.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn read(files: &[PathBuf]) -> anyhow::Result<NamedGames> {
        let mut games = NamedGames::default();
        let mut numbers = HashMap::new();
        for file in files {
            for record in file::open_known(file, Some(Part::Names))?.into_iter().filter_map(|entry| entry.game.ok()) {
                let names = [&record.black.name, &record.white.name];
                let is_named = names[0] != names[1] && !names.iter().any(|name| name.contains('?'));
                let Some(result) = record.result.filter(|_| is_named) else { continue };
                let [black, white] = names.map(|name| games.number(name, &mut numbers));
                let moves = record.game().moves().filter_map(|mv| mv.square()).collect();
                games.played.push(ArchiveGame { black, white, discs: result.score as i32, moves });
            }
        }
        Ok(games)
    }

    /// The number of a player.
    fn number(&mut self, name: &str, numbers: &mut HashMap<String, usize>) -> usize {
        *numbers.entry(name.to_owned()).or_insert_with(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }
}

/// The rating of a player of an archive by some of its games.
#[derive(Debug)]
pub(crate) struct Rated {
    /// Elo among people.
    pub rating: f64,
    /// The number of games behind the rating.
    pub games: usize,
}

/// The ratings of all players of an archive by these games.
pub(crate) fn rated<'a>(archive: &Archive, games: impl Iterator<Item = &'a ArchiveGame>) -> Vec<Rated> {
    let mut counts = vec![0; archive.players.len()];
    let mut bouts = Vec::new();
    for game in games {
        counts[game.black] += 1;
        counts[game.white] += 1;
        bouts.push(Bout { first: game.black, second: game.white, points: game.points(), games: 1.0 });
    }
    let shrunk = shrunk(archive.players.len(), &bouts);
    let players = shrunk.ratings.iter().zip(counts);
    players.map(|(elo, games)| Rated { rating: AVERAGE.0 + elo.0, games }).collect()
}

/// The numbers of an archive's games, in an order drawn by the seed.
pub(crate) fn drawn_order(archive: &Archive, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..archive.games.len()).collect();
    order.sort_by_key(|&game| derive(seed, game as u64));
    order
}
