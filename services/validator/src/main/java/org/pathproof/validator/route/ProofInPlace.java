// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;

/** Reads the proof of a row in the short form in place. {@link ShortForm} documents the fields. */
final class ProofInPlace {
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN); // as RowReader.u32

    private ProofInPlace() {}

    /** Returns true if the hops of the row at an index have pCount 1 and no flags. */
    static boolean hasPlainHops(byte[] page, int at) {
        return (page[at] & ShortForm.PLAIN_HOPS) != 0;
    }

    /**
     * Returns the numbers of the keys that verified the hops of the row at an index, origin first. The result is null
     * unless the row is VALID and has the BGPsec_PATH, the target AS and the facts of the announcement.
     */
    static int @Nullable [] read(byte[] page, int at, Incoming in) {
        int flags = page[at];
        if ((flags & (RowFlags.STATE | RowFlags.LONG | ShortForm.HAS_PROOF))
                != (PathState.VALID_VALUE | ShortForm.HAS_PROOF)) {
            return null;
        }
        int hops = (int) RowReader.varint(page, at + 1);
        int numbersAt = RowReader.afterVarint(page, at + 1);
        int next = numbersAt;
        for (int i = 0; i < hops; i++) {
            next = RowReader.afterVarint(page, next);
        }
        int more = page[next];
        next = RowReader.afterVarint(page, next + 1);
        if ((flags & ShortForm.PUBLISHED_BEFORE) != 0) {
            next = RowReader.afterVarint(page, next);
        }
        next += ShortForm.RECEIVED_BITS / 8;
        if ((more & ShortForm.ATTRIBUTE) == 0
                || (int) INTS.get(page, next) != in.facts()
                || !RowReader.isAt(page, next + ShortForm.FACTS, ShortForm.ATTRIBUTE_HASH, in.attributeHash())
                || !isTarget(
                        page,
                        next + ShortForm.FACTS + ShortForm.ATTRIBUTE_HASH,
                        (more & ShortForm.TARGET) != 0,
                        in.announcement())) {
            return null;
        }
        int[] numbers = new int[hops];
        int numberAt = numbersAt;
        for (int i = 0; i < hops; i++) {
            numbers[i] = (int) RowReader.varint(page, numberAt);
            numberAt = RowReader.afterVarint(page, numberAt);
        }
        return numbers;
    }

    private static boolean isTarget(byte[] page, int at, boolean known, Announcement a) {
        return known == a.hasTargetAs() && (!known || (int) RowReader.varint(page, at) == a.getTargetAs());
    }
}
