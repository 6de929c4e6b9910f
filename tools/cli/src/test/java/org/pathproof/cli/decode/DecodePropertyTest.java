// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.cli.Run;
import org.pathproof.cli.Streams;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/** Tests that the report accounts for every byte of a damaged file. */
class DecodePropertyTest {
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void accountsForEveryByteOfDamagedBmp(@ForAll("damagedBmp") Bytes input) throws IOException {
        Run run = decode(input, "bmp");
        assertThat(run.exitCode()).isIn(ExitCode.OK, ExitCode.PROBLEM_FOUND);
        long next = 0;
        for (var object : run.objects()) {
            assertThat(object.get("offset").longValue()).isEqualTo(next);
            next += object.get("length").longValue();
        }
        assertThat(next).isEqualTo(input.length());
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void survivesDamagedFilesOfEveryFormat(@ForAll("damaged") Bytes input) throws IOException {
        Run run = decode(input, "auto");
        assertThat(run.exitCode()).isIn(ExitCode.OK, ExitCode.PROBLEM_FOUND, ExitCode.CANNOT_RUN);
        assertThat(run.objects()).isNotNull();
    }

    @Provide
    Arbitrary<Bytes> damagedBmp() {
        return mutated(Streams.BMP.concat(Streams.BMP));
    }

    @Provide
    Arbitrary<Bytes> damaged() {
        return Arbitraries.of(
                        Streams.capture(),
                        Streams.OPEN.concat(Streams.KEEPALIVE).concat(Streams.OPEN),
                        OpenBmpCodec.encode(OpenBmpRaw.bare(Streams.BMP))
                                .concat(OpenBmpCodec.encode(OpenBmpRaw.bare(Streams.BMP))))
                .flatMap(DecodePropertyTest::mutated);
    }

    private static Arbitrary<Bytes> mutated(Bytes valid) {
        return Combinators.combine(
                        Arbitraries.integers().between(0, valid.length() - 1),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(4))
                .as((at, cut, with) -> valid.slice(0, at)
                        .concat(Bytes.wrap(with))
                        .concat(valid.from(Math.min(valid.length(), at + cut))));
    }

    private static Run decode(Bytes bytes, String format) throws IOException {
        Path file = Files.createTempFile("damaged", "");
        try {
            Files.write(file, bytes.toArray());
            return Run.of("decode", "--format", format, file.toString());
        } finally {
            Files.delete(file);
        }
    }
}
