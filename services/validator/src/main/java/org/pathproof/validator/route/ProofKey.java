// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The key that verified the signature of a hop: the router key itself right after the verification, later its hash. AS
 * and SKI are those of the hop.
 */
public final class ProofKey {
    private final @Nullable RouterKey key;
    private @Nullable ByteString spkiHash;

    private ProofKey(@Nullable RouterKey key, @Nullable ByteString spkiHash) {
        this.key = key;
        this.spkiHash = spkiHash;
    }

    static ProofKey of(RouterKey key) {
        return new ProofKey(key, null);
    }

    /** Returns the key with this hash, see {@link Digests#ofKey}. */
    static ProofKey named(ByteString spkiHash) {
        return new ProofKey(null, spkiHash);
    }

    /** Returns the router key; null when only its hash is known. */
    @Nullable
    RouterKey key() {
        return key;
    }

    /** Returns the hash of the key, see {@link Digests#ofKey}. */
    ByteString spkiHash() {
        ByteString known = spkiHash;
        if (known == null) {
            if (key == null) {
                throw new IllegalStateException("the proof has neither a key nor the hash of a key");
            }
            known = Digests.ofKey(key);
            spkiHash = known;
        }
        return known;
    }

    /** Returns true if {@code other} is this key. */
    boolean is(RouterKey other) {
        return other.equals(key) || Digests.ofKey(other).equals(spkiHash());
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof ProofKey other && spkiHash().equals(other.spkiHash());
    }

    @Override
    public int hashCode() {
        return spkiHash().hashCode();
    }

    @Override
    public String toString() {
        return "ProofKey[" + spkiHash() + "]";
    }
}
