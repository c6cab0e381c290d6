//! The progressive (3) (20) (21): awards, envy, the posted wager.

use super::*;

#[test]
fn arsd_16_15_05_s3_the_progressive_needs_a_schedule_and_a_meter() {
    let text = progressive("CS-10", "10000", "1", "9d 8d 7d 6d 5d");
    let unposted = text.replace("schedules = { progressive = 'CS-10' }\n", "");
    assert_eq!(
        problems(&unposted),
        [
            "test:2: meter: no progressive is posted: give its schedule or leave the meter out",
            "test:7: seat[1].bets.progressive: unknown bet \"progressive\"; this table has ante",
        ]
    );
    let unmetered = text.replace("meter = '10000'\n", "");
    assert_eq!(
        problem(&unmetered),
        "test:7: seat[1].bets.progressive: a progressive bet needs a posted schedule and a meter"
    );
    let unknown = text.replace("CS-10", "CS-20");
    assert!(
        problem(&unknown).contains(
            "progressive has no schedule \"CS-20\"; it has CS-10, CS-5000, PMG-01, PMG-02"
        )
    );
}

#[test]
fn cs_7_the_meter_is_as_before_if_the_only_wager_on_it_is_dead() {
    let text = progressive("CS-10", "12345.67", "1", "As Ks Qs Js");
    check(
        &text,
        "1 ante 10.00 10.00 dead (10) dead hand
         1 bet 20.00 20.00 dead (10) dead hand
         1 progressive 1.00 1.00 dead (10) dead hand",
    );
    check_meter(&text, ["12345.6700", "0.0000", "0.0000", "12345.6700"]);
}

#[test]
fn prg_13_a_fold_loses_the_progressive_and_triggers_no_envy() {
    // Seat 2 folds a royal: no award and, its wager no longer live, no envy for seat 1.
    let text = "game = 'caribbean-stud'
         schedules = { progressive = 'PMG-01' }
         meter = '10000'
         dealer = 'Ac Kd 4h 3s 2c'
         [[seat]]
         number = 1
         cards = '9c 9d 5h 6s 7d'
         bets = { ante = '10', progressive = '1' }
         actions = ['play']
         [[seat]]
         number = 2
         cards = 'As Ks Qs Js Ts'
         bets = { ante = '10', progressive = '1' }
         actions = ['fold']";
    check(
        text,
        "2 ante 10.00 0.00 lose (11)(a) fold
         2 progressive 1.00 0.00 lose (11)(a) fold
         1 ante 10.00 20.00 win (16) win
         1 bet 20.00 40.00 win (17) pair or less
         1 progressive 1.00 0.00 lose (21)(f) no award",
    );
    check_meter(text, ["10000.0000", "0.5000", "0.0000", "10000.5000"]);
}

#[test]
fn prg_6_a_player_who_folded_wins_envy_from_a_hand_still_in() {
    // Seat 1 folds and loses ante and progressive; seat 2 plays a royal, seat 3 has no bet and
    // plays a straight flush. Seat 1 made the bet: envy for both. 10000 + 25% of $2.
    let text = "game = 'caribbean-stud'
         schedules = { progressive = 'PMG-01' }
         meter = '10000'
         dealer = 'Jc 9h 7s 2c Qd'
         [[seat]]
         number = 1
         cards = '4c 3d 5h 6s 8c'
         bets = { ante = '10', progressive = '1' }
         actions = ['fold']
         [[seat]]
         number = 2
         cards = 'As Ks Qs Js Ts'
         bets = { ante = '10', progressive = '1' }
         actions = ['play']
         [[seat]]
         number = 3
         cards = '9d 8d 7d 6d 5d'
         bets = { ante = '10' }
         actions = ['play']";
    assert_eq!(
        from_progressive(text)[1..],
        [
            "3 ante 10.00 20.00 win (13) unqualified-ante",
            "3 bet 20.00 20.00 push (13) unqualified-bet",
            "2 ante 10.00 20.00 win (13) unqualified-ante",
            "2 bet 20.00 20.00 push (13) unqualified-bet",
            "2 progressive 1.00 10000.50 win (21)(f) royal flush",
            "2 envy 0.00 300.00 win (21)(g)(iii) straight flush",
            "1 envy 0.00 300.00 win (21)(g)(iii) straight flush",
            "1 envy 0.00 1000.00 win (21)(g)(iii) royal flush",
        ]
    );
}

#[test]
fn arsd_16_15_05_s20_two_royals_are_paid_one_after_the_other() {
    // Seat 3 takes 12345.67 + 0.75 and the meter reseeds at 10000; seat 2 takes 10% of that;
    // seat 1 all that is left, 9000, and it reseeds again. 12346.42 + 1000 + 9000 = 22346.42.
    let text = two_royals("12345.67", "");
    check(
        &text,
        &format!(
            "{NO_HAND_LINES}
             3 progressive 1.00 12346.42 win (21) royal flush
             2 progressive 1.00 1000.00 win (21) straight flush
             1 progressive 1.00 9000.00 win (21) royal flush"
        ),
    );
    check_meter(&text, ["12345.6700", "0.7500", "22346.4200", "10000.0000"]);
}

