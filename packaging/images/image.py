#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads and completes images in archives.

usage: image.py complete ARCHIVE OUT [--base OLD NEW] [--jvm=FLAG]... [--label NAME=VALUE]... [--sbom FILE] [--layer FOLDER]...
       image.py join OUT ARCHIVE...
       image.py unpack ARCHIVE FOLDER
       image.py digest ARCHIVE
       image.py layers ARCHIVE

complete  adds labels, a bill of materials, layers and JVM flags to an image, and writes an OCI archive. Equal input
          gives equal bytes. --base replaces the layers of a base by those of the base for another architecture.
join      writes an OCI archive with the images of several architectures, which a client sees as one image.
unpack    writes the files of an image into FOLDER, with the times that they have in a container, and its command into
          FOLDER.command, one argument in each line.
digest    prints the digest of the manifest, or of the index, of an OCI archive.
layers    prints the name of the image, and the digest and the purpose of each layer.

An archive has the form of `docker save`, or of OCI with one image.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import shutil
import sys
import tarfile

import archive
import bill

MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
NAME = "org.opencontainers.image.ref.name"
# Folder of the bill of materials in an image.
BILLS = "sbom"


class Image:
    """The name, the configuration and the compressed layers of an image."""

    def __init__(self, name, config, layers):
        self.name = name
        self.config = config
        self.layers = layers

    def contents(self):
        """Returns each layer as an open archive, the lowest first."""
        return [tarfile.open(fileobj=io.BytesIO(gzip.decompress(layer))) for layer in self.layers]

    def add(self, layer, text):
        """Adds a layer, given as the bytes of an archive."""
        self.layers.append(packed(layer))
        self.config["rootfs"]["diff_ids"].append("sha256:" + hashlib.sha256(layer).hexdigest())
        self.config.setdefault("history", []).append({"created": self.config["created"], "created_by": text})


    def replace_base(self, old, new):
        """Replaces the layers and the architecture of a base."""
        count = len(old.layers)
        if self.config["rootfs"]["diff_ids"][:count] != old.config["rootfs"]["diff_ids"]:
            raise SystemExit(f"{self.name} does not have the layers of its base: build the images with --fresh")
        self.layers[:count] = new.layers
        self.config["rootfs"]["diff_ids"][:count] = new.config["rootfs"]["diff_ids"]
        self.config["history"][:count] = new.config["history"]
        self.config["architecture"] = new.config["architecture"]


def packed(data):
    return data if data[:2] == b"\x1f\x8b" else gzip.compress(data, compresslevel=6, mtime=0)


def read(path):
    """Returns the image of an archive."""
    with tarfile.open(path) as file:
        names = file.getnames()

        def content(name):
            return file.extractfile(name).read()

        if "index.json" in names:
            entry = json.loads(content("index.json"))["manifests"][0]
            manifest = json.loads(content(blob(entry["digest"])))
            layers = [content(blob(layer["digest"])) for layer in manifest["layers"]]
            name = entry.get("annotations", {}).get(NAME, "")
            return Image(name, json.loads(content(blob(manifest["config"]["digest"]))), layers)
        manifest = json.loads(content("manifest.json"))[0]
        layers = [packed(content(layer)) for layer in manifest["Layers"]]
        return Image(manifest["RepoTags"][0], json.loads(content(manifest["Config"])), layers)


def blob(digest):
    return "blobs/" + digest.replace(":", "/")


def write(image, path):
    """Writes an image as OCI archive."""
    blobs = {}

    def store(data, media_type):
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        blobs[blob(digest)] = data
        return {"mediaType": media_type, "digest": digest, "size": len(data)}

    manifest = {
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": store(encoded(image.config), CONFIG),
        "layers": [store(layer, LAYER) for layer in image.layers],
        "annotations": image.config["config"].get("Labels", {}),
    }
    entry = store(encoded(manifest), MANIFEST)
    entry["annotations"] = {NAME: image.name}
    entry["platform"] = {"architecture": image.config["architecture"], "os": image.config["os"]}
    write_archive(path, entry, blobs)


