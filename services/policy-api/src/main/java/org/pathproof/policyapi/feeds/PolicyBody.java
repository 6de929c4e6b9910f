// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.InvalidDocumentException;

/** Reads policies from bodies of requests. */
public final class PolicyBody {
    /** Media type of YAML (RFC 9512). */
    public static final String YAML = "application/yaml";

    private PolicyBody() {}

    /**
     * Reads a policy as YAML or JSON.
     *
     * @throws InvalidDocumentException if the policy cannot be used
     */
    public static PolicyDocument read(HttpServletRequest request) throws IOException {
        return require(PolicyReader.read(text(request), "body"));
    }

    /** Returns the document of a result; throws InvalidDocumentException if there is a problem. */
    static PolicyDocument require(PolicyReader.Result result) {
        return result.document()
                .orElseThrow(() -> new InvalidDocumentException(result.problems().stream()
                        .map(problem -> new InvalidDocumentException.DocumentProblem(
                                problem.line(), problem.column(), problem.field(), problem.message()))
                        .toList()));
    }

    /** Returns the body as text. */
    static String text(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readAllBytes();
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw (BadRequestException) new BadRequestException("the body is not UTF-8").initCause(e);
        }
    }
}
