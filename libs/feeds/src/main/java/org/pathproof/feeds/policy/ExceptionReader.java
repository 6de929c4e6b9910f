// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Prefix;

/** Reads an item of the list {@code exceptions}. */
final class ExceptionReader {
    private static final String VISIBLE_TEXT = "text of up to 1,024 visible characters";

    private ExceptionReader() {}

    /**
     * Reads an exception. Returns null if the entry has problems, which are reported.
     *
     * @param groupNames names of the groups of the document
     */
    static @Nullable PolicyException read(YamlEntry entry, Set<String> groupNames) {
        entry.rejectUnknownFields(PolicyFields.names(PolicyFields.EXCEPTION));
        if (!entry.has("prefix") && !entry.has("origin-as") && !entry.has("neighbor-as")) {
            entry.report(null, "an exception needs prefix, origin-as or neighbor-as");
        }
        Optional<Prefix> prefix = Optional.ofNullable(
                entry.has("prefix")
                        ? entry.parsed("prefix", "a prefix such as 192.0.2.0/24", Prefix::parseWithLength)
                        : null);
        List<String> groups = entry.list(
                "groups",
                "the name of a group of this document",
                PolicyBounds.MAX_GROUPS,
                name -> groupNames.contains(name) ? name : null);
        OptionalLong originAs = asn(entry, "origin-as");
        OptionalLong neighborAs = asn(entry, "neighbor-as");
        String owner = entry.parsed("owner", VISIBLE_TEXT, PolicyValues::sentence);
        String reason = entry.parsed("reason", VISIBLE_TEXT, PolicyValues::sentence);
        Instant expires = entry.parsed("expires", "a time such as 2027-01-31T00:00:00Z", PolicyValues::instant);
        return groups == null || owner == null || reason == null || expires == null
                ? null
                : new PolicyException(
                        new PolicyException.Scope(prefix, originAs, neighborAs), groups, owner, reason, expires);
    }

    private static OptionalLong asn(YamlEntry entry, String field) {
        Long asn = entry.has(field) ? PolicyValues.number(entry, field, 1, PolicyBounds.MAX_U32, 0) : null;
        return asn == null ? OptionalLong.empty() : OptionalLong.of(asn);
    }
}
