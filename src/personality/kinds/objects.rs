//! The objects inside personality files.

use super::{Habits, RepertoireSpec, choice, features, learn, mcts, search, weights};
use crate::people::Setting;
use crate::personality::file::Provenance;
use crate::record::fields::FileObject;

/// Every object that a field of a file can hold.
pub(in crate::personality) fn objects() -> Vec<FileObject> {
    vec![
        FileObject::at::<features::Raw>("features[]"),
        FileObject::at::<weights::Raw>("weights"),
        FileObject::at::<weights::Raw>("network"),
        FileObject::at::<search::Raw>("search"),
        FileObject::at::<weights::Raw>("book"),
        FileObject::at::<choice::Raw>("choice"),
        FileObject::at::<choice::CorrectionRaw>("choice.correction"),
        FileObject::at::<learn::ReferenceRaw>("choice.reference"),
        FileObject::at::<mcts::Raw>("playouts"),
        FileObject::at::<Setting>("setting"),
        FileObject::at::<Habits>("habits"),
        FileObject::at::<RepertoireSpec>("repertoire"),
        FileObject::at::<Provenance>("provenance"),
    ]
}
