# SPDX-License-Identifier: Apache-2.0
"""Network namespaces on one bridge, and the processes in them. Needs root."""

import subprocess
import time
from pathlib import Path

PREFIX = "pp-"
NETWORK = "10.99"
PREFIX_LENGTH = 16
HUB = "hub"
HUB_ADDRESS = f"{NETWORK}.0.1"


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def await_that(what: str, condition, seconds: float):
    """Returns the first true value of the condition. Raises TimeoutError after some seconds."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.2)


class Network:
    """A bridge and one namespace for each router. No namespace has a route to another network."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.processes: list[subprocess.Popen] = []

    def __enter__(self) -> "Network":
        self._create(HUB)
        self.ip(HUB, "link", "add", "bridge0", "type", "bridge")
        self.ip(HUB, "address", "add", f"{HUB_ADDRESS}/{PREFIX_LENGTH}", "dev", "bridge0")
        self.ip(HUB, "link", "set", "bridge0", "up")
        return self

    def add(self, name: str, address: str) -> None:
        """Adds a namespace with an interface on the bridge."""
        self._create(name)
        self.ip(HUB, "link", "add", f"port-{name}", "type", "veth", "peer", "name", "eth0", "netns", PREFIX + name)
        self.ip(HUB, "link", "set", f"port-{name}", "master", "bridge0", "up")
        self.ip(name, "address", "add", f"{address}/{PREFIX_LENGTH}", "dev", "eth0")
        self.ip(name, "link", "set", "eth0", "up")

    def _create(self, name: str) -> None:
        subprocess.run(["ip", "netns", "delete", PREFIX + name], capture_output=True, check=False)
        run("ip", "netns", "add", PREFIX + name)
        self.names.append(name)
        self.ip(name, "link", "set", "lo", "up")

    def ip(self, name: str, *arguments: str) -> None:
        run("ip", "-n", PREFIX + name, *arguments)

    def start(self, name: str, log: Path, *command: str, environment: dict | None = None) -> subprocess.Popen:
        """Starts a program in a namespace, in the folder of its log."""
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as out:
            process = subprocess.Popen(
                ["ip", "netns", "exec", PREFIX + name, *command],
                cwd=log.parent, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=environment,
            )
        self.processes.append(process)
        return process

    def run(self, name: str, *command: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["ip", "netns", "exec", PREFIX + name, *command], capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, check=False,
        )

    def capture(self, name: str, file: Path) -> subprocess.Popen:
        """Captures the BGP sessions of a router, and returns when tcpdump listens."""
        log = file.with_suffix(".log")
        process = self.start(
            name, log, "tcpdump", "-i", "eth0", "-s", "0", "-U", "-Z", "root", "-w", str(file), "tcp port 179")
        await_that("tcpdump", lambda: "listening on" in log.read_text(), 10)
        return process

    def stop(self, process: subprocess.Popen) -> None:
        """Ends a process that this network started, and waits for its end."""
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes.remove(process)

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes[:]):
            self.stop(process)
        for name in reversed(self.names):
            subprocess.run(["ip", "netns", "delete", PREFIX + name], capture_output=True, check=False)
