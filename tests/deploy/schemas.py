#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts the API description of Kubernetes to one strict JSON schema for each kind. kubeconform reads these schemas.

usage: schemas.py SWAGGER_JSON OUTPUT_DIRECTORY
"""
import json
import pathlib
import sys

EITHER = {
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": ["string", "integer"],
    "io.k8s.apimachinery.pkg.api.resource.Quantity": ["string", "number"],
}


def resolve(schema, definitions, open_names):
    """Returns the schema with its references replaced by their definitions. A recursive reference allows any value."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/definitions/")
        if name in EITHER:
            return {"type": EITHER[name]}
        if name in open_names:
            return {}
        return resolve(definitions[name], definitions, open_names | {name})
    resolved = {key: schema[key] for key in ("type", "enum", "required") if key in schema}
    if "properties" in schema:
        resolved["properties"] = {
            key: nullable(resolve(value, definitions, open_names)) for key, value in schema["properties"].items()
        }
        resolved["additionalProperties"] = False
    if "items" in schema:
        resolved["items"] = resolve(schema["items"], definitions, open_names)
    if isinstance(schema.get("additionalProperties"), dict):
        resolved["additionalProperties"] = resolve(schema["additionalProperties"], definitions, open_names)
    return resolved


def nullable(schema):
    kind = schema.get("type")
    return {**schema, "type": [kind, "null"]} if isinstance(kind, str) else schema


def main(source, target):
    definitions = json.loads(pathlib.Path(source).read_text())["definitions"]
    directory = pathlib.Path(target)
    directory.mkdir(parents=True, exist_ok=True)
    for name, definition in definitions.items():
        for kind in definition.get("x-kubernetes-group-version-kind", []):
            if "apiVersion" not in definition.get("properties", {}):
                continue
            group, version = kind["group"], kind["version"]
            schema = resolve(definition, definitions, frozenset([name]))
            schema["properties"]["apiVersion"] = {"enum": [f"{group}/{version}" if group else version]}
            schema["properties"]["kind"] = {"enum": [kind["kind"]]}
            parts = [kind["kind"].lower(), group.split(".")[0], version]
            (directory / ("-".join(part for part in parts if part) + ".json")).write_text(json.dumps(schema))


if __name__ == "__main__":
    main(*sys.argv[1:])
