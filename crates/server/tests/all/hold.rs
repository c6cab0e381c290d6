//! What tables hold beside theory, as the floor is told.

use axum::http::StatusCode;
use serde_json::Value;

use crate::play::one_round;
use crate::support::{Client, House};

async fn held(client: &Client<'_>, table: &str) -> Value {
    let (status, said) = client.get("/api/v1/floor/tables").await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let tables = said["tables"].as_array().unwrap().clone();
    tables.into_iter().find(|one| one["table"] == table).unwrap()
}

fn dollars(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

/// The library of these tests says 5% with a deviation of 2 for every wager.
#[tokio::test]
async fn the_floor_is_told_what_a_table_holds() {
    let house = House::new();
    let (sue, ann) = (house.staff("sue").await, house.guest("Ann").await);
    let before = held(&sue, "three-card-poker").await;
    assert_eq!((&before["rounds"], &before["state"]), (&0.into(), &"none".into()));
    let mut kept = 0.0;
    for _ in 0..4 {
        let view = one_round(&ann, "three-card-poker").await;
        for line in view["round"]["lines"].as_array().unwrap() {
            kept += dollars(&line["staked"]) - dollars(&line["returned"]);
        }
    }
    // The first look sets the count off, and does not wait for it.
    let mut now = held(&sue, "three-card-poker").await;
    assert_eq!(now["state"], "counting");
    while now["state"] == "counting" {
        tokio::task::yield_now().await;
        now = held(&sue, "three-card-poker").await;
    }
    let theory = &now["theory"];
    assert_eq!((now["rounds"].as_u64(), dollars(&theory["placed"])), (Some(4), 20.0), "{now}");
    assert!((dollars(&theory["kept"]) - kept).abs() < 0.001, "{kept}: {now}");
    assert!((theory["theory"].as_f64().unwrap() - 0.05).abs() < 1e-9);
    // Four antes of $5: a deviation of 2 x 5 x 2 = $20 in $20, and 1.96 of them either way.
    assert!((theory["high"].as_f64().unwrap() - (0.05 + 1.96)).abs() < 1e-9, "{now}");
    assert_eq!(theory["is_inside"], true);
    let (status, html) = sue.get("/floor").await;
    assert_eq!(status, StatusCode::OK);
    let html = html.as_str().unwrap();
    assert!(html.contains("theory 5.00%") && html.contains("inside the band"), "in words, too");
}
