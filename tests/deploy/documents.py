# SPDX-License-Identifier: Apache-2.0
"""Reads YAML with helm, because Python's standard library does not read YAML."""
import json
import pathlib
import subprocess
import tempfile

TEMPLATE = """{{- $all := list }}
{{- range regexSplit "(?m)^---.*$" (.Files.Get "documents.yaml") -1 }}
{{- with fromYaml . }}{{ $all = append $all . }}{{ end }}
{{- end }}
documents: {{ $all | toJson }}
"""


def read(text):
    """Returns the documents of a YAML text. Raises ValueError if the text is no YAML."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "Chart.yaml").write_text("{apiVersion: v2, name: documents, version: 0.0.1}")
        (folder / "templates").mkdir()
        (folder / "templates/documents.yaml").write_text(TEMPLATE)
        (folder / "documents.yaml").write_text(text)
        output = subprocess.run(["helm", "template", folder], check=True, capture_output=True, text=True).stdout
    found = json.loads(next(line for line in output.splitlines() if line.startswith("documents: "))[11:])
    for document in found:
        if set(document) == {"Error"}:
            raise ValueError(document["Error"])
    return found
