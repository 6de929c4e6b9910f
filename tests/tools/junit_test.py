#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests tests/junit and its modules: tests/tools/junit_test.py"""

import contextlib
import importlib.machinery
import importlib.util
import io
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from junit_report import Result, read_file  # noqa: E402
from skips import permitted, read_permitted  # noqa: E402

JUNIT = importlib.machinery.SourceFileLoader("junit", str(Path(__file__).resolve().parents[1] / "junit"))
junit = importlib.util.module_from_spec(importlib.util.spec_from_loader("junit", JUNIT))
JUNIT.exec_module(junit)

REPORT = """<e:events xmlns="https://schemas.opentest4j.org/reporting/core/0.2.0"
  xmlns:e="https://schemas.opentest4j.org/reporting/events/0.2.0" xmlns:junit="https://schemas.junit.org/open-test-reporting">
<infrastructure/>
<e:started id="1" name="Jupiter" time="2026-11-27T21:00:00Z"><metadata><junit:uniqueId>[engine:junit-jupiter]</junit:uniqueId>
<junit:type>CONTAINER</junit:type></metadata></e:started>
<e:started id="2" name="ATest" time="2026-11-27T21:00:00.5Z"><metadata>
<junit:uniqueId>[engine:junit-jupiter]/[class:a.ATest]</junit:uniqueId><junit:type>CONTAINER</junit:type></metadata></e:started>
<e:started id="3" name="works()" time="2026-11-27T21:00:01.123456789Z"><metadata>
<junit:uniqueId>[engine:junit-jupiter]/[class:a.ATest]/[method:works()]</junit:uniqueId><junit:type>TEST</junit:type>
</metadata></e:started>
<e:finished id="3" time="2026-11-27T21:00:02.123456789Z"><result status="%s"><reason>why</reason></result></e:finished>
<e:finished id="2" time="2026-11-27T21:00:04.5Z"><result status="SUCCESSFUL"/></e:finished>
<e:finished id="1" time="2026-11-27T21:00:05Z"><result status="SUCCESSFUL"/></e:finished>
</e:events>"""


def skip(name: str, reason: str) -> Result:
    return Result("libs/bgp", name, "test()", "ABORTED", reason, 0)


class JunitTest(unittest.TestCase):
    def report(self, status: str) -> list:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "open-test-report.xml"
            file.write_text(REPORT % status)
            return read_file(file, "libs/wire")

    def test_reads_tests_and_the_time_of_their_class(self) -> None:
        test, whole = self.report("SUCCESSFUL")
        self.assertEqual(("a.ATest", "works()", 1.0, False), (test.class_name, test.test, test.seconds, test.is_class))
        self.assertEqual((4.0, True, False), (whole.seconds, whole.is_class, whole.is_test))

    def test_reads_failures_and_skips(self) -> None:
        self.assertTrue(self.report("FAILED")[0].is_failed)
        self.assertTrue(self.report("ERRORED")[0].is_failed)
        self.assertTrue(self.report("ABORTED")[0].is_skipped)
        self.assertEqual("why", self.report("SKIPPED")[0].reason)

    def test_stops_a_process_that_runs_too_long(self) -> None:
        process = subprocess.Popen(["sleep", "600"])
        self.assertNotEqual(0, junit.wait(process, 0.1)[0])

    def test_all_classes_of_a_jvm_that_failed_run_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.multiple(
            junit, ROOT=Path(folder), class_path=lambda module: "", wait=lambda process: (process.wait(), 0.0)
        ), unittest.mock.patch.dict("os.environ", JAVA_HOME=folder):
            java = Path(folder) / "bin/java"
            java.parent.mkdir()
            java.write_text("#!/bin/sh\nexit 7\n")
            java.chmod(0o755)
            (Path(folder) / "libs/wire").mkdir(parents=True)
            results, _ = junit.run(junit.Job("libs/wire", 0, ["a.ATest", "a.BTest"], 1.0))
        self.assertEqual([("a.ATest", True), ("a.BTest", True)], [(r.class_name, r.is_failed) for r in results])

    def test_permits_only_the_listed_skips(self) -> None:
        allowed = skip("org.pathproof.bgp.net.TcpAoTest", "NOT TESTED: BGP with TCP-AO, because Linux 6.1 lacks it")
        other = skip("org.pathproof.bgp.net.TcpAoTest", "chromium is not installed")
        with contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertEqual([other], permitted([allowed, other]))
        self.assertIn("SKIPPED, the kernel lacks TCP-AO: TcpAoTest: test()", output.getvalue())
        self.assertIn("SKIPPED WITHOUT PERMISSION", output.getvalue())

    def test_each_permitted_skip_has_an_explanation(self) -> None:
        for line in read_permitted():
            self.assertEqual(3, len(line), line)
            self.assertTrue(all(line), line)

    def test_divides_a_long_module_among_jvms(self) -> None:
        names = [f"a.C{number}Test" for number in range(6)]
        junit.classes_of = lambda module: names
        jobs = junit.divide("libs/wire", {f"C{number}Test": 50 for number in range(6)}, 1, 100)
        self.assertEqual(names, sorted(name for job in jobs for name in job.classes))
        self.assertEqual([2, 2, 2], [len(job.classes) for job in jobs])

    def test_takes_classes_for_jars_of_modules(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            junit.ROOT = Path(folder)
            target = Path(folder) / "tests/e2e/target"
            target.mkdir(parents=True)
            jars = f"{folder}/libs/wire/target/pathproof-wire-0.1.0.jar:/m2/netty.jar:{folder}/tools/cli/target/lib/pathproof-cli-0.1.0.jar"
            (target / "test-classpath").write_text(jars)
            self.assertEqual(
                f"{target}/test-classes:{target}/classes:{folder}/libs/wire/target/classes:/m2/netty.jar"
                f":{folder}/tools/cli/target/classes",
                junit.class_path("tests/e2e"),
            )


if __name__ == "__main__":
    unittest.main()
