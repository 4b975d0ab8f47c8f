#!/usr/bin/python3
"""Serves light levels as ESPHome, Home Assistant and a weather service do, for the commands of docs/desktop-pc.md.

Prints its port. Home Assistant answers only with the token "secret".
"""
import json
from http.server import BaseHTTPRequestHandler, HTTPServer

ANSWERS = {
    "/sensor/illuminance": {"id": "sensor-illuminance", "value": 42.5, "state": "42.5 lx"},
    "/api/states/sensor.phone_light_sensor": {
        "entity_id": "sensor.phone_light_sensor",
        "state": "12.0",
        "attributes": {"unit_of_measurement": "lx"},
    },
    "/v1/forecast": {"current": {"time": "2026-06-21T12:00", "interval": 900, "shortwave_radiation": 250.0}},
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.split("?")[0]
        allowed = not path.startswith("/api/") or self.headers.get("Authorization") == "Bearer secret"
        answer = ANSWERS.get(path)
        self.send_response(404 if answer is None else 200 if allowed else 401)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        if answer is not None and allowed:
            self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_port, flush=True)
server.serve_forever()
