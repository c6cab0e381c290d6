//! What a file has and its round never used: nothing is dropped in silence.

use cards::Card;

use super::player::Player;

impl Player<'_, '_> {
    /// Notes every card, decision and tip that the round had no use for.
    pub(super) fn check_left_over(&self) -> Option<()> {
        let mut is_fine = true;
        if self.reshuffled_at.is_some()
            && let Some(field) = self.root.optional("reshuffled")
        {
            field.problem("the discards were never reshuffled: the cards did not run out");
            is_fine = false;
        }
        let lists = [
            ("dealer", &self.dealer),
            ("board", &self.board),
            ("burns", &self.burns),
            ("shoe", &self.shoe),
        ];
        for (key, list) in lists {
            if !list.left().is_empty() {
                list.problem(self.root, key, left_over(list.left()));
                is_fine = false;
            }
        }
        if self.burns.left().is_empty() && self.burned < self.seen_burns.len() {
            self.burns.problem(self.root, "burns", "left over, never burned: ??".to_owned());
            is_fine = false;
        }
        for seat in &self.seats {
            if !seat.cards.left().is_empty() {
                let message = left_over(seat.cards.left());
                seat.cards.problem(&seat.form, "cards", message);
                is_fine = false;
            }
            for (action, field) in seat.actions.iter().skip(seat.acted) {
                field.problem(format!("left over: \"{action}\" was never asked for"));
                is_fine = false;
            }
            for (line, _, field) in &seat.later_tips {
                let message = format!("no tip can ride on {line}: the player made no wager there");
                field.problem(message);
                is_fine = false;
            }
        }
        is_fine.then_some(())
    }
}

fn left_over(cards: &[Option<Card>]) -> String {
    let word = |card: &Option<Card>| card.map_or_else(|| "??".to_owned(), |card| card.to_string());
    let cards: Vec<String> = cards.iter().map(word).collect();
    format!("left over, never dealt: {}", cards.join(" "))
}