#[test]
fn arsd_16_15_05_s20e_or_two_royals_share_by_house_procedure() {
    // 12345.68 + 0.75 = 12346.43 is shared: 6173.21 each, the odd cent to seat 3, which is first.
    // Seat 2's 10% is of the reseeded meter: 1000, leaving 9000. 12346.43 + 1000 = 13346.43.
    let text = two_royals("12345.68", "house-procedure = 'split'");
    check(
        &text,
        &format!(
            "{NO_HAND_LINES}
             3 progressive 1.00 6173.22 win (21) royal flush
             2 progressive 1.00 1000.00 win (21) straight flush
             1 progressive 1.00 6173.21 win (21) royal flush"
        ),
    );
    check_meter(&text, ["12345.6800", "0.7500", "13346.4300", "9000.0000"]);
}

#[test]
fn arsd_16_15_05_s20_a_percentage_before_a_royal_comes_off_first() {
    // Seat 3 now has the straight flush: 10% of 12346.42 = 1234.642, paid 1234.64; seat 2's royal
    // takes the other 11111.78; seat 1's the seed.
    let text = two_royals("12345.67", "")
        .replace("As Ks Qs Js Ts", "held")
        .replace("9d 8d 7d 6d 5d", "As Ks Qs Js Ts")
        .replace("held", "9d 8d 7d 6d 5d");
    check(
        &text,
        &format!(
            "{NO_HAND_LINES}
             3 progressive 1.00 1234.64 win (21) straight flush
             2 progressive 1.00 11111.78 win (21) royal flush
             1 progressive 1.00 10000.00 win (21) royal flush"
        ),
    );
    check_meter(&text, ["12345.6700", "0.7500", "22346.4200", "10000.0000"]);
}

#[test]
fn arsd_16_15_05_s20f_a_royal_resets_to_seed_and_reserve() {
    // 12345.6789 + 0.50 = 12346.1789: whole cents are paid and 0.0089 stays. The seed for a posted
    // $2 is 20000 [PRG-7], and 78.9 comes from the reserve: 20000 + 78.9 + 0.0089.
    let text = progressive("CS-10", "12345.6789", "2", "As Ks Qs Js Ts");
    let text = format!("reserve = '78.9'\n{text}");
    check_progressive(&text, "1 progressive 2.00 12346.17 win (21) royal flush");
    check_meter(&text, ["12345.6789", "0.5000", "12346.1700", "20078.9089"]);
    assert_eq!(settle(&text).meter().unwrap().reserve_after.to_string(), "0.0000");
}

#[test]
fn arsd_16_15_05_s21_the_displayed_schedules() {
    // CS-10 and CS-5000 differ in the straight flush. 10% of 20000.25 is 2000.025.
    let rows = [
        ("As Ks Qs Js Ts", "20000.25 win (21) royal flush"),
        ("9c 9d 9s 8c 8d", "100.00 win (21) full house"),
        ("4c 4d 4h 4s 8d", "500.00 win (21) four of a kind"),
        ("Ks Js 9s 8s 4s", "50.00 win (21) flush"),
        ("5d 6c 7h 8s 9d", "0.00 lose (21) no award"),
        ("4c 4d 4h 5s 8d", "0.00 lose (21) no award"),
    ];
    for (schedule, straight_flush) in [("CS-10", "2000.02"), ("CS-5000", "5000.00")] {
        for (cards, line) in rows {
            let text = progressive(schedule, "20000", "1", cards);
            check_progressive(&text, &format!("1 progressive 1.00 {line}"));
        }
        let text = progressive(schedule, "20000", "1", "9d 8d 7d 6d 5d");
        let line = format!("1 progressive 1.00 {straight_flush} win (21) straight flush");
        check_progressive(&text, &line);
    }
}

#[test]
fn arsd_16_15_05_s20b_dollars_come_from_the_tray_and_follow_the_posted_wager() {
    let text = progressive("CS-5000", "20000", "3", "9d 8d 7d 6d 5d");
    check_progressive(&text, "1 progressive 3.00 15000.00 win (21) straight flush");
    check_meter(&text, ["20000.0000", "0.7500", "0.0000", "20000.7500"]);
    let text = progressive("CS-5000", "20000", "2", "Ks Js 9s 8s 4s");
    check_progressive(&text, "1 progressive 2.00 100.00 win (21) flush");
}

