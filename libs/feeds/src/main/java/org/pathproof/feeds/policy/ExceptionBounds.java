// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * Bounds of a new exception in time and in breadth. Only a confirmed change exceeds them. An exception that is in force
 * already is never compared with them.
 */
public final class ExceptionBounds {
    /** Longest time from now until an exception expires, without a confirmation. */
    public static final Duration MAX_LENGTH = Duration.ofDays(90);
    /** Shortest IPv4 prefix of an exception for every origin AS, without a confirmation. */
    public static final int MIN_IPV4_LENGTH = 16;
    /** Shortest IPv6 prefix of an exception for every origin AS, without a confirmation. */
    public static final int MIN_IPV6_LENGTH = 32;

    private ExceptionBounds() {}

    /** Returns each bound that an exception exceeds, as a part of a sentence. */
    public static List<String> exceeded(PolicyException exception, Instant now) {
        List<String> exceeded = new ArrayList<>();
        if (exception.expires().isAfter(now.plus(MAX_LENGTH))) {
            exceeded.add("it ends at " + exception.expires() + ", in more than " + MAX_LENGTH.toDays() + " days");
        }
        PolicyException.Scope scope = exception.scope();
        if (scope.originAs().isEmpty()) {
            scope.prefix()
                    .ifPresentOrElse(
                            prefix -> {
                                int shortest = prefix.isIpv4() ? MIN_IPV4_LENGTH : MIN_IPV6_LENGTH;
                                if (prefix.length() < shortest) {
                                    exceeded.add("it has every origin AS, and its prefix " + prefix
                                            + " is shorter than /" + shortest);
                                }
                            },
                            () -> exceeded.add("it has every prefix of its neighbor: add prefix or origin-as"));
        }
        return exceeded;
    }

    /** Returns the paths of an exception as a noun, for example {@code 192.0.2.0/24 with origin AS 64500}. */
    static String describe(PolicyException.Scope scope) {
        List<String> words = new ArrayList<>();
        words.add(scope.prefix().map(Prefix::toString).orElse("every prefix"));
        scope.originAs().ifPresent(asn -> words.add("with origin AS " + asn));
        scope.neighborAs().ifPresent(asn -> words.add("from AS " + asn));
        return String.join(" ", words);
    }
}
