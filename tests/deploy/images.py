#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the images against the rendered chart: image names, an unprivileged user, and a main class that exists in the image.

usage: images.py MANIFESTS IMAGE_TAR...
"""
import gzip
import io
import json
import re
import sys
import tarfile


def entries(image, layer):
    data = image.extractfile(layer).read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return tarfile.open(fileobj=io.BytesIO(data)).getnames()


def check(path, wanted):
    image = tarfile.open(path)
    manifest = json.load(image.extractfile("manifest.json"))[0]
    config = json.load(image.extractfile(manifest["Config"]))["config"]
    names = [name for layer in manifest["Layers"] for name in entries(image, layer)]
    main_class = config["Entrypoint"][-1].replace(".", "/") + ".class"
    tag = manifest["RepoTags"][0]
    if tag not in wanted:
        yield f"the chart has no container with the image {tag}"
    if config.get("User") != "65532:65532":
        yield f"{tag} runs as user {config.get('User')!r}, not as 65532:65532"
    if not any(name.endswith(main_class) for name in names):
        yield f"{tag} does not contain its main class {main_class}"


def main(manifests, *images):
    with open(manifests, encoding="utf-8") as rendered:
        wanted = set(re.findall(r"^ +image: (\S+)$", rendered.read(), re.M))
    broken = [line for path in images for line in check(path, wanted)]
    if len(wanted) != len(images):
        broken.append(f"the chart names {len(wanted)} images, but Maven built {len(images)}")
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
