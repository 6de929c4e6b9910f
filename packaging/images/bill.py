# SPDX-License-Identifier: Apache-2.0
"""The bill of materials of an image: a CycloneDX file that names each of its jars, and the Java runtime."""
import io
import json
import os
import tarfile

import archive

RUNTIME = "opt/java/"


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def unnamed(document, layers):
    """Returns the jars in these layers, without those of the Java runtime, that are not in a bill of materials."""
    components = document.get("components", []) + [document["metadata"]["component"]]
    named = {f"{component['name']}-{component['version']}" for component in components}
    files = [name for layer in layers for name in layer.getnames() if name.endswith(".jar") and not name.startswith(RUNTIME)]
    jars = {os.path.basename(name)[:-len(".jar")] for name in files}
    return sorted(jar + ".jar" for jar in jars if not is_named(jar, named))


def is_named(jar, named):
    """Returns true if the name of a jar is that of a component, or that of a component and a classifier."""
    return jar in named or any(jar.startswith(name + "-") for name in named)


def add_runtime(document, layers):
    """Adds the Java runtime of an image to a bill of materials. An image without a base has none."""
    for layer in layers:
        if RUNTIME + "release" in layer.getnames():
            lines = layer.extractfile(RUNTIME + "release").read().decode().splitlines()
            release = dict(line.replace('"', "").split("=", 1) for line in lines)
            component = {"type": "platform", "bom-ref": "java-runtime", "name": "java-runtime", "version": release["JAVA_VERSION"]}
            document.setdefault("components", []).append(component)


def layer(document, name):
    """Returns the bytes of a layer with the bill of materials as file `name`."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.PAX_FORMAT) as out:
        archive.member(out, name, json.dumps(document, indent=2).encode())
    return data.getvalue()
