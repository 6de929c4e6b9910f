// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import java.util.List;

/**
 * An Autonomous System Provider Authorization.
 *
 * @param customer the AS that lists its providers
 * @param providers the ASes it lists, ascending, without repetition
 */
public record Aspa(long customer, List<Long> providers) implements RpkiObject {
    public Aspa {
        providers = providers.stream().sorted().distinct().toList();
    }
}
