# SPDX-License-Identifier: Apache-2.0
"""The programs of a chain: their configurations, their start, and the verdicts that they report."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from chain_network import HUB_ADDRESS, Network, await_that

PREFIX = "198.51.100.0/24"
RTR_PORT = 8323
PASSWORD = "lab"
START_SECONDS = 60


@dataclass
class Place:
    """A speaker of the chain."""

    name: str  # of its namespace, and of the router in BMP
    asn: int
    address: str
    folder: Path


@dataclass
class Programs:
    """Folders of programs that were built elsewhere."""

    srx: Path  # prefix of an installed NIST-BGP-SRx
    frr: Path  # prefix of an installed FRR with BGPsec
    rtrlib: Path  # prefix of the installed RTRlib of that FRR
    keys: Path  # keys of `lab keygen`
    volt: Path  # the same keys for NIST-BGP-SRx
    skis: dict[int, str]

    def environment(self) -> dict:
        libraries = [self.srx / "lib64/srx", self.srx / "lib", self.srx / "lib64", self.frr / "lib", self.rtrlib / "lib"]
        return {**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, libraries))}


def write_volt(programs: Programs) -> None:
    """Writes the keys in the form of SRxCryptoAPI: SKI folders with a private key and a certificate each."""
    for asn, ski in programs.skis.items():
        folder = programs.volt / ski[:2] / ski[2:6]
        folder.mkdir(parents=True, exist_ok=True)
        private = folder / f"{ski[6:]}.der"
        private.write_bytes((programs.keys / f"{asn}.der").read_bytes())
        subprocess.run(
            ["openssl", "req", "-x509", "-new", "-key", private, "-keyform", "DER", "-subj", f"/CN=ROUTER-{asn:08X}",
             "-days", "3650", "-outform", "DER", "-out", folder / f"{ski[6:]}.cert"],
            check=True, capture_output=True,
        )


def ski_list(programs: Programs, asns: list[int], file: Path) -> Path:
    file.write_text("".join(f"{asn}-SKI: {programs.skis[asn]}\n" for asn in asns))
    return file


def crypto_api(programs: Programs, place: Place, public: list[int], private: list[int], name: str) -> Path:
    """Writes a configuration of SRxCryptoAPI that loads these keys."""
    parts = []
    if public:
        parts.append(f"PUB:{ski_list(programs, public, place.folder / (name + '.public'))}")
    if private:
        parts.append(f"PRIV:{ski_list(programs, private, place.folder / (name + '.private'))}")
    file = place.folder / f"{name}.conf"
    file.write_text(f"""\
library_conf = "bgpsec_openssl";
key_volt = "{programs.volt}";
key_vault = "{programs.volt}";
key_ext_private = "der";
key_ext_public = "cert";
bgpsec_openssl: {{
  library_name = "{programs.srx}/lib64/srx/libSRxBGPSecOpenSSL.so";
  init_value = "{";".join(parts)}";
}};
""")
    return file


class BgpsecIo:
    """The traffic generator of NIST-BGP-SRx. Originates one path, with a signature of each of its ASes."""

    program = "BGPsec-IO"

    def __init__(self, programs: Programs, place: Place, hops: list[int], signing: list[int]) -> None:
        self.programs, self.place, self.hops, self.signing = programs, place, hops, signing

    def start(self, network: Network, upstream: Place | None, downstream: Place) -> None:
        place = self.place
        place.folder.mkdir(parents=True, exist_ok=True)
        keys = ski_list(self.programs, self.signing, place.folder / "ski-list.txt")
        path = " ".join(map(str, self.hops))
        config = place.folder / "bio.conf"
        config.write_text(f"""\
