use super::*;
use crate::game::Silent;

/// What is counted beside what rounds say: within five standard errors, for every pair of every game whose covariances
/// are counted. Three-card's progressive is on the hand that decides the ante, so the two must move together.
#[test]
fn what_is_counted_is_what_rounds_say() {
    let mut pairs = 0;
    for id in
        ["three-card-poker", "caribbean-stud", "four-card-poker", "let-it-ride", "mississippi-stud"]
    {
        let book = Rulebook::embedded();
        let subject = Subject::open(book, id, None, BTreeMap::new()).expect("it opens");
        let game = game(id).expect("it has odds");
        let items: Vec<Item> = wagers(&subject)
            .iter()
            .map(|wager| {
                let schedule = schedules(&subject, wager).swap_remove(0);
                let ask = Ask {
                    wager: Some(wager.clone()),
                    schedule: Some(schedule.id.clone()),
                    ..Ask::default()
                };
                let analysis =
                    analyse(&subject, &ask, &Silent).expect("it is known").swap_remove(0);
                Item::new(game, &subject, &schedule, analysis)
            })
            .collect();
        let all = 0..items.len();
        let places: Vec<(usize, usize)> =
            all.flat_map(|one| (0..one).map(move |other| (one, other))).collect();
        let counted = counted(game, &subject, &items, &places, &Silent);
        let run = Run { rounds: 1 << 19, seed: 3, threads: 0 };
        let posting = posting(&subject, &items, 0);
        let rounds = together(book, &posting, run, &[], &Silent).expect("it is played");
        for (place, found) in places.iter().zip(counted) {
            let [one, other] = [place.0, place.1].map(|place| &items[place].schedule.wager);
            let found = found.unwrap_or_else(|| panic!("{id}: {one} and {other} are counted"));
            let Some(sum) = rounds.iter().find(|sum| sum.is_of(one, other)) else { continue };
            let errors = (found.covariance - sum.covariance) / sum.error;
            assert!(
                errors.abs() < 5.0,
                "{id}: {one} and {other} {} counted, {} ± {} in rounds",
                found.covariance,
                sum.covariance,
                sum.error
            );
            pairs += 1;
        }
    }
    assert!(pairs >= 10, "{pairs} pairs were compared");
}