def write_archive(path, entry, blobs):
    """Writes an OCI archive with one entry in its index."""
    index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": [entry]}
    with tarfile.open(path + ".new", "w") as file:
        archive.member(file, "oci-layout", encoded({"imageLayoutVersion": "1.0.0"}))
        archive.member(file, "index.json", encoded(index))
        for name in sorted(blobs):
            archive.member(file, name, blobs[name])
    os.replace(path + ".new", path)


def join(options):
    blobs = {}
    entries = []
    for path in options.archives:
        with tarfile.open(path) as file:
            entries.append(json.load(file.extractfile("index.json"))["manifests"][0])
            blobs.update((name, file.extractfile(name).read()) for name in file.getnames() if name.startswith("blobs/"))
    name = entries[0]["annotations"][NAME]
    index = encoded({"schemaVersion": 2, "mediaType": INDEX, "manifests": [without_name(entry) for entry in entries]})
    digest = "sha256:" + hashlib.sha256(index).hexdigest()
    blobs[blob(digest)] = index
    write_archive(options.out, {"mediaType": INDEX, "digest": digest, "size": len(index), "annotations": {NAME: name}}, blobs)


def without_name(entry):
    return {key: value for key, value in entry.items() if key != "annotations"}


def encoded(value):
    return json.dumps(value, sort_keys=True).encode()


def complete(options):
    image = read(options.archive)
    if options.base:
        image.replace_base(*[read(path) for path in options.base])
    settings = image.config["config"]
    labels = settings.setdefault("Labels", {})
    labels.update(label.split("=", 1) for label in options.label)
    if options.sbom:
        document = bill.read(options.sbom)
        layers = image.contents()
        missing = bill.unnamed(document, layers)
        if missing:
            raise SystemExit(f"{options.sbom} does not name these jars of {image.name}: {' '.join(missing)}")
        name = os.path.basename(options.sbom)
        labels["org.pathproof.image.sbom"] = f"/{BILLS}/{name}"
        bill.add_runtime(document, layers)
        image.add(bill.layer(document, f"{BILLS}/{name}"), "bill of materials")
    for folder in options.layer:
        image.add(archive.layer(folder), os.path.basename(folder))
    settings["Entrypoint"][1:1] = options.jvm
    write(image, options.out)


def unpack(options):
    image = read(options.archive)
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    for layer in image.contents():
        layer.extractall(options.folder, filter="fully_trusted")
    # Places for file systems that a container has.
    for name in ("dev", "proc", "tmp"):
        os.makedirs(os.path.join(options.folder, name), exist_ok=True)
    with open(options.folder + ".command", "w", encoding="utf-8") as out:
        out.writelines(f"{argument}\n" for argument in image.config["config"].get("Entrypoint", []))


def digest(options):
    with tarfile.open(options.archive) as file:
        print(json.load(file.extractfile("index.json"))["manifests"][0]["digest"])


def layers(options):
    image = read(options.archive)
    print(image.name)
    purposes = [entry.get("created_by", "") for entry in image.config.get("history", []) if not entry.get("empty_layer")]
    for index, identity in enumerate(image.config["rootfs"]["diff_ids"]):
        print(identity, purposes[index] if index < len(purposes) else "")


def main():
    parser = argparse.ArgumentParser(description="Reads and completes images in archives.")
    commands = parser.add_subparsers(dest="command", required=True)
    finishing = commands.add_parser("complete")
    finishing.add_argument("archive")
    finishing.add_argument("out")
    finishing.add_argument("--base", nargs=2)
    finishing.add_argument("--jvm", action="append", default=[])
    finishing.add_argument("--label", action="append", default=[])
    finishing.add_argument("--sbom")
    finishing.add_argument("--layer", action="append", default=[])
    joining = commands.add_parser("join")
    joining.add_argument("out")
    joining.add_argument("archives", nargs="+")
    unpacking = commands.add_parser("unpack")
    unpacking.add_argument("archive")
    unpacking.add_argument("folder")
    showing = commands.add_parser("digest")
    showing.add_argument("archive")
    listing = commands.add_parser("layers")
    listing.add_argument("archive")
    options = parser.parse_args()
    {"complete": complete, "join": join, "unpack": unpack, "digest": digest, "layers": layers}[options.command](options)


if __name__ == "__main__":
    main()
