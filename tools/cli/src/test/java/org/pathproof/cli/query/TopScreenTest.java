// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.cli.Run;
import tools.jackson.databind.JsonNode;

/** Tests the lines of {@code pathproof top}. */
final class TopScreenTest {
    private static final JsonNode EMPTY = Run.json("{}");
    private static final Instant TIME = Instant.parse("2026-11-29T14:03:11.5Z");

    private static TopReading reading(String routes) {
        return new TopReading(
                TIME,
                Run.json("{\"ready\":true,\"routes\":4,\"states\":{\"VALID\":3,\"NOT_VALID\":1}}"),
                EMPTY,
                EMPTY,
                Run.json(routes),
                List.of());
    }

    @Test
    void textOfRoutersHasNoControlCharacters() {
        TopReading reading = reading("""
                {"routes":[{"prefix":"192.0.2.0","prefix_len":24,"path_id":0,"peer_name":"a\\u001b[31m\\u009b2J\\u202e",
                 "router_name":"r\\n1\\u0007","validity":{"findings":[{"rule":"signature-mismatch","asn":64500}]}}]}
                """);

        List<TopScreen.Line> lines = TopScreen.lines("http://a", reading, 12.5, "fault\u001b[2J", 200, 60);

        assertThat(lines)
                .allSatisfy(line -> assertThat(line.text().codePoints())
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT));
        assertThat(lines.getLast().text()).contains("192.0.2.0/24", "signature-mismatch", "AS 64500", "r\ufffd1\ufffd");
    }

    @Test
    void linesFitTheTerminal() {
        String row = "{\"prefix\":\"192.0.2.0\",\"prefix_len\":24,\"router_name\":\"" + "r".repeat(200) + "\"}";
        List<TopScreen.Line> lines = TopScreen.lines(
                "http://a", reading("{\"routes\":[" + (row + ",").repeat(50) + row + "]}"), null, null, 40, 15);

        assertThat(lines)
                .hasSizeLessThanOrEqualTo(15)
                .allSatisfy(line -> assertThat(line.text().length()).isLessThanOrEqualTo(40));
        assertThat(TopScreen.lines("http://a", reading("{}"), null, null, 40, 3))
                .hasSize(3);
    }

    @Test
    void theNewestRouteIsTheFirst() {
        List<String> lines = TopScreen.lines("http://a", reading("""
                {"cursor":"x","routes":[
                 {"prefix":"192.0.2.0","prefix_len":24,"validity":{"judged":"2026-11-29T14:00:00Z"}},
                 {"prefix":"198.51.100.0","prefix_len":24,"validity":{"judged":"2026-11-29T14:01:00Z"}}]}
                """), null, null, 120, 60).stream()
                .map(TopScreen.Line::text)
                .toList();

        assertThat(lines.get(lines.size() - 2)).contains("198.51.100.0/24");
        assertThat(lines.getLast()).contains("192.0.2.0/24");
        assertThat(lines.get(lines.size() - 3)).isEqualTo("NOT_VALID paths, newest first (of the first 2)");
    }

    @Test
    void afterAFaultTheLastGoodAnswerStays() {
        List<TopScreen.Line> lines =
                TopScreen.lines("http://a", reading("{}"), null, "http://a cannot be reached", 80, 24);

        assertThat(lines.get(1).text()).isEqualTo("http://a cannot be reached");
        assertThat(lines.get(2).text()).isEqualTo("last good answer: 2026-11-29T14:03:11Z");
        assertThat(lines.get(3).text()).startsWith("routes 4");
    }

    @Test
    void colorsCanBeSwitchedOff() {
        List<TopScreen.Line> lines = List.of(
                new TopScreen.Line("one", TopScreen.Style.FAULT), new TopScreen.Line("two", TopScreen.Style.PLAIN));

        assertThat(TopTerminal.frame(lines, false)).isEqualTo("\033[Hone\033[K\r\ntwo\033[K\033[J");
        assertThat(TopTerminal.frame(lines, true)).contains("\033[31mone\033[0m");
    }
}
