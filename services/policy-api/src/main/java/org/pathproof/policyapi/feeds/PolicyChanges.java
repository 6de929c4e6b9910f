// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.AuditLog;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.policyapi.rest.PreconditionException;
import org.pathproof.routerfeeds.policy.PolicyConflictException;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.routerfeeds.policy.PolicyStore;
import org.pathproof.routerfeeds.policy.PolicyWriteException;
import org.pathproof.wire.NetworkText;

/** Changes the policy for HTTP clients: names the author, records the change, and turns failures into responses. */
public final class PolicyChanges {
    private static final String REPLACED = "policy";

    private final PolicyStore store;
    private final AuditLog audit;

    public PolicyChanges(PolicyStore store, AuditLog audit) {
        this.store = store;
        this.audit = audit;
    }

    /** Returns the current state; throws NotReadyException until all changes are read. */
    PolicyState state() {
        PolicyState state = store.state();
        if (!state.ready()) {
            throw new NotReadyException("the policy of the feeds is not read yet"
                    + (state.problem() == null ? "" : ": " + state.problem()));
        }
        return state;
    }

    /** Replaces the policy if {@code expected} is the version in force. Returns the new version. */
    long replace(PolicyDocument document, long expected, @Nullable String reason, HttpServletRequest request) {
        try {
            long version = store.replace(document, expected, author(request), text(reason));
            audit.logChange(request, REPLACED, version);
            return version;
        } catch (PolicyConflictException e) {
            throw initCause(PreconditionException.failed(String.valueOf(e.getMessage())), e);
        } catch (IllegalArgumentException e) {
            throw initCause(new BadRequestException(String.valueOf(e.getMessage())), e);
        } catch (PolicyWriteException e) {
            throw initCause(new NotReadyException(String.valueOf(e.getMessage())), e);
        }
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

    /** Switches all feeds off or on. */
    void setSwitch(boolean off, @Nullable String reason, HttpServletRequest request) {
        try {
            store.setSwitch(off, author(request), text(reason));
            audit.logChange(request, off ? "off" : "on", store.state().version());
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
