//! The figures on top: the edge with its change against the printed schedule, then the others.

use maud::{Markup, html};
use odds::{Analysis, Arithmetic, Exact, decimal, digits, unit_words};

use super::{Lab, not_there, percent, signed, took};
use crate::pages::words;

/// How many standard deviations the middle 90% reach to either side, as the volatility index has it.
pub(super) const Z_90: f64 = 1.645;
/// The longest fraction that is written out.
const FRACTION_MAX: usize = 60;

/// A figure beside the edge.
struct Figure {
    name: &'static str,
    value: String,
    change: String,
}

/// The figures, or what stands in their place.
pub(super) fn part(lab: &Lab) -> Markup {
    let Some((now, printed)) = lab.known.figures() else {
        return html! {
            section id="lab-figures" class="figs" aria-label="Figures" {
                (not_there(lab.failed(), "Counting every deal."))
            }
        };
    };
    let (own, before) = (now.own(), printed.own());
    let edge = own.house_edge();
    let change = decimal(&(&edge - before.house_edge())) * 100.0;
    html! {
        section id="lab-figures" class="figs" aria-label="Figures" {
            div class="edge" {
                span class="lab-l" { "House edge" }
                b id="lab-edge" { (percent(&edge, 4)) }
                span class="dl" { strong { (signed(change, 4)) } " against " (percent(&before.house_edge(), 4)) }
                (took("solved in", now.took))
            }
            dl {
                @for figure in figures(own, before) {
                    div { dt { (figure.name) } dd { b { (figure.value) } " " span class="dl" { (figure.change) } } }
                }
            }
            p class="exact" { (exactly(lab, own)) }
            p class="vh" role="status" { "House edge " (percent(&edge, 4)) }
        }
    }
}

fn figures(own: &Analysis, before: &Analysis) -> Vec<Figure> {
    let share = |name, of: &dyn Fn(&Analysis) -> Exact| {
        let (value, was) = (of(own), of(before));
        let change = signed(decimal(&(&value - was)) * 100.0, 4);
        Figure { name, value: percent(&value, 4), change }
    };
    let number = |name, of: &dyn Fn(&Analysis) -> f64| {
        let (value, was) = (of(own), of(before));
        Figure { name, value: format!("{value:.4}"), change: signed(value - was, 4) }
    };
    let deviation = |analysis: &Analysis| analysis.distribution.standard_deviation();
    let mut all = vec![
        share("Element of risk", &Analysis::element_of_risk),
        number("Deviation", &deviation),
        number("Volatility index", &|analysis| Z_90 * deviation(analysis)),
        share("Hit", &|analysis| analysis.distribution.hit_frequency()),
    ];
    all.push(match own.meter {
        Some(_) => {
            share("Return at this meter", &|analysis| odds::whole(1) - analysis.house_edge())
        }
        None => {
            number("Average wager", &|analysis| decimal(&analysis.distribution.average_wager()))
        }
    });
    all
}

/// The edge as a fraction, and how it was found.
fn exactly(lab: &Lab, own: &Analysis) -> String {
    let unit = unit_words(&lab.asked.case.subject, &lab.asked.case.schedule);
    let decided = if own.actions.is_empty() { "" } else { " · decisions solved again" };
    let deals = match own.arithmetic {
        Arithmetic::Fractions => {
            format!(" · {} deals", words::grouped(&own.distribution.space().to_string()))
        }
        Arithmetic::Doubles => " · every deal counted, in double precision".to_owned(),
    };
    let exact = own.house_edge_exact().map(|edge| edge.to_string().replace('-', "\u{2212}"));
    let exact = exact.filter(|text| text.len() <= FRACTION_MAX);
    let exact = exact.unwrap_or_else(|| digits(&own.house_edge(), 12).replace('-', "\u{2212}"));
    format!("{exact} of {unit}{decided}{deals}")
}
