#!/usr/bin/env python3
"""Does the running server keep to its own description? python3 conformance.py SCHEMATHESIS CROUPIER [CASES]

Starts a demo house in memory and lets schemathesis send what the description allows and what it does not. No answer may
be a server error, or have a status, a content type or a body that the description does not have. Then it asks for every
kind of answer of the library, which chance alone would not find.
"""

import glob
import json
import os
import subprocess
import sys
import tempfile
import urllib.request

import requests
import schemathesis

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
]

# Analyses of these take a fraction of a second; all games together take too long for a case that is sent often.
QUICK = ["three-card-poker", "let-it-ride", "mississippi-stud", "casino-war", "no-such-game"]

# Every kind of answer.
ASKED = [
    "rules/caribbean-stud",
    "rules/blackjack",
    "rules/blackjack?steps=true",
    "rules/three-card-poker?diff=2011-12-05,2015-07-01",
    "odds?game=three-card-poker",
    "odds?game=three-card-poker&findings=true",
    "odds?game=three-card-poker&wager=pair-plus&pay=flush%3D%3F&target_edge=3%25",
    "odds?game=mississippi-stud&wager=progressive&meter=50000&seats=3",
    "odds?game=blackjack&wager=lucky-ladies&schedule=A&decks=6",
    "odds?game=war-blackjack&decks=6",
    "strategy?game=three-card-poker",
    "strategy?game=blackjack&decks=6",
    "strategy?game=three-card-poker&hand=Qs%206h%204d",
    "strategy?game=blackjack&decks=6&hand=Ts%206d&upcard=9h",
    "strategy?game=mississippi-stud&cost=always-3x",
    "strategy?game=mississippi-stud&cost=list",
]

schemathesis.serializer.alias("application/toml", "text/plain")


def rounds():
    """The recorded rounds by name."""
    folder = os.path.join(os.path.dirname(__file__), "../../../docs/rounds")
    found = sorted(glob.glob(os.path.join(folder, "*.round.toml")))
    assert found, folder
    return {os.path.basename(path): open(path, encoding="utf-8").read() for path in found}


def narrowed(document):
    """The description without what takes long."""
    for call in ["odds", "strategy"]:
        [game] = [it for it in document["paths"][f"/api/v1/{call}"]["get"]["parameters"] if it["name"] == "game"]
        game["required"] = True
        game["schema"] = {"type": "string", "enum": QUICK}
    return document


def answers(url, token, document):
    """Every kind of answer fits its description: how many do not."""
    schema = schemathesis.openapi.from_dict(document)
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {token}"
    wrong = 0

    def look(path, name, response):
        nonlocal wrong
        try:
            assert response.status_code == 200, response.text
            schema[path][response.request.method].validate_response(response)
        except Exception as error:  # Whatever it is, it is told with the question.
            wrong += 1
            print(f"FAILED {name}: {error}")

    for asked in ASKED:
        call = asked.split("?")[0]
        path = "/api/v1/rules/{game}" if call.startswith("rules/") else f"/api/v1/{call}"
        look(path, asked, session.get(f"{url}/api/v1/{asked}", timeout=120))
    look("/api/v1/games", "games", session.get(f"{url}/api/v1/games", timeout=120))
    toml_body = {"Content-Type": "application/toml"}
    for name, text in rounds().items():
        response = session.post(f"{url}/api/v1/settle", text.encode(), headers=toml_body, timeout=120)
        look("/api/v1/settle", name, response)
    print(f"{len(ASKED) + 1 + len(rounds())} answers of the library, {wrong} not as described")
    return wrong


def main():
    program, croupier, *cases = sys.argv[1:]
    command = [croupier, "serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", "memory:"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        url = json.loads(server.stdout.readline())["url"]
        body = json.dumps({"person": "sue", "secret": "sue-demo"}).encode()
        answer = urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1/session", body))
        token = json.load(answer)["token"]
        document = json.load(urllib.request.urlopen(f"{url}/openapi.json"))
        wrong = answers(url, token, document)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(narrowed(document), file)
            file.flush()
            arguments = [
                program, "run", file.name, "--url", url,
                "--header", f"Authorization: Bearer {token}",
                "--checks", ",".join(CHECKS),
                # Streams do not end, and ending the session ends the run.
                "--exclude-path-regex", "events$",
                "--exclude-method", "DELETE",
                "--max-examples", (cases or ["10"])[0],
                "--phases", "examples,coverage,fuzzing",
                "--suppress-health-check", "all",
                "--request-timeout", "60",
                "--seed", "1",
                "--no-color",
            ]
            # This file is also what tells it how TOML is sent.
            environment = {**os.environ, "SCHEMATHESIS_HOOKS": os.path.abspath(__file__)}
            ran = subprocess.run(arguments, env=environment)
        sys.exit(ran.returncode or min(wrong, 1))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
