// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.pathproof.wire.rpki.Aspa;

/**
 * Checks the form of an ASPA before it enters an RPKI set, and merges several ASPAs of a customer
 * (draft-ietf-sidrops-aspa-profile sections 3 and 5.2). A router closes its RTR session when it receives an ASPA
 * without providers, or one with AS 0 beside other providers (draft-ietf-sidrops-8210bis section 5.12). A list that
 * contains only AS 0 is valid: the customer has no providers.
 */
public final class AspaForm {
    private AspaForm() {}

    /**
     * Returns the reason to refuse an ASPA, as the rest of a sentence that starts with "the ASPA". Empty for a valid
     * ASPA.
     */
    public static Optional<String> defect(Aspa aspa) {
        List<Long> providers = aspa.providers();
        if (aspa.customer() == 0) {
            return Optional.of("has the customer AS 0 (draft-ietf-sidrops-aspa-profile section 3.2)");
        }
        if (providers.isEmpty()) {
            return Optional.of("has no providers (draft-ietf-sidrops-8210bis section 5.12)");
        }
        if (providers.size() > 1 && providers.getFirst() == 0) {
            return Optional.of("has AS 0 beside other providers (draft-ietf-sidrops-8210bis section 5.12)");
        }
        if (providers.contains(aspa.customer())) {
            return Optional.of("has its customer among the providers (draft-ietf-sidrops-aspa-profile section 3.3)");
        }
        return providers.size() > RpkiBounds.PROVIDERS_PER_ASPA
                ? Optional.of("has " + providers.size() + " providers, more than " + RpkiBounds.PROVIDERS_PER_ASPA)
                : Optional.empty();
    }

    /**
     * Returns one ASPA with the providers of all ASPAs of a customer. AS 0 of an ASPA that contains only AS 0 is left
     * out beside other providers (draft-ietf-sidrops-aspa-profile section 5.2). So valid ASPAs have a valid union,
     * unless it has too many providers.
     *
     * @param aspas at least one ASPA, all of one customer
     */
    public static Aspa union(Collection<Aspa> aspas) {
        TreeSet<Long> providers = new TreeSet<>();
        boolean keepsZero = false;
        for (Aspa aspa : aspas) {
            providers.addAll(aspa.providers());
            keepsZero |= aspa.providers().size() > 1 && aspa.providers().getFirst() == 0;
        }
        if (providers.size() > 1 && !keepsZero) {
            providers.remove(0L);
        }
        return new Aspa(aspas.iterator().next().customer(), List.copyOf(providers));
    }
}
