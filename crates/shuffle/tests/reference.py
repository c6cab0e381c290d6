#!/usr/bin/env python3
"""The shuffle of docs/shuffle.md a second time, plainly, sharing nothing with the Rust code.

reference.py vectors   prints vectors.json
reference.py orders    reads cases as JSON lines and prints the order of each
reference.py vectors-2 prints vectors-2.json
reference.py proofs    reads cases of version 2 as JSON lines and prints each with its results
"""

import hashlib
import json
import sys

LABEL = b"croupier-shuffle-1"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk"]


def sha256(data):
    return hashlib.sha256(data).digest()


def hmac(key, message):
    """RFC 2104, for keys no longer than a block."""
    key = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message)
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner)


def number(value, size):
    return value.to_bytes(size, "big")


def key_of(case):
    message = LABEL + number(int(case["round"]), 8) + number(case["shuffle"], 4)
    message += number(len(case["words"]), 4)
    for seat in sorted(case["words"], key=int):
        word = case["words"][seat].encode("utf-8")
        message += number(int(seat), 4) + number(len(word), 4) + word
    indices = sorted(CARDS.index(card) for card in case["cards"].split())
    message += number(len(indices), 4) + bytes(indices)
    return hmac(bytes.fromhex(case["seed"]), message), indices


def numbers(key):
    block = 0
    while True:
        mac = hmac(key, number(block, 8))
        for start in range(0, 32, 4):
            yield int.from_bytes(mac[start : start + 4], "big")
        block += 1


def fisher_yates(key, items):
    """The items in the order that a key gives, and how many numbers were rejected."""
    stream = numbers(key)
    items = list(items)
    rejected = 0
    for last in range(len(items) - 1, 0, -1):
        choices = last + 1
        drawn = next(stream)
        while drawn // choices == 2**32 // choices:  # in the last, incomplete group of choices
            rejected += 1
            drawn = next(stream)
        chosen = drawn % choices
        items[last], items[chosen] = items[chosen], items[last]
    return items, rejected


def order(case):
    """The cards as they are dealt, the key, and how many numbers were rejected."""
    key, indices = key_of(case)
    indices, rejected = fisher_yates(key, indices)
    return " ".join(CARDS[index] for index in indices), key, rejected


def decks(count):
    return " ".join(card for card in CARDS[:52] for _ in range(count))


def cases():
    zeros, counting = "00" * 32, bytes(range(32)).hex()
    other = sha256(b"a seed for the vectors").hex()

    def case(name, seed, round, words=None, shuffle=0, count=None, cards=None):
        cards = decks(count) if cards is None else cards
        head = {"name": name, "seed": seed, "round": str(round), "shuffle": shuffle}
        size = {} if count is None else {"decks": count}
        return head | {"words": words or {}} | size | {"cards": cards}

    three = {"1": "lucky seven", "3": "Glück ♠ 7", "7": "x" * 64}
    return [
        case("one deck, no words", zeros, 1, count=1),
        case("the next round", zeros, 2, count=1),
        case("another seed", counting, 1, count=1),
        case("a word at seat 1", counting, 1, {"1": "luck"}, count=1),
        case("the same word at seat 2", counting, 1, {"2": "luck"}, count=1),
        case("two words that run together", counting, 1, {"1": "lu", "2": "ck"}, count=1),
        case("seven words", other, 12, {str(seat): "seat %d" % seat for seat in range(1, 8)}, count=1),
        case("words outside ASCII and of 64 characters", other, 12, three, count=2),
        case("64 characters of four bytes", other, 12, {"4": "🂡" * 64}, count=1),
        case("the largest round", other, 2**64 - 1, three, count=1),
        case("a shoe of six decks", other, 1000001, {"5": "six"}, count=6),
        case("eight decks, and a number that is rejected", other, REJECTED, count=8),
        case("the same deck again after a misdeal", counting, 1, {"1": "luck"}, 1, cards=decks(1)),
        case("and once more", counting, 1, {"1": "luck"}, 2, cards=decks(1)),
        case("the discards of a round", other, 77, three, 1, cards="2c 2h 9d Ts Jc Jd Qh Kc As"),
        case("discards of a shoe", other, 77, {}, 4294967295, cards="3c 3c 3c 5d 5d Kh As As"),
        case("two cards", other, 5, {}, 1, cards="4d Ah"),
        case("one card", other, 5, {}, 1, cards="Ah"),
    ]


# Found by trying rounds upward from 0: in the shuffle of eight decks one number is rejected.
REJECTED = 148770


def vectors():
    lines = []
    for case in cases():
        dealt, key, rejected = order(case)
        commitment = sha256(LABEL + bytes.fromhex(case["seed"])).hex()
        if "decks" in case:
            del case["cards"]
        case |= {"commitment": commitment, "key": key.hex(), "rejected": rejected, "order": dealt}
        lines.append(json.dumps(case, ensure_ascii=False, indent=1))
    return "[\n" + ",\n".join(lines) + "\n]"


