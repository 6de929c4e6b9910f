// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Locale;
import java.util.Optional;

/**
 * Upper bounds of one source's RPKI set. A set that exceeds a bound is refused as a whole: its reader stops at the
 * first object above the bound.
 *
 * @param vrps maximum number of VRPs; the RPKI of 2026 has some 700,000
 * @param routerKeys maximum number of router keys, of at most {@link #BYTES_PER_KEY} bytes each on average
 * @param aspas maximum number of ASPAs
 * @param providers maximum number of providers in all ASPAs together
 */
public record RpkiBounds(int vrps, int routerKeys, int aspas, int providers) {
    public static final RpkiBounds DEFAULT = new RpkiBounds(4_000_000, 500_000, 500_000, 4_000_000);

    /**
     * Maximum average length of a SubjectPublicKeyInfo in bytes. For P-256, the length is 91 bytes (RFC 8608 section
     * 3.1).
     */
    public static final int BYTES_PER_KEY = 200;

    /** Largest number of providers in an ASPA (draft-ietf-sidrops-aspa-profile). */
    public static final int PROVIDERS_PER_ASPA = 16_380;

    private static final String PREFIX = "pathproof.key-sync.";

    public RpkiBounds {
        if (vrps < 1 || routerKeys < 1 || aspas < 1 || providers < 1) {
            throw new IllegalArgumentException(
                    "bounds of the RPKI set must be above zero: " + PREFIX + "max-vrps " + vrps + ", max-router-keys "
                            + routerKeys + ", max-aspas " + aspas + ", max-aspa-providers " + providers);
        }
    }

    /**
     * Returns a sentence for an operator if a set with these counts exceeds a bound; otherwise empty.
     *
     * @param keyBytes total length of the router keys' SubjectPublicKeyInfos in bytes
     */
    public Optional<String> exceeded(long vrpCount, long keyCount, long keyBytes, long aspaCount, long providerCount) {
        if (vrpCount > vrps) {
            return sentence("VRPs", vrps, "max-vrps");
        }
        if (keyCount > routerKeys) {
            return sentence("router keys", routerKeys, "max-router-keys");
        }
        long bytes = (long) BYTES_PER_KEY * routerKeys;
        if (keyBytes > bytes) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the set is refused: it has more than %,d bytes of router keys, %d for each of %smax-router-keys: %d",
                    bytes,
                    BYTES_PER_KEY,
                    PREFIX,
                    routerKeys));
        }
        if (aspaCount > aspas) {
            return sentence("ASPAs", aspas, "max-aspas");
        }
        return providerCount > providers
                ? sentence("providers in its ASPAs", providers, "max-aspa-providers")
                : Optional.empty();
    }

    private static Optional<String> sentence(String what, int bound, String setting) {
        return Optional.of(String.format(
                Locale.ROOT,
                "the set is refused: it has more than %,d %s (raise %s%s if this is correct)",
                bound,
                what,
                PREFIX,
                setting));
    }
}
