// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.SamplePaths;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.RouteMonitoring;

final class WorkloadTest {
    private static final int LENGTH_AT = 1;

    @TempDir
    Path folder;

    @Test
    void theIndexHasEndAndDigestOfEachUpdate() throws Exception {
        List<LabRoute> routes = SamplePaths.load().subList(0, 40);
        Workload workload = Workload.of(
                folder,
                "test",
                () -> Workload.Recipe.of(new StreamRecipe("table", 1, StreamRecipe.CONNECTION, routes)));
        Workload.Recorded stream = workload.stream("table");
        assertThat(stream.updates()).isEqualTo(40);
        assertThat(stream.prefixes())
                .hasSize(40)
                .first()
                .isEqualTo(routes.getFirst().prefix().toString());
        assertThat(workload.keys()).hasSize((int) routes.stream()
                .flatMap(route -> route.hops().stream())
                .distinct()
                .map(hop -> hop.asn())
                .distinct()
                .count());

        Bytes bytes = Bytes.wrap(Files.readAllBytes(stream.bytes()));
        int at = 0;
        int updates = 0;
        int first = 0;
        while (at < bytes.length()) {
            int length = (int) bytes.u32(at + LENGTH_AT);
            BmpMessage message = decoded(bytes.slice(at, at + length));
            if (at == 0) {
                assertThat(message).isInstanceOf(Initiation.class);
            }
            at += length;
            if (message instanceof PeerUp) {
                assertThat(updates).isZero();
            } else if (message instanceof RouteMonitoring monitoring && updates < stream.updates()) {
                first = at;
                assertThat(stream.index().ends()[updates]).isEqualTo(first);
                assertThat(stream.index().digests()[updates]).isEqualTo(digest(monitoring));
                updates++;
            }
        }
        assertThat(updates).isEqualTo(40);
        assertThat(first).as("End-of-RIB follows").isLessThan(bytes.length());
    }

    @Test
    void findsAStoredWorkload() throws IOException {
        List<LabRoute> routes = SamplePaths.load().subList(0, 3);
        Workload made = Workload.of(
                folder,
                "again",
                () -> Workload.Recipe.of(new StreamRecipe("table", 1, StreamRecipe.CONNECTION, routes)));
        Workload found = Workload.of(folder, "again", () -> {
            throw new AssertionError("created a stored workload again");
        });
        assertThat(found.rpki()).isEqualTo(made.rpki());
        assertThat(found.signatures())
                .isEqualTo(routes.stream().mapToLong(r -> r.hops().size()).sum());
    }

    @Test
    void anUnsignedStreamHasTheAsPathsAndNoKeys() throws Exception {
        List<LabRoute> routes = SamplePaths.load().subList(0, 40);
        Workload workload = Workload.of(
                folder,
                "unsigned",
                () -> Workload.Recipe.of(new StreamRecipe("table", 1, StreamRecipe.CONNECTION, routes).unsigned()));
        Workload.Recorded stream = workload.stream("table");
        assertThat(workload.keys()).isEmpty();
        assertThat(workload.signatures()).isZero();
        assertThat(workload.vrps()).isNotEmpty();
        assertThat(stream.index().digests()).hasSize(40).containsOnly(0);

        Bytes bytes = Bytes.wrap(Files.readAllBytes(stream.bytes()));
        for (int i = 0; i < routes.size(); i++) {
            int end = (int) stream.index().ends()[i];
            int start = i == 0
                    ? end - lengthOfLast(bytes, end)
                    : (int) stream.index().ends()[i - 1];
            Update update = update((RouteMonitoring) decoded(bytes.slice(start, end)));
            LabRoute route = routes.get(i);
            assertThat(update.find(BgpsecPath.class)).isEmpty();
            assertThat(LabUpdates.announced(update).orElseThrow().prefix()).isEqualTo(route.prefix());
            assertThat(update.find(AsPath.class)
                            .orElseThrow()
                            .segments()
                            .getFirst()
                            .asns())
                    .isEqualTo(Hop.asPath(route.hops()));
        }
    }

    /** Returns the length of the message that ends at a position, by the lengths of all messages before. */
    private static int lengthOfLast(Bytes bytes, int end) {
        int at = 0;
        int length = 0;
        while (at < end) {
            length = (int) bytes.u32(at + LENGTH_AT);
            at += length;
        }
        assertThat(at).isEqualTo(end);
        return length;
    }

    @Test
    void changesAreAlwaysNew() {
        List<LabRoute> table = SamplePaths.load().subList(0, 500);
        List<LabRoute> changes = new Changes(table).take(300);
        assertThat(changes).isNotEmpty().doesNotHaveDuplicates();
        assertThat(new HashSet<>(table)).doesNotContainAnyElementsOf(changes);
        assertThat(table.stream().map(LabRoute::peerAs).toList())
                .containsAll(changes.stream().map(LabRoute::peerAs).toList());
    }

    private static BmpMessage decoded(Bytes bytes) {
        return switch (BmpCodec.decode(bytes)) {
            case Decoded.Ok<BmpMessage>(BmpMessage message) -> message;
            case Decoded<BmpMessage> other -> throw new AssertionError(other);
        };
    }

    private static long digest(RouteMonitoring monitoring) throws Exception {
        BgpsecPath path = update(monitoring).find(BgpsecPath.class).orElseThrow();
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        path.value().addTo(sha256);
        return ByteBuffer.wrap(sha256.digest()).getLong();
    }

    private static Update update(RouteMonitoring monitoring) {
        return switch (BgpCodec.decode(monitoring.bgpMessage(), BgpSessionOptions.DEFAULT)) {
            case Decoded.Ok<BgpMessage>(BgpMessage message) -> (Update) message;
            case Decoded<BgpMessage> other -> throw new AssertionError(other);
        };
    }
}
