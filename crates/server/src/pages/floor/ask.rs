//! Dialogs: what is about to be done, in a sentence, and what it needs.

use maud::{Markup, html};

/// A dialog that a link with `data-opens` opens; without scripts the link's target shows it.
pub(in crate::pages) fn dialog(id: &str, title: &str, body: Markup) -> Markup {
    let heading = format!("h-{id}");
    html! {
        dialog id=(id) class="ask" aria-labelledby=(heading) {
            h3 id=(heading) { (title) }
            (body)
            p class="form-error" data-error="" role="alert" hidden {}
            p class="close" { a class="btn quiet" href="#main" data-closes="" { "Cancel" } }
        }
    }
}

/// A link that opens a dialog.
pub(super) fn opens(id: &str, class: &str, text: Markup) -> Markup {
    html! { a class={ "btn " (class) } role="button" href={ "#" (id) } data-opens=(id) { (text) } }
}

/// Why, which everything that changes money or overrules someone must say.
pub(in crate::pages) fn reason_field(id: &str, label: &str) -> Markup {
    html! {
        label for={ (id) "-reason" } { (label) }
        input id={ (id) "-reason" } name="reason" maxlength="200" autocomplete="off" required;
    }
}
