// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.captures.DamagedFiles;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Tests files that are plain, compressed, truncated or damaged. */
class MrtReaderTest {
    private static final Bytes ONE = MrtFixtures.PEER_INDEX_TABLE;
    private static final Bytes TWO = MrtFixtures.RIB_IPV6;
    private static final Bytes BOTH = ONE.concat(TWO);

    @Test
    void readsPlainAndGzipFiles() throws IOException {
        for (byte[] file : List.of(BOTH.toArray(), gzip(BOTH), concat(gzip(ONE), gzip(TWO)))) {
            List<MrtReader.Entry> entries = read(new ByteArrayInputStream(file));
            assertThat(entries)
                    .containsExactly(
                            new MrtReader.Entry(0, ONE, MrtCodec.decode(ONE)),
                            new MrtReader.Entry(ONE.length(), TWO, MrtCodec.decode(TWO)));
            assertThat(entries).allSatisfy(e -> assertThat(e.decoded()).isInstanceOf(Decoded.Ok.class));
        }
    }

    @Test
    void readsNothingFromAnEmptyFile() throws IOException {
        try (MrtReader reader = MrtReader.open(InputStream.nullInputStream())) {
            assertThat(reader.hasNext()).isFalse();
            assertThatThrownBy(reader::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void refusesBzip2() {
        assertThatThrownBy(() -> MrtReader.open(new ByteArrayInputStream(new byte[] {'B', 'Z', 'h', '9'})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bzip2");
    }

    @Test
    void readsUpToTheCutAndReportsIt() throws IOException {
        for (int length = ONE.length() + 1; length < BOTH.length(); length++) {
            List<MrtReader.Entry> entries =
                    read(new ByteArrayInputStream(BOTH.slice(0, length).toArray()));
            assertThat(entries).hasSize(2);
            assertThat(entries.getFirst().bytes()).isEqualTo(ONE);
            MrtReader.Entry cut = entries.getLast();
            assertThat(cut.offset()).isEqualTo(ONE.length());
            assertThat(cut.bytes()).isEqualTo(BOTH.slice(ONE.length(), length));
            WireError error = error(cut);
            assertThat(error.code()).isEqualTo(WireError.Code.TRUNCATED);
            assertThat(error.offset()).isEqualTo(length - ONE.length());
            assertThat(error.message()).isEqualTo("the file ends here, at byte " + length + " of the file");
        }
    }

    @Test
    void readsUpToTheCutOfACompressedFile() throws IOException {
        byte[] file = gzip(BOTH);
        for (int length = 10; length < file.length; length++) {
            List<MrtReader.Entry> entries = read(new ByteArrayInputStream(file, 0, length));
            WireError error = error(entries.getLast());
            assertThat(error.code()).isEqualTo(WireError.Code.TRUNCATED);
            assertThat(error.message()).contains("EOFException");
            assertThat(entries.subList(0, entries.size() - 1))
                    .allSatisfy(e -> assertThat(e.decoded()).isInstanceOf(Decoded.Ok.class));
        }
    }

    @Test
    void continuesAfterADamagedRecord() throws IOException {
        byte[] damaged = ONE.toArray();
        damaged[MrtCodec.HEADER_LENGTH + 7] = 9; // peer count
        List<MrtReader.Entry> entries =
                read(new ByteArrayInputStream(Bytes.wrap(damaged).concat(TWO).toArray()));
        assertThat(entries).hasSize(2);
        assertThat(error(entries.getFirst()).where()).isEqualTo("PEER_INDEX_TABLE / Peer Entry 2");
        assertThat(entries.getLast().decoded()).isInstanceOf(Decoded.Ok.class);
    }

    @Test
    void refusesAnImplausibleLength() throws IOException {
        Bytes absurd = new ByteWriter().u32(0).u16(13).u16(1).u32(0xffffffffL).toBytes();
        List<MrtReader.Entry> entries =
                read(new ByteArrayInputStream(ONE.concat(absurd).concat(TWO).toArray()));
        assertThat(entries).hasSize(2);
        assertThat(error(entries.getLast()).code()).isEqualTo(WireError.Code.BAD_LENGTH);
        assertThat(entries.getLast().offset()).isEqualTo(ONE.length());
    }

    @Test
    void readsRecordsLongerThanItsBuffer() throws IOException {
        Bytes longRecord = new ByteWriter()
                .u32(0)
                .u16(99)
                .u16(0)
                .u32(300_000)
                .zeros(300_000)
                .toBytes();
        List<MrtReader.Entry> entries =
                read(new ByteArrayInputStream(longRecord.concat(ONE).toArray()));
        assertThat(entries).extracting(MrtReader.Entry::bytes).containsExactly(longRecord, ONE);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void givesRecordsOrErrorsForAnyFile(@ForAll("files") Bytes file) throws IOException {
        List<MrtReader.Entry> entries = read(new ByteArrayInputStream(file.toArray()));
        Bytes all = Bytes.EMPTY;
        for (MrtReader.Entry entry : entries) {
            assertThat(entry.offset()).isEqualTo(all.length());
            all = all.concat(entry.bytes());
        }
        assertThat(file.slice(0, all.length())).isEqualTo(all);
    }

    @Provide
    Arbitrary<Bytes> files() {
        return Arbitraries.oneOf(DamagedFiles.of(BOTH.concat(BOTH)), DamagedFiles.arbitraryBytes(0, 100));
    }

    private static WireError error(MrtReader.Entry entry) {
        return entry.decoded() instanceof Decoded.Damaged<MrtRecord>(WireError error, Bytes bytes)
                        && bytes.equals(entry.bytes())
                ? error
                : new WireError(WireError.Code.MISSING, "no error", 0, entry.toString());
    }

    private static List<MrtReader.Entry> read(InputStream in) throws IOException {
        List<MrtReader.Entry> entries = new ArrayList<>();
        try (MrtReader reader = MrtReader.open(in)) {
            reader.forEachRemaining(entries::add);
        }
        return entries;
    }

    private static byte[] gzip(Bytes bytes) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(file)) {
            out.write(bytes.toArray());
        }
        return file.toByteArray();
    }

    private static byte[] concat(byte[] one, byte[] other) {
        return Bytes.wrap(one).concat(Bytes.wrap(other)).toArray();
    }
}
