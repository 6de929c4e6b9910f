// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.onboarding.DescriptionJson;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.SealingKeys;
import org.pathproof.wire.NetworkText;

/**
 * An order for the certificate of a router.
 *
 * @param key public key of the router
 * @param otherNames further names of the certificate beside that of the description
 * @param validity time until the certificate expires
 * @param seal keys that hide the description; without a key, the description is readable
 * @param now begin of the validity
 */
public record RouterOrder(
        PublicKey key,
        RouterDescription description,
        List<String> otherNames,
        Duration validity,
        SealingKeys seal,
        Instant now) {
    /** Throws IllegalArgumentException if a further name has another form than names of descriptions. */
    public RouterOrder {
        otherNames = List.copyOf(otherNames);
        for (String name : otherNames) {
            if (!DescriptionJson.isName(name)) {
                throw new IllegalArgumentException("a name of a router has letters, digits, hyphens, dots and"
                        + " underscores, not \"" + NetworkText.clean(name, 80) + "\"");
            }
        }
    }

    /** Returns the names of the certificate. The first one is that of the description, which names the router. */
    public List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        names.add(description.name());
        names.addAll(otherNames);
        return List.copyOf(names);
    }
}
