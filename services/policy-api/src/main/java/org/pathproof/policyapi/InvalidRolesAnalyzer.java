// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import org.pathproof.policyapi.settings.InvalidRolesException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports unusable roles at the start without a stack trace. */
final class InvalidRolesAnalyzer extends AbstractFailureAnalyzer<InvalidRolesException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidRolesException cause) {
        return new FailureAnalysis(cause.getMessage(), null, rootFailure);
    }
}
