"""Plays a seat through the API until its games are over, with any legal answer: python play.py URL TOKEN"""

import json
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(url, token, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{url}/api/v1{path}", data, {"Authorization": f"Bearer {token}"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def picks(ask):
    if not ask["caps"]:
        return random.sample(ask["options"], random.randint(ask["least"], min(ask["most"], len(ask["options"]))))
    places = [option for option, most in zip(ask["options"], ask["caps"]) for _ in range(most)]
    chosen = random.sample(places, ask["total"])
    return [f"{option}:{chosen.count(option)}" for option in dict.fromkeys(chosen)]


def play(url, token):
    while call(url, token, "/tables")["tables"]:
        for asked in call(url, token, "/waiting")["waiting"]:
            question = asked["question"]
            try:
                answer = {"question": question["number"], "picks": picks(question["ask"])}
                call(url, token, f"/tables/{asked['table']}/seats/{asked['seat']}/answer", answer)
            except HTTPError as error:
                if error.code not in {409, 422}:  # too late, or no answer to this question: look again
                    raise
        time.sleep(0.5)


if __name__ == "__main__":
    play(*sys.argv[1:3])
