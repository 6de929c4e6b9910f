// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.harness.SharedData;
import org.pathproof.harness.TestData;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/** Compares the contents of MRT files of FRR, RouteViews and RIPE RIS with the counts of other readers. */
class MrtFilesTest {
    /** Expects the counts of {@code show bgp statistics} of the FRR daemon that wrote the files. */
    @ParameterizedTest
    @CsvSource({
        "frr-8.4.4-ribs.mrt,          188,  0, 2, 103, 35, 122, false",
        "frr-8.4.4-updates.mrt,       208, 20, 2, 108, 40, 129, false",
        "frr-8.4.4-ribs-cut.mrt.bz2, 3760,  0, 2, 103, 35, 122, true",
    })
    void countsTheRoutesOfACapture(
            String file,
            int announcements,
            int withdrawals,
            int peers,
            int ipv4Prefixes,
            int ipv6Prefixes,
            int paths,
            boolean cut)
            throws IOException {
        Counts counts = count(TestData.path("mrt/" + file), cut);
        assertThat(counts.announcements).isEqualTo(announcements);
        assertThat(counts.withdrawals).isEqualTo(withdrawals);
        assertThat(counts.peers).hasSize(peers);
        assertThat(counts.ipv4).hasSize(ipv4Prefixes);
        assertThat(counts.ipv6).hasSize(ipv6Prefixes);
        assertThat(counts.paths).hasSize(paths);
    }

    /** Expects the counts in {@code stats.json}, which another program made. */
    @ParameterizedTest
    @CsvSource({
        "bgpdump-updates.20160811.1600.gz,                          false",
        "bgpdump-updates.et-header.2015.gz,                         false",
        "bgpstream-routeviews.route-views.jinx.ribs.1401487200.bz2, false",
        "pyasn-rib.20140523.0600_firstMB.bz2,                       true",
        "pyasn-rib6.20151101.0600_firstMB.bz2,                      true",
    })
    void countsTheRoutesOfALargeTable(String file, boolean cut) throws IOException {
        Path path = SharedData.path("mrt/" + file);
        Stats stats = new Stats(Files.readString(SharedData.path("mrt/stats.json")), file);
        Counts counts = count(path, cut);
        assertThat(counts.announcements).isEqualTo(stats.number("announcements"));
        assertThat(counts.withdrawals).isEqualTo(stats.number("withdrawals"));
        assertThat(counts.peers).hasSize(stats.number("peers"));
        assertThat(counts.ipv4).hasSize(stats.number("prefixes_v4"));
        assertThat(counts.ipv6).hasSize(stats.number("prefixes_v6"));
        assertThat(counts.paths).hasSize(stats.number("distinct_as_paths"));
    }

    private static Counts count(Path file, boolean cut) throws IOException {
        Counts counts = new Counts();
        try (MrtReader reader = MrtReader.open(stream(file))) {
            reader.forEachRemaining(counts::add);
        }
        assertThat(counts.errors).isEmpty();
        if (cut) {
            assertThat(counts.damaged).singleElement().satisfies(error -> {
                assertThat(error.code()).isEqualTo(WireError.Code.TRUNCATED);
                assertThat(error.message()).startsWith("reading the file failed");
            });
        } else {
            assertThat(counts.damaged).isEmpty();
        }
        return counts;
    }

    private static InputStream stream(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        return file.toString().endsWith(".bz2") ? new ByteByByte(new BZip2CompressorInputStream(raw, true)) : raw;
    }

    /** A stream with all bytes before a cut. A block read of BZip2CompressorInputStream would drop some of them. */
    private static final class ByteByByte extends FilterInputStream {
        private @Nullable IOException failure;

        ByteByByte(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int n = 0;
            while (n < length && failure == null) {
                try {
                    int next = read();
                    if (next < 0) {
                        break;
                    }
                    target[offset + n++] = (byte) next;
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (n == 0 && failure != null) {
                throw failure;
            }
            return n == 0 && length > 0 ? -1 : n;
        }
    }

    /** The counts of one file in {@code stats.json}. */
    private record Stats(String json, String file) {
        int number(String name) {
            Matcher matcher = Pattern.compile('"' + name + "\": (\\d+)").matcher(json);
            assertThat(matcher.find(json.indexOf('"' + file + '"'))).isTrue();
            return Integer.parseInt(matcher.group(1));
        }
    }

    private static final class Counts {
        long announcements;
        long withdrawals;
        final Set<Object> peers = new HashSet<>();
        final Set<Prefix> ipv4 = new HashSet<>();
        final Set<Prefix> ipv6 = new HashSet<>();
        final Set<List<AsPath.Segment>> paths = new HashSet<>();
        final List<WireError> damaged = new ArrayList<>();
        final List<WireError> errors = new ArrayList<>();

        void add(MrtReader.Entry entry) {
            switch (entry.decoded()) {
                case Decoded.Damaged<MrtRecord>(WireError error, Bytes ignored) -> damaged.add(error);
                case Decoded.Ok<MrtRecord>(MrtRecord record) -> add(record);
            }
        }

        private void add(MrtRecord record) {
            switch (record) {
                case Rib rib -> {
                    for (Rib.Entry entry : rib.entries()) {
                        peers.add(entry.peerIndex());
                        announce(rib.prefix());
                        errors.addAll(entry.attributes().errors());
                        entry.attributes().find(AsPath.class).ifPresent(path -> paths.add(path.segments()));
                    }
                }
                case Bgp4mpMessage message -> {
                    switch (message.decode()) {
                        case Decoded.Damaged<BgpMessage>(WireError error, Bytes ignored) -> damaged.add(error);
                        case Decoded.Ok<BgpMessage>(BgpMessage bgp) -> {
                            if (bgp instanceof Update update) {
                                peers.add(message.peering().peerAddress());
                                add(update, message);
                            }
                        }
                    }
                }
                default -> {}
            }
        }

        private void add(Update update, Bgp4mpMessage message) {
            errors.addAll(update.errors());
            update.nlri().forEach(n -> announce(n.prefix()));
            withdrawals += update.withdrawn().size();
            update.find(MpReach.class).stream()
                    .flatMap(m -> m.nlri().stream())
                    .map(Nlri::prefix)
                    .forEach(this::announce);
            withdrawals +=
                    update.find(MpUnreach.class).map(m -> m.withdrawn().size()).orElse(0);
            if (!update.nlri().isEmpty() || update.find(MpReach.class).isPresent()) {
                update.asPath(message.options()).ifPresent(path -> paths.add(path.segments()));
            }
        }

        private void announce(Prefix prefix) {
            announcements++;
            (prefix.afi() == AfiSafi.AFI_IPV4 ? ipv4 : ipv6).add(prefix);
        }
    }
}
