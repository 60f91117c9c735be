"""A Firefox without a window, driven by its own remote protocol (WebDriver BiDi): what a person does at a page, and what is to be seen."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = next((x for x in map(shutil.which, ("firefox", "firefox-esr")) if x), None)

WAIT = 180.0
"""Seconds after which a test gives up. It is no measure: the machine may be busy."""

BETWEEN = 0.1
"""Seconds between two looks at a page."""

KEYS = {"Control": "\ue009", "ArrowRight": "\ue014", "Enter": "\ue007"}
"""Keys that write nothing, as the protocol names them."""


class Failed(AssertionError):
    """What Firefox refused, or what never came to be seen."""


class Firefox:
    """One browser with one session. `wrong`: what went wrong in any page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.wrong: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **parameters: Any) -> Any:
        """The answer to a command. Raises `Failed` where Firefox refuses it."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self.socket.recv(WAIT))
            if said.get("method") == "log.entryAdded":
                entry = said["params"]
                if entry["type"] == "javascript" and entry["level"] == "error":
                    self.wrong.append(str(entry["text"]))
            elif said.get("id") == number:
                if said["type"] == "error":
                    raise Failed(f"{method}: {said['message']}")
                return said["result"]

    @contextmanager
    def page(self, address: str) -> Iterator[FirefoxPage]:
        """A page in a tab of its own; nothing may go wrong in it."""
        tab = self.ask("browsingContext.create", type="tab")["context"]
        self.ask("browsingContext.navigate", context=tab, url=address, wait="complete")
        yield FirefoxPage(self, tab)
        self.ask("browsingContext.close", context=tab)
        assert self.wrong == []


class FirefoxPage:
    """One tab."""

    def __init__(self, firefox: Firefox, tab: str) -> None:
        self.firefox, self.tab = firefox, tab

    def says(self, script: str) -> Any:
        """The value of a JavaScript expression: text, a number, or a truth value."""
        said = self.firefox.ask("script.evaluate", expression=script, target={"context": self.tab}, awaitPromise=True)
        if said["type"] == "exception":
            raise Failed(said["exceptionDetails"]["text"])
        return said["result"].get("value")

    def until(self, script: str) -> Any:
        """The value of an expression as soon as it is true. Raises `Failed` where it never is."""
        last = time.monotonic() + WAIT
        while not (found := self.says(script)):
            if time.monotonic() > last:
                raise Failed(f"never true: {script}")
            time.sleep(BETWEEN)
        return found

    def click(self, element: str) -> None:
        """Click an element (a JavaScript expression) in its middle, once it is there."""
        self.until(
            f"(() => {{ const x = {element}; if (x) x.scrollIntoView({{block: 'center'}}); return Boolean(x) }})()"
        )
        box = json.loads(self.says(f"JSON.stringify({element}.getBoundingClientRect())"))
        at = {"x": round(box["x"] + box["width"] / 2), "y": round(box["y"] + box["height"] / 2)}
        pointer: Mapping[str, Any] = {
            "type": "pointer",
            "id": "mouse",
            "actions": [
                {"type": "pointerMove", **at},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self.firefox.ask("input.performActions", context=self.tab, actions=[pointer])

    def press(self, *keys: str) -> None:
        """Press keys together, the last one last."""
        values = [KEYS.get(k, k) for k in keys]
        steps = [{"type": "keyDown", "value": v} for v in values] + [
            {"type": "keyUp", "value": v} for v in reversed(values)
        ]
        self.firefox.ask(
            "input.performActions", context=self.tab, actions=[{"type": "key", "id": "keys", "actions": steps}]
        )


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A browser with a profile of its own, which is ended afterward."""
    assert FIREFOX is not None
    profile.mkdir()
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(
                (m[1] for line in process.stderr if (m := re.search(r"BiDi listening on (ws://\S+)", line))), None
            )
            if address is None:
                raise Failed("Firefox did not start")
            with connect(f"{address}/session", max_size=None, open_timeout=WAIT) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
