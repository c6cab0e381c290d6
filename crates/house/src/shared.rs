//! Shared values as stores keep them: like what they share.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<T: Serialize, S: Serializer>(
    shared: &Arc<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    T::serialize(shared, to)
}

pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Arc<T>, D::Error> {
    T::deserialize(from).map(Arc::new)
}

/// A list of texts.
pub(crate) mod texts {
    use super::{Arc, Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(texts: &[Arc<str>], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(texts.iter().map(|text| &**text))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Arc<str>>, D::Error> {
        Ok(Vec::<String>::deserialize(from)?.into_iter().map(Arc::from).collect())
    }
}
