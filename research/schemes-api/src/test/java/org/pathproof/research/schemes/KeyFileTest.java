// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Tests the text form of published keys. */
final class KeyFileTest {
    private static final SchemeId ID = new SchemeId("S-BGP", "dsa-1024");
    private static final PublishedKeys ORIGIN = new PublishedKeys(
            new SpeakerIdentity(
                    65_001,
                    List.of(65_002L, 4_294_967_295L),
                    List.of(Prefix.parse("192.0.2.0/24"), Prefix.parse("2001:db8::/32")),
                    Instant.parse("2027-01-01T00:00:00.123Z")),
            Bytes.fromHex("00ff10"));
    private static final PublishedKeys EMPTY =
            new PublishedKeys(new SpeakerIdentity(65_002, List.of(), List.of(), Instant.EPOCH), Bytes.EMPTY);

    @Test
    void readsItsOwnLines() {
        List<String> lines = new ArrayList<>(KeyFile.write(Map.of(ID, KeyDirectory.of(List.of(ORIGIN, EMPTY)))));
        lines.add(1, "# a comment");
        lines.add("");
        Map<SchemeId, KeyDirectory> read = KeyFile.read("keys.txt", lines);
        assertThat(read).containsOnlyKeys(ID);
        assertThat(Objects.requireNonNull(read.get(ID)).all()).containsExactly(ORIGIN, EMPTY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        S-BGP dsa-1024 65001 2027-01-01T00:00:00Z - -            | line of 6 fields
        S-BGP dsa_1024 65001 2027-01-01T00:00:00Z - - AA==       | name of the parameter set
        S-BGP dsa-1024 4294967296 2027-01-01T00:00:00Z - - AA==  | "4294967296" is no AS number
        S-BGP dsa-1024 AS-1 2027-01-01T00:00:00Z - - AA==        | "AS-1" is no AS number
        S-BGP dsa-1024 65001 tomorrow - - AA==                   | tomorrow
        S-BGP dsa-1024 65001 2027-01-01T00:00:00Z 1,x - AA==     | "x" is no AS number
        S-BGP dsa-1024 65001 2027-01-01T00:00:00Z - 192.0.2 AA== | 192.0.2
        S-BGP dsa-1024 65001 2027-01-01T00:00:00Z - - A*         | 2a
        """)
    void errorsNameFileAndLine(String line, String problem) {
        assertThatThrownBy(() -> KeyFile.read("keys.txt", List.of(KeyFile.HEADER, line)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("keys.txt:2: ")
                .hasMessageContaining(problem);
    }

    @Test
    void refusesOtherFilesAndRepeatedEntries() {
        assertThatThrownBy(() -> KeyFile.read("keys.txt", List.of("PEM")))
                .hasMessage("keys.txt:1: the first line must be \"" + KeyFile.HEADER + "\"");
        assertThatThrownBy(() -> KeyFile.read("keys.txt", List.of())).hasMessageContaining("the file is empty");
        List<String> lines = KeyFile.write(Map.of(ID, KeyDirectory.of(List.of(ORIGIN))));
        assertThatThrownBy(() -> KeyFile.read("keys.txt", List.of(lines.get(0), lines.get(1), lines.get(1))))
                .hasMessage("keys.txt:3: a second entry of AS65001 for S-BGP dsa-1024");
    }
}
