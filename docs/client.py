#!/usr/bin/env python3
"""A client of a demo house, from its description alone: python3 docs/client.py http://127.0.0.1:8080

Signs in, plays a round of every game to its last line and follows it over events as a second person; then a dealer
deals a jackpot at the live table, a supervisor verifies it, the round is recalled, and its round file settles to the
same lines. Needs nothing but Python 3.
"""

import http.client
import json
import sys
import threading
import urllib.parse

HOST = urllib.parse.urlparse(sys.argv[1]).netloc
MAX_ACTS = 200


class Person:
    """Someone who calls the house over one connection."""

    def __init__(self, who=None):
        self.connection = http.client.HTTPConnection(HOST, timeout=30)
        self.token = None
        self.key = 0
        if who:
            self.token = self.call("POST", "/api/v1/session", who)["token"]

    def send(self, method, path, body=None, headers=()):
        headers = dict(headers)
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if isinstance(body, dict):
            body = json.dumps(body)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or "null")

    def call(self, method, path, body=None):
        status, said = self.send(method, path, body)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {said}")
        return said

    def act(self, table, **act):
        """One act, with a key of its own: sent again, it would be done once."""
        self.key += 1
        headers = {"Idempotency-Key": f"{id(self)}-{self.key}"}
        status, said = self.send("POST", f"/api/v1/tables/{table}/acts", act, headers)
        if status != 200:
            raise SystemExit(f"{table}: {act}: {status} {said}")
        return said["view"]

    def view(self, table):
        return self.call("GET", f"/api/v1/tables/{table}")


class Watcher(threading.Thread):
    """Follows a table over server-sent events, until the next round there is done."""

    def __init__(self, table, token=None):
        super().__init__(daemon=True)
        self.table, self.token = table, token
        self.views, self.is_connected = [], threading.Event()

    def run(self):
        connection = http.client.HTTPConnection(HOST, timeout=60)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        connection.request("GET", f"/api/v1/tables/{self.table}/events", headers=headers)
        name = ""
        for line in connection.getresponse():
            line = line.decode().rstrip("\n")
            if line.startswith("event:"):
                name = line[6:].strip()
            elif line.startswith("data:") and not name:
                self.views.append(json.loads(line[5:]))
                self.is_connected.set()
                round_, before = self.views[-1]["round"], self.views[0]["round"]["number"]
                if round_["next"]["kind"] == "done" and round_["number"] > before:
                    return
            elif not line:
                name = ""


def play(player, table):
    """A round at a practice table, with what the house says is legal."""
    view = player.act(table, act="sit", seat=1, buy_in="200.00")
    view = player.act(table, act="bet", seat=1, bets=view["posted"]["least"])
    view = player.act(table, act="ready", seat=1)
    for _ in range(MAX_ACTS):
        following = view["round"]["next"]
        if following["kind"] == "done":
            return view
        assert following["kind"] == "decision", following
        view = player.act(
            table, act="decide", seat=1, action=following["actions"][0], hand=following["hand"]
        )
    raise SystemExit(f"{table}: the round does not end")


def every_game(player):
    games = [game["id"] for game in player.call("GET", "/api/v1/games")["games"]]
    for game in games:
        watcher = Watcher(game)
        watcher.start()
        watcher.is_connected.wait(10)
        view = play(player, game)
        watcher.join(10)
        assert watcher.views[-1]["round"]["lines"] == view["round"]["lines"], game
        number = view["round"]["number"]
        recalled = player.call("GET", f"/api/v1/tables/{game}/rounds/{number}")
        assert recalled["lines"] == view["round"]["lines"], game
        if recalled["round_file"]:
            settled = player.call("POST", "/api/v1/settle", recalled["round_file"])
            same(settled["lines"], recalled["lines"], game)
        player.act(game, act="leave", seat=1)
        print(f"{game}: {len(view['round']['lines'])} lines, {len(watcher.views)} events")


def same(one, other, where):
    keys = ["seat", "wager", "staked", "returned", "result", "row"]
    lines = lambda all: [[line[key] for key in keys] for line in all]
    assert lines(one) == lines(other), f"{where}: {lines(one)} {lines(other)}"


def jackpot(dan, sue):
    """Seat 1 has a royal flush in spades; the rest is small."""
    table, meter = "live-1", "live-1"
    seat_one = ["As", "Ks", "Qs", "Js", "Ts"]
    others = ["2c", "3d", "7h", "9c", "Kd", "4h", "8c", "5d", "6h", "2d"]
    dan.act(table, act="bet", seat=1, bets={"ante": "5.00", "progressive": "1.00"})
    dan.act(table, act="bet", seat=2, bets={"ante": "5.00", "progressive": "1.00"})
    view = dan.act(table, act="lock")
    for _ in range(MAX_ACTS):
        following = view["round"]["next"]
        if following["kind"] == "done":
            break
        if following["kind"] == "card":
            card = (seat_one if following["seat"] == 1 else others).pop(0)
            view = dan.act(table, act="card", card=card)
        elif following["kind"] == "decision":
            stays = [action for action in following["actions"] if action != "fold"]
            view = dan.act(table, act="decide", seat=following["seat"], action=stays[0])
        elif following["kind"] == "award":
            waiting = sue.call("GET", "/api/v1/awards?state=pending")["awards"]
            if not waiting:
                dan.act(table, act="key", seat=following["seat"], hand="royal flush")
                dan.act(table, act="call_supervisor")
                continue
            shown = sue.call("GET", f"/api/v1/meters/{meter}")
            assert shown["state"] == "pending", shown
            view = sue.act(table, act="verify", award=waiting[0]["award"])
            print(f"award {waiting[0]['award']}: {waiting[0]['hand']}, ${waiting[0]['amount']} paid")
        else:
            view = dan.act(table, act="step")
    number = view["round"]["number"]
    recalled = sue.call("GET", f"/api/v1/tables/{table}/rounds/{number}")
    settled = sue.call("POST", "/api/v1/settle", recalled["round_file"])
    same(settled["lines"], recalled["lines"], table)
    print(f"{table}: round {number} recalled and settled to the same {len(settled['lines'])} lines")
    print("meter:", sue.call("GET", f"/api/v1/meters/{meter}")["display"])


def main():
    described = Person().call("GET", "/openapi.json")["paths"]
    assert "/api/v1/tables/{table}/acts" in described
    every_game(Person({"guest": "Ann"}))
    dan = Person({"person": "dan", "secret": "dan-demo"})
    sue = Person({"person": "sue", "secret": "sue-demo"})
    jackpot(dan, sue)


if __name__ == "__main__":
    main()
