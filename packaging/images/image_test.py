#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of image.py."""
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TIME = 1_800_000_000


class ImageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        jar = self.file("root/app/libs/tool-1.2.jar")
        os.utime(jar, (TIME, TIME))
        with open(self.file("root/opt/java/release"), "w", encoding="ascii") as release:
            release.write('JAVA_VERSION="25.0.9"\n')
        self.run_program("archive.py", "--entrypoint", "java", self.path("plain.tar"), "example/tool:1", "amd64", self.path("root"))
        self.file("cache/app/start.aot")
        self.bill("tool")

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="ascii") as out:
            out.write(name)
        return self.path(name)

    def bill(self, *names):
        components = [{"name": name, "version": "1.2"} for name in names]
        with open(self.path("tool.cdx.json"), "w", encoding="ascii") as out:
            json.dump({"metadata": {"component": {"name": "main", "version": "1.2"}}, "components": components}, out)

    def run_program(self, name, *arguments):
        return subprocess.run([sys.executable, "-B", f"{HERE}/{name}", *arguments], capture_output=True, text=True, check=False)

    def complete(self, out="out.tar"):
        return self.run_program("image.py", "complete", self.path("plain.tar"), self.path(out), "--jvm=-XX:AOTCache=/app/start.aot",
                                "--label", "org.opencontainers.image.revision=abc", "--sbom", self.path("tool.cdx.json"),
                                "--layer", self.path("cache"))

    def content(self, name, digest=None):
        with tarfile.open(self.path(name)) as file:
            return json.load(file.extractfile("blobs/" + digest.replace(":", "/") if digest else "index.json"))

    def test_adds_labels_a_bill_a_cache_and_its_flag(self):
        self.assertEqual(self.complete().stderr, "")
        index = self.content("out.tar")["manifests"][0]
        manifest = self.content("out.tar", index["digest"])
        config = self.content("out.tar", manifest["config"]["digest"])
        self.assertEqual(index["annotations"]["org.opencontainers.image.ref.name"], "example/tool:1")
        self.assertEqual(config["config"]["Entrypoint"], ["java", "-XX:AOTCache=/app/start.aot"])
        self.assertEqual(config["config"]["User"], "65532:65532")
        self.assertEqual(manifest["annotations"], config["config"]["Labels"])
        self.assertEqual(config["config"]["Labels"]["org.opencontainers.image.revision"], "abc")
        self.assertEqual(config["config"]["Labels"]["org.pathproof.image.sbom"], "/sbom/tool.cdx.json")
        self.assertEqual((len(manifest["layers"]), len(config["rootfs"]["diff_ids"]), len(config["history"])), (3, 3, 3))

    def test_equal_input_gives_equal_bytes(self):
        self.complete("one.tar")
        self.complete("two.tar")
        with open(self.path("one.tar"), "rb") as one, open(self.path("two.tar"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_refuses_a_bill_without_a_jar_of_the_image(self):
        self.bill("too", "other")
        refused = self.complete()
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("does not name these jars of example/tool:1: tool-1.2.jar", refused.stderr)

    def test_replaces_the_base_and_joins_architectures(self):
        self.file("other/lib/libc.so")
        self.run_program("archive.py", self.path("old.tar"), "example/base:1", "amd64", self.path("root"))
        self.run_program("archive.py", self.path("new.tar"), "example/base:1", "arm64", self.path("other"))
        self.complete()
        other = self.run_program("image.py", "complete", self.path("plain.tar"), self.path("arm64.tar"), "--base", self.path("old.tar"),
                                 self.path("new.tar"))
        self.assertEqual(other.stderr, "")
        self.assertEqual(self.run_program("image.py", "unpack", self.path("arm64.tar"), self.path("unpacked")).stderr, "")
        self.assertTrue(os.path.exists(self.path("unpacked/lib/libc.so")))
        self.assertFalse(os.path.exists(self.path("unpacked/app")))
        self.assertEqual(self.run_program("image.py", "join", self.path("both.tar"), self.path("out.tar"), self.path("arm64.tar")).stderr, "")
        entry = self.content("both.tar")["manifests"][0]
        self.assertEqual(entry["annotations"]["org.opencontainers.image.ref.name"], "example/tool:1")
        index = self.content("both.tar", entry["digest"])["manifests"]
        self.assertEqual([image["platform"]["architecture"] for image in index], ["amd64", "arm64"])
        for image in index:
            config = self.content("both.tar", self.content("both.tar", image["digest"])["config"]["digest"])
            self.assertEqual(config["architecture"], image["platform"]["architecture"])

    def test_unpacks_all_layers_and_the_command(self):
        self.complete()
        unpacked = self.run_program("image.py", "unpack", self.path("out.tar"), self.path("unpacked"))
        self.assertEqual(unpacked.stderr, "")
        for name in ("app/libs/tool-1.2.jar", "app/start.aot", "sbom/tool.cdx.json", "proc"):
            self.assertTrue(os.path.exists(self.path("unpacked/" + name)), name)
        with open(self.path("unpacked/sbom/tool.cdx.json"), encoding="utf-8") as document:
            named = {component["name"]: component["version"] for component in json.load(document)["components"]}
        self.assertEqual(named, {"tool": "1.2", "java-runtime": "25.0.9"})
        self.assertEqual(os.stat(self.path("unpacked/app/libs/tool-1.2.jar")).st_mtime, 0)
        with open(self.path("unpacked.command"), encoding="utf-8") as command:
            self.assertEqual(command.read(), "java\n-XX:AOTCache=/app/start.aot\n")


if __name__ == "__main__":
    unittest.main()
