// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.pathproof.contracts.v1.InventoryAcknowledgement;
import org.pathproof.contracts.v1.InventoryRecord;
import org.pathproof.contracts.v1.InventorySource;
import org.pathproof.policyapi.log.LogEntry;

/**
 * A router or peer that is expected, or that was retired. Immutable.
 *
 * @param version number of the change, from 1
 * @param seen true after the router or peer was up
 * @param lostSince time since which it is not up; empty while it is not lost
 * @param changed time of the last change
 * @param author client that made the last change; empty for the policy API
 * @param reason reason of that client; may be empty
 * @param address address of a learned router; may be empty
 */
record InventoryEntry(
        InventoryKey key,
        long version,
        InventorySource source,
        boolean seen,
        Optional<Instant> lostSince,
        Optional<Acknowledgement> acknowledgement,
        boolean retired,
        Instant changed,
        String author,
        String reason,
        String address)
        implements LogEntry<InventoryKey> {

    /** An operator's statement that a loss is known, until a time. */
    record Acknowledgement(String owner, String reason, Instant expires, String author, Instant time) {}

    /** Returns the first version of an entry that is not lost. */
    static InventoryEntry first(InventoryKey key, InventorySource source, boolean seen, Instant now) {
        return new InventoryEntry(key, 1, source, seen, Optional.empty(), Optional.empty(), false, now, "", "", "");
    }

    /** Returns the predecessor of the first version. */
    static InventoryEntry absent(InventoryKey key, Instant now) {
        return new InventoryEntry(
                key,
                0,
                InventorySource.INVENTORY_EXPECTED,
                false,
                Optional.empty(),
                Optional.empty(),
                false,
                now,
                "",
                "",
                "");
    }

    /** Parses the value of a record; throws IllegalArgumentException if it is not a record of the inventory. */
    static InventoryEntry of(InventoryKey key, byte[] value) {
        try {
            InventoryRecord found = InventoryRecord.parseFrom(value);
            if (found.getVersion() < 1 || found.getSource() == InventorySource.UNRECOGNIZED) {
                throw new IllegalArgumentException("it has no version or an unknown source");
            }
            return new InventoryEntry(
                    key,
                    found.getVersion(),
                    found.getSource(),
                    found.getSeen(),
                    found.getLostSince() == 0 ? Optional.empty() : Optional.of(instant(found.getLostSince())),
                    found.hasAcknowledgement()
                            ? Optional.of(acknowledgement(found.getAcknowledgement()))
                            : Optional.empty(),
                    found.getRetired(),
                    instant(found.getChanged()),
                    found.getAuthor(),
                    found.getReason(),
                    found.getAddress());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Acknowledgement acknowledgement(InventoryAcknowledgement found) {
        return new Acknowledgement(
                found.getOwner(),
                found.getReason(),
                instant(found.getExpires()),
                found.getAuthor(),
                instant(found.getTime()));
    }

    @Override
    public byte[] toBytes() {
        InventoryRecord.Builder out = InventoryRecord.newBuilder()
                .setRouter(key.router())
                .setPeer(key.peer())
                .setVersion(version)
                .setSource(source)
                .setSeen(seen)
                .setRetired(retired)
                .setChanged(micros(changed))
                .setAuthor(author)
                .setReason(reason)
                .setAddress(address);
        lostSince.ifPresent(since -> out.setLostSince(micros(since)));
        acknowledgement.ifPresent(given -> out.setAcknowledgement(InventoryAcknowledgement.newBuilder()
                .setOwner(given.owner())
                .setReason(given.reason())
                .setExpires(micros(given.expires()))
                .setAuthor(given.author())
                .setTime(micros(given.time()))));
        return out.build().toByteArray();
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /** Returns true if the router or peer is lost, without an acknowledgement in force. */
    boolean isFault(Instant now) {
        return isLost() && !isAcknowledged(now);
    }

    boolean isLost() {
        return !retired && lostSince.isPresent();
    }

    boolean isAcknowledged(Instant now) {
        return acknowledgement.filter(given -> now.isBefore(given.expires())).isPresent();
    }

    /** Returns the next version of this entry as lost. */
    InventoryEntry lost(Instant since, Instant now) {
        return new InventoryEntry(
                key, version + 1, source, seen, Optional.of(since), acknowledgement, retired, now, "", "", address);
    }

    /** Returns the next version of this entry as up. The end of a loss ends its acknowledgement. */
    InventoryEntry up(Instant now, String at) {
        return new InventoryEntry(
                key,
                version + 1,
                source,
                true,
                Optional.empty(),
                isLost() ? Optional.empty() : acknowledgement,
                retired,
                now,
                "",
                "",
                at);
    }

    InventoryEntry acknowledged(Acknowledgement given) {
        return new InventoryEntry(
                key,
                version + 1,
                source,
                seen,
                lostSince,
                Optional.of(given),
                retired,
                given.time(),
                given.author(),
                given.reason(),
                address);
    }

    InventoryEntry retired(Instant now, String by, String why) {
        return new InventoryEntry(
                key, version + 1, source, seen, Optional.empty(), Optional.empty(), true, now, by, why, address);
    }

    /** Returns the next version of this entry as expected, after a retirement or for another source. */
    InventoryEntry expected(InventorySource from, boolean up, Instant now, String by, String why) {
        return new InventoryEntry(
                key,
                version + 1,
                from,
                up || seen && !retired,
                retired ? Optional.empty() : lostSince,
                retired ? Optional.empty() : acknowledgement,
                false,
                now,
                by,
                why,
                address);
    }

    InventoryEntry withAddress(String at) {
        return new InventoryEntry(
                key, version, source, seen, lostSince, acknowledgement, retired, changed, author, reason, at);
    }
}
