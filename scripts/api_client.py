"""The first orders of a match, with the client that openapi-python-client made of the document: see scripts/api.sh."""

import json
import sys

from made import AuthenticatedClient, Client
from made.api.matches import matches_advice, matches_join, matches_make, matches_order, matches_public, matches_view
from made.api.questions import questions_odds
from made.api.server import server_healthz
from made.models import Join, NewMatch, Odds, Order

address, scenario = sys.argv[1:]
with open(scenario, encoding="utf-8") as file:
    text = file.read()


def fine(answer, status=200):
    """What an answer holds, if it has this status."""
    assert answer.status_code == status, (answer.status_code, answer.content)
    return json.loads(answer.content)


everybody = Client(base_url=address)
assert server_healthz.sync(client=everybody).status == "ok"
new = NewMatch.from_dict({"source": {"text": text}, "seats": [{"side": "player"}, {"side": "enemy"}]})
made = matches_make.sync(client=everybody, body=new)
seats = [AuthenticatedClient(base_url=address, token=seat.secret, prefix="Seat") for seat in made.seats]
for number, seat in enumerate(seats):
    fine(matches_join.sync_detailed(made.id, client=seat, body=Join(name=f"Seat {number}", number=number)))
for _ in range(5):
    seat = seats[fine(matches_public.sync_detailed(made.id, client=everybody))["to_act"] == "enemy"]
    advised = fine(matches_advice.sync_detailed(made.id, client=seat))
    fine(matches_order.sync_detailed(made.id, client=seat, body=Order(order=advised["order"])))
seen = fine(matches_view.sync_detailed(made.id, client=seats[0], from_=0))
assert seen["seen"]["orders"] > 0 and seen["side"] == "player", seen
wrong = matches_order.sync_detailed(made.id, client=seats[1], body=Order(order="nonsense"))
assert wrong.status_code in (409, 422)
asked = Odds.from_dict({"source": {"text": text}, "trials": 64, "seed": 1})
found = fine(questions_odds.sync_detailed(client=everybody, body=asked, wait=30))
assert found["trials"] == 64 and found["outcomes"], found
print("openapi-python-client: the document is accepted, and a match is played with what it made")
