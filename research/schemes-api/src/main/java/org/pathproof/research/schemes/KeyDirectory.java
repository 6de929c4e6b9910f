// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The published keys of all speakers, by AS. This directory stands for the PKI of a scheme. Immutable. */
public final class KeyDirectory {
    private final Map<Long, PublishedKeys> keys = new TreeMap<>();

    private KeyDirectory(Collection<PublishedKeys> published) {
        for (PublishedKeys one : published) {
            keys.put(one.identity().asn(), one);
        }
    }

    /** Returns a directory with one entry for each AS. Of several entries of an AS, the last one counts. */
    public static KeyDirectory of(Collection<PublishedKeys> published) {
        return new KeyDirectory(published);
    }

    /** Returns the published keys of these speakers. */
    public static KeyDirectory ofSpeakers(Collection<? extends Speaker> speakers) {
        return of(speakers.stream().map(Speaker::published).toList());
    }

    public Optional<PublishedKeys> of(long asn) {
        return Optional.ofNullable(keys.get(asn));
    }

    /** Returns all entries in ascending order of AS. */
    public Collection<PublishedKeys> all() {
        return Collections.unmodifiableCollection(keys.values());
    }
}
