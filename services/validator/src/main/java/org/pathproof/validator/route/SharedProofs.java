// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.store.RowCursor;
import org.pathproof.validator.store.RowPages;

/**
 * Finds the proof of an announced path in another row of the table. In a network, each border router announces the same
 * paths to a prefix, and all rows of a prefix are adjacent in one table. Rows with the same prefix, BGPsec_PATH, target
 * AS and facts share a proof, while the row is VALID and each of its keys is still authorised: the signatures
 * would be verified over the same bytes under the same keys (RFC 8205 section 5.2). See docs/adr/0087. Only the thread
 * of the task uses this class.
 */
public final class SharedProofs {
    /** Rows of a prefix that are compared. Most copies are found among the first; a path without a copy costs this. */
    static final int MAX_ROWS = 64;

    private final RowPages rows;
    private final KeyRegistry keys;
    private final RowCodec codec;

    SharedProofs(RowPages rows, KeyRegistry keys, RowCodec codec) {
        this.rows = rows;
        this.keys = keys;
        this.codec = codec;
    }

    /**
     * Returns the outcome of an announced path, which is VALID, under an RPKI set; null if no row has its proof.
     */
    public @Nullable PathOutcome find(Incoming in, RpkiSet rpki) {
        Announced a = in.announced();
        if (!a.hasSignaturesToVerify()) {
            return null;
        }
        byte[] key = a.route().toBytes();
        byte[] prefix = Arrays.copyOf(key, RouteKey.prefixPartLength(key));
        Search search = new Search(in, rpki);
        rows.visit(prefix, row -> {
            if (search.rows == MAX_ROWS || !row.hasPrefixOf(key)) {
                return false;
            }
            search.rows++;
            return !search.hasProof(row);
        });
        return search.found;
    }

    private final class Search {
        private final Incoming in;
        private final RpkiSet rpki;
        private int rows;
        private @Nullable PathOutcome found;

        Search(Incoming in, RpkiSet rpki) {
            this.in = in;
            this.rpki = rpki;
        }

        private boolean hasProof(RowCursor row) {
            int[] numbers = ProofInPlace.hasProof(row) ? ProofInPlace.read(row, in) : null;
            if (numbers == null) {
                return false;
            }
            List<ProofKey> proof = keys.verifyingKeys(numbers, rpki);
            if (proof == null) {
                return false;
            }
            List<Hop> hops = ProofInPlace.hasPlainHops(row)
                    ? plainHops(numbers)
                    : codec.decode(row.value()).verdict().getHopsList();
            found = new PathOutcome(PathState.VALID, List.of(), hops, proof, 0, 1);
            return true;
        }
    }

    private List<Hop> plainHops(int[] numbers) {
        List<Hop> hops = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            hops.add(Hop.newBuilder()
                    .setAsn(keys.asn(number))
                    .setPcount(1)
                    .setSki(keys.ski(number))
                    .build());
        }
        return hops;
    }
}
