// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.util.List;

/**
 * An Autonomous System Provider Authorization (draft-ietf-sidrops-aspa-profile).
 *
 * @param customer the AS that authorizes its providers
 * @param providers the authorized provider ASes, ascending and without repetition
 */
public record Aspa(long customer, List<Long> providers) implements RpkiObject {
    public Aspa {
        providers = providers.stream().sorted().distinct().toList();
    }
}
