#!/usr/bin/env python3
"""A bot for any game, without dependencies: it does the first thing that is legal. See docs/bot-protocol.md."""

import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"protocol": 1, "reproducible": True}
    elif message["type"] == "decide":
        answer = {"action": message["legal"][0]}
    else:
        continue
    print(json.dumps(answer), flush=True)
