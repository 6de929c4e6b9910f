// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.experimental;

import static org.slf4j.MarkerFactory.getMarker;

import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.routes.experimental.AttributeDecision;
import org.pathproof.validator.route.Faults;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Experimental routes whose results an {@link AttributeDecision} decides. An error in the decision is a result. */
final class DecidedRoutes implements ExperimentalRoutes {
    private static final Logger log = LoggerFactory.getLogger(DecidedRoutes.class);
    private static final int MAX_MESSAGE_CHARACTERS = 300;

    private final AttributeDecision decision;

    DecidedRoutes(AttributeDecision decision) {
        this.decision = decision;
    }

    @Override
    public Announced withResult(Announced event) {
        return event.withAnnouncement(event.announcement().toBuilder()
                .clearSchemePath()
                .setSchemeResult(result(event))
                .build());
    }

    private SchemeResult result(Announced event) {
        SchemeResult result =
                Faults.compute(() -> decision.decide(event.route(), event.announcement()), e -> failed(event, e));
        return result.toBuilder().setMessage(shortened(result.getMessage())).build();
    }

    private static SchemeResult failed(Announced event, Throwable e) {
        log.warn(
                getMarker("scheme-judging-failed"),
                "path of an experimental scheme not verified, route kept: prefix={}",
                event.route().prefix(),
                e);
        return SchemeResult.newBuilder()
                .setState(SchemeState.SCHEME_NOT_VERIFIED)
                .setFinding("scheme-judging-failed")
                .setMessage("Verifying the path failed because of an error: " + e + ".")
                .build();
    }

    private static String shortened(String message) {
        String line = message.replaceAll("\\p{Cntrl}", " ");
        return line.length() > MAX_MESSAGE_CHARACTERS ? line.substring(0, MAX_MESSAGE_CHARACTERS) + "…" : line;
    }
}
