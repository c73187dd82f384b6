//! Players for servers. Those that learn follow their opponents.

use super::person::Placement;
use super::rivals::follows;
use crate::personality::Kind;
use crate::players::{Options, Personality, Player};
use crate::record::KeptError;
use crate::record::profile_file::check_folder;
use crate::thesis::Adaptive;

/// The player of a personality for a server. A player that learns follows its opponent.
///
/// # Errors
/// The profile exists but cannot be read, or another tester than that of a rival's targets measured it; or it is
/// missing and no lesson can make it, or its folder does not exist.
pub fn served(personality: &Personality, options: &Options) -> Result<Box<dyn Player>, KeptError> {
    if let Some(file) = lesson_file(&personality.kind) {
        check_folder(&personality.beside(file))?;
    }
    if let Some(following) = follows(personality)? {
        return Ok(Box::new(following));
    }
    if let Kind::Placement(spec) = &personality.kind {
        return Ok(Box::new(Placement::open(personality, spec)?));
    }
    match Adaptive::open(personality, options)? {
        Some(adaptive) => Ok(Box::new(adaptive)),
        None => Ok(personality.player(options)),
    }
}

/// The profile that lessons write, relative to the personality's file; `None` if there are none. A placement player
/// makes the folder of its profile itself.
fn lesson_file(kind: &Kind) -> Option<&str> {
    match kind {
        Kind::Human(spec) => spec.learn.as_deref(),
        Kind::Rival(spec) => spec.learn.as_ref().map(|learn| learn.file.as_str()),
        _ => None,
    }
}
