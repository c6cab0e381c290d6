//! Schedules with equal figures are shown once.

use odds::Analysis;

/// Analyses of one wager with equal figures.
pub(super) struct Group<'a> {
    all: Vec<&'a Analysis>,
}

impl<'a> Group<'a> {
    /// The first of them, whose figures are shown.
    pub(super) fn first(&self) -> &'a Analysis {
        self.all[0]
    }

    /// What each is called.
    pub(super) fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for name in self.all.iter().map(|analysis| label(analysis)) {
            if !labels.contains(&name) {
                labels.push(name);
            }
        }
        labels
    }
}

/// The analyses of a wager, those with equal figures together, in the order of the rule.
pub(super) fn grouped<'a>(analyses: impl Iterator<Item = &'a Analysis>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for analysis in analyses {
        let same = |group: &&mut Group<'_>| {
            let first = group.first();
            first.distribution == analysis.distribution && first.meter == analysis.meter
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.all.push(analysis),
            None => groups.push(Group { all: vec![analysis] }),
        }
    }
    groups
}

/// What sets an analysis apart from the others of its wager.
pub(super) fn label(analysis: &Analysis) -> String {
    let is = |key: &str, value: &str| analysis.options.get(key).is_some_and(|is| is == value);
    match () {
        () if is("stake-kept", "true") => format!("{}, stake kept", analysis.schedule),
        () if is("press", "never") => format!("{}, never pressed", analysis.schedule),
        () => analysis.schedule.clone(),
    }
}
