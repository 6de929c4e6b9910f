// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.feeds.policy.ExceptionBounds;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.PolicyRisks;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.policyapi.rest.PreconditionException;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.routerfeeds.policy.PolicyConflictException;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.routerfeeds.policy.PolicyWriteException;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.Plural;
import org.springframework.http.HttpStatus;

/**
 * Changes the policy for HTTP clients: names the author, records the change, and turns failures into responses. A
 * change with a loss is made only after a confirmation.
 */
public final class PolicyChanges {
    /** Largest number of announcements that a change withdraws without a confirmation. */
    static final int MAX_WITHDRAWN = 100;

    private static final String REPLACED = "policy";

    private final PolicyStore store;
    private final AuditLog audit;
    private final PolicyEffects effects;
    private final Clock clock;

    PolicyChanges(PolicyStore store, AuditLog audit, PolicyEffects effects, Clock clock) {
        this.store = store;
        this.audit = audit;
        this.effects = effects;
        this.clock = clock;
    }

    /**
     * The result of a change.
     *
     * @param version the new version
     * @param losses a sentence for each loss by the change
     */
    record Result(long version, List<String> losses) {}

    /** Returns the current state; throws NotReadyException until all changes are read. */
    PolicyState state() {
        PolicyState state = store.state();
        if (!state.ready()) {
            throw new NotReadyException("the policy of the feeds is not read yet"
                    + (state.problem() == null ? "" : ": " + state.problem()));
        }
        return state;
    }

    /**
     * Replaces the policy if {@code expected} is the version in force.
     *
     * @param before the state with which the losses are computed
     * @param confirmed true to accept the losses
     * @throws RequestRefusedException with status 409 for a loss without a confirmation
     */
    Result replace(
            PolicyDocument document,
            PolicyState before,
            long expected,
            boolean confirmed,
            @Nullable String reason,
            HttpServletRequest request) {
        if (before.version() != expected) {
            throw PreconditionException.failed("the policy has version " + before.version() + ", not " + expected
                    + before.policy()
                            .map(policy -> "; it was changed by " + policy.by())
                            .orElse(""));
        }
        List<String> losses = losses(before.document(), document);
        if (!losses.isEmpty() && !confirmed) {
            throw unconfirmed("the policy was not changed: " + String.join("; ", losses));
        }
        try {
            long version = store.replace(document, expected, author(request), text(reason));
            audit.logChange(request, REPLACED, version);
            return new Result(version, losses);
        } catch (PolicyConflictException e) {
            throw initCause(PreconditionException.failed(String.valueOf(e.getMessage())), e);
        } catch (IllegalArgumentException e) {
            throw initCause(new BadRequestException(String.valueOf(e.getMessage())), e);
        } catch (PolicyWriteException e) {
            throw initCause(new NotReadyException(String.valueOf(e.getMessage())), e);
        }
    }

    private List<String> losses(PolicyDocument before, PolicyDocument after) {
        List<String> losses = new ArrayList<>(PolicyRisks.of(before, after, Instant.now(clock)));
        long withdrawn = effects.withdrawnBy(after);
        if (withdrawn > MAX_WITHDRAWN) {
            losses.add(Plural.of(withdrawn, "announcement is", "announcements are") + " withdrawn");
        }
        return losses;
    }

    /** Throws RequestRefusedException with status 409 for a large exception without a confirmation. */
    void requireBounded(PolicyException exception, boolean confirmed) {
        List<String> exceeded = ExceptionBounds.exceeded(exception, Instant.now(clock));
        if (!exceeded.isEmpty() && !confirmed) {
            throw unconfirmed("the exception was not added: " + String.join(", and ", exceeded));
        }
    }

    private static RequestRefusedException unconfirmed(String losses) {
        return new RequestRefusedException(
                HttpStatus.CONFLICT, "not-confirmed", losses + ". Confirm this change with force=true");
    }

    /** Applies {@code edit} to the policy in force. Returns the new version. */
    long edit(UnaryOperator<PolicyDocument> edit, @Nullable String reason, HttpServletRequest request) {
        try {
            long version = store.edit(edit, author(request), text(reason));
            audit.logChange(request, REPLACED, version);
            return version;
        } catch (PolicyConflictException e) {
            throw initCause(new NotReadyException(e.getMessage() + "; try again"), e);
        } catch (IllegalArgumentException e) {
            throw initCause(new BadRequestException(String.valueOf(e.getMessage())), e);
        } catch (PolicyWriteException e) {
            throw initCause(new NotReadyException(String.valueOf(e.getMessage())), e);
        }
    }

    /** Switches all feeds off or on. Returns the number of announcements before. */
    long setSwitch(boolean off, @Nullable String reason, HttpServletRequest request) {
        long announced = effects.announced();
        try {
            store.setSwitch(off, author(request), text(reason));
            audit.logChange(request, off ? "off" : "on", store.state().version());
            return announced;
        } catch (PolicyWriteException e) {
            throw initCause(new NotReadyException(String.valueOf(e.getMessage())), e);
        }
    }

    private static <T extends RuntimeException> T initCause(T thrown, Exception cause) {
        thrown.initCause(cause);
        return thrown;
    }

    private static String author(HttpServletRequest request) {
        String user = request.getRemoteUser();
        return user == null ? request.getRemoteAddr() : NetworkText.description(user);
    }

    private static String text(@Nullable String reason) {
        return reason == null ? "" : NetworkText.description(reason);
    }
}
