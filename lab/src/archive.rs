//! The WTHOR archive of tournament games, for experiments about people.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::bail;
use rival::people::AVERAGE;
use rival::record::archive::{Archive, ArchiveGame};
use rival::stats::{Bout, derive, shrunk};

use crate::output::project;

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Folder {
    /// The folder of the WTHOR archive (WTH_1977.wtb and so on); default: ../shared/data/wthor.
    #[arg(long, value_name = "FOLDER")]
    archive: Option<PathBuf>,
}

impl Folder {
    /// The files of the archive for these years, in their order.
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
        let (archive, left_out) = Archive::read(&self.files(years)?);
        left_out.problems.iter().for_each(|problem| eprintln!("{problem}"));
        Ok(archive)
    }
}

/// The years of the archive from which the product's figures of people are made.
pub(crate) const YEARS: RangeInclusive<u32> = 2001..=2012;

/// The rating of a player of an archive by some of its games.
#[derive(Debug)]
pub(crate) struct PlayerRating {
    /// The rating in Elo among people.
    pub rating: f64,
    /// The number of games behind the rating.
    pub games: usize,
}

/// The ratings of all players of an archive, calculated from these games.
pub(crate) fn player_ratings<'a>(archive: &Archive, games: impl Iterator<Item = &'a ArchiveGame>) -> Vec<PlayerRating> {
    let mut counts = vec![0; archive.players.len()];
    let mut bouts = Vec::new();
    for game in games {
        counts[game.black] += 1;
        counts[game.white] += 1;
        bouts.push(Bout { first: game.black, second: game.white, points: game.points(), games: 1.0 });
    }
    let shrunk = shrunk(archive.players.len(), &bouts);
    let players = shrunk.ratings.iter().zip(counts);
    players.map(|(elo, games)| PlayerRating { rating: AVERAGE.0 + elo.0, games }).collect()
}

/// The numbers of an archive's games, in an order drawn by the seed.
pub(crate) fn drawn_order(archive: &Archive, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..archive.games.len()).collect();
    order.sort_by_key(|&game| derive(seed, game as u64));
    order
}
