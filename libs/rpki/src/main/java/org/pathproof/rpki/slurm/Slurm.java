// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Local exceptions to the RPKI's data (RFC 8416 section 3).
 *
 * @param prefixFilters select VRPs to remove
 * @param bgpsecFilters select router keys to remove
 * @param aspaFilters select customers whose ASPAs are removed
 * @param assertions VRPs, router keys and ASPAs to add; filters never remove them
 */
public record Slurm(
        List<PrefixFilter> prefixFilters,
        List<BgpsecFilter> bgpsecFilters,
        List<AspaFilter> aspaFilters,
        List<RpkiObject> assertions) {
    /** No exceptions. */
    public static final Slurm NONE = new Slurm(List.of(), List.of(), List.of(), List.of());

    public Slurm {
        prefixFilters = List.copyOf(prefixFilters);
        bgpsecFilters = List.copyOf(bgpsecFilters);
        aspaFilters = List.copyOf(aspaFilters);
        assertions = List.copyOf(assertions);
    }

    /** Returns the exceptions of all files. */
    public static Slurm union(Collection<Slurm> files) {
        return new Slurm(
                files.stream().flatMap(file -> file.prefixFilters().stream()).toList(),
                files.stream().flatMap(file -> file.bgpsecFilters().stream()).toList(),
                files.stream().flatMap(file -> file.aspaFilters().stream()).toList(),
                files.stream().flatMap(file -> file.assertions().stream()).toList());
    }

    /** A filter of RFC 8416 section 3.3.1. A null field matches everything; at least one field is not null. */
    public record PrefixFilter(
            @Nullable Prefix prefix, @Nullable Long asn) {
        boolean matches(Vrp vrp) {
            return (prefix == null || prefix.covers(vrp.prefix())) && (asn == null || asn == vrp.asn());
        }
    }

    /** A filter of RFC 8416 section 3.3.2. A null field matches everything; at least one field is not null. */
    public record BgpsecFilter(@Nullable Long asn, @Nullable Bytes ski) {
        boolean matches(RouterKey key) {
            return (asn == null || asn == key.asn()) && (ski == null || ski.equals(key.ski()));
        }
    }

    /** Removes the ASPAs of a customer. */
    public record AspaFilter(long customer) {}
}
