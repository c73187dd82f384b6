//! Objects and optional fields, read more strictly than serde does.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Serialize, Serializer};

/// A JSON object. serde alone would also accept an array, field by field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Object<T>(pub T);

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Object<T>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Err(an_array())
    }
}

/// The error for an array where an object is expected.
pub(super) fn an_array<E: Error>() -> E {
    E::invalid_type(Unexpected::Seq, &"a JSON object")
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(PhantomData))
    }
}

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An optional field. If it is present it has a value: `null` is an error and does not mean absence.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Declares a struct as in files: required fields in parentheses, optional fields in braces.
macro_rules! raw {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident
        $(($($must_vis:vis $must:ident: $must_type:ty),*))? {
        $($(#[$doc:meta])* $may_vis:vis $may:ident: $may_type:ty,)*
    }) => {
        $(#[$attribute])*
        $vis struct $name {
            $($($must_vis $must: $must_type,)*)?
            $(
                $(#[$doc])*
                #[serde(
                    skip_serializing_if = "Option::is_none",
                    default,
                    deserialize_with = "crate::personality::file::present"
                )]
                $may_vis $may: $may_type,
            )*
        }
    };
}
pub(in crate::personality) use raw;
