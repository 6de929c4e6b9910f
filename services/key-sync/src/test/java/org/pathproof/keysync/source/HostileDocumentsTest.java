// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.keysync.slurm.SlurmFiles;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

/** Tests that damaged JSON and SLURM files are refused with their position, and leave the data in force unchanged. */
class HostileDocumentsTest {
    private static final int MUTANTS = 4_000;
    private static final long SEED = 8416;
    private static final String SLURM = """
            {"slurmVersion": 2,
             "validationOutputFilters": {"prefixFilters": [{"prefix": "192.0.2.0/24", "comment": "x"}, {"asn": 64497}],
              "bgpsecFilters": [{"asn": 64496, "SKI": "q02RD1XK5xohXvPK_jrMxbRe7FQ"}], "aspaFilters": [{"customerAsid": 64499}]},
             "locallyAddedAssertions": {"prefixAssertions": [{"asn": 64498, "prefix": "203.0.113.0/24", "maxPrefixLength": 25}],
              "bgpsecAssertions": [], "aspaAssertions": [{"customerAsn": 64500, "providerAsns": [1, 2]}]}}
            """;

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private int writes;

    private byte[] mutated(byte[] original) {
        byte[] bytes = original.clone();
        switch (random.nextInt(5)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(bytes.length)] = (byte) "\"{}[]:,0-e\\u".charAt(random.nextInt(12));
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 3 -> {
                int from = random.nextInt(bytes.length);
                int length = random.nextInt(Math.min(40, bytes.length - from) + 1);
                System.arraycopy(original, from, bytes, random.nextInt(bytes.length - length + 1), length);
            }
            default -> {
                String text = new String(original, StandardCharsets.UTF_8);
                int at = random.nextInt(text.length());
                List<String> inserts = List.of("[".repeat(3000), "9".repeat(400), "null", "\"\\ud800\"", "1e999", "{}");
                bytes = (text.substring(0, at) + inserts.get(random.nextInt(inserts.size())) + text.substring(at))
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
        return bytes;
    }

    private static byte[] form() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(HostileDocumentsTest.class.getResourceAsStream("forms/rpki-client.json"))) {
            return in.readAllBytes();
        }
    }

    /** Writes a file with another modification time than before. */
    private void write(Path file, byte[] content) throws IOException {
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000L * writes++));
    }

    @Test
    void aDamagedJsonFileIsRefusedOrLosesOnlyItsDamagedEntries() throws IOException {
        Path file = folder.resolve("rpki.json");
        byte[] valid = form();
        write(file, valid);
        Set<RouterKey> keys = new HashSet<>();
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            write(file, valid);
            FileSource source = new FileSource(file, Duration.ZERO, RpkiBounds.DEFAULT, Clock.systemUTC());
            RpkiSnapshot known = Objects.requireNonNull(source.read().data());
            keys.addAll(known.allRouterKeys());
            write(file, mutated(valid));
            Source.Reading reading = source.read();
            if (reading.problem() != null) {
                refused++;
                assertThat(reading.data()).as("mutant %d", i).isSameAs(known);
                assertThat(reading.problem())
                        .as("mutant %d", i)
                        .contains(file.toString())
                        .doesNotContain("\u0000");
            } else {
                RpkiSnapshot data = Objects.requireNonNull(reading.data());
                assertThat(data.allRouterKeys().size()).as("mutant %d", i).isLessThanOrEqualTo(1);
                source.refusals()
                        .forEach(refusal -> assertThat(refusal.reason()).isNotBlank());
            }
        }
        assertThat(keys).hasSize(1);
        assertThat(refused).as("mutants that are no JSON").isGreaterThan(MUTANTS / 8);
    }

    @Test
    void aDamagedSlurmFileIsRefusedAsAWhole() throws IOException {
        Path file = folder.resolve("slurm.json");
        byte[] valid = SLURM.getBytes(StandardCharsets.UTF_8);
        RpkiSnapshot data =
                RpkiSnapshot.of(1, new Serial(1), List.of(new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496)));
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            write(file, valid);
            SlurmFiles files = new SlurmFiles(List.of(file.toString()));
            files.poll();
            RpkiSnapshot before = Objects.requireNonNull(files.applied(data));
            assertThat(before.allVrps()).hasSize(1);
            write(file, mutated(valid));
            files.poll();
            String problem = files.problem();
            if (problem != null) {
                refused++;
                assertThat(files.applied(data)).as("mutant %d", i).isSameAs(before);
                assertThat(problem).as("mutant %d", i).contains(file.toString()).doesNotContain("\u0000");
            }
        }
        assertThat(refused).as("refused mutants").isGreaterThan(MUTANTS / 8);
    }
}
