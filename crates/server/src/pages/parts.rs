//! A page is made of parts with ids of their own. Its stream sends the parts that changed since the last time, each as
//! HTML; the page swaps them in by id.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use maud::{Markup, html};

/// A part of a page: one element whose `id` is the part's.
pub(crate) struct Part {
    id: String,
    html: Markup,
}

impl Part {
    /// A part. The outermost element of `html` has this id.
    pub(crate) fn new(id: impl Into<String>, html: Markup) -> Part {
        let id = id.into();
        debug_assert!(html.0.contains(&format!("id=\"{id}\"")), "a part has its id: {id}");
        Part { id, html }
    }
}

/// The parts of a page, in the order of the page.
pub(crate) struct Parts(Vec<Part>);

impl Parts {
    pub(crate) fn new(parts: impl IntoIterator<Item = Part>) -> Parts {
        Parts(parts.into_iter().collect())
    }

    /// A part, where it stands on the page.
    pub(crate) fn get(&self, id: &str) -> Markup {
        let found = self.0.iter().find(|part| part.id == id);
        found.map_or_else(|| html! {}, |part| part.html.clone())
    }

    /// All parts whose id begins so.
    pub(crate) fn all<'p>(&'p self, prefix: &'p str) -> impl Iterator<Item = &'p Markup> {
        self.0.iter().filter(move |part| part.id.starts_with(prefix)).map(|part| &part.html)
    }
}

/// What a page has been sent.
#[derive(Default)]
pub(crate) struct Sent(HashMap<String, u64>);

impl Sent {
    /// A page that already shows these parts.
    pub(crate) fn showing(parts: &Parts) -> Sent {
        let mut sent = Sent::default();
        sent.changed(parts);
        sent
    }

    /// The parts that changed since they were last sent, as HTML; nothing if none did.
    pub(crate) fn changed(&mut self, parts: &Parts) -> Option<String> {
        let mut html = String::new();
        for Part { id, html: part } in &parts.0 {
            let mut hasher = DefaultHasher::new();
            part.0.hash(&mut hasher);
            let digest = hasher.finish();
            if self.0.insert(id.clone(), digest) != Some(digest) {
                html.push_str(&part.0);
            }
        }
        // An event is one line.
        (!html.is_empty()).then(|| html.replace(['\n', '\r'], " "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(id: &str, text: &str) -> Part {
        Part::new(id, html! { p id=(id) { (text) } })
    }

    #[test]
    fn only_what_changed_is_sent() {
        let first = Parts::new([part("a", "one"), part("b", "two")]);
        let mut sent = Sent::showing(&first);
        assert_eq!(sent.changed(&first), None);
        let next = Parts::new([part("a", "one"), part("b", "three\nlines")]);
        assert_eq!(sent.changed(&next).as_deref(), Some("<p id=\"b\">three lines</p>"));
        assert_eq!(sent.changed(&next), None);
    }
}
