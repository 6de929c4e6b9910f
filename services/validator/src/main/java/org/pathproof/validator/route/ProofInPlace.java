// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.validator.store.RowCursor;

/** Reads the proof of a divided row in place. {@link RowShape} has the parts, and {@link ShortForm} the fields. */
final class ProofInPlace {
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN); // as RowReader.u32
    private static final int VALID_WITH_PROOF = PathState.VALID_VALUE | ShortForm.HAS_PROOF;

    private ProofInPlace() {}

    /** Returns true if the hops of the row have pCount 1 and no flags. */
    static boolean hasPlainHops(RowCursor row) {
        return (row.pathBytes()[row.pathAt()] & ShortForm.PLAIN_HOPS) != 0;
    }

    /** Returns true if the row is VALID, has a proof, and is divided. */
    static boolean hasProof(RowCursor row) {
        return !row.isWhole()
                && (row.pathBytes()[row.pathAt()] & (RowFlags.STATE | RowFlags.LONG | ShortForm.HAS_PROOF))
                        == VALID_WITH_PROOF;
    }

    /**
     * Returns the numbers of the keys that verified the hops of a row with a proof, origin first. The result is null
     * unless the row has the BGPsec_PATH, the target AS and the facts of the announcement.
     */
    static int @Nullable [] read(RowCursor row, Incoming in) {
        byte[] path = row.pathBytes();
        int hashAt = ShortForm.afterHead(path, row.pathAt());
        int more = path[hashAt - 1];
        return (more & ShortForm.ATTRIBUTE) != 0
                        && RowReader.isAt(path, hashAt, ShortForm.ATTRIBUTE_HASH, in.attributeHash())
                        && isOfSession(row.sessionPart(), (more & ShortForm.TARGET) != 0, in)
                ? numbers(path, row.pathAt() + 1)
                : null;
    }

    private static boolean isOfSession(byte[] part, boolean hasTarget, Incoming in) {
        int factsAt = RowShape.factsAt(part);
        Announcement a = in.announcement();
        return (int) INTS.get(part, factsAt) == in.facts()
                && hasTarget == a.hasTargetAs()
                && (!hasTarget || (int) RowReader.varint(part, factsAt + ShortForm.FACTS) == a.getTargetAs());
    }

    private static int[] numbers(byte[] path, int from) {
        int[] numbers = new int[(int) RowReader.varint(path, from)];
        int at = RowReader.afterVarint(path, from);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (int) RowReader.varint(path, at);
            at = RowReader.afterVarint(path, at);
        }
        return numbers;
    }
}
