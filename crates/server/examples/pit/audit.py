#!/usr/bin/env python3
"""Audits an exported log of a house without any of its code.

    python3 audit.py LOG BOOKS [JOURNAL ...]

Checks, entry by entry: the hash chain; that every posting is positive and no player's account is ever
negative; that each meter's transfers lead to the totals written and to the book's account; that every
card of a shuffled round is the next one of the shuffle its seed gives, and every single deck has 52
different cards; that a finished round leaves nothing on the layout; that every award is made once,
decided once, by a supervisor, and paid as the round and the meter say; and that every request in the
journals (ids that were acknowledged) is in the log exactly once. At the end every account, the
meters' days, the rounds and the pending awards are what the house itself says (BOOKS).
"""

import collections
import hashlib
import json
import os
import sys
import tomllib

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../shuffle/tests"))
import reference  # noqa: E402  (its own code, which shares none with the house)

UNIT = 1_000_000  # a dollar in millionths
MONDAY = 1_793_577_600_000_000  # 2 November 2026 in microseconds
DAY = 86_400 * UNIT
SUPERVISORS = ("sue", "bob")
RULEBOOK = os.path.join(os.path.dirname(__file__), "../../../../rulebook")


def options():
    """The options of each game, as the rulebook has them unless a table posts something else."""
    found = {}
    for name in os.listdir(RULEBOOK):
        if name.endswith(".toml"):
            with open(os.path.join(RULEBOOK, name), "rb") as file:
                section = tomllib.load(file)
            if "game" in section:
                found[section["game"]] = {one["key"]: one["default"] for one in section.get("option", [])}
    return found


OPTIONS = options()


def units(text):
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.lstrip("-").partition(".")
    return sign * (int(whole) * UNIT + int(part.ljust(6, "0")[:6] or 0))


def fail(seq, why):
    sys.exit(f"entry {seq}: {why}")


class Table:
    def __init__(self, setup):
        self.setup = setup
        self.options = {**OPTIONS[setup["game"]], **setup.get("options", {})}
        self.decks = int(self.options.get("decks", 1))
        self.shuffles = []  # those that the cards may come from: seed, words, round, order, dealt
        self.alone = units(setup.get("verify-from", "0"))  # below this the dealer pays alone
        self.round = 0
        self.cards = []


