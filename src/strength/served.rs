//! Players for servers. Those that learn follow their opponents.

use super::person::Placement;
use super::rivals::follows;
use crate::personality::Kind;
use crate::players::{Options, Personality, Player};
use crate::record::KeptError;
use crate::thesis::Adaptive;

/// The player of a personality for a server. A player that learns follows its opponent.
///
/// # Errors
/// The profile exists but cannot be read, or another tester than that of a rival's targets measured it; or it is
/// missing and no lesson can make it.
pub fn served(personality: &Personality, options: &Options) -> Result<Box<dyn Player>, KeptError> {
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