#[test]
fn cs_3_the_progressive_is_judged_whatever_the_dealer_has() {
    // The dealer's four nines beat the full house; its $100 is paid all the same.
    let text =
        progressive("CS-10", "20000", "1", "4c 4d 4h 8s 8d").replace(NO_HAND, "9c 9d 9h 9s 2c");
    check(
        &text,
        "1 ante 10.00 0.00 lose (14) beaten
         1 bet 20.00 0.00 lose (14) beaten
         1 progressive 1.00 100.00 win (21) full house",
    );
}

#[test]
fn arsd_16_15_05_s21f_the_multi_link_schedules() {
    // N for 1 returns N times the stake and keeps it. PMG-02 is printed for $5. Below a flush
    // they pay too [PRG-16].
    for (cards, times, row) in [
        ("4c 4d 4h 4s 8d", 300, "four of a kind"),
        ("4c 4d 4h 8s 8d", 50, "full house"),
        ("Ks Js 9s 8s 4s", 40, "flush"),
        ("5d 6c 7h 8s 9d", 30, "straight"),
        ("4c 4d 4h 5s 8d", 9, "three of a kind"),
    ] {
        for (schedule, wager) in [("PMG-01", 1), ("PMG-02", 5), ("PMG-02", 10)] {
            let text = progressive(schedule, "20000", &wager.to_string(), cards);
            let returned = times * wager;
            let line = format!("1 progressive {wager}.00 {returned}.00 win (21)(f) {row}");
            check_progressive(&text, &line);
        }
    }
    let text = progressive("PMG-01", "20000", "1", "4c 4d 5h 5s 8d");
    check_progressive(&text, "1 progressive 1.00 0.00 lose (21)(f) no award");
}

#[test]
fn prg_8_pmg_02_reseeds_at_ten_thousand_for_each_dollar() {
    // 20000 + 25% of $5; a table that posts $5 reseeds at 50000, one that posts $10 at 100000.
    let text = progressive("PMG-02", "20000", "5", "As Ks Qs Js Ts");
    check_progressive(&text, "1 progressive 5.00 20001.25 win (21)(f) royal flush");
    check_meter(&text, ["20000.0000", "1.2500", "20001.2500", "50000.0000"]);
    let text = progressive("PMG-02", "20000", "10", "As Ks Qs Js Ts");
    check_meter(&text, ["20000.0000", "2.5000", "20002.5000", "100000.0000"]);
}

#[test]
fn arsd_16_15_05_s21g_envy_for_each_triggering_hand_at_the_end() {
    // The hand alone triggers [PRG-6]: seat 4's royal does without a bet, and wins nothing itself.
    // Seat 3 has no envy of its own hand. Its 10% is of 30000 + 25% of $3 = 30000.75: 3000.075,
    // paid 3000.07, and 27000.68 is left.
    assert_eq!(
        from_progressive(ENVY),
        [
            "3 progressive 1.00 3000.07 win (21)(f) straight flush",
            "2 progressive 1.00 0.00 lose (21)(f) no award",
            "1 progressive 1.00 0.00 lose (21)(f) no award",
            "3 envy 0.00 1000.00 win (21)(g)(iii) royal flush",
            "2 envy 0.00 1000.00 win (21)(g)(iii) royal flush",
            "2 envy 0.00 300.00 win (21)(g)(iii) straight flush",
            "1 envy 0.00 1000.00 win (21)(g)(iii) royal flush",
            "1 envy 0.00 300.00 win (21)(g)(iii) straight flush",
        ]
    );
    check_meter(ENVY, ["30000.0000", "0.7500", "3000.0700", "27000.6800"]);
}

#[test]
fn prg_5_split_shares_the_meter_as_it_stands_at_the_first_top_award() {
    // 30000 + 25% of $5 = 30001.25. Seat 5, before the first royal: 10%, 3000.12. Seats 4 and 2
    // share the 27001.13 that stand then, the odd cent to seat 4; one reset, to 10000. Seats 3 and
    // 1, after it, are paid from the reset meter: 1000.00, then 10% of 9000.
    let seat = |number: u8, cards: &str| {
        format!(
            "[[seat]]\nnumber = {number}\ncards = '{cards}'\n\
             bets = {{ ante = '10', progressive = '1' }}\nactions = ['play']\n"
        )
    };
    let text = format!(
        "game = 'caribbean-stud'\nschedules = {{ progressive = 'PMG-01' }}\n\
         options = {{ house-procedure = 'split' }}\nmeter = '30000'\ndealer = 'Jc Qd 2s 3c 4d'\n\
         {}{}{}{}{}",
        seat(1, "9d 8d 7d 6d 5d"),
        seat(2, "As Ks Qs Js Ts"),
        seat(3, "9c 8c 7c 6c 5c"),
        seat(4, "Ah Kh Qh Jh Th"),
        seat(5, "9h 8h 7h 6h 5h"),
    );
    assert_eq!(
        from_progressive(&text)[..5],
        [
            "5 progressive 1.00 3000.12 win (21)(f) straight flush",
            "4 progressive 1.00 13500.57 win (21)(f) royal flush",
            "3 progressive 1.00 1000.00 win (21)(f) straight flush",
            "2 progressive 1.00 13500.56 win (21)(f) royal flush",
            "1 progressive 1.00 900.00 win (21)(f) straight flush",
        ]
    );
    // 3000.12 + 27001.13 + 1000.00 + 900.00.
    check_meter(&text, ["30000.0000", "1.2500", "31901.2500", "8100.0000"]);
}

