// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kind of an incident, which decides its subject. */
public enum IncidentKind {
    /** Invalid BGPsec paths whose findings name one AS. */
    INVALID_PATHS,
    /** Routes of a peer whose origin is invalid. */
    ORIGIN_INVALID,
    /** Routes of a peer whose AS path is invalid by ASPA. */
    ASPA_INVALID,
    /** A peer that negotiated BGPsec and sends no signatures. */
    SIGNATURES_STRIPPED,
    /** An expected router that is lost. */
    ROUTER_LOST,
    /** An expected peer that is lost. */
    PEER_LOST,
    /** An RPKI source without complete and current data. */
    SOURCE_LOST,
    /** All causes beyond the maximum number of open incidents. */
    OTHERS;

    /** Returns the name in REST, metrics and records, such as {@code invalid-paths}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<IncidentKind> of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(IncidentKind::label).toList();
    }
}