ski_file = "{keys}";
ski_key_loc = "{self.programs.volt}/";
preload_eckey = false;
mode = "BGP";
max = 0;
only_extended_length = true;
appendOut = "false";
capi_cfg = "{crypto_api(self.programs, place, [], self.signing, "srxcryptoapi")}";
session = ({{
  asn = {place.asn};
  bgp_ident = "{place.address}";
  local_addr = "{place.address}";
  next_hop_ipv4 = "{place.address}";
  hold_timer = 180;
  peer_asn = {downstream.asn};
  peer_ip = "{downstream.address}";
  peer_port = 179;
  disconnect = 0;
  ext_msg_cap = false;
  ext_msg_liberal = false;
  bgpsec_v4_snd = true;
  bgpsec_v4_rcv = false;
  bgpsec_v6_snd = false;
  bgpsec_v6_rcv = false;
  update = ("{PREFIX}{", " + path if path else ""}");
  incl_global_updates = false;
  algo_id = 1;
  signature_generation = "BIO";
  null_signature_mode = "FAKE";
  fake_signature = "{"1BADBEEF" * 17}FACE";
  fake_ski = "{"01020304" * 5}";
  printOnSend = {{ update = true; }};
  printOnReceive = {{ notification = true; }};
  printSimple = true;
}});
update = ();
""")
        network.start(
            place.name, place.folder / "bgpsecio.log", str(self.programs.srx / "bin/bgpsecio"), "-f", str(config),
            "--suppress-warning", environment=self.programs.environment())

    def verdict(self, network: Network) -> str:
        return ""


class QuaggaSrx:
    """Quagga with BGP-SRx, and an SRx server of its own, which gets the keys over RTR."""

    program = "QuaggaSRx"

    def __init__(self, programs: Programs, place: Place, originates: bool = False) -> None:
        self.programs, self.place, self.originates = programs, place, originates

    def start(self, network: Network, upstream: Place | None, downstream: Place | None) -> None:
        place, folder = self.place, self.place.folder
        folder.mkdir(parents=True, exist_ok=True)
        crypto = crypto_api(self.programs, place, [], [place.asn], "srxcryptoapi")
        server = folder / "srx_server.conf"
        server.write_text(f"""\
verbose = true;
loglevel = 7;
sync = true;
port = 17900;
console: {{ port = 17901; password = "{PASSWORD}"; }};
rpki: {{ host = "{HUB_ADDRESS}"; port = {RTR_PORT}; router_protocol = 1; }};
bgpsec: {{ srxcryptoapi_cfg = "{crypto}"; sync_logging = true; }};
mode: {{ no-sendqueue = true; no-receivequeue = false; }};
mapping: {{ client_1 = "{place.address}"; }};
""")
        network.start(
            place.name, folder / "srx_server.log", str(self.programs.srx / "bin/srx_server"), "-f", str(server),
            environment=self.programs.environment())
        await_that(
            "SRx server", lambda: ":17900" in network.run(place.name, "ss", "-ltn").stdout, START_SECONDS)
        lines = [f" neighbor {p.address} remote-as {p.asn}" for p in (upstream, downstream) if p]
        if upstream:
            lines.append(f" neighbor {upstream.address} passive")
        for neighbor in filter(None, (upstream, downstream)):
            lines += [f" neighbor {neighbor.address} bgpsec both", f" neighbor {neighbor.address} advertisement-interval 1"]
        if self.originates:
            lines.append(f" network {PREFIX}")
        config = folder / "bgpd.conf"
        config.write_text(f"""\
hostname bgpd
password {PASSWORD}
log file {folder}/bgpd.log debugging
debug bgp updates
debug bgp bgpsec
router bgp {place.asn}
 bgp router-id {place.address}
 srx display
 srx set-proxy-id {place.address}
 srx set-server 127.0.0.1 17900
 srx connect
 no srx extcommunity
 srx evaluation bgpsec distributed
 srx set-bgpsec-value undefined
 no srx policy bgpsec ignore undefined
 srx bgpsec ski 0 1 {self.programs.skis[place.asn]}
 srx bgpsec active 0
