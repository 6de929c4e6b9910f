// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.paged.Shard;

/**
 * A record of pathproof.verdicts, decoded before its turn. A fault of the record is thrown when the table applies it.
 * One object is used for many records. Not thread-safe.
 */
final class DecodedVerdict {
    private static final byte[] NONE = new byte[0];

    private byte[] keyBytes = NONE;
    private @Nullable RouteKey key;
    private @Nullable Place place;
    private @Nullable IllegalArgumentException fault;
    private boolean withdrawn;
    private final VerdictParts parts;

    /** The shard of the prefix in the present batch; null before {@link RouteTable#readAhead}. */
    @Nullable
    Shard shard;

    /** The number of the shard; -1 before {@link VerdictWriter#shardOf}. */
    int shardNumber = -1;

    /** Hash of the path with the numbers of its keys, which are valid during the batch. */
    long pathHash;

    long attributesHash;

    DecodedVerdict() {
        this(new FindingsReader());
    }

    /** @param findings the reader of this thread */
    DecodedVerdict(FindingsReader findings) {
        parts = new VerdictParts(findings);
    }

    /** Decodes a record. A null value withdraws the route. */
    void read(byte @Nullable [] recordKey, byte @Nullable [] value) {
        shard = null;
        shardNumber = -1;
        fault = null;
        key = null;
        place = null;
        withdrawn = value == null;
        try {
            if (recordKey == null) {
                throw new IllegalArgumentException("it has no key");
            }
            keyBytes = recordKey;
            RouteKey decoded = RouteKey.ofBytes(recordKey);
            if (value != null) {
                parts.read(value);
            }
            key = decoded;
            place = Place.of(decoded.prefix(), decoded.safi());
        } catch (IllegalArgumentException e) {
            fault = e;
        }
    }

    /** Returns true if the record can be applied. */
    boolean isValid() {
        return place != null;
    }

    private IllegalArgumentException fault() {
        return fault == null ? new IllegalArgumentException("no record was decoded") : fault;
    }

    /**
     * Returns the key.
     *
     * @throws IllegalArgumentException when the key is not a route key or the value is not a verdict
     */
    RouteKey key() {
        if (key == null) {
            throw fault();
        }
        return key;
    }

    /** Returns the beginning of the rows of the prefix. */
    Place place() {
        if (place == null) {
            throw fault();
        }
        return place;
    }

    /** Returns the key as it was encoded. */
    byte[] keyBytes() {
        return keyBytes;
    }

    boolean isWithdrawn() {
        return withdrawn;
    }

    /** Returns the parts of the verdict; those of an earlier one if the record withdraws the route. */
    VerdictParts parts() {
        return parts;
    }
}
