// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.SlurmReport.SlurmEntry;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.Vrp;

class SlurmFilesTest {
    private static final Vrp VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496);
    private static final Vrp MORE = new Vrp(Prefix.parse("192.0.2.128/25"), 25, 64496);
    private static final Vrp OTHER = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497);
    private static final Vrp ASSERTED = new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64498);
    private static final RpkiSnapshot DATA =
            RpkiSnapshot.of(1, new Serial(1), List.of(VRP, MORE, OTHER, new Aspa(64496, List.of(1L))));

    @TempDir
    Path folder;

    private Path east;
    private Path west;
    private SlurmFiles files;

    @BeforeEach
    void open() {
        east = folder.resolve("east.json");
        west = folder.resolve("west.json");
        files = new SlurmFiles(List.of(east.toString(), west.toString()));
    }

    private static void write(Path file, String prefixFilters, String prefixAssertions) throws IOException {
        Files.writeString(file, """
                {"slurmVersion": 1,
                 "validationOutputFilters": {"prefixFilters": [%s], "bgpsecFilters": []},
                 "locallyAddedAssertions": {"prefixAssertions": [%s], "bgpsecAssertions": []}}
                """.formatted(prefixFilters, prefixAssertions));
    }

    private List<Vrp> vrps() {
        files.poll();
        RpkiSnapshot result = files.applied(DATA);
        return result == null ? List.of() : result.allVrps();
    }

    @Test
    void usesTheUnionOfAllFilesWhenEachWasRead() throws IOException {
        write(east, "{\"prefix\": \"192.0.2.0/24\"}, {\"prefix\": \"10.0.0.0/8\"}", "");
        files.poll();
        assertThat(files.applied(DATA)).isNull();
        assertThat(files.problem()).contains(west.toString());
        write(
                west,
                "",
                "{\"asn\": 64498, \"prefix\": \"203.0.113.0/24\"}, {\"asn\": 64497, \"prefix\": \"198.51.100.0/24\"}");
        assertThat(vrps()).containsExactly(OTHER, ASSERTED);
        assertThat(files.problem()).isNull();
        assertThat(files.report().entries())
                .containsExactly(
                        new SlurmEntry(east.toString(), "prefix-filter", "10.0.0.0/8", 0),
                        new SlurmEntry(west.toString(), "assertion", "198.51.100.0/24-24 AS64497", 0),
                        new SlurmEntry(east.toString(), "prefix-filter", "192.0.2.0/24", 2),
                        new SlurmEntry(west.toString(), "assertion", "203.0.113.0/24-24 AS64498", 1));
    }

    @Test
    void refusesFilesThatConflictAndKeepsTheEarlierOnes() throws IOException {
        write(east, "{\"prefix\": \"192.0.2.0/24\"}", "");
        write(west, "", "");
        assertThat(vrps()).containsExactly(OTHER);
        write(west, "", "{\"asn\": 64498, \"prefix\": \"192.0.2.128/25\"}");
        assertThat(vrps()).containsExactly(OTHER);
        assertThat(files.problem())
                .contains(east.toString(), west.toString(), "192.0.2.0/24 and 192.0.2.128/25 overlap");
        assertThat(files.report().problem()).isEqualTo(files.problem());
        write(west, "{\"asn\": 64497}", "");
        assertThat(vrps()).isEmpty();
        assertThat(files.problem()).isNull();
    }

    @Test
    void aDeletedFileKeepsItsExceptions() throws IOException {
        write(east, "{\"prefix\": \"192.0.2.0/24\"}", "");
        write(west, "{\"asn\": 64497}", "");
        assertThat(vrps()).isEmpty();
        Files.delete(west);
        assertThat(vrps()).isEmpty();
        assertThat(files.problem()).contains(west.toString());
    }

    @Test
    void withoutFilesTheDataIsUnchanged() {
        SlurmFiles none = new SlurmFiles(List.of());
        none.poll();
        RpkiSnapshot result = none.applied(DATA);
        assertThat(result != null && DATA.sameData(result)).isTrue();
        assertThat(none.report().entries()).isEmpty();
    }
}
