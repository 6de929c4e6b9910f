#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of advisories.py."""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import advisories


class AdvisoriesTest(unittest.TestCase):
    def run_main(self, components, entries, date="2026-11-01", today="2026-11-28", values=""):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "bill.cdx.json").write_text(json.dumps({"components": components}))
            (folder / "list.json").write_text(json.dumps({"date": date, "advisories": entries}))
            (folder / "values.yaml").write_text(values)
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = advisories.main(["--values", str(folder / "values.yaml"), "--list", str(folder / "list.json"),
                                        "--today", today, str(folder / "bill.cdx.json")])
            return code, out.getvalue() + err.getvalue()

    ENTRY = {"ids": ["CVE-1"], "package": "a:b", "affected": ["1.0..1.2.18"], "fixed": "1.2.18"}

    def test_an_affected_component_fails(self):
        code, text = self.run_main([{"group": "a", "name": "b", "version": "1.2.9.Final"}], [self.ENTRY])
        self.assertEqual(code, 1)
        self.assertIn("a:b 1.2.9.Final: CVE-1: update to 1.2.18", text)

    def test_a_fixed_component_passes(self):
        for version in ("1.2.18", "1.2.18.Final", "1.3", "0.9"):
            code, text = self.run_main([{"group": "a", "name": "b", "version": version}], [self.ENTRY])
            self.assertEqual(code, 0, text)
            self.assertIn("1 components, 1 advisories of 2026-11-01: none applies", text)

    def test_an_explanation_is_printed(self):
        code, text = self.run_main([{"group": "a", "name": "b", "version": "1.1"}], [self.ENTRY | {"explained": "not used"}])
        self.assertEqual(code, 0)
        self.assertIn("affected, and explained: a:b 1.1: CVE-1: not used", text)

    def test_an_old_list_warns(self):
        code, text = self.run_main([], [], date="2026-10-28")
        self.assertEqual(code, 0)
        self.assertIn("WARNING", text)
        self.assertNotIn("WARNING", self.run_main([], [], date="2026-10-29")[1])

    def test_images_of_the_chart_count(self):
        entry = self.ENTRY | {"package": "image:library/redis"}
        values = "image: {registry: docker.io, repository: library/redis, tag: \"1.2\", digest: \"\"}\n"
        self.assertEqual(self.run_main([], [entry], values=values)[0], 1)
        self.assertEqual(self.run_main([], [entry], values=values.replace("1.2", "1.2.18"))[0], 0)

    def test_a_wrong_entry_fails(self):
        for entry in ({"ids": [], "package": "a", "affected": []}, self.ENTRY | {"affected": ["x.."]}, self.ENTRY | {"fix": "1"}):
            self.assertEqual(self.run_main([], [entry])[0], 1, entry)

    def test_versions_are_ordered(self):
        ordered = ["1.0-rc1", "1.0", "1.0.1", "1.2.9", "1.2.18", "2.0.0.M1", "2.0.0", "10.0"]
        for earlier, later in zip(ordered, ordered[1:]):
            self.assertLess(advisories.key(earlier), advisories.key(later), (earlier, later))
        self.assertEqual(advisories.key("1.0.0.Final"), advisories.key("1"))

    def test_the_list_of_the_repository_is_readable(self):
        date, entries = advisories.read(advisories.ROOT / "packaging/advisories.json")
        self.assertGreater(len(entries), 20)
        self.assertGreater(str(date), "2026-11-01")


if __name__ == "__main__":
    unittest.main()
