// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.InventorySource;
import org.pathproof.policyapi.log.VersionedLog;
import org.pathproof.policyapi.log.VersionedLog.Outcome;

final class InventoryLogTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00.000123Z");
    private static final InventoryKey ROUTER = InventoryKey.named("edge1");

    private final VersionedLog<InventoryKey, InventoryEntry> log = new VersionedLog<>();

    private static InventoryEntry first() {
        return InventoryEntry.first(ROUTER, InventorySource.INVENTORY_LEARNED, true, NOW);
    }

    @Test
    void anEntryEqualsItsRecord() {
        InventoryKey peer = new InventoryKey("edge1", "192.0.2.1");
        InventoryEntry entry = InventoryEntry.first(peer, InventorySource.INVENTORY_DECLARED, false, NOW)
                .lost(NOW.minusSeconds(300), NOW)
                .acknowledged(
                        new InventoryEntry.Acknowledgement("noc", "maintenance", NOW.plusSeconds(60), "anna", NOW))
                .withAddress("10.0.0.1");

        assertThat(InventoryEntry.of(InventoryKey.of(peer.toBytes()), entry.toBytes()))
                .isEqualTo(entry);
    }

    @Test
    void theFirstOfTwoChangesAtTheSameTimeWins() {
        log.add(ROUTER, first());
        InventoryEntry lost = first().lost(NOW, NOW);

        assertThat(log.add(ROUTER, lost)).isEqualTo(Outcome.ACCEPTED);
        assertThat(log.add(ROUTER, first().lost(NOW.plusSeconds(1), NOW))).isEqualTo(Outcome.REFUSED);

        assertThat(log.find(ROUTER)).contains(lost);
    }

    @Test
    void aReplicaThatWasAwayDoesNotBringARetiredRouterBack() {
        InventoryEntry retired = first().retired(NOW, "anna", "removed");
        log.add(ROUTER, first());
        log.add(ROUTER, retired);

        // The replica missed the retirement, or the whole entry.
        assertThat(log.add(ROUTER, first().lost(NOW, NOW))).isEqualTo(Outcome.REFUSED);
        assertThat(log.add(ROUTER, first())).isEqualTo(Outcome.REFUSED);

        assertThat(log.find(ROUTER)).contains(retired);
    }

    @Test
    void theRecordInForceIsTheLastOneOfItsKeyAgain() {
        InventoryEntry retired = first().retired(NOW, "anna", "removed");
        log.add(ROUTER, first());
        log.add(ROUTER, retired);
        assertThat(log.unsettled()).isEmpty();

        log.add(ROUTER, first());

        assertThat(log.unsettled()).containsExactly(retired);
        assertThat(log.add(ROUTER, retired)).isEqualTo(Outcome.REPEATED);
        assertThat(log.unsettled()).isEmpty();
        // A replica that reads the compacted topic.
        VersionedLog<InventoryKey, InventoryEntry> other = new VersionedLog<>();
        other.add(ROUTER, retired);
        assertThat(List.copyOf(other.all())).isEqualTo(List.copyOf(log.all()));
    }

    @Test
    void aRecordWithoutAValueRemovesTheEntry() {
        log.add(ROUTER, first());

        assertThat(log.add(ROUTER, null)).isEqualTo(Outcome.REMOVED);

        assertThat(log.all()).isEmpty();
    }

    @Test
    void refusesKeysAndValuesOfOtherRecords() {
        assertThatThrownBy(() -> InventoryKey.of("\n192.0.2.1".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names no router");
        assertThatThrownBy(() -> InventoryEntry.of(ROUTER, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no version");
        assertThatThrownBy(() -> InventoryEntry.of(ROUTER, new byte[] {(byte) 0xff}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
