#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of archive.py."""
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class ArchiveTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def root(self, name, files, time):
        """Creates a folder with these files, in their order."""
        for file in files:
            path = os.path.join(self.folder, name, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as out:
                out.write(file)
            os.utime(path, (time, time))
        os.symlink("a", os.path.join(self.folder, name, "etc", "link"))
        return os.path.join(self.folder, name)

    def archive(self, root, *options):
        path = root + ".tar"
        subprocess.run([sys.executable, "-B", f"{HERE}/archive.py", *options, path, "example/a:1", "amd64", root], check=True)
        return path

    def test_equal_folders_give_equal_bytes(self):
        first = self.archive(self.root("first", ["etc/a", "etc/b", "usr/c"], 1))
        second = self.archive(self.root("second", ["usr/c", "etc/b", "etc/a"], 2))
        with open(first, "rb") as one, open(second, "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_layer_has_every_file_once_and_belongs_to_root(self):
        path = self.archive(self.root("root", ["etc/a", "usr/b"], 1), "--entrypoint", "/a")
        with tarfile.open(path) as image:
            manifest = json.load(image.extractfile("manifest.json"))[0]
            config = json.load(image.extractfile(manifest["Config"]))
            with tarfile.open(fileobj=image.extractfile(manifest["Layers"][0])) as layer:
                self.assertEqual(sorted(layer.getnames()), ["etc", "etc/a", "etc/link", "usr", "usr/b"])
                self.assertEqual({(entry.uid, entry.gid, entry.mtime) for entry in layer}, {(0, 0, 0)})
                self.assertEqual(layer.getmember("etc/link").linkname, "a")
        self.assertEqual(config["config"]["User"], "65532:65532")
        self.assertEqual(config["config"]["Entrypoint"], ["/a"])


if __name__ == "__main__":
    unittest.main()
