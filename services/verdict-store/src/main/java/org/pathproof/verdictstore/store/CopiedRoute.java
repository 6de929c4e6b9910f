// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.Prefix;

/** A route with copies of everything that it has. Immutable. */
final class CopiedRoute extends Route {
    private static final int OVERHEAD = 250;

    private final SharedPath path;
    private final Rest rest;

    /**
     * The parts that {@link RowRoute} decodes when it is asked for them.
     *
     * @param rules rules of the findings as bits
     * @param serial serial of the RPKI set; {@link Stamps#NO_SERIAL} for none
     * @param fields further fields of the verdict; null for none
     */
    record Rest(
            long rules,
            long receivedUs,
            long validatedUs,
            long serial,
            @Nullable ByteString fields) {}

    /** The first arguments are those of {@link Route}. */
    CopiedRoute(
            Prefix prefix,
            int safi,
            SessionView session,
            int pathId,
            int flags,
            long epoch,
            long digest,
            SharedPath path,
            Rest rest) {
        super(prefix, safi, session, pathId, flags, epoch, digest);
        this.path = path;
        this.rest = rest;
    }

    /** Copies a route, so that the copy has no memory of the store. */
    CopiedRoute(Route from) {
        super(from);
        path = from.path();
        rest = new Rest(from.ruleBits(), from.receivedUs(), from.validatedUs(), from.serial(), from.fields());
    }

    @Override
    long ruleBits() {
        return rest.rules();
    }

    @Override
    public long weight() {
        ByteString fields = rest.fields();
        return (long) OVERHEAD + path.weight() + (fields == null ? 0 : fields.size());
    }

    @Override
    public SharedPath path() {
        return path;
    }

    @Override
    public boolean passes(long asn) {
        return path.passes((int) asn);
    }

    @Override
    public boolean originatedBy(long asn) {
        return path.isOriginatedBy((int) asn);
    }

    @Override
    long receivedUs() {
        return rest.receivedUs();
    }

    @Override
    long validatedUs() {
        return rest.validatedUs();
    }

    @Override
    long serial() {
        return rest.serial();
    }

    @Override
    @Nullable
    ByteString fields() {
        return rest.fields();
    }
}
