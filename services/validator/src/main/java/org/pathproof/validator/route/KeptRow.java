// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.PathState;

/**
 * A row in its stored form. In the short form, state, epochs and attribute hash are read in place, and the whole row is
 * decoded on demand.
 */
public final class KeptRow {
    private final RowCodec codec;
    private final byte[] bytes;
    private final ShortForm.@Nullable Head head;
    private @Nullable Row row;

    /** @throws IllegalStateException if the bytes are not a row */
    KeptRow(RowCodec codec, byte[] bytes) {
        this.codec = codec;
        this.bytes = bytes;
        if (RowFlags.isShort(bytes)) {
            head = head(bytes);
        } else {
            head = null;
            row = codec.decode(bytes);
        }
    }

    private static ShortForm.Head head(byte[] bytes) {
        try {
            return ShortForm.head(bytes);
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedRowException(e);
        }
    }

    public PathState state() {
        return RowFlags.state(bytes[0]);
    }

    /** Returns true when the route could not be validated because of an error in Pathproof. */
    public boolean isFailed() {
        return RowFlags.isFailed(bytes[0]);
    }

    /** Returns true when the path awaits a new proof, see {@link Row#isUntrusted}. */
    public boolean isUntrusted() {
        return RowFlags.isUntrusted(bytes[0]);
    }

    /** Returns true if the router may have rewritten the path: another row may then provide the verdict. */
    public boolean isRewritten() {
        return RowFlags.isRewritten(bytes[0]);
    }

    /** Returns the newest epoch in which the route was announced. */
    public long epoch() {
        return head == null ? row().epoch() : head.epoch();
    }

    /** Returns the epoch in which the verdict was published. */
    public long publishedEpoch() {
        return head == null ? row().verdict().getEpoch() : head.publishedEpoch();
    }

    /** Returns true if the route has the BGPsec_PATH with this hash, see {@link Row#attributeHash}. */
    public boolean isOf(ByteString attributeHash) {
        return head == null
                ? row().attributeHash().equals(attributeHash)
                : RowReader.isAt(bytes, head.hashAt(), head.hashLength(), attributeHash);
    }

    public Row row() {
        Row known = row;
        if (known == null) {
            known = codec.decode(bytes);
            row = known;
        }
        return known;
    }
}
