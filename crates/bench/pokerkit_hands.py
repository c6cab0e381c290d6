"""Hands a second in PokerKit: two players who check and call to the end; prints one number."""

import random
import time

from pokerkit import Automation, NoLimitTexasHoldem

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def hand():
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, (100, 100), 2)
    while state.status:
        state.check_or_call()


def main():
    random.seed(1)
    best = 0.0
    for _ in range(5):
        started, done = time.perf_counter(), 0
        while time.perf_counter() - started < 0.5:
            hand()
            done += 1
        best = max(best, done / (time.perf_counter() - started))
    print(best)


main()
