//! The rule card as data: what `croupier rules --json` prints.

use rulebook::{Bounds, Game, LimitMax, Section};
use wire::library::rules::{
    IrregularityRule, LimitRule, OptionRule, PacketRule, PayRule, PayingRule, PlayRule, RakeRule,
    RuleCard, RulingRule, SideBetRule, SubdivisionRule, TermRule, WagerRule,
};

use super::{cites, posted, short_number, steps};
use crate::commands::games::edition;

/// The card of a game in one edition.
pub fn card(bounds: &Bounds, game: &Game, section: &Section) -> RuleCard {
    let cite = |keys: &[String]| cites(section, keys);
    RuleCard {
        game: section.game.clone(),
        title: section.title.clone(),
        section: section.number.clone(),
        summary: section.summary.clone(),
        edition: edition(&section.edition),
        editions: game.editions.iter().map(|edition| edition.id.to_string()).collect(),
        decks: section.decks.iter().map(|decks| decks.get()).collect(),
        joker: section.decks.iter().any(|decks| decks.has_joker()),
        seats: section.seats,
        order_of_play: order_of_play(section),
        steps: steps::rules(section),
        dealing: packets(section),
        wagers: wagers(section),
        limits: limits(section),
        bet_max: bounds.bet_max.to_string(),
        options: options(bounds, section),
        paying: PayingRule {
            before: section.paying.before.clone(),
            seat: section.paying.seat.clone(),
            after: section.paying.after.clone(),
            cite: cite(&section.paying.cite),
        },
        pays: pays(section),
        rake: rake(section),
        tables: posted::tables(section),
        irregularities: irregularities(section),
        terms: terms(section),
        subdivisions: subdivisions(section),
        rulings: rulings(section),
        side_bets: section.added_side_bets().map(side_bet).collect(),
    }
}

fn side_bet(section: &Section) -> SideBetRule {
    SideBetRule {
        id: section.game.clone(),
        title: section.title.clone(),
        section: section.number.clone(),
        summary: section.summary.clone(),
        edition: edition(&section.edition),
    }
}

fn order_of_play(section: &Section) -> Vec<PlayRule> {
    let said = |play: &rulebook::Play| PlayRule {
        id: play.id.clone(),
        says: play.says.clone(),
        cite: cites(section, &play.cite),
    };
    section.play.iter().map(said).collect()
}

fn packets(section: &Section) -> Vec<PacketRule> {
    let packet = |deal: &rulebook::Deal| PacketRule {
        way: deal.way.word().to_owned(),
        stage: deal.stage.clone(),
        to: deal.to.word().to_owned(),
        cards: deal.cards,
        times: deal.times,
        face: deal.face.word().to_owned(),
        cite: cites(section, &deal.cite),
    };
    section.deals.iter().map(packet).collect()
}

fn wagers(section: &Section) -> Vec<WagerRule> {
    let card = |wager: &rulebook::Wager| WagerRule {
        id: wager.id.clone(),
        title: wager.title.clone(),
        need: wager.need.word().to_owned(),
        bets: wager.bets.clone(),
        lines: wager.lines.clone(),
        tips: wager.tips.clone(),
        who: wager.who.clone(),
        when: wager.when.clone(),
        schedules: section.schedule_names(&wager.id).into_iter().map(str::to_owned).collect(),
        cite: cites(section, &wager.cite),
    };
    section.wagers.iter().map(card).collect()
}

fn limits(section: &Section) -> Vec<LimitRule> {
    let card = |limit: &rulebook::Limit| LimitRule {
        wagers: limit.wagers.clone(),
        applies: limit.applies.word().to_owned(),
        min: limit.min.map(|amount| amount.to_string()),
        max: match limit.max {
            LimitMax::Posted => "posted".to_owned(),
            LimitMax::Amount(amount) => amount.to_string(),
        },
        cite: cites(section, &limit.cite),
    };
    section.limits.iter().map(card).collect()
}

/// Every option that a table of the section takes.
fn options(bounds: &Bounds, section: &Section) -> Vec<OptionRule> {
    let card = |option: &rulebook::TableOption| OptionRule {
        key: option.key.clone(),
        values: option.value_words(),
        default: option.default.clone(),
        says: option.says.clone(),
        cite: cites(section, &option.cite),
    };
    games::options_of(bounds, section).iter().map(card).collect()
}

fn pays(section: &Section) -> Vec<PayRule> {
    let card = |pay: &rulebook::Pay| PayRule {
        key: pay.key.clone(),
        lines: pay.lines.clone(),
        condition: pay.condition.clone(),
        pays: pay.pays.to_string(),
        cite: cites(section, &pay.cite),
    };
    section.pays.iter().map(card).collect()
}

fn rake(section: &Section) -> Vec<RakeRule> {
    let card = |rake: &rulebook::Rake| RakeRule {
        pot: rake.pot.to_string(),
        takes: rake.takes.to_string(),
        cite: cites(section, &rake.cite),
    };
    section.rakes.iter().map(card).collect()
}

fn irregularities(section: &Section) -> Vec<IrregularityRule> {
    let card = |irregularity: &rulebook::IrregularityRule| IrregularityRule {
        event: irregularity.event.word().to_owned(),
        to: irregularity.to.word().to_owned(),
        consequence: irregularity.consequence.word().to_owned(),
        supervisor: irregularity.calls_supervisor,
        cite: cites(section, &irregularity.cite),
    };
    section.irregularities.iter().map(card).collect()
}

fn terms(section: &Section) -> Vec<TermRule> {
    let card = |term: &rulebook::Term| TermRule {
        key: term.key.clone(),
        value: term.value.clone(),
        says: term.says.clone(),
        cite: cites(section, &term.cite),
    };
    section.terms.iter().map(card).collect()
}

fn subdivisions(section: &Section) -> Vec<SubdivisionRule> {
    let card = |subdivision: &rulebook::Subdivision| SubdivisionRule {
        number: short_number(section, subdivision),
        key: subdivision.key.clone(),
        demands: subdivision.demands.clone(),
    };
    section.subdivisions.iter().map(card).collect()
}

fn rulings(section: &Section) -> Vec<RulingRule> {
    let card =
        |ruling: &rulebook::Ruling| RulingRule { id: ruling.id.clone(), says: ruling.says.clone() };
    section.rulings.iter().map(card).collect()
}
