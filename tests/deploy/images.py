#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the images against the rendered chart: image names, an unprivileged user, labels, a main class that exists in
the image, jars only on the class path, and a bill of materials (NAME.cdx.json beside the image) that names each jar.

usage: images.py MANIFESTS IMAGE_TAR...
"""
import glob
import io
import os
import re
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging", "images"))
import bill  # noqa: E402
import image  # noqa: E402

LABELS = ["title", "description", "version", "licenses"]


def classes(layers):
    """Returns the names of the files in the jar of the main class."""
    for layer in layers:
        for name in layer.getnames():
            if name.startswith("app/classpath/") and name.endswith(".jar"):
                yield from zipfile.ZipFile(io.BytesIO(layer.extractfile(name).read())).namelist()


def check(path, wanted):
    found = image.read(path)
    config = found.config["config"]
    layers = found.contents()
    main_class = config["Entrypoint"][-1].replace(".", "/") + ".class"
    tag = found.name
    if tag not in wanted:
        yield f"the chart has no container with the image {tag}"
    if config.get("User") != "65532:65532":
        yield f"{tag} runs as user {config.get('User')!r}, not as 65532:65532"
    if main_class not in classes(layers):
        yield f"{tag} does not contain its main class {main_class}"
    for label in LABELS:
        if not config.get("Labels", {}).get("org.opencontainers.image." + label):
            yield f"{tag} has no label org.opencontainers.image.{label}"
    for name in [name for layer in layers for name in layer.getnames() if name.endswith(".class")]:
        yield f"{tag} has a class outside of a jar, so it cannot have a start cache: {name}"
    bills = glob.glob(os.path.join(os.path.dirname(path), "*.cdx.json"))
    for jar in bill.unnamed(bill.read(bills[0]), layers) if bills else ["(no bill of materials)"]:
        yield f"the bill of materials of {tag} does not name {jar}"


def main(manifests, *images):
    with open(manifests, encoding="utf-8") as rendered:
        wanted = set(re.findall(r"^ +image: (\S+/pathproof-\S+)$", rendered.read(), re.M))
    broken = [line for path in images for line in check(path, wanted)]
    if len(wanted) != len(images):
        broken.append(f"the chart names {len(wanted)} images, but Maven built {len(images)}")
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
