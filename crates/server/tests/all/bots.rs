//! Bots at a table.

use house::Seat;
use house::table::command::TableCommand;
use serde_json::json;

use crate::support::House;

/// Three-Card Poker, $5 to $100: a bot with $5 has not ten times its bet, and asks for $500.
#[tokio::test]
async fn a_bot_that_buys_more_waits_for_the_dealer_and_sits_out() {
    let house = House::new();
    let (sue, dan) = (house.staff("sue").await, house.staff("dan").await);
    let table = "dealer-1".parse().unwrap();
    let sit = json!({ "act": "seat_bot", "seat": 1, "buy_in": "5.00", "plays": "simple" });
    let view = sue.acts("dealer-1", sit).await;
    assert_eq!(view["round"]["seats"][0]["chips"], "5.00", "a supervisor has seated it");
    let next = || house.app.bots.command(&house.app.snapshot().machine, &table);
    let Some(TableCommand::AddChips { seat, amount }) = next() else {
        panic!("it needs more to play")
    };
    let id = house::desk::fresh_id().unwrap();
    let asks = house.app.desk.at_table(
        &house::people::house_itself(),
        id,
        &table,
        TableCommand::AddChips { seat, amount },
    );
    house.app.ledger().post_async(asks).await.unwrap();
    assert_eq!((seat, amount.to_string()), (Seat(1), "500.00".to_owned()));
    assert_eq!(next(), None, "it waits for its chips");
    dan.acts("dealer-1", json!({ "act": "confirm_chips", "seat": 1, "amount": "500.00" })).await;
    assert!(matches!(next(), Some(TableCommand::Bet { .. })));
}
