//! Moments as clients read them.

use money::Moment;

/// A moment in RFC 3339, in UTC.
pub fn rfc3339(moment: Moment) -> String {
    match jiff::Timestamp::from_microsecond(moment.0) {
        Ok(timestamp) => timestamp.to_string(),
        Err(_) => format!("{} us", moment.0),
    }
}
