#!/usr/bin/env python3
"""Audits an exported log of a house without any of its code.

    python3 audit.py LOG [JOURNAL ...]

Checks, entry by entry: the hash chain; that every posting is positive and no player's account is ever
negative; that each meter's transfers lead to the totals written and to the book's account; that every
card of a shuffled round is the next one of the shuffle its seed gives, and every single deck has 52
different cards; that a finished round leaves nothing on the layout; and that every request in the
journals (ids that were acknowledged) is in the log exactly once.
"""

import collections
import hashlib
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../shuffle/tests"))
import reference  # noqa: E402  (its own code, which shares none with the house)

UNIT = 1_000_000  # a dollar in millionths
BLACKJACK = {"blackjack": 6, "buster-blackjack": 6, "war-blackjack": 6}


def units(text):
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.lstrip("-").partition(".")
    return sign * (int(whole) * UNIT + int(part.ljust(6, "0")[:6] or 0))


def fail(seq, why):
    sys.exit(f"entry {seq}: {why}")


class Table:
    def __init__(self, setup):
        self.setup = setup
        self.decks = int(setup.get("options", {}).get("decks", BLACKJACK.get(setup["game"], 1)))
        self.shuffle = None  # seed, words, round, order, dealt
        self.round = 0
        self.cards = []


class Audit:
    def __init__(self):
        self.balances = collections.Counter()
        self.meters = {}
        self.tables = {}
        self.ids = collections.Counter()
        self.seen = collections.Counter()

    def entry(self, seq, record):
        self.ids[record["id"]] += 1
        what, effect = record["request"]["what"], record["effect"]
        self.seen[what["do"]] += 1
        self.book(seq, effect)
        for move in effect.get("moves", []):
            self.move(seq, move)
        for meter, totals in self.meters.items():
            owed = sum(totals[a] for a in ("display", "reserve", "overflow", "pending"))
            if owed != self.balances[f"meter {meter}"]:
                fail(seq, f"meter {meter} owes {owed}, the book says {self.balances[f'meter {meter}']}")
        if what["do"] == "set-up-table":
            self.tables[what["table"]] = Table(what["setup"])
        if what["do"] == "play":
            self.play(seq, what, effect)

    def book(self, seq, effect):
        for posting in effect.get("book", []):
            amount = units(posting["amount"])
            if amount <= 0 or posting["from"] == posting["to"]:
                fail(seq, f"a posting of {amount}")
            self.balances[posting["from"]] -= amount
            self.balances[posting["to"]] += amount
            self.seen["postings"] += 1
        for posting in effect.get("book", []):
            for account in (posting["from"], posting["to"]):
                if account.split()[0] in ("chips", "layout", "drop", "toke", "rake", "meter"):
                    if self.balances[account] < 0:
                        fail(seq, f"{account} is {self.balances[account]}")

    def move(self, seq, move):
        names = ("seeds", "contributions", "adjustments", "display", "reserve", "overflow", "paid", "pending")
        totals = self.meters.setdefault(move["meter"], dict.fromkeys(names, 0))
        sources = ("seeds", "contributions", "adjustments")
        for transfer in move.get("transfers", []):
            amount = units(transfer["amount"])
            totals[transfer["from"]] += amount if transfer["from"] in sources else -amount
            totals[transfer["to"]] += -amount if transfer["to"] in sources else amount
        written = {name: units(move["after"].get(name, "0")) for name in names}
        if totals != written:
            fail(seq, f"meter {move['meter']}: {totals} is not what is written: {written}")
        if sum(totals[a] for a in sources) != sum(totals[a] for a in names if a not in sources):
            fail(seq, f"meter {move['meter']} does not conserve money")

    def play(self, seq, what, effect):
        table, deed = self.tables[what["table"]], what["deed"]
        if effect.get("round", 0) != table.round:
            left = [a for a in self.balances if a.startswith(f"layout {what['table']} ") and self.balances[a]]
            # What is on the layout now was bet in the new round.
            if any(deed.get("seat") != int(a.split()[2]) for a in left):
                fail(seq, f"the round before left wagers on the layout: {left}")
            table.round, table.cards = effect.get("round", 0), []
            self.seen["rounds"] += 1
            if "seed" in what and table.setup["kind"] != "live":
                table.shuffle = {"seed": what["seed"], "words": {}, "round": table.round, "order": None, "dealt": 0}
        if deed["act"] == "seed_word":
            table.shuffle["words"][str(deed["seat"])] = deed["word"]
        for op in effect.get("ops", []):
            words = op.split()
            if words[0] == "deal":
                self.card(seq, table, words[-1])

    def card(self, seq, table, card):
        self.seen["cards"] += 1
        if table.decks == 1:
            if card in table.cards:
                fail(seq, f"{card} was dealt twice in one round from a single deck")
            table.cards.append(card)
        shuffle = table.shuffle
        if shuffle is None:
            return
        if shuffle["order"] is None:
            case = {
                "seed": shuffle["seed"],
                "words": shuffle["words"],
                "round": shuffle["round"],
                "shuffle": 0,
                "cards": reference.decks(table.decks),
            }
            order, _, _ = reference.order(case)
            shuffle["order"] = order.split() if isinstance(order, str) else list(order)
        # Where the first card after a shuffle is burned, the round does not begin with it.
        expected = shuffle["order"][shuffle["dealt"]]
        if shuffle["dealt"] == 0 and card != expected and card == shuffle["order"][1]:
            shuffle["dealt"], expected = 1, card
        if card != expected:
            fail(seq, f"{card} was dealt where the shuffle has {expected}")
        shuffle["dealt"] += 1


def main():
    audit = Audit()
    previous = bytes(32)
    with open(sys.argv[1], encoding="utf-8") as log:
        for seq, text in enumerate(log, 1):
            written, _, line = text.rstrip("\n").partition(" ")
            previous = hashlib.sha256(previous + line.encode("utf-8")).digest()
            if previous.hex() != written:
                fail(seq, "the hash does not follow from the entry before")
            record = json.loads(line)
            if record["seq"] != seq:
                fail(seq, f"it is numbered {record['seq']}")
            audit.entry(seq, record)
    acknowledged = 0
    for journal in sys.argv[2:]:
        for request in open(journal, encoding="utf-8").read().split("\n")[:-1]:
            acknowledged += 1
            if audit.ids[request] != 1:
                sys.exit(f"request {request} was acknowledged and is in the log {audit.ids[request]} times")
    if any(count > 1 for count in audit.ids.values()):
        sys.exit("a request is in the log twice")
    if sum(audit.balances.values()) != 0:
        sys.exit("the book does not balance")
    seen = audit.seen
    print(
        f"  {sum(audit.ids.values())} entries, {seen['rounds']} rounds, {seen['cards']} cards, "
        f"{seen['postings']} postings, {len(audit.meters)} meters, {acknowledged} acknowledged: all agree"
    )


main()
