// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.Optional;
import org.pathproof.wire.rpki.Aspa;

/** Looks up ASPAs in the current RPKI set. */
@FunctionalInterface
public interface AspaLookup {
    /** Returns the union of all ASPAs of a customer AS; empty if the AS has none. */
    Optional<Aspa> aspa(long customer);
}