""" + "\n".join(lines) + "\n")
        # bgpd reads only the installed configuration of SRxCryptoAPI. A namespace has mounts of its own.
        installed = self.programs.srx / "etc/srxcryptoapi.conf"
        network.start(
            place.name, folder / "bgpd.out", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', str(crypto),
            str(installed), str(self.programs.srx / "sbin/bgpd"), "-n", "-f", str(config), "-i",
            str(folder / "bgpd.pid"), "-z", str(folder / "zserv.api"), "-A", "127.0.0.1",
            environment=self.programs.environment())
        await_listening(network, place)

    def verdict(self, network: Network) -> str:
        """Returns the result of the path validation in the table: valid, invalid or undefined."""
        found = re.search(r"\((?:.),(.),(?:.)\).*" + re.escape(PREFIX.split("/")[0]), vty(network, self.place, "show ip bgp"))
        return {"v": "valid", "i": "invalid"}.get(found.group(1), "") if found else ""


class Frr:
    """The FRR of the thesis. Its module RPKI validates and signs."""

    program = "FRR"

    def __init__(self, programs: Programs, place: Place, originates: bool = False) -> None:
        self.programs, self.place, self.originates = programs, place, originates

    def start(self, network: Network, upstream: Place | None, downstream: Place | None) -> None:
        place, folder = self.place, self.place.folder
        folder.mkdir(parents=True, exist_ok=True)
        lines = []
        for neighbor in (upstream, downstream):
            if neighbor:
                lines += [
                    f" neighbor {neighbor.address} remote-as {neighbor.asn}",
                    f" neighbor {neighbor.address} capability bgpsec both ipv4",
                    f" neighbor {neighbor.address} solo",
                    f" neighbor {neighbor.address} timers connect 2",
                ]
        if upstream:
            lines.append(f" neighbor {upstream.address} passive")
        if self.originates:
            lines.append(f" address-family ipv4 unicast\n  network {PREFIX}\n exit-address-family")
        config = folder / "bgpd.conf"
        config.write_text(f"""\
hostname bgpd
password {PASSWORD}
log file {folder}/bgpd.log debugging
debug bgp bgpsec
debug bgp updates
debug rpki
rpki
 rpki cache {HUB_ADDRESS} {RTR_PORT} preference 1
 exit
router bgp {place.asn}
 bgp router-id {place.address}
 no bgp ebgp-requires-policy
 no bgp network import-check
 bgpsec privkey {self.programs.keys}/{place.asn}.der
 bgpsec privkey ski {self.programs.skis[place.asn]}
""" + "\n".join(lines) + "\n")
        modules = self.programs.frr / "lib/frr/modules"
        network.start(
            place.name, folder / "bgpd.out", str(self.programs.frr / "sbin/bgpd"), "-Z", "-S", "-f", str(config), "-i",
            str(folder / "bgpd.pid"), "-z", str(folder / "zserv.api"), "--vty_socket", str(folder), "-A", "127.0.0.1",
            "-M", str(modules / "bgpd_rpki.so"), environment=self.programs.environment())
        await_listening(network, place)

    def verdict(self, network: Network) -> str:
        """Returns the last result of RTRlib in the log."""
        log = self.place.folder / "bgpd.log"
        found = re.findall(r"BGPSEC: [0-9.]+ (.*)", log.read_text(errors="replace")) if log.exists() else []
        return found[-1].rstrip(".") if found else ""


class DummyRouter:
    """The dummy router of the lab, which sends the bytes of a file."""

    program = "dummy router"

    def __init__(self, pathproof: Path, place: Place, message: Path) -> None:
        self.pathproof, self.place, self.message = pathproof, place, message

    def start(self, network: Network, upstream: Place | None, downstream: Place) -> None:
        network.start(
            self.place.name, self.place.folder / "dummy-router.log", str(self.pathproof), "lab", "dummy-router", "--to",
            downstream.address, "--as", str(self.place.asn), "--hold", "300", str(self.message))

    def verdict(self, network: Network) -> str:
        return ""


def await_listening(network: Network, place: Place) -> None:
    await_that(
        f"bgpd of {place.name}",
        lambda: all(p in network.run(place.name, "ss", "-ltn").stdout for p in (":179 ", ":2605 ")), START_SECONDS)


def await_session(network: Network, place: Place, neighbor: Place, state: str) -> None:
    """Waits for a state of a session (RFC 4271 section 8.2.2)."""
    await_that(
        f"session of {place.name} with {neighbor.name}",
        lambda: f"BGP state = {state}" in vty(network, place, f"show ip bgp neighbors {neighbor.address}"),
        START_SECONDS)


def vty(network: Network, place: Place, command: str) -> str:
    """Returns the output of a command of bgpd, through its terminal on TCP port 2605."""
    script = (
        "exec 3<>/dev/tcp/127.0.0.1/2605; "
        f"printf '%s\\n' {PASSWORD} 'terminal length 0' '{command}' exit >&3; timeout 5 cat <&3"
    )
    return network.run(place.name, "bash", "-c", script).stdout.replace("\r", "")
