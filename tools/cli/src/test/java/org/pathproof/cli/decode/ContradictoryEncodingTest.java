// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.cli.Run;
import org.pathproof.cli.Streams;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.RouteMonitoring;
import tools.jackson.databind.JsonNode;

/** Tests input whose bytes contradict the encoding that its records or OPENs declare. */
class ContradictoryEncodingTest {
    private static final BgpSessionOptions ADD_PATH = new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true);

    @TempDir
    private Path folder;

    @Test
    void readsPathIdentifiersInMrtRecordsWithoutTheirSubtype() throws IOException {
        Bytes update = update(ADD_PATH, new Nlri(1, Prefix.parse("10.101.0.0/24")));
        Run run = decode(message(4, update).concat(message(9, update)));
        assertThat(run.objects())
                .hasSize(2)
                .allSatisfy(record -> assertThat(
                                record.get("bgp").get("announced").get(0).stringValue())
                        .isEqualTo("10.101.0.0/24 path-id 1"));
        assertThat(run.objects().getFirst().get("warning").stringValue())
                .startsWith("Path Identifiers are not declared, and the prefixes have them");
        assertThat(run.objects().getLast().has("warning")).isFalse();
        assertThat(run.err()).contains("warning: Path Identifiers are not declared");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void readsTwoOctetPathsInMrtRecordsOfFourOctets() throws IOException {
        Nlri nlri = Nlri.of(Prefix.parse("192.0.2.0/24"));
        Run run = decode(message(4, update(new BgpSessionOptions(false, Set.of(), true), nlri)));
        JsonNode record = run.objects().getFirst();
        assertThat(record.get("warning").stringValue()).contains("AS numbers of four bytes are declared");
        assertThat(record.has("error")).isFalse();
    }

    @Test
    void readsMonitoringWithoutTheNegotiatedPathIdentifiersAndASecondUpdate() throws IOException {
        RouteMonitoring declared =
                (RouteMonitoring) BmpCodec.decode(Streams.UPDATE).orThrow();
        Bytes one = update(BgpSessionOptions.DEFAULT, Nlri.of(Prefix.parse("192.0.2.64/28")));
        Bytes two = update(BgpSessionOptions.DEFAULT, Nlri.of(Prefix.parse("192.0.2.80/28")));
        BmpMessage monitoring = new RouteMonitoring(declared.peer(), one.concat(two));
        Run run = decode(Streams.INITIATION.concat(Streams.PEER_UP).concat(BmpCodec.encode(monitoring)));
        JsonNode update = run.objects().getLast();
        assertThat(update.get("warning").stringValue())
                .isEqualTo("Path Identifiers are declared, and the prefixes have none;"
                        + " a Route Monitoring message has more than one BGP message");
        assertThat(update.get("bgp").get("announced").get(0).stringValue()).isEqualTo("192.0.2.64/28");
        assertThat(update.get("further")
                        .get(0)
                        .get("bgp")
                        .get("announced")
                        .get(0)
                        .stringValue())
                .isEqualTo("192.0.2.80/28");
    }

    private static Bytes update(BgpSessionOptions options, Nlri nlri) {
        AsPath path = new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64496L, 64497L))));
        return BgpCodec.encode(
                new Update(
                        List.of(),
                        List.of(new Origin(0x40, 0), path, new NextHop(0x40, Bytes.fromHex("c0000201"))),
                        List.of(nlri),
                        List.of()),
                options);
    }

    /** Returns a BGP4MP record with a message; subtypes 4 and 9 have AS numbers of four bytes. */
    private static Bytes message(int subtype, Bytes bgp) {
        Bytes body = new ByteWriter()
                .u32(64496)
                .u32(64500)
                .u16(0)
                .u16(1)
                .bytes(Bytes.fromHex("c6336401 c6336402"))
                .bytes(bgp)
                .toBytes();
        return new ByteWriter()
                .u32(1_700_000_000)
                .u16(16)
                .u16(subtype)
                .u32(body.length())
                .bytes(body)
                .toBytes();
    }

    private Run decode(Bytes content) throws IOException {
        Path file = folder.resolve("input");
        Files.write(file, content.toArray());
        return Run.of("decode", file.toString());
    }
}
