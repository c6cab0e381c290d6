//! What is wrong, and where.

use std::fmt;

/// A place in a file: its name, the line, and the path of the key (`table[2].rows[3].pays[1]`,
/// counted from 1).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file as messages call it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The path of the key, empty for the file as a whole.
    pub key: String,
}

impl Place {
    /// A problem at this place.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem { place: self.clone(), message: message.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        Ok(())
    }
}

/// One thing that a person must fix.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Problem {
    /// The place in the file.
    pub place: Place,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Everything that is wrong, by file and line; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// These problems in the order of files and lines.
    pub fn new(mut problems: Vec<Problem>) -> Problems {
        problems.sort_by(|a, b| (&a.place.file, a.place.line).cmp(&(&b.place.file, b.place.line)));
        problems.dedup();
        Problems(problems)
    }

    /// The number of problems.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no problems. `read` never returns an empty list.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The problems, one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Writes one line for each problem.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
