// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * An object that a source has and the data of the sources in use lacks, or the reverse.
 *
 * @param type router-key, vrp or aspa
 * @param asn AS of a router key or VRP, or customer of an ASPA
 * @param present true if the source has the object
 * @param since time since which the source has the object or lacks it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SourceDifference(
        String type,
        long asn,
        @Nullable String prefix,
        @JsonProperty("max_length") @Nullable Integer maxLength,
        @Nullable String ski,
        @Nullable List<Long> providers,
        boolean present,
        @Nullable Instant since) {
    /** Describes an object. */
    public static SourceDifference of(RpkiObject object, boolean present, @Nullable Instant since) {
        return switch (object) {
            case RouterKey key ->
                new SourceDifference(
                        "router-key", key.asn(), null, null, key.ski().toHex(), null, present, since);
            case Vrp vrp ->
                new SourceDifference(
                        "vrp", vrp.asn(), vrp.prefix().toString(), vrp.maxLength(), null, null, present, since);
            case Aspa aspa ->
                new SourceDifference("aspa", aspa.customer(), null, null, null, aspa.providers(), present, since);
        };
    }
}