#[test]
fn prg_7_envy_of_pmg_02_is_for_five_dollars() {
    // $5,000 and $1,500 at its own $5, three times as much at a posted $15.
    for (posted, royal, straight_flush) in [("5", "5000", "1500"), ("15", "15000", "4500")] {
        let text = ENVY
            .replace(
                "PMG-01' }",
                &format!("PMG-02' }}\noptions = {{ progressive-wager = '{posted}' }}"),
            )
            .replace("progressive = '1'", &format!("progressive = '{posted}'"));
        let envy: Vec<String> = from_progressive(&text).split_off(3);
        let line = |seat: u8, amount: &str, row: &str| {
            format!("{seat} envy 0.00 {amount}.00 win (21)(g)(iii) {row}")
        };
        assert_eq!(
            envy,
            [
                line(3, royal, "royal flush"),
                line(2, royal, "royal flush"),
                line(2, straight_flush, "straight flush"),
                line(1, royal, "royal flush"),
                line(1, straight_flush, "straight flush"),
            ]
        );
    }
}

#[test]
fn prg_7_any_other_amount_than_the_posted_one_is_refused() {
    // At the nominal $1, $2 is refused; at a posted $2, $1 is.
    let plain = ENVY.replacen("progressive = '1'", "progressive = '2'", 1);
    assert_eq!(
        problem(&plain),
        "test:5: seat[1]: the posted progressive wager is $1, not $2 (see 20:18:16:15.05(3), [PRG-7])"
    );
    let posted = ENVY
        .replace("meter", "options = { progressive-wager = '2' }\n    meter")
        .replace("progressive = '1'", "progressive = '2'")
        .replacen("progressive = '2'", "progressive = '1'", 1);
    assert_eq!(
        problem(&posted),
        "test:6: seat[1]: the posted progressive wager is $2, not $1 (see 20:18:16:15.05(3), [PRG-7])"
    );
}

#[test]
fn prg_7_a_table_posts_a_whole_multiple_of_the_nominal_wager() {
    let text = |posted: &str| progressive("PMG-02", "20000", posted, "9d 8d 7d 6d 5d");
    for posted in ["1", "7", "12.50", "1005"] {
        assert_eq!(
            problem(&text(posted)),
            format!(
                "test:3: options.progressive-wager: option progressive-wager cannot be \"{posted}\"; \
                 it can be a whole multiple of PMG-02's $5, at most $1,000 [PRG-7]"
            )
        );
    }
    for posted in ["0", "-5"] {
        assert!(problem(&text(posted)).contains("it can be nominal, an amount in dollars"));
    }
    let idle = one("9d 8d 7d 6d 5d", NO_HAND, "play");
    let idle = format!("options = {{ progressive-wager = '2' }}\n{idle}");
    assert_eq!(
        problem(&idle),
        "test:1: options.progressive-wager: no effect without a progressive: write schedules = \
         { progressive = \"...\" }"
    );
}

#[test]
fn prg_6_no_envy_where_the_schedule_has_none() {
    assert_eq!(from_progressive(&ENVY.replace("PMG-01", "CS-10")).len(), 3);
}

#[test]
fn ed_3_the_2011_text_has_a_token_of_one_dollar_and_no_multi_link() {
    let old = |text: &str| format!("edition = '2011-01-10'\n{text}");
    let text = old(&progressive("CS-10", "20000", "1", "9d 8d 7d 6d 5d"));
    check_progressive(&text, "1 progressive 1.00 2000.02 win (21) straight flush");
    let text = old(&progressive("CS-10", "20000", "2", "9d 8d 7d 6d 5d"));
    assert_eq!(
        problem(&text),
        "test:4: options.progressive-wager: option progressive-wager cannot be \"2\"; it can be 1"
    );
    let text = text.replace("progressive-wager = '2'", "");
    assert_eq!(
        problem(&text),
        "test:7: seat[1]: the posted progressive wager is $1, not $2 (see 20:18:16:15.05(3), [PRG-7])"
    );
    let text = old(&progressive("PMG-01", "20000", "1", "9d 8d 7d 6d 5d"));
    assert!(problem(&text).contains("it has CS-10, CS-5000"), "{}", problem(&text));
}
