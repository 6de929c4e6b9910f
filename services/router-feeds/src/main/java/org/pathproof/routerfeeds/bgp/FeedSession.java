// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.pathproof.bgp.session.BgpState;

/**
 * The BGP session of a router with Pathproof at one moment.
 *
 * @param neighbor address of the router
 * @param as AS of both sides; 0 while neither the settings nor the policy have one
 * @param state {@code waiting} until the session is started, then the state of RFC 4271 section 8.2.2, such as {@code
 *     open-sent}
 * @param since time of the last change of state; empty while waiting
 * @param lastError reason of the last failure, until the next session is established
 * @param routes number of routes in the Adj-RIB-Out of the router
 * @param refused number of announcements since the start that were too long for a message
 * @param established number of established sessions since the start
 */
public record FeedSession(
        String neighbor,
        long as,
        String state,
        Optional<Instant> since,
        Optional<String> lastError,
        int routes,
        long refused,
        long established) {
    static final String WAITING = "waiting";
    private static final String ESTABLISHED = "established";

    /** Returns the possible states. */
    public static List<String> states() {
        return Stream.concat(
                        Stream.of(WAITING), Arrays.stream(BgpState.values()).map(FeedSession::label))
                .toList();
    }

    /** Returns the name of a state of BGP. */
    static String label(BgpState state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if the session is established, so that the router receives the overrides. */
    public boolean isEstablished() {
        return state.equals(ESTABLISHED);
    }
}