class Audit:
    def __init__(self):
        self.balances = collections.Counter()
        self.meters = {}
        self.tables = {}
        self.ids = collections.Counter()
        self.seen = collections.Counter()
        self.done = collections.Counter()
        self.awards = {}
        self.answered = collections.defaultdict(dict)  # (table, round): seat -> amount
        self.paid = collections.Counter()  # by meter
        self.days = collections.defaultdict(Day)  # (day, meter)
        self.upheld = set()  # (table, round)

    def entry(self, seq, record):
        self.ids[record["id"]] += 1
        what, effect = record["request"]["what"], record["effect"]
        self.done[what["deed"]["act"] if what["do"] == "play" else what["do"]] += 1
        if what["do"] == "play" and what["deed"]["act"] == "irregular":
            self.done["irregular: " + what["deed"]["event"]] += 1
        for op in effect.get("ops", []):
            words = op.split()
            if words[0] == "award":
                place = self.answered[effect["table"], effect["round"]]
                if words[1] in place:
                    fail(seq, f"seat {words[1]} is awarded twice in one round")
                place[words[1]] = units(words[2])
        if what["do"] == "play" and what["deed"]["act"] == "override":
            self.upheld.add((effect["table"], effect["round"]))
        # One step may key several hands: their awards have the next numbers, in the order of the keys, and are listed
        # from the last seat to the first.
        new = sorted(award["number"] for award in effect.get("awards", []) if award["number"] not in self.awards)
        if new != list(range(len(self.awards) + 1, len(self.awards) + 1 + len(new))):
            fail(seq, f"awards {new} follow award {len(self.awards)}")
        for award in effect.get("awards", []):
            self.award(seq, award, record["request"]["by"])
        for move in effect.get("moves", []):
            self.days[(moment(record["at"]) - MONDAY) // DAY, move["meter"]].add(move)
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

    def award(self, seq, award, by):
        number, standing = award["number"], award["standing"]
        known = self.awards.get(number)
        if known is not None:
            if known["standing"]["is"] != "pending":
                fail(seq, f"award {number} was {known['standing']['is']} already")
            for key in ("meter", "table", "round", "seat", "hand", "source"):
                if known[key] != award[key]:
                    fail(seq, f"award {number} has another {key}")
        self.awards[number] = award
        self.seen["awards " + standing["is"]] += 1
        if standing["is"] == "paid":
            table = self.tables[award["table"]]
            alone = award["source"]["from"] == "tray" and units(award["amount"]) < table.alone
            if standing["by"] not in SUPERVISORS and table.setup["kind"] != "practice" and not alone:
                fail(seq, f"award {number} was verified by {standing['by']}")
            differs = units(standing["paid"]) - units(award["amount"])
            if differs != units(standing.get("differs", {}).get("amount", "0")):
                fail(seq, f"award {number}: {standing}")
            if differs and standing["differs"]["approved-by"] == standing["by"]:
                fail(seq, f"award {number}: one supervisor agreed with themselves")
            if award["source"].get("share") == "100%":
                self.seen["jackpots"] += 1
            if award["source"]["from"] == "envy":
                self.seen["envy only"] += 1
            if award["source"]["from"] == "meter":
                self.paid[award["meter"]] += units(award["amount"])

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
        names = ("seeds", "top-ups", "contributions", "adjustments", "display", "reserve", "overflow", "paid", "pending")
        totals = self.meters.setdefault(move["meter"], dict.fromkeys(names, 0))
        sources = ("seeds", "top-ups", "contributions", "adjustments")
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
                new = {"seed": what["seed"], "words": {}, "round": table.round, "order": None, "dealt": 0}
                # A seed may be offered that a shoe in use does not need yet: the cards show which it is.
                table.shuffles = [new] if table.decks == 1 else [*table.shuffles, new]
        if deed["act"] == "relieve" and table.options.get("burn-on-dealer-change") == "true":
            for shuffle in table.shuffles:
                # Whoever takes over burns a card of the shoe in use.
                shuffle["dealt"] += int(shuffle["dealt"] > 0)
        if deed["act"] == "seed_word":
            for shuffle in table.shuffles:
                if shuffle["order"] is None:
                    shuffle["words"][str(deed["seat"])] = deed["word"]
        for op in effect.get("taken-back", []):
            # A card that was entered by mistake was never dealt [GEN-14]; only real cards are entered.
            words = op.split()
            if words[0] == "deal":
                if table.setup["kind"] != "live":
                    fail(seq, f"{op} was taken back at a table where the house deals")
                self.seen["cards"] -= 1
                if table.decks == 1:
                    table.cards.remove(words[-1])
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
        if table.setup["kind"] == "live":
            return
        fits = []
        for shuffle in table.shuffles:
            if shuffle["order"] is None:
                self.begin(table, shuffle)
            if shuffle["order"][shuffle["dealt"]:shuffle["dealt"] + 1] == [card]:
                shuffle["dealt"] += 1
                fits.append(shuffle)
        if not fits:
            fail(seq, f"{card} was dealt, which no shuffle has next")
        table.shuffles = fits

    def begin(self, table, shuffle):
        case = {key: shuffle[key] for key in ("seed", "words", "round")}
        order, _, _ = reference.order(case | {"shuffle": 0, "cards": reference.decks(table.decks)})
        shuffle["order"] = order.split() if isinstance(order, str) else list(order)
        # The first card after a shoe is shuffled is burned; the round does not begin with it.
        shuffle["dealt"] = int(table.options.get("burn-first") == "true")

    def finish(self, books):
        """Compares what is left with what the house says about itself."""
        accounts = {name: str(balance) for name, balance in self.balances.items() if balance}
        if accounts != books["accounts"]:
            differ = {n for n in accounts.keys() | books["accounts"].keys() if accounts.get(n) != books["accounts"].get(n)}
            sys.exit(f"the house has other balances: {sorted(differ)}")
        rounds = {name: table.round for name, table in self.tables.items()}
        if rounds != books["rounds"]:
            sys.exit("the house has other rounds")
        pending = [n for n, award in self.awards.items() if award["standing"]["is"] == "pending"]
        if pending != books["pending"]:
            sys.exit(f"the house has other pending awards: {pending}, {books['pending']}")
        for meter, totals in self.meters.items():
            held = sum(units(self.awards[n]["amount"]) for n in pending
                       if self.awards[n]["meter"] == meter and self.awards[n]["source"]["from"] == "meter")
            if (totals["paid"], totals["pending"]) != (self.paid[meter], held):
                sys.exit(f"meter {meter} has paid {totals['paid']} and holds {totals['pending']}, "
                         f"its awards say {self.paid[meter]} and {held}")
        self.rounds_and_awards()
        covered = set()
        for said in books["days"]:
            day = self.days.pop((said["day"], said["meter"]), Day())
            if (day.lines, str(day.change), {k: str(v) for k, v in day.moved.items()}) != (
                    said["lines"], said["change"], said["moved"]):
                sys.exit(f"day {said['day']} of {said['meter']}: the statement says otherwise")
            covered |= {said["day"]} if day.lines else set()
        if self.days:
            sys.exit(f"no statement covers {sorted(self.days)}")
        return len(covered)

    def rounds_and_awards(self):
        """What a round was told its awards come to is what was verified, unless a supervisor upheld the keys."""
        paid = {}
        for award in self.awards.values():
            if award["standing"]["is"] == "paid":
                paid[award["table"], award["round"], str(award["seat"])] = units(award["amount"])
        for (table, number), seats in self.answered.items():
            if (table, number) in self.upheld:
                continue
            for seat, amount in seats.items():
                if paid.get((table, number, seat)) != amount:
                    sys.exit(f"{table} round {number}: seat {seat} was awarded {amount}, not what was verified")
                self.seen["awards in rounds"] += 1


class Day:
    """A meter's day, as its entries have it."""

    def __init__(self):
        self.lines, self.change, self.moved = 0, 0, collections.Counter()

    def add(self, move):
        self.lines += 1
        self.change += units(move["after"].get("display", "0")) - units(move["before"])
        for transfer in move.get("transfers", []):
            self.moved[f"{transfer['from']} to {transfer['to']}"] += units(transfer["amount"])


def moment(text):
    """Microseconds since 1970."""
    return int(text) if isinstance(text, int) else int(float(text))


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
    for journal in sys.argv[3:]:
        for request in open(journal, encoding="utf-8").read().split("\n")[:-1]:
            acknowledged += 1
            if audit.ids[request] != 1:
                sys.exit(f"request {request} was acknowledged and is in the log {audit.ids[request]} times")
    if any(count > 1 for count in audit.ids.values()):
        sys.exit("a request is in the log twice")
    if sum(audit.balances.values()) != 0:
        sys.exit("the book does not balance")
    with open(sys.argv[2], encoding="utf-8") as books:
        days = audit.finish(json.load(books))
    seen = audit.seen
    print("  done: " + ", ".join(f"{count} {what}" for what, count in sorted(audit.done.items())))
    made = ", ".join(f"{seen['awards ' + s]} {s}" for s in ("paid", "voided"))
    print(f"  {len(audit.awards)} awards: {made}; {seen['awards in rounds']} in rounds with cards; "
          f"{seen['jackpots']} whole meters, {seen['envy only']} for envy only; {days} days")
    print(
        f"  {sum(audit.ids.values())} entries, {seen['rounds']} rounds, {seen['cards']} cards, "
        f"{seen['postings']} postings, {len(audit.meters)} meters, {acknowledged} acknowledged: all agree"
    )


main()
