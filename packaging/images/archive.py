#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes an image archive, as `docker save` does, from folders: one layer for each folder, in their order.

Equal folders give equal bytes: entries are sorted, belong to root and have the time 0.

usage: archive.py [--entrypoint PROGRAM] [--environment NAME=VALUE]... [--user USER] ARCHIVE NAME ARCHITECTURE FOLDER...
"""
import argparse
import hashlib
import io
import json
import os
import sys
import tarfile


def layer(folder):
    """Returns the bytes of a layer with the content of a folder."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, folders, files in sorted(os.walk(folder)):
            for name in sorted(folders + files):
                file = os.path.join(path, name)
                if name in folders and not os.path.islink(file):
                    # Adds the folder before its content; os.walk visits the content later.
                    add(archive, file, os.path.relpath(file, folder))
                elif not os.path.isdir(file) or os.path.islink(file):
                    add(archive, file, os.path.relpath(file, folder))
    return data.getvalue()


def add(archive, file, name):
    entry = archive.gettarinfo(file, name)
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = 0
    if entry.islnk():
        # A second name of a file that is in the archive already.
        entry.type, entry.size, entry.linkname = tarfile.REGTYPE, os.path.getsize(file), ""
    with open(file, "rb") if entry.isreg() else io.BytesIO() as content:
        archive.addfile(entry, content)


def member(archive, name, data):
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))


def main():
    parser = argparse.ArgumentParser(description="Writes an image archive from folders.")
    parser.add_argument("--entrypoint")
    parser.add_argument("--environment", action="append", default=[])
    parser.add_argument("--user", default="65532:65532")
    parser.add_argument("archive")
    parser.add_argument("name")
    parser.add_argument("architecture")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    layers = [layer(folder) for folder in options.folders]
    digests = [hashlib.sha256(data).hexdigest() for data in layers]
    image = {
        "architecture": options.architecture,
        "os": "linux",
        "created": "1970-01-01T00:00:00Z",
        "config": {"User": options.user, "Env": options.environment, "WorkingDir": "/"},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}" for digest in digests]},
        "history": [{"created": "1970-01-01T00:00:00Z", "created_by": "packaging/images"} for _ in layers],
    }
    if options.entrypoint:
        image["config"]["Entrypoint"] = [options.entrypoint]
    config = json.dumps(image, sort_keys=True).encode()
    config_name = hashlib.sha256(config).hexdigest() + ".json"
    manifest = [{"Config": config_name, "RepoTags": [options.name], "Layers": [f"{digest}.tar" for digest in digests]}]
    with tarfile.open(options.archive + ".new", "w") as archive:
        member(archive, "manifest.json", json.dumps(manifest).encode())
        member(archive, config_name, config)
        for digest, data in zip(digests, layers):
            member(archive, f"{digest}.tar", data)
    os.replace(options.archive + ".new", options.archive)
    return 0


if __name__ == "__main__":
    sys.exit(main())
