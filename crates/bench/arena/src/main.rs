//! Prints hands a second in rs_poker's arena: two players who always call, a fresh game for each hand, as its own
//! benchmark does. A workspace of its own, because it needs an older tokio than the house does.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rs_poker::arena::agent::CallingAgent;
use rs_poker::arena::{Agent, GameStateBuilder, HoldemSimulationBuilder};

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a current-thread runtime needs nothing");
    let rate = best(|| {
        let state = GameStateBuilder::new()
            .num_players_with_stack(2, 100.0)
            .blinds(2.0, 1.0)
            .build()
            .expect("a plain game");
        let agents: Vec<Box<dyn Agent>> = (0..2)
            .map(|seat| -> Box<dyn Agent> { Box::new(CallingAgent::new(format!("caller {seat}"))) })
            .collect();
        let mut hand = HoldemSimulationBuilder::default()
            .game_state(state)
            .agents(agents)
            .build()
            .expect("a plain game");
        runtime.block_on(hand.run());
        black_box(&hand.game_state);
    });
    println!("{rate:.0}");
}

/// How often a second, the best of five passes.
fn best(mut once: impl FnMut()) -> f64 {
    let mut best = 0f64;
    for _ in 0..5 {
        let started = Instant::now();
        let mut done = 0u32;
        while started.elapsed() < Duration::from_millis(200) {
            for _ in 0..16 {
                once();
            }
            done += 16;
        }
        best = best.max(f64::from(done) / started.elapsed().as_secs_f64());
    }
    best
}