# Version 2: a deck that is committed card by card.

LABEL_2 = b"croupier-shuffle-2"


def tree(positions, leaf, low=0):
    """The hash of the leaves from low on, and the path of each: the largest power of two goes left."""
    if positions == 1:
        return leaf(low), [[]]
    left = 1
    while left * 2 < positions:
        left *= 2
    left_hash, left_paths = tree(left, leaf, low)
    right_hash, right_paths = tree(positions - left, leaf, low + left)
    paths = [path + [right_hash] for path in left_paths] + [path + [left_hash] for path in right_paths]
    return sha256(b"\x01" + left_hash + right_hash), paths


def proof(case):
    """A case of version 2 with all its results."""
    secret = bytes.fromhex(case["secret"])
    standard = [index for index in range(52) for _ in range(case["decks"])]
    if case.get("joker"):
        standard.append(52)
    positions = len(standard)
    order_key = hmac(secret, LABEL_2 + b"\x01" + number(positions, 4))
    committed, dropped = fisher_yates(order_key, standard)
    salts = [hmac(secret, LABEL_2 + b"\x02" + number(position, 4)) for position in range(positions)]

    def leaf(position):
        return sha256(b"\x00" + salts[position] + number(position, 4) + bytes([committed[position]]))

    top, paths = tree(positions, leaf)
    commitment = sha256(LABEL_2 + number(positions, 4) + top)
    table = case["table"].encode("utf-8")
    message = LABEL_2 + b"\x03" + number(len(table), 4) + table + number(int(case["first_round"]), 8)
    message += number(len(case["words"]), 4)
    for seat in sorted(case["words"], key=int):
        word = case["words"][seat].encode("utf-8")
        message += number(int(seat), 4) + number(len(word), 4) + word
    words_key = hmac(commitment, message + number(positions, 4))
    permutation, rejected = fisher_yates(words_key, range(positions))
    openings = [
        {
            "dealt": dealt,
            "position": permutation[dealt],
            "card": CARDS[committed[permutation[dealt]]],
            "salt": salts[permutation[dealt]].hex(),
            "path": [beside.hex() for beside in paths[permutation[dealt]]],
        }
        for dealt in case["opened"]
    ]
    return case | {
        "commitment": commitment.hex(),
        "order_key": order_key.hex(),
        "words_key": words_key.hex(),
        "rejected": dropped + rejected,
        "committed": " ".join(CARDS[index] for index in committed),
        "permutation": permutation,
        "order": " ".join(CARDS[committed[position]] for position in permutation),
        "openings": openings,
    }


def cases_2():
    zeros, counting = "00" * 32, bytes(range(32)).hex()
    other = sha256(b"a secret for the vectors").hex()
    three = {"1": "lucky seven", "3": "Glück ♠ 7", "7": "x" * 64}

    def case(name, secret, table, round, words, decks, opened):
        head = {"name": name, "version": 2, "secret": secret, "table": table, "first_round": str(round)}
        return head | {"decks": decks, "words": words, "opened": opened}

    return [
        case("one deck, no words", zeros, "three-card-poker", 1, {}, 1, [0, 1, 51]),
        case("the next round", zeros, "three-card-poker", 2, {}, 1, [0]),
        case("another table", zeros, "dealer-1", 1, {}, 1, [0]),
        case("another secret", counting, "dealer-1", 1, {}, 1, [0, 25]),
        case("a word at seat 1", counting, "dealer-1", 1, {"1": "luck"}, 1, [0]),
        case("the same word at seat 2", counting, "dealer-1", 1, {"2": "luck"}, 1, [0]),
        case("words outside ASCII and of 64 characters", other, "dealer-1", 12, three, 2, [0, 103]),
        case("the largest round", other, "dealer-1", 2**64 - 1, three, 1, [3]),
        case("every position of a deck", other, "blackjack", 40, {"4": "all"}, 1, list(range(52))),
        case("a shoe of six decks", other, "blackjack", 1000001, {"5": "six"}, 6, [0, 100, 311]),
        case("eight decks", other, "blackjack", 7, {"5": "eight"}, 8, [0, 415]),
        case("every position of a deck with a joker", other, "joker", 7, {"2": "53"}, 1, list(range(53)))
        | {"joker": True},
    ]


def vectors_2():
    lines = (json.dumps(proof(case), ensure_ascii=False) for case in cases_2())
    return "[\n" + ",\n".join(lines) + "\n]"


if __name__ == "__main__":
    if sys.argv[1:] == ["vectors"]:
        print(vectors())
    elif sys.argv[1:] == ["orders"]:
        for line in sys.stdin:
            print(order(json.loads(line))[0])
    elif sys.argv[1:] == ["vectors-2"]:
        print(vectors_2())
    elif sys.argv[1:] == ["proofs"]:
        for line in sys.stdin:
            print(json.dumps(proof(json.loads(line)), ensure_ascii=False))
    else:
        sys.exit(__doc__)
