# SPDX-License-Identifier: Apache-2.0
"""Tests the style check on texts that break each rule, and on texts that break none."""

import importlib.machinery
import importlib.util
import tempfile
import unittest
from pathlib import Path

LOADER = importlib.machinery.SourceFileLoader("check", str(Path(__file__).with_name("check")))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", LOADER))
LOADER.exec_module(check)


class CheckTest(unittest.TestCase):
    def findings(self, name: str, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            return [finding.text for finding in check.check_file(str(file))]

    def assert_finds(self, expected: str, name: str, text: str) -> None:
        self.assertTrue(any(expected in finding for finding in self.findings(name, text)), self.findings(name, text))

    def test_refuses_openings_of_comments_and_tags(self) -> None:
        self.assert_finds('opens with "Whether"', "A.java", "/** Whether it runs. */\nclass A {}\n")
        self.assert_finds('opens with "how"', "A.java", "/**\n * Sends.\n *\n * @param n how many\n */\n")
        self.assert_finds('opens with "what"', "A.java", "int a; // what is left\n")
        self.assert_finds('opens with "How"', "a.md", "# Title\n\n## How it works\n")
        self.assert_finds('opens with "what"', "a.yaml", "a: 1\n# what it does\n")

    def test_accepts_conditions_of_exceptions(self) -> None:
        self.assertEqual([], self.findings("A.java", "/**\n * Reads.\n *\n * @throws IOException if it fails\n */\n"))

    def test_accepts_these_words_inside_a_sentence(self) -> None:
        self.assertEqual([], self.findings("A.java", "/**\n * Returns true for a key\n * whose hash matches.\n */\n"))
        self.assertEqual([], self.findings("a.md", "It says\nwhat is missing.\n"))

    def test_refuses_words(self) -> None:
        self.assert_finds('"octets"', "A.java", "/** Returns 20 octets. */\n")
        self.assert_finds('"nobody"', "a.md", "Here nobody writes.\n")
        self.assert_finds('message with "nobody"', "src/main/A.java", 'log("there is nobody here");\n')

    def test_accepts_words_in_code_and_quotations(self) -> None:
        self.assertEqual([], self.findings("A.java", '/** Reads {@code octets}, "octets" and a 4-octet AS. */\n'))

    def test_refuses_long_lines_of_prose_and_accepts_tables_and_code(self) -> None:
        long = "word. " * 30
        self.assert_finds("line of", "a.md", long + "\n")
        self.assert_finds("line of", "A.java", "// " + long + "\n")
        self.assertEqual([], self.findings("a.md", f"| {long} |\n\n    {long}\n"))

    def test_refuses_long_sentences(self) -> None:
        self.assert_finds("sentence of 36 words", "a.md", "\n".join(["six words stand in this line"] * 6) + ".\n")

    def test_refuses_references_to_files_that_are_not_there(self) -> None:
        self.assert_finds("refers to", "a.md", "See missing-page.md.\n")
        self.assert_finds("links to", "a.md", "See [it](missing/page.html).\n")
        self.assert_finds("../shared", "a.md", "See `../shared`.\n")
        self.assert_finds("refers to", "A.java", "// see docs/reference/missing.txt\n")
        self.assert_finds("no such heading", "a.md", "# One\n\n[it](#two)\n")
        self.assertEqual([], self.findings("a.md", "# One Two\n\n[it](#one-two)\n"))
        self.assert_finds("no class", "a.md", "`MissingTest.isThere` checks it.\n")
        self.assert_finds("no class", "rfc8205.md", "`Missing` checks it.\n")
        self.assert_finds("names isMissing", "rfc8205.md", "`PathSyntaxTest.check1TruncatedAnywhere`, `.isMissing`\n")
        self.assertEqual([], self.findings("a.md", "See README.md and `docs/style.md`.\n"))

    def test_refuses_void_methods_that_are_participles(self) -> None:
        for name in ("changed", "refusedBy", "lost", "policyChanged", "routeSeen", "isDamaged", "connectFailed"):
            self.assert_finds(f"{name}() is a participle", "A.java", f"interface A {{\n    void {name}(int a);\n}}\n")
        self.assert_finds("left() is", "A.java", "class A {\n    private static synchronized <T> void left(T a) {}\n}\n")

    def test_accepts_verbs(self) -> None:
        verbs = "read set put shed feed need proceed embed reset onChange onClosed putTaken awaitConnected connectUnsigned"
        for name in verbs.split():
            self.assertEqual([], self.findings("A.java", f"interface A {{\n    void {name}(int a);\n}}\n"))
        self.assertEqual([], self.findings("A.java", "class A {\n    boolean changed() {}\n}\n"))

    def test_accepts_participles_in_sentences_of_tests_and_in_overrides(self) -> None:
        self.assertEqual([], self.findings("A.java", "class A {\n    @Test\n    void lostRoutesReturn() {}\n}\n"))
        array = '@ParameterizedTest\n    @ValueSource(\n            strings = {\n                "a"\n            })'
        self.assertEqual([], self.findings("A.java", f"class A {{\n    {array}\n    void lostRoutesReturn() {{}}\n}}\n"))
        netty = "@Override\n    public void userEventTriggered(Object event) {}"
        self.assertEqual([], self.findings("A.java", f"class A {{\n    {netty}\n}}\n"))
        self.assert_finds("lost() is", "A.java", "class A {\n    @Test\n    void a() {}\n\n    void lost() {}\n}\n")

    def test_refuses_another_spelling_of_neighbor_in_every_file(self) -> None:
        other = "neighb" + "our"
        for name in ("a.md", "A.java", "a.json", "a.txt", "src/test/resources/a.conf"):
            self.assert_finds("neighbor", name, f"a {other.upper()}s b\n")

    def test_refuses_words_that_the_glossary_replaces(self) -> None:
        self.assert_finds('"judged": write "validate"', "a.md", "The path is judged.\n")
        for text in ("RouteJudge judge", "int rejudging;", "boolean isToBeProved()", "int PATHS_PROVED;", "addDoubted(a)"):
            self.assert_finds("docs/glossary.md", "A.java", text + "\n")
        self.assert_finds('"FeedStatus"', "A.java", "FeedStatus a;\n")
        self.assertEqual([], self.findings("A.java", "RouterFeedStatus a; Provider provided, improved, approves, bcprov;\n"))
        self.assertEqual([], self.findings("a.md", 'Do not write "judge".\n'))


if __name__ == "__main__":
    unittest.main()
