// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.wire.Bytes;

class OwnershipLogTest {
    private static final Bytes ROUTER = Bytes.fromHex("00112233445566778899aabbccddeeff");

    private final OwnershipLog log = new OwnershipLog();

    @Test
    void firstCollectorToNameARouterOwnsIt() {
        read(beat("a", 1, claim()));
        read(beat("b", 1, claim()));
        assertThat(log.owner(ROUTER)).isEqualTo("a");
    }

    @Test
    void ownerGivesUpARouterByNotNamingIt() {
        read(beat("a", 1, claim()));
        read(beat("b", 1, claim()));
        read(beat("a", 2));
        assertThat(log.owner(ROUTER)).isNull();
        read(beat("b", 2, claim()));
        assertThat(log.owner(ROUTER)).isEqualTo("b");
    }

    @Test
    void restartGivesUpAllRouters() {
        read(beat("a", 7, claim()));
        read(beat("a", 1).toBuilder().setIncarnation(2).build());
        assertThat(log.owner(ROUTER)).isNull();
    }

    @Test
    void silentOwnerIsReplaced() {
        read(beat("a", 1, claim()));
        read(beat("b", 1, over("a", 1)));
        assertThat(log.owner(ROUTER)).isEqualTo("b");
        // a later heartbeat does not return the router
        read(beat("a", 2, claim()));
        assertThat(log.owner(ROUTER)).isEqualTo("b");
    }

    @Test
    void ownerWithANewerHeartbeatIsNotReplaced() {
        read(beat("a", 1, claim()));
        read(beat("a", 2, claim()));
        read(beat("b", 1, over("a", 1)));
        assertThat(log.owner(ROUTER)).isEqualTo("a");
    }

    @Test
    void firstOfTwoClaimsReplacesASilentOwner() {
        read(beat("a", 1, claim()));
        read(beat("b", 1, over("a", 1)));
        read(beat("c", 1, over("a", 1)));
        assertThat(log.owner(ROUTER)).isEqualTo("b");
    }

    @Test
    void ignoresDuplicateAndLateRecords() {
        read(beat("a", 2));
        read(beat("a", 1, claim()));
        assertThat(log.owner(ROUTER)).isNull();
    }

    @Test
    void forgottenCollectorOwnsNothing() {
        read(beat("a", 1, claim()));
        log.forget("a");
        assertThat(log.owner(ROUTER)).isNull();
        assertThat(log.ownedBy("a")).isEmpty();
        assertThat(log.last("a")).isNull();
    }

    @Test
    void silenceIsMeasuredByTheReader() {
        log.read(beat("a", 1), 1_000);
        assertThat(log.isSilent("a", 6_000, 5_000)).isFalse();
        assertThat(log.isSilent("a", 6_001, 5_000)).isTrue();
        assertThat(log.isSilent("b", 0, 5_000)).isTrue();
    }

    private void read(Collector record) {
        log.read(record, 0);
    }

    private static Collector beat(String id, long beat, Ownership... routers) {
        Collector.Builder record =
                Collector.newBuilder().setId(id).setIncarnation(1).setBeat(beat);
        for (Ownership router : routers) {
            record.addRouters(router);
        }
        return record.build();
    }

    private static Ownership claim() {
        return Ownership.newBuilder()
                .setRouterHash(ByteString.copyFrom(ROUTER.toArray()))
                .build();
    }

    private static Ownership over(String owner, long beat) {
        return claim().toBuilder()
                .setOver(owner)
                .setOverIncarnation(1)
                .setOverBeat(beat)
                .build();
    }
}
